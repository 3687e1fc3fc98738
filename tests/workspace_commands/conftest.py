"""Fixtures of the command tests: a temporary workspace, the sandboxes, and a check that nothing is left behind."""

import os
import shutil
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import (
    CommandHarness,
    make_ordinary_user_harness,
    processes_with,
)

from understudy.workspace.commands import Sandbox, SandboxMode, choose_sandbox


def sandbox_or_skip(name: str) -> Sandbox:
    """The sandbox of this name. Skip if the machine does not have it; fail if it has it and it does not work."""
    sandbox = choose_sandbox(SandboxMode(name))
    if sandbox.problem in {"bubblewrap is not installed", "the kernel has no Landlock"}:
        pytest.skip(sandbox.problem)
    assert sandbox.name == name, sandbox.problem
    return sandbox


@pytest.fixture(params=["bubblewrap", "landlock", "off"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return sandbox_or_skip(request.param)


@pytest.fixture(params=["bubblewrap", "landlock"])
def real_sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return sandbox_or_skip(request.param)


@pytest.fixture
def bubblewrap() -> Sandbox:
    return sandbox_or_skip("bubblewrap")


@pytest.fixture
def landlock() -> Sandbox:
    return sandbox_or_skip("landlock")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary home folder, so that no test depends on the real one."""
    made = tmp_path.resolve() / "home"
    made.mkdir()
    monkeypatch.setenv("HOME", str(made))
    for name in ("XDG_STATE_HOME", "UNDERSTUDY_STATE_DIR", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name, raising=False)
    (made / ".gitconfig").write_text("[user]\n\tname = Test\n\temail = test@example.org\n")
    return made


@pytest.fixture
def harness(home: Path) -> CommandHarness:
    root = home.parent / "root"
    root.mkdir()
    return CommandHarness(root, (root,))


@pytest.fixture(params=["our user", "ordinary user"])
def any_user(request: pytest.FixtureRequest) -> Iterator[CommandHarness]:
    """A harness for our own user, which is often the superuser, and one for an ordinary user."""
    if request.param == "our user":
        yield request.getfixturevalue("harness")
        return
    made = make_ordinary_user_harness()
    yield made
    shutil.rmtree(made.folder)


@pytest.fixture
def marker() -> Iterator[str]:
    """A number of seconds that no other process sleeps, to find the processes of this test."""
    made = f"3{uuid.uuid4().int % 10**12:012d}"
    yield made
    assert processes_with(made) == [], "a process was left behind"


def _children() -> set[str]:
    """The children of the main thread, which runs the tests; a session fixture may have some."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(listed.read_text().split()) if listed.exists() else set()


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test may leave a descriptor, a child process, a thread or a temporary folder behind."""
    scratch = tmp_path.resolve() / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    # The sandbox is selected once per process, in a folder of its own: do that first.
    for mode in SandboxMode:
        choose_sandbox(mode)
    before = set(os.listdir("/proc/self/fd")) if sys.platform == "linux" else set()
    children = _children()
    threads = threading.active_count()
    yield
    if sys.platform == "linux":
        assert set(os.listdir("/proc/self/fd")) <= before, "a descriptor was left open"
        assert _children() <= children, "a child was left behind"
    assert threading.active_count() <= threads, "a thread was left behind"
    assert list(scratch.iterdir()) == [], "a temporary folder was left behind"
