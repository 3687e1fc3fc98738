"""What every test of commands needs: a workspace in a temporary folder, the sandboxes, and a strict broom."""

import os
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.workspace_commands.command_bench import Bench, processes_with

from understudy.workspace.commands import Sandbox, SandboxMode, choose_sandbox


def sandbox_or_skip(name: str) -> Sandbox:
    """The sandbox; skips only where the machine cannot have it, and fails where it is there but broken."""
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
    """A home folder of our own, so that no test depends on the real one."""
    made = tmp_path.resolve() / "home"
    made.mkdir()
    monkeypatch.setenv("HOME", str(made))
    for name in ("XDG_STATE_HOME", "UNDERSTUDY_STATE_DIR", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name, raising=False)
    (made / ".gitconfig").write_text("[user]\n\tname = Test\n\temail = test@example.org\n")
    return made


@pytest.fixture
def bench(home: Path) -> Bench:
    root = home.parent / "root"
    root.mkdir()
    return Bench(root, (root,))


@pytest.fixture
def marker() -> Iterator[str]:
    """A number of seconds that no other process sleeps, so that it can be found again."""
    made = f"3{uuid.uuid4().int % 10**12:012d}"
    yield made
    assert processes_with(made) == [], "a process was left behind"


def _children() -> set[str]:
    """Those of this very thread, which runs the tests; a fixture of the session may have some."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(listed.read_text().split()) if listed.exists() else set()


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test may leave a descriptor, a child, a thread or a temporary folder."""
    scratch = tmp_path.resolve() / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    # The choice is made once per process and needs its own folder first.
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
