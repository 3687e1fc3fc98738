"""What went wrong with an agent, in one sentence, and what it printed on its standard error."""

from typing import Final

from understudy.cli.terminal import Terminal, harmless
from understudy.client import AgentFailed, ClientError

__all__ = ["log_lines", "tell_trouble"]

MOST_LINES: Final = 8


def tell_trouble(notes: Terminal, command: str, error: ClientError, log: str = "") -> int:
    """Say it; the exit status. An agent that has gone has its last words in the sentence already."""
    notes.line(f"{notes.style(f'understudy {command}:', 'red', 'bold')} {harmless(str(error))}")
    lines = log_lines(log, MOST_LINES) if isinstance(error, AgentFailed) else []
    if lines:
        notes.line(notes.style("The end of what it printed on stderr:", "dim"))
    for line in lines:
        notes.line(notes.style(f"    {line}", "dim"))
    return 1


def log_lines(log: str, most: int) -> list[str]:
    return [harmless(line, one_line=True) for line in log.strip().splitlines()[-most:]]
