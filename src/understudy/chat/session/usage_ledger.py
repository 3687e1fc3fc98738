"""What the users of one process have in use and have used today, kept in the session store with other processes.

Owns when the store is asked, not the limits and not their messages. A use is claimed before it begins, so that a
limit holds over all replicas. An ended use is reported a moment later, with others: a user who goes on here
meanwhile needs no claim, and a claim that is refused is repeated once after that moment. What is in use is reported
again and again, because the counts of a process that died end by themselves.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.limits import LEASE_RENEWALS_PER_TTL, LEASE_TTL_S, USAGE_REPORT_DELAY_S
from understudy.chat.store import StoreClosed, StoreError, UsageClaim

__all__ = ["UsageLedger"]

logger = logging.getLogger(__name__)

_DAY_S: Final = 86_400
_Key = tuple[str, str]
"""Owner and kind."""


@dataclass(slots=True)
class _Tokens:
    """The tokens of one owner on one day."""

    day: int
    own: int = 0
    """Used through this process."""
    total: int = 0
    """Over all processes, as far as the store has said."""
    reported: int = 0

    @property
    def used(self) -> int:
        return self.total - self.reported + self.own


@dataclass(slots=True)
class UsageLedger:
    """Must be made inside the event loop. `holder` is unique to this process."""

    store: AsyncSessionStore
    holder: str
    ttl_s: float = LEASE_TTL_S
    report_delay_s: float = USAGE_REPORT_DELAY_S
    clock: Callable[[], float] = time.time
    _in_use: Counter[_Key] = field(default_factory=Counter[_Key])
    _stored: dict[_Key, int] = field(default_factory=dict[_Key, int])
    """What the store counts for this process: a use within it needs no claim."""
    _tokens: dict[str, _Tokens] = field(default_factory=dict[str, _Tokens])
    _changed: set[_Key] = field(default_factory=set[_Key])
    _changed_tokens: set[str] = field(default_factory=set[str])
    _reports: int = 0
    """How many reports were begun: one that begins during a claim makes its answer old."""
    _timer: asyncio.TimerHandle | None = None
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set["asyncio.Task[None]"])

    async def claim(self, owner: str, kind: str, limit: int) -> int | None:
        """Count one more use; return None. If the limit leaves no room, return how many others have in use."""
        key = (owner, kind)
        self._in_use[key] += 1
        try:
            claim = await self._claim_stored(key, limit)
            if claim is not None and not claim.granted:
                # Another process may just have ended one, and reports it in this time.
                await asyncio.sleep(self.report_delay_s * 1.5)
                claim = await self._claim_stored(key, limit)
        except BaseException:
            self.release(owner, kind)
            raise
        if claim is None or claim.granted:
            return None
        self.release(owner, kind)
        return claim.others

    def add(self, owner: str, kind: str) -> None:
        """Count one more use that no claim precedes, because it goes on in place of one that ends now."""
        self._in_use[owner, kind] += 1
        self._changed.add((owner, kind))
        self._schedule_report()

    def release(self, owner: str, kind: str) -> None:
        """A use that was counted has ended."""
        key = (owner, kind)
        self._in_use[key] -= 1
        self._changed.add(key)
        self._schedule_report()

    def add_tokens(self, owner: str, tokens: int) -> None:
        self._tokens_of(owner).own += tokens
        self._changed_tokens.add(owner)
        self._schedule_report()

    def tokens_used(self, owner: str) -> int:
        """The tokens of today. Those of other processes may be some seconds old."""
        return self._tokens_of(owner).used

    async def close(self) -> None:
        """Report what has ended. What is still counted ends by itself."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await self.report()

    async def _claim_stored(self, key: _Key, limit: int) -> UsageClaim | None:
        """Ask the store, unless it counts as many for this process already: then None."""
        count, reports = self._in_use[key], self._reports
        if count <= self._stored.get(key, 0):
            return None
        owner, kind = key
        tokens = self._tokens_of(owner)
        claim = await self.store.claim_usage(
            owner, self.holder, kind, count=count, limit=limit, ttl_s=self.ttl_s, day=tokens.day
        )
        tokens.total = max(tokens.total, claim.tokens)
        if claim.granted:
            if reports == self._reports:
                self._stored[key] = count
            self._schedule_report()
        return claim

    def _tokens_of(self, owner: str) -> _Tokens:
        day = int(self.clock() // _DAY_S)
        found = self._tokens.get(owner)
        if found is None or found.day != day:
            found = self._tokens[owner] = _Tokens(day)
        return found

    def _schedule_report(self) -> None:
        """Report changes soon, and what is in use before its time ends."""
        has_changes = bool(self._changed or self._changed_tokens)
        delay_s = self.report_delay_s if has_changes else self.ttl_s / LEASE_RENEWALS_PER_TTL
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            if self._timer.when() <= loop.time() + delay_s:
                return
            self._timer.cancel()
        self._timer = loop.call_later(delay_s, self._start_report, not has_changes)

    def _start_report(self, everything: bool) -> None:
        self._timer = None
        task = asyncio.ensure_future(self.report(everything=everything))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def report(self, *, everything: bool = False) -> None:
        """Store what has changed, or everything that is in use, so that its time does not end."""
        keys = set(self._changed)
        if everything:
            keys |= {key for key, count in self._in_use.items() if count}
        owners = {*self._changed_tokens, *(owner for owner, _ in keys if owner in self._tokens)}
        if not keys and not owners:
            return
        self._changed, self._changed_tokens = set(), set()
        counts = {key: self._in_use[key] for key in keys}
        tokens = {owner: self._tokens_of(owner).own for owner in owners}
        self._reports += 1
        for key, count in counts.items():
            self._stored[key] = min(self._stored.get(key, 0), count)
        try:
            totals = await self.store.report_usage(
                self.holder, counts, tokens, ttl_s=self.ttl_s, day=int(self.clock() // _DAY_S)
            )
        except StoreError as error:
            self._changed |= keys
            self._changed_tokens |= owners
            if isinstance(error, StoreClosed):
                return
            logger.warning("the use of this server could not be stored: %s", error.code)
        else:
            for key, count in counts.items():
                if not count and not self._in_use[key]:
                    del self._in_use[key]
                    self._stored.pop(key, None)
            for owner, total in totals.items():
                entry = self._tokens_of(owner)
                entry.total, entry.reported = total, tokens.get(owner, entry.reported)
        if self._in_use or self._changed or self._changed_tokens:
            self._schedule_report()
