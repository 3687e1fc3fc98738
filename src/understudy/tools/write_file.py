"""writeFile: create, replace or append to a text file."""

import hashlib
import os
from collections.abc import Callable, Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.current_content import CurrentContent, open_current
from understudy.tools.file_changes import (
    READ_FIRST_GUIDANCE,
    ChangeArgs,
    ChangeResult,
    announce_change,
    encode_text,
    require_expected_state,
    require_savable,
    save_content,
    start_change,
)
from understudy.tools.limits import MAX_OLD_FILE_HASH_BYTES
from understudy.tools.schema_types import PathArgument
from understudy.tools.tool import Call, Effects, Example, TitleArguments, Tool
from understudy.workspace import Stop, Workspace
from understudy.workspace.files import (
    UTF8,
    Encoding,
    WriteTarget,
    already_exists_error,
    binary_file_error,
    decode,
    detect_encoding,
    encode,
    hash_file,
    open_target,
    read_all,
    read_chunks,
    unified_diff,
)

__all__ = ["TOOL", "Args", "Result", "run"]


class Args(ChangeArgs, frozen=True, kw_only=True):
    path: PathArgument
    content: str
    mode: Annotated[
        Literal["create", "overwrite", "append"],
        Meta(description="create fails if the file exists; append adds at its end."),
    ] = "overwrite"
    create_directories: Annotated[bool, Meta(description="Whether to make missing parent folders.")] = False


class Result(ChangeResult, frozen=True, kw_only=True):
    bytes_written: Annotated[int, Meta(description="Bytes of content that were (or would be) written.")]


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    workspace.require_writable(args.path)
    new = encode_text(args.content, workspace.limits.max_write_size, "content")
    place = start_change(workspace, call, TOOL.name, args.path)
    with open_target(
        workspace,
        place,
        args.path,
        call.stop,
        create_folders=args.create_directories,
        dry_run=args.dry_run,
    ) as target:
        if args.mode == "create" and target.old_fd is not None:
            raise already_exists_error(args.path)
        with open_current(call, place, target.old_fd, args.path) as before:
            return _write(workspace, args, call, target, before, new)


def _write(
    workspace: Workspace, args: Args, call: Call, target: WriteTarget, before: CurrentContent, new: bytes
) -> Result:
    if args.mode == "create" and before.fd is not None:
        raise already_exists_error(args.path)
    old_hash = _old_hash(args, call, before)
    require_expected_state(args, call, old_hash, args.path)
    size = len(new)
    appended = args.mode == "append" and before.fd is not None
    if before.fd is not None and appended:
        before.require_exact(args.path)
        new = _encode_like(before.fd, args, call.stop)
        size = os.fstat(before.fd).st_size + len(new)
    if args.dry_run:
        require_savable(target, before, size)
    announce_change(workspace, call, target.place, before, new, appended=appended)
    hasher = hashlib.sha256()
    parts = _tee(_content_parts(before.fd if appended else None, new, call.stop), hasher.update)
    diff: str | UnsetType = UNSET
    if args.dry_run:
        diff = _diff(workspace, target, before, parts)
    else:
        call.stop.check()
        depends_on_old = args.mode == "append" or _has_expected_state(args, call)
        save_content(
            target, before, parts, size, exclusive=args.mode == "create", depends_on_old=depends_on_old
        )
    return Result(
        success=True,
        path=workspace.display_path(target.place),
        bytes_written=len(new),
        hash=hasher.hexdigest(),
        old_hash=UNSET if old_hash is None else old_hash,
        diff=diff,
    )


def _has_expected_state(args: Args, call: Call) -> bool:
    return args.expected_hash is not UNSET or call.expected_state is not None


def _old_hash(args: Args, call: Call, before: CurrentContent) -> str | None:
    if before.fd is None:
        return None
    if (
        args.dry_run
        or _has_expected_state(args, call)
        or os.fstat(before.fd).st_size <= MAX_OLD_FILE_HASH_BYTES
    ):
        return hash_file(before.fd, call.stop)
    return None


def _encode_like(old: int, args: Args, stop: Stop) -> bytes:
    """Encode the content to append in the file's own encoding."""
    encoding: Encoding | None = UTF8
    for part in read_chunks(old, stop.check):
        if not part.isascii() or b"\0" in part:  # ASCII is the same in every encoding
            encoding = detect_encoding(part, whole=len(part) == os.fstat(old).st_size)
            if encoding is None:
                raise binary_file_error(part, os.fstat(old).st_size, args.path)
            break
    return encode(args.content, encoding)[len(encoding.bom) :]


def _content_parts(old: int | None, new: bytes, stop: Stop) -> Iterator[bytes]:
    if old is not None:
        yield from read_chunks(old, stop.check)
    yield new


def _tee(parts: Iterator[bytes], listener: Callable[[bytes], None]) -> Iterator[bytes]:
    """Yield the parts, passing each to the listener first."""
    for part in parts:
        listener(part)
        yield part


def _diff(workspace: Workspace, target: WriteTarget, current: CurrentContent, parts: Iterator[bytes]) -> str:
    limit = workspace.limits.max_write_size
    path = workspace.display_path(target.place)
    old = b"" if current.fd is None else read_all(current.fd, limit)
    new: list[bytes] = []
    size = 0
    for part in parts:  # every part is consumed for the hash, and collected only up to the limit
        size += len(part)
        if size <= limit:
            new.append(part)
    before = None if old is None else decode(old)
    after = None if size > limit else decode(b"".join(new))
    if before is None or after is None:
        return f"Binary or very large files a/{path} and b/{path} differ\n"
    return unified_diff(before[0], after[0], path, workspace.limits.max_output_size)


def _format_title(arguments: TitleArguments) -> str:
    return f"{'Append to' if arguments.get('mode') == 'append' else 'Write'} {arguments.text('path')}"


TOOL = Tool(
    name="writeFile",
    title="Write a file",
    description=(
        "Writes a whole text file as UTF-8: mode overwrite (the default) creates or replaces it, create fails "
        "if it exists, append adds to its end. The file changes in one step or not at all. For a change inside "
        "an existing file use modifyFile. Set createDirectories to make missing folders, expectedHash to be "
        "sure that the file is still the one you read, dryRun to see the diff first."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="edit",
    format_title=_format_title,
    guidance=(READ_FIRST_GUIDANCE,),
    effects=Effects(read_only=False, destructive=True, idempotent=False),
    examples=(
        Example(
            "Create or replace a file, making its folders",
            {
                "path": "src/utils/helper.js",
                "content": "export const help = () => true;\n",
                "createDirectories": True,
            },
        ),
        Example("Add a line to a log", {"path": "logs/app.log", "content": "New entry\n", "mode": "append"}),
    ),
)
