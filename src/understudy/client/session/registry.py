"""The sessions that are open on a connection, by id, and whose an update is.

Updates can come before the client knows a new session's id: while one is being opened, those of sessions
that nobody knows are kept, within limits, and given to the session if it turns out to be that one.
"""

import contextlib
from collections.abc import Callable, Generator

from understudy.client.limits import MAX_EARLY_UPDATE_BYTES, MAX_EARLY_UPDATES, MAX_UNKNOWN_SESSIONS
from understudy.client.session.session import Session
from understudy.schema import acp

__all__ = ["SessionRegistry"]


class SessionRegistry:
    def __init__(self) -> None:
        self._open: dict[str, Session] = {}
        self._opening = 0
        self._early: dict[str, list[tuple[acp.SessionUpdate, int]]] = {}
        self._early_bytes = 0

    def get(self, session_id: str) -> Session | None:
        return self._open.get(session_id)

    @contextlib.contextmanager
    def opening(self) -> Generator[None]:
        """While this lasts, a session is being opened whose id nobody knows."""
        self._opening += 1
        try:
            yield
        finally:
            self._opening -= 1
            if not self._opening:
                self._early.clear()
                self._early_bytes = 0

    def add(self, session: Session) -> Session | None:
        """Hold a session from now on; the one that had its id before."""
        before = self._open.get(session.id)
        self._open[session.id] = session
        for update, size in self._early.pop(session.id, []):
            session.receive(update, size)
        return before

    def restore(self, session_id: str, before: Session | None) -> None:
        """A session could not be opened after all."""
        if before is None:
            self._open.pop(session_id, None)
        else:
            self._open[session_id] = before

    def remove(self, session_id: str) -> None:
        self._open.pop(session_id, None)

    def receive(
        self, session_id: str, size: int, decode_update: Callable[[], acp.SessionUpdate | None]
    ) -> None:
        """An update of so many bytes came. It is read only if somebody wants it."""
        session = self._open.get(session_id)
        if session is None and not self._opening:
            return
        update = decode_update()
        if update is None:
            return
        if session is not None:
            session.receive(update, size)
        elif self._early_bytes + size > MAX_EARLY_UPDATE_BYTES:
            return
        elif session_id in self._early or len(self._early) < MAX_UNKNOWN_SESSIONS:
            kept = self._early.setdefault(session_id, [])
            if len(kept) < MAX_EARLY_UPDATES:
                kept.append((update, size))
                self._early_bytes += size
