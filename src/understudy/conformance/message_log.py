"""A JSON-RPC connection whose every message is recorded: it can send what no well-behaved peer would send.

Deliberately below `rpc.Peer`, which cannot send junk, reuse an id, or show a response that nobody asked for.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

from understudy.conformance.limits import MAX_EVIDENCE_CHARS, MAX_EVIDENCE_MESSAGES, RESPONSE_TIMEOUT_S
from understudy.conformance.report import CheckFailed
from understudy.rpc import METHOD_NOT_FOUND
from understudy.wire import Channel

__all__ = ["JsonObject", "MessageLog", "RpcError", "as_list", "as_object", "object_at"]

JsonObject = dict[str, Any]
RequestHandler = Callable[[JsonObject], Awaitable[JsonObject]]


def as_object(value: Any) -> JsonObject | None:
    """The value, if it is a JSON object."""
    return cast(JsonObject, value) if isinstance(value, dict) else None


def as_list(value: Any) -> list[Any] | None:
    """The value, if it is a JSON array."""
    return cast(list[Any], value) if isinstance(value, list) else None


def object_at(value: Any, *names: str) -> JsonObject:
    """The object that these names lead to; empty if there is none."""
    found = as_object(value)
    for name in names:
        found = as_object((found or {}).get(name))
    return found or {}


class RpcError(Exception):
    """The other side answered with an error."""

    def __init__(self, error: JsonObject) -> None:
        super().__init__(f"error {error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.message = str(error.get("message", ""))
        self.data = error.get("data")


class MessageLog:
    """One side of a connection, as the receiver of its channel.

    Without `answers`, whoever reads `received` answers the requests in it.
    """

    def __init__(
        self, channel: Channel, timeout: float = RESPONSE_TIMEOUT_S, *, answers: bool = True
    ) -> None:
        self._channel = channel
        self._answers = answers
        self.timeout = timeout
        self.lines: list[str] = []
        """Everything so far, `→` sent and `←` received."""
        self.received: list[JsonObject] = []
        """Parsed messages of the other side, in order."""
        self.handlers: dict[str, RequestHandler] = {}
        """Answers to the other side's requests, by method; others get -32601."""
        self.junk: list[str] = []
        """Received texts that are no JSON object."""
        self.is_over = False
        self._changed = asyncio.Event()
        self._next_id = 0
        self._answering: set[asyncio.Task[None]] = set()
        channel.open(self)

    def frames_received(self, frames: list[bytes]) -> None:
        for frame in frames:
            text = frame.decode(errors="replace")
            self._record("←", text)
            try:
                parsed = as_object(json.loads(text))
            except ValueError:
                parsed = None
            if parsed is None:
                self.junk.append(text)
                continue
            self.received.append(parsed)
            if self._answers and "method" in parsed and "id" in parsed:
                task = asyncio.get_running_loop().create_task(self._answer(parsed))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
        self._changed.set()

    def ended(self) -> None:
        self.is_over = True
        self._changed.set()

    def send_text(self, text: str) -> None:
        self._record("→", text)
        self._channel.send(text.encode())

    def send(self, message: JsonObject) -> None:
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def notify(self, method: str, params: JsonObject) -> None:
        self.send({"method": method, "params": params})

    def begin(self, method: str, params: Any, request_id: int | str | None = None) -> int | str:
        """Send a request and return its id."""
        if request_id is None:
            self._next_id += 1
            request_id = self._next_id
        self.send({"id": request_id, "method": method, "params": params})
        return request_id

    async def request(self, method: str, params: Any, request_id: int | str | None = None) -> JsonObject:
        """Return the result. Raises RpcError, or CheckFailed if there is no usable response."""
        return self.result_of(await self.response_to(self.begin(method, params, request_id), method))

    def result_of(self, response: JsonObject) -> JsonObject:
        if "error" in response:
            raise RpcError(as_object(response["error"]) or {})
        return as_object(response.get("result")) or {}

    async def response_to(self, request_id: int | str, method: str) -> JsonObject:
        found = await self.wait_for(lambda: self._find_response(request_id))
        if found is None:
            why = "the connection ended" if self.is_over else f"nothing came within {self.timeout:g} s"
            raise CheckFailed(f"{method} is not answered: {why}")
        return found

    def responses(self, request_id: int | str) -> list[JsonObject]:
        return [message for message in self.received if _is_response(message, request_id)]

    def updates(self, session: str, since: int = 0) -> list[JsonObject]:
        """The session updates of a session that arrived after the first `since` messages."""
        return [
            message["params"]["update"]
            for message in self.received[since:]
            if message.get("method") == "session/update"
            and isinstance(message.get("params"), dict)
            and message["params"].get("sessionId") == session
            and isinstance(message["params"].get("update"), dict)
        ]

    async def wait_for(self, look: Callable[[], Any], timeout: float | None = None) -> Any:
        """Return the first true value of `look`, asked after every message; None at the end, or too late."""
        try:
            async with asyncio.timeout(self.timeout if timeout is None else timeout):
                while True:
                    found = look()
                    if found or self.is_over:
                        return found or None
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return look() or None

    async def is_alive(self) -> bool:
        """Whether a request is still answered, with anything."""
        request_id = self.begin("understudy.check/alive", {})
        return await self.wait_for(lambda: self._find_response(request_id)) is not None

    def evidence(self, since: int) -> tuple[str, ...]:
        return tuple(self.lines[since:][-MAX_EVIDENCE_MESSAGES:])

    def _record(self, direction: str, text: str) -> None:
        shown = text if len(text) <= MAX_EVIDENCE_CHARS else text[: MAX_EVIDENCE_CHARS - 1] + "…"
        self.lines.append(f"{direction} {shown}")

    def _find_response(self, request_id: int | str) -> JsonObject | None:
        return next(iter(self.responses(request_id)), None)

    async def _answer(self, request: JsonObject) -> None:
        handler = self.handlers.get(str(request["method"]))
        if handler is None:
            error = {"code": METHOD_NOT_FOUND, "message": f"Method not found: {request['method']}"}
            self.send({"id": request["id"], "error": error})
            return
        try:
            result = await handler(as_object(request.get("params")) or {})
        except RpcError as refusal:
            error = {"code": refusal.code, "message": refusal.message}
            self.send({"id": request["id"], "error": error})
            return
        self.send({"id": request["id"], "result": result})


def _is_response(message: JsonObject, request_id: int | str) -> bool:
    if "method" in message or message.get("id") != request_id:
        return False
    return type(message.get("id")) is type(request_id)
