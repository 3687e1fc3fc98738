"""The type of one field was changed: those of others stay, and so does what is done with other values."""

import pytest

from nes_symbolic.builders import line_candidate, made, text_of
from understudy.nes.symbolic.filters.types import limit_uses_of_other_types
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import EditOrigin

Change = tuple[str, str]

FIELD: Change = ("  features: string;", "  features: string[];")
USE: Change = ('return seat.features.split(",").length;', "return seat.features.length;")
OTHER_FIELD: Change = ("  letter: string;", "  letter: string[];")


def limited(
    examples: list[Change],
    old: str,
    new: str,
    origin: EditOrigin = EditOrigin.TYPED,
    probability: float = 0.9,
    language: str = "typescript",
) -> float:
    edits = [made(*one, line, serial=line + 1, origin=origin) for line, one in enumerate(examples)]
    candidate = line_candidate(
        text_of(old, f"file:///project/a.{language}", language), 0, new, probability=probability
    )
    limit_uses_of_other_types([candidate], extract_patterns(edits, MAX_LEARNED_EDITS))
    return candidate.probability


@pytest.mark.parametrize(
    ("examples", "old", "new", "is_likely"),
    [
        pytest.param([FIELD], *OTHER_FIELD, False, id="another field"),
        pytest.param([FIELD, USE], *OTHER_FIELD, False, id="another field, some edits later"),
        pytest.param([FIELD, OTHER_FIELD], "  row: string;", "  row: string[];", True, id="two fields"),
        pytest.param(
            [FIELD], "  features?: string;", "  features?: string[];", True, id="a field of the name"
        ),
        pytest.param([FIELD], "  row: number;", "  row: number[];", True, id="another type"),
        pytest.param([USE], *OTHER_FIELD, True, id="no field"),
        pytest.param(
            [("a: List[str]", "a: list[str]")], "b: List[str]", "b: list[str]", True, id="another spelling"
        ),
        pytest.param(
            [("    pub a: i32,", "    pub a: u32,")], "    pub b: i32,", "    pub b: u32,", False, id="Rust"
        ),
        pytest.param(
            [("a: int = 0", "a: float = 0")], "b: int = 1", "b: float = 1", False, id="with a value"
        ),
        pytest.param([("a: 1", "a: 2")], "b: 1", "b: 2", True, id="a value"),
        pytest.param(
            [("  a: red,", "  a: blue,")], "  b: red,", "  b: blue,", True, id="a variable as a value"
        ),
        pytest.param(
            [("    a: &str,", "    a: String,")], "    b: &str,", "    b: String,", False, id="a reference"
        ),
        pytest.param(
            [FIELD, USE], 'return text.split(",").length;', "return text.length;", False, id="a variable"
        ),
        pytest.param(
            [FIELD, USE],
            'return seat.tags.split(",").length;',
            "return seat.tags.length;",
            False,
            id="a member",
        ),
        pytest.param(
            [FIELD, USE],
            'return a.features.split(",").length;',
            "return a.features.length;",
            True,
            id="the same member",
        ),
        pytest.param(
            [FIELD, USE],
            'return features.split(",").length;',
            "return features.length;",
            True,
            id="a copy of it",
        ),
        pytest.param(
            [FIELD, USE, ('return a.split(",").length;', "return a.length;")],
            'return text.split(",").length;',
            "return text.length;",
            True,
            id="a use of another value is an example",
        ),
        pytest.param([FIELD, USE], "return text.trim();", "return text;", True, id="another change"),
        pytest.param(
            [USE], 'return text.split(",").length;', "return text.length;", True, id="no type was changed"
        ),
        pytest.param(
            [
                ("  seats: Seat[];", "  seats: Set<Seat>;"),
                ("if (seats.includes(a)) {", "if (seats.has(a)) {"),
            ],
            "if (names.includes(a)) {",
            "if (names.has(a)) {",
            False,
            id="another member",
        ),
    ],
)
def test_what_follows_a_type_belongs_to_its_name(
    examples: list[Change], old: str, new: str, is_likely: bool
) -> None:
    assert limited(examples, old, new) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("language", "is_likely"),
    [("css", True), ("yaml", True), ("typescript", False), ("python", False), ("rust", False)],
)
def test_only_some_languages_write_the_type_behind_the_name(language: str, is_likely: bool) -> None:
    change = ("font: Arial;", "font: Verdana;")
    found = limited([("label: Arial;", "label: Verdana;")], *change, language=language)
    assert found == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_an_accepted_suggestion_is_no_example() -> None:
    assert limited([FIELD], *OTHER_FIELD, origin=EditOrigin.ACCEPTED) == 0.9


def test_what_is_improbable_stays_so() -> None:
    probability = OTHER_VALUE_PROBABILITY / 2
    assert limited([FIELD], *OTHER_FIELD, probability=probability) == probability


@pytest.mark.parametrize(("more", "is_likely"), [(0, False), (1, True)])
def test_a_long_line_is_not_read(more: int, is_likely: bool) -> None:
    old = "  letter: string;".rjust(MAX_PATTERN_LINE_CHARS - 2 + more)
    new = old.replace("string", "string[]")
    assert (limited([FIELD], old, new) == 0.9) == is_likely
