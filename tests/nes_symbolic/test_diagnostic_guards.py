"""Boundaries of the fixes for diagnostics: spelling, punctuation, unused names."""

import pytest

from nes_symbolic.builders import ALL_KINDS, HERE, OTHER, asked
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.engine_api import Diagnostic, SuggestionKind, Trigger
from understudy.nes.symbolic import diagnostics
from understudy.nes.symbolic.diagnostics.messages import parse_message
from understudy.nes.symbolic.diagnostics.undefined_names import edit_distance, nearest_name
from understudy.nes.symbolic.limits import MAX_DIAGNOSTICS, MAX_MESSAGE_CHARS
from understudy.nes.text import Point, Span, apply_replacements


def at(line: int, column: int, message: str, end: int | None = None, **more: str) -> Diagnostic:
    span = Span(Point(line, column), Point(line, column if end is None else end))
    uri, severity = more.get("uri", HERE), more.get("severity", "error")
    return Diagnostic(uri, span, severity, message)  # type: ignore[arg-type]


def fixed(
    text: str,
    *found: Diagnostic,
    language: str = "python",
    kinds: frozenset[SuggestionKind] = ALL_KINDS,
    cursor: int = 0,
    trigger: Trigger = Trigger.AUTOMATIC,
) -> list[str]:
    """The text after each of the fixes."""
    situation = asked(
        text, cursor=(cursor, 0), diagnostics=found, language=language, kinds=kinds, trigger=trigger
    )
    candidates = diagnostics.propose(situation)
    return ["\n".join(apply_replacements(one.edits, situation.snapshot.lines)) for one in candidates]


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("name", "name", 0),
        ("name", "nmae", 1),
        ("name", "nam", 1),
        ("name", "names", 1),
        ("name", "game", 1),
        ("name", "game_", 2),
        ("name", "na", 2),
        ("name", "n", 3),
        ("name", "other", 3),
        ("abcd", "badc", 2),
        ("ab", "ba", 1),
    ],
)
def test_the_number_of_wrong_letters(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other) == edit_distance(other, one) == distance


@pytest.mark.parametrize(
    ("name", "known", "nearest"),
    [
        pytest.param("nmae", ["name"], "name", id="four letters, one wrong"),
        pytest.param("gaem", ["name"], None, id="four letters, two wrong"),
        pytest.param("cuont", ["count"], "count", id="five letters, one wrong"),
        pytest.param("cuonz", ["count"], "count", id="five letters, two wrong"),
        pytest.param("cuozz", ["count"], None, id="five letters, three wrong"),
        pytest.param("na", ["nam"], None, id="a name of two letters"),
        pytest.param("nam", ["nan"], "nan", id="a name of three letters"),
        pytest.param("nam", ["na"], None, id="a known name of two letters"),
        pytest.param("counts", ["count", "mounts"], None, id="two equally near"),
        pytest.param("countss", ["counts", "count"], "counts", id="one nearer than the other"),
        pytest.param("count", ["count"], None, id="the name itself"),
    ],
)
def test_the_nearest_name(name: str, known: list[str], nearest: str | None) -> None:
    assert nearest_name(name, known) == nearest


@pytest.mark.parametrize(
    ("text", "column", "end", "expected"),
    [
        pytest.param("total = 1\ntotal\nfoo(totl)", 4, 4, "foo(total)", id="at the diagnostic"),
        pytest.param("total = 1\ntotal\nfoo(totl)", 0, 0, "foo(total)", id="alone in its line"),
        pytest.param("total = 1\ntotal\nf(totl, totl)", 0, 0, None, id="twice in its line"),
        pytest.param("total = 1\ntotal\nf(totl, totl)", 0, 6, "f(total, totl)", id="inside the span"),
        pytest.param("total = 1\ntotal\nf(totl, totl)", 8, 8, "f(totl, total)", id="the second"),
        pytest.param("total = 1\ntotal\nx.totl", 2, 2, None, id="a member"),
        pytest.param("total = 1\nfoo(totl)", 0, 0, "foo(total)", id="a name that is only defined"),
        pytest.param("bar(total)\nfoo(totl)", 0, 0, None, id="an unknown name that occurs once"),
    ],
)
def test_where_a_misspelt_name_is_replaced(text: str, column: int, end: int, expected: str | None) -> None:
    line = text.count("\n")
    texts = fixed(text, at(line, column, "undefined name 'totl'", end))
    assert [one.split("\n")[line] for one in texts] == ([expected] if expected else [])


