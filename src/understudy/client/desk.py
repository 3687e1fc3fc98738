"""What a session has its connection do: prompts and their tasks, cancellation, and who else has to know."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from understudy.client.calling import Calling, forgotten
from understudy.client.capabilities import Gate
from understudy.client.context import Context
from understudy.client.errors import ClientError
from understudy.client.flow import Flow
from understudy.client.mcp import McpServers
from understudy.client.permissions import Questions
from understudy.client.roots import Roots
from understudy.client.serving import Serving
from understudy.client.turn import Ending
from understudy.schema import acp

__all__ = ["Desk"]

T = TypeVar("T")


class Desk:
    def __init__(
        self,
        calling: Calling,
        gate: Gate,
        flow: Flow,
        context: Context,
        questions: Questions,
        serving: Serving,
        mcp: McpServers,
        notice: Callable[[str], None],
    ) -> None:
        self.calling = calling
        self.gate = gate
        self.flow = flow
        self.context = context
        self.questions = questions
        self.serving = serving
        self.mcp = mcp
        self.notice = notice
        self._over = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def prompt(self, request: acp.PromptRequest) -> Ending:
        """Send a prompt, and wait as long as it takes."""
        answer = await self.calling.long("session/prompt", request, Ending)
        await self.flow.caught_up()
        return answer

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task that the connection ends, at the latest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(forgotten)
        return task

    async def cancel(self, session: str) -> None:
        """Tell the agent, and answer the session's open questions. Waits for nobody, slow readers included."""
        telling = self.start(self.calling.tell("session/cancel", acp.CancelNotification(session_id=session)))
        self.questions.cancelled(session)
        await asyncio.sleep(0)  # By now it is on its way.
        if telling.done():
            telling.result()

    def cancel_soon(self, session: str) -> None:
        if not self._over:  # Whoever is forgotten after the end has nothing to cancel.
            self.start(self._cancel_quietly(session))

    def begun(self, session: str) -> None:
        """A turn begins: the agent may ask questions again."""
        self.questions.begun(session)

    def moved(self, session: str, roots: Roots) -> None:
        """The session has other roots."""
        self.serving.opened(session, roots)

    async def end(self) -> None:
        """The connection is over."""
        self._over = True
        self.questions.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _cancel_quietly(self, session: str) -> None:
        with suppress(ClientError):
            await self.cancel(session)
