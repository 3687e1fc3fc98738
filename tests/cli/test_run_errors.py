"""Agents that cannot be used: one clear sentence, exit status 1, and no process left."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from forked_command import forked_understudy, run_command
from provider_server import ProviderServer, fails
from terminal_window import Window

SCRIPTED = Path(__file__).parents[1] / "client" / "agents" / "scripted.py"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    own = {"UNDERSTUDY_STATE_DIR": str(tmp_path / "state"), "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config")}
    return {**os.environ, **own, "NO_COLOR": "1"}


@pytest.fixture
def child(tmp_path: Path) -> Path:
    """Where an agent writes the number of a process that it started and that wants to stay."""
    return tmp_path / "child"


TROUBLES: dict[str, tuple[dict[str, Any], str]] = {
    "dies": ({"start": [{"log": "no license"}, {"exit": 7}]}, "exit status 7"),
    "prints junk": ({"start": [{"print": "Welcome to the \x1b[31mshop"}, {"exit": 0}]}, "Welcome to the"),
    "hangs": ({"start": ["hang"]}, "did not answer initialize within 2 seconds"),
    "another version": ({"initialize": {"protocolVersion": 3}}, "version 3"),
    "refuses": ({"errors": {"initialize": {"code": -32603, "message": "go away"}}}, "go away"),
    "dies in the turn": ({"turn": [{"say": "well"}, {"exit": 9}]}, "exit status 9"),
    "fails in the turn": (
        {"errors": {"session/prompt": {"code": -32603, "message": "out of order"}}},
        "out of order",
    ),
    "wants to know who asks": (
        {
            "initialize": {"authMethods": [{"id": "sso", "name": "Single sign-on"}]},
            "errors": {"session/new": {"code": -32000, "message": "log in first"}},
            "always": True,
        },
        "sso",
    ),
    "wants to know who asks and offers no way": (
        {"errors": {"session/new": {"code": -32000, "message": "log in first"}}, "always": True},
        "log in first. It offers no way to do that here: log in with the agent's own program first.\n",
    ),
}


@pytest.mark.parametrize("name", TROUBLES)
def test_an_agent_in_trouble_gives_one_sentence_and_exit_status_1(
    name: str, root: Path, child: Path, environ: dict[str, str]
) -> None:
    script, words = TROUBLES[name]
    script = {**script, "start": [{"grandchild": str(child)}, *script.get("start", [])]}
    agent = shlex.join([sys.executable, str(SCRIPTED), json.dumps(script)])
    limit = "2" if name == "hangs" else "30"
    ended = run_command("run", "--timeout", limit, "--agent", agent, "go", env=environ, cwd=root)
    assert ended.returncode == 1, ended.stderr
    assert words in ended.stderr
    assert ended.stderr.startswith("understudy run: ")
    assert "Traceback" not in ended.stderr
    assert "\x1b" not in ended.stderr
    assert not Path(f"/proc/{child.read_text()}").exists()


def test_a_missing_agent_is_named(root: Path, environ: dict[str, str]) -> None:
    for command in ("run", "chat"):
        words = ["go"] if command == "run" else []
        words = [command, "--agent", "no-such-agent --acp", *words]
        with Window(words, environ, root, forked=True) as window:
            assert window.left() == 1
            assert window.text.count("\n") == 1
            assert "no-such-agent" in window.text


def test_a_file_that_is_not_a_program_is_reported_without_a_traceback(
    root: Path, environ: dict[str, str]
) -> None:
    (root / "agent").write_bytes(b"\x7fELF and no more")
    (root / "agent").chmod(0o755)
    ended = run_command("run", "--agent", "./agent", "go", env=environ, cwd=root)
    assert ended.returncode == 1
    assert "cannot be started (Exec format error)" in ended.stderr


@pytest.mark.parametrize("name", ["dies", "prints junk", "another version", "wants to know who asks"])
def test_the_chat_tells_the_same(name: str, root: Path, child: Path, environ: dict[str, str]) -> None:
    script, words = TROUBLES[name]
    script = {**script, "start": [{"grandchild": str(child)}, *script.get("start", [])]}
    agent = shlex.join([sys.executable, str(SCRIPTED), json.dumps(script)])
    with Window(["chat", "--agent", agent], environ, root, forked=True) as window:
        if name == "wants to know who asks":
            window.see("Single sign-on")
            window.type("\x03")
        status = window.left()
        assert status == 1, window.text
        assert "understudy chat: " in window.text
        assert "Traceback" not in window.text
        assert words in window.text or name == "wants to know who asks"
    assert not Path(f"/proc/{child.read_text()}").exists()


WITHOUT_SDK = """
import sys
sys.modules["openai"] = None  # as if it were not installed
from understudy.cli.main import main
sys.argv[0] = "understudy"
sys.exit(main())
"""


def run_with_model(
    root: Path, environ: dict[str, str], url: str, *more: str, code: str = ""
) -> subprocess.CompletedProcess[str]:
    start = [sys.executable, "-P", "-c", code] if code else forked_understudy()
    agent = shlex.join([*start, "acp", "--model", "openai-chat:some", "--base-url", url])
    return run_command("run", *more, "--agent", agent, "What is this?", env=environ, cwd=root)


def test_a_missing_package_of_the_provider_is_named_with_what_installs_it_and_exit_status_1(
    root: Path, environ: dict[str, str]
) -> None:
    ended = run_with_model(root, environ, "http://127.0.0.1:9/v1", code=WITHOUT_SDK)
    assert ended.returncode == 1
    assert ended.stderr.startswith("understudy run: The package for OpenAI chat API is not installed.")
    assert "'understudy-acp[openai]'" in ended.stderr


def test_an_error_of_the_model_is_exit_status_1_and_one_sentence(root: Path, environ: dict[str, str]) -> None:
    with ProviderServer([fails(400, "no such luck")] * 2) as provider:
        ended = run_with_model(root, environ, provider.url)
        as_json = run_with_model(root, environ, provider.url, "--json")
    assert ended.returncode == as_json.returncode == 1
    assert ended.stderr.startswith("understudy run: ")
    assert "no such luck" in ended.stderr
    last = json.loads(as_json.stdout.splitlines()[-1])
    assert (last["stopReason"], last["error"]["code"]) == ("end_turn", "rejected")
    assert "no such luck" in last["error"]["message"]


def test_without_a_model_a_question_is_exit_status_1_and_a_command_is_not(
    root: Path, environ: dict[str, str]
) -> None:
    environ = {name: value for name, value in environ.items() if name != "UNDERSTUDY_MODEL"}
    asked = run_command("run", "What is this?", env=environ, cwd=root)
    assert asked.returncode == 1
    assert "understudy run: There is no model to answer." in asked.stderr
    assert "understudy login" in asked.stdout
    assert run_command("run", "/roots", env=environ, cwd=root).returncode == 0
