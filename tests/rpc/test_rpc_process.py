"""A real process on real pipes: floods, slow readers, ends in the middle."""

import subprocess
import sys
import threading

import pytest
from far_side import LIMIT_S, PROGRAM, Process, call, note

MIB = 1 << 20


@pytest.mark.attack("huge line")
def test_a_line_of_200_megabytes_is_refused_and_never_held(process: Process) -> None:
    before = process.ask("peak")
    process.write(b'{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"')
    for _ in range(200):
        process.write(b"x" * MIB)
    process.write(b'"}}\n')
    (refusal,) = process.exchange()
    assert (refusal["id"], refusal["error"]["code"]) == (None, -32600)
    assert process.ask("peak") - before < 64 * MIB
    process.finish()


@pytest.mark.attack("slow reader")
def test_a_reader_that_is_slow_stops_the_work_and_then_gets_everything(process: Process) -> None:
    count, size = 4500, 25_000  # 112 MB of responses, and more requests than may be queued
    before = process.ask("peak")
    requests = b"".join(call(number, "big", {"size": size}) + b"\n" for number in range(count))
    writer = threading.Thread(target=process.write, args=(requests,))
    writer.start()
    try:
        for number in range(count):
            answer = process.receive()
            assert answer["id"] == number
            assert len(answer["result"]) == size
    finally:
        writer.join(LIMIT_S)
    assert process.ask("peak") - before < 48 * MIB
    process.finish()


def test_garbage_without_end_and_nobody_who_reads_does_not_fill_the_memory(process: Process) -> None:
    before = process.ask("peak")
    count = 100_000
    writer = threading.Thread(target=process.write, args=(b"x\n" * count,))
    writer.start()
    try:
        for _ in range(count):
            assert process.receive()["error"]["code"] == -32700
    finally:
        writer.join(LIMIT_S)
    assert process.ask("peak") - before < 48 * MIB
    process.finish()


@pytest.mark.attack("end inside a frame")
def test_input_closed_in_the_middle_of_a_frame_ends_the_program_quietly(process: Process) -> None:
    process.say(call(1, "echo", {"text": "whole"}))
    process.write(call(2, "echo", {"text": "half"})[:-9])
    out, log = process.finish()
    assert out.count(b"\n") == 1
    assert b"whole" in out
    assert log == b""


def test_every_frame_before_the_end_of_input_is_answered() -> None:
    frames = [call(number, "echo", {"text": "x" * 1000}) for number in range(2000)]
    done = subprocess.run(
        [sys.executable, str(PROGRAM)],
        input=b"\n".join(frames),
        capture_output=True,
        timeout=LIMIT_S,
        check=True,
    )
    assert done.stdout.count(b"\n") == 2000, "the last one has no line feed"
    assert done.stderr == b""


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_requests_in_a_regular_file_are_answered_into_a_regular_file(loop: str, tmp_path: object) -> None:
    source, sink = f"{tmp_path}/in", f"{tmp_path}/out"
    with open(source, "wb") as file:
        file.write(b"".join(call(number, "echo", {"text": "x"}) + b"\r\n" for number in range(2000)))
    with open(source, "rb") as stdin, open(sink, "wb") as stdout:
        subprocess.run(
            [sys.executable, str(PROGRAM), loop], stdin=stdin, stdout=stdout, timeout=LIMIT_S, check=True
        )
    with open(sink, "rb") as file:
        assert file.read().count(b"\n") == 2000


def test_a_request_in_progress_does_not_keep_the_program_alive(process: Process) -> None:
    process.say(call(1, "hang"))
    process.exchange()
    out, log = process.finish()
    assert out == b""
    assert log == b""


def test_a_reader_that_has_gone_ends_the_program(process: Process) -> None:
    process.exchange()
    process.stdout.close()  # its input stays open
    process.say(call(1, "echo", {"text": "to nobody"}))
    assert process.process.wait(LIMIT_S) == 0


def test_what_a_handler_prints_is_no_frame(process: Process) -> None:
    assert process.ask("chatter") == "done"
    out, log = process.finish()
    assert out == b""
    for printed in (b"printed by a library", b"written to descriptor 1", b"echoed by a child"):
        assert printed in log


def test_a_traceback_goes_to_the_log_only(process: Process) -> None:
    (answer,) = process.exchange(call(1, "fail"))
    assert "sesame" not in str(answer)
    _, log = process.finish()
    assert b"RuntimeError: the password is sesame" in log


def test_notifications_in_one_write_are_handled_in_order(process: Process) -> None:
    process.say(*(note("note", {"text": str(number)}) for number in range(5000)))
    assert process.ask("notes") == [str(number) for number in range(5000)]
    process.finish()
