"""What belongs to one statement of SQL or one rule of a style sheet is not repeated in another one."""

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from understudy.nes.symbolic.filters import filter_repetitions
from understudy.nes.symbolic.filters.examples import limit_other_blocks
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    MAX_STATEMENT_LINES,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import TextSnapshot

TYPED = {"typed": 1.0}
SQL, CSS = "file:///project/a.sql", "file:///project/a.css"


def probability(
    snapshot: TextSnapshot,
    line: int,
    *new: str,
    edited: int = 0,
    features: dict[str, float] = TYPED,
    before: float = 0.9,
) -> float:
    """What remains of the probability of new text for a line, after an edit of another line."""
    one = line_candidate(snapshot, line, *new, probability=before, features=features)
    edit = made("x", "y", edited, uri=snapshot.uri)
    limit_other_blocks([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    return one.probability


def statement(line: str, before: str = "select 1;") -> TextSnapshot:
    return text_of(f"{before}\n{line}\n", SQL, "sql")


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("join b on c", ("left join b on c",), False, id="join"),
        pytest.param("order by a;", ("order by a desc;",), False, id="order"),
        pytest.param("order by a;", ("order by a", "limit 10;"), False, id="limit in a new line"),
        pytest.param("select a", ("SELECT a",), True, id="style"),
        pytest.param("select a", ("select distinct a",), False, id="distinct"),
        pytest.param("a text not null,", ("a text,",), False, id="constraint"),
        pytest.param("create table a (", ("create table if not exists a (",), True, id="a table that exists"),
        pytest.param("a integer,", ("a bigint,",), True, id="type"),
        pytest.param("limit 10;", ("limit 20;",), True, id="number alone"),
        pytest.param("a text", ("a text,", "b text not null"), True, id="column outside of a table"),
    ],
)
def test_a_clause_is_that_of_one_statement(old: str, new: tuple[str, ...], is_likely: bool) -> None:
    assert probability(statement(old), 1, *new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)
    assert probability(statement(old, "select 1"), 1, *new) == 0.9


@pytest.mark.parametrize(
    ("header", "new", "is_likely"),
    [
        pytest.param("create table t (", ("a text,", "b text not null"), False, id="column"),
        pytest.param("CREATE TEMPORARY TABLE t (", ("a text,", "b text"), False, id="temporary table"),
        pytest.param("create view t (", ("a text,", "b text"), True, id="no table"),
        pytest.param("create table t (", ("b text,", "a text"), False, id="column in front"),
        pytest.param("create table t (", ("a text, -- new",), True, id="comment"),
        pytest.param("create table t (a text);", ("a text,", "b text"), True, id="behind a table"),
        pytest.param(
            "create table t (" + "\n" * (MAX_STATEMENT_LINES - 2),
            ("a text,", "b text"),
            False,
            id="long table",
        ),
        pytest.param(
            "create table t (" + "\n" * MAX_STATEMENT_LINES, ("a text,", "b text"), True, id="too long table"
        ),
    ],
)
def test_a_column_is_that_of_one_table(header: str, new: tuple[str, ...], is_likely: bool) -> None:
    snapshot = statement("a text", f"select 1;\n{header}")
    line = snapshot.lines.index("a text")
    assert probability(snapshot, line, *new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("  display: flex;", "  display: grid;", False, id="keyword"),
        pytest.param("  display: flex;", "  float: left;", True, id="property"),
        pytest.param("  width: 10px;", "  width: 20px;", True, id="number"),
        pytest.param("  width: auto;", "  width: 20px;", True, id="number for a keyword"),
        pytest.param("  font-family: arial;", "  font-family: inter;", True, id="font"),
        pytest.param("  border-color: red;", "  border-color: green;", True, id="color"),
    ],
)
def test_a_keyword_is_that_of_one_rule(old: str, new: str, is_likely: bool) -> None:
    snapshot = text_of(f".a {{\n  color: red;\n}}\n.b {{\n{old}\n}}\n", CSS, "css")
    assert probability(snapshot, 4, new, edited=1) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)
    assert probability(snapshot, 4, new, edited=3) == 0.9


def test_a_place_above_the_edit_is_in_another_statement_too() -> None:
    snapshot = text_of("join b on c;\nselect 1\nfrom d", SQL, "sql")
    assert probability(snapshot, 0, "left join b on c;", edited=2) == OTHER_VALUE_PROBABILITY
    snapshot = text_of("join b on c\nwhere d;\nselect 1", SQL, "sql")
    assert probability(snapshot, 0, "left join b on c", edited=1) == 0.9


@pytest.mark.parametrize("features", [{}, {**TYPED, "examples": 0.7}], ids=["pasted", "typed twice"])
def test_only_what_was_typed_once_is_limited(features: dict[str, float]) -> None:
    assert probability(statement("join b"), 1, "left join b", features=features) == 0.9


def test_other_languages_long_texts_and_unlikely_places_are_left_alone() -> None:
    for language in ("python", "css"):
        snapshot = text_of("select 1;\njoin b\n", "file:///project/a.x", language)
        assert probability(snapshot, 1, "left join b") == 0.9
    assert probability(statement("join b"), 1, "left join b", before=0.1) == 0.1
    for size, expected in ((0, OTHER_VALUE_PROBABILITY), (1, 0.9)):
        old = "join b".ljust(MAX_PATTERN_LINE_CHARS - len("left ") + size)
        assert probability(statement(old), 1, f"left {old}") == expected
    snapshot = text_of(".a {\n}\n.b {\n  display: flex;\n}\n", CSS, "css")
    assert probability(snapshot, 3, "  display: grid;", "  gap: 1rem;") == 0.9


def test_a_clause_is_limited_among_the_filters_of_repetitions() -> None:
    edit = made("join b on c;", "left join b on c;", 0, uri=SQL)
    snapshot = text_of("left join b on c;\njoin d on e;\n", SQL, "sql")
    one = line_candidate(snapshot, 1, "left join d on e;", features=TYPED)
    situation = asked("", edit, others=[snapshot])
    filter_repetitions([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    assert one.probability == OTHER_VALUE_PROBABILITY
