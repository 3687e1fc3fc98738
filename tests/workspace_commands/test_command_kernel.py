"""What a command cannot ask of the kernel: metadata outside the roots, shared memory, key rings, debugging."""

import ctypes
import os
import secrets
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import ORDINARY_USER, CommandHarness

from understudy.workspace.commands import Sandbox, SandboxMode, choose_sandbox, sandbox_selection
from understudy.workspace.commands.isolation.sandbox import SandboxAccess, was_denied
from understudy.workspace.errors import ExecutionFailed

pytestmark = pytest.mark.requirement("WAP-07")

CALLS = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
column = {"x86_64": 0, "aarch64": 1}[platform.machine()]
def call(name, numbers, *args):
    result = libc.syscall(ctypes.c_long(numbers[column]), *args)
    print(name, "done" if result >= 0 else os.strerror(ctypes.get_errno()))
"""


@pytest.fixture
def outside() -> Iterator[Path]:
    """A file outside the roots that belongs to the user who runs the command."""
    folder = Path("/var/tmp") / f"understudy-{secrets.token_hex(8)}"
    folder.mkdir()
    file = folder / "file"
    file.write_text("x")
    file.chmod(0o640)
    yield file
    subprocess.run(["rm", "-rf", str(folder)], check=True)


def run_script(
    harness: CommandHarness, sandbox: Sandbox, script: str, *arguments: object, **changes: object
) -> str:
    (harness.root / "script.py").write_text(script)
    line = " ".join(["python3 script.py", *map(str, arguments)])
    return harness.run(line, sandbox, **changes).stdout


METADATA = """
import ctypes, os, sys
path = sys.argv[1]
libc = ctypes.CDLL(None, use_errno=True)
folder = os.open(os.path.dirname(path), os.O_PATH)
try:
    fd = os.open(path, os.O_RDONLY)
except OSError:
    fd = os.open(path, os.O_PATH) if os.path.exists(path) else -1
name = os.path.basename(path)
os.symlink(path, "link")
attempts = {
    "chmod": lambda: os.chmod(path, 0o4777),
    "chmod through a link": lambda: os.chmod("link", 0o777),
    "fchmod": lambda: os.fchmod(fd, 0o777),
    "chmod at": lambda: os.chmod(name, 0o777, dir_fd=folder),
    "chmod of /proc/self/fd": lambda: os.chmod(f"/proc/self/fd/{fd}", 0o777),
    "chown": lambda: os.chown(path, os.getuid(), os.getgid()),
    "chown at": lambda: os.chown(name, os.getuid(), os.getgid(), dir_fd=folder),
    "lchown": lambda: os.lchown(path, os.getuid(), os.getgid()),
    "fchown": lambda: os.fchown(fd, os.getuid(), os.getgid()),
    "utime": lambda: os.utime(path, (1, 1)),
    "futime": lambda: os.utime(fd, (1, 1)),
    "utime at": lambda: os.utime(name, (1, 1), dir_fd=folder, follow_symlinks=False),
    "setxattr": lambda: os.setxattr(path, "user.x", b"1"),
    "fsetxattr": lambda: os.setxattr(fd, "user.x", b"1"),
    "lsetxattr": lambda: os.setxattr(path, "user.x", b"1", follow_symlinks=False),
}
for name_of_attempt, attempt in attempts.items():
    try:
        attempt()
        print(name_of_attempt, "done")
    except OSError:
        pass
