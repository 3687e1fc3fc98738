"""What is still being typed teaches nothing, and nothing is said beside itself."""

from collections.abc import Sequence
from contextlib import closing

import pytest

from nes_symbolic.builders import unscored
from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import adds_duplicate_text
from understudy.nes.symbolic.in_progress import completed_edits
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.text_types import Point, TextSnapshot
from understudy.schema.acp import NesJumpSuggestion

LONG_AGO = 0.0
URI = "file:///a.py"


class _NoLibrary:
    def snapshot(self, uri: str) -> TextSnapshot | None:
        del uri

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        del literals, near, max_texts
        return []


def typed(old: str, new: str, *, revision: int = 3, origin: EditOrigin = EditOrigin.TYPED) -> Situation:
    """The line as it is, with a bar where the cursor stands. The keys were pressed long ago."""
    column = new.index("|")
    line = new.replace("|", "")
    edit = Edit(
        serial=1, uri=URI, line=0, old=(old,), new=(line,), revision=revision, time=LONG_AGO, origin=origin
    )
    return Situation(
        snapshot=TextSnapshot(URI, "python", [line]),
        cursor=Point(0, column),
        edits=[edit],
        workspace_texts=_NoLibrary(),
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def load_order(client):", "def fe|(client):"),
        ("def load_order(client):", "def load_or|(client):"),
        ("get(timeout=3)", "get(timeout=|)"),
        ("query(table, name)", "query(table, |, name)"),
        ("def archive(client):", "def archive(client, |):"),
        ("fn read() -> Config {", "fn read() -> Result(|Config {"),
        ("def refund(client):", "order.|def refund(client):"),
        ("def refund(client):", "    |def refund(client):"),
        ("export function greet() {", "export const LIMIT = 10;|export function greet() {"),
    ],
)
def test_an_edit_that_is_plainly_incomplete_teaches_nothing_however_long_one_waits(
    old: str, new: str
) -> None:
    assert not list(completed_edits(typed(old, new)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def load_order(client):", "def fetch_order|(client):"),
        ("users.find(id)", "await |users.find(id)"),
        ("get(timeout=3)", "get(timeout=30|)"),
        ("total = a + b", "total = a - b|"),
    ],
)
def test_an_edit_that_may_be_all_of_it_teaches(old: str, new: str) -> None:
    assert list(completed_edits(typed(old, new)))


def test_what_came_in_one_piece_is_finished() -> None:
    assert list(completed_edits(typed("def load_order(client):", "def fe|(client):", revision=0)))
    assert list(
        completed_edits(typed("def load_order(client):", "def fe|(client):", origin=EditOrigin.ACCEPTED))
    )


@pytest.mark.parametrize(
    ("old", "new", "doubled"),
    [
        ("load(client, number, True)", "load(client, number, True, True)", True),
        ("x = await find(id)", "x = await await find(id)", True),
        ("load(client, number)", "load(client, number, True)", False),
        ("twice(True, True)", "twice(True, True, 3)", False),
    ],
)
def test_nothing_is_put_beside_itself(old: str, new: str, doubled: bool) -> None:
    candidate = unscored(0, old=old, new=(new,), family="context")
    assert adds_duplicate_text(candidate) is doubled


ORDERS = """
def load_order(client, number):
    return client.get(number)


def latest(client):
    return load_order(client, 3)


def refund(client, number):
    order = load_order(client, number)
    return order
"""


def _renaming(keys: str) -> Scene:
    """The name is selected at its definition, and these keys are pressed over it."""
    scene = Scene("orders.py", ORDERS, kinds=["jump"])
    scene.edit("load_order", "")
    scene.type(keys)
    return scene


@pytest.mark.requirement("NES-10")
@pytest.mark.parametrize("keys", ["fetch", "fetch_", "fetch_order"])
def test_a_word_that_nobody_knows_is_not_carried_on_while_it_may_grow(keys: str) -> None:
    with closing(_renaming(keys)) as scene:
        scene.silent()
        scene.now += 0.5
        scene.silent()


def test_a_word_is_followed_after_a_longer_pause() -> None:
    with closing(_renaming("fetch_order")) as scene:
        scene.now += 1.1
        scene.expect("- return load_order(client, 3)", "+ return fetch_order(client, 3)")


@pytest.mark.parametrize("leave", ["move", "save", "ask"])
def test_a_word_is_followed_at_once_when_it_is_left(leave: str) -> None:
    with closing(_renaming("fetch_order")) as scene:
        match leave:
            case "move":
                scene.move("(client, number)")
            case "save":
                scene.save()
            case _:
                pass
        shown = ["- return load_order(client, 3)", "+ return fetch_order(client, 3)"]
        scene.expect(*shown, manual=leave == "ask")


def test_a_word_that_is_known_is_followed_after_a_short_pause() -> None:
    with closing(_renaming("latest")) as scene:
        scene.silent()
        scene.now += 0.4
        assert scene.ask() is not None, scene.account()


def test_a_word_of_the_language_is_known() -> None:
    with closing(Scene("orders.py", ORDERS)) as scene:
        scene.move("return client.get(number)")
        scene.type(" or None")
        assert not completed_edits(scene.asked())
        scene.now += 0.4
        assert completed_edits(scene.asked())


def test_a_line_that_came_in_one_piece_is_not_waited_for() -> None:
    text = "".join(f"{name}.rate = load_rate\n" for name in ("first", "second", "third"))
    with closing(Scene("rates.py", text)) as scene:
        scene.edit("first.rate = load_rate\n", "first.rate = fetch_rate\n")
        scene.move("first.rate = fetch_rate")
        scene.expect("- second.rate = load_rate", "+ second.rate = fetch_rate")


def test_a_name_that_is_taken_out_for_another_one_has_no_consequences_yet() -> None:
    with closing(Scene("orders.py", ORDERS, use__py="from orders import load_order\n")) as scene:
        scene.edit("load_order", "")
        scene.now += 5
        scene.silent()


def test_nobody_is_sent_elsewhere_while_they_type() -> None:
    with closing(Scene("orders.py", ORDERS, kinds=["jump"])) as scene:
        scene.move("def load_order(client, number")
        scene.type(", order")
        scene.silent()
        assert scene.ask(manual=True) is not None, scene.account()
        scene.now += 0.6
        assert isinstance(scene.ask(), NesJumpSuggestion), scene.account()
