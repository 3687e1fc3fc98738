"""Running a command under our own supervisor process, with Landlock or without a sandbox.

This is the near side of the pipes; `supervisor` is the far side.
"""

import marshal
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.isolation import PathOrFd
from understudy.workspace.commands.process import process_tree
from understudy.workspace.commands.process.job import Job, shell_exit_code
from understudy.workspace.errors import ExecutionFailed

__all__ = ["LandlockRules", "SupervisedJob"]

_SUPERVISOR_FILE: Final = str(Path(__file__).with_name("supervisor.py"))
# The interpreter itself may need them; nothing else of our environment is given to the supervisor.
_INTERPRETER_VARIABLES: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")


@dataclass(frozen=True, slots=True)
class LandlockRules:
    """Landlock's rules, ready for the system calls."""

    handled_rights: int
    scope_flags: int
    rules: list[tuple[PathOrFd, int]]


class SupervisedJob(Job):
    sandbox_process_count = 0

    def __init__(
        self,
        command: Command,
        environment: Mapping[str, str],
        landlock_rules: LandlockRules | None,
        *,
        file_size: int,
        oom_score: int,
    ) -> None:
        self._marker = f"UNDERSTUDY_COMMAND={os.urandom(12).hex()}"
        name, _, value = self._marker.partition("=")
        landlock = None
        granted: list[int] = []
        if landlock_rules is not None:
            granted = sorted({place for place, _ in landlock_rules.rules if isinstance(place, int)})
            landlock = {
                "handled": landlock_rules.handled_rights,
                "scoped": landlock_rules.scope_flags,
                "rules": [
                    (place if isinstance(place, int) else os.fsencode(place), rights)
                    for place, rights in landlock_rules.rules
                ],
            }
        config = marshal.dumps(
            {
                "argv": ["/bin/sh", "-c", command.line],
                "environment": {**environment, name: value},
                "limits": {
                    "RLIMIT_CORE": 0,
                    "RLIMIT_FSIZE": file_size,
                    "RLIMIT_NPROC": process_tree.process_rlimit(command.limits.max_processes),
                },
                "oom": oom_score,
                "nice": process_tree.COMMAND_NICENESS,
                "landlock": landlock,
            }
        )
        pipes = [os.pipe() for _ in range(3)]
        (config_out, config_in), (control_out, self._control_fd), (self._status_fd, status_in) = pipes
        theirs = (config_out, control_out, status_in)
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", _SUPERVISOR_FILE, *map(str, (*theirs, command.cwd_fd))],
                stdin=subprocess.DEVNULL if command.stdin is None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(*theirs, command.cwd_fd, *granted),
                env={name: os.environ[name] for name in _INTERPRETER_VARIABLES if name in os.environ},
                start_new_session=True,
                bufsize=0,
            )
        except BaseException:
            for fd in (config_in, self._control_fd, self._status_fd):
                os.close(fd)
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        self._termination_sent = False
        self._status_words: list[str] = []
        super().__init__(process)
        try:
            with open(config_in, "wb") as file:
                file.write(config)
        except BrokenPipeError:
            # The supervisor did not come up; it says why on stderr.
            pass

    def wait_until_ready(self) -> None:
        """The supervisor needs no word from us; what it could not do stands in its status."""

    def exit_code(self) -> int:
        """What the supervisor wrote last; if it wrote nothing, it was killed or never came up."""
        kind, *rest = self._status_words or ["lost"]
        match kind:
            case "exit":
                return int(rest[0])
            case "signal":
                return 128 + int(rest[0])
            case "error":
                raise ExecutionFailed(
                    f"The command could not be started ({rest[0]}: {os.strerror(int(rest[1]))}).", "os_error"
                )
            case _:
                return shell_exit_code(self.process.returncode) or 137

    def _kill(self) -> None:
        if not self._termination_sent:
            self._termination_sent = True
            try:
                os.write(self._control_fd, b"e")
            except OSError:
                # Already gone.
                return

    def _release_resources(self) -> None:
        os.set_blocking(self._status_fd, False)
        try:
            self._status_words = os.read(self._status_fd, 200).decode().split()
        except BlockingIOError:
            self._status_words = []
        if not self._status_words:
            # The top of the tree is lost: killed from outside, or by a command that no sandbox holds.
            process_tree.kill_marked(self._marker.encode())
        os.close(self._control_fd)
        os.close(self._status_fd)
