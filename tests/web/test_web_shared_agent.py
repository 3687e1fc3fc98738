"""Our own agents share a process: a tab costs little, and an error of one agent, or their end, stops no page."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from web_server import LIMIT_S, WebServer, gone, waited
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from understudy.web.shared_agent import AgentConnection, NotAccepted, SharedAgent


def in_event_loop(test: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """The same test for pytest, which calls no coroutines."""

    def run(tmp_path: Path) -> None:
        asyncio.run(test(tmp_path))

    run.__name__ = test.__name__
    return run


linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")


class Frames:
    """What a connection receives, one at a time."""

    def __init__(self, connection: AgentConnection) -> None:
        self._channel = connection.channel
        self._received: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._channel.open(self)

    def frames_received(self, frames: list[bytes]) -> None:
        for frame in frames:
            self._received.put_nowait(frame)

    def ended(self) -> None:
        self._received.put_nowait(None)

    async def next(self) -> Any:
        """None at the end."""
        async with asyncio.timeout(LIMIT_S):
            frame = await self._received.get()
        return None if frame is None else json.loads(frame)

    async def echo(self, text: str) -> list[Any]:
        """The id of the process, and the text."""
        self._channel.send(json.dumps(text).encode())
        return await self.next()


class Program:
    def __init__(self, folder: Path, *words: str, **limits: float) -> None:
        program = str(Path(__file__).with_name("shared_agent_program.py"))
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.log: list[str] = []
        self.shared = SharedAgent(
            [sys.executable, program, *words], environ, folder, self.log.append, **limits
        )

    async def __aenter__(self) -> SharedAgent:
        return self.shared

    async def __aexit__(self, *_: object) -> None:
        await self.shared.close()


@in_event_loop
async def test_connections_share_a_process_that_ends_some_time_after_the_last(tmp_path: Path) -> None:
    async with Program(tmp_path, "echo", idle_timeout_s=0) as shared:
        async with shared.connect() as one, shared.connect() as two:
            first, second = Frames(one), Frames(two)
            pid, text = await first.echo("to one")
            assert text == "to one"
            assert await second.echo("to two") == [pid, "to two"]
        async with shared.connect() as again:  # before the timer: or in another process
            assert (await Frames(again).echo("again"))[1] == "again"
        await asyncio.to_thread(waited, lambda: gone(pid))


@in_event_loop
async def test_the_process_is_kept_for_the_next_connection(tmp_path: Path) -> None:
    async with Program(tmp_path, "echo", idle_timeout_s=LIMIT_S) as shared:
        async with shared.connect() as one:
            pid, _ = await Frames(one).echo("a")
        async with shared.connect() as two:
            assert (await Frames(two).echo("b"))[0] == pid
    assert gone(pid), "closed with its owner"


@in_event_loop
async def test_connections_at_the_same_time_start_one_process(tmp_path: Path) -> None:
    async def process_of(shared: SharedAgent, everybody: asyncio.Barrier) -> int:
        async with shared.connect() as connection:
            pid, _ = await Frames(connection).echo("who")
            await everybody.wait()
            return pid

    async with Program(tmp_path, "echo") as shared:
        everybody = asyncio.Barrier(4)
        pids = await asyncio.gather(*(process_of(shared, everybody) for _ in range(4)))
    assert len(set(pids)) == 1


@in_event_loop
async def test_an_agent_that_fails_ends_its_own_connection_alone(tmp_path: Path) -> None:
    program = Program(tmp_path, "echo")
    async with program as shared, shared.connect() as stays:
        frames = Frames(stays)
        pid, _ = await frames.echo("before")
        async with shared.connect() as fails:
            failing = Frames(fails)
            assert await failing.echo("fail") is None
        assert await frames.echo("after") == [pid, "after"]
    assert any("this agent is broken" in line for line in program.log)


@in_event_loop
async def test_a_process_that_ended_is_described_and_another_one_is_started(tmp_path: Path) -> None:
    async with Program(tmp_path, "echo") as shared:
        async with shared.connect() as one, shared.connect() as two:
            first, second = Frames(one), Frames(two)
            pid, _ = await first.echo("before")
            assert await first.echo("exit") is None
            assert await second.next() is None
            for connection in (one, two):
                assert await connection.describe_end() == (
                    "The agent ended with exit status 3. out of something"
                )
                assert connection.log == "out of something\n"
        async with shared.connect() as again:
            assert (await Frames(again).echo("after"))[0] != pid


@in_event_loop
async def test_a_process_that_accepts_nothing_is_ended_and_replaced(tmp_path: Path) -> None:
    async with Program(tmp_path, "deaf", accept_timeout_s=0.05) as shared:
        for _ in range(2):
            with pytest.raises(NotAccepted, match=r"did not answer for 0\.05 s and was ended"):
                async with shared.connect():
                    pass


@in_event_loop
async def test_a_flood_that_nobody_reads_does_not_stop_another_connection(tmp_path: Path) -> None:
    async with Program(tmp_path, "echo") as shared, shared.connect() as floods, shared.connect() as other:
        floods.channel.send(b'"flood"')
        frames = Frames(other)
        for number in range(50):
            assert (await frames.echo(str(number)))[1] == str(number)


def call(tab: ClientConnection, number: int, method: str, **params: Any) -> Any:
    tab.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
    while True:
        message = json.loads(tab.recv(LIMIT_S))
        if message.get("id") == number and "method" not in message:
            return message["result"]


def open_session(tab: ClientConnection, folder: Path) -> str:
    call(tab, 1, "initialize", protocolVersion=1, clientCapabilities={})
    return call(tab, 2, "session/new", cwd=str(folder), mcpServers=[])["sessionId"]


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end meanwhile
            found += map(int, (task / "children").read_text().split())
    return found


def only_child(pid: int) -> int:
    """Programs that a child has started and left become children too, until they end."""
    waited(lambda: len(children(pid)) == 1)
    return children(pid)[0]


@pytest.fixture(scope="module")
def own(static: Path, project: Path) -> Iterator[WebServer]:
    state = str(project.parent / "state")
    with WebServer(
        static,
        str(project),
        forks_agent=False,
        UNDERSTUDY_STATE_DIR=state,
        UNDERSTUDY_CONFIG_DIR=state,
    ) as server:
        yield server


@linux
def test_one_process_serves_our_own_agents_of_many_tabs(own: WebServer, project: Path) -> None:
    with ExitStack() as stack:
        tabs = [stack.enter_context(own.tab()) for _ in range(4)]
        sessions = [open_session(tab, project) for tab in tabs]
        assert len(set(sessions)) == 4
        for tab, session in zip(tabs, sessions, strict=True):
            prompt = [{"type": "text", "text": "/info"}]
            answer = call(tab, 3, "session/prompt", sessionId=session, prompt=prompt)
            assert answer["stopReason"] == "end_turn"
        only_child(only_child(own.process.pid))


@linux
def test_a_closed_tab_ends_its_agents_commands(own: WebServer, project: Path) -> None:
    with own.tab() as stays, own.tab() as tab:
        open_session(stays, project)
        session = open_session(tab, project)
        call(tab, 4, "session/set_mode", sessionId=session, modeId="full")
        line = {"type": "text", "text": "/run echo $$ > pid; sleep 1000"}
        params = {"sessionId": session, "prompt": [line]}
        tab.send(json.dumps({"jsonrpc": "2.0", "id": 5, "method": "session/prompt", "params": params}))
        waited(lambda: (project / "pid").exists() and (project / "pid").read_text().strip() != "")
        agent = only_child(only_child(own.process.pid))
        assert children(agent), "the command runs"
        tab.close()
        waited(lambda: not children(agent))
        assert call(stays, 6, "session/list")["sessions"]


@linux
def test_a_killed_process_closes_its_tabs_and_the_next_tab_has_another(own: WebServer, project: Path) -> None:
    with own.tab() as tab:
        session = open_session(tab, project)
        prompt = [{"type": "text", "text": "/info"}]
        call(tab, 3, "session/prompt", sessionId=session, prompt=prompt)
        agent = only_child(only_child(own.process.pid))
        os.kill(agent, signal.SIGKILL)
        with pytest.raises(ConnectionClosed) as caught:
            while True:
                tab.recv(LIMIT_S)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 4002
        assert caught.value.rcvd.reason == "The agent was ended by SIGKILL."
    with own.tab() as tab:
        call(tab, 1, "initialize", protocolVersion=1, clientCapabilities={})
        params: dict[str, Any] = {"sessionId": session, "cwd": str(project), "mcpServers": []}
        assert call(tab, 2, "session/load", **params) is not None
