"""Names of tools and ids of calls that every provider takes back, whatever a model made of them. Pure.

A provider that refuses one name refuses every later request of the session, which holds it too.
"""

import hashlib
import re
from typing import Final

__all__ = ["is_id", "sent_id", "sent_name"]

LONGEST_ID: Final = 40
"""The least of what the providers' APIs take (OpenAI's chat)."""
LONGEST_NAME: Final = 64

_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}")
_ODD: Final = re.compile(r"[^A-Za-z0-9_-]")


def is_id(call: str) -> bool:
    return _ID.fullmatch(call) is not None


def sent_id(call: str) -> str:
    """The id as it goes out: another one in the place of an odd one, always the same for the same."""
    if is_id(call):
        return call
    return f"call_{hashlib.blake2b(call.encode(errors='surrogatepass'), digest_size=12).hexdigest()}"


def sent_name(name: str) -> str:
    """The name as it goes out. Those of real tools stay what they are."""
    return _ODD.sub("_", name[:LONGEST_NAME]) or "unknown"
