"""The note that an agent is being started, for as long as that lasts. Where nothing can be drawn there is none."""

import asyncio
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from understudy.cli.chatting.picture import Picture

__all__ = ["Starting"]

AFTER: Final = 0.3
"""Seconds: what is quicker needs no note."""


class Starting:
    """Begins when it is made."""

    def __init__(self, picture: Picture, command: Sequence[str]) -> None:
        self._picture = picture
        name = "Understudy" if "understudy.cli.main" in command else PurePath(command[0]).name
        self._waiting = asyncio.get_running_loop().call_later(AFTER, self._show, name)
        self._shown = False

    def over(self) -> None:
        self._waiting.cancel()
        if self._shown:
            self._shown = False
            self._picture.clear()

    def _show(self, name: str) -> None:
        self._shown = True
        self._picture.draw(f"Starting {name} …")
