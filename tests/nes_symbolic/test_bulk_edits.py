"""The whole of it at once: a rename or a search-and-replace, for clients that take them."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.schema.acp import NesEditSuggestion, NesRenameSuggestion, NesSearchAndReplaceSuggestion

COUNTER = """
class Counter:
    def bump(self):
        return 1


def twice(counter):
    return counter.bump() + counter.bump()


def thrice(counter):
    return counter.bump() + twice(counter)


def never(counter):
    assert counter.bump() > 0


def often(counter):
    return [counter.bump() for _ in range(9)]
"""

ROUTES = """
const one = fetch("//orders.internal/orders");
const two = fetch("//orders.internal/buyers");
const six = fetch("//orders.internal/prices");
const ten = fetch("//orders.internal/towns");
const all = fetch("//orders.internal/everything");
"""


@pytest.mark.requirement("NES-16")
def test_a_use_that_was_renamed_proposes_to_rename_the_definition() -> None:
    with closing(Scene("counter.py", COUNTER, kinds=["rename"])) as scene:
        scene.edit("counter.bump() + counter.bump()", "counter.step() + counter.step()")
        scene.edit("counter.bump() + twice", "counter.step() + twice")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesRenameSuggestion), scene.account()
        assert suggestion.new_name == "step"
        line = scene.text.split("\n")[suggestion.position.line]
        assert line[suggestion.position.character :].startswith("bump")


@pytest.mark.requirement("NES-16")
def test_a_text_that_was_replaced_twice_is_replaced_everywhere() -> None:
    with closing(Scene("routes.ts", ROUTES, kinds=["searchAndReplace"])) as scene:
        scene.edit("//orders.internal/orders", "//orders.local/orders")
        scene.edit("//orders.internal/buyers", "//orders.local/buyers")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesSearchAndReplaceSuggestion), scene.account()
        assert "internal" in suggestion.search
        assert "local" in suggestion.replace


def test_a_short_text_that_was_replaced_twice_is_replaced_everywhere() -> None:
    text = ROUTES.replace("//orders.internal/", "/api/v1/")
    with closing(Scene("routes.ts", text, kinds=["searchAndReplace"])) as scene:
        scene.edit("/api/v1/orders", "/api/v2/orders")
        scene.edit("/api/v1/buyers", "/api/v2/buyers")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesSearchAndReplaceSuggestion), scene.account()
        assert "v1" in suggestion.search


@pytest.mark.requirement("NES-17")
def test_a_client_that_takes_only_edits_gets_only_edits() -> None:
    for text, old, new in (
        (COUNTER, "counter.bump() + counter.bump()", "counter.step() + counter.step()"),
        (ROUTES, "//orders.internal/orders", "//orders.local/orders"),
    ):
        with closing(Scene("counter.py", text)) as scene:
            scene.edit(old, new)
            suggestion = scene.ask(manual=True)
            assert suggestion is None or isinstance(suggestion, NesEditSuggestion), scene.account()
            assert all(what.startswith("edit ") for what, _, _ in scene.candidates())


def test_for_one_more_place_an_edit_is_enough() -> None:
    text = """
    int left = width(v);
    int right = width(v);
    """
    with closing(Scene("view.c", text, kinds=["rename", "searchAndReplace"])) as scene:
        scene.edit("width(v)", "breadth(v)")
        suggestion = scene.ask(manual=True)
        assert suggestion is None or isinstance(suggestion, NesEditSuggestion), scene.account()


def test_a_rejected_rename_is_not_proposed_again() -> None:
    with closing(Scene("counter.py", COUNTER, kinds=["rename"])) as scene:
        scene.edit("counter.bump() + counter.bump()", "counter.step() + counter.step()")
        scene.edit("counter.bump() + twice", "counter.step() + twice")
        assert isinstance(scene.reject(), NesRenameSuggestion)
        scene.edit("counter.bump() > 0", "counter.step() > 0")
        assert not isinstance(scene.ask(), NesRenameSuggestion), scene.account()
