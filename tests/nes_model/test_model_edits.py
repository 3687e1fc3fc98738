"""The smallest replacements for a new text, and the context that a model receives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nes_model.situations import FakeWorkspaceTexts, applied, context_of, edit_of, situation_of
from understudy.nes.engine_api import Snippet
from understudy.nes.model.context_window import build_model_context, display_path, is_private
from understudy.nes.model.prompt_types import ModelContext, RegionShape, UnfitContextError, estimate_tokens
from understudy.nes.model.replies import minimal_replacements
from understudy.nes.text import EditOrigin
from understudy.nes.text.text_types import Point, Replacement, Span, TextSnapshot

lines = st.lists(
    st.text(alphabet=st.sampled_from([*"ab01_ ()=.,", "é", "😀", "\u2028"]), max_size=12),
    min_size=1,
    max_size=10,
)


@given(lines, lines, lines, lines)
def test_the_replacements_make_the_new_text_and_touch_nothing_else(
    above: list[str], old: list[str], new: list[str], below: list[str]
) -> None:
    context = ModelContext(path="a", region=tuple(old), first=len(above), cursor=(0, 0))
    found = minimal_replacements(context, "\n".join(new))
    assert applied([*above, *old, *below], found) == "\n".join([*above, *new, *below])


@given(lines, lines)
def test_the_replacements_fit_a_region_that_is_the_whole_file(old: list[str], new: list[str]) -> None:
    context = ModelContext(path="a", region=tuple(old), cursor=(len(old) - 1, len(old[-1])))
    assert applied(old, minimal_replacements(context, "\n".join(new))) == "\n".join(new)


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ("pri‸", "print(x)", [(0, 3, 0, 3, "nt(x)")]),
        ("a = f(x, y)‸", "a = f(x, z)", [(0, 9, 0, 10, "z")]),
        ("get(user, one)‸", "get(account, two)", [(0, 4, 0, 8, "account"), (0, 10, 0, 13, "two")]),
        ("if x:‸", "if x:\n    return", [(0, 5, 0, 5, "\n    return")]),
        ("a\nb‸\nc", "a\nc", [(1, 0, 2, 0, "")]),
        ("a\nb‸", "a", [(0, 1, 1, 1, "")]),
        ("‸a\nb", "a\nnew\nb", [(1, 0, 1, 0, "new\n")]),
        ("a‸\nb", "a\nnew\nb", [(0, 1, 0, 1, "\nnew")]),
    ],
)
def test_an_edit_is_as_small_as_what_a_user_would_type(
    old: str, new: str, edits: list[tuple[int, int, int, int, str]]
) -> None:
    expected = tuple(Replacement(Span(Point(a, b), Point(c, d)), text) for a, b, c, d, text in edits)
    assert minimal_replacements(context_of(old), new) == expected


def test_the_region_grows_around_the_cursor_within_its_tokens() -> None:
    text = "\n".join(f"line number {at:04}{'‸' if at == 500 else ''}" for at in range(1000))
    context = build_model_context(situation_of(text), RegionShape())
    assert context.region[context.cursor[0]] == "line number 0500"
    assert context.first + context.cursor[0] == 500
    assert sum(estimate_tokens(line) + 1 for line in context.region) <= 350
    assert sum(estimate_tokens(line) + 1 for line in context.before) <= 150
    assert abs(len(context.before) - len(context.after)) <= 1
    assert abs(context.cursor[0] - (len(context.region) - 1 - context.cursor[0])) <= 1
    assert not context.starts_file
    assert not context.ends_file


def test_the_window_is_ten_lines_either_way_or_as_many_as_there_are() -> None:
    text = "\n".join(f"l{at}{'‸' if at == 30 else ''}" for at in range(60))
    shape = RegionShape(region=800, window=10)
    assert len(build_model_context(situation_of(text), shape).region) == 21
    assert build_model_context(situation_of("‸" + text.replace("‸", "")), shape).region == tuple(
        f"l{at}" for at in range(11)
    )


def test_a_small_file_is_shown_whole() -> None:
    context = build_model_context(situation_of("a\nb‸\nc"), RegionShape())
    assert (context.before, context.region, context.after) == ((), ("a", "b", "c"), ())
    assert context.starts_file
    assert context.ends_file


def test_a_cursor_outside_the_text_is_put_inside() -> None:
    context = build_model_context(situation_of("a\nb", cursor=Point(9, 9)), RegionShape())
    assert context.cursor == (1, 1)


def test_a_line_that_is_too_long_is_not_shown() -> None:
    with pytest.raises(UnfitContextError) as refused:
        build_model_context(situation_of("x" * 5000 + "‸"), RegionShape())
    assert refused.value.reason == "long-line"
    context = build_model_context(situation_of("y" * 50_000 + "\nshort‸\n" + "z" * 50_000), RegionShape())
    assert (context.before, context.region, context.after) == ((), ("short",), ())


def test_the_newest_edit_is_undone_in_the_original() -> None:
    context = build_model_context(situation_of("a\nnew‸\nc", edits=[edit_of(1, "old", "new")]), RegionShape())
    assert context.original == ("a", "old", "c")
    moved = build_model_context(situation_of("a\nother‸\nc", edits=[edit_of(1, "old", "new")]), RegionShape())
    assert moved.original == ()


def test_edits_are_in_the_prompt_but_not_external_ones() -> None:
    edits = [
        edit_of(0, "w", "x", serial=1),
        edit_of(0, "x", "y", serial=2, origin=EditOrigin.EXTERNAL),
        edit_of(0, "y", "z", serial=3, origin=EditOrigin.ACCEPTED),
    ]
    events = build_model_context(situation_of("z‸", edits=edits), RegionShape()).events
    assert [(event.old, event.new, event.accepted) for event in events] == [
        (("w",), ("x",), False),
        (("y",), ("z",), True),
    ]


def test_other_files_come_from_snippets_and_from_where_the_user_edited() -> None:
    other = TextSnapshot("file:///home/ann/shop/src/money.py", "python", [f"m{at}" for at in range(100)])
    situation = situation_of(
        "x‸",
        edits=[edit_of(50, "old", "m50", uri=other.uri)],
        workspace_texts=FakeWorkspaceTexts(other),
        snippets=[Snippet("file:///home/ann/shop/lib/tax.py", 3, "def tax(): ...")],
    )
    related = build_model_context(situation, RegionShape()).related
    assert [piece.path for piece in related] == ["shop/lib/tax.py", "shop/src/money.py"]
    assert related[1].lines == tuple(f"m{at}" for at in range(38, 63))


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/ann/shop/src/cart.py", "shop/src/cart.py"),
        ("file:///c%3A/shop/My%20Files/cart.py", "shop/My Files/cart.py"),
        ("untitled:Untitled-1", "untitled:Untitled-1"),
        ("file:///a%0Ab", "a?b"),
        ("", "untitled"),
        ("file://[bad", "file:/[bad"),
    ],
)
def test_a_path_is_in_the_prompt_without_its_parent_folders(uri: str, path: str) -> None:
    assert display_path(uri) == path


@pytest.mark.parametrize(
    "name",
    [
        ".env",
        "app/.env.local",
        "id_ed25519",
        "certs/server.pem",
        "x.KEY",
        ".netrc",
        "credentials",
        "a/.npmrc",
    ],
)
def test_files_that_hold_keys_are_not_shown_to_a_model(name: str) -> None:
    assert is_private(name)
    with pytest.raises(UnfitContextError) as refused:
        build_model_context(situation_of("SECRET=1‸", uri=f"file:///home/ann/{name}"), RegionShape())
    assert refused.value.reason == "private"
    hidden = situation_of(
        "x‸",
        edits=[edit_of(0, "SECRET=0", "SECRET=1", uri=f"file:///home/ann/{name}")],
        workspace_texts=FakeWorkspaceTexts(TextSnapshot(f"file:///home/ann/{name}", "text", ["SECRET=1"])),
        snippets=[Snippet(f"file:///home/ann/{name}", 0, "SECRET=1")],
    )
    assert "SECRET" not in repr(build_model_context(hidden, RegionShape()))


@pytest.mark.parametrize("name", [".env.example", "environment.py", "keys.py", "credentials.py", "monkey"])
def test_files_with_innocent_names_are_shown(name: str) -> None:
    assert not is_private(name)
