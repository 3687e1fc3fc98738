"""Which places a repeated change is tried at, what it writes there, and what counts against it."""

from contextlib import closing

import pytest

from nes_symbolic.builders import asked, candidate, changed_lines, generated, made
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences import RuleContext, drop_explained, propose
from understudy.nes.symbolic.consequences.limits import REJECTED_ODDS_FACTOR
from understudy.nes.symbolic.engine import rank_candidates
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PLACES_FOUND,
    MAX_PLACES_PER_PATTERN,
    MAX_SEARCH_WORD_PLACES,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit

# Patterns


def whole_replacements(old: str, new: str) -> set[tuple[str, str]]:
    found = extract_patterns([made(old, new)], MAX_LEARNED_EDITS).replacements
    return {("".join(one.old), "".join(one.new)) for one in found if one.family == "replace"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "x = /^([a-z]+)$/;", "x = /^(?=.)([a-z]+)\\d$/;", True, id="two changes in one expression"
        ),
        pytest.param("x = first();", "x = second();", False, id="one change"),
        pytest.param("first(a, x)", "second(b, x, y)", False, id="changes up to both ends of the line"),
    ],
)
def test_all_that_changed_in_a_line_is_one_pattern(old: str, new: str, expected: bool) -> None:
    found = whole_replacements(old, new)
    assert any("[a-z]" in before and "\\d" in after for before, after in found) is expected


# Places


@pytest.mark.parametrize(
    ("place", "result"),
    [
        pytest.param("y = other(b) as any;", "y = other(b);", id="before a semicolon"),
        pytest.param("call(b as any)", "call(b)", id="before a bracket"),
        pytest.param("z = b as any", "z = b", id="at the end"),
        pytest.param("z = b as any or c", "z = b or c", id="before a word"),
    ],
)
def test_no_space_is_left_where_text_is_taken_out(place: str, result: str) -> None:
    edit = made("x = one(a) as any;", "x = one(a);")
    assert (2, (result,)) in changed_lines(asked(f"x = one(a);\n\n{place}", edit), "replace", "analogy")


def test_of_many_places_those_with_the_context_of_the_example_are_tried_too() -> None:
    near = ["check.equal(a, b)"] * MAX_PLACES_PER_PATTERN
    text = "\n".join(["need.ready(a)", *near, "check.ready(b)"])
    edit = made("check.ready(a)", "need.ready(a)")
    assert (MAX_PLACES_PER_PATTERN + 1, ("need.ready(b)",)) in changed_lines(asked(text, edit), "replace")


def test_places_with_the_context_are_found_behind_those_that_the_search_ends_with() -> None:
    many = ["check.equal(a, b)"] * MAX_PLACES_FOUND
    text = "\n".join(["need.ready(a)", *many, "check.ready(b)"])
    edit = made("check.ready(a)", "need.ready(a)")
    assert (MAX_PLACES_FOUND + 1, ("need.ready(b)",)) in changed_lines(asked(text, edit), "replace")


def test_lines_of_frequent_words_are_found_by_their_beginning() -> None:
    frequent = [f"x{number} = give core.params" for number in range(MAX_SEARCH_WORD_PLACES)]
    text = "\n".join(["give core.first(params)", *frequent, "give core.second(params) now"])
    edit = made("give core.first(params) now", "give core.first(params)")
    wanted = (MAX_SEARCH_WORD_PLACES + 1, ("give core.second(params)",))
    assert wanted in changed_lines(asked(text, edit), "analogy")


def test_lines_are_found_by_the_symbols_that_they_begin_with() -> None:
    text = "\n".join(["##### `one`", *[""] * 20, "#### `two`"])
    edit = made("#### `one`", "##### `one`")
    assert (21, ("##### `two`",)) in changed_lines(asked(text, edit, language="markdown"), "analogy")


def test_a_line_of_symbols_is_like_no_line_with_words() -> None:
    edit = made("}, 1200)", "}, 1200 * SCALE)", revision=1)
    assert not changed_lines(asked("}, 1200 * SCALE)\n})", edit), "analogy")
    assert changed_lines(asked("}, 1200 * SCALE)\n}, 300)", edit), "analogy")


def test_lines_are_inserted_first_between_the_lines_of_the_example() -> None:
    blocks = ["end", "pass"] * MAX_PLACES_PER_PATTERN
    text = "\n".join(["end", "stop()", "begin", *blocks, "end", "begin"])
    edit = made(None, "stop()", 1, above="end", below="begin")
    assert (len(blocks) + 4, ("stop()",)) in changed_lines(asked(text, edit), "insert")


# Features


def features_at(line: int, text: str, *edits: Edit, **more: object) -> dict[str, float]:
    found = [one for one in generated(asked(text, *edits, **more), "replace") if one.line == line]  # type: ignore[arg-type]
    return {name: value for name, value in found[0].features.items() if value}


@pytest.mark.parametrize(
    ("edit", "is_typed"),
    [
        pytest.param(made("load(x)", "fetch(x)"), False, id="whole lines"),
        pytest.param(made("load(x)", "fetch(x)", revision=1), True, id="several keys"),
        pytest.param(made("load(x)", "fetch(x)", by_key=True), True, id="one key"),
    ],
)
def test_an_edit_of_whole_lines_is_not_typed(edit: Edit, is_typed: bool) -> None:
    assert edit.is_typed is is_typed
    assert bool(features_at(1, "fetch(x)\nload(x)", edit).get("typed")) is is_typed