@pytest.mark.parametrize("line", [-1, 2])
@pytest.mark.parametrize("message", ["undefined name 'totl'", "expected ':'", "'(' was never closed"])
def test_a_diagnostic_outside_of_the_text_is_ignored(line: int, message: str) -> None:
    assert fixed("total = totl(total\nif x", at(line, 0, message)) == []


@pytest.mark.parametrize(
    ("text", "language", "message", "expected"),
    [
        pytest.param("if x\n    y", "python", "expected ':'", "if x:\n    y", id="a colon"),
        pytest.param("if x\n    y", "typescript", "expected ':'", None, id="only in Python"),
        pytest.param("x = 1\n    y", "python", "expected ':'", None, id="not a block"),
        pytest.param("if x:\n    y", "python", "expected ':'", None, id="has its colon"),
        pytest.param("if f(x\n    y", "python", "expected ':'", None, id="an open bracket"),
        pytest.param("if x,\n    y", "python", "expected ':'", None, id="goes on after a comma"),
        pytest.param("f(1\n", "python", "'(' was never closed", "f(1)\n", id="a bracket"),
        pytest.param("f[1\n", "python", "'[' was never closed", "f[1]\n", id="a square bracket"),
        pytest.param("f(1\n", "python", "'[' was never closed", None, id="another bracket reported"),
        pytest.param("f(g(1\n", "python", "'(' was never closed", None, id="two brackets open"),
        pytest.param("f(1,\n", "python", "'(' was never closed", None, id="goes on below"),
        pytest.param("f(\n", "python", "'(' was never closed", None, id="begins below"),
        pytest.param("f)1(\n", "python", "'(' was never closed", None, id="brackets in the wrong order"),
        pytest.param("f(1;\n", "typescript", "')' expected.", "f(1);\n", id="before the semicolon"),
        pytest.param("if (x {\n}", "typescript", "')' expected.", None, id="a block begins behind"),
        pytest.param("g(2)\nf(1", "python", "'(' was never closed", None, id="open in the last line"),
    ],
)
def test_missing_punctuation(text: str, language: str, message: str, expected: str | None) -> None:
    assert fixed(text, at(0, 0, message), language=language) == ([expected] if expected else [])


def test_the_line_above_is_fixed_if_the_reported_one_is_whole() -> None:
    assert fixed("f(1\ng(2)", at(1, 0, "'(' was never closed")) == ["f(1)\ng(2)"]


@pytest.mark.parametrize(
    ("text", "language", "message", "expected"),
    [
        pytest.param(
            "import os\nx = 1", "python", "`os` imported but unused", "x = 1", id="an unused import"
        ),
        pytest.param("import os\nos.x", "python", "`os` imported but unused", None, id="is used all the same"),
        pytest.param(
            "def f():\n    x = 1\n    return 2",
            "python",
            "local variable 'x' is assigned to but never used",
            "def f():\n    return 2",
            id="a value without side effects",
        ),
        pytest.param(
            "def f():\n    x = g()\n    return 2",
            "python",
            "local variable 'x' is assigned to but never used",
            None,
            id="a call",
        ),
        pytest.param(
            "def f():\n    x = 1\n    x = 2",
            "python",
            "local variable 'x' is assigned to but never used",
            None,
            id="assigned twice",
        ),
        pytest.param(
            "fn f() {\n    let x = g();\n}", "rust", "unused variable: `x`", "fn f() {\n    let _x = g();\n}",
            id="an underscore in Rust",
        ),
        pytest.param("fn f() {\n    let _x = g();\n}", "rust", "unused variable: `_x`", None, id="has one"),
        pytest.param(
            "f();\nlet x = g();", "typescript", "'x' is never reassigned. Use 'const' instead.",
            "f();\nconst x = g();", id="const",
        ),
        pytest.param(
            "f();\nlet x = 1, y = 2;", "typescript", "'x' is never reassigned. Use 'const' instead.", None,
            id="two variables",
        ),
    ],
)  # fmt: skip
def test_unused_and_constant_names(text: str, language: str, message: str, expected: str | None) -> None:
    line = 0 if text.startswith("import") else 1
    column = text.split("\n")[line].find(" x") + 1
    assert fixed(text, at(line, max(column, 0), message), language=language) == (
        [expected] if expected else []
    )


def test_the_import_in_the_reported_line_is_removed() -> None:
    text = "from a import x\nfrom b import x\ny = 1"
    assert fixed(text, at(1, 0, "`b.x` imported but unused")) == ["from a import x\ny = 1"]
    assert fixed(text, at(0, 0, "`a.x` imported but unused")) == ["from b import x\ny = 1"]
    assert fixed(text, at(2, 0, "`a.x` imported but unused")) == []


