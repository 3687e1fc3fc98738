"""How commands end: by time limit, cancellation, other limits, and our own end; and that no process is left."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness, eventually, processes_with

from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.process import limit_monitor
from understudy.workspace.errors import ExecutionFailed
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop

DETACHED = {
    "a plain child": "sleep {0} &",
    "a setsid child": "setsid sleep {0} &",
    "a double-forked daemon": "(setsid sh -c '(setsid sleep {0} </dev/null >/dev/null 2>&1 &)' &)",
    "a child that ignores signals": "(trap '' TERM HUP INT; setsid sleep {0}; :) &",
    "a stopped child": "sleep {0} & kill -STOP $!;",
}


@pytest.mark.attack(46)
@pytest.mark.parametrize("start", DETACHED.values(), ids=DETACHED)
def test_at_the_time_limit_the_whole_tree_is_killed(
    harness: CommandHarness, sandbox: Sandbox, marker: str, start: str
) -> None:
    line = f"{start.format(marker)}\necho before; echo problem >&2; sleep {marker}"
    error = harness.run_until_time_limit(line, sandbox, printed="before")
    details = error.details
    assert error.reason == "time_limit"
    assert (details["stdout"], details["stderr"]) == ("before\n", "problem\n")
    assert details["limitMs"] in (1000, 5000, 25000)
    assert details["durationMs"] >= details["limitMs"]


@pytest.mark.attack(46, 51)
@pytest.mark.parametrize("start", DETACHED.values(), ids=DETACHED)
def test_processes_that_the_shell_left_end_with_it(
    harness: CommandHarness, sandbox: Sandbox, marker: str, start: str
) -> None:
    finished = harness.run(f"{start.format(marker)}\necho done; exit 4", sandbox)
    assert (finished.stdout, finished.exit_code) == ("done\n", 4)


@pytest.mark.attack(51)
def test_a_child_that_keeps_stdout_open_does_not_delay_the_result(
    any_user: CommandHarness, sandbox: Sandbox, marker: str
) -> None:
    # A result that waited for the child would come after the time limit, as an error.
    assert any_user.run(f"setsid sleep {marker} & echo done", sandbox, timeout=60).stdout == "done\n"


def test_a_cancelled_command_ends_at_once_with_its_output(
    harness: CommandHarness, sandbox: Sandbox, marker: str
) -> None:
    stop = Stop()

    def listen(_: str, __: str) -> None:
        thread = threading.Thread(target=stop.cancel)
        thread.start()
        thread.join()

    with pytest.raises(ExecutionFailed) as caught:
        harness.run(
            f"setsid sleep {marker} & echo so far; sleep {marker}", sandbox, stop=stop, on_output=listen
        )
    assert caught.value.reason == "cancelled"
    assert caught.value.details["stdout"] == "so far\n"


def test_a_slow_listener_delays_no_limit(harness: CommandHarness, sandbox: Sandbox, marker: str) -> None:
    """The listener returns only when the command's processes have ended: another thread must have ended them."""
    gone: list[bool] = []

    def listen(_: str, __: str) -> None:
        gone.append(eventually(lambda: not processes_with(marker)))

    harness.run_until_time_limit(f"echo x; sleep {marker}", sandbox, printed="x", on_output=listen)
    assert gone[-1] is True


@pytest.mark.attack(46)
def test_a_command_ends_when_our_process_is_killed(
    harness: CommandHarness, sandbox: Sandbox, marker: str, tmp_path: Path
) -> None:
    script = f"""
import os, sys
from understudy.workspace.commands import *
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop
root = {str(harness.root)!r}
command = Command(line="setsid sleep {marker} & sleep {marker} & echo up; wait", cwd=root,
    cwd_fd=os.open(root, 0), roots=(root,), timeout=60, environment={{}}, limits=Limits())
sandbox = choose_sandbox(SandboxMode({sandbox.name!r}))
run(command, sandbox=sandbox, stop=Stop(), on_output=lambda *_: print("up", flush=True))
"""
    # Nothing removes what the killed process leaves in its temporary folder.
    leftover = tmp_path / "leftover"
    leftover.mkdir()
    child = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(leftover)}
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"up\n"
        assert eventually(lambda: len([pid for pid in processes_with(marker) if pid != child.pid]) >= 2)
        child.send_signal(signal.SIGKILL)
    assert eventually(lambda: not processes_with(marker))


@pytest.mark.attack(47)
def test_a_fork_bomb_ends_at_the_process_limit(
    any_user: CommandHarness, sandbox: Sandbox, marker: str
) -> None:
    # Doubles like a fork bomb, but only nine times: if the limit fails, the machine survives the test.
    bomb = f"[ $1 -gt 0 ] || exec sleep {marker}; bomb $(($1 - 1)) & bomb $(($1 - 1))"
    line = f"echo start; bomb() {{ {bomb}; }}; bomb 9"
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run(line, sandbox, limits=Limits(max_processes=60), timeout=120)
    assert caught.value.reason == "process_limit"
    assert caught.value.details["stdout"] == "start\n"


