"""Repositories that a command plants: they are found wherever they are in the roots, and reported."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from needs import needs
from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.git_protection.planted_repositories import read_settings
from understudy.workspace.errors import ExecutionFailed

pytestmark = [pytest.mark.requirement("WAP-07"), needs("git")]

DEEP = "a/b/c/d/e/f/g/h"


@pytest.mark.attack(70)
@pytest.mark.parametrize("folder", ["nested", DEEP, "node_modules/x", f"node_modules/{DEEP}"])
@pytest.mark.parametrize(
    "plant",
    [
        "git config core.fsmonitor ./evil",
        "git config core.hooksPath .",
        "git config alias.st '!evil'",
        "git config include.path ../more",
        "git remote add origin 'ext::sh -c evil'",
        "printf '[core]fsmonitor=x\\n' >>.git/config",
        "printf '[CORE]\\n\\tFsMonitor \\\\\\n= x\\n' >>.git/config",
        "echo evil >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    ],
)
def test_a_planted_repository_is_reported(
    harness: CommandHarness, bubblewrap: Sandbox, folder: str, plant: str
) -> None:
    line = f"mkdir -p {folder}; cd {folder}; git init -q .; {plant}"
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(line, bubblewrap)
    assert caught.value.reason == "planted_configuration"
    (reported,) = caught.value.details["repositories"]
    assert f"{harness.root}/{folder}/.git" in reported


@pytest.mark.attack(70)
def test_a_planted_bare_repository_is_reported(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    line = "mkdir -p node_modules/x/y; cd node_modules/x/y; git init -q --bare z; git -C z config core.pager evil"
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run(line, real_sandbox)
    assert caught.value.reason == "planted_configuration"


@pytest.mark.attack(70)
def test_an_unprotected_repository_that_is_changed_is_reported(
    harness: CommandHarness, real_sandbox: Sandbox
) -> None:
    repository = harness.root / "node_modules" / "x"
    subprocess.run(["git", "init", "-q", repository], check=True)
    assert harness.run("ls", real_sandbox).exit_code == 0
    with pytest.raises(ExecutionFailed) as caught:
        harness.run("git -C node_modules/x config core.editor evil", real_sandbox)
    assert caught.value.reason == "planted_configuration"
    assert harness.run("ls", real_sandbox).exit_code == 0, "it is reported once"


def test_ordinary_repositories_are_not_reported(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    line = (
        "git init -q one && cd one && git config user.name n && git config user.email e && echo x >f && git add f "
        "&& git commit -qm first && cd .. && git clone -q one two && git -C two checkout -q -b other && "
        "git -C two worktree add -q ../three && git init -q --bare four"
    )
    finished = any_user.run(line, real_sandbox)
    assert finished.exit_code == 0, finished.stderr


@pytest.mark.attack(67)
def test_an_executable_in_the_configured_hooks_folder_cannot_be_changed(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    made = any_user.run(
        "git init -q && git config core.hooksPath tools/hooks && mkdir -p tools/hooks && cd tools/hooks && "
        "printf '#!/bin/sh\\n' >pre-commit && chmod 755 pre-commit",
        Sandbox("off"),
    )
    assert made.exit_code == 0, made.stderr
    hook = any_user.root / "tools/hooks/pre-commit"
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run("echo evil >>tools/hooks/pre-commit; echo evil >tools/hooks/post-checkout", real_sandbox)
    assert caught.value.reason == "sandbox_denied"
    assert hook.read_text() == "#!/bin/sh\n"
    assert os.listdir(hook.parent) == ["pre-commit"]
    # As programs do that install hooks with every build.
    assert any_user.run("printf '#!/bin/sh\\n' >tools/hooks/pre-commit", real_sandbox).exit_code == 0


HOOKS = "mkdir -p hooks && cp /bin/true hooks/pre-commit"
SETUPS = {
    "by the user's settings": f"git config --global core.hooksPath hooks && {HOOKS}",
    "by an included file": f"git config include.path ../more && git config -f more core.hooksPath hooks && {HOOKS}",
    "by a link": f"rm -r .git/hooks && {HOOKS} && ln -s ../hooks .git/hooks",
}


@pytest.mark.attack(67)
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_hooks_in_the_work_tree_are_restored_wherever_they_are_configured(
    any_user: CommandHarness, real_sandbox: Sandbox, setup: str
) -> None:
    made = any_user.run(f"git init -q && {setup}", Sandbox("off"))
    assert made.exit_code == 0, made.stderr
    hook = any_user.root / "hooks/pre-commit"
    before = hook.read_bytes()
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run("echo evil >hooks/pre-commit; cp /bin/true hooks/post-checkout", real_sandbox)
    assert caught.value.reason == "sandbox_denied"
    assert hook.read_bytes() == before
    assert os.listdir(hook.parent) == ["pre-commit"]


@pytest.mark.attack(67, 70)
@pytest.mark.parametrize(
    ("setup", "line", "harmless"),
    [
        (
            "core.hooksPath .githooks",
            "mkdir .githooks && cp /bin/true .githooks/pre-commit",
            "mkdir .githooks",
        ),
        ("core.hooksPath .", "cp /bin/true pre-commit", "cp /bin/true configure"),
        ("include.path ../more", "git config -f more core.fsmonitor evil", "git config -f more user.name me"),
    ],
)
def test_hooks_and_included_settings_are_reported_where_there_were_none(
    any_user: CommandHarness, real_sandbox: Sandbox, setup: str, line: str, harmless: str
) -> None:
    made = any_user.run(f"git init -q && git config {setup}", Sandbox("off"))
    assert made.exit_code == 0, made.stderr
    assert any_user.run(f"{harmless} && rm -r .githooks configure more; true", real_sandbox).exit_code == 0
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run(line, real_sandbox)
    assert caught.value.reason == "planted_configuration"


@pytest.mark.attack(70)
def test_included_settings_in_the_work_tree_are_restored(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    setup = "git init -q && git config include.path ../more && git config -f more user.name me"
    assert any_user.run(setup, Sandbox("off")).exit_code == 0
    before = (any_user.root / "more").read_text()
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run("git config -f more core.fsmonitor evil", real_sandbox)
    assert caught.value.reason == "sandbox_denied"
    assert (any_user.root / "more").read_text() == before


@pytest.mark.attack(42, 43, 44)
@pytest.mark.parametrize(
    "line",
    [
        "printf '[core]\\n\\tfsmonitor = touch owned\\n' >>.git/config || exit 1",
        "echo x >.git/hooks/pre-commit || exit 1",
        "mv .git old && printf 'gitdir: old' >.git && echo x >>old/config",
    ],
)
def test_what_git_obeys_in_an_existing_repository_is_unchanged_for_every_user(
    any_user: CommandHarness, real_sandbox: Sandbox, line: str
) -> None:
    assert any_user.run("git init -q", Sandbox("off")).exit_code == 0
    folder = any_user.root / ".git"
    before = (folder / "config").read_text()
    with pytest.raises(ExecutionFailed) as caught:
        any_user.run(line, real_sandbox)
    assert caught.value.reason == "sandbox_denied"
    assert (folder / "config").read_text() == before
    assert not (folder / "hooks/pre-commit").exists()


def test_settings_are_read_as_git_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "config"
    assert read_settings(str(file)) == []
    file.write_text('[a "x]y"] K = v ; c\n[B.c]\n# no\nflag\nlong = one \\\ntwo\n')
    read = read_settings(str(file))
    assert read is not None
    assert [key for key, _ in read] == ["a.k", "b.flag", "b.long"]
    file.write_text("[a]\n= x\n")
    assert read_settings(str(file)) is None
    file.unlink()
    file.symlink_to("/etc/passwd")
    assert read_settings(str(file)) is None
