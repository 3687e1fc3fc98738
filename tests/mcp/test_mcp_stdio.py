"""The stdio face as a process: frames only, many calls at once, cancelling, progress and its end."""

import json
import signal
import time
from pathlib import Path

import pytest
from line_client import HELLO, LIMIT_S, LineClient, alive, error_of, wait_for, wait_until_dead

pytestmark = pytest.mark.requirement("WAP-13")

COMMAND = "echo started > up; exec sleep 601.25"


def sleeping() -> list[int]:
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"601.25" in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def running(client: LineClient, root: Path) -> tuple[int, list[int]]:
    """Start a command that would take minutes; its request and the processes that sleep for it."""
    before = set(sleeping())
    request = client.call("executeCommand", command=COMMAND, timeout=600_000)
    wait_for(root / "up")
    until = time.monotonic() + LIMIT_S
    while not (own := [pid for pid in sleeping() if pid not in before]):
        assert time.monotonic() < until
        time.sleep(0.01)
    return request, own


def test_whatever_prints_cannot_touch_a_frame(own_lines: LineClient) -> None:
    assert own_lines.tool("noise")["structuredContent"] == {"done": True}
    assert own_lines.ask("ping")["result"] == {}
    assert own_lines.others == []
    own_lines.end()
    log = own_lines.stderr()
    assert "printed by a library" in log
    assert "written to descriptor 1" in log
    assert "echoed by a child" in log


