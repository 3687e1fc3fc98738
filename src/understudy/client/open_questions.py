"""The questions to people that are open on one connection, by session, and what calls them off.

Knows nothing of what is asked. A question of no session (None) ends with the connection.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

__all__ = ["OpenQuestions"]

T = TypeVar("T")


class OpenQuestions:
    """For the loop's thread."""

    def __init__(self) -> None:
        self._open: dict[str | None, set[asyncio.Future[None]]] = {}
        self._over: set[str] = set()
        self._closed = False

    def is_over(self, session_id: str | None) -> bool:
        """Whether nobody is to be asked: the turn was called off, or the connection has ended."""
        return self._closed or session_id in self._over

    async def ask(self, session_id: str | None, question: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """The answer; None if the question was called off, before or meanwhile."""
        if self.is_over(session_id):
            return None
        off: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        mine = self._open.setdefault(session_id, set())
        mine.add(off)
        asking = asyncio.ensure_future(question())
        try:
            await asyncio.wait({asking, off}, return_when=asyncio.FIRST_COMPLETED)
            return None if off.done() else asking.result()
        finally:
            mine.discard(off)
            if not mine and self._open.get(session_id) is mine:
                del self._open[session_id]
            asking.cancel()

    def cancelled(self, session_id: str) -> None:
        """The session's turn was called off, and with it what is open and what still comes of it.

        That lasts until `begun`: a question may have been on its way.
        """
        self._over.add(session_id)
        for question in self._open.get(session_id, ()):
            _resolve(question)

    def begun(self, session_id: str) -> None:
        """A new turn begins: questions are asked again."""
        self._over.discard(session_id)

    def forget(self, session_id: str) -> None:
        """The session is over, and so are its questions."""
        self.cancelled(session_id)
        self._over.discard(session_id)

    def close(self) -> None:
        """The connection is over, and so is every question."""
        self._closed = True
        self._over.clear()
        for questions in self._open.values():
            for question in questions:
                _resolve(question)


def _resolve(question: "asyncio.Future[None]") -> None:
    if not question.done():
        question.set_result(None)