def test_at_most_so_many_diagnostics_are_handled_the_nearest_first() -> None:
    text = "\n".join(["f(1"] * 30)
    found = [at(line, 0, "'(' was never closed") for line in range(30)]
    texts = fixed(text, *found, cursor=20, trigger=Trigger.DIAGNOSTIC)
    assert len(texts) <= MAX_DIAGNOSTICS
    lines = [
        one.split("\n").index("f(1)") for one in fixed(text, *found[:3], cursor=1, trigger=Trigger.DIAGNOSTIC)
    ]
    assert lines == [1, 0, 2]


def test_the_diagnostic_trigger_orders_by_distance_and_others_by_probability() -> None:
    text = "import os\nx = 1\nf(1"
    found = [at(0, 0, "`os` imported but unused"), at(2, 0, "'(' was never closed")]
    near = fixed(text, *found, cursor=2, trigger=Trigger.DIAGNOSTIC)
    assert near[0].endswith("f(1)")
    likely = diagnostics.propose(asked(text, cursor=(2, 0), diagnostics=found))
    assert [one.probability for one in likely] == sorted((one.probability for one in likely), reverse=True)
    assert len(likely) == 2


def test_other_texts_and_clients_without_edits_get_no_fix() -> None:
    message = "'(' was never closed"
    assert fixed("f(1", at(0, 0, message, uri=OTHER)) == []
    assert fixed("f(1", at(0, 0, message), kinds=frozenset({"jump"})) == []
    assert fixed("f(1", at(0, 0, message)) == ["f(1)"]


def test_a_message_is_read_up_to_its_limit() -> None:
    message = "undefined name 'totl'"
    assert parse_message(" " * (MAX_MESSAGE_CHARS - len(message)) + message) is not None
    parsed = parse_message(" " * (MAX_MESSAGE_CHARS - len(message) + 2) + message)
    assert parsed is None or parsed.name != "totl"
    assert parse_message("all is well") is None


def test_two_texts_that_agree_on_an_import_change_its_probability() -> None:
    def probability(importing_texts: int) -> float:
        harness = RuleHarness(m__py="import os\n\nprint(os, Thing)\n")
        for number in range(importing_texts):
            harness.put(f"n{number}.py", "from lib import Thing\n\nThing()\n")
        found = harness.diagnose("m.py", (2, 10, '"Thing" is not defined'))
        return only(found, "diagnostic-import").probability

    assert probability(1) != probability(2) == probability(3)


SPELLING = "def f():\n    total = 1\n    return totl\n"
IMPORT = "x = Thing(1)\n"
PROBABILITIES: dict[str, tuple[dict[str, str], tuple[int, int, str], str, float]] = {
    "a bracket": ({"m.py": "f(1\n"}, (0, 0, "'(' was never closed"), "diagnostic-bracket", 0.75),
    "a colon": ({"m.py": "if x\n    y\n"}, (0, 0, "expected ':'"), "diagnostic-colon", 0.85),
    "an unused name": (
        {"m.py": "import os\nx = 1\n"},
        (0, 7, "`os` imported but unused"),
        "diagnostic-unused",
        0.65,
    ),
    "a misspelt name": ({"m.py": SPELLING}, (2, 11, "undefined name 'totl'"), "diagnostic-spelling", 0.75),
    "a misspelt name with a hint": (
        {"m.py": SPELLING},
        (2, 11, "Cannot find name 'totl'. Did you mean 'total'?"),
        "diagnostic-spelling",
        0.909,
    ),
    "a name that one text imports": (
        {"m.py": IMPORT, "a.py": "from lib import Thing\n"},
        (0, 4, "undefined name 'Thing'"),
        "diagnostic-import",
        0.75,
    ),
    "a name that two texts import": (
        {"m.py": IMPORT, "a.py": "from lib import Thing\n", "b.py": "from lib import Thing\n"},
        (0, 4, "undefined name 'Thing'"),
        "diagnostic-import",
        0.832,
    ),
    "a name that one text defines": (
        {"m.py": IMPORT, "lib.py": "class Thing:\n    pass\n"},
        (0, 4, "undefined name 'Thing'"),
        "diagnostic-import",
        0.5,
    ),
}


@pytest.mark.parametrize("name", PROBABILITIES)
def test_how_probable_a_fix_is(name: str) -> None:
    files, found, family, probability = PROBABILITIES[name]
    harness = RuleHarness()
    for path, text in files.items():
        harness.put(path, text)
    assert only(harness.diagnose("m.py", found), family).probability == pytest.approx(probability, abs=0.001)
