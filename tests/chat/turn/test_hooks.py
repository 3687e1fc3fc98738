"""Which hooks of the user run, where, and what is reported of one that fails."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from chat.turn.turn_harness import run_virtually, turn_harness
from understudy.chat.trusted_folders import TrustedFolders
from understudy.chat.turn.hooks import HookRunner
from understudy.settings import ChatSettings, Hook, HooksConfig

Trust = Literal["always", "ask", "never"]
Event = Literal["before_tool", "after_tool"]


def run_hooks(
    folder: Path,
    *hooks: Hook,
    event: Event = "after_tool",
    trust: Trust = "always",
    is_folder_trusted: bool = False,
) -> list[str]:
    """What the hooks that failed report after a call of writeFile in the folder `root`."""

    async def scene() -> list[str]:
        async with turn_harness(folder, settings=ChatSettings(trust_folders=trust)) as harness:
            trusted = TrustedFolders(folder / "trusted")
            if is_folder_trusted:
                trusted.add(harness.session.workspace.primary.path)
            state = replace(harness.state, hooks=HooksConfig(**{event: hooks}), trusted_folders=trusted)
            runner = HookRunner(harness.session, state)
            return [str(failure) for failure in await runner.run(event, tool="writeFile")]

    return run_virtually(scene())


@pytest.mark.parametrize(
    ("tools", "runs"),
    [
        pytest.param((), True, id="every tool"),
        pytest.param(("writeFile",), True, id="this tool"),
        pytest.param(("readFile", "writeFile"), True, id="this tool and another one"),
        pytest.param(("readFile",), False, id="another tool"),
    ],
)
def test_a_hook_runs_for_the_tools_that_it_names(tmp_path: Path, tools: tuple[str, ...], runs: bool) -> None:
    assert bool(run_hooks(tmp_path, Hook("exit 3", tools=tools))) is runs


@pytest.mark.parametrize(
    ("folder", "runs"),
    [
        pytest.param("root", True, id="the root"),
        pytest.param("root/", True, id="the root, with a slash"),
        pytest.param("", True, id="above it"),
        pytest.param("ro", False, id="the beginning of its name"),
        pytest.param("other", False, id="elsewhere"),
        pytest.param("root/below", False, id="below it"),
    ],
)
def test_a_hook_runs_in_the_folder_that_it_names(tmp_path: Path, folder: str, runs: bool) -> None:
    """Even where the user trusts no folder: the configuration names it."""
    hook = Hook("exit 3", folder=os.path.join(os.path.realpath(tmp_path), folder))
    assert bool(run_hooks(tmp_path, hook, trust="never")) is runs


@pytest.mark.parametrize(
    ("trust", "is_folder_trusted", "runs"),
    [
        ("always", False, True),
        ("ask", True, True),
        ("ask", False, False),
        ("never", True, False),
        ("never", False, False),
    ],
)
def test_a_hook_without_a_folder_runs_where_the_user_trusts(
    tmp_path: Path, trust: Trust, is_folder_trusted: bool, runs: bool
) -> None:
    found = run_hooks(tmp_path, Hook("exit 3"), trust=trust, is_folder_trusted=is_folder_trusted)
    assert bool(found) is runs


@pytest.mark.parametrize(
    ("event", "reports"),
    [
        ("before_tool", ["The user's hook 'exit 3' failed with exit code 3."]),
        (
            "after_tool",
            [
                "The user's hook 'exit 3' failed with exit code 3.",
                "The user's hook 'echo no; exit 4' failed with exit code 4.\nno",
            ],
        ),
    ],
)
def test_a_rejected_call_needs_no_other_hook(tmp_path: Path, event: Event, reports: list[str]) -> None:
    hooks = [Hook("exit 0"), Hook("exit 3"), Hook("echo no; exit 4")]
    assert run_hooks(tmp_path, *hooks, event=event) == reports


def test_a_hook_gets_the_call_as_json(tmp_path: Path) -> None:
    (report,) = run_hooks(tmp_path, Hook("cat; exit 1"))
    assert report.splitlines()[1] == '{"event":"after_tool","tool":"writeFile","arguments":null,"paths":[]}'
