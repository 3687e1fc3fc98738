"""Cursors: where a page ended, as an opaque text that fits only the call that it continues."""

import base64
import binascii
import hashlib
from typing import Any, TypeVar

import msgspec

from understudy.tools.tool import ToolArgs
from understudy.workspace import InvalidArgument

__all__ = ["decode_cursor", "encode_cursor"]

T = TypeVar("T")


def encode_cursor(args: ToolArgs, position: Any) -> str:
    """A cursor for `position` in the answer to `args`. Paths in it are bytes: no text holds every name."""
    data = msgspec.msgpack.encode([_fingerprint(args), position])
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode_cursor(args: ToolArgs, cursor: str, kind: type[T]) -> T:
    """The position in a cursor that `write_cursor` made for the same arguments."""
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        fingerprint, position = msgspec.msgpack.decode(data, type=tuple[bytes, msgspec.Raw])
        value = msgspec.msgpack.decode(position, type=kind)
    except (binascii.Error, ValueError, msgspec.DecodeError):
        raise InvalidArgument(
            "The cursor is not one that this tool handed out. Repeat the call without it.", "bad_cursor"
        ) from None
    if fingerprint != _fingerprint(args):
        raise InvalidArgument(
            "The cursor belongs to a call with other arguments. Repeat them all unchanged, or drop the cursor.",
            "bad_cursor",
        )
    return value


def _fingerprint(args: ToolArgs) -> bytes:
    """What must not change between two pages: every argument but the cursor."""
    plain: dict[str, Any] = msgspec.to_builtins(args)
    plain.pop("cursor", None)
    text = repr(sorted(plain.items()))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8]
