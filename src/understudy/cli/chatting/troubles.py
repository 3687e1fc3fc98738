"""What went wrong with an agent, in one sentence, and what it printed on its standard error."""

from typing import Final

from understudy.cli.terminal import Terminal, escape_controls
from understudy.client import AgentFailed, ClientError

__all__ = ["log_tail_lines", "print_client_error"]

MAX_ERROR_LOG_LINES: Final = 8


def print_client_error(notes: Terminal, command: str, error: ClientError, log: str = "") -> int:
    """Say it; the exit status. An agent that has gone has its last words in the sentence already."""
    notes.write_line(f"{notes.style(f'understudy {command}:', 'red', 'bold')} {escape_controls(str(error))}")
    lines = log_tail_lines(log, MAX_ERROR_LOG_LINES) if isinstance(error, AgentFailed) else []
    if lines:
        notes.write_line(notes.style("The end of what it printed on stderr:", "dim"))
    for line in lines:
        notes.write_line(notes.style(f"    {line}", "dim"))
    return 1


def log_tail_lines(log: str, max_lines: int) -> list[str]:
    return [escape_controls(line, one_line=True) for line in log.strip().splitlines()[-max_lines:]]
