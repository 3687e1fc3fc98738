"""A conversation as the client has it: its state as the agent tells it, its turns, and how it is steered."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from understudy.client.desk import Desk
from understudy.client.errors import ClientError
from understudy.client.roots import Roots
from understudy.client.turn import Ending, Turn
from understudy.schema import acp

__all__ = ["OnUpdate", "Prompt", "Session"]

OnUpdate = Callable[[acp.SessionUpdate], None]
"""Told of every update of a session, also between turns. Must be quick; what it raises ends in a notice."""

Prompt = str | Sequence[acp.ContentBlock]

REPLAYED: Final = 100_000
"""Updates of a loaded session that are kept; what comes beyond is told to `on_update` alone."""
REPLAYED_BYTES: Final = 512 << 20
"""On the wire."""
KINDS: Final = 10_000
"""Tool calls of a turn whose kinds are remembered."""
LEAVING: Final = 30.0
"""Seconds that an agent has to end a turn that was cancelled, when the next one is wanted."""


class _Options(acp.Message):
    """A SetSessionConfigOptionResponse, or nothing, which the official Python library lets agents answer."""

    config_options: list[acp.SessionConfigOption] | None = None


class Session:
    def __init__(
        self,
        desk: Desk,
        name: str,
        roots: Roots,
        on_update: OnUpdate | None = None,
    ) -> None:
        self._desk = desk
        self._turn: Turn | None = None
        self._kinds: dict[str, acp.ToolKind] = {}
        self._replaying = False
        self._replayed_bytes = 0
        self._complained = False
        self.id = name
        self.roots = roots
        """The working directory first. What the agent's SessionInfo says counts as current."""
        self.on_update = on_update
        self.replayed: list[acp.SessionUpdate] = []
        """What came while the session was loaded: its history."""
        self.title: str | None = None
        self.updated_at: str | None = None
        self.modes: acp.SessionModeState | None = None
        self.options: list[acp.SessionConfigOption] = []
        self.commands: list[acp.AvailableCommand] = []

    def prompt(self, prompt: Prompt, *, context: Sequence[acp.RuntimeContextItem] = ()) -> Turn:
        """A turn that begins when it is iterated. Raises NotSupported for what the agent does not take."""
        given = [acp.TextContent(text=prompt)] if isinstance(prompt, str) else prompt
        blocks: list[acp.ContentBlock] = list(given)
        self._desk.gate.content(blocks)
        self._desk.context.check(context)

        async def ask() -> Ending:
            items = await self._desk.context.items(context)
            request = acp.PromptRequest(session_id=self.id, prompt=blocks, runtime_context=items)
            return await self._desk.prompt(request)

        return Turn(self, ask, self._desk.flow)

    async def cancel(self) -> None:
        """Ask the agent to end the turn, which ends by itself then. Open questions are answered `cancelled`."""
        if self._turn is not None:
            self._turn.cancelled = True
        await self._desk.cancel(self.id)

    async def set_mode(self, mode: str) -> None:
        self._desk.gate.modes(self.modes)
        request = acp.SetSessionModeRequest(session_id=self.id, mode_id=mode)
        await self._desk.calling.call("session/set_mode", request, acp.SetSessionModeResponse)
        if self.modes is not None:
            self.modes.current_mode_id = mode

    async def set_option(self, option: str, value: str | bool) -> None:
        self._desk.gate.options(self.options)
        request = acp.SetSessionConfigOptionRequest(
            session_id=self.id,
            config_id=option,
            value=value,
            type="boolean" if isinstance(value, bool) else None,
        )
        answer = await self._desk.calling.call("session/set_config_option", request, _Options)
        if answer.config_options is not None:
            self.options = answer.config_options
            return
        for known in self.options:  # An agent that does not say what has become of the others.
            if known.id == option:
                known.current_value = value

    # For the connection and the turn.

    def replaying(self, on: bool) -> None:
        self._replaying = on

    def opened(
        self, modes: acp.SessionModeState | None, options: Sequence[acp.SessionConfigOption] | None
    ) -> None:
        """The agent's answer to its opening."""
        self.modes = modes or self.modes
        self.options = list(options or self.options)

    def informed(self, info: acp.SessionInfo, *, silent: bool = False) -> None:
        """The agent listed the session: what stands there is current. `silent` about additional folders."""
        if self.roots.update(info, silent=silent):
            self._desk.moved(self.id, self.roots)
        self.title = info.title or self.title
        self.updated_at = info.updated_at or self.updated_at

    def receive(self, update: acp.SessionUpdate, size: int) -> None:
        self._note(update)
        if self._turn is not None and self._turn.running:
            self._turn.put(update, size)
        elif self._replaying and len(self.replayed) < REPLAYED and self._replayed_bytes < REPLAYED_BYTES:
            self.replayed.append(update)
            self._replayed_bytes += size
        self._pass_on(update)

    def _pass_on(self, update: acp.SessionUpdate) -> None:
        if self.on_update is None:
            return
        try:
            self.on_update(update)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not cost the session
            if not self._complained:
                self._complained = True
                self._desk.notice(f"What listens to updates of session {self.id} failed: {error!r}.")

    def kind_of(self, call: str) -> acp.ToolKind | None:
        """What a tool call of this turn was said to be."""
        return self._kinds.get(call)

    def fail(self, problem: ClientError) -> bool:
        """The caller did something wrong for the turn that runs; False if nobody follows one."""
        if self._turn is None or not self._turn.running or self._turn.left:
            return False
        self._turn.fail(problem)
        return True

    async def begin(
        self, turn: Turn, ask: Callable[[], Coroutine[Any, Any, Ending]]
    ) -> "asyncio.Task[Ending]":
        """One turn at a time; one that was left is waited for."""
        before = self._turn
        if before is not None and before.running:
            if not before.left:
                raise ClientError(
                    "A turn runs in this session. Wait for its end, or cancel it.", "turn_running"
                )
            if not await before.over(LEAVING):
                raise ClientError("The agent does not end the turn that was cancelled.", "turn_running")
        self._turn = turn
        self._kinds.clear()
        self._desk.begun(self.id)
        return self._desk.start(ask())

    def abandon(self) -> None:
        """The turn's follower has gone."""
        if self._turn is not None:
            self._turn.cancelled = True
        self._desk.cancel_soon(self.id)

    def _note(self, update: acp.SessionUpdate) -> None:
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
                if len(self._kinds) < KINDS:
                    self._kinds[update.tool_call_id] = update.kind
            case _:
                pass
