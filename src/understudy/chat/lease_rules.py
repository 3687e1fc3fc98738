"""The rules of leases: who may write to a session, and what a lease becomes. The same for every store.

Pure functions over the lease columns of a session's row, which the store reads and writes in one transaction.
Times are text in the format of `StoredSession`, which sorts by time.
"""

from dataclasses import dataclass

from understudy.chat.store import Lease, LeaseLost, SessionBusy

__all__ = ["LeaseState", "acquired", "released", "renewed", "require_writable"]


@dataclass(frozen=True, slots=True)
class LeaseState:
    """The lease columns of a session."""

    epoch: int = 0
    """The epoch of the latest lease; 0 if the session never had one."""
    holder: str | None = None
    until: str | None = None

    def live(self, session: str, now: str) -> Lease | None:
        """Return the lease if it has not ended."""
        if self.holder is None or self.until is None or self.until <= now:
            return None
        return Lease(session, self.holder, self.epoch, self.until)


def require_writable(state: LeaseState, session: str, epoch: int | None, now: str) -> LeaseState:
    """Return the lease columns after a write with `epoch`. Raises LeaseLost or SessionBusy.

    A holder whose lease has ended may write until another one is acquired: nobody else has written since. A write
    without an epoch ends such a lease.
    """
    live = state.live(session, now)
    if epoch is not None:
        if epoch == state.epoch and state.holder is not None:
            return state
        raise LeaseLost(
            f"The session {session} was taken over{_by_whom(live)}. Load it again to go on.",
            holder=live and live.holder,
            until=live and live.until,
        )
    if live is not None:
        raise _busy(live)
    return state if state.holder is None else LeaseState(state.epoch + 1)


def acquired(state: LeaseState, session: str, holder: str, now: str, until: str) -> LeaseState:
    """Return the lease columns after `holder` took the lease. Raises SessionBusy."""
    live = state.live(session, now)
    if live is not None and live.holder != holder:
        raise _busy(live)
    return LeaseState(state.epoch + 1, holder, until)


def renewed(state: LeaseState, lease: Lease, now: str, until: str) -> LeaseState:
    """Return the lease columns after the lease was extended. Raises LeaseLost."""
    kept = require_writable(state, lease.session, lease.epoch, now)
    # A clock that was set back must not shorten the lease.
    return LeaseState(kept.epoch, kept.holder, max(until, kept.until or until))


def released(state: LeaseState, lease: Lease) -> LeaseState | None:
    """Return the lease columns without the lease, None if it was not held any more."""
    if state.holder is None or state.epoch != lease.epoch:
        return None
    return LeaseState(state.epoch)


def _busy(live: Lease) -> SessionBusy:
    return SessionBusy(
        f"The session {live.session} is busy elsewhere: {live.holder} holds it until {live.until}. "
        "Try again then, or fork it.",
        holder=live.holder,
        until=live.until,
    )


def _by_whom(live: Lease | None) -> str:
    return "" if live is None else f" by {live.holder}, until {live.until}"
