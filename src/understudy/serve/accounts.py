"""What each user has open and has used on this server, the limits on it, and the drain before a shutdown.

Implements the chat's `Accounting`. The limits hold over all replicas: a ledger in the session store (`UsageLedger`)
has the counts of the others. Without a ledger the counts are those of this process. Days are UTC's.
"""

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from understudy.chat import Accounting, LimitReached, TurnAccount, UsageLedger, WorkReport
from understudy.schema.acp import StopReason, Usage
from understudy.serve.users import User

__all__ = ["Accounts", "NullObserver", "Observer", "TurnObserver", "UserAccount"]

COMMAND_TOOL: Final = "executeCommand"
_DAY_S: Final = 86_400


class TurnObserver:
    """Is told what happens in one turn, for metrics and traces. Does nothing."""

    def model_request(self, model: str) -> AbstractContextManager[WorkReport]:
        del model
        return _report()

    def tool_call(self, name: str) -> AbstractContextManager[WorkReport]:
        del name
        return _report()

    def end(self, stop_reason: StopReason | str, usage: Usage | None) -> None: ...


class Observer(Protocol):
    def begin_turn(self, user: str, session_id: str, trace_parent: str | None) -> TurnObserver: ...

    def limit_reached(self, limit: str) -> None: ...


class NullObserver:
    def begin_turn(self, user: str, session_id: str, trace_parent: str | None) -> TurnObserver:
        del user, session_id, trace_parent
        return TurnObserver()

    def limit_reached(self, limit: str) -> None:
        del limit


@contextmanager
def _report() -> Generator[WorkReport]:
    yield WorkReport()


@dataclass(slots=True)
class UserAccount:
    """The counts of one user."""

    sessions: int = 0
    turns: int = 0
    commands: int = 0
    day: int = 0
    tokens: int = 0
    """Used on that day (days since 1970)."""

    def tokens_on(self, day: int) -> int:
        if self.day != day:
            self.day, self.tokens = day, 0
        return self.tokens


@dataclass(slots=True)
class Accounts:
    """The accounts of all users. For the event loop's thread."""

    observer: Observer = field(default_factory=NullObserver)
    clock: Callable[[], float] = time.time
    """Seconds since 1970."""
    is_draining: bool = False
    ledger: UsageLedger | None = None
    """The counts of all replicas; None if this process is the only one."""
    _by_name: dict[str, UserAccount] = field(default_factory=dict[str, UserAccount])
    _no_turns: asyncio.Event = field(default_factory=asyncio.Event)

    def of(self, user: User) -> "UserAccounting":
        """The accounting for one connection of this user."""
        return UserAccounting(self, user, self._by_name.setdefault(user.name, UserAccount()))

    @property
    def sessions(self) -> int:
        return sum(account.sessions for account in self._by_name.values())

    @property
    def turns(self) -> int:
        return sum(account.turns for account in self._by_name.values())

    @property
    def commands(self) -> int:
        return sum(account.commands for account in self._by_name.values())

    async def drain(self, timeout_s: float) -> bool:
        """Admit no more turns, and wait for those that run. Return whether all have ended in time."""
        self.is_draining = True
        self.turns_changed()
        try:
            async with asyncio.timeout(timeout_s):
                await self._no_turns.wait()
        except TimeoutError:
            return False
        return True

    def turns_changed(self) -> None:
        if self.is_draining and not self.turns:
            self._no_turns.set()

    async def is_granted(self, user: str, kind: str, limit: int) -> bool:
        """Count one more use by this user on this replica, if the others leave room for it."""
        return self.ledger is None or await self.ledger.claim(user, kind, limit) is None

    def released(self, user: str, kind: str) -> None:
        """A use that was granted has ended."""
        if self.ledger is not None:
            self.ledger.release(user, kind)

    def reject(self, message: str, limit: str, until: str) -> LimitReached:
        self.observer.limit_reached(limit)
        return LimitReached(message, limit=limit, until=until)


