"""Which edits are renames of a binding, how probable each is, and the places that still have the old name."""

from itertools import pairwise

import pytest

from nes_symbolic.builders import OTHER, asked, made, text_of
from nes_symbolic.scenes import situation
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.renames import find_renames
from understudy.nes.symbolic.renames.limits import (
    CERTAIN_PROBABILITY,
    LIKELY_PROBABILITY,
    MAX_CHANGED_LINES,
    MAX_EDITS_SEARCHED,
    MAX_OTHER_CHANGED_LINES,
    MAX_RENAMES,
    OTHER_NAME_PROBABILITY,
    REASSIGNED_PROBABILITY,
    REFERENCES_CHANGED_PROBABILITY,
    REWRITTEN_PROBABILITY,
)
from understudy.nes.text import Edit, EditOrigin

CERTAIN, LIKELY, REFERENCES = CERTAIN_PROBABILITY, LIKELY_PROBABILITY, REFERENCES_CHANGED_PROBABILITY
REASSIGNED, REWRITTEN, OTHER_NAME = REASSIGNED_PROBABILITY, REWRITTEN_PROBABILITY, OTHER_NAME_PROBABILITY
ALONE = "rows = read()\nshow(rows)\nsave(rows)\n"


def renamed(asked_now: Situation) -> list[tuple[str, str, list[tuple[int, int, float]]]]:
    """The old and the new name of each rename, with line, column and probability of its places."""
    return [
        (one.old, one.new, [(at.span.start.line, at.span.start.column, at.probability) for at in one.places])
        for one in find_renames(asked_now)
    ]


