"""Names of tools and ids of calls that every provider takes back, whatever a model made of them. Pure.

A provider that refuses one name refuses every later request of the session, which holds it too.
"""

import hashlib
import re
from typing import Final

__all__ = ["is_portable_id", "portable_id", "portable_name"]

MAX_CALL_ID_CHARS: Final = 40
"""The least of what the providers' APIs take (OpenAI's chat)."""
MAX_TOOL_NAME_CHARS: Final = 64

_PORTABLE_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_CALL_ID_CHARS}}}")
_INVALID_NAME_CHARS: Final = re.compile(r"[^A-Za-z0-9_-]")


def is_portable_id(call: str) -> bool:
    return _PORTABLE_ID.fullmatch(call) is not None


def portable_id(call: str) -> str:
    """The id as it goes out: another one in the place of an odd one, always the same for the same."""
    if is_portable_id(call):
        return call
    return f"call_{hashlib.blake2b(call.encode(errors='surrogatepass'), digest_size=12).hexdigest()}"


def portable_name(name: str) -> str:
    """The name as it goes out. Those of real tools stay what they are."""
    return _INVALID_NAME_CHARS.sub("_", name[:MAX_TOOL_NAME_CHARS]) or "unknown"
