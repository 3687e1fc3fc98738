"""Details of what is learned and compared that no scene depends on alone."""

import pytest

from nes_symbolic.builders import OTHER, asked, generated, made
from understudy.nes.symbolic.analogy import apply_analogous_change
from understudy.nes.symbolic.generators.candidate_scores import _describe_change
from understudy.nes.symbolic.generators.templates import _compile
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [
        ("a b", "a c", 1 / 3),  # one of three tokens, removed and added: two of six
        ("a b c d", "a x c d", 1 / 7),
        ("a", "b", 1.0),
        ("a", "a b c d", 1.0),
    ],
)
def test_the_share_of_a_line_that_changes(old: str, new: str, share: float) -> None:
    change = _describe_change(old, new)
    assert change is not None
    assert change.share == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [("load(a)", True), ("reload(a)", False), ("x.load(a)", True), ("(load(a)", True), ("loads(a)", False)],
)
def test_an_expression_begins_with_a_whole_word(text: str, is_found: bool) -> None:
    pattern, groups = _compile(("load", "(", 0, ")"))
    assert (pattern.search(text) is not None) == is_found
    assert groups == {0: 1}


def test_a_word_behind_a_hole_need_not_begin_anew() -> None:
    """The hole may end in the middle of a name: what is behind it was one token of the example."""
    pattern, _ = _compile(("(", 0, "load", ")"))
    assert pattern.search("(reload)") is not None


def test_different_results_of_the_same_lines_are_counted() -> None:
    edits = [
        made("a = 1", "a = 2", serial=1),
        made("a = 1", "a = 3", 4, serial=2, uri=OTHER),
        made(None, "    x()", 9, serial=3, above="f():", below="    y()"),
        made(None, "    z()", 19, serial=4, above="f():", below="    y()"),
        made(None, "end", 29, serial=5, above="last"),
    ]
    counts = extract_patterns(edits, MAX_LEARNED_EDITS).outcome_counts
    assert counts["\n", "a = 1"] == 2
    assert counts["\n", "f():", "y()"] == 2
    assert counts["\n", "last", ""] == 1


def test_one_example_in_a_string_is_enough_for_other_strings() -> None:
    """`"name"` as a whole string is changed if the user changed one, whatever the other examples were."""
    text = 'a = row["name"]\nb = call(name)\n\n\ndef f(row):\n    return row["name"]\n'
    edits = [
        made('x = row["name"]', 'x = row["label"]', 0, serial=1, uri=OTHER),
        made("y = call(name)", "y = call(label)", 1, serial=2, uri=OTHER),
    ]
    found = {one.new[0] for one in generated(asked(text, *edits), "replace")}
    assert '    return row["label"]' in found
    alone = {one.new[0] for one in generated(asked(text, edits[1]), "replace")}
    assert '    return row["label"]' not in alone


BLOCK = 'log("enter a")\ntry:\n    work_a(x)\nfinally:\n    log("leave a")'


@pytest.mark.parametrize(
    ("old", "new", "other", "expected"),
    [
        (BLOCK, "work_a(x)", BLOCK.replace("_a", "_b").replace(" a", " b"), "work_b(x)"),
        (BLOCK, "work_a(x)", BLOCK.replace("_a", "_b"), "work_b(x)"),
        # A symbol is other code.
        (BLOCK, "work_a(x)", BLOCK.replace('"enter a"', '"enter a" + 1'), None),
        # A short passage must be the same.
        ("f(a, b)", "f(b)", "f(c, b)", None),
        # Most of the passage is other code.
        ("f(a.b(c.d(e)), x)", "f(x)", "f(p.q(r.s(t)), x)", None),
        # More is written than removed.
        ("f(a, b, c, d)", "g(1 + 2 + 3 + 4 + 5 + 6)", "f(z, b, c, d)", None),
    ],
)
def test_a_removed_passage_may_differ_in_a_few_words(
    old: str, new: str, other: str, expected: str | None
) -> None:
    assert apply_analogous_change(old, new, other) == expected
