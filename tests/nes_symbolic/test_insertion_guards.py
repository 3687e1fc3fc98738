"""Guards and features of the repeated insertion of lines."""

import math

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.blocks import propose_repeated_insertions, repeated_insertion
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.text import EditOrigin

FEATURES = repeated_insertion._Features
NEW = "  trace(step)"


def ask(harness: RuleHarness, path: str = "a.js") -> list[Candidate]:
    """What the rule alone proposes: other rules may propose the same lines."""
    return harness.checked(propose_repeated_insertions(RuleContext(harness.situation(path))))


def blocks(*names: str, above: str = "  open()", below: str = "  close()") -> str:
    return "".join(f"f{name}(\n{above}\n{below}\n)\n" for name in names)


def inserted(text: str, line: int = 2, new: tuple[str, ...] = (NEW,), **files: str) -> RuleHarness:
    harness = RuleHarness(a__js=text, **files)
    harness.splice("a.js", line, (), new, EditOrigin.TYPED)
    return harness


def features_of(harness: RuleHarness, features: repeated_insertion._Features, path: str = "a.js") -> None:
    (found,) = ask(harness, path)
    assert found.probability == pytest.approx(repeated_insertion.PROBABILITY.estimate(features))


BOTH = FEATURES(above=1, below=2, is_above_alike=1, is_below_alike=1)


def test_the_lines_above_and_below_are_counted() -> None:
    features_of(inserted(blocks("1", "2")), BOTH)


def test_three_lines_on_each_side_are_compared() -> None:
    text = "a1\na2\na3\na4\nb1\nb2\nb3\nb4\n"
    features_of(inserted(text + text, 4), FEATURES(above=3, below=3, is_above_alike=1, is_below_alike=1))


def test_another_line_below() -> None:
    text = blocks("1") + blocks("2", below="  x = [1]")
    features_of(inserted(text), FEATURES(above=1, is_below_other=1, is_above_alike=1))


def test_another_line_above() -> None:
    text = blocks("1") + blocks("2", above="  x = [1]")
    features_of(inserted(text), FEATURES(below=2, is_above_other=1, is_below_alike=1))


def test_a_line_of_the_same_shape() -> None:
    text = blocks("1") + blocks("2", below="  stop()")
    features_of(inserted(text), FEATURES(above=1, is_below_other=1, is_above_alike=1, is_below_alike=1))


def test_two_places_and_two_lines() -> None:
    harness = inserted(blocks("1", "2", "3"), new=(NEW, "", "  trace(more)"))
    expected = repeated_insertion.PROBABILITY.estimate(BOTH._replace(places=1, size=1))
    assert [one.probability for one in ask(harness)] == [pytest.approx(expected)] * 2


def test_two_examples() -> None:
    harness = inserted(blocks("1", "2", "3"))
    harness.splice("a.js", 7, (), (NEW,), EditOrigin.TYPED)
    features_of(harness, BOTH._replace(examples=math.log2(2)))


def test_a_later_edit_makes_it_less_probable() -> None:
    harness = inserted(blocks("1", "2") + "end = 1\n")
    harness.edit("a.js", "f1(", "f1((")
    found = ask(harness)
    assert [one.probability for one in found] == [
        pytest.approx(repeated_insertion.PROBABILITY.estimate(BOTH._replace(stale=1)))
    ]


def test_a_text_that_was_not_edited() -> None:
    harness = inserted(blocks("1"), b__js=blocks("2"))
    assert ask(harness) == []
    wide = inserted(blocks("1", above="  open(file)"), b__js=blocks("2", above="  open(file)"))
    features_of(wide, BOTH._replace(is_untouched=1))


@pytest.mark.parametrize(("distance", "foreign"), [(6, 1), (7, 0)])
def test_words_near_the_example(distance: int, foreign: int) -> None:
    between = "  u()\n" * (distance - 2)
    text = f"step\n{between}  open()\n  close()\n)\n" + "\n" * 8 + blocks("2")
    harness = inserted(text, distance, new=("  trace(step)",))
    (found,) = [one for one in ask(harness) if one.edits[0].span.start.line > 10]
    expected = FEATURES(above=1, below=2, is_above_alike=1, is_below_alike=1, foreign_words=foreign)
    assert found.probability == pytest.approx(repeated_insertion.PROBABILITY.estimate(expected))


SILENT = {
    "five characters": (blocks("1", "2"), ("  abcde",), 0),
    "six characters": (blocks("1", "2"), ("  abcdef",), 1),
    "ten lines": (blocks("1", "2"), (NEW, *[f"  s{number}" for number in range(9)]), 1),
    "eleven lines": (blocks("1", "2"), (NEW, *[f"  s{number}" for number in range(10)]), 0),
    "an import": (blocks("1", "2"), ("import abc",), 0),
    "an import of Rust": (blocks("1", "2"), ("pub use abc;",), 0),
    "anchors of one character": (blocks("1", "2", above="{", below="}"), (NEW,), 0),
    "anchors of two characters": (blocks("1", "2", above="{{", below="}}"), (NEW,), 1),
    "the line is there": (blocks("1") + blocks("2", above=f"{NEW}\n  open()"), (NEW,), 0),
    "the line is not near": (blocks("1") + blocks("2", above=f"{NEW}\n  x()\n  open()"), (NEW,), 1),
    "another number of empty lines": (blocks("1") + blocks("2", above="  open()\n"), (NEW,), 0),
}


@pytest.mark.parametrize("name", SILENT)
def test_which_lines_are_repeated(name: str) -> None:
    text, new, expected = SILENT[name]
    assert len(ask(inserted(text, new=new))) == expected


@pytest.mark.parametrize(("places", "expected"), [(40, 4), (41, 0)])
def test_lines_that_are_everywhere_are_no_anchors(places: int, expected: int) -> None:
    assert len(ask(inserted(blocks(*map(str, range(places)))))) == expected


def test_a_replaced_line_is_no_insertion() -> None:
    one = RuleCase({"a.js": blocks("1", "2")}, (("f1(\n  open()", f"f1(\n{NEW}"),), [])
    assert run(one, "insertion-again") == []


@pytest.mark.parametrize("origin", [EditOrigin.UNDONE, EditOrigin.EXTERNAL])
def test_an_insertion_before_an_undo_is_no_example(origin: EditOrigin) -> None:
    harness = inserted(blocks("1", "2") + "end\n")
    harness.splice("a.js", 0, ("f1(",), ("f0(",), origin)
    assert ask(harness) == []


def test_the_lines_take_the_indentation_of_the_line_below_if_that_is_the_equal_one() -> None:
    harness = inserted(blocks("1") + blocks("2", above="      x = [1]", below="    close()"))
    (found,) = ask(harness)
    assert found.edits[0].text == "    trace(step)\n"
