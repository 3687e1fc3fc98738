"""writeFile: create, replace or extend a text file."""

import hashlib
import os
from collections.abc import Callable, Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.consent import require_consent
from understudy.tools.shapes import PathArgument
from understudy.tools.tool import Call, Effects, Example, Tool, ToolArgs, ToolResult
from understudy.workspace import InvalidArgument, TooLarge, Workspace
from understudy.workspace.diffing import unified_diff
from understudy.workspace.encoding import decode, detect, encode
from understudy.workspace.reading import binary_file, read_all
from understudy.workspace.saving import Target, already_exists, digest, open_target, require_hash

__all__ = ["TOOL", "Args", "Result", "run"]

HEAD = 1 << 16
CHUNK = 4 << 20

ExpectedHash = Annotated[
    str, Meta(description="hash that readFile gave; if the file has another one now, nothing is changed.")
]
DryRun = Annotated[bool, Meta(description="Change nothing; only show the change as a unified diff.")]


class Args(ToolArgs, frozen=True):
    path: PathArgument
    content: str
    mode: Annotated[
        Literal["create", "overwrite", "append"],
        Meta(description="create fails if the file exists; append adds at its end."),
    ] = "overwrite"
    create_directories: Annotated[bool, Meta(description="Whether to make missing parent folders.")] = False
    expected_hash: ExpectedHash | UnsetType = UNSET
    dry_run: DryRun = False


class Result(ToolResult, frozen=True):
    success: bool
    path: str
    bytes_written: Annotated[int, Meta(description="Bytes of content that were (or would be) written.")]
    hash: Annotated[str, Meta(description="SHA-256 of the file after the change.")]
    diff: str | UnsetType = UNSET


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    call.stop.within(workspace.limits.max_execution_time / 1000)
    workspace.require_writable(args.path)
    new = check_text(args.content, workspace.limits.max_write_size, "content")
    require_consent(workspace, call, TOOL.name, workspace.locate(args.path))
    with open_target(workspace, args.path, create_folders=args.create_directories) as target:
        if args.mode == "create" and target.old is not None:
            raise already_exists(args.path)
        if args.expected_hash is not UNSET:
            require_hash(None if target.old is None else digest(target.old), args.expected_hash, args.path)
        if args.mode == "append" and target.old is not None:
            new = _in_encoding_of(target.old, args)
        hasher = hashlib.sha256()
        parts = _told(_content(target, args, new), hasher.update)
        diff: str | UnsetType = UNSET
        if args.dry_run:
            diff = _diff(workspace, target, b"".join(parts))
        else:
            call.stop.check()
            target.save(parts, exclusive=args.mode == "create")
        return Result(
            success=True,
            path=workspace.show(target.place),
            bytes_written=len(new),
            hash=hasher.hexdigest(),
            diff=diff,
        )


def check_text(text: str, limit: int, argument: str) -> bytes:
    """The text as UTF-8; refuses what is too long or no valid text."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            f"{argument} has half of a surrogate pair, which is no character. Send valid Unicode.",
            "not_encodable",
        ) from None
    if len(data) > limit:
        raise TooLarge(
            f"{argument} has {len(data)} bytes; at most {limit} can be written at once. "
            "Write the first part, then append the rest.",
            "too_large",
            limit=limit,
        )
    return data


def _in_encoding_of(old: int, args: Args) -> bytes:
    """What to append, in the encoding that the file has, so that it stays one text."""
    size = os.fstat(old).st_size
    head = os.pread(old, HEAD, 0)
    encoding = detect(head, whole=size <= HEAD)
    if encoding is None:
        raise binary_file(head, size, args.path)
    return encode(args.content, encoding)[len(encoding.bom) :]


def _content(target: Target, args: Args, new: bytes) -> Iterator[bytes]:
    if args.mode == "append" and target.old is not None:
        offset = 0
        while data := os.pread(target.old, CHUNK, offset):
            yield data
            offset += len(data)
    yield new


def _told(parts: Iterator[bytes], listener: Callable[[bytes], None]) -> Iterator[bytes]:
    """The parts, each told to the listener on its way."""
    for part in parts:
        listener(part)
        yield part


def _diff(workspace: Workspace, target: Target, data: bytes) -> str:
    limit = workspace.limits.max_write_size
    old = b"" if target.old is None else read_all(target.old, limit)
    before = None if old is None else decode(old)
    after = decode(data)
    path = workspace.show(target.place)
    if before is None or after is None:
        return f"Binary or very large files a/{path} and b/{path} differ\n"
    return unified_diff(before[0], after[0], path, workspace.limits.max_output_size)


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
