"""Control groups: made where the system allows it, with limits of the kernel; elsewhere with a reason."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from understudy.tools import Call, execute_command
from understudy.workspace import SandboxMode, Workspace
from understudy.workspace.commands import (
    ControlGroups,
    GroupLimits,
    NoControlGroups,
    examine_control_groups,
    open_control_groups,
)
from understudy.workspace.commands.control_groups import join_groups

LIMITS = GroupLimits(memory_bytes=64 << 20, processes=20, cpus=0.5)


def unified(tmp_path: Path, controllers: str = "cpu memory pids") -> tuple[Path, Path, Path]:
    """Files as those of a group that is delegated to this process: mounts, own groups, folder."""
    folder = tmp_path / "cgroup" / "service"
    folder.mkdir(parents=True)
    (folder / "cgroup.controllers").write_text(controllers)
    (folder / "cgroup.subtree_control").write_text(controllers)
    mounts, own = tmp_path / "mountinfo", tmp_path / "own"
    mounts.write_text(f"30 1 0:26 / {tmp_path / 'cgroup'} rw - cgroup2 cgroup2 rw\n")
    own.write_text("0::/service\n")
    return mounts, own, folder


def test_a_session_has_a_group_with_its_limits(tmp_path: Path) -> None:
    mounts, own, folder = unified(tmp_path)
    groups = open_control_groups(mounts, own)
    (made,) = groups.make(LIMITS).folders
    assert Path(made).parent == folder / f"understudy-{os.getpid()}"
    values = {file.name: file.read_text() for file in Path(made).iterdir()}
    assert values == {"memory.max": str(64 << 20), "pids.max": "20", "cpu.max": "50000 100000"}
    subtree = folder / f"understudy-{os.getpid()}" / "cgroup.subtree_control"
    assert subtree.read_text() == "+memory +pids +cpu"


def test_a_process_moves_out_of_its_group_before_controllers_are_enabled(tmp_path: Path) -> None:
    mounts, own, folder = unified(tmp_path)
    (folder / "cgroup.subtree_control").write_text("")
    open_control_groups(mounts, own)
    leaf = folder / f"understudy-{os.getpid()}-server"
    assert (leaf / "cgroup.procs").read_text() == str(os.getpid())
    assert (folder / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"


def test_groups_of_processes_that_died_are_removed(tmp_path: Path) -> None:
    mounts, own, folder = unified(tmp_path)
    gone = subprocess.Popen(["true"])
    gone.wait()
    (folder / f"understudy-{gone.pid}" / "session").mkdir(parents=True)
    open_control_groups(mounts, own)
    assert not (folder / f"understudy-{gone.pid}").exists()


@pytest.mark.parametrize("controllers", ["", "cpu memory"])
def test_without_the_controllers_the_reason_is_said(tmp_path: Path, controllers: str) -> None:
    mounts, own, _ = unified(tmp_path, controllers)
    with pytest.raises(NoControlGroups, match="not delegated"):
        open_control_groups(mounts, own)


def test_without_control_groups_the_reason_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoControlGroups, match="no control groups"):
        open_control_groups(tmp_path / "none", tmp_path / "none")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    mounts, own, folder = unified(tmp_path)
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("no folder")
    with pytest.raises(NoControlGroups):
        open_control_groups(mounts, own)


def hierarchies(tmp_path: Path) -> tuple[Path, Path]:
    """Files as those of a system with groups of version 1: mounts, own groups."""
    tmp_path.mkdir(exist_ok=True)
    mounts, own = tmp_path / "mountinfo", tmp_path / "own"
    names = ("memory", "pids", "cpu")
    for name in names:
        (tmp_path / name / "service").mkdir(parents=True)
    mounts.write_text("".join(f"3 1 0:2 / {tmp_path / name} rw - cgroup x rw,{name}\n" for name in names))
    own.write_text("".join(f"1:{name}:/service\n" for name in names))
    return mounts, own


def listing(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def test_an_examination_names_the_version_and_makes_nothing(tmp_path: Path) -> None:
    for version, (mounts, own) in {
        1: hierarchies(tmp_path / "old"),
        2: unified(tmp_path / "new")[:2],
    }.items():
        before = listing(tmp_path)
        assert examine_control_groups(mounts, own) == version
        assert listing(tmp_path) == before
        open_control_groups(mounts, own)
        assert listing(tmp_path) != before


def test_an_examination_says_that_the_user_may_make_no_groups(tmp_path: Path) -> None:
    mounts, own = hierarchies(tmp_path)
    (tmp_path / "pids" / "service").rmdir()
    with pytest.raises(NoControlGroups, match="this user may make no group") as found:
        examine_control_groups(mounts, own)
    assert found.value.version == 1


def test_an_examination_says_that_a_group_is_not_the_process_s_own(tmp_path: Path) -> None:
    mounts, own, folder = unified(tmp_path)
    (folder / "cgroup.procs").write_text(f"{os.getpid()}\n1\n")
    assert examine_control_groups(mounts, own) == 2  # the controllers are enabled already
    (folder / "cgroup.subtree_control").write_text("cpu")
    with pytest.raises(NoControlGroups, match="other processes") as found:
        examine_control_groups(mounts, own)
    assert found.value.version == 2
    (folder / "cgroup.procs").write_text(f"{os.getpid()}\n")
    assert examine_control_groups(mounts, own) == 2


def test_an_examination_tells_missing_controllers_from_no_groups_at_all(tmp_path: Path) -> None:
    mounts, own, _ = unified(tmp_path, "cpu")
    with pytest.raises(NoControlGroups, match="not delegated") as found:
        examine_control_groups(mounts, own)
    assert found.value.version == 2
    mounts.write_text("30 1 0:26 / / rw - ext4 /dev/sda rw\n")
    with pytest.raises(NoControlGroups, match="no control groups") as none:
        examine_control_groups(mounts, own)
    assert none.value.version is None


def test_a_command_that_cannot_join_its_group_does_not_run(tmp_path: Path) -> None:
    argv = join_groups([str(tmp_path / "missing")], ["touch", str(tmp_path / "ran")])
    assert subprocess.run(argv, stderr=subprocess.DEVNULL, check=False).returncode == 126
    assert not (tmp_path / "ran").exists()


@pytest.fixture
def real_groups() -> Iterator[ControlGroups | None]:
    """Those of this system; None if it lets this process make none, which the tests above cover."""
    try:
        groups = open_control_groups()
    except NoControlGroups:
        yield None
        return
    yield groups
    groups.close()


@pytest.mark.parametrize("sandbox", [SandboxMode.AUTO, SandboxMode.OFF])
def test_the_kernel_limits_the_commands_of_a_session(
    tmp_path: Path, real_groups: ControlGroups | None, sandbox: SandboxMode
) -> None:
    with Workspace([tmp_path], sandbox=sandbox) as workspace:
        workspace.command_group = None if real_groups is None else real_groups.make(LIMITS)
        forks = "i=0; while [ $i -lt 40 ]; do sleep 20 & i=$((i + 1)); done; echo all"
        result = execute_command.run(workspace, execute_command.Args(command=forks), Call())
        assert (result.stdout.strip() == "all") == (real_groups is None), result.stderr
