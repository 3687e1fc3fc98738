"""When the newest edit counts as still being typed."""

import pytest

from nes_symbolic.builders import OTHER, asked, made, text_of
from understudy.nes.engine_api import Snippet, Trigger
from understudy.nes.symbolic.in_progress import (
    block_opening_time,
    completed_edits,
    completion_time,
    jump_time,
)
from understudy.nes.symbolic.limits import (
    JUMP_PAUSE_S,
    KNOWN_WORD_PAUSE_S,
    MAX_WORD_LOOKUP_TEXTS,
    MIN_RETYPED_WORD_CHARS,
    REPLACED_NAME_PAUSE_S,
    UNKNOWN_WORD_PAUSE_S,
)
from understudy.nes.text import Edit, EditOrigin

TEXT = "first = 1\nget(timeout=)\nget(timeout=3)\nlast = 2"


def incomplete(line: int = 1, **more: object) -> Edit:
    return made("get(timeout=3)", "get(timeout=)", line, revision=2, **more)  # type: ignore[arg-type]


def is_held_back(edit: Edit, cursor: tuple[int, int], text: str = TEXT, **more: object) -> bool:
    return not completed_edits(asked(text, edit, cursor=cursor, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cursor", "held_back"),
    [
        pytest.param((1, 12), True, id="cursor in the edited line"),
        pytest.param((2, 12), False, id="cursor one line below"),
        pytest.param((0, 5), False, id="cursor one line above"),
        pytest.param((9, 0), False, id="cursor outside of the text"),
    ],
)
def test_an_incomplete_edit_is_held_back_only_while_the_cursor_is_in_it(
    cursor: tuple[int, int], held_back: bool
) -> None:
    assert is_held_back(incomplete(), cursor) is held_back


@pytest.mark.parametrize(
    ("edit", "held_back"),
    [
        pytest.param(incomplete(), True, id="typed in this text"),
        pytest.param(incomplete(uri=OTHER), False, id="another text"),
        pytest.param(incomplete(origin=EditOrigin.ACCEPTED), False, id="an accepted suggestion"),
        pytest.param(made("get(timeout=3)", "get(timeout=)", 1), False, id="made in one change"),
        pytest.param(made("get(timeout=3)", "get(timeout=)", 1, by_key=True), True, id="one key"),
        pytest.param(made("a\nget(timeout=3)", "get(timeout=)", 1, revision=2), False, id="other line count"),
    ],
)
def test_which_edits_are_held_back(edit: Edit, held_back: bool) -> None:
    assert is_held_back(edit, (1, 12)) is held_back


def test_only_the_newest_edit_is_held_back() -> None:
    before = made("first = 0", "first = 1", serial=1)
    situation = asked(TEXT, before, incomplete(serial=2), cursor=(1, 12))
    assert completed_edits(situation) == (before,)
    assert completed_edits(asked(TEXT)) == ()


@pytest.mark.parametrize(
    ("old", "new", "held_back"),
    [
        pytest.param("f(a, b)", "f(a, b, |)", True, id="comma before a bracket"),
        pytest.param("x = 1", "x = |", True, id="nothing assigned"),
        pytest.param("x = ", "x = |", False, id="was incomplete before"),
        pytest.param("f(a)", "f(a|", True, id="bracket opened"),
        pytest.param("f[a]", "f[a|", True, id="square bracket opened"),
        pytest.param("f{a}", "f{a|", True, id="brace opened"),
        pytest.param("x = f(a)", "    |x = f(a)", True, id="only indentation"),
        pytest.param("x = f(a)", "y = 2|x = f(a)", True, id="a line typed in front"),
        pytest.param("x = f(a)", "not |x = f(a)", False, id="one word in front"),
        pytest.param("x = f(a)", "y|x = f(a)", True, id="a word in front without a space"),
        pytest.param("x = f(a)", "!y |x = f(a)", True, id="two tokens in front"),
        pytest.param("x = 1", "|y = 1", False, id="the cursor is before the change"),
        pytest.param("    ", "    f(y)|", False, id="written into an empty line"),
        pytest.param("name = 1", "na| = 1", True, id="shortened to less than three letters"),
        pytest.param("name = 1", "nam| = 1", False, id="a prefix of the old word"),
        pytest.param("name = 1", "nim| = 1", False, id="another word"),
        pytest.param("name = 1", "n| = 1", False, id="a name of one letter"),
        pytest.param("x = a", "x = a.b()|", False, id="a call without arguments"),
        pytest.param("x = a", "x = a.b(|)", True, id="a call whose arguments may follow"),
        pytest.param("x = a", "x = []|", False, id="an empty list"),
        pytest.param("ab = 1", "xy| = 1", False, id="another word as short as the old one"),
        pytest.param("name = 1", "name = 1|", False, id="unchanged word"),
        pytest.param("name = longer", "na| = longer + 1", True, id="retyped, with another change behind"),
    ],
)
def test_lines_that_are_unfinished(old: str, new: str, held_back: bool) -> None:
    column, line = new.index("|"), new.replace("|", "")
    edit = made(old, line, revision=2)
    assert is_held_back(edit, (0, column), line) is held_back
    assert MIN_RETYPED_WORD_CHARS == 3


def word_typed(word: str, elapsed: float, *, text: str = "", **more: object) -> bool:
    """Whether a word just typed into a new line is held back."""
    edit = made(None, word, 0, revision=len(word), by_key=True)
    return is_held_back(edit, (0, len(word)), f"{word}\n{text}", now=elapsed, **more)


@pytest.mark.parametrize(
    ("word", "elapsed", "held_back"),
    [
        pytest.param("known", KNOWN_WORD_PAUSE_S - 0.01, True, id="known, before the pause"),
        pytest.param("known", KNOWN_WORD_PAUSE_S, False, id="known, after the pause"),
        pytest.param("know", KNOWN_WORD_PAUSE_S, True, id="part of a known word"),
        pytest.param("return", KNOWN_WORD_PAUSE_S, False, id="a word of the language"),
        pytest.param("12", KNOWN_WORD_PAUSE_S, False, id="a number"),
        pytest.param("12", KNOWN_WORD_PAUSE_S - 0.01, True, id="a number, before the pause"),
        pytest.param("7", KNOWN_WORD_PAUSE_S, False, id="a digit"),
        pytest.param("f", 0.0, True, id="one letter"),
        pytest.param("x1", 0.0, True, id="a word that ends with a digit"),
        pytest.param("fresh", UNKNOWN_WORD_PAUSE_S - 0.01, True, id="unknown, before the long pause"),
        pytest.param("fresh", UNKNOWN_WORD_PAUSE_S, False, id="unknown, after the long pause"),
    ],
)
def test_how_long_a_word_may_grow(word: str, elapsed: float, held_back: bool) -> None:
    assert word_typed(word, elapsed, text="known = 1") is held_back


def test_a_manual_request_and_a_saved_text_do_not_wait() -> None:
    assert word_typed("fresh", 0.0)
    assert not word_typed("fresh", 0.0, trigger=Trigger.MANUAL)
    saved = made(None, "fresh", 0, revision=5, by_key=False)
    assert not is_held_back(saved, (0, 5), "fresh", now=0.0)


@pytest.mark.parametrize(("line", "cursor"), [("fresh ", 0), ("fresh ", 6), ("fresh", 0)])
def test_a_cursor_that_is_not_at_the_end_of_a_word_does_not_wait(line: str, cursor: int) -> None:
    edit = made(None, line, 0, revision=5, by_key=True)
    assert not is_held_back(edit, (0, cursor), line, now=0.0)


def test_the_next_time_to_look_at_a_word_is_after_the_short_pause() -> None:
    edit = made(None, "fresh", 0, revision=5, by_key=True)
    for elapsed, time in ((0.0, KNOWN_WORD_PAUSE_S), (KNOWN_WORD_PAUSE_S, UNKNOWN_WORD_PAUSE_S)):
        assert completion_time(asked("fresh", edit, cursor=(0, 5), now=elapsed)) == time


@pytest.mark.parametrize(
    ("snippet", "held_back"),
    [
        pytest.param("x = fresh", False, id="the word"),
        pytest.param("x = fresher", True, id="a longer word"),
        pytest.param("x = other", True, id="another word"),
    ],
)
def test_a_word_is_looked_up_in_snippets(snippet: str, held_back: bool) -> None:
    assert word_typed("fresh", KNOWN_WORD_PAUSE_S, snippets=[Snippet(OTHER, 0, snippet)]) is held_back


@pytest.mark.parametrize(
    ("old", "new", "held_back"),
    [
        pytest.param("load(x)", "get|(x)", False, id="a name of three letters"),
        pytest.param("load(x)", "ge|(x)", True, id="a name of two letters"),
        pytest.param("return load", "return get|", False, id="at the end of the line"),
        pytest.param("load(x)", "loads|(x)", True, id="the old name and more"),
        pytest.param("load(x)", "get_|(x)", True, id="a part may follow"),
        pytest.param("f(size_)", "f(used_|)", False, id="the old name ends like that as well"),
        pytest.param("load(x)", "get1|(x)", False, id="a name with a digit"),
        pytest.param("f(12)", "f(get|)", True, id="in place of a number"),
        pytest.param("load_order(x)", "get|_order(x)", False, id="the first part of a name"),
        pytest.param("loadOrder(x)", "get|Order(x)", False, id="the first part of a name before a capital"),
        pytest.param("loadOrder(x)", "getX|Order(x)", True, id="a capital before a capital"),
        pytest.param("load_order(x)", "load_item|(x)", False, id="the last part of a name"),
        pytest.param("load(x)", "get|(y)", True, id="with another change behind"),
    ],
)
def test_a_name_in_place_of_another_is_complete_sooner(old: str, new: str, held_back: bool) -> None:
    column, line = new.index("|"), new.replace("|", "")
    edit = made(old, line, revision=2, by_key=True)
    assert is_held_back(edit, (0, column), line, now=REPLACED_NAME_PAUSE_S) is held_back


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("a1 = some", "b1 = some|", id="the word before the cursor is as it was"),
        pytest.param("acde+f", "bcde+f|", id="the next word"),
    ],
)
def test_a_change_away_from_the_cursor_is_complete(old: str, new: str) -> None:
    line = new.replace("|", "")
    assert not is_held_back(made(old, line, revision=2, by_key=True), (0, len(line)), line, now=0.0)


