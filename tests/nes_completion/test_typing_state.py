"""When the user types in the middle of a line, and when that line cannot end yet."""

from typing import Any

import msgspec
import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion import can_complete, is_line_unfinished, typing_end
from understudy.nes.engine_api import Situation, Trigger
from understudy.nes.text import Edit, EditOrigin

URI = "file:///project/a.py"


def typing(text: str, *, now: float = 10.1, trigger: Trigger = Trigger.AUTOMATIC, **more: Any) -> Situation:
    line = text.replace("|", "").split("\n")[0]
    edit = Edit(1, URI, 0, (), (line,), time=10.0, ends_in_keystroke=True)
    for name, value in more.items():
        setattr(edit, name, value)
    return situation_of(text, uri=URI, edits=[edit], now=now, trigger=trigger)


def test_a_key_counts_as_typing_until_the_pause() -> None:
    assert typing_end(typing("value = one|")) == pytest.approx(10.3)
    assert typing_end(typing("value = one|", now=10.3)) is None


@pytest.mark.parametrize(
    "more",
    [{"ends_in_keystroke": False}, {"origin": EditOrigin.ACCEPTED}, {"line": 5}, {"uri": "file:///b.py"}],
)
def test_other_edits_are_no_typing_at_the_cursor(more: dict[str, Any]) -> None:
    situation = typing("value = one|", **more)
    assert typing_end(situation) is None
    assert not can_complete(situation)


def test_an_older_edit_that_is_continued_is_the_one_being_typed() -> None:
    """As when lines above and below another edit are typed without a pause."""
    situation = typing("value = one|")
    later = Edit(2, URI, 7, (), ("other",), time=9.9, ends_in_keystroke=True)
    situation = situation_of("value = one|", uri=URI, edits=[*situation.edits, later], now=10.1)
    assert typing_end(situation) == pytest.approx(10.3)
    later.time = 10.05
    assert typing_end(situation) is None


def test_a_blank_line_is_not_the_middle_of_a_line() -> None:
    assert typing_end(typing("    |")) is None


def test_a_manual_request_does_not_wait_and_may_complete_anything() -> None:
    situation = typing("value = one|", trigger=Trigger.MANUAL, ends_in_keystroke=False)
    assert typing_end(situation) is None
    assert can_complete(situation)


def test_an_old_line_is_not_completed_in_front_of_its_own_text() -> None:
    assert can_complete(typing("call(one|)"))
    assert can_complete(typing("value = one|", old=("value",)))
    assert not can_complete(typing("call(one|)", old=("call()",)))


def test_deleting_is_not_completed() -> None:
    assert not can_complete(typing("value = one|", ends_in_deletion=True))


@pytest.mark.parametrize(
    ("text", "is_unfinished"),
    [
        ("value = one|", False),
        ("value |", True),
        ("value =|", True),
        ("call(one|", True),
        ("call(one)|", False),
        ('say("one|', True),
        ('say("one (")|', False),
        ("one.|", True),
        ("call(one|)", False),
        ("from package.module|", True),
        ("from package import|", True),
        ("from package import name|", False),
        ("import package|", False),
        ("def name|", True),
        ("return one and|", True),
        ("return one.and|", False),
        ("if value|", True),
        ("if value:|", False),
        ("const value|", True),
        ("let value|", False),
        ("# a comment|", True),
    ],
)
def test_a_line_is_unfinished_while_it_cannot_end_at_the_cursor(text: str, is_unfinished: bool) -> None:
    assert is_line_unfinished(typing(text)) is is_unfinished


@pytest.mark.parametrize(
    ("text", "language", "is_unfinished"),
    [
        ("if ready|", "go", True),
        ("if ready {}|", "go", False),
        ("if (ready) stop()|", "javascript", False),
        ("pub fn name() -> bool|", "rust", True),
        ("mod name;|", "rust", False),
    ],
)
def test_a_header_is_unfinished_until_it_opens_its_block(
    text: str, language: str, is_unfinished: bool
) -> None:
    situation = typing(text)
    snapshot = situation.snapshot._replace(language=language)
    assert is_line_unfinished(msgspec.structs.replace(situation, snapshot=snapshot)) is is_unfinished


def test_a_comment_in_place_of_another_line_may_be_repeated_elsewhere() -> None:
    assert not is_line_unfinished(typing("# a comment|", old=("# another comment",)))
