"""Cursors of session listings, and the changes of a session's fields: what every store does in the same way.

A cursor is the position of the last returned session, signed so that only the same listing of the same store
accepts it. Reads and writes no data.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import msgspec

from understudy.chat.limits import MAX_EVENT_BYTES, MAX_SESSIONS_PER_PAGE
from understudy.chat.store import BadCursor, EventTooLarge, SequenceConflict, StoredSession

__all__ = [
    "ListingFilter",
    "changed_session",
    "check_event_sizes",
    "check_page_limit",
    "check_sequence",
    "decode_cursor",
    "encode_cursor",
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
