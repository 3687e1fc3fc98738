"""Permission questions within the chat: shown in the picture, answered with one key."""

import asyncio

from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.picture import TranscriptView
from understudy.cli.chatting.questions import options_by_key, mildest_rejection
from understudy.cli.terminal import escape_controls
from understudy.schema import acp

__all__ = ["ChatPermissionPrompt"]


class ChatPermissionPrompt:
    """One question after the other. `line` is what stands at the bottom while one is open."""

    def __init__(self, transcript: TranscriptView, keyboard: Keyboard, can_draw: bool) -> None:
        self._transcript = transcript
        self._keyboard = keyboard
        self._can_draw = can_draw
        self.lock = asyncio.Lock()
        """Held by whoever asks the person something."""
        self.question_line = ""

    async def __call__(self, request: acp.RequestPermissionRequest) -> str | None:
        async with self.lock:
            choices = options_by_key(request.options)
            self._keyboard.flush_input()
            self._transcript.show_permission_request(request)
            words = [f"[{key}] {escape_controls(option.name, one_line=True)}" for key, option in choices.items()]
            self.question_line = "  ".join(words) or "The agent offers no answers. [Esc] gives none."
            if not self._can_draw:
                self._transcript.add_notice(self.question_line, "bold", compact=True)
            try:
                with self._keyboard.cbreak_mode():
                    key = await self._keyboard.read_choice(choices)
            finally:
                self.question_line = ""
            chosen = mildest_rejection(request.options) if key is None else choices[key]
            self._transcript.add_notice(f"→ {'nothing' if chosen is None else chosen.name}", "bold", compact=True)
        return None if chosen is None else chosen.option_id