# Order


def test_a_less_likely_change_of_a_line_does_not_come_first_because_of_its_place() -> None:
    text = "\n".join(["use = v7"] * 10 + ["use = v4"] * 10)
    likely = [candidate(line, 0.9, column=6, end=8, text="v7") for line in (12, 14)]
    unlikely = candidate(12, 0.5, column=6, end=8, text="v6")
    far = candidate(14, 0.85, column=6, end=8, text="v6")
    ranked = rank_candidates([*likely, unlikely, far], asked(text, cursor=(10, 0)))
    assert ranked.index(likely[0]) < ranked.index(unlikely)
    assert ranked[0] is likely[0]


# What counts against a change


def test_a_word_of_prose_that_was_replaced_twice_is_replaced_again() -> None:
    lines = [f"See the {word} branch called master of it." for word in ("first", "second", "third")]
    with closing(Scene("a.md", "\n\n".join(lines) + "\n")) as scene:
        scene.edit("master", "trunk")
        scene.silent()
        scene.edit("master", "trunk")
        scene.expect(
            "- See the third branch called master of it.", "+ See the third branch called trunk of it."
        )


def value_candidates(harness: RuleHarness, path: str, **more: object) -> list[Candidate]:
    found = propose(harness.situation(path, **more))  # type: ignore[arg-type]
    return [one for one in harness.checked(found) if one.family == "value-changed"]


def test_one_of_several_versions_in_a_row_is_less_likely_to_be_replaced() -> None:
    harness = RuleHarness()
    harness.put("ci.yml", 'go: "1.24"\nmatrix: go ["1.23", "1.24"]\nlast: go "1.24"\n')
    harness.edit("ci.yml", 'go: "1.24"', 'go: "1.25"')
    found = {one.edits[0].span.start.line: one.probability for one in value_candidates(harness, "ci.yml")}
    assert found[1] < 0.39 < found[2]


def test_a_value_that_the_user_left_in_a_line_stays() -> None:
    harness = RuleHarness()
    harness.put("ci.yml", 'go: "1.24"\nmatrix: go "1.24" old\nlast: go "1.24"\n')
    harness.edit("ci.yml", 'go: "1.24"', 'go: "1.25"')
    harness.edit("ci.yml", 'matrix: go "1.24" old', 'matrix: go "1.24" new')
    assert [one.edits[0].span.start.line for one in value_candidates(harness, "ci.yml")] == [2]


@pytest.mark.parametrize(
    ("accepted", "rejected", "power"), [(0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 1, 0), (2, 1, 0)]
)
def test_rejected_places_of_a_consequence_count_against_the_others(
    accepted: int, rejected: int, power: int
) -> None:
    def probability(*counts: int) -> float:
        def feedback(_: str) -> tuple[int, ...]:
            return counts

        harness = RuleHarness()
        harness.put("ci.yml", 'go: "1.24"\nlast: go "1.24"\n')
        harness.edit("ci.yml", 'go: "1.24"', 'go: "1.25"')
        (found,) = value_candidates(harness, "ci.yml", feedback_counts=feedback)
        return found.probability

    plain, known = probability(0, 0), probability(accepted, rejected)
    assert known / (1 - known) == pytest.approx(plain / (1 - plain) * REJECTED_ODDS_FACTOR**power)


@pytest.mark.parametrize(
    ("language", "old", "new", "other", "result"),
    [
        pytest.param(
            "go",
            "\tGet(key string) interface{}",
            "\tGet(key string) any",
            "\tSet(key string, value interface{})",
            "\tSet(key string, value any)",
            id="Go",
        ),
        pytest.param(
            "python",
            "    names: List[str]",
            "    names: list[str]",
            "    words: List[str]",
            "    words: list[str]",
            id="Python",
        ),
        pytest.param(
            "python",
            "    name: Optional[str]",
            "    name: str | None",
            "    word: Optional[str]",
            "    word: str | None",
            id="an optional type",
        ),
    ],
)
def test_another_spelling_of_a_type_is_repeated(
    language: str, old: str, new: str, other: str, result: str
) -> None:
    head = "type Store interface {" if language == "go" else "class Store:"
    tail = "}" if language == "go" else ""
    text = "\n".join([head, new, other, tail])
    situation = asked(text, made(old, new, 1), cursor=(1, 0), language=language)
    repeated = generated(situation)
    assert (2, (result,)) in {(one.line, one.new) for one in repeated}
    assert len(drop_explained(RuleContext(situation), repeated)) == len(repeated)


def test_another_type_of_one_field_is_not_repeated() -> None:
    text = "class Store:\n    names: list[str]\n    words: set[str]\n"
    situation = asked(text, made("    names: set[str]", "    names: list[str]", 1), cursor=(1, 0))
    repeated = [one for one in generated(situation) if one.line == 2]
    assert repeated
    assert not drop_explained(RuleContext(situation), repeated)
