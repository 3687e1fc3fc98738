"""Authentication on demand: the handler chooses a method, and the request is sent again, once."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import received, run, scripted

from understudy.client import AgentFailed, AuthRequired, connect
from understudy.schema import acp

KEY = {"id": "key", "name": "API key"}
TERMINAL = {"id": "tui", "name": "Log in", "type": "terminal", "args": ["--login"], "env": {"MODE": "login"}}
WANTED = {"code": -32000, "message": "Authentication required", "data": {"reason": "auth_required"}}
PLAIN = {"code": -32000, "message": "Authentication required"}
EARLIER = {"code": -32001, "message": "auth_required"}


def wanting(record: Path, error: Mapping[str, Any], *methods: str, **more: Any) -> list[str]:
    initialize = {"authMethods": [KEY, TERMINAL]}
    return scripted(record=str(record), initialize=initialize, errors=dict.fromkeys(methods, error), **more)


async def by_key(methods: Sequence[acp.AuthMethod]) -> str | None:
    return methods[0].id


@pytest.mark.requirement("DIA-05")
@pytest.mark.parametrize("error", [WANTED, PLAIN, EARLIER])
@pytest.mark.parametrize("method", ["session/new", "session/prompt"])
def test_the_handler_chooses_a_method_and_the_request_is_sent_again(
    root: Path, tmp_path: Path, error: Mapping[str, Any], method: str
) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(wanting(record, error, method), authenticate=by_key) as agent:
            session = await agent.new_session(root)
            assert await session.prompt("hello").text() == "hello"

    run(scenario())
    assert received(record, "authenticate") == [{"methodId": "key"}]
    assert len(received(record, method)) == 2


@pytest.mark.requirement("DIA-05")
def test_a_request_is_sent_again_only_once(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(wanting(record, WANTED, "session/new", always=True), authenticate=by_key) as agent:
            with pytest.raises(AuthRequired, match="still"):
                await agent.new_session(root)

    run(scenario())
    assert len(received(record, "session/new")) == 2
    assert len(received(record, "authenticate")) == 1


def test_without_a_handler_the_error_names_the_methods(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        async with connect(wanting(record, WANTED, "session/new")) as agent:
            with pytest.raises(AuthRequired, match="API key") as error:
                await agent.new_session(root)
            assert error.value.code == "auth_required"

    run(scenario())
    assert received(record, "authenticate") == []


def test_a_handler_may_choose_nothing(root: Path, tmp_path: Path) -> None:
    async def nobody(methods: Sequence[acp.AuthMethod]) -> str | None:
        return None

    async def scenario() -> None:
        async with connect(wanting(tmp_path / "record", WANTED, "session/new"), authenticate=nobody) as agent:
            with pytest.raises(AuthRequired, match="no method was chosen"):
                await agent.new_session(root)

    run(scenario())


def test_a_wrong_key_is_reported_with_the_agents_message(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        refusal = {"authenticate": {"code": -32603, "message": "wrong key"}, "session/new": WANTED}
        async with connect(scripted(errors=refusal), authenticate=by_key_named("key")) as agent:
            with pytest.raises(AgentFailed, match="wrong key"):
                await agent.new_session(root)

    run(scenario())


def by_key_named(name: str) -> Any:
    async def handler(methods: Sequence[acp.AuthMethod]) -> str | None:
        return name

    return handler


def test_another_error_with_the_same_code_is_not_an_authentication_error(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    other = {"code": -32000, "message": "out of quota", "data": {"reason": "quota"}}

    async def scenario() -> None:
        async with connect(wanting(record, other, "session/new"), authenticate=by_key) as agent:
            with pytest.raises(AgentFailed, match="out of quota"):
                await agent.new_session(root)

    run(scenario())
    assert received(record, "authenticate") == []


def test_requests_that_fail_together_authenticate_once(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    asked = 0

    async def handler(methods: Sequence[acp.AuthMethod]) -> str | None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.05)
        return "key"

    async def scenario() -> None:
        script = wanting(record, WANTED, "session/new", "session/load")
        async with connect(script, authenticate=handler) as agent:
            await asyncio.gather(agent.new_session(root), agent.load_session("s2", root))

    run(scenario())
    assert asked == 1
    assert len(received(record, "authenticate")) == 1


def test_a_terminal_login_runs_the_agents_own_program(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    ran: list[Any] = []
    command = wanting(record, WANTED, "session/new")

    async def terminal(argv: Sequence[str], environ: Mapping[str, str]) -> int:
        ran.append((list(argv), dict(environ)))
        return 0

    async def scenario() -> None:
        async with connect(command, authenticate=by_key_named("tui"), run_terminal=terminal) as agent:
            assert [method.id for method in agent.auth_methods] == ["key", "tui"]
            await agent.new_session(root)

    run(scenario())
    assert ran == [([*command, "--login"], {"MODE": "login"})]
    assert received(record, "initialize")[0]["clientCapabilities"]["auth"] == {"terminal": True}
    assert received(record, "authenticate") == []


def test_a_login_in_the_terminal_can_fail(root: Path, tmp_path: Path) -> None:
    async def terminal(argv: Sequence[str], environ: Mapping[str, str]) -> int:
        return 1

    async def scenario() -> None:
        script = wanting(tmp_path / "record", WANTED, "session/new")
        async with connect(script, authenticate=by_key_named("tui"), run_terminal=terminal) as agent:
            with pytest.raises(AuthRequired, match="exit status 1"):
                await agent.new_session(root)

    run(scenario())


def test_without_a_terminal_such_a_login_is_not_offered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connect(wanting(tmp_path / "record", WANTED)) as agent:
            assert [method.id for method in agent.auth_methods] == ["key"]
            with pytest.raises(AuthRequired, match="needs a terminal"):
                await agent.authenticate("tui")

    run(scenario())
