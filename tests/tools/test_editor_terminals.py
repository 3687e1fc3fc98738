"""executeCommand in an editor's terminal: every possible check is made before the command runs."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tools.live_editor import Terminal
from understudy.tools import TOOLS, Call
from understudy.workspace import (
    Denied,
    ExecutionFailed,
    InvalidArgument,
    Limits,
    NotFound,
    Stop,
    TimedOut,
    Workspace,
)
from understudy.workspace.commands import CommandResult

Caller = Callable[..., Any]


def test_a_command_runs_in_the_terminal_in_its_folder_with_its_variables(call: Caller, root: Path) -> None:
    (root / "sub").mkdir()
    terminal = Terminal()
    result = call(
        "executeCommand",
        using=Call(terminals=terminal),
        command='pwd; echo "$GREETING" >&2; exit 3',
        workingDirectory="sub",
        environment={"GREETING": "hi"},
    )
    assert (result.stdout, result.stderr, result.exit_code) == (f"{root}/sub\nhi\n", "", 3)
    assert result.is_output_truncated is False
    assert terminal.lines[0][1:] == (f"{root}/sub", {"GREETING": "hi"})


def test_a_command_with_standard_input_runs_in_the_sandbox(call: Caller, root: Path) -> None:
    terminal = Terminal()
    result = call("executeCommand", using=Call(terminals=terminal), command="cat", stdin="given\n")
    assert result.stdout == "given\n"
    assert terminal.lines == []


@pytest.mark.attack(45)
def test_a_folder_out_of_scope_never_reaches_the_terminal(call: Caller, root: Path, outside: Path) -> None:
    (root / "out").symlink_to(outside)
    (root / "file").write_text("x")
    terminal = Terminal()
    for folder, error in (
        ("out", Denied),
        (str(outside), Denied),
        ("..", Denied),
        ("none", NotFound),
        ("file", InvalidArgument),
    ):
        with pytest.raises(error):
            call("executeCommand", using=Call(terminals=terminal), command="pwd", workingDirectory=folder)
    assert terminal.lines == []


@pytest.mark.attack(40)
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"environment": {"LD_PRELOAD": "x"}}, "dangerous_variable"),
        ({"environment": {"PATH": "x"}}, "dangerous_variable"),
        ({"environment": {"git_ssh_command": "x"}}, "dangerous_variable"),
        ({"environment": {"A=B": "x"}}, "bad_arguments"),
        ({"environment": {"A": "\0"}}, "bad_arguments"),
        ({"command": "echo \0"}, "bad_arguments"),
        ({"command": " \n"}, "bad_arguments"),
        ({"command": "echo \ud800"}, "bad_arguments"),
        ({"command": "x" * (128 << 10)}, "too_large"),
        ({"timeout": 10**9}, "bad_arguments"),
    ],
)
def test_arguments_that_the_sandbox_refuses_never_reach_the_terminal(
    call: Caller, arguments: dict[str, Any], reason: str
) -> None:
    terminal = Terminal()
    with pytest.raises((Denied, InvalidArgument)) as caught:
        call("executeCommand", using=Call(terminals=terminal), **{"command": "true", **arguments})
    assert caught.value.reason == reason
    assert terminal.lines == []


def test_a_read_only_workspace_refuses_terminals(root: Path) -> None:
    terminal = Terminal()
    with Workspace([root], read_only=True) as workspace:
        with pytest.raises(Denied) as caught:
            TOOLS["executeCommand"].call(workspace, {"command": "true"}, Call(terminals=terminal))
        assert caught.value.reason == "read_only"
    assert terminal.lines == []


def test_a_timeout_ends_the_command_and_returns_the_output_so_far(call: Caller, root: Path) -> None:
    with pytest.raises(TimedOut) as caught:
        call(
            "executeCommand",
            using=Call(terminals=Terminal()),
            command="echo before; sleep 60; touch after",
            timeout=500,
        )
    assert caught.value.payload()["code"] == "TIMEOUT"
    details = caught.value.details
    assert (details["stdout"], details["stderr"], details["limitMs"]) == ("before\n", "", 500)
    assert list(root.iterdir()) == []


def test_cancelling_ends_the_command(workspace: Workspace, root: Path) -> None:
    stop = Stop()
    terminal = Terminal()

    def cancel() -> None:
        assert terminal.started.wait(240)
        stop.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    with pytest.raises(ExecutionFailed) as caught:
        TOOLS["executeCommand"].call(
            workspace, {"command": "sleep 60; touch made"}, Call(stop=stop, terminals=terminal)
        )
    canceller.join()
    assert caught.value.reason == "cancelled"
    assert list(root.iterdir()) == []


def test_a_call_that_was_cancelled_before_it_started_runs_nothing(workspace: Workspace) -> None:
    stop = Stop()
    stop.cancel()
    terminal = Terminal()
    with pytest.raises(ExecutionFailed):
        TOOLS["executeCommand"].call(workspace, {"command": "true"}, Call(stop=stop, terminals=terminal))
    assert terminal.lines == []


@pytest.mark.attack(49)
def test_output_is_truncated_to_our_limit_whatever_the_terminal_sends(root: Path) -> None:
    class Flood(Terminal):
        def run(
            self,
            line: str,
            cwd: str,
            environment: Mapping[str, str],
            timeout: float,
            output_limit: int,
            stop: Stop,
            network: bool = False,
        ) -> CommandResult:
            finished = super().run(line, cwd, environment, timeout, 10**9, stop, network)
            return CommandResult(finished.stdout + "\ud800end", "", 0, False, finished.duration_ms)

    with Workspace([root], limits=Limits(max_output_size=1000)) as workspace:
        result = TOOLS["executeCommand"].call(
            workspace, {"command": "yes | head -n 100000"}, Call(terminals=Flood())
        )
    assert result.is_output_truncated
    assert len(result.stdout.encode()) <= 1000
    assert result.stdout.startswith("y\ny\n")
    assert result.stdout.endswith("\ufffdend")
