"""`understudy sessions` as people and scripts use it: real processes, real exit codes, a real terminal."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forked_command import run_command
from understudy.chat.events import AgentText, ToolCalled, ToolReturned, UserPrompted, encode_event
from understudy.chat.sqlite import SqliteSessionStore
from understudy.cli.config.folders import state_folder
from understudy.schema.acp import TextContent

UNDERSTUDY = [sys.executable, "-m", "understudy.cli.main", "sessions"]
HOSTILE = "\x1b]0;owned\x07\x9b31m\u202etxt"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    with SqliteSessionStore(folder, clock=iter(range(10**9, 10**9 + 99)).__next__) as store:
        store.create("abc1", "/srv", [])
        store.create("abd2", "/srv", ["/lib", "/other"])
        store.create("xyz3", "/else", [])
        store.append(
            "abc1",
            [
                encode_event(UserPrompted(blocks=[TextContent(text=f"Please {HOSTILE}")])),
                encode_event(AgentText(text="Of ")),
                encode_event(AgentText(text="course")),
                encode_event(ToolCalled(id="1", name="readFile", title=f"Read {HOSTILE}")),
                encode_event(ToolReturned(id="1", text=f"line {HOSTILE}\n" * 30)),
            ],
            title=f"Title {HOSTILE}\nsecond",
        )
    return folder


def sessions(state: Path | None, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    where = [] if state is None else ["--state-dir", str(state)]
    return run_command("sessions", *words, *where, env={**os.environ, **environment})


def on_a_terminal(state: Path, *words: str, typed: str = "") -> tuple[int, str]:
    """Run with a terminal on all three; `typed` is typed when a question was asked."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [*UNDERSTUDY, *words, "--state-dir", str(state)], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 240
    try:
        while time.monotonic() < deadline and select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not part:
                break
            shown += part
            if typed and shown.endswith(b"[y/N] "):
                os.write(ours, typed.encode())
                typed = ""
        return child.wait(240), shown.decode()
    finally:
        child.kill()
        child.wait(240)
        os.close(ours)


def ids(state: Path) -> list[str]:
    return [session["id"] for session in json.loads(sessions(state, "list", "--json").stdout)]


def test_the_list_has_the_newest_first(state: Path) -> None:
    done = sessions(state, "list")
    assert done.returncode == 0
    head, first, second, third = done.stdout.splitlines()
    assert head.split() == ["ID", "UPDATED", "TITLE", "FOLDER"]
    assert first.split()[:3] == ["abc1", "2001-09-09", "01:46"]
    assert "/srv" in first
    assert second.split()[0] == "xyz3"
    assert third.endswith("/srv +2")


def test_the_list_is_json_for_programs(state: Path) -> None:
    done = sessions(state, "list", "--json")
    assert done.stdout.isascii()
    found = json.loads(done.stdout)
    assert found[0]["title"] == f"Title {HOSTILE}\nsecond"
    assert found[2]["roots"] == ["/lib", "/other"]
    assert found[0]["events"] == 5


def test_the_list_can_be_of_one_folder_and_short(state: Path) -> None:
    found = json.loads(sessions(state, "list", "--json", "--cwd", "/srv").stdout)
    assert [session["id"] for session in found] == ["abc1", "abd2"]
    found = json.loads(sessions(state, "list", "--json", "--limit", "2").stdout)
    assert [session["id"] for session in found] == ["abc1", "xyz3"]
    assert sessions(state, "list", "--cwd", "/nowhere").stdout == ""


