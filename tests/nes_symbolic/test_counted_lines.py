"""A number that was added to one list is added to the other lists that end with the same last number."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.text import EditOrigin
from understudy.nes.text.line_changes import apply_replacements

VERSIONS = 'classifiers = [\n    "Python :: 3.12",\n    "Python :: 3.13",\n]\nname = "tool"\n'
ENVIRONMENTS = "[tox]\nenvlist =\n    py312\n    py313\n\n[testenv]\n"
MATRIX = "matrix:\n  python:\n    - version: 3.12\n    - version: 3.13\n  os: linux\n"


def places(harness: RuleHarness, path: str = "a.yaml") -> list[tuple[str, int, str]]:
    """The lines that the rule inserts: the file, the line and its text."""
    found = [one for one in harness.ask(path) if one.family == "counted-line"]
    for one in found:
        before = harness.workspace.texts[one.uri]
        assert len(apply_replacements(one.edits, before)) == len(before) + 1
    return [
        (one.uri.rpartition("/")[2], one.edits[0].span.start.line, one.edits[0].text.rstrip("\n"))
        for one in found
    ]


def test_a_new_line_is_followed_in_other_files() -> None:
    harness = RuleHarness(a__yaml=MATRIX, b__toml=VERSIONS, tox__ini=ENVIRONMENTS)
    harness.insert("a.yaml", "    - version: 3.13", "    - version: 3.14")
    assert sorted(places(harness)) == [("b.toml", 3, '    "Python :: 3.14",'), ("tox.ini", 4, "    py314")]


def test_a_number_in_a_line_is_followed_by_a_line() -> None:
    harness = RuleHarness(a__yaml='python: ["3.12", "3.13"]\n', b__toml=VERSIONS)
    harness.edit("a.yaml", 'python: ["3.12", "3.13"]', 'python: ["3.12", "3.13", "3.14"]')
    assert places(harness) == [("b.toml", 3, '    "Python :: 3.14",')]


def test_a_list_that_begins_with_the_newest_gets_it_on_top() -> None:
    falling = "\n".join(["rows:", *[f"  - v{number}" for number in (31, 30)], "", "cells:"])
    harness = RuleHarness(a__yaml=falling, b__yaml=falling)
    harness.splice("a.yaml", 1, (), ("  - v32",), EditOrigin.TYPED)
    assert places(harness) == [("b.yaml", 1, "  - v32")]


SILENT = {
    "the list has the number": VERSIONS.replace('3.13",\n', '3.13",\n    "Python :: 3.14",\n'),
    "the list goes on": VERSIONS.replace('3.13",\n', '3.13",\n    "Python :: 3.15",\n'),
    "it is no list": 'classifiers = [\n    "Python :: 3.13",\n]\n',
    "the number is longer": VERSIONS.replace("3.13", "3.13.1"),
    "the number is a part of another": VERSIONS.replace("3.13", "13.13"),
    "the lines above it differ in more": "| a | 10.7 | 3.12 | 9 |\n| a | 12.9 | 3.13 | 8 |\n",
}


@pytest.mark.parametrize("name", SILENT)
def test_other_lines_stay(name: str) -> None:
    harness = RuleHarness(a__yaml=MATRIX, b__toml=SILENT[name])
    harness.insert("a.yaml", "    - version: 3.13", "    - version: 3.14")
    assert places(harness) == [], name


@pytest.mark.parametrize(
    "line",
    ["    - release: 3.14", "    - version: 3.13", "    - version: 3.14\n" * 4 + "    - version: 3.14"],
    ids=["other words", "the same number", "too many lines"],
)
def test_an_edit_that_does_not_count_on_has_no_consequence(line: str) -> None:
    harness = RuleHarness(a__yaml=MATRIX, b__toml=VERSIONS)
    harness.insert("a.yaml", "    - version: 3.13", line)
    assert places(harness) == []


def test_one_digit_is_in_too_many_lists() -> None:
    text = "rows:\n  - 1\n  - 2\nend:\n"
    harness = RuleHarness(a__yaml=text, b__yaml=text)
    harness.insert("a.yaml", "  - 2", "  - 3")
    assert places(harness) == []


def test_only_the_newest_edit_counts_on() -> None:
    harness = RuleHarness(a__yaml=MATRIX, b__toml=VERSIONS)
    harness.insert("a.yaml", "    - version: 3.13", "    - version: 3.14")
    assert places(harness) != []
    harness.edit("a.yaml", "  os: linux", "  os: any")
    assert places(harness) == []


def test_a_list_above_the_edits_was_passed() -> None:
    harness = RuleHarness(
        a__yaml=f"old:\n  - level: 3.12\n  - level: 3.13\n{MATRIX}new:\n  - level: 3.12\n  - level: 3.13\n"
    )
    harness.insert("a.yaml", "    - version: 3.13", "    - version: 3.14")
    assert places(harness) == [("a.yaml", 12, "  - level: 3.14")]


ROWS = {
    "a row of strings": ('python: ["3.12", "3.13"]', 'python: ["3.12", "3.13", "3.14"]'),
    "the newest first": ("python: [3.13, 3.12]", "python: [3.14, 3.13, 3.12]"),
    "short forms": ("envlist = py312,py313,lint", "envlist = py312,py313,py314,lint"),
    "a row of another tool": ("ruby: [3.12, 3.13]", ""),
    "a row of no tool": ("chapters: [3.12, 3.13]", ""),
    "a row that goes on": ("python: [3.12, 3.13, 3.15]", ""),
    "a row that has it": ("python: [3.12, 3.13, 3.14]", ""),
    "no row": ("python: 3.13", ""),
    "numbers in no order": ("python: [3.14, 3.12, 3.13]", ""),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_version_of_a_tool_is_added_to_rows(name: str) -> None:
    line, expected = ROWS[name]
    harness = RuleHarness(a__yaml=f"python:\n{MATRIX}", b__yaml=f"{line}\n")
    harness.insert("a.yaml", "    - version: 3.13", "    - version: 3.14")
    assert [harness.after(one).strip() for one in harness.ask("a.yaml")] == ([expected] if expected else [])


ADDED_TO_ROWS = {
    "short forms": ("envlist = py312,py313", "envlist = py312,py313,py314", '    "Python :: 3.14",'),
    "a version of another tool": ("ruby: [3.12, 3.13]", "ruby: [3.12, 3.13, 3.14]", '    "Python :: 3.14",'),
    "between others": ("envlist = py311,py313", "envlist = py311,py312,py313", ""),
    "two versions": ("envlist = py312", "envlist = py312,py313,py314", ""),
}


@pytest.mark.parametrize("name", ADDED_TO_ROWS)
def test_what_is_added_to_a_row_is_added_to_lines(name: str) -> None:
    old, new, expected = ADDED_TO_ROWS[name]
    harness = RuleHarness(a__ini=f"{old}\n", b__toml=VERSIONS)
    harness.edit("a.ini", old, new)
    assert places(harness, "a.ini") == ([("b.toml", 3, expected)] if expected else [])


def test_versions_without_points_are_added_for_the_same_tool() -> None:
    old, new = "node-version: [18, 20]", "node-version: [18, 20, 22]"
    harness = RuleHarness(a__yml=f"{old}\n", b__yml="node: ['18', '20']\nchapters: ['18', '20']\n")
    harness.edit("a.yml", old, new)
    assert [harness.after(one) for one in harness.ask("a.yml")] == [
        "node: ['18', '20', '22']\nchapters: ['18', '20']\n"
    ]
