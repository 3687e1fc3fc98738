"""What the users of all processes have open and have used today, as rows (see `store.UsageClaim`).

The caller holds the write transaction.
"""

import sqlite3
from collections.abc import Mapping

from understudy.chat.store import UsageClaim

__all__ = ["claim_usage", "report_usage"]


def claim_usage(
    connection: sqlite3.Connection,
    owner: str,
    holder: str,
    kind: str,
    *,
    count: int,
    limit: int,
    ttl_s: float,
    day: int,
    now: float,
) -> UsageClaim:
    connection.execute("DELETE FROM usage WHERE owner = ? AND until <= ?", (owner, now))
    connection.execute("DELETE FROM tokens WHERE owner = ? AND day < ?", (owner, day))
    query = "SELECT coalesce(sum(count), 0) FROM usage WHERE owner = ? AND kind = ? AND holder <> ?"
    others = int(connection.execute(query, (owner, kind, holder)).fetchone()[0])
    granted = others + count <= limit
    if granted:
        _write_count(connection, owner, kind, holder, count, now + ttl_s)
    return UsageClaim(granted, others, _total(connection, owner, day))


def report_usage(
    connection: sqlite3.Connection,
    holder: str,
    counts: Mapping[tuple[str, str], int],
    tokens: Mapping[str, int],
    *,
    ttl_s: float,
    day: int,
    now: float,
) -> dict[str, int]:
    for (owner, kind), count in counts.items():
        _write_count(connection, owner, kind, holder, count, now + ttl_s)
    connection.executemany(
        "INSERT INTO tokens (owner, day, holder, tokens) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (owner, day, holder) DO UPDATE SET tokens = excluded.tokens",
        [(owner, day, holder, used) for owner, used in tokens.items()],
    )
    return {owner: _total(connection, owner, day) for owner in {*tokens, *(owner for owner, _ in counts)}}


def _write_count(
    connection: sqlite3.Connection, owner: str, kind: str, holder: str, count: int, until: float
) -> None:
    connection.execute(
        "INSERT INTO usage (owner, kind, holder, count, until) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (owner, kind, holder) DO UPDATE SET count = excluded.count, until = excluded.until",
        (owner, kind, holder, count, until),
    )


def _total(connection: sqlite3.Connection, owner: str, day: int) -> int:
    query = "SELECT coalesce(sum(tokens), 0) FROM tokens WHERE owner = ? AND day = ?"
    return int(connection.execute(query, (owner, day)).fetchone()[0])