@pytest.mark.parametrize(
    ("edit", "text", "cursor", "held_back"),
    [
        pytest.param(
            made("gone()", None, 1, revision=1, by_key=True),
            "a\nfresh\nb",
            (1, 5),
            True,
            id="where lines were deleted",
        ),
        pytest.param(
            made("gone()", None, 1, revision=1, by_key=True),
            "a\nb\nfresh",
            (2, 5),
            False,
            id="below where lines were deleted",
        ),
        pytest.param(
            made(None, "a = 1\nfresh", revision=1, by_key=True),
            "a = 1\nfresh",
            (1, 5),
            True,
            id="in the second line",
        ),
        pytest.param(
            made(None, "a = 1\nfresh", revision=1, by_key=True),
            "a = 1",
            (1, 5),
            False,
            id="behind the last line",
        ),
    ],
)
def test_the_lines_in_which_the_cursor_is_in_the_edit(
    edit: Edit, text: str, cursor: tuple[int, int], held_back: bool
) -> None:
    assert is_held_back(edit, cursor, text, now=0.0) is held_back


@pytest.mark.parametrize(
    ("old", "new", "time"),
    [
        pytest.param("f(a, {", "f(g(|a, {", KNOWN_WORD_PAUSE_S, id="a bracket"),
        pytest.param("f(a, {", "f([|a, {", KNOWN_WORD_PAUSE_S, id="another bracket"),
        pytest.param("f(a, {", "f(g( |a, {", KNOWN_WORD_PAUSE_S, id="a bracket and space"),
        pytest.param("f(a, {", "f(g(b,| a, {", KNOWN_WORD_PAUSE_S, id="a bracket and an argument"),
        pytest.param("f(a, {", "f(g(b|, a, {", None, id="the argument is being typed"),
        pytest.param("f(a, { ", "f(g(|a, { ", KNOWN_WORD_PAUSE_S, id="space at the end"),
        pytest.param("f(a, {", "f((|b), {", None, id="as many brackets are closed"),
        pytest.param("f(a, {", "f(a, {|", None, id="no bracket more"),
        pytest.param("f(a)", "f(a, {|", None, id="nothing was open"),
        pytest.param("f(a, {", "f(g(|a, {})", None, id="nothing is open at the end"),
    ],
)
def test_when_the_block_of_an_opened_bracket_may_be_closed(old: str, new: str, time: float | None) -> None:
    column, line = new.index("|"), new.replace("|", "")
    assert block_opening_time(asked(line, made(old, line), cursor=(0, column))) == time