def probability(name: str, text: str, *edits: tuple[str, str]) -> float | None:
    """The probability of the only rename; None if there is none."""
    found = renamed(situation(name, text, *edits))
    chances = {chance for _, _, places in found for _, _, chance in places}
    assert len(chances) <= 1, found
    return chances.pop() if chances else None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("rows = read()", "lines = read()", CERTAIN, id="the name alone"),
        pytest.param(
            "rows = read()", "all_rows = read(1)", REWRITTEN, id="also the value, and the names are related"
        ),
        pytest.param(
            "rows = read()", "lines = read(1)", OTHER_NAME, id="also the value, and the names are not"
        ),
        pytest.param("rows = read()", "lines = load()", OTHER_NAME, id="also the function"),
        pytest.param("rows = read()", "lines := read()", OTHER_NAME, id="also the symbol beside it"),
        pytest.param("rows = read()", "rowset = load()", REWRITTEN, id="a name that begins with the old one"),
        pytest.param("rows = read()", "Row = load()", REWRITTEN, id="a name that the old one begins with"),
        pytest.param("rows = read()", "_ = read()", None, id="the name of what is not used"),
        pytest.param("rows = read()", "x.y = read()", None, id="no name any more"),
        pytest.param("rows = read()", "rows = load()", None, id="what is no binding of the text"),
        pytest.param("rows = read()\n", "lines = read()\nlog()\n", OTHER_NAME, id="a line more"),
        pytest.param(
            "rows = read()\n", "rows_read = read()\nlog()\n", REWRITTEN, id="a line more, related names"
        ),
        pytest.param(
            "rows = read()\nshow(rows)", "lines = read()\nshow(lines)", CERTAIN, id="two places in one edit"
        ),
        pytest.param("show(rows)", "show(lines)", None, id="one use"),
        pytest.param("show(rows)\nsave(rows)", "show(lines)\nsave(lines)", REFERENCES, id="two uses"),
    ],
)
def test_how_probable_it_is_that_a_name_was_renamed(old: str, new: str, expected: float | None) -> None:
    assert probability("a.py", "import log\n" + ALONE, (old, new)) == expected


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        pytest.param(
            "a1 = 1\na1 = 2\nf(a1)\n", ("a1 = 1", "b1 = 1"), CERTAIN, id="the first of two assignments"
        ),
        pytest.param("a1 = 1\na1 = 2\nf(a1)\n", ("a1 = 2", "b1 = 2"), REASSIGNED, id="the second"),
        pytest.param(
            "a1 = f(1)\na1 = f(2)\nf(a1)\n", ("a1 = f(2)", "b1 = f(3)"), None, id="the second, with its value"
        ),
        pytest.param(
            "a1 = f(1)\na1 = f(2)\nf(a1)\n",
            ("a1 = f(1)", "b1 = f(3)"),
            REWRITTEN,
            id="the first, with its value",
        ),
        pytest.param(
            "from x import b1\na1 = 1\nf(a1)\ng(a1)\n",
            ("f(a1)\ng(a1)", "f(b1)\ng(b1)"),
            None,
            id="two uses, and the new name is imported",
        ),
        pytest.param(
            "def h():\n    f(a1)\n    g(a1)\nb1 = 2\na1 = 1\n",
            ("f(a1)\n    g(a1)", "f(b1)\n    g(b1)"),
            None,
            id="two uses, and the new name is defined below",
        ),
        pytest.param(
            "from x import a1\nf(b1)\ng(a1)\n",
            ("import a1", "import b1"),
            CERTAIN,
            id="an import, and the new name is used already",
        ),
        pytest.param(
            "a1 = 1\nf(a1, a1)\ng(a1)\n", ("f(a1, a1)", "f(b1, b1)"), REFERENCES, id="two uses in one line"
        ),
        pytest.param("a1 = 1\nf('a1')\nf(a1)\n", ("'a1'", "'b1'"), None, id="a word of a string"),
        pytest.param("a1 = 1\nf(b1)\n", ("f(b1)", "f(a1)"), None, id="a use of what nothing defines"),
        pytest.param(
            "f(b1)\ng(b1)\nh(b1)\n",
            ("f(b1)\ng(b1)", "f(c1)\ng(c1)"),
            None,
            id="two uses of what nothing defines",
        ),
        pytest.param("a1 = 1\na1 = 2\nf(a1)\n", ("a1 = 1\na1 = 2", "b1 = 1\nb1 = 2"), CERTAIN, id="both"),
        pytest.param("from x import a1\nf(a1)\n", ("a1", "b1"), CERTAIN, id="an import"),
        pytest.param(
            "from x import a1\nf(a1)\n", ("x import a1", "y import b1"), None, id="another module, too"
        ),
        pytest.param(
            "from x import a1\nf(a1)\ng(a1)\nh(a1)\n",
            ("f(a1)\ng(a1)", "f(b1)\ng(b1)"),
            None,
            id="two uses of an import",
        ),
        pytest.param("b1 = 0\na1 = 1\nf(a1)\n", ("a1 = 1", "b1 = 1"), None, id="the new name is taken"),
        pytest.param("a1 = 1\n# a1\nf(a1)\n", ("# a1", "# b1"), None, id="a word of a comment"),
    ],
)
def test_which_place_of_a_name_was_changed(text: str, edit: tuple[str, str], expected: float | None) -> None:
    assert probability("a.py", text, edit) == expected


def test_names_that_changed_places_are_not_renamed() -> None:
    swapped = [made("first = 1", "other = 1", 0), made("other = 2", "first = 2", 1, serial=2)]
    assert renamed(asked("other = 1\nfirst = 2\nf(first, other)\n", *swapped)) == []


def test_the_newest_renames_are_followed() -> None:
    names = [f"name{number}" for number in range(MAX_RENAMES + 1)]
    text = "".join(f"{name} = 1\nf({name})\n" for name in names)
    edits = [(f"{name} = 1", f"new_{name} = 1") for name in names]
    found = [old for old, _, _ in renamed(situation("a.py", text, *edits))]
    assert found == names[:0:-1]


@pytest.mark.parametrize(
    ("origin", "found"),
    [
        (EditOrigin.TYPED, True),
        (EditOrigin.UNDONE, False),
        (EditOrigin.EXTERNAL, False),
        (EditOrigin.ACCEPTED, False),
    ],
)
def test_whose_edit_is_a_rename(origin: EditOrigin, found: bool) -> None:
    edit = made("rows = 1", "lines = 1", origin=origin)
    assert bool(renamed(asked("lines = 1\nf(rows)", edit))) is found


