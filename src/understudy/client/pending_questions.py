"""The questions to people that are open on one connection, by session, and what calls them off.

Knows nothing of what is asked. A question of no session (None) ends with the connection.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

__all__ = ["PendingQuestions"]

T = TypeVar("T")


class PendingQuestions:
    """For the loop's thread."""

    def __init__(self) -> None:
        self._pending: dict[str | None, set[asyncio.Future[None]]] = {}
        self._cancelled_sessions: set[str] = set()
        self._closed = False

    def is_cancelled(self, session_id: str | None) -> bool:
        """Whether nobody is to be asked: the turn was called off, or the connection has ended."""
        return self._closed or session_id in self._cancelled_sessions

    async def ask(self, session_id: str | None, question: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """The answer; None if the question was called off, before or meanwhile."""
        if self.is_cancelled(session_id):
            return None
        off: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        mine = self._pending.setdefault(session_id, set())
        mine.add(off)
        asking = asyncio.ensure_future(question())
        try:
            await asyncio.wait({asking, off}, return_when=asyncio.FIRST_COMPLETED)
            return None if off.done() else asking.result()
        finally:
            mine.discard(off)
            if not mine and self._pending.get(session_id) is mine:
                del self._pending[session_id]
            asking.cancel()

    def cancel_session(self, session_id: str) -> None:
        """The session's turn was called off, and with it what is open and what still comes of it.

        That lasts until `begun`: a question may have been on its way.
        """
        self._cancelled_sessions.add(session_id)
        for question in self._pending.get(session_id, ()):
            _resolve(question)

    def turn_started(self, session_id: str) -> None:
        """A new turn begins: questions are asked again."""
        self._cancelled_sessions.discard(session_id)

    def forget_session(self, session_id: str) -> None:
        """The session is over, and so are its questions."""
        self.cancel_session(session_id)
        self._cancelled_sessions.discard(session_id)

    def close(self) -> None:
        """The connection is over, and so is every question."""
        self._closed = True
        self._cancelled_sessions.clear()
        for questions in self._pending.values():
            for question in questions:
                _resolve(question)


def _resolve(question: "asyncio.Future[None]") -> None:
    if not question.done():
        question.set_result(None)
