"""What the links in a user's message name: a path on this machine, and which lines of it. Reads nothing.

Whether the path is in scope is not known here.
"""

import contextlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

from understudy.chat.text.plain_text import one_line
from understudy.schema.acp import ContentBlock, EmbeddedResource, EmbeddedResourceResource, ResourceLink

__all__ = ["LinkTarget", "NotALocalFile", "link_targets", "parse_link"]

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LINE_FRAGMENT: Final = re.compile(r"#L([0-9]{1,9})(?:C[0-9]+)?(?:[-:]L?([0-9]{1,9})(?:C[0-9]+)?)?$")


class NotALocalFile(Exception):
    """Half a sentence that says why."""


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """What a link names: an absolute path, and which lines of it."""

    path: str
    lines: tuple[int, int] | None = None


def link_targets(blocks: Sequence[ContentBlock]) -> list[LinkTarget]:
    """The files that the message links to, or holds, in order; what is no file is left out."""
    found: list[LinkTarget] = []
    for block in blocks:
        match block:
            case ResourceLink(uri=uri) | EmbeddedResource(resource=EmbeddedResourceResource(uri=uri)):
                with contextlib.suppress(NotALocalFile):
                    found.append(parse_link(uri))
            case _:
                pass
    return found


def parse_link(uri: str) -> LinkTarget:
    """Raises NoTarget if it names no file of this machine."""
    spot = _LINE_FRAGMENT.search(uri)
    lines = None
    if spot is not None:
        uri = uri[: spot.start()]
        start = max(1, int(spot[1]))
        lines = (start, max(start, int(spot[2] or start)))
    if uri.startswith("/"):
        return LinkTarget(uri, lines)
    scheme = _SCHEME.match(uri)
    if scheme is None:
        raise NotALocalFile("it is neither a file:// URI nor an absolute path")
    if scheme[1].lower() != "file":
        raise NotALocalFile(
            f"only files are read, and this is a link of the kind {one_line(scheme[1], 30)!r}"
        )
    rest = re.split(r"[?#]", uri[scheme.end() :], maxsplit=1)[0]
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        if host.lower() not in ("", "localhost"):
            raise NotALocalFile("it is a file on another machine")
        rest = slash + path
    if not rest.startswith("/"):
        raise NotALocalFile("its path is not absolute")
    try:
        return LinkTarget(os.fsdecode(unquote_to_bytes(rest)), lines)
    except UnicodeError:
        raise NotALocalFile("its path cannot be a path here") from None
