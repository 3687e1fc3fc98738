"""The readable text of an HTML page: headings, paragraphs, lists, code and link targets, without the frame around.

Uses the standard library's parser, which accepts any input. It is no browser: scripts do not run.
"""

import re
from html.parser import HTMLParser
from typing import Final

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


class _TextExtractor(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.parts: list[str] = []
        self._skipped = 0
        self._in_title = False
        self._preformatted = 0
        self._links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
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
            self._links.append(dict(attrs).get("href") or "")

    def handle_endtag(self, tag: str) -> None:
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

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._skipped:
            self.parts.append(data if self._preformatted else re.sub(r"\s+", " ", data))


def extract_text(html: str) -> tuple[str, str]:
    """Return the title and the text of a page.

    Example: `extract_text("<title>A</title><h1>B</h1><p>C")` returns `("A", "# B\\n\\nC")`.
    """
    extractor = _TextExtractor()
    extractor.feed(html)
    extractor.close()
    # Every second part stands between fences, where spaces count.
    blocks = "".join(extractor.parts).split("```")
    blocks[::2] = [re.sub(r"[ \t]*\n[ \t]*", "\n", block) for block in blocks[::2]]
    return " ".join(extractor.title.split()), re.sub(r"\n{3,}", "\n\n", "```".join(blocks)).strip()