class UserAccounting(Accounting):
    """Admits and counts the work of one connection; the counts are those of its user."""

    def __init__(self, accounts: Accounts, user: User, account: UserAccount) -> None:
        self._accounts = accounts
        self._limits = user.limits
        self._user = user
        self._account = account
        self._sessions: set[str] = set()

    async def admit_session(self, session_id: str) -> None:
        accounts, account, limit = self._accounts, self._account, self._limits.sessions
        is_within = account.sessions < limit
        if is_within:
            account.sessions += 1
            self._sessions.add(session_id)
            try:
                is_within = await accounts.is_granted(self._user.name, "sessions", limit)
            except BaseException:
                self._forget_session(session_id)
                raise
            if not is_within:
                self._forget_session(session_id)
        if not is_within:
            raise accounts.reject(
                f"You have {limit} sessions open, which is your limit (sessions). One more can be opened when one "
                "of them is closed.",
                "sessions",
                "a session is closed",
            )

    def session_closed(self, session_id: str) -> None:
        if self._forget_session(session_id):
            self._accounts.released(self._user.name, "sessions")

    def _forget_session(self, session_id: str) -> bool:
        if session_id not in self._sessions:
            return False
        self._sessions.remove(session_id)
        self._account.sessions -= 1
        return True

    def background_command_started(self) -> None:
        self._account.commands += 1
        if self._accounts.ledger is not None:
            self._accounts.ledger.add(self._user.name, "commands")

    def background_command_ended(self) -> None:
        self._account.commands -= 1
        self._accounts.released(self._user.name, "commands")

    def begin_turn(self, session_id: str, trace_parent: str | None) -> TurnAccount:
        accounts, account = self._accounts, self._account
        if accounts.is_draining:
            raise accounts.reject(
                "This server is shutting down and begins no more turns. Connect again in a moment.",
                "server",
                "the server was restarted",
            )
        if account.turns >= self._limits.concurrent_turns:
            raise self._too_many_turns()
        self._check_tokens()
        account.turns += 1
        observer = accounts.observer.begin_turn(self._user.name, session_id, trace_parent)
        return _CountedTurn(self, accounts, account, self._user, observer)

    async def admit_turn(self) -> None:
        """Called by a turn that is counted here already. Raises LimitReached."""
        limit = self._limits.concurrent_turns
        if not await self._accounts.is_granted(self._user.name, "turns", limit):
            raise self._too_many_turns()
        try:
            self._check_tokens()  # the answer to the first claim says what was used elsewhere
        except LimitReached:
            self._accounts.released(self._user.name, "turns")
            raise

    def _too_many_turns(self) -> LimitReached:
        return self._accounts.reject(
            f"You have {self._limits.concurrent_turns} turns running, which is your limit (concurrent_turns). The "
            "next one can begin when one of them has ended.",
            "concurrent_turns",
            "a turn ends",
        )

    def _check_tokens(self) -> None:
        limit = self._limits.tokens_per_day
        now = self._accounts.clock()
        used = self._account.tokens_on(int(now // _DAY_S))
        if self._accounts.ledger is not None:
            used = max(used, self._accounts.ledger.tokens_used(self._user.name))
        if limit is not None and used >= limit:
            tomorrow = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime((now // _DAY_S + 1) * _DAY_S))
            raise self._accounts.reject(
                f"You have used {used} tokens today, and {limit} is your limit (tokens_per_day). "
                f"More can be used from {tomorrow} on.",
                "tokens_per_day",
                tomorrow,
            )


class _CountedTurn(TurnAccount):
    def __init__(
        self,
        accounting: UserAccounting,
        accounts: Accounts,
        account: UserAccount,
        user: User,
        observer: TurnObserver,
    ) -> None:
        self._accounting = accounting
        self._accounts = accounts
        self._account = account
        self._user = user
        self._observer = observer
        self._is_admitted = False

    async def admit(self) -> None:
        await self._accounting.admit_turn()
        self._is_admitted = True

    @contextmanager
    def model_request(self, model: str) -> Generator[WorkReport]:
        with self._observer.model_request(model) as report:
            yield report
        account, tokens = self._account, report.input_tokens + report.output_tokens
        account.tokens_on(int(self._accounts.clock() // _DAY_S))
        account.tokens += tokens
        if self._accounts.ledger is not None and tokens:
            self._accounts.ledger.add_tokens(self._user.name, tokens)

    async def admit_call(self, name: str) -> None:
        if name != COMMAND_TOOL:
            return
        limit = self._user.limits.concurrent_commands
        is_within = self._account.commands < limit
        if is_within:
            self._account.commands += 1
            try:
                is_within = await self._accounts.is_granted(self._user.name, "commands", limit)
            except BaseException:
                self._account.commands -= 1
                raise
            if not is_within:
                self._account.commands -= 1
        if not is_within:
            raise self._accounts.reject(
                f"The user has {limit} commands running, which is the limit (concurrent_commands). "
                "The next one can be run when one of them has ended.",
                "concurrent_commands",
                "a command ends",
            )

    @contextmanager
    def tool_call(self, name: str) -> Generator[WorkReport]:
        try:
            with self._observer.tool_call(name) as report:
                yield report
        finally:
            if name == COMMAND_TOOL:
                self._account.commands -= 1
                self._accounts.released(self._user.name, "commands")

    def end(self, stop_reason: StopReason | str, usage: Usage | None) -> None:
        self._account.turns -= 1
        if self._is_admitted:
            self._accounts.released(self._user.name, "turns")
        self._observer.end(stop_reason, usage)
        self._accounts.turns_changed()
