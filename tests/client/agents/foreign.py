"""Scenarios for an agent on a library that we did not write: the same expectations for every such agent.

Its prompts are commands: `read PATH`, `write PATH TEXT`, `run COMMAND…`, `kill COMMAND…`, `ask`, `wait`, `work`,
`fill`.
It knows its user after `authenticate` with `key`, if it was started with --anonymous. Its next edits: the first
`old` of a document becomes `new`; none left there, it jumps to a document that has one; `naem` is renamed to
`name`; and `1` is replaced by `2`. With --record FILE it notes every verdict and event, a line of JSON each.
"""

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from understudy.client import AgentFailed, AuthRequired, Connection, NotSupported, Permissions, connect
from understudy.client.mcp import Deliver
from understudy.schema import acp

__all__ = [
    "answers",
    "asks_for_words",
    "asks_who_it_is",
    "calls_servers",
    "edits",
    "is_cancelled",
    "keeps_sessions",
    "tells_what_it_does",
]

Command = Sequence[str]


async def first(request: acp.RequestPermissionRequest) -> str | None:
    return request.options[0].option_id


async def asks_who_it_is(command: Command, root: Path) -> None:
    async def key(methods: Sequence[acp.AuthMethod]) -> str | None:
        assert [(method.id, method.name) for method in methods] == [("key", "Key")]
        return methods[0].id

    async with connect([*command, "--anonymous"]) as agent:
        with pytest.raises(AuthRequired, match=r"key \(Key\)"):
            await agent.new_session(root)
        await agent.authenticate("key")
        assert (await agent.new_session(root)).id == "session-0"
    async with connect([*command, "--anonymous"], authenticate=key) as agent:
        assert (await agent.new_session(root)).id == "session-0"


async def answers(command: Command, root: Path, outside: Path) -> None:
    """The client provides files, terminals and permissions."""
    (root / "a.txt").write_text("of the file\nsecond line\n")
    async with connect(command, permissions=Permissions.ask(first)) as agent:
        session = await agent.new_session(root)
        assert await session.prompt(f"read {root}/a.txt").text() == "of the file\nsecond line\n"
        assert await session.prompt(f"write {root}/b.txt written").finish() == "end_turn"
        assert (root / "b.txt").read_text() == "written"
        assert await session.prompt("run cat b.txt").text() == "0: written"
        assert await session.prompt("kill sleep 600").text() == "SIGKILL"
        assert await session.prompt("ask").text() == "selected y"
        for closed in (f"read {outside}/secret.txt", f"write {outside}/b.txt written"):
            with pytest.raises(AgentFailed):
                await session.prompt(closed).finish()
        assert os.listdir(outside) == ["secret.txt"]
        assert await session.prompt("run pwd").text() == f"0: {root}\n", "it goes on"
    async with connect(command) as agent:
        session = await agent.new_session(root)
        assert await session.prompt("ask").text() == "selected n", "denied is the rule"


async def tells_what_it_does(command: Command, root: Path) -> None:
    """Every update arrives, typed and in order, before the end of the turn."""
    async with connect(command) as agent:
        assert agent.info is not None
        assert agent.info.name == "sdk-agent"
        session = await agent.new_session(root)
        turn = session.prompt("work")
        seen = [update async for update in turn]
        assert [type(update) for update in seen] == [
            acp.AvailableCommandsUpdate,
            acp.AgentThoughtChunk,
            acp.Plan,
            acp.ToolCall,
            acp.ToolCallProgress,
            acp.CurrentModeUpdate,
            *[acp.AgentMessageChunk] * 50,
        ]
        start, progress = seen[3:5]
        assert isinstance(start, acp.ToolCall)
        assert isinstance(progress, acp.ToolCallProgress)
        assert (start.kind, start.status, start.locations) == (
            "edit",
            "pending",
            [acp.ToolCallLocation(path=f"{root}/a.txt", line=3)],
        )
        assert progress.content == [acp.Diff(path=f"{root}/a.txt", old_text="a", new_text="b")]
        assert (progress.tool_call_id, progress.status) == (start.tool_call_id, "completed")
        said = [update.content for update in seen if isinstance(update, acp.AgentMessageChunk)]
        assert said == [acp.TextContent(text=f"{number} ") for number in range(50)]
        assert turn.stop_reason == "max_tokens"
        assert turn.usage is not None
        assert turn.usage.total_tokens == 3
        assert [command.name for command in session.commands] == ["tidy"]
        assert session.modes is not None
        assert session.modes.current_mode_id == "code"
        with pytest.raises(NotSupported):
            session.prompt("work", context=[acp.RuntimeContextItem(title="Time", text="Now.")])
        with pytest.raises(NotSupported):
            session.prompt([acp.AudioContent(data="", mime_type="audio/wav")])


