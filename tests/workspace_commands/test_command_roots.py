"""Replacing a root, or a part of its path, while a command starts grants no access outside."""

import contextlib
import os
import threading
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from understudy.workspace.commands import Sandbox, folders, runner
from understudy.workspace.commands.folders import open_without_links
from understudy.workspace.commands.scratch import ScratchFolder, scratch_folder
from understudy.workspace.errors import ExecutionFailed, WorkspaceError

pytestmark = pytest.mark.requirement("WAP-07")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    made = tmp_path.resolve() / "outside"
    (made / "b").mkdir(parents=True)
    return made


@pytest.fixture
def nested(harness: CommandHarness, outside: Path) -> CommandHarness:
    """A root inside a root, and beside its parent a link that leads outside."""
    inner = harness.root / "a" / "b"
    inner.mkdir(parents=True)
    (harness.root / "z").symlink_to(outside)
    return CommandHarness(harness.root, (harness.root, inner))


def swap(root: Path) -> None:
    os.rename(root / "a", root / "t")
    os.rename(root / "z", root / "a")
    os.rename(root / "t", root / "z")


def after_the_check(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Do something after the roots were verified and before the sandbox is set up."""

    @contextlib.contextmanager
    def late() -> Generator[ScratchFolder]:
        with scratch_folder() as place:
            act()
            yield place

    monkeypatch.setattr(runner, "scratch_folder", late)


@pytest.mark.attack(18)
@pytest.mark.parametrize("given", [False, True])
def test_a_path_that_is_replaced_after_the_check_grants_nothing_outside(
    nested: CommandHarness, real_sandbox: Sandbox, outside: Path, monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    fds = tuple(open_without_links(str(root)) for root in nested.roots) if given else ()
    after_the_check(monkeypatch, lambda: swap(nested.root))
    try:
        with contextlib.suppress(WorkspaceError):
            finished = nested.run(f"echo x >{outside}/b/new; echo x >a/b/new", real_sandbox, root_fds=fds)
            assert finished.exit_code != 0
    finally:
        for fd in fds:
            os.close(fd)
    assert list((outside / "b").iterdir()) == []


@pytest.mark.attack(18)
def test_continuous_replacing_grants_nothing_outside_either(
    nested: CommandHarness, landlock: Sandbox, outside: Path
) -> None:
    over = threading.Event()

    def keep_swapping() -> None:
        while not over.wait(0.003):
            swap(nested.root)

    swapper = threading.Thread(target=keep_swapping)
    swapper.start()
    try:
        for _ in range(25):
            with contextlib.suppress(WorkspaceError):
                nested.run(f"echo x >{outside}/b/new", landlock)
            assert list((outside / "b").iterdir()) == []
    finally:
        over.set()
        swapper.join()


@pytest.mark.attack(17)
@pytest.mark.parametrize("when", ["before", "after the check"])
def test_a_root_that_is_not_the_folder_of_its_descriptor_is_refused(
    harness: CommandHarness, landlock: Sandbox, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    fd = open_without_links(str(harness.root))

    def replace() -> None:
        os.rename(harness.root, f"{harness.root}-old")
        harness.root.mkdir()

    if when == "before":
        replace()
    else:
        after_the_check(monkeypatch, replace)
    try:
        with pytest.raises(ExecutionFailed) as caught:
            harness.run("echo x >made", landlock, root_fds=(fd,))
    finally:
        os.close(fd)
    assert caught.value.reason == "root_replaced"
    assert not (harness.root / "made").exists()


def test_the_command_gets_no_descriptor_of_a_root(harness: CommandHarness, sandbox: Sandbox) -> None:
    fd = open_without_links(str(harness.root))
    try:
        finished = harness.run("echo /proc/self/fd/*", sandbox, root_fds=(fd,))
    finally:
        os.close(fd)
    numbers = {int(name.rpartition("/")[2]) for name in finished.stdout.split()}
    # The fourth belongs to the shell, which lists them.
    assert numbers <= {0, 1, 2, 3}


def test_a_root_that_cannot_be_checked_is_an_error(
    harness: CommandHarness, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.path.realpath

    def swapped(path: str, **options: bool) -> str:
        if path == str(harness.root):
            raise OSError(22, "Invalid argument")
        return real(path, **options)

    monkeypatch.setattr(folders.os.path, "realpath", swapped)
    with pytest.raises(ExecutionFailed) as caught:
        harness.run("true", sandbox)
    assert caught.value.reason == "os_error"
