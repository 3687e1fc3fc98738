"""`understudy zed-endpoint` as a process of its own, over a real socket."""

import json
import os
import socket
import stat
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from forked_command import run_command
from understudy.zed.limits import MAX_REQUEST_BYTES, MAX_STOPS
from zed.zed_program import LIMIT_S, PROMPT, Endpoint
from zed.zed_prompts import PYTHON_RENAME, build

END_MARKER = ">>>>>>> UPDATED"
RENAMED = tuple(line.replace("get_user", "find_user") for line in PYTHON_RENAME.region)


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Generator[Endpoint]:
    started = Endpoint(tmp_path_factory.mktemp("home"), "--port", "0", "--log", "debug")
    try:
        yield started
    finally:
        started.stop()


def test_a_rename_is_answered_with_the_renamed_region(endpoint: Endpoint) -> None:
    status, body = endpoint.complete(stop=[END_MARKER])
    assert status == 200
    assert body["choices"][0]["text"] == "".join(f"{line}\n" for line in RENAMED)
    assert body["object"] == "text_completion"
    assert body["model"] == "understudy"
    assert isinstance(body["id"], str)
    assert isinstance(body["created"], int)
    usage = body["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert min(usage.values()) > 0
    assert "understudy" not in body


def test_without_a_stop_the_reply_has_the_end_marker(endpoint: Endpoint) -> None:
    for fields in ({}, {"stop": None}):
        text = endpoint.complete(**fields).body["choices"][0]["text"]
        assert text == "".join(f"{line}\n" for line in (*RENAMED, END_MARKER))


def test_no_prediction_is_an_empty_text_with_a_reason(endpoint: Endpoint) -> None:
    status, body = endpoint.complete(prompt=build(PYTHON_RENAME, events=()))
    assert status == 200
    assert body["choices"][0]["text"] == ""
    assert body["usage"]["completion_tokens"] == 0
    assert body["understudy"]["reason"]


def test_a_region_is_never_truncated(endpoint: Endpoint) -> None:
    short = endpoint.complete(max_tokens=20).body
    assert short["choices"][0]["text"] == ""
    assert short["understudy"]["reason"] == "max-tokens"
    stopped = endpoint.complete(stop="print").body
    assert stopped["choices"][0]["text"] == ""
    assert stopped["understudy"]["reason"] == "stopped"
    whole = endpoint.complete(stop=f"\n{END_MARKER}").body
    assert whole["choices"][0]["text"] == "\n".join(RENAMED)


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"prompt": "def f():"}, "bad_prompt", '"prompt_format" to "zeta2"'),
        ({"prompt": PROMPT.replace("<|user_cursor|>", "")}, "bad_prompt", "<|user_cursor|> 0 times"),
        ({"prompt": 5}, "bad_request", "$.prompt"),
        ({"stop": ["x"] * (MAX_STOPS + 1)}, "bad_request", "stop"),
        ({"stream": True}, "bad_request", "Streaming"),
    ],
)
def test_a_bad_request_says_what_is_wrong(
    endpoint: Endpoint, fields: dict[str, Any], code: str, message: str
) -> None:
    status, body = endpoint.complete(**fields)
    assert status == 400
    assert body["error"]["code"] == code
    assert message in body["error"]["message"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"prompt": "\\ud800"}'])
def test_junk_is_a_bad_request(endpoint: Endpoint, body: bytes) -> None:
    reply = endpoint.send(body)
    assert reply.status == 400
    assert reply.body["error"]["code"] in ("bad_request", "bad_prompt")


def test_a_request_that_is_too_large_is_rejected(endpoint: Endpoint) -> None:
    padding = b" " * (MAX_REQUEST_BYTES - 2)
    assert endpoint.send(b"{" + padding + b"}").status == 400
    reply = endpoint.send(b"{" + padding + b" }")
    assert reply.status == 413
    assert reply.body["error"]["code"] == "too_large"


def test_only_the_address_with_the_token_answers(endpoint: Endpoint) -> None:
    body = json.dumps({"prompt": PROMPT}).encode()
    path = urlsplit(endpoint.url).path
    assert path.endswith("/v1/completions")
    assert endpoint.send(body, path="/wrong/v1/completions").status == 401
    assert endpoint.send(body, path=path[:2] + path[3:]).status == 401
    assert endpoint.send(body, path="/v1/completions").status == 404
    assert endpoint.send(b"", path=path, method="GET").status == 405
    assert endpoint.send(body, path=path).status == 200


def test_another_host_or_origin_is_rejected(endpoint: Endpoint) -> None:
    body = json.dumps({"prompt": PROMPT}).encode()
    assert endpoint.send(body, headers={"Host": "evil.example"}).status == 421
    assert endpoint.send(body, headers={"Origin": "http://evil.example"}).status == 403
    assert endpoint.send(body, path="/", headers={"Host": "evil.example"}).status == 421


def test_it_listens_on_loopback_and_logs_nothing_of_the_prompt(endpoint: Endpoint) -> None:
    assert endpoint.address[0] == "127.0.0.1"
    endpoint.complete()
    endpoint.complete(prompt="find_user")
    log = endpoint.errors()
    assert "understudy.zed" in log
    assert "get_user" not in log
    assert "find_user" not in log
    assert urlsplit(endpoint.url).path.split("/")[1] not in log


def test_a_client_that_disconnects_ends_nothing_else(endpoint: Endpoint) -> None:
    body = json.dumps({"prompt": PROMPT}).encode()
    path = urlsplit(endpoint.url).path
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{endpoint.address[1]}\r\nContent-Length: {len(body)}\r\n\r\n"
    for sent in (head.encode() + body, head.encode() + body[:100]):
        with socket.create_connection(endpoint.address, LIMIT_S) as connection:
            connection.sendall(sent)
    assert endpoint.complete().status == 200


def test_the_settings_are_zeds_and_the_token_is_kept_until_a_new_one_is_wanted(tmp_path: Path) -> None:
    urls: list[str] = []
    for flags in ((), (), ("--new-token",)):
        started = Endpoint(tmp_path, "--port", "0", *flags)
        try:
            urls.append(urlsplit(started.url).path)
            assert started.settings["provider"] == "open_ai_compatible_api"
            assert started.settings["open_ai_compatible_api"]["prompt_format"] == "zeta2"
        finally:
            assert started.stop() == 0
    assert urls[0] == urls[1] != urls[2]
    stored = tmp_path / "state" / "zed-endpoint-token"
    assert stat.S_IMODE(stored.stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "state").glob(".zed*")] == []


def test_a_port_in_use_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        folders = {"UNDERSTUDY_STATE_DIR": str(tmp_path), "UNDERSTUDY_CONFIG_DIR": str(tmp_path)}
        port = str(taken.getsockname()[1])
        done = run_command("zed-endpoint", "--port", port, env={**os.environ, **folders})
    assert done.returncode == 1
    assert "Choose another port" in done.stderr
    wrong = run_command("zed-endpoint", "--port", "70000")
    assert wrong.returncode == 2
