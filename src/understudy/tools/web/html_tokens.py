"""Splits HTML into texts and tags in time that grows with its length, whatever it contains.

The parser of the standard library takes hours for some pages of a few hundred kilobytes, such as one of `<a ` only.
Accepts any input, as browsers do: what is not a tag is text, and a tag that never ends is dropped with the rest. It
builds no tree and knows nothing of what tags mean, except which of them hold no tags.
"""

import html
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["EndTag", "StartTag", "Text", "Token", "tokenize_html"]


class Text(NamedTuple):
    data: str


class StartTag(NamedTuple):
    name: str
    href: str


class EndTag(NamedTuple):
    name: str


Token = Text | StartTag | EndTag

_MARKUP: Final = re.compile(r"<(?=[a-zA-Z!?]|/[a-zA-Z])")
_TAG_NAME: Final = re.compile(r"[a-zA-Z][^\s/>]*")
_SEPARATOR: Final = re.compile(r"[\s/]*")
_SPACE: Final = re.compile(r"\s*")
_ATTRIBUTE_NAME: Final = re.compile(r"=?[^\s/>=]*")
_BARE_VALUE: Final = re.compile(r"[^\s>]*")
_RAW_END: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes")
}
"""The ends of elements whose content has no tags."""
_LONG_REFERENCE: Final = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{8,});?")
"""References to no character. Python refuses to convert numbers of thousands of digits."""
_REPLACEMENT: Final = "\ufffd"


def tokenize_html(page: str) -> Iterator[Token]:
    at = 0
    while (found := _MARKUP.search(page, at)) is not None:
        start = found.start()
        if start > at:
            yield Text(_decode(page[at:start]))
        after = page[start + 1 : start + 2]
        if page.startswith("<!--", start):
            at = _find_after(page, "-->", start + 4)
        elif after in ("!", "?"):
            at = _find_after(page, ">", start + 2)
        elif after != "/":
            end = _end(_TAG_NAME, page, start + 1)
            href, at = _read_attributes(page, end)
            if at < 0:
                return
            tag = page[start + 1 : end].lower()
            yield StartTag(tag, href)
            if tag in _RAW_END:
                closing = _RAW_END[tag].search(page, at)
                if closing is None:
                    return
                if closing.start() > at:
                    yield Text(_decode(page[at : closing.start()]))
                at = closing.start()
        else:
            end = _end(_TAG_NAME, page, start + 2)
            name, at = page[start + 2 : end], _find_after(page, ">", end)
            if at >= 0:
                yield EndTag(name.lower())
        if at < 0:
            return
    if at < len(page):
        yield Text(_decode(page[at:]))


def _find_after(page: str, searched: str, start: int) -> int:
    """Return the place behind the next occurrence; -1 if there is none."""
    found = page.find(searched, start)
    return found + len(searched) if found >= 0 else -1


def _read_attributes(page: str, at: int) -> tuple[str, int]:
    """Return the value of `href` and the place behind the tag; -1 if the tag does not end."""
    href = ""
    while True:
        at = _end(_SEPARATOR, page, at)
        if at >= len(page):
            return "", -1
        if page[at] == ">":
            return href, at + 1
        end = _end(_ATTRIBUTE_NAME, page, at)
        name, at = page[at:end].lower(), _end(_SPACE, page, end)
        if page[at : at + 1] != "=":
            continue
        at = _end(_SPACE, page, at + 1)
        quote = page[at : at + 1]
        if quote in ('"', "'"):
            end = page.find(quote, at + 1)
            if end < 0:
                return "", -1
            value, at = page[at + 1 : end], end + 1
        else:
            end = _end(_BARE_VALUE, page, at)
            value, at = page[at:end], end
        if name == "href" and not href:
            href = _decode(value)


def _end(pattern: re.Pattern[str], page: str, at: int) -> int:
    """Return where the pattern, which matches everywhere, ends."""
    found = pattern.match(page, at)
    return at if found is None else found.end()


def _decode(text: str) -> str:
    return html.unescape(_LONG_REFERENCE.sub(_REPLACEMENT, text)) if "&" in text else text
