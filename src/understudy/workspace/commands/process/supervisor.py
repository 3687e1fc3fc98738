"""The small process between us and a command where no process namespace holds it together.

Started as `python -I -S supervisor.py FD…`, it imports nothing of ours and little else, so that it is up in
milliseconds. It is the command's subreaper: whatever the command starts, however it detaches itself, stays
its descendant and is ended when the shell ends, when it is told to, or when our own process is gone (its
end of the control pipe closes, also on kill -9). It decides nothing and reads no output.

    argv:    config fd, control fd, status fd, folder fd
    config:  marshal of {argv, environment, limits, oom, nice, landlock: None | {handled, scoped, rules}};
             a rule is (path or inherited descriptor, rights)
    status:  one line, `exit N`, `signal N` or `error STAGE ERRNO`, written when no descendant is left; then
             it exits as the command did, for whoever looks at that alone
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
    # The real import would double the time that this file needs to start.
    from typing import Any

LINUX = sys.platform == "linux"
SIGKILL, SIGPIPE, SIGXFSZ, SIGSTOP = 9, 13, 25, 19 if LINUX else 17
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
CREATE_RULESET, ADD_RULE, RESTRICT_SELF, PATH_BENEATH = 444, 445, 446, 1
# What a superuser's build or package manager uses on its own files; nothing that reaches the kernel.
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
    """Give up, for this process and all it will start, what the rules do not grant."""
    attributes = Ruleset(landlock["handled"], 0, landlock["scoped"])
    # Old kernels know a shorter structure and refuse a longer one unless the rest is zero, which it is.
    size = ctypes.sizeof(attributes) if landlock["scoped"] else 8
    ruleset = check_syscall(libc.syscall(CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0))
    for place, rights in landlock["rules"]:
        try:
            parent = place if isinstance(place, int) else open_without_links(place)
        except OSError:
            # Gone since it was listed: nothing is granted then.
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
    """Open a path with no link in any part of it: a listed path may have been swapped since."""
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
    """Offer the command first when memory runs out."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write(str(score))
    except OSError:
        # Only advice; a container may forbid it.
        return


def exec_shell(config: dict[str, Any], folder: int, error_fd: int) -> None:
    """In the child: take on limits and sandbox, then turn into the shell."""
    stage = "session"
    try:
        os.setsid()
        if LINUX:
            prctl(PR_SET_PDEATHSIG, SIGKILL)
        # Python ignores these two, and a shell would hand that on to everything it starts.
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
        stage = "shell"
        os.execve(config["argv"][0], config["argv"], config["environment"])
    except OSError as error:
        os.write(error_fd, b"error %s %d\n" % (stage.encode(), error.errno or 0))
    finally:
        os._exit(127)


def children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                found += [int(word) for word in file.readall().split()]
    except OSError:
        # It ended while we looked; what it had started is our own child now.
        return found
    return found


def stop_descendants(own_pid: int) -> set[int]:
    """Stop every descendant, and say which they are.

    Each is stopped before its children are read, so that it can have no more of them: one visit each is
    enough, and even a fork bomb is overtaken.
    """
    frozen: set[int] = set()
    waiting = children(own_pid)
    while waiting:
        pid = waiting.pop()
        if pid not in frozen:
            send_signal(pid, SIGSTOP)
            frozen.add(pid)
            waiting += children(pid)
        if not waiting:
            # Orphans arrive here.
            waiting = [pid for pid in children(own_pid) if pid not in frozen]
    return frozen


def send_signal(pid: int, signal: int) -> None:
    try:
        os.kill(pid, signal)
    except OSError:
        # It ended by itself, or it is another user's program that we may not end.
        return


def reap() -> dict[int, int] | None:
    """Collect everyone who ended; None when there is no child at all any more."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended or None
        if pid == 0:
            return ended
        ended[pid] = status


def kill_descendants(shell: int) -> int | None:
    """End every descendant; the shell's status if it was still there. Returns when none is left."""
    status = None
    pause = select.poll()
    # Whoever is there after seconds cannot be ended: another user's program, or one stuck in the kernel.
    until = time.monotonic() + 5
    while time.monotonic() < until:
        for pid in stop_descendants(os.getpid()):
            send_signal(pid, SIGKILL)
        if not LINUX:
            # Without a subreaper the session's group is all that can be reached.
            send_signal(-shell, SIGKILL)
        ended = reap()
        if ended is None:
            return status
        status = ended.get(shell, status)
        pause.poll(2)
    return status


def supervise(shell: int, control: int) -> int:
    """Wait for the shell's end or for the word to end it, collecting orphans meanwhile."""
    events = select.poll()
    events.register(control, select.POLLIN)
    try:
        events.register(os.pidfd_open(shell), select.POLLIN)
        tick = 200
    except (AttributeError, OSError):
        tick = 20
    while True:
        told = any(fd == control for fd, _ in events.poll(tick))
        ended = reap() or {}
        if shell in ended:
            kill_descendants(shell)
            return ended[shell]
        if told:
            return kill_descendants(shell) or SIGKILL


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
    shell = os.fork()
    if shell == 0:
        exec_shell(config, folder, error_in)
    os.close(error_in)
    os.close(folder)
    # Against a fork bomb the watcher needs its turn; only a superuser gets it this way, and it may fail.
    libc.setpriority(0, 0, -20)
    # Our own copies would keep the pipes open after the command's last process is gone.
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    code = supervise(shell, control)
    failure = os.read(error_out, 200)
    if failure:
        line, own = failure, 127
    elif os.WIFSIGNALED(code):
        line, own = b"signal %d\n" % os.WTERMSIG(code), 128 + os.WTERMSIG(code)
    else:
        line, own = b"exit %d\n" % os.WEXITSTATUS(code), os.WEXITSTATUS(code)
    os.write(status, line)
    sys.exit(own)


if __name__ == "__main__":
    main()