@pytest.mark.parametrize(
    ("line", "now", "found"),
    [
        pytest.param(0, "lines = 1\nf(rows)", True, id="as it was written"),
        pytest.param(1, "f(rows)\nlines = 1", True, id="in the last line"),
        pytest.param(0, "other = 1\nf(rows)", False, id="another name since"),
        pytest.param(2, "lines = 1\nf(rows)", False, id="the line below the last"),
        pytest.param(3, "lines = 1\nf(rows)", False, id="the line is not there any more"),
    ],
)
def test_a_renamed_name_is_still_there(line: int, now: str, found: bool) -> None:
    assert bool(renamed(asked(now, made("rows = 1", "lines = 1", line)))) is found


def test_an_edit_of_lines_that_are_gone_is_no_rename() -> None:
    assert renamed(asked("lines = 1\nf(rows)", made("x\nrows = 1", "x\nlines = 1", -1))) == []


def test_a_text_without_bindings_has_no_renames() -> None:
    text = "rows are read\n\nrows are shown\n"
    assert renamed(situation("a.md", text, ("rows are read", "lines are read"))) == []


def test_an_edit_of_a_text_that_is_not_there_is_no_rename() -> None:
    edit = made("rows = 1", "lines = 1", uri=OTHER)
    assert renamed(asked("f(rows)", edit)) == []
    others = [text_of("lines = 1\nf(rows)", OTHER)]
    assert renamed(asked("f(rows)", edit, others=others)) == [("rows", "lines", [(1, 2, CERTAIN)])]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        pytest.param(MAX_CHANGED_LINES, MAX_CHANGED_LINES, True, id="as large as possible"),
        pytest.param(MAX_CHANGED_LINES + 1, MAX_CHANGED_LINES + 1, False, id="too large"),
        pytest.param(MAX_CHANGED_LINES + 1, MAX_CHANGED_LINES, False, id="too large before"),
        pytest.param(MAX_CHANGED_LINES, MAX_CHANGED_LINES + 1, False, id="too large after"),
    ],
)
def test_a_large_edit_is_no_rename(old: int, new: int, found: bool) -> None:
    edit = made("\n".join(["row_a = 1", *["x"] * (old - 1)]), "\n".join(["row_b = 1", *["x"] * (new - 1)]))
    assert bool(renamed(asked("row_b = 1\nf(row_a)", edit))) is found


@pytest.mark.parametrize(
    ("newer", "found"), [(MAX_EDITS_SEARCHED - 1, True), (MAX_EDITS_SEARCHED, False)], ids=["old", "too old"]
)
def test_old_edits_are_not_searched(newer: int, found: bool) -> None:
    later = [made("x", "y", 2, serial=number + 2) for number in range(newer)]
    assert bool(renamed(asked("lines = 1\nf(rows)\ny", made("rows = 1", "lines = 1"), *later))) is found


@pytest.mark.parametrize(
    ("others", "found"), [(MAX_OTHER_CHANGED_LINES, True), (MAX_OTHER_CHANGED_LINES + 1, False)]
)
def test_an_edit_that_changes_many_lines_besides_is_a_rewrite(others: int, found: bool) -> None:
    old = ["def run(row_a):", *(f"    call(x{number}, 1)" for number in range(others))]
    new = ["def run(row_b):", *(f"    call(x{number}, 1, 2)" for number in range(others))]
    text = "\n".join([*new, "    f(row_a)"])
    assert bool(renamed(asked(text, made("\n".join(old), "\n".join(new))))) is found


@pytest.mark.parametrize(
    ("later", "age"),
    [
        pytest.param([], 0, id="the last edit"),
        pytest.param([made("x", "y", 2, serial=2)], 1, id="the user made one since"),
        pytest.param(
            [made("x", "y", 2, serial=2, origin=EditOrigin.ACCEPTED)], 0, id="one was accepted since"
        ),
    ],
)
def test_the_age_of_a_rename(later: list[Edit], age: int) -> None:
    (found,) = find_renames(asked("lines = 1\nf(rows)\ny", made("rows = 1", "lines = 1"), *later))
    assert [one.age for one in found.changes] == [age]


