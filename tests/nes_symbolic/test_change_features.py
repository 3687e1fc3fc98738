"""Features of a change itself and of the pattern that it repeats, in short rows."""

import pytest

from nes_symbolic.builders import OTHER, asked, generated, made, text_of, unscored
from understudy.nes.symbolic.candidates import ArgumentChangeFilter
from understudy.nes.symbolic.feature_names import FEATURE_NAMES, Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.generators import score_candidates
from understudy.nes.symbolic.limits import MAX_BLOCK_LINES, MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit, EditOrigin, TextSnapshot

# The change


def scored(text: str, *changes: tuple[int, int, str, str, str]) -> list[Features]:
    """The features of what is left of changes: line, number of lines, new lines, family and pattern of each."""
    candidates = [
        unscored(
            line, line_count=count, new=tuple(new.split("\n")) if new else (), family=family, pattern=pattern
        )
        for line, count, new, family, pattern in changes
    ]
    for one in candidates:
        one.snapshot = TextSnapshot(one.snapshot.uri, "python", text.split("\n"))
        one.features = dict.fromkeys(FEATURE_NAMES, 0.0)
    patterns = extract_patterns([], MAX_LEARNED_EDITS)
    extractor = FeatureExtractor(SnapshotIndex(text_of(text)), asked(text), patterns)
    found = score_candidates(candidates, extractor, ArgumentChangeFilter(patterns))
    return [one.features for one in found.values()]


@pytest.mark.parametrize(
    ("old", "new", "features"),
    [
        pytest.param(
            "load(a)",
            "fetch(a)",
            {"changes": 1, "words_added": 1, "words_removed": 1, "changed_share": 2 / 8},
            id="one word",
        ),
        pytest.param(
            "load(a)",
            "fetch(b)",
            {"changes": 2, "words_added": 2, "words_removed": 2, "changed_share": 4 / 8},
            id="two words",
        ),
        pytest.param(
            "a", "b + c * d", {"changes": 1, "words_added": 3, "changed_share": 1.0}, id="all of the line"
        ),
        pytest.param("load(a)", "fetch(a)", {"line_start": 1.0, "in_string": 0.0}, id="at the start"),
        pytest.param("  load(a)", "  fetch(a)", {"line_start": 1.0}, id="behind the indentation"),
        pytest.param("load(a)", "load(b)", {"line_start": 0.0}, id="not at the start"),
        pytest.param("x('a b')", "x('a c')", {"in_string": 1.0}, id="in a string"),
        pytest.param("x('a', b)", "x('a', c)", {"in_string": 0.0}, id="behind a string"),
        pytest.param(
            "x('a', 'b', 'c d')", "x('a', 'b', 'c e')", {"in_string": 1.0}, id="in the third string"
        ),
        pytest.param('x("a b")', 'x("a c")', {"in_string": 1.0}, id="in double quotes"),
        pytest.param("load(a)", "fetch(known)", {"words_unknown": 1}, id="an unknown word"),
        pytest.param(
            "load(a)",
            "fetch(a)\nx",
            {"changes": 0, "line_start": 0.0, "in_string": 0.0, "changed_share": 1.0},
            id="two lines",
        ),
        pytest.param("load(a)", "load(a)", {"changes": 0, "changed_share": 1.0}, id="no change"),
    ],
)
def test_what_a_change_is_like(old: str, new: str, features: Features) -> None:
    counted = {"changes", "words_added", "words_removed", "words_unknown"}
    (found,) = scored(f"{old}\nknown()", (0, 1, new, "analogy", "p"))
    expected = {name: log_scaled(value) if name in counted else value for name, value in features.items()}
    assert {name: found[name] for name in features} == pytest.approx(expected)


