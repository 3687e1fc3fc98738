"""The MCP servers of a session in a turn: connected, offered, called with permission, reported, and ended."""

import asyncio
import base64
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from acp_editor import Editor, chat_dependencies, editing, playing, run, tool_texts
from mcp_servers.session_harness import PROGRAM, is_running, pids
from mcp_servers.web_servers import Misbehaving, sse_server
from provider_server import Call, calls, says
from understudy.rpc import RpcError
from understudy.schema import acp

pytestmark = pytest.mark.usefixtures("mcp_sdk_loaded")

TOKEN = "hush-this-is-secret"


def stdio(mode: str = "good", name: str = "prog", **env: str) -> dict[str, Any]:
    return {
        "name": name,
        "command": sys.executable,
        "args": ["-I", "-S", str(PROGRAM), mode],
        "env": [{"name": key, "value": value} for key, value in env.items()],
    }


def web(kind: str, url: str, name: str = "web") -> dict[str, Any]:
    headers = [{"name": "Authorization", "value": f"Bearer {TOKEN}"}]
    return {"type": kind, "name": name, "url": url, "headers": headers}


@contextmanager
def served(kind: str) -> Generator[tuple[dict[str, Any], str]]:
    """A server of the kind, and what its echo answers to "ww"."""
    with ExitStack() as stack:
        match kind:
            case "stdio":
                yield stdio(name="web"), "ww"
            case "http":
                page = stack.enter_context(Misbehaving())
                yield web("http", f"{page.url}/mcp"), "w"
                assert {seen[2].get("authorization") for seen in page.seen} == {f"Bearer {TOKEN}"}
            case _:
                yield web("sse", stack.enter_context(sse_server(TOKEN))), "ww"


def offered(body: dict[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in body["tools"]]


@pytest.mark.parametrize("kind", ["stdio", "http", "sse"])
def test_a_servers_tools_are_offered_and_called_with_permission(
    root: Path, tmp_path: Path, kind: str
) -> None:
    async def scenario(server: dict[str, Any], expected: str) -> None:
        tool_calls = [Call("web__echo", {"text": "ww"}, id="yes"), Call("web__echo", {"text": "no"}, id="no")]
        script = [calls(*tool_calls), says("Done.")]
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root, mcpServers=[server])
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            question = await editor.question()
            assert question.call == "yes"
            assert question.params.tool_call.raw_input == {"text": "ww"}
            assert "web" in question.title
            question.answer.set_result("allow")
            (await editor.question()).answer.set_result("reject")
            assert (await turn)["stopReason"] == "end_turn"
            assert "web__echo" in offered(provider.requests[0].body)
            results = tool_texts(provider.requests[1].body)
            assert results["yes"] == expected
            assert "declined" in results["no"]
            done = editor.ended(session)["yes"]
            assert (done.status, done.raw_output) == ("completed", expected)
            assert editor.thought(session) == ""

    with served(kind) as (server, expected):
        run(scenario(server, expected))


def test_servers_that_fail_are_reported_and_the_others_work(root: Path, tmp_path: Path) -> None:
    async def scenario(page: Misbehaving) -> None:
        servers: list[dict[str, Any]] = [
            stdio("dies", "dead"),
            {"name": "absent", "command": "no-such-program", "args": [], "env": []},
            stdio("good", "fine"),
            web("http", f"{page.url}/401", "locked"),
        ]
        script = [calls(Call("fine__echo", {"text": "I am fine."}, id="call")), says("Ok."), says("Again.")]
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root, mcpServers=servers)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            thought = editor.thought(session)
            for name in ("dead", "absent", "locked"):
                assert thought.count(f"MCP server '{name}'") == 1
            assert "fine" not in thought
            assert TOKEN not in thought
            assert tool_texts(provider.requests[1].body)["call"] == "I am fine."
            assert "MCP server" not in provider.requests[0].raw.decode()
            editor.forget()
            await editor.prompt(session, "Again.")
            assert editor.thought(session) == ""

    with Misbehaving() as page:
        run(scenario(page))


