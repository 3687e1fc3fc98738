"""Capability checks: a request that the agent does not advertise fails before anything is sent."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import advertising, received, run, scripted

from understudy.client import Connection, NotSupported, connect
from understudy.schema import acp

IMAGE = acp.ImageContent(data="aGk=", mime_type="image/png")
AUDIO = acp.AudioContent(data="aGk=", mime_type="audio/wav")
EMBEDDED = acp.EmbeddedResource(resource=acp.EmbeddedResourceResource(uri="file:///project/a", text="a"))
ITEM = acp.RuntimeContextItem(title="Now", text="noon")


async def listed(agent: Connection) -> None:
    async for _ in agent.sessions():
        pass


async def moded(agent: Connection, root: Path) -> None:
    await (await agent.new_session(root)).set_mode("ask")


async def chosen(agent: Connection, root: Path) -> None:
    await (await agent.new_session(root)).set_option("model", "a")


async def prompted(agent: Connection, root: Path, *blocks: acp.ContentBlock) -> None:
    await (await agent.new_session(root)).prompt(blocks).finish()


async def edited(agent: Connection, root: Path) -> None:
    async with agent.editor([root]):
        pass


def server(kind: str) -> acp.McpServer:
    return acp.McpServer(type=kind, name="m", url="https://mcp.example.com")


CASES: dict[str, tuple[str, Callable[[Connection, Path], Awaitable[Any]]]] = {
    "loadSession": ("session/load", lambda agent, root: agent.load_session("s", root)),
    "sessionCapabilities.list": ("session/list", lambda agent, root: listed(agent)),
    "sessionCapabilities.delete": ("session/delete", lambda agent, root: agent.delete_session("s")),
    "sessionCapabilities.fork": ("session/fork", lambda agent, root: agent.fork_session("s", root)),
    "sessionCapabilities.resume": ("session/resume", lambda agent, root: agent.resume_session("s", root)),
    "sessionCapabilities.close": ("session/close", lambda agent, root: agent.close_session("s")),
    "sessionCapabilities.archive": ("session/archive", lambda agent, root: agent.archive_session("s")),
    "sessionCapabilities.status": ("session/status", lambda agent, root: agent.session_status("s")),
    "sessionCapabilities.title": ("session/set_title", lambda agent, root: agent.set_session_title("s", "t")),
    "auth.status": ("auth/status", lambda agent, root: agent.auth_status()),
    "sessionCapabilities.additionalDirectories": (
        "session/new",
        lambda agent, root: agent.new_session(root, additional=[root / "more"]),
    ),
    "promptCapabilities.image": ("session/prompt", lambda agent, root: prompted(agent, root, IMAGE)),
    "promptCapabilities.audio": ("session/prompt", lambda agent, root: prompted(agent, root, AUDIO)),
    "promptCapabilities.embeddedContext": (
        "session/prompt",
        lambda agent, root: prompted(agent, root, EMBEDDED),
    ),
    "mcpCapabilities.http": (
        "session/new",
        lambda agent, root: agent.new_session(root, mcp_servers=[server("http")]),
    ),
    "mcpCapabilities.sse": (
        "session/new",
        lambda agent, root: agent.new_session(root, mcp_servers=[server("sse")]),
    ),
    "mcpCapabilities.acp": (
        "session/new",
        lambda agent, root: agent.new_session(
            root, mcp_servers=[acp.McpServer(type="acp", name="m", server_id="1")]
        ),
    ),
    "modes": ("session/set_mode", moded),
    "configOptions": ("session/set_config_option", chosen),
    "auth.logout": ("logout", lambda agent, root: agent.logout()),
    "providers": ("providers/list", lambda agent, root: agent.providers()),
    "nes": ("nes/start", edited),
}


@pytest.mark.parametrize("capability", CASES)
def test_a_request_that_is_not_advertised_is_not_sent(root: Path, tmp_path: Path, capability: str) -> None:
    record = tmp_path / "record"
    method, use = CASES[capability]

    async def scenario() -> None:
        async with connect(scripted(record=str(record), initialize=advertising())) as agent:
            with pytest.raises(NotSupported) as error:
                await use(agent, root)
            assert error.value.capability == capability
            assert error.value.code == "not_supported"

    run(scenario())
    assert received(record, method) == []


@pytest.mark.requirement("DIR-13")
def test_additional_directories_go_out_only_if_advertised(root: Path, second: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    async def scenario() -> None:
        everything = {name: {} for name in ("fork", "resume")}
        initialize = {"agentCapabilities": {"loadSession": True, "sessionCapabilities": everything}}
        async with connect(scripted(record=str(record), initialize=initialize)) as agent:
            for method in ("load", "resume", "fork"):
                opening = getattr(agent, f"{method}_session")
                with pytest.raises(NotSupported):
                    await opening("s", root, additional=[second])
            with pytest.raises(NotSupported):
                await agent.new_session(root, additional=[second])
            session = await agent.new_session(root, additional=[root, f"{root}/."])
            assert list(session.roots) == [str(root)], "the same folder again is no more than one"

    run(scenario())
    (said,) = received(record, "session/new")
    assert "additionalDirectories" not in said
    assert [received(record, f"session/{method}") for method in ("load", "resume", "fork")] == [[], [], []]


def test_every_agent_accepts_texts_links_and_stdio_servers(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    blocks = [acp.TextContent(text="see"), acp.ResourceLink(name="a", uri="file:///project/a")]
    program = acp.McpServer(name="m", command="/bin/true")

    async def scenario() -> None:
        async with connect(scripted(record=str(record), initialize=advertising())) as agent:
            session = await agent.new_session(root, mcp_servers=[program])
            await session.prompt(blocks).finish()

    run(scenario())
    assert [block["type"] for block in received(record, "session/prompt")[0]["prompt"]] == [
        "text",
        "resource_link",
    ]


@pytest.mark.requirement("CTX-06")
def test_the_context_provider_is_called_for_each_turn(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    asked = 0

    async def slowly() -> list[acp.RuntimeContextItem]:
        nonlocal asked
        asked += 1
        return [acp.RuntimeContextItem(title="Time", text=f"{asked} o'clock")]

    async def scenario() -> None:
        script = scripted(record=str(record), initialize=advertising(runtimeContext={}))
        async with connect(script, context=slowly) as agent:
            session = await agent.new_session(root)
            assert asked == 0
            await session.prompt("one").finish()
            await session.prompt("two", context=[acp.RuntimeContextItem(text="raining")]).finish()
            await session.prompt("three").finish()

    run(scenario())
    said = [params["runtimeContext"] for params in received(record, "session/prompt")]
    assert said == [
        [{"title": "Time", "text": "1 o'clock"}],
        [{"title": "Time", "text": "2 o'clock"}, {"text": "raining"}],
        [{"title": "Time", "text": "3 o'clock"}],
    ]


@pytest.mark.requirement("CTX-06")
def test_context_goes_out_only_if_advertised(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    notices: list[str] = []

    def provider() -> list[acp.RuntimeContextItem]:
        raise AssertionError("nobody wants to know")

    async def scenario() -> None:
        script = scripted(record=str(record), initialize=advertising())
        async with connect(script, context=provider, on_notice=notices.append) as agent:
            session = await agent.new_session(root)
            await session.prompt("one").finish()
            await session.prompt("two").finish()
            with pytest.raises(NotSupported):
                session.prompt("three", context=[ITEM])

    run(scenario())
    assert ["runtimeContext" in params for params in received(record, "session/prompt")] == [False, False]
    (notice,) = notices
    assert "runtimeContext" in notice


def test_a_provider_that_fails_fails_the_turn_before_it_is_sent(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"

    def provider() -> list[acp.RuntimeContextItem]:
        raise ZeroDivisionError

    async def scenario() -> None:
        script = scripted(record=str(record), initialize=advertising(runtimeContext={}))
        async with connect(script, context=provider) as agent:
            session = await agent.new_session(root)
            with pytest.raises(ZeroDivisionError):
                await session.prompt("one").finish()

    run(scenario())
    assert received(record, "session/prompt") == []
