"""What is still being typed teaches nothing, and nothing is said beside itself."""

from collections.abc import Sequence
from contextlib import closing
from textwrap import dedent

import pytest
from msgspec.structs import replace

from nes_symbolic.builders import unscored
from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import adds_duplicate_text
from understudy.nes.symbolic.in_progress import completed_edits
from understudy.nes.symbolic.limits import REPLACED_NAME_PAUSE_S, UNKNOWN_WORD_PAUSE_S
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
        ("def load_order(client):", "def lo|(client):"),
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
        ("def load_order(client):", "def load|(client):"),
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
@pytest.mark.parametrize("keys", ["fetch_", "fe"])
def test_a_word_that_nobody_knows_is_not_carried_on_while_it_may_grow(keys: str) -> None:
    with closing(_renaming(keys)) as scene:
        scene.silent()
        scene.now += 0.9
        scene.silent()


@pytest.mark.parametrize("keys", ["fetch_order", "fetch", "load"])
def test_a_name_typed_in_place_of_another_one_is_followed_after_a_short_pause(keys: str) -> None:
    with closing(_renaming(keys)) as scene:
        scene.now += REPLACED_NAME_PAUSE_S - 0.01
        scene.silent()
        scene.now += 0.02
        scene.expect("- return load_order(client, 3)", f"+ return {keys}(client, 3)")


def test_a_name_deleted_down_to_its_beginning_is_followed_after_a_longer_pause() -> None:
    with closing(Scene("orders.py", ORDERS)) as scene:
        scene.move("def load_order")
        scene.backspace(6)
        scene.now += UNKNOWN_WORD_PAUSE_S - 0.01
        scene.silent()
        scene.now += 0.02
        scene.expect("- return load_order(client, 3)", "+ return load(client, 3)")


@pytest.mark.parametrize(
    ("old", "new", "held_back"),
    [
        pytest.param("load_order(1)", "fetch|_order(1)", False, id="the first part of a name"),
        pytest.param("loadOrder(1)", "fetch|Order(1)", False, id="the first part in camel case"),
        pytest.param("load_order(1)", "load_invoice|(1)", False, id="the last part of a name"),
        pytest.param("load_order(1)", "load_in|(1)", True, id="too short a part"),
        pytest.param("load_order(1)", "fetch|oad_order(1)", True, id="not a whole part"),
        pytest.param("load(1)", "loader|(1)", True, id="a name with something added"),
        pytest.param("load(1)", "fetch_|(1)", True, id="ends with an underscore"),
        pytest.param("load(1)", "fetch|(12)", True, id="something else was changed too"),
        pytest.param("(1)", "(fetch|, 1)", True, id="there was no name"),
        pytest.param("12(1)", "fetch|(1)", True, id="a number was there"),
    ],
)
def test_which_words_count_as_a_replaced_name(old: str, new: str, held_back: bool) -> None:
    asked = typed(old, new)
    asked.edits[0].ends_in_keystroke = True
    asked = replace(asked, now=REPLACED_NAME_PAUSE_S)
    assert (not completed_edits(asked)) is held_back
    assert completed_edits(replace(asked, now=UNKNOWN_WORD_PAUSE_S))


@pytest.mark.parametrize(
    ("language", "new", "held_back"),
    [
        pytest.param("css", ".button-primary| {", False, id="a class of a stylesheet"),
        pytest.param("css", ".button-| {", True, id="ends with a hyphen"),
        pytest.param("css", ".btn-main-wide| {", True, id="with something added"),
        pytest.param("html", ".button-primary| {", False, id="markup"),
        pytest.param("python", ".button-primary| {", True, id="two names"),
    ],
)
def test_a_name_with_hyphens_is_one_name_where_the_language_has_them(
    language: str, new: str, held_back: bool
) -> None:
    asked = typed(".btn-main {", new)
    asked.edits[0].ends_in_keystroke = True
    snapshot = TextSnapshot(f"file:///a.{language}", language, asked.snapshot.lines)
    asked.edits[0].uri = snapshot.uri
    asked = replace(asked, snapshot=snapshot, now=REPLACED_NAME_PAUSE_S)
    assert (not completed_edits(asked)) is held_back


def test_a_short_name_is_followed_after_a_longer_pause_if_it_occurs_elsewhere() -> None:
    with closing(Scene("orders.py", "db = 1\n\n\n" + dedent(ORDERS), kinds=["jump"])) as scene:
        scene.edit("client", "")
        scene.type("db")
        scene.now += UNKNOWN_WORD_PAUSE_S - 0.01
        assert not completed_edits(scene.asked())
        scene.now += 0.02
        assert completed_edits(scene.asked())


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