def test_a_server_that_dies_in_mid_call_fails_that_call_and_comes_back(root: Path, tmp_path: Path) -> None:
    script = [
        calls(Call("prog__die", id="first")),
        calls(Call("prog__echo", {"text": "back"}, id="second")),
        says("Done."),
        says("Again."),
    ]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root, mcpServers=[stdio()])
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            results = tool_texts(provider.requests[2].body)
            assert "ended before it answered" in results["first"]
            assert results["second"] == "back"
            assert editor.ended(session)["first"].status == "failed"
            await editor.prompt(session, "Again.")
            assert "'prog' ended with exit code 3" in editor.thought(session)

    run(scenario())


def test_errors_and_structured_data_of_a_tool_are_shown(root: Path, tmp_path: Path) -> None:
    tool_calls = [Call("prog__wrong", id="wrong"), Call("prog__structured", id="data")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", calls(*tool_calls), says("Ok."), mode="full") as (
            editor,
            provider,
        ):
            session = await editor.new(root, mcpServers=[stdio()])
            await editor.prompt(session, "Go.")
            ended = editor.ended(session)
            assert ended["wrong"].status == "failed"
            assert ended["data"].raw_output == {"n": 1}
            results = tool_texts(provider.requests[1].body)
            assert "it went wrong" in results["wrong"]
            assert results["data"] == '{"n":1}'

    run(scenario())


def test_a_server_starts_in_the_session_s_folder_with_its_own_variables_only(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-servers")

    async def scenario() -> None:
        script = [calls(Call("prog__environment", id="call")), says("Ok.")]
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root, mcpServers=[stdio(MINE="1")])
            await editor.prompt(session, "Go.")
            values = msgspec.json.decode(tool_texts(provider.requests[1].body)["call"])
            assert values["cwd"] == str(root)
            assert values["MINE"] == "1"
            assert "OPENAI_API_KEY" not in values

    run(scenario())


def test_names_are_unique_and_never_those_of_our_own_tools(root: Path, tmp_path: Path) -> None:
    servers = [
        stdio(name="twin"),
        stdio(name="twin"),
        stdio("odd", name="read File!"),
        stdio("odd", name="x" * 300),
        stdio(name=""),
    ]

    async def scenario() -> None:
        script = [says("Ok.")]
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root, mcpServers=servers)
            await editor.prompt(session, "Go.")
            names = offered(provider.requests[0].body)
            assert len(names) == len(set(names))
            assert all(len(name) <= 64 and name.isascii() for name in names)
            assert names.count("readFile") == 1
            assert len([name for name in names if name.startswith("twin__echo")]) == 2
            first, second = (name for name in names if name.startswith("twin__pid"))
            provider.then(calls(Call(first, id="1"), Call(second, id="2")), says("Ok."))
            await editor.prompt(session, "Which?")
            results = tool_texts(provider.requests[2].body)
            assert results["1"] != results["2"]

    run(scenario())


@pytest.mark.parametrize("takes", [True, False])
def test_an_image_reaches_a_model_that_takes_images(root: Path, tmp_path: Path, takes: bool) -> None:
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()

    async def scenario() -> None:
        script = [calls(Call("prog__image", id="call")), says("I see."), says("Still.")]
        async with playing(tmp_path / "state", *script, mode="full", takes_images=takes) as (
            editor,
            provider,
        ):
            session = await editor.new(root, mcpServers=[stdio()])
            await editor.prompt(session, "Look.")
            shown = editor.ended(session)["call"].content or []
            images = [item.content for item in shown if isinstance(item, acp.Content)]
            assert [image.data for image in images if isinstance(image, acp.ImageContent)] == [data]
            await editor.request("session/resume", {"sessionId": session, "cwd": str(root)})
            await editor.prompt(session, "And now?")
            for request in provider.requests[1:]:
                assert (data in request.raw.decode()) is takes
                assert "look" in tool_texts(request.body)["call"]

    run(scenario())


async def wait_for_processes(editor: Editor, file: Path, count: int) -> list[int]:
    await editor.until(lambda: len(pids(file)) >= count)
    return pids(file)


