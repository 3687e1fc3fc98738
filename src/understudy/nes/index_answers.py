"""Which files answered a question about a name a moment ago: the same one comes with every keystroke.

Only the choice of files is kept, and only for a second. What stands in them is looked at anew each time.
"""

from collections.abc import Callable, Sequence
from typing import Final

from understudy.nes.index_shelf import Shelved

__all__ = ["Answers"]

SECONDS: Final = 1.0
MOST: Final = 32

Question = tuple[str, str, str | None, str | None]
"""What is asked, the name, the language and the file it is asked for."""


class Answers:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: dict[Question, tuple[float, Sequence[Shelved]]] = {}

    def recall(self, question: Question) -> Sequence[Shelved] | None:
        known = self._known.get(question)
        return known[1] if known is not None and self._clock() - known[0] < SECONDS else None

    def note(self, question: Question, files: Sequence[Shelved]) -> None:
        self._known.pop(question, None)
        self._known[question] = (self._clock(), files)
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def clear(self) -> None:
        self._known.clear()
