"""Permission questions within the chat: shown in the picture, answered with one key."""

import asyncio

from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.picture import Picture
from understudy.cli.chatting.questions import keyed, refusal
from understudy.cli.terminal import harmless
from understudy.schema import acp

__all__ = ["Asker"]


class Asker:
    """One question after the other. `line` is what stands at the bottom while one is open."""

    def __init__(self, picture: Picture, keyboard: Keyboard, drawn: bool) -> None:
        self._picture = picture
        self._keyboard = keyboard
        self._drawn = drawn
        self.turn = asyncio.Lock()
        """Held by whoever asks the person something."""
        self.line = ""

    async def __call__(self, request: acp.RequestPermissionRequest) -> str | None:
        async with self.turn:
            choices = keyed(request.options)
            self._keyboard.forget()
            self._picture.ask(request)
            words = [f"[{key}] {harmless(option.name, one_line=True)}" for key, option in choices.items()]
            self.line = "  ".join(words) or "The agent offers no answers. [Esc] gives none."
            if not self._drawn:
                self._picture.remark(self.line, "bold", close=True)
            try:
                with self._keyboard.silent():
                    key = await self._keyboard.choose(choices)
            finally:
                self.line = ""
            chosen = refusal(request.options) if key is None else choices[key]
            self._picture.remark(f"→ {'nothing' if chosen is None else chosen.name}", "bold", close=True)
        return None if chosen is None else chosen.option_id