@pytest.mark.parametrize(
    ("old", "new", "now", "expected"),
    [
        pytest.param("rows = read()", "rows2 = load(x, 1)", "f(rows)", REWRITTEN, id="a rewritten value"),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "found = read(b, 1, 2, 3, c(d))",
            "f(rows)",
            REWRITTEN,
            id="the same word in the new value",
        ),
        pytest.param("rows = read(a)", "found = read(b, 1, 2, 3, c(d))", "f(rows)", REWRITTEN, id="one line"),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "found = b(1, 2, 3, c(d))",
            "f(rows)",
            None,
            id="nothing in common",
        ),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "rows_read = b(1, 2, 3, c(d))",
            "f(rows)",
            REWRITTEN,
            id="the new name begins with the old one",
        ),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "found = read(rows, 2, 3, c(d), 4)",
            "f(rows)",
            None,
            id="the old name is used",
        ),
        pytest.param(
            "rows = read(a)\ngo(found)\ngo(2)",
            "found = read(b, 2, 3, c(d), 4)",
            "f(rows)",
            None,
            id="the new name was there",
        ),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "found = read(b, 2, 3, c(d), 4)\nfound.go(1, 2)",
            "f(rows)",
            None,
            id="the new name is used at once",
        ),
        pytest.param(
            "rows = read(a)\ncols = 1\ngo(1)",
            "found = read(b, 2, 3, c(d), 4)",
            "f(rows)",
            None,
            id="two definitions are gone",
        ),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "found = read(b, 2, 3, c(d), 4)\nmore = z(1)[2](3, 4)",
            "f(rows)",
            None,
            id="two definitions are new",
        ),
        pytest.param(
            "rows = read(a)\ngo(1)\ngo(2)",
            "found = lambda: read(b, 1, 2, 3, c(d))",
            "f(rows)",
            None,
            id="a function in its place",
        ),
    ],
)
def test_a_definition_that_takes_the_place_of_another(
    old: str, new: str, now: str, expected: float | None
) -> None:
    found = renamed(asked(f"{new}\n{now}", made(old, new)))
    assert [places[0][2] for _, _, places in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        pytest.param("a(x)\nb(y)\nc(z)", "a(x)\nb(y)\nc(z)", True, id="as they were"),
        pytest.param("a(1)\nb(2)\nc(3)", "a(x)\nb(y)\nc(z)", False, id="names for numbers"),
        pytest.param("a(x)\nb(y)\nc(z)", "a(1)\nb(2)\nc(3)", False, id="numbers for names"),
        pytest.param("a(x)\nb(y)\nc(z)", "a(p)\nb(q)\nc(r)", True, id="names for names"),
        pytest.param("a(x)\nb(y)\nc(z)", "a(_)\nb(_)\nc(_)", False, id="the blank name for names"),
    ],
)
def test_lines_in_which_more_than_names_changed_make_a_rewrite(old: str, new: str, found: bool) -> None:
    edit = made(f"row_a = 1\n{old}", f"row_b = 1\n{new}")
    assert ("row_a" in [name for name, _, _ in renamed(asked(f"row_b = 1\n{new}\nf(row_a)", edit))]) is found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            "rows = 1\nshow(lines, 2)", "lines = 1\nshow(other, 2)", id="the new name was elsewhere"
        ),
        pytest.param(
            "rows = 1\nshow(other, 2)", "lines = 1\nshow(rows, 2)", id="the old name is elsewhere now"
        ),
        pytest.param("rows = 1\nshow(lines)", "lines = 1", id="the new name was in a line that is gone"),
        pytest.param("rows = 1", "lines = 1\nshow(rows)", id="the old name is in a line that is new"),
    ],
)
def test_a_name_that_moved_is_not_renamed(old: str, new: str) -> None:
    assert renamed(asked(f"{new}\nf(rows)", made(old, new))) == []


