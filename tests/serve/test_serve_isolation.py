"""Users of one server: none sees the sessions, files or processes of another; limits, figures and traces."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from needs import needs
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, says
from serve.serve_program import LIMIT_S, RpcFailure, ServeProgram, provider_environ, text_prompt
from understudy.serve import add_user

REPLIES = {
    "Hello?": says("Good morning."),
    "Wait.": Reply([Text("One"), Hold("go"), Text(" two")]),
    "Read it.": calls(Call("readFile", {"path": "SECRET"})),
    "Run it.": calls(Call("executeCommand", {"command": "COMMAND"})),
}
SPAN_PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Users:
    """Three users, each with a folder and a token; one has limits."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "users.toml"
        self.roots = {name: folder / name for name in ("alice", "bob", "carol")}
        for name, root in self.roots.items():
            root.mkdir()
            (root / "secret.txt").write_text(f"the secret of {name}\n")
        self.tokens = {name: add_user(self.file, name, [str(root)]) for name, root in self.roots.items()}
        self.file.write_text(
            self.file.read_text()
            + "[users.carol.limits]\nsessions = 2\nconcurrent_turns = 1\ntokens_per_day = 20\nconnections = 3\n"
        )


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Users:
    return Users(tmp_path_factory.mktemp("users"))


@pytest.fixture(scope="module")
def provider(users: Users) -> Iterator[ProviderServer]:
    secret = str(users.roots["alice"] / "secret.txt")

    def reply(body: dict[str, object]) -> Reply:
        messages = body["messages"]
        assert isinstance(messages, list)
        if messages[-1]["role"] == "tool":
            return says("Done.")
        text = json.dumps(messages[-1])
        kind = max(REPLIES, key=text.rfind)
        if kind == "Read it.":
            return calls(Call("readFile", {"path": secret}))
        if kind == "Run it.":
            script = (
                f"cat {secret}; ls {users.roots['alice'].parent}; cat /proc/[0-9]*/cmdline | tr '\\0' ' '"
            )
            return calls(Call("executeCommand", {"command": script}))
        return REPLIES[kind]

    with ProviderServer(reply) as server:
        yield server


class Collector:
    """Receives traces over OTLP and HTTP."""

    def __init__(self) -> None:
        received = self.received = list[bytes]()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    found = Collector()
    yield found
    found.close()


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, users: Users, provider: ProviderServer, collector: Collector
) -> Iterator[ServeProgram]:
    environ = provider_environ(provider) | {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }
    options = ("--users", str(users.file), "--traces", "--log-json", "--log-level", "debug")
    # Its command line is what a user's command must not see.
    with ServeProgram(tmp_path_factory.mktemp("serve"), *options, is_forked=False, **environ) as program:
        yield program


def allow_everything(client: object, session: str) -> None:
    client.call("session/set_mode", sessionId=session, modeId="full")  # type: ignore[attr-defined]


def test_a_user_finds_no_session_of_another(server: ServeProgram, users: Users) -> None:
    with server.connect(users.tokens["alice"]) as alice:
        alice.initialize()
        session = alice.new_session(users.roots["alice"])
        alice.prompt(session, "Hello?")
    with server.connect(users.tokens["bob"]) as bob:
        bob.initialize()
        assert bob.call("session/list")["sessions"] == []
        for method in ("session/load", "session/resume", "session/fork"):
            with pytest.raises(RpcFailure) as refused:
                bob.call(method, sessionId=session, cwd=str(users.roots["bob"]), mcpServers=[])
            assert refused.value.data["reason"] == "no_session"
        bob.call("session/delete", sessionId=session)
    with server.connect(users.tokens["alice"]) as alice:
        alice.initialize()
        assert [one["sessionId"] for one in alice.call("session/list")["sessions"]] == [session]


def test_a_user_reaches_nothing_of_a_session_that_another_has_open(
    server: ServeProgram, users: Users
) -> None:
    with server.connect(users.tokens["alice"]) as alice, server.connect(users.tokens["bob"]) as bob:
        alice.initialize()
        bob.initialize()
        session = alice.new_session(users.roots["alice"])
        for text in ("Hello?", "/undo", "/jobs", "/read secret.txt", "!cat secret.txt"):
            with pytest.raises(RpcFailure) as refused:
                bob.prompt(session, text)
            assert refused.value.data["reason"] == "no_session"
        for method, more in (
            ("session/set_mode", {"modeId": "full"}),
            ("session/set_config_option", {"configId": "mode", "value": "full"}),
        ):
            with pytest.raises(RpcFailure):
                bob.call(method, sessionId=session, **more)
        bob.notify("session/cancel", sessionId=session)
        for cwd in (users.roots["alice"], users.roots["bob"] / ".." / "alice", "/"):
            with pytest.raises(RpcFailure):
                bob.new_session(cwd)
        own = bob.new_session(users.roots["bob"])
        secret = (users.roots["alice"] / "secret.txt").as_uri()
        link = {"type": "resource_link", "name": "secret", "uri": secret}
        blocks = [{"type": "text", "text": f"/read {users.roots['alice']}/secret.txt"}, link]
        bob.call("session/prompt", sessionId=own, prompt=blocks)
        assert "the secret of alice" not in str(bob.received)
        with pytest.raises(RpcFailure) as refused:  # nobody lets the server ask an address
            bob.call("_understudy.dev/models/list", provider="openai", baseUrl=server.http, apiKey="x")
        assert refused.value.data["reason"] == "not_offered"
        assert alice.prompt(session, "Hello?")["stopReason"] == "end_turn"