@pytest.mark.parametrize(
    ("edits", "cursor"),
    [
        pytest.param([], (0, 4), id="no edit"),
        pytest.param([made("f(a, {", "f(g(a, {", uri=OTHER)], (0, 4), id="another text"),
        pytest.param([made("f(a, {", "f(g(a, {", 1)], (0, 4), id="another line"),
        pytest.param([made("f(a, {\nx", "f(g(a, {\ny")], (0, 4), id="two lines"),
        pytest.param([made("f(a, {", "f(g(a, {\ny")], (0, 4), id="a line more"),
        pytest.param([made("f(a, {\nx", "f(g(a, {")], (0, 4), id="a line less"),
        pytest.param(
            [made("f(a, {", "f(g(a, {"), made("x", "y", 1, serial=2)], (0, 4), id="not the last edit"
        ),
    ],
)
def test_which_edits_open_no_block(edits: list[Edit], cursor: tuple[int, int]) -> None:
    assert block_opening_time(asked("f(g(a, {\ny", *edits, cursor=cursor)) is None


def test_a_word_is_looked_up_in_a_few_other_texts() -> None:
    others = [
        text_of("fresh_ = 1", f"file:///project/{number}.py") for number in range(MAX_WORD_LOOKUP_TEXTS)
    ]
    known = text_of("fresh = 1", "file:///project/z.py")
    assert not word_typed("fresh", 0.5, others=[*others[:-1], known])
    assert word_typed("fresh", 0.5, others=[*others, known])