async def keeps_sessions(command: Command, root: Path, second: Path) -> None:
    async with connect(command) as agent:
        one = await agent.new_session(root, additional=[second, second])
        two = await agent.new_session(root)
        listed = [info async for info in agent.sessions()]
        assert [info.session_id for info in listed] == [one.id, two.id]
        assert list(one.roots) == [str(root), str(second)]
        assert [info.additional_directories for info in listed] == [[str(second)], []]
        await one.set_mode("code")
        await one.set_option("loud", True)
        assert [option.current_value for option in one.options] == [True]
        loaded = await agent.load_session(one.id, root)
        assert [type(update) for update in loaded.replayed] == [acp.UserMessageChunk, acp.AgentMessageChunk]
        assert list(loaded.roots) == [str(root)]
        resumed = await agent.resume_session(one.id, root, additional=[second])
        assert resumed.replayed == []
        forked = await agent.fork_session(one.id, root)
        assert forked.id == "session-2"
        assert await forked.prompt("hm").text() == "what?"
        await agent.close_session(forked.id)
        await _forgets(agent, two.id)
        with pytest.raises(AgentFailed) as caught:
            await agent.load_session("nobody", root)
        assert caught.value.rpc_code == -32002


async def _forgets(agent: Connection, session: str) -> None:
    if agent.capabilities.session_capabilities.delete is None:
        with pytest.raises(NotSupported):
            await agent.delete_session(session)
        return
    await agent.delete_session(session)
    assert session not in [info.session_id async for info in agent.sessions()]


async def is_cancelled(command: Command, root: Path) -> None:
    asked = asyncio.Event()

    async def never(request: acp.RequestPermissionRequest) -> str | None:
        asked.set()
        await asyncio.sleep(600)
        return None

    async with connect(command, permissions=Permissions.ask(never)) as agent:
        session = await agent.new_session(root)
        turn = session.prompt("wait")
        async for _ in turn:
            await session.cancel()
        assert turn.stop_reason == "cancelled"
        following = asyncio.ensure_future(session.prompt("ask").text())
        await asked.wait()
        await session.cancel()
        assert await following == "cancelled"
        assert await session.prompt("hm").text() == "what?"


