"""Our client and a remote agent: `connect("ws://…")`, `run --agent ws://…`, and connections that break."""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from agent_program import agent_environ
from forked_command import run_command
from provider_server import Hold, ProviderServer, Reply, Text, says
from serve.breakable_proxy import BreakableProxy
from serve.serve_program import LIMIT_S, ServeProgram, provider_environ
from understudy.client import AgentFailed, AgentGone, ClientError, Session, connect
from understudy.client.remote import parse_address
from understudy.schema import acp

REPLIES = {
    "Hello?": says("Good ", "morning."),
    "Count.": Reply([Text("One"), Hold("break"), Text(" two"), Text(" three")]),
}


def reply(body: dict[str, object]) -> Reply:
    """Answer the last prompt of the conversation."""
    text = str(body["messages"])
    return REPLIES[max(REPLIES, key=text.rfind)]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest.fixture(scope="module")
def provider() -> Iterator[ProviderServer]:
    with ProviderServer(reply) as server:
        yield server


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, root: Path, provider: ProviderServer
) -> Iterator[ServeProgram]:
    with ServeProgram(tmp_path_factory.mktemp("serve"), str(root), **provider_environ(provider)) as program:
        yield program


def headers(server: ServeProgram) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.token}"}


def through(proxy: BreakableProxy) -> str:
    return f"ws://127.0.0.1:{proxy.port}/acp"


def port_of(server: ServeProgram) -> int:
    port = urlsplit(server.address).port
    assert port is not None
    return port


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_a_url_is_connected_to_as_a_command_is(server: ServeProgram, root: Path, scheme: str) -> None:
    async def talk() -> list[str]:
        async with connect(server.address.replace("ws", scheme), headers=headers(server)) as agent:
            session = await agent.new_session(root)
            said = await session.prompt("Hello?").text()
            await agent.close_session(session.id)
            loaded = await agent.load_session(session.id, root)
            names = [type(update).__name__ for update in loaded.replayed]
            replayed = [name for name in names if name.endswith("MessageChunk")]
            return [said, *replayed, await loaded.prompt("Hello?").text()]

    said = asyncio.run(asyncio.wait_for(talk(), LIMIT_S))
    assert said == ["Good morning.", "UserMessageChunk", "AgentMessageChunk", "Good morning."]


@pytest.mark.parametrize(
    ("environ", "said"),
    [({}, "needs a token. Set UNDERSTUDY_TOKEN"), ({"UNDERSTUDY_TOKEN": "us_wrong"}, "not accepted")],
)
def test_a_missing_or_wrong_token_is_explained(
    server: ServeProgram, environ: dict[str, str], said: str
) -> None:
    async def talk() -> None:
        async with connect(server.address, environ=environ):
            pass

    with pytest.raises(AgentGone, match=said) as refused:
        asyncio.run(talk())
    assert refused.value.code == "unauthorized"


def test_an_address_where_nobody_listens_is_explained() -> None:
    async def talk() -> None:
        async with connect("ws://127.0.0.1:1/acp"):
            pass

    with pytest.raises(AgentGone, match="cannot be reached"):
        asyncio.run(talk())


@pytest.mark.parametrize("url", ["ftp://host/acp", "wss://", "wss://user:secret@host/acp"])
def test_an_address_that_cannot_be_used_is_rejected(url: str) -> None:
    with pytest.raises(ClientError) as rejected:
        parse_address(url, {})
    assert rejected.value.code == "bad_address"


def test_a_command_is_no_address() -> None:
    assert parse_address("some-agent --url wss://x", {}) is None
    assert parse_address(["understudy", "acp"], {}) is None