@pytest.mark.parametrize(("chars", "changes"), [(MAX_PATTERN_LINE_CHARS, 1), (MAX_PATTERN_LINE_CHARS + 1, 0)])
def test_long_lines_are_not_compared(chars: int, changes: int) -> None:
    (found,) = scored("load", (0, 1, "x" * chars, "analogy", "p"))
    assert found["changes"] == log_scaled(changes)
    (found,) = scored("x" * chars, (0, 1, "load", "analogy", "p"))
    assert found["changes"] == log_scaled(changes)


@pytest.mark.parametrize(("text", "copies"), [("load(a)", 0), ("load(a)\n  load(a)\nload(b)", 1)])
def test_equal_lines_are_counted(text: str, copies: int) -> None:
    (found,) = scored(text, (0, 1, "fetch(a)", "analogy", "p"))
    assert found["copies_here"] == log_scaled(copies)
    (inserted,) = scored(text, (0, 0, "fetch(a)", "insert", "p"))
    assert inserted["copies_here"] == 0.0


def test_candidates_that_agree_and_that_do_not() -> None:
    same = (0, 1, "fetch(a)", "analogy", "p")
    (alone,) = scored("load(a)", same)
    assert (alone["agreeing"], alone["agreeing_families"], alone["contested"]) == (0.0, 0.0, 0.0)
    (agreeing,) = scored("load(a)", same, (0, 1, "fetch(a)", "call", "q"), (0, 1, "fetch(a)", "call", "p"))
    assert (agreeing["agreeing"], agreeing["agreeing_families"]) == (log_scaled(1), 1.0)
    first, second = scored("load(a)", same, (0, 1, "take(a)", "analogy", "p"))
    assert first["contested"] == second["contested"] == log_scaled(1)
    first, inserted = scored("load(a)", same, (0, 0, "take(a)", "insert", "p"))
    assert first["contested"] == inserted["contested"] == 0.0


def test_text_that_is_there_already_is_not_scored() -> None:
    assert scored("f(ab)", (0, 1, "f(ab, ab)", "analogy", "p")) == []


# Blocks


def features(text: str, edits: list[Edit], family: str, line: int) -> Features:
    found = [one for one in generated(asked(text, *edits), family) if one.line == line]
    assert found
    return found[0].features


ADD = made("total = add(a, b)", "total = sum(a, b)")
ADDED = "total = sum(a, b)\n\ntotal = add(a, b)"


