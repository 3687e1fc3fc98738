"""What the links in a user's message lead to, read once when the message arrives.

Owns which links are read (files and folders in scope, nothing else) and how much of them. Every link gets one
text, in order: its content in a fence, or a note that says why it was not read. A turn runs it in a worker thread.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

from understudy.chat.excerpt import Excerpt, head_of, read_head
from understudy.chat.markdown import fenced
from understudy.chat.wording import one_line, why_not
from understudy.schema.acp import ContentBlock, ResourceLink, ToolCallLocation
from understudy.tools.editor import Buffers
from understudy.workspace import Place, Stop, Workspace, WorkspaceError
from understudy.workspace.names import shown
from understudy.workspace.reading import Window, read_window
from understudy.workspace.scope import O_PATH

__all__ = ["LinkLimits", "Resolved", "resolve"]

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LINES: Final = re.compile(r"#L([0-9]{1,9})(?:C[0-9]+)?(?:[-:]L?([0-9]{1,9})(?:C[0-9]+)?)?$")
_MOST_SCANNED: Final = 10_000


@dataclass(frozen=True, slots=True)
class LinkLimits:
    each: int = 256 << 10
    """Bytes of text of one link."""
    together: int = 1 << 20
    links: int = 100
    entries: int = 100
    """Entries of a folder that are listed."""
    seconds: float = 10.0
    """For all links of a message."""


@dataclass(frozen=True, slots=True)
class Resolved:
    attached: list[str]
    """One text for each link block, in their order."""
    troubles: list[str]
    """What was not read, a sentence each."""
    locations: list[ToolCallLocation]
    """What was."""


@dataclass(frozen=True, slots=True)
class _Target:
    path: str
    lines: tuple[int, int] | None = None


class _NotRead(Exception):
    """Half a sentence that says why."""


def resolve(
    blocks: Sequence[ContentBlock],
    workspace: Workspace,
    buffers: Buffers | None,
    *,
    limits: LinkLimits | None = None,
    stop: Stop | None = None,
) -> Resolved:
    """Read what the links among `blocks` lead to. Raises nothing for a link that cannot be read."""
    reader = _Reader(workspace, buffers, limits or LinkLimits(), stop or Stop())
    for block in blocks:
        if isinstance(block, ResourceLink):
            reader.take(block.uri)
    return reader.resolved


class _Reader:
    def __init__(self, workspace: Workspace, buffers: Buffers | None, limits: LinkLimits, stop: Stop) -> None:
        self.resolved = Resolved([], [], [])
        self._workspace = workspace
        self._buffers = buffers if buffers is not None and buffers.can_read else None
        self._limits = limits
        self._room = limits.together
        self._stop = stop
        stop.within(limits.seconds)

    def take(self, uri: str) -> None:
        try:
            if len(self.resolved.attached) >= self._limits.links:
                raise _NotRead(f"only the first {self._limits.links} links of a message are read")
            text = self._attached(_target(uri))
        except _NotRead as refusal:
            why = str(refusal)
        except WorkspaceError as error:
            why = why_not(error)
        except OSError:
            why = "the operating system refused"
        else:
            self.resolved.attached.append(text)
            return
        self.resolved.attached.append(f"[Not read: {why}.]")
        self.resolved.troubles.append(f"{one_line(uri, 200)} was not read: {why}.")

    def _attached(self, target: _Target) -> str:
        self._stop.check()
        place = self._workspace.locate(target.path)
        if self._room <= 0:
            raise _NotRead("the links of this message hold too much text together")
        kind = _kind(place)
        if kind is not None and stat.S_ISDIR(kind):
            text = self._listing(place)
        else:
            text = self._text(place, target, exists=kind is not None)
        line = target.lines[0] if target.lines else None
        self.resolved.locations.append(ToolCallLocation(path=shown(place.path), line=line))
        return text

    def _text(self, place: Place, target: _Target, exists: bool) -> str:
        limit = min(self._limits.each, self._room)
        head = (
            self._head(place, limit) if exists else None
        )  # first, since no editor has a text of a binary file
        text = self._buffered(place)
        if text is not None:
            found = head_of(_lines_of(text, target.lines) if target.lines else text, limit)
        elif head is None:
            raise _NotRead("it does not exist")
        elif target.lines is None:
            found = head
        else:
            found = self._window(place, Window(*target.lines), limit)
        self._room -= len(found.text.encode())
        about = f"Lines {target.lines[0]} to {target.lines[1]}:\n" if target.lines else ""
        note = "\n[cut here: the file goes on; read the rest with readFile]" if found.cut else ""
        return f"{about}{fenced(found.text)}{note}"

    def _head(self, place: Place, limit: int) -> Excerpt:
        with self._workspace.open_file(place.path) as file:
            head = read_head(file.fd, limit)
        if head is None:
            raise _NotRead("it is not a text file")
        return head

    def _window(self, place: Place, window: Window, limit: int) -> Excerpt:
        with self._workspace.open_file(place.path) as file:
            reading = read_window(file.fd, window, limit, self._stop.check, place.path)
        return Excerpt(reading.content, reading.rest is not None)

    def _buffered(self, place: Place) -> str | None:
        if self._buffers is None or shown(place.path) != place.path:  # JSON could not carry the path
            return None
        return self._buffers.read(place.path)

    def _listing(self, place: Place) -> str:
        with self._workspace.open_folder(place.path) as (fd, _):
            names = sorted(_names(fd))
        most = self._limits.entries
        listed = head_of("\n".join(names[:most]), min(self._limits.each, self._room))
        self._room -= len(listed.text.encode())
        more = len(names) > most or listed.cut
        note = "\n[there are more entries; see exploreFiles]" if more else ""
        return f"A folder with these entries:\n{fenced(listed.text)}{note}"


def _target(uri: str) -> _Target:
    """The absolute path that a link names, and which lines of it."""
    spot = _LINES.search(uri)
    lines = None
    if spot is not None:
        uri = uri[: spot.start()]
        start = max(1, int(spot[1]))
        lines = (start, max(start, int(spot[2] or start)))
    if uri.startswith("/"):
        return _Target(uri, lines)
    scheme = _SCHEME.match(uri)
    if scheme is None:
        raise _NotRead("it is neither a file:// URI nor an absolute path")
    if scheme[1].lower() != "file":
        raise _NotRead(f"only files are read, and this is a link of the kind {one_line(scheme[1], 30)!r}")
    rest = re.split(r"[?#]", uri[scheme.end() :], maxsplit=1)[0]
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        if host.lower() not in ("", "localhost"):
            raise _NotRead("it is a file on another machine")
        rest = slash + path
    if not rest.startswith("/"):
        raise _NotRead("its path is not absolute")
    try:
        return _Target(os.fsdecode(unquote_to_bytes(rest)), lines)
    except UnicodeError:
        raise _NotRead("its path cannot be a path here") from None


def _kind(place: Place) -> int | None:
    """The mode of what is there, without opening it; None if nothing is."""
    try:
        fd = place.open(O_PATH)
    except FileNotFoundError:
        return None
    try:
        return os.fstat(fd).st_mode
    finally:
        os.close(fd)


def _lines_of(text: str, lines: tuple[int, int]) -> str:
    start, end = lines
    parts = text.split("\n", end)
    ended = len(parts) > end or (parts[-1] == "" and len(parts) > 1)
    if ended:
        parts.pop()
    if start > max(len(parts), 1):
        raise _NotRead("it does not have so many lines")
    return "\n".join(parts[start - 1 :]) + ("\n" if ended else "")


def _names(fd: int) -> Iterator[str]:
    with os.scandir(fd) as scan:
        for number, entry in enumerate(scan):
            if number >= _MOST_SCANNED:
                return
            yield one_line(shown(entry.name), 255) + ("/" if entry.is_dir(follow_symlinks=False) else "")
