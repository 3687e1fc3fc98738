"""What the sessions of a connection share: sending prompts, background tasks, cancellation, runtime context.

Runtime context comes from the caller's provider, which is called for each prompt; nothing of it is stored.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from inspect import isawaitable
from typing import Any, TypeVar

from understudy.abandoned_tasks import retrieve_exception
from understudy.client.calls import AgentCalls, Backpressure
from understudy.client.capabilities import CapabilityChecks
from understudy.client.errors import ClientError
from understudy.client.mcp import McpServers
from understudy.client.permissions import PermissionQuestions
from understudy.client.roots import Roots
from understudy.client.session.turn import PromptResult
from understudy.client.workspace_access import WorkspaceAccess
from understudy.schema import acp

__all__ = ["ContextProvider", "RuntimeContext", "SessionHost"]

ContextProvider = Callable[[], Sequence[acp.RuntimeContextItem] | Awaitable[Sequence[acp.RuntimeContextItem]]]
"""Called before every prompt."""


class RuntimeContext:
    """The caller's context provider. Without the agent's support it is dropped, with a notice."""

    def __init__(
        self, checks: CapabilityChecks, provider: ContextProvider | None, on_notice: Callable[[str], None]
    ) -> None:
        if provider is not None and not checks.accepts_runtime_context:
            on_notice(
                "The agent takes no runtime context (it does not advertise sessionCapabilities.runtimeContext): "
                "none is sent."
            )
            provider = None
        self._checks = checks
        self._provider = provider

    def require_supported(self, extra: Sequence[acp.RuntimeContextItem]) -> None:
        """Raise NotSupported if these items cannot be sent."""
        self._checks.require_runtime_context(extra)

    async def collect_items(self, extra: Sequence[acp.RuntimeContextItem]) -> list[acp.RuntimeContextItem]:
        """The items for the next prompt: those of the provider, then those of this prompt."""
        if self._provider is None:
            return list(extra)
        provided = self._provider()
        return [*(await provided if isawaitable(provided) else provided), *extra]


T = TypeVar("T")


class SessionHost:
    """The services of a connection that its sessions use. For the event loop's thread."""

    def __init__(
        self,
        calls: AgentCalls,
        checks: CapabilityChecks,
        backpressure: Backpressure,
        runtime_context: RuntimeContext,
        questions: PermissionQuestions,
        workspace_access: WorkspaceAccess,
        mcp_servers: McpServers,
        on_notice: Callable[[str], None],
    ) -> None:
        self.calls = calls
        self.checks = checks
        self.backpressure = backpressure
        self.runtime_context = runtime_context
        self.questions = questions
        self.workspace_access = workspace_access
        self.mcp_servers = mcp_servers
        self.on_notice = on_notice
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def prompt(self, request: acp.PromptRequest) -> PromptResult:
        """Send a prompt and wait for its response without a timeout."""
        response = await self.calls.call_without_timeout("session/prompt", request, PromptResult)
        await self.backpressure.wait_until_sent()
        return response

    def start_task(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start a task that is cancelled when the connection is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(retrieve_exception)
        return task

    async def cancel(self, session_id: str) -> None:
        """Send `session/cancel`, without waiting for an agent that does not read, and cancel the questions."""
        notification = self.start_task(
            self.calls.notify("session/cancel", acp.CancelNotification(session_id=session_id))
        )
        self.questions.cancel_session(session_id)
        await asyncio.sleep(0)  # let the task send it
        if notification.done():
            notification.result()

    def cancel_in_background(self, session_id: str) -> None:
        if not self._closed:  # after the end there is nothing to cancel
            self.start_task(self._cancel_ignoring_errors(session_id))

    def turn_started(self, session_id: str) -> None:
        """A turn begins: the agent's questions are asked again."""
        self.questions.turn_started(session_id)

    def roots_changed(self, session_id: str, roots: Roots) -> None:
        """Serve the session's new roots."""
        self.workspace_access.set_session_roots(session_id, roots)

    async def close(self) -> None:
        """Cancel all questions and tasks of the connection."""
        self._closed = True
        self.questions.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(
            *self._tasks, return_exceptions=True
        )  # callers that still wait get the exception

    async def _cancel_ignoring_errors(self, session_id: str) -> None:
        with suppress(ClientError):
            await self.cancel(session_id)
