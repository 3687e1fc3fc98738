"""Code without strings and comments, lists in brackets, and whether an edit can still be read."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.limits import MASKED_BLOCK_LINES, MASKED_BLOCKS_PER_SIZE
from understudy.nes.syntax import (
    find_closing_bracket,
    is_keyword,
    is_syntax_preserved,
    language_of,
    mask_line,
    mask_strings_and_comments,
    mask_when_read,
    split_list_items,
    trees,
)
from understudy.nes.syntax.bracket_lists import removal_span
from understudy.nes.text.line_changes import apply_replacements
from understudy.nes.text.text_types import Point, Replacement, Span, TextSnapshot

GRAMMARS = ["python", "javascript", "typescript", "tsx", "rust", "go", "java", "c", "cpp", "ruby"]
SAMPLES = {
    "m.py": ['x = "a # b" # c', 'f"{y} z"', '"""', "in", '"""', "é = 'ü'"],
    "m.ts": ["x = 'a // b' // c", "`${y} z`", "/* in", "*/ r = /'/"],
    "m.rs": ['x = "a // b" // c', 'r#"y"#', "/* in", "*/ '\"'"],
    "m.go": ['x = "a // b" // c', "`y", "in`", "'\"'"],
    "M.java": ['x = "a // b"; // c', "/* in", "*/ '\"'"],
    "m.c": ['x = "a // b"; // c', "/* in", "*/ '\"'"],
    "m.rb": ["x = 'a # b' # c"],
}


@pytest.fixture
def without_grammars() -> Iterator[None]:
    """As on a machine where no grammar could be installed."""
    loaded = dict(trees._grammars)
    trees._grammars.update(dict.fromkeys(GRAMMARS))
    trees._cached_trees.clear()
    yield
    trees._grammars.clear()
    trees._grammars.update(loaded)


@pytest.mark.parametrize("path", SAMPLES)
def test_strings_and_comments_are_blank_and_columns_stay(path: str) -> None:
    page = TextSnapshot(f"file:///with/{path}", "", SAMPLES[path])
    lines = mask_strings_and_comments(page)
    assert lines is not None
    assert [len(line) for line in lines] == [len(line) for line in page.lines]
    assert not any(word in " ".join(lines) for word in ("a ", " b", " c", "in"))


@pytest.mark.parametrize("path", SAMPLES)
def test_it_goes_without_grammars_too(path: str, without_grammars: None) -> None:
    lines = mask_strings_and_comments(TextSnapshot(f"file:///without/{path}", "", SAMPLES[path]))
    assert lines is not None
    assert [len(line) for line in lines] == [len(line) for line in SAMPLES[path]]
    assert not any(word in " ".join(lines) for word in ("a ", " b", " c", "in"))


@pytest.mark.parametrize("path", SAMPLES)
def test_a_single_line_is_masked_like_the_whole_text(path: str) -> None:
    lines = SAMPLES[path]
    whole = mask_strings_and_comments(TextSnapshot(f"file:///whole/{path}", "", lines))
    for number in range(len(lines)):
        assert whole is not None
        assert mask_line(TextSnapshot(f"file:///line-{number}/{path}", "", lines), number) == whole[number]
        assert mask_line(TextSnapshot(f"file:///whole/{path}", "", lines), number) == whole[number]


@pytest.mark.parametrize("path", SAMPLES)
def test_a_single_line_is_masked_without_grammars_too(path: str, without_grammars: None) -> None:
    lines = SAMPLES[path]
    whole = mask_strings_and_comments(TextSnapshot(f"file:///all/{path}", "", lines))
    page = TextSnapshot(f"file:///lines/{path}", "", lines)
    assert [mask_line(page, number) for number in range(len(lines))] == whole


def test_a_single_line_is_masked_again_after_a_change() -> None:
    uri = "file:///changed-line/m.py"
    mask_strings_and_comments(TextSnapshot(uri, "", ["x = 'one'"], 1))
    assert mask_line(TextSnapshot(uri, "", ["x = one"], 2), 0) == "x = one"


def test_only_lines_around_one_that_is_read_are_masked() -> None:
    lines = [f"x{number} = 'é'  # {number:02}" for number in range(100)]
    masked = mask_when_read(TextSnapshot("file:///read/m.py", "python", lines, 1))
    assert masked is not None
    assert masked[50] == "x50 = ' '      "
    known = [number for number, line in enumerate(masked.known()) if line is not None]
    assert 50 in known
    assert len(known) == MASKED_BLOCK_LINES
    assert masked[-1] == "x99 = ' '      "
    assert masked[48:60] == [f"x{number} = ' '      " for number in range(48, 60)]
    assert masked[-100:1] == ["x0 = ' '      "]
    assert list(masked) == mask_strings_and_comments(TextSnapshot("file:///read/n.py", "python", lines, 1))


def test_who_reads_many_places_has_larger_blocks_masked() -> None:
    lines = [f"x{number} = 'one'" for number in range(600)]
    masked = mask_when_read(TextSnapshot("file:///larger/m.py", "python", lines, 1))
    assert masked is not None
    counts: list[int] = []
    for at in range(MASKED_BLOCKS_PER_SIZE + 1):
        assert masked[80 * at] == f"x{80 * at} = '   '"
        counts.append(sum(line is not None for line in masked.known()))
    sizes = [after - before for before, after in pairwise([0, *counts])]
    assert sizes == [MASKED_BLOCK_LINES] * MASKED_BLOCKS_PER_SIZE + [2 * MASKED_BLOCK_LINES]


def test_masked_lines_stay_known_above_and_below_a_change() -> None:
    uri = "file:///known/m.py"
    lines = [f"x{number} = 'one'" for number in range(90)]
    masked = mask_when_read(TextSnapshot(uri, "python", lines, 1))
    assert masked is not None
    assert masked[0] + masked[89] == "x0 = '   'x89 = '   '"
    changed = [*lines[:40], "y = '''", "z = 'two'", "'''", *lines[42:]]
    after = mask_when_read(TextSnapshot(uri, "python", changed, 2))
    assert after is not None
    known = after.known()
    assert (known[0], known[40:43], known[90]) == ("x0 = '   '", [None] * 3, "x89 = '   '")
    assert after[39:44] == ["x39 = '   '", "y = '''", "         ", "'''", "x42 = '   '"]


def test_a_line_of_a_language_without_rules_is_not_masked() -> None:
    assert mask_line(TextSnapshot("file:///line/b.txt", "plaintext", ["x"]), 0) is None


@pytest.mark.parametrize("kept", ["first", "last", "both"])
def test_lines_around_a_change_keep_their_mask(kept: str) -> None:
    """Also names beyond ASCII, in lines that changed and in others."""
    head = ["é = 'ü'", "a = 'b'"] if kept in ("first", "both") else []
    tail = ["ö = 'ä'  # ß", "c = 'd'"] if kept in ("last", "both") else []
    for version, middle in enumerate((["x = 'y'"], ["é = 'z'", "w = 1  # v"], [], ["u = 't'"])):
        lines = [*head, *middle, *tail] or [""]
        known = mask_strings_and_comments(TextSnapshot(f"file:///around-{kept}/m.py", "", lines, version))
        anew = mask_strings_and_comments(TextSnapshot(f"file:///anew-{kept}-{version}/m.py", "", lines))
        assert known == anew


def test_what_stands_in_a_template_is_code() -> None:
    assert mask_strings_and_comments(TextSnapshot("file:///t/m.ts", "", ["`${name} is`"])) == ["`${name}   `"]
    assert mask_strings_and_comments(TextSnapshot("file:///t/m.py", "", ["f'{name} is'"])) == ["f'{name}   '"]


def test_a_language_is_known_by_its_id_or_its_file_name() -> None:
    assert language_of(TextSnapshot("untitled:1", "typescriptreact", [])).family == "script"
    assert language_of(TextSnapshot("file:///a/b.rs", "", [])).family == "rust"
    assert language_of(TextSnapshot("file:///a/b.txt", "plaintext", [])).family == "other"
    assert mask_strings_and_comments(TextSnapshot("file:///a/b.txt", "plaintext", ["x"])) is None


PIECES = st.sampled_from(
    ['"""', '"', "'", "#", "/*", "*/", "//", "`", "${", "}", "x", "é", "(", ")", "{", " ", "f(1)"]
)
LINES = st.lists(st.lists(PIECES, max_size=4).map("".join), min_size=1, max_size=8)


