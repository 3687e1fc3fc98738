"""What is still being typed teaches nothing, and nothing is said beside itself."""

from collections.abc import Sequence

import pytest

from understudy.nes.port import Edit, Origin, Situation
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.unfinished import finished, stutters
from understudy.nes.values import Page, Point

LONG_AGO = 0.0
URI = "file:///a.py"


class _NoLibrary:
    def page(self, uri: str) -> Page | None:
        del uri

    def holding(self, literals: Sequence[str], near: str, most: int) -> list[Page]:
        del literals, near, most
        return []


def typed(old: str, new: str, *, revision: int = 3, origin: Origin = Origin.TYPED) -> Situation:
    """The line as it is, with a bar where the cursor stands. The keys were pressed long ago."""
    column = new.index("|")
    line = new.replace("|", "")
    edit = Edit(
        serial=1, uri=URI, line=0, old=(old,), new=(line,), revision=revision, time=LONG_AGO, origin=origin
    )
    return Situation(
        page=Page(URI, "python", [line]), cursor=Point(0, column), edits=[edit], library=_NoLibrary()
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
    assert not list(finished(typed(old, new)))


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
    assert list(finished(typed(old, new)))


def test_what_came_in_one_piece_is_finished() -> None:
    assert list(finished(typed("def load_order(client):", "def fe|(client):", revision=0)))
    assert list(finished(typed("def load_order(client):", "def fe|(client):", origin=Origin.ACCEPTED)))


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
    draft = Draft(
        page=Page(URI, "python", [old]), line=0, count=1, new=(new,), family="context", lesson="", topic="",
        why="", features={},
    )  # fmt: skip
    assert stutters(draft) is doubled
