"""What programs print in the client's terminals, as much of it as a picture has room for."""

from typing import Final

from understudy.chat.printed import as_seen

__all__ = ["Printouts"]

MOST_KEPT: Final = 16 << 10
"""Characters of each; the last are kept."""


class Printouts:
    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def add(self, terminal: str, text: str) -> None:
        self._texts[terminal] = (self._texts.get(terminal, "") + text)[-MOST_KEPT:]

    def get(self, terminal: str) -> str:
        """As it stands in a terminal, without what steers one."""
        return as_seen(self._texts.get(terminal, ""))

    def forget(self) -> None:
        self._texts.clear()
