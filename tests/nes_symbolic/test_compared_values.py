"""Comparisons that the user wrote as a call: the others of the same value follow."""

import re

import pytest

from nes_symbolic.builders import HERE, text_of
from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

GO = ("if err == ErrGone {", "if errors.Is(err, ErrGone) {")
JAVA = ('if (name == "a") {', 'if (name.equals("a")) {')
SCRIPT = ("if (a.kind === Kind.One) {", "if (same(a.kind, Kind.One)) {")
SCRIPT_VALUE = ("let x = a.kind === Kind.One;", "let x = same(a.kind, Kind.One);")
PYTHON = ("if row.name == NAME:", "if matches(NAME, row.name):")
NEGATED = ("if err != ErrGone {", "if !errors.Is(err, ErrGone) {")
BOTH = ("if err == ErrA || err == ErrB {", "if errors.Is(err, ErrA) || errors.Is(err, ErrB) {")


def follows(line: str, shown: tuple[str, str], path: str) -> str:
    """What the rule makes of a line below the example; empty for nothing."""
    found = run(RuleCase({path: f"{shown[0]}\nx()\n{line}\n"}, (shown,), []), "comparison-rewritten")
    return found[0].split("\n+")[1] if found else ""


@pytest.mark.parametrize(
    ("line", "shown", "path", "expected"),
    [
        ("case err == ErrShut:", GO, "a.go", "case errors.Is(err, ErrShut):"),
        ("case err == io.EOF:", GO, "a.go", "case errors.Is(err, io.EOF):"),
        ("if e.Err == sql.ErrNoRows {", GO, "a.go", "if errors.Is(e.Err, sql.ErrNoRows) {"),
        ("if err != errShut {", GO, "a.go", "if !errors.Is(err, errShut) {"),
        ("if err == ErrShut {", NEGATED, "a.go", "if errors.Is(err, ErrShut) {"),
        ("if err == ErrShut {", BOTH, "a.go", "if errors.Is(err, ErrShut) {"),
        ("if err == ErrA && err != ErrB {", GO, "a.go", "if errors.Is(err, ErrA) && !errors.Is(err, ErrB) {"),
        ("if err == nil {", GO, "a.go", ""),
        ("if err == other {", GO, "a.go", ""),
        ("if state == ErrShut {", GO, "a.go", ""),
        ("if err.Code == 3 {", GO, "a.go", ""),
        ('f("err == ErrShut")', GO, "a.go", ""),
        ("// err == ErrShut", GO, "a.go", ""),
        ("if err === ErrShut {", GO, "a.go", ""),
        ('return name != "b";', JAVA, "A.java", 'return !name.equals("b");'),
        ("return name == null;", JAVA, "A.java", ""),
        ("return name == other;", JAVA, "A.java", ""),
        ("return name == 1;", JAVA, "A.java", ""),
        ("return name == true;", JAVA, "A.java", ""),
        ('return title == "b";', JAVA, "A.java", ""),
        ('return a.name == "b";', JAVA, "A.java", ""),
        ('return name == "b" + c;', JAVA, "A.java", ""),
        ('return c + name == "b";', JAVA, "A.java", ""),
        ("return a.kind === Kind.Two;", SCRIPT, "a.ts", "return same(a.kind, Kind.Two);"),
        ("return a.kind == Kind.Two;", SCRIPT, "a.ts", ""),
        ("return a.kind === 3;", SCRIPT, "a.ts", ""),
        ("x = row.name != OTHER", PYTHON, "m.py", "x = not matches(OTHER, row.name)"),
    ],
)
def test_the_other_comparisons(line: str, shown: tuple[str, str], path: str, expected: str) -> None:
    assert follows(line, shown, path) == expected


@pytest.mark.parametrize(
    ("function", "shown", "path"),
    [
        (
            "def same(row):\n    return row.name == OTHER",
            ("x = row.name == NAME", "x = same(row.name, NAME)"),
            "m.py",
        ),
        ("function same(a) {\n  return a.kind === Kind.Two;\n}", SCRIPT_VALUE, "a.ts"),
        ("const same = (a) => {\n  return a.kind === Kind.Two;\n}", SCRIPT_VALUE, "a.ts"),
        ("const same = (a) => a.kind === Kind.Two;", SCRIPT_VALUE, "a.ts"),
        ("bool same(int a) {\n  return a == B;\n}", ("int x = a == B;", "int x = same(a, B);"), "a.c"),
    ],
)
def test_the_function_itself_keeps_its_comparison(function: str, shown: tuple[str, str], path: str) -> None:
    for name, is_made in (("other", True), ("same", False)):
        text = f"{shown[0]}\n\n{function.replace('same', name)}\n"
        harness = RuleHarness()
        harness.put(path, text)
        harness.edit(path, *shown)
        made = [one for one in harness.ask(path) if one.family == "comparison-rewritten"]
        assert bool(made) is is_made
        context = RuleContext(harness.situation(path))
        lines = context.current_text.raw
        at = next(at for at in range(1, len(lines)) if "==" in lines[at])
        new = re.sub(r"(\S+) ===? (\w[\w.]*)", r"same(\1, \2)", lines[at])
        one = CandidateLabel("analogy", "p", "t", "why").candidate(
            context.current_text.snapshot, at, 1, (new,), {}
        )
        assert drop_explained(context, [one]) == ([one] if is_made else [])


@pytest.mark.parametrize(
    "shown",
    [
        ("if err == ErrGone {", "if errors.Is(err, ErrGone) || x {"),
        ("if err == ErrGone {", "if errors.Is(err, ErrShut) {"),
        ("if err == ErrGone {", "if !errors.Is(err, ErrGone) {"),
        ("if err == nil {", "if isNil(err, nil) {"),
        ("if err == ErrA || err == ErrB {", "if errors.Is(err, ErrA) || errors.As(err, ErrB) {"),
        ("if err == ErrGone {", "if x {"),
    ],
)
def test_what_shows_nothing(shown: tuple[str, str]) -> None:
    assert follows("if err == ErrShut {", shown, "a.go") == ""


def test_a_text_of_another_language() -> None:
    files = {"a.go": f"{GO[0]}\n", "m.py": "if err == ErrShut:\n"}
    assert run(RuleCase(files, (GO,), [], "m.py"), "comparison-rewritten") == []


@pytest.mark.parametrize(
    ("old", "new", "stays"),
    [
        ("if err == nil {", "if errors.Is(err, nil) {", False),
        ("if err == ErrB {", "if errors.Is(err, ErrB) {", True),
        ("if err == ErrB {", "if errors.Is(err, ErrA) {", False),
        ("if err == nil {", "if err != nil {", True),
        ("if done(err) {", "if errors.Is(err, ErrB) {", True),
    ],
)
def test_repetitions_that_make_something_else_of_a_comparison(old: str, new: str, *, stays: bool) -> None:
    harness = RuleHarness(a__go=f"{GO[0]}\nx()\n{old}\n")
    harness.edit("a.go", *GO)
    snapshot = text_of(f"{GO[1]}\nx()\n{old}\n", uri=f"{HERE}.go", language="go")
    one = CandidateLabel("analogy", "p", "t", "why").candidate(snapshot, 2, 1, (new,), {})
    context = RuleContext(harness.situation("a.go"))
    assert drop_explained(context, [one]) == ([one] if stays else [])
