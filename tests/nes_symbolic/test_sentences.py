"""Sentences are not broken, and lines keep their indentation, where a change of a line is repeated."""

import pytest

from nes_symbolic.builders import HERE, line_candidate, text_of
from understudy.nes.symbolic.filters.places import limit_broken_sentences
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY

PROBABILITY = 0.6


def is_limited(old: str, new: str, below: str = "", uri: str = HERE, head: str = "# ") -> bool:
    language = "python" if uri == HERE else "markdown"
    snapshot = text_of(f"x = 1\n{head}{old}\n{below}", uri, language)
    candidate = line_candidate(snapshot, 1, head + new, probability=PROBABILITY)
    limit_broken_sentences([candidate])
    assert candidate.probability in (PROBABILITY, OTHER_VALUE_PROBABILITY)
    return candidate.probability < PROBABILITY


@pytest.mark.parametrize(
    ("new", "below", "expected"),
    [
        pytest.param("All weights are equal. Used as", "", True, id="the paragraph ends there"),
        pytest.param(
            "All weights are equal. Used as", "# Note that this is slow.", True, id="another begins"
        ),
        pytest.param("All weights are equal. Used as", "# weights of the samples.", False, id="it goes on"),
        pytest.param("All weights are equal. Used, or", "# (see the samples).", False, id="in brackets"),
        pytest.param("All weights are equal. One by one.", "", False, id="a whole sentence"),
        pytest.param("All weights are equal. Used,", "", True, id="a comma"),
        pytest.param("All weights are equal", "", False, id="without the stop"),
        pytest.param("All numbers are equal", "", False, id="another sentence without it"),
    ],
)
def test_a_line_does_not_end_with_the_first_words_of_a_sentence(new: str, below: str, expected: bool) -> None:
    assert is_limited("All weights are equal.", new, below) == expected


def test_a_line_that_ended_inside_a_sentence_may_do_so_again() -> None:
    assert not is_limited("All weights are", "All weights are used as")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("If it comes from a list.", "If it comes from Flag to turn off.", True, id="a sentence"),
        pytest.param("If it comes from a list.", "If it comes from Paris.", False, id="a name"),
        pytest.param("It stops. a list comes", "It stops. Flag to turn comes", False, id="behind a stop"),
        pytest.param("If it comes from a list.", "If it comes from the end.", False, id="small letters"),
        pytest.param("The Flag from a list.", "The Flag from Flag to turn.", False, id="a word of the line"),
    ],
)
def test_no_sentence_begins_inside_another_one(old: str, new: str, expected: bool) -> None:
    assert is_limited(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "head", "expected"),
    [
        pytest.param("of the model key", "of the model model", "# ", True, id="comment"),
        pytest.param("of model {key}", "of model model {key}", "# ", True, id="before a brace"),
        pytest.param("the model model", "a model model", "# ", False, id="doubled before"),
        pytest.param("so that one", "so that that one", "# ", False, id="a usual double"),
        pytest.param("of the model-key", "of the model model-key", "# ", False, id="a longer word"),
        pytest.param("key = int", "key = int int", "", False, id="code"),
        pytest.param('"of the key",', '"of model model",', "", True, id="a string"),
        pytest.param('call("of the key")', 'call("of model model")', "", False, id="code with a string"),
    ],
)
def test_no_word_is_doubled(old: str, new: str, head: str, expected: bool) -> None:
    assert is_limited(old, new, head=head) == expected


def test_sentences_of_documents() -> None:
    assert is_limited("All are equal.", "All are equal. Used as", uri="file:///project/a.md", head="")
    assert not is_limited("f(a) # b.", "f(a) # b. Used as", head="")


def test_what_is_not_looked_at() -> None:
    snapshot = text_of("# Equal.\n" + "# " + "a" * MAX_PATTERN_LINE_CHARS + " b.\n")
    candidates = [
        line_candidate(snapshot, 0, "# Equal. Used as", probability=OTHER_VALUE_PROBABILITY - 0.1),
        line_candidate(snapshot, 1, snapshot.lines[1] + " Used as", probability=PROBABILITY),
        line_candidate(snapshot, 0, "# Equal. Used as", "# that", probability=PROBABILITY),
    ]
    before = [one.probability for one in candidates]
    limit_broken_sentences(candidates)
    assert [one.probability for one in candidates] == before
