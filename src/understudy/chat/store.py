"""The port of the session store: sessions, their append-only events, their leases, and the store's errors.

Owns the interface and the errors, not how and where data is stored (`understudy.chat.sqlite` and
`understudy.chat.postgres` implement the port), and not the event types: for a store an event is bytes.

A session belongs to an owner; "" is the one user of a local installation. Every method works for one owner, and to
it a session of another owner does not exist. A process that works on a session while others might, takes its lease.
The lease has an epoch that grows with every holder: a write with an older epoch changes nothing and raises
LeaseLost, so that a holder that was believed dead can never write. While a lease is live, writes without an epoch
raise SessionBusy; a session that nobody leases is written as if there were no leases.

    StoreError
    ├── StoreDamaged    store_damaged   the stored data cannot be read any more
    ├── StoreNewer      store_newer     written by a newer Understudy; this one changes nothing
    ├── StoreForeign    store_foreign   the file is a database of another program
    ├── StoreBusy       store_busy      locked by others for longer than the timeout
    ├── StoreFull       store_full      the disk is full or cannot be written
    ├── StoreDenied     store_denied    the system denies access, or the path is not a regular file of ours
    ├── StoreFailed     store_failed    the disk or the database failed in another way
    ├── StoreOutdated   store_outdated  the tables have to be created or upgraded first
    ├── StoreUnavailable store_unavailable  the server cannot be reached; the last write may have been stored
    ├── StoreClosed     store_closed    used after close()
    ├── NoSession       no_session      no session has this id
    ├── SessionExists   session_exists  a session has this id already
    ├── SessionBusy     session_busy    another holder has the lease; `holder` and `until` say who and until when
    ├── LeaseLost       lease_lost      the epoch is not the session's any more; `holder` and `until` as above
    ├── SequenceConflict sequence_conflict  the session has other events than the writer expects
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
    "Lease",
    "LeaseLost",
    "NoSession",
    "Page",
    "SequenceConflict",
    "SessionBusy",
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
    "StoreOutdated",
    "StoreUnavailable",
    "StoredEvent",
    "StoredSession",
    "UsageClaim",
]

CODES: Final[Mapping[str, str]] = {
    "bad_cursor": "a cursor that this listing did not hand out",
    "event_too_large": "an event over the limit",
    "lease_lost": "the writer does not hold the session's lease any more",
    "no_session": "no session has this id",
    "sequence_conflict": "the session has other events than the writer expects",
    "session_busy": "another holder has the session's lease",
    "session_exists": "a session has this id already",
    "store_busy": "locked by others for longer than we wait",
    "store_closed": "the store was used after close()",
    "store_damaged": "what is stored cannot be read any more",
    "store_denied": "the system, or what stands in the place, forbids the use",
    "store_failed": "the disk or the database failed in another way",
    "store_foreign": "a database that is not ours stands in the place",
    "store_full": "the disk is full or cannot be written",
    "store_newer": "written by a newer Understudy",
    "store_outdated": "the tables have to be created or upgraded first",
    "store_unavailable": "the server of the store cannot be reached",
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


class StoreOutdated(StoreError):
    code = "store_outdated"


class StoreUnavailable(StoreError):
    """The one error after which the write may have been stored nevertheless."""

    code = "store_unavailable"


class StoreClosed(StoreError):
    code = "store_closed"


class NoSession(StoreError):
    code = "no_session"


class SessionExists(StoreError):
    code = "session_exists"


class SequenceConflict(StoreError):
    code = "sequence_conflict"


class _LeaseDetails(Exception):
    """The fields of an error about a lease."""

    def __init__(self, message: str, *, holder: str | None, until: str | None) -> None:
        super().__init__(message)
        self.holder = holder
        """Who holds the lease; None if nobody does any more."""
        self.until = until
        """When the lease ends unless it is renewed, as in `Lease.until`."""


class SessionBusy(_LeaseDetails, StoreError):
    code = "session_busy"


class LeaseLost(_LeaseDetails, StoreError):
    code = "lease_lost"


class EventTooLarge(StoreError):
    code = "event_too_large"


class BadCursor(StoreError):
    code = "bad_cursor"


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session without its events. Times are UTC as 2026-01-31T12:00:00.000Z, so that they sort as text."""

    id: str
    cwd: str
    roots: tuple[str, ...]
    """The additional roots, in order."""
    title: str | None
    created_at: str
    updated_at: str
    parent: str | None
    """The session that this one was forked from; it may have been deleted."""
    settings: dict[str, str]
    events: int
    """The number of events, which is the `seq` of the last one."""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    seq: int
    """1, 2, 3 … without gaps."""
    at: str
    data: bytes = field(repr=False)
    """One JSON object; the store never parses it."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of one holder to write to a session."""

    session: str
    holder: str
    """Who holds it: a name that says to other users' programs where the session is open."""
    epoch: int
    """Grows with every `acquire` of the session."""
    until: str
    """When it ends unless it is renewed: UTC, by the store's clock, in the format of StoredSession's times."""