@given(st.lists(LINES, min_size=2, max_size=4), st.sampled_from(["m.py", "m.ts", "m.rs", "m.go"]))
def test_a_text_that_grew_is_read_like_one_that_is_new(texts: list[list[str]], path: str) -> None:
    uri = f"file:///grow/{path}"
    for version, lines in enumerate(texts):
        mask_strings_and_comments(TextSnapshot(uri, "", lines, version))
    grown = mask_strings_and_comments(TextSnapshot(uri, "", texts[-1], len(texts)))
    assert grown is not None
    assert [len(line) for line in grown] == [len(line) for line in texts[-1]]


def test_only_what_changed_is_read_again_and_the_rest_is_right() -> None:
    uri = "file:///again/m.py"
    lines = ["x = 'one'", "y = 2  # two", "z = 'three'"]
    mask_strings_and_comments(TextSnapshot(uri, "python", lines, 1))
    lines = ["x = 'one'", "y = '''", "z = 'three'", "'''"]
    assert mask_strings_and_comments(TextSnapshot(uri, "python", lines, 2)) == [
        "x = '   '",
        "y = '''",
        "           ",
        "'''",
    ]
    lines = ["x = 'one'", "y = 3", "z = 'three'"]
    assert mask_strings_and_comments(TextSnapshot(uri, "python", lines, 3)) == [
        "x = '   '",
        "y = 3",
        "z = '     '",
    ]