def test_the_allowed_number_of_processes_is_accepted(harness: CommandHarness, sandbox: Sandbox) -> None:
    line = "for i in 1 2 3 4 5 6 7 8; do sleep 0.3 & done; wait; echo ok"
    assert harness.run(line, sandbox, limits=Limits(max_processes=9)).stdout == "ok\n"


@pytest.mark.attack(48)
def test_a_memory_hog_ends_at_the_memory_limit(
    any_user: CommandHarness, sandbox: Sandbox, marker: str
) -> None:
    # The interpreter cannot sleep for as long as the marker says; a hog that ends by itself may not be noticed.
    line = f"echo start; python3 -c 'import time; x = bytearray(300 << 20); time.sleep(10**6)' {marker}"
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run(line, sandbox, limits=Limits(max_memory=150 << 20), timeout=120)
    assert caught.value.reason == "memory_limit"
    assert caught.value.details["stdout"] == "start\n"


def test_memory_that_forks_share_counts_once(harness: CommandHarness, sandbox: Sandbox) -> None:
    code = "import os; x = b'x' * (60 << 20); [os.fork() for _ in range(3)]; import time; time.sleep(0.4)"
    finished = harness.run(f'python3 -c "{code}"', sandbox, limits=Limits(max_memory=250 << 20))
    assert finished.exit_code == 0


@pytest.mark.attack(48)
def test_a_command_that_fills_the_disk_is_ended(
    harness: CommandHarness, sandbox: Sandbox, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = os.statvfs(harness.root)
    floor = state.f_bavail * state.f_frsize - (64 << 20)
    monkeypatch.setattr(limit_monitor, "min_free_disk_bytes", lambda total: floor)
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(f"echo start; head -c 300000000 /dev/zero >big; sleep {marker}", sandbox, timeout=120)
    assert caught.value.reason == "disk_limit"
    assert caught.value.details["stdout"] == "start\n"


@pytest.mark.attack(48)
def test_a_command_that_makes_files_without_end_is_ended(
    harness: CommandHarness, sandbox: Sandbox, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.statvfs(harness.root).f_favail == 0:
        pytest.skip("this file system has no fixed number of files")
    many = harness.root / "many"

    def min_free_files(total: int) -> int:
        """Other programs make and delete files meanwhile: the limit is reached when the command has made some."""
        return total if many.is_dir() and len(os.listdir(many)) > 500 else 0

    monkeypatch.setattr(limit_monitor, "min_free_files", min_free_files)
    line = f"echo start; mkdir many; cd many; seq 3000 | xargs touch; sleep {marker}"
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(line, sandbox, timeout=120)
    assert caught.value.reason == "disk_limit"


def test_the_minimum_of_free_files_is_a_percentage_but_never_small() -> None:
    assert limit_monitor.min_free_files(1000) == 1000
    assert limit_monitor.min_free_files(10**8) == 10**6


def test_the_minimum_of_free_disk_space_is_a_percentage_but_never_small() -> None:
    assert limit_monitor.min_free_disk_bytes(1 << 30) == 256 << 20
    assert limit_monitor.min_free_disk_bytes(1 << 40) == (1 << 40) // 100


@pytest.mark.attack(48)
def test_file_size_is_limited_and_no_core_is_dumped(any_user: CommandHarness, sandbox: Sandbox) -> None:
    assert any_user.run("ulimit -c; ulimit -Hc; ulimit -f", sandbox).stdout == "0\n0\n8388608\n"
    assert any_user.run("cat /proc/self/oom_score_adj", sandbox).stdout == "500\n"


@pytest.mark.attack(49)
def test_endless_output_ends_at_the_time_limit_with_both_ends_kept(
    harness: CommandHarness, sandbox: Sandbox
) -> None:
    heard: list[int] = []

    def listen(_: str, text: str) -> None:
        if text.startswith("first"):
            heard.clear()  # another attempt, with a longer time limit
        heard.append(len(text))

    details = harness.run_until_time_limit(
        "echo first; yes",
        sandbox,
        printed="first",
        limits=Limits(max_output_size=5000),
        on_output=listen,
    ).details
    assert details["stdout"].startswith("first\ny\n")
    assert "bytes left out" in details["stdout"]
    assert len(details["stdout"]) <= 5000
    assert details["isOutputTruncated"] is True
    assert "truncated" not in details
    assert sum(heard) < 5200


@pytest.mark.attack(46)
def test_a_sandboxed_command_cannot_kill_its_monitor(
    any_user: CommandHarness, real_sandbox: Sandbox, marker: str
) -> None:
    """`kill -1` without a sandbox would kill every process of the user, so only real sandboxes are tested."""
    finished = any_user.run(f"(setsid sleep {marker} &); kill -9 $PPID; kill -9 -1; exit 5", real_sandbox)
    assert finished.exit_code in (5, 137)


@pytest.mark.attack(46)
def test_without_a_sandbox_a_killed_supervisor_still_leaves_nothing(
    harness: CommandHarness, marker: str
) -> None:
    off = Sandbox("off")
    finished = harness.run(f"setsid sleep {marker} & kill -9 $PPID; sleep {marker}", off, timeout=60)
    assert finished.exit_code == 137
    assert eventually(lambda: not processes_with(marker))
