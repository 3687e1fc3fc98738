"""What is kept between the keys of one line: it never differs from what a new engine finds, and it is bounded."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion import CompletionEngine, continuations, references, texts
from understudy.nes.completion.balance import BalanceCheck
from understudy.nes.completion.line_tokens import line_tokens
from understudy.nes.completion.name_mapping import NameMapping
from understudy.nes.completion.texts import EditedText, PlaceTexts, find_place
from understudy.nes.completion.token_model import LINE_END, CountedTexts, TextCounts, context_keys
from understudy.nes.engine_api import Situation
from understudy.nes.text import Edit

TEXT = """class Shop:
    def __init__(self, order, total):
        self.order = order
        self.total = total

    def close(self):
        check(self.order, "open")
        return self.store.save(self.order, self.total)

    def cancel(self):
        check(self.order, "open")
"""
TYPED = "        return self.store.save(self.order, None)"
OTHER = {
    "file:///project/b.py": 'def run(self):\n    check(self.order, "late")\n    return self.store.load(1)\n'
}


def found_by(engine: CompletionEngine, situation: Situation) -> list[tuple[str, float]]:
    return [(one.edits[0].text, one.probability) for one in engine.propose(situation).candidates]


def edited_text(situation: Situation, kept: PlaceTexts) -> EditedText:
    place = find_place(situation, kept)
    assert place is not None
    return place.edited


def removed_line(line: int, *old: str) -> Edit:
    return Edit(1, "file:///project/a.py", line, old, ())


def test_an_engine_that_saw_every_key_finds_what_a_new_one_finds() -> None:
    engine = CompletionEngine()
    deleted = removed_line(10, "        return self.store.save(self.order, 0)")
    found = 0
    # With keys that are deleted again, and another line typed between.
    for end in (*range(9, 30), *range(29, 20, -1), *range(21, len(TYPED))):
        situation = situation_of(f"{TEXT}{TYPED[:end]}|\n", others=OTHER, edits=[deleted])
        expected = found_by(CompletionEngine(), situation)
        assert found_by(engine, situation) == expected
        found += len(expected)
        if end == 25:
            elsewhere = situation_of(TEXT.replace("order\n", "order|\n", 1), others=OTHER)
            assert found_by(engine, elsewhere) == found_by(CompletionEngine(), elsewhere)
    assert found > 100


def test_a_change_of_another_line_is_seen_by_the_next_key() -> None:
    engine = CompletionEngine()
    found_by(engine, situation_of("log.info(first)\nlog.in|\n"))
    situation = situation_of("log.insert(second)\nlog.in|\n")
    assert found_by(engine, situation) == found_by(CompletionEngine(), situation)
    assert any(text.startswith("sert") for text, _ in found_by(engine, situation))


def test_the_edited_text_is_the_same_object_while_one_line_is_typed() -> None:
    kept = PlaceTexts()
    first = edited_text(situation_of("one = 1\ntw|\nthree = 3\n"), kept)
    assert edited_text(situation_of("one = 1\ntwo =|\nthree = 3\n"), kept) is first
    assert first.typed.text == "two ="
    for other in (
        "one = 2\ntwo =|\nthree = 3\n",
        "one = 1\ntwo =|\nthree = 4\n",
        "one = 1|\ntwo =\nthree = 3\n",
    ):
        changed = edited_text(situation_of(other), kept)
        assert changed is not first
    elsewhere = situation_of("one = 1\ntwo =|\nthree = 3\n", uri="file:///project/c.py")
    assert edited_text(elsewhere, kept) is not first


def test_a_longer_text_is_searched_around_the_line_that_is_typed_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MAX_SCANNED_LINES", 4)
    monkeypatch.setattr(texts, "WINDOW_STEP_LINES", 2)
    kept = PlaceTexts()
    lines = ["same = 1"] * 12
    windows = [
        edited_text(situation_of("\n".join([*lines[:at], "same|", *lines[at + 1 :]])), kept) for at in (5, 9)
    ]
    assert [(one.first, one.end) for one in windows] == [(2, 6), (6, 10)]


def test_searches_leave_the_typed_line_out() -> None:
    edited = edited_text(situation_of("alpha(beta)\nalpha(gamma|\n"), PlaceTexts())
    assert edited.lines_containing("alpha") == edited.lines_shaped("w(w") == [0]
    assert edited.is_elsewhere("beta")
    assert not edited.is_elsewhere("gamma")
    assert edited.has_token_elsewhere("alpha")
    assert not edited.has_token_elsewhere("alph")
    assert not edited.has_token_elsewhere("gamma")
    assert "gamma" not in edited.near_words
    assert edited.near_stripped == ["alpha(beta)", ""]


def test_lines_equal_to_a_text_are_counted_with_the_typed_one() -> None:
    kept = PlaceTexts()
    edited = edited_text(situation_of("  a = 1\na = 1|\n"), kept)
    assert edited.count_equal("a = 1") == 2
    edited = edited_text(situation_of("  a = 1\na = 12|\n"), kept)
    assert (edited.count_equal("a = 1"), edited.count_equal("a = 12")) == (1, 1)


def test_a_longer_shape_is_searched_among_the_lines_of_a_shorter_one(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["a.b(c)", "a.b", "a(b)", "a.b(1)", "a.b(c)"]
    for max_filtered in (0, 64):
        monkeypatch.setattr(texts, "MAX_FILTERED_MATCHES", max_filtered)
        edited = edited_text(situation_of("\n".join([*lines, "a|"])), PlaceTexts())
        shapes = ("w", "w.w", "w.w(", "w.w(n", "w.w(", "w(", "w")
        found = [edited.lines_shaped(shape) for shape in shapes]
        assert found == [[4, 3, 2, 1, 0], [4, 3, 1, 0], [4, 3, 0], [3], [4, 3, 0], [2], [4, 3, 2, 1, 0]]
    edited = edited_text(situation_of("a = 1\na = 2\na|\na = 3\na = 4\n"), PlaceTexts())
    assert edited.lines_shaped("w=") == [1, 3, 0, 4], "the nearest first, the upper one of two"


def test_deleted_lines_stay_the_same_object_until_they_change() -> None:
    kept = PlaceTexts()
    first = removed_line(1, "old = 1", "old = 2")

    def deleted(text: str, *edits: Edit) -> texts.SearchedText | None:
        place = find_place(situation_of(text, edits=edits), kept)
        assert place is not None
        return next((one for one in place.texts if one.is_deleted), None)

    before = deleted("a = 1\nol|\n", first)
    assert before is not None
    assert deleted("a = 1\nold|\n", first) is before
    typed_again = deleted("a = 1\nold = 1|\n", first)
    assert typed_again is not None
    assert [one.text for one in typed_again.lines] == ["old = 2"], "the typed line is not deleted"
    moved = deleted("a = 1\nol|\n", removed_line(2, "old = 1", "old = 2"))
    assert moved is not None
    assert [*moved.origins] == [2, 3]
    swapped = deleted("a = 1\nol|\n", removed_line(2, "old = 2"), removed_line(2, "old = 1"))
    assert swapped is not None
    assert [one.text for one in swapped.lines] == ["old = 1", "old = 2"]
    assert deleted("old = 1\nol|\n", removed_line(1, "old = 1")) is None


def test_counts_are_renewed_when_the_text_is_another_one() -> None:
    kept, counted = PlaceTexts(), CountedTexts()

    def count(text: str) -> TextCounts:
        place = find_place(situation_of(text), kept)
        assert place is not None
        ((counts, _),) = counted.of_place(place)
        return counts

    first, second = (context_keys((LINE_END, one))[0] for one in ("first", "second"))
    before = count("first = 1\nx|\n")
    assert (before.get(first), before.get(second)) == (" =", None)
    revision = before.revision
    assert count("first = 1\nxy|\n").revision == revision
    after = count("second = 1\nxy|\n")
    assert (after.get(first), after.get(second)) == (None, " =")
    assert after.revision != revision


def test_how_often_any_piece_was_seen_follows_every_change() -> None:
    counts = TextCounts()
    (key,) = context_keys(("a",))
    for lines in (["a b", "a b", "a c"], ["a b", "a c", "a d", "a d"], ["a d", "a d"], ["a e", "a d", "a b"]):
        counts.update([line_tokens(one) for one in lines])
        seen = counts.get(key)
        assert not isinstance(seen, str)
        assert seen is not None
        assert seen.total == sum(seen.values()) == len(lines)


def test_what_is_kept_of_a_line_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "MAX_ABOVE_COMPARISONS", 3)
    monkeypatch.setattr(continuations, "MAX_KEPT_BLOCKS", 2)
    monkeypatch.setattr(texts, "MAX_KEPT_WORDS", 4)
    kept = PlaceTexts()
    text = "\n".join(f"if check_{one}({one}):\n    run_{one}({one})\n" for one in range(9))
    situation = situation_of(f"{text}\nif check|\n")
    place = find_place(situation, kept)
    assert place is not None
    found = continuations.group_continuations(place, references.find_references(place))
    assert len(found.references) > 3
    edited = place.edited
    assert 0 < len(edited.above_comparisons) <= 3
    assert 0 < len(edited.blocks_below) <= 2
    words = [f"run_{one}" for one in range(9)]
    assert all(map(edited.is_elsewhere, words))
    assert all(map(edited.has_token_elsewhere, words))
    for known in (edited._is_word_elsewhere, edited._is_token_elsewhere):  # pyright: ignore[reportPrivateUsage]
        assert 0 < len(known) <= 4


def test_a_block_is_kept_for_each_indentation_of_the_typed_line() -> None:
    engine = CompletionEngine()
    text = "if check(1):\n    run(1)\n\n"
    for typed in ("if ch|\n", "  if ch|\n", "if ch|\n"):
        situation = situation_of(text + typed)
        assert found_by(engine, situation) == found_by(CompletionEngine(), situation)


@pytest.mark.parametrize(
    ("typed", "balanced", "unbalanced"),
    [
        ("run(one", ["two)", ", [1])", ', "(")'], [", (2)])", ', "two)']),
        ('run("one', ['two")', '(")'], ["two)"]),
        ("x = 1\\", ["more", "((2)"], ["(2)"]),
        ("it's(one", ["two)"], ["two]"]),
        (") + run(", ["one)"], ["one))"]),
    ],
)
def test_what_is_typed_counts_once_and_like_in_the_whole_line(
    typed: str, balanced: list[str], unbalanced: list[str]
) -> None:
    situation = situation_of(f"{typed}|\n", uri="file:///project/a.go")
    place = find_place(situation)
    assert place is not None
    check = BalanceCheck(place, situation)
    assert [one for one in balanced if not check.is_balanced(one)] == []
    assert [one for one in unbalanced if check.is_balanced(one)] == []


def test_a_mapping_changes_a_text_only_if_one_of_its_words_or_parts_is_in_it() -> None:
    mapping = NameMapping({"order": "invoice", "x": "x"})
    assert mapping.apply("send(item, x)") == ("send(item, x)", 0)
    assert mapping.apply("send(order, x)") == ("send(invoice, x)", 1)
    assert mapping.apply("sendOrder(x)") == ("sendInvoice(x)", 1)
    assert mapping.replaced_words == ["order"]