def test_lists_are_cut_at_their_own_commas() -> None:
    lines = ["f(a, g(b, c),", "  {d: e, f: g},", ")"]
    end = find_closing_bracket(lines, Point(0, 1))
    assert end == (2, 0)
    assert [item.text for item in split_list_items(lines, lines, Point(0, 1), end)] == [
        "a",
        "g(b, c)",
        "{d: e, f: g}",
    ]


@pytest.mark.parametrize(
    ("lines", "index", "left"),
    [
        (["f(a, b, c)"], 0, ["f(b, c)"]),
        (["f(a, b, c)"], 1, ["f(a, c)"]),
        (["f(a, b, c)"], 2, ["f(a, b)"]),
        (["f(a)"], 0, ["f()"]),
        (["f(", "    a,", "    b,", ")"], 1, ["f(", "    a,", ")"]),
        (["f(a,", "  b)"], 1, ["f(a,", "  )"]),
    ],
)
def test_an_element_is_taken_out_with_its_comma(lines: list[str], index: int, left: list[str]) -> None:
    end = find_closing_bracket(lines, Point(0, 1))
    assert end is not None
    span = removal_span(lines, split_list_items(lines, lines, Point(0, 1), end), index)
    assert apply_replacements([Replacement(span, "")], lines) == left


def test_an_edit_that_breaks_the_text_is_not_sound() -> None:
    page = TextSnapshot("file:///sound/m.py", "python", ["def f(a):", "    return g(a)", ""])
    assert is_syntax_preserved(page, [Replacement(Span(Point(1, 13), Point(1, 14)), "b")])
    assert not is_syntax_preserved(page, [Replacement(Span(Point(1, 14), Point(1, 15)), "")])
    broken = TextSnapshot("file:///sound/n.py", "python", ["def f(a:", "    return g(a)", ""])
    assert is_syntax_preserved(broken, [Replacement(Span(Point(1, 13), Point(1, 14)), "b")])


def test_a_text_of_garbage_gives_up_its_tree_and_goes_on_by_tokens() -> None:
    garbage = ["(){}[]<>;'/=+-abc" * 20] * 300
    lines = mask_strings_and_comments(TextSnapshot("file:///garbage/m.ts", "typescript", garbage))
    assert lines is not None
    assert len(lines) == len(garbage)


def test_a_text_of_open_brackets_is_given_up_in_time() -> None:
    brackets = ["(" * 21] * 5_000
    assert (
        mask_strings_and_comments(TextSnapshot("file:///brackets/m.ts", "typescript", brackets)) == brackets
    )
    assert is_syntax_preserved(
        TextSnapshot("file:///brackets/m.ts", "typescript", brackets),
        [Replacement(Span(Point(0, 0), Point(0, 1)), "")],
    )


