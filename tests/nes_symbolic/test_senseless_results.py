"""Results that nobody writes are not proposed."""

import pytest

from nes_symbolic.builders import HERE, OTHER, line_candidate, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.examples import drop_senseless_results
from understudy.nes.symbolic.limits import MAX_ENCLOSING_LINES, MAX_LEARNED_EDITS, MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit

LABEL = CandidateLabel("analogy", "p", "t", "why")


def is_kept(text: str, line: int, new: str, *edits: Edit, count: int = 1) -> bool:
    one = LABEL.candidate(text_of(text), line, count, tuple(new.split("\n")), {})
    return bool(drop_senseless_results([one], extract_patterns(edits, MAX_LEARNED_EDITS)))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("let a = Arc::clone(&a);", "let a = a;", False, id="a variable set to itself"),
        pytest.param("let a = b;", "let a = c;", True, id="a variable set to another"),
        pytest.param("let a = a;", "const a = a;", True, id="it was before"),
        pytest.param("a := f(a)", "a := a", True, id="a copy in Go"),
        pytest.param("    a=f(a),", "    a=a,", True, id="an argument with a name"),
        pytest.param("this.a = f();", "this.a = this.a;", False, id="a field set to itself"),
        pytest.param("} catch (A e) {", "} catch (A | A e) {", False, id="the same alternative"),
        pytest.param("} catch (A e) {", "} catch (A | B e) {", True, id="another alternative"),
        pytest.param("x: A | B", "x: A | B | A", False, id="the first alternative"),
        pytest.param("if (a && b) {", "if (a && a) {", False, id="the same condition"),
        pytest.param("if (a && b) {", "if (a && a.b) {", True, id="a member in the condition"),
        pytest.param("if (a || b) {", "if (a || a()) {", True, id="a call in the condition"),
        pytest.param("if (a || b) {", "if (a || a > 1) {", True, id="a comparison in the condition"),
        pytest.param("x: A | A", "y: A | A", True, id="the alternative was there"),
        pytest.param("return this.a[b]", "return ;(this.a ??= c)[b]", False, id="a semicolon inside"),
        pytest.param("x = this.a", "x =;(this.b)", False, id="a semicolon behind an equals sign"),
        pytest.param("  this.a[b]", "  ;(this.a ??= c)[b]", True, id="a semicolon at the beginning"),
        pytest.param("f(); g()", "f(); h()", True, id="a semicolon between statements"),
        pytest.param('x: ["a", "b"]', 'x: ["b", "b"]', False, id="the same string of a list"),
        pytest.param('x: ["a", "b"]', 'x: ["c", "b"]', True, id="another string of a list"),
        pytest.param('x: ["a", "a"]', 'x: ["b", "b"]', True, id="a string that was there twice"),
        pytest.param("x: [1, 2]", "x: [1, 1]", True, id="the same number of a list"),
        pytest.param('f("a", "b")', 'f("b", "b")', True, id="the same argument"),
        pytest.param("useA(() => {", "useB, useC(() => {", False, id="two functions for one"),
        pytest.param("useA(() => {", "useB(useC, () => {", True, id="a function as an argument"),
        pytest.param("a, b(c)", "d, b(c)", True, id="a pair that was there"),
        pytest.param(
            "let a = 1", "let a = a;".ljust(MAX_PATTERN_LINE_CHARS), False, id="as long as possible"
        ),
        pytest.param("let a = 1", "let a = a;".ljust(MAX_PATTERN_LINE_CHARS + 1), True, id="too long"),
    ],
)
def test_a_line_that_nobody_writes(old: str, new: str, expected: bool) -> None:
    assert is_kept(old, 0, new) is expected


ROW = "first(a)\nshow(b)\nlast(c)"


@pytest.mark.parametrize(
    ("line", "new", "expected"),
    [
        pytest.param(1, "first(a)", False, id="like the line above"),
        pytest.param(1, "  last(c)", False, id="like the line below"),
        pytest.param(0, "last(c)", True, id="like another line"),
        pytest.param(1, "show(c)", True, id="like none"),
    ],
)
def test_a_line_does_not_become_like_the_one_beside_it(line: int, new: str, expected: bool) -> None:
    assert is_kept(ROW, line, new) is expected


