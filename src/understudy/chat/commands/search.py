"""`/search [--regex] TEXT [in PATH]`: the matches of a text or a pattern, grouped by file."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from understudy.chat.commands.command_api import CommandContext, SearchQuery, SlashCommand, parse_search
from understudy.chat.commands.replies import (
    code_span,
    count_phrase,
    decode_result,
    error_payload,
    escape_controls,
    escaped_block,
    failure_message,
    render_raw_outcome,
)
from understudy.tools.search_files import TOOL, Match, Result

__all__ = ["COMMAND", "render"]


async def run(context: CommandContext, argument_text: str) -> None:
    query = parse_search(argument_text)
    if query.path is None and context.linked_files:  # the editor replaced the typed path by a link
        query = replace(query, text=query.text.removesuffix(" in"), path=context.linked_files[0].path)
    if not query.text:
        return await context.reply(
            "Say what to look for: `/search TEXT`, or `/search --regex PATTERN in PATH`."
        )
    outcome = await context.call_tool(
        TOOL.name,
        {
            "paths": [".", *context.roots[1:]] if query.path is None else [query.path],
            "query": query.text,
            "type": "regex" if query.regex else "literal",
            "recursive": True,
        },
    )
    if outcome.failed:
        return await context.reply(_explain_failure(query, error_payload(outcome), failure_message(outcome)))
    result = decode_result(outcome, Result)
    return await context.reply(render_raw_outcome(outcome) if result is None else render(query, result))


def render(query: SearchQuery, result: Result) -> str:
    parts = [_heading(query, result), *_render_files(result.matches)]
    if result.is_truncated:
        total = count_phrase(result.total_matches, "match", "matches")
        parts.append(
            f"Shown: the first {len(result.matches):,} of {total}. "
            "Narrow it with a longer text, or with `in PATH` behind it."
        )
    if isinstance(result.skipped_files, list):
        names = ", ".join(map(code_span, result.skipped_files))
        parts.append(f"Not searched, because their lines are too long for this pattern: {names}.")
    return "\n\n".join(parts)


def _heading(query: SearchQuery, result: Result) -> str:
    where = "" if query.path is None else f" in {code_span(query.path)}"
    if not result.total_matches:
        return f"No matches for {code_span(query.text)}{where}."
    found = f"{count_phrase(result.total_matches, 'match', 'matches')} for {code_span(query.text)}{where}"
    if result.is_truncated:  # the files of the other matches are not known
        return found
    return f"{found}, in {count_phrase(len({match.path for match in result.matches}), 'file')}"


def _render_files(matches: list[Match]) -> Iterator[str]:
    for path, group in groupby(matches, lambda match: match.path):
        # A line with several matches is shown once.
        lines = {match.line: match.line_text for match in group}
        width = len(str(max(lines)))
        text = "\n".join(f"{line:>{width}}  {_escape_line(text)}" for line, text in lines.items())
        yield f"{code_span(path)}\n{escaped_block(text)}"


def _escape_line(text: str) -> str:
    return escape_controls(text.rstrip("\r\n")).replace("\n", "\\n")


def _explain_failure(query: SearchQuery, error: Mapping[str, Any], sentence: str) -> str:
    match error:
        case {"details": {"reason": "bad_pattern"}} if query.regex:
            return f"{sentence} Leave `--regex` out to search for the text as it is."
        case {"code": "FILE_NOT_FOUND"} if query.path is not None:
            return f"{sentence} If ` in ` belongs to the text, put ` in .` behind it."
        case _:
            return sentence


COMMAND = SlashCommand("search", "Find a text, or a pattern, in the files", "[--regex] TEXT [in PATH]", run)
