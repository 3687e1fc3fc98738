"""Boundaries of jumps, of renames and search-and-replace, and of changes to the selection."""

from typing import Any

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, unscored
from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.symbolic.aggregates import bulk_candidates, jump_candidates, selection_candidates
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_VISIBLE_DISTANCE_LINES,
    MIN_BULK_PLACES,
    MIN_BULK_PROBABILITY,
    MIN_EDIT_PROBABILITY,
    MIN_JUMP_PROBABILITY,
    MIN_SELECTION_PROBABILITY,
    SELECTION_ODDS_FACTOR,
)
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.text import Point, Span, TextSnapshot

JUMP: frozenset[SuggestionKind] = frozenset({"edit", "jump"})
CURSOR = 50
LOW = 0.34


def jumps(*found: UnscoredCandidate, kinds: frozenset[SuggestionKind] = JUMP) -> list[Candidate]:
    return list(jump_candidates(found, asked("x", cursor=(CURSOR, 0), kinds=kinds)))


@pytest.mark.parametrize(
    ("line", "uri", "jumped"),
    [
        pytest.param(CURSOR + MAX_VISIBLE_DISTANCE_LINES, HERE, False, id="visible below"),
        pytest.param(CURSOR + MAX_VISIBLE_DISTANCE_LINES + 1, HERE, True, id="further below"),
        pytest.param(CURSOR - MAX_VISIBLE_DISTANCE_LINES, HERE, False, id="visible above"),
        pytest.param(CURSOR - MAX_VISIBLE_DISTANCE_LINES - 1, HERE, True, id="further above"),
        pytest.param(CURSOR, OTHER, True, id="the same line of another text"),
    ],
)
def test_only_places_out_of_sight_need_a_jump(line: int, uri: str, jumped: bool) -> None:
    found = jumps(unscored(line, LOW, uri=uri), unscored(line, LOW, uri=uri, new=("z",)))
    assert [(one.uri, one.position and one.position.line) for one in found] == (
        [(uri, line)] if jumped else []
    )


@pytest.mark.parametrize(
    ("probability", "jumped"),
    [
        pytest.param(MIN_EDIT_PROBABILITY - 0.01, True, id="no edit can be displayed"),
        pytest.param(MIN_EDIT_PROBABILITY, False, id="an edit can be displayed"),
    ],
)
def test_an_edit_that_can_be_displayed_needs_no_jump(probability: float, jumped: bool) -> None:
    assert bool(jumps(unscored(80, probability), unscored(80, LOW, new=("z",)))) is jumped


def test_a_jump_has_the_probability_that_one_of_the_changes_is_right() -> None:
    (found,) = jumps(unscored(80, 0.33, pattern="a"), unscored(80, 0.34, pattern="b"), unscored(90, 0.35))
    assert found.probability == pytest.approx(1 - 0.67 * 0.66)
    assert found.position == Point(80, 1)
    assert found.pattern == "to b"


def test_a_place_that_is_less_likely_than_not_is_no_reason_for_a_jump() -> None:
    least = 1 - (1 - MIN_JUMP_PROBABILITY) ** 0.5
    assert jumps(unscored(80, least + 0.01), unscored(80, least, new=("z",)))
    assert jumps(unscored(80, least - 0.01), unscored(80, least, new=("z",))) == []


def test_a_place_that_is_just_likely_enough_is_a_reason_for_a_jump() -> None:
    """Three changes together have exactly the least probability."""
    rest = (1 - MIN_JUMP_PROBABILITY) / (0.75 * 0.75)
    changes = [unscored(80, one, new=(str(one),)) for one in (0.25, 0.25, 1 - rest)]
    assert [one.probability for one in jumps(*changes)] == [MIN_JUMP_PROBABILITY]


def test_the_first_of_equally_likely_changes_names_the_jump() -> None:
    (found,) = jumps(unscored(80, LOW, pattern="a"), unscored(80, LOW, pattern="b"))
    assert found.pattern == "to a"


def test_one_change_alone_is_no_reason_for_a_jump() -> None:
    assert jumps(unscored(80, LOW)) == []
    assert jumps() == []
    assert jumps(unscored(80, LOW), unscored(80, LOW, new=("z",)), kinds=frozenset({"edit"})) == []


def test_a_jump_behind_the_last_line_is_at_its_start() -> None:
    (found,) = jumps(unscored(200, LOW, line_count=0), unscored(200, LOW, line_count=0, new=("z",)))
    assert found.position == Point(200, 0)


TEXT = "def load():\nload()\nload()\nload()\n"


