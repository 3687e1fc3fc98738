"""An editor made of the official Python SDK, with our agent as a real process behind it and a check of all frames.

What the SDK cannot understand it drops, mends or logs. The checker records it instead, and `sdk_editor` fails.
"""

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

from acp import RequestError, schema, spawn_agent_process
from acp.client.connection import ClientSideConnection
from acp.connection import StreamDirection, StreamEvent
from pydantic import BaseModel, TypeAdapter

from agent_program import SCRIPTED, agent_environ
from forked_command import forked_understudy
from provider_server import ProviderServer

__all__ = ["LIMIT_S", "FrameChecker", "SdkEditor", "Watcher", "sdk_editor"]

LIMIT_S = 240.0
REQUESTS: dict[str, type[BaseModel]] = {
    "session/update": schema.SessionNotification,
    "session/request_permission": schema.RequestPermissionRequest,
    "fs/read_text_file": schema.ReadTextFileRequest,
    "fs/write_text_file": schema.WriteTextFileRequest,
    "terminal/create": schema.CreateTerminalRequest,
    "terminal/output": schema.TerminalOutputRequest,
    "terminal/wait_for_exit": schema.WaitForTerminalExitRequest,
    "terminal/kill": schema.KillTerminalRequest,
    "terminal/release": schema.ReleaseTerminalRequest,
}
ANSWERS: dict[str, type[BaseModel]] = {
    "initialize": schema.InitializeResponse,
    "authenticate": schema.AuthenticateResponse,
    "session/new": schema.NewSessionResponse,
    "session/load": schema.LoadSessionResponse,
    "session/resume": schema.ResumeSessionResponse,
    "session/fork": schema.ForkSessionResponse,
    "session/list": schema.ListSessionsResponse,
    "session/close": schema.CloseSessionResponse,
    "session/delete": schema.DeleteSessionResponse,
    "session/prompt": schema.PromptResponse,
    "session/set_mode": schema.SetSessionModeResponse,
    "session/set_config_option": schema.SetSessionConfigOptionResponse,
}


class FrameChecker:
    """Looks at every frame of the agent and holds it against the model that the SDK has for it."""

    def __init__(self) -> None:
        self.asked: dict[int, str] = {}
        self.methods: list[str] = []
        self.kinds: set[str] = set()
        self.errors: list[str] = []

    def __call__(self, event: StreamEvent) -> None:
        frame = event.message
        if event.direction is StreamDirection.OUTGOING:
            if "method" in frame and "id" in frame:
                self.asked[frame["id"]] = frame["method"]
            return
        if frame.get("method") == "$/cancel_request":  # which the SDK does not know, and may pass over
            self.methods.append(frame["method"])
        elif "method" in frame:
            self.methods.append(frame["method"])
            if frame["method"] == "session/update":
                update = frame["params"]["update"]
                self.kinds.add(update["sessionUpdate"])
                if update["sessionUpdate"] == "tool_call":
                    update.pop("name", None)  # of a newer schema than the SDK's
            self.compare(REQUESTS[frame["method"]], frame["params"], frame["method"])
        elif "result" in frame:
            method = self.asked[frame["id"]]
            self.methods.append(f"answer to {method}")
            result = dict(frame["result"])
            if method == "initialize":
                # Our extension, and capabilities of a newer schema than the SDK's.
                for name in ("runtimeContext", "archive", "status", "title"):
                    del result["agentCapabilities"]["sessionCapabilities"][name]
                del result["agentCapabilities"]["auth"]["status"]
            if method == "session/list":  # archives are newer than the SDK's schema
                result["sessions"] = [
                    {name: value for name, value in entry.items() if name != "archived"}
                    for entry in result["sessions"]
                ]
            self.compare(ANSWERS[method], result, method)

    def compare(self, model: type[BaseModel], value: Any, what: str) -> None:
        try:
            accepted = TypeAdapter(model).validate_python(value, by_alias=True, by_name=False)
        except ValueError as error:
            self.errors.append(f"{what}: {error}")
            return
        kept = accepted.model_dump(mode="json", by_alias=True, exclude_unset=True)
        if kept != value:
            self.errors.append(f"{what}: not understood: {lost(value, kept)}")


def lost(value: Any, kept: Any, path: str = "$") -> list[str]:
    """Where two texts differ."""
    match value, kept:
        case dict(), dict():
            names = value.keys() | kept.keys()
            return [
                part for name in names for part in lost(value.get(name), kept.get(name), f"{path}.{name}")
            ]
        case list(), list() if len(value) == len(kept):
            pairs = enumerate(zip(value, kept, strict=True))
            return [part for number, (a, b) in pairs for part in lost(a, b, f"{path}[{number}]")]
        case _:
            return [] if value == kept else [f"{path}: {value!r} became {kept!r}"]


