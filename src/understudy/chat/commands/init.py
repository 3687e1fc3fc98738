"""`/init`: writes a first AGENTS.md: the model looks at the project and writes it; without a model it is a frame.

`turn` sends INIT_INSTRUCTION to the model in place of running the command.
"""

from typing import Final

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import failure_message
from understudy.tools import write_file

__all__ = ["COMMAND", "INIT_INSTRUCTION"]

INIT_INSTRUCTION: Final = """\
Write AGENTS.md for this project: a short file that tells a coding agent what it cannot guess. If there is one
already, read it and improve it instead of replacing it.

First look: the folders, README, the build and package files, the CI configuration, the tests, a few typical source
files. Then write about a page, under these headings, only what you have seen:

# NAME
One or two sentences: what this is.
## Commands
How to install, build, run, lint, and run all tests and a single one, exactly as they are typed.
## Layout
What is where, for the parts that matter.
## Conventions
Style, names, error handling, tests, commits: what the code itself shows, and what differs from the usual.

State nothing that holds for every project, and invent nothing."""

_FRAME: Final = """\
# Project

What this project is, in a sentence or two.

## Commands

How to install, build, run and test it, exactly as typed.

## Layout

What is where.

## Conventions

Style, names, tests, commits.
"""


async def run(context: CommandContext, argument_text: str) -> None:
    """Write the frame; there is no model."""
    del argument_text
    outcome = await context.call_tool(
        write_file.TOOL.name, {"path": "AGENTS.md", "content": _FRAME, "mode": "create"}
    )
    if outcome.failed:
        return await context.reply(failure_message(outcome))
    return await context.reply(
        "AGENTS.md has a frame to fill in: without a model nothing more is known of the project. "
        "Agents are given this file at the start of each session."
    )


COMMAND = SlashCommand("init", "Write a first AGENTS.md, which agents are given in every session", None, run)
