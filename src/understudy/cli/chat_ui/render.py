"""Text of an agent as lines for a terminal of some width: Markdown, thoughts, output and diffs.

Every line is made harmless twice: before it is read as Markdown, and after, for Markdown has entities of its own.
Without colours there is no escape sequence in a line at all, and what colour would have said is written.

Markdown that is still being written: which of its blocks are finished, and which one is open. Pure.

A finished block is shown once and never again, so it is finished only when nothing that may follow can change it.
"""

import io
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.padding import Padding
from rich.segment import Segment
from rich.syntax import Syntax
from rich.text import Text
from rich.theme import Theme

from understudy.cli.limits import MAX_OPEN_BLOCK_CHARS, MAX_PROSE_COLUMNS, MIN_COLUMNS
from understudy.cli.terminal import escape_controls

__all__ = ["MARKDOWN_PARSER", "TextRenderer", "split_finished_blocks", "tail_of_block"]

# Without raw HTML: a tag in an agent's prose is text to be read, not to be left out.
MARKDOWN_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


def split_finished_blocks(text: str) -> tuple[str, str]:
    """The blocks that cannot change any more, and the rest."""
    whole = text[
        : text.rfind("\n") + 1
    ]  # of a line that is still being written, nobody knows what it will be
    starts = [token for token in MARKDOWN_PARSER.parse(whole) if token.level == 0 and token.map]
    last = starts[-1].map[0] if starts and starts[-1].map else 0
    finished = "".join(f"{line}\n" for line in whole.split("\n")[:last])
    if finished or not whole or len(text) <= MAX_OPEN_BLOCK_CHARS:
        return finished, text[len(finished) :]
    rest = text[len(whole) :]
    if starts and starts[-1].type == "fence":  # two fences, then
        fence = starts[-1]
        return f"{whole}{fence.markup}\n", f"{fence.markup}{fence.info}\n{rest}"
    return whole, rest


def tail_of_block(text: str, max_chars: int) -> str:
    """The last lines of an open block, still a block of the same kind."""
    if len(text) <= max_chars:
        return text
    end = text[-max_chars:]
    end = end[end.find("\n") + 1 :]
    return f"{text[: text.find(chr(10))]}\n{end}" if text.startswith(("```", "~~~")) else end


_THEME: Final = Theme(
    {
        "markdown.code": "cyan",
        "markdown.code_block": "none",
        "markdown.block_quote": "dim",
        "markdown.h1": "bold magenta",
        "markdown.h2": "bold magenta",
        "markdown.h3": "bold",
        "markdown.h4": "bold",
        "markdown.h5": "bold",
        "markdown.h6": "bold",
        "markdown.item.bullet": "cyan",
        "markdown.item.number": "cyan",
        "markdown.hr": "dim",
        "markdown.link": "blue",
        "markdown.link_url": "dim",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    }
)
_DIFF_COLOURS: Final = {"+": "green", "-": "red", "@": "cyan"}


class _PlainHeading(Heading):
    """At the left, and without colours with the signs that make it one."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        signs = "" if console.color_system else "#" * int(self.tag[1:]) + " "
        yield Text(signs) + self.text


class _PlainCode(CodeBlock):
    """Set in by a few columns, on the terminal's own ground."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = str(self.text).rstrip()
        painted = Syntax(code, self.lexer_name, theme="ansi_dark", word_wrap=True, background_color="default")
        yield Padding(painted if console.color_system else Text(code, overflow="fold"), (0, 0, 0, 4))


class _Markdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _PlainHeading,
        "fence": _PlainCode,
        "code_block": _PlainCode,
    }

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(
            "", hyperlinks=False
        )  # where a link leads is to be read, not hidden behind its words
        self.parsed = tokens


