"""Features of replacements: the shape of the change, where else its tokens occur, and the tokens around a place."""

import time
from typing import Any

import pytest

from nes_symbolic.builders import OTHER, asked, changed_lines, generated, made, text_of
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.limits import MAX_CACHED_SEARCHES, MAX_LEARNED_EDITS, MAX_SCOPED_LINES
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit


def features(text: str, edits: list[Edit], line: int, family: str = "replace", cursor: int = 0) -> Any:
    (found,) = [one for one in generated(asked(text, *edits, cursor=(cursor, 0)), family) if one.line == line]
    return found.features


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("load", "fetch", {"one_word": 1, "word_to_word": 1, "grows": 0, "shrinks": 0, "case_only": 0, "kin": 0}),
        ("load", "load_all", {"one_word": 1, "grows": 1, "shrinks": 0, "kin": 0.5}),
        ("load_all", "load", {"one_word": 1, "grows": 0, "shrinks": 1, "kin": 0.5}),
        ("load", "LOAD", {"case_only": 1, "kin": 1, "novel": log_scaled(1)}),
        ("load(x)", "fetch", {"one_word": 0, "word_to_word": 0, "words": 2}),
        ("'load'", "'fetch'", {"quoted": 0}),
        ("12345", "load", {"number": 1, "number_new": 0, "words": 0, "word_to_word": 0}),
        ("load", "12345", {"number": 0, "number_new": 1}),
        ("await load", "load", {"to_nothing": 1}),
    ],
)  # fmt: skip
def test_the_shape_of_a_replacement(old: str, new: str, expected: dict[str, float]) -> None:
    edits = [made(f"k = {old};", f"k = {new};")]
    found = features(f"k = {new};\n\nm = {old};", edits, 2)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("text", "cursor", "expected"),
    [
        pytest.param(
            "x\nfetch()\ny\nload()", 1, {"places": 1, "passed": 0, "above_first": 0}, id="one below"
        ),
        pytest.param(
            "load()\nfetch()\ny\nload()", 1, {"places": 2, "passed": 0, "above_first": 1}, id="one above"
        ),
        pytest.param(
            "load()\nfetch()\nload()\nload()", 1, {"places": 3, "passed": 0, "above_first": 1}, id="three"
        ),
    ],
)
def test_where_else_the_replaced_name_occurs(text: str, cursor: int, expected: dict[str, int]) -> None:
    found = features(text, [made("load()", "fetch()", 1)], 3, cursor=cursor)
    assert {name: found[name] for name in expected} == {
        name: pytest.approx(log_scaled(count)) for name, count in expected.items()
    }


def test_places_between_two_examples_were_passed_over() -> None:
    text = "fetch()\nload()\nload()\nfetch()\nload()"
    edits = [made("load()", "fetch()", 0, serial=1), made("load()", "fetch()", 3, serial=2)]
    found = features(text, edits, 4)
    assert found["passed"] == pytest.approx(log_scaled(2))
    assert found["above_first"] == 0.0
    assert found["places"] == pytest.approx(log_scaled(3))


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("def f():\n    fetch()\n    load()\n\ndef g():\n    pass", 1.0),
        ("def f():\n    fetch()\n    load()\n\ndef g():\n    load()", 0.0),
    ],
)
def test_whether_all_places_are_in_the_scope_of_the_example(text: str, inside: float) -> None:
    assert features(text, [made("    load()", "    fetch()", 1)], 2)["inside"] == inside


@pytest.mark.parametrize(("places", "inside"), [(MAX_SCOPED_LINES, 1.0), (MAX_SCOPED_LINES + 1, 0.0)])
def test_so_many_places_are_said_to_be_in_one_function(places: int, inside: float) -> None:
    text = "def run():\n    fetch()\n" + "    load()\n" * places
    assert features(text, [made("    load()", "    fetch()", 1)], 2)["inside"] == inside


@pytest.mark.parametrize(
    ("place", "left", "right"),
    [
        pytest.param("a = b + load(c) * d", 3, 3, id="three on each side"),
        pytest.param("z = b + load(c) * d", 3, 3, id="a difference further left"),
        pytest.param("a = z + load(c) * d", 1, 3, id="one on the left"),
        pytest.param("a = b - load(c) * d", 0, 3, id="none on the left"),
        pytest.param("a = b + load(z) * d", 3, 1, id="one on the right"),
        pytest.param("a = b + load[c] * d", 3, 0, id="none on the right"),
        pytest.param("a  =  b  +  load( c ) * d", 3, 3, id="other spaces"),
    ],
)
def test_how_many_tokens_around_a_place_agree_with_the_example(place: str, left: int, right: int) -> None:
    edits = [made("a = b + load(c) * d", "a = b + fetch(c) * d")]
    found = features(f"a = b + fetch(c) * d\n\n{place}", edits, 2)
    assert (found["left"], found["right"]) == (left, right)