"""


@pytest.mark.attack(61)
def test_metadata_outside_the_roots_cannot_be_changed(
    any_user: CommandHarness, real_sandbox: Sandbox, outside: Path
) -> None:
    if type(any_user) is not CommandHarness:
        for path in (outside, outside.parent):
            os.chown(path, ORDINARY_USER, ORDINARY_USER)
    before = outside.stat()
    readable = (str(outside.parent),)
    assert run_script(any_user, real_sandbox, METADATA, outside, readable=readable) == ""
    after = outside.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert (after.st_mtime_ns, after.st_ctime_ns) == (before.st_mtime_ns, before.st_ctime_ns)
    assert os.listxattr(outside) == []


@pytest.mark.attack(61)
def test_metadata_inside_the_roots_and_the_temporary_folder_can_be_changed(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    script = """
import os, tempfile
for folder in (os.getcwd(), tempfile.gettempdir()):
    path = os.path.join(folder, "it")
    open(path, "w").close()
    fd = os.open(path, os.O_RDONLY)
    os.symlink("it", os.path.join(folder, "link"))
    at = os.open(folder, os.O_PATH)
    os.chmod(path, 0o600); assert os.stat(path).st_mode & 0o777 == 0o600
    os.fchmod(fd, 0o640); assert os.stat(path).st_mode & 0o777 == 0o640
    os.chmod("it", 0o644, dir_fd=at); assert os.stat(path).st_mode & 0o777 == 0o644
    os.chmod(os.path.join(folder, "link"), 0o755); assert os.stat(path).st_mode & 0o777 == 0o755
    os.chown(path, os.getuid(), os.getgid())
    os.chown(os.path.join(folder, "link"), os.getuid(), os.getgid(), follow_symlinks=False)
    os.fchown(fd, -1, -1)
    os.utime(path, (10, 20)); assert os.stat(path).st_mtime == 20
    os.utime(fd, ns=(1, 30_000_000_007)); assert os.stat(path).st_mtime_ns == 30_000_000_007
    os.utime(os.path.join(folder, "link"), (5, 6), follow_symlinks=False)
    assert os.lstat(os.path.join(folder, "link")).st_mtime == 6 and os.stat(path).st_mtime != 6
    os.utime(path); assert os.stat(path).st_mtime > 10**9
    try:
        os.setxattr(path, "user.note", b"kept"); assert os.getxattr(path, "user.note") == b"kept"
        os.removexattr(path, "user.note"); assert os.listxattr(path) == []
    except OSError as error:
        assert error.errno == 95, error  # some file systems have none
    for wrong in (lambda: os.chmod(path + "x", 0o600), lambda: os.fchmod(9999, 0o600)):
        try:
            wrong()
        except OSError as error:
            assert error.errno in (2, 9), error
        else:
            raise AssertionError
print("all")
"""
    assert run_script(any_user, real_sandbox, script) == "all\n"


@pytest.mark.attack(61)
def test_a_file_that_is_swapped_during_the_change_is_never_one_outside(
    harness: CommandHarness, landlock: Sandbox, outside: Path
) -> None:
    before = outside.stat()
    script = f"""
import os, threading
os.mkdir("real"); open("real/file", "w").close()
stop = False
def swap():
    while not stop:
        for target in ("real", {str(outside.parent)!r}):
            os.symlink(target, "new"); os.rename("new", "way")
os.symlink("real", "way")
thread = threading.Thread(target=swap); thread.start()
for _ in range(300):
    for change in (lambda: os.chmod("way/file", 0o777), lambda: os.utime("way/file", (1, 1))):
        try:
            change()
        except OSError:
            pass
stop = True
thread.join()
"""
    run_script(harness, landlock, script)
    after = outside.stat()
    assert (stat.S_IMODE(after.st_mode), after.st_mtime_ns) == (0o640, before.st_mtime_ns)


@pytest.mark.attack(61)
def test_a_read_only_workspace_keeps_its_metadata(harness: CommandHarness, real_sandbox: Sandbox) -> None:
    file = harness.root / "file"
    file.write_text("x")
    file.chmod(0o600)
    harness.run("chmod 777 file; touch -d 2001-01-01 file; true", real_sandbox, read_only=True)
    assert (stat.S_IMODE(file.stat().st_mode), file.stat().st_mtime > 10**9) == (0o600, True)


@pytest.mark.attack(62)
def test_shared_memory_of_other_programs_is_out_of_reach(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    key = int.from_bytes(secrets.token_bytes(3), "big") + 1
    segment = libc.shmget(key, 4096, 0o1000 | 0o666)
    assert segment >= 0
    try:
        script = f"""
import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
print(libc.shmget({key}, 0, 0), libc.shmat({segment}, None, 0) in (None, 2**64 - 1))
"""
        assert run_script(any_user, real_sandbox, script) == "-1 True\n"
    finally:
        libc.shmctl(segment, 0, None)


@pytest.mark.attack(62)
def test_other_terminals_of_the_user_get_no_input_and_cannot_be_opened(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    primary, replica = os.openpty()
    name = os.ttyname(replica)
    os.chmod(name, 0o666)
    script = f"""
import fcntl, os
try:
    fd = os.open({name!r}, os.O_RDWR | os.O_NOCTTY)
    os.write(fd, b"written by a command")
