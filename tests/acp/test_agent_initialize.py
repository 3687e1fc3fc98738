"""initialize, authenticate, logout: what is negotiated, and what is rejected before that."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from acp_editor import LIMIT_S, NoAccounts, chat_dependencies, editing, lacks_key, no_model, run
from understudy.acp import Agent
from understudy.rpc import Peer, RpcError
from understudy.wire import memory_pair


@pytest.mark.requirement("DIR-01", "CTX-01", "DIA-06")
def test_initialize_reports_all_capabilities_to_an_ordinary_client(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path)) as editor:
            result = editor.initialized
            assert result["protocolVersion"] == 1
            assert result["agentInfo"]["name"] == "understudy"
            capabilities = result["agentCapabilities"]
            assert capabilities["loadSession"] is True
            assert capabilities["promptCapabilities"] == {"image": True, "embeddedContext": True}
            assert capabilities["mcpCapabilities"] == {"http": True, "sse": True}
            assert capabilities["sessionCapabilities"] == {
                name: {}
                for name in (
                    "list",
                    "delete",
                    "additionalDirectories",
                    "fork",
                    "resume",
                    "close",
                    "runtimeContext",
                    "archive",
                    "status",
                    "title",
                )
            }
            assert capabilities["auth"] == {"status": {}, "logout": {}}
            assert [method["id"] for method in result["authMethods"]] == ["environment-key"]

    run(scenario())


def test_the_terminal_login_is_offered_only_to_a_client_that_can_show_a_terminal(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path), capabilities={"auth": {"terminal": True}}) as editor:
            login, environment = editor.initialized["authMethods"]
            assert login["type"] == "terminal"
            assert login["args"] == ["--login"]
            assert "type" not in environment

    run(scenario())


@pytest.mark.requirement("DIA-06")
@pytest.mark.parametrize(
    "capabilities",
    [
        {"fs": {"readTextFile": "yes"}, "terminal": 3},
        {"fs": None, "somethingNew": {"deep": [1, 2]}},
        {"nes": {"jump": 7}, "positionEncodings": ["utf-9", 4]},
    ],
)
def test_capabilities_that_are_not_understood_count_as_absent(
    tmp_path: Path, capabilities: dict[str, Any]
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path), capabilities=capabilities) as editor:
            assert editor.initialized["protocolVersion"] == 1

    run(scenario())


@pytest.mark.parametrize("version", [0, 1, 2, 65535])
def test_any_version_is_answered_with_the_supported_one(tmp_path: Path, version: int) -> None:
    async def scenario() -> None:
        async with connected(tmp_path) as peer:
            answer = await peer.request("initialize", {"protocolVersion": version}, dict, timeout=LIMIT_S)
            assert answer["protocolVersion"] == 1

    run(scenario())


@pytest.mark.attack("before initialize", "second initialize")
def test_a_request_before_initialize_and_a_second_initialize_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connected(tmp_path) as peer:
            for method in ("session/new", "session/list", "authenticate"):
                with pytest.raises(RpcError) as refused:
                    await peer.request(method, {"cwd": "/", "methodId": "x"}, dict, timeout=LIMIT_S)
                assert refused.value.code == -32600
                assert "initialize" in refused.value.message
            await peer.notify("session/cancel", {"sessionId": "none"})
            await peer.request("initialize", {"protocolVersion": 1}, dict, timeout=LIMIT_S)
            with pytest.raises(RpcError) as again:
                await peer.request("initialize", {"protocolVersion": 1}, dict, timeout=LIMIT_S)
            assert again.value.code == -32600
            assert (await peer.request("session/list", {}, dict, timeout=LIMIT_S)) == {"sessions": []}

    run(scenario())


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"model": "ollama:local"},
        {"model": "openai:one", "check_model": no_model},  # another problem, which a session reports
    ],
)
def test_a_client_that_always_authenticates_is_let_in_where_no_key_is_needed(
    root: Path, tmp_path: Path, more: dict[str, Any]
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path, **more)) as editor:
            assert await editor.request("authenticate", {"methodId": "environment-key"}) == {}
            assert await editor.new(root)

    run(scenario())


@pytest.mark.requirement("DIA-05")
def test_authenticating_with_the_environment_needs_a_key_there(tmp_path: Path) -> None:
    class Accounts(NoAccounts):
        key: str | None = None
        forgotten = False

        def from_environment(self) -> str | None:
            return self.key

        def forget(self) -> None:
            self.forgotten = True

    accounts = Accounts()

    async def scenario() -> None:
        keyed = chat_dependencies(tmp_path, accounts=accounts, model="openai:one", check_model=lacks_key)
        async with editing(keyed) as editor:
            with pytest.raises(RpcError) as refused:
                await editor.request("authenticate", {"methodId": "environment-key"})
            assert refused.value.code == -32000
            assert refused.value.data == {"reason": "auth_required"}
            accounts.key = "openai"
            assert await editor.request("authenticate", {"methodId": "environment-key"}) == {}
            with pytest.raises(RpcError) as unknown:
                await editor.request("authenticate", {"methodId": "magic"})
            assert unknown.value.code == -32602
            assert await editor.request("logout", {}) == {}
            assert accounts.forgotten

    run(scenario())


@pytest.mark.parametrize(
    ("more", "state"),
    [
        ({}, "not_required"),
        ({"model": "openai:one", "check_model": lacks_key}, "unauthenticated"),
        ({"model": "openai:one"}, "authenticated"),
        ({"model": "ollama:one", "uses_key": lambda _: False}, "not_required"),
    ],
)
def test_the_login_status_says_what_is_needed_and_changes_nothing(
    tmp_path: Path, more: dict[str, Any], state: str
) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path, **more)) as editor:
            assert await editor.request("auth/status", {}) == {"state": state}
            assert await editor.request("auth/status", {}) == {"state": state}

    run(scenario())


class connected:
    """A peer whose agent has heard nothing yet."""

    def __init__(self, state: Path) -> None:
        self.state = state

    async def __aenter__(self) -> Peer:
        ours, theirs = memory_pair()
        self.peer = Peer(ours, {})
        self.running = [
            asyncio.ensure_future(Agent(theirs, lambda: chat_dependencies(self.state)).run()),
            asyncio.ensure_future(self.peer.run()),
        ]
        return self.peer

    async def __aexit__(self, *_: object) -> None:
        self.peer.stop()
        async with asyncio.timeout(LIMIT_S):
            await asyncio.gather(*self.running)
