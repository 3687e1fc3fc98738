"""ACP over Streamable HTTP, as the RFD has it: what is refused, and which stream a message goes to."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest

from serve.serve_program import LIMIT_S, ServeProgram
from understudy.serve.connections import Connections, TooManyConnections
from understudy.serve.http_endpoint import HttpEndpoint
from understudy.serve.responses import discard_body
from understudy.serve.users import User, UserLimits

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": 1, "clientCapabilities": {}},
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest.fixture(scope="module")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {}


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, root: Path, tokens: dict[str, str]
) -> Iterator[ServeProgram]:
    from understudy.serve import add_user

    folder = tmp_path_factory.mktemp("serve")
    for name in ("alice", "bob"):
        tokens[name] = add_user(folder / "users.toml", name, [])
    with ServeProgram(folder, str(root), "--users", "users.toml") as program:
        yield program


@pytest.fixture
def http(server: ServeProgram, tokens: dict[str, str]) -> Iterator[httpx.Client]:
    with http_client(server, tokens["alice"]) as client:
        yield client


def http_client(server: ServeProgram, token: str) -> httpx.Client:
    """A client that speaks nothing but HTTP/2."""
    return httpx.Client(
        base_url=server.http,
        http1=False,
        http2=True,
        timeout=LIMIT_S,
        headers={"Authorization": f"Bearer {token}"},
    )


def begin(http: httpx.Client) -> str:
    answer = http.post("/acp", json=INITIALIZE)
    assert answer.status_code == 200, answer.text
    assert answer.http_version == "HTTP/2"
    assert answer.json()["result"]["protocolVersion"] == 1
    return answer.headers["Acp-Connection-Id"]


def post(
    http: httpx.Client, connection: str, method: str, number: int | None = None, **params: Any
) -> httpx.Response:
    headers = {"Acp-Connection-Id": connection}
    if "sessionId" in params:
        headers["Acp-Session-Id"] = params["sessionId"]
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return http.post("/acp", headers=headers, json=message if number is None else {**message, "id": number})


def events(response: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in response.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def open_session(http: httpx.Client, connection: str, root: Path) -> str:
    stream = {"Accept": "text/event-stream", "Acp-Connection-Id": connection}
    with http.stream("GET", "/acp", headers=stream) as answers:
        assert post(http, connection, "session/new", 1, cwd=str(root), mcpServers=[]).status_code == 202
        return next(events(answers))["result"]["sessionId"]


def test_a_turn_answers_on_the_stream_of_its_session(http: httpx.Client, root: Path) -> None:
    connection = begin(http)
    session = open_session(http, connection, root)
    stream = {"Accept": "text/event-stream", "Acp-Connection-Id": connection, "Acp-Session-Id": session}
    with http.stream("GET", "/acp", headers=stream) as answers:
        assert answers.headers["Content-Type"] == "text/event-stream"
        prompt = [{"type": "text", "text": "/info"}]
        accepted = post(http, connection, "session/prompt", 2, sessionId=session, prompt=prompt)
        assert accepted.status_code == 202
        assert not accepted.content
        kinds: list[str] = []
        for message in events(answers):
            if message.get("id") == 2:
                assert message["result"]["stopReason"] == "end_turn"
                break
            assert message["params"]["sessionId"] == session
            kinds.append(message["params"]["update"]["sessionUpdate"])
        assert "agent_message_chunk" in kinds


def test_a_replay_comes_before_the_answer_to_the_load_on_one_stream(http: httpx.Client, root: Path) -> None:
    first = begin(http)
    session = open_session(http, first, root)
    with http.stream(
        "GET",
        "/acp",
        headers={"Accept": "text/event-stream", "Acp-Connection-Id": first, "Acp-Session-Id": session},
    ) as answers:
        post(http, first, "session/prompt", 2, sessionId=session, prompt=[{"type": "text", "text": "/info"}])
        assert any(message.get("id") == 2 for message in events(answers))
    http.delete("/acp", headers={"Acp-Connection-Id": first})
    second = begin(http)
    with http.stream(
        "GET", "/acp", headers={"Accept": "text/event-stream", "Acp-Connection-Id": second}
    ) as answers:
        headers = {"Acp-Connection-Id": second}
        params = {"sessionId": session, "cwd": str(root), "mcpServers": []}
        message = {"jsonrpc": "2.0", "id": 5, "method": "session/load", "params": params}
        assert http.post("/acp", headers=headers, json=message).status_code == 202
        kinds = []
        for message in events(answers):
            if message.get("id") == 5:
                break
            kinds.append(message["params"]["update"]["sessionUpdate"])
        assert kinds[0] == "user_message_chunk"
        assert "agent_message_chunk" in kinds


def test_the_end_of_a_connection_ends_its_streams_and_its_id(http: httpx.Client) -> None:
    connection = begin(http)
    with http.stream(
        "GET", "/acp", headers={"Accept": "text/event-stream", "Acp-Connection-Id": connection}
    ) as answers:
        assert http.delete("/acp", headers={"Acp-Connection-Id": connection}).status_code == 202
        assert list(events(answers)) == []
    while http.delete("/acp", headers={"Acp-Connection-Id": connection}).status_code != 404:
        pass  # its agent is ending
    assert post(http, connection, "session/list", 1).status_code == 404


def test_the_connection_of_another_user_is_unknown(
    http: httpx.Client, server: ServeProgram, tokens: dict[str, str]
) -> None:
    connection = begin(http)
    with http_client(server, tokens["bob"]) as other:
        assert post(other, connection, "session/list", 1).status_code == 404
        headers = {"Accept": "text/event-stream", "Acp-Connection-Id": connection}
        assert other.get("/acp", headers=headers).status_code == 404
        assert other.delete("/acp", headers={"Acp-Connection-Id": connection}).status_code == 404


def test_what_is_refused(http: httpx.Client, root: Path) -> None:
    connection = begin(http)
    known = {"Acp-Connection-Id": connection}
    session = open_session(http, connection, root)
    request = {"jsonrpc": "2.0", "id": 7, "method": "session/list", "params": {}}
    prompt = {
        "jsonrpc": "2.0",
        "id": 8,
        "method": "session/prompt",
        "params": {"sessionId": session, "prompt": []},
    }
    stream = {"Accept": "text/event-stream"}
    unknown_session = {**prompt, "params": {"sessionId": "sess_unknown", "prompt": []}}
    table = {
        "no connection id": (http.post("/acp", json=request), 400),
        "unknown connection id": (http.post("/acp", json=request, headers={"Acp-Connection-Id": "x"}), 404),
        "initialize again": (http.post("/acp", json=INITIALIZE, headers=known), 400),
        "initialize as a notification": (http.post("/acp", json={**INITIALIZE, "id": None}), 400),
        "no JSON": (
            http.post("/acp", content=b"{", headers={**known, "Content-Type": "application/json"}),
            400,
        ),
        "another content type": (
            http.post("/acp", content=b"{}", headers={**known, "Content-Type": "text/plain"}),
            415,
        ),
        "a batch": (http.post("/acp", json=[request], headers=known), 501),
        "no session id": (http.post("/acp", json=prompt, headers=known), 400),
        "another session id": (
            http.post("/acp", json=prompt, headers={**known, "Acp-Session-Id": "sess_x"}),
            400,
        ),
        "an unknown session id": (
            http.post("/acp", json=unknown_session, headers={**known, "Acp-Session-Id": "sess_unknown"}),
            404,
        ),
        "a stream of no connection": (http.get("/acp", headers=stream), 400),
        "a stream of an unknown connection": (
            http.get("/acp", headers={**stream, "Acp-Connection-Id": "x"}),
            404,
        ),
        "a page": (http.get("/acp", headers={**known, "Accept": "text/html"}), 406),
        "another method": (http.put("/acp", json=request, headers=known), 405),
        "no token": (http.post("/acp", json=INITIALIZE, headers={"Authorization": ""}), 401),
    }
    assert {name: answer.status_code for name, (answer, _) in table.items()} == {
        name: status for name, (_, status) in table.items()
    }
    for answer, _ in table.values():
        assert answer.json()["error"].endswith("."), answer.text


def test_a_body_that_never_comes_keeps_no_request() -> None:
    """Whoever has no token is refused, and a user is told, after a limited time."""

    async def scene() -> None:
        statuses: list[int] = []

        async def receive() -> Any:
            return await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await discard_body(receive, timeout_s=0.01)
        headers = [(b"content-type", b"application/json")]
        endpoint = HttpEndpoint(Connections(make_no_agent), body_timeout_s=0.01, discard_timeout_s=0.01)
        await endpoint.serve({"method": "POST", "headers": headers}, receive, send, User("a", ()), [])
        assert statuses == [408]

    asyncio.run(scene())


def test_a_connection_counts_from_its_first_moment() -> None:
    """Many requests at once do not get past the limit of a user."""

    class Agent:
        async def run(self) -> None: ...

    async def scene() -> None:
        connections = Connections(lambda *_: Agent())  # type: ignore[return-value]
        alice = User("alice", (), UserLimits(connections=1))
        connections.check_room(alice)
        http = connections.open_http(alice)
        with pytest.raises(TooManyConnections):
            connections.check_room(alice)
        await http.task
        connections.check_room(alice)

    asyncio.run(scene())


def make_no_agent(*_: object) -> NoReturn:
    raise AssertionError("no agent is made")
