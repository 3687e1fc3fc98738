"""Login in `understudy run`: `--auth` chooses the agent's method, or the user does, by number at the terminal.

`understudy chat` has a menu of its own; this module imports nothing that draws.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence

from understudy.cli.chat_ui.keyboard import Keyboard
from understudy.cli.terminal import Terminal, escape_controls
from understudy.client import AuthRequired
from understudy.schema import acp

__all__ = ["LoginPrompt"]


class LoginPrompt:
    def __init__(self, terminal: Terminal, keyboard: Keyboard | None, method_id: str | None) -> None:
        """Without a keyboard the user cannot be asked, and only a method given in advance is used."""
        self._terminal = terminal
        self._keyboard = keyboard
        self._method_id = method_id

    @property
    def can_choose(self) -> bool:
        return self._method_id is not None or self._keyboard is not None

    async def choose(self, methods: Sequence[acp.AuthMethod]) -> str | None:
        """Return the id of a method; None if the user chooses none. Raises AuthRequired."""
        if self._method_id is not None:
            if all(method.id != self._method_id for method in methods):
                names = ", ".join(method.id for method in methods) or "none"
                raise AuthRequired(f"The agent has no login {self._method_id!r} here. It has: {names}.")
            return self._method_id
        return await self._ask(methods, self._keyboard) if methods and self._keyboard else None

    async def run_login(self, command: Sequence[str], variables: Mapping[str, str]) -> int:
        """Run the agent's own login in this terminal; return its exit status."""
        process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **variables})
        return await process.wait()

    async def _ask(self, methods: Sequence[acp.AuthMethod], keyboard: Keyboard) -> str | None:
        terminal = self._terminal
        mark = terminal.style("?", "yellow", "bold")
        terminal.write_line(f"{mark} The agent wants to know who you are. Which login?")
        for number, method in enumerate(methods, 1):
            text = f"{method.name}: {method.description}" if method.description else method.name
            terminal.write_line(f"{number:>4}  {escape_controls(text, one_line=True)}")
        keyboard.flush_input()
        while True:
            terminal.write_flushed("Number (empty for none): ")
            answer = (await keyboard.read_line() or "").strip()
            if not answer:
                return None
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(methods):
                return methods[int(answer) - 1].id
