"""`understudy nes` as people and scripts use it: real processes, agents, repositories, terminals."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agent_program import agent_environ
from forked_command import run_command
from replay.replay_fixtures import AGENT, RENAMES, Repo, numbered, write

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main", "nes"]
THREE = {1: "one", 5: "five", 9: "nine"}


def nes(
    tmp_path: Path, *words: str, stdin: str = "", cwd: Path | None = None, **environ: str
) -> "subprocess.CompletedProcess[str]":
    return run_command("nes", *words, env={**agent_environ(tmp_path), **environ}, cwd=cwd, stdin=stdin)


def agent(manner: str) -> str:
    return f"'{sys.executable}' '{AGENT}' {manner}"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    return write(tmp_path / "renames.jsonl", RENAMES)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "project")
    made.commit(a_py=numbered({}))
    return made


def test_a_replay_prints_its_tables_and_writes_a_page_and_the_figures(tmp_path: Path, cases: Path) -> None:
    html, figures = tmp_path / "out.html", tmp_path / "out.json"
    done = nes(
        tmp_path,
        "replay",
        str(cases),
        "--agent",
        agent("repeat"),
        "--html",
        str(html),
        "--json",
        str(figures),
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["renames", "1", "1", "1", "1", "100.0", "%", "100.0", "%"] in [row[:9] for row in rows]
    assert "\x1b" not in done.stdout
    assert html.read_text().startswith("<!doctype html>")
    assert json.loads(figures.read_text())["total"]["accepted"] == 1
    assert f"wrote {html}" in done.stderr


def test_figures_can_be_printed_alone(tmp_path: Path, cases: Path) -> None:
    done = nes(tmp_path, "replay", str(cases), "--agent", agent("silent"), "--json", "-", "--half", "unseen")
    other = nes(tmp_path, "replay", str(cases), "--agent", agent("silent"), "--json", "-", "--half", "dev")
    whole, empty = (done, other) if done.returncode == 0 else (other, done)
    assert json.loads(whole.stdout)["total"]["shown"] == 0
    assert "no cases" in empty.stderr


def test_every_suggestion_is_shown_to_who_wants_it(tmp_path: Path, cases: Path) -> None:
    done = nes(tmp_path, "replay", str(cases), "--agent", agent("repeat"), "--verbose")
    assert done.stdout.startswith("+ renames accepted {")


def test_this_understudy_is_the_agent_unless_another_is_named(tmp_path: Path, cases: Path) -> None:
    other = tmp_path / "work/understudy"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise SystemExit('this is another one')")
    ours = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = nes(tmp_path, "replay", str(cases), "--json", "-", cwd=other.parent, **ours)
    assert done.returncode == 0, done.stderr
    total = json.loads(done.stdout)["total"]
    assert (total["cases"], total["errors"], total["bad"]) == (1, 0, 0)
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["replay", "none.jsonl"], 1, "bad_cases"),
        (["replay", "CASES", "--agent", "'"], 2, "bad_usage"),
        (["replay", "CASES", "--agent", " "], 2, "bad_usage"),
        (["replay", "CASES", "--agent", "/no/such/program"], 1, "agent_gone"),
        (["replay", "CASES", "--html", "."], 2, "folder"),
        (["replay", "CASES", "--html", "no/such/folder/x.html"], 1, "cannot be written"),
        (["replay", "CASES", "--cases", "0"], 2, "whole number"),
        (["replay"], 2, "CASES"),
        (["cases", "."], 1, "bad_repository"),
        (["explain", "none.py"], 1, "bad_file"),
        (["explain", "renames.jsonl:0"], 2, "count from 1"),
        (["explain", "renames.jsonl"], 1, "bad_repository"),
        (["alarms", "--at-most", "x"], 2, "0 to 100"),
        ([], 2, "ACTION"),
    ],
)
def test_mistakes_are_reported(tmp_path: Path, cases: Path, words: list[str], status: int, said: str) -> None:
    words = [str(cases) if word == "CASES" else word for word in words]
    done = nes(tmp_path, *words, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_repositorys_commits_become_cases_that_can_be_replayed(tmp_path: Path, repo: Repo) -> None:
    repo.commit(a_py=numbered(THREE))
    printed = nes(tmp_path, "cases", str(repo.folder))
    assert printed.returncode == 0, printed.stderr
    assert json.loads(printed.stdout)["files"] == {"a.py": numbered({})}
    out = tmp_path / "made.jsonl"
    done = nes(
        tmp_path, "cases", str(repo.folder), "--out", str(out), "--languages", "python, rust", "--most", "5"
    )
    assert f"wrote 1 cases to {out}" in done.stderr
    assert out.read_text() == printed.stdout
    played = nes(tmp_path, "replay", str(out), "--agent", agent("silent"))
    assert played.returncode == 0, played.stderr


def test_a_repository_without_such_commits_is_reported(tmp_path: Path, repo: Repo) -> None:
    done = nes(tmp_path, "cases", str(repo.folder))
    assert (done.returncode, done.stdout) == (1, "")
    assert "No commit makes a case" in done.stderr


def test_a_revision_that_is_none_is_wrong_usage(tmp_path: Path, repo: Repo) -> None:
    assert nes(tmp_path, "cases", str(repo.folder), "--since", "nope").returncode == 2


def test_alarms_are_counted_and_may_fail_a_build(tmp_path: Path) -> None:
    quiet = nes(tmp_path, "alarms", "--agent", agent("silent"), "--scenes", "7", "--at-most", "3")
    assert quiet.returncode == 0, quiet.stderr
    assert "0.00 %" in quiet.stdout
    loud = nes(
        tmp_path, "alarms", "--agent", agent("nonsense"), "--scenes", "7", "--at-most", "3%", "--verbose"
    )
    assert loud.returncode == 1
    assert "100.00 %" in loud.stdout
    assert loud.stdout.startswith("! ")
    assert "3 % may" in loud.stderr


def test_forgetting_says_what_it_cleared_and_is_fine_with_nothing(tmp_path: Path) -> None:
    nothing = nes(tmp_path, "forget")
    assert (nothing.returncode, nothing.stdout[:7]) == (0, "Nothing")
    memory = tmp_path / "state" / "next-edits.json"
    memory.parent.mkdir()
    memory.write_text('{"version": 1, "families": {"replace": [3, 1]}}')
    done = nes(tmp_path, "forget")
    assert (done.returncode, done.stdout) == (0, f"Forgot what was learned ({memory}).\n")
    assert not memory.exists()
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "next-edits.json").write_text("{}")
    assert nes(tmp_path, "forget", "--state-dir", str(other)).stdout.startswith("Forgot")


def test_forgetting_the_index_deletes_it_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "nes-index"
    nothing = nes(tmp_path, "forget", "--index")
    assert (nothing.returncode, nothing.stdout) == (0, f"No index is stored ({folder}).\n")
    (folder / "objects").mkdir(parents=True)
    (folder / "objects" / "x").write_text("x")
    memory = tmp_path / "state" / "next-edits.json"
    memory.write_text("{}")
    done = nes(tmp_path, "forget", "--index")
    assert (done.returncode, done.stdout) == (0, f"Deleted the stored indexes ({folder}).\n")
    assert not folder.exists()
    assert memory.exists()


def test_the_progress_is_shown_on_a_terminal_only(tmp_path: Path, cases: Path) -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [*UNDERSTUDY, "replay", str(cases), "--agent", agent("repeat")],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=agent_environ(tmp_path, TERM="xterm"),
    )
    os.close(theirs)
    seen, ends = b"", time.monotonic() + 240
    while time.monotonic() < ends and select.select([ours], [], [], 60)[0]:
        try:
            seen += os.read(ours, 4096)
        except OSError:  # the terminal's other side is closed
            break
    table = child.communicate(timeout=240)[0]
    os.close(ours)
    assert child.returncode == 0
    assert b"1/1" in seen
    assert seen.endswith(b"\x1b[K")
    assert b"\r" not in table


class TestExplain:
    RENAMED = "def total(items):\n    return sum(items)\n\n\n" + "".join(
        f"print(count([{n}]))\n" for n in "123"
    )

    @pytest.fixture
    def work(self, tmp_path: Path) -> Repo:
        repo = Repo(tmp_path / "work")
        repo.commit(a_py=self.RENAMED.replace("total", "count"))
        return repo

    def test_the_uncommitted_changes_are_what_is_learned_from(self, tmp_path: Path, work: Repo) -> None:
        work.write(a_py=self.RENAMED)
        done = nes(tmp_path, "explain", str(work.folder / "a.py"), "--json")
        assert done.returncode == 0, done.stderr
        account = json.loads(done.stdout)
        assert (account["line"], account["column"], account["edits"]) == (0, 17, 1)
        assert {one["lesson"] for one in account["explanation"]["considered"]} == {"rename count to total"}

    def test_it_says_what_or_why_not(self, tmp_path: Path, work: Repo) -> None:
        work.write(a_py=self.RENAMED)
        done = nes(tmp_path, "explain", f"{work.folder}/a.py:1:5", "--manual")
        assert done.stdout.startswith("a.py:1:5, after 1 edit, ")
        assert "\n+print(total([1]))\n" in done.stdout
        assert "\nwhy " in done.stdout

    def test_without_changes_there_is_nothing_to_learn_from(self, tmp_path: Path, work: Repo) -> None:
        done = nes(tmp_path, "explain", str(work.folder / "a.py"))
        assert done.returncode == 0, done.stderr
        assert "after 0 edits" in done.stdout
        assert "no suggestion because" in done.stdout

    def test_a_patch_may_tell_the_edits(self, tmp_path: Path, work: Repo) -> None:
        work.write(a_py=self.RENAMED)
        patch = work.git("diff") + "\n"
        work.git("checkout", "--quiet", ".")
        done = nes(tmp_path, "explain", str(work.folder / "a.py"), "--diff", "-", "--json", stdin=patch)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["edits"] == 1
        bad = nes(tmp_path, "explain", str(work.folder / "a.py"), "--diff", "-", stdin="hello")
        assert (bad.returncode, "bad_patch" in bad.stderr) == (1, True)

    def test_a_line_behind_the_end_is_wrong_usage(self, tmp_path: Path, work: Repo) -> None:
        done = nes(tmp_path, "explain", f"{work.folder}/a.py:99")
        assert (done.returncode, "has 8 lines" in done.stderr) == (2, True)

    def test_nothing_that_a_file_holds_reaches_the_terminal(self, tmp_path: Path, work: Repo) -> None:
        work.write(a_py=self.RENAMED.replace("total", "total\x1b[31m"))
        assert "\x1b" not in nes(tmp_path, "explain", str(work.folder / "a.py"), "--manual").stdout
