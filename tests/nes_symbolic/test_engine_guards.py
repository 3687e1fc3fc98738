"""Guards of the symbolic engine that no scene reaches: table tests of single functions."""

import time

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, candidate, generated, made, text_of
from understudy.nes.engine_api import Candidate, Diagnostic, SuggestionKind
from understudy.nes.symbolic import engine as engine_module
from understudy.nes.symbolic import patterns as patterns_module
from understudy.nes.symbolic.diagnostics import propose
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.generators import replacements as replacements_module
from understudy.nes.symbolic.limits import MIN_UNTYPED_JUMP_PROBABILITY
from understudy.nes.symbolic.tokens import CaseStyle, join_name_parts
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span

renamed_word = engine_module._renamed_word
drop_unlikely_jumps = engine_module._drop_unlikely_jumps
learnable_edits = patterns_module._learnable_edits
split_into_blocks = patterns_module._split_into_blocks
shape_features = replacements_module._shape_features
is_already_replaced = replacements_module._is_already_replaced
NEVER_REASSIGNED = "'x' is never reassigned. Use 'const' instead."


@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("snake", "load_user_name"),
        ("screaming", "LOAD_USER_NAME"),
        ("kebab", "load-user-name"),
        ("camel", "loadUserName"),
        ("pascal", "LoadUserName"),
        ("lower", "loadusername"),
        ("upper", "LOADUSERNAME"),
        ("title", "Loadusername"),
    ],
)
def test_the_parts_of_a_name_are_joined_in_each_style(style: CaseStyle, name: str) -> None:
    assert join_name_parts(("load", "user", "name"), style) == name


@pytest.mark.parametrize(
    ("column", "end", "text", "rename"),
    [
        (4, 12, "get_owner", ("get_user", "get_owner")),
        (8, 12, "owner", ("get_user", "get_owner")),  # the end of the word
        (4, 7, "load", ("get_user", "load_user")),  # its beginning
        (7, 8, "", ("get_user", "getuser")),  # an underscore in its middle
        (4, 12, "get_user", None),  # the same word
        (4, 13, "f[", None),  # more than a word
        (12, 13, "[", None),  # no word
        (4, 12, "get\nuser", None),  # a second line
    ],
)
def test_the_word_that_an_edit_renames(
    column: int, end: int, text: str, rename: tuple[str, str] | None
) -> None:
    one = candidate(1, 0.5, column=column, end=end, text=text)
    assert renamed_word(one, asked("def f():\n    get_user(1)")) == rename


@pytest.mark.parametrize("line", [1, 2])
def test_an_edit_of_several_lines_or_places_renames_no_word(line: int) -> None:
    situation = asked("    get_user(1)\n    get_user(2)\n    get_user(3)")
    word = Replacement(Span(Point(0, 4), Point(0, 12)), "get_owner")
    two = Candidate(
        kind="edit",
        uri=HERE,
        probability=0.5,
        family="any",
        edits=(word, Replacement(Span(Point(line, 4), Point(line, 12)), "get_owner")),
    )
    assert renamed_word(two, situation) is None
    lines = Replacement(Span(Point(0, 4), Point(line, 12)), "get_owner")
    over = Candidate(kind="edit", uri=HERE, probability=0.5, family="any", edits=(lines,))
    assert renamed_word(over, situation) is None


def test_a_word_beyond_the_text_or_in_an_unknown_text_is_not_renamed() -> None:
    beyond = candidate(2, 0.5, end=1, text="b")
    assert renamed_word(beyond, asked("a\na")) is None
    elsewhere = candidate(0, 0.5, end=1, text="b", uri=OTHER)
    assert renamed_word(elsewhere, asked("a")) is None
    assert renamed_word(elsewhere, asked("a", others=[text_of("a", OTHER)])) == ("a", "b")


@pytest.mark.parametrize(
    ("text", "column", "is_replaced"),
    [
        ("new_name", 4, True),  # at the beginning of the line
        (" new_name", 5, True),
        ("name", 0, False),  # the result would begin before the line
        ("old_name", 4, False),
    ],
)
def test_a_text_that_is_part_of_the_result_is_already_replaced(
    text: str, column: int, is_replaced: bool
) -> None:
    assert is_already_replaced(text, column, "name", "new_name") is is_replaced


def test_the_index_of_a_text_that_changed_is_built_again() -> None:
    engine = SymbolicEngine()
    first = engine.index_snapshot(text_of("a = 1"))
    same = engine.index_snapshot(text_of("a = 1")._replace(version=2))
    changed = engine.index_snapshot(text_of("b = 1"))
    assert changed is not first
    assert changed.lines == ["b = 1"]
    assert same.lines == ["a = 1"]


@pytest.mark.parametrize(("deadline", "count"), [(float("inf"), 1), (0.0, 0)])
def test_no_diagnostic_is_fixed_after_the_deadline(deadline: float, count: int) -> None:
    span = Span(Point(0, 0), Point(0, 0))
    found = [Diagnostic(HERE, span, "error", "'(' was never closed")]
    assert len(propose(asked("f(1", diagnostics=found, deadline=deadline))) == count


