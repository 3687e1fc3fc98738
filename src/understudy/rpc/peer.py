"""One side of a JSON-RPC 2.0 connection: serves the other side's requests and makes its own.

The same for agent and client. Knows no ACP: methods, types and domain errors come from its owner.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

from understudy.rpc.answers import Answers, Explain
from understudy.rpc.errors import INTERNAL_ERROR, BadAnswer
from understudy.rpc.intake import Intake
from understudy.rpc.limits import Limits
from understudy.rpc.messages import CANCEL, MALFORMED, encode_call, encode_notification
from understudy.rpc.questions import Questions
from understudy.rpc.routes import Decode, Route, decode_strictly
from understudy.rpc.serving import Admit, Missed, Serving
from understudy.rpc.wording import complaint
from understudy.wire import MOST_BYTES, Channel

__all__ = ["Peer"]

T = TypeVar("T")

TURNS = 3
"""Turns of the loop that handlers have at the end of input: enough for one that waits for nothing."""


class Peer:
    """Handlers are called one after the other, in the order in which messages come; see Order for the rest."""

    def __init__(
        self,
        channel: Channel,
        routes: Mapping[str, Route[Any]],
        *,
        decode: Decode = decode_strictly,
        admit: Admit | None = None,
        explain: Explain | None = None,
        missed: Missed | None = None,
        limits: Limits | None = None,
    ) -> None:
        limits = limits or Limits()
        self._channel = channel
        self._decode = decode
        self._limits = limits
        self._questions = Questions()
        answers = Answers(channel, explain)
        self._serving = Serving(self, routes, answers, decode, admit, limits, self._freed, missed)
        self._intake = Intake(channel, self._serving, answers, self._questions, limits)
        self._stopped = False

    async def run(self) -> None:
        """Serve until the other side has gone or `stop` is called; then end every handler and return."""
        try:
            if not self._stopped:
                self._channel.open(self._intake)
            await self._intake.over.wait()
            if not self._stopped:
                await self._intake.settled()
                await self._serving.settle()
                for _ in range(TURNS):
                    await asyncio.sleep(0)
        finally:
            self._questions.lose()
            self._intake.stop()
            self._channel.pause()
            await self._serving.end()
            await self._channel.flush(self._limits.flushing)
            self._channel.close()

    def stop(self) -> None:
        """End now, whatever the other side still has to say."""
        self._stopped = True
        self._intake.over.set()
        self._intake.stop()

    async def request(
        self, method: str, params: object, result: type[T], *, timeout: float | None = None
    ) -> T:
        """Ask and await the answer. Raises RpcError, TimeoutError or ConnectionLost.

        If the caller is cancelled or the time is over, the other side is told that nobody waits any more.
        """
        name, answer = self._questions.ask()
        try:
            self._channel.send(_checked(encode_call(name, method, params), method))
            async with asyncio.timeout(timeout):
                raw = await answer
        except (asyncio.CancelledError, TimeoutError) as error:
            self._channel.send(encode_notification(CANCEL, {"requestId": name}))
            if isinstance(error, TimeoutError):
                raise TimeoutError(f"There was no answer to {method} within {timeout} seconds.") from None
            raise
        finally:
            self._questions.forget(name)
        try:
            return self._decode(raw, result)
        except MALFORMED as error:
            _, words = complaint(str(error))
            raise BadAnswer(INTERNAL_ERROR, f"The answer to {method} is not understood: {words}.") from None

    async def notify(self, method: str, params: object) -> None:
        """Tell. Returns at once, unless the other side is slow; dropped if it has gone."""
        self._channel.send(_checked(encode_notification(method, params), method))
        # At the end nobody waits for a slow reader: handlers that put their things away are to be quick.
        if not self._channel.has_room and not self._intake.over.is_set():
            await self._channel.room()

    def _freed(self) -> None:
        self._intake.go_on()


def _checked(frame: bytes, method: str) -> bytes:
    if len(frame) > MOST_BYTES:
        raise ValueError(f"{method}: a message may have {MOST_BYTES} bytes at most. Send less at a time.")
    return frame