def test_a_user_reads_no_file_of_another_with_a_tool(server: ServeProgram, users: Users) -> None:
    with server.connect(users.tokens["bob"]) as bob:
        bob.initialize()
        session = bob.new_session(users.roots["bob"])
        allow_everything(bob, session)
        bob.prompt(session, "Read it.")
        assert "the secret of alice" not in str(bob.received)
        assert "outside" in str(bob.received) or "not" in str(bob.received)


@needs("bwrap")
def test_a_command_of_a_user_sees_neither_files_nor_processes_of_another(
    server: ServeProgram, users: Users
) -> None:
    with server.connect(users.tokens["bob"]) as bob:
        bob.initialize()
        session = bob.new_session(users.roots["bob"])
        allow_everything(bob, session)
        bob.prompt(session, "Run it.")
        received = str(bob.received)
        assert "the secret of alice" not in received
        assert "No such file" in received
        assert str(server.process.args) not in received
        assert "--users" not in received.replace(str(bob.received[0]), "")


def test_limits_say_which_and_until_when(
    server: ServeProgram, users: Users, provider: ProviderServer
) -> None:
    root = users.roots["carol"]
    with server.connect(users.tokens["carol"]) as carol, server.connect(users.tokens["carol"]) as other:
        carol.initialize()
        other.initialize()
        first, second = carol.new_session(root), other.new_session(root)
        with pytest.raises(RpcFailure) as sessions:
            carol.new_session(root)
        assert sessions.value.data == {
            "reason": "limit_reached",
            "limit": "sessions",
            "until": "a session is closed",
        }
        turn = carol.send("session/prompt", **text_prompt(first, "Wait."))
        carol.wait_for_update("agent_message_chunk")
        with pytest.raises(RpcFailure) as turns:
            other.prompt(second, "Hello?")
        assert turns.value.data["limit"] == "concurrent_turns"
        provider.release("go")
        carol.answer(turn)
        other.prompt(second, "Hello?")
        with pytest.raises(RpcFailure, match="tokens_per_day") as tokens:
            other.prompt(second, "Hello?")
        assert str(tokens.value.data["until"]).endswith("T00:00:00Z")


def test_figures_count_without_names_and_logs_have_no_content(server: ServeProgram, users: Users) -> None:
    with server.connect(users.tokens["alice"]) as alice:
        alice.initialize()
        session = alice.new_session(users.roots["alice"])
        alice.prompt(session, "Hello?")
        alice.prompt(session, "Read it.")
    with server.connect(users.tokens["carol"]) as carol:
        carol.initialize()
        opened = [carol.new_session(users.roots["carol"]) for _ in range(2)]
        with pytest.raises(RpcFailure):
            carol.new_session(users.roots["carol"])
        for session in opened:
            carol.call("session/close", sessionId=session)
    figures = httpx.get(f"{server.http}/metrics", timeout=LIMIT_S).text
    assert 'understudy_turns_total{stop_reason="end_turn"}' in figures
    assert 'understudy_tokens_total{direction="input"}' in figures
    assert "understudy_tool_calls_total{" in figures
    assert 'understudy_limit_rejections_total{limit="sessions"}' in figures
    assert "alice" not in figures
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert "Good morning" not in server.log
    assert "Hello?" not in server.log
    assert users.tokens["alice"] not in server.log


def test_a_turn_is_traced_in_the_trace_of_the_client(
    server: ServeProgram, users: Users, collector: Collector
) -> None:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    with server.connect(users.tokens["alice"]) as alice:
        alice.initialize()
        session = alice.new_session(users.roots["alice"])
        allow_everything(alice, session)
        alice.call("session/prompt", **text_prompt(session, "Run it."), _meta={"traceparent": SPAN_PARENT})
    spans = {}
    while len(spans) < 3:
        for body in list(collector.received):
            request = ExportTraceServiceRequest.FromString(body)
            for resource in request.resource_spans:
                for scope in resource.scope_spans:
                    spans |= {
                        span.name: span
                        for span in scope.spans
                        if span.trace_id.hex() == SPAN_PARENT.split("-")[1]
                    }
    assert spans["turn"].parent_span_id.hex() == SPAN_PARENT.split("-")[2]
    assert spans["model request"].parent_span_id == spans["turn"].span_id
    assert spans["tool call"].parent_span_id == spans["turn"].span_id
    assert b"Good morning" not in b"".join(collector.received)
