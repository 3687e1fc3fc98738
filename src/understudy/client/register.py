"""The sessions that are open on a connection, by id, and whose an update is.

Updates can come before the client knows a new session's id: while one is being opened, those of sessions
that nobody knows are kept, within limits, and given to the session if it turns out to be that one.
"""

import contextlib
from collections.abc import Callable, Generator
from typing import Final

from understudy.client.sessions import Session
from understudy.schema import acp

__all__ = ["Register"]

UNKNOWN: Final = 16
"""Sessions that nobody knows, and have updates kept."""
EARLY: Final = 1024
"""Updates of each."""
EARLY_BYTES: Final = 64 << 20
"""Of all."""


class Register:
    def __init__(self) -> None:
        self._open: dict[str, Session] = {}
        self._opening = 0
        self._early: dict[str, list[tuple[acp.SessionUpdate, int]]] = {}
        self._early_bytes = 0

    def get(self, name: str) -> Session | None:
        return self._open.get(name)

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

    def restore(self, name: str, before: Session | None) -> None:
        """A session could not be opened after all."""
        if before is None:
            self._open.pop(name, None)
        else:
            self._open[name] = before

    def remove(self, name: str) -> None:
        self._open.pop(name, None)

    def receive(self, name: str, size: int, read: Callable[[], acp.SessionUpdate | None]) -> None:
        """An update of so many bytes came. It is read only if somebody wants it."""
        session = self._open.get(name)
        if session is None and not self._opening:
            return
        update = read()
        if update is None:
            return
        if session is not None:
            session.receive(update, size)
        elif self._early_bytes + size > EARLY_BYTES:
            return
        elif name in self._early or len(self._early) < UNKNOWN:
            kept = self._early.setdefault(name, [])
            if len(kept) < EARLY:
                kept.append((update, size))
                self._early_bytes += size
