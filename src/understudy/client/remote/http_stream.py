"""One connection to a remote agent over Streamable HTTP: messages leave as POSTs and come on event streams.

Implements `wire.Channel` for `channel.RemoteChannel`. A session's stream is opened before the first message about
it is sent, so that nothing of it goes elsewhere. HTTP/2 is used if the server and the installed packages have it.
"""

import asyncio
import contextlib
import ssl
from collections import deque
from importlib.util import find_spec
from typing import Any, Final

import httpx2
import msgspec

from understudy.abandoned_tasks import retrieve_exception
from understudy.client.errors import AgentGone
from understudy.client.remote.address import RemoteAddress
from understudy.client.remote.conversation import as_object
from understudy.client.remote.refusals import refused, unreachable
from understudy.client.remote.web_socket import CookieJar
from understudy.rpc import INVALID_PARAMS
from understudy.tls import certificate_checks
from understudy.wire import HIGH_WATER_BYTES, Receiver

__all__ = ["HttpLink"]

_JSON: Final = {"Content-Type": "application/json"}


class HttpLink:
    """The link is its own channel."""

    def __init__(self, address: RemoteAddress, cookies: CookieJar, timeout_s: float) -> None:
        self._url = address.url
        self._headers = address.headers
        self._cookies = cookies
        self._client = httpx2.AsyncClient(
            headers={**address.headers, **cookies.headers()},
            http2=find_spec("h2") is not None,
            # The authorities of the system and of SSL_CERT_FILE, as for WebSockets, not those of a package.
            verify=ssl.create_default_context()
            if address.url.startswith("https")
            else certificate_checks(address.url),
            timeout=httpx2.Timeout(timeout_s, read=None),
        )
        self._connection: dict[str, str] = {}
        """The header that names the connection, once there is one."""
        self._receiver: Receiver | None = None
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._room = asyncio.Event()
        self._idle = asyncio.Event()
        self._room.set()
        self._idle.set()
        self._writer: asyncio.Task[None] | None = None
        self._streams: dict[str | None, asyncio.Task[None]] = {}
        self._over = False
        self.failure: AgentGone | None = None
        """Why the connection has ended, if that is known."""

    @property
    def channel(self) -> "HttpLink":
        return self

    def open(self, receiver: Receiver) -> None:
        self._receiver = receiver

    def pause(self) -> None:
        """Does nothing: an event stream is read all the time, and the reader above is bounded."""

    def resume(self) -> None: ...

    def send(self, frame: bytes) -> None:
        if self._over:
            return
        self._unsent.append(frame)
        self._unsent_bytes += len(frame)
        self._idle.clear()
        if self._unsent_bytes > HIGH_WATER_BYTES:
            self._room.clear()
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    async def wait_for_room(self) -> None:
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    def close(self) -> None:
        self._receiver = None
        self._end()

    async def disconnect(self) -> None:
        """Tell the server that the connection has ended."""
        self._end()
        if self._connection:
            with contextlib.suppress(httpx2.HTTPError):
                await self._client.delete(self._url, headers=self._connection)
        await self._client.aclose()

    async def _write(self) -> None:
        try:
            while self._unsent:
                frame = self._unsent[0]
                await self._post(frame)
                self._unsent.popleft()
                self._unsent_bytes -= len(frame)
                if self._unsent_bytes <= HIGH_WATER_BYTES // 2:
                    self._room.set()
        except AgentGone as error:
            self.failure = error
            self._lose()
        except (httpx2.HTTPError, ValueError) as error:
            self.failure = unreachable(self._url, error)
            self._lose()
        finally:
            self._writer = None
            if not self._unsent:
                self._idle.set()

    async def _post(self, frame: bytes) -> None:
        message = _decode(frame)
        session = as_object(message.get("params")).get("sessionId")
        headers = {**_JSON, **self._connection}
        if isinstance(session, str):
            headers["Acp-Session-Id"] = session
            await self._open_stream(session)
        answer = await self._client.post(self._url, content=frame, headers=headers)
        if answer.status_code == 200:
            self._connection = {"Acp-Connection-Id": answer.headers["Acp-Connection-Id"]}
            self._cookies.store(answer.headers.get_list("Set-Cookie"))
            await self._open_stream(None)
            self._deliver(answer.content)
        elif answer.status_code == 400 and self._connection and "id" in message:
            # The server takes this request for wrong, before the agent sees it; the connection goes on.
            error = {"code": INVALID_PARAMS, "message": answer.text[:300]}
            self._deliver(msgspec.json.encode({"jsonrpc": "2.0", "id": message["id"], "error": error}))
        elif answer.status_code != 202 and "method" in message:
            raise refused(self._url, answer.status_code, answer.text, self._headers)

    async def _open_stream(self, session: str | None) -> None:
        if session in self._streams:
            return
        opened = asyncio.get_running_loop().create_future()
        self._streams[session] = asyncio.get_running_loop().create_task(self._read(session, opened))
        await opened

    async def _read(self, session: str | None, opened: "asyncio.Future[None]") -> None:
        headers = {"Accept": "text/event-stream", **self._connection}
        if session is not None:
            headers["Acp-Session-Id"] = session
        try:
            async with self._client.stream("GET", self._url, headers=headers) as answer:
                if answer.status_code != 200:
                    raise refused(self._url, answer.status_code, "", self._headers)
                opened.set_result(None)
                async for line in answer.aiter_lines():
                    if line.startswith("data:"):
                        self._deliver(line.removeprefix("data:").strip().encode())
        except (httpx2.HTTPError, AgentGone) as error:
            if not opened.done():
                opened.set_exception(error)
        finally:
            if not opened.done():
                opened.cancel()
            self._streams.pop(session, None)
            if session is None:
                self._lose()

    def _deliver(self, frame: bytes) -> None:
        """Give a message to the receiver, and open the stream of a session that it brings."""
        try:
            result: Any = as_object(as_object(msgspec.json.decode(frame)).get("result"))
        except (msgspec.DecodeError, UnicodeDecodeError):
            return
        session = result.get("sessionId")
        if isinstance(session, str) and session not in self._streams:
            opened = asyncio.get_running_loop().create_future()
            opened.add_done_callback(retrieve_exception)
            self._streams[session] = asyncio.get_running_loop().create_task(self._read(session, opened))
        if self._receiver is not None:
            self._receiver.frames_received([frame])

    def _lose(self) -> None:
        if self._over:
            return
        receiver, self._receiver = self._receiver, None
        self._end()
        if receiver is not None:
            receiver.ended()

    def _end(self) -> None:
        self._over = True
        self._room.set()
        self._idle.set()
        current = asyncio.current_task()
        for task in (self._writer, *self._streams.values()):
            if task is not None and task is not current:
                task.cancel()


def _decode(frame: bytes) -> dict[str, Any]:
    """The message; empty for what is none, which `understudy check` sends: its refusal ends no connection."""
    try:
        return as_object(msgspec.json.decode(frame))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