async def read_text(session: Session, prompt: str, after_first: object = None) -> tuple[str, str | None]:
    """The agent's whole text, and the stop reason."""
    parts: list[str] = []
    turn = session.prompt(prompt)
    async for update in turn:
        if isinstance(update, acp.AgentMessageChunk) and isinstance(update.content, acp.TextContent):
            parts.append(update.content.text)
            if len(parts) == 1 and callable(after_first):
                after_first()
    return "".join(parts), turn.stop_reason


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_between_two_turns_a_break_is_only_a_notice(server: ServeProgram, root: Path, scheme: str) -> None:
    notices: list[str] = []

    async def talk() -> list[str]:
        async with (
            BreakableProxy(port_of(server)) as proxy,
            connect(
                through(proxy).replace("ws", scheme), headers=headers(server), on_notice=notices.append
            ) as agent,
        ):
            session = await agent.new_session(root)
            first = await session.prompt("Hello?").text()
            proxy.break_all()
            while "Connected again." not in notices:
                await asyncio.sleep(0.01)
            return [first, await session.prompt("Hello?").text()]

    assert asyncio.run(asyncio.wait_for(talk(), LIMIT_S)) == ["Good morning.", "Good morning."]
    assert "Connecting again" in notices[0]


def test_a_turn_that_a_break_cut_off_shows_each_text_once(
    server: ServeProgram, root: Path, provider: ProviderServer
) -> None:
    async def talk() -> tuple[str, str, str]:
        async with (
            BreakableProxy(port_of(server)) as proxy,
            connect(through(proxy), headers=headers(server)) as agent,
        ):
            session = await agent.new_session(root)
            parts: list[str] = []

            def shown(update: acp.SessionUpdate) -> None:
                if isinstance(update, acp.AgentMessageChunk) and isinstance(update.content, acp.TextContent):
                    parts.append(update.content.text)

            session.on_update = shown
            failure = ""
            try:
                await read_text(session, "Count.", proxy.break_all)
            except AgentFailed as error:
                failure = str(error)
            before = "".join(parts)
            parts.clear()
            again, _ = await read_text(session, "Hello?")
            return before, failure, again

    before, failure, again = asyncio.run(asyncio.wait_for(talk(), LIMIT_S))
    assert before.count("One") == 1
    assert "connection was lost during the turn" in failure
    assert again == "Good morning."


def test_requests_during_an_outage_wait_for_the_next_connection(server: ServeProgram, root: Path) -> None:
    notices: list[str] = []

    async def talk() -> str:
        async with (
            BreakableProxy(port_of(server)) as proxy,
            connect(through(proxy), headers=headers(server), on_notice=notices.append) as agent,
        ):
            session = await agent.new_session(root)
            proxy.is_down = True
            proxy.break_all()
            while not notices:
                await asyncio.sleep(0.01)
            asking = asyncio.ensure_future(session.prompt("Hello?").text())
            while proxy.accepted < 3:
                await asyncio.sleep(0.01)
            proxy.is_down = False
            return await asking

    assert asyncio.run(asyncio.wait_for(talk(), LIMIT_S)) == "Good morning."


def run(server: ServeProgram, folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    environ = agent_environ(folder, UNDERSTUDY_TOKEN=server.token, **more)
    return run_command("run", "--agent", server.address, *words, cwd=folder, env=environ)


def test_run_works_in_the_servers_folder_if_the_current_one_is_not_there(
    server: ServeProgram, root: Path, tmp_path: Path
) -> None:
    done = run(server, tmp_path, "/info")
    assert done.returncode == 0, done.stderr
    assert str(root) in done.stdout


def test_run_resumes_a_session_of_the_server(server: ServeProgram, root: Path, tmp_path: Path) -> None:
    import json

    first = run(server, tmp_path, "--json", "Hello?")
    session = json.loads(first.stdout.splitlines()[-1])["sessionId"]
    done = run(server, tmp_path, "--resume", session, "Hello?")
    assert (done.returncode, done.stdout.strip()) == (0, "Good morning."), done.stderr


def test_run_says_which_folders_there_are(server: ServeProgram, root: Path, tmp_path: Path) -> None:
    done = run(server, tmp_path, "--cwd", "/elsewhere", "Hello?")
    assert done.returncode == 1
    assert str(root) in done.stderr


def test_a_sandbox_around_a_remote_agent_is_wrong_usage(server: ServeProgram, tmp_path: Path) -> None:
    assert run(server, tmp_path, "--sandbox", "Hello?").returncode == 2