@pytest.mark.parametrize("mode", ["good", "child", "hangs"])
@pytest.mark.parametrize("method", ["session/close", "session/delete", "session/load", "session/resume"])
def test_a_servers_processes_end_with_the_session(root: Path, tmp_path: Path, method: str, mode: str) -> None:
    file = tmp_path / "pids"

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root, mcpServers=[stdio(mode, PIDS=str(file))])
            found = await wait_for_processes(editor, file, 2 if mode == "child" else 1)
            assert all(map(is_running, found))
            await editor.request(method, {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert not any(map(is_running, found))

    run(scenario())


@pytest.mark.parametrize("mode", ["good", "child", "hangs"])
def test_a_servers_processes_end_with_the_connection(root: Path, tmp_path: Path, mode: str) -> None:
    file = tmp_path / "pids"

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            for _ in range(2):
                await editor.new(root, mcpServers=[stdio(mode, PIDS=str(file))])
            found = await wait_for_processes(editor, file, 4 if mode == "child" else 2)
        assert not any(map(is_running, found))

    run(scenario())


def test_a_call_that_hangs_can_be_cancelled_and_the_server_keeps_working(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "pids"

    async def scenario() -> None:
        script = [
            calls(Call("prog__wait", id="wait")),
            calls(Call("prog__cancelled", id="told"), Call("prog__pid", id="pid")),
            says("Ok."),
        ]
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root, mcpServers=[stdio(PIDS=str(file))])
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(
                lambda: any(u.status == "in_progress" for u in editor.of(session, acp.ToolCallProgress))
            )
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            assert editor.ended(session)["wait"].status == "failed"
            await editor.prompt(session, "Still there?")
            results = tool_texts(provider.requests[2].body)
            assert len(msgspec.json.decode(results["told"])) == 1
            found = pids(file)
            assert results["pid"] == str(found[0])
            await editor.request("session/close", {"sessionId": session})
            assert not any(map(is_running, found))

    run(scenario())


@pytest.mark.parametrize("method", ["session/close", "session/delete"])
def test_a_session_that_is_ended_in_mid_call_ends_its_servers(
    root: Path, tmp_path: Path, method: str
) -> None:
    file = tmp_path / "pids"

    async def scenario() -> None:
        script = [calls(Call("prog__wait", id="wait"))]
        async with playing(tmp_path / "state", *script, mode="full") as (editor, _):
            session = await editor.new(root, mcpServers=[stdio(PIDS=str(file))])
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(
                lambda: any(u.status == "in_progress" for u in editor.of(session, acp.ToolCallProgress))
            )
            await editor.request(method, {"sessionId": session})
            assert (await turn)["stopReason"] == "cancelled"
            assert not any(map(is_running, pids(file)))

    run(scenario())


def test_a_slow_server_delays_neither_the_session_nor_a_slash_command_nor_a_cancel(
    root: Path, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with playing(tmp_path / "state") as (editor, provider):
            session = await editor.new(root, mcpServers=[stdio("hangs")])
            await editor.prompt(session, "/roots")
            assert str(root) in editor.said(session)
            assert editor.thought(session) == ""  # nobody waited until the server was given up
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.request("session/list", {})
            assert not turn.done()
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            assert provider.requests == []

    run(scenario())


@pytest.mark.parametrize(
    ("server", "field"),
    [
        ({"name": "a", "type": "acp", "id": "x"}, "mcpServers[1].type"),
        ({"name": "a", "args": [], "env": []}, "mcpServers[1].command"),
        ({"name": "a", "type": "http", "headers": []}, "mcpServers[1].url"),
        ({"name": "a", "type": "sse", "headers": []}, "mcpServers[1].url"),
    ],
)
def test_an_invalid_server_is_rejected_and_nothing_is_started(
    root: Path, tmp_path: Path, server: dict[str, Any], field: str
) -> None:
    file = tmp_path / "pids"

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            with pytest.raises(RpcError) as refused:
                await editor.new(root, mcpServers=[stdio(PIDS=str(file)), server])
            assert refused.value.code == -32602
            assert refused.value.data["field"] == field
            assert (await editor.request("session/list", {}))["sessions"] == []
        assert not file.exists()

    run(scenario())


def test_servers_belong_to_the_session_that_named_them(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        script = [says("1"), says("2"), says("3")]
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root, mcpServers=[stdio(name="mine")])
            await editor.prompt(session, "Go.")
            forked = await editor.request(
                "session/fork", {"sessionId": session, "cwd": str(root), "mcpServers": [stdio(name="other")]}
            )
            await editor.prompt(forked["sessionId"], "Go.")
            await editor.request("session/resume", {"sessionId": session, "cwd": str(root)})
            await editor.prompt(session, "Go.")
            servers = [
                {name.partition("__")[0] for name in offered(request.body) if "__" in name}
                for request in provider.requests
            ]
            assert servers == [{"mine"}, {"other"}, set()]

    run(scenario())
