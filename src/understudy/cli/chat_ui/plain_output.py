"""The output of `understudy run`: messages of the agent on stdout, its tool calls and warnings on stderr.

Also the report of a failed agent, with the end of its log.
"""

import msgspec

from understudy.cli.chat_ui.tool_calls import ToolCallState, ToolCallTracker, block_text
from understudy.cli.limits import MAX_ERROR_LOG_LINES
from understudy.cli.terminal import Terminal, ascii_json, escape_controls
from understudy.client import AgentFailed, ClientError
from understudy.schema import acp

__all__ = ["JsonLinesOutput", "PlainOutput", "log_tail_lines", "print_client_error"]


class PlainOutput:
    def __init__(self, stdout: Terminal, stderr: Terminal) -> None:
        self._stdout = stdout
        self._stderr = stderr
        self._tool_calls = ToolCallTracker()
        self._last_chars = ""
        """The last characters written to stdout."""
        self._message_id: str | None = None
        self._after_tool_call = False

    def update(self, update: acp.SessionUpdate) -> None:
        match update:
            case acp.AgentMessageChunk(content=content, message_id=message):
                self._write_message(block_text(content), message)
            case acp.ToolCall() | acp.ToolCallProgress():
                self._after_tool_call = True
                self._write_tool_call(self._tool_calls.update(update))
            case acp.Notice(title=title, description=more):
                self.warn(f"{title}: {more}" if more else title)
            case acp.CompactionUpdate(status=status, error=error) if status != "in_progress":
                self.warn(f"Compaction of the conversation: {status}{f', {error}' if error else ''}.")
            case _:
                pass

    def warn(self, text: str) -> None:
        self._write_note(f"{self._stderr.style('!', 'yellow')} {escape_controls(text)}")

    def end(self) -> None:
        if self._last_chars and not self._last_chars.endswith("\n"):
            self._stdout.write_flushed("\n")
        self._last_chars = ""

    def _write_message(self, text: str, message: str | None) -> None:
        if not text:
            return
        is_new_message = self._after_tool_call or (
            message is not None and self._message_id not in (None, message)
        )
        if is_new_message and self._last_chars:  # two messages are two paragraphs, not one word
            text = "\n" * (2 - (len(self._last_chars) - len(self._last_chars.rstrip("\n")))) + text
        self._after_tool_call, self._message_id = False, message or self._message_id
        self._last_chars = (self._last_chars + text)[-2:]
        self._stdout.write_flushed(escape_controls(text) if self._stdout.is_interactive else text)

    def _write_tool_call(self, call: ToolCallState) -> None:
        if call.is_ended:
            mark, colour = call.mark
            failed = self._stderr.style(f"  {call.failure_word}", colour) if call.failure_word else ""
            title = escape_controls(call.title, one_line=True)
            self._write_note(f"{self._stderr.style(mark, colour)} {title}{failed}")

    def _write_note(self, line: str) -> None:
        if (
            self._last_chars
            and not self._last_chars.endswith("\n")
            and self._stdout.is_interactive
            and self._stderr.is_interactive
        ):
            self._stdout.write_flushed("\n")  # both are the same screen
            self._last_chars = "\n"
        self._stderr.write_flushed(f"{line}\n")


class JsonLinesOutput:
    """Every update as one line of JSON on stdout; warnings on stderr."""

    def __init__(self, stdout: Terminal, stderr: Terminal) -> None:
        self._stdout = stdout
        self._stderr = stderr

    def update(self, update: acp.SessionUpdate) -> None:
        self.write_value(update)

    def warn(self, text: str) -> None:
        self._stderr.write_flushed(f"{self._stderr.style('!', 'yellow')} {escape_controls(text)}\n")

    def write_value(self, value: object) -> None:
        line = msgspec.json.encode(value).decode() + "\n"
        self._stdout.write_flushed(ascii_json(line) if self._stdout.is_interactive else line)

    def end(self) -> None:
        pass


def print_client_error(stderr: Terminal, command: str, error: ClientError, log: str = "") -> int:
    """Print the error and return the exit status. The message of AgentGone has the end of the log already."""
    label = stderr.style(f"understudy {command}:", "red", "bold")
    stderr.write_line(f"{label} {escape_controls(str(error))}")
    lines = log_tail_lines(log, MAX_ERROR_LOG_LINES) if isinstance(error, AgentFailed) else []
    if lines:
        stderr.write_line(stderr.style("The end of what it printed on stderr:", "dim"))
    for line in lines:
        stderr.write_line(stderr.style(f"    {line}", "dim"))
    return 1


def log_tail_lines(log: str, max_lines: int) -> list[str]:
    return [escape_controls(line, one_line=True) for line in log.strip().splitlines()[-max_lines:]]