@pytest.mark.parametrize(
    ("example", "place", "left", "right"),
    [
        ("x = load", "x = load", 3, 3),
        ("x = load", "load", 0, 3),
        ("x = load", "x = load + 1", 3, 0),
        ("load + x", "load + x", 3, 3),
        ("load + x", "y = load + x", 0, 3),
        ("f(load)", "f(load)", 3, 3),
        ("f(load)", "g(f(load))", 2, 1),
    ],
)
def test_tokens_at_the_ends_of_a_line_agree_with_each_other(
    example: str, place: str, left: int, right: int
) -> None:
    new = example.replace("load", "fetch")
    found = features(f"{new}\n\n{place}", [made(example, new)], 2)
    assert (found["left"], found["right"]) == (left, right)


@pytest.mark.parametrize(
    ("old", "new", "context"),
    [
        pytest.param(
            "total = a + b",
            "total = a - b",
            "total = a + b → total = a - b",
            id="a symbol between short names",
        ),
        pytest.param("f(x, 1)", "f(x, 2)", None, id="no word is near"),
        pytest.param("xs.add(1)", "xs.add(2)", "add(1) → add(2)", id="a digit behind a word"),
    ],
)
def test_a_small_change_is_extended_by_what_is_around_it(old: str, new: str, context: str | None) -> None:
    found = extract_patterns([made(old, new)], MAX_LEARNED_EDITS).replacements
    extended = [f"{''.join(one.old)} → {''.join(one.new)}" for one in found if one.family == "context"]
    assert extended == ([] if context is None else [context])


@pytest.mark.parametrize(
    ("old", "new", "variants"),
    [
        ("load_file", "load_text", {"LOAD_FILE → LOAD_TEXT", "loadFile → loadText", "LoadFile → LoadText",
                                    "load-file → load-text"}),
        ("loadFile", "loadText", {"LOAD_FILE → LOAD_TEXT", "load_file → load_text", "LoadFile → LoadText",
                                  "load-file → load-text"}),
        ("file", "text", {"FILE → TEXT", "File → Text"}),
    ],
)  # fmt: skip
def test_a_rename_is_repeated_in_other_case_styles(old: str, new: str, variants: set[str]) -> None:
    found = extract_patterns([made(f"{old} = 1", f"{new} = 1")], MAX_LEARNED_EDITS).replacements
    assert {
        f"{''.join(one.old)} → {''.join(one.new)}" for one in found if one.family == "variant"
    } == variants


@pytest.mark.parametrize(("is_late", "count"), [(False, 2), (True, 0)])
def test_other_texts_are_searched_only_before_the_deadline(is_late: bool, count: int) -> None:
    others = [text_of("load(b)\nload(c)", uri=OTHER)]
    deadline = time.thread_time() + (-1 if is_late else 3600)
    situation: Situation = asked("fetch(a)", made("load(a)", "fetch(a)"), others=others, deadline=deadline)
    engine = SymbolicEngine()
    patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
    found = engine.repetition_candidates(situation, engine.index_snapshot(situation.snapshot), patterns)
    assert len({one.line for one in found if one.snapshot.uri == OTHER}) == count


def test_cached_searches_are_dropped_when_there_are_too_many() -> None:
    index = SnapshotIndex(text_of("load(1)"))
    computed: list[int] = []
    for _ in range(2):
        for number in range(MAX_CACHED_SEARCHES):
            index.get_or_compute(("key", number), lambda: computed.append(0) or ())
    assert len(computed) == MAX_CACHED_SEARCHES
    index.get_or_compute(("one more",), tuple)
    index.get_or_compute(("key", 0), lambda: computed.append(0) or ())
    assert len(computed) == MAX_CACHED_SEARCHES + 1
    for number in range(MAX_CACHED_SEARCHES + 5):
        assert index.find_equal_lines(f"line {number}") == []
        assert index.find_tokens((f"name{number}",)) == []
        assert index.find_words_containing(f"part{number}") == []
    assert index.find_tokens(("load",)) == [(0, 0)]


def test_a_line_with_the_old_name_twice_is_changed_in_both_places() -> None:
    situation = asked("fetch = 1\n\nload + load", made("load = 1", "fetch = 1"))
    assert (2, ("fetch + fetch",)) in changed_lines(situation, "replace")


@pytest.mark.parametrize(
    ("example", "defines"),
    [
        ("def load(x):", 1.0),
        ("class load(x):", 1.0),
        ("def other(load):", 0.0),
        ("x = load(y)", 0.0),
    ],
)
def test_whether_the_example_renames_a_definition(example: str, defines: float) -> None:
    new = example.replace("load", "fetch")
    assert features(f"{new}\n    pass\nload(1)", [made(example, new)], 2)["defines"] == defines