@pytest.mark.parametrize(
    ("text", "edits", "family", "line", "expected"),
    [
        pytest.param(
            ADDED,
            [ADD],
            "again",
            2,
            {
                "whole": 1.0,
                "old_length": log_scaled(17),
                "new_length": log_scaled(17),
                "rivals": 0.0,
                "old_lines": log_scaled(1),
                "names_something": 1.0,
                "names_used": 1.0,
                "numbers": 0.0,
                "above_same": 1.0,
                "below_same": 0.0,
                "one_change": 1.0,
                "added": log_scaled(1),
                "removed": log_scaled(1),
                "novel": log_scaled(1),
                "grown": 0.0,
            },
            id="an assignment",
        ),
        pytest.param(
            "fetch(a)\n\nload(a)",
            [made("load(a)", "fetch(a)")],
            "again",
            2,
            {"names_something": 0.0, "names_used": 0.0},
            id="a call",
        ),
        pytest.param(
            "b = 2\n\nb = 1",
            [made("b = 1", "b = 2")],
            "again",
            2,
            {"numbers": 1.0, "names_used": 0.0, "novel": 0.0},
            id="a number",
        ),
        pytest.param(
            "x(b, 2)\n\nx(a, 1)",
            [made("x(a, 1)", "x(b, 2)")],
            "again",
            2,
            {"numbers": 0.0},
            id="a number and a word",
        ),
        pytest.param(
            "x\nimport json\njson.y",
            [made("import json", None, 0, uri=OTHER)],
            "delete",
            1,
            {"names_something": 1.0, "names_used": 1.0},
            id="an import that is deleted",
        ),
        pytest.param(
            "fetch(a)\nb = 2\n\nload(a)\nb = 1",
            [made("load(a)\nb = 1", "fetch(a)\nb = 2")],
            "again",
            3,
            {"names_something": 1.0, "old_lines": log_scaled(2)},
            id="one of two lines defines a name",
        ),
        pytest.param(
            "b(1)\nc(1)\n\na(1)",
            [made("a(1)", "b(1)"), made("a(1)", "c(1)", 1, serial=2)],
            "again",
            3,
            {"rivals": log_scaled(1)},
            id="two results",
        ),
        pytest.param(
            "p\nfetch(a)\nq\np\nload(a)\nq",
            [made("load(a)", "fetch(a)", 1, above="p", below="q")],
            "again",
            4,
            {"above_same": 1.0, "below_same": 1.0},
            id="the same neighbours",
        ),
        pytest.param(
            "p\nfetch(a)\nq\nr\nload(a)\nq",
            [made("load(a)", "fetch(a)", 1, above="p", below="q")],
            "again",
            4,
            {"above_same": 0.0, "below_same": 1.0},
            id="another line above",
        ),
        pytest.param(
            "x\ny\n\nload(a)", [made("load(a)", "x\ny")], "again", 3, {"grown": 1.0}, id="a line more"
        ),
        pytest.param(
            "fetch(a)\n\nload(b)",
            [made("load(a)", "fetch(a)", revision=1)],
            "analogy",
            2,
            {
                "alike": 0.75,
                "kept": 0.75,
                "holes": 1.0,
                "differences": log_scaled(1),
                "beside": 0.0,
                "places": log_scaled(2),
                "matches": log_scaled(1),
            },
            id="a similar line",
        ),
        pytest.param(
            "fetch(a)\n\nload(b)",
            [made("load(a)", "fetch(a)")],
            "analogy",
            2,
            {"places": log_scaled(1)},
            id="a similar line, and one beside an edit of whole lines",
        ),
    ],
)
def test_features_of_a_repeated_block(
    text: str, edits: list[Edit], family: str, line: int, expected: Features
) -> None:
    found = features(text, edits, family, line)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("earlier", "count"),
    [
        pytest.param(made("load(b)", "fetch(b)", 4), 1, id="the same with another word"),
        pytest.param(made("load(b)", "fetch(c)", 4), 0, id="another result"),
        pytest.param(made("load(b)", None, 4), 0, id="a deletion"),
        pytest.param(made("load(b)\nx", "fetch(b)\ny", 4), 1, id="the first of two lines"),
        pytest.param(made("x = [b + c, d, 1]", "fetch(b)", 4), 0, id="nothing alike"),
        pytest.param(made("  load(b)", "  fetch(b)", 4), 1, id="another indentation"),
    ],
)
def test_how_many_edits_confirm_a_replacement(earlier: Edit, count: int) -> None:
    edits = [earlier, made("load(a)", "fetch(a)", serial=2)]
    found = features("fetch(a)\n\nload(z)\n\nx\ny", edits, "analogy", 2)
    assert found["confirmed"] == log_scaled(count)


# Deletions and calls


@pytest.mark.parametrize(
    ("deleted", "place", "found"),
    [
        pytest.param("log(a)", "log(b)", True, id="six characters"),
        pytest.param("lo(a)", "lo(b)", False, id="five characters"),
        pytest.param("log(a)\nlog(c)", "log(b)", False, id="two lines"),
        pytest.param("log(a, [)", "log(b, [)", False, id="an open bracket"),
    ],
)
def test_similar_lines_are_deleted_too(deleted: str, place: str, found: bool) -> None:
    text = f"x = 1\n\n{place}\ny = 2"
    assert bool(generated(asked(text, made(deleted, None, 1)), "thin")) is found


@pytest.mark.parametrize(("size", "found"), [(MAX_BLOCK_LINES, True), (MAX_BLOCK_LINES + 1, False)])
def test_large_blocks_are_not_deleted_again(size: int, found: bool) -> None:
    block = "\n".join(f"log(value_{at})" for at in range(size))
    assert bool(generated(asked(f"x\n{block}\ny", made(block, None, 0, uri=OTHER)), "delete")) is found


