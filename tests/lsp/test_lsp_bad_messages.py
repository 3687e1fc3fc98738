"""Junk: malformed frames, malformed messages, documents and positions that do not exist. The server answers on."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lsp_program import Program, span

from understudy.wire import OVERSIZED_FRAME
from understudy.wire.header_splitter import HeaderSplitter

HUGE = 1 << 40


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Type: x\r\n\r\n{}",
        frame(b"not JSON"),
        frame(b"[]"),
        frame(b"\xff\xfe"),
        b"x" * 20_000,
        b"\r\n\r\n\r\n\r\n",
        b"Content-Length: %d\r\n\r\n" % 0,
    ],
)
def test_a_server_answers_after_junk(program: Program, project: Path, junk: bytes) -> None:
    program.write(junk)
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["edits"]


def test_a_text_whose_change_was_unreadable_is_not_edited(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    body = {
        "jsonrpc": "2.0",
        "method": "textDocument/didChange",
        "params": {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": "\ud83d"}]},
    }
    program.write(frame(json.dumps(body).encode()))
    assert program.inline_edit(uri, 0, 8)["reason"] == "untrusted"
    program.tell(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": "x"}, "contentChanges": []}
    )
    assert program.inline_edit(uri, 0, 8)["reason"] == "untrusted"


def test_a_change_of_a_document_that_is_not_open_is_logged(program: Program, project: Path) -> None:
    program.initialize(project)
    document = {"uri": (project / "users.py").as_uri(), "version": 2}
    change = {"range": span(0, 0, 0, 1), "text": "x"}
    program.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    assert "not open" in program.wait_for("window/logMessage")["message"]


@pytest.mark.parametrize(
    "change",
    [
        {"range": span(90, 0, 90, 1), "text": "x"},
        {"range": span(1, 0, 0, 0), "text": "x"},
        {"range": span(0, 90, 0, 99), "text": "x"},
    ],
)
def test_a_change_outside_the_text_makes_it_unknown_until_it_is_opened_again(
    program: Program, project: Path, change: Any
) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    document = {"uri": uri, "version": 2}
    program.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    asked = {**program.asked(uri, 0, 0), "textDocument": document}
    assert program.request("textDocument/copilotInlineEdit", asked)["reason"] == "untrusted"
    program.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["edits"]


def test_positions_outside_the_text_are_answered_without_an_edit(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 9_999, 0)["reason"] == "outside"
    assert program.request("textDocument/inlineCompletion", program.asked(uri, 9_999, 9))["items"] == []
    assert program.inline_edit(uri, 0, 9_999)["edits"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"textDocument": {}},
        {"textDocument": {"uri": 3}, "position": {"line": 0, "character": 0}},
        {"textDocument": {"uri": "file:///x"}, "position": {"line": -1, "character": 0}},
        {"textDocument": {"uri": "file:///x"}, "position": {"line": HUGE, "character": 0}},
        [],
        "text",
    ],
)
def test_wrong_params_are_an_error_that_names_the_field(program: Program, project: Path, params: Any) -> None:
    program.initialize(project)
    for method in ("textDocument/copilotInlineEdit", "textDocument/inlineCompletion"):
        assert program.fail(method, params)["code"] == -32602


def test_an_unknown_request_is_an_error_and_an_unknown_notification_nothing(program: Program) -> None:
    program.initialize()
    program.tell("$/setTrace", {"value": "off"})
    program.tell("textDocument/willSave", {})
    assert program.fail("textDocument/hover", {})["code"] == -32601


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
METHODS = st.sampled_from(
    [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "textDocument/didFocus",
        "textDocument/didShowInlineEdit",
        "workspace/didChangeConfiguration",
        "workspace/didChangeWorkspaceFolders",
        "$/cancelRequest",
        "initialized",
    ]
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(st.tuples(METHODS, JSON), max_size=20))
def test_no_notification_ends_the_server(server: Program, messages: list[tuple[str, Any]]) -> None:
    for method, params in messages:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
        server.write(frame(body))
    assert server.fail("textDocument/hover", {})["code"] == -32601


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Program(tmp_path_factory.mktemp("home")) as program:
        program.initialize()
        yield program


# The framing alone


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.integers(1, 50))
def test_frames_arrive_whole_however_they_are_cut(bodies: list[bytes], size: int) -> None:
    data = b"".join(map(frame, bodies))
    splitter = HeaderSplitter()
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert [one for piece in pieces for one in splitter.feed(piece)] == bodies
    assert splitter.finish() == []


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"content-length:2\r\n\r\n",
        b"X: y\r\nCONTENT-LENGTH: 2 \r\n\r\n",
        b"Content-Length: 2\n\n",
    ],
)
def test_headers_of_every_spelling_are_read(header: bytes) -> None:
    assert HeaderSplitter().feed(header + b"{}") == [b"{}"]


def test_a_frame_that_is_too_long_is_skipped() -> None:
    splitter = HeaderSplitter(max_frame_bytes=10)
    found = splitter.feed(frame(b"x" * 11) + frame(b"y" * 10))
    assert found[0] is OVERSIZED_FRAME
    assert found[1:] == [b"y" * 10]


def test_a_malformed_header_is_reported_once_and_the_next_frame_is_read() -> None:
    splitter = HeaderSplitter()
    found = splitter.feed(b"junk\r\n\r\nmore junk\r\n\r\n" + frame(b"{}"))
    assert found == [b"malformed header: junk", b"{}"]


def test_an_endless_header_is_given_up() -> None:
    splitter = HeaderSplitter()
    found = [one for _ in range(300) for one in splitter.feed(b"x" * 1000)]
    assert len(found) == 1
    assert splitter.feed(b"\r\n" + frame(b"{}")) == [b"{}"]


@given(st.lists(st.binary(max_size=60), max_size=10))
def test_no_input_makes_the_splitter_raise(pieces: list[bytes]) -> None:
    splitter = HeaderSplitter()
    for piece in pieces:
        splitter.feed(piece)


@pytest.mark.parametrize("value", [{}, [], [1], None, 7, "maybe"])
def test_a_setting_of_a_wrong_type_is_left_as_it_was_without_a_failure(
    program: Program, project: Path, value: Any
) -> None:
    """A finding of the fuzzer: an object was looked up in a table."""
    program.initialize(project)
    program.send(
        {
            "method": "workspace/didChangeConfiguration",
            "params": {"settings": {"understudy": {"enabled": value}}},
        }
    )
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["edits"]
    assert "Traceback" not in program.errors.read_text()


def test_a_storm_of_cancelled_requests_is_answered_one_by_one_and_leaves_nothing_behind(
    program: Program, project: Path
) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    program.change(uri, (0, 4, 7, "find"))
    frames, names = b"", list(range(1000, 1200))
    for name in names:
        method = "textDocument/inlineCompletion" if name % 2 else "textDocument/copilotInlineEdit"
        asked = {"jsonrpc": "2.0", "id": name, "method": method, "params": program.asked(uri, name % 8, 0)}
        cancelled = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": name}}
        frames += frame(json.dumps(asked).encode()) + frame(json.dumps(cancelled).encode())
    program.write(frames)  # at once, so that requests are cancelled before their first step
    answers = [program.finish(name) for name in names]
    assert {answer["error"]["code"] for answer in answers if "error" in answer} <= {-32800, -32050}
    for junk in ({"id": 10**6}, {"id": None}, {"id": {}}, {}, None):
        program.tell("$/cancelRequest", junk)
    assert program.inline_edit(uri, 0, 8)["edits"]
    assert program.errors.read_text() == ""


@pytest.mark.parametrize(
    "uri",
    ["untitled:Untitled-1", "", "file://", "https://example.org/a.py", "file:///a%00b", "\0", "x" * 5000],
)
def test_a_document_of_any_uri_gets_next_edits(program: Program, project: Path, uri: str) -> None:
    program.initialize(project)
    text = (project / "users.py").read_text()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    program.tell("textDocument/didOpen", {"textDocument": document})
    changes = [{"range": span(0, 4, 0, 7), "text": "find"}]
    program.tell(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes}
    )
    asked = {"textDocument": {"uri": uri, "version": 2}, "position": {"line": 0, "character": 8}}
    (edit,) = program.request("textDocument/copilotInlineEdit", asked)["edits"]
    assert (edit["text"], edit["textDocument"]) == ("find_user", {"uri": uri, "version": 2})
    far = {**asked, "position": {"line": HUGE >> 20, "character": 8}, "context": {"triggerKind": 1}}
    assert program.request("textDocument/inlineCompletion", far) == {"items": []}
    assert program.errors.read_text() == ""


def test_folders_that_do_not_exist_or_are_no_files_are_no_harm(program: Program, project: Path) -> None:
    program.initialize(project)
    uri = program.open(project / "users.py")
    strange = ("untitled:a", "", "file://host/share", "%%%", "file:///proc/self/fd", "file:///no/such/folder")
    many = [f"file:///no/such/folder/{number}" for number in range(1000)]
    for added, removed in ((strange, ("file:///never",)), (many, strange), ((project.as_uri(),) * 3, many)):
        event = {
            kind: [{"uri": one} for one in uris] for kind, uris in (("added", added), ("removed", removed))
        }
        program.tell("workspace/didChangeWorkspaceFolders", {"event": event})
    program.change(uri, (0, 4, 7, "find"))
    assert program.inline_edit(uri, 0, 8)["edits"]


def test_two_windows_on_one_folder_do_not_disturb_each_other(home: Path, project: Path) -> None:
    with Program(home) as first, Program(home) as second:
        for window in (first, second):
            window.initialize(project)
            uri = window.open(project / "users.py")
            window.change(uri, (0, 4, 7, "find"))
        uri = (project / "users.py").as_uri()
        for window in (first, second):
            (edit,) = window.inline_edit(uri, 0, 8)["edits"]
            window.command("understudy.reject", *edit["command"]["arguments"])
            again = window.inline_edit(uri, 0, 8)["edits"]
            assert all(one["range"] != edit["range"] for one in again)
        for window in (first, second):
            window.request("shutdown")
            window.tell("exit")
        assert [window.process.wait(240) for window in (first, second)] == [0, 0]
        assert first.errors.read_text() == ""
