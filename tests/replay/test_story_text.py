"""The text of a story knows which edits fulfil its places, and which keys type an edit."""

import pytest

from understudy.replay.stories import parse_stories
from understudy.replay.stories.story import Keys
from understudy.replay.stories.story_text import Keystroke, StoryText, keystrokes
from understudy.schema import acp


def text_of(content: str) -> StoryText:
    (story,) = parse_stories(f"==== s\nkind: k\n--- a.py\n{content}\n", "x.story")
    return StoryText(story.files[0])


@pytest.mark.parametrize(
    ("old", "new", "keys", "expected"),
    [
        ("abc", "xy", "select", [(5, 8, "x"), (6, 6, "y")]),
        ("ab", "xy", "backspace", [(6, 7, ""), (5, 6, ""), (5, 5, "x"), (6, 6, "y")]),
        ("ab", "xy", "paste", [(5, 7, "xy")]),
        ("ab", "", "select", [(5, 7, "")]),
        ("ab", "", "backspace", [(6, 7, ""), (5, 6, "")]),
        ("a\nb", "", "backspace", [(5, 8, "")]),
        ("", "a\n    b", "select", [(5, 5, "a"), (6, 6, "\n    "), (11, 11, "b")]),
        ("", "\n\n", "select", [(5, 5, "\n"), (6, 6, "\n")]),
    ],
)
def test_the_keys_of_an_edit(old: str, new: str, keys: Keys, expected: list[tuple[int, int, str]]) -> None:
    assert list(keystrokes(5, old, new, keys)) == [Keystroke(*one) for one in expected]


CASES = [
    # what is in the story, the text after a suggestion, and how many places it fulfils (None: it is wrong)
    ("«a→b» ‹a→b› ‹a→b›", "a b a\n", 1),
    ("«a→b» ‹a→b› ‹a→b›", "a b b\n", 2),
    ("«a→b» ‹a→b› ‹a→b›", "a a a\n", None),
    ("«a→b» ‹a→b› ‹a→b›", "b b b\n", None),
    ("«a→b» ‹a→b› a", "a b b\n", None),
    ("«a→b» ‹a→b¦c›", "a c\n", 1),
    ("«a→b» ‹a→b¦re:[0-9]+›", "a 12\n", 1),
    ("«a→b» ‹a→b¦re:.*›", "a 1\n2\n", None),
    ("«a→b» ‹a→b¦?›", "a b\n", 1),
    ("«a→b» ‹a+→b.›", "a b.\n", 1),
    ("«a→b»‹→\nnew›", "a\nnew\n", 1),
    ("«a→b»\n‹gone\n→›end", "a\nend\n", 1),
    ("«a→b» ‹→1¦#1›2‹→1¦#1›", "a 12\n", 1),
    ("«a→b» ‹→1¦#1›2‹→1¦#1›", "a 21\n", 1),
    ("«a→b» ‹→1¦#1›2‹→1¦#1›", "a 121\n", None),
]


@pytest.mark.parametrize(("content", "after", "count"), CASES)
def test_the_places_that_a_text_fulfils(content: str, after: str, count: int | None) -> None:
    text = text_of(content if "‹a→b¦?›" not in content else content + " ‹x→y›")
    after = after if "‹a→b¦?›" not in content else after.replace("\n", " x\n")
    before = text.text
    fulfilled = text.fulfil(after)
    assert (None if fulfilled is None else len(fulfilled)) == count
    assert text.text == (before if count is None else after)


def test_a_fulfilled_place_stays_as_it_is() -> None:
    text = text_of("«a→b» ‹a→b› ‹→1¦#1›2‹→1¦#1›")
    assert text.fulfil("a b 12\n") is not None
    assert text.open_places == []
    assert text.fulfil("a a 12\n") is None


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        ("«a→b»\nx\n‹a→b›\ny", 2, True),
        ("«a→b»\nx\n‹a→b›\ny", 1, False),
        ("«a→b»\nx\n‹a→b›\ny", 3, False),
        ("«a→b»\nx\nz‹→\nnew›\ny", 2, True),
        ("«a→b»\nx\nz‹→\nnew›\ny", 3, True),
        ("«a→b»\nx\nz‹→\nnew›\ny", 4, False),
    ],
)
def test_the_place_of_a_jump(content: str, line: int, found: bool) -> None:
    assert (text_of(content).place_at_line(line) is not None) is found


def test_positions_count_utf16_units() -> None:
    text = text_of("«a→b» 🎈🎈‹a→b›")
    (place,) = text.open_places
    assert text.position(text.start_of(place)) == acp.Position(line=0, character=6)
    assert text.place_at(acp.Position(line=0, character=6)) is place
    assert text.place_at(acp.Position(line=0, character=7)) is place
    assert text.place_at(acp.Position(line=0, character=5)) is None
