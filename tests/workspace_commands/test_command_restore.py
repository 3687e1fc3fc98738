"""Restoring trusted repository files: what was copied is restored, everything else is reported."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from needs import needs
from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.git_protection.protected_paths import find_protected_paths
from understudy.workspace.commands.git_protection.restorer import Restorer
from understudy.workspace.commands.git_protection.snapshot import (
    File,
    Fingerprinted,
    Folder,
    SnapshotBudget,
    capture,
)
from understudy.workspace.errors import ExecutionFailed
from understudy.workspace.stop import Stop

pytestmark = [pytest.mark.requirement("WAP-07"), pytest.mark.attack(42), needs("git")]

LARGE = b"x" * (2 << 20)


@pytest.fixture
def repository(harness: CommandHarness) -> CommandHarness:
    subprocess.run(["git", "init", "-q"], cwd=harness.root, check=True)
    return harness


def refused(harness: CommandHarness, sandbox: Sandbox, line: str, **changes: object) -> ExecutionFailed:
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(line, sandbox, **changes)
    assert caught.value.reason == "sandbox_denied", caught.value
    return caught.value


def plant(folder: Path) -> Path:
    """Create what git recognizes as a repository."""
    for name in ("objects", "refs"):
        (folder / ".git" / name).mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git" / "config").write_text("")
    return folder / ".git" / "config"


@pytest.mark.parametrize(
    "line",
    [
        "echo a >.git/hooks/new",
        "rm .git/hooks/small",
        "mv .git/hooks .git/old; mkdir .git/hooks; echo a >.git/hooks/new",
        "mv .git/hooks/large .git/hooks/pre-commit",
        "mv .git/hooks/large .git/hooks/pre-commit; echo a >.git/hooks/large",
        "mkdir .git/hooks/d; mv .git/hooks/large .git/hooks/d/x",
        "mv .git/hooks/large .git/hooks/small",
        "mv .git/hooks/large .git/commondir",
        "mv .git/hooks elsewhere",
    ],
)
def test_what_was_too_large_to_copy_is_never_lost(
    repository: CommandHarness, landlock: Sandbox, line: str
) -> None:
    hooks = repository.root / ".git" / "hooks"
    (hooks / "large").write_bytes(LARGE)
    (hooks / "small").write_text("small")
    names = {path.name for path in hooks.iterdir()}
    refused(repository, landlock, line)
    assert (hooks / "small").read_text() == "small"
    assert LARGE in [path.read_bytes() for path in repository.root.rglob("*") if path.is_file()]
    now = {path.name for path in hooks.iterdir() if not path.name.startswith("refused-")}
    assert now | {"large"} == names


def test_a_change_that_cannot_be_undone_is_reported(repository: CommandHarness, landlock: Sandbox) -> None:
    large = repository.root / ".git" / "hooks" / "large"
    large.write_bytes(LARGE)
    error = refused(repository, landlock, "echo more >>.git/hooks/large; echo a >.git/hooks/new")
    assert error.details["notUndone"] == [str(large)]
    assert f"NOT undone: {large}" in error.message
    assert large.read_bytes() == LARGE + b"more\n"
    assert not (large.parent / "new").exists()


def test_a_configuration_of_two_megabytes_is_restored(repository: CommandHarness, landlock: Sandbox) -> None:
    config = repository.root / ".git" / "config"
    before = config.read_bytes() + b"#" * (2 << 20)
    config.write_bytes(before)
    assert refused(repository, landlock, "echo x >>.git/config").details["notUndone"] == []
    assert config.read_bytes() == before


def test_beyond_the_budget_new_files_are_removed_and_changed_ones_reported(
    repository: CommandHarness, landlock: Sandbox
) -> None:
    hooks = repository.root / ".git" / "hooks"
    for number in range(5_100):
        (hooks / f"h{number:05}").touch()
    line = "cd .git/hooks; echo x >h00001; echo x >h05099; echo x >new"
    error = refused(repository, landlock, line)
    assert error.details["notUndone"] == [str(hooks / "h05099")]
    assert (hooks / "h00001").read_text() == ""
    assert not (hooks / "new").exists()


def test_a_snapshot_stays_within_its_budget(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / "in" / f"d{number}").mkdir(parents=True)
        (tmp_path / "in" / f"d{number}" / "f").write_bytes(b"x" * 100)
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        few = capture(folder, "in", SnapshotBudget(lambda: None, copies_left=9))
        little = capture(folder, "in", SnapshotBudget(lambda: None, copied_bytes_left=350))
        blind = SnapshotBudget(lambda: None, entries_left=3)
        unseen = capture(folder, "in", blind)
    finally:
        os.close(folder)
    for taken in (few, little):
        assert isinstance(taken, Folder)
        files = [inner.entries["f"] for inner in taken.entries.values() if isinstance(inner, Folder)]
        copied = [file for file in files if isinstance(file, File)]
        assert (len(copied), len(files)) == (4 if taken is few else 3, 6)
    assert isinstance(unseen, Fingerprinted)
    assert not blind.all_uncopied_known


def test_a_snapshot_ends_when_the_request_is_cancelled(repository: CommandHarness) -> None:
    stop = Stop()
    looks: list[int] = []

    def check() -> None:
        looks.append(1)
        if len(looks) == 4:
            stop.cancel()
        stop.check()

    with pytest.raises(ExecutionFailed) as caught:
        Restorer(find_protected_paths((str(repository.root),), str(repository.root)), check)
    assert caught.value.reason == "cancelled"
    assert len(looks) == 4


def test_planted_repositories_do_not_displace_a_real_one(
    repository: CommandHarness, real_sandbox: Sandbox
) -> None:
    config = repository.root / ".git" / "config"
    before = config.read_text()
    folder = repository.root
    for _ in range(70):
        folder = folder / "d"
        deepest = plant(folder)
    line = f"echo x >>{config}; echo x >{config.parent}/hooks/pre-commit; echo x >>{deepest}; exit 1"
    refused(repository, real_sandbox, line, cwd=folder)
    assert config.read_text() == before
    assert not (config.parent / "hooks" / "pre-commit").exists()
    # It is the 71st: it has no mount, so it is restored afterwards.
    assert deepest.read_text() == ""


def test_roots_come_first_and_then_what_is_less_deep(repository: CommandHarness, tmp_path: Path) -> None:
    second = tmp_path.resolve() / "second"
    second.mkdir()
    plant(second)
    for number in range(250):
        plant(repository.root / f"f{number}")
        module = repository.root / ".git" / "modules" / f"m{number}"
        module.mkdir(parents=True)
        (module / "HEAD").touch()
    plant(repository.root / "f0" / "deep")
    roots = (str(repository.root), str(second))
    found = [place.path for place in find_protected_paths(roots, str(repository.root / "f0" / "deep"))]
    assert found[:2] == sorted((f"{root}/.git" for root in roots), key=len)
    assert len(found) <= 400
    assert f"{repository.root}/f0/.git" in found
    assert found.count(f"{repository.root}/f0/.git") == 1


def test_a_git_folder_that_was_moved_is_restored_at_its_new_path(
    repository: CommandHarness, landlock: Sandbox
) -> None:
    """If one command moves it away, the next must not move it back with a change."""
    before = (repository.root / ".git" / "config").read_text()
    assert repository.run("mv .git x", landlock).exit_code == 0
    refused(repository, landlock, "mv x .git && echo '#evil' >>.git/config")
    assert (repository.root / ".git" / "config").read_text() == before


@pytest.mark.parametrize("folder", [".git", ".git/hooks"])
def test_removing_all_permissions_of_a_folder_hides_no_change(
    repository: CommandHarness, landlock: Sandbox, folder: str
) -> None:
    hooks = repository.root / ".git" / "hooks"
    mode = hooks.stat().st_mode
    refused(repository, landlock, f"echo x >.git/hooks/pre-commit; chmod 000 {folder}")
    assert not (hooks / "pre-commit").exists()
    assert hooks.stat().st_mode == mode


def test_a_deleted_repository_is_not_restored(repository: CommandHarness, landlock: Sandbox) -> None:
    assert repository.run("rm -rf .git", landlock).exit_code == 0
    assert not (repository.root / ".git").exists()


BARE = "mkdir objects refs; printf '[core]\\n\\tworktree = .\\n\\tfsmonitor = touch owned\\n' >config"


@pytest.mark.attack(43)
@pytest.mark.parametrize(
    "line",
    [
        f"mv .git/HEAD .git/H; echo 'ref: refs/heads/main' >HEAD; {BARE}",
        f"mv .git/HEAD .git/H; ln -s refs/heads/main HEAD; {BARE}",
        f"mv .git/HEAD .git/H; echo 'ref: refs/heads/main' >HEAD; mkdir e; cd e; {BARE}; echo e >../commondir",
        f"rm -rf .git; git init -q --bare .; {BARE}",
    ],
)
def test_a_root_does_not_become_a_bare_repository(
    repository: CommandHarness, real_sandbox: Sandbox, line: str
) -> None:
    (repository.root / "kept").write_text("mine")
    refused(repository, real_sandbox, f"{{ {line}; }} 2>/dev/null; true")
    subprocess.run(["git", "status"], cwd=repository.root, capture_output=True, check=False)
    assert not (repository.root / "owned").exists()
    assert not (repository.root / "HEAD").exists()
    assert (repository.root / "kept").read_text() == "mine"


def test_an_existing_file_called_head_is_kept(harness: CommandHarness, real_sandbox: Sandbox) -> None:
    (harness.root / "HEAD").write_text("ref: refs/heads/main\n")
    refused(harness, real_sandbox, BARE)
    assert (harness.root / "HEAD").exists()
    assert not (harness.root / "objects").exists()


def test_repositories_can_be_created_in_a_root(harness: CommandHarness, real_sandbox: Sandbox) -> None:
    steps = [
        "git init -q",
        "git commit -q --allow-empty -m 1",
        "git init -q --bare sub.git",
        "git clone -q . copy",
        "git clone -q --bare . other.git",
    ]
    assert harness.run(" && ".join(steps), real_sandbox).exit_code == 0
    assert harness.run("git push -q sub.git HEAD:main && git status --short", real_sandbox).exit_code == 0
