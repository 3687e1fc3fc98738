"""Sentences are not broken, and lines keep their indentation, where a change of a line is repeated."""

import pytest

from nes_symbolic.builders import HERE, OTHER, line_candidate, made, text_of
from understudy.nes.symbolic.filters.places import keep_line_indents, limit_broken_sentences
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

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


@pytest.mark.parametrize(
    ("line", "new", "expected"),
    [
        pytest.param(6, "    a = g(x)", "        a = g(x)", id="less deep"),
        pytest.param(6, "            a = g(x)", "        a = g(x)", id="deeper"),
        pytest.param(6, "    a = f(x)", "    a = f(x)", id="only the indentation"),
        pytest.param(6, "", "", id="nothing is left"),
        pytest.param(3, "    a = g(x)", "    a = g(x)", id="below the edit"),
        pytest.param(1, "    a = g(x)", "    a = g(x)", id="above the edit"),
        pytest.param(4, "    a = g(x)", "        a = g(x)", id="two lines below"),
    ],
)
def test_a_changed_line_keeps_its_indentation(line: int, new: str, expected: str) -> None:
    lines = ["        a = f(x)"] * 8
    lines[2] = "    a = g(x)"
    patterns = extract_patterns([made("        a = f(x)", "    a = g(x)", 2)], MAX_LEARNED_EDITS)
    here, there = (line_candidate(text_of("\n".join(lines), *uri), line, new) for uri in ((), (OTHER,)))
    keep_line_indents([here, there], patterns)
    assert here.new == (expected,)
    assert there.new == ((new,) if new.strip() in ("", "a = f(x)") else ("        a = g(x)",))


def test_several_lines_keep_theirs() -> None:
    patterns = extract_patterns([made("a", "b", 2)], MAX_LEARNED_EDITS)
    one = line_candidate(text_of("        a\n"), 0, "    a", "    b")
    keep_line_indents([one], patterns)
    assert one.new == ("    a", "    b")