def bulk(
    text: str = TEXT,
    kinds: frozenset[Any] = frozenset({"rename", "searchAndReplace"}),
    probabilities: tuple[float, ...] = (0.9, 0.8, 0.7),
    new: str = "fetch",
    old: str = "load",
    skip: int = 0,
) -> list[Candidate]:
    situation = asked(text, kinds=kinds)
    lines = [number for number, line in enumerate(situation.snapshot.lines) if old in line]
    found = [
        UnscoredCandidate(
            snapshot=situation.snapshot, line=line, line_count=1, new=(new,), family="replace", pattern="p",
            topic="t", why="w", features={}, probability=probability,
            token_replacement=((old,), (new,) if new else ()),
        )
        for line, probability in zip(lines[skip:], probabilities, strict=False)
    ]  # fmt: skip
    return list(bulk_candidates(found, situation, SnapshotIndex(situation.snapshot)))


@pytest.mark.parametrize(
    ("more", "kinds"),
    [
        pytest.param({"probabilities": (0.9, 0.8, 0.7, 0.6)}, ["rename"], id="all places"),
        pytest.param(
            {"probabilities": (0.1, 0.8, 0.7, 0.6)}, ["rename"], id="the definition may be unlikely"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, MIN_BULK_PROBABILITY)}, ["rename"], id="the least likely place"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, MIN_BULK_PROBABILITY - 0.01)}, [], id="a place too unlikely"
        ),
        pytest.param({"probabilities": (0.9, 0.8, 0.7)}, [], id="a place without a candidate"),
        pytest.param(
            {"text": "load()\nload()\nload()"}, ["searchAndReplace"], id="the definition is elsewhere"
        ),
        pytest.param({"text": "load()\nload()"}, [], id="too few places"),
        pytest.param({"text": "load()\nload()\nload()", "new": ""}, [], id="replaced by nothing"),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, 0.6), "new": "1"}, ["searchAndReplace"], id="not a name"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, 0.6), "kinds": frozenset({"edit"})}, [], id="only edits"
        ),
        pytest.param(
            {"probabilities": (0.9, 0.8, 0.7, 0.6), "kinds": frozenset({"searchAndReplace"})},
            ["searchAndReplace"],
            id="no renames",
        ),
        pytest.param(
            {"text": "load()\nload()\nload()", "kinds": frozenset({"rename"})}, [], id="no replacements"
        ),
    ],
)
def test_when_all_places_are_changed_at_once(more: dict[str, Any], kinds: list[str]) -> None:
    assert [one.kind for one in bulk(**more)] == kinds
    assert MIN_BULK_PLACES == 3


def test_what_all_places_at_once_look_like() -> None:
    (rename,) = bulk(probabilities=(0.9, 0.8, 0.7, 0.6))
    assert (rename.position, rename.new_name) == (Point(0, 4), "fetch")
    assert 0.9 < rename.probability < 0.91
    (replacement,) = bulk("load()\nload()\nload()", new="$f")
    assert (replacement.search, replacement.replace, replacement.is_regex) == (r"\bload\b", "$$f", True)
    (literal,) = bulk("a => b\nc => d\ne => f", old="=>", new="->")
    assert (literal.search, literal.replace, literal.is_regex) == ("=>", "->", False)
    (sure,) = bulk(probabilities=(0.999, 0.999, 0.999, 0.999))
    assert sure.probability == 0.99


@pytest.mark.parametrize(
    ("language", "definition", "kind"),
    [
        pytest.param("c", "const load *x;", "searchAndReplace", id="the type of a constant"),
        pytest.param("java", "static load x() {", "searchAndReplace", id="the type of a static method"),
        pytest.param("c", "struct load {", "rename", id="a type"),
        pytest.param("javascript", "const load = 1;", "rename", id="a constant"),
        pytest.param("go", "const load int = 1", "rename", id="a constant before its type"),
        pytest.param("rust", "const load: u8 = 1;", "rename", id="a constant before its type and a colon"),
    ],
)
def test_the_type_behind_a_modifier_is_no_definition(language: str, definition: str, kind: str) -> None:
    text = f"{definition}\nf(load)\nf(load)\nf(load)"
    (found,) = bulk_of(text, "load", "fetch", likely=(0.9, 0.9, 0.8, 0.7), language=language)
    assert found.kind == kind


def bulk_of(
    text: str,
    old: str,
    new: str,
    *,
    family: str = "replace",
    likely: tuple[float, ...] = (0.9, 0.8, 0.7),
    language: str = "python",
) -> list[Candidate]:
    """All places at once, of candidates that replace some tokens in each line that has them."""
    situation = asked(text, kinds=frozenset({"rename", "searchAndReplace"}), language=language)
    lines = [number for number, line in enumerate(situation.snapshot.lines) if old in line]
    found = [
        UnscoredCandidate(
            snapshot=situation.snapshot, line=line, line_count=1, family=family, pattern=str(line), topic="t",
            new=(situation.snapshot.lines[line].replace(old, new),), why="w", features={},
            probability=probability,
            token_replacement=(tokenize(old), tokenize(new)) if family == "replace" else None,
        )
        for line, probability in zip(lines, likely, strict=True)
    ]  # fmt: skip
    return list(bulk_candidates(found, situation, SnapshotIndex(situation.snapshot)))


