"""readFile: return the content of a text file, whole or a range of lines."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from understudy.tools.current_content import open_current
from understudy.tools.schema_types import (
    Cursor,
    FileMetadata,
    LineNumber,
    PathArgument,
    build_metadata,
    decode_cursor,
    encode_cursor,
)
from understudy.tools.tool import (
    Call,
    Effects,
    Example,
    TextBlock,
    TitleArguments,
    Tool,
    ToolArgs,
    ToolResult,
)
from understudy.workspace import InvalidArgument, Workspace
from understudy.workspace.files import LineWindow, read_window, require_hash
from understudy.workspace.paths import raise_for_os_error

__all__ = ["TOOL", "Args", "Result", "run"]


Skip = Annotated[int, Meta(ge=0)]


class Args(ToolArgs, frozen=True):
    path: PathArgument
    start_line: Annotated[LineNumber, Meta(description="First line wanted, counted from 1.")] | UnsetType = (
        UNSET
    )
    end_line: Annotated[LineNumber, Meta(description="Last line wanted, included.")] | UnsetType = UNSET
    cursor: Cursor | UnsetType = UNSET


class Result(ToolResult, frozen=True):
    content: str
    metadata: FileMetadata
    is_truncated: Annotated[bool, Meta(description="Whether more was wanted than fits; then see nextCursor.")]
    total_lines: Annotated[int, Meta(description="How many lines the file has.")]
    returned_lines: Annotated[int, Meta(description="How many lines content has.")]
    hash: Annotated[str, Meta(description="SHA-256 of the whole file, for expectedHash of a later change.")]
    encoding: Annotated[str, Meta(description="How the file is encoded; modifyFile and append keep it.")]
    next_cursor: str | UnsetType = UNSET


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    call.stop.shorten_deadline(workspace.limits.max_execution_time / 1000)
    start = 1 if args.start_line is UNSET else args.start_line
    end = None if args.end_line is UNSET else args.end_line
    if end is not None and end < start:
        raise InvalidArgument(f"endLine {end} is before startLine {start}.", "line_out_of_range")
    window, expected_hash = LineWindow(start, end), None
    if args.cursor is not UNSET:
        line, skip, expected_hash = decode_cursor(args, args.cursor, tuple[LineNumber, Skip, str])
        window = LineWindow(line, end, skip)
    with _open(workspace, args.path, call) as (fd, metadata):
        reading = read_window(fd, window, workspace.limits.max_file_size, call.stop.check, args.path)
    if expected_hash is not None:
        require_hash(reading.hash, expected_hash, args.path)
    remaining = reading.remaining
    return Result(
        content=reading.content,
        metadata=metadata,
        is_truncated=remaining is not None,
        total_lines=reading.total_lines,
        returned_lines=reading.returned_lines,
        hash=reading.hash,
        encoding=reading.encoding.name,
        next_cursor=UNSET
        if remaining is None
        else encode_cursor(args, (remaining.start, remaining.skip_chars, reading.hash)),
    )


@contextmanager
def _open(workspace: Workspace, path: str, call: Call) -> Generator[tuple[int, FileMetadata]]:
    """Open the current content, which is the editor's text if it has one; yield it with the file's metadata."""
    if call.buffers is None or not call.buffers.can_read:
        with workspace.open_file(path) as file:
            yield file.fd, build_metadata(file.place.path, file.status)
        return
    place = workspace.resolve(path)
    disk: int | None = None
    try:
        disk = workspace.open_regular(place, path)
    except FileNotFoundError as error:
        if path.endswith(("/", "/.")):  # written as a folder, so no editor has a text for it
            raise_for_os_error(error, path)
    except OSError as error:
        raise_for_os_error(error, path)
    try:
        with open_current(call, place, disk, path) as now:
            if now.fd is None:
                raise_for_os_error(FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), path)
            metadata = build_metadata(place.path, os.fstat(now.fd if disk is None else disk))
            yield now.fd, msgspec.structs.replace(metadata, size=os.fstat(now.fd).st_size)
    finally:
        if disk is not None:
            os.close(disk)


def _format_title(arguments: TitleArguments) -> str:
    title = f"Read {arguments.text('path')}"
    first, last = arguments.get("startLine"), arguments.get("endLine")
    if first is None and last is None:
        return title
    return f"{title} ({arguments.quote(first or 1)}–{arguments.quote(last or 'end')})"


TOOL = Tool(
    name="readFile",
    title="Read a file",
    description=(
        "Reads a text file, whole or a range of lines (1-based, both ends included). Always read a file "
        "before changing it. A large file comes truncated at a line's end with isTruncated true and the true "
        "totalLines: ask for a line range, or pass nextCursor back as cursor. Keep hash and send it as "
        "expectedHash with a change, so that nobody else's edit is overwritten."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="read",
    format_title=_format_title,
    format_result=lambda result: (TextBlock(result.content),),
    effects=Effects(read_only=True, idempotent=True),
    examples=(
        Example("Read a whole file", {"path": "src/app.js"}),
        Example("Read lines 10 to 20", {"path": "src/app.js", "startLine": 10, "endLine": 20}),
    ),
)
