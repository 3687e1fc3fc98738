"""A new variable is used where its expression is repeated below."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions import propose_extracted_values
from understudy.nes.symbolic.consequences.definitions.extracted_value import PROBABILITY
from understudy.nes.symbolic.consequences.limits import (
    MAX_EXTRACTED_PLACES,
    MAX_EXTRACTED_SCOPE_LINES,
    MAX_TEXT_LINE_CHARS,
    MIN_EXTRACTED_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin


def follow(
    new: str,
    below: str,
    *,
    old: str = "",
    path: str = "a.js",
    above: str = "f() {",
    origin: EditOrigin = EditOrigin.TYPED,
) -> list[str]:
    """The lines below as the candidates change them, each on its own."""
    harness = RuleHarness()
    before = [*above.split("\n"), *(old.split("\n") if old else []), *below.split("\n")]
    harness.put(path, "\n".join(before))
    size = len(old.split("\n")) if old else 0
    at = len(above.split("\n"))
    harness.splice(path, at, before[at : at + size], new.split("\n"), origin)
    uri = f"file:///project/{path}"
    found = harness.checked(propose_extracted_values(RuleContext(harness.situation(path))))
    changed: list[str] = []
    for one in found:
        assert one.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(0)))
        now, then = harness.workspace.texts[uri], harness.after(one).split("\n")
        changed += [line for line, other in zip(then, now, strict=True) if line != other]
    return changed


@pytest.mark.parametrize(
    ("path", "new", "below", "expected"),
    [
        ("a.js", "  var next = this.req.next;", "  send(this.req.next, o);\n}", ["  send(next, o);"]),
        ("a.js", "  const n = list.size(a)", "  if (list.size(a) > 1)\n}", ["  if (n > 1)"]),
        ("a.js", "  let w: number = box.width;", "  f(box.width)", ["  f(w)"]),
        ("a.js", "  var get = box.getter(a);", "  box.getter(a)(b);", ["  get(b);"]),
        ("a.js", "  var w = box.width;", "  var area = square(box.width);", ["  var area = square(w);"]),
        ("a.go", "\tleft := e.delims.Left", "\tf(e.delims.Left)", ["\tf(left)"]),
        ("a.py", "    size = len(self.items)", "    return len(self.items) - 1", ["    return size - 1"]),
        ("a.rs", "    let all = self.vec.len();", "    f(self.vec.len())", ["    f(all)"]),
        ("a.java", "  static final Kind KIND = Kinds.FIRST;", "  f(Kinds.FIRST);", ["  f(KIND);"]),
        ("a.c", "  p = r->buf->pos;", "  f(r->buf->pos);", ["  f(p);"]),
    ],
)
def test_an_expression_is_replaced_by_its_variable(
    path: str, new: str, below: str, expected: list[str]
) -> None:
    assert follow(new, below, path=path) == expected


def test_all_variables_of_one_edit_are_used() -> None:
    new = "  var a = this.delims.left;\n  var b = this.delims.right;"
    assert follow(new, "  f(this.delims.left, this.delims.right);\n  g(this.delims.right);") == [
        "  f(a, b);",
        "  g(b);",
    ]


def test_a_longer_expression_goes_before_a_part_of_it() -> None:
    new = "  var a = this.delims;\n  var b = this.delims.right;"
    assert follow(new, "  f(this.delims, this.delims.right);") == ["  f(a, b);"]


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_a_long_line_is_no_definition(more: int, found: bool) -> None:
    value = "a." + "b" * (MAX_TEXT_LINE_CHARS - len("  var x = a.;") + more)
    assert bool(follow(f"  var x = {value};", f"  f({value});")) == found


def test_a_definition_behind_a_comma_belongs_to_the_statement_above() -> None:
    above = "var a = 1\n  , b = 2"
    assert follow("  , res = http.Response.prototype;", "http.Response.prototype.send = f;", above=above) == [
        "res.send = f;"
    ]


def test_a_definition_behind_a_comma_is_in_the_block_of_the_line_above_it() -> None:
    below = "  g(http.Response.prototype);\n}\nh(http.Response.prototype);"
    assert follow("    , res = http.Response.prototype;", below, above="  var a = 1") == ["  g(res);"]


def test_a_definition_in_a_comment_defines_nothing() -> None:
    assert follow("  var x = a.b.cde;", "  */\n  f(a.b.cde);", above="f() {\n  /*") == []


def test_a_text_without_a_language_has_no_definitions() -> None:
    assert follow("  var x = a.b.cde;", "  f(a.b.cde);", path="notes.txt") == []


def test_a_definition_that_was_changed_since_is_not_used() -> None:
    harness = RuleHarness(a__js="f() {\n  two(a.b.cde);\n  three(a.b.cde);\n}")
    harness.insert("a.js", "f() {", "  var x = a.b.cde;")
    harness.edit("a.js", "  var x = a.b.cde;", "  var x = one();")
    assert propose_extracted_values(RuleContext(harness.situation("a.js"))) == []


def test_a_definition_in_another_file_changes_nothing_in_a_copy_of_it() -> None:
    harness = RuleHarness(
        a__js="f() {\n  two(a.b.cde);\n}", b__js="f() {\n  var x = a.b.cde;\n  two(a.b.cde);\n}"
    )
    harness.insert("a.js", "f() {", "  var x = a.b.cde;")
    assert propose_extracted_values(RuleContext(harness.situation("b.js"))) == []


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("  f(this.req.nextOne);", id="a longer name"),
        pytest.param("  f(a.this.req.next);", id="a part of another path"),
        pytest.param("  this.req.next();", id="a call"),
        pytest.param("  this.req.next = 1;", id="it is assigned to"),
        pytest.param("  f('this.req.next');", id="a string"),
        pytest.param("  // this.req.next", id="a comment"),
        pytest.param("}\nf(this.req.next);", id="behind the block"),
        pytest.param("  next = 2;\n  f(this.req.next);", id="the variable changes before"),
        pytest.param("  var this = a;\n  f(this.req.next);", id="a name of the expression changes before"),
        pytest.param("  this++;\n  f(this.req.next);", id="a name of the expression is counted before"),
        pytest.param("  var next = this.req.next;", id="the definition moves"),
        pytest.param("  var other = this.req.next;\n  f(this.req.next)", id="another variable for it"),
        pytest.param("  f(next == this.req.next);", id="compared with the variable"),
        pytest.param("  f(this.req.next)\n    .then(g);", id="the next line continues it"),
    ],
)
def test_where_the_expression_stays(below: str) -> None:
    assert follow("  var next = this.req.next;", below) == []


@pytest.mark.parametrize(
    ("new", "below"),
    [
        pytest.param("  var x = await a.b(c);", "  f(await a.b(c));", id="it waits"),
        pytest.param("  var x = new A.B(c);", "  f(new A.B(c));", id="a new object"),
        pytest.param("  var x = a.b || c.d;", "  f(a.b || c.d);", id="an operator"),
        pytest.param("  var x = a.b - c.d;", "  f(a.b - c.d);", id="an arithmetic operator"),
        pytest.param("  var x = Date.now(a.b);", "  f(Date.now(a.b));", id="another value each time"),
        pytest.param("  var x = a.createB(c);", "  f(a.createB(c));", id="something is created"),
        pytest.param("  var x = f(function (a.b) {", "  g(f(function (a.b) {", id="a function"),
        pytest.param("  var value = another;", "  f(another);", id="a name"),
        pytest.param("  var x = thing();", "  f(thing());", id="a call without arguments"),
        pytest.param("  var x = (a.bcdef", "  f((a.bcdef", id="an open bracket"),
        pytest.param("  var x = (a.b).cdef;", "  f((a.b).cdef);", id="brackets"),
        pytest.param("  var x = g(a.bcdef", "  f(g(a.bcdef", id="an open call"),
        pytest.param("  var x = a.bcdef;\n  g(a.bcdef);", "  h();", id="it is written again at once"),
        pytest.param("  str = str.trim(a);", "  f(str.trim(a));", id="a value of itself"),
        pytest.param("  x += a.bcdef;", "  f(a.bcdef);", id="no definition"),
        pytest.param("  if (x == a.bcdef) {", "  f(a.bcdef);", id="a comparison"),
        pytest.param("  // x = a.bcdef", "  f(a.bcdef);", id="a comment"),
        pytest.param("  var x = a.bcdef;\n  g(x);", "  f(a.bcdef);", id="it is used already"),
    ],
)
def test_what_is_not_extracted(new: str, below: str) -> None:
    assert follow(new, below) == []


def test_a_renamed_variable_is_not_new() -> None:
    assert follow("  var two = a.b.cde;", "  f(a.b.cde);", old="  var one = a.b.cde;") == []
    assert follow("  x = a.b.cde;", "  f(a.b.cde);", old="  x = 0;") == []
    assert follow("  var b = a.b.cde;", "  f(a.b.cde);", old="  g();") == ["  f(b);"]


def test_an_accepted_definition_has_no_such_consequence() -> None:
    assert follow("  var b = a.b.cde;", "  f(a.b.cde);", origin=EditOrigin.ACCEPTED) == []


@pytest.mark.parametrize(("size", "found"), [(MIN_EXTRACTED_CHARS, True), (MIN_EXTRACTED_CHARS - 1, False)])
def test_a_short_expression_is_left(size: int, found: bool) -> None:
    value = "a." + "b" * (size - 2)
    assert bool(follow(f"  var x = {value};", f"  f({value});")) == found


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_how_far_an_expression_is_searched(more: int, found: bool) -> None:
    between = "  g();\n" * (MAX_EXTRACTED_SCOPE_LINES - 1 + more)
    assert bool(follow("  var x = a.b.cde;", f"{between}  f(a.b.cde);")) == found


def test_how_many_lines_are_proposed() -> None:
    below = "\n".join(["  f(a.b.cde);"] * (MAX_EXTRACTED_PLACES + 1))
    assert len(follow("  var x = a.b.cde;", below)) == MAX_EXTRACTED_PLACES


def test_a_line_that_was_written_since_keeps_the_expression_and_others_are_less_likely() -> None:
    harness = RuleHarness(a__js="f() {\n  one();\n  two(a.b.cde);\n}")
    harness.insert("a.js", "f() {", "  var x = a.b.cde;")
    harness.insert("a.js", "  one();", "  three(a.b.cde);")
    (found,) = propose_extracted_values(RuleContext(harness.situation("a.js")))
    assert "  two(x);" in harness.after(found).split("\n")
    assert found.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(1)))
