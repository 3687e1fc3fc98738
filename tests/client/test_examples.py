"""The examples, each run as a program with a real agent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent_program import LIMIT_S, SCRIPTED, agent_environ
from forked_command import forked_understudy
from provider_server import Call, ProviderServer, calls, says

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(
    state: Path, name: str, *arguments: str, typed: str = "", cwd: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run an example; everything that it stores is below `state`."""
    state.mkdir(exist_ok=True)
    path = os.environ.get("PYTHONPATH", "")
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=agent_environ(state, OPENAI_API_KEY="sk-test-key", PYTHONPATH=path),
        timeout=LIMIT_S,
        cwd=cwd,
    )


def our_agent() -> tuple[str, ...]:
    return (*forked_understudy(), "acp")


def scripted(provider: ProviderServer) -> tuple[str, ...]:
    return (*our_agent(), "--model", SCRIPTED, "--base-url", provider.url)


@pytest.mark.requirement("NES-22")
def test_an_editor_with_next_edits_follows_a_rename_to_its_end(tmp_path: Path) -> None:
    done = example(tmp_path / "state", "next_edits.py", *our_agent())
    assert (done.returncode, done.stderr) == (0, "")
    assert "find_user(name).title" in done.stdout
    assert "find_user(name).name" in done.stdout


def test_the_editor_of_the_example_has_forty_lines() -> None:
    assert len((EXAMPLES / "next_edits.py").read_text().splitlines()) <= 40


def test_one_shot_prints_the_answer_as_it_comes(tmp_path: Path, root: Path) -> None:
    (root / "notes.txt").write_text("the answer is 42\n")
    with ProviderServer([calls(Call("readFile", {"path": "notes.txt"})), says("It is 42.")]) as provider:
        done = example(tmp_path / "state", "one_shot.py", "What does it say?", *scripted(provider), cwd=root)
    assert (done.returncode, done.stdout) == (0, "It is 42.\n")
    assert done.stderr.startswith("[Read ")


@pytest.mark.requirement("DIR-13")
@pytest.mark.parametrize(("typed", "written"), [("1\n", True), ("4\n", False), ("\n", False)])
def test_several_roots_and_a_question_that_the_user_answers(
    tmp_path: Path, root: Path, second: Path, typed: str, written: bool
) -> None:
    (second / "data.txt").write_text("from the second root\n")
    target = second / "new.txt"
    replies = [
        calls(Call("readFile", {"path": str(second / "data.txt")})),
        calls(Call("writeFile", {"path": str(target), "content": "hello\n", "mode": "create"})),
        says("Done."),
    ]
    with ProviderServer(replies) as provider:
        done = example(
            tmp_path / "state",
            "multi_root.py",
            "Write it.",
            str(root),
            str(second),
            "--",
            *scripted(provider),
            typed=typed,
        )
    assert done.returncode == 0, done.stderr
    assert f"Working in {root} {second}" in done.stdout
    assert "1) " in done.stdout
    assert target.exists() is written


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("next_edits.py", ("no-such-agent",)),
        ("one_shot.py", ("hello", "no-such-agent")),
        ("multi_root.py", ("hello", ".", "--", "no-such-agent")),
    ],
)
def test_a_missing_agent_is_reported_in_one_sentence(
    tmp_path: Path, name: str, arguments: tuple[str, ...]
) -> None:
    done = example(tmp_path / "state", name, *arguments)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no-such-agent" in done.stderr


@pytest.mark.parametrize("name", ["one_shot.py", "multi_root.py"])
def test_an_example_without_arguments_tells_how_it_is_used(tmp_path: Path, name: str) -> None:
    done = example(tmp_path / "state", name)
    assert done.returncode == 1
    assert f"python examples/{name} PROMPT" in done.stderr
