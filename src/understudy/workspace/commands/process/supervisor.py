"""The supervisor: a small process between us and a program that no process namespace contains.

Started as `python -I -S supervisor.py FD…`. It imports no other module of this project and few of the standard
library, so that it starts within milliseconds. It is the program's subreaper: every process that the program
starts, however it detaches itself, stays its descendant. It kills them all when the program exits, when it is asked
to through the control pipe, or when our own process has ended (the pipe is closed then, also on kill -9). It
decides nothing else and reads no output.

    argv:    config fd, control fd, status fd, folder fd
    config:  marshal of {argv, environment, limits, oom, nice, landlock: None | {handled, scoped, rules},
             seccomp: None | {program, number, brokered, writable}};
             a rule is (path or inherited descriptor, rights)
    status:  one line, `exit N`, `signal N` or `error STAGE ERRNO`, written when no descendant is left; then
             it exits with the program's code, or 128 + the signal
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    # A real import would double the start-up time of this file.
    from typing import Any

LINUX = sys.platform == "linux"
SIGKILL, SIGPIPE, SIGXFSZ, SIGSTOP = 9, 13, 25, 19 if LINUX else 17
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
CREATE_RULESET, ADD_RULE, RESTRICT_SELF, PATH_BENEATH = 444, 445, 446, 1
# What builds and package managers use on their own files as superuser; nothing that affects the kernel.
KEPT_CAPABILITIES = {
    0,
    1,
    3,
    4,
    6,
    7,
    10,
}  # chown, dac_override, fowner, fsetid, setgid, setuid, net_bind_service

libc = ctypes.CDLL(None, use_errno=True)


class Ruleset(ctypes.Structure):
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def check_syscall(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def prctl(option: int, value: int, third: int = 0) -> int:
    return check_syscall(libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(third), 0, 0))


def restrict_self(landlock: dict[str, Any]) -> None:
    """Restrict this process, and all that it will start, to what the Landlock rules grant."""
    attributes = Ruleset(landlock["handled"], 0, landlock["scoped"])
    # Older kernels have a shorter structure, and reject a longer one unless the rest is zero, which it is.
    size = ctypes.sizeof(attributes) if landlock["scoped"] else 8
    ruleset = check_syscall(libc.syscall(CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0))
    for place, rights in landlock["rules"]:
        try:
            parent = place if isinstance(place, int) else open_without_links(place)
        except OSError:
            # Removed since it was listed: grant nothing.
            continue
        beneath = PathBeneath(rights, parent)
        check_syscall(libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(beneath), 0))
        if parent != place:
            os.close(parent)
    drop_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    check_syscall(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def open_without_links(path: bytes) -> int:
    """Open a path without following a link in any part of it: it may have been replaced since it was listed."""
    flags = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
    current = os.open("/", flags)
    parts = [part for part in path.split(b"/") if part]
    for number, part in enumerate(parts, 1):
        try:
            below = os.open(part, flags if number == len(parts) else flags | os.O_DIRECTORY, dir_fd=current)
        finally:
            os.close(current)
        current = below
    return current


def drop_capabilities() -> None:
    if os.geteuid() != 0:
        return
    for capability in range(64):
        if capability not in KEPT_CAPABILITIES and libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)


def set_oom_score(score: int) -> None:
    """Make the kernel kill the command first when memory runs out."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write(str(score))
    except OSError:
        # Not essential; a container may forbid it.
        return


