"""The links in a user's message: parsing them, and reading their targets once, when the message arrives.

Owns which links are read (files and folders in the workspace, nothing else) and how much of each. Every link
gets one text, in order: its content in a fence, or a note that says why it was not read. An image is returned
beside its text. Parsing a link does not check whether its path is in the workspace. A turn runs `resolve_links`
in a worker thread.
"""

import base64
import contextlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

from understudy.chat.limits import MAX_FOLDER_ENTRIES_SCANNED, MAX_IMAGE_BYTES
from understudy.chat.text import (
    Excerpt,
    detect_image_type,
    fenced_block,
    one_line,
    read_bytes,
    read_text_head,
    truncate_to_bytes,
    unreadable_reason,
)
from understudy.schema.acp import (
    ContentBlock,
    EmbeddedResource,
    EmbeddedResourceResource,
    ImageContent,
    ResourceLink,
    ToolCallLocation,
)
from understudy.tools import EditorBuffers, require_unmoved
from understudy.workspace import Place, Stop, Workspace, WorkspaceError, escape_filename
from understudy.workspace.files import LineWindow, read_window
from understudy.workspace.paths import O_PATH

__all__ = [
    "LinkLimits",
    "LinkTarget",
    "NotALocalFile",
    "ResolvedLinks",
    "link_targets",
    "parse_link",
    "resolve_links",
]

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LINE_FRAGMENT: Final = re.compile(r"#L([0-9]{1,9})(?:C[0-9]+)?(?:[-:]L?([0-9]{1,9})(?:C[0-9]+)?)?$")


class NotALocalFile(Exception):
    """A link that names no file of this machine. The message is a clause that says why."""


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The target of a link: an absolute path, and a range of lines."""

    path: str
    lines: tuple[int, int] | None = None


def link_targets(blocks: Sequence[ContentBlock]) -> list[LinkTarget]:
    """The files that the message links to or embeds, in order; other links are skipped."""
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
    """Parse a file:// URI or an absolute path. Raises NotALocalFile for anything else."""
    fragment = _LINE_FRAGMENT.search(uri)
    lines = None
    if fragment is not None:
        uri = uri[: fragment.start()]
        start = max(1, int(fragment[1]))
        lines = (start, max(start, int(fragment[2] or start)))
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


@dataclass(frozen=True, slots=True)
class LinkLimits:
    max_link_bytes: int = 256 << 10
    """Bytes of the text of one link."""
    max_total_bytes: int = 1 << 20
    max_image_bytes: int = 2 * MAX_IMAGE_BYTES
    """Bytes of all images of a message together."""
    max_links: int = 100
    max_folder_entries: int = 100
    """Listed entries of a folder."""
    timeout_s: float = 10.0
    """Seconds for all links of a message."""


@dataclass(frozen=True, slots=True)
class ResolvedLinks:
    texts: list[str]
    """One text for each link block, in their order."""
    images: list[ImageContent]
    """The images among the targets, in order, each with the URI of its link."""
    warnings: list[str]
    """A sentence for each link that was not read."""
    locations: list[ToolCallLocation]
    """The locations that were read."""


class _LinkNotRead(Exception):
    """A link that is not read. The message is a clause that says why."""


def resolve_links(
    blocks: Sequence[ContentBlock],
    workspace: Workspace,
    buffers: EditorBuffers | None,
    *,
    limits: LinkLimits | None = None,
    stop: Stop | None = None,
) -> ResolvedLinks:
    """Read the targets of the links among `blocks`. An unreadable link becomes a note and a warning."""
    reader = _LinkReader(workspace, buffers, limits or LinkLimits(), stop or Stop())
    for block in blocks:
        if isinstance(block, ResourceLink):
            reader.read_link(block.uri)
    return reader.result


