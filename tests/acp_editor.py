"""An editor for tests: an ACP client over the in-memory pair, with the real agent at the other end.

It records everything in the order of arrival, answers permission requests as configured, and can provide files and
terminals. An unexpected message of the agent fails the test.
"""

import asyncio
import dataclasses
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from provider_server import ProviderServer, Reply
from understudy.acp import Agent, ChatDependencies, NesDependencies
from understudy.models import ModelError, ModelSettings, open_model
from understudy.rpc import Order, Peer, Route
from understudy.schema import acp
from understudy.settings import ChatSettings
from understudy.wire import Channel, memory_pair

LIMIT_S = 240.0
"""Seconds that anything may take before a test gives up. No test asserts on it: it must hold on a busy machine."""


class NoAccounts:
    """No stored key, and no key in the environment."""

    def from_environment(self) -> str | None:
        return None

    def stored(self) -> str | None:
        return None

    def forget(self) -> None:
        pass


def no_model(name: str) -> Any:
    raise ModelError("bad_setting", f"There is no model {name!r} in this test.")


def lacks_key(name: str) -> None:
    raise ModelError("auth", f"The provider of {name} has no key.")


def chat_dependencies(state: Path, **more: Any) -> ChatDependencies:
    """The dependencies of an agent without a model that stores its sessions below `state`."""

    def open_store() -> Any:
        from understudy.chat.sqlite import SqliteSessionStore

        return SqliteSessionStore(state)

    defaults: dict[str, Any] = {
        "open_store": open_store,
        "accounts": NoAccounts(),
        "check_model": lambda name: None,
        "open_model": no_model,
        "environment": {"PATH": "/usr/bin:/bin"},
    }
    chosen = {name: more.pop(name) for name in ChatSettings.__struct_fields__ if name in more}
    return ChatDependencies(**{**defaults, **more}, settings=ChatSettings(**chosen))


def provided(state: Path, url: str, *, key: str | None = "sk-test-key", **more: Any) -> ChatDependencies:
    """The dependencies of an agent whose model is the scripted provider's, over real HTTP."""
    tuning = {
        name: more.pop(name) for name in ("idle_seconds", "context_window", "takes_images") if name in more
    }
    settings = ModelSettings(
        "openai-chat:scripted",
        api_key=key,
        base_url=url,
        retry_seconds=0.01,
        **{"idle_seconds": 20.0, **tuning},
    )

    def named(name: str) -> ModelSettings:
        return dataclasses.replace(settings, spec=name)

    return chat_dependencies(
        state,
        **{
            "model": settings.spec,
            "models": (settings.spec, "openai-chat:other"),
            "check_model": lambda name: named(name).validate(),
            "open_model": lambda name: open_model(named(name)),
            **more,
        },
    )


@dataclass
class Question:
    """A permission request that waits for an answer."""

    params: acp.RequestPermissionRequest
    answer: "asyncio.Future[str | None]"
    withdrawn: bool = False
    """Whether the agent cancelled the request."""

    @property
    def call(self) -> str:
        """The id of its tool call."""
        return self.params.tool_call.tool_call_id

    @property
    def title(self) -> str:
        return self.params.tool_call.title or ""

    @property
    def options(self) -> list[str]:
        return [option.option_id for option in self.params.options]


