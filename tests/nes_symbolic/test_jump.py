"""The next place when the edit itself is not certain: a jump there, for clients that take it."""

from collections.abc import Sequence
from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.aggregates import jump_candidates
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.text.text_types import Point, TextSnapshot
from understudy.schema.acp import NesJumpSuggestion

GAP = "\n".join(f"    step({number})" for number in range(30))
FAR = f"""
def read(form):
    width = int(form["width"])
    check(width, "width", 1, 10)


def between():
{GAP}


def write(form):
    height = int(form["height"])
    check(height, "height", 2, 20)
"""


class _NoLibrary:
    def snapshot(self, uri: str) -> TextSnapshot | None:
        del uri

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        del literals, near, max_texts
        return []


def _jump(scene: Scene) -> None:
    scene.edit('check(width, "width", 1, 10)', 'bound(width, low=1, high=10, label="width")')


@pytest.mark.requirement("NES-15")
def test_a_jump_goes_only_to_a_client_that_takes_it() -> None:
    with closing(Scene("form.py", FAR)) as scene:
        _jump(scene)
        assert not isinstance(scene.ask(manual=True), NesJumpSuggestion)
        assert not any(what.startswith("jump") for what, _, _ in scene.candidates())


def test_a_jump_goes_inside_the_text_and_away_from_the_cursor() -> None:
    with closing(Scene("form.py", FAR, kinds=["jump"])) as scene:
        _jump(scene)
        suggestion = scene.ask(manual=True)
        if isinstance(suggestion, NesJumpSuggestion):
            lines = scene.text.split("\n")
            assert suggestion.position.line < len(lines)
            assert suggestion.position.character <= len(lines[suggestion.position.line])
            assert abs(suggestion.position.line - scene.cursor.line) > 3


def test_two_likely_changes_of_one_line_are_offered_together() -> None:
    text = f"""
def read(form):
    check(form, "width")
    store(form, "width")
    check(form, "depth")
    store(form, "depth")


def between():
{GAP}


def write(form):
    check(store(form, "height"), 3)
"""
    with closing(Scene("form.py", text, kinds=["jump"])) as scene:
        for name in ("width", "depth"):
            scene.edit(f'check(form, "{name}")', f'bound(form, "{name}")')
            scene.edit(f'store(form, "{name}")', f'keep(form, "{name}")')
        scene.expect('- check(store(form, "height"), 3)', '+ bound(keep(form, "height"), 3)', manual=True)


def test_a_place_that_several_lessons_speak_for_is_worth_a_jump_though_none_is_sure() -> None:
    page = TextSnapshot("file:///far.py", "python", [f"line {number}" for number in range(60)])
    asked = Situation(
        snapshot=page,
        cursor=Point(0, 0),
        edits=(),
        workspace_texts=_NoLibrary(),
        supported_kinds=frozenset({"edit", "jump"}),
    )

    def draft(line: int, new: str, chance: float) -> UnscoredCandidate:
        return UnscoredCandidate(
            snapshot=page, line=line, line_count=1, new=(new,), family="replace", pattern=new, topic="t", why="",
            features={}, probability=chance,
        )  # fmt: skip

    (found,) = jump_candidates(
        [draft(40, "one", 0.34), draft(40, "two", 0.34), draft(50, "three", 0.2)], asked
    )
    assert (found.kind, found.position) == ("jump", Point(40, 7))
    assert found.probability == pytest.approx(0.5644)
    assert not list(jump_candidates([draft(40, "one", 0.9)], asked)), "what is sure is shown itself"
    assert not list(jump_candidates([draft(2, "one", 0.34), draft(2, "two", 0.34)], asked)), (
        "nobody jumps two lines"
    )


def test_a_lost_definition_leads_to_its_use() -> None:
    text = f"""
def helper(value):
    return value + 1


def between():
{GAP}


def use():
    return helper(3)
"""
    with closing(Scene("lost.py", text, kinds=["jump"])) as scene:
        scene.edit("def helper(value):\n    return value + 1\n\n\n", "")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesJumpSuggestion), scene.account()
        assert scene.text.split("\n")[suggestion.position.line] == "    return helper(3)"


def test_nobody_is_sent_to_the_same_place_again_before_it_is_edited() -> None:
    text = f"""
def helper(value):
    return value + 1


def first():
    return helper(3)


def between():
{GAP}


def second():
    return helper(4)
"""
    with closing(Scene("calls.py", text, kinds=["jump"])) as scene:
        scene.edit("def helper(value)", "def helper(value, unit)")
        places: list[int] = []
        while isinstance(suggestion := scene.ask(), NesJumpSuggestion):
            places.append(suggestion.position.line)
            scene.accept_jump(suggestion)
        assert len(places) == len(set(places)) == 2, scene.account()
        scene.edit("return value + 1", "return value + unit")
        assert not isinstance(scene.ask(), NesJumpSuggestion), "the user has seen both places"
