"""What the links in a user's message lead to, read once when the message arrives.

Owns which links are read (files and folders in scope, nothing else) and how much of them. Every link gets one
text, in order: its content in a fence, or a note that says why it was not read. An image comes beside its text. A
turn runs it in a worker thread.
"""

import base64
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.chat.excerpt import Excerpt, head_of, read_bytes, read_head
from understudy.chat.markdown import fenced
from understudy.chat.pictures import LARGEST_IMAGE, image_kind
from understudy.chat.targets import NoTarget, Target, target_of
from understudy.chat.wording import one_line, why_not
from understudy.schema.acp import ContentBlock, ImageContent, ResourceLink, ToolCallLocation
from understudy.tools.current import require_in_place
from understudy.tools.editor import Buffers
from understudy.workspace import Place, Stop, Workspace, WorkspaceError
from understudy.workspace.names import shown
from understudy.workspace.reading import Window, read_window
from understudy.workspace.scope import O_PATH

__all__ = ["LinkLimits", "Resolved", "resolve"]

_MOST_SCANNED: Final = 10_000


@dataclass(frozen=True, slots=True)
class LinkLimits:
    each: int = 256 << 10
    """Bytes of text of one link."""
    together: int = 1 << 20
    images: int = 2 * LARGEST_IMAGE
    """Bytes of all images together."""
    links: int = 100
    entries: int = 100
    """Entries of a folder that are listed."""
    seconds: float = 10.0
    """For all links of a message."""


@dataclass(frozen=True, slots=True)
class Resolved:
    attached: list[str]
    """One text for each link block, in their order."""
    images: list[ImageContent]
    """Those that some of them lead to, in their order, each with the URI of its link."""
    troubles: list[str]
    """What was not read, a sentence each."""
    locations: list[ToolCallLocation]
    """What was."""


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
        self.resolved = Resolved([], [], [], [])
        self._workspace = workspace
        self._buffers = buffers if buffers is not None and buffers.can_read else None
        self._limits = limits
        self._room = limits.together
        self._image_room = limits.images
        self._stop = stop
        stop.within(limits.seconds)

    def take(self, uri: str) -> None:
        try:
            if len(self.resolved.attached) >= self._limits.links:
                raise _NotRead(f"only the first {self._limits.links} links of a message are read")
            text = self._attached(target_of(uri), uri)
        except (_NotRead, NoTarget) as refusal:
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

    def _attached(self, target: Target, uri: str) -> str:
        self._stop.check()
        place = self._workspace.locate(target.path)
        if self._room <= 0:
            raise _NotRead("the links of this message hold too much text together")
        kind = _kind(place)
        if kind is not None and stat.S_ISDIR(kind):
            text = self._listing(place)
        elif kind is not None and self._picture(place, uri):
            text = "An image, which follows:"
        else:
            text = self._text(place, target, exists=kind is not None)
        line = target.lines[0] if target.lines else None
        self.resolved.locations.append(ToolCallLocation(path=shown(place.path), line=line))
        return text

    def _picture(self, place: Place, uri: str) -> bool:
        """Whether it is an image; then it is taken."""
        with self._workspace.open_file(place.path) as file:
            kind = image_kind(os.pread(file.fd, 12, 0))
            if kind is None:
                return False
            data = read_bytes(file.fd, LARGEST_IMAGE + 1)
        if len(data) > LARGEST_IMAGE:
            raise _NotRead(f"it is an image of more than {LARGEST_IMAGE >> 20} MiB")
        if len(data) > self._image_room:
            raise _NotRead("the images of this message are too large together")
        self._image_room -= len(data)
        encoded = base64.b64encode(data).decode()
        self.resolved.images.append(ImageContent(data=encoded, mime_type=kind, uri=uri))
        return True

    def _text(self, place: Place, target: Target, exists: bool) -> str:
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
        text = self._buffers.read(place.path)
        # It took its time: what it read through a path that was swapped meanwhile is not passed on.
        require_in_place(place, place.path)
        return text

    def _listing(self, place: Place) -> str:
        with self._workspace.open_folder(place.path) as (fd, _):
            names = sorted(_names(fd))
        most = self._limits.entries
        listed = head_of("\n".join(names[:most]), min(self._limits.each, self._room))
        self._room -= len(listed.text.encode())
        more = len(names) > most or listed.cut
        note = "\n[there are more entries; see exploreFiles]" if more else ""
        return f"A folder with these entries:\n{fenced(listed.text)}{note}"


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
