"""executeCommand as WAP specifies it; the runner's own tests are in tests/workspace_commands."""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.live_editor import Terminal
from understudy.tools import TOOLS, Call, ConsentRequest
from understudy.workspace import (
    Denied,
    ExecutionFailed,
    InvalidArgument,
    NetworkPolicy,
    SandboxMode,
    Stop,
    TimedOut,
    Workspace,
)

Caller = Callable[..., Any]


@pytest.mark.requirement("WAP-07")
def test_output_exit_code_and_duration_come_back(call: Caller, root: Path) -> None:
    result = call("executeCommand", command="echo out; echo err >&2; exit 3")
    assert (result.stdout, result.stderr, result.exit_code) == ("out\n", "err\n", 3)
    assert result.is_output_truncated is False
    assert result.duration_ms >= 0
    assert call("executeCommand", command="pwd").stdout == f"{root}\n"


@pytest.mark.requirement("WAP-07")
def test_folder_environment_and_stdin(call: Caller, root: Path, second: Path) -> None:
    (root / "sub").mkdir()
    assert call("executeCommand", command="pwd", workingDirectory="sub").stdout == f"{root}/sub\n"
    assert call("executeCommand", command="pwd", workingDirectory=str(second)).stdout == f"{second}\n"
    assert call("executeCommand", command="echo $GREETING", environment={"GREETING": "hi"}).stdout == "hi\n"
    assert call("executeCommand", command="cat", stdin="given\n").stdout == "given\n"
    assert call("executeCommand", command="cat").stdout == ""


@pytest.mark.requirement("WAP-07")
def test_a_timeout_ends_the_command_and_returns_the_output_so_far(call: Caller, root: Path) -> None:
    for timeout in (300, 1_500, 7_500, 30_000):  # on a busy machine the shell itself needs some of it
        with pytest.raises(TimedOut) as caught:
            call("executeCommand", command="echo before; sleep 60; touch after", timeout=timeout)
        assert caught.value.payload()["code"] == "TIMEOUT"
        assert caught.value.details["limitMs"] == timeout
        if caught.value.details["stdout"]:
            break
    assert caught.value.details["stdout"] == "before\n"
    assert list(root.iterdir()) == []
    with pytest.raises(InvalidArgument):
        call("executeCommand", command="true", timeout=10**9)


@pytest.mark.attack(45)
def test_a_working_folder_behind_a_link_must_be_in_scope(
    call: Caller, root: Path, second: Path, outside: Path
) -> None:
    (root / "out").symlink_to(outside)
    (root / "across").symlink_to(second)
    with pytest.raises(Denied):
        call("executeCommand", command="pwd", workingDirectory="out")
    assert call("executeCommand", command="pwd -P", workingDirectory="across").stdout == f"{second}\n"


@pytest.mark.attack(45)
@pytest.mark.parametrize("lent", [False, True])
def test_a_command_runs_in_the_folder_that_was_shown_or_not_at_all(
    workspace: Workspace, root: Path, lent: bool
) -> None:
    for name in ("docs", "src"):
        (root / name).mkdir()
    (root / "link").symlink_to("docs")
    arguments = {"command": "touch made; pwd -P", "workingDirectory": "link"}
    terminal = Terminal() if lent else None
    run = TOOLS["executeCommand"].call
    using = Call(expected_folder=str(root / "src"), terminals=terminal)
    with pytest.raises(InvalidArgument) as caught:
        run(workspace, arguments, using)
    assert caught.value.reason == "changed_since_read"
    assert list((root / "docs").iterdir()) == []
    assert terminal is None or terminal.lines == []
    using = Call(expected_folder=str(root / "docs"), terminals=terminal)
    assert run(workspace, arguments, using).stdout == f"{root}/docs\n"


@pytest.mark.attack(40)
def test_variables_that_change_what_a_command_means_are_refused(call: Caller, root: Path) -> None:
    for name in ("LD_PRELOAD", "BASH_ENV", "GIT_SSH_COMMAND", "PATH", "NODE_OPTIONS"):
        with pytest.raises((Denied, InvalidArgument)) as caught:
            call("executeCommand", command="touch made", environment={name: "x"})
        assert caught.value.reason == "dangerous_variable"
    assert list(root.iterdir()) == []


@pytest.mark.parametrize("command", ["", "  ", "\n", "echo \0"])
def test_an_empty_command_is_an_error(call: Caller, command: str) -> None:
    with pytest.raises(InvalidArgument):
        call("executeCommand", command=command)