@dataclass
class Editor:
    peer: Peer
    channel: Channel
    updates: list[tuple[str, acp.SessionUpdate]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    """Every message of the agent by its method or kind, in order."""
    questions: "asyncio.Queue[Question]" = field(default_factory=asyncio.Queue)
    answer: str | None = None
    """The immediate answer to every question; None queues them in `questions`."""
    asked: list[Question] = field(default_factory=list)
    """Every question, answered or not."""
    texts: dict[str, str] = field(default_factory=dict)
    """Unsaved buffers by path."""
    saved: list[tuple[str, str]] = field(default_factory=list)
    """Files written through the editor."""
    read: list[str] = field(default_factory=list)
    """Paths that were read through the editor."""
    initialized: dict[str, Any] = field(default_factory=dict)

    async def request(self, method: str, params: Mapping[str, Any], *, timeout: float = LIMIT_S) -> Any:
        return await self.peer.request(method, params, Any, timeout=timeout)

    async def send(self, message: Mapping[str, Any]) -> None:
        """Send a raw frame, past the peer."""
        self.channel.send(msgspec.json.encode(message))

    async def new(self, cwd: Path | str, *roots: Path | str, **more: Any) -> str:
        params = {"cwd": str(cwd), "additionalDirectories": [str(root) for root in roots], "mcpServers": []}
        return (await self.request("session/new", {**params, **more}))["sessionId"]

    async def prompt(self, session: str, *blocks: str | Mapping[str, Any], **more: Any) -> Any:
        content = [
            {"type": "text", "text": block} if isinstance(block, str) else dict(block) for block in blocks
        ]
        return await self.request("session/prompt", {"sessionId": session, "prompt": content, **more})

    async def set_mode(self, session: str, mode: str) -> None:
        await self.request("session/set_mode", {"sessionId": session, "modeId": mode})

    async def cancel(self, session: str) -> None:
        await self.peer.notify("session/cancel", {"sessionId": session})

    async def question(self) -> Question:
        async with asyncio.timeout(LIMIT_S):
            return await self.questions.get()

    def of(self, session: str, kind: type | None = None) -> list[Any]:
        """The updates of a session, all or those of one type."""
        found = [update for name, update in self.updates if name == session]
        return found if kind is None else [update for update in found if isinstance(update, kind)]

    def said(self, session: str) -> str:
        """All agent messages as one text."""
        return "".join(update.content.text for update in self.of(session, acp.AgentMessageChunk))

    def ended(self, session: str) -> dict[str, acp.ToolCallProgress]:
        """How the session's tool calls ended, by their ids."""
        return {
            update.tool_call_id: update
            for update in self.of(session, acp.ToolCallProgress)
            if update.status in ("completed", "failed")
        }

    def thought(self, session: str) -> str:
        return "".join(update.content.text for update in self.of(session, acp.AgentThoughtChunk))

    def forget(self) -> None:
        self.updates.clear()
        self.log.clear()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until the condition holds."""
        async with asyncio.timeout(LIMIT_S):
            while not happened():
                await asyncio.sleep(0.001)


def _routes(editor: "Callable[[], Editor]", more: Mapping[str, Route[Any]]) -> dict[str, Route[Any]]:
    def update(params: acp.SessionNotification, inbound: Any) -> None:
        del inbound
        editor().updates.append((params.session_id, params.update))
        editor().log.append(type(params.update).__name__)

    async def permission(params: acp.RequestPermissionRequest, inbound: Any) -> Any:
        del inbound
        editor().log.append("question")
        chosen = editor().answer
        question = Question(params, asyncio.get_running_loop().create_future())
        editor().asked.append(question)
        if chosen is None:
            await editor().questions.put(question)
            try:
                chosen = await question.answer
            except asyncio.CancelledError:
                question.withdrawn = True
                raise
        outcome = {"outcome": "cancelled"} if chosen is None else {"outcome": "selected", "optionId": chosen}
        return {"outcome": outcome}

    def read(params: acp.ReadTextFileRequest, inbound: Any) -> Any:
        del inbound
        editor().read.append(params.path)
        text = editor().texts.get(params.path)
        return {"content": Path(params.path).read_text() if text is None else text}

    def write(params: acp.WriteTextFileRequest, inbound: Any) -> Any:
        del inbound
        editor().saved.append((params.path, params.content))
        editor().texts.pop(params.path, None)
        Path(params.path).write_text(params.content)
        return {}

    return {
        "session/update": Route(acp.SessionNotification, update, Order.IN_ORDER, notification=True),
        "session/request_permission": Route(acp.RequestPermissionRequest, permission),
        "fs/read_text_file": Route(acp.ReadTextFileRequest, read),
        "fs/write_text_file": Route(acp.WriteTextFileRequest, write),
        **more,
    }


@asynccontextmanager
async def editing(
    dependencies: ChatDependencies,
    *,
    capabilities: Mapping[str, Any] | None = None,
    routes: Mapping[str, Route[Any]] | None = None,
    nes: NesDependencies | None = None,
) -> AsyncGenerator[Editor]:
    """An initialized editor with its agent. Leaving ends both and checks that no task is left."""
    ours, theirs = memory_pair()
    agent = Agent(theirs, lambda: dependencies, None if nes is None else lambda: nes)
    peer = Peer(ours, _routes(lambda: editor, routes or {}))
    editor = Editor(peer, ours)
    running = [asyncio.ensure_future(agent.run()), asyncio.ensure_future(peer.run())]
    try:
        params = {"protocolVersion": 1, "clientCapabilities": dict(capabilities or {})}
        editor.initialized = await editor.request("initialize", params)
        yield editor
    finally:
        peer.stop()
        async with asyncio.timeout(LIMIT_S):
            await asyncio.gather(*running)


@asynccontextmanager
async def playing(
    state: Path,
    *replies: Reply,
    capabilities: Mapping[str, Any] | None = None,
    routes: Mapping[str, Route[Any]] | None = None,
    **more: Any,
) -> AsyncGenerator[tuple[Editor, ProviderServer]]:
    """An editor with an agent whose model gives these replies, one after the other."""
    with ProviderServer(replies) as provider:
        dependencies = provided(state, provider.url, **more)
        async with editing(dependencies, capabilities=capabilities, routes=routes) as editor:
            yield editor, provider


def run(test: Awaitable[Any]) -> Any:
    """Run a test's coroutine with a time limit."""

    async def limited() -> Any:
        async with asyncio.timeout(400):
            return await test

    return asyncio.run(limited())


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def kinds(updates: Sequence[Any]) -> list[str]:
    return [type(update).__name__ for update in updates]


def tool_texts(body: Mapping[str, Any]) -> dict[str, str]:
    """The tool results in a request to the scripted provider, by the ids of their calls."""
    return {
        message["tool_call_id"]: message["content"]
        for message in body["messages"]
        if message["role"] == "tool"
    }


def reason_in(text: str) -> str:
    """The reason of a tool's error, from what the model is told: OpenAI's way of writing it wraps it once more."""
    error: dict[str, Any] = msgspec.json.decode(text)
    if "details" not in error:
        error = msgspec.json.decode(error["error"])
    return error["details"]["reason"]
