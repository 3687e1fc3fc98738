"""What can be typed in the chat: mentions, pastes, history search, commands of one's own, the slash menu."""

import re
import subprocess
import sys
from pathlib import Path

from cli.test_chat_command import Chat, chat, ready
from understudy.chat.commands import COMMANDS
from understudy.cli.chat_ui.repl import help_text, list_commands, parse_own_command
from understudy.schema import acp

__all__ = ["chat"]  # a fixture

ECHO = {"turn": [{"echo": "prompt"}]}


def test_help_is_ours_with_the_agents_commands_below() -> None:
    commands = [
        acp.AvailableCommand(name=name, description=f"the agent's {name}") for name in ("help", "fix")
    ]
    assert parse_own_command("/help", {"help", "fix"}) == ("help", "")
    text = help_text(commands, "Agent")
    assert text.index("**Commands here**") < text.index("**Commands of Agent**") < text.index("`/fix`")
    assert "`/help`: Tell what can be typed here" in text
    assert "the agent's help" not in text
    assert [name for name, _ in list_commands(commands)].count("/help") == 1


def test_a_mentioned_file_is_completed_and_sent_with_its_lines(chat: Chat, root: Path) -> None:
    (root / "source").mkdir()
    (root / "source" / "application.py").write_text("x\n")
    with chat(script=ECHO) as window:
        ready(window)
        window.type("see @applic\t")
        window.see("source/application.py")
        window.type("\t:10-40")
        window.line("")
        window.see("application.py#L10-L40")


def test_a_long_paste_is_folded_and_sent_whole(chat: Chat) -> None:
    pasted = "\n".join(f"row {number}" for number in range(40))
    with chat(script=ECHO) as window:
        ready(window)
        window.type(f"look: \x1b[200~{pasted}\x1b[201~")
        window.see("[pasted 40 lines #1]")
        window.line("")
        window.see(r"row 38\nrow 39")


def test_earlier_prompts_are_searched_with_control_r(chat: Chat) -> None:
    with chat(script=ECHO) as window:
        ready(window)
        for words in ("alpha first", "beta second"):
            window.line(words)
            window.see(f'"text": "{words}"')
            window.see("/help")
        window.type("\x12alph")
        window.see("alpha first")
        window.type("\r")
        window.line("")
        window.see('"text": "alpha first"')


def test_a_command_of_ones_own_runs_without_a_question(chat: Chat, root: Path) -> None:
    with chat() as window:  # our own agent
        ready(window)
        window.line("!echo made-by-me > made; cat made")
        assert "[y]" not in window.see("made-by-me")
        window.see("✓ ")
    assert (root / "made").exists()
    with chat(script=ECHO) as window:  # an agent without such a command
        ready(window)
        window.line("!echo in-$((40 + 2))-shell")
        window.see("in-42-shell")
        window.see("exit code 0")


def test_the_slash_menu_shows_ten_rows(chat: Chat) -> None:
    with chat() as window:  # our own agent has more commands than that
        ready(window)
        window.type("/")
        shown = window.see("/undo")
        rows = {name for name in re.findall(r"/([a-z]+)", shown) if name in COMMANDS}
        assert len(rows) >= 10


def test_a_mistyped_command_of_the_program_is_suggested() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "understudy.cli.main", "chatt"], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 2
    assert "there is no command 'chatt'. Did you mean chat?" in done.stderr
