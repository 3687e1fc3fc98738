"""Start a program under the supervisor, and own our ends of the supervisor's pipes.

The supervisor (`supervisor.py`) is a small process between us and a program. It is the reaper of everything that
the program starts, so that even a detached grandchild ends with the program. The kernel closes our end of the
control pipe when this process ends, also by kill -9, and then the supervisor ends the whole tree.

Commands without bubblewrap, agents and MCP servers are all started here. This module waits for nothing and reads
no output: the class that owns a process decides how it is asked to exit, and how long it gets.
"""

import contextlib
import marshal
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from understudy.workspace.commands.isolation.landlock import LandlockRules
from understudy.workspace.commands.isolation.seccomp import SeccompFilter
from understudy.workspace.commands.process import process_tree

__all__ = [
    "SupervisedProgram",
    "SupervisorLaunch",
    "SupervisorPipes",
    "prepare_supervisor",
    "terminate_program",
]

_SUPERVISOR_FILE: Final = str(Path(__file__).with_name("supervisor.py"))
# The interpreter itself may need these; the supervisor gets nothing else of our environment.
_INTERPRETER_VARIABLES: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
_KILL_REQUEST: Final = b"e"
_MAX_STATUS_BYTES: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisedProgram:
    """A program and the limits that the supervisor applies before it executes the program."""

    argv: Sequence[str]
    """The first word is the path of the program."""
    environment: Mapping[str, str]
    cwd: str | int
    """The path of the working folder, or an open descriptor of it, which stays the caller's."""
    rlimits: Mapping[str, int] = field(default_factory=dict[str, int])
    """Values by their names in the `resource` module, for example `RLIMIT_CORE`."""
    oom_score: int = 0
    niceness: int = 0
    landlock: LandlockRules | None = None
    seccomp: SeccompFilter | None = None
    """Needs `landlock`."""
    writable: Sequence[str] = ()
    """The canonical folders in which the program may change the metadata of files, if its filter asks."""
    marker_variable: str | None = None
    """A variable that gets a random value. If the supervisor itself is killed, the processes that carry this value
    in their environment are found and killed; without a variable they are not looked for."""


class SupervisorPipes:
    """Our ends of the control pipe and the status pipe. `close` closes both."""

    def __init__(self, control_fd: int, status_fd: int, marker: str | None) -> None:
        self._control_fd = control_fd
        self.status_fd = status_fd
        """Becomes readable with the status line, which is written when the last process of the tree has ended."""
        self._marker = marker
        self._kill_sent = False
        self._closed = False
        self._status = b""
        os.set_blocking(status_fd, False)

    @property
    def status(self) -> str:
        """What was read of the status line: `exit N`, `signal N`, `error STAGE ERRNO`, or nothing."""
        return self._status.decode("ascii", "replace").strip()

    def read_status(self) -> bool:
        """Read the status without blocking. Return True at its end: the supervisor has exited."""
        try:
            data = os.read(self.status_fd, _MAX_STATUS_BYTES)
        except OSError:
            return False
        self._status = (self._status + data)[:_MAX_STATUS_BYTES]
        return not data

    def kill_tree(self) -> None:
        """Have the supervisor kill every process of the tree. May be called any number of times."""
        if not self._kill_sent and not self._closed:
            self._kill_sent = True
            with contextlib.suppress(OSError):  # the supervisor has exited
                os.write(self._control_fd, _KILL_REQUEST)

    def close(self) -> None:
        """Close both pipes. Without a status the supervisor was killed: then kill the processes with the marker."""
        if self._closed:
            return
        self._closed = True
        try:
            if not self._status:
                self.read_status()
            if not self._status and self._marker is not None:
                process_tree.kill_marked(self._marker.encode())
        finally:
            os.close(self._control_fd)
            os.close(self.status_fd)


