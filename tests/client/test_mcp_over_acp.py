"""MCP over ACP: servers of the client are offered to the agent, connected, used, and closed in time."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import LIMIT_S, advertising, received, run, scripted, until

from understudy.client import ClientError, Connection, McpFactory, connect
from understudy.client.limits import MAX_MCP_CONNECTIONS, MAX_PENDING_MCP_MESSAGES
from understudy.client.mcp import Deliver, Message
from understudy.rpc import Inbound, Peer, Route, RpcError
from understudy.wire import Channel

ABLE: dict[str, Any] = {
    "loadSession": True,
    "mcpCapabilities": {"acp": True},
    "sessionCapabilities": {"close": {}},
}
ANY: Any = dict[str, Any]
ANY_OR_NONE: Any = dict[str, Any] | None


class Agent:
    """An in-process agent that connects to the offered servers when a test requests it."""

    def __init__(self, channel: Channel) -> None:
        self.offered: list[dict[str, Any]] = []
        self.notice: list[dict[str, Any]] = []
        self.wait = False
        self.error: RpcError | None = None
        self.cancelled = asyncio.Event()
        self.peer = Peer(
            channel,
            {
                "initialize": Route(ANY, self._initialize),
                "session/new": Route(ANY, self._open),
                "session/load": Route(ANY, self._open),
                "session/close": Route(ANY, self._closed),
                "mcp/message": Route(ANY, self._message, allow_notification=True),
            },
        )
        self.run, self.stop = self.peer.run, self.peer.stop

    def _initialize(self, params: dict[str, Any], inbound: Inbound) -> Any:
        return {"protocolVersion": 1, "agentCapabilities": ABLE, "authMethods": []}

    def _open(self, params: dict[str, Any], inbound: Inbound) -> Any:
        self.offered = params["mcpServers"]
        if self.error is not None:
            raise self.error
        return {"sessionId": params.get("sessionId", "s1")}

    def _closed(self, params: dict[str, Any], inbound: Inbound) -> Any:
        return {}

    async def _message(self, params: dict[str, Any], inbound: Inbound) -> Any:
        self.notice.append({**params, "asked": inbound.id is not None})
        if self.error is not None:
            raise self.error
        try:
            while self.wait:
                await asyncio.sleep(0.001)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return {"echo": params.get("params")}

    async def ask(self, method: str, /, **params: Any) -> Any:
        return await self.peer.request(method, params, ANY_OR_NONE, timeout=LIMIT_S)

    async def connected(self, number: int = 0) -> str:
        answer = await self.ask("mcp/connect", serverId=self.offered[number]["serverId"])
        return answer["connectionId"]


class Server:
    """An MCP server of the caller, in raw messages. Its tools: echo, fail, hang, ask, progress."""

    def __init__(self, deliver: Deliver) -> None:
        self.deliver = deliver
        self.taken: list[Message] = []
        self.closes = 0

    async def send(self, message: Message) -> None:
        self.taken.append(message)
        match message:
            case {"method": "echo", "id": name}:
                await self.deliver({"jsonrpc": "2.0", "id": name, "result": message.get("params")})
            case {"method": "fail", "id": name}:
                error = {"code": -32099, "message": "no such tool", "data": {"tool": "x"}}
                await self.deliver({"jsonrpc": "2.0", "id": name, "error": error})
            case {"method": "progress", "id": name}:
                note = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
                await self.deliver(note)
                await self.deliver({"jsonrpc": "2.0", "id": name, "result": None})
            case {"method": "break"}:
                raise RuntimeError("broken")
            case _:
                pass

    async def close(self) -> None:
        self.closes += 1


class Bench:
    def __init__(self) -> None:
        self.agents: list[Agent] = []
        self.servers: list[Server] = []
        self.notices: list[str] = []

    @property
    def agent(self) -> Agent:
        return self.agents[0]

    @property
    def server(self) -> Server:
        return self.servers[-1]

    def partner(self, channel: Channel) -> Agent:
        self.agents.append(Agent(channel))
        return self.agent

    def factory(self, deliver: Deliver) -> Server:
        self.servers.append(Server(deliver))
        return self.server

    @asynccontextmanager
    async def connect(self, mcp: Mapping[str, McpFactory] | None = None) -> AsyncGenerator[Connection]:
        servers = {"tools": self.factory} if mcp is None else mcp
        async with connect(partner=self.partner, mcp=servers, on_notice=self.notices.append) as agent:
            yield agent


def test_servers_are_offered_with_every_session_under_ids_of_its_own(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect({"tools": bench.factory, "more": bench.factory}) as agent:
            await agent.new_session(root)
            first = bench.agent.offered
            await agent.load_session("s2", root)
        offered = [*first, *bench.agent.offered]
        assert [(one["type"], one["name"]) for one in offered] == [("acp", "tools"), ("acp", "more")] * 2
        assert len({one["serverId"] for one in offered}) == 4

    run(scenario())


def test_nothing_is_offered_to_an_agent_that_does_not_advertise_it(root: Path, tmp_path: Path) -> None:
    record, bench = tmp_path / "record", Bench()

    async def scenario() -> None:
        script = scripted(record=str(record), initialize=advertising())
        mcp = {"tools": bench.factory}
        async with connect(script, mcp=mcp, on_notice=bench.notices.append) as agent:
            await agent.new_session(root)

    run(scenario())
    assert received(record, "session/new")[0].get("mcpServers", []) == []
    (notice,) = bench.notices
    assert "mcpCapabilities.acp" in notice


def test_messages_are_passed_on_unchanged(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            ask = bench.agent.ask
            answer = await ask("mcp/message", connectionId=name, method="echo", params={"a": [1, None]})
            assert answer == {"a": [1, None]}
            assert await ask("mcp/message", connectionId=name, method="echo") is None
            with pytest.raises(RpcError) as error:
                await ask("mcp/message", connectionId=name, method="fail")
            failure = error.value
            assert (failure.code, failure.message, failure.data) == (-32099, "no such tool", {"tool": "x"})
            note = {"connectionId": name, "method": "notifications/initialized"}
            await bench.agent.peer.notify("mcp/message", note)
            await until(lambda: len(bench.server.taken) == 4)
        first, second, _, last = bench.server.taken
        assert first == {"jsonrpc": "2.0", "id": first["id"], "method": "echo", "params": {"a": [1, None]}}
        assert "params" not in second
        assert last == {"jsonrpc": "2.0", "method": "notifications/initialized"}

    run(scenario())


def test_messages_of_a_server_are_sent_to_the_agent(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            deliver = bench.server.deliver
            assert await bench.agent.ask("mcp/message", connectionId=name, method="progress") is None
            await deliver({"jsonrpc": "2.0", "id": "q", "method": "roots/list", "params": {"x": 1}})
            await until(lambda: len(bench.server.taken) == 2)
            assert bench.server.taken[-1] == {"jsonrpc": "2.0", "id": "q", "result": {"echo": {"x": 1}}}
            bench.agent.error = RpcError(-32601, "no", {"why": "x"})
            await deliver({"jsonrpc": "2.0", "id": "q", "method": "sampling/createMessage"})
            await until(lambda: len(bench.server.taken) == 3)
            refusal = {"code": -32601, "message": "no", "data": {"why": "x"}}
            assert bench.server.taken[-1] == {"jsonrpc": "2.0", "id": "q", "error": refusal}
        progress, question, _ = bench.agent.notice
        assert progress == {
            "connectionId": name,
            "method": "notifications/progress",
            "params": {"progress": 1},
            "asked": False,
        }
        assert question["asked"]

    run(scenario())


def test_a_request_that_the_agent_cancels_is_cancelled_at_the_server(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            asking = asyncio.ensure_future(bench.agent.ask("mcp/message", connectionId=name, method="hang"))
            await until(lambda: bench.server.taken)
            asking.cancel()
            await until(lambda: len(bench.server.taken) == 2)
            asked, taken_back = bench.server.taken
            assert taken_back["method"] == "notifications/cancelled"
            assert taken_back["params"] == {"requestId": asked["id"]}
            # A response that comes nevertheless is dropped.
            await bench.server.deliver({"jsonrpc": "2.0", "id": asked["id"], "result": {}})

            # As MCP defines it: the server does not respond, and the agent's request ends nevertheless.
            asking = asyncio.ensure_future(bench.agent.ask("mcp/message", connectionId=name, method="hang"))
            await until(lambda: len(bench.server.taken) == 3)
            params = {"requestId": bench.server.taken[-1]["id"]}
            note = {"connectionId": name, "method": "notifications/cancelled", "params": params}
            await bench.agent.peer.notify("mcp/message", note)
            with pytest.raises(RpcError) as error:
                await asking
            assert error.value.code == -32800

    run(scenario())


def test_a_request_that_the_server_cancels_is_cancelled_at_the_agent(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            await bench.agent.connected()
            bench.agent.wait = True
            deliver = bench.server.deliver
            await deliver({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create"})
            await until(lambda: bench.agent.notice)
            taking_back = {"method": "notifications/cancelled", "params": {"requestId": 1}}
            await deliver({"jsonrpc": "2.0", **taking_back})
            await bench.agent.cancelled.wait()

    run(scenario())


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"jsonrpc": "2.0", "id": 1},
        {"method": 3},
        {"id": 1, "error": "no"},
        {"method": "x", "params": [1]},
        {"method": "x", "params": {"a": object()}},
    ],
)
def test_an_invalid_message_is_an_error_for_the_server(root: Path, message: Mapping[str, Any]) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            await bench.agent.connected()
            with pytest.raises(ClientError) as error:
                await bench.server.deliver(message)
            assert error.value.code == "bad_message"

    run(scenario())


def test_a_duplicate_id_and_too_many_requests_are_errors_for_the_server(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            await bench.agent.connected()
            bench.agent.wait = True
            for number in range(MAX_PENDING_MCP_MESSAGES):
                await bench.server.deliver({"jsonrpc": "2.0", "id": number, "method": "x"})
            for number, code in ((0, "bad_message"), (MAX_PENDING_MCP_MESSAGES, "busy")):
                with pytest.raises(ClientError) as error:
                    await bench.server.deliver({"jsonrpc": "2.0", "id": number, "method": "x"})
                assert error.value.code == code

    run(scenario())


def test_pending_messages_and_connections_are_limited(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            ask = bench.agent.ask
            asking = [
                asyncio.ensure_future(ask("mcp/message", connectionId=name, method="hang"))
                for _ in range(MAX_PENDING_MCP_MESSAGES)
            ]
            await until(lambda: len(bench.server.taken) == MAX_PENDING_MCP_MESSAGES)
            with pytest.raises(RpcError, match="Busy"):
                await ask("mcp/message", connectionId=name, method="echo")
            for one in asking:
                one.cancel()
            for _ in range(MAX_MCP_CONNECTIONS - 1):
                await bench.agent.connected()
            with pytest.raises(RpcError, match="Busy"):
                await bench.agent.connected()
        assert [server.closes for server in bench.servers] == [1] * MAX_MCP_CONNECTIONS

    run(scenario())


def test_a_server_that_fails_is_a_notice_and_the_next_message_goes_through(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            ask = bench.agent.ask
            with pytest.raises(RpcError, match="failed") as error:
                await ask("mcp/message", connectionId=name, method="break")
            assert "broken" not in error.value.message, "what went wrong here is not the agent's business"
            assert await ask("mcp/message", connectionId=name, method="echo", params={}) == {}
        (notice,) = bench.notices
        assert "broken" in notice

    run(scenario())


def test_a_server_that_cannot_be_created_is_a_notice(root: Path) -> None:
    async def fail(deliver: Deliver) -> Server:
        raise OSError("no room")

    async def scenario() -> None:
        bench = Bench()
        async with bench.connect({"tools": fail}) as agent:
            await agent.new_session(root)
            with pytest.raises(RpcError, match="could not be started"):
                await bench.agent.connected()
        (notice,) = bench.notices
        assert "no room" in notice

    run(scenario())


def test_messages_of_a_server_wait_until_the_agent_knows_the_connection(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        spoken = asyncio.Event()

        async def slow(deliver: Deliver) -> Server:
            async def speak() -> None:
                await deliver({"jsonrpc": "2.0", "method": "notifications/message"})
                spoken.set()

            speaking.append(asyncio.ensure_future(speak()))
            await asyncio.sleep(0)
            assert not bench.agent.notice
            return bench.factory(deliver)

        speaking: list[asyncio.Future[None]] = []
        async with bench.connect({"tools": slow}) as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            await spoken.wait()
            await until(lambda: bench.agent.notice)
            assert bench.agent.notice[0]["connectionId"] == name

    run(scenario())


async def refused(agent: Agent, connection: str) -> None:
    for method in ("mcp/message", "mcp/disconnect"):
        with pytest.raises(RpcError) as error:
            await agent.ask(method, connectionId=connection, method="echo")
        assert error.value.code == -32602


def test_the_agent_disconnects(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.new_session(root)
            name = await bench.agent.connected()
            hanging = asyncio.ensure_future(bench.agent.ask("mcp/message", connectionId=name, method="hang"))
            await until(lambda: bench.server.taken)
            assert await bench.agent.ask("mcp/disconnect", connectionId=name) == {}
            with pytest.raises(RpcError):
                await hanging
            assert bench.server.closes == 1
            await refused(bench.agent, name)
            with pytest.raises(ClientError) as error:
                await bench.server.deliver({"jsonrpc": "2.0", "method": "x"})
            assert error.value.code == "closed"
            await bench.agent.connected()  # It may come back.
        assert [server.closes for server in bench.servers] == [1, 1]

    run(scenario())


def test_connections_end_with_their_session(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            session = await agent.new_session(root)
            ended = await bench.agent.connected()
            offered = bench.agent.offered
            await agent.load_session("s2", root)
            kept = await bench.agent.connected()
            await agent.close_session(session.id)
            assert [server.closes for server in bench.servers] == [1, 0]
            await refused(bench.agent, ended)
            bench.agent.offered = offered
            with pytest.raises(RpcError):
                await bench.agent.connected()
            ask = bench.agent.ask
            assert await ask("mcp/message", connectionId=kept, method="echo", params={}) == {}

    run(scenario())


def test_a_session_that_is_loaded_again_has_other_servers(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            await agent.load_session("s2", root)
            before = await bench.agent.connected()
            await agent.load_session("s2", root)
            await refused(bench.agent, before)
            await bench.agent.connected()
            assert [server.closes for server in bench.servers] == [1, 0]

    run(scenario())


def test_servers_of_a_session_that_could_not_be_opened_are_withdrawn(root: Path) -> None:
    async def scenario() -> None:
        bench = Bench()
        async with bench.connect() as agent:
            bench.agent.error = RpcError(-32603, "no")
            with pytest.raises(ClientError):
                await agent.new_session(root)
            with pytest.raises(RpcError):
                await bench.agent.connected()

    run(scenario())


def test_a_server_that_fails_to_close_is_a_notice(root: Path) -> None:
    class Stubborn(Server):
        async def close(self) -> None:
            raise RuntimeError("still busy")

    async def scenario() -> None:
        bench = Bench()
        async with bench.connect({"tools": Stubborn}) as agent:
            await agent.new_session(root)
            await bench.agent.connected()
        (notice,) = bench.notices
        assert "still busy" in notice

    run(scenario())


class TestWithoutConnecting:
    """The newer shape: every message names its server and its inner request."""

    def test_a_request_is_answered_with_its_inner_result_or_error(self, root: Path) -> None:
        async def scenario() -> None:
            bench = Bench()
            async with bench.connect() as agent:
                await agent.new_session(root)
                server = bench.agent.offered[0]["serverId"]

                async def ask(request: str, method: str, **more: Any) -> Any:
                    return await bench.agent.ask(
                        "mcp/message", serverId=server, requestId=request, method=method, **more
                    )

                assert await ask("r1", "echo", params={"a": [1, None]}) == {"result": {"a": [1, None]}}
                assert await ask("r2", "echo") == {"result": None}
                error = {"code": -32099, "message": "no such tool", "data": {"tool": "x"}}
                assert await ask("r3", "fail") == {"error": error}
                assert len(bench.servers) == 1
                assert bench.server.taken[0] == {
                    "jsonrpc": "2.0",
                    "id": "r1",
                    "method": "echo",
                    "params": {"a": [1, None]},
                }
            assert bench.server.closes == 1

        run(scenario())

    def test_two_first_requests_at_once_make_one_server(self, root: Path) -> None:
        async def scenario() -> None:
            bench = Bench()

            async def slow_factory(deliver: Deliver) -> Server:
                await asyncio.sleep(0)
                return bench.factory(deliver)

            async with bench.connect({"tools": slow_factory}) as agent:
                await agent.new_session(root)
                server = bench.agent.offered[0]["serverId"]
                await asyncio.gather(
                    *(
                        bench.agent.ask("mcp/message", serverId=server, requestId=name, method="echo")
                        for name in ("r1", "r2")
                    )
                )
                assert len(bench.servers) == 1

        run(scenario())

    def test_a_notification_names_the_request_that_it_belongs_to(self, root: Path) -> None:
        async def scenario() -> None:
            bench = Bench()
            async with bench.connect() as agent:
                await agent.new_session(root)
                server = bench.agent.offered[0]["serverId"]
                ask = bench.agent.ask

                def start(request: str, token: str) -> asyncio.Task[Any]:
                    params = {"_meta": {"progressToken": token}}
                    return asyncio.ensure_future(
                        ask("mcp/message", serverId=server, requestId=request, method="hang", params=params)
                    )

                waiting = [start("r1", "t1"), start("r2", "t2")]
                await until(lambda: len(bench.servers) == 1 and len(bench.server.taken) == 2)
                progress = {"progressToken": "t1", "progress": 1}
                note = {"jsonrpc": "2.0", "method": "notifications/progress"}
                await bench.server.deliver({**note, "params": progress})
                await bench.server.deliver({**note, "params": {"progress": 2}})
                await until(lambda: len(bench.agent.notice) == 2)
                first, second = bench.agent.notice
                assert (first["serverId"], first["requestId"], first["params"]) == (server, "r1", progress)
                assert second["requestId"] == "r2"
                with pytest.raises(ClientError, match="answers no requests"):
                    await bench.server.deliver(
                        {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage"}
                    )
                for name in ("r1", "r2"):
                    await bench.server.deliver({"jsonrpc": "2.0", "id": name, "result": {}})
                await asyncio.gather(*waiting)
                await bench.server.deliver(note)
                assert "no request pending" in bench.notices[-1]

        run(scenario())

    @pytest.mark.parametrize(
        "params",
        [
            {"requestId": "r1", "method": "echo"},
            {"serverId": "?", "method": "echo"},
            {"serverId": "nobody's", "requestId": "r1", "method": "echo"},
        ],
    )
    def test_a_message_without_a_known_server_and_a_request_is_an_error(
        self, root: Path, params: dict[str, Any]
    ) -> None:
        async def scenario() -> None:
            bench = Bench()
            async with bench.connect() as agent:
                await agent.new_session(root)
                if params.get("serverId") == "?":
                    params["serverId"] = bench.agent.offered[0]["serverId"]
                with pytest.raises(RpcError) as error:
                    await bench.agent.ask("mcp/message", **params)
                assert error.value.code == -32602
                assert bench.servers == []

        run(scenario())

    def test_an_id_that_is_pending_cannot_be_used_again(self, root: Path) -> None:
        async def scenario() -> None:
            bench = Bench()
            async with bench.connect() as agent:
                await agent.new_session(root)
                message = {
                    "serverId": bench.agent.offered[0]["serverId"],
                    "requestId": "r1",
                    "method": "hang",
                }
                first = asyncio.ensure_future(bench.agent.ask("mcp/message", **message))
                await until(lambda: len(bench.servers) == 1 and len(bench.server.taken) == 1)
                with pytest.raises(RpcError, match="pending already"):
                    await bench.agent.ask("mcp/message", **message)
                await bench.server.deliver({"jsonrpc": "2.0", "id": "r1", "result": {}})
                assert await first == {"result": {}}

        run(scenario())
