"""Runs `understudy` commands in processes that are forked from one that has imported the package.

A new interpreter that imports the commands takes 0.2 to 0.4 s of CPU time, with the library of a model or of MCP
1.3 s, a forked one a tenth. For tests of what a command prints and returns, and of programs that are spoken to. Not
for tests of what a process imports or of its command line: those start a new interpreter. The agent of ours that
such a command starts is forked as well; that of the tests of `understudy chat` is not.
"""

import atexit
import contextlib
import fcntl
import json
import multiprocessing
import os
import runpy
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing import reduction
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import IO, Any, AnyStr, Generic, cast

from understudy.cli import options

__all__ = ["ForkedCommand", "ForkedProgram", "forked_understudy", "run_command"]

LIMIT_S = 240.0
FREE_DESCRIPTOR = 200
"""Above those that a started program is given, of which there are at most `MAX_DESCRIPTORS`."""
MAX_DESCRIPTORS = 16
IMPORTED = (
    "anyio._backends._asyncio",
    "encodings.idna",
    "genai_prices.data",
    "importlib.readers",
    "markdown_it",
    "openai.resources.chat.completions.completions",
    "openai.resources.chat.chat",
    "pydantic_ai.providers.openai",
    "pydantic_ai.providers.openai_compatible",
    "tree_sitter",
    "tree_sitter_python",
    "understudy.acp.agent",
    "understudy.acp.chat_service",
    "understudy.chat.commands.catalogue",
    "understudy.chat.service",
    "understudy.chat.sqlite",
    "understudy.cli.agent_setup",
    "understudy.cli.commands.acp",
    "understudy.cli.commands.chat",
    "understudy.cli.commands.installation",
    "understudy.cli.commands.login",
    "understudy.cli.commands.logout",
    "understudy.cli.commands.lsp",
    "understudy.cli.commands.mcp",
    "understudy.cli.commands.nes",
    "understudy.cli.commands.run",
    "understudy.cli.commands.serve",
    "understudy.cli.commands.sessions",
    "understudy.cli.commands.tool",
    "understudy.cli.commands.tour",
    "understudy.cli.commands.web",
    "understudy.cli.main",
    "understudy.cli.nes_actions",
    "understudy.cli.nes_setup",
    "understudy.cli.nes_stories",
    "understudy.client",
    "understudy.client.sandbox.launches",
    "understudy.client.sandbox.policy",
    "understudy.languages.c",
    "understudy.languages.go",
    "understudy.languages.java",
    "understudy.languages.javascript",
    "understudy.languages.plain",
    "understudy.languages.python",
    "understudy.languages.ruby",
    "understudy.languages.rust",
    "understudy.lsp.drawn_edits",
    "understudy.lsp.edit_encoding",
    "understudy.lsp.next_edits",
    "understudy.lsp.server",
    "understudy.mcp.server",
    "understudy.mcp.stdio",
    "understudy.mcp.stdio_server",
    "understudy.mcp.streamable_http",
    "understudy.mcp_servers.http_transport",
    "understudy.mcp_servers.managed_server",
    "understudy.mcp_servers.stdio_transport",
    "understudy.models.openai_client",
    "understudy.models.provider_model",
    "understudy.nes.bindings.python.rules",
    "understudy.nes.completion.engine",
    "understudy.nes.index.background.disk_store",
    "understudy.nes.index.background.disk_watch",
    "understudy.nes.index.background.name_search",
    "understudy.nes.service",
    "understudy.nes.symbolic.engine",
    "understudy.serve.server",
    "understudy.tools",
    "understudy.tools.file_restore",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
)


