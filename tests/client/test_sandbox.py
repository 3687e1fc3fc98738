"""An agent in a sandbox: what it may do there, and that it ends with us."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from tests.agent_program import COMMAND, agent_environ
from tests.client.access_harness import run
from tests.workspace_commands.command_harness import processes_with
from tests.workspace_commands.conftest import sandbox_or_skip

from understudy.client import CannotSandbox, ClientError, Permissions, connect
from understudy.client.known_agents import state_folders
from understudy.client.sandbox import policy
from understudy.client.sandbox.policy import prepare_sandbox
from understudy.workspace import SandboxMode
from understudy.workspace.commands import Sandbox

SHELL = "/bin/sh"


@pytest.fixture(params=["bubblewrap", "landlock"])
def mode(request: pytest.FixtureRequest) -> SandboxMode:
    return SandboxMode(sandbox_or_skip(request.param).name)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path.resolve() / "home"
    (made / ".ssh").mkdir(parents=True)
    (made / ".ssh/id").write_text("private key")
    (made / ".codex").mkdir()
    (made / ".codex/auth.json").write_text("codex login")
    return made


@pytest.fixture
def marker() -> Iterator[str]:
    made = f"3{uuid.uuid4().int % 10**12:012d}"
    yield made
    assert processes_with(made) == [], "a process was left behind"


def _run(
    line: str,
    roots: Sequence[Path],
    home: Path,
    mode: SandboxMode,
    *,
    name: str = "agent",
    state: Sequence[str] | None = None,
    readable: Sequence[str] = (),
    network: bool = True,
) -> "subprocess.CompletedProcess[str]":
    """Run a shell line in place of the agent."""
    ready = prepare_sandbox(
        [SHELL, "-c", line, name],
        roots=[str(root) for root in roots],
        cwd=str(roots[0]),
        environ={**agent_environ(home), "PATH": os.environ["PATH"], "MY_KEY": "sesame"},
        state=state,
        readable=readable,
        network=network,
        mode=mode,
    )
    try:
        child = subprocess.Popen(
            ready.argv,
            env=ready.environ,
            cwd=ready.cwd,
            pass_fds=ready.pass_fds,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        ready.after_spawn()
        out, err = child.communicate("asked\n", timeout=240)
        return subprocess.CompletedProcess([], child.returncode, out, err)
    finally:
        ready.kill()
        ready.close()


@pytest.mark.requirement("DIR-15")
def test_the_roots_are_writable_and_nothing_else(
    root: Path, second: Path, outside: Path, home: Path, mode: SandboxMode
) -> None:
    line = (
        f"echo 1 >{root}/a; echo 2 >{second}/b; echo 3 >{outside}/secret.txt; echo 4 >{outside}/new; "
        f"echo 5 >{home}/dotfile; rm -rf {outside}; mv {root} {root}.moved; cat {root}/a {second}/b"
    )
    done = _run(line, [root, second], home, mode)
    assert done.stdout == "1\n2\n"
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    assert sorted(os.listdir(outside)) == ["secret.txt"]
    assert not (home / "dotfile").exists()
    assert root.exists()


@pytest.mark.requirement("DIR-15")
def test_a_link_in_a_root_leads_to_nothing_writable(
    root: Path, outside: Path, home: Path, mode: SandboxMode
) -> None:
    (root / "out").symlink_to(outside)
    _run("echo x >out/secret.txt; echo x >out/new", [root], home, mode)
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    assert sorted(os.listdir(outside)) == ["secret.txt"]


def test_its_streams_its_environment_and_its_exit_status_are_the_agents_own(
    root: Path, home: Path, mode: SandboxMode
) -> None:
    done = _run('read said; echo "$said $MY_KEY"; pwd; echo log >&2; exit 7', [root], home, mode)
    assert (done.returncode, done.stdout, done.stderr) == (7, f"asked sesame\n{root}\n", "log\n")


def test_it_has_a_temporary_folder_that_is_removed_at_the_end(
    root: Path, home: Path, mode: SandboxMode
) -> None:
    name = f"understudy-{secrets.token_hex(8)}"  # the folder may be named like one that others use
    line = f'echo x >"$TMPDIR/{name}" && cat "$TMPDIR/{name}" && realpath "$TMPDIR"'
    said, place = _run(line, [root], home, mode).stdout.split()
    assert said == "x"
    assert not Path(place, name).exists()


def test_credentials_are_hidden_except_the_agents_own(root: Path, home: Path, mode: SandboxMode) -> None:
    line = f"cat {home}/.ssh/id {home}/.codex/auth.json; echo new >{home}/.codex/session; true"
    stranger = _run(line, [root], home, mode)
    assert stranger.stdout == ""
    codex = _run(line, [root], home, mode, name="codex-acp")
    assert codex.stdout == "codex login"
    assert (home / ".codex/session").read_text() == "new\n"
    done = _run(line, [root], home, mode, readable=[str(home / ".ssh")])
    assert done.stdout == "private key"


def test_state_folders_that_are_given_are_writable(root: Path, home: Path, mode: SandboxMode) -> None:
    (home / "mine").mkdir()
    _run(f"echo x >{home}/mine/x", [root], home, mode, state=[str(home / "mine")])
    assert (home / "mine/x").read_text() == "x\n"


@pytest.mark.attack(58, 60)
@pytest.mark.parametrize("network", [True, False])
def test_an_agent_has_the_network_unless_it_is_taken_away(
    root: Path, home: Path, mode: SandboxMode, network: bool
) -> None:
    name = f"understudy-{uuid.uuid4().hex}"
    script = """
