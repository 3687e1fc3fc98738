"""Unified diffs as clients write them, well or badly."""

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.nes.limits import MAX_DIFF_CHARS, MAX_DIFF_HUNKS
from understudy.nes.text.diffs import Hunk, parse_diff
from understudy.nes.text.text_types import Splice

PLAIN = """\
--- a/shop.py
+++ b/shop.py
@@ -10,4 +10,5 @@ def total(cart):
 before
-old line
+new line
+and one more
 after
 last
"""
TOLD = [Hunk(Splice(10, ("old line",), ("new line", "and one more")), "before", "after")]


@pytest.mark.requirement("NES-12")
def test_a_diff_is_read_as_what_it_changed_and_what_stands_around() -> None:
    assert parse_diff(PLAIN) == TOLD


@pytest.mark.requirement("NES-12")
@pytest.mark.parametrize(
    "diff",
    [
        PLAIN.partition("+++ b/shop.py\n")[2],
        "diff --git a/shop.py b/shop.py\nindex 83db48f..bf2a3c1 100644\n" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("-10,4 +10,5", "-10,99 +10,1"),
        PLAIN.replace("-10,4 +10,5", "-10 +10"),
        PLAIN.rstrip("\n"),
        PLAIN + "\n",
        PLAIN + "\\ No newline at end of file\n",
        PLAIN.replace("+and one more\n", "+and one more\n\\ No newline at end of file\n"),
        "Some words before it.\n\n" + PLAIN,
    ],
    ids=[
        "headless",
        "git",
        "crlf",
        "wrong counts",
        "no counts",
        "cut",
        "blank end",
        "no newline",
        "inner",
        "words",
    ],
)
def test_the_same_change_is_read_however_it_is_written(diff: str) -> None:
    assert parse_diff(diff) == TOLD


def test_a_diff_that_does_not_say_where_is_read_without_a_place() -> None:
    body = PLAIN.partition("cart):\n")[2]
    nowhere = [TOLD[0]._replace(splice=TOLD[0].splice._replace(line=-1))]
    assert parse_diff(body) == nowhere
    assert parse_diff("@@ @@\n" + body) == nowhere
    assert parse_diff("@@ ... @@\n" + body) == nowhere
    assert parse_diff("--- a/x\n+++ b/x\n" + body) == nowhere


def test_lines_stand_where_they_are_after_all_of_the_diff() -> None:
    first = "@@ -1,5 +1,6 @@\n+zero\n one\n-two\n three\n-four\n+4\n+and 4\n five\n"
    diff = first + "@@ -20,2 +21,1 @@\n twenty\n-gone\n"
    assert parse_diff(diff) == [
        Hunk(Splice(0, (), ("zero",)), None, "one"),
        Hunk(Splice(2, ("two",), ()), "one", "three"),
        Hunk(Splice(3, ("four",), ("4", "and 4")), "three", "five"),
        Hunk(Splice(21, ("gone",), ()), "twenty", None),
    ]


def test_a_new_file_a_removed_one_and_one_without_context_are_read() -> None:
    assert parse_diff("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n") == [
        Hunk(Splice(0, (), ("a", "b")), None, None)
    ]
    assert parse_diff("--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n") == [
        Hunk(Splice(0, ("a", "b"), ()), None, None)
    ]
    assert parse_diff("@@ -5 +4,0 @@\n-gone\n") == [Hunk(Splice(4, ("gone",), ()), None, None)]


def test_lines_that_look_like_heads_are_lines_where_the_counts_say_so() -> None:
    diff = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- a comment\n+++ i\n same\n"
    assert parse_diff(diff) == [Hunk(Splice(0, ("-- a comment",), ("++ i",)), None, "same")]
    diff = "@@ -1 +1 @@\n--- a comment\n+++ i\n@@ -9 +9 @@\n-x\n+y\n"
    assert [hunk.splice.old for hunk in parse_diff(diff)] == [("-- a comment",), ("x",)]
    assert [hunk.splice.old for hunk in parse_diff(PLAIN.replace("10,4", "10,9") + PLAIN)] == [
        ("old line",)
    ] * 2


def test_several_files_in_one_diff_are_read_one_after_the_other() -> None:
    hunks = parse_diff(PLAIN + PLAIN.replace("10", "30").replace("old line", "older line"))
    assert [hunk.splice.line for hunk in hunks] == [10, 30]
    assert [hunk.splice.old for hunk in hunks] == [("old line",), ("older line",)]
    assert hunks[0].below == "after"


def test_an_empty_line_whose_space_was_lost_is_an_empty_line() -> None:
    assert parse_diff("@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n") == [Hunk(Splice(2, ("b",), ("c",)), "", None)]


def test_lines_that_are_removed_and_added_again_are_no_change() -> None:
    assert parse_diff("@@ -1,2 +1,2 @@\n-a\n-b\n+a\n+B\n") == [Hunk(Splice(1, ("b",), ("B",)), "a", None)]
    assert parse_diff("@@ -1,2 +1,2 @@\n-a\n-b\n+A\n+b\n") == [Hunk(Splice(0, ("a",), ("A",)), None, "b")]
    assert parse_diff("@@ -1 +1 @@\n-end\n\\ No newline at end of file\n+end\n") == []


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "\n",
        "\0",
        "hello",
        "no signs\n- at all",
        "@@",
        "@@ -1 +1 @@",
        "@@@ -1 -1 +1 @@@\n++x",
        "--- a\n+++ b\n",
        "x" * (MAX_DIFF_CHARS + 1),
        "@@ -1 +1 @@\ngarbage\n-a",
        "<<<<<<< a\n=======\n>>>>>>> b\n",
    ],
    ids=range(12),
)
def test_what_makes_no_sense_gives_nothing(garbage: str) -> None:
    assert parse_diff(garbage) == []


def test_only_so_many_changes_are_read() -> None:
    assert len(parse_diff("@@ -1 +1 @@\n-a\n+b\n" * (MAX_DIFF_HUNKS + 50))) == MAX_DIFF_HUNKS


TEXTS = st.lists(st.sampled_from(["", "a", "b", "-- c", "++ d", "@@ e", " f", "\\ g"]), max_size=14)


@pytest.mark.requirement("NES-12")
@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS, st.integers(0, 4), st.booleans())
def test_a_true_diff_leads_back_from_the_new_text_to_the_old(
    old: list[str], new: list[str], context: int, headed: bool
) -> None:
    written = list(difflib.unified_diff(old, new, "a", "b", lineterm="", n=context))
    lines = list(new)
    for splice, above, below in reversed(parse_diff("\n".join(written if headed else written[2:]))):
        stop = splice.line + len(splice.new)
        assert tuple(lines[splice.line : stop]) == splice.new
        assert above is None or lines[splice.line - 1] == above
        assert below is None or lines[stop] == below
        lines[splice.line : stop] = splice.old
    assert lines == old


@given(st.text(st.sampled_from("+- @\\\r\na0,1"), max_size=80))
def test_no_text_makes_it_fail(diff: str) -> None:
    for hunk in parse_diff(diff):
        assert hunk.splice.old != hunk.splice.new
        assert hunk.splice.line >= -1
