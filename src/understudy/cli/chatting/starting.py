"""The note that an agent is being started, for as long as that lasts. Where nothing can be drawn there is none."""

import asyncio
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from understudy.cli.chatting.picture import TranscriptView

__all__ = ["StartupNotice"]

STARTUP_NOTICE_DELAY_S: Final = 0.3
"""Seconds: what is quicker needs no note."""


class StartupNotice:
    """Begins when it is made."""

    def __init__(self, transcript: TranscriptView, command: Sequence[str]) -> None:
        self._transcript = transcript
        name = "Understudy" if "understudy.cli.main" in command else PurePath(command[0]).name
        self._timer = asyncio.get_running_loop().call_later(STARTUP_NOTICE_DELAY_S, self._show, name)
        self._is_shown = False

    def close(self) -> None:
        self._timer.cancel()
        if self._is_shown:
            self._is_shown = False
            self._transcript.clear_live()

    def _show(self, name: str) -> None:
        self._is_shown = True
        self._transcript.draw(f"Starting {name} …")
