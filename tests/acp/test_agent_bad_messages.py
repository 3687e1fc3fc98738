"""Whatever a client sends to the real process: a clear error of the right kind, and the next request works.

The table runs over every method of the route table and every field of its params, with values of every type.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent_program import AgentProgram, text
from understudy.acp.routes import build_routes

ROUTES = build_routes(None)  # type: ignore[arg-type] - nothing is called, only the types are looked at
REQUESTS = [method for method, route in ROUTES.items() if not route.notification]
NOTIFICATIONS = [method for method, route in ROUTES.items() if route.notification]
REFUSALS = (-32600, -32601, -32602, -32002, -32000)
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    7,
    2**70,
    1.5,
    1e308,
    "",
    "text",
    "/",
    "\x00",
    "x" * 100_000,
    [],
    [None],
    [7],
    ["text"],
    [[]],
    [{}],
    [{"type": "no such type"}],
    {},
    {"a": 1},
    {"type": "text"},
    {"": {"": {"": []}}},
]
DEEP = "[" * 5000 + "]" * 5000
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AgentProgram]:
    """One for all tests of this module: it must survive them, without a word in its log."""
    with AgentProgram(tmp_path_factory.mktemp("bad") / "agent") as started:
        started.initialize()
        yield started
        assert "result" in started.request("session/list", {})
        assert started.end() == 0
        assert "Traceback" not in started.log


@pytest.fixture(scope="module")
def session(agent: AgentProgram, tmp_path_factory: pytest.TempPathFactory) -> str:
    return agent.new(tmp_path_factory.mktemp("root"))


def right(method: str, session: str, cwd: Path) -> dict[str, Any]:
    """Params that are right, to break one field of."""
    values = {
        "protocolVersion": 1,
        "methodId": "environment-key",
        "sessionId": session,
        "cwd": str(cwd),
        "modeId": "ask",
        "configId": "mode",
        "value": "ask",
        "prompt": text("/roots"),
    }
    fields = msgspec.structs.fields(ROUTES[method].params)
    return {field.encode_name: values[field.encode_name] for field in fields if field.encode_name in values}


def check(answer: dict[str, Any], sent: object) -> None:
    """An answer is a result or one of the errors that say whose fault it is."""
    if "error" in answer:
        error = answer["error"]
        assert error["code"] in REFUSALS, (sent, answer)
        assert error["message"], sent
        assert len(json.dumps(error)) < 2000, (sent, answer)
        assert "msgspec" not in error["message"], answer
    else:
        assert isinstance(answer["result"], dict), answer


@pytest.mark.attack("wrong params")
@pytest.mark.parametrize("method", REQUESTS)
def test_params_as_a_whole_of_every_wrong_type_are_refused(agent: AgentProgram, method: str) -> None:
    for value in VALUES:
        answer = agent.request(method, value)
        check(answer, value)
        if not isinstance(value, dict) and value is not None:
            assert answer["error"]["code"] == -32602, (value, answer)
    missing = agent.answer(send_without_params(agent, method))
    check(missing, "no params")


def send_without_params(agent: AgentProgram, method: str) -> int:
    number = 1_000_000 + REQUESTS.index(method)
    agent.send({"id": number, "method": method})
    return number


@pytest.mark.attack("wrong params")
@pytest.mark.requirement("DIR-03", "CTX-02")
@pytest.mark.parametrize("method", REQUESTS)
def test_every_field_of_every_wrong_type_is_refused_or_counts_as_absent(
    agent: AgentProgram, session: str, tmp_path: Path, method: str
) -> None:
    base = right(method, session, tmp_path)
    names = [field.encode_name for field in msgspec.structs.fields(ROUTES[method].params)]
    for name in [*names, "noSuchField"]:
        for value in VALUES:
            if method in ("session/close", "session/delete") and value == session:
                continue
            params = {**base, name: value}
            answer = agent.request(method, params)
            check(answer, params)
            if name in ("additionalDirectories", "mcpServers", "runtimeContext") and not isinstance(
                value, list
            ):
                assert answer["error"]["code"] == -32602, (params, answer)
    reopen(agent, session)


def reopen(agent: AgentProgram, session: str) -> None:
    """The session is as good as ever, unless the method was to close or delete it."""
    listed = agent.result("session/list", {})["sessions"]
    known = {entry["sessionId"]: entry["cwd"] for entry in listed}
    if session in known:
        agent.result("session/resume", {"sessionId": session, "cwd": known[session]})


@pytest.mark.parametrize("method", REQUESTS)
def test_a_string_that_is_no_unicode_is_refused_with_the_id(agent: AgentProgram, method: str) -> None:
    for params in ("\ud800", {"sessionId": "\udc00", "cwd": "/\ud800"}, {"_meta": {"\ud800": 1}}):
        assert agent.request(method, params)["error"]["code"] in (-32600, -32602)


def test_nesting_without_end_is_refused(agent: AgentProgram) -> None:
    for method in REQUESTS:
        agent.write(
            b'{"jsonrpc":"2.0","id":"%s","method":"%s","params":{"cwd":%s}}\n'
            % (f"deep {method}".encode(), method.encode(), DEEP.encode())
        )
        answer = agent.receive()
        while "method" in answer:
            answer = agent.receive()
        assert answer["error"]["code"] in (-32600, -32602), answer


@pytest.mark.parametrize("method", NOTIFICATIONS)
def test_notifications_with_every_wrong_type_are_ignored(
    agent: AgentProgram, session: str, method: str
) -> None:
    for value in [*VALUES, {"sessionId": session}, {"sessionId": "unknown"}, {"sessionId": 7}]:
        agent.notify(method, value)
        assert agent.request(method, value)["error"]["code"] in (-32600, -32602)
    agent.result("session/list", {})


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(method=st.sampled_from(REQUESTS), params=json_values, where=st.sampled_from([None, "merge"]))
def test_any_json_as_params_gets_an_answer(
    agent: AgentProgram, session: str, method: str, params: Any, where: str | None
) -> None:
    sent = params
    if where and isinstance(params, dict):
        sent = {**right(method, session, Path("/")), **params}
        sent.pop("sessionId", None)
    check(agent.request(method, sent), sent)


LINES: dict[str, tuple[bytes, Any, int]] = {
    "no JSON": (b"hello", None, -32700),
    "half a message": (b'{"jsonrpc":"2.0","id":1,"method":', None, -32700),
    "half a UTF-8 sequence": (b'{"jsonrpc":"2.0","id":1,"method":"a\xc3"}', None, -32700),
    "an empty list": (b"[]", None, -32600),
    "a number": (b"123", None, -32600),
    "a batch": (b'[{"jsonrpc":"2.0","id":1,"method":"session/list"}]', None, -32600),
    "an object that is no message": (b"{}", None, -32600),
    "another version": (b'{"jsonrpc":"1.0","id":"v","method":"session/list"}', "v", -32600),
    "no version": (b'{"id":"v","method":"session/list"}', "v", -32600),
    "an id that is null": (b'{"jsonrpc":"2.0","id":null,"method":"session/list"}', None, -32600),
    "an id that is an object": (b'{"jsonrpc":"2.0","id":{},"method":"session/list"}', None, -32600),
    "an id that is huge": (
        b'{"jsonrpc":"2.0","id":' + b"9" * 500 + b',"method":"session/list"}',
        None,
        -32600,
    ),
    "a method that is a number": (b'{"jsonrpc":"2.0","id":"m","method":7}', "m", -32600),
    "an unknown method": (b'{"jsonrpc":"2.0","id":"u","method":"session/dance"}', "u", -32601),
    "a second initialize": (
        b'{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":1}}',
        "i",
        -32600,
    ),
    "a request that is a notification": (
        b'{"jsonrpc":"2.0","id":"c","method":"$/cancel_request","params":{"requestId":1}}',
        "c",
        -32600,
    ),
}


@pytest.mark.attack("not JSON", "no object", "odd id")
@pytest.mark.parametrize(("line", "name", "code"), LINES.values(), ids=LINES)
def test_a_line_that_is_no_request_is_refused(agent: AgentProgram, line: bytes, name: Any, code: int) -> None:
    agent.write(line + b"\n")
    answer = agent.answer(name)
    assert answer["error"]["code"] == code


SILENT = {
    "an empty line": b"",
    "spaces": b"  \t ",
    "an unknown notification": b'{"jsonrpc":"2.0","method":"window/dance","params":7}',
    "an answer that nobody waits for": b'{"jsonrpc":"2.0","id":99999,"result":{}}',
    "an error that nobody waits for": b'{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}',
    "cancel of an unknown request": b'{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":4242}}',
    "cancel with nonsense": b'{"jsonrpc":"2.0","method":"$/cancel_request","params":[{}]}',
    "cancel of a finished request": b'{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}',
}


@pytest.mark.parametrize("line", SILENT.values(), ids=SILENT)
def test_a_line_that_needs_no_answer_gets_none(agent: AgentProgram, line: bytes) -> None:
    agent.received.clear()
    agent.write(line + b"\n")
    agent.result("session/list", {})
    assert [frame for frame in agent.received if "method" not in frame] == []


@pytest.mark.attack("before initialize")
def test_before_initialize_everything_else_is_refused(tmp_path: Path) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        for method in REQUESTS:
            if method != "initialize":
                assert agent.request(method, {})["error"]["code"] == -32600
        for value in VALUES:
            if not isinstance(value, dict) and value is not None:
                assert agent.request("initialize", value)["error"]["code"] == -32602
            elif value is not None:
                assert agent.request("initialize", {"protocolVersion": value})["error"]["code"] == -32602
        agent.notify("session/cancel", {"sessionId": "none"})
        agent.initialize()
        assert agent.end() == 0
