"""A turn without threads, processes and wall-clock time: fakes of the client, the model and the workers.

The store is the real one, called inline. `run_virtually` runs a coroutine on a loop whose clock jumps to the next
timer when nothing is ready, so that a test can assert at which second something happens.
"""

import asyncio
import contextlib
import selectors
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.outbound import OutboundError
from understudy.chat.permissions import Mode, Permissions
from understudy.chat.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import SessionStore
from understudy.chat.toolset.tool_api import CallContext, CallOutcome, CallPresentation
from understudy.chat.turn import Recorder
from understudy.chat.turn.tool_runner import ToolRunner
from understudy.models import (
    CallPart,
    Finished,
    ModelEvent,
    ModelMessage,
    Request,
    TextDelta,
    TextPart,
    TokenUsage,
    ToolSpec,
)
from understudy.schema import acp
from understudy.settings import ChatSettings
from understudy.workspace import Stop, Workspace

T = TypeVar("T")


class _JumpingSelector(selectors.DefaultSelector):
    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, (
                "nothing is scheduled: the test waits for something that never happens"
            )
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _JumpingSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


def run_virtually(test: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(test)


class InlineStore(AsyncSessionStore):
    """The real store, called inline: after `delay_s` virtual seconds, and failing with `error` if that is set."""

    def __init__(self, folder: Path) -> None:
        self.sqlite = SqliteSessionStore(folder)
        super().__init__(lambda: self.sqlite)
        self.delay_s = 0.0
        self.error: Exception | None = None

    def _submit(self, call: Callable[[SessionStore], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()
        if self.error is not None:
            result.set_exception(self.error)
        elif self.delay_s:
            loop.call_later(self.delay_s, lambda: result.done() or result.set_result(call(self.sqlite)))
        else:
            result.set_result(call(self.sqlite))
        return result


class InlineWorkers:
    async def run(self, work: Callable[[], T], stop: Stop) -> T:
        del stop
        return work()


@dataclass
class FakeClient:
    """Records the updates and answers every question with `answer`; None calls the question off."""

    answer: "str | OutboundError | Pause | None" = "allow"
    updates: list[acp.SessionUpdate] = field(default_factory=list)
    questions: list[tuple[acp.ToolCallUpdate, list[str]]] = field(default_factory=list)
    on_question: Callable[[], None] = lambda: None
    can_read_files: bool = False
    can_write_files: bool = False
    can_create_terminals: bool = False
    shows_notices: bool = False
    shows_compactions: bool = False

    async def send_update(self, session_id: str, update: acp.SessionUpdate) -> None:
        del session_id
        self.updates.append(update)

    async def request_permission(
        self, session_id: str, tool_call: acp.ToolCallUpdate, options: Sequence[acp.PermissionOption]
    ) -> str | None:
        del session_id
        self.questions.append((tool_call, [option.option_id for option in options]))
        self.on_question()
        match self.answer:
            case OutboundError():
                raise self.answer
            case Pause():
                await self.answer.wait()
                return None
            case _:
                return self.answer

    def of(self, kind: type[T]) -> list[T]:
        return [update for update in self.updates if isinstance(update, kind)]

    @property
    def said(self) -> str:
        return "".join(update.content.text for update in self.of(acp.AgentMessageChunk))


@dataclass
class FakeTool:
    name: str
    work: Callable[[Mapping[str, Any], CallContext], Awaitable[CallOutcome]]
    read_only: bool = False
    locations: tuple[acp.ToolCallLocation, ...] = ()
    pending_title: str = ""
    specs_built: int = 0

    @property
    def spec(self) -> ToolSpec:
        self.specs_built += 1
        return ToolSpec(self.name, f"does {self.name}", {"type": "object"})

    def describe_call(self, arguments: Any) -> CallPresentation:
        del arguments
        return CallPresentation(f"Use {self.name}", "other", self.locations, self.pending_title)

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        return await self.work(arguments, context)


def answers(text: str = "ok") -> Callable[[Mapping[str, Any], CallContext], Awaitable[CallOutcome]]:
    async def work(arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del arguments, context
        return CallOutcome(text)

    return work


@dataclass
class Pause:
    """The model says nothing for a while; cancelled, it goes on after `deaf_s` seconds instead of stopping."""

    seconds: float
    deaf_s: float | None = None

    async def wait(self) -> None:
        try:
            await asyncio.sleep(self.seconds)
        except asyncio.CancelledError:
            if self.deaf_s is None:
                raise
            end = asyncio.get_running_loop().time() + self.deaf_s
            while (left := end - asyncio.get_running_loop().time()) > 0:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.sleep(left)


Reply = Sequence[ModelEvent | Exception | Pause]


@dataclass
class FakeModel:
    """Gives the replies one after the other, the last of them again and again."""

    replies: list[Reply]
    name: str = "fake:model"
    takes_images: bool = False
    context_window: int = 100_000
    requests: list[Request] = field(default_factory=list)

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent]:
        self.requests.append(request)
        reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
        for event in reply:
            match event:
                case Exception():
                    raise event
                case Pause():
                    await event.wait()
                case _:
                    yield event

    async def close(self) -> None: ...


def says(text: str, reason: Any = "done") -> list[ModelEvent | Exception | Pause]:
    deltas: list[ModelEvent | Exception | Pause] = [TextDelta(text)] if text else []
    parts = [TextPart(text)] if text else []
    return [*deltas, Finished(ModelMessage(parts), reason, TokenUsage(input=10, output=2))]


def calls(*wanted: str | CallPart) -> list[ModelEvent | Exception | Pause]:
    """The model calls tools; those that are only named have the ids id0, id1 and so on, and no arguments."""
    parts = [
        CallPart(f"id{number}", call, {}) if isinstance(call, str) else call
        for number, call in enumerate(wanted)
    ]
    return [Finished(ModelMessage(parts), "calls", TokenUsage(input=10, output=2))]


@dataclass
class FakeModels:
    model: FakeModel
    default: str | None = "fake:model"
    choices: tuple[str, ...] = ("fake:model",)
    checked: list[str] = field(default_factory=list)

    async def check(self, name: str) -> None:
        self.checked.append(name)

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncGenerator[FakeModel]:
        del name
        yield self.model


@dataclass
class TurnHarness:
    session: Session
    state: AgentState
    store: InlineStore
    client: FakeClient
    model: FakeModel

    def recorder(self) -> Recorder:
        return Recorder(self.session.id, self.store, self.client)

    def runner(self, *tools: FakeTool) -> ToolRunner:
        return ToolRunner(
            {tool.name: tool for tool in tools}, self.recorder(), self.session.permissions, self.client
        )

    def events(self) -> list[Any]:
        return self.store.events(self.session.id).result()


@asynccontextmanager
async def turn_harness(
    folder: Path, *replies: Reply, mode: Mode = Mode.ASK, settings: ChatSettings | None = None
) -> AsyncGenerator[TurnHarness]:
    """A session in `folder/root` whose model gives these replies."""
    root = folder / "root"
    root.mkdir(exist_ok=True)
    store, client, model = InlineStore(folder / "state"), FakeClient(), FakeModel(list(replies))
    fakes: Any = {"workers": InlineWorkers(), "models": FakeModels(model), "outbound": client}
    state = AgentState(store=store, settings=settings or ChatSettings(), **fakes)
    await store.create("session", str(root), [], {})
    session = Session(
        id="session",
        cwd=str(root),
        roots=(),
        workspace=Workspace([str(root)]),
        permissions=Permissions(mode),
        model=model.name,
        has_title=True,
        stored_mode=mode,
    )
    try:
        yield TurnHarness(session, state, store, client, model)
    finally:
        session.workspace.close()
        store.sqlite.close()
