"""The session store as the chat service sees it: sessions, their append-only events, and what can go wrong.

Owns the port and its errors; how and where anything is kept is an adapter's affair (`understudy.chat.sqlite`).
Not the vocabulary of events: for a store an event is bytes.

    StoreError
    ├── StoreDamaged    store_damaged   what is stored cannot be read any more
    ├── StoreNewer      store_newer     written by a newer Understudy; this one changes nothing
    ├── StoreForeign    store_foreign   a database that is not ours stands in the place
    ├── StoreBusy       store_busy      locked by others for longer than we wait
    ├── StoreFull       store_full      the disk is full or cannot be written
    ├── StoreDenied     store_denied    the system, or what stands in the place, forbids the use
    ├── StoreFailed     store_failed    the disk or the database failed in another way
    ├── StoreClosed     store_closed    used after close()
    ├── NoSession       no_session      no session has this id
    ├── SessionExists   session_exists  a session has this id already
    ├── EventTooLarge   event_too_large an event over the limit
    └── BadCursor       bad_cursor      a cursor that this listing did not hand out

`code` is stable (the table CODES). A message says what is wrong and what to do next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Protocol

__all__ = [
    "CODES",
    "BadCursor",
    "EventTooLarge",
    "NoSession",
    "Page",
    "SessionExists",
    "SessionStore",
    "StoreBusy",
    "StoreClosed",
    "StoreDamaged",
    "StoreDenied",
    "StoreError",
    "StoreFailed",
    "StoreForeign",
    "StoreFull",
    "StoreNewer",
    "StoredEvent",
    "StoredSession",
]

CODES: Final[Mapping[str, str]] = {
    "bad_cursor": "a cursor that this listing did not hand out",
    "event_too_large": "an event over the limit",
    "no_session": "no session has this id",
    "session_exists": "a session has this id already",
    "store_busy": "locked by others for longer than we wait",
    "store_closed": "the store was used after close()",
    "store_damaged": "what is stored cannot be read any more",
    "store_denied": "the system, or what stands in the place, forbids the use",
    "store_failed": "the disk or the database failed in another way",
    "store_foreign": "a database that is not ours stands in the place",
    "store_full": "the disk is full or cannot be written",
    "store_newer": "written by a newer Understudy",
}


class StoreError(Exception):
    """An expected failure of the session store, ready to be shown."""

    code: ClassVar[str]

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StoreDamaged(StoreError):
    code = "store_damaged"


class StoreNewer(StoreError):
    code = "store_newer"


class StoreForeign(StoreError):
    code = "store_foreign"


class StoreBusy(StoreError):
    code = "store_busy"


class StoreFull(StoreError):
    code = "store_full"


class StoreDenied(StoreError):
    code = "store_denied"


class StoreFailed(StoreError):
    code = "store_failed"


class StoreClosed(StoreError):
    code = "store_closed"


class NoSession(StoreError):
    code = "no_session"


class SessionExists(StoreError):
    code = "session_exists"


class EventTooLarge(StoreError):
    code = "event_too_large"


class BadCursor(StoreError):
    code = "bad_cursor"


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session without its events. Times are UTC as 2026-01-31T12:00:00.000Z, so that text order is time order."""

    id: str
    cwd: str
    roots: tuple[str, ...]
    """The additional ones, in order."""
    title: str | None
    created_at: str
    updated_at: str
    parent: str | None
    """The session that this one was forked from; it need not exist any more."""
    settings: dict[str, str]
    events: int
    """How many there are; the last one's `seq`."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    seq: int
    """1, 2, 3 … without a gap."""
    at: str
    data: bytes = field(repr=False)
    """One JSON object; nothing in the store looks into it."""


@dataclass(frozen=True, slots=True)
class Page:
    sessions: tuple[StoredSession, ...]
    next_cursor: str | None


class SessionStore(Protocol):
    """What an adapter keeps. Synchronous, and safe to use from several threads and several processes.

    What returned is on the disk; what raised changed nothing.
    """

    @property
    def notice(self) -> str | None:
        """What the user must be told of the store itself: that a damaged one was set aside, and where."""
        ...

    def create(
        self,
        id: str,  # noqa: A002 - the word of the protocol
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
        parent: str | None = None,
    ) -> StoredSession: ...

    def get(self, id: str) -> StoredSession | None: ...  # noqa: A002

    def list(self, *, cwd: str | None, roots: tuple[str, ...] | None, cursor: str | None, limit: int) -> Page:
        """The newest first. `roots` must match exactly and in order, () only sessions without; None is any.

        A session that does not change while it is paged through comes exactly once, whatever others do.
        """
        ...

    def append(
        self,
        id: str,  # noqa: A002
        events: Sequence[bytes],
        *,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> StoredSession:
        """Add events, and with them a title and settings if given: all of it or nothing. Bumps `updated_at`.

        Settings that are not named stay as they are; the title "" takes the title away.
        """
        ...

    def change(
        self,
        id: str,  # noqa: A002
        *,
        roots: Sequence[str] | None = None,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> StoredSession:
        """Change what is said of a session, with the meaning that `append` gives to it.

        `updated_at` stays: it tells when the conversation went on.
        """
        ...

    def events(self, id: str, *, after: int = 0) -> Iterator[StoredEvent]:  # noqa: A002
        """The events behind `after` that are there now, in order. The consumer may take its time."""
        ...

    def fork(
        self,
        source: str,
        id: str,  # noqa: A002
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
    ) -> StoredSession:
        """A new session with all events, the title and the settings of `source`; those given go over them."""
        ...

    def delete(self, id: str) -> bool:  # noqa: A002
        """Forget a session and its events. False if there was none."""
        ...

    def close(self) -> None: ...
