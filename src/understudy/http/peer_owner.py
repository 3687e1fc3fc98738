"""The user whose program is at the other end of a local connection, if the system reveals it (Linux).

Every user of a machine can connect to its loopback, and read there with which arguments a browser was started.
"""

import ipaddress
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from starlette.types import Scope

__all__ = ["find_socket_owner", "is_from_other_user"]

TCP_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
ROOT_UID: Final = 0
"""Root may do everything anyway, and forwards ports for other users."""

Endpoint = tuple[str, int]


def is_from_other_user(scope: Scope) -> bool:
    """Whether the request certainly comes from another user of this machine."""
    client, server = scope.get("client"), scope.get("server")
    if client is None or server is None or server[1] is None:
        return False
    return find_socket_owner((client[0], client[1]), (server[0], server[1])) not in (
        None,
        ROOT_UID,
        os.getuid(),
    )


def find_socket_owner(local: Endpoint, remote: Endpoint) -> int | None:
    """Return the user whose socket is bound to `local` and connected to `remote`; None if that is unknown."""
    wanted = {(ours, theirs) for ours in _table_entries(local) for theirs in _table_entries(remote)}
    for table in TCP_TABLES:
        try:
            lines = table.read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            if len(fields) > 7 and (fields[1], fields[2]) in wanted:
                return int(fields[7])
    return None


def _table_entries(end: Endpoint) -> Iterable[str]:
    """The endpoint as in the tables: words of four bytes in native order. IPv4 may be in either table."""
    try:
        address = ipaddress.ip_address(end[0])
    except ValueError:
        return ()
    plain = getattr(address, "ipv4_mapped", None) or address
    forms = [plain.packed]
    if plain.version == 4:
        forms.append(b"\0" * 10 + b"\xff\xff" + plain.packed)
    return [f"{_to_hex_words(packed)}:{end[1]:04X}" for packed in forms]


def _to_hex_words(packed: bytes) -> str:
    words = (packed[at : at + 4] for at in range(0, len(packed), 4))
    return "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
