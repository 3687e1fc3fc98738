"""One session: its state as reported by the agent, its turns, and its settings; and the registry of open sessions.

Updates can arrive before the client knows the id of a new session. While a session is being opened, the registry
keeps updates of unknown sessions, within limits, and delivers them if the new session turns out to be theirs.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any

from understudy.client.errors import ClientError
from understudy.client.limits import (
    CANCELLED_TURN_TIMEOUT_S,
    MAX_EARLY_UPDATE_BYTES,
    MAX_EARLY_UPDATES,
    MAX_REPLAYED_BYTES,
    MAX_REPLAYED_UPDATES,
    MAX_TOOL_KINDS,
    MAX_UNKNOWN_SESSIONS,
)
from understudy.client.roots import Roots, require_structs
from understudy.client.session.host import SessionHost
from understudy.client.session.turn import PromptResult, Turn
from understudy.schema import acp

__all__ = ["OnUpdate", "Prompt", "Session", "SessionRegistry"]

OnUpdate = Callable[[acp.SessionUpdate], None]
"""Called with every update of a session, also between turns. Must be fast; an exception becomes a notice."""

Prompt = str | Sequence[acp.ContentBlock]


class _ConfigOptionsResponse(acp.Message):
    """A SetSessionConfigOptionResponse, or an empty response, which the official Python library permits."""

    config_options: list[acp.SessionConfigOption] | None = None


class Session:
    """An open session. Made by `Connection`.

    Example: `print(await session.prompt("What is this?").text())`.
    """

    def __init__(
        self,
        host: SessionHost,
        session_id: str,
        roots: Roots,
        on_update: OnUpdate | None = None,
    ) -> None:
        self._host = host
        self._turn: Turn | None = None
        self._tool_kinds: dict[str, acp.ToolKind] = {}
        self._replaying = False
        self._replayed_bytes = 0
        self._listener_failure_reported = False
        self.id = session_id
        self.roots = roots
        """The working folder first. Updated from the agent's SessionInfo."""
        self.on_update = on_update
        self.replayed: list[acp.SessionUpdate] = []
        """The updates that came while the session was loaded: its history."""
        self.title: str | None = None
        self.updated_at: str | None = None
        self.modes: acp.SessionModeState | None = None
        self.options: list[acp.SessionConfigOption] = []
        self.commands: list[acp.AvailableCommand] = []

    def prompt(self, prompt: Prompt, *, context: Sequence[acp.RuntimeContextItem] = ()) -> Turn:
        """A turn that begins when it is iterated. Raises NotSupported for content that the agent rejects."""
        content = [acp.TextContent(text=prompt)] if isinstance(prompt, str) else prompt
        require_structs(content, "prompt", 'acp.TextContent(text="…")')
        require_structs(context, "context", 'acp.RuntimeContextItem(text="…")')
        blocks: list[acp.ContentBlock] = list(content)
        self._host.checks.require_content_types(blocks)
        self._host.runtime_context.require_supported(context)

        async def send() -> PromptResult:
            items = await self._host.runtime_context.collect_items(context)
            request = acp.PromptRequest(session_id=self.id, prompt=blocks, runtime_context=items)
            return await self._host.prompt(request)

        return Turn(self, send, self._host.backpressure)

    async def cancel(self) -> None:
        """Ask the agent to end the turn; the loop over it ends then. Pending questions are answered `cancelled`."""
        if self._turn is not None:
            self._turn.cancelled = True
        await self._host.cancel(self.id)

    async def set_mode(self, mode: str) -> None:
        self._host.checks.require_modes(self.modes)
        request = acp.SetSessionModeRequest(session_id=self.id, mode_id=mode)
        await self._host.calls.call("session/set_mode", request, acp.SetSessionModeResponse)
        if self.modes is not None:
            self.modes.current_mode_id = mode

    async def set_option(self, option: str, value: str | bool) -> None:
        self._host.checks.require_config_options(self.options)
        request = acp.SetSessionConfigOptionRequest(
            session_id=self.id,
            config_id=option,
            value=value,
            type="boolean" if isinstance(value, bool) else None,
        )
        response = await self._host.calls.call("session/set_config_option", request, _ConfigOptionsResponse)
        if response.config_options is not None:
            self.options = response.config_options
            return
        for config_option in self.options:  # the agent does not report the other options
            if config_option.id == option:
                config_option.current_value = value

    # For SessionLifecycle, SessionRegistry and Turn.

    def set_replaying(self, on: bool) -> None:
        """Whether updates are the history of a session that is being loaded."""
        self._replaying = on

    def apply_open_response(
        self, modes: acp.SessionModeState | None, options: Sequence[acp.SessionConfigOption] | None
    ) -> None:
        """Apply the agent's response to the request that opened the session."""
        self.modes = modes or self.modes
        self.options = list(options or self.options)

    def apply_session_info(self, info: acp.SessionInfo, *, keep_additional: bool = False) -> None:
        """Apply an entry of the agent's session list. `keep_additional`: it has no list of additional folders."""
        if self.roots.update(info, keep_additional=keep_additional):
            self._host.roots_changed(self.id, self.roots)
        self.title = info.title or self.title
        self.updated_at = info.updated_at or self.updated_at

    def receive(self, update: acp.SessionUpdate, size: int) -> None:
        self._apply_update(update)
        if self._turn is not None and self._turn.running:
            self._turn.enqueue(update, size)
        elif (
            self._replaying
            and len(self.replayed) < MAX_REPLAYED_UPDATES
            and self._replayed_bytes < MAX_REPLAYED_BYTES
        ):
            self.replayed.append(update)
            self._replayed_bytes += size
        self._notify_listener(update)

    def _notify_listener(self, update: acp.SessionUpdate) -> None:
        if self.on_update is None:
            return
        try:
            self.on_update(update)
        except Exception as error:  # noqa: BLE001 - a listener must not break the session
            if not self._listener_failure_reported:
                self._listener_failure_reported = True
                self._host.on_notice(f"What listens to updates of session {self.id} failed: {error!r}.")

    def tool_kind(self, tool_call_id: str) -> acp.ToolKind | None:
        """The kind of a tool call of this turn, as the agent reported it."""
        return self._tool_kinds.get(tool_call_id)

    def fail_turn(self, error: ClientError) -> bool:
        """Raise an error of the caller in the loop over the running turn. Return False if there is none."""
        if self._turn is None or not self._turn.running or self._turn.abandoned:
            return False
        self._turn.fail(error)
        return True

    async def begin_turn(
        self, turn: Turn, send_prompt: Callable[[], Coroutine[Any, Any, PromptResult]]
    ) -> "asyncio.Task[PromptResult]":
        """Start a turn. Raises ClientError if another is running; waits for the end of an abandoned one."""
        previous = self._turn
        if previous is not None and previous.running:
            if not previous.abandoned:
                raise ClientError(
                    "A turn runs in this session. Wait for its end, or cancel it.", "turn_running"
                )
            if not await previous.wait_until_finished(CANCELLED_TURN_TIMEOUT_S):
                raise ClientError("The agent does not end the turn that was cancelled.", "turn_running")
        self._turn = turn
        self._tool_kinds.clear()
        self._host.turn_started(self.id)
        return self._host.start_task(send_prompt())

    def abandon_turn(self) -> None:
        """Cancel the turn, because its loop was left."""
        if self._turn is not None:
            self._turn.cancelled = True
        self._host.cancel_in_background(self.id)

    def _apply_update(self, update: acp.SessionUpdate) -> None:
        match update:
            case acp.AvailableCommandsUpdate():
                self.commands = update.available_commands
            case acp.CurrentModeUpdate() if self.modes is not None:
                self.modes.current_mode_id = update.current_mode_id
            case acp.ConfigOptionUpdate():
                self.options = update.config_options
            case acp.SessionInfoUpdate():
                self.title = update.title or self.title
                self.updated_at = update.updated_at or self.updated_at
            case acp.ToolCall() | acp.ToolCallProgress() if update.kind is not None:
                if len(self._tool_kinds) < MAX_TOOL_KINDS:
                    self._tool_kinds[update.tool_call_id] = update.kind
            case _:
                pass


