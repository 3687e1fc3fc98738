"""Features that tell how well a continuation fits its siblings, its line and the old text."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.engine import CompletionEngine
from understudy.nes.completion.limits import MAX_SCORED_CANDIDATES, MAX_SIBLINGS, NEARBY_OLD_LINES
from understudy.nes.engine_api import Situation
from understudy.nes.text import Edit

URI = "file:///project/a.py"


def features_of(situation: Situation, rest: str) -> dict[str, float]:
    found = {one.text: features for one, features in CompletionEngine().scored_continuations(situation)}
    return found[rest]


def test_siblings_vote_in_the_words_of_this_place() -> None:
    situation = situation_of("x = 1\nlimit=limit,\nkeep=keep,\nresponse=|\n")
    mapped, copied = features_of(situation, "response,"), features_of(situation, "keep,")
    assert (mapped["siblings"], mapped["sibling_votes"], mapped["nearest_sibling"]) == (3.0, 2.0, 1.0)
    assert (copied["sibling_votes"], copied["nearest_sibling"]) == (0.0, 0.0)


def test_only_the_nearest_lines_are_siblings() -> None:
    lines = "\n".join(f"name_{index}=name_{index}," for index in range(MAX_SIBLINGS + 2))
    features = features_of(situation_of(f"{lines}\nother=|\n"), "other,")
    assert features["siblings"] == features["sibling_votes"] == MAX_SIBLINGS


def test_brackets_of_the_whole_line_are_counted() -> None:
    situation = situation_of("call(first(one))\nother(first(|\n")
    assert features_of(situation, "one))")["line_open"] == 0.0
    assert features_of(situation_of("call(first(one))\nother(call(first(|\n"), "one))")["line_open"] == 1.0
    assert (
        features_of(situation_of("a = (\n    one(two))\nb = (\n    one|\n"), "(two))")["line_closed"] == 1.0
    )


@pytest.mark.parametrize(("typed", "expected"), [('call("', 1.0), ("call(", 0.0)])
def test_an_open_string_is_noticed(typed: str, expected: float) -> None:
    rest = 'value")' if expected else '"value")'
    assert features_of(situation_of(f'call("value")\n{typed}|\n'), rest)["in_string"] == expected


def test_lines_that_were_written_in_other_files_are_recent() -> None:
    other = "file:///project/b.py"
    for text, expected in (("import helpers_module", 1.0), ("", 0.0)):
        edit = Edit(1, other, 0, (), (text,), time=1.0)
        situation = situation_of("import |\n", others={other: "import helpers_module\n"}, edits=[edit])
        assert features_of(situation, "helpers_module")["recent_elsewhere"] == expected


def test_the_length_of_the_line_counts() -> None:
    situation = situation_of("call(value)\ncall(|\n")
    assert features_of(situation, "value)")["line_chars"] == len("call(value)")


@pytest.mark.parametrize(("more", "equal"), [(0, 2.0), (1, 0.0)])
def test_how_far_the_line_is_typed_as_before_counts_near_its_place(more: int, equal: float) -> None:
    at = NEARBY_OLD_LINES + 2 + more
    edit = Edit(1, URI, at, ("call(first, second)",), (), time=1.0)
    features = features_of(
        situation_of("call(other, second)\n" * 2 + "call(|\n", edits=[edit]), "other, second)"
    )
    assert (features["old_equal"], features["old_typed"]) == (equal, 2.0 - equal)


def test_only_the_heaviest_continuations_are_scored() -> None:
    text = "".join(f"run(value_{number}_{number})\n" for number in range(3 * MAX_SCORED_CANDIDATES))
    candidates = CompletionEngine().propose(situation_of(f"{text}run(|\n")).candidates
    assert len(candidates) == MAX_SCORED_CANDIDATES
