"""Cursors of a listing: where a page ended, sealed so that only the same listing of the same store takes it."""

import base64
import binascii
import hashlib
import hmac
from typing import Final

import msgspec

from understudy.chat.store import BadCursor

__all__ = ["Listing", "read_cursor", "write_cursor"]

Listing = tuple[str | None, tuple[str, ...] | None]
"""What is listed: the cwd and the roots asked for."""

Position = tuple[str, str]
"""The last session that was handed out: updated_at, id."""

_SEAL_BYTES: Final = 12


def write_cursor(key: bytes, listing: Listing, position: Position) -> str:
    body = msgspec.msgpack.encode(position)
    return base64.urlsafe_b64encode(_seal(key, listing, body) + body).decode().rstrip("=")


def read_cursor(key: bytes, listing: Listing, cursor: str) -> Position:
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError):
        raise _refused() from None
    seal, body = data[:_SEAL_BYTES], data[_SEAL_BYTES:]
    if not hmac.compare_digest(seal, _seal(key, listing, body)):
        raise _refused()
    position = msgspec.msgpack.decode(body, type=Position)
    if write_cursor(key, listing, position) != cursor:  # base64 has several spellings of the same bytes
        raise _refused()
    return position


def _seal(key: bytes, listing: Listing, body: bytes) -> bytes:
    message = msgspec.msgpack.encode((listing, body))
    return hashlib.blake2b(message, key=key, digest_size=_SEAL_BYTES).digest()


def _refused() -> BadCursor:
    return BadCursor("The cursor is not one that this listing handed out. List again without it.")
