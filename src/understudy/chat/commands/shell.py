"""`/run COMMAND`: a shell command, its exit code and what it said."""

from collections.abc import Iterator
from typing import Any

from understudy.chat.commands.answers import error_in, failure, result_of, unshaped
from understudy.chat.commands.markdown import MOST_SHOWN, fenced
from understudy.chat.commands.port import Port, SlashCommand
from understudy.chat.printed import as_seen, both_ends
from understudy.tools.execute_command import TOOL, Result

__all__ = ["COMMAND", "render", "render_failure"]


async def run(port: Port, words: str) -> None:
    line = words.strip()
    if not line:
        return await port.say("Say what to run: `/run COMMAND`.")
    outcome = await port.use(TOOL.name, {"command": line})
    if outcome.failed:
        details = error_in(outcome).get("details")
        return await port.say(render_failure(failure(outcome), details))
    result = result_of(outcome, Result)
    return await port.say(unshaped(outcome) if result is None else render(result))


def render(result: Result) -> str:
    parts = [f"Exit code {result.exit_code} after {_duration(result.duration_ms)}."]
    parts += _output(result.stdout, result.stderr)
    if len(parts) == 1:
        parts[0] += " It said nothing."
    if result.is_output_truncated:
        parts.append("The middle of the output was too long and is left out.")
    return "\n\n".join(parts)


def render_failure(sentence: str, details: Any) -> str:
    """The error, and what the command had said by then."""
    match details:
        case {"stdout": str(stdout), "stderr": str(stderr)}:
            return "\n\n".join([sentence, *_output(stdout, stderr)])
        case _:
            return sentence


def _output(stdout: str, stderr: str) -> Iterator[str]:
    if stdout.strip("\n"):
        yield fenced(_shown(stdout))
    if stderr.strip("\n"):
        yield f"On stderr:\n{fenced(_shown(stderr))}"


def _shown(text: str) -> str:
    """The beginning and the end, without colours: a fence cannot show them."""
    return both_ends(as_seen(text), MOST_SHOWN)


def _duration(milliseconds: int) -> str:
    return f"{milliseconds} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


COMMAND = SlashCommand("run", "Run a shell command in the workspace", "COMMAND", run)
