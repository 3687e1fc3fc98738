"""Requests to the agent, the conversion of their errors to ClientError, and the backpressure of unread updates.

Backpressure: reading from the agent is paused while many updates of a turn are unread and no response is awaited. A
caller that iterates one turn inside the loop of another waits for updates that may come after unread updates of
the outer turn. For such a caller reading goes on, up to a limit that no honest agent reaches.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from understudy.client.agent_process import strip_control_chars
from understudy.client.authentication import Authentication, is_auth_required
from understudy.client.errors import AgentFailed, AgentGone, AuthRequired, BadAgent, ClientError
from understudy.client.limits import (
    MAX_ERROR_DETAIL_CHARS,
    MAX_UNREAD_BYTES,
    MAX_UNREAD_UPDATES,
    SEND_CATCH_UP_TIMEOUT_S,
    UNREAD_HARD_LIMIT_FACTOR,
)
from understudy.rpc import ConnectionLost, InvalidResponse, Peer, RpcError
from understudy.wire import Channel

__all__ = ["AgentCalls", "Backpressure", "error_text"]


class Backpressure:
    """Pauses and resumes reading from the agent. For the event loop's thread."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._unread_levels: dict[object, int] = {}
        self._waiting_readers: set[object] = set()
        self._open_requests = 0
        self.paused = False
        """Whether reading is paused."""

    def report_unread(self, turn: object, updates: int, size: int) -> None:
        """Report how much of a turn is unread. Cheap while the level does not change."""
        before = self._unread_levels.get(turn, 0)
        fill = max(updates / MAX_UNREAD_UPDATES, size / MAX_UNREAD_BYTES)
        level = 2 if fill >= UNREAD_HARD_LIMIT_FACTOR else 1 if fill >= (0.5 if before else 1) else 0
        if level == before:
            return
        self._unread_levels[turn] = level
        if not level:
            del self._unread_levels[turn]
        self._update_pause()

    def reader_waiting(self, turn: object) -> None:
        """All updates of this turn were read, and its iterator waits for more."""
        self._waiting_readers.add(turn)
        self._update_pause()

    def reader_resumed(self, turn: object) -> None:
        self._waiting_readers.discard(turn)
        self._update_pause()

    def request_started(self) -> None:
        """A response is awaited, and may come after unread updates."""
        self._open_requests += 1
        self._update_pause()

    def request_finished(self) -> None:
        self._open_requests -= 1
        self._update_pause()

    @property
    def has_room(self) -> bool:
        """Whether the agent reads what is sent to it."""
        return self._channel.has_room

    async def wait_until_sent(self) -> None:
        """Let messages of the agent that came before a response be handled first.

        While the agent does not read, its requests and notifications wait for room in the channel; responses do
        not.
        """
        if self.has_room:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SEND_CATCH_UP_TIMEOUT_S):
                await self._channel.wait_for_room()
        for _ in range(3):
            await asyncio.sleep(0)

    def _update_pause(self) -> None:
        highest_level = max(self._unread_levels.values(), default=0)
        pause = highest_level > (1 if self._waiting_readers else 0) and not self._open_requests
        if pause == self.paused:
            return
        self.paused = pause
        if pause:
            self._channel.pause()
        else:
            self._channel.resume()


T = TypeVar("T")


class AgentCalls:
    """Sends requests and notifications to the agent. Raises ClientError and its subclasses."""

    def __init__(
        self,
        peer: Peer,
        backpressure: Backpressure,
        timeout: float,
        agent_gone_error: Callable[[], Awaitable[AgentGone]],
    ) -> None:
        self._peer = peer
        self._backpressure = backpressure
        self._timeout = timeout
        self._agent_gone_error = agent_gone_error
        self.authentication: Authentication | None = None
        self.agent_ended = False
        """Whether the agent has ended."""

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        """Send a request with a timeout. Unread updates do not delay its response."""
        self._backpressure.request_started()
        try:
            return await self._call_with_auth(method, params, result, timeout or self._timeout)
        finally:
            self._backpressure.request_finished()

    async def call_without_timeout(self, method: str, params: object, result: type[T]) -> T:
        """Send a request whose response comes when all its work is done, or when the agent ends."""
        return await self._call_with_auth(method, params, result, None)

    async def call_without_auth(
        self, method: str, params: object, result: type[T], timeout: float | None
    ) -> T:
        """Send a request without authentication on demand."""
        try:
            return await self._request(method, params, result, timeout)
        except RpcError as error:
            raise _to_client_error(method, error) from None

    async def notify(self, method: str, params: object) -> None:
        if self.agent_ended:
            raise await self._agent_gone_error()
        try:
            await self._peer.notify(method, params)
        except ValueError as error:
            raise _send_error(error) from None

    async def _call_with_auth(self, method: str, params: object, result: type[T], timeout: float | None) -> T:
        authentication = self.authentication
        count_before = 0 if authentication is None else authentication.completed_count
        try:
            return await self._request(method, params, result, timeout)
        except RpcError as error:
            if authentication is None or not is_auth_required(error):
                raise _to_client_error(method, error) from None
            await authentication.authenticate_if_needed(error.message, count_before)
        try:
            return await self._request(method, params, result, timeout)
        except RpcError as error:
            raise _to_client_error(method, error) from None

    async def _request(self, method: str, params: object, result: type[T], timeout: float | None) -> T:
        result_or_null: Any = result | None
        try:
            response = await self._peer.request(method, params, result_or_null, timeout=timeout)
        except ConnectionLost:
            raise await self._agent_gone_error() from None
        except TimeoutError:
            raise AgentGone(
                f"The agent did not answer {method} within {timeout:g} seconds.", "no_answer"
            ) from None
        except ValueError as error:
            raise _send_error(error) from None
        if response is not None:
            return response
        try:
            return result()  # many responses are empty, and some agents send null for that
        except TypeError:
            raise BadAgent(f"The answer to {method} is null.") from None


def _send_error(error: ValueError) -> ClientError:
    if isinstance(error, UnicodeEncodeError):
        return ClientError("A text has half of a surrogate pair, which cannot be sent.", "bad_text")
    return ClientError(str(error), "too_large")


def _to_client_error(method: str, error: RpcError) -> ClientError:
    if isinstance(error, InvalidResponse):
        return BadAgent(error.message)
    if is_auth_required(error):
        return AuthRequired(f"The agent still wants authentication: {error.message}")
    return AgentFailed(f"The agent refused {method}: {error_text(error)}", error.code, error.data)


def error_text(error: RpcError) -> str:
    """The message of an error with its details: the official libraries put the cause into the data of the error."""
    data = error.data
    if isinstance(data, dict):
        details = cast(dict[str, Any], data)
        data = details.get("details") or details.get("message")
    if not isinstance(data, str) or not data.strip() or data in error.message:
        return error.message
    return f"{error.message} ({strip_control_chars(data).strip()[:MAX_ERROR_DETAIL_CHARS]})"
