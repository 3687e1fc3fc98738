"""What each user has open and has used on this server, the limits on it, and the drain before a shutdown.

Implements the chat's `Accounting`. All counts are those of this process, and begin anew with it. Days are UTC's.
"""

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from understudy.chat import Accounting, LimitReached, TurnAccount, WorkReport
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

    def admit_session(self) -> None:
        limit = self._limits.sessions
        if self._account.sessions >= limit:
            raise self._accounts.reject(
                f"You have {limit} sessions open, which is your limit (sessions). One more can be opened when one "
                "of them is closed.",
                "sessions",
                "a session is closed",
            )

    def session_opened(self, session_id: str) -> None:
        del session_id
        self._account.sessions += 1

    def session_closed(self, session_id: str) -> None:
        del session_id
        self._account.sessions -= 1

    def background_command_started(self) -> None:
        self._account.commands += 1

    def background_command_ended(self) -> None:
        self._account.commands -= 1

    def begin_turn(self, session_id: str, trace_parent: str | None) -> TurnAccount:
        accounts, account = self._accounts, self._account
        if accounts.is_draining:
            raise accounts.reject(
                "This server is shutting down and begins no more turns. Connect again in a moment.",
                "server",
                "the server was restarted",
            )
        limit = self._limits.concurrent_turns
        if account.turns >= limit:
            raise accounts.reject(
                f"You have {limit} turns running, which is your limit (concurrent_turns). The next one can begin "
                "when one of them has ended.",
                "concurrent_turns",
                "a turn ends",
            )
        self._check_tokens()
        account.turns += 1
        observer = accounts.observer.begin_turn(self._user.name, session_id, trace_parent)
        return _AdmittedTurn(accounts, account, self._limits.concurrent_commands, observer)

    def _check_tokens(self) -> None:
        limit = self._limits.tokens_per_day
        now = self._accounts.clock()
        used = self._account.tokens_on(int(now // _DAY_S))
        if limit is not None and used >= limit:
            tomorrow = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime((now // _DAY_S + 1) * _DAY_S))
            raise self._accounts.reject(
                f"You have used {used} tokens today, and {limit} is your limit (tokens_per_day). "
                f"More can be used from {tomorrow} on.",
                "tokens_per_day",
                tomorrow,
            )


class _AdmittedTurn(TurnAccount):
    def __init__(
        self, accounts: Accounts, account: UserAccount, max_commands: int, observer: TurnObserver
    ) -> None:
        self._accounts = accounts
        self._account = account
        self._max_commands = max_commands
        self._observer = observer

    @contextmanager
    def model_request(self, model: str) -> Generator[WorkReport]:
        with self._observer.model_request(model) as report:
            yield report
        account = self._account
        account.tokens_on(int(self._accounts.clock() // _DAY_S))
        account.tokens += report.input_tokens + report.output_tokens

    @contextmanager
    def tool_call(self, name: str) -> Generator[WorkReport]:
        if name != COMMAND_TOOL:
            with self._observer.tool_call(name) as report:
                yield report
            return
        if self._account.commands >= self._max_commands:
            raise self._accounts.reject(
                f"The user has {self._max_commands} commands running, which is the limit (concurrent_commands). "
                "The next one can be run when one of them has ended.",
                "concurrent_commands",
                "a command ends",
            )
        self._account.commands += 1
        try:
            with self._observer.tool_call(name) as report:
                yield report
        finally:
            self._account.commands -= 1

    def end(self, stop_reason: StopReason | str, usage: Usage | None) -> None:
        self._account.turns -= 1
        self._observer.end(stop_reason, usage)
        self._accounts.turns_changed()
