"""The text of a string follows where it is repeated."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITTEN_LINES,
    MAX_TEXT_LINE_CHARS,
    MAX_VALUE_CANDIDATES,
    MIN_COMMON_TEXT_SHARE,
    MIN_TEXT_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.values import StaleFeatures, propose_changed_texts
from understudy.nes.symbolic.consequences.values.changed_text import PROBABILITY
from understudy.nes.text import EditOrigin

OLD = "raise Error('path not allowed')"
NEW = "raise Error('this path is not allowed')"


def follow(old: str, new: str, other: str, *, origin: EditOrigin = EditOrigin.TYPED) -> list[str]:
    """The lines of the rest of the text as the candidates change them, each on its own."""
    harness = RuleHarness(a__py=f"{old}\n{other}")
    harness.edit("a.py", old, new, origin)
    return lines_changed(harness)


def lines_changed(harness: RuleHarness, path: str = "a.py", *, stale: int = 0) -> list[str]:
    found = harness.checked(propose_changed_texts(RuleContext(harness.situation(path))))
    changed: list[str] = []
    for one in found:
        features = StaleFeatures(stale, not one.uri.endswith(path))
        assert one.probability == pytest.approx(PROBABILITY.estimate(features))
        now, then = harness.workspace.texts[one.uri], harness.after(one).split("\n")
        changed += [line for line, before in zip(then, now, strict=True) if line != before]
    return changed


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("assert e == 'path not allowed'", ["assert e == 'this path is not allowed'"]),
        (
            "f('path not allowed', 'path not allowed')",
            ["f('this path is not allowed', 'this path is not allowed')"],
        ),
        (
            "f('path not allowed')\nx\ng('path not allowed')",
            ["f('this path is not allowed')", "g('this path is not allowed')"],
        ),
        ('f("path not allowed")', []),
        ("f('path not allowed here')", []),
        ("f('a path not allowed')", []),
        ("# path not allowed", []),
    ],
)
def test_the_same_string_follows(other: str, expected: list[str]) -> None:
    assert follow(OLD, NEW, other) == expected


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("f('Some text of it')", "f('Some texts of it')", True),
        ("f('KEY_OF_IT_ALL')", "f('KEY_OF_ALL')", True),
        ("f('v0.9.0-rc2')", "f('v0.9.0-rc3')", True),
        pytest.param("f('./stores')", "f('./stores/all')", False, id="a path"),
        pytest.param("f('frame-title')", "f('frame-titles')", False, id="a key"),
        pytest.param("it('Does all of it')", "it('Does it all')", False, id="the title of a test"),
        pytest.param("  test('Does all of it')", "  test('Does it all')", False, id="another title"),
        pytest.param('<a className="Link main big">', '<a className="Link main red">', False, id="classes"),
        pytest.param('<a title="Link main big">', '<a title="Link main red">', True, id="an attribute"),
        pytest.param("f('something')", "f('somethings')", False, id="a word like others"),
        pytest.param("f('12:30:45.99')", "f('12:30:45.98')", False, id="no word"),
        pytest.param("f(`Some text of it`)", "f(`Some texts of it`)", False, id="a template"),
        pytest.param("f('Some text of it')", 'f("Some texts of it")', False, id="other quotes"),
        pytest.param("f('Some text of it')", "f('Nothing like that')", False, id="another text"),
        pytest.param("f('Some text of it')", "f('Some texts of it', 'a')", False, id="another string"),
        pytest.param("f('Some text of it')", "f(text)", False, id="no string any more"),
        pytest.param("f('Some text of it')", "g('Some text of it')", False, id="the same string"),
    ],
)
def test_which_changes_are_followed(old: str, new: str, found: bool) -> None:
    other = f"other({old[1:]})"
    assert bool(follow(old, new, other)) == found


def test_a_string_that_became_two_different_ones_is_not_followed() -> None:
    harness = RuleHarness(a__py=f"{OLD}\nx\n{OLD}\ny\n{OLD}")
    harness.splice("a.py", 0, (OLD,), (NEW,), EditOrigin.TYPED)
    assert len(lines_changed(harness)) == 2
    harness.splice("a.py", 2, (OLD,), ("raise Error('that path is not allowed')",), EditOrigin.TYPED)
    assert lines_changed(harness) == []


def test_other_texts_follow_after_this_one_and_later_edits_make_it_less_likely() -> None:
    harness = RuleHarness(a__py=f"{OLD}\nx = 1\ng('path not allowed')", b__py="f('path not allowed')")
    harness.edit("a.py", OLD, NEW)
    assert lines_changed(harness) == ["g('this path is not allowed')", "f('this path is not allowed')"]
    harness.edit("a.py", "x = 1", "x = 2")
    assert len(lines_changed(harness, stale=1)) == 2


def test_an_accepted_change_is_not_followed() -> None:
    assert follow(OLD, NEW, "f('path not allowed')", origin=EditOrigin.ACCEPTED) == []


@pytest.mark.parametrize(("size", "found"), [(MIN_TEXT_CHARS, True), (MIN_TEXT_CHARS - 1, False)])
def test_a_short_string_is_not_followed(size: int, found: bool) -> None:
    text = "a_" + "b" * (size - 2)
    assert bool(follow(f"f('{text}')", f"f('{text}c')", f"g('{text}')")) == found


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_long_lines_are_not_read(more: int, found: bool) -> None:
    pad = " " * (MAX_TEXT_LINE_CHARS - len(NEW) + more)
    assert bool(follow(OLD + pad, NEW + pad, "f('path not allowed')")) == found


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_a_rewritten_passage_is_not_read(more: int, found: bool) -> None:
    rest = "\nx" * (MAX_REWRITTEN_LINES - 1 + more)
    assert bool(follow(OLD + rest, NEW + rest, "f('path not allowed')")) == found


def test_how_much_two_texts_have_in_common() -> None:
    same = "a b c d e f"
    assert follow(f"f('{same}')", f"f('{same}{'X' * 8}')", f"g('{same}')")
    assert not follow(f"f('{same}')", f"f('{same}{'X' * 30}')", f"g('{same}')")
    assert 2 * 13 / (13 + 21) > MIN_COMMON_TEXT_SHARE > 2 * 13 / (13 + 43)


def test_how_many_places_are_proposed() -> None:
    others = "\n".join(["f('path not allowed')"] * (MAX_VALUE_CANDIDATES + 1))
    assert len(follow(OLD, NEW, others)) == MAX_VALUE_CANDIDATES
