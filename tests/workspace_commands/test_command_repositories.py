"""Trusted repository files are protected, while everyday git works."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from needs import needs
from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.git_protection.protected_paths import find_protected_paths
from understudy.workspace.errors import ExecutionFailed

pytestmark = [pytest.mark.requirement("WAP-07"), pytest.mark.attack(42, 44), needs("git")]

EVIL = "[core]\\n\\tfsmonitor = touch owned\\n"


def git(folder: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *words], cwd=folder, check=True, capture_output=True
    )


@pytest.fixture
def repository(harness: CommandHarness) -> CommandHarness:
    git(harness.root, "init", "-q")
    (harness.root / "a").write_text("1")
    git(harness.root, "add", ".")
    git(harness.root, "commit", "-qm", "one")
    return harness


def trusted(folder: Path) -> dict[str, str]:
    names = [
        folder / "config",
        folder / "config.worktree",
        folder / "commondir",
        *sorted(folder.glob("hooks/*")),
    ]
    return {str(path): path.read_text() for path in names if path.exists()}


def test_everyday_git_works(repository: CommandHarness, real_sandbox: Sandbox) -> None:
    steps = [
        "echo 2 >b",
        "git add b",
        "git commit -qm two",
        "git switch -qc topic",
        "echo 3 >b",
        "git stash -q",
    ]
    steps += [
        "git stash pop -q",
        "git checkout -q b",
        "git gc -q",
        "git status --short",
        "git log --oneline | wc -l",
    ]
    line = " && ".join(steps)
    finished = repository.run(line, real_sandbox)
    assert (finished.stdout.strip(), finished.exit_code) == ("2", 0), finished.stderr


def test_cloning_and_starting_a_repository_works(repository: CommandHarness, real_sandbox: Sandbox) -> None:
    finished = repository.run(
        "git clone -q . copy && git init -q fresh && git -C fresh config user.name X", real_sandbox
    )
    assert finished.exit_code == 0, finished.stderr


@pytest.mark.parametrize(
    "line",
    [
        f"printf '{EVIL}' >.git/config",
        f"printf '{EVIL}' >>.git/config || exit 1",
        "git config core.hooksPath evil",
        "rm .git/config",
        "echo x >.git/hooks/pre-commit || exit 1",
        "rm -rf .git/hooks && mkdir .git/hooks && echo x >.git/hooks/pre-commit",
        "mv .git/hooks .git/old && mkdir .git/hooks && echo x >.git/hooks/pre-commit",
        f"mv .git old && mkdir .git && cp -r old/. .git && printf '{EVIL}' >.git/config",
        "mv .git old && ln -s old .git && echo x >old/hooks/post-commit",
        "mv .git old && printf 'gitdir: old' >.git && echo x >>old/config",
        "mv .git old && ln -s /etc .git",
        f"printf '{EVIL}' >.git/config.worktree",
        "mkdir evil && echo ../evil >.git/commondir",
        f"printf '{EVIL}' >new && mv new .git/config",
        f"printf '{EVIL}' >new && ln -f new .git/config",
        "chmod 777 .git/config || exit 1",
        "cd .git && rm -r hooks && mkdir hooks && cd hooks && for i in $(seq 1500); do mkdir d; cd d; done",
    ],
)
def test_an_attack_on_the_configuration_is_stopped_and_reported(
    repository: CommandHarness, real_sandbox: Sandbox, line: str
) -> None:
    folder = repository.root / ".git"
    before = trusted(folder)
    with pytest.raises(ExecutionFailed) as caught:
        repository.run(line, real_sandbox)
    assert caught.value.reason == "sandbox_denied", caught.value
    assert trusted(folder) == before
    assert folder.is_dir()
    assert not folder.is_symlink()
    assert not os.path.exists("/etc/config")
    assert not list(folder.glob("refused-*"))
    git(repository.root, "status")


def test_new_hooks_are_removed(repository: CommandHarness, real_sandbox: Sandbox) -> None:
    subprocess.run(["rm", "-rf", ".git/hooks"], cwd=repository.root, check=True)
    with pytest.raises(ExecutionFailed) as caught:
        repository.run("mkdir .git/hooks && echo x >.git/hooks/pre-commit", real_sandbox)
    assert caught.value.reason == "sandbox_denied"
    assert "undone" in caught.value.message
    assert not (repository.root / ".git/hooks").exists()


def test_a_nested_repository_is_protected_also_when_its_parent_is_renamed(
    harness: CommandHarness, real_sandbox: Sandbox
) -> None:
    inner = harness.root / "libs" / "inner"
    inner.mkdir(parents=True)
    git(inner, "init", "-q")
    before = trusted(inner / ".git")
    for line in (
        "echo x >>libs/inner/.git/config || exit 1",
        "mv libs o && mkdir -p libs/inner && cp -r o/inner/.git libs/inner && echo x >libs/inner/.git/config",
    ):
        with pytest.raises(ExecutionFailed) as caught:
            harness.run(line, real_sandbox)
        assert caught.value.reason == "sandbox_denied"
        assert trusted(inner / ".git") == before


def test_submodules_and_worktrees_are_protected(
    repository: CommandHarness, real_sandbox: Sandbox, tmp_path: Path
) -> None:
    other = tmp_path.resolve() / "other"
    other.mkdir()
    git(other, "init", "-q")
    git(other, "commit", "-q", "--allow-empty", "-m", "x")
    git(repository.root, "submodule", "add", "-q", str(other), "sub")
    git(repository.root, "worktree", "add", "-q", "tree")
    places = {guarded.path for guarded in find_protected_paths((str(repository.root),), str(repository.root))}
    assert {str(repository.root / name) for name in (".git", ".git/modules/sub", "sub", "tree")} <= places
    for line in (
        "echo x >>.git/modules/sub/config || exit 1",
        "echo x >.git/modules/sub/hooks/post-checkout || exit 1",
        "rm sub/.git; printf 'gitdir: ../evil' >sub/.git",
        "rm tree/.git; printf 'gitdir: ../evil' >tree/.git",
        "echo /elsewhere >.git/worktrees/tree/commondir",
    ):
        with pytest.raises(ExecutionFailed) as caught:
            repository.run(line, real_sandbox)
        assert caught.value.reason == "sandbox_denied", line
        git(repository.root / "sub", "status")
        git(repository.root / "tree", "status")
    line = (
        "cd tree && echo 3 >c && git add c && git commit -qm 3 && cd ../sub && git commit --allow-empty -qm y"
    )
    assert repository.run(line, real_sandbox).exit_code == 0


def test_a_change_by_the_user_in_the_meantime_is_kept(
    repository: CommandHarness, bubblewrap: Sandbox
) -> None:
    """Under bubblewrap the command cannot have done it, so it is not undone."""

    def listen(_: str, __: str) -> None:
        git(repository.root, "config", "user.nickname", "me")
        (repository.root / "heard").touch()

    repository.run("echo x; until [ -e heard ]; do :; done", bubblewrap, on_output=listen)
    assert "nickname" in (repository.root / ".git" / "config").read_text()
