"""Who is at the other end of a TCP connection: the user, and whether it is a process that this one started.

Every user of a machine can connect to its loopback, and so can the commands that a server runs. Linux says in
`/proc/net/tcp` which user and which inode a local socket has, and in `/proc/<pid>/fd` which processes hold it. On
other systems the answer is always `unknown`, and only the token protects a server there.
"""

import ipaddress
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from starlette.types import Scope

from understudy.http.connections import connection_of

__all__ = ["Endpoint", "Peer", "find_peer", "identify_peer", "is_own_descendant"]

TCP_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
PROC: Final = Path("/proc")
ROOT_UID: Final = 0
"""Root may do everything anyway, and forwards ports for other users."""
_ESTABLISHED: Final = "01"

Endpoint = tuple[str, int]
Peer = Literal["trusted", "other_user", "own_descendant", "unknown", "gone"]
"""`trusted`: this user or root. `unknown`: another machine, or a system that does not tell. `gone`: it has
closed its end, so that its owner cannot be found any more."""


@dataclass(frozen=True, slots=True)
class _Socket:
    state: str
    uid: int
    inode: int
    """0 if no process holds it any more."""


def find_peer(scope: Scope) -> Peer:
    """Identify the other end of a request's connection. The answer is kept for later requests on it."""
    client, server = scope.get("client"), scope.get("server")
    if client is None or server is None or server[1] is None:
        return "unknown"
    connection = connection_of(scope)
    if connection is None:
        return identify_peer((client[0], client[1]), (server[0], server[1]))
    if connection.peer is None:
        connection.peer = identify_peer((client[0], client[1]), (server[0], server[1]))
    return connection.peer


def identify_peer(client: Endpoint, server: Endpoint) -> Peer:
    """Identify the process at `client` that is connected to `server`, a socket of this process."""
    found = _find_sockets(client, server)
    if found is None:
        return "unknown"
    theirs, ours = found
    if theirs is None:
        # Of a connection from elsewhere only our end is in the tables, which is true of loopback too, where
        # another system forwards it (WSL). Of one that broke, our end is closing or gone.
        is_open = ours is not None and ours.state == _ESTABLISHED
        return "unknown" if is_open or not _is_own_address(client[0]) else "gone"
    if theirs.inode == 0:
        return "gone"
    if theirs.uid not in (ROOT_UID, os.getuid()):
        return "other_user"
    return "own_descendant" if is_own_descendant(theirs.inode) else "trusted"


def is_own_descendant(inode: int) -> bool:
    """Whether a process that this one started, directly or not, holds the socket.

    A process can forbid to be inspected. If no holder is found, it counts as ours if we have such a descendant.
    """
    if not _has_children():
        return False
    name = f"socket:[{inode}]"
    holders: list[int] = []
    hidden: list[int] = []
    for pid in _process_ids():
        sockets = _open_files(pid)
        if sockets is None:
            hidden.append(pid)
        elif name in sockets:
            holders.append(pid)
    own = os.getpid()
    return any(_descends_from(pid, own) for pid in holders or hidden)


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _process_ids() -> Iterator[int]:
    own = os.getpid()
    for name in os.listdir(PROC):
        if name.isdigit() and int(name) != own:
            yield int(name)


def _open_files(pid: int) -> set[str] | None:
    """Return what the process has open; None if it cannot be inspected."""
    folder = PROC / str(pid) / "fd"
    found: set[str] = set()
    try:
        for name in os.listdir(folder):
            try:
                found.add(os.readlink(folder / name))
            except FileNotFoundError:
                continue
    except (FileNotFoundError, ProcessLookupError):
        return found
    except OSError:
        return None
    return found


def _descends_from(pid: int, ancestor: int) -> bool:
    while pid > 1:
        parent = _parent_of(pid)
        if parent == ancestor:
            return True
        pid = parent
    return False


def _parent_of(pid: int) -> int:
    """Return the parent's id, 0 if the process has ended."""
    try:
        # The name is in parentheses and may contain anything.
        return int((PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _find_sockets(client: Endpoint, server: Endpoint) -> tuple[_Socket | None, _Socket | None] | None:
    """Return the client's end of the connection and the server's; None if the system has no such tables."""
    outward = {(a, b) for a in _table_entries(client) for b in _table_entries(server)}
    inward = {(b, a) for a, b in outward}
    theirs = ours = None
    has_table = False
    for table in TCP_TABLES:
        try:
            lines = table.read_text().splitlines()[1:]
        except OSError:
            continue
        has_table = True
        for line in lines:
            fields = line.split()
            if len(fields) < 10:
                continue
            ends = (fields[1], fields[2])
            if ends in outward:
                theirs = _Socket(fields[3], int(fields[7]), int(fields[9]))
            elif ends in inward:
                ours = _Socket(fields[3], int(fields[7]), int(fields[9]))
    return (theirs, ours) if has_table else None


def _is_own_address(address: str) -> bool:
    """Whether it is an address of this machine: then a socket can be bound to it."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except (OSError, UnicodeError):
            return False
    return True


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
