"""A session store that writes a session when there is something to keep: an event, a title, or that it is archived.

Owns the sessions that were created in this process and have nothing to keep yet, in memory, with their leases, not
the store that it wraps and passes all else to. An editor creates a session for every window that it opens: those
that never get a prompt leave nothing behind, and other processes never see them. Only a server that is stopped
stores those that were leased until then, because their clients go on with another server.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from understudy.chat.limits import MAX_UNPROMPTED_LEASES, MAX_UNPROMPTED_SESSIONS, UNPROMPTED_HANDOVER_S
from understudy.chat.store import (
    Lease,
    Page,
    SessionExists,
    SessionStore,
    StoredEvent,
    StoredSession,
    StoreError,
    UsageClaim,
)
from understudy.chat.store_rules import (
    LeaseState,
    acquired,
    changed_session,
    released,
    renewed,
    require_writable,
    timestamp,
)

__all__ = ["UnpromptedSessions"]

logger = logging.getLogger(__name__)

KEPT_SETTING = "archived"
"""The setting that is a user's decision about the session itself. Others are only kept with a first event."""


@dataclass(slots=True)
class _Unstored:
    """A session in memory. `lock` is held while it is read, changed or stored."""

    session: StoredSession
    lease: LeaseState = field(default_factory=LeaseState)
    ttl_s: float = 0.0
    leased_at: float = 0.0
    """When the lease was acquired, renewed or released."""
    is_gone: bool = False
    """It was stored or deleted while the caller waited for the lock."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class UnpromptedSessions:
    """A `SessionStore` around another one, which it closes with itself."""

    def __init__(self, store: SessionStore, *, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._sessions: dict[str, _Unstored] = {}
        """Oldest first."""
        self._lock = threading.Lock()
        """For the table; never held while the wrapped store works."""

    @property
    def notice(self) -> str | None:
        return self._store.notice

    def create(
        self,
        id: str,  # noqa: A002 - the name in the protocol
        cwd: str,
        roots: Sequence[str],
        *,
        settings: Mapping[str, str] | None = None,
        parent: str | None = None,
        owner: str = "",
    ) -> StoredSession:
        now = self._timestamp()
        session = StoredSession(id, cwd, tuple(roots), None, now, now, parent, dict(settings or {}), 0, owner)
        # A store that cannot be used is reported now, not after the user has written a prompt.
        return self._add(session, is_known=self._store.get(id, owner=owner) is not None)

    def get(self, id: str, *, owner: str = "") -> StoredSession | None:  # noqa: A002
        unstored = self._find(id, owner)
        return self._store.get(id, owner=owner) if unstored is None else unstored.session

    def list(
        self,
        *,
        cwd: str | None,
        roots: tuple[str, ...] | None,
        cursor: str | None,
        limit: int,
        owner: str = "",
    ) -> Page:
        """The first page has the sessions in memory in addition to its `limit`."""
        page = self._store.list(cwd=cwd, roots=roots, cursor=cursor, limit=limit, owner=owner)
        if cursor is not None:
            return page
        with self._lock:
            sessions = [one.session for one in self._sessions.values()]
        known = {one.id for one in page.sessions}
        found = [
            one
            for one in sessions
            if one.owner == owner
            and one.id not in known
            and (cwd is None or one.cwd == cwd)
            and (roots is None or one.roots == roots)
        ]
        merged = sorted((*found, *page.sessions), key=lambda one: (one.updated_at, one.id), reverse=True)
        return Page(tuple(merged), page.next_cursor)

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
        self._keep(id, owner, epoch)
        return self._store.append(
            id, events, title=title, settings=settings, owner=owner, epoch=epoch, expected=expected, key=key
        )

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
        if title or (settings or {}).get(KEPT_SETTING):
            self._keep(id, owner, epoch)
        unstored = self._find(id, owner)
        if unstored is not None:
            with unstored.lock:
                if not unstored.is_gone:
                    unstored.lease = require_writable(unstored.lease, id, epoch, self._timestamp())
                    unstored.session = changed_session(unstored.session, roots, title, settings)
                    return unstored.session
        return self._store.change(id, roots=roots, title=title, settings=settings, owner=owner, epoch=epoch)

    def events(self, id: str, *, after: int = 0, owner: str = "") -> Iterator[StoredEvent]:  # noqa: A002
        if self._find(id, owner) is not None:
            return iter(())
        return self._store.events(id, after=after, owner=owner)

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
        unstored = self._find(source, owner)
        if unstored is None:
            return self._store.fork(source, id, cwd, roots, settings=settings, owner=owner)
        now = self._timestamp()
        new = changed_session(unstored.session, roots, None, settings)
        new = replace(new, id=id, cwd=cwd, created_at=now, updated_at=now, parent=source)
        return self._add(new, is_known=self._store.get(id, owner=owner) is not None)

    def delete(self, id: str, *, owner: str = "", epoch: int | None = None) -> bool:  # noqa: A002
        unstored = self._find(id, owner)
        if unstored is not None:
            with unstored.lock:
                if not unstored.is_gone:
                    require_writable(unstored.lease, id, epoch, self._timestamp())
                    self._forget(unstored)
                    return True
        return self._store.delete(id, owner=owner, epoch=epoch)

    def acquire(self, id: str, holder: str, ttl_s: float, *, owner: str = "") -> Lease:  # noqa: A002
        unstored = self._find(id, owner)
        if unstored is not None:
            with unstored.lock:
                if not unstored.is_gone and unstored.lease.epoch >= MAX_UNPROMPTED_LEASES:
                    self._write(unstored)
                if not unstored.is_gone:
                    now, until = self._timestamp(), self._timestamp(ttl_s)
                    unstored.lease = acquired(unstored.lease, id, holder, now, until)
                    unstored.ttl_s, unstored.leased_at = ttl_s, self._clock()
                    return Lease(id, holder, unstored.lease.epoch, until)
        return self._store.acquire(id, holder, ttl_s, owner=owner)

    def renew(self, lease: Lease, ttl_s: float, *, owner: str = "") -> Lease:
        unstored = self._find(lease.session, owner)
        if unstored is not None:
            with unstored.lock:
                if not unstored.is_gone:
                    unstored.lease = renewed(unstored.lease, lease, self._timestamp(), self._timestamp(ttl_s))
                    unstored.ttl_s, unstored.leased_at = ttl_s, self._clock()
                    return replace(lease, until=unstored.lease.until or lease.until)
        return self._store.renew(lease, ttl_s, owner=owner)

    def release(self, lease: Lease, *, owner: str = "") -> bool:
        unstored = self._find(lease.session, owner)
        if unstored is not None:
            with unstored.lock:
                if not unstored.is_gone:
                    state = released(unstored.lease, lease)
                    unstored.lease, unstored.leased_at = state or unstored.lease, self._clock()
                    return state is not None
        return self._store.release(lease, owner=owner)

    def holder(self, id: str, *, owner: str = "") -> Lease | None:  # noqa: A002
        unstored = self._find(id, owner)
        if unstored is None:
            return self._store.holder(id, owner=owner)
        return unstored.lease.live(id, self._timestamp())

    def claim_usage(
        self, holder: str, kind: str, *, count: int, limit: int, ttl_s: float, day: int, owner: str = ""
    ) -> UsageClaim:
        return self._store.claim_usage(
            holder, kind, count=count, limit=limit, ttl_s=ttl_s, day=day, owner=owner
        )

    def report_usage(
        self,
        holder: str,
        counts: Mapping[tuple[str, str], int],
        tokens: Mapping[str, int],
        *,
        ttl_s: float,
        day: int,
    ) -> dict[str, int]:
        return self._store.report_usage(holder, counts, tokens, ttl_s=ttl_s, day=day)

    def close(self) -> None:
        try:
            self._hand_over()
        except StoreError as error:
            logger.warning("sessions without a prompt could not be stored for another server: %s", error.code)
        finally:
            self._store.close()

    def _hand_over(self) -> None:
        """Store what was leased until now: the clients of a server that is stopped load it from another one."""
        with self._lock:
            sessions = list(self._sessions.values())
        for unstored in sessions:
            with unstored.lock:
                is_recent = self._clock() - unstored.leased_at <= UNPROMPTED_HANDOVER_S
                if unstored.lease.epoch and is_recent and not unstored.is_gone:
                    self._write(unstored)

    def _find(self, name: str, owner: str) -> _Unstored | None:
        with self._lock:
            found = self._sessions.get(name)
        return found if found is not None and found.session.owner == owner else None

    def _add(self, session: StoredSession, *, is_known: bool) -> StoredSession:
        with self._lock:
            if is_known or session.id in self._sessions:
                raise SessionExists(f"There is a session {session.id} already. Choose another id.")
            self._sessions[session.id] = _Unstored(session)
            oldest = next(iter(self._sessions.values()))
            is_full = len(self._sessions) > MAX_UNPROMPTED_SESSIONS
        if is_full:
            self._make_room(oldest)
        return session

    def _make_room(self, unstored: _Unstored) -> None:
        """Drop a session that was leased and is not any more: nobody has it. Another one may be open: store it."""
        with unstored.lock:
            if unstored.is_gone:
                return
            if unstored.lease.epoch and unstored.lease.live(unstored.session.id, self._timestamp()) is None:
                self._forget(unstored)
            else:
                self._write(unstored)

    def _keep(self, name: str, owner: str, epoch: int | None) -> None:
        """Store a session that is in memory. Raises what a write with this epoch raises."""
        unstored = self._find(name, owner)
        if unstored is None:
            return
        with unstored.lock:
            if not unstored.is_gone:
                unstored.lease = require_writable(unstored.lease, name, epoch, self._timestamp())
                self._write(unstored)

    def _write(self, unstored: _Unstored) -> None:
        """Store the session and its lease. A failure leaves it in memory; a repeat goes on where this one ended."""
        session, lease = unstored.session, unstored.lease
        try:
            self._store.create(
                session.id,
                session.cwd,
                session.roots,
                settings=session.settings,
                parent=session.parent,
                owner=session.owner,
            )
        except SessionExists:  # the answer to an earlier attempt was lost
            if self._store.get(session.id, owner=session.owner) is None:
                raise
        stored = self._store.holder(session.id, owner=session.owner)
        # The holder's writes carry its epoch, which the stored session has to know.
        epoch = 0 if stored is None else stored.epoch
        while epoch < lease.epoch:
            stored = self._store.acquire(
                session.id, lease.holder or "nobody", unstored.ttl_s, owner=session.owner
            )
            epoch = stored.epoch
        if stored is not None and lease.holder is None:
            self._store.release(stored, owner=session.owner)
        self._forget(unstored)

    def _forget(self, unstored: _Unstored) -> None:
        unstored.is_gone = True
        with self._lock:
            self._sessions.pop(unstored.session.id, None)

    def _timestamp(self, after_s: float = 0.0) -> str:
        return timestamp(self._clock() + after_s)
