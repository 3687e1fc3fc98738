"""A function of Go that returned nothing returns an error now: its branches and its end follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

TEXT = """package a

func save(a A) {
\tif err := one(a); err != nil {
\t\tlog.Print(err)
\t\treturn
\t}
BODY
}

func keep(a A) {
\tif err := one(a); err != nil {
\t\tlog.Print(err)
\t\treturn
\t}
}
"""
HEADER = ("func save(a A) {", "func save(a A) error {")
SHOWN = ("\t\tlog.Print(err)\n\t\treturn", "\t\treturn err")
END = "a.go\n@{}\n+\treturn nil"


def follows(body: str, *edits: tuple[str, str]) -> list[str]:
    return run(RuleCase({"a.go": TEXT.replace("BODY", body)}, (HEADER, *edits), []), "return-value")


def test_branches_that_end_because_of_an_error() -> None:
    body = "\tif x && loadErr != nil {\n\t\treturn\n\t}\n\tuse(a)"
    assert follows(body, SHOWN) == ["a.go\n@8\n-\t\treturn\n+\t\treturn loadErr", END.format(10)]


def test_a_message_goes_as_it_went_in_another_branch() -> None:
    body = '\tif err := two(a); err != nil {\n\t\tslog.Error("two", "err", err)\n\t\treturn\n\t}'
    new = 'a.go\n@8\n-\t\tslog.Error("two", "err", err)\n-\t\treturn\n+\t\treturn err'
    assert follows(body, SHOWN) == [new, END.format(10)]
    assert follows(body) == [END.format(11), "a.go 5:8", "a.go 9:8"]
    other = ("\t\tlog.Print(err)\n\t\treturn", "\t\treturn errFailed()")
    assert follows(body, other) == [END.format(10), "a.go 8:8"]


@pytest.mark.parametrize(
    "body",
    [
        "\tif x {\n\t\treturn\n\t}",
        "\tif err == nil {\n\t\treturn\n\t}",
        "\tif err != nil || x {\n\t\treturn\n\t}",
        "\tif err != nil {\n\t\tx()\n\t} else {\n\t\treturn\n\t}",
        "\tfor err != nil {\n\t\treturn\n\t}\n\tx()",
    ],
)
def test_other_early_ends_are_jumps(body: str) -> None:
    assert any(one.startswith("a.go ") for one in follows(body, SHOWN))


@pytest.mark.parametrize(
    "body", ["\treturn nil", "\tfor {\n\t\tx()\n\t}", '\tpanic("x")', "\tos.Exit(1)", "\tlog.Fatal(err)"]
)
def test_ends_that_need_nothing(body: str) -> None:
    assert all("return nil" not in one for one in follows(body, SHOWN))


@pytest.mark.parametrize("head", ["range a.b", "x", "i := 0; i < 2; i++", ""])
def test_a_loop_that_ends(head: str) -> None:
    assert END.format(10) in follows(f"\tfor {head} {{\n\t\tbreak\n\t}}")
    assert (END.format(10) in follows(f"\tfor {head} {{\n\t\tx()\n\t}}")) is bool(head)


@pytest.mark.parametrize("new", ["func f() error { x() }", "func f() error {\n\tx() }"])
def test_a_body_that_is_closed_in_its_last_line(new: str) -> None:
    old = new.replace("error ", "")
    one = RuleCase({"a.go": f"package a\n\n{old}\n"}, ((old, new),), [])
    assert run(one, "return-value") == []


def test_another_result() -> None:
    files = {"a.go": TEXT.replace("BODY", "\tx()")}
    edit = (HEADER[0], "func save(a A) int {")
    assert all("return err" not in one for one in run(RuleCase(files, (edit, SHOWN), []), "return-value"))


@pytest.mark.parametrize(
    ("line", "new", "edits", "stays"),
    [
        (12, (), (HEADER, SHOWN), False),
        (13, ("\t\treturn err",), (HEADER, SHOWN), False),
        (12, ("\t\tlog.Println(err)",), (HEADER, SHOWN), True),
        (11, (), (HEADER, SHOWN), True),
        (12, (), (SHOWN,), True),
        (12, (), (HEADER,), True),
        (12, (), (("func save(a A) {", "func save(b A) {"), SHOWN), True),
        (12, (), (HEADER, ("\t\treturn", "\t\treturn err")), True),
    ],
)
def test_half_of_what_happened_to_a_message(
    line: int, new: tuple[str, ...], edits: tuple[tuple[str, str], ...], *, stays: bool
) -> None:
    harness = RuleHarness(a__go=TEXT.replace("BODY", "\tx()"))
    for old, written in edits:
        harness.edit("a.go", old, written)
    context = RuleContext(harness.situation("a.go"))
    snapshot = context.current_text.snapshot
    at = line + len(snapshot.lines) - len(TEXT.split("\n"))
    one = CandidateLabel("delete", "p", "t", "why").candidate(snapshot, at, 1, new, {})
    assert (drop_explained(context, [one]) == [one]) == stays