@pytest.mark.parametrize("row", ["first(a),", "})", "break"])
def test_a_line_of_a_list_or_with_few_words_may_be_like_the_one_beside_it(row: str) -> None:
    assert is_kept(f"{row}\nshow(b)", 1, row)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        pytest.param(made("show(b)", "first(a)"), True, id="the line above was changed in this way"),
        pytest.param(made("show(c)", "first(a)"), False, id="it was another one before"),
        pytest.param(made("show(b)", "first(a)", 2), False, id="another line was"),
        pytest.param(made("show(b)", "first(a)", uri=OTHER), False, id="one of another text was"),
    ],
)
def test_equal_lines_may_stay_equal(edit: Edit, expected: bool) -> None:
    assert is_kept(ROW, 1, "first(a)", edit) is expected
    assert edit.uri in (HERE, OTHER)


@pytest.mark.parametrize(
    ("header", "new", "expected"),
    [
        pytest.param("def limit(self, a, b):", "    return self.limit(a, 5)", False, id="a method of Python"),
        pytest.param("def limit(a, b):", "    limit(a, 5)", False, id="a function"),
        pytest.param(
            "func (e *Q) limit(a, b int) *Q {", "    return e.limit(a, b)", False, id="a method of Go"
        ),
        pytest.param(
            "func (e *Q) limit(a, b int) *Q {", "    return f.limit(a, b)", True, id="of something else"
        ),
        pytest.param("def limit(a, b):", "    return limit(a)", True, id="fewer arguments"),
        pytest.param("def limit(a, b):", "    return other(a, b)", True, id="another function"),
        pytest.param("def limit(a, b):", "    return [limit(a, b)]", True, id="in an expression"),
        pytest.param("if limit(a, b):", "    return limit(a, b)", True, id="a condition"),
        pytest.param("while (a, b):", "    while(a, b)", True, id="a keyword"),
        pytest.param("limit(a, b);", "    limit(a, b)", True, id="no header"),
    ],
)
def test_a_function_does_not_begin_with_a_call_of_itself(header: str, new: str, expected: bool) -> None:
    assert is_kept(f"{header}\n    old = 1\n", 1, new) is expected


def test_a_function_that_called_itself_may_do_so() -> None:
    assert is_kept("def limit(a, b):\n    limit(a, 1)\n", 1, "    limit(a, 2)")


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param("        return limit(a, b)", False, id="its own parameters"),
        pytest.param("        return limit(b, a)", True, id="in another order"),
        pytest.param("        return limit(a, 2)", True, id="another argument"),
    ],
)
def test_a_function_does_not_call_itself_with_its_own_parameters(new: str, expected: bool) -> None:
    text = "def limit(a: int, b: int):\n    if a:\n        x = 1\n"
    assert is_kept(text, 2, new) is expected


@pytest.mark.parametrize("between", [MAX_ENCLOSING_LINES - 2, MAX_ENCLOSING_LINES - 1])
def test_how_far_above_a_function_begins(between: int) -> None:
    text = "\n".join(["def limit(a, b):", *["    x = 1"] * between, "    y = 1", ""])
    assert is_kept(text, between + 1, "    return limit(a, b)") is (between >= MAX_ENCLOSING_LINES - 1)


def test_inserted_lines_and_deletions_are_not_judged() -> None:
    assert is_kept("def limit(a):\n    x = 1\n", 1, "    limit(a)", count=0)
    one = line_candidate(text_of("a = b\n"), 0, "")
    one.new = ()
    assert drop_senseless_results([one], extract_patterns([], MAX_LEARNED_EDITS)) == [one]