@pytest.mark.parametrize(
    ("elapsed", "more", "time"),
    [
        pytest.param(JUMP_PAUSE_S - 0.01, {}, JUMP_PAUSE_S, id="before the pause"),
        pytest.param(JUMP_PAUSE_S, {}, None, id="after the pause"),
        pytest.param(0.0, {"trigger": Trigger.MANUAL}, None, id="a manual request"),
    ],
)
def test_no_jump_while_the_user_types(elapsed: float, more: dict[str, object], time: float | None) -> None:
    edit = made("a = 1", "a = 2", 0, by_key=True)
    situation = asked("a = 2\nb = 3", edit, cursor=(1, 0), now=elapsed, **more)  # type: ignore[arg-type]
    assert jump_time(situation) == time


def test_an_incomplete_or_foreign_edit_and_jumps() -> None:
    assert jump_time(asked(TEXT, incomplete(), cursor=(1, 12))) == float("inf")
    assert jump_time(asked(TEXT, incomplete(origin=EditOrigin.ACCEPTED), cursor=(1, 12), now=0.0)) is None
    assert jump_time(asked(TEXT)) is None
    key = made("a = 1", "a = 2", by_key=True)
    accepted = made("b = 1", "b = 2", 1, serial=2, origin=EditOrigin.ACCEPTED, by_key=True)
    assert jump_time(asked("a = 2\nb = 2", key, accepted, cursor=(1, 0), now=0.0)) is None
    assert jump_time(asked("a = 2\nb = 2", made("a = 1", "a = 2"), cursor=(1, 0), now=0.0)) is None


def test_when_a_deleted_name_is_complete() -> None:
    edit = made("name = 1", "nam = 1", revision=2, ends_in_deletion=True)
    for elapsed, time in ((0.0, UNKNOWN_WORD_PAUSE_S), (UNKNOWN_WORD_PAUSE_S, None)):
        assert completion_time(asked("nam = 1", edit, cursor=(0, 3), now=elapsed)) == time
    manual = asked("nam = 1", edit, cursor=(0, 3), now=0.0, trigger=Trigger.MANUAL)
    assert completion_time(manual) is None


@pytest.mark.parametrize(
    ("old", "new", "rest", "time"),
    [
        pytest.param("name = 1", "nam| = 1", "", UNKNOWN_WORD_PAUSE_S, id="a shortened word"),
        pytest.param("name  = 1", "name| = 1", "", None, id="the space behind a word"),
        pytest.param("name = 1", "fresh| = 1", "", None, id="another word"),
        pytest.param("name = 1", "na| = 1", "na = 2", float("inf"), id="a known word of two letters"),
        pytest.param(
            "name = 1", "xy| = 1", "xy = 2", UNKNOWN_WORD_PAUSE_S, id="another known word of two letters"
        ),
    ],
)
def test_when_a_word_is_complete_after_a_deletion(old: str, new: str, rest: str, time: float | None) -> None:
    column, line = new.index("|"), new.replace("|", "")
    edit = made(old, line, revision=2, ends_in_deletion=True)
    assert completion_time(asked(f"{line}\n{rest}", edit, cursor=(0, column), now=0.0)) == time