def test_every_root_can_be_written_and_nothing_else(
    call: Caller, root: Path, second: Path, outside: Path
) -> None:
    assert call("executeCommand", command=f"echo x > here; echo y > {second}/there").exit_code == 0
    assert (root / "here").read_text() == "x\n"
    assert (second / "there").read_text() == "y\n"
    with pytest.raises(ExecutionFailed) as caught:
        call("executeCommand", command="echo z > /etc/understudy-was-here")
    assert caught.value.reason == "sandbox_denied"
    assert "root" in caught.value.message
    assert not Path("/etc/understudy-was-here").exists()
    with contextlib.suppress(ExecutionFailed):  # a sandbox may hide the folder or refuse the write
        assert call("executeCommand", command=f"echo z > {outside}/beyond").exit_code != 0
    assert not (outside / "beyond").exists()


def test_a_read_only_workspace_lets_commands_read_but_not_write(root: Path) -> None:
    (root / "a").write_text("content\n")
    with Workspace([root], read_only=True) as workspace:
        assert TOOLS["executeCommand"].call(workspace, {"command": "cat a"}).stdout == "content\n"
        with pytest.raises(ExecutionFailed):
            TOOLS["executeCommand"].call(workspace, {"command": "echo x > a"})
    assert (root / "a").read_text() == "content\n"


def test_read_only_without_a_sandbox_refuses_commands(root: Path) -> None:
    with Workspace([root], read_only=True, sandbox=SandboxMode.OFF) as workspace:
        with pytest.raises(Denied) as caught:
            TOOLS["executeCommand"].call(workspace, {"command": "touch made"})
        assert caught.value.reason == "read_only"
    assert list(root.iterdir()) == []


def test_output_is_reported_while_the_command_runs_and_cancelling_ends_it(
    workspace: Workspace, root: Path
) -> None:
    stop = Stop()
    heard: list[tuple[str, str]] = []
    first = threading.Event()

    def listen(stream: str, text: str) -> None:
        heard.append((stream, text))
        first.set()

    def cancel() -> None:
        assert first.wait(240)
        stop.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    with pytest.raises(ExecutionFailed) as caught:
        TOOLS["executeCommand"].call(
            workspace, {"command": "echo started; sleep 60; touch made"}, Call(stop=stop, on_output=listen)
        )
    canceller.join()
    assert caught.value.reason == "cancelled"
    assert heard[0] == ("stdout", "started\n")
    assert list(root.iterdir()) == []


@pytest.mark.parametrize("policy", NetworkPolicy)
@pytest.mark.parametrize("consent", [True, False])
def test_the_network_is_given_by_the_policy_or_by_a_person(
    root: Path, policy: NetworkPolicy, consent: bool
) -> None:
    questions: list[ConsentRequest] = []

    def ask(question: ConsentRequest) -> bool:
        questions.append(question)
        return consent

    terminal = Terminal()
    using = Call(ask_consent=ask, terminals=terminal)
    with Workspace([root], network=policy) as workspace:
        run = TOOLS["executeCommand"].call
        run(workspace, {"command": "true"}, using)
        assert questions == []
        allowed = policy is NetworkPolicy.ALLOW or (policy is NetworkPolicy.ASK and consent)
        if allowed:
            run(workspace, {"command": "echo x", "network": True}, using)
        else:
            with pytest.raises(Denied) as caught:
                run(workspace, {"command": "echo x", "network": True}, using)
            assert caught.value.reason == "network_denied"
            assert "--network allow" in caught.value.message
        assert terminal.networks == [False, True] if allowed else [False]
        assert [question.command for question in questions] == (
            ["echo x"] if policy is NetworkPolicy.ASK else []
        )


def test_where_nobody_can_be_asked_there_is_no_network(root: Path) -> None:
    with Workspace([root]) as workspace, pytest.raises(Denied) as caught:
        TOOLS["executeCommand"].call(workspace, {"command": "touch made", "network": True}, Call())
    assert caught.value.reason == "network_denied"
    assert list(root.iterdir()) == []


def test_the_workspace_tells_its_sandbox_and_its_policy(root: Path) -> None:
    with Workspace([root], network=NetworkPolicy.DENY) as workspace:
        info = TOOLS["getWorkspaceInfo"].call(workspace, {})
    assert info.sandbox.name in ("bubblewrap", "landlock")
    assert info.sandbox.network == "deny"
    assert "no network" in info.sandbox.description


def test_commands_read_the_folders_that_were_added(root: Path, tmp_path: Path) -> None:
    added = tmp_path.resolve() / "added"
    added.mkdir()
    (added / "file").write_text("read")
    with Workspace([root], readable=[str(added)]) as workspace:
        assert TOOLS["executeCommand"].call(workspace, {"command": f"cat {added}/file"}).stdout == "read"
