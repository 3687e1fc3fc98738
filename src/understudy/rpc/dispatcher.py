"""Calls the handlers of requests and notifications, tracks those in progress, and cancels them.

Gets one message at a time, in the order that InboundQueue decides. It neither encodes responses nor sends
requests.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from types import CoroutineType
from typing import TYPE_CHECKING, Any, cast

from understudy.rpc.errors import (
    BUSY,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RpcError,
    duplicate_id,
    invalid_params,
    request_cancelled,
)
from understudy.rpc.limits import Limits
from understudy.rpc.messages import DECODE_ERRORS, EMPTY_PARAMS, NULL, CancelConvention, Envelope, Id
from understudy.rpc.responses import ResponseWriter
from understudy.rpc.routes import Decode, Inbound, Order, Route

if TYPE_CHECKING:
    from understudy.rpc.peer import Peer

__all__ = ["AdmissionCheck", "Dispatcher", "OnUndecodable"]

logger = logging.getLogger(__name__)

AdmissionCheck = Callable[[str], RpcError | None]
"""Called with every known method before its params are decoded: returns the error if it is rejected."""

OnUndecodable = Callable[[str | None, bytes], None]
"""Called for what cannot be decoded: a notification's method and params, or None and an invalid frame."""


class _NotUtf8(RpcError):
    """Params that are not UTF-8: the message as a whole is invalid, so its id is not used either."""


class _RunningHandler:
    """A handler in progress."""

    __slots__ = ("await_at_end", "cancelled", "dispatcher", "method", "name", "task")

    def __init__(
        self,
        dispatcher: "Dispatcher",
        method: str,
        name: Id | None,
        task: asyncio.Future[object],
        await_at_end: bool,
    ) -> None:
        self.dispatcher = dispatcher
        self.await_at_end = await_at_end
        self.method = method
        self.name = name
        self.task = task
        self.cancelled = False

    def done(self, task: asyncio.Future[object]) -> None:
        self.dispatcher.handler_done(self, task)


