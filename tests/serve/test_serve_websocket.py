"""ACP over a WebSocket, as a client of `understudy serve` sees it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect as connect_websocket

from provider_server import Hold, ProviderServer, Reply, Text, says
from serve.serve_program import LIMIT_S, RpcFailure, ServeProgram, provider_environ


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root")
    (folder / "notes.txt").write_text("the notes of the first user\n")
    return folder


@pytest.fixture(scope="module")
def provider() -> Iterator[ProviderServer]:
    with ProviderServer(lambda body: says("Good ", "morning.")) as server:
        yield server


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, root: Path, provider: ProviderServer
) -> Iterator[ServeProgram]:
    with ServeProgram(
        tmp_path_factory.mktemp("serve"), str(root), "--replica", "first", **provider_environ(provider)
    ) as program:
        yield program


def test_a_turn_over_a_websocket_streams_its_updates_and_ends(server: ServeProgram, root: Path) -> None:
    with server.connect() as client:
        agent = client.initialize()
        assert agent["agentInfo"]["name"] == "understudy"
        session = client.new_session(root)
        assert client.prompt(session, "Hello?")["stopReason"] == "end_turn"
        assert client.agent_text() == "Good morning."


def test_the_handshake_names_the_connection_and_gives_a_cookie_once(server: ServeProgram) -> None:
    with server.connect() as client:
        headers = client.socket.response.headers
        assert len(headers["Acp-Connection-Id"]) >= 16
        assert headers["Set-Cookie"].startswith("understudy-replica=first;")
    with server.connect(Cookie="a=b; understudy-replica=first") as client:
        assert "Set-Cookie" not in client.socket.response.headers


@pytest.mark.parametrize("header", [None, "Bearer us_wrong", "Basic us_wrong", "Bearer "])
def test_without_a_valid_token_there_is_no_connection(server: ServeProgram, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    with pytest.raises(InvalidStatus) as refused:
        connect_websocket(server.address, additional_headers=headers, open_timeout=LIMIT_S)
    assert refused.value.response.status_code == 401
    assert refused.value.response.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_token_is_not_accepted_in_the_address(server: ServeProgram) -> None:
    with pytest.raises(InvalidStatus):
        connect_websocket(f"{server.address}?token={server.token}", open_timeout=LIMIT_S)


def test_binary_messages_are_ignored(server: ServeProgram) -> None:
    with server.connect() as client:
        client.socket.send(b"\x00\x01")
        assert client.initialize()["protocolVersion"] == 1


def test_a_message_before_initialize_is_rejected(server: ServeProgram, root: Path) -> None:
    with server.connect() as client:
        with pytest.raises(RpcFailure) as rejected:
            client.new_session(root)
        assert rejected.value.data["reason"] == "not_initialized"


def test_a_session_outlives_its_connection_and_is_loaded_on_another(server: ServeProgram, root: Path) -> None:
    with server.connect() as client:
        client.initialize()
        session = client.new_session(root)
        client.prompt(session, "Hello?")
    with server.connect() as client:
        client.initialize()
        client.call("session/load", sessionId=session, cwd=str(root), mcpServers=[])
        assert client.agent_text() == "Good morning."


def test_a_root_outside_the_users_folders_is_rejected_through_links_too(
    server: ServeProgram, root: Path, tmp_path: Path
) -> None:
    link = root / "link"
    link.symlink_to(tmp_path)
    with server.connect() as client:
        client.initialize()
        for cwd in (tmp_path, link, root.parent, "/"):
            with pytest.raises(RpcFailure, match="not one of your folders"):
                client.new_session(cwd)
        with pytest.raises(RpcFailure, match="not one of your folders"):
            client.call("session/new", cwd=str(root), additionalDirectories=["/etc"], mcpServers=[])


def test_a_client_can_name_no_mcp_server(server: ServeProgram, root: Path) -> None:
    with server.connect() as client:
        agent = client.initialize()
        assert not agent["agentCapabilities"]["mcpCapabilities"].get("http")
        stdio = {"name": "sh", "command": "/bin/sh", "args": ["-c", "true"], "env": []}
        with pytest.raises(RpcFailure, match="no MCP servers"):
            client.call("session/new", cwd=str(root), mcpServers=[stdio])


def test_the_keys_of_the_server_are_no_clients_business(server: ServeProgram) -> None:
    with server.connect() as client:
        agent = client.initialize(auth={"terminal": True})
        assert not agent.get("authMethods")
        for method, params in (("authenticate", {"methodId": "environment-key"}), ("logout", {})):
            with pytest.raises(RpcFailure) as refused:
                client.call(method, **params)
            assert refused.value.data["reason"] == "keys_of_server"


def test_the_files_of_the_clients_machine_are_not_asked_for(server: ServeProgram, root: Path) -> None:
    with server.connect() as client:
        client.initialize(fs={"readTextFile": True, "writeTextFile": True}, terminal=True)
        session = client.new_session(root)
        client.prompt(session, "/read notes.txt")
        asked = [message for message in client.received if message["method"] != "session/update"]
        assert not asked
        assert "the notes of the first user" in str(client.received)


def test_next_edits_work_over_the_same_connection_without_roots(server: ServeProgram) -> None:
    with server.connect() as client:
        agent = client.initialize(nes={"jump": {}, "rename": {}, "searchAndReplace": {}})
        assert agent["agentCapabilities"]["nes"]
        started = client.call("nes/start", workspaceUri="file:///on/the/clients/machine")
        text = "count = 1\nprint(count)\nprint(count)\n"
        uri = "file:///on/the/clients/machine/a.py"
        client.notify(
            "document/didOpen",
            sessionId=started["sessionId"],
            uri=uri,
            languageId="python",
            version=1,
            text=text,
        )
        place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}}
        client.notify(
            "document/didChange",
            sessionId=started["sessionId"],
            uri=uri,
            version=2,
            contentChanges=[{"range": place, "text": "total"}],
        )
        answer = client.call(
            "nes/suggest",
            sessionId=started["sessionId"],
            uri=uri,
            version=2,
            position={"line": 0, "character": 5},
            triggerKind="automatic",
        )
        assert "total" in str(answer["suggestions"])


def test_a_folder_of_another_user_is_no_root_of_next_edits(server: ServeProgram, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("very_secret_function_name = 1\n" * 50)
    with server.connect() as client:
        client.initialize(nes={})
        started = client.call("nes/start", workspaceUri=tmp_path.as_uri())
        uri = (tmp_path / "mine.py").as_uri()
        client.notify(
            "document/didOpen",
            sessionId=started["sessionId"],
            uri=uri,
            languageId="python",
            version=1,
            text="very_secret_fu",
        )
        answer = client.call(
            "nes/suggest",
            sessionId=started["sessionId"],
            uri=uri,
            version=1,
            position={"line": 0, "character": 14},
            triggerKind="automatic",
        )
        assert "very_secret_function_name" not in str(answer)


def test_health_and_readiness_are_public_and_other_paths_lead_nowhere(server: ServeProgram) -> None:
    with httpx.Client(base_url=server.http) as http:
        assert http.get("/healthz").text == "ok\n"
        assert http.get("/readyz").text == "ready\n"
        assert http.get("/elsewhere").status_code == 404


def test_a_signal_lets_the_turn_end_and_begins_no_other(tmp_path: Path, root: Path) -> None:
    with (
        ProviderServer([Reply([Text("One"), Hold("end"), Text(" two")])]) as provider,
        ServeProgram(tmp_path, str(root), **provider_environ(provider)) as server,
        server.connect() as client,
    ):
        client.initialize()
        session, other = client.new_session(root), client.new_session(root)
        turn = client.send("session/prompt", sessionId=session, prompt=[{"type": "text", "text": "Count."}])
        client.wait_for_update("agent_message_chunk")
        server.process.terminate()
        while httpx.get(f"{server.http}/readyz").status_code == 200:
            pass
        with pytest.raises(RpcFailure) as rejected:
            client.prompt(other, "Hello?")
        assert rejected.value.data["reason"] == "limit_reached"
        assert rejected.value.data["limit"] == "server"
        provider.release("end")
        assert client.answer(turn)["stopReason"] == "end_turn"
        with pytest.raises(ConnectionClosed) as closed:
            client.socket.recv(timeout=LIMIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1001
        assert server.process.wait(LIMIT_S) == 0
        assert "Traceback" not in server.log


def test_a_second_signal_ends_the_wait_for_turns(tmp_path: Path, root: Path) -> None:
    with (
        ProviderServer([Reply([Text("One"), Hold("never")])]) as provider,
        ServeProgram(tmp_path, str(root), **provider_environ(provider)) as server,
        server.connect() as client,
    ):
        client.initialize()
        session = client.new_session(root)
        client.send("session/prompt", sessionId=session, prompt=[{"type": "text", "text": "Count."}])
        client.wait_for_update("agent_message_chunk")
        server.process.terminate()
        while httpx.get(f"{server.http}/readyz").status_code == 200:
            pass
        server.process.terminate()
        assert server.process.wait(LIMIT_S) == 0
