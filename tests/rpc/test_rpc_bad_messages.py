"""Frames that are no good requests: each gets its error or none, and the next good one its answer."""

from collections.abc import Callable
from typing import Any

import pytest
from far_side import call, note

PARSE, INVALID, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602

Exchange = Callable[..., list[dict[str, Any]]]

REFUSED: list[tuple[bytes, int, Any]] = [
    (b"nonsense", PARSE, None),
    (b"{", PARSE, None),
    (b"\xff\xfe\x00", PARSE, None),
    (b"\0", PARSE, None),
    (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":7,"method":"notes"}', PARSE, None),
    (b'{"jsonrpc":"2.0","id":7,"method":"echo","params":{"text":"\xc3"}}', PARSE, None),
    (b'{"jsonrpc":"2.0","id":7,"method":"ec\xc3"}', PARSE, None),
    (b'{"jsonrpc":"2.0","id":"\xff","method":"notes"}', PARSE, None),
    (b'{"jsonrpc":"2.0","id":7,"method":"notes"} x', PARSE, None),
    (b'{"jsonrpc":"2.0","id":7,"method":"notes","params":{"a":NaN}}', PARSE, None),
    (b"[]", INVALID, None),
    (b"123", INVALID, None),
    (b"null", INVALID, None),
    (b"true", INVALID, None),
    (b'"notes"', INVALID, None),
    (b"{}", INVALID, None),
    (b"[" + call(7, "notes") + b"]", INVALID, None),
    (b'{"jsonrpc":"1.0","id":7,"method":"notes"}', INVALID, 7),
    (b'{"jsonrpc":2.0,"id":7,"method":"notes"}', INVALID, 7),
    (b'{"id":7,"method":"notes"}', INVALID, 7),
    (b'{"jsonrpc":"2.0","id":7}', INVALID, 7),
    (b'{"jsonrpc":"2.0"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":7,"method":5}', INVALID, 7),
    (b'{"jsonrpc":"2.0","id":7,"method":null}', INVALID, 7),
    (b'{"jsonrpc":"2.0","method":["notes"]}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":null,"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":{},"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":[1],"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":true,"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":1e300,"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":9223372036854775808,"method":"notes"}', INVALID, None),
    (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"notes"}', INVALID, None),
    (call("x" * 1025, "notes"), INVALID, None),
    (b'{"jsonrpc":"2.0","id":"\\ud800","method":"notes"}', INVALID, None),
    (call(7, "nothing/there"), NO_METHOD, 7),
    (call(7, ""), NO_METHOD, 7),
    (call(7, "x" * 100_000), NO_METHOD, 7),
    (call(7, "note", {"text": "a notification"}), INVALID, 7),
    (call(7, "$/cancel_request", {"requestId": 1}), INVALID, 7),
    (call(7, "echo", [1]), BAD_PARAMS, 7),
    (call(7, "echo", "text"), BAD_PARAMS, 7),
    (call(7, "echo", 5), BAD_PARAMS, 7),
    (call(7, "echo", True), BAD_PARAMS, 7),
    (call(7, "echo"), BAD_PARAMS, 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"echo","params":null}', BAD_PARAMS, 7),
    (call(7, "echo", {"text": 5}), BAD_PARAMS, 7),
    (call(7, "echo", {"text": "\ud800"}), INVALID, 7),
    (call(7, "ec\ud800"), INVALID, 7),
    (call("abc", "ec\ud800"), INVALID, "abc"),
    (call("abc\ud800", "ec"), INVALID, None),
    (b'{"jsonrpc":"2.0","id":7,"result":"\\ud800"}', INVALID, None),
    (call(7.0, "$/cancel_request", {"requestId": 1}), INVALID, 7),
    (call(7, "echo", {"text": "", "count": 1.5}), BAD_PARAMS, 7),
    (call(7, "echo", {"Text": ""}), BAD_PARAMS, 7),
    (
        b'{"jsonrpc":"2.0","id":7,"method":"echo","params":' + b'{"a":' * 9000 + b"1" + b"}" * 9001,
        INVALID,
        None,
    ),
    (b"[" * 200_000, INVALID, None),
]

PASSED_OVER: list[bytes] = [
    b"",
    b"  \r",
    b'{"jsonrpc":"2.0","id":5,"result":{}}',
    b'{"jsonrpc":"2.0","id":"5","result":null}',
    b'{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
    b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
    b'{"jsonrpc":"2.0","id":{},"error":5}',
    b'{"id":5,"result":{}}',
    note("nobody/knows", {"a": 1}),
    note("echo", {"text": "a request without id"}),
    note("note"),
    note("note", [1]),
    note("note", {"text": None}),
    note("$/cancel_request"),
    note("$/cancel_request", {"requestId": 12345}),
    note("$/cancel_request", {"requestId": None}),
    note("$/cancel_request", {"requestId": {"a": []}}),
    note("$/cancel_request", [1]),
    note("$/unknown"),
]


@pytest.mark.attack("not JSON", "no object", "odd id", "unknown method", "wrong params", "half a character")
@pytest.mark.parametrize(("frame", "code", "name"), REFUSED, ids=lambda value: str(value)[:70])
def test_a_bad_frame_gets_one_error_and_the_next_request_its_answer(
    exchange: Exchange, frame: bytes, code: int, name: Any
) -> None:
    (answer,) = exchange(frame)
    assert set(answer) == {"jsonrpc", "id", "error"}
    assert (answer["error"]["code"], answer["id"]) == (code, name)
    assert len(str(answer)) < 700, "a dump"
    assert "Traceback" not in str(answer)
    assert "msgspec" not in str(answer)


@pytest.mark.attack("no object", "unknown method", "unknown answer", "unknown cancel")
@pytest.mark.parametrize("frame", PASSED_OVER, ids=lambda value: str(value)[:70])
def test_a_frame_that_needs_no_answer_gets_none(exchange: Exchange, frame: bytes) -> None:
    assert exchange(frame) == []


@pytest.mark.parametrize(
    ("params", "field", "message"),
    [
        ({}, "text", "Invalid params: text is missing."),
        ({"text": None}, "text", "Invalid params: text: expected a string, got null."),
        ({"text": "", "count": "1"}, "count", "Invalid params: count: expected an integer, got a string."),
        ({"text": "", "count": -1}, "count", "Invalid params: count: expected an integer >= 0."),
        (
            {"text": "", "additionalDirectories": ["a", None]},
            "additionalDirectories[1]",
            "Invalid params: additionalDirectories[1]: expected a string, got null.",
        ),
        ([], "params", "Invalid params: params: expected an object, got an array."),
    ],
)
def test_bad_params_are_answered_with_the_field_in_words(
    exchange: Exchange, params: object, field: str, message: str
) -> None:
    (answer,) = exchange(call(1, "echo", params))
    assert answer["error"] == {"code": BAD_PARAMS, "message": message, "data": {"field": field}}


def test_an_unknown_method_is_named(exchange: Exchange) -> None:
    (answer,) = exchange(call(1, "nothing/there"))
    assert answer["error"]["message"] == "Method not found: nothing/there"


@pytest.mark.parametrize("name", [0, -1, 2**63 - 1, -(2**63), "", "a", "x" * 1024, "ü", 1.0])
def test_every_good_id_comes_back(exchange: Exchange, name: Any) -> None:
    (answer,) = exchange(call(name, "notes"))
    assert answer["id"] == name


@pytest.mark.parametrize("params", [b"", b',"params":null', b',"params":{}', b',"params": { } '])
def test_params_may_be_absent_null_or_empty(exchange: Exchange, params: bytes) -> None:
    (answer,) = exchange(b'{"jsonrpc":"2.0","id":1,"method":"notes"' + params + b"}")
    assert isinstance(answer["result"], list)


@pytest.mark.attack("names in _meta")
def test_meta_is_one_value_and_overrides_nothing(exchange: Exchange) -> None:
    meta = {"text": "other", "additionalDirectories": ["/"], "count": "nonsense", "id": 9}
    (answer,) = exchange(call(1, "echo", {"text": "real", "_meta": meta}))
    assert answer["id"] == 1
    assert answer["result"]["text"] == "real"
    assert answer["result"]["additionalDirectories"] == []
    assert answer["result"]["count"] == 0


def test_an_exception_is_answered_without_its_text(exchange: Exchange) -> None:
    (answer,) = exchange(call(1, "fail"))
    assert answer["error"]["code"] == -32603
    assert "sesame" not in str(answer)
    assert "RuntimeError" not in str(answer)


def test_a_result_that_cannot_be_written_is_an_internal_error(exchange: Exchange) -> None:
    (answer,) = exchange(call(1, "unwritable"))
    assert (answer["id"], answer["error"]["code"]) == (1, -32603)


@pytest.mark.attack("same id twice")
def test_the_same_id_twice_is_refused_while_the_first_is_in_progress(exchange: Exchange) -> None:
    (refused,) = exchange(call("twice", "hang"), call("twice", "echo", {"text": ""}))
    assert (refused["id"], refused["error"]["code"]) == ("twice", INVALID)
    assert "still in progress" in refused["error"]["message"]


@pytest.mark.attack("unknown cancel")
def test_a_finished_request_cannot_be_cancelled(exchange: Exchange) -> None:
    (answer,) = exchange(call(1, "echo", {"text": "done"}), note("$/cancel_request", {"requestId": 1}))
    assert answer["result"]["text"] == "done"
