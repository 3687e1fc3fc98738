"""`understudy chat` in a real pseudo-terminal of 80 columns, with our own agent and with scripted ones."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from terminal_window import Window

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main", "chat"]
SCRIPTED = Path(__file__).parents[1] / "client" / "agents" / "scripted.py"
READY = "/help lists the commands"
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7])m")
MODES = {
    "sessionId": "s1",
    "modes": {
        "currentModeId": "ask",
        "availableModes": [{"id": "ask", "name": "Careful"}, {"id": "code", "name": "Bold"}],
    },
}

LOGIN = """
import json, os, sys
if "--login" in sys.argv:
    name = input("Who are you? ")
    with open(sys.argv[1], "w") as file:
        file.write(name)
    sys.exit()
method = {"id": "t", "name": "In the terminal", "type": "terminal", "args": ["--login"]}
for line in sys.stdin:
    message = json.loads(line)
    result = {"protocolVersion": 1, "authMethods": [method], "sessionId": "s1"}
    reply = {"result": result}
    if message["method"] == "session/new" and not os.path.exists(sys.argv[1]):
        reply = {"error": {"code": -32000, "message": "Who is it?"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply}), flush=True)
"""

Chat = Callable[..., Window]


@pytest.fixture
def chat(root: Path, tmp_path: Path) -> Chat:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("UNDERSTUDY_") and name not in ("NO_COLOR", "FORCE_COLOR", "TERM")
    }
    own = {"UNDERSTUDY_STATE_DIR": str(tmp_path / "state"), "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config")}

    def begin(*words: str, script: dict[str, Any] | None = None, **environ: str) -> Window:
        variables = {**kept, **own, **environ}
        if script is None:
            return Window([*UNDERSTUDY, *words], variables, root)
        agent = shlex.join([sys.executable, str(SCRIPTED), json.dumps(script)])
        return Window(["chat", "--agent", agent, *words], variables, root, forked=True)

    return begin


def ready(window: Window) -> None:
    window.see(READY)
    window.see("/help")  # the line at the bottom: now somebody listens


def permission(title: str, **more: Any) -> dict[str, Any]:
    options = [
        {"optionId": "yes", "name": "Allow once", "kind": "allow_once"},
        {"optionId": "no", "name": "Reject", "kind": "reject_once"},
    ]
    call = {"toolCallId": "1", "title": title, "kind": "edit", **more}
    return {"ask": "session/request_permission", "params": {"toolCall": call, "options": options}}


def test_our_own_agent_answers_and_is_left(chat: Chat, root: Path) -> None:
    (root / "notes.txt").write_text("remember the milk\n")
    with chat() as window:
        ready(window)
        window.line("/read notes.txt")
        window.see("remember the milk")
        window.line("/quit")
        window.see("  understudy chat --resume sess_")
        assert window.left() == 0


def test_a_note_stands_there_while_the_agent_starts_and_no_longer(
    chat: Chat, root: Path, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    agent = shlex.join(["sh", "-c", f'read _ <"{gate}"; exec "$@"', "sh", sys.executable, str(SCRIPTED)])
    with chat("--agent", agent) as window:
        window.see("Starting sh …")
        drawn = len(window.raw)
        gate.write_text("go\n")
        ready(window)
        assert "\x1b[J" in window.raw[drawn : window.raw.index(READY, drawn)]
        window.type("\x04")
        assert window.left() == 0


def test_prompts_of_several_parts_are_shown_as_they_are(chat: Chat) -> None:
    said = "👩\u200d💻 ❤\ufe0f\u200d🔥 a\u200db end"
    with chat(script={"turn": [{"say": said}]}) as window:
        ready(window)
        window.line("go")
        window.see("👩\u200d💻 ❤\ufe0f\u200d🔥 a\\u200db end")


def test_markdown_is_drawn_in_colour_and_without(chat: Chat) -> None:
    script = {"turn": [{"say": "# Head\n\nSome `code` and **more**.\n\n- one\n"}]}
    with chat(script=script) as window:
        ready(window)
        window.line("go")
        window.see("• one")
        assert "Some code and more." in window.text
        assert COLOUR.search(window.raw)
    with chat(script=script, NO_COLOR="1") as window:
        ready(window)
        window.line("go")
        window.see("• one")
        assert "# Head" in window.text
        assert "Some `code` and more." in window.text
        assert not COLOUR.search(window.raw)


def test_a_terminal_that_cannot_draw_gets_plain_lines(chat: Chat) -> None:
    script = {"turn": [{"say": "one\n\ntw"}, {"say": "o\n"}, permission("Sure?")]}
    with chat(script={**script, "answers": {"session/new": MODES}}, TERM="dumb") as window:
        window.see(READY)
        window.see("› ")
        window.line("go")
        window.see("\n\none\n\ntwo\n\n? Sure?\n[y] Allow once  [n] Reject\n")
        window.type("y")
        window.see("→ Allow once\n")
        window.see("› ")
        window.line("/mode")
        window.see("   2  Bold\nNumber (empty leaves): ")
        window.line("2")
        window.see("Mode: Bold\n\n› ")
        window.line("/quit")
        assert window.left() == 0
        assert "\x1b" not in window.raw


def test_a_question_is_answered_with_one_key_and_shows_what_it_is_about(chat: Chat) -> None:
    diff = {"type": "diff", "path": "/p/a.py", "oldText": "x = 1\n", "newText": "x = 2\n"}
    script = {"turn": [permission("Edit a.py", content=[diff])]}
    with chat(script=script) as window:
        window.see(READY)
        for key, chosen in (("y", "yes"), ("n", "no"), ("\x1b", "no")):
            window.see("/help")
            window.line("go")
            asked = window.see("[y] Allow once  [n] Reject")
            assert "-x = 1" in asked
            assert "+x = 2" in asked
            window.type(key)
            window.see(f'"optionId": "{chosen}"')


def test_every_answer_to_a_question_is_seen_however_long_they_are(chat: Chat) -> None:
    names = {
        "allow_always": "Yes, and do not ask again for commands " + "like this " * 5,
        "reject_once": "No",
    }
    options = [{"optionId": kind, "name": name, "kind": kind} for kind, name in names.items()]
    question = permission("npm test")
    question["params"]["options"] = options
    unanswerable = permission("npm start")
    unanswerable["params"]["options"] = []
    with chat(script={"turn": [question, unanswerable]}) as window:
        ready(window)
        window.line("go")
        window.see("[a] Yes, and")
        window.see("[n] No")
        window.type("n")
        window.see('"optionId": "reject_once"')
        window.see("[Esc] gives none")
        window.type("\x1b")
        window.see('"outcome": "cancelled"')


def test_what_was_typed_before_a_question_is_no_answer_to_it(chat: Chat, tmp_path: Path) -> None:
    waited = tmp_path / "go"
    os.mkfifo(waited)
    with chat(script={"turn": [{"say": "thinking"}, {"touch": str(waited)}, permission("Sure?")]}) as window:
        ready(window)
        window.line("go")
        window.see("thinking")
        window.type("y")
        os.close(os.open(waited, os.O_RDONLY))
        window.see("[y] Allow once  [n] Reject")
        window.type("n")
        window.see('"optionId": "no"')


@pytest.mark.parametrize(("option", "chosen"), [("--yes", "yes"), ("--deny", "no")])
def test_questions_are_answered_by_options_too(chat: Chat, option: str, chosen: str) -> None:
    with chat(option, script={"turn": [permission("Sure?")]}) as window:
        ready(window)
        window.line("go")
        assert "[y]" not in window.see(f'"optionId": "{chosen}"')


def test_a_command_in_a_terminal_shows_what_it_prints(chat: Chat, root: Path) -> None:
    with chat() as window:
        ready(window)
        window.line("/run echo first; sleep 0.1; echo second")
        window.see("second")
        window.see("✓ ")


def test_control_c_cancels_the_turn_and_control_d_leaves(chat: Chat) -> None:
    with chat(script={"turn": [{"say": "working"}, "cancel"]}) as window:
        ready(window)
        window.line("go")
        window.see("working")
        window.type("\x03")
        window.see("Cancelled.")
        window.see("/help")
        window.type("\x04")
        assert window.left() == 0


def test_control_c_at_an_empty_line_leaves_when_it_comes_twice(chat: Chat) -> None:
    with chat(script={}) as window:
        ready(window)
        window.type("words")
        window.see("words")
        window.type("\x03")
        window.type("\x03")
        window.see("Ctrl-C again leaves")
        window.type("\x03")
        assert window.left() == 0


def test_several_lines_are_one_message_typed_or_pasted(chat: Chat) -> None:
    with chat(script={"turn": [{"echo": "prompt"}]}) as window:
        ready(window)
        window.type("one\x1b\rtwo")
        window.type("\x1b[200~ three\nfour\x1b[201~")
        window.line("")
        window.see(r"one\ntwo three\nfour")


def test_the_history_is_kept_and_readable_only_by_its_owner(chat: Chat, tmp_path: Path) -> None:
    for words in ("remember this", "\x1b[A"):
        with chat(script={"turn": [{"echo": "prompt"}]}) as window:
            ready(window)
            window.line(words)
            window.see('"text": "remember this"')
            window.see("/help")
            window.type("\x04")
            assert window.left() == 0
    assert (tmp_path / "state" / "chat-history").stat().st_mode & 0o777 == 0o600


def test_commands_are_completed_and_equal_names_are_distinguished(chat: Chat) -> None:
    commands = [
        {"name": "help", "description": "The agent's own help"},
        {"name": "mode", "description": "The agent's own mode"},
    ]
    update = {"sessionUpdate": "available_commands_update", "availableCommands": commands}
    with chat(script={"turn": [{"update": update}, {"echo": "prompt"}]}) as window:
        ready(window)
        window.line("go")
        window.see('"text": "go"')
        window.see("/help")
        window.type("/mo")
        window.see("The agent's own mode")
        window.line("de")
        window.see('"text": "/mode"')
        window.see("/help")
        window.line("/help")
        window.see("Where both have a command")


def test_the_mode_is_changed_by_name_and_by_arrow(chat: Chat) -> None:
    with chat(script={"answers": {"session/new": MODES}}) as window:
        window.see("mode Careful")
        window.line("/mode bold")
        window.see("Mode: Bold")
        window.see("mode Bold")
        window.line("/mode")
        window.see("❯ Bold")
        window.type("\x1b[A\r")
        window.see("Mode: Careful")
        window.line("/mode rude")
        window.see("Mode has no value rude. It has: ask, code.")
        window.line("/model")
        window.see("The agent offers no choice of model.")


def test_a_session_is_picked_from_a_list(chat: Chat, root: Path) -> None:
    listed = [
        {
            "sessionId": f"s{number}",
            "cwd": str(root),
            "additionalDirectories": [],
            "title": f"About \x1b[31m{number}",
            "updatedAt": "2026-01-02T03:04:05Z",
        }
        for number in (1, 2)
    ]
    script = {"pages": [{"sessions": listed}], "history": ["What was said before."]}
    with chat("--resume", script=script) as window:
        assert "❯ 2026-01-02 03:04  About \\x1b[31m1" in window.see("Enter chooses")
        window.type("\x1b[B\r")
        window.see("What was said before.")
        ready(window)
        window.line("/quit")
        window.see("understudy chat --resume s2")
        assert window.left() == 0


def test_an_error_of_the_agent_is_shown_and_the_conversation_continues(chat: Chat) -> None:
    script = {
        "start": [{"log": "from the log"}],
        "errors": {"session/prompt": {"code": -32603, "message": "no \x1b[31mluck"}},
    }
    with chat(script=script) as window:
        ready(window)
        window.line("go")
        window.see("luck")
        window.see("/help")
        window.line("go")
        window.see("hello")
        window.line("/log")
        window.see("from the log")


def test_an_agent_that_dies_ends_the_conversation_with_its_last_words(chat: Chat) -> None:
    with chat(script={"turn": [{"say": "well"}, {"exit": 9}]}) as window:
        ready(window)
        window.line("go")
        assert window.left() == 1
        assert "exit status 9" in window.text
        assert "last words" in window.text


def test_an_agent_steers_nothing_with_what_it_says(chat: Chat) -> None:
    hostile = "\x1b]0;owned\x07\x1b[2J&#x202e;"
    call = {"sessionUpdate": "tool_call", "toolCallId": "1", "title": hostile, "status": "completed"}
    thought = {"sessionUpdate": "agent_thought_chunk", "content": {"type": "text", "text": hostile}}
    turn = [{"update": thought}, {"update": call}, {"say": f"```\n{hostile}\n```\n{hostile} end"}]
    with chat(script={"turn": turn}) as window:
        ready(window)
        window.line("go")
        window.see("end")
        assert "owned" in window.text
        assert "\x1b]" not in window.raw
        assert "\x1b[2J" not in window.raw
        assert "\u202e" not in window.raw


def test_a_login_in_the_terminal_is_done_here(chat: Chat, tmp_path: Path) -> None:
    agent = shlex.join([sys.executable, "-c", LOGIN, str(tmp_path / "name")])
    with chat("--agent", agent) as window:
        window.see("❯ In the terminal")
        window.type("\r")
        window.see("Who are you? ")
        window.line("somebody")
        ready(window)
        assert (tmp_path / "name").read_text() == "somebody"


def test_a_form_of_the_agent_is_filled_in_field_by_field(chat: Chat) -> None:
    form = {
        "type": "object",
        "required": ["name", "size"],
        "properties": {
            "name": {"type": "string", "title": "Your name", "minLength": 3},
            "size": {"type": "string", "title": "Size", "oneOf": [{"const": "s", "title": "Small"}]},
            "count": {"type": "integer", "title": "How many", "default": 4},
            "note": {"type": "string", "title": "Note"},
        },
    }
    params = {"mode": "form", "message": "Who \x1b[31mare you?", "requestedSchema": form}
    with chat(script={"turn": [{"ask": "elicitation/create", "params": params}]}) as window:
        ready(window)
        window.line("go")
        window.see("? Who \\x1b[31mare you?")
        window.see("❯ Answer")
        window.type("\r")
        for name in ("me", "somebody"):
            window.see("Your name:")
            window.line(name)
            window.see("❯ Small")
            window.type("\r")
            window.see("How many:")
            window.line("2")
            window.see("Note:")
            window.line("")
            if name == "me":
                window.see("must have 3 characters")
        window.see('{"name": "somebody", "size": "s", "count": 42}')


def test_a_page_of_the_agent_is_shown_in_full_and_may_be_declined(chat: Chat) -> None:
    url = "https://example.com/" + "long/" * 20
    params = {"mode": "url", "message": "Log in there", "url": url, "elicitationId": "1"}
    with chat(script={"turn": [{"ask": "elicitation/create", "params": params}]}) as window:
        ready(window)
        window.line("go")
        shown = window.see("❯ I go to this page")
        assert url in shown.replace("\n", "")
        window.type("\x1b[B\r")
        window.see('"action": "decline"')


def test_in_a_pipe_it_says_what_to_use_instead() -> None:
    ended = subprocess.run(UNDERSTUDY, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240)
    assert ended.returncode == 2
    assert "understudy run" in ended.stderr
