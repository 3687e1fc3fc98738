"""Cursors of a listing: where a page ended, sealed so that only the same listing of the same store takes it."""

import base64
import binascii
import hashlib
import hmac
from typing import Final

import msgspec

from understudy.chat.store import BadCursor

__all__ = ["ListingFilter", "decode_cursor", "encode_cursor"]

ListingFilter = tuple[str | None, tuple[str, ...] | None]
"""What is listed: the cwd and the roots asked for."""

PagePosition = tuple[str, str]
"""The last session that was handed out: updated_at, id."""

_SIGNATURE_BYTES: Final = 12


def encode_cursor(key: bytes, filters: ListingFilter, position: PagePosition) -> str:
    body = msgspec.msgpack.encode(position)
    return base64.urlsafe_b64encode(_sign(key, filters, body) + body).decode().rstrip("=")


def decode_cursor(key: bytes, filters: ListingFilter, cursor: str) -> PagePosition:
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError):
        raise _bad_cursor_error() from None
    seal, body = data[:_SIGNATURE_BYTES], data[_SIGNATURE_BYTES:]
    if not hmac.compare_digest(seal, _sign(key, filters, body)):
        raise _bad_cursor_error()
    position = msgspec.msgpack.decode(body, type=PagePosition)
    if encode_cursor(key, filters, position) != cursor:  # base64 has several spellings of the same bytes
        raise _bad_cursor_error()
    return position


def _sign(key: bytes, filters: ListingFilter, body: bytes) -> bytes:
    message = msgspec.msgpack.encode((filters, body))
    return hashlib.blake2b(message, key=key, digest_size=_SIGNATURE_BYTES).digest()


def _bad_cursor_error() -> BadCursor:
    return BadCursor("The cursor is not one that this listing handed out. List again without it.")
