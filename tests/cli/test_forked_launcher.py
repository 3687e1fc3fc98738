"""The launcher of forked programs, which tests give to code that starts a command: both end together."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import forked_launcher
from agent_program import LIMIT_S, agent_environ
from forked_command import ForkedProgram, forked_understudy, run_command


@pytest.mark.parametrize("words", [("tool", "--list"), ("no-such-command",)])
def test_output_and_exit_status_are_those_of_the_program(words: tuple[str, ...], tmp_path: Path) -> None:
    environ = agent_environ(tmp_path)
    launched = subprocess.run(
        [*forked_understudy(), *words],
        env=environ,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    forked = run_command(*words, env=environ, cwd=tmp_path)
    assert launched.returncode == forked.returncode
    assert (launched.stdout, launched.stderr) == (forked.stdout, forked.stderr)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_program_and_its_launcher(number: signal.Signals, tmp_path: Path) -> None:
    environ = agent_environ(tmp_path)
    request = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n'
    ended: list[int] = []
    for program in (
        subprocess.Popen(
            [*forked_understudy(), "acp"],
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ),
        ForkedProgram[bytes]("acp", env=environ, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL),
    ):
        assert program.stdin is not None
        assert program.stdout is not None
        with program.stdin, program.stdout:
            program.stdin.write(request)
            program.stdin.flush()
            assert program.stdout.readline()
            program.send_signal(number)
            assert program.stdout.read() == b""
            ended.append(program.wait(LIMIT_S))
    assert ended[0] == ended[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_launcher_knows_the_program_reaches_it(
    number: signal.Signals, tmp_path: Path
) -> None:
    address = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        listener.listen(1)
        listener.settimeout(LIMIT_S)
        script = str(Path(forked_launcher.__file__))
        launcher = subprocess.Popen(
            [sys.executable, "-I", "-S", script, str(address)], stdin=subprocess.DEVNULL
        )
        connection, _ = listener.accept()
    program = subprocess.Popen(["sleep", "1000"])
    try:
        with connection:
            launcher.send_signal(number)
            connection.sendall(struct.pack("!i", program.pid))
            assert program.wait(LIMIT_S) == -number
            connection.sendall(struct.pack("!i", -number))
            assert launcher.wait(LIMIT_S) == -number
    finally:
        for process in (program, launcher):
            process.kill()
            process.wait()


def test_when_the_launcher_is_killed_the_program_ends(tmp_path: Path) -> None:
    launcher = subprocess.Popen(
        [*forked_understudy(), "acp"],
        env=agent_environ(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert launcher.stdin is not None
    assert launcher.stdout is not None
    with launcher.stdin, launcher.stdout:
        launcher.stdin.write(
            b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n'
        )
        launcher.stdin.flush()
        assert launcher.stdout.readline()
        launcher.kill()
        assert launcher.stdout.read() == b""
        assert launcher.wait(LIMIT_S) == -signal.SIGKILL


def test_the_program_ends_if_its_launcher_has_ended_before_it_knows_the_program(tmp_path: Path) -> None:
    request = json.dumps(
        {"words": ["acp"], "environ": agent_environ(tmp_path), "cwd": str(tmp_path), "descriptors": []}
    ).encode()
    program_input, ours = os.pipe()
    output, program_output = os.pipe()
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(forked_understudy()[-1])
        streams = [program_input, program_output, program_output]
        socket.send_fds(server, [struct.pack("!I", len(request))], streams)
        server.sendall(request)
    os.close(program_input)
    os.close(program_output)
    with open(ours, "wb"), open(output, "rb") as written:
        assert written.read() == b""  # until the program has ended, although its input is still open


def test_a_descriptor_that_the_launcher_was_given_is_the_programs(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            number = theirs.fileno()
            program = subprocess.Popen(
                [*forked_understudy(), "acp", "--connections-fd", str(number)],
                env=agent_environ(tmp_path),
                pass_fds=(number,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        connection, other_end = socket.socketpair()
        with connection:
            with other_end:
                socket.send_fds(ours, [b"\0"], [other_end.fileno()])
            connection.settimeout(LIMIT_S)
            assert connection.recv(1)
    assert program.wait(LIMIT_S) == 0