CALL = made("y = load(a)", "y = load(a, True)")


@pytest.mark.parametrize(
    ("edits", "place", "expected"),
    [
        pytest.param(
            [CALL],
            "x = load(a)",
            {"same_call": 1.0, "differences": 0.0, "arguments_apart": 0.0},
            id="the same call",
        ),
        pytest.param(
            [CALL],
            "x = load(b)",
            {"same_call": 0.0, "differences": log_scaled(1), "beside": 1.0},
            id="another argument",
        ),
        pytest.param([CALL], "x = load(b, c)", {"arguments_apart": 1.0}, id="more arguments"),
        pytest.param(
            [CALL], "x = load(b)", {"added": log_scaled(3), "removed": 0.0, "one_change": 1.0}, id="longer"
        ),
        pytest.param(
            [made("y = load(a, True)", "y = load(a)")],
            "x = load(b, True)",
            {"added": 0.0, "removed": log_scaled(3)},
            id="shorter",
        ),
        pytest.param(
            [made("y = load(a, 1)", "y = load(b, 2)")],
            "x = load(a, 1)",
            {"added": 0.0, "removed": 0.0, "one_change": 0.0},
            id="as long, two changes",
        ),
        pytest.param(
            [CALL, made("z = load(c)", "z = load(c, False)", 1, serial=2)],
            "x = load(a)",
            {"rivals": log_scaled(1)},
            id="two results",
        ),
    ],
)
def test_features_of_a_changed_call(edits: list[Edit], place: str, expected: Features) -> None:
    text = "\n".join([*(edit.new[0] for edit in edits), "", place])
    found = [one for one in generated(asked(text, *edits), "call") if one.line == len(edits) + 1]
    assert {name: found[0].features[name] for name in expected} == expected
    assert all(one.line_count == 1 for one in found)


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        pytest.param("y = f(load(a))", "y = f(load(a, 1))", "load(b)", "load(b, 1)", id="the inner call"),
        pytest.param("y = [load(a)]", "y = [load(a, 1)]", "load(b)", "load(b, 1)", id="in a list"),
        pytest.param("y = load(a)[b]", "y = load(a)[c]", "load(z)", None, id="behind the call"),
        pytest.param("y = load(a[1])", "y = load(a[2])", "load(a[1])", "load(a[2])", id="brackets in a call"),
        pytest.param("y = lo(a)", "y = lo(a, 1)", "lo(b)", "lo(b, 1)", id="a name of two letters"),
        pytest.param("y = load(a)", "y = load(a, 1)", "func (s S) load(b)", None, id="a method of Go"),
        pytest.param(
            "y = load(a)", "y = load(a, 1)", "if (x) load(b)", "if (x) load(b, 1)", id="behind a bracket"
        ),
        pytest.param("y = load(a)", "y = load(a, 1)", "def load(b)", None, id="a definition"),
        pytest.param("y = load(a)", "y = load(a, 1)", "load", None, id="no call"),
        pytest.param("y = load(a)", "y = load(a, 1)", "load(", None, id="an open call"),
    ],
)
def test_which_call_is_changed(old: str, new: str, place: str, expected: str | None) -> None:
    found = generated(asked(f"{new}\n\n{place}", made(old, new)), "call")
    assert [one.new[0] for one in found if one.line == 2] == ([expected] if expected else [])


# Replacements


