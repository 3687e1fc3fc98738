"""What the sandboxes deny: writing outside, reading credentials; and how it is reported."""

import errno
import os
import subprocess
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from needs import needs
from understudy.workspace.commands import Sandbox, SandboxMode, choose_sandbox, sandbox_selection
from understudy.workspace.commands.isolation.bubblewrap import (
    find_source,
    find_unexpected_mounts,
    parse_mounts,
)
from understudy.workspace.errors import ExecutionFailed

pytestmark = pytest.mark.requirement("WAP-07")


@pytest.fixture
def outside() -> Path:
    """A folder in no root and not below /tmp, which only a sandbox denies to a command."""
    path = Path("/var/tmp") / f"understudy-test-{os.getpid()}"
    path.mkdir(exist_ok=True)
    (path / "there").write_text("before")
    yield path
    subprocess.run(["rm", "-rf", str(path)], check=True)


def denied(harness: CommandHarness, sandbox: Sandbox, line: str, **changes: object) -> ExecutionFailed:
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(line, sandbox, **changes)
    assert caught.value.reason == "sandbox_denied", caught.value
    return caught.value


@pytest.mark.parametrize(
    "line",
    [
        "echo x >{0}/new",
        "echo x >{0}/there",
        "rm {0}/there",
        "mv {0}/there here",
        "mkdir {0}/folder",
        "ln -s /etc {0}/link",
        "truncate -s 0 {0}/there",
        "ln -s {0} l && echo x >l/new",
        'python3 -c \'open("{0}/new", "w")\'',
        pytest.param('node -e \'fs.writeFileSync("{0}/new", "x")\'', marks=needs("node")),
    ],
)
def test_writing_outside_the_roots_is_denied_and_reported(
    harness: CommandHarness, real_sandbox: Sandbox, outside: Path, line: str
) -> None:
    error = denied(harness, real_sandbox, line.format(outside))
    assert real_sandbox.name in error.message
    assert "root" in error.message
    assert "off" in error.message
    assert error.details["exitCode"] != 0
    assert {"stdout", "stderr", "durationMs"} <= set(error.details)
    assert [entry.name for entry in outside.iterdir()] == ["there"]
    assert (outside / "there").read_text() == "before"


def test_with_the_sandbox_off_writing_outside_works(harness: CommandHarness, outside: Path) -> None:
    assert harness.run(f"echo x >{outside}/new", Sandbox("off")).exit_code == 0
    assert (outside / "new").exists()


def test_every_root_is_writable_also_a_nested_one(
    harness: CommandHarness, real_sandbox: Sandbox, tmp_path: Path
) -> None:
    second = tmp_path.resolve() / "second"
    nested = harness.root / "packages" / "one"
    for folder in (second, nested):
        folder.mkdir(parents=True)
    both = CommandHarness(harness.root, (nested, harness.root, second))
    finished = both.run(f"echo 1 >a; echo 2 >{nested}/b; echo 3 >{second}/c; mv a {nested}/a", real_sandbox)
    assert (finished.exit_code, finished.stderr) == (0, "")
    assert (nested / "a").read_text() + (nested / "b").read_text() + (second / "c").read_text() == "1\n2\n3\n"


def test_a_read_only_workspace_lets_nothing_be_written(
    harness: CommandHarness, real_sandbox: Sandbox
) -> None:
    (harness.root / "f").write_text("x")
    assert harness.run('cat f; echo y >"$TMPDIR/t"', real_sandbox, read_only=True).stdout == "x"
    denied(harness, real_sandbox, "echo y >f", read_only=True)
    assert (harness.root / "f").read_text() == "x"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("echo 'echo hi' >s; ./s", 126),
        ("mkdir d; cat d", 1),
        ("grep 'nothing like it' /etc/hostname", 1),
        ("cat missing", 1),
        ("echo 'Permission denied: ./here'; exit 1", 1),
        ("echo 'cat: notes.txt: Permission denied' >&2; exit 1", 1),
    ],
)
def test_a_commands_own_failure_is_not_reported_as_a_denial(
    harness: CommandHarness, real_sandbox: Sandbox, line: str, code: int
) -> None:
    assert harness.run(line, real_sandbox).exit_code == code