@pytest.mark.parametrize(
    ("old", "new", "is_deleted", "held_back"),
    [
        pytest.param("now(zone)", "now(|)", True, False, id="deleted"),
        pytest.param("now(zone)", "now(|)", False, True, id="typed over"),
        pytest.param("now(zone, hour)", "now(zone, |)", True, True, id="a comma is left"),
    ],
)
def test_brackets_whose_content_was_deleted_may_stay_empty(
    old: str, new: str, is_deleted: bool, held_back: bool
) -> None:
    text, cursor = new.replace("|", ""), (0, new.index("|"))
    edit = made(old, text, by_key=True, ends_in_deletion=is_deleted)
    assert is_held_back(edit, cursor, text, now=edit.time + UNKNOWN_WORD_PAUSE_S) is held_back
    assert is_held_back(edit, cursor, text, now=edit.time + UNKNOWN_WORD_PAUSE_S - 0.01)


@pytest.mark.parametrize(
    ("old", "new", "held_back"),
    [
        pytest.param("<div>", "<ul|>", False, id="a tag"),
        pytest.param("</div>", "</ul|>", False, id="a tag that closes"),
        pytest.param("x = count", "x = ul|", True, id="a name"),
        pytest.param("<div>", "<di|>", True, id="a tag that became shorter"),
    ],
)
def test_a_tag_may_have_two_letters(old: str, new: str, held_back: bool) -> None:
    text, cursor = new.replace("|", ""), (0, new.index("|"))
    edit = made(old, text, by_key=True)
    assert is_held_back(edit, cursor, text, now=edit.time + UNKNOWN_WORD_PAUSE_S) is held_back


@pytest.mark.parametrize(
    ("earlier", "prefix", "is_complete"),
    [
        pytest.param(made("f();", "[[a]] f();", 0), "[[a]] ", True, id="the same in front of another line"),
        pytest.param(made("  f();", "    [[a]] f();", 0), "[[a]] ", True, id="with another indentation"),
        pytest.param(made("f();", "[[a]] f();", 0), "[[b]] ", False, id="something else in front"),
        pytest.param(made("f();", "[[a]] f();", 0), "[[a]]", False, id="without the space"),
        pytest.param(made("f();", "f() [[a]];", 0), "[[a]] ", False, id="inside another line"),
        pytest.param(made(None, "[[a]] f();", 0), "[[a]] ", False, id="in a new line"),
        pytest.param(
            made("f();", "[[a]] f();", 0, origin=EditOrigin.ACCEPTED), "[[a]] ", False, id="an accepted one"
        ),
    ],
)
def test_what_is_in_front_of_another_line_already_is_complete(
    earlier: Edit, prefix: str, is_complete: bool
) -> None:
    text = f"[[a]] f();\n{prefix}g();"
    newest = made("g();", f"{prefix}g();", 1, serial=2, revision=3)
    situation = asked(text, earlier, newest, cursor=(1, len(prefix)))
    assert (completion_time(situation) is None) is is_complete


@pytest.mark.parametrize(
    ("word", "elapsed", "ends_in_deletion", "held_back"),
    [
        pytest.param("os", UNKNOWN_WORD_PAUSE_S, False, False, id="a module"),
        pytest.param("os", UNKNOWN_WORD_PAUSE_S - 0.01, False, True, id="a module, before the pause"),
        pytest.param("os", UNKNOWN_WORD_PAUSE_S, True, True, id="the rest of a word that is deleted"),
        pytest.param("ox", UNKNOWN_WORD_PAUSE_S, False, True, id="another word"),
    ],
)
def test_the_short_name_of_a_module_in_place_of_a_longer_one(
    word: str, elapsed: float, ends_in_deletion: bool, held_back: bool
) -> None:
    edit = made("ospath.x()", f"{word}.x()", revision=2, by_key=True, ends_in_deletion=ends_in_deletion)
    assert is_held_back(edit, (0, 2), f"{word}.x()", now=elapsed) is held_back
