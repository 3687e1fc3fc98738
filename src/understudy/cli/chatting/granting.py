"""Who answers an agent that asks for permission where there is no chat: an option, a person, or nobody."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from understudy.cli.chatting.deeds import Deed, Deeds
from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.questions import keyed, refusal
from understudy.cli.render import render_diff
from understudy.cli.terminal import Terminal, harmless
from understudy.client.permissions import Permissions
from understudy.schema import acp

__all__ = ["TerminalAsker", "allow_once", "unattended"]

MOST_LINES: Final = 40

Warn = Callable[[str], None]


def allow_once() -> Permissions:
    """Yes to everything, each time anew; to an agent that knows only "always", that.

    Nobody looks at it, so it is no consent to files that other programs run: an agent in a sandbox would be out.
    """

    async def yes(request: acp.RequestPermissionRequest) -> str | None:
        kinds = ("allow_once", "allow_always")
        return next((one.option_id for kind in kinds for one in request.options if one.kind == kind), None)

    return Permissions.ask(yes, attended=False)


@dataclass(frozen=True, slots=True)
class _Unattended(Permissions):
    def serves(self, kind: acp.ToolKind) -> bool:
        """Nobody is there, so nothing is done for an agent that does not ask either."""
        del kind
        return False


def unattended(warn: Warn) -> Permissions:
    """No to everything, and a word about it: it is not what most callers expect."""

    async def no(request: acp.RequestPermissionRequest) -> str | None:
        warn(
            f"Refused, because nobody can be asked here: {request.tool_call.title or 'a tool call'}. "
            "Give --yes to allow what the agent asks for, or --deny to refuse it without this warning."
        )
        chosen = refusal(request.options)
        return None if chosen is None else chosen.option_id

    return _Unattended(callback=no)


class TerminalAsker:
    """A person at the terminal. One question after the other, each answered with one key."""

    def __init__(self, terminal: Terminal, keyboard: Keyboard) -> None:
        self._terminal = terminal
        self._keyboard = keyboard
        self._turn = asyncio.Lock()

    async def __call__(self, request: acp.RequestPermissionRequest) -> str | None:
        async with self._turn:
            choices = keyed(request.options)
            with self._keyboard.silent():
                self._keyboard.forget()
                self._show(Deeds().note(request.tool_call), choices)
                key = await self._keyboard.choose(choices)
            chosen = refusal(request.options) if key is None else choices[key]
            self._terminal.live(
                f"→ {'nothing' if chosen is None else harmless(chosen.name, one_line=True)}\n"
            )
        return None if chosen is None else chosen.option_id

    def _show(self, deed: Deed, choices: Mapping[str, acp.PermissionOption]) -> None:
        terminal = self._terminal
        terminal.line(f"{terminal.style('?', 'yellow', 'bold')} {harmless(deed.title, one_line=True)}")
        for diff in deed.diffs:
            render_diff(terminal, diff, "    ")
        lines = deed.output.split("\n") if deed.output else []
        for line in lines[:MOST_LINES]:
            terminal.line(f"    {harmless(line)}")
        if len(lines) > MOST_LINES:
            terminal.line(f"    … {len(lines) - MOST_LINES} more lines")
        for key, option in choices.items():
            terminal.write(f"  {terminal.style(f'[{key}]', 'bold')} {harmless(option.name, one_line=True)}")
        terminal.live(" ")