def test_a_folder_is_found_by_its_link_and_by_its_target(state: Path, tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with SqliteSessionStore(state, clock=iter(range(2 * 10**9, 2 * 10**9 + 9)).__next__) as store:
        store.create("t", str(tmp_path / "target"), [])
        store.create("l", str(tmp_path / "link"), [])
    found = json.loads(sessions(state, "list", "--json", "--cwd", str(tmp_path / "link")).stdout)
    assert [session["id"] for session in found] == ["l", "t"]


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1" * 30])
def test_a_bad_limit_is_bad_use(state: Path, limit: str) -> None:
    assert sessions(state, "list", f"--limit={limit}").returncode == 2


def test_show_prints_the_conversation(state: Path) -> None:
    done = sessions(state, "show", "abc1")
    assert done.returncode == 0
    assert "\nYou\nPlease " in done.stdout
    assert "\nUnderstudy\nOf course\n" in done.stdout
    assert "(readFile)  completed\n    line " in done.stdout
    assert "… 10 more lines; export shows them" in done.stdout


@pytest.mark.parametrize(
    "words", [("list",), ("list", "--json"), ("show", "abc"), ("export", "abc"), ("show", "ab")]
)
def test_nothing_hostile_reaches_a_terminal(state: Path, words: tuple[str, ...]) -> None:
    _, shown = on_a_terminal(state, *words)
    assert "Title" in shown
    for raw in ("\x1b]0;", "\x07", "\x9b", "\u202e"):
        assert raw not in shown


def test_json_on_a_terminal_is_still_json(state: Path) -> None:
    status, shown = on_a_terminal(state, "export", "abc1", "--format", "json")
    assert status == 0
    assert shown.isascii()
    assert json.loads(shown)["session"]["title"] == f"Title {HOSTILE}\nsecond"


def test_a_pipe_gets_what_was_said(state: Path) -> None:
    done = sessions(state, "export", "abc1")
    assert done.stdout.startswith("# Title ")
    assert f"> Please {HOSTILE}\n" in done.stdout
    as_json = json.loads(sessions(state, "export", "abc1", "--format", "json").stdout)
    assert as_json["events"][0]["event"]["blocks"][0]["text"] == f"Please {HOSTILE}"


def test_an_export_goes_to_a_file_and_overwrites_none(state: Path, tmp_path: Path) -> None:
    page, data = tmp_path / "page.md", tmp_path / "data.json"
    assert sessions(state, "export", "abc1", "-o", str(page)).returncode == 0
    assert page.read_text().startswith("# Title ")
    assert sessions(state, "export", "abc1", "-o", str(data)).returncode == 0
    assert json.loads(data.read_text())["session"]["id"] == "abc1"
    page.write_text("mine")
    refused = sessions(state, "export", "abc1", "-o", str(page))
    assert refused.returncode == 1
    assert "--force" in refused.stderr
    assert page.read_text() == "mine"
    assert sessions(state, "export", "abc1", "-o", str(page), "--force").returncode == 0
    assert page.read_text().startswith("# Title ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.json", "page.md", "state"]


def test_a_place_that_takes_no_file_is_named(state: Path, tmp_path: Path) -> None:
    assert sessions(state, "export", "abc1", "-o", str(tmp_path)).returncode == 2
    missing = sessions(state, "export", "abc1", "-o", str(tmp_path / "no" / "page.md"))
    assert missing.returncode == 1
    assert "cannot be written" in missing.stderr


def test_a_short_id_will_do_while_only_one_begins_with_it(state: Path) -> None:
    assert "# Session xyz3" in sessions(state, "export", "x").stdout
    ambiguous = sessions(state, "show", "ab")
    assert ambiguous.returncode == 2
    assert "2 sessions begin with ab" in ambiguous.stderr
    assert "  abc1  Title " in ambiguous.stderr
    assert "\x1b" not in ambiguous.stderr
    with SqliteSessionStore(state) as store:
        store.create("ab", "/srv", [])
    assert "# Session ab\n" in sessions(state, "export", "ab").stdout


@pytest.mark.parametrize("word", ["nope", ""])
def test_an_unknown_id_is_reported(state: Path, word: str) -> None:
    for action in ("show", "export", "delete"):
        done = sessions(state, action, word)
        assert done.returncode == 1
        assert done.stderr.startswith("no_session ")


def test_nothing_is_deleted_without_a_yes(state: Path) -> None:
    done = sessions(state, "delete", "abc1")
    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert on_a_terminal(state, "delete", "abc1", typed="n\n")[0] == 1
    assert sessions(state, "delete", "--yes", "abc1", "nope").returncode == 1
    assert ids(state) == ["abc1", "xyz3", "abd2"]


def test_several_sessions_are_deleted_at_once(state: Path) -> None:
    done = sessions(state, "delete", "--yes", "abc1", "x", "xyz3")
    assert done.returncode == 0
    assert done.stderr == "deleted abc1\ndeleted xyz3\n"
    assert ids(state) == ["abd2"]


def test_a_person_is_asked_and_may_agree(state: Path) -> None:
    status, shown = on_a_terminal(state, "delete", "abc1", "abd2", typed="y\n")
    assert status == 0
    assert "Delete these 2 sessions for good? [y/N]" in shown
    assert ids(state) == ["xyz3"]


def test_a_damaged_store_is_reported(state: Path) -> None:
    (state / "sessions.db").write_bytes(b"garbage" * 1000)
    done = sessions(state, "list")
    assert done.returncode == 1
    assert "damaged" in done.stderr
    assert str(state / "sessions.db.damaged-") in done.stderr
    again = sessions(state, "list")
    assert (again.returncode, again.stdout) == (0, "")


def test_looking_makes_no_store(tmp_path: Path) -> None:
    state = tmp_path / "not" / "there"
    assert sessions(state, "list").returncode == 0
    assert sessions(state, "list", "--json").stdout == "[]\n"
    assert sessions(state, "show", "a").returncode == 1
    assert not (tmp_path / "not").exists()


def test_the_environment_names_the_folder_and_the_option_goes_before_it(state: Path, tmp_path: Path) -> None:
    named = sessions(None, "list", "--json", UNDERSTUDY_STATE_DIR=str(state))
    assert len(json.loads(named.stdout)) == 3
    other = sessions(tmp_path / "other", "list", "--json", UNDERSTUDY_STATE_DIR=str(state))
    assert other.stdout == "[]\n"


def test_the_usual_folder_is_the_systems() -> None:
    def folder(chosen: str | None = None, platform: str = "linux", **environ: str) -> str:
        return str(state_folder({"HOME": "/home/me", **environ}, chosen, platform))

    assert folder() == "/home/me/.local/state/understudy"
    assert folder(XDG_STATE_HOME="/x") == "/x/understudy"
    assert folder(XDG_STATE_HOME="relative") == "/home/me/.local/state/understudy"
    assert folder("~/mine", UNDERSTUDY_STATE_DIR="/y") == "/home/me/mine"
    assert folder(platform="darwin", XDG_STATE_HOME="/x") == "/home/me/Library/Application Support/Understudy"
    assert folder(platform="darwin", UNDERSTUDY_STATE_DIR="/y") == "/y"


@pytest.mark.parametrize("words", [(), ("fly",), ("show",), ("delete",), ("export", "a", "--format", "pdf")])
def test_wrong_words_are_bad_use(state: Path, words: tuple[str, ...]) -> None:
    assert sessions(state, *words).returncode == 2