def replaced(text: str, edits: list[Edit], line: int) -> Features:
    found = [one for one in generated(asked(text, *edits), "replace") if one.line == line]
    assert found
    return found[0].features


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "load(a)",
            "fetch(a)",
            {
                "length": log_scaled(4),
                "words": 1.0,
                "one_word": 1.0,
                "word_to_word": 1.0,
                "grows": 0.0,
                "shrinks": 0.0,
                "case_only": 0.0,
                "number": 0.0,
                "alone": 1.0,
                "novel": log_scaled(1),
                "defines": 0.0,
                "kin": 0.0,
                "to_nothing": 0.0,
                "new_known": 0.0,
            },
            id="a word",
        ),
        pytest.param(
            "load(a)", "load_all(a)", {"grows": 1.0, "shrinks": 0.0, "kin": 0.5}, id="a longer word"
        ),
        pytest.param(
            "load_all(a)", "load(a)", {"grows": 0.0, "shrinks": 1.0, "kin": 0.5}, id="a shorter word"
        ),
        pytest.param("load(a)", "Load(a)", {"case_only": 1.0, "kin": 1.0}, id="a capital"),
        pytest.param("await x(a)", "x(a)", {"to_nothing": 1.0, "shrinks": 0.0, "novel": 0.0}, id="removed"),
        pytest.param(
            "f(1234)",
            "f(5678)",
            {"number": 1.0, "number_new": 1.0, "word_to_word": 0.0, "words": 0.0},
            id="a number",
        ),
        pytest.param(
            "f(1234)",
            "f(size)",
            {"number": 1.0, "number_new": 0.0, "word_to_word": 0.0},
            id="a word for a number",
        ),
        pytest.param("def load():", "def fetch():", {"defines": 1.0}, id="a definition"),
    ],
)
def test_what_a_replacement_is_like(old: str, new: str, expected: Features) -> None:
    found = replaced(f"{new}\n\n{old}", [made(old, new)], 2)
    assert {name: found[name] for name in expected} == expected


LOAD = made("load(a)", "fetch(a)")


@pytest.mark.parametrize(
    ("text", "edits", "line", "expected"),
    [
        pytest.param("fetch(a)\n\nload(b)\nload(c)", [LOAD], 2, {"places": log_scaled(2)}, id="two places"),
        pytest.param(
            "fetch(a)\n\nload(b)\nfetch(q)", [LOAD], 2, {"new_known": 1.0}, id="the new word is elsewhere"
        ),
        pytest.param(
            "load(x)\nfetch(a)\nload(y)\nfetch(c)\nload(z)",
            [made("load(a)", "fetch(a)", 1), made("load(c)", "fetch(c)", 3, serial=2)],
            4,
            {"above_first": log_scaled(1), "passed": log_scaled(1)},
            id="above, between and below two edits",
        ),
        pytest.param(
            "load(x)\nload(y)",
            [made("load(a)", "fetch(a)", 1, uri=OTHER)],
            0,
            {"above_first": 0.0, "passed": 0.0, "inside": 0.0},
            id="an edit of another text",
        ),
        pytest.param(
            "fetch(a)\ntake(a)\n\nload(b)",
            [LOAD, made("load(a)", "take(a)", 1, serial=2)],
            3,
            {"rivals": log_scaled(1)},
            id="two results",
        ),
        pytest.param("fetch(a)\n\nload(b)", [LOAD], 2, {"rivals": 0.0, "kept": 0.0}, id="one result"),
        pytest.param(
            "fetch(a)\nload(z)\n\nload(b)",
            [made("load(a)\nload(z)", "fetch(a)\nload(z)")],
            3,
            {"kept": 1.0},
            id="the edit left one",
        ),
        pytest.param(
            "def f():\n    fetch(a)\n    load(b)",
            [made("    load(a)", "    fetch(a)", 1)],
            2,
            {"inside": 1.0},
            id="in the same function",
        ),
        pytest.param(
            "def f():\n    fetch(a)\n    load(b)\ndef g():\n    load(c)",
            [made("    load(a)", "    fetch(a)", 1)],
            2,
            {"inside": 0.0},
            id="in another function, too",
        ),
        pytest.param(
            "fetch(a)\n\nload(b) + load(c)", [LOAD], 2, {"times": log_scaled(1)}, id="twice in a line"
        ),
        pytest.param(
            "fetch(a)\n\nload(b)",
            [LOAD],
            2,
            {"times": 0.0, "same_line": 0.0, "comment": 0.0, "same_kind": 1.0},
            id="once in a line",
        ),
        pytest.param("fetch(a)\n\n  load(a)", [LOAD], 2, {"same_line": 1.0}, id="the same line"),
        pytest.param("fetch(a)\n\n# load b", [LOAD], 2, {"comment": 1.0, "same_kind": 0.0}, id="a comment"),
        pytest.param(
            "# fetch a\n\n# load b",
            [made("# load a", "# fetch a")],
            2,
            {"comment": 1.0, "same_kind": 1.0},
            id="two comments",
        ),
        pytest.param(
            "x = fetch(a)\n\nx = load(b)",
            [made("x = load(a)", "x = fetch(a)")],
            2,
            {"left": 3.0, "right": 1.0},
            id="what is beside it",
        ),
        pytest.param(
            "fetch(a)\nx = fetch(c) + 1\n\nload(b)",
            [LOAD, made("x = load(c)", "x = fetch(c) + 1", 1, serial=2)],
            3,
            {"alone": 1.0},
            id="alone in one of two lines",
        ),
    ],
)
def test_where_a_replacement_applies(text: str, edits: list[Edit], line: int, expected: Features) -> None:
    found = replaced(text, edits, line)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        pytest.param("x = await y(a)", "x = y(a)", "f(a, await z(b))", "f(a, z(b))", id="behind a comma"),
        pytest.param("x = y(a) # nosec", "x = y(a)", "z(b) # nosec", "z(b)", id="a comment at the end"),
    ],
)
def test_what_a_replacement_makes_of_a_line(old: str, new: str, place: str, expected: str | None) -> None:
    found = generated(asked(f"{new}\n\n{place}", made(old, new)), "replace")
    assert (
        (expected in {one.new[0] for one in found if one.line == 2})
        if expected
        else not [one for one in found if one.line == 2]
    )


