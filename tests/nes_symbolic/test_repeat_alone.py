"""The engine alone, without the service: what it proposes always fits, is ordered, and is the same for the same."""

import pytest

from nes_symbolic.scenes import changes, proposals, situation
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.analogy import apply_analogous_change

USERS = """
def load(user_id):
    row = rows[user_id]
    log("load", user_id)
    return row
"""


def _users() -> Situation:
    return situation("users.py", USERS, ("load(user_id)", "load(account_id)"))


def test_the_places_of_a_replacement_are_proposed() -> None:
    made = changes(_users())
    assert ["- row = rows[user_id]", "+ row = rows[account_id]"] in made
    assert ['- log("load", user_id)', '+ log("load", account_id)'] in made


def test_the_same_question_gets_the_same_answer() -> None:
    assert proposals(_users()) == proposals(_users())


def test_each_candidate_says_what_was_learned() -> None:
    for candidate in proposals(_users()):
        assert candidate.pattern
        assert "user_id" in candidate.why


def test_what_the_user_refused_before_is_less_likely() -> None:
    free = proposals(_users())
    asked = _users()
    doubted = Situation(
        snapshot=asked.snapshot,
        cursor=asked.cursor,
        edits=asked.edits,
        workspace_texts=asked.workspace_texts,
        feedback_counts=lambda name: (0, 3),
    )
    assert max(one.probability for one in proposals(doubted)) < max(one.probability for one in free)


@pytest.mark.parametrize(
    ("old", "new", "other", "wanted"),
    [
        ("a.get(k)", "a[k]", "b.get(m)", "b[m]"),
        ("f(x)", "f(x, y)", "f(z)", "f(z, y)"),
        ("f(x, y)", "f(x)", "f(z, y)", "f(z)"),
        ("x = f(a)", "x = await f(a)", "y = f(b)", "y = await f(b)"),
        ("x = a", "x = int(a)", "y = b", "y = int(b)"),
        ("if a == b:", "if a != b:", "if c == d:", "if c != d:"),
        ("self.left = left", "self._left = left", "self.right = right", "self._right = right"),
        ("f(a, b)", "f(b, a)", "f(c, d)", "f(d, c)"),
        ("f(a)", "f(a, x)", "f(b, c)", "f(b, c, x)"),
        ("x = a", "x = int(a)", "y = g(b)", "y = int(g(b))"),
        ("let a = b?;", "let a = b.ok_or(Gone)?;", "let c = d?;", "let c = d.ok_or(Gone)?;"),
    ],
)
def test_a_change_is_carried_over_with_the_other_words_in_its_holes(
    old: str, new: str, other: str, wanted: str
) -> None:
    assert apply_analogous_change(old, new, other) == wanted


@pytest.mark.parametrize(
    ("old", "new", "other"),
    [
        ("load(path)", "loads(path)", "dump(path)"),
        ("f(a)", "f(b)", "f(c)"),
        ("x = 1", "x = 2", "x = 3"),
        ("y = load(b)", "y = await load(b)", "x = await load(a)"),
        ("get(b)", "get(b, timeout=5)", "get(a, timeout=5)"),
        ("y = b", "y = int(b)", "x = int(a)"),
    ],
)
def test_a_change_is_not_carried_over_where_the_texts_differ_in_it(old: str, new: str, other: str) -> None:
    assert apply_analogous_change(old, new, other) is None


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("", "", "x"),
        ("x", "x", ""),
        ("\n\n\n", "\n", "\n\n"),
        ("((((\nfoo((\n", "foo((", "bar(("),
        ("name = 'é😀'\nname = 'ü😀'\n", "name", "title"),
        ("\tname\n  name\n\t name\n", "name", "title"),
        ("a" * 5000 + "\n" + "a" * 5000, "a" * 5000, "b"),
        ("x = '\u2028'\nx = '\x0c'\n", "x =", "y ="),
        ("same\n" * 400, "same", "other"),
    ],
)
def test_no_text_is_too_odd(text: str, old: str, new: str) -> None:
    proposals(situation("odd.py", text, (old, new)))


def test_nothing_is_proposed_for_lines_that_have_it_already() -> None:
    text = """
    one = await load(a)
    two = load(b)
    six = await load(c)
    """
    made = changes(situation("have.py", text, ("two = load", "two = await load")))
    assert not any("await await" in line for change in made for line in change)
