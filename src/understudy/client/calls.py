"""Questions to the agent and their errors: the one place where the wire's troubles become the client's."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from understudy.client.agent_process.stderr_tail import strip_control_chars
from understudy.client.authentication import Authentication, is_auth_required
from understudy.client.backpressure import Backpressure
from understudy.client.errors import AgentFailed, AgentGone, AuthRequired, BadAgent, ClientError
from understudy.client.limits import MAX_ERROR_DETAIL_CHARS
from understudy.rpc import ConnectionLost, InvalidResponse, Peer, RpcError

__all__ = ["AgentCalls", "error_text", "retrieve_exception"]

T = TypeVar("T")


class AgentCalls:
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
        """Ask, with a limit. Updates do not hold up the answer."""
        self._backpressure.request_started()
        try:
            return await self._call_with_auth(method, params, result, timeout or self._timeout)
        finally:
            self._backpressure.request_finished()

    async def call_without_timeout(self, method: str, params: object, result: type[T]) -> T:
        """Ask without a limit: the answer comes when all is done, or when the agent ends."""
        return await self._call_with_auth(method, params, result, None)

    async def call_without_auth(
        self, method: str, params: object, result: type[T], timeout: float | None
    ) -> T:
        """Ask, and see to no authentication."""
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
        seen = 0 if authentication is None else authentication.completed_count
        try:
            return await self._request(method, params, result, timeout)
        except RpcError as error:
            if authentication is None or not is_auth_required(error):
                raise _to_client_error(method, error) from None
            await authentication.authenticate_if_needed(error.message, seen)
        try:
            return await self._request(method, params, result, timeout)
        except RpcError as error:
            raise _to_client_error(method, error) from None

    async def _request(self, method: str, params: object, result: type[T], timeout: float | None) -> T:
        kind: Any = result | None
        try:
            answer = await self._peer.request(method, params, kind, timeout=timeout)
        except ConnectionLost:
            raise await self._agent_gone_error() from None
        except TimeoutError:
            raise AgentGone(
                f"The agent did not answer {method} within {timeout:g} seconds.", "no_answer"
            ) from None
        except ValueError as error:
            raise _send_error(error) from None
        if answer is not None:
            return answer
        try:
            return result()  # Many answers say nothing, and some agents say that with null.
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
    """What an error says. The official libraries call everything “Internal error” and put why into its data."""
    data = error.data
    if isinstance(data, dict):
        fields = cast(dict[str, Any], data)
        data = fields.get("details") or fields.get("message")
    if not isinstance(data, str) or not data.strip() or data in error.message:
        return error.message
    return f"{error.message} ({strip_control_chars(data).strip()[:MAX_ERROR_DETAIL_CHARS]})"


def retrieve_exception(task: "asyncio.Future[Any]") -> None:
    """For a task whose outcome nobody may ask for any more."""
    if not task.cancelled():
        task.exception()