def test_places_beside_changed_ones_are_found_where_they_are_now() -> None:
    edits = [("rows = 0", "lines2 = 0"), ("f(rows, rows, rows)", "f(lines2, lines2, rows)")]
    found = renamed(situation("a.py", "rows = 0\nf(rows, rows, rows)\n", *edits))
    assert found == [("rows", "lines2", [(1, 18, CERTAIN)])]


def test_a_name_that_was_changed_twice_at_one_place_is_one_change() -> None:
    names = ["rows", "lines2", "other", "rows", "lines2"]
    steps = [(f"{old} = 0", f"{new} = 0") for old, new in pairwise(names)]
    found = renamed(situation("a.py", "rows = 0; f(rows)\n", *steps))
    assert ("rows", "lines2", [(0, 14, CERTAIN)]) in found


IMPORTING = "from a import rows\nf(rows)"


@pytest.mark.parametrize(
    ("edits", "here", "expected"),
    [
        pytest.param([made("rows = 1", "lines = 1")], "lines = 1", [(OTHER, 0), (OTHER, 1)], id="one text"),
        pytest.param(
            [made("rows = g(1)", "lines = g(2)"), made("z(rows)", "z(lines)", 2, uri=OTHER)],
            "lines = g(2)\nf(rows)",
            [],
            id="the name alone in another text only",
        ),
    ],
)
def test_a_name_in_other_texts(edits: list[Edit], here: str, expected: list[tuple[str, int]]) -> None:
    others = [text_of(f"{IMPORTING}\nz(lines)", OTHER)]
    found = find_renames(asked(here, *edits, others=others))
    places = [(at.uri, at.span.start.line) for one in found for at in one.places if at.probability == CERTAIN]
    assert places == expected


def test_a_name_that_another_text_passes_on_by_the_new_name() -> None:
    user = "file:///project/c.py"
    passing = made(
        "from a import rows", "from a import lines", uri=OTHER, serial=2, origin=EditOrigin.ACCEPTED
    )
    stem = OTHER.rpartition("/")[2].removesuffix(".py")
    others = [text_of("from a import lines", OTHER), text_of(f"from {stem} import rows\nf(rows)", user)]
    found = find_renames(asked("lines = 1", made("rows = 1", "lines = 1"), passing, others=others))
    places = [(at.uri, at.span.start.line) for one in found for at in one.places]
    assert places == [(user, 0), (user, 1)]


def test_a_change_at_the_same_position_of_another_text_is_another_place() -> None:
    edits = [made("f(rows)", "f(lines)", 1), made("rows = 2", "lines = 2", 0, uri=OTHER, serial=2)]
    others = [text_of("lines = 2\nf(rows)", OTHER)]
    found = renamed(asked("rows = 1\nf(lines)\ng(rows)", *edits, others=others))
    assert found == [("rows", "lines", [(1, 2, CERTAIN)])]


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        pytest.param([made("rows = g(1)", "lines = g(2)")], OTHER_NAME, id="with its value"),
        pytest.param(
            [made("rows = g(1)", "lines = g(2)"), made("f(rows)", "f(lines)", 1, serial=2)],
            CERTAIN,
            id="with its value, and a use alone",
        ),
        pytest.param(
            [
                made("rows = g(1)", "lines = g(2)"),
                made("f(rows)", "f(lines)", 1, serial=2, origin=EditOrigin.ACCEPTED),
            ],
            OTHER_NAME,
            id="with its value, and a use alone that was suggested",
        ),
    ],
)
def test_a_change_of_the_name_alone_shows_a_rename(edits: list[Edit], expected: float) -> None:
    ((_, _, places),) = renamed(asked("lines = g(2)\nf(lines)\nf(rows)", *edits))
    assert {chance for _, _, chance in places} == {expected}


def test_a_definition_that_was_replaced_and_a_use_that_was_rewritten() -> None:
    new = "found = read(b, 1, 2, 3, c(d))"
    edits = [made("rows = read(a)", new), made("f(rows, 1)", "f(found, 2)", 1, serial=2)]
    assert renamed(asked(f"{new}\nf(found, 2)\nf(rows)", *edits)) == [("rows", "found", [(2, 2, REWRITTEN)])]