def test_a_root_inside_a_hidden_place_can_be_used(
    harness: CommandHarness, real_sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, outside: Path
) -> None:
    root = outside / ".config" / "gh" / "extension"
    root.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(outside))
    assert CommandHarness(root, (root,)).run("echo x >f; cat f", real_sandbox).stdout == "x\n"


def test_bubblewrap_hides_processes_sockets_and_the_real_tmp(
    harness: CommandHarness, bubblewrap: Sandbox, tmp_path: Path
) -> None:
    (tmp_path / "neighbour").write_text("x")
    look = f"ls {tmp_path}/neighbour 2>&1 | grep -c No; ls /run/user 2>&1 | grep -c No"
    line = f"ls /proc | grep -c '^[0-9]'; {look}"
    shown = harness.run(line, bubblewrap).stdout.split()
    assert int(shown[0]) < 10
    assert shown[1:] == ["1", "1"]


@needs("git")
def test_even_a_superuser_in_a_sandbox_has_no_power_over_the_machine(
    harness: CommandHarness, real_sandbox: Sandbox
) -> None:
    subprocess.run(["git", "init", "-q"], cwd=harness.root, check=True)
    lines = [
        "mount -t tmpfs none /mnt",
        "mount -o remount,rw /",
        "umount /dev/shm",
        "(echo x >/proc/sys/kernel/hostname)",
        "(echo '|/x' >/proc/sys/kernel/core_pattern)",
        "(echo h >/proc/sysrq-trigger)",
        "mknod b b 254 0 && head -c1 b",
        "unshare -m sh -c 'mount -o remount,rw /'",
        "unshare -Urm sh -c 'mount -o remount,rw / || mount --bind / /mnt && echo x >/mnt/escaped'",
        "chroot / true",
        "unshare -Urm sh -c 'mkdir m; mount --bind . m && echo x >m/.git/config'",
        "unshare -Urm sh -c 'umount .git/config .git'",
    ]
    line = "; ".join(f"{text} 2>/dev/null && echo 'done: {i}'" for i, text in enumerate(lines)) + "; true"
    assert harness.run(line, real_sandbox).stdout == ""


def test_landlock_denies_signals_to_outside_processes(harness: CommandHarness, landlock: Sandbox) -> None:
    if landlock.abi < 6:
        pytest.skip("this kernel's Landlock cannot scope signals")
    assert harness.run(f"kill -0 {os.getpid()} 2>/dev/null || echo held", landlock).stdout == "held\n"


def test_no_sandbox_means_no_command(harness: CommandHarness) -> None:
    none = Sandbox("none", problem="nothing is installed")
    with pytest.raises(ExecutionFailed) as caught:
        harness.run("touch made", none)
    assert caught.value.reason == "no_sandbox"
    assert "switched off" in caught.value.message
    assert not (harness.root / "made").exists()


def test_the_sandbox_is_selected_once_and_describes_itself() -> None:
    chosen = choose_sandbox(SandboxMode.AUTO)
    assert chosen is choose_sandbox(SandboxMode.AUTO)
    assert choose_sandbox(SandboxMode.OFF).name == "off"
    for mode in SandboxMode:
        assert choose_sandbox(mode).describe().endswith(".")


def test_the_descriptions_say_what_is_not_protected() -> None:
    assert "/tmp is a private folder" in Sandbox("bubblewrap").describe()
    assert "there is no network" in Sandbox("bubblewrap").describe()
    for abi in (1, 6):
        said = Sandbox("landlock", abi=abi).describe()
        assert "mode, owner, time stamps and attributes of files outside the roots cannot be changed" in said
        assert "no pseudo-terminals" in said
        assert ("cannot signal" in said) == (abi == 6)
        assert ("emptied" in said) == (abi == 1)