class _LinkReader:
    def __init__(
        self, workspace: Workspace, buffers: EditorBuffers | None, limits: LinkLimits, stop: Stop
    ) -> None:
        self.result = ResolvedLinks([], [], [], [])
        self._workspace = workspace
        self._buffers = buffers if buffers is not None and buffers.can_read else None
        self._limits = limits
        self._remaining_bytes = limits.max_total_bytes
        self._remaining_image_bytes = limits.max_image_bytes
        self._stop = stop
        stop.shorten_deadline(limits.timeout_s)

    def read_link(self, uri: str) -> None:
        try:
            if len(self.result.texts) >= self._limits.max_links:
                raise _LinkNotRead(f"only the first {self._limits.max_links} links of a message are read")
            text = self._read_target(parse_link(uri), uri)
        except (_LinkNotRead, NotALocalFile) as error:
            reason = str(error)
        except WorkspaceError as error:
            reason = unreadable_reason(error)
        except OSError:
            reason = "the operating system refused"
        else:
            self.result.texts.append(text)
            return
        self.result.texts.append(f"[Not read: {reason}.]")
        self.result.warnings.append(f"{one_line(uri, 200)} was not read: {reason}.")

    def _read_target(self, target: LinkTarget, uri: str) -> str:
        self._stop.check()
        place = self._workspace.resolve(target.path)
        if self._remaining_bytes <= 0:
            raise _LinkNotRead("the links of this message hold too much text together")
        mode = _file_mode(place)
        if mode is not None and stat.S_ISDIR(mode):
            text = self._list_folder(place)
        elif mode is not None and self._read_image(place, uri):
            text = "An image, which follows:"
        else:
            text = self._read_text(place, target, exists=mode is not None)
        line = target.lines[0] if target.lines else None
        self.result.locations.append(ToolCallLocation(path=escape_filename(place.path), line=line))
        return text

    def _read_image(self, place: Place, uri: str) -> bool:
        """Add the image to the result; return False if the file is not an image."""
        with self._workspace.open_file(place.path) as file:
            mime_type = detect_image_type(os.pread(file.fd, 12, 0))
            if mime_type is None:
                return False
            data = read_bytes(file.fd, MAX_IMAGE_BYTES + 1)
        if len(data) > MAX_IMAGE_BYTES:
            raise _LinkNotRead(f"it is an image of more than {MAX_IMAGE_BYTES >> 20} MiB")
        if len(data) > self._remaining_image_bytes:
            raise _LinkNotRead("the images of this message are too large together")
        self._remaining_image_bytes -= len(data)
        encoded = base64.b64encode(data).decode()
        self.result.images.append(ImageContent(data=encoded, mime_type=mime_type, uri=uri))
        return True

    def _read_text(self, place: Place, target: LinkTarget, exists: bool) -> str:
        limit = min(self._limits.max_link_bytes, self._remaining_bytes)
        # The file on disk first: it must be text, whatever the editor returns for it.
        head = self._read_head(place, limit) if exists else None
        text = self._read_buffer(place)
        if text is not None:
            excerpt = truncate_to_bytes(_select_lines(text, target.lines) if target.lines else text, limit)
        elif head is None:
            raise _LinkNotRead("it does not exist")
        elif target.lines is None:
            excerpt = head
        else:
            excerpt = self._read_lines(place, LineWindow(*target.lines), limit)
        self._remaining_bytes -= len(excerpt.text.encode())
        heading = f"Lines {target.lines[0]} to {target.lines[1]}:\n" if target.lines else ""
        note = "\n[cut here: the file goes on; read the rest with readFile]" if excerpt.truncated else ""
        return f"{heading}{fenced_block(excerpt.text)}{note}"

    def _read_head(self, place: Place, max_bytes: int) -> Excerpt:
        with self._workspace.open_file(place.path) as file:
            head = read_text_head(file.fd, max_bytes)
        if head is None:
            raise _LinkNotRead("it is not a text file")
        return head

    def _read_lines(self, place: Place, window: LineWindow, max_bytes: int) -> Excerpt:
        with self._workspace.open_file(place.path) as file:
            reading = read_window(file.fd, window, max_bytes, self._stop.check, place.path)
        return Excerpt(reading.content, reading.remaining is not None)

    def _read_buffer(self, place: Place) -> str | None:
        # JSON cannot carry a path that needs escaping.
        if self._buffers is None or escape_filename(place.path) != place.path:
            return None
        text = self._buffers.read(place.path)
        # The path may have been replaced while the editor read it; then its text is not used.
        require_unmoved(place, place.path)
        return text

    def _list_folder(self, place: Place) -> str:
        with self._workspace.open_folder(place.path) as (fd, _):
            names = sorted(_entry_names(fd))
        max_entries = self._limits.max_folder_entries
        listed = truncate_to_bytes(
            "\n".join(names[:max_entries]), min(self._limits.max_link_bytes, self._remaining_bytes)
        )
        self._remaining_bytes -= len(listed.text.encode())
        has_more = len(names) > max_entries or listed.truncated
        note = "\n[there are more entries; see exploreFiles]" if has_more else ""
        return f"A folder with these entries:\n{fenced_block(listed.text)}{note}"


def _file_mode(place: Place) -> int | None:
    """The file mode, without opening the file for reading; None if it does not exist."""
    try:
        fd = place.open(O_PATH)
    except FileNotFoundError:
        return None
    try:
        return os.fstat(fd).st_mode
    finally:
        os.close(fd)


def _select_lines(text: str, lines: tuple[int, int]) -> str:
    start, end = lines
    parts = text.split("\n", end)
    ended = len(parts) > end or (parts[-1] == "" and len(parts) > 1)
    if ended:
        parts.pop()
    if start > max(len(parts), 1):
        raise _LinkNotRead("it does not have so many lines")
    return "\n".join(parts[start - 1 :]) + ("\n" if ended else "")


def _entry_names(fd: int) -> Iterator[str]:
    with os.scandir(fd) as scan:
        for number, entry in enumerate(scan):
            if number >= MAX_FOLDER_ENTRIES_SCANNED:
                return
            yield one_line(escape_filename(entry.name), 255) + (
                "/" if entry.is_dir(follow_symlinks=False) else ""
            )
