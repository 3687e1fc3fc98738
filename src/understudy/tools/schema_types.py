"""Types of arguments and results that several tools share, and cursors.

A cursor is the position where a page ended, as an opaque text that is valid only for the call that it
continues.
"""

import base64
import binascii
import hashlib
import os
import stat
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from understudy.tools.tool import ToolArgs, ToolResult
from understudy.workspace import InvalidArgument, Workspace, escape_filename
from understudy.workspace.paths import WalkFilter, compile_globs

__all__ = [
    "Cursor",
    "ExcludePatterns",
    "FileMetadata",
    "IncludePatterns",
    "LineNumber",
    "PathArgument",
    "RespectGitignore",
    "build_filter",
    "build_metadata",
    "decode_cursor",
    "encode_cursor",
]

PathArgument = Annotated[
    str, Meta(description="Path relative to the primary root, or an absolute path inside any root.")
]
LineNumber = Annotated[int, Meta(ge=1, le=2**53)]
Cursor = Annotated[
    str,
    Meta(description="nextCursor of an earlier answer, to get the next page; all other arguments unchanged."),
]
ExcludePatterns = Annotated[
    list[str],
    Meta(
        description="Glob patterns to leave out, such as '*.lock' (a name at any depth), '**/tmp/**' (a folder "
        "anywhere below path) or 'docs/**' (a path from the root). Replaces the default exclusions, so repeat "
        "those you still want; [] excludes nothing."
    ),
]
IncludePatterns = Annotated[
    list[str],
    Meta(description="Glob patterns of the only files wanted, for example ['*.py', 'src/**/*.ts']."),
]
RespectGitignore = Annotated[bool, Meta(description="Leave out what .gitignore files exclude.")]


class FileMetadata(ToolResult, frozen=True):
    path: Annotated[str, Meta(description="Absolute path.")]
    size: Annotated[int, Meta(description="Size in bytes.")]
    is_directory: bool
    last_modified: Annotated[str, Meta(description="ISO 8601 time of the last change, UTC.")]


def build_metadata(path: str, status: os.stat_result) -> FileMetadata:
    """The metadata of the file at the absolute `path`."""
    try:
        moment = datetime.fromtimestamp(status.st_mtime, UTC)
    except (OverflowError, ValueError):  # an impossible timestamp; the file is usable
        moment = datetime.fromtimestamp(0, UTC)
    return FileMetadata(
        path=escape_filename(path),
        size=status.st_size,
        is_directory=stat.S_ISDIR(status.st_mode),
        last_modified=moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )


def build_filter(
    workspace: Workspace,
    *,
    recursive: bool,
    exclude: list[str] | UnsetType,
    include: list[str] | UnsetType,
    gitignore: bool,
) -> WalkFilter:
    """The filter of a walk; recursive calls without patterns use the default exclusions of the workspace."""
    default: Sequence[str] = workspace.exclusions if recursive else ()
    excluded = default if exclude is UNSET else exclude
    return WalkFilter(
        compile_globs(excluded, "excludePatterns") if excluded else None,
        compile_globs(include, "includePatterns", exclude=False) if include else None,
        gitignore,
    )


T = TypeVar("T")


def encode_cursor(args: ToolArgs, position: Any) -> str:
    """Encode `position` in the answer to `args`. Paths are passed as bytes, because not every name is text."""
    data = msgspec.msgpack.encode([_fingerprint(args), position])
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode_cursor(args: ToolArgs, cursor: str, kind: type[T]) -> T:
    """Decode a cursor that `encode_cursor` made for the same arguments."""
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        fingerprint, position = msgspec.msgpack.decode(data, type=tuple[bytes, msgspec.Raw])
        value = msgspec.msgpack.decode(position, type=kind)
    except (binascii.Error, ValueError, msgspec.DecodeError):
        raise InvalidArgument(
            "The cursor is not one that this tool handed out.",
            "bad_cursor",
            advice="Repeat the call without it.",
        ) from None
    if fingerprint != _fingerprint(args):
        raise InvalidArgument(
            "The cursor belongs to a call with other arguments.",
            "bad_cursor",
            advice="Repeat them all unchanged, or drop the cursor.",
        )
    return value


def _fingerprint(args: ToolArgs) -> bytes:
    """A hash of every argument except the cursor; none may change between two pages."""
    plain: dict[str, Any] = msgspec.to_builtins(args)
    plain.pop("cursor", None)
    text = repr(sorted(plain.items()))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8]
