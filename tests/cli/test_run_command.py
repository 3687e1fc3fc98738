"""`understudy run` as people and scripts use it: real processes, real exit codes, real agents."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.workspace_commands.conftest import sandbox_or_skip

from forked_command import run_command
from terminal_window import Window

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main"]
SCRIPTED = Path(__file__).parents[1] / "client" / "agents" / "scripted.py"
DEAF = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "session/prompt":
        chunk = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "deaf"}}
        reply = {"method": "session/update", "params": {"sessionId": "s1", "update": chunk}}
    elif "id" in message:
        reply = {"id": message["id"], "result": {"protocolVersion": 1, "sessionId": "s1"}}
    print(json.dumps({"jsonrpc": "2.0", **reply}), flush=True)
"""
PERMISSION = {
    "ask": "session/request_permission",
    "params": {
        "toolCall": {"toolCallId": "1", "title": "Delete \x1b[31mall", "kind": "delete"},
        "options": [
            {"optionId": "yes", "name": "Allow once", "kind": "allow_once"},
            {"optionId": "ever", "name": "Always allow", "kind": "allow_always"},
            {"optionId": "no", "name": "Reject", "kind": "reject_once"},
        ],
    },
}


def scripted(**script: Any) -> list[str]:
    return ["--agent", shlex.join([sys.executable, str(SCRIPTED), json.dumps(script)])]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}
    own = {"UNDERSTUDY_STATE_DIR": str(tmp_path / "state"), "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config")}
    return {**kept, **own, "NO_COLOR": "1"}