def test_the_encoded_text_is_the_same_object_until_the_text_changes() -> None:
    lines = ["a = 'x'", "b = 2"]
    page = TextSnapshot("file:///encoded/m.py", "python", lines, 1)
    source = trees.encode_snapshot(page)
    assert source == b"a = 'x'\nb = 2"
    assert trees.encode_snapshot(page) is source
    assert trees.encode_snapshot(page._replace(lines=list(lines), version=2)) is source
    lines[1] = "b = 3"
    assert trees.encode_snapshot(page._replace(version=3)) == b"a = 'x'\nb = 3"
    lines.append("")
    assert trees.encode_snapshot(page._replace(version=3)) == b"a = 'x'\nb = 3\n"
    assert trees.encode_snapshot(page._replace(lines=["z"], variant="#before")) == b"z"


def test_a_mask_is_only_renewed_where_the_text_changed_although_others_parse_it_too() -> None:
    uri = "file:///shared/m.py"
    lines = [f"x{number} = 'one'" for number in range(200)]
    mask_strings_and_comments(TextSnapshot(uri, "python", lines, 1))
    before = trees._cached_trees[uri].source
    changed = [*lines[:-1], "y = 'two'"]
    page = TextSnapshot(uri, "python", changed, 2)
    assert trees.parse_snapshot(page) is not None
    window = trees.changed_range(uri, before)
    assert window is not None
    assert window[1] - window[0] < 100
    assert mask_strings_and_comments(page) == [line.replace("one", "   ") for line in lines[:-1]] + [
        "y = '   '"
    ]


def test_the_tree_after_an_edit_serves_other_checks_too() -> None:
    page = TextSnapshot("file:///checked/m.py", "python", ["x = 1"])
    edit = Replacement(Span(Point(0, 4), Point(0, 5)), "2")
    assert is_syntax_preserved(page, [edit])
    kept = trees._cached_trees[f"{page.uri}{trees.AFTER_VARIANT}"]
    after = trees.parse_snapshot(page._replace(lines=["x = 2"], variant=trees.AFTER_VARIANT))
    assert after is not None
    assert after[1] is kept.tree


@pytest.mark.parametrize(
    ("cpu_s", "is_given_up"), [(trees.MAX_PARSE_CPU_S, True), (trees.MAX_PARSE_CPU_S / 2, False)]
)
def test_a_text_that_ran_out_of_time_is_tried_again_if_others_used_the_processor(
    cpu_s: float, is_given_up: bool
) -> None:
    uri, source = f"file:///late/{is_given_up}.py", b"x = 1"
    assert trees.parse_cached(uri, "python", source) is not None
    trees.discard_tree(uri, cpu_s)
    assert (trees.parse_cached(uri, "python", source) is None) is is_given_up


def test_a_text_that_often_runs_out_of_time_is_given_up() -> None:
    uri, source = "file:///late/often.py", b"x = 1"
    for _ in range(trees.MAX_PARSE_FAILURES):
        assert trees.parse_cached(uri, "python", source) is not None
        trees.discard_tree(uri)
    assert trees.parse_cached(uri, "python", source) is None


@pytest.mark.parametrize(
    ("language", "keywords", "names"),
    [
        ("python", ["import", "return", "not"], ["load", "self", "size"]),
        ("typescript", ["const", "interface", "string"], ["load", "size"]),
        ("go", ["func", "range"], ["load", "len"]),
        ("rust", ["fn", "impl"], ["load", "Vec"]),
        ("java", ["class", "throws"], ["load", "List"]),
        ("c", ["struct", "sizeof"], ["load", "size_t_"]),
        ("ruby", ["def", "end"], ["load", "puts"]),
        ("plaintext", [], ["return", "load"]),
    ],
)
def test_keywords_are_known_without_a_tree(language: str, keywords: list[str], names: list[str]) -> None:
    text = TextSnapshot(f"file:///keywords/{language}", language, ["return"])
    assert [word for word in (*keywords, *names) if is_keyword(text, word)] == keywords
    assert text.uri not in trees._cached_trees


def test_a_text_that_was_empty_is_masked_anew_if_its_tree_is_gone() -> None:
    uri = "file:///project/was_empty.py"
    empty = TextSnapshot(uri, "python", [""], 1)
    assert mask_strings_and_comments(empty) == [""]
    trees.discard_tree(uri)
    text = TextSnapshot(uri, "python", ["a = 'b'", "# c", "d", "e"], 2)
    assert mask_strings_and_comments(text) == ["a = ' '", "   ", "d", "e"]
