"""exploreFiles: list the entries of a folder or a tree."""

import os
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.limits import PROGRESS_INTERVAL_FOLDERS
from understudy.tools.schema_types import (
    Cursor,
    ExcludePatterns,
    FileMetadata,
    IncludePatterns,
    PathArgument,
    RespectGitignore,
    build_filter,
    build_metadata,
    decode_cursor,
    encode_cursor,
)
from understudy.tools.tool import (
    Call,
    Effects,
    Example,
    ResultPart,
    TextBlock,
    TextLine,
    Tool,
    ToolArgs,
    ToolResult,
)
from understudy.workspace import Place, Workspace
from understudy.workspace.paths import EntryKind, FolderEntries, Walk, WalkFilter

__all__ = ["TOOL", "Args", "Entry", "Result", "run"]


class Args(ToolArgs, frozen=True):
    path: PathArgument
    recursive: Annotated[bool, Meta(description="Whether to look into subfolders too.")] = False
    exclude_patterns: ExcludePatterns | UnsetType = UNSET
    max_depth: Annotated[int, Meta(ge=1, le=10_000, description="How deep to go when recursive.")] = 3
    return_metadata: Annotated[bool, Meta(description="Whether to add size and time of each entry.")] = False
    include_patterns: IncludePatterns | UnsetType = UNSET
    respect_gitignore: RespectGitignore = False
    cursor: Cursor | UnsetType = UNSET


class Entry(ToolResult, frozen=True):
    path: Annotated[str, Meta(description="Can be passed straight back to any tool.")]
    is_directory: bool
    metadata: FileMetadata | UnsetType = UNSET


class Result(ToolResult, frozen=True):
    files: list[Entry]
    is_truncated: Annotated[bool, Meta(description="Whether there are more entries than were returned.")]
    total_found: Annotated[int, Meta(description="How many entries there are, returned or not.")]
    next_cursor: str | UnsetType = UNSET


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    call.stop.shorten_deadline(workspace.limits.max_execution_time / 1000)
    with workspace.open_folder(args.path) as (_, start):
        pass
    filters = build_filter(
        workspace,
        recursive=args.recursive,
        exclude=args.exclude_patterns,
        include=args.include_patterns,
        gitignore=args.respect_gitignore,
    )
    page = _EntryPage(workspace, args, start, filters)
    depth = args.max_depth if args.recursive else 1
    walk = Walk(start, filters, max_depth=depth, check=call.stop.check)
    for number, batch in enumerate(walk, 1):
        page.add_batch(batch)
        walk.count_only = page.has_more
        if number % PROGRESS_INTERVAL_FOLDERS == 0:
            call.on_progress(page.total, None, f"{page.total} entries so far")
    return Result(
        files=page.entries,
        is_truncated=page.has_more,
        total_found=page.total,
        next_cursor=encode_cursor(args, tuple(map(os.fsencode, page.last_position)))
        if page.has_more
        else UNSET,
    )


class _EntryPage:
    """Collects the entries of one page and counts all entries."""

    def __init__(self, workspace: Workspace, args: Args, start: Place, filters: WalkFilter) -> None:
        self.entries: list[Entry] = []
        self.total = 0
        self.has_more = False
        self.last_position: tuple[str, str] = ("", "")
        self._workspace = workspace
        self._start = start
        self._with_metadata = args.return_metadata
        self._include = filters.include
        self._max_entries = workspace.limits.max_directory_entries
        self._after = (
            None
            if args.cursor is UNSET
            else _decode_position(*decode_cursor(args, args.cursor, tuple[bytes, bytes]))
        )

    def add_batch(self, batch: FolderEntries) -> None:
        entries = batch.entries
        if self._include is not None:
            entries = [entry for entry in entries if self._is_included(batch, *entry)]
        self.total += len(entries) + batch.other_count
        if self.has_more:
            return
        if self._after is not None:
            folder, name = self._after
            here, there = _path_components(batch.folder), _path_components(folder)
            if here < there:
                return
            if here == there:
                entries = [entry for entry in entries if entry[0] > name]
            else:
                self._after = None
        for name, kind in entries:
            if len(self.entries) >= self._max_entries:
                self.has_more = True
                return
            self.entries.append(self._build_entry(batch, name, kind))
            self.last_position = (batch.folder, name)

    def _is_included(self, batch: FolderEntries, name: str, kind: EntryKind) -> bool:
        """With include patterns, every folder is walked, but only matching folders are listed."""
        if kind is not EntryKind.FOLDER or self._include is None:
            return True
        rooted = batch.relative_path(name)
        base = self._start.relative
        return self._include.matches(name, rooted if base == "." else rooted[len(base) + 1 :], rooted, True)

    def _build_entry(self, batch: FolderEntries, name: str, kind: EntryKind) -> Entry:
        place = Place(self._start.root, batch.relative_path(name))
        target = self._workspace.stat_link_target(place) if kind is EntryKind.LINK else None
        details: FileMetadata | UnsetType = UNSET
        if target is not None:
            details = build_metadata(place.path, target)
        elif self._with_metadata:
            try:
                details = build_metadata(place.path, os.stat(name, dir_fd=batch.fd, follow_symlinks=False))
            except OSError:  # it was removed after it was listed
                details = UNSET
        return Entry(
            path=self._workspace.display_path(place),
            is_directory=kind is EntryKind.FOLDER or (details is not UNSET and details.is_directory),
            metadata=details if self._with_metadata else UNSET,
        )


def _decode_position(folder: bytes, name: bytes) -> tuple[str, str]:
    return os.fsdecode(folder), os.fsdecode(name)


def _path_components(folder: str) -> tuple[str, ...]:
    return tuple(folder.split("/")) if folder else ()


def _format_result(result: Result) -> tuple[ResultPart, ...]:
    names = [f"{entry.path}{'/' if entry.is_directory else ''}" for entry in result.files]
    return TextLine(f"{result.total_found} entries"), TextBlock("\n".join(names))


TOOL = Tool(
    name="exploreFiles",
    title="Explore files",
    description=(
        "Lists files and folders in a folder, or in the whole tree below it with recursive. Start here to "
        "learn how a project is laid out. Recursive listings leave out dependencies and build output "
        "(see getWorkspaceInfo) unless excludePatterns says otherwise. If isTruncated is true, pass "
        "nextCursor back as cursor, or narrow path, maxDepth or includePatterns."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="read",
    pending_title="List files",
    format_title=lambda arguments: f"List {arguments.text('path')}",
    format_result=_format_result,
    effects=Effects(read_only=True, idempotent=True),
    examples=(
        Example("List the src folder", {"path": "src"}),
        Example("See the project's layout, three levels deep", {"path": ".", "recursive": True}),
        Example(
            "Find every Python file, as git sees the project",
            {
                "path": ".",
                "recursive": True,
                "maxDepth": 20,
                "includePatterns": ["*.py"],
                "respectGitignore": True,
            },
        ),
    ),
)