async def asks_for_words(command: Command, root: Path) -> None:
    """A form is answered or declined; a client without a handler gets no request."""

    async def fill(request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse | None:
        assert (request.message, request.session_id) == ("Who?", "session-0")
        assert request.requested_schema is not None
        assert list(request.requested_schema.properties) == ["name"]
        return replies.pop(0)

    replies = [acp.CreateElicitationResponse(action="accept", content={"name": "Ada"}), None]
    async with connect(command, elicit=fill) as agent:
        session = await agent.new_session(root)
        assert await session.prompt("fill").text() == "accept Ada"
        assert await session.prompt("fill").text() == "cancel"
    async with connect(command) as agent:
        session = await agent.new_session(root)
        assert await session.prompt("fill").text() == "no forms"


async def edits(command: Command, root: Path, record: Path) -> None:
    """Every kind of suggestion, accepted and rejected, and the notifications that the agent got."""
    (root / "b.py").write_text("naem = old\nprint(naem)\n")
    async with (
        connect([*command, "--record", str(record)]) as agent,
        agent.editor([root], repository=acp.NesRepository(name="r", owner="o", remote_url="u")) as editor,
    ):
        assert agent.encoding == "utf-16"
        a = await editor.open(root / "a.py", "x = '🎭', old, 1\ny = old\n")
        b = await editor.open(root / "b.py")
        await editor.focus(a, (0, 0))
        await editor.change(a, "xy = '🎭', old, 1\ny = old\n")
        kinds: list[str] = []
        for _ in range(3):
            (found,) = await editor.suggest(a, (1, 0), trigger="manual")
            kinds.append(found.kind)
            await editor.apply(found)
        assert editor.text(a) == "xy = '🎭', new, 1\ny = new\n"
        for _ in range(3):
            (found,) = await editor.suggest(b, (0, 0))
            kinds.append(found.kind)
            if found.kind != "searchAndReplace":
                await editor.apply(found)
            else:
                await editor.reject(found)
        assert kinds == ["edit", "edit", "jump", "edit", "rename", "searchAndReplace"]
        assert editor.text(b) == "name = new\nprint(name)\n"
        (left,) = await editor.suggest(b, (0, 0))
        await editor.save(b)
        await editor.close(b)
    noted = [json.loads(line) for line in record.read_text().splitlines()]
    assert [note for note in noted if "wrong" in note] == []

    def params_of(method: str) -> list[dict[str, Any]]:
        return [note["params"] for note in noted if note["method"] == method]

    assert [note["id"] for note in params_of("nes/accept")] == ["1", "2", "3", "4", "5"]
    assert [(note["id"], note.get("reason")) for note in params_of("nes/reject")] == [
        ("6", "rejected"),
        (left.id, "ignored"),
    ]
    assert [len(params_of(f"document/did{event}")) for event in ("Open", "Save", "Close")] == [2, 1, 1]
    assert params_of("document/didChange")[0]["contentChanges"] == [
        {"range": {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 1}}, "text": "y"}
    ]
    assert [note["version"] for note in params_of("document/didChange") if note["uri"] == a] == [2, 3, 4]
    (start,) = params_of("nes/start")
    assert start["workspaceUri"] == root.as_uri()
    context = params_of("nes/suggest")[0]["context"]
    assert "+xy = '🎭', old, 1" in context["editHistory"][0]["diff"]
    assert [file["uri"] for file in context["openFiles"]] == [a, b]
    assert "diagnostics" not in context
    assert len(params_of("nes/close")) == 1


class _ToolServer:
    """An MCP server of the client with one tool, whose result waits until the agent has seen its progress."""

    def __init__(self, deliver: Deliver, progress_seen: asyncio.Event) -> None:
        self._deliver = deliver
        self._progress_seen = progress_seen

    async def send(self, message: dict[str, Any]) -> None:
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "tools/call":
            progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
            await self._deliver(progress)
            await self._progress_seen.wait()
            answer["result"] = {"content": [{"type": "text", "text": message["params"]["name"]}]}
        else:
            answer["error"] = {"code": -32601, "message": "Method not found"}
        await self._deliver(answer)

    async def close(self) -> None: ...


async def calls_servers(command: Command, root: Path) -> None:
    """The agent addresses a server of the client without connecting to it first."""
    progress_seen = asyncio.Event()

    def server(deliver: Deliver) -> _ToolServer:
        return _ToolServer(deliver, progress_seen)

    async with connect(command, mcp={"tools": server}) as agent:
        session = await agent.new_session(root)
        texts: list[str] = []
        async for update in session.prompt('tools/call {"name": "hammer", "arguments": {}}'):
            assert isinstance(update, acp.AgentMessageChunk)
            assert update.content.text is not None
            texts.append(update.content.text)
            progress_seen.set()
        assert texts[0] == "notifications/progress"
        assert json.loads(texts[1])["result"]["content"] == [{"type": "text", "text": "hammer"}]
        said = json.loads(await session.prompt("tools/unknown").text())
        assert said["error"]["code"] == -32601
