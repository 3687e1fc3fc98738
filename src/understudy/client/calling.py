"""Questions to the agent and their errors: the one place where the wire's troubles become the client's."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, cast

from understudy.client.authentication import Authentication, is_auth_required
from understudy.client.errors import AgentFailed, AgentGone, AuthRequired, BadAgent, ClientError
from understudy.client.flow import Flow
from understudy.client.tail import plain
from understudy.rpc import BadAnswer, ConnectionLost, Peer, RpcError

__all__ = ["Calling", "forgotten", "spoken"]

T = TypeVar("T")
DETAILS: Final = 500
"""Characters of what an error says beside its message."""


class Calling:
    def __init__(
        self, peer: Peer, flow: Flow, timeout: float, gone: Callable[[], Awaitable[AgentGone]]
    ) -> None:
        self._peer = peer
        self._flow = flow
        self._timeout = timeout
        self._gone = gone
        self.authentication: Authentication | None = None
        self.over = False
        """Whether the agent has ended."""

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        """Ask, with a limit. Updates do not hold up the answer."""
        self._flow.ask()
        try:
            return await self._authenticated(method, params, result, timeout or self._timeout)
        finally:
            self._flow.answered()

    async def long(self, method: str, params: object, result: type[T]) -> T:
        """Ask without a limit: the answer comes when all is done, or when the agent ends."""
        return await self._authenticated(method, params, result, None)

    async def once(self, method: str, params: object, result: type[T], timeout: float | None) -> T:
        """Ask, and see to no authentication."""
        try:
            return await self._asked(method, params, result, timeout)
        except RpcError as error:
            raise _failed(method, error) from None

    async def tell(self, method: str, params: object) -> None:
        if self.over:
            raise await self._gone()
        try:
            await self._peer.notify(method, params)
        except ValueError as error:
            raise _unsendable(error) from None

    async def _authenticated(self, method: str, params: object, result: type[T], timeout: float | None) -> T:
        authentication = self.authentication
        seen = 0 if authentication is None else authentication.times
        try:
            return await self._asked(method, params, result, timeout)
        except RpcError as error:
            if authentication is None or not is_auth_required(error):
                raise _failed(method, error) from None
            await authentication.see_to_it(error.message, seen)
        try:
            return await self._asked(method, params, result, timeout)
        except RpcError as error:
            raise _failed(method, error) from None

    async def _asked(self, method: str, params: object, result: type[T], timeout: float | None) -> T:
        kind: Any = result | None
        try:
            answer = await self._peer.request(method, params, kind, timeout=timeout)
        except ConnectionLost:
            raise await self._gone() from None
        except TimeoutError:
            raise AgentGone(
                f"The agent did not answer {method} within {timeout:g} seconds.", "no_answer"
            ) from None
        except ValueError as error:
            raise _unsendable(error) from None
        if answer is not None:
            return answer
        try:
            return result()  # Many answers say nothing, and some agents say that with null.
        except TypeError:
            raise BadAgent(f"The answer to {method} is null.") from None


def _unsendable(error: ValueError) -> ClientError:
    if isinstance(error, UnicodeEncodeError):
        return ClientError("A text has half of a surrogate pair, which cannot be sent.", "bad_text")
    return ClientError(str(error), "too_large")


def _failed(method: str, error: RpcError) -> ClientError:
    if isinstance(error, BadAnswer):
        return BadAgent(error.message)
    if is_auth_required(error):
        return AuthRequired(f"The agent still wants authentication: {error.message}")
    return AgentFailed(f"The agent refused {method}: {spoken(error)}", error.code, error.data)


def spoken(error: RpcError) -> str:
    """What an error says. The official libraries call everything “Internal error” and put why into its data."""
    data = error.data
    if isinstance(data, dict):
        fields = cast(dict[str, Any], data)
        data = fields.get("details") or fields.get("message")
    if not isinstance(data, str) or not data.strip() or data in error.message:
        return error.message
    return f"{error.message} ({plain(data).strip()[:DETAILS]})"


def forgotten(task: "asyncio.Future[Any]") -> None:
    """For a task whose outcome nobody may ask for any more."""
    if not task.cancelled():
        task.exception()
