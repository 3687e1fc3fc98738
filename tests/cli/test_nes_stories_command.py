"""`understudy nes stories` as people use it."""

import json
from pathlib import Path

import pytest

from cli.test_nes_command import agent, nes

STORY = """\
==== a counter gets a better name
kind: rename-function
--- counter.py
def «tally→count_words»(text):
    return len(text.split())


print(‹tally→count_words›("a b"), ‹tally→count_words›("c"))

==== nothing to add
kind: unrelated
expect: silence
--- notes.md
# Notes

Monday is free.«→ Tuesday too.»
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "stories"
    made.mkdir()
    (made / "a.story").write_text(STORY)
    return made


def test_the_tables_the_page_and_the_figures(tmp_path: Path, folder: Path) -> None:
    html, figures = tmp_path / "out.html", tmp_path / "out.json"
    done = nes(tmp_path, "stories", str(folder), "--html", str(html), "--json", str(figures))
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[:3] for row in rows if row[:1] == ["all"]] == [["all", "2", "2"]] * 2
    assert html.read_text().startswith("<!doctype html>")
    report = json.loads(figures.read_text())
    assert [one["way"] for one in report["stories"]] == ["once", "again", "once", "again"]
    assert report["total"][1]["right"] == 2
    assert f"wrote {html}" in done.stderr


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["--kind", "unrelated"], {"nothing to add"}),
        (["--language", "python"], {"a counter gets a better name"}),
        (["--story", "COUNTER"], {"a counter gets a better name"}),
    ],
)
def test_some_of_the_stories(tmp_path: Path, folder: Path, words: list[str], names: set[str]) -> None:
    done = nes(tmp_path, "stories", str(folder), "--asked", "again", "--json", "-", *words)
    assert done.returncode == 0, done.stderr
    stories = json.loads(done.stdout)["stories"]
    assert ({one["story"] for one in stories}, {one["way"] for one in stories}) == (names, {"again"})


def test_what_was_expected_and_seen(tmp_path: Path, folder: Path) -> None:
    done = nes(tmp_path, "stories", str(folder / "a.story"), "-v", "--asked", "again")
    assert (
        "✓ rename-function / python: a counter gets a better name (asked again): 2 of 2 places" in done.stdout
    )
    assert "✓ unrelated / markdown: nothing to add (asked again): silence expected" in done.stdout


def test_why_an_answer_is_as_it_is(tmp_path: Path, folder: Path) -> None:
    done = nes(tmp_path, "stories", str(folder), "--story", "counter", "--asked", "once", "--explain")
    assert "[symbolic, automatic" in done.stderr
    quiet = nes(tmp_path, "stories", str(folder), "--story", "counter", "--asked", "once")
    assert quiet.stderr == ""


def test_another_agent_is_played_on_real_time(tmp_path: Path, folder: Path) -> None:
    words = ("--agent", agent("silent"), "--asked", "once", "--story", "counter", "--json", "-")
    done = nes(tmp_path, "stories", str(folder), *words)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert "scripted_agent" in report["agent"]
    assert [place["right"] for place in report["stories"][0]["places"]] == [False, False]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["none"], 1, "There is no none"),
        ([], 2, "Name a folder"),
        (["stories", "--kind", "none"], 2, "No story"),
        (["bad.story"], 1, "bad.story:1"),
        (["stories", "--html", "."], 2, "folder"),
        (["stories", "--agent", "'"], 2, "bad_usage"),
    ],
)
def test_mistakes_are_reported(
    tmp_path: Path, folder: Path, words: list[str], status: int, said: str
) -> None:
    (tmp_path / "bad.story").write_text("==== x\nkind: y\n")
    done = nes(tmp_path, "stories", *words, cwd=tmp_path)
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr
