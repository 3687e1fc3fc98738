"""Trusted files that a sandboxed agent changed: restored at its end, with a notice."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.agent_program import agent_environ
from tests.client.agents.harness import run, scripted
from tests.workspace_commands.conftest import sandbox_or_skip

from understudy.client import connect
from understudy.client.sandbox import policy
from understudy.client.sandbox.launches import TrustedFileGuard
from understudy.workspace.commands.git_protection.protected_paths import find_protected_paths


@pytest.fixture(params=["bubblewrap", "landlock"])
def sandbox(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make `connect` use this sandbox."""
    found = sandbox_or_skip(request.param)
    monkeypatch.setattr(policy, "choose_sandbox", lambda _: found)
    return found.name


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path.resolve() / "home"
    made.mkdir()
    return made


def git(folder: Path, home: Path, *words: str) -> str:
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *words], cwd=folder, env=environ, check=True, capture_output=True, text=True, timeout=240
    )
    return done.stdout


def live(line: str, root: Path, home: Path, name: str = "agent") -> tuple[list[str], list[str]]:
    """Run an agent that does this in its sandbox; return the notices before its start and after its end."""
    notices: list[str] = []
    before: list[str] = []

    async def scenario() -> None:
        environ = {**agent_environ(home), "PATH": os.environ["PATH"]}
        command = ["/bin/sh", "-c", f'{{ {line}\n}} >/dev/null 2>&1; exec "$@"', name, *scripted()]
        async with connect(
            command, cwd=root, environ=environ, sandbox=True, roots=[root], on_notice=notices.append
        ) as agent:
            before.extend(notices)
            await agent.new_session(root)

    run(scenario())
    return before, notices[len(before) :]


PLANTED = "[core]\n\tfsmonitor = touch {home}/ran; false\n\thooksPath = {root}/evil\n"


@pytest.mark.attack(42)
@pytest.mark.parametrize(
    "line",
    [
        "mkdir -p evil/hooks; cp -r .git/. evil; cp planted evil/config; echo ../evil >.git/commondir",
        "cat planted >>.git/config",
        "git config extensions.worktreeConfig true; cp planted .git/config.worktree",
        "rm -rf .git/config; ln -s ../planted .git/config",
        "mv .git away; cp -r away .git; cp planted .git/config",
        "cp -r .git evil; cp planted evil/config; mv .git away; ln -s evil .git",
    ],
)
def test_after_the_agents_end_git_runs_nothing_that_it_planted(
    root: Path, home: Path, sandbox: str, line: str
) -> None:
    del sandbox
    git(root, home, "init", "--quiet")
    (root / "planted").write_text(PLANTED.format(home=home, root=root))
    config = (root / ".git/config").read_text()
    live(line, root, home)
    git(root, home, "status")
    assert not (home / "ran").exists()
    assert (root / ".git/config").read_text() == config
    assert not (root / ".git/commondir").exists()


def test_a_root_does_not_become_a_bare_repository(root: Path, home: Path, sandbox: str) -> None:
    del sandbox
    (root / "planted").write_text(PLANTED.format(home=home, root=root) + "\tbare = false\n\tworktree = .\n")
    _, after = live("git init --quiet x; mv x/.git/* .; cp planted config", root, home)
    done = subprocess.run(["git", "status"], cwd=root, env={"HOME": str(home)}, capture_output=True)
    assert done.returncode != 0
    assert not (home / "ran").exists()
    assert "HEAD" in after[0]


@pytest.mark.parametrize("name", ["commondir", "hooks", "config.worktree"])
def test_what_no_sandbox_protects_is_restored_and_reported_and_nothing_is_lost(
    root: Path, home: Path, sandbox: str, name: str
) -> None:
    del sandbox
    git(root, home, "init", "--quiet", "--template=")
    before, after = live(f"echo mine >.git/{name}", root, home)
    assert f"{root}/.git" in before[0]
    assert len(after) == 1
    assert f"{root}/.git/{name} changed, which git or other programs obey. It was put back." in after[0]
    assert not (root / ".git" / name).exists()
    kept = after[0].rpartition("kept: ")[2].rstrip(".")
    assert Path(kept).read_text() == "mine\n"


def test_without_changes_there_is_no_notice_at_the_end(root: Path, home: Path, sandbox: str) -> None:
    del sandbox
    git(root, home, "init", "--quiet")
    assert live("echo x >made; git add made", root, home)[1] == []
    assert git(root, home, "diff", "--cached", "--name-only") == "made\n"


def test_before_the_start_a_notice_says_what_no_mount_can_protect(root: Path, home: Path) -> None:
    def warnings(*, holds: bool = True) -> list[str]:
        watch = TrustedFileGuard(
            find_protected_paths([str(root)], str(root)), (), roots=[str(root)], has_read_only_mounts=holds
        )
        watch.close()
        return watch.warnings

    assert warnings() == []
    git(root, home, "init", "--quiet", "--template=")
    (root / ".git/hooks").mkdir()
    assert warnings() == []
    assert "Landlock" in warnings(holds=False)[0]
    (root / ".git/hooks").rmdir()
    assert f"{root}/.git/hooks" in warnings()[0]
    (root / ".git/hooks").symlink_to(root / "own")
    assert "a link" in warnings()[0]
    assert "a link" in warnings(holds=False)[1]
    (root / ".git/hooks").unlink()
    (root / ".git/hooks").mkdir()
    for number in range(70):
        (root / f"r{number:02}/.git/hooks").mkdir(parents=True)
    (said,) = warnings()
    assert "no mounts" in said
    assert "and 2 more" in said


def test_settings_in_which_an_agent_could_plant_commands_stay_what_they_were(
    root: Path, home: Path, sandbox: str
) -> None:
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text("{}")
    line = f"cd {home}/.claude; echo x >settings.json; echo x >session; mv settings.json other; cat session"
    _, after = live(line, root, home, "claude-agent-acp")
    assert (home / ".claude/settings.json").read_text() == "{}"
    assert (home / ".claude/session").read_text() == "x\n"
    assert [f"{home}/.claude/settings.json" in said for said in after] == [True] * (sandbox == "landlock")