def load_broker() -> Any:
    """The module beside this file that installs filters and answers their waiting calls."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    try:
        return __import__("metadata_broker")
    finally:
        del sys.path[0]


def exec_program(config: dict[str, Any], folder: int, error_fd: int, channel: Any) -> None:
    """In the child: apply limits and sandbox, then execute the program. Does not return."""
    stage = "session"
    try:
        os.setsid()
        if LINUX:
            prctl(PR_SET_PDEATHSIG, SIGKILL)
        # Python ignores these two signals, and the program would inherit that.
        for ignored in (SIGPIPE, SIGXFSZ):
            libc.signal(ignored, None)
        stage = "folder"
        os.fchdir(folder)
        stage = "limits"
        os.nice(config["nice"])
        for name, value in config["limits"].items():
            limit = getattr(resource, name)
            hard = resource.getrlimit(limit)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(limit, (value, value))
        if LINUX:
            set_oom_score(config["oom"])
        stage = "landlock"
        if config["landlock"] is not None:
            restrict_self(config["landlock"])
        stage = "seccomp"
        if config["seccomp"] is not None:
            load_broker().install_filter(config["seccomp"], channel)
        stage = "shell"
        os.execve(config["argv"][0], config["argv"], config["environment"])
    except OSError as error:
        os.write(error_fd, b"error %s %d\n" % (stage.encode(), error.errno or 0))
    finally:
        os._exit(127)


def children(pid: int) -> list[int]:
    pids: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                pids += [int(word) for word in file.readall().split()]
    except OSError:
        # It ended meanwhile; its children are our own children now.
        return pids
    return pids


def stop_descendants(own_pid: int) -> set[int]:
    """Send SIGSTOP to every descendant, and return their pids.

    Each is stopped before its children are read, so that it cannot fork any more: one visit each is enough, even
    for a fork bomb.
    """
    stopped: set[int] = set()
    unvisited = children(own_pid)
    while unvisited:
        pid = unvisited.pop()
        if pid not in stopped:
            send_signal(pid, SIGSTOP)
            stopped.add(pid)
            unvisited += children(pid)
        if not unvisited:
            # Orphans become our children.
            unvisited = [pid for pid in children(own_pid) if pid not in stopped]
    return stopped


def send_signal(pid: int, signal: int) -> None:
    try:
        os.kill(pid, signal)
    except OSError:
        # It has exited, or it belongs to another user and may not be signalled.
        return


def reap() -> dict[int, int] | None:
    """Reap every child that has exited: status by pid; None if there is no child left."""
    statuses: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return statuses or None
        if pid == 0:
            return statuses
        statuses[pid] = status


def kill_descendants(program: int) -> int | None:
    """Kill every descendant, until none is left; return the program's status if it was still running."""
    status = None
    pause = select.poll()
    # A process that is left after 5 s cannot be killed: another user's, or one stuck in the kernel.
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        for pid in stop_descendants(os.getpid()):
            send_signal(pid, SIGKILL)
        if not LINUX:
            # Without a subreaper only the process group can be killed.
            send_signal(-program, SIGKILL)
        statuses = reap()
        if statuses is None:
            return status
        status = statuses.get(program, status)
        pause.poll(2)
    return status


def supervise(program: int, control: int, broker: Any) -> int:
    """Reap orphans and answer waiting calls until the program exits or a kill is requested. Return its status."""
    events = select.poll()
    events.register(control, select.POLLIN)
    if broker is not None:
        events.register(broker.listener, select.POLLIN)
    try:
        events.register(os.pidfd_open(program), select.POLLIN)
        interval_ms = 200
    except (AttributeError, OSError):
        interval_ms = 20
    while True:
        ready = dict(events.poll(interval_ms))
        kill_requested = control in ready
        if broker is not None and broker.listener in ready:
            if ready[broker.listener] & select.POLLIN:
                broker.answer()
                # A command that does nothing else must not delay its end.
                if len(ready) == 1:
                    continue
            else:
                events.unregister(broker.listener)
                broker = None
        statuses = reap() or {}
        if program in statuses:
            kill_descendants(program)
            return statuses[program]
        if kill_requested:
            return kill_descendants(program) or SIGKILL


def main() -> None:
    config_fd, control, status, folder = map(int, sys.argv[1:5])
    for fd in (config_fd, control, status, folder):
        os.set_inheritable(fd, False)
    with open(config_fd, "rb") as file:
        config = marshal.load(file)  # noqa: S302 - written by our own process
    for place, _ in (config["landlock"] or {"rules": ()})["rules"]:
        if isinstance(place, int):
            os.set_inheritable(place, False)
    if LINUX:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    error_out, error_in = os.pipe()
    seccomp = config["seccomp"]
    brokered = bool(seccomp and seccomp["brokered"])
    channels = load_broker().create_channel() if brokered else (None, None)
    program = os.fork()
    if program == 0:
        exec_program(config, folder, error_in, channels[1])
    os.close(error_in)
    os.close(folder)
    # The supervisor needs CPU time against a fork bomb. Only a superuser may do this; failure is ignored.
    libc.setpriority(0, 0, -20)
    # Our own copies would keep the pipes open after the last process of the program has ended.
    devnull = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(devnull, fd)
    wait_status = supervise(program, control, load_broker().start(seccomp, channels) if brokered else None)
    failure = os.read(error_out, 200)
    if failure:
        line, exit_code = failure, 127
    elif os.WIFSIGNALED(wait_status):
        line, exit_code = b"signal %d\n" % os.WTERMSIG(wait_status), 128 + os.WTERMSIG(wait_status)
    else:
        line, exit_code = b"exit %d\n" % os.WEXITSTATUS(wait_status), os.WEXITSTATUS(wait_status)
    os.write(status, line)
    sys.exit(exit_code)


if __name__ == "__main__":
    main()