except OSError:
    pass
for request in (0x5412, 0x541C):
    try:
        fcntl.ioctl(0, request, b"x")
    except OSError as error:
        print(error.errno)
"""
    try:
        os.set_blocking(primary, False)
        assert run_script(any_user, real_sandbox, script) == "1\n1\n"
        with pytest.raises(BlockingIOError):
            os.read(primary, 100)
    finally:
        os.close(primary)
        os.close(replica)


@pytest.mark.attack(63)
def test_the_kernels_key_rings_are_out_of_reach(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    script = f"""{CALLS}
call("add_key", (248, 217), b"user", b"understudy-test", b"x", ctypes.c_size_t(1), -4)
call("request_key", (249, 218), b"user", b"understudy-test", None, 0)
call("keyctl", (250, 219), 0, -4, 0, 0, 0)
"""
    shown = run_script(any_user, real_sandbox, script).splitlines()
    refused = os.strerror(1)
    assert shown == [f"{name} {refused}" for name in ("add_key", "request_key", "keyctl")]


@pytest.mark.attack(64)
def test_interfaces_of_the_kernel_that_attacks_use_are_refused(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    script = f"""{CALLS}
buffer = ctypes.create_string_buffer(256)
call("io_uring_setup", (425, 425), 4, buffer)
call("bpf", (321, 280), 0, buffer, 128)
call("perf_event_open", (298, 241), buffer, 0, -1, -1, 0)
call("ptrace", (101, 117), 0, 0, 0, 0)
call("process_vm_readv", (310, 270), os.getpid(), None, 0, None, 0, 0)
call("userfaultfd", (323, 282), 1)
call("unshare user", (272, 97), 0x10000000)
call("unshare mount", (272, 97), 0x00020000)
call("clone user", (56, 220), 0x10000000 | 17, 0, 0, 0, 0)
call("clone3", (435, 435), buffer, 64)
call("setns", (308, 268), 0, 0)
call("open_by_handle_at", (304, 265), -100, buffer, 0)
call("a call of the future", (700, 700))
"""
    shown = run_script(any_user, real_sandbox, script).splitlines()
    assert len(shown) == 13
    assert [line for line in shown if line.endswith("done")] == []


@pytest.mark.attack(64)
def test_limits_and_priorities_of_other_processes_are_out_of_reach(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    user = ORDINARY_USER if any_user.root.stat().st_uid == ORDINARY_USER else None
    with subprocess.Popen(["sleep", "1000"], user=user) as other:
        script = f"""
import os, resource
def attempt(work):
    try:
        work()
        print("done")
    except OSError:
        print("refused")
attempt(lambda: resource.prlimit({other.pid}, resource.RLIMIT_NOFILE, (3, 3)))
attempt(lambda: resource.prlimit({other.pid}, resource.RLIMIT_CPU, (0, 0)))
attempt(lambda: os.setpriority(os.PRIO_PROCESS, {other.pid}, 19))
attempt(lambda: os.sched_setscheduler({other.pid}, os.SCHED_IDLE, os.sched_param(0)))
attempt(lambda: os.setpriority(os.PRIO_PROCESS, 0, 19))
attempt(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20)))
"""
        try:
            limits = Path(f"/proc/{other.pid}/limits").read_text()
            assert run_script(any_user, real_sandbox, script).split() == ["refused"] * 4 + ["done"] * 2
            assert Path(f"/proc/{other.pid}/limits").read_text() == limits
            assert other.poll() is None
        finally:
            other.kill()


@pytest.mark.attack(64)
def test_no_way_around_kill_reaches_other_processes(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    """The kernel sends a signal for a descriptor to whomever its owner names; a descriptor may name a process."""
    user = ORDINARY_USER if any_user.root.stat().st_uid == ORDINARY_USER else None
    with subprocess.Popen(["sleep", "1000"], user=user) as other:
        script = f"""