@dataclass(frozen=True, slots=True)
class SupervisorLaunch:
    """What starts a supervisor, for `subprocess` or for an event loop. The process must be a session leader."""

    argv: Sequence[str]
    environment: Mapping[str, str]
    pass_fds: Sequence[int]
    pipes: SupervisorPipes

    def spawn(
        self, *, stdin: int = subprocess.PIPE, pass_fds: Sequence[int] = ()
    ) -> "subprocess.Popen[bytes]":
        """Start the supervisor with unbuffered pipes for its output. The program also inherits `pass_fds`."""
        return subprocess.Popen(
            self.argv,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(*self.pass_fds, *pass_fds),
            env=self.environment,
            start_new_session=True,
        )


@contextlib.contextmanager
def prepare_supervisor(program: SupervisedProgram) -> Generator[SupervisorLaunch]:
    """Open what a supervisor inherits, and close our copies of it on exit.

    The caller closes the pipes of the launch, unless the body raises: then they are closed here.
    Raises OSError if the working folder cannot be opened or there are no more descriptors.
    """
    marker = None if program.marker_variable is None else f"{program.marker_variable}={os.urandom(12).hex()}"
    landlock_fds: list[int] = []
    if program.landlock is not None:
        landlock_fds = sorted({place for place, _ in program.landlock.rules if isinstance(place, int)})
    with contextlib.ExitStack() as inherited, contextlib.ExitStack() as on_failure:
        folder_fd = program.cwd
        if isinstance(folder_fd, str):
            folder_fd = os.open(folder_fd, os.O_RDONLY | os.O_DIRECTORY)
            inherited.callback(os.close, folder_fd)
        # A file, because a pipe would block the caller until the supervisor has read a large environment.
        request = inherited.enter_context(_open_request_file())
        marshal.dump(_build_request(program, marker), request)
        request.seek(0)
        control_out, control_in = os.pipe()
        inherited.callback(os.close, control_out)
        on_failure.callback(os.close, control_in)
        status_out, status_in = os.pipe()
        inherited.callback(os.close, status_in)
        on_failure.callback(os.close, status_out)
        fds = (request.fileno(), control_out, status_in, folder_fd)
        yield SupervisorLaunch(
            argv=[sys.executable, "-I", "-S", _SUPERVISOR_FILE, *map(str, fds)],
            environment={name: os.environ[name] for name in _INTERPRETER_VARIABLES if name in os.environ},
            pass_fds=(*fds, *landlock_fds),
            pipes=SupervisorPipes(control_in, status_out, marker),
        )
        on_failure.pop_all()


def terminate_program(supervisor_pid: int) -> None:
    """Send SIGTERM to the program's process group. Does nothing where there is no /proc to look the group up in."""
    for pid in process_tree.children(supervisor_pid):
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGTERM)


def _build_request(program: SupervisedProgram, marker: str | None) -> dict[str, object]:
    """The supervisor's input; `supervisor.py` documents the keys."""
    environment = dict(program.environment)
    if marker is not None:
        name, _, value = marker.partition("=")
        environment[name] = value
    landlock = None
    if program.landlock is not None:
        landlock = {
            "handled": program.landlock.handled_rights,
            "scoped": program.landlock.scope_flags,
            "rules": [
                (place if isinstance(place, int) else os.fsencode(place), rights)
                for place, rights in program.landlock.rules
            ],
        }
    seccomp = None
    if program.seccomp is not None:
        seccomp = {
            "program": program.seccomp.program,
            "number": program.seccomp.install_number,
            "brokered": program.seccomp.brokered,
            "writable": [os.fsencode(path) for path in program.writable],
        }
    return {
        "argv": list(program.argv),
        "environment": environment,
        "limits": dict(program.rlimits),
        "oom": program.oom_score,
        "nice": program.niceness,
        "landlock": landlock,
        "seccomp": seccomp,
    }


def _open_request_file() -> IO[bytes]:
    """An unnamed file in memory, since the environment may hold secrets; on disk where the system has none."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return open(os.memfd_create("understudy-request"), "w+b")
    return tempfile.TemporaryFile()
