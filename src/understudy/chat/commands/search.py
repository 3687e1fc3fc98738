"""`/search [--regex] TEXT [in PATH]`: where a text occurs, grouped by file."""

from collections.abc import Iterator
from itertools import groupby

from understudy.chat.commands.answers import error_in, failure, result_of, unshaped
from understudy.chat.commands.markdown import code, count, fenced, harmless
from understudy.chat.commands.port import Port, SlashCommand
from understudy.chat.commands.words import Sought, sought
from understudy.tools.search_files import TOOL, Match, Result

__all__ = ["COMMAND", "render"]


async def run(port: Port, words: str) -> None:
    wanted = sought(words)
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
        return await port.say(_failure(wanted, error_in(outcome).get("code"), failure(outcome)))
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


def _failure(wanted: Sought, error_code: object, sentence: str) -> str:
    if wanted.path is None or error_code != "FILE_NOT_FOUND":
        return sentence
    return f"{sentence} If ` in ` belongs to the text, put ` in .` behind it."


COMMAND = SlashCommand("search", "Find a text, or a pattern, in the files", "[--regex] TEXT [in PATH]", run)