import fcntl, os, signal
F_SETSIG = 10
read, write = os.pipe()
try:
    fcntl.fcntl(read, fcntl.F_SETOWN, {other.pid})
    fcntl.fcntl(read, F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(write, b"x")
except OSError:
    pass
try:
    signal.pidfd_send_signal(os.pidfd_open({other.pid}), signal.SIGKILL)
except OSError:
    print("refused")
"""
        try:
            assert run_script(any_user, real_sandbox, script).split() == ["refused"]
            assert other.poll() is None
        finally:
            other.kill()


@pytest.mark.attack(64)
def test_sockets_of_families_that_no_command_needs_are_refused(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    """Virtual machines, the kernel's ciphers, raw packets, Bluetooth, TIPC, RDS, XDP: none counts as internet."""
    families = (40, 38, 17, 31, 30, 21, 44)
    script = f"""
import socket
for family in {families}:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind)
            print("open", family, kind)
        except OSError:
            pass
print("done")
"""
    assert run_script(any_user, real_sandbox, script).split() == ["done"]


@pytest.mark.attack(63)
def test_the_names_of_keys_are_out_of_sight_in_bubblewrap(
    any_user: CommandHarness, bubblewrap: Sandbox
) -> None:
    assert any_user.run("cat /proc/keys /proc/key-users", bubblewrap).stdout == ""


@pytest.mark.attack(64)
def test_threads_and_processes_still_start(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    script = """
import subprocess, threading
thread = threading.Thread(target=lambda: print("thread", flush=True)); thread.start(); thread.join()
print(subprocess.run(["echo", "process"], capture_output=True, text=True).stdout.strip())
"""
    assert run_script(any_user, real_sandbox, script) == "thread\nprocess\n"


@pytest.mark.attack(72)
@pytest.mark.parametrize(
    "text",
    [
        "cat: /proc/1/root/x: Permission denied",
        "cat: a\\000b: Permission denied",
        "cat: '/etc/\\000': Operation not permitted",
        "cat: ~nobody\\000/x: Permission denied",
        "cat: /root/\\377\\376: Permission denied",
        "x" * 50_000 + ": Permission denied",
        "/" * 3000 + "a: Permission denied",
        "cat: /a/../../../../../../../x: Read-only file system: EROFS EBUSY .git",
        "curl: (6) Could not resolve host: \\000\\033]0;x",
    ],
)
def test_no_text_of_a_command_confuses_the_reading_of_refusals(
    any_user: CommandHarness, real_sandbox: Sandbox, text: str
) -> None:
    line = f"printf '{text}\\n' >&2; exit 7"
    line = line.replace("'/etc/\\000'", '"/etc/\\000"')
    try:
        answer = any_user.run(line, real_sandbox).exit_code
    except ExecutionFailed as error:
        answer = (error.reason, error.details["exitCode"])
    assert answer in (7, ("sandbox_denied", 7), ("network_denied", 7))


@pytest.mark.attack(72)
def test_reading_a_refusal_survives_any_path(harness: CommandHarness, landlock: Sandbox) -> None:
    command, fd = harness.build_command("true")
    os.close(fd)
    access = SandboxAccess(command, "/tmp", [])
    for path in ("a\0b", "/proc/1/root/x", "~\0", "\ud800", "/" + "x" * 5000, "a/" * 4000):
        assert isinstance(was_denied(landlock, access, f"cat: '{path}': Permission denied"), bool)


def test_a_bubblewrap_that_a_command_may_have_written_is_not_run(
    monkeypatch: pytest.MonkeyPatch, harness: CommandHarness
) -> None:
    """PATH may contain a folder of a root, for example that of an environment."""
    planted = harness.root / "bwrap"
    planted.write_text(f"#!/bin/sh\ntouch {harness.root}/owned\n")
    planted.chmod(0o755)
    monkeypatch.setattr(sandbox_selection, "_known", {})
    search = shutil.which
    monkeypatch.setattr(
        "shutil.which", lambda name, path=None: None if path else search(name, path=str(harness.root))
    )
    assert choose_sandbox(SandboxMode.BUBBLEWRAP).problem == "bubblewrap is not installed"
    assert not (harness.root / "owned").exists()


def test_bubblewrap_can_be_required(monkeypatch: pytest.MonkeyPatch, harness: CommandHarness) -> None:
    assert choose_sandbox(SandboxMode.REQUIRE) == choose_sandbox(SandboxMode.BUBBLEWRAP)
    monkeypatch.setattr(sandbox_selection, "_known", {})
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    required = choose_sandbox(SandboxMode.REQUIRE)
    assert (required.name, required.problem) == ("none", "bubblewrap is not installed")
    with pytest.raises(ExecutionFailed) as caught:
        harness.run("true", required)
    assert caught.value.reason == "no_sandbox"
