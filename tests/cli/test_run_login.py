"""`understudy run` with an agent that wants a login, and with a silent one: real processes, a real terminal."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from forked_command import run_command
from terminal_window import Window

SCRIPTED = Path(__file__).parents[1] / "client" / "agents" / "scripted.py"
METHODS = [
    {"id": "key", "name": "API \x1b[31mkey", "description": "from your settings"},
    {"id": "sso", "name": "Single sign-on"},
]
TERMINAL_LOGIN = """
import json, os, sys
if "--login" in sys.argv:
    name = input("Who are you? ")
    with open(sys.argv[1], "w") as file:
        file.write(name)
    sys.exit()
method = {"id": "t", "name": "In the terminal", "type": "terminal", "args": ["--login"]}
for line in sys.stdin:
    message = json.loads(line)
    told = {"result": {"protocolVersion": 1, "authMethods": [method], "sessionId": "s1", "stopReason": "end_turn"}}
    if message["method"] == "session/new" and not os.path.exists(sys.argv[1]):
        told = {"error": {"code": -32000, "message": "Who is it?"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **told}), flush=True)
"""
IMPATIENT = """
import sys
from understudy.cli import limits
from understudy.cli.main import main
limits.SILENCE_NOTICE_DELAY_S = 0.2
sys.exit(main())
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}
    own = {"UNDERSTUDY_STATE_DIR": str(tmp_path / "state"), "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config")}
    return {**kept, **own, "NO_COLOR": "1"}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record"


def agent(**script: Any) -> list[str]:
    return ["--agent", shlex.join([sys.executable, str(SCRIPTED), json.dumps(script)])]


def wants_login(record: Path, **script: Any) -> list[str]:
    """An agent that wants to know who asks before it opens a session."""
    return agent(
        initialize={"authMethods": METHODS},
        errors={"session/new": {"code": -32000, "message": "log in first"}},
        turn=[{"say": "welcome"}],
        record=str(record),
        **script,
    )


def impatient(folder: Path) -> list[str]:
    """`understudy run` with a short time until it says what it waits for."""
    (folder / "impatient.py").write_text(IMPATIENT)
    return [sys.executable, str(folder / "impatient.py"), "run"]


def chosen(record: Path) -> list[str]:
    messages = [json.loads(line) for line in record.read_text().splitlines()]
    return [one["params"]["methodId"] for one in messages if one.get("method") == "authenticate"]


def run_in_a_pipe(words: list[str], environ: dict[str, str], root: Path) -> subprocess.CompletedProcess[str]:
    return run_command("run", *words, env=environ, cwd=root)


@pytest.mark.parametrize(("typed", "method"), [("2\r", "sso"), ("7\rx\r1\r", "key")])
def test_on_a_terminal_the_user_chooses_the_login_by_number(
    environ: dict[str, str], root: Path, record: Path, typed: str, method: str
) -> None:
    with Window(["run", *wants_login(record), "go"], environ, root, forked=True) as window:
        asked = window.see("Number (empty for none): ")
        assert "   1  API \\x1b[31mkey: from your settings" in asked
        assert "   2  Single sign-on" in asked
        window.type(typed)
        window.see("welcome")
        assert window.left() == 0
    assert chosen(record) == [method]


def test_who_chooses_no_login_gets_a_sentence(environ: dict[str, str], root: Path, record: Path) -> None:
    with Window(["run", *wants_login(record), "go"], environ, root, forked=True) as window:
        window.see("Number (empty for none): ")
        window.type("\r")
        window.see("no method was chosen")
        assert window.left() == 1
    assert chosen(record) == []


def test_the_login_is_chosen_by_an_option_without_asking(
    environ: dict[str, str], root: Path, record: Path
) -> None:
    with Window(["run", *wants_login(record), "--auth", "sso", "go"], environ, root, forked=True) as window:
        assert "Which login?" not in window.see("welcome")
        assert window.left() == 0
    assert chosen(record) == ["sso"]
    record.unlink()
    ended = run_in_a_pipe([*wants_login(record), "--auth", "key", "go"], environ, root)
    assert (ended.returncode, ended.stdout, chosen(record)) == (0, "welcome\n", ["key"])


def test_a_login_that_the_agent_does_not_have_is_an_error(
    environ: dict[str, str], root: Path, record: Path
) -> None:
    ended = run_in_a_pipe([*wants_login(record), "--auth", "badge", "go"], environ, root)
    assert ended.returncode == 1
    assert "The agent has no login 'badge' here. It has: key, sso." in ended.stderr
    assert chosen(record) == []


def test_without_a_terminal_the_option_is_named(environ: dict[str, str], root: Path, record: Path) -> None:
    ended = run_in_a_pipe([*wants_login(record), "go"], environ, root)
    assert ended.returncode == 1
    assert "key (API" in ended.stderr
    assert "--auth METHOD" in ended.stderr


def test_the_agents_own_login_runs_in_the_terminal(
    environ: dict[str, str], root: Path, tmp_path: Path
) -> None:
    program = shlex.join([sys.executable, "-c", TERMINAL_LOGIN, str(tmp_path / "name")])
    with Window(["run", "--agent", program, "--auth", "t", "go"], environ, root, forked=True) as window:
        window.see("Who are you? ")
        window.type("somebody\r")
        assert window.left() == 0
    assert (tmp_path / "name").read_text() == "somebody"


WAITS: dict[str, tuple[list[Any], str]] = {
    "for_its_model": ([], "It may be waiting for its model, for the network, or for a login"),
    "for_a_tool": (
        [{"update": {"sessionUpdate": "tool_call", "toolCallId": "1", "title": "make test"}}],
        "It is running: make test.",
    ),
}


@pytest.mark.parametrize("name", WAITS)
def test_a_silent_agent_gets_a_sentence_that_says_what_is_awaited(
    name: str, environ: dict[str, str], root: Path, tmp_path: Path
) -> None:
    """The agent waits for a pipe that the test opens once it has read the sentence."""
    before, sentence = WAITS[name]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = agent(turn=[*before, {"look": str(pipe)}])
    with Window([*impatient(tmp_path), *words, "go"], environ, root) as window:
        assert "The agent has sent nothing for 0." in window.see(sentence)
        window.see("nothing for 0.6 seconds")  # 0.2, and twice that: the whole silence is named
        pipe.write_text("finished")
        window.see("finished")
        assert window.left() == 0


def test_an_agent_that_is_still_starting_is_named_as_such(
    environ: dict[str, str], root: Path, tmp_path: Path
) -> None:
    command = [*impatient(tmp_path), *agent(start=["hang"]), "--timeout", "2", "go"]
    with Window(command, environ, root) as window:
        window.see("It is still starting, or opening the session.")
        window.see("did not answer initialize within 2 seconds")
        assert window.left() == 1


def test_in_a_pipe_nothing_is_said_about_the_time_that_it_takes(
    environ: dict[str, str], root: Path, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(
        [*impatient(tmp_path), *agent(turn=[{"say": "one"}, {"look": str(pipe)}]), "go"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ,
        cwd=root,
    ) as process:
        assert process.stdout is not None
        assert os.read(process.stdout.fileno(), 3) == b"one"
        pipe.write_text("two")
        answer, told = process.communicate(timeout=240)
    assert (process.returncode, answer, told) == (0, "two\n", "")