@pytest.fixture
def run(root: Path, environ: dict[str, str]) -> Any:
    def call(*words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
        return run_command("run", *words, env=environ, cwd=root, stdin=text)

    return call


def test_the_answer_goes_to_stdout_and_what_was_done_to_stderr(run: Any, root: Path) -> None:
    (root / "notes.txt").write_text("remember the milk\n")
    ended = run("/read notes.txt")
    assert ended.returncode == 0
    assert "remember the milk" in ended.stdout
    assert "✓" not in ended.stdout
    assert ended.stderr.startswith("✓ ")
    assert "notes.txt" in ended.stderr


@pytest.mark.parametrize(
    ("reason", "status"),
    [
        ("end_turn", 0),
        ("refusal", 3),
        ("max_tokens", 4),
        ("max_turn_requests", 4),
        ("cancelled", 130),
    ],
)
def test_the_exit_status_tells_the_stop_reason(run: Any, reason: str, status: int) -> None:
    ended = run(*scripted(answers={"session/prompt": {"stopReason": reason}}), "hello")
    assert ended.returncode == status
    assert ended.stdout == ""


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_an_unknown_stop_reason_is_an_error_in_one_line(run: Any, words: list[str]) -> None:
    ended = run(*words, *scripted(answers={"session/prompt": {"stopReason": "lunch\nbreak"}}), "hello")
    assert ended.returncode == 1
    assert ended.stderr.endswith("for a reason that is not known here: lunch\\nbreak.\n")
    assert ended.stderr.count("\n") == 1


def test_an_answer_ends_with_its_line_and_two_messages_are_two_paragraphs(run: Any) -> None:
    call = {"sessionUpdate": "tool_call", "toolCallId": "1", "title": "Look\naround", "status": "failed"}
    ended = run(
        *scripted(turn=[{"say": "Let me "}, {"say": "look."}, {"update": call}, {"say": "Done."}]), "go"
    )
    assert ended.stdout == "Let me look.\n\nDone.\n"
    assert ended.stderr == "✗ Look\\naround  failed\n"


def test_a_compaction_is_told_when_it_has_ended(run: Any) -> None:
    steps = [
        {"update": {"sessionUpdate": "compaction_update", "compactionId": "1", "status": status, **more}}
        for status, more in (("in_progress", {}), ("completed", {}), ("failed", {"error": "no model"}))
    ]
    ended = run(*scripted(turn=[*steps, {"say": "on"}]), "go")
    assert (ended.returncode, ended.stdout) == (0, "on\n")
    assert ended.stderr.splitlines() == [
        "! Compaction of the conversation: completed.",
        "! Compaction of the conversation: failed, no model.",
    ]


def test_json_prints_each_update_on_a_line_and_the_stop_reason_last(run: Any) -> None:
    ended = run(*scripted(turn=[{"say": "one\ntwo"}]), "--json", "go")
    first, last = [json.loads(line) for line in ended.stdout.splitlines()]
    assert first == {
        "sessionUpdate": "agent_message_chunk",
        "content": {"type": "text", "text": "one\ntwo"},
    }
    assert (last["stopReason"], last["sessionId"]) == ("end_turn", "s1")
    assert last["usage"]["totalTokens"] == 3


def test_json_tells_an_error_too(run: Any) -> None:
    ended = run("--agent", "no-such-agent", "--json", "go")
    assert ended.returncode == 1
    assert json.loads(ended.stdout)["error"]["code"] == "agent_gone"


def test_a_dash_reads_the_prompt_from_stdin(run: Any) -> None:
    ended = run(*scripted(turn=[{"echo": "prompt"}]), "-", text="several\nlines\n")
    assert json.loads(ended.stdout) == [{"type": "text", "text": "several\nlines\n"}]


def test_text_on_stdin_is_no_command(run: Any, root: Path) -> None:
    asked = run("--deny", "-", text=" \n!touch owned")
    assert asked.returncode == 1
    assert "There is no model to answer." in asked.stderr  # so it was a text for a model
    assert not (root / "owned").exists()
    text = "\ufeff/run touch owned"  # other agents skip such a mark
    ended = run(*scripted(turn=[{"echo": "prompt"}]), "-", text=text)
    assert json.loads(ended.stdout)[0]["text"] == f"The text on standard input:\n\n{text}"


def test_without_a_terminal_a_permission_request_is_rejected_with_a_hint_about_the_options(run: Any) -> None:
    ended = run(*scripted(turn=[PERMISSION]), "go")
    assert json.loads(ended.stdout)["result"]["outcome"]["optionId"] == "no"
    assert "Delete \\x1b[31mall" in ended.stderr
    assert "--yes" in ended.stderr
    assert "--deny" in ended.stderr


@pytest.mark.parametrize(("option", "chosen"), [("--yes", "yes"), ("--deny", "no")])
def test_yes_allows_once_and_deny_rejects_both_without_a_warning(run: Any, option: str, chosen: str) -> None:
    ended = run(*scripted(turn=[PERMISSION]), option, "go")
    assert json.loads(ended.stdout)["result"]["outcome"]["optionId"] == chosen
    assert ended.stderr == ""


def test_without_a_user_to_ask_the_client_writes_no_file_for_the_agent(run: Any, root: Path) -> None:
    write = {"ask": "fs/write_text_file", "params": {"path": str(root / "made.txt"), "content": "x"}}
    ended = run(*scripted(turn=[write]), "go")
    assert "error" in json.loads(ended.stdout)
    assert not (root / "made.txt").exists()
    assert run(*scripted(turn=[write]), "--yes", "go").returncode == 0
    assert (root / "made.txt").read_text() == "x"


def test_yes_is_no_consent_to_files_that_other_programs_run(run: Any, root: Path) -> None:
    (root / ".git").mkdir()
    for name in ("plain.txt", ".git/config"):
        write = {"ask": "fs/write_text_file", "params": {"path": str(root / name), "content": "new"}}
        run(*scripted(turn=[write]), "--yes", "go")
    assert (root / "plain.txt").read_text() == "new"
    assert not (root / ".git/config").exists()


@pytest.mark.parametrize(("key", "chosen"), [("a", "ever"), ("N", "no"), ("\x1b", "no"), ("x\x1b[Ay", "yes")])
def test_on_a_terminal_a_question_is_answered_with_one_key(
    environ: dict[str, str], root: Path, key: str, chosen: str
) -> None:
    with Window(["run", *scripted(turn=[PERMISSION]), "go"], environ, root, forked=True) as window:
        asked = window.see("[y] Allow once  [a] Always allow  [n] Reject")
        assert "Delete \\x1b[31mall" in asked
        window.type(key)
        window.see(f'"optionId": "{chosen}"')
        assert window.left() == 0


def test_further_folders_for_an_agent_that_takes_none_are_an_error_and_nothing_is_sent(
    run: Any, second: Path, tmp_path: Path
) -> None:
    record = tmp_path / "record"
    script = {"record": str(record), "initialize": {"agentCapabilities": {}}}
    ended = run(*scripted(**script), "--add-dir", str(second), "go")
    assert ended.returncode == 1
    assert "additionalDirectories" in ended.stderr
    assert "session/new" not in record.read_text()


def test_additional_folders_are_sent_to_an_agent_that_supports_them(
    run: Any, second: Path, tmp_path: Path
) -> None:
    record = tmp_path / "record"
    assert run(*scripted(record=str(record)), "--add-dir", str(second), "go").returncode == 0
    sent = [json.loads(line) for line in record.read_text().splitlines()]
    new = next(message for message in sent if message["method"] == "session/new")
    assert new["params"]["additionalDirectories"] == [str(second)]


def test_a_folder_of_the_agents_own_is_opened_in_its_sandbox(run: Any, tmp_path: Path) -> None:
    sandbox_or_skip("landlock")
    own = tmp_path / "own"
    own.mkdir()
    script = scripted(turn=[{"try_to_touch": str(own / "x")}])
    assert "made" not in run("--sandbox", *script, "go").stdout
    assert run("--sandbox", "--writable", str(own), *script, "go").stdout == "made\n"
    assert (own / "x").exists()


def test_context_is_sent_to_an_agent_that_takes_it_and_warned_of_elsewhere(run: Any) -> None:
    turn = [{"echo": "runtimeContext"}]
    takes = {"agentCapabilities": {"sessionCapabilities": {"runtimeContext": {}}}}
    ended = run(*scripted(turn=turn, initialize=takes), "--context", "branch=main=1", "go")
    assert json.loads(ended.stdout) == [{"title": "branch", "text": "main=1"}]
    ended = run(*scripted(turn=turn), "--context", "branch=main", "go")
    assert (ended.returncode, ended.stdout) == (0, "null\n")
    assert "--context is not sent" in ended.stderr


def test_a_model_that_the_agent_does_not_have_is_an_error(run: Any) -> None:
    assert "no choice of models" in run(*scripted(), "--model", "big", "go").stderr
    option = {
        "id": "m",
        "name": "Model",
        "category": "model",
        "type": "select",
        "currentValue": "small",
        "options": [{"group": "g", "name": "G", "options": [{"value": "small", "name": "Small"}]}],
    }
    answers = {"session/new": {"sessionId": "s1", "configOptions": [option]}}
    answers["session/set_config_option"] = {"configOptions": [option]}
    ended = run(*scripted(answers=answers), "--model", "big", "go")
    assert (ended.returncode, "It has: small." in ended.stderr) == (1, True)
    assert run(*scripted(answers=answers), "--model", "small", "go").returncode == 0


def test_a_session_is_resumed(run: Any) -> None:
    first = run("--json", "/info")
    session = json.loads(first.stdout.splitlines()[-1])["sessionId"]
    again = run("--json", "--resume", session, "/info")
    assert again.returncode == 0
    assert json.loads(again.stdout.splitlines()[-1])["sessionId"] == session
    assert run("--resume", "nobody", "/info").returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        [],
        [""],
        ["--yes", "--deny", "go"],
        ["--cwd", "nowhere", "go"],
        ["--context", "no equals sign", "go"],
        ["--agent", "'open", "go"],
        ["--agent", " ", "go"],
        ["--agent", "cat", "--base-url", "http://127.0.0.1", "go"],
        ["--timeout", "0", "go"],
        ["--writable", ".", "go"],
        ["--sandbox", "--writable", "nowhere", "go"],
    ],
)
def test_a_wrong_usage_has_exit_status_2_and_starts_nothing(run: Any, words: list[str]) -> None:
    ended = run(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr


def test_a_control_c_cancels_the_turn(environ: dict[str, str], root: Path) -> None:
    command = ["run", *scripted(turn=[{"say": "working"}, "cancel"]), "go"]
    with Window(command, environ, root, forked=True) as window:
        window.see("working")
        window.type("\x03")
        assert window.left() == 130
        assert "Cancelled." in window.text


def test_a_control_c_counts_though_the_agent_says_that_it_came_to_its_end(
    environ: dict[str, str], root: Path
) -> None:
    """Or a script would take half an answer for a whole one."""
    turn = [{"say": "as_if_it_had "}, {"ask": "session/request_permission", "params": PERMISSION["params"]}]
    with Window(["run", *scripted(turn=turn), "go"], environ, root, forked=True) as window:
        window.see("[y]")
        window.type("\x03")
        assert window.left() == 130
        assert "Cancelled." in window.text


def test_a_second_control_c_leaves_an_agent_that_does_not_hear(environ: dict[str, str], root: Path) -> None:
    with Window(
        ["run", "--agent", shlex.join([sys.executable, "-c", DEAF]), "go"], environ, root, forked=True
    ) as window:
        window.see("deaf")
        window.type("\x03")
        window.see("Ctrl-C again leaves")
        window.type("\x03")
        assert window.left() == 130


def test_a_reader_that_has_seen_enough_ends_it_quietly(root: Path, environ: dict[str, str]) -> None:
    command = shlex.join([*UNDERSTUDY, "run", *scripted(turn=[{"flood": 50_000}]), "go"])
    ended = subprocess.run(
        ["bash", "-c", f"{command} | head -c 5; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        timeout=240,
        env=environ,
        cwd=root,
    )
    assert ended.stdout == "0 1 2141\n"
    assert ended.stderr == ""


def test_text_of_an_agent_steers_no_terminal_and_stays_as_it_is_in_a_pipe(
    run: Any, environ: dict[str, str], root: Path
) -> None:
    script = scripted(turn=[{"say": "\x1b]0;owned\x07end"}])
    assert run(*script, "go").stdout == "\x1b]0;owned\x07end\n"
    with Window(["run", *script, "go"], environ, root, forked=True) as window:
        assert window.left() == 0
        assert "\\x1b]0;owned\\x07end" in window.raw


def test_our_own_agent_imports_nothing_from_the_folder_it_works_in(run: Any, root: Path) -> None:
    (root / "understudy").mkdir()
    (root / "understudy" / "__init__.py").write_text("raise SystemExit('hijacked')")
    (root / "asyncio.py").write_text("raise SystemExit('hijacked')")
    assert run("/info").returncode == 0


def test_it_loads_nothing_that_draws() -> None:
    code = (
        "import sys, understudy.cli.commands.run, understudy.client;"
        "print([name for name in ('rich', 'prompt_toolkit', 'markdown_it', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240)
    assert done.stdout == "[]\n", done.stderr


def test_a_request_to_terminate_ends_the_agent_too(
    root: Path, environ: dict[str, str], tmp_path: Path
) -> None:
    child = tmp_path / "child"
    script = scripted(start=["deaf", {"grandchild": str(child)}], turn=[{"say": "working"}, "cancel"])
    process = subprocess.Popen(
        [*UNDERSTUDY, "run", *script, "go"], stdout=subprocess.PIPE, env=environ, cwd=root
    )
    assert process.stdout is not None
    assert process.stdout.read(7) == b"working"
    process.send_signal(signal.SIGTERM)
    assert process.wait(240) == 128 + signal.SIGTERM
    process.stdout.close()
    assert not Path(f"/proc/{child.read_text()}").exists()


STUBBORN = (
    "import signal\nfor number in (signal.SIGTERM, signal.SIGINT): signal.signal(number, signal.SIG_IGN)\n"
    + DEAF
    + "\nwhile True: signal.pause()\n"
)
PATIENT = """
import sys
from understudy.cli import limits
from understudy.client import limits as client_limits
from understudy.client.agent_process import process
from understudy.cli.main import main
limits.RUN_CANCEL_TIMEOUT_S = limits.RUN_EXIT_TIMEOUT_S = 0.1
process.EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S = process.EXIT_AFTER_SIGTERM_TIMEOUT_S = 100_000.0
import understudy.client.connection_setup as setup
setup.EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S = 100_000.0
sys.exit(main())
"""


@pytest.mark.attack(74)
def test_one_interrupt_ends_it_though_the_agent_ignores_everything(
    root: Path, environ: dict[str, str], tmp_path: Path
) -> None:
    """Every other time limit is out of reach here, and the two of the interrupt are short."""
    (tmp_path / "patient.py").write_text(PATIENT)
    agent = shlex.join(
        [
            sys.executable,
            "-c",
            STUBBORN.replace(
                "import json, sys", "import json, os, sys\nprint(os.getpid(), file=open('pid', 'w'))"
            ),
        ]
    )
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "patient.py"), "run", "--agent", agent, "Hello?"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
        cwd=root,
    )
    assert process.stdout is not None
    assert process.stdout.read(4) == b"deaf"
    process.send_signal(signal.SIGINT)
    _, log = process.communicate(timeout=240)
    assert process.returncode == 130
    assert b"Traceback" not in log
    with pytest.raises(ProcessLookupError):
        os.kill(int((root / "pid").read_text()), 0)