# Moved lines


@pytest.mark.parametrize(
    ("pasted", "place", "found"),
    [
        pytest.param("configure(server)", "configure(server)", True, id="a long line"),
        pytest.param("    configure(server)", "configure(server)", True, id="at another depth"),
        pytest.param("run(server)", "run(server)", False, id="a short line"),
        pytest.param("import re", "import re", True, id="an import"),
        pytest.param("", "", False, id="a blank line"),
    ],
)
def test_the_original_of_a_moved_line_is_deleted(pasted: str, place: str, found: bool) -> None:
    text = f"x\n{pasted}\ny\n\n\n{place}\nz"
    deleted = generated(asked(text, made(None, pasted, 1, above="x", below="y")), "moved")
    assert [one.line for one in deleted] == ([5] if found else [])


@pytest.mark.parametrize(
    ("origin", "revision", "found"),
    [
        (EditOrigin.TYPED, 0, True),
        (EditOrigin.TYPED, 3, False),
        (EditOrigin.ACCEPTED, 0, False),
    ],
)
def test_a_typed_or_suggested_line_was_not_moved(origin: EditOrigin, revision: int, found: bool) -> None:
    text = "x\nconfigure(server)\ny\n\n\nconfigure(server)\nz"
    edit = made(None, "configure(server)", 1, above="x", below="y", origin=origin, revision=revision)
    assert bool(generated(asked(text, edit), "moved")) == found


def test_features_of_a_moved_line() -> None:
    text = "x\n  configure(server)\ny\n\n\nconfigure(server)\nz\nconfigure(server)"
    edit = made(None, "  configure(server)", 1, above="x", below="y")
    first, second = sorted(generated(asked(text, edit), "moved"), key=lambda one: one.line)
    assert (first.line, second.line) == (5, 7)
    assert first.features["copies"] == log_scaled(1)
    assert (first.features["away"], second.features["away"]) == (log_scaled(3), log_scaled(5))
    assert (first.features["same_depth"], first.features["whole_edit"], first.features["import"]) == (
        0.0,
        1.0,
        0.0,
    )
