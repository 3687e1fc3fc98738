"""`/read PATH[:START[-END]]`: the text of a file."""

from typing import Any

from understudy.chat.commands.answers import failure, result_of, unshaped
from understudy.chat.commands.languages import language_of
from understudy.chat.commands.markdown import MOST_SHOWN, code, count, fenced
from understudy.chat.commands.port import Port, SlashCommand
from understudy.chat.commands.words import Lines, MisreadWords, path_and_lines, quoted
from understudy.tools.read_file import TOOL, Result

__all__ = ["COMMAND", "render"]


async def run(port: Port, words: str) -> None:
    try:
        path, lines = path_and_lines(words)
    except MisreadWords as error:
        return await port.say(str(error))
    if path is None and port.linked:
        path, lines = port.linked[0].path, Lines(*(port.linked[0].lines or ()))
    if path is None:
        return await port.say("Name the file: `/read PATH`, `/read PATH:10` or `/read PATH:10-20`.")
    arguments: dict[str, Any] = {"path": path}
    if lines.start is not None:
        arguments["startLine"] = lines.start
    if lines.end is not None:
        arguments["endLine"] = lines.end
    outcome = await port.use(TOOL.name, arguments)
    if outcome.failed:
        return await port.say(failure(outcome))
    result = result_of(outcome, Result)
    return await port.say(unshaped(outcome) if result is None else render(path, lines, result))


def render(path: str, lines: Lines, result: Result) -> str:
    if not result.total_lines:
        return f"{code(path)} is empty."
    content, returned = _clipped(result)
    parts = [_heading(path, lines, result, returned), fenced(content, language_of(path))]
    if result.is_truncated or returned < result.returned_lines or len(content) < len(result.content):
        parts.append(_rest(path, lines, content, returned))
    return "\n\n".join(parts)


def _clipped(result: Result) -> tuple[str, int]:
    """As much as an answer shows, cut at a line's end if it has one; and how many lines that is."""
    if len(result.content) <= MOST_SHOWN:
        return result.content, result.returned_lines
    content = result.content[:MOST_SHOWN]
    content = content[: content.rfind("\n") + 1] or content
    return content, content.count("\n") or 1


def _heading(path: str, lines: Lines, result: Result, returned: int) -> str:
    first = lines.start or 1
    if first == 1 and returned == result.total_lines:
        heading = f"{code(path)}: {count(returned, 'line')}"
    elif returned == 1:
        heading = f"{code(path)}: line {first} of {result.total_lines:,}"
    else:
        heading = f"{code(path)}: lines {first} to {first + returned - 1} of {result.total_lines:,}"
    return heading if result.encoding == "utf-8" else f"{heading}, {result.encoding}"


def _rest(path: str, lines: Lines, content: str, returned: int) -> str:
    first = lines.start or 1
    if not content.endswith("\n"):
        return f"Line {first + returned - 1} is too long to be shown whole."
    end = "" if lines.end is None else f"-{lines.end}"
    return f"There is more: {code(f'/read {quoted(path)}:{first + returned}{end}')}"


COMMAND = SlashCommand("read", "Show a file, or some of its lines", "PATH[:START[-END]]", run)