@pytest.mark.parametrize(
    ("name", "text", "edit", "expected"),
    [
        pytest.param(
            "a.py",
            "class Q:\n    def push_it(self): pass\n\ndef f(q):\n    q.push_it()\n",
            ("push_it", "push_all"),
            LIKELY,
            id="an unknown receiver",
        ),
        pytest.param(
            "a.py",
            "class Q:\n    def parse(self): pass\n\ndef f(q):\n    q.parse()\n",
            ("def parse", "def take"),
            None,
            id="a member that many types have",
        ),
        pytest.param(
            "a.ts",
            "class Q {\n  pushIt() {}\n}\nfunction f(q) {\n  q.pushIt()\n}\n",
            ("pushIt", "pushAll"),
            None,
            id="an unknown receiver in TypeScript",
        ),
        pytest.param(
            "a.ts",
            "class Q {\n  pushIt() {}\n  all() { this.pushIt() }\n}\n",
            ("pushIt", "pushAll"),
            CERTAIN,
            id="a known receiver in TypeScript",
        ),
        pytest.param(
            "a.py",
            "class Q:\n    def push_it(self): pass\n\ndef f(q):\n    q.push_it(1)\n",
            ("push_it(self): pass", "send_row(self): return 1"),
            OTHER_NAME,
            id="an unlikely rename",
        ),
        pytest.param(
            "a.ts",
            "const f = ({ row }) => g(row);\n",
            ("{ row }", "{ line }"),
            CERTAIN,
            id="a property that a parameter takes",
        ),
        pytest.param(
            "a.ts",
            "const f = ({ row }) => g({ row }, row);\n",
            ("g({ row }", "g({ line }"),
            None,
            id="a property that is written from a property",
        ),
        pytest.param(
            "a.py",
            "class Q:\n    def a(self):\n        f(self.row1)\n    def __init__(self):\n        self.row1 = 1\n",
            ("self.row1 = 1", "self.line1 = 1"),
            CERTAIN,
            id="a field of Python that is used above",
        ),
        pytest.param(
            "a.rb",
            "class Q\n  before :row1\n  def a\n    row1\n  end\n  def row1\n  end\nend\n",
            ("def row1", "def line1"),
            CERTAIN,
            id="a method of Ruby that is named above",
        ),
        pytest.param(
            "a.rb",
            "class Q\n  def a\n    row1\n  end\n  def row1\n  end\nend\n",
            ("    row1", "    line1"),
            None,
            id="one call of a method of Ruby",
        ),
        pytest.param(
            "a.ts",
            "class Q {\n  a() {\n    f(this.row1);\n  }\n  row1 = 1;\n}\n",
            ("row1 = 1", "line1 = 1"),
            CERTAIN,
            id="a field that is declared below its use",
        ),
        pytest.param(
            "a.ts",
            "const f = ({ row }) => g(row, row);\n",
            ("g(row,", "g(line,"),
            None,
            id="one use of a property that a parameter takes",
        ),
        pytest.param(
            "a.py",
            "class Q:\n    def a(self):\n        self.row1 = 1\n        f(self.row1)\n",
            ("self.row1 = 1", "self.line1 = 1"),
            CERTAIN,
            id="a field",
        ),
        pytest.param(
            "a.rs",
            "enum E {\n    Row { at: u8 },\n}\nfn f(e: E) {\n    g(E::Row { at: 1 });\n}\n",
            ("Row { at: u8 }", "Line { at: u8 }"),
            CERTAIN,
            id="a variant of an enum",
        ),
    ],
)
def test_members_and_properties(name: str, text: str, edit: tuple[str, str], expected: float | None) -> None:
    assert probability(name, text, edit) == expected


