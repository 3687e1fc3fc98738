"""What the users of all replicas have open and have used today, as rows (see `store.UsageClaim`)."""

from collections.abc import Mapping
from typing import Final, LiteralString

from understudy.chat.postgres.connections import Connection
from understudy.chat.postgres.schema import encode_text
from understudy.chat.store import UsageClaim

__all__ = ["claim_usage", "report_usage"]

_NOW: Final = "extract(epoch FROM clock_timestamp())::float8"


def claim_usage(
    connection: Connection,
    owner: str,
    holder: str,
    kind: str,
    *,
    count: int,
    limit: int,
    ttl_s: float,
    day: int,
    now: float | None,
) -> UsageClaim:
    """One statement. The database's function locks the owner, so that two replicas do not take the last one."""
    query: LiteralString = (
        "SELECT granted, others, tokens FROM understudy.claim_usage"
        "(%s, %s, %s, %s, %s, coalesce(%s::float8, extract(epoch FROM clock_timestamp())::float8), %s, %s)"
    )
    row = connection.execute(
        query, (encode_text(owner), encode_text(holder), kind, count, limit, now, ttl_s, day)
    ).fetchone()
    assert row is not None  # noqa: S101 - the function returns one row
    granted, others, tokens = row
    return UsageClaim(granted, int(others), int(tokens))


def report_usage(
    connection: Connection,
    holder: str,
    counts: Mapping[tuple[str, str], int],
    tokens: Mapping[str, int],
    *,
    ttl_s: float,
    day: int,
    now: float | None,
) -> dict[str, int]:
    """Three statements. Rows are written in order, so that two transactions do not wait for each other."""
    keys = sorted(counts)
    holder = encode_text(holder)
    # What a crash of the server takes back is reported again with the next renewal, so the commit does not wait for
    # the disk.
    connection.execute("SET LOCAL synchronous_commit = off")
    connection.execute(
        "INSERT INTO understudy.usage (owner, kind, holder, count, until)"  # noqa: S608 - fixed words
        f" SELECT owner, kind, %s, count, coalesce(%s::float8, {_NOW}) + %s"
        " FROM unnest(%s::text[], %s::text[], %s::int[]) AS new (owner, kind, count)"
        " ON CONFLICT (owner, kind, holder) DO UPDATE SET count = excluded.count, until = excluded.until",
        (
            holder,
            now,
            ttl_s,
            [encode_text(owner) for owner, _ in keys],
            [kind for _, kind in keys],
            [counts[key] for key in keys],
        ),
    )
    users = sorted(tokens)
    connection.execute(
        "INSERT INTO understudy.tokens (owner, day, holder, tokens)"
        " SELECT owner, %s, %s, tokens FROM unnest(%s::text[], %s::bigint[]) AS new (owner, tokens)"
        " ON CONFLICT (owner, day, holder) DO UPDATE SET tokens = excluded.tokens",
        (day, holder, [encode_text(owner) for owner in users], [tokens[owner] for owner in users]),
    )
    owners = sorted({*tokens, *(owner for owner, _ in keys)})
    rows = connection.execute(
        "SELECT owner, sum(tokens) FROM understudy.tokens WHERE day = %s AND owner = ANY(%s) GROUP BY owner",
        (day, [encode_text(owner) for owner in owners]),
    ).fetchall()
    totals = {owner: int(total) for owner, total in rows}
    return {owner: totals.get(encode_text(owner), 0) for owner in owners}
