"""Lines that are no requests: each gets its error, and the next good line its answer."""

from typing import Any

import pytest
from line_client import HELLO, LineClient

PARSE, INVALID, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602

LINES: list[tuple[bytes, int, Any]] = [
    (b"nonsense", PARSE, None),
    (b"{", PARSE, None),
    (b"\xff\xfe\x00", PARSE, None),
    (b'{"jsonrpc":"2.0","id":77,"method":"ping","params":{"x":"\xff"}}', PARSE, None),
    (b"[]", INVALID, None),
    (b"null", INVALID, None),
    (b"1", INVALID, None),
    (b'"ping"', INVALID, None),
    (b"{}", INVALID, None),
    (b'[{"jsonrpc":"2.0","id":77,"method":"ping"}]', INVALID, None),
    (b'{"jsonrpc":"1.0","id":77,"method":"ping"}', INVALID, 77),
    (b'{"id":77,"method":"ping"}', INVALID, 77),
    (b'{"jsonrpc":"2.0","id":77}', INVALID, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":5}', INVALID, 77),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":77,"method":"ping","params":[1]}', INVALID, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":"ping","params":"x"}', INVALID, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":"' + b"x" * 100_000 + b'"}', INVALID, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":"tools/nothing"}', NO_METHOD, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":"tools/call"}', BAD_PARAMS, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":5}}', BAD_PARAMS, 77),
    (b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":["readFile"]}}', BAD_PARAMS, 77),
    (
        b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"readFile","arguments":[1]}}',
        BAD_PARAMS,
        77,
    ),
    (
        b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"readFile","arguments":"x"}}',
        BAD_PARAMS,
        77,
    ),
    (
        b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"' + b"n" * 500_000 + b'"}}',
        BAD_PARAMS,
        77,
    ),
    (
        b'{"jsonrpc":"2.0","id":77,"method":"ping","params":' + b'{"a":' * 5000 + b"1" + b"}" * 5001,
        INVALID,
        None,
    ),
    (b"[" * 100_000, INVALID, None),
]


@pytest.mark.attack("not JSON", "no object", "odd id")
@pytest.mark.parametrize(("line", "code", "name"), LINES, ids=lambda value: str(value)[:60])
def test_a_line_that_is_no_request_gets_an_error_and_no_more(
    lines: LineClient, line: bytes, code: int, name: Any
) -> None:
    lines.write(line + b"\n")
    frame = lines.read()
    assert frame["error"]["code"] == code
    assert frame["id"] == name
    assert len(str(frame)) < 1000, "a validator's dump"
    assert "Traceback" not in str(frame)
    assert lines.ask("ping")["result"] == {}
    assert lines.others == []


def test_lines_that_need_no_answer_get_none(lines: LineClient) -> None:
    for line in (
        b"",
        b"   \r",
        b'{"jsonrpc":"2.0","id":5,"result":{}}',
        b'{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
        b'{"jsonrpc":"2.0","method":"notifications/unknown"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
    ):
        lines.write(line + b"\n")
    assert lines.ask("ping")["result"] == {}
    assert lines.others == []


@pytest.mark.attack("huge line")
def test_a_line_that_is_too_long_is_refused_without_being_kept(lines: LineClient) -> None:
    chunk = b"x" * (1 << 20)
    for _ in range(33):
        lines.write(chunk)
    lines.write(b"\n")
    assert lines.read()["error"]["code"] == INVALID
    assert lines.ask("ping")["result"] == {}


def test_nonsense_before_the_handshake_does_not_spoil_it(root: Any) -> None:
    with LineClient("--root", str(root)) as client:
        client.write(b"hello?\n[]\n")
        assert [client.read()["error"]["code"] for _ in range(2)] == [PARSE, INVALID]
        assert client.ask("initialize", HELLO)["result"]["serverInfo"]["name"] == "understudy"


@pytest.mark.attack("before initialize")
def test_a_call_before_the_handshake_is_refused(root: Any) -> None:
    with LineClient("--root", str(root)) as client:
        assert client.answer(client.call("getWorkspaceInfo"))["error"]["code"] == BAD_PARAMS
        assert client.ask("initialize", HELLO)["result"]["serverInfo"]["name"] == "understudy"
        assert client.tool("getWorkspaceInfo")["isError"] is False


def test_an_id_may_be_used_twice_and_may_be_a_string(lines: LineClient) -> None:
    for _ in range(2):
        lines.send({"jsonrpc": "2.0", "id": "seven", "method": "ping"})
    assert [lines.read()["id"] for _ in range(2)] == ["seven", "seven"]


def test_the_process_ends_quietly_when_nothing_was_said(root: Any) -> None:
    with LineClient("--root", str(root)) as client:
        assert client.end() == 0
        assert client.stderr() == ""
