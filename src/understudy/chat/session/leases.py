"""The leases of the open sessions of one agent: acquired, renewed in the background, released.

Owns when the store is asked, not the rules of leases (`chat.store_rules`) and not what happens to a session whose
lease is lost: the caller is told. Without terms there are no leases, and every method does nothing: that is an
agent on a user's own machine, where several processes may use a session.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.limits import LEASE_RENEWALS_PER_TTL, LEASE_TTL_S
from understudy.chat.store import LeaseLost, NoSession, StoreClosed, StoreError
from understudy.chat.store_rules import busy_error

__all__ = ["LeaseTerms", "SessionLeases"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LeaseTerms:
    holder: str
    """The name that others are shown. Two agents with the same name take sessions from each other."""
    ttl_s: float = LEASE_TTL_S
    """Seconds after which the sessions of a holder that died are free."""


class SessionLeases:
    def __init__(
        self,
        store: AsyncSessionStore,
        terms: LeaseTerms | None,
        on_lost: Callable[[str, StoreError], Awaitable[None]],
    ) -> None:
        """`on_lost` is called with a session that another holder has, or that was deleted, and the error."""
        self._store = store
        self._terms = terms
        self._on_lost = on_lost
        self._held: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None

    @property
    def in_use(self) -> bool:
        return self._terms is not None

    async def acquire(self, session_id: str) -> None:
        """Take the lease of a session and renew it from now on. Raises SessionBusy."""
        if self._terms is None:
            return
        await self._store.acquire(session_id, self._terms.holder, self._terms.ttl_s)
        self._held.add(session_id)
        if self._renewing is None:
            self._renewing = asyncio.ensure_future(self._renew_all(self._terms))

    async def check_free(self, session_id: str) -> None:
        """Raise SessionBusy if another holder has the lease: before work that would be in vain."""
        if self._terms is None:
            return
        live = await self._store.holder(session_id)
        if live is not None and live.holder != self._terms.holder:
            raise busy_error(live)

    async def release(self, session_id: str) -> None:
        """End the lease of a session. A failure is logged: the lease then ends by itself."""
        if session_id not in self._held:
            return
        self._held.discard(session_id)
        try:
            await self._store.release(session_id)
        except StoreError as error:
            logger.warning("the lease of a session could not be released: %s", error.code)

    def stop(self) -> None:
        """Renew nothing any more."""
        if self._renewing is not None:
            self._renewing.cancel()
            self._renewing = None

    async def _renew_all(self, terms: LeaseTerms) -> None:
        while True:
            await asyncio.sleep(terms.ttl_s / LEASE_RENEWALS_PER_TTL)
            await asyncio.gather(*(self._renew(session_id, terms.ttl_s) for session_id in set(self._held)))

    async def _renew(self, session_id: str, ttl_s: float) -> None:
        try:
            await self._store.renew(session_id, ttl_s)
        except (LeaseLost, NoSession) as error:
            if session_id in self._held:  # else it was released meanwhile
                self._held.discard(session_id)
                logger.warning("the lease of a session is lost: %s", error.code)
                await self._on_lost(session_id, error)
        except StoreClosed:
            self._held.discard(session_id)
        except StoreError as error:
            # The next attempt may succeed; if it does, no other holder has written.
            logger.warning("the lease of a session could not be renewed: %s", error.code)
        except Exception:
            logger.exception("the lease of a session could not be renewed")
