"""Several replicas on one PostgreSQL, behind HAProxy: affinity, busy sessions, and a replica that dies."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect as connect_websocket

from agent_program import agent_environ
from forked_command import run_command
from needs import needs
from provider_server import Hold, ProviderServer, Reply, Text, says
from serve.replicas import HaProxy, replica_programs
from serve.serve_program import LIMIT_S, RemoteClient, RpcFailure, ServeProgram, provider_environ, text_prompt
from understudy.client import AgentFailed, connect
from understudy.serve import add_user

if TYPE_CHECKING:
    from postgres_server import PostgresServer

pytestmark = needs("haproxy")

LEASE_S = 1.5
LONG_LEASE_S = 600.0
REPLIES = {"Hello?": says("Good morning."), "Count.": Reply([Text("One"), Hold("never"), Text(" two")])}


def reply(body: dict[str, object]) -> Reply:
    text = str(body["messages"])
    return REPLIES[max(REPLIES, key=text.rfind)]


class Cluster:
    def __init__(
        self,
        folder: Path,
        store: str,
        provider: ProviderServer,
        count: int,
        stack: ExitStack,
        lease_s: float = LEASE_S,
    ) -> None:
        self.root = folder / "root"
        self.root.mkdir()
        users = folder / "users.toml"
        self.token = add_user(users, "alice", [str(self.root)])
        self.other_token = add_user(users, "bob", [])
        self.limited_token = add_user(users, "carol", [str(self.root)])
        limits = "sessions = 2\nconcurrent_turns = 1\ntokens_per_day = 1000000\n"
        users.write_text(f"{users.read_text()}\n[users.carol.limits]\n{limits}")
        options = ("--users", str(users), "--store", store, "--lease", str(lease_s))
        self.replicas: list[ServeProgram] = []
        environ = provider_environ(provider)
        for program in replica_programs(folder, count, *options, **environ):
            self.replicas.append(stack.enter_context(program))
        self.proxy = stack.enter_context(HaProxy(folder, self.replicas))
        self.provider = provider


@pytest.fixture
def cluster(tmp_path: Path, postgres: "PostgresServer", request: pytest.FixtureRequest) -> Iterator[Cluster]:
    lease_s: float = getattr(request, "param", LEASE_S)
    with ProviderServer(reply) as provider, ExitStack() as stack:
        store = stack.enter_context(postgres.new_database())
        migrated = run_command("serve", "--migrate", "--store", store, env=agent_environ(tmp_path))
        assert migrated.returncode == 0, migrated.stderr
        yield Cluster(tmp_path, store, provider, 3, stack, lease_s)


def load(client: RemoteClient, session: str, cluster: Cluster) -> dict[str, object]:
    return client.call("session/load", sessionId=session, cwd=str(cluster.root), mcpServers=[])


def test_a_session_moves_between_replicas_and_is_busy_while_another_has_it(cluster: Cluster) -> None:
    first, second, third = cluster.replicas
    with first.connect(cluster.token) as client:
        client.initialize()
        session = client.new_session(cluster.root)
        client.prompt(session, "Hello?")
        with second.connect(cluster.token) as other:
            other.initialize()
            with pytest.raises(RpcFailure) as busy:
                load(other, session, cluster)
            assert busy.value.data["reason"] == "session_busy"
            assert str(busy.value.data["holder"]).startswith("r1/")
            assert str(busy.value.data["until"]).startswith("20")
            client.call("session/close", sessionId=session)
            load(other, session, cluster)
            assert other.agent_text() == "Good morning."
    with third.connect(cluster.other_token) as stranger:
        stranger.initialize()
        assert stranger.call("session/list")["sessions"] == []
        with pytest.raises(RpcFailure) as unknown:
            stranger.call("session/load", sessionId=session, cwd=str(cluster.root), mcpServers=[])
        assert unknown.value.data["reason"] in ("no_session", "bad_request")


# A replica that is too slow to renew what it counts would lose it.
@pytest.mark.parametrize("cluster", [LONG_LEASE_S], indirect=True)
def test_the_limits_of_a_user_hold_over_all_replicas(cluster: Cluster) -> None:
    first, second, third = cluster.replicas
    with first.connect(cluster.limited_token) as one, second.connect(cluster.limited_token) as two:
        one.initialize()
        two.initialize()
        running, waiting = one.new_session(cluster.root), two.new_session(cluster.root)
        with third.connect(cluster.limited_token) as three:
            three.initialize()
            with pytest.raises(RpcFailure, match="2 sessions open") as rejected:
                three.new_session(cluster.root)
            assert rejected.value.data["limit"] == "sessions"
            assert rejected.value.data["until"] == "a session is closed"
        turn = one.send("session/prompt", **text_prompt(running, "Count."))
        one.wait_for_update("agent_message_chunk")
        with pytest.raises(RpcFailure, match="1 turns running") as rejected:
            two.prompt(waiting, "Hello?")
        assert rejected.value.data["limit"] == "concurrent_turns"
        one.notify("session/cancel", sessionId=running)
        assert one.answer(turn)["stopReason"] == "cancelled"
        assert two.prompt(waiting, "Hello?")["stopReason"] == "end_turn"


def test_a_turn_on_a_replica_that_is_killed_is_marked_and_never_run_again(cluster: Cluster) -> None:
    first, second, _ = cluster.replicas
    with first.connect(cluster.token) as client:
        client.initialize()
        session = client.new_session(cluster.root)
        client.send("session/prompt", **text_prompt(session, "Count."))
        client.wait_for_update("agent_message_chunk")
        requests = len(cluster.provider.requests)
        first.process.kill()
        first.process.wait(LIMIT_S)
    with second.connect(cluster.token) as client:
        client.initialize()
        busy = 0
        while True:  # until the lease of the dead replica ends
            try:
                answer = load(client, session, cluster)
                break
            except RpcFailure as error:
                if error.data["reason"] != "session_busy":
                    raise
                busy += 1
                time.sleep(0.02)
        assert busy
        assert "interrupted" in client.agent_text()
        assert answer["_meta"] == {"understudy.dev/lastTurn": {"stopReason": "interrupted"}}
        assert len(cluster.provider.requests) == requests
        assert client.prompt(session, "Hello?")["stopReason"] == "end_turn"


def test_haproxy_sends_a_client_with_a_cookie_to_its_replica_and_elsewhere_if_that_is_gone(
    cluster: Cluster,
) -> None:
    def open_connection(cookie: str | None) -> str | None:
        """Return the cookie that a new connection is given."""
        headers = {"Authorization": f"Bearer {cluster.token}", **({"Cookie": cookie} if cookie else {})}
        with connect_websocket(
            cluster.proxy.address, additional_headers=headers, open_timeout=LIMIT_S
        ) as socket:
            assert socket.response is not None
            given = socket.response.headers.get("Set-Cookie")
            RemoteClient(socket).initialize()
            return given

    given = open_connection(None)
    assert given is not None
    cookie = given.split(";")[0]
    for _ in range(4):
        assert open_connection(cookie) is None, "another replica would have given its own cookie"
    name = cookie.partition("=")[2]
    dead = cluster.replicas[int(name[1:]) - 1]
    dead.process.kill()
    dead.process.wait(LIMIT_S)
    moved = open_connection(cookie)
    assert moved is not None
    assert not moved.startswith(cookie)


def test_our_client_goes_on_at_another_replica_when_its_own_is_killed(cluster: Cluster) -> None:
    notices: list[str] = []

    async def talk() -> list[str]:
        headers = {"Authorization": f"Bearer {cluster.token}"}
        async with connect(cluster.proxy.address, headers=headers, on_notice=notices.append) as agent:
            session = await agent.new_session(cluster.root)
            said = [await session.prompt("Hello?").text()]
            turn = session.prompt("Count.")
            try:
                async for update in turn:
                    said.append(type(update).__name__)
                    if said[-1] == "AgentMessageChunk" and said.count("AgentMessageChunk") == 1:
                        for replica in cluster.replicas:
                            if _serves(replica):
                                replica.process.kill()
            except AgentFailed as error:
                said.append(str(error))
            said.append(await session.prompt("Hello?").text())
            return said

    said = asyncio.run(asyncio.wait_for(talk(), LIMIT_S))
    assert said[0] == said[-1] == "Good morning."
    assert "connection was lost during the turn" in said[-2]
    assert "Connected again." in notices


def _serves(replica: ServeProgram) -> bool:
    figures = httpx.get(f"{replica.http}/metrics").text
    return 'understudy_connections{transport="websocket"} 1.0' in figures
