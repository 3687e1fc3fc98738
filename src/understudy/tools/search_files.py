"""searchFiles: find a text or a pattern in files."""

import os
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.limits import MAX_CONTEXT_LINES, MAX_SKIPPED_FILES
from understudy.tools.schema_types import (
    Cursor,
    ExcludePatterns,
    IncludePatterns,
    PathArgument,
    RespectGitignore,
    build_filter,
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
from understudy.workspace import Workspace
from understudy.workspace.patterns import compile_search
from understudy.workspace.search import SearchQuery, search

__all__ = ["TOOL", "Args", "Match", "Result", "run"]


class Args(ToolArgs, frozen=True):
    paths: Annotated[list[PathArgument], Meta(min_length=1, max_length=100, description="Files and folders.")]
    query: str
    type: Annotated[
        Literal["regex", "literal"],
        Meta(description="regex is JavaScript's syntax, matched line by line; literal is plain text."),
    ]
    recursive: Annotated[bool, Meta(description="Whether to search in subfolders too.")] = False
    exclude_patterns: ExcludePatterns | UnsetType = UNSET
    context_lines: Annotated[
        int, Meta(ge=0, le=MAX_CONTEXT_LINES, description="Lines to show before and after each match.")
    ] = 0
    include_patterns: IncludePatterns | UnsetType = UNSET
    respect_gitignore: RespectGitignore = False
    case_sensitive: bool = True
    cursor: Cursor | UnsetType = UNSET


class Match(ToolResult, frozen=True):
    path: Annotated[str, Meta(description="Can be passed straight back to any tool.")]
    line: Annotated[int, Meta(description="Line number, counted from 1.")]
    match_text: Annotated[str, Meta(description="The text that matched.")]
    context_before: list[str]
    context_after: list[str]
    column: Annotated[int, Meta(description="Where in the line the match begins, counted from 1.")]
    line_text: Annotated[str, Meta(description="The whole line, or the part of a very long one.")]


class Result(ToolResult, frozen=True):
    matches: list[Match]
    is_truncated: Annotated[bool, Meta(description="Whether there are more matches than were returned.")]
    total_matches: Annotated[int, Meta(description="How many matches there are, returned or not.")]
    next_cursor: str | UnsetType = UNSET
    skipped_files: (
        Annotated[
            list[str], Meta(description="Files with lines too long to try this pattern on; absent if none.")
        ]
        | UnsetType
    ) = UNSET


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    call.stop.shorten_deadline(workspace.limits.max_execution_time / 1000)
    query = SearchQuery(
        paths=args.paths,
        pattern=compile_search(args.query, args.type, case_sensitive=args.case_sensitive),
        filters=build_filter(
            workspace,
            recursive=args.recursive,
            exclude=args.exclude_patterns,
            include=args.include_patterns,
            gitignore=args.respect_gitignore,
        ),
        recursive=args.recursive,
        context=args.context_lines,
        max_matches=workspace.limits.max_search_results,
        after=None if args.cursor is UNSET else _decode_position(args, args.cursor),
    )
    found = search(
        workspace,
        query,
        call.stop,
        lambda files, matches: call.on_progress(files, None, f"{matches} matches so far"),
    )
    return Result(
        matches=[
            Match(
                path=workspace.display_path(match.place),
                line=match.line,
                match_text=match.text,
                context_before=list(match.before),
                context_after=list(match.after),
                column=match.column,
                line_text=match.line_text,
            )
            for match in found.matches
        ],
        is_truncated=found.next_position is not None,
        total_matches=found.total,
        next_cursor=UNSET
        if found.next_position is None
        else encode_cursor(args, (os.fsencode(found.next_position[0]), found.next_position[1])),
        skipped_files=[workspace.display_path(place) for place in found.skipped_files[:MAX_SKIPPED_FILES]]
        or UNSET,
    )


def _decode_position(args: Args, cursor: str) -> tuple[str, int]:
    path, given = decode_cursor(args, cursor, tuple[bytes, Annotated[int, Meta(ge=0)]])
    return os.fsdecode(path), given


def _format_result(result: Result) -> tuple[ResultPart, ...]:
    lines = [f"{match.path}:{match.line}: {match.line_text}" for match in result.matches]
    return TextLine(f"{result.total_matches} matches"), TextBlock("\n".join(lines))


TOOL = Tool(
    name="searchFiles",
    title="Search in files",
    description=(
        "Finds a literal text or a regular expression in the files at the given paths; set recursive to search "
        "whole folders. Each match comes with its line, the matched text and, with contextLines, the lines "
        "around it. Binary files, and in recursive searches dependencies and build output, are left out. If "
        "isTruncated is true, narrow paths, query or includePatterns, or pass nextCursor back as cursor."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="search",
    pending_title="Search",
    format_title=lambda arguments: f"Search {arguments.text('query')!r} in {arguments.join('paths')}",
    format_result=_format_result,
    guidance=("Search before you guess where something is.",),
    effects=Effects(read_only=True, idempotent=True),
    examples=(
        Example(
            "Find a marker in all sources, with two lines around it",
            {"paths": ["src"], "query": "TODO:", "type": "literal", "recursive": True, "contextLines": 2},
        ),
        Example(
            "Find API calls by a pattern",
            {
                "paths": ["src/api"],
                "query": "api\\.(get|post|put|delete)\\(",
                "type": "regex",
                "recursive": True,
            },
        ),
    ),
)