@pytest.mark.parametrize(("uri", "count"), [(HERE, 1), (OTHER, 0)])
def test_lines_that_were_pasted_into_another_file_delete_nothing_here(uri: str, count: int) -> None:
    line = "total = compute_everything(values)"
    text = f"first = 1\n{line}\nsecond = 2\nthird = 3\n{line}\n"
    pasted = made(None, line, 4, uri=uri, origin=EditOrigin.TYPED, above="third = 3", below="")
    found = [one for one in generated(asked(text, pasted)) if not one.new and one.line == 1]
    assert len(found) == count


@pytest.mark.parametrize("line", ["let x = 1;", "export let x = 1;", "  var x = 1;"])
def test_only_the_keyword_becomes_const(line: str) -> None:
    column = line.index("x =")
    found = [Diagnostic(HERE, Span(Point(0, column), Point(0, column + 1)), "error", NEVER_REASSIGNED)]
    (fix,) = propose(asked(line, diagnostics=found, language="typescript"))
    start = column - 4
    assert fix.edits == (Replacement(Span(Point(0, start), Point(0, start + 3)), "const"),)


@pytest.mark.parametrize(
    ("old", "new", "is_word_to_word"),
    [(("a",), ("b",), 1.0), (("a",), ("+",), 0.0), (("+",), ("-",), 0.0), (("a", ".", "b"), ("c",), 0.0)],
)
def test_words_replaced_by_as_many_words(
    old: tuple[str, ...], new: tuple[str, ...], is_word_to_word: float
) -> None:
    features = shape_features(old, new, (), False)
    assert features["word_to_word"] == is_word_to_word


def test_beyond_the_last_edits_only_those_of_the_user_are_learned_from() -> None:
    accepted = [
        made("a", f"b{number}", number, serial=number, origin=EditOrigin.ACCEPTED) for number in range(1, 5)
    ]
    typed = made("x", "y", 9, serial=9)
    assert learnable_edits([accepted[0], typed, *accepted[1:]], 2) == [typed, *accepted[2:]]


@pytest.mark.parametrize(
    ("old", "new", "blocks"),
    [
        ("keep = 1\ngone = 2", "keep = 1", [(("gone = 2",), ())]),
        ("keep = 1", "keep = 1\nadded(2)", [((), ("added(2)",))]),
        ("keep = 1\nalpha beta\nend = 3", "keep = 1\n%%%% ((\nend = 3", []),
    ],
)
def test_lines_that_were_only_removed_or_only_added_are_blocks_of_their_own(
    old: str, new: str, blocks: list[tuple[tuple[str, ...], tuple[str, ...]]]
) -> None:
    whole, *parts = split_into_blocks(made(old, new), 0)
    assert (whole.old, whole.new) == (tuple(old.split("\n")), tuple(new.split("\n")))
    assert [(part.old, part.new) for part in parts] == blocks


@pytest.mark.parametrize(
    ("earliest", "deadline", "expected"), [(-1, -1, True), (3600, -1, False), (-1, 3600, False)]
)
def test_the_deadline_is_one_of_processor_time(earliest: float, deadline: float, expected: bool) -> None:
    """The clock on the wall only says that it cannot have passed yet."""
    situation = asked(
        "f(1)",
        deadline=time.thread_time() + deadline,
        earliest_deadline=time.monotonic() + earliest,
    )
    assert situation.is_past_deadline == expected


@pytest.mark.parametrize(
    ("kind", "probability", "edits", "is_kept"),
    [
        ("jump", MIN_UNTYPED_JUMP_PROBABILITY - 0.01, [made("a", "b")], False),
        ("jump", MIN_UNTYPED_JUMP_PROBABILITY, [made("a", "b")], True),
        ("edit", MIN_UNTYPED_JUMP_PROBABILITY - 0.01, [made("a", "b")], True),
        ("jump", MIN_UNTYPED_JUMP_PROBABILITY - 0.01, [made("a", "b", by_key=True)], True),
        (
            "jump",
            MIN_UNTYPED_JUMP_PROBABILITY - 0.01,
            [made("a", "b", by_key=True), made("a", "b", serial=2, origin=EditOrigin.ACCEPTED)],
            True,
        ),
        (
            "jump",
            MIN_UNTYPED_JUMP_PROBABILITY - 0.01,
            [made("a", "b", by_key=True), made("a", "b", serial=2)],
            False,
        ),
        ("jump", MIN_UNTYPED_JUMP_PROBABILITY - 0.01, [], True),
    ],
)  # fmt: skip
def test_an_unlikely_jump_needs_an_edit_at_the_keyboard(
    kind: SuggestionKind, probability: float, edits: list[Edit], is_kept: bool
) -> None:
    one = candidate(40, probability, kind=kind)
    assert drop_unlikely_jumps([one], asked("b", *edits)) == ([one] if is_kept else [])
