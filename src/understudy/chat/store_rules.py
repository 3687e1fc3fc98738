"""What every store does in the same way: leases, cursors of listings, checks, and changes of a session's fields.

The rules of leases are pure functions over the lease columns of a session, which the store reads and writes in one
transaction. A cursor is the position of the last returned session, signed so that only the same listing of the same
store accepts it. Times are text in the format of `StoredSession`, which sorts by time. Stores nothing.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

import msgspec

from understudy.chat.limits import MAX_EVENT_BYTES, MAX_SESSIONS_PER_PAGE
from understudy.chat.store import (
    BadCursor,
    EventTooLarge,
    Lease,
    LeaseLost,
    SequenceConflict,
    SessionBusy,
    StoredSession,
)

__all__ = [
    "LeaseState",
    "ListingFilter",
    "acquired",
    "busy_error",
    "changed_session",
    "check_event_sizes",
    "check_page_limit",
    "check_sequence",
    "decode_cursor",
    "encode_cursor",
    "released",
    "renewed",
    "require_writable",
    "timestamp",
]

ListingFilter = tuple[str | None, tuple[str, ...] | None, str]
"""The filter of a listing: cwd, roots and owner."""

PagePosition = tuple[str, str]
"""updated_at and id of the last returned session."""

_SIGNATURE_BYTES: Final = 12


def encode_cursor(key: bytes, filters: ListingFilter, position: PagePosition) -> str:
    body = msgspec.msgpack.encode(position)
    return base64.urlsafe_b64encode(_sign(key, filters, body) + body).decode().rstrip("=")


def decode_cursor(key: bytes, filters: ListingFilter, cursor: str) -> PagePosition:
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError):
        raise _bad_cursor_error() from None
    signature, body = data[:_SIGNATURE_BYTES], data[_SIGNATURE_BYTES:]
    if not hmac.compare_digest(signature, _sign(key, filters, body)):
        raise _bad_cursor_error()
    position = msgspec.msgpack.decode(body, type=PagePosition)
    if encode_cursor(key, filters, position) != cursor:  # base64 has several encodings of the same bytes
        raise _bad_cursor_error()
    return position


def _sign(key: bytes, filters: ListingFilter, body: bytes) -> bytes:
    message = msgspec.msgpack.encode((filters, body))
    return hashlib.blake2b(message, key=key, digest_size=_SIGNATURE_BYTES).digest()


def _bad_cursor_error() -> BadCursor:
    return BadCursor("The cursor is not one that this listing handed out. List again without it.")


def check_page_limit(limit: int) -> None:
    if not 1 <= limit <= MAX_SESSIONS_PER_PAGE:
        raise ValueError(f"limit must be between 1 and {MAX_SESSIONS_PER_PAGE}")


def check_event_sizes(events: Sequence[bytes]) -> None:
    largest = max(map(len, events), default=0)
    if largest > MAX_EVENT_BYTES:
        raise EventTooLarge(f"An event of {largest} bytes; {MAX_EVENT_BYTES} is the most. Shorten it.")


def check_sequence(session: StoredSession, expected: int | None) -> None:
    if expected is not None and expected != session.events:
        raise SequenceConflict(
            f"The session {session.id} has {session.events} events and not {expected}: "
            "another program has written to it. Load it again."
        )


def changed_session(
    old: StoredSession,
    roots: Sequence[str] | None,
    title: str | None,
    settings: Mapping[str, str] | None,
) -> StoredSession:
    return replace(
        old,
        roots=old.roots if roots is None else tuple(roots),
        # Lone surrogates are replaced: stored text cannot hold them.
        title=old.title if title is None else title.encode("utf-8", "replace").decode() or None,
        settings={**old.settings, **(settings or {})},
    )


def timestamp(seconds: float) -> str:
    """Return a time since the epoch as text in UTC, in the format of `StoredSession`."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class LeaseState:
    """The lease columns of a session."""

    epoch: int = 0
    """The epoch of the latest lease; 0 if the session never had one."""
    holder: str | None = None
    until: str | None = None

    def live(self, session: str, now: str) -> Lease | None:
        """Return the lease if it has not ended."""
        if self.holder is None or self.until is None or self.until <= now:
            return None
        return Lease(session, self.holder, self.epoch, self.until)


def require_writable(state: LeaseState, session: str, epoch: int | None, now: str) -> LeaseState:
    """Return the lease columns after a write with `epoch`. Raises LeaseLost or SessionBusy.

    A holder whose lease has ended may write until another one is acquired: nobody else has written since. A write
    without an epoch ends such a lease.
    """
    live = state.live(session, now)
    if epoch is not None:
        if epoch == state.epoch and state.holder is not None:
            return state
        raise LeaseLost(
            f"The session {session} was taken over{_by_whom(live)}. Load it again to go on.",
            holder=live and live.holder,
            until=live and live.until,
        )
    if live is not None:
        raise busy_error(live)
    return state if state.holder is None else LeaseState(state.epoch + 1)


def acquired(state: LeaseState, session: str, holder: str, now: str, until: str) -> LeaseState:
    """Return the lease columns after `holder` took the lease. Raises SessionBusy."""
    live = state.live(session, now)
    if live is not None and live.holder != holder:
        raise busy_error(live)
    return LeaseState(state.epoch + 1, holder, until)


def renewed(state: LeaseState, lease: Lease, now: str, until: str) -> LeaseState:
    """Return the lease columns after the lease was extended. Raises LeaseLost."""
    kept = require_writable(state, lease.session, lease.epoch, now)
    # A clock that was set back must not shorten the lease.
    return LeaseState(kept.epoch, kept.holder, max(until, kept.until or until))


def released(state: LeaseState, lease: Lease) -> LeaseState | None:
    """Return the lease columns without the lease, None if it was not held any more."""
    if state.holder is None or state.epoch != lease.epoch:
        return None
    return LeaseState(state.epoch)


def busy_error(live: Lease) -> SessionBusy:
    return SessionBusy(
        f"The session {live.session} is busy elsewhere: {live.holder} holds it until {live.until}. "
        "Try again then, or fork it.",
        holder=live.holder,
        until=live.until,
    )


def _by_whom(live: Lease | None) -> str:
    return "" if live is None else f" by {live.holder}, until {live.until}"