@pytest.mark.parametrize(
    ("old", "new", "search", "is_regex"),
    [
        pytest.param(".load", ".fetch", r"\.load\b", True, id="a symbol before a word"),
        pytest.param("load(", "fetch(", r"\bload\(", True, id="a word before a symbol"),
        pytest.param("load", "fetch", r"\bload\b", True, id="a word"),
        pytest.param("()", "[]", "()", False, id="symbols"),
        pytest.param("load()", "fetch", r"\bload\(\)", True, id="three tokens"),
    ],
)
def test_what_is_searched_for_ends_where_its_words_end(
    old: str, new: str, search: str, is_regex: bool
) -> None:
    (found,) = bulk_of("a.load()\nb.load()\nc.load()", old, new)
    assert (found.kind, found.search, found.is_regex) == ("searchAndReplace", search, is_regex)


@pytest.mark.parametrize(
    ("text", "old", "new", "likely", "kind"),
    [
        pytest.param("def load()\n f(load)\n f(load)\n f(load)", "load", "fetch", (0.1, 0.9, 0.8, 0.7), "rename",
                     id="a definition that is unlikely"),
        pytest.param("def load()\n f(load)\n f(load)\n f(load)", "load", "a.fetch", (0.9, 0.9, 0.8, 0.7),
                     "searchAndReplace", id="the new name is a member"),
        pytest.param("def load(\n f(load())\n f(load())\n f(load())", "load(", "fetch(", (0.1, 0.9, 0.8, 0.7), None,
                     id="more than a name, and its definition is unlikely"),
        pytest.param("x = load()\n f(load)\n f(load)\n f(load)", "load", "fetch", (0.1, 0.9, 0.8, 0.7), None,
                     id="no definition, and the first place is unlikely"),
        pytest.param("export function load()\n f(load)\n f(load)\n f(load)", "load", "fetch", (0.1, 0.9, 0.8, 0.7),
                     "rename", id="a keyword before the keyword of the definition"),
        pytest.param("def f(load)\n f(load)\n f(load)\n f(load)", "load", "fetch", (0.9, 0.9, 0.8, 0.7),
                     "searchAndReplace", id="the keyword defines another name"),
    ],
)  # fmt: skip
def test_a_rename_needs_the_definition_of_the_name(
    text: str, old: str, new: str, likely: tuple[float, ...], kind: str | None
) -> None:
    assert [one.kind for one in bulk_of(text, old, new, likely=likely)] == ([kind] if kind else [])


def test_all_places_at_once_are_of_the_pattern_of_the_first() -> None:
    (found,) = bulk_of("a.load()\nb.load()\nc.load()", "load", "fetch")
    assert found.pattern == "0"


@pytest.mark.parametrize(
    ("family", "old", "new", "found"),
    [
        pytest.param("analogy", "load", "fetch", True, id="a similar line"),
        pytest.param("again", "load", "fetch", True, id="an equal line"),
        pytest.param("call", "load", "fetch", True, id="a call"),
        pytest.param("template", "load", "fetch", True, id="an expression"),
        pytest.param("manner", "load", "fetch", False, id="a style"),
        pytest.param("analogy", "x", "y", False, id="a name of one letter"),
        pytest.param("analogy", "()", "[]", False, id="symbols"),
        pytest.param("analogy", "12", "34", False, id="a number of two digits"),
        pytest.param("analogy", "load()", "fetch", True, id="a name among symbols"),
    ],
)
def test_lines_changed_alike_are_one_replacement_of_tokens(
    family: str, old: str, new: str, found: bool
) -> None:
    text = "a.load() + x + 12\nb.load() + x + 12\nc.load() + x + 12"
    assert bool(bulk_of(text, old, new, family=family)) is found


@pytest.mark.parametrize(
    ("line_count", "new"),
    [
        pytest.param(1, ("fetch(a)", "x"), id="two new lines"),
        pytest.param(2, ("fetch(a)",), id="two old lines"),
        pytest.param(1, ("fetch(b)",), id="two changes"),
    ],
)
def test_a_change_of_more_than_some_tokens_is_no_replacement(line_count: int, new: tuple[str, ...]) -> None:
    places = [unscored(line, 0.9, old="load(a)", new=new, line_count=line_count, size=3) for line in range(3)]
    situation = asked("load(a)\nload(a)\nload(a)")
    assert list(bulk_candidates(places, situation, SnapshotIndex(situation.snapshot))) == []
    same = [unscored(line, 0.9, old="load(a)", new=("fetch(a)",), size=3) for line in range(3)]
    assert list(bulk_candidates(same, situation, SnapshotIndex(situation.snapshot))) != []


