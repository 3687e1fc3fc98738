"""`/run [--network] COMMAND`: runs a shell command and shows its exit code and output."""

from collections.abc import Iterator
from typing import Any

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import (
    decode_result,
    error_payload,
    escaped_block,
    failure_message,
    render_raw_outcome,
)
from understudy.chat.limits import MAX_ANSWER_CHARS
from understudy.chat.text import final_terminal_text, truncate_middle
from understudy.tools.execute_command import TOOL, Result

__all__ = ["COMMAND", "render", "render_failure"]


async def run(context: CommandContext, argument_text: str) -> None:
    line = argument_text.strip()
    if not line:
        return await context.reply("Say what to run: `/run COMMAND`.")
    word, _, rest = line.partition(" ")
    network = word == "--network" and bool(rest.strip())
    arguments = {"command": rest.strip(), "network": True} if network else {"command": line}
    outcome = await context.call_tool(TOOL.name, arguments)
    if outcome.failed:
        details = error_payload(outcome).get("details")
        return await context.reply(render_failure(failure_message(outcome), details))
    result = decode_result(outcome, Result)
    if result is None:
        return await context.reply(render_raw_outcome(outcome))
    return await context.reply(_summary(result) if outcome.in_terminal else render(result))


def render(result: Result) -> str:
    parts = [_summary(result)]
    parts += _render_output(result.stdout, result.stderr)
    if len(parts) == 1:
        parts[0] += " It said nothing."
    if result.is_output_truncated:
        parts.append("The middle of the output was too long and is left out.")
    return "\n\n".join(parts)


def _summary(result: Result) -> str:
    return f"Exit code {result.exit_code} after {_format_duration(result.duration_ms)}."


def render_failure(sentence: str, details: Any) -> str:
    """The error, and the output of the command so far."""
    match details:
        case {"stdout": str(stdout), "stderr": str(stderr)}:
            return "\n\n".join([sentence, *_render_output(stdout, stderr)])
        case _:
            return sentence


def _render_output(stdout: str, stderr: str) -> Iterator[str]:
    if stdout.strip("\n"):
        yield escaped_block(_truncate_output(stdout))
    if stderr.strip("\n"):
        yield f"On stderr:\n{escaped_block(_truncate_output(stderr))}"


def _truncate_output(text: str) -> str:
    """The beginning and the end of the output, without colours, which a code block cannot show."""
    return truncate_middle(final_terminal_text(text), MAX_ANSWER_CHARS)


def _format_duration(milliseconds: int) -> str:
    return f"{milliseconds} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


COMMAND = SlashCommand("run", "Run a shell command in the workspace", "[--network] COMMAND", run)