class Dispatcher:
    """The handlers in progress, by request id if they have one."""

    def __init__(
        self,
        peer: "Peer",
        routes: Mapping[str, Route[Any]],
        responses: ResponseWriter,
        decode: Decode,
        admit: AdmissionCheck | None,
        limits: Limits,
        cancellation: CancelConvention,
        on_handler_done: Callable[[], None],
        on_undecodable: OnUndecodable | None = None,
    ) -> None:
        self._peer = peer
        self._routes = dict(routes)
        self._responses = responses
        self._decode = decode
        self._admit = admit
        self._limits = limits
        self._cancellation = cancellation
        self._on_handler_done = on_handler_done
        self._on_undecodable = on_undecodable
        self._notification_contexts = {method: Inbound(peer, method, None) for method in routes}
        self._running: set[_RunningHandler] = set()
        self._requests: dict[Id, _RunningHandler] = {}
        self._in_order_handler: _RunningHandler | None = None
        self._ending = False
        self.is_blocked = False
        """Whether the next message must wait for a handler in progress."""

    @property
    def is_in_order_running(self) -> bool:
        """Whether an in-order handler is awaited."""
        return self._in_order_handler is not None

    def dispatch(self, message: Envelope) -> None:
        """Call the handler of a request or notification. Never raises."""
        method, name = cast(str, message.method), message.id
        if not isinstance(name, str | int):
            self._dispatch_notification(method, message)
            return
        try:
            route = self._find_route(method, name)
            params = self._decode_params(message, route)
            outcome = route.handler(params, Inbound(self._peer, method, name))
            if outcome is not None and hasattr(outcome, "__await__"):
                self._track(cast(Awaitable[object], outcome), method, name, route)
                return
        except _NotUtf8 as error:
            self._responses.send_error(None, error)
        except Exception as error:  # noqa: BLE001 - sent as a response, and logged if it is unknown
            self._responses.send_failure(name, method, error)
        else:
            self._responses.send_result(name, method, outcome)

    def report_undecodable(self, method: str | None, data: bytes) -> None:
        """Report a message that could not be decoded. Never raises."""
        if self._on_undecodable is None:
            return
        try:
            self._on_undecodable(method, data)
        except Exception:  # A bug of ours.
            logger.exception("the callback for undecodable messages failed")

    def is_in_progress(self, name: Id) -> bool:
        return name in self._requests

    def cancel(self, name: Id) -> None:
        """Cancel the handler of a request. Does nothing if the request is unknown or done."""
        work = self._requests.get(name)
        if work is not None:
            work.cancelled = True
            work.task.cancel()

    async def wait_for_short_handlers(self) -> None:
        """Wait for the handlers with `await_at_end`, at most `drain_timeout_s`."""
        tasks = {work.task for work in self._running if work.await_at_end}
        if tasks:
            await asyncio.wait(tasks, timeout=self._limits.drain_timeout_s)

    async def cancel_all(self) -> None:
        """Cancel every handler and wait for all of them, at most `cancel_timeout_s`."""
        self._ending = True
        tasks = {work.task for work in self._running}
        for task in tasks:
            task.cancel()
        if not tasks:
            return
        await asyncio.wait(tasks, timeout=self._limits.cancel_timeout_s)
        left = sorted(work.method for work in self._running)
        if left:
            logger.warning("given up on handlers that do not end: %s", ", ".join(left))

    def handler_done(self, work: _RunningHandler, task: asyncio.Future[object]) -> None:
        name = work.name
        self._running.discard(work)
        if name is not None:
            del self._requests[name]
        if work is self._in_order_handler:
            self._in_order_handler = None
        try:
            result = task.result()
        except asyncio.CancelledError:
            if name is not None and not self._ending:
                self._responses.send_error(name, request_cancelled())
        except BaseException as error:
            if work.cancelled and name is not None:
                logger.debug("%r failed after it was cancelled", work.method, exc_info=error)
                self._responses.send_error(name, request_cancelled())
            else:
                self._responses.send_failure(name, work.method, error)
        else:
            if name is not None:
                self._responses.send_result(name, work.method, result)
        self._update_blocked()
        self._on_handler_done()

    def _dispatch_notification(self, method: str, message: Envelope) -> None:
        route = self._routes.get(method)
        if route is None or not (route.notification or route.allow_notification):
            logger.debug("unknown notification: %.100r", method)
            return
        try:
            self._check_admission(method)
            try:
                params = self._decode_params(message, route)
            except RpcError:
                self.report_undecodable(method, bytes(message.params))
                raise
            outcome = route.handler(params, self._notification_contexts[method])
            if outcome is not None and hasattr(outcome, "__await__"):
                self._track(cast(Awaitable[object], outcome), method, None, route)
        except Exception as error:  # noqa: BLE001 - logged by send_failure
            self._responses.send_failure(None, method, error)

    def _find_route(self, method: str, name: Id) -> Route[Any]:
        """Return the route of a request, or raise the error to respond with."""
        if name in self._requests:
            raise duplicate_id()
        route = self._routes.get(method)
        if method == self._cancellation.method or (route is not None and route.notification):
            raise RpcError(
                INVALID_REQUEST, f"Invalid request: {method} is a notification; send it without an id."
            )
        if route is None:
            raise RpcError(METHOD_NOT_FOUND, f"Method not found: {method:.100}")
        self._check_admission(method)
        if len(self._requests) >= self._limits.max_requests:
            raise RpcError(
                BUSY,
                f"Busy: {self._limits.max_requests} requests are in progress. Wait for an answer, then send again.",
            )
        return route

    def _check_admission(self, method: str) -> None:
        if self._admit is not None and (error := self._admit(method)) is not None:
            raise error

    def _decode_params(self, message: Envelope, route: Route[Any]) -> Any:
        raw = message.params
        try:
            return self._decode(EMPTY_PARAMS if raw == NULL else raw, route.params)
        except UnicodeDecodeError:
            raise _NotUtf8(PARSE_ERROR, "Parse error: the message is not UTF-8.") from None
        except DECODE_ERRORS as error:
            raise invalid_params(error) from None

    def _track(self, outcome: Awaitable[object], method: str, name: Id | None, route: Route[Any]) -> None:
        """Run an awaitable. A callback observes its end: a task cancelled before its first step runs no code."""
        work = _RunningHandler(self, method, name, _create_task(outcome, method), route.await_at_end)
        self._running.add(work)
        if name is not None:
            self._requests[name] = work
        if route.order is Order.IN_ORDER:
            self._in_order_handler = work
        self._update_blocked()
        work.task.add_done_callback(work.done)

    def _update_blocked(self) -> None:
        notifications = len(self._running) - len(self._requests)
        self.is_blocked = (
            self._in_order_handler is not None or notifications >= self._limits.max_notifications
        )


def _create_task(outcome: Awaitable[object], method: str) -> asyncio.Future[object]:
    """Create the task of a coroutine directly and with a name, which saves a twelfth of a round trip."""
    if isinstance(outcome, CoroutineType):
        coroutine = cast(Coroutine[Any, Any, object], outcome)
        return asyncio.Task(coroutine, loop=asyncio.get_running_loop(), name=method)
    return asyncio.ensure_future(outcome)
