"""`/search [--regex] TEXT [in PATH]`: where a text occurs, grouped by file."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from understudy.chat.commands.answers import error_in, failure, result_of, unshaped
from understudy.chat.commands.markdown import code, count, fenced, harmless
from understudy.chat.commands.port import Port, SlashCommand
from understudy.chat.commands.words import Sought, sought
from understudy.tools.search_files import TOOL, Match, Result

__all__ = ["COMMAND", "render"]


async def run(port: Port, words: str) -> None:
    wanted = sought(words)
    if wanted.path is None and port.linked:  # the editor put it in the place of the path
        wanted = replace(wanted, text=wanted.text.removesuffix(" in"), path=port.linked[0].path)
    if not wanted.text:
        return await port.say("Say what to look for: `/search TEXT`, or `/search --regex PATTERN in PATH`.")
    outcome = await port.use(
        TOOL.name,
        {
            "paths": [".", *port.roots[1:]] if wanted.path is None else [wanted.path],
            "query": wanted.text,
            "type": "regex" if wanted.regex else "literal",
            "recursive": True,
        },
    )
    if outcome.failed:
        return await port.say(_failure(wanted, error_in(outcome), failure(outcome)))
    result = result_of(outcome, Result)
    return await port.say(unshaped(outcome) if result is None else render(wanted, result))


def render(wanted: Sought, result: Result) -> str:
    parts = [_heading(wanted, result), *_files(result.matches)]
    if result.is_truncated:
        parts.append(
            f"Shown: the first {len(result.matches):,} of {count(result.total_matches, 'match', 'matches')}. "
            "Narrow it with a longer text, or with `in PATH` behind it."
        )
    if isinstance(result.skipped_files, list):
        names = ", ".join(map(code, result.skipped_files))
        parts.append(f"Not searched, because their lines are too long for this pattern: {names}.")
    return "\n\n".join(parts)


def _heading(wanted: Sought, result: Result) -> str:
    where = "" if wanted.path is None else f" in {code(wanted.path)}"
    if not result.total_matches:
        return f"No matches for {code(wanted.text)}{where}."
    found = f"{count(result.total_matches, 'match', 'matches')} for {code(wanted.text)}{where}"
    if result.is_truncated:  # of the others only the number is known, not where they are
        return found
    return f"{found}, in {count(len({match.path for match in result.matches}), 'file')}"


def _files(matches: list[Match]) -> Iterator[str]:
    for path, group in groupby(matches, lambda match: match.path):
        # A line with several matches is shown once.
        lines = {match.line: match.line_text for match in group}
        width = len(str(max(lines)))
        text = "\n".join(f"{line:>{width}}  {_one_line(text)}" for line, text in lines.items())
        yield f"{code(path)}\n{fenced(text)}"


def _one_line(text: str) -> str:
    return harmless(text.rstrip("\r\n")).replace("\n", "\\n")


def _failure(wanted: Sought, error: Mapping[str, Any], sentence: str) -> str:
    match error:
        case {"details": {"reason": "bad_pattern"}} if wanted.regex:
            return f"{sentence} Leave `--regex` out to search for the text as it is."
        case {"code": "FILE_NOT_FOUND"} if wanted.path is not None:
            return f"{sentence} If ` in ` belongs to the text, put ` in .` behind it."
        case _:
            return sentence


COMMAND = SlashCommand("search", "Find a text, or a pattern, in the files", "[--regex] TEXT [in PATH]", run)
