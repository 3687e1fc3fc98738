"""Deleted lines typed again in another form: where their rest may go on."""

import pytest

from nes_completion.completion_place import completions, situation_of
from understudy.nes.completion.engine import CompletionEngine
from understudy.nes.completion.limits import MAX_RESUMED_LINES, MAX_RESUMED_TOKENS
from understudy.nes.text import Edit

URI = "file:///project/a.py"


def replaced(*old: str, line: int = 0) -> list[Edit]:
    return [Edit(1, URI, line, old, ())]


@pytest.mark.parametrize(
    ("old", "typed", "rest"),
    [
        ("return load(path, mode)", "return await |", "load(path, mode)"),
        ("return load(path, mode)", "return await|", " load(path, mode)"),
        ("load(path, mode)", "await |", "load(path, mode)"),
        ("total = compute(path, mode)", "total: int |", "= compute(path, mode)"),
        ("send(name[0], mode, flags)", "send(other.name|", ", mode, flags)"),
        ("send(first, second, mode)", "send(Pair(1, 2)|", ", second, mode)"),
        ("log(a, b, count_of(values))", "log(x + b, |", "count_of(values))"),
    ],
    ids=[
        "inserted",
        "without space",
        "in front",
        "annotated",
        "item",
        "call for a word",
        "behind equal tokens",
    ],
)
def test_the_rest_of_a_deleted_line_follows_what_was_typed_instead(old: str, typed: str, rest: str) -> None:
    assert rest in completions(situation_of(f"{typed}\n", edits=replaced(old)))


def test_a_word_is_not_continued_with_another_word() -> None:
    found = completions(situation_of("await|\n", edits=replaced("load(path, mode)")))
    assert "load(path, mode)" not in found


def test_a_deleted_line_that_begins_otherwise_is_used_only_at_its_place() -> None:
    edits = replaced("first()", "load(path, mode)", line=1)
    assert "load(path, mode)" in completions(situation_of("x\nfirst()\nawait |\n", edits=edits))
    assert "load(path, mode)" not in completions(situation_of("x\nawait |\n", edits=edits))


def test_only_the_most_similar_deleted_lines_are_continued() -> None:
    old = [f"value = make_{index}(options, size)" for index in range(MAX_RESUMED_LINES + 1)]
    found = completions(situation_of("value: int |\n", edits=replaced(*old)))
    assert f"= make_{MAX_RESUMED_LINES - 1}(options, size)" in found
    assert f"= make_{MAX_RESUMED_LINES}(options, size)" not in found


@pytest.mark.parametrize(("more", "is_found"), [(0, True), (1, False)])
def test_a_line_that_became_another_one_is_not_continued(more: int, is_found: bool) -> None:
    typed = " ".join(["word"] * (MAX_RESUMED_TOKENS + more))
    found = completions(situation_of(f"return {typed} |\n", edits=replaced("return load(path, mode)")))
    assert ("load(path, mode)" in found) is is_found


def test_the_features_say_how_the_line_differs() -> None:
    situation = situation_of("log(a, 1 + c, |\n", edits=replaced("log(a, b, c, count_of(values))"))
    found = {one.text: features for one, features in CompletionEngine().scored_continuations(situation)}
    names = ("resume_equal", "resume_typed", "resume_skipped", "resume_repeated", "deleted")
    assert [found["count_of(values))"][name] for name in names] == [4, 2, 2, 2, 1]


def test_lines_that_were_replaced_together_follow_together() -> None:
    old = ("    old_name.start(path)", "    old_name.check(path, flags)", "    old_name.stop(path)")
    edits = [Edit(1, URI, 1, old, ("    new_name.start(path)",))]
    text = "def main():\n    new_name.start(path)\n    new_name.check|\n"
    found = completions(situation_of(text, edits=edits))
    assert "(path, flags)" in found
    assert "(path, flags)\n    new_name.stop(path)" in found