class ForkedCommand:
    """A command with pipes as its stdin and stdout; used like `subprocess.Popen`."""

    def __init__(self, *words: str, env: Mapping[str, str], cwd: Path, errors: Path) -> None:
        to_read, self_write = os.pipe()
        self_read, to_write = os.pipe()
        with errors.open("wb") as stderr:
            streams = (_Descriptor(to_read), _Descriptor(to_write), _Descriptor(stderr.fileno()))
            arguments = (words, dict(env), str(cwd), streams, forked_understudy())
            self._process = _context().Process(target=_run, args=arguments, daemon=True)
            self._process.start()
        os.close(to_read)
        os.close(to_write)
        self.stdin: IO[bytes] = open(self_write, "wb")  # noqa: SIM115 - as in subprocess.Popen
        self.stdout: IO[bytes] = open(self_read, "rb")  # noqa: SIM115

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("understudy", timeout or 0.0)
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()


class ForkedProgram(Generic[AnyStr]):
    """A script, or `understudy` if there is none, with the streams of `subprocess.Popen`; used like it."""

    def __init__(
        self,
        *words: str,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        script: Path | None = None,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        text: bool = False,
        forks_agent: bool = True,
        at_terminal: bool = False,
    ) -> None:
        """`forks_agent`: the agent of ours that the program starts is forked, by way of a launcher.

        `at_terminal`: `stdin` is a terminal, which controls the program in a session of its own.
        """
        self.args = ["understudy" if script is None else str(script), *words]
        self._ours: list[int] = []
        given = [self._stream(stdin, 0), self._stream(stdout, 1), self._stream(stderr, 1)]
        arguments = (
            words,
            dict(os.environ if env is None else env),
            str(cwd or Path.cwd()),
            [_Descriptor(number) for number in given],
            forked_understudy() if forks_agent else None,
            None if script is None else str(script),
            at_terminal,
        )
        self._process = _context().Process(target=_run, args=arguments, daemon=True)
        self._process.start()
        for number, asked in zip(given, (stdin, stdout, stderr), strict=True):
            if asked < 0:
                os.close(number)
        pipes = iter(self._ours)

        def opened(asked: int, mode: str) -> IO[AnyStr] | None:
            if asked != subprocess.PIPE:
                return None
            if text:
                return cast(IO[AnyStr], open(next(pipes), mode, encoding="utf-8"))
            return cast(IO[AnyStr], open(next(pipes), mode + "b", -1 if mode == "r" else 0))

        self.stdin = opened(stdin, "w")
        self.stdout = opened(stdout, "r")
        self.stderr = opened(stderr, "r")

    def _stream(self, asked: int, end: int) -> int:
        """Return the descriptor that the program gets; of a pipe, `end` is the program's."""
        if asked == subprocess.PIPE:
            pipe = os.pipe()
            self._ours.append(pipe[1 - end])
            return pipe[end]
        if asked == subprocess.DEVNULL:
            return os.open(os.devnull, os.O_RDWR)
        return asked

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("understudy", timeout or 0.0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[AnyStr, AnyStr]:
        """Return what is left of the output and of the standard error, when the program has ended."""
        assert self.stdout is not None
        assert self.stderr is not None
        with ThreadPoolExecutor(2) as threads, self.stdout, self.stderr:
            output, errors = threads.submit(self.stdout.read), threads.submit(self.stderr.read)
            self.wait(timeout)
            return output.result(timeout), errors.result(timeout)


class _Descriptor:
    """A descriptor that is sent with the arguments of a process; there it is its number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _detach, (reduction.DupFd(self._number),)


def _detach(sent: Any) -> int:
    return sent.detach()


def run_command(
    *words: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdin: str | None = None,
    script: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `understudy`, or a script, with these words, as `subprocess.run` does, and capture its output."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        given.write((stdin or "").encode())
        given.seek(0)
        streams = tuple(_Descriptor(file.fileno()) for file in (given, output, errors))
        environ = dict(os.environ if env is None else env)
        started = None if script is None else str(script)
        arguments = (words, environ, str(cwd or Path.cwd()), streams, forked_understudy(), started)
        process = _context().Process(target=_run, args=arguments, daemon=True)
        process.start()
        process.join(LIMIT_S)
        name = "understudy" if script is None else script.name
        assert process.exitcode is not None, f"{name} {' '.join(words)} did not end in {LIMIT_S} s"
        status = process.exitcode
        process.close()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(
            [name, *words], status, output.read().decode(), errors.read().decode()
        )


@cache
def forked_understudy() -> tuple[str, ...]:
    """Return the first words of a command that runs `understudy`, for code under test that starts a command.

    The program is forked, and what is started is a launcher, which ends as the program does and hands it the
    descriptors that it was given. Not for tests of the started process itself: of its command line, its memory, its
    sandbox or its group.
    """
    folder = Path(tempfile.mkdtemp(prefix="forked-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    address = str(folder / "socket")
    listener = socket.socket(socket.AF_UNIX)
    with listener:
        listener.bind(address)
        listener.listen(64)
        server = _context().Process(target=_serve, args=(_Descriptor(listener.fileno()),), daemon=True)
        server.start()
    return sys.executable, "-I", "-S", str(Path(__file__).with_name("forked_launcher.py")), address


def _serve(number: int) -> None:
    """Fork a process for every launcher, which forks the program, and waits for it and for the launcher."""
    listener = socket.socket(fileno=number)
    supervisors: set[int] = set()
    while True:
        connection, _ = listener.accept()
        pid = os.fork()
        if pid == 0:
            try:
                listener.close()
                _supervise(connection)
            finally:
                os._exit(1)
        connection.close()
        supervisors.add(pid)
        supervisors -= {one for one in supervisors if os.waitpid(one, os.WNOHANG)[0]}


def _supervise(launcher: socket.socket) -> None:
    header, received, _, _ = socket.recv_fds(launcher, 4, MAX_DESCRIPTORS)
    (left,) = struct.unpack("!I", header)
    with launcher.makefile("rb") as reader:
        request = json.loads(reader.read(left))
    program = os.fork()
    if program == 0:
        launcher.close()
        os.setsid()
        moved = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, FREE_DESCRIPTOR) for one in received]
        for one in received:
            os.close(one)
        for one, number in zip(moved[3:], request["descriptors"], strict=True):
            os.dup2(one, number)
            os.close(one)
        _run_to_end(request["words"], request["environ"], request["cwd"], moved[:3])
    for one in received:
        os.close(one)
    with contextlib.suppress(OSError):  # it may have been killed already
        launcher.sendall(struct.pack("!i", program))

    def report() -> None:
        status = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
        try:
            launcher.sendall(struct.pack("!i", status))
        finally:
            os._exit(0)

    threading.Thread(target=report, daemon=True).start()
    with contextlib.suppress(OSError):
        launcher.recv(1)  # it sends nothing more: this is its end
    os.kill(program, signal.SIGKILL)
    signal.pause()  # until the thread has seen the end of the program


def _run_to_end(words: Sequence[str], env: dict[str, str], cwd: str, streams: Sequence[int]) -> None:
    """Run the command and exit as an interpreter does."""
    status = 1
    try:
        _run(words, env, cwd, streams, None)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(IMPORTED))
    return context


def _run(
    words: Sequence[str],
    env: dict[str, str],
    cwd: str,
    streams: Sequence[int],
    agent: Sequence[str] | None,
    script: str | None = None,
    at_terminal: bool = False,
) -> None:
    """In the forked process: take over the streams, the folder and the environment, and end with the command.

    `agent` are the first words of the command that starts an agent of ours.
    """
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for number, given in enumerate(streams):
        os.dup2(given, number)
        os.close(given)
    if at_terminal:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = [script or "understudy", *words]
    if agent is not None:
        options.OWN_AGENT = (*agent, "acp")  # pyright: ignore
    if script is not None:
        runpy.run_path(script, run_name="__main__")
        return
    from understudy.cli.main import main

    sys.exit(main())
