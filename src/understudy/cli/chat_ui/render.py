"""Renders text of an agent as lines for a terminal of a given width: Markdown, thoughts, output and diffs.

Control characters are escaped twice: before the text is parsed as Markdown, and afterwards, because Markdown
entities can produce them. Without colours a line has no escape sequence at all, and marks replace what colours
would show.

Also splits streamed Markdown into finished blocks and an open one. A finished block is written once, so a block
counts as finished only when no later text can change it.
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

# Without raw HTML: a tag in an agent's text is shown, not dropped.
MARKDOWN_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


def split_finished_blocks(text: str) -> tuple[str, str]:
    """Return the blocks that no later text can change, and the rest. An open block that is too long is split."""
    complete_lines = text[: text.rfind("\n") + 1]  # an incomplete line may still become anything
    starts = [token for token in MARKDOWN_PARSER.parse(complete_lines) if token.level == 0 and token.map]
    last_start = starts[-1].map[0] if starts and starts[-1].map else 0
    finished = "".join(f"{line}\n" for line in complete_lines.split("\n")[:last_start])
    if finished or not complete_lines or len(text) <= MAX_OPEN_BLOCK_CHARS:
        return finished, text[len(finished) :]
    rest = text[len(complete_lines) :]
    if starts and starts[-1].type == "fence":  # close the fence, and open another one for the rest
        fence = starts[-1]
        return f"{complete_lines}{fence.markup}\n", f"{fence.markup}{fence.info}\n{rest}"
    return complete_lines, rest


def tail_of_block(text: str, max_chars: int) -> str:
    """Return the last lines of an open block; a fenced block keeps its opening fence."""
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
    """A heading at the left margin; without colours it keeps its `#` signs."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        signs = "" if console.color_system else "#" * int(self.tag[1:]) + " "
        yield Text(signs) + self.text


class _PlainCode(CodeBlock):
    """An indented code block on the terminal's own background colour."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = str(self.text).rstrip()
        highlighted = Syntax(
            code, self.lexer_name, theme="ansi_dark", word_wrap=True, background_color="default"
        )
        yield Padding(highlighted if console.color_system else Text(code, overflow="fold"), (0, 0, 0, 4))


class _Markdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _PlainHeading,
        "fence": _PlainCode,
        "code_block": _PlainCode,
    }

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__("", hyperlinks=False)  # the target of a link is shown, not hidden behind its text
        self.parsed = tokens


class TextRenderer:
    """Renders for one terminal. `width` may change between two calls."""

    def __init__(self, use_colour: bool, width: int = 80) -> None:
        self.use_colour = use_colour
        self.width = width

    def markdown(self, text: str) -> list[str]:
        if len(text) > 2 * MAX_OPEN_BLOCK_CHARS:  # parsing would take long
            return self.text(text)
        tokens = MARKDOWN_PARSER.parse(escape_controls(text))
        _sanitize_tokens(tokens, self.use_colour)
        return self._render_lines(_Markdown(tokens))

    def text(self, text: str, style: str = "", indent: str = "") -> list[str]:
        """Render plain text, wrapped where it is too long. Every line begins with `indent`."""
        room = max(MIN_COLUMNS, self.width - len(indent))
        lines = self._render_lines(
            Text(escape_controls(text), style=style, overflow="fold", tab_size=4), room
        )
        lead = self.styled(indent, style) if indent.strip() else indent
        return [(lead + line).rstrip() for line in lines]

    def diff(self, diff: str, indent: str = "") -> list[str]:
        """Render a unified diff with its signs, so that it is readable without colours."""
        lines: list[str] = []
        for line in diff.splitlines():
            style = "bold" if line.startswith(("---", "+++")) else _DIFF_COLOURS.get(line[:1], "")
            lines += self.text(line, style, indent)
        return lines

    def styled(self, text: str, style: str) -> str:
        """Render a part of a line."""
        return self._to_ansi(
            [Segment(escape_controls(text, one_line=True), self._build_console().get_style(style or "none"))]
        )

    def styled_parts(self, *parts: tuple[str, str]) -> list[str]:
        """Render a paragraph from parts, each with its own style."""
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
        colours: dict[str, Any] = {"color_system": "standard" if self.use_colour else None}
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
            **colours,
        )


def _sanitize_tokens(tokens: Sequence[Token], colours: bool) -> None:
    """Escape the control characters that entities have produced, before widths are computed.

    Without colours inline code keeps its backticks, because nothing else would distinguish it.
    """
    for token in tokens:
        token.content = escape_controls(token.content)
        _sanitize_tokens(token.children or (), colours)
        if token.type == "code_inline" and not colours:
            token.content = f"`{token.content}`"


def _strip_trailing_space(line: list[Segment]) -> list[Segment]:
    """Remove the padding at the end of a line, so that it is not copied with the text."""
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [*line[:-1], line[-1]._replace(text=line[-1].text.rstrip())] if line else []


def _trim_blank_lines(lines: list[list[Segment]]) -> list[list[Segment]]:
    """Remove empty lines at both ends; `transcript` decides about the distance between blocks."""
    blank = [not "".join(part.text for part in line).strip() for line in lines]
    first = next((at for at, empty in enumerate(blank) if not empty), len(lines))
    last = next((at for at in range(len(lines), first, -1) if not blank[at - 1]), first)
    return lines[first:last]
