"""Every story gives what it gave before or more, and all of them together reach what the project aims at.

After an improvement run `python tests/stories/baseline.py`, and raise the shares below.
"""

from collections import Counter

import pytest

from stories.baseline import Figures, figures, load_stories, play, read_baseline, read_recorded
from understudy.replay.stories import PlaceMark, Story

STORIES = load_stories()
MIN_RIGHT_PERCENT = 91
"""Of all places, in the worse way of asking."""
MAX_WRONG_PER_HUNDRED_RIGHT = 2
"""Wrong suggestions, in the worse way of asking."""
LANGUAGES = {
    *(
        "c",
        "cpp",
        "css",
        "go",
        "html",
        "java",
        "javascript",
        "markdown",
        "python",
        "rust",
        "shellscript",
        "sql",
    ),
    *("typescript", "yaml"),
}


def place_count(story: Story) -> int:
    places = [piece for file in story.files for piece in file.pieces if isinstance(piece, PlaceMark)]
    expected = [place for place in places if not place.optional]
    groups = {place.group for place in expected if place.group}
    return sum(not place.group for place in expected) + len(groups)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_a_story_is_not_worse_than_before(story: Story) -> None:
    results, requests = play(story)
    now, before = figures(results), read_baseline()[story.name]
    assert not now.is_worse_than(before), (before, now, results)
    assert all(len(result.places) == place_count(story) for result in results)
    assert requests == read_recorded()[story.name], (
        "The engine proposes something else: if you mean it, run `python tests/stories/baseline.py`."
    )


def test_the_baseline_has_every_story_and_reaches_the_shares() -> None:
    reached = read_baseline()
    assert set(reached) == {story.name for story in STORIES}
    total = Figures(*(sum(column) for column in zip(*reached.values(), strict=True)))
    places = sum(place_count(story) for story in STORIES)
    right = min(total.once_right, total.again_right)
    assert right * 100 >= MIN_RIGHT_PERCENT * places
    assert max(total.once_wrong, total.again_wrong) * 100 <= MAX_WRONG_PER_HUNDRED_RIGHT * right


def test_the_stories_are_many_and_of_every_sort() -> None:
    assert len(STORIES) >= 150
    silent = sum(story.silence for story in STORIES) / len(STORIES)
    assert 0.15 <= silent <= 0.18
    languages = Counter(story.language for story in STORIES)
    assert {language for language in LANGUAGES if languages[language] < 4} == set()
    assert len({story.kind for story in STORIES}) >= 30