@pytest.mark.parametrize("failure", [errno.ENOSPC, errno.EAGAIN])
def test_a_transient_failure_is_not_cached(
    bubblewrap: Sandbox, landlock: Sandbox, monkeypatch: pytest.MonkeyPatch, failure: int
) -> None:
    monkeypatch.setattr(sandbox_selection, "_known", {})

    def fail(*_: object, **__: object) -> None:
        raise OSError(failure, os.strerror(failure))

    for target in ("tempfile.mkdtemp", "subprocess.Popen"):
        with monkeypatch.context() as broken:
            broken.setattr(target, fail)
            for mode in (SandboxMode.AUTO, SandboxMode.BUBBLEWRAP, SandboxMode.LANDLOCK):
                sandbox = choose_sandbox(mode)
                assert sandbox.name == "none"
                assert os.strerror(failure) in sandbox.problem
    assert choose_sandbox(SandboxMode.AUTO).name == "bubblewrap"
    assert choose_sandbox(SandboxMode.LANDLOCK).name == "landlock"


def test_a_permanent_failure_is_cached(bubblewrap: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_selection, "_known", {})
    with monkeypatch.context() as broken:
        broken.setattr("shutil.which", lambda *_, **__: "/bin/false")
        assert choose_sandbox(SandboxMode.BUBBLEWRAP).name == "none"
    assert choose_sandbox(SandboxMode.BUBBLEWRAP).name == "none"


@needs("npm")
def test_tools_that_need_a_cache_get_a_private_one(harness: CommandHarness, real_sandbox: Sandbox) -> None:
    (harness.root / "package.json").write_text(
        '{"name": "x", "version": "1.0.0", "dependencies": {"y": "file:y"}}'
    )
    (harness.root / "y").mkdir()
    (harness.root / "y" / "package.json").write_text('{"name": "y", "version": "1.0.0"}')
    finished = harness.run(
        "npm install --no-audit --no-fund --offline && ls node_modules", real_sandbox, timeout=60
    )
    assert finished.exit_code == 0, finished.stderr
    assert "y" in finished.stdout.split()


OUTSIDE = """22 1 8:1 / / rw - ext4 /dev/sda rw
23 22 0:5 / /home/u/vol rw - tmpfs none rw
"""


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("1 0 8:1 / / ro - ext4 a rw\n2 1 8:1 /home/u /home/u rw - ext4 a rw\n", []),
        ("1 0 8:1 / / rw - ext4 a rw\n2 1 8:1 /home/u /home/u rw - ext4 a rw\n", ["/"]),
        ("1 0 8:1 / / ro - ext4 a rw\n2 1 8:1 /etc /home/u rw - ext4 a rw\n", ["/home/u"]),
        ("1 0 8:1 / / ro - ext4 a rw\n2 1 8:1 /home/u /etc rw - ext4 a rw\n", ["/etc", "/home/u"]),
        ("1 0 8:1 / / ro - ext4 a rw\n", ["/home/u"]),
        (
            "1 0 8:1 / / ro - ext4 a rw\n2 1 8:1 /home/u /home/u rw - ext4 a rw\n"
            "3 2 0:5 / /home/u/vol rw - tmpfs none rw\n4 2 0:6 / /home/u/other rw - tmpfs none rw\n",
            ["/home/u/other"],
        ),
        (
            "1 0 8:1 / / ro - ext4 a rw\n5 1 0:9 / /run/user rw - tmpfs n rw\n6 1 0:8 / /run ro - tmpfs n rw"
            "\n7 1 8:1 /home/u /home/u rw - ext4 a rw\n",
            [],
        ),
    ],
)
def test_a_sandbox_that_differs_from_its_plan_is_detected(lines: str, wrong: list[str]) -> None:
    assert (
        sorted(find_unexpected_mounts(parse_mounts(lines), parse_mounts(OUTSIDE), {"/home/u": "/home/u"}))
        == wrong
    )
    assert find_source(parse_mounts(OUTSIDE), "/home/u/vol/x") == ("0:5", "/x")
