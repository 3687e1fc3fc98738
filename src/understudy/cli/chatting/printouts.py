"""What programs print in the client's terminals, as much of it as a picture has room for."""

from typing import Final

from understudy.chat.printed import final_terminal_text

__all__ = ["TerminalOutputs"]

MAX_TERMINAL_OUTPUT_CHARS: Final = 16 << 10
"""Characters of each; the last are kept."""


class TerminalOutputs:
    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def add(self, terminal: str, text: str) -> None:
        self._texts[terminal] = (self._texts.get(terminal, "") + text)[-MAX_TERMINAL_OUTPUT_CHARS:]

    def get(self, terminal: str) -> str:
        """As it stands in a terminal, without what steers one."""
        return final_terminal_text(self._texts.get(terminal, ""))

    def clear(self) -> None:
        self._texts.clear()