def test_calls_do_not_wait_for_each_other(lines: LineClient, root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    waiting = [lines.call("wait", path=str(root / f"w{n}")) for n in range(20)]
    for n in range(20):
        wait_for(root / f"w{n}.started")
    assert lines.ask("ping")["result"] == {}
    assert lines.tool("readFile", path="a.txt")["structuredContent"]["content"] == "x\n"
    for request in waiting:
        lines.notify("notifications/cancelled", {"requestId": request})
    for n in range(20):
        wait_for(root / f"w{n}.stopped")
    assert lines.others == []


def test_more_calls_than_the_most_are_refused_and_the_rest_goes_on(own_lines: LineClient, root: Path) -> None:
    requests = [own_lines.call("wait", path=str(root / "w")) for _ in range(300)]
    refused = [own_lines.read() for _ in range(300 - 256)]
    assert {error_of(frame["result"])["code"] for frame in refused} == {"SIZE_LIMIT_EXCEEDED"}
    assert own_lines.ask("ping")["result"] == {}
    for request in requests:
        own_lines.notify("notifications/cancelled", {"requestId": request})
    until = time.monotonic() + LIMIT_S
    while (result := own_lines.tool("getWorkspaceInfo"))["isError"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert result["isError"] is False


def test_requests_that_were_cancelled_by_the_hundred_do_not_stop_the_reading(
    own_lines: LineClient, root: Path
) -> None:
    for _ in range(4):
        requests = [own_lines.call("wait", path=str(root / "w")) for _ in range(200)]
        for request in requests:
            own_lines.notify("notifications/cancelled", {"requestId": request})
        assert own_lines.ask("ping")["result"] == {}


def test_cancelling_ends_a_running_command(lines: LineClient, root: Path) -> None:
    request, sleepers = running(lines, root)
    assert lines.ask("ping")["result"] == {}
    lines.notify("notifications/cancelled", {"requestId": request, "reason": "changed my mind"})
    for pid in sleepers:
        wait_until_dead(pid)
    assert lines.ask("ping")["result"] == {}
    assert all(frame.get("id") != request for frame in lines.others), "a cancelled request has no answer"


def test_cancelling_ends_a_tool_that_checks_its_stop(lines: LineClient, root: Path) -> None:
    request = lines.call("wait", path=str(root / "w"))
    wait_for(root / "w.started")
    lines.notify("notifications/cancelled", {"requestId": str(request)})
    wait_for(root / "w.stopped")
    assert lines.ask("ping")["result"] == {}


def test_cancelling_ends_a_search(lines: LineClient, root: Path) -> None:
    for n in range(400):
        (root / f"{n}.txt").write_text("needle\n" * 2000)
    request = lines.call("searchFiles", paths=["."], query="needle", type="literal", recursive=True)
    lines.notify("notifications/cancelled", {"requestId": request})
    assert lines.ask("ping")["result"] == {}
    found = lines.tool("searchFiles", paths=["."], query="needle", type="literal", recursive=True)
    assert found["isError"] is False, found
    assert all(frame.get("id") != request for frame in lines.others)


@pytest.mark.attack("unknown cancel")
def test_cancelling_what_is_unknown_changes_nothing(lines: LineClient) -> None:
    for params in ({"requestId": 999}, {"requestId": None}, {}, {"requestId": [1]}, {"requestId": True}):
        lines.notify("notifications/cancelled", params)
    lines.notify("notifications/cancelled")
    assert lines.ask("ping")["result"] == {}


def test_closing_stdin_ends_the_process_and_its_commands(own_lines: LineClient, root: Path) -> None:
    _, sleepers = running(own_lines, root)
    assert own_lines.end() == 0
    for pid in sleepers:
        assert not alive(pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_and_its_commands(own_lines: LineClient, root: Path, number: int) -> None:
    _, sleepers = running(own_lines, root)
    own_lines.process.send_signal(number)
    assert own_lines.process.wait(LIMIT_S) == 0
    for pid in sleepers:
        wait_until_dead(pid)
    assert "Traceback" not in own_lines.stderr()


def test_work_that_cannot_be_stopped_does_not_keep_the_process(own_lines: LineClient) -> None:
    own_lines.call("stuck")
    assert own_lines.ask("ping")["result"] == {}
    assert own_lines.end() == 0  # it sleeps for longer than we wait


def test_requests_at_the_end_of_a_pipe_are_still_answered(root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    with LineClient("--root", str(root)) as client:
        client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO})
        client.send(
            {
                "jsonrpc": "2.0",
                "id": 2,
                "method": "tools/call",
                "params": {"name": "readFile", "arguments": {"path": "a.txt"}},
            }
        )
        client.process.stdin.close()  # pyright: ignore[reportOptionalMemberAccess]
        assert client.read()["id"] == 1
        assert client.read()["result"]["structuredContent"]["content"] == "x\n"
        assert client.process.wait(LIMIT_S) == 0


def test_progress_grows_and_is_thinned_out(lines: LineClient) -> None:
    answer = lines.answer(lines.call("progress", {"progressToken": "p1"}))
    assert answer["result"]["isError"] is False
    notes = [frame["params"] for frame in lines.others]
    assert {frame["method"] for frame in lines.others} == {"notifications/progress"}
    assert {note["progressToken"] for note in notes} == {"p1"}
    values = [note["progress"] for note in notes]
    assert values == sorted(set(values))
    assert 2 <= len(notes) <= 8, "700 ms at 100 ms apart"
    assert all("files" in note["message"] for note in notes)


def test_without_a_token_there_is_no_progress(lines: LineClient) -> None:
    lines.tool("progress")
    assert lines.others == []


def test_a_commands_output_is_its_progress(lines: LineClient) -> None:
    command = "for n in 1 2 3 4 5 6; do printf '\\033[1mline %s\\033[0m\\n' $n; sleep 0.15; done"
    answer = lines.answer(lines.call("executeCommand", {"progressToken": 7}, command=command))
    assert answer["result"]["structuredContent"]["exitCode"] == 0
    messages = [frame["params"]["message"] for frame in lines.others]
    assert "line 1" in messages
    assert len(messages) >= 3
    values = [frame["params"]["progress"] for frame in lines.others]
    assert values == sorted(set(values))


def test_the_newest_protocol_is_served_too(root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "lines", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    with LineClient("--root", str(root), "--extra") as client:
        found = client.ask("server/discover", {"_meta": meta})["result"]
        assert "2026-07-28" in found["supportedVersions"]
        result = client.ask("tools/call", {"_meta": meta, "name": "readFile", "arguments": {"path": "a.txt"}})
        assert result["result"]["structuredContent"]["content"] == "x\n"
        assert result["result"]["resultType"] == "complete"
        request = client.call("wait", meta, path=str(root / "w"))
        wait_for(root / "w.started")
        client.notify("notifications/cancelled", {"requestId": request})
        wait_for(root / "w.stopped")
        assert client.end() == 0


@pytest.mark.attack("slow reader")
def test_a_slow_reader_gets_everything_in_order(lines: LineClient, root: Path) -> None:
    text = "0123456789\n" * 90_000
    (root / "big.txt").write_text(text)
    requests = [lines.call("readFile", path="big.txt") for _ in range(8)]
    time.sleep(0.5)
    answers = {frame["id"]: frame for frame in (lines.read() for _ in requests)}
    assert set(answers) == set(requests)
    for frame in answers.values():
        assert frame["result"]["structuredContent"]["content"] == text


def test_the_files_text_is_one_line_on_the_wire(lines: LineClient, root: Path) -> None:
    (root / "a.txt").write_bytes("a\r\nb\u2028c\x0bd\n".encode())
    result = lines.tool("readFile", path="a.txt")
    assert json.loads(json.dumps(result))["structuredContent"]["content"] == "a\r\nb\u2028c\x0bd\n"
