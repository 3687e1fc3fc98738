"""A message that the user wrote at one place is improbable at another place."""

from contextlib import closing

import pytest

from nes_symbolic.builders import line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.values import limit_repeated_messages
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import EditOrigin

OLD = "return false"


def limited(
    new: str,
    *,
    old: str = OLD,
    examples: int = 1,
    origin: EditOrigin = EditOrigin.TYPED,
    place: tuple[str, str] | None = None,
) -> bool:
    """Whether it is improbable to write the line of the examples again."""
    edits = [made(old, new, 5 * at, serial=at) for at in range(1, examples + 1)]
    if origin is not EditOrigin.TYPED:
        edits.append(made(old, new, 50, serial=50, origin=origin))
    before, after = place or (old, new)
    one = line_candidate(text_of(before), 0, after)
    limit_repeated_messages([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert one.probability in (0.9, OTHER_VALUE_PROBABILITY)
    return one.probability != 0.9


@pytest.mark.parametrize(
    ("new", "is_limited"),
    [
        pytest.param('return { reason: "expired" }', True, id="a word"),
        pytest.param('return { reason: "not found" }', True, id="a sentence"),
        pytest.param("return { message: 'not found' }", True, id="a message"),
        pytest.param("return { 'error': `not found` }", True, id="a quoted name"),
        pytest.param('return fail(detail="not found")', True, id="an argument with a name"),
        pytest.param('return { reason: "" }', False, id="an empty text"),
        pytest.param('return { reason: "E_42-x" }', False, id="a key"),
        pytest.param('return { reason: "a 1" }', False, id="no words"),
        pytest.param('return { state: "expired" }', False, id="another name"),
        pytest.param('return { treason: "expired" }', False, id="a longer name"),
        pytest.param("return { reason: expired }", False, id="a variable"),
        pytest.param("return null", False, id="no message"),
        pytest.param("return Err(ParseError::Length);", True, id="a variant of an error"),
        pytest.param("return Err(crate::ParseError::Length { at });", True, id="a variant with a path"),
        pytest.param("return Err(error);", False, id="an error in a variable"),
        pytest.param("return Err(ParseError::new());", False, id="a made error"),
        pytest.param("return Ok(Kind::Length);", False, id="a variant that is no error"),
    ],
)
def test_a_message_belongs_to_one_place(new: str, is_limited: bool) -> None:
    assert limited(new) is is_limited


MESSAGE = 'return { reason: "expired" }'


@pytest.mark.parametrize(
    ("examples", "origin", "is_limited"),
    [
        pytest.param(1, EditOrigin.TYPED, True, id="one"),
        pytest.param(2, EditOrigin.TYPED, False, id="two"),
        pytest.param(1, EditOrigin.ACCEPTED, True, id="one and a suggestion"),
    ],
)
def test_a_message_that_the_user_wrote_twice_follows(
    examples: int, origin: EditOrigin, is_limited: bool
) -> None:
    assert limited(MESSAGE, examples=examples, origin=origin) is is_limited


@pytest.mark.parametrize(
    ("place", "is_limited"),
    [
        pytest.param(("    return false", f"    {MESSAGE}"), True, id="deeper"),
        pytest.param((OLD, 'return { reason: "late" }'), False, id="another message"),
        pytest.param((MESSAGE, f"{MESSAGE};"), False, id="a message that stays"),
        pytest.param((OLD, "return { reason: why }"), False, id="no message"),
    ],
)
def test_only_the_same_message_is_limited(place: tuple[str, str], is_limited: bool) -> None:
    assert limited(MESSAGE, place=place) is is_limited


def test_a_message_that_stays_is_not_that_of_the_change() -> None:
    old = 'log(a, reason="expired")'
    assert not limited('warn(a, reason="expired")', old=old)


def test_an_error_that_stays_may_get_another_variant() -> None:
    old = "return Err(Error::Length);"
    assert not limited("return Err(ParseError::Length);", old=old)


def test_a_line_that_only_loses_something_has_no_new_message() -> None:
    new = 'x(message = "not found")'
    assert not limited(new, old='x(message = "" "not found")', place=(OLD, new))


def test_lines_of_a_rewritten_block_are_read() -> None:
    """An edit that has nothing in common with the line before is a block and no changed line."""
    edit = made("pass", MESSAGE, 5)
    patterns = extract_patterns([edit], MAX_LEARNED_EDITS)
    one = line_candidate(text_of("pass"), 0, MESSAGE)
    limit_repeated_messages([one], patterns)
    assert one.probability == OTHER_VALUE_PROBABILITY


@pytest.mark.parametrize(
    ("new", "line_count", "probability"),
    [
        pytest.param((MESSAGE, ""), 1, 0.9, id="one line becomes two"),
        pytest.param((MESSAGE,), 2, 0.9, id="two lines become one"),
        pytest.param((MESSAGE,), 1, 0.1, id="improbable already"),
    ],
)
def test_other_candidates_keep_their_probability(
    new: tuple[str, ...], line_count: int, probability: float
) -> None:
    one = line_candidate(text_of(f"{OLD}\n"), 0, *new, line_count=line_count, probability=probability)
    limit_repeated_messages([one], extract_patterns([made(OLD, MESSAGE, 5)], MAX_LEARNED_EDITS))
    assert one.probability == probability


@pytest.mark.parametrize(("more", "is_limited"), [(0, True), (1, False)], ids=["as compared", "longer"])
def test_long_lines_are_not_compared(more: int, is_limited: bool) -> None:
    new = MESSAGE + " " * (MAX_PATTERN_LINE_CHARS - len(MESSAGE) + more)
    assert limited(MESSAGE, place=(OLD, new)) is is_limited


def test_the_next_return_has_another_reason() -> None:
    text = """
    function check(token) {
      if (token.isOld()) {
        return false;
      }
      if (token.isUsed()) {
        return false;
      }
      return true;
    }
    """
    with closing(Scene("check.ts", text)) as scene:
        scene.edit("return false;", 'return { ok: false, reason: "expired" };')
        assert not [line for line in scene.shown() if "expired" in line], scene.account()
