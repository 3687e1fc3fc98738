"""Messages → handlers: calls them, keeps those that are not done, cancels them.

Takes one message at a time, in the order that the Intake gives them. Not its business: that order, how an
answer is written, and what is asked of the other side.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from types import CoroutineType
from typing import TYPE_CHECKING, Any, cast

from understudy.rpc.answers import Answers
from understudy.rpc.errors import (
    BUSY,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RpcError,
    cancelled,
    same_id,
)
from understudy.rpc.limits import Limits
from understudy.rpc.messages import CANCEL, EMPTY, MALFORMED, NULL, Envelope, Id
from understudy.rpc.routes import Decode, Inbound, Order, Route
from understudy.rpc.wording import invalid_params

if TYPE_CHECKING:
    from understudy.rpc.peer import Peer

__all__ = ["Admit", "Missed", "Serving"]

logger = logging.getLogger(__name__)

Admit = Callable[[str], RpcError | None]
"""Asked with every known method before its params are looked at: why it is refused, if it is."""

Missed = Callable[[str | None, bytes], None]
"""Told of what was not understood: a notification's method and params, or None and a frame that is no message."""


class _NoText(RpcError):
    """Params that are not UTF-8: the message as a whole was none, so its id does not count either."""


class _Work:
    """A handler that is not done yet."""

    __slots__ = ("brief", "cancelled", "method", "name", "serving", "task")

    def __init__(
        self, serving: "Serving", method: str, name: Id | None, task: asyncio.Future[object], brief: bool
    ) -> None:
        self.serving = serving
        self.brief = brief
        self.method = method
        self.name = name
        self.task = task
        self.cancelled = False

    def done(self, task: asyncio.Future[object]) -> None:
        self.serving.finished(self, task)