class Watcher:
    """The SDK's client interface: records, answers as configured, and serves real files and real processes."""

    def __init__(self, answer: str | None = "allow") -> None:
        self.answer = answer
        self.updates: list[tuple[str, Any]] = []
        self.questions: list[Any] = []
        self.asked = asyncio.Event()
        self.said = asyncio.Event()
        self.buffers: dict[str, str] = {}
        self.written: dict[str, str] = {}
        self.terminals: dict[str, asyncio.subprocess.Process] = {}
        self.outputs: dict[str, bytes] = {}

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append((session_id, update))
        if update.session_update == "agent_message_chunk":
            self.said.set()

    async def request_permission(
        self, session_id: str, tool_call: Any, options: list[Any], **_: Any
    ) -> schema.RequestPermissionResponse:
        self.questions.append((tool_call, [option.option_id for option in options]))
        self.asked.set()
        if self.answer is None:
            await asyncio.Event().wait()
        outcome = schema.AllowedOutcome(outcome="selected", option_id=str(self.answer))
        return schema.RequestPermissionResponse(outcome=outcome)

    async def read_text_file(self, session_id: str, path: str, **_: Any) -> schema.ReadTextFileResponse:
        if path not in self.buffers and not Path(path).exists():
            raise RequestError(-32002, "Resource not found", {"uri": path})
        text = self.buffers.get(path)
        return schema.ReadTextFileResponse(content=Path(path).read_text() if text is None else text)

    async def write_text_file(self, session_id: str, path: str, content: str, **_: Any) -> None:
        self.written[path] = content
        Path(path).write_text(content)

    async def create_terminal(
        self, session_id: str, command: str, args: list[str] | None = None, cwd: str | None = None, **_: Any
    ) -> schema.CreateTerminalResponse:
        process = await asyncio.create_subprocess_exec(
            command, *(args or []), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        name = f"terminal-{len(self.terminals)}"
        self.terminals[name], self.outputs[name] = process, b""
        return schema.CreateTerminalResponse(terminal_id=name)

    async def wait_for_terminal_exit(
        self, session_id: str, terminal_id: str, **_: Any
    ) -> schema.WaitForTerminalExitResponse:
        process = self.terminals[terminal_id]
        self.outputs[terminal_id], _rest = await process.communicate()
        return schema.WaitForTerminalExitResponse(exit_code=process.returncode)

    async def terminal_output(
        self, session_id: str, terminal_id: str, **_: Any
    ) -> schema.TerminalOutputResponse:
        return schema.TerminalOutputResponse(output=self.outputs[terminal_id].decode(), truncated=False)

    async def kill_terminal(self, session_id: str, terminal_id: str, **_: Any) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.terminals[terminal_id].kill()

    async def release_terminal(self, session_id: str, terminal_id: str, **_: Any) -> None:
        await self.kill_terminal(session_id, terminal_id)

    def of(self, session: str, kind: str) -> list[Any]:
        return [update for name, update in self.updates if name == session and update.session_update == kind]

    def words(self, session: str) -> str:
        return "".join(update.content.text for update in self.of(session, "agent_message_chunk"))

    def forget(self) -> None:
        self.updates.clear()
        self.said.clear()


class SdkEditor:
    """One agent with its editor."""

    def __init__(self, connection: ClientSideConnection, watcher: Watcher, checker: FrameChecker) -> None:
        self.agent = connection
        self.watcher = watcher
        self.checker = checker

    async def raw(self, method: str, **params: Any) -> Any:
        """What the SDK has no call for."""
        return await self.agent._conn.send_request(method, params)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not true():
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def sdk_editor(
    folder: Path, provider: ProviderServer, *, answer: str | None = "allow", serves_client_io: bool = False
) -> AsyncGenerator[SdkEditor]:
    """Everything is checked at the end: each frame, the exit status, the log."""
    folder.mkdir(exist_ok=True)
    watcher, checker = Watcher(answer), FrameChecker()
    with (folder / "log").open("ab") as log:
        async with spawn_agent_process(
            watcher,  # type: ignore[arg-type] - it has the methods that are called
            *forked_understudy(),
            "acp",
            "--model",
            SCRIPTED,
            "--base-url",
            provider.url,
            env=agent_environ(folder),
            transport_kwargs={"limit": 1 << 25, "stderr": log.fileno(), "shutdown_timeout": LIMIT_S},
            use_unstable_protocol=True,
            observers=[checker],
        ) as (connection, process):
            capabilities = schema.ClientCapabilities(
                fs=schema.FileSystemCapabilities(
                    read_text_file=serves_client_io, write_text_file=serves_client_io
                ),
                terminal=serves_client_io,
            )
            response = await connection.initialize(
                protocol_version=1,
                client_capabilities=capabilities,
                client_info=schema.Implementation(name="tests", version="1"),
            )
            assert response.protocol_version == 1
            yield SdkEditor(connection, watcher, checker)
    assert not checker.errors, "\n".join(checker.errors)
    assert process.returncode == 0
    assert (folder / "log").read_text() == ""
