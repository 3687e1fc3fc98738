"""Parts of arguments and results that several tools share."""

import os
import stat
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.tool import ToolResult
from understudy.workspace import Workspace
from understudy.workspace.paths.filename_text import escape_filename
from understudy.workspace.paths.globs import compile_globs
from understudy.workspace.paths.walk import WalkFilter

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
    """What is known of the file at the absolute `path`."""
    try:
        moment = datetime.fromtimestamp(status.st_mtime, UTC)
    except (OverflowError, ValueError):  # a clock that ran wild; the file is fine
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
    """The walk's filter; the workspace's own exclusions hold for recursive calls that name none."""
    default: Sequence[str] = workspace.exclusions if recursive else ()
    excluded = default if exclude is UNSET else exclude
    return WalkFilter(
        compile_globs(excluded, "excludePatterns") if excluded else None,
        compile_globs(include, "includePatterns", exclude=False) if include else None,
        gitignore,
    )