@pytest.mark.parametrize(
    ("above", "expected"),
    [("run();", False), ("run(", True), ("  a,", True), ("rows = [", True), ("", False)],
)
def test_an_element_of_a_list_may_get_a_neighbour(above: str, expected: bool) -> None:
    assert is_kept(f"{above}\n\n    make(a)", 2, "    b, make(a)") is expected


def test_a_list_may_get_a_string_twice_as_the_user_wrote_it() -> None:
    edit = made("list(a) == [1]", 'list(a) == ["a", "a"]', 1)
    assert is_kept("list(b) == [2]\n", 0, 'list(b) == ["a", "a"]', edit)


GO = "flag := &cli.Flag{\n\tName: a,\n\tNames: []string{b},\n\tSources: c,\n}\nother := 1\n"
ITEMS = "- name: a\n  uses: b\n- title: c\n  uses: d\n"
CALL = "run(\n    size=1,\n    wide=f(\n        name=2,\n    ),\n    kind=3,\n)\n"


@pytest.mark.parametrize(
    ("text", "line", "new", "expected"),
    [
        pytest.param(GO, 2, "\tSources: b,", False, id="the key below"),
        pytest.param(GO, 2, "\tName: b,", False, id="the key above"),
        pytest.param(GO, 2, "\tLabels: b,", True, id="a new key"),
        pytest.param(GO, 1, "\tName: b,", True, id="its own key"),
        pytest.param("{\n  'a': 1,\n  \"b\": 2,\n}", 1, '  "b": 1,', False, id="in other quotes"),
        pytest.param(ITEMS, 0, "- title: a", True, id="the key of another item"),
        pytest.param(ITEMS, 1, "  title: b", True, id="the first key of the next item"),
        pytest.param(CALL, 1, "    kind=1,", False, id="an argument with the same name"),
        pytest.param(CALL, 1, "    name=1,", True, id="an argument of a call inside"),
        pytest.param("a = 1\nb = 2\n", 0, "b = 1", True, id="a variable that is set again"),
    ],
)
def test_a_literal_has_each_key_once(text: str, line: int, new: str, expected: bool) -> None:
    assert is_kept(text, line, new) is expected


BLOCK = "def run():\n    if a:\n        show(a)\n    close()\n"


@pytest.mark.parametrize(
    ("line", "count", "language", "expected"),
    [
        pytest.param(1, 1, "python", False, id="the header alone"),
        pytest.param(1, 2, "python", True, id="the header and its body"),
        pytest.param(2, 1, "python", True, id="a line of the body"),
        pytest.param(1, 1, "ruby", True, id="no Python"),
    ],
)
def test_a_body_keeps_its_header(line: int, count: int, language: str, expected: bool) -> None:
    one = LABEL.candidate(text_of(BLOCK, language=language), line, count, (), {})
    assert bool(drop_senseless_results([one], extract_patterns([], MAX_LEARNED_EDITS))) is expected


FIELDS = "x{\n    Code:    one,\n    Message: two,\n}"


@pytest.mark.parametrize(
    ("text", "new", "expected"),
    [
        pytest.param(FIELDS, "    Message:    two,", False, id="behind those of its neighbours"),
        pytest.param(FIELDS.replace("Code: ", "Code:    "), "    Message:    two,", True, id="below one"),
        pytest.param(FIELDS, "    Message:    three,", True, id="another value"),
        pytest.param(FIELDS, "        Message: two,", True, id="its indentation"),
        pytest.param(FIELDS.replace("Message: ", "Message:    "), "    Message: two,", True, id="one space"),
    ],
)
def test_values_are_aligned_with_those_beside_them(text: str, new: str, expected: bool) -> None:
    assert is_kept(text, 2, new) is expected


def test_a_line_that_is_equal_to_a_changed_one_is_aligned_alike() -> None:
    one = LABEL.candidate(text_of(FIELDS), 2, 1, ("    Message:    two,",), {})
    one.family = "again"
    assert drop_senseless_results([one], extract_patterns([], MAX_LEARNED_EDITS)) == [one]
    one.family = "analogy"
    assert not drop_senseless_results([one], extract_patterns([], MAX_LEARNED_EDITS))