class TextRenderer:
    """Paints for one terminal. `width` may change from one picture to the next."""

    def __init__(self, use_colour: bool, width: int = 80) -> None:
        self.use_colour = use_colour
        self.width = width

    def markdown(self, text: str) -> list[str]:
        if len(text) > 2 * MAX_OPEN_BLOCK_CHARS:  # a long time's work, for what nobody wrote as one block
            return self.text(text)
        tokens = MARKDOWN_PARSER.parse(escape_controls(text))
        _sanitize_tokens(tokens, self.use_colour)
        return self._render_lines(_Markdown(tokens))

    def text(self, text: str, style: str = "", indent: str = "") -> list[str]:
        """Text as it is, folded where it is too long. Each line begins with `indent`, folded or not."""
        room = max(MIN_COLUMNS, self.width - len(indent))
        lines = self._render_lines(
            Text(escape_controls(text), style=style, overflow="fold", tab_size=4), room
        )
        lead = self.styled(indent, style) if indent.strip() else indent
        return [(lead + line).rstrip() for line in lines]

    def diff(self, diff: str, indent: str = "") -> list[str]:
        """A unified diff; its signs stay, so it can be read without colours."""
        lines: list[str] = []
        for line in diff.splitlines():
            style = "bold" if line.startswith(("---", "+++")) else _DIFF_COLOURS.get(line[:1], "")
            lines += self.text(line, style, indent)
        return lines

    def styled(self, text: str, style: str) -> str:
        """A part of one line."""
        return self._to_ansi(
            [Segment(escape_controls(text, one_line=True), self._build_console().get_style(style or "none"))]
        )

    def styled_parts(self, *parts: tuple[str, str]) -> list[str]:
        """A paragraph of parts, each with its style."""
        return self._render_lines(Text.assemble(*((escape_controls(text), style) for text, style in parts)))

    def _render_lines(self, what: RenderableType, width: int | None = None) -> list[str]:
        console = self._build_console(max(MIN_COLUMNS, min(width or self.width, MAX_PROSE_COLUMNS)))
        lines = console.render_lines(what, console.options, pad=False)
        return [self._to_ansi(_strip_trailing_space(line)) for line in _trim_blank_lines(lines)]

    def _to_ansi(self, segments: Iterable[Segment]) -> str:
        parts = [
            (escape_controls(part.text, one_line=True), part.style) for part in segments if not part.control
        ]
        if not self.use_colour:
            return "".join(text for text, _ in parts)
        return "".join(style.render(text) if style else text for text, style in parts)

    def _build_console(self, width: int = 80) -> Console:
        chosen: dict[str, Any] = {"color_system": "standard" if self.use_colour else None}
        return Console(
            file=io.StringIO(),
            width=width,
            height=10_000,
            force_terminal=True,
            legacy_windows=False,
            markup=False,
            emoji=False,
            highlight=False,
            theme=_THEME,
            _environ={},
            **chosen,
        )


def _sanitize_tokens(tokens: Sequence[Token], colours: bool) -> None:
    """Make harmless what entities have become, before it is measured.

    Without colours, code within a line keeps its marks: nothing else would tell it from the words around it.
    """
    for token in tokens:
        token.content = escape_controls(token.content)
        _sanitize_tokens(token.children or (), colours)
        if token.type == "code_inline" and not colours:
            token.content = f"`{token.content}`"


def _strip_trailing_space(line: list[Segment]) -> list[Segment]:
    """A line without the spaces that only fill it up; they would be copied with it."""
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [*line[:-1], line[-1]._replace(text=line[-1].text.rstrip())] if line else []


def _trim_blank_lines(lines: list[list[Segment]]) -> list[list[Segment]]:
    """Without the empty lines at both ends; how far blocks stand apart is the picture's affair."""
    blank = [not "".join(part.text for part in line).strip() for line in lines]
    first = next((at for at, empty in enumerate(blank) if not empty), len(lines))
    last = next((at for at in range(len(lines), first, -1) if not blank[at - 1]), first)
    return lines[first:last]