def selected(
    *found: UnscoredCandidate, start: tuple[int, int] = (2, 0), end: tuple[int, int] = (5, 0)
) -> list[Candidate]:
    span = Span(Point(*start), Point(*end))
    return list(selection_candidates(found, asked("\n".join(["x"] * 200), selection=span)))


@pytest.mark.parametrize(
    ("line", "end", "inside"),
    [
        pytest.param(2, (5, 0), True, id="the first line"),
        pytest.param(1, (5, 0), False, id="the line above"),
        pytest.param(4, (5, 0), True, id="the last line"),
        pytest.param(5, (5, 0), False, id="the line where the selection ends at column 0"),
        pytest.param(5, (5, 1), True, id="the line where it ends behind column 0"),
        pytest.param(2, (2, 0), False, id="an empty selection"),
    ],
)
def test_what_is_inside_the_selection(line: int, end: tuple[int, int], inside: bool) -> None:
    assert bool(selected(unscored(line, 0.5), end=end)) is inside


@pytest.mark.parametrize(("size", "inside"), [(3, True), (4, False)])
def test_a_block_is_inside_with_all_its_lines(size: int, inside: bool) -> None:
    assert bool(selected(unscored(2, 0.5, line_count=size))) is inside


@pytest.mark.parametrize(("line", "inside"), [(4, True), (5, False)])
def test_a_line_inserted_below_the_last_selected_one_is_outside(line: int, inside: bool) -> None:
    assert bool(selected(unscored(line, 0.5, line_count=0))) is inside


@pytest.mark.parametrize(
    ("others", "texts"),
    [
        pytest.param(
            [unscored(3, 0.4, pattern="b", new=("b",)), unscored(3, 0.3, pattern="a", new=("a",))],
            ["best", "a"],
            id="the pattern of the best change comes before a likelier one",
        ),
        pytest.param(
            [unscored(3, 0.3, pattern="b", new=("b",)), unscored(3, 0.4, pattern="b", new=("c",))],
            ["best", "c"],
            id="the likelier of another pattern",
        ),
        pytest.param([unscored(2, 0.3, new=("z",))], ["best"], id="a line that is changed already"),
        pytest.param(
            [unscored(2, 0.3, new=("z",), line_count=0)], ["best"], id="an insertion above a changed line"
        ),
    ],
)
def test_which_changes_of_the_selection_go_together(
    others: list[UnscoredCandidate], texts: list[str]
) -> None:
    (found,) = selected(unscored(2, 0.5, pattern="a", new=("best",)), *others)
    assert [edit.text for edit in found.edits] == texts


@pytest.mark.parametrize(
    ("size", "line", "count"),
    [
        pytest.param(2, 3, 1, id="the second line of a block"),
        pytest.param(2, 4, 2, id="the line below a block"),
        pytest.param(0, 2, 1, id="the line of an insertion"),
        pytest.param(0, 3, 2, id="the line below that of an insertion"),
    ],
)
def test_a_change_of_the_selection_takes_all_lines_of_its_block(size: int, line: int, count: int) -> None:
    (found,) = selected(unscored(2, 0.5, line_count=size), unscored(line, 0.3, new=("z",)))
    assert len(found.edits) == count


def test_a_certain_change_of_the_selection_is_no_more_than_almost_certain() -> None:
    (found,) = selected(unscored(2, 1.0))
    odds = SELECTION_ODDS_FACTOR * 1.0 / 0.001
    assert found.probability == pytest.approx(odds / (1 + odds), rel=1e-9)


@pytest.mark.parametrize(
    ("probability", "found"), [(MIN_SELECTION_PROBABILITY, True), (MIN_SELECTION_PROBABILITY - 0.01, False)]
)
def test_how_likely_a_change_of_the_selection_must_be(probability: float, found: bool) -> None:
    assert bool(selected(unscored(2, probability))) is found


def test_the_selection_is_changed_by_its_best_topic_once_a_line() -> None:
    (found,) = selected(
        unscored(2, 0.5, topic="a"),
        unscored(2, 0.4, topic="a", new=("z",)),
        unscored(3, 0.3, topic="a"),
        unscored(4, 0.45, topic="b"),
        unscored(4, 0.9, topic="b", uri=OTHER),
    )
    assert [edit.span.start.line for edit in found.edits] == [2, 3]
    odds = SELECTION_ODDS_FACTOR * 1.0
    assert found.probability == pytest.approx(odds / (1 + odds))
    assert found.edits[0].text == "y"


def test_no_selection_changes_nothing() -> None:
    assert list(selection_candidates([unscored(2, 0.5)], asked("x\ny\nz"))) == []
    assert TextSnapshot(HERE, "python", ["x"]).uri == HERE