@dataclass(frozen=True, slots=True)
class Page:
    sessions: tuple[StoredSession, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class UsageClaim:
    """The answer to a claim: whether one more may be in use by this owner.

    A holder counts what its users have in use, by kind, and claims before it uses one more. The counts of a holder
    end with its last claim or report and their time to live, so that those of a process that died do not remain.
    """

    granted: bool
    others: int
    """How many the other holders have in use."""
    tokens: int
    """Tokens that all holders have reported for the owner on the day of the claim."""


class SessionStore(Protocol):
    """A store of sessions. Synchronous; safe to use from several threads and several processes.

    A method that returns has written to the disk; a method that raises has changed nothing, except that
    after StoreUnavailable a write may have been stored. `owner` is whose
    sessions a call sees. `epoch` is the epoch of the caller's lease, None if the caller has none.
    """

    @property
    def notice(self) -> str | None:
        """A message about the store itself for the user: that a damaged database was set aside, and where."""
        ...

    def create(
        self,
        id: str,  # noqa: A002 - the name in the protocol
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
        parent: str | None = None,
        owner: str = "",
    ) -> StoredSession: ...

    def get(self, id: str, *, owner: str = "") -> StoredSession | None: ...  # noqa: A002

    def list(
        self,
        *,
        cwd: str | None,
        roots: tuple[str, ...] | None,
        cursor: str | None,
        limit: int,
        owner: str = "",
    ) -> Page:
        """List sessions, newest first. `roots` must match exactly and in order: () matches sessions without
        additional roots, None matches any.

        A session that does not change while a caller pages through the list is returned exactly once, whatever
        happens to other sessions.
        """
        ...

    def append(
        self,
        id: str,  # noqa: A002
        events: Sequence[bytes],
        *,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
        owner: str = "",
        epoch: int | None = None,
        expected: int | None = None,
        key: str | None = None,
    ) -> StoredSession:
        """Append events, and set the title and settings if given, in one transaction. Updates `updated_at`.

        Settings that are not named keep their values; the title "" removes the title. With `expected`, the session
        must have exactly so many events, else SequenceConflict is raised. An append with `expected` and a `key`
        that nobody else uses can be repeated if its answer was lost: a repeat of what is stored already changes
        nothing and returns the session.
        """
        ...

    def change(
        self,
        id: str,  # noqa: A002
        *,
        roots: Sequence[str] | None = None,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
        owner: str = "",
        epoch: int | None = None,
    ) -> StoredSession:
        """Change the roots, the title or the settings of a session; title and settings work as in `append`.

        `updated_at` stays: it is the time of the last event.
        """
        ...

    def events(self, id: str, *, after: int = 0, owner: str = "") -> Iterator[StoredEvent]:  # noqa: A002
        """Iterate over the events after `after` that exist now, in order. A slow consumer blocks no caller."""
        ...

    def fork(
        self,
        source: str,
        id: str,  # noqa: A002
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
        owner: str = "",
    ) -> StoredSession:
        """Create a session with all events, the title and the settings of `source`; `settings` override them.

        Both belong to `owner`. The source may be leased by anybody: it is only read.
        """
        ...

    def delete(self, id: str, *, owner: str = "", epoch: int | None = None) -> bool:  # noqa: A002
        """Delete a session and its events. Return False if it does not exist."""
        ...

    def acquire(self, id: str, holder: str, ttl_s: float, *, owner: str = "") -> Lease:  # noqa: A002
        """Take the lease of a session for `ttl_s` seconds. Raises SessionBusy while another holder's is live.

        The holder that has the lease gets a new epoch, which fences the writes of its earlier one.
        """
        ...

    def renew(self, lease: Lease, ttl_s: float, *, owner: str = "") -> Lease:
        """Extend a lease to `ttl_s` seconds from now. A lease that ended can be renewed until another one is
        acquired. Raises LeaseLost.
        """
        ...

    def release(self, lease: Lease, *, owner: str = "") -> bool:
        """End a lease. Return False if it was not held any more, or if the session does not exist."""
        ...

    def holder(self, id: str, *, owner: str = "") -> Lease | None:  # noqa: A002
        """Return the live lease of a session, None if nobody holds one. Raises NoSession."""
        ...

    def claim_usage(
        self, holder: str, kind: str, *, count: int, limit: int, ttl_s: float, day: int, owner: str = ""
    ) -> UsageClaim:
        """Count `count` of a kind as in use by this holder, if all live holders together stay within the limit.

        What a claim changes is the same when it is repeated. `day`: days since 1970, for the tokens.
        """
        ...

    def report_usage(
        self,
        holder: str,
        counts: Mapping[tuple[str, str], int],
        tokens: Mapping[str, int],
        *,
        ttl_s: float,
        day: int,
    ) -> dict[str, int]:
        """Set what this holder has in use, by owner and kind, for `ttl_s` seconds, and the tokens that each owner
        has used through it on that day. Return the tokens of these owners over all holders.
        """
        ...

    def close(self) -> None: ...