class SessionRegistry:
    """The open sessions of a connection by id."""

    def __init__(self) -> None:
        self._open: dict[str, Session] = {}
        self._opening = 0
        self._early: dict[str, list[tuple[acp.SessionUpdate, int]]] = {}
        self._early_bytes = 0

    def get(self, session_id: str) -> Session | None:
        return self._open.get(session_id)

    @contextlib.contextmanager
    def opening(self) -> Generator[None]:
        """Keep updates of unknown sessions while a session is opened whose id is not known yet."""
        self._opening += 1
        try:
            yield
        finally:
            self._opening -= 1
            if not self._opening:
                self._early.clear()
                self._early_bytes = 0

    def add(self, session: Session) -> Session | None:
        """Add a session, and deliver its early updates. Return the session that had the same id before."""
        previous = self._open.get(session.id)
        self._open[session.id] = session
        for update, size in self._early.pop(session.id, []):
            session.receive(update, size)
        return previous

    def restore(self, session_id: str, previous: Session | None) -> None:
        """Undo `add`, because the session could not be opened."""
        if previous is None:
            self._open.pop(session_id, None)
        else:
            self._open[session_id] = previous

    def remove(self, session_id: str) -> None:
        self._open.pop(session_id, None)

    def receive(
        self, session_id: str, size: int, decode_update: Callable[[], acp.SessionUpdate | None]
    ) -> None:
        """Deliver an update of `size` bytes. It is decoded only if there is a session to deliver it to."""
        session = self._open.get(session_id)
        if session is None and not self._opening:
            return
        update = decode_update()
        if update is None:
            return
        if session is not None:
            session.receive(update, size)
        elif self._early_bytes + size > MAX_EARLY_UPDATE_BYTES:
            return
        elif session_id in self._early or len(self._early) < MAX_UNKNOWN_SESSIONS:
            early = self._early.setdefault(session_id, [])
            if len(early) < MAX_EARLY_UPDATES:
                early.append((update, size))
                self._early_bytes += size
