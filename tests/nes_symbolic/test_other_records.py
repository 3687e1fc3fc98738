"""The numbers of one type became wider: those of others stay."""

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from understudy.nes.symbolic.filters.types import limit_types_of_other_records
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

URI = "file:///project/a.h"
COLOR = "struct color {\n    uint8_t red;\n    uint8_t green;\n};\n"


def limited(
    text: str,
    *examples: str,
    place: str,
    old: str = "uint8_t",
    new: str = "uint16_t",
    language: str = "c",
    probability: float = 0.9,
) -> float:
    """The probability of a candidate for the line that is `place`, after those lines of the text were changed."""
    lines = text.split("\n")
    edits = []
    for serial, example in enumerate(examples, 1):
        at = lines.index(example)
        lines[at] = example.replace(old, new)
        edits.append(made(example, lines[at], at, serial=serial, uri=URI, by_key=True))
    text = "\n".join(lines)
    snapshot = text_of(text, uri=URI, language=language)
    one = line_candidate(snapshot, lines.index(place), place.replace(old, new), probability=probability)
    situation = asked(text, *edits, others=[snapshot])
    limit_types_of_other_records([one], extract_patterns(edits, MAX_LEARNED_EDITS), situation)
    return one.probability


@pytest.mark.parametrize(
    ("text", "place", "is_likely"),
    [
        pytest.param(COLOR, "    uint8_t green;", True, id="the same type"),
        pytest.param(f"{COLOR}struct lamp {{\n    uint8_t id;\n}};", "    uint8_t id;", False, id="another type"),
        pytest.param(
            f"{COLOR}struct lamp\n{{\n    uint8_t id;\n}};", "    uint8_t id;", False, id="a bracket of its own"
        ),
        pytest.param(f"{COLOR}void f(uint8_t id);", "void f(uint8_t id);", False, id="a parameter"),
        pytest.param(f"{COLOR}void f(uint8_t red);", "void f(uint8_t red);", True, id="a parameter of the name"),
        pytest.param(
            f"{COLOR}void f(const uint8_t id);", "void f(const uint8_t id);", False, id="with a keyword"
        ),
    ],
)  # fmt: skip
def test_a_wider_number_stays_in_its_type(text: str, place: str, is_likely: bool) -> None:
    probability = limited(text, "    uint8_t red;", place=place)
    assert probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_two_types_are_no_one_type() -> None:
    text = f"{COLOR}struct lamp {{\n    uint8_t id;\n}};\nstruct bus {{\n    uint8_t no;\n}};"
    examples = ["    uint8_t red;", "    uint8_t id;"]
    assert limited(text, *examples, place="    uint8_t no;") == 0.9
    assert limited(text, *examples[:1], place="    uint8_t no;") == OTHER_VALUE_PROBABILITY


def test_an_example_outside_of_a_type_says_nothing() -> None:
    text = f"uint8_t f();\n{COLOR}"
    assert limited(text, "uint8_t f();", place="    uint8_t red;") == 0.9


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        ("int", "long", False),
        ("float", "double", False),
        ("i32", "i64", False),
        ("UInt8", "UInt16", False),
        ("int", "int32_t", True),
        ("u_int8_t", "uint8_t", True),
        ("Foo", "Bar", True),
        ("int", "string", True),
    ],
)
def test_only_the_width_of_numbers_belongs_to_one_type(old: str, new: str, is_likely: bool) -> None:
    text = f"class A {{\n    {old} a;\n}}\nclass B {{\n    {old} b;\n}}"
    probability = limited(text, f"    {old} a;", place=f"    {old} b;", old=old, new=new, language="java")
    assert probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)
