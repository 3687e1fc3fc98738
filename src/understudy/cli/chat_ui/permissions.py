"""Permission requests of an agent: the key of each option, and who answers them in `understudy run`.

They are answered by a flag (`--yes`), by the user with a single key, or rejected where nobody can be asked.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.cli.chat_ui.keyboard import Keyboard
from understudy.cli.chat_ui.tool_calls import ToolCallState, ToolCallTracker
from understudy.cli.limits import MAX_PERMISSION_OUTPUT_LINES
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_diff
from understudy.client import Permissions
from understudy.schema import acp

__all__ = [
    "TerminalPermissionPrompt",
    "allow_once_permissions",
    "mildest_rejection",
    "options_by_key",
    "unattended_permissions",
]

_KIND_KEYS: Final = {"allow_once": "y", "allow_always": "a", "reject_once": "n", "reject_always": "d"}
_SPARE_KEYS: Final = "123456789bcefghijklmopqrstuvwxz"


def options_by_key(options: Sequence[acp.PermissionOption]) -> dict[str, acp.PermissionOption]:
    """Return the options by key, in the agent's order. Each kind has its own key; further options get digits."""
    free = iter(_SPARE_KEYS)
    chosen: dict[str, acp.PermissionOption] = {}
    for option in options:
        key = _KIND_KEYS.get(option.kind, "")
        if not key or key in chosen:
            key = next(free, "")
        if key:
            chosen[key] = option
    return chosen


def mildest_rejection(options: Sequence[acp.PermissionOption]) -> acp.PermissionOption | None:
    """Return the option that rejects this request only; otherwise one that rejects always."""
    kinds = ("reject_once", "reject_always")
    return next((option for kind in kinds for option in options if option.kind == kind), None)


Warn = Callable[[str], None]


def allow_once_permissions() -> Permissions:
    """Allow every request once, or always if the agent offers nothing else.

    `attended` is False: writing files that other programs run stays rejected, because an agent could leave its
    sandbox through them.
    """

    async def allow(request: acp.RequestPermissionRequest) -> str | None:
        kinds = ("allow_once", "allow_always")
        return next((one.option_id for kind in kinds for one in request.options if one.kind == kind), None)

    return Permissions.ask(allow, attended=False)


@dataclass(frozen=True, slots=True)
class _UnattendedPermissions(Permissions):
    def can_serve(self, kind: acp.ToolKind) -> bool:
        """Refuse: an agent that does not ask gets no more than one that does."""
        del kind
        return False


def unattended_permissions(warn: Warn) -> Permissions:
    """Reject every request with a warning, because most callers do not expect it."""

    async def reject(request: acp.RequestPermissionRequest) -> str | None:
        warn(
            f"Refused, because nobody can be asked here: {request.tool_call.title or 'a tool call'}. "
            "Give --yes to allow what the agent asks for, or --deny to refuse it without this warning."
        )
        chosen = mildest_rejection(request.options)
        return None if chosen is None else chosen.option_id

    return _UnattendedPermissions(callback=reject)


class TerminalPermissionPrompt:
    """Asks the user at the terminal, one request at a time, each answered with a single key."""

    def __init__(self, terminal: Terminal, keyboard: Keyboard) -> None:
        self._terminal = terminal
        self._keyboard = keyboard
        self._lock = asyncio.Lock()

    async def __call__(self, request: acp.RequestPermissionRequest) -> str | None:
        async with self._lock:
            choices = options_by_key(request.options)
            with self._keyboard.cbreak_mode():
                self._keyboard.flush_input()
                self._print_question(ToolCallTracker().update(request.tool_call), choices)
                key = await self._keyboard.read_choice(choices)
            chosen = mildest_rejection(request.options) if key is None else choices[key]
            self._terminal.write_flushed(
                f"→ {'nothing' if chosen is None else escape_controls(chosen.name, one_line=True)}\n"
            )
        return None if chosen is None else chosen.option_id

    def _print_question(self, call: ToolCallState, choices: Mapping[str, acp.PermissionOption]) -> None:
        terminal = self._terminal
        terminal.write_line(
            f"{terminal.style('?', 'yellow', 'bold')} {escape_controls(call.title, one_line=True)}"
        )
        for diff in call.diffs:
            render_diff(terminal, diff, "    ")
        lines = call.output.split("\n") if call.output else []
        for line in lines[:MAX_PERMISSION_OUTPUT_LINES]:
            terminal.write_line(f"    {escape_controls(line)}")
        if len(lines) > MAX_PERMISSION_OUTPUT_LINES:
            terminal.write_line(f"    … {len(lines) - MAX_PERMISSION_OUTPUT_LINES} more lines")
        for key, option in choices.items():
            terminal.write(
                f"  {terminal.style(f'[{key}]', 'bold')} {escape_controls(option.name, one_line=True)}"
            )
        terminal.write_flushed(" ")