import socket, sys
for family, address in ((socket.AF_INET, ("127.0.0.1", int(sys.argv[1]))), (socket.AF_UNIX, "\\0" + sys.argv[2])):
    try:
        one = socket.socket(family)
        one.settimeout(20)
        one.connect(address)
        print("reached")
    except OSError:
        print("not reached")
"""
    (root / "connect.py").write_text(script)
    with socket.create_server(("127.0.0.1", 0)) as service, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0{name}")
        abstract.listen()
        line = f"python3 connect.py {service.getsockname()[1]} {name}"
        shown = _run(line, [root], home, mode, network=network).stdout.splitlines()
    assert shown[0] == ("reached" if network else "not reached")
    if not network:
        assert shown[1] == "not reached"


def test_our_own_agent_has_its_state_folder(home: Path) -> None:
    environ = {"HOME": str(home)}
    assert state_folders(["/usr/bin/understudy", "acp"], environ) == [f"{home}/.local/state/understudy"]
    chosen = {**environ, "UNDERSTUDY_STATE_DIR": str(home / "chosen")}
    assert state_folders(["understudy", "acp"], chosen) == [str(home / "chosen")]
    assert state_folders(["other", "acp"], environ) == []
    assert state_folders(["npx", "@zed-industries/codex-acp"], environ) == [f"{home}/.codex"]


@pytest.mark.attack(42)
def test_existing_hooks_cannot_be_changed_in_bubblewrap(root: Path, home: Path) -> None:
    sandbox_or_skip("bubblewrap")
    (root / ".git/hooks").mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/config").write_text("[core]\n")
    line = "echo x >.git/hooks/pre-commit; echo x >>.git/config; mv .git .old; mkdir -p .git/hooks"
    _run(f"{line}; echo x >.git/index", [root], home, SandboxMode.BUBBLEWRAP)
    assert (root / ".git/config").read_text() == "[core]\n"
    assert list((root / ".git/hooks").iterdir()) == []
    assert (root / ".git/index").read_text() == "x\n"


def test_an_agent_is_not_started_in_a_sandbox_that_differs_from_the_plan(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox_or_skip("bubblewrap")
    monkeypatch.setattr(
        "understudy.client.sandbox.launches.bubblewrap.wrong_mounts", lambda plan, pid: ["/somewhere"]
    )
    done = _run("echo in >entered", [root], home, SandboxMode.BUBBLEWRAP)
    assert done.returncode == 125
    assert not (root / "entered").exists()


def test_other_processes_are_out_of_reach_in_bubblewrap(root: Path, home: Path) -> None:
    sandbox_or_skip("bubblewrap")
    done = _run(
        f"kill -0 {os.getpid()} && echo reached; ls /proc/{os.getpid()}", [root], home, SandboxMode.BUBBLEWRAP
    )
    assert done.stdout == ""


@pytest.mark.requirement("DIR-15")
@pytest.mark.parametrize("roots", [["/no/such/folder"], ["relative"], []])
def test_roots_that_cannot_be_made_writable_are_refused(home: Path, roots: list[str]) -> None:
    with pytest.raises(ClientError) as caught:
        prepare_sandbox([SHELL], roots=roots, cwd="/", environ={"HOME": str(home)})
    assert caught.value.code == "bad_roots"


@pytest.mark.requirement("DIR-15")
def test_without_a_working_sandbox_nothing_is_started(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = Sandbox("none", problem="bubblewrap is not installed; the kernel has no Landlock")
    monkeypatch.setattr(policy, "choose_sandbox", lambda mode: none)

    async def scenario() -> None:
        command = [SHELL, "-c", "echo x >started"]
        async with connect(command, cwd=root, environ=agent_environ(home), sandbox=True, roots=[root]):
            raise AssertionError("it was started")

    with pytest.raises(CannotSandbox, match="bubblewrap is not installed"):
        run(scenario)
    assert not (root / "started").exists()


def test_nothing_is_left_of_a_launch_that_was_never_started(
    root: Path, home: Path, mode: SandboxMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    before = set(os.listdir("/proc/self/fd"))
    ready = prepare_sandbox([SHELL], roots=[str(root)], cwd=str(root), environ={"HOME": str(home)}, mode=mode)
    ready.after_spawn()
    ready.kill()
    ready.close()
    assert set(os.listdir("/proc/self/fd")) <= before
    assert list(scratch.iterdir()) == []


@pytest.fixture
def only(mode: SandboxMode, monkeypatch: pytest.MonkeyPatch) -> SandboxMode:
    """Make `connect` use this sandbox."""
    sandbox = sandbox_or_skip(mode)
    monkeypatch.setattr(policy, "choose_sandbox", lambda _: sandbox)
    return mode


@pytest.mark.requirement("DIR-15")
def test_our_own_agent_works_in_a_sandbox_and_keeps_its_sessions(
    root: Path, home: Path, only: SandboxMode
) -> None:
    environ = agent_environ(home, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))

    async def scenario() -> str:
        async with connect(
            [COMMAND, "acp"],
            environ=environ,
            permissions=Permissions.allow("read", "edit", "execute"),
            terminals=False,
            sandbox=True,
            roots=[root],
        ) as agent:
            session = await agent.new_session(root)
            said = ""
            for prompt in ("/info", "/run echo one >made && cat made"):
                async for update in session.prompt(prompt):
                    said += repr(update)
            assert [info.session_id async for info in agent.sessions()] == [session.id]
            return said

    said = run(scenario)
    assert str(root) in said
    assert (root / "made").read_text() == "one\n", said
    assert list((home / "state").iterdir()) != []


@pytest.mark.requirement("DIR-15")
def test_the_whole_tree_ends_with_the_connection(
    root: Path, home: Path, only: SandboxMode, marker: str
) -> None:
    """An agent that never responds and has a child in another session."""
    line = f"setsid sleep {marker} & echo up >up; exec sleep {marker}"

    async def scenario(seconds: float) -> None:
        async with connect(
            [SHELL, "-c", line],
            cwd=root,
            environ=agent_environ(home),
            sandbox=True,
            roots=[root],
            timeout=seconds,
        ):
            raise AssertionError("it cannot have answered")

    for seconds in (2.0, 20.0):  # on a busy machine the start alone takes longer than the first
        with pytest.raises(ClientError):
            run(partial(scenario, seconds))
        assert processes_with(marker) == []
        if (root / "up").exists():
            break
    assert (root / "up").exists()


@pytest.mark.requirement("DIR-15")
def test_the_whole_tree_ends_when_we_are_killed(
    root: Path, home: Path, mode: SandboxMode, marker: str, tmp_path: Path
) -> None:
    program = tmp_path / "client.py"
    program.write_text(
        "import asyncio, os, sys\n"
        "from understudy.client import connect\n"
        "from understudy.client.sandbox import policy\n"
        "from understudy.workspace import SandboxMode\n"
        "from understudy.workspace.commands import choose_sandbox\n"
        f"sandbox = choose_sandbox(SandboxMode({mode.value!r}))\n"
        "policy.choose_sandbox = lambda _: sandbox\n"
        "async def main():\n"
        f"    root, line = {str(root)!r}, 'setsid sleep {marker} & echo up >up; exec sleep {marker}'\n"
        "    async with connect(['/bin/sh', '-c', line], cwd=root, sandbox=True, roots=[root]):\n"
        "        pass\n"
        "asyncio.run(main())\n"
    )
    environ = agent_environ(home, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
    client = subprocess.Popen([sys.executable, str(program)], env=environ, stderr=subprocess.PIPE)

    async def scenario() -> None:
        while not (root / "up").exists() or not processes_with(marker):
            assert client.poll() is None, client.stderr and client.stderr.read()
            await asyncio.sleep(0.02)
        client.send_signal(signal.SIGKILL)
        client.wait()
        while processes_with(marker):
            await asyncio.sleep(0.02)

    try:
        run(scenario)
    finally:
        client.kill()
        client.communicate()
