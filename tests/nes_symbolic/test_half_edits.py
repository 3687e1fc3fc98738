"""The half of an edit that the user typed is not repeated without the half that an accepted suggestion made."""

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, candidate, made, text_of
from understudy.nes.symbolic.filters.checks.name_checks import check_names
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin, with_accepted_changes

HALF = "f(lambda u: u.name)", "f(lambda user: u.name)"
WHOLE = "f(lambda user: user.name)"


def accepted(old: str, new: str, line: int = 0, *, serial: int = 2, uri: str = HERE) -> Edit:
    return made(old, new, line, serial=serial, uri=uri, origin=EditOrigin.ACCEPTED, is_consequence=True)


@pytest.mark.parametrize(
    ("edit", "later", "line", "new"),
    [
        (made(*HALF, -1), [accepted(HALF[1], WHOLE, 3)], 3, (WHOLE,)),
        (made("a\nb", "c\nd", -1), [accepted("d", "e", 3)], 2, ("c", "e")),
        (made("a", "c", -1), [accepted("b\nc", "d\ne", 3)], 4, ("e",)),
        (made("a", "b", -1), [accepted("b", "c", -1), accepted("c", "d", 5, serial=3)], 5, ("d",)),
        (made("a", "b", -1), [accepted("b", "c", -1)], -1, ("c",)),
        # what the suggestion changed is not what the edit wrote, or it changed more than that
        (made("a", "b", -1), [accepted("c", "d", 3)], -1, ("b",)),
        (made("a", "b", -1), [accepted("b", "c", 3, uri=OTHER)], -1, ("b",)),
        (made("a", "b", -1, serial=3), [accepted("b", "c", 3)], -1, ("b",)),
        (made("a", "b", -1), [accepted("b", "c\nd", 3)], -1, ("b",)),
        (made("a", "b", -1), [made("b", "c", 3, serial=2)], -1, ("b",)),
        (made("a", None, -1), [accepted("b", "c", 3)], -1, ()),
        (made("a", "b", 7), [accepted("b", "c", 3)], 7, ("b",)),
        (made("a", "b", -1, origin=EditOrigin.ACCEPTED), [accepted("b", "c", 3)], 3, ("c",)),
    ],
)
def test_an_edit_with_what_accepted_suggestions_made_of_it(
    edit: Edit, later: list[Edit], line: int, new: tuple[str, ...]
) -> None:
    found = with_accepted_changes(edit, [edit, *later])
    assert (found.line, found.old, found.new) == (line, edit.old, new)


def test_the_finished_line_is_learned() -> None:
    patterns = extract_patterns([made(*HALF, -1), accepted(HALF[1], WHOLE)], MAX_LEARNED_EDITS)
    assert [(one.old, one.new) for one in patterns.line_examples] == [(HALF[0], WHOLE)]


@pytest.mark.parametrize(
    ("line", "new", "language", "is_shown"),
    [
        ("f(lambda u: u.age)", "f(lambda user: u.age)", "python", False),
        ("f(lambda u: u.age)", "f(lambda user: user.age)", "python", True),
        ("f(u.age for u in a)", "f(u.age for user in a)", "python", False),
        ("f(lambda u: u.age, u=1)", "f(lambda user: user.age, u=1)", "python", True),
        ("f(lambda u: a.u)", "f(lambda user: a.u)", "python", True),
        ("f(lambda u, v: u.age)", "f(lambda user, v: u.age)", "python", False),
        ("f((u) => u.age)", "f((user) => u.age)", "typescript", False),
        ("f((u) => g(u, { u: 1 }))", "f((user) => g(user, { u: 1 }))", "typescript", True),
        ("for (const i of a) b += i.c;", "for (const item of a) b += i.c;", "javascript", False),
        ("let a = b.map(|u| u.c);", "let a = b.map(|user| u.c);", "rust", False),
    ],
)
def test_a_line_is_not_renamed_in_half(line: str, new: str, language: str, is_shown: bool) -> None:
    text = f"fn main() {{\n{line}\n}}" if language == "rust" else f"\n{line}\n"
    names = "b = 0\n" if language == "javascript" else ""
    situation = asked(text + names, made("f(user)", "f(user.age)", uri=OTHER), language=language)
    one = candidate(1, 0.9, end=len(line), text=new)
    reason = check_names(one, text_of(text + names, language=language), situation)
    assert reason == (None if is_shown else "still-used")