@pytest.mark.parametrize(
    ("language", "old", "new", "rest", "place"),
    [
        pytest.param(
            "typescript", "const { a, b } = c;", "const { a: x, b } = c;", "f(a);", 2, id="an object"
        ),
        pytest.param("javascript", "g(({ a }) => {", "g(({ a: x }) => {", "f(a); });", 2, id="a parameter"),
        pytest.param(
            "rust", "fn f() { let P { a, b } = c;", "fn f() { let P { a: x, b } = c;", "a }", 0, id="Rust"
        ),
        pytest.param(
            "javascript", "const { b } = c;", "const { a: x, b } = c;", "f(a);", None, id="a new one"
        ),
        pytest.param(
            "javascript", "const { a } = c;", "const { x: a } = c;", "f(a);", None, id="the property"
        ),
        pytest.param("javascript", "const b = { a };", "const b = { a: x };", "f(a);", None, id="a value"),
        pytest.param(
            "typescript", "function g(a) {", "function g(a: x) {", "f(a); }", None, id="an annotation"
        ),
        pytest.param("python", "def g(a):", "def g(a: x):", "  f(a)", None, id="an annotation in Python"),
    ],
)
def test_a_property_that_a_pattern_takes_by_another_name(
    language: str, old: str, new: str, rest: str, place: int | None
) -> None:
    found = find_renames(asked(f"{new}\n{rest}", made(old, new), language=language))
    assert [(one.old, one.new) for one in found] == ([("a", "x")] if place is not None else [])
    assert [at.span.start for one in found for at in one.places] == (
        [(1, place)] if place is not None else []
    )


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        pytest.param(
            "  g({ name, x })", "  g({ name: fullName, x })", "name: fullName", id="the value is behind"
        ),
        pytest.param("  g({ name })", "  g({ name: fullName })", "name: fullName", id="the only property"),
        pytest.param(
            "  g({ name, x })", "  g({ fullName: name, x })", "fullName: name", id="the property is before"
        ),
        pytest.param("  g({ name, x })", "  g({ name = fullName, x })", None, id="another symbol"),
        pytest.param("  g({ name, x })", "  g({ name: fullName(), x })", None, id="more than a name"),
        pytest.param("  g({ name, x })", "  g({ name: 12, x })", None, id="a number"),
        pytest.param("  g({ (), x })", "  g({ (): fullName, x })", None, id="nothing before"),
        pytest.param("  g({ (), x })", "  g({ fullName: (), x })", None, id="nothing behind"),
        pytest.param("  g ", "  g fullName: ", None, id="nothing behind at the end of the line"),
        pytest.param("  g({ name* })", "  g({ name: fullName })", None, id="in place of a symbol"),
        pytest.param("  g({ name })", "  g({ fullName, name })", None, id="an element before"),
        pytest.param("  g({ name })", "  g({ name, fullName })", None, id="an element behind"),
        pytest.param("  g({ name, x })", "  g({ name; y fullName, x })", None, id="other tokens"),
    ],
)
def test_a_shorthand_property_that_a_suggestion_wrote_out(old: str, new: str, written: str | None) -> None:
    header = "function f(fullName, x) {"
    edits = [
        made("function f(name, x) {", header),
        made(old, new, 1, serial=2, origin=EditOrigin.ACCEPTED),
    ]
    (found,) = find_renames(asked(f"{header}\n{new}\n  h(name)\n}}", *edits, language="typescript"))
    assert [one.written for one in found.changes] == [*([written] if written else []), "fullName"]
    assert [at.span.start.line for at in found.places if at.span.start.line == 2] == [2]
    if written:
        assert (found.changes[0].line, found.changes[0].column) == (1, new.index(written))
        assert [at.span.start.line for at in found.places] == [2]


def test_a_written_out_shorthand_whose_new_name_is_a_part_of_the_old_one() -> None:
    text = (
        "interface A { r: number }\nfunction f(radius: number): A {\n  return { r: radius };\n}\nlet a: A;\n"
    )
    use = "a.radius + a.r;"
    edits = [
        made("interface A { radius: number }", "interface A { r: number }"),
        made("  return { radius };", "  return { r: radius };", 2, serial=2, origin=EditOrigin.ACCEPTED),
    ]
    found = find_renames(asked(f"{text}{use}", *edits, language="typescript"))
    assert [one.binding.kind for one in found] == ["field"]