class Serving:
    """Handlers in progress, by request id where they have one."""

    def __init__(
        self,
        peer: "Peer",
        routes: Mapping[str, Route[Any]],
        answers: Answers,
        decode: Decode,
        admit: Admit | None,
        limits: Limits,
        freed: Callable[[], None],
        missed: Missed | None = None,
    ) -> None:
        self._peer = peer
        self._routes = dict(routes)
        self._answers = answers
        self._decode = decode
        self._admit = admit
        self._limits = limits
        self._freed = freed
        self._missed = missed
        self._notified = {method: Inbound(peer, method, None) for method in routes}
        self._work: set[_Work] = set()
        self._requests: dict[Id, _Work] = {}
        self._in_order: _Work | None = None
        self._ending = False
        self.held = False
        """Whether the next message must wait for a handler."""

    @property
    def in_order(self) -> bool:
        """Whether an in-order handler is awaited."""
        return self._in_order is not None

    def take(self, message: Envelope) -> None:
        """Call the handler of a request or notification. Never raises."""
        method, name = cast(str, message.method), message.id
        if not isinstance(name, str | int):
            self._notify(method, message)
            return
        try:
            route = self._route(method, name)
            params = self._params(message, route)
            outcome = route.handler(params, Inbound(self._peer, method, name))
            if outcome is not None and hasattr(outcome, "__await__"):
                self._start(cast(Awaitable[object], outcome), method, name, route)
                return
        except _NoText as error:
            self._answers.error(None, error)
        except Exception as error:  # noqa: BLE001 - answered, and logged if nobody knows it
            self._answers.fail(name, method, error)
        else:
            self._answers.result(name, method, outcome)

    def miss(self, method: str | None, data: bytes) -> None:
        """Something was said that nobody understood. Never raises."""
        if self._missed is None:
            return
        try:
            self._missed(method, data)
        except Exception:  # A mistake of ours.
            logger.exception("what was missed could not be told")

    def busy_with(self, name: Id) -> bool:
        return name in self._requests

    def cancel(self, name: Id) -> None:
        """Cancel a request's handler; one that is unknown or done already is passed over."""
        work = self._requests.get(name)
        if work is not None:
            work.cancelled = True
            work.task.cancel()

    async def settle(self) -> None:
        """Wait for the handlers that are brief."""
        tasks = {work.task for work in self._work if work.brief}
        if tasks:
            await asyncio.wait(tasks, timeout=self._limits.settling)

    async def end(self) -> None:
        """Cancel every handler and wait for it, as long as the limits say."""
        self._ending = True
        tasks = {work.task for work in self._work}
        for task in tasks:
            task.cancel()
        if not tasks:
            return
        await asyncio.wait(tasks, timeout=self._limits.ending)
        left = sorted(work.method for work in self._work)
        if left:
            logger.warning("given up on handlers that do not end: %s", ", ".join(left))

    def finished(self, work: _Work, task: asyncio.Future[object]) -> None:
        name = work.name
        self._work.discard(work)
        if name is not None:
            del self._requests[name]
        if work is self._in_order:
            self._in_order = None
        try:
            result = task.result()
        except asyncio.CancelledError:
            if name is not None and not self._ending:
                self._answers.error(name, cancelled())
        except BaseException as error:
            if work.cancelled and name is not None:
                logger.debug("%r failed after it was cancelled", work.method, exc_info=error)
                self._answers.error(name, cancelled())
            else:
                self._answers.fail(name, work.method, error)
        else:
            if name is not None:
                self._answers.result(name, work.method, result)
        self._hold()
        self._freed()

    def _notify(self, method: str, message: Envelope) -> None:
        route = self._routes.get(method)
        if route is None or not (route.notification or route.either):
            logger.debug("a notification that nobody knows: %.100r", method)
            return
        try:
            self._ask_admission(method)
            try:
                params = self._params(message, route)
            except RpcError:
                self.miss(method, bytes(message.params))
                raise
            outcome = route.handler(params, self._notified[method])
            if outcome is not None and hasattr(outcome, "__await__"):
                self._start(cast(Awaitable[object], outcome), method, None, route)
        except Exception as error:  # noqa: BLE001 - logged by fail
            self._answers.fail(None, method, error)

    def _route(self, method: str, name: Id) -> Route[Any]:
        """Where a request goes, if it may."""
        if name in self._requests:
            raise same_id()
        route = self._routes.get(method)
        if method == CANCEL or (route is not None and route.notification):
            raise RpcError(
                INVALID_REQUEST, f"Invalid request: {method} is a notification; send it without an id."
            )
        if route is None:
            raise RpcError(METHOD_NOT_FOUND, f"Method not found: {method:.100}")
        self._ask_admission(method)
        if len(self._requests) >= self._limits.requests:
            raise RpcError(
                BUSY,
                f"Busy: {self._limits.requests} requests are in progress. Wait for an answer, then send again.",
            )
        return route

    def _ask_admission(self, method: str) -> None:
        if self._admit is not None and (refusal := self._admit(method)) is not None:
            raise refusal

    def _params(self, message: Envelope, route: Route[Any]) -> Any:
        raw = message.params
        try:
            return self._decode(EMPTY if raw == NULL else raw, route.params)
        except UnicodeDecodeError:
            raise _NoText(PARSE_ERROR, "Parse error: the message is not UTF-8.") from None
        except MALFORMED as error:
            raise invalid_params(error) from None

    def _start(self, outcome: Awaitable[object], method: str, name: Id | None, route: Route[Any]) -> None:
        """Let it run. Its end is seen from outside: a task cancelled before its first step runs no line."""
        work = _Work(self, method, name, _task(outcome, method), route.brief)
        self._work.add(work)
        if name is not None:
            self._requests[name] = work
        if route.order is Order.IN_ORDER:
            self._in_order = work
        self._hold()
        work.task.add_done_callback(work.done)

    def _hold(self) -> None:
        notifications = len(self._work) - len(self._requests)
        self.held = self._in_order is not None or notifications >= self._limits.notifications


def _task(outcome: Awaitable[object], method: str) -> asyncio.Future[object]:
    """A coroutine's task is made directly and with a name, which saves a twelfth of a round trip."""
    if isinstance(outcome, CoroutineType):
        coroutine = cast(Coroutine[Any, Any, object], outcome)
        return asyncio.Task(coroutine, loop=asyncio.get_running_loop(), name=method)
    return asyncio.ensure_future(outcome)
