"""The readable text of an HTML page: headings, paragraphs, lists, code and link targets, without the frame around.

It is no browser: scripts do not run. Takes time that grows with the length of the page, whatever it contains.
"""

import re
from typing import Final

from understudy.tools.web.html_tokens import EndTag, StartTag, Text, Token, tokenize_html

__all__ = ["extract_text"]

_SKIPPED: Final = frozenset(
    {
        "script",
        "style",
        "noscript",
        "template",
        "svg",
        "nav",
        "header",
        "footer",
        "aside",
        "form",
        "iframe",
        "select",
    }
)
_VOID: Final = frozenset(
    {"br", "hr", "img", "input", "link", "meta", "source", "wbr", "area", "base", "col", "embed"}
)
_BLOCKS: Final = frozenset(
    {
        "p",
        "div",
        "section",
        "article",
        "main",
        "ul",
        "ol",
        "table",
        "tr",
        "blockquote",
        "figure",
        "dl",
        "dt",
        "dd",
    }
)
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}


class _TextExtractor:
    def __init__(self) -> None:
        self.title: list[str] = []
        self.parts: list[str] = []
        self._skipped = 0
        self._in_title = False
        self._preformatted = 0
        self._links: list[str] = []

    def add(self, token: Token) -> None:
        match token:
            case Text(data):
                self._add_text(data)
            case StartTag(name, href):
                self._add_start(name, href)
            case EndTag(name):
                self._add_end(name)

    def _add_start(self, tag: str, href: str) -> None:
        if tag in _SKIPPED:
            self._skipped += 1
        elif self._skipped:
            return
        elif tag == "title":
            self._in_title = True
        elif tag in _HEADINGS:
            self.parts.append(f"\n\n{_HEADINGS[tag]} ")
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag == "pre":
            self._preformatted += 1
            self.parts.append("\n\n```\n")
        elif tag in ("br", "tr"):
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append(" | ")
        elif tag in _BLOCKS:
            self.parts.append("\n\n")
        elif tag == "a":
            self._links.append(href)

    def _add_end(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skipped = max(0, self._skipped - 1)
        elif self._skipped or tag in _VOID:
            return
        elif tag == "title":
            self._in_title = False
        elif tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)
            self.parts.append("\n```\n\n")
        elif tag in _HEADINGS or tag in _BLOCKS:
            self.parts.append("\n\n")
        elif tag == "a" and self._links:
            target = self._links.pop()
            if target.startswith(("http://", "https://", "/")):
                self.parts.append(f" ({target})")

    def _add_text(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._skipped:
            self.parts.append(data if self._preformatted else re.sub(r"\s+", " ", data))


def extract_text(html: str) -> tuple[str, str]:
    """Return the title and the text of a page.

    Example: `extract_text("<title>A</title><h1>B</h1><p>C")` returns `("A", "# B\\n\\nC")`.
    """
    extractor = _TextExtractor()
    for token in tokenize_html(html):
        extractor.add(token)
    # Every second part stands between fences, where spaces count.
    blocks = "".join(extractor.parts).split("```")
    blocks[::2] = [_strip_lines(block) for block in blocks[::2]]
    return " ".join("".join(extractor.title).split()), re.sub(r"\n{3,}", "\n\n", "```".join(blocks)).strip()


def _strip_lines(block: str) -> str:
    """Remove white space around line ends, but not at the ends of the block."""
    first, *others = block.split("\n")
    if not others:
        return block
    *middle, last = others
    lines = [first.rstrip(" \t"), *(line.strip(" \t") for line in middle), last.lstrip(" \t")]
    return "\n".join(lines)
