"""A renamed function of a shell script: where it is run follows, arguments and folders of that name do not."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.rule_context import RuleContext


def call(line: str, expected: str = "", old: str = "build() {", new: str = "compile() {") -> RuleCase:
    found = [f"m.sh\n@4\n-{line}\n+{expected}"] if expected else []
    return case(f"{old}\n  make\n}}\n{line}\n", old, new, *found, path="m.sh")


def other(text: str, *expected: str, path: str = "n.sh") -> RuleCase:
    files = {"lib/m.sh": "build() {\n  make\n}\n", path: text}
    return RuleCase(files, (("build() {", "compile() {"),), [f"{path}\n{one}" for one in expected])


ROWS = {
    "a call": call("build", "compile"),
    "a call with an argument of that name": call("build build/ --build", "compile build/ --build"),
    "a call behind another": call("cd x && build || exit", "cd x && compile || exit"),
    "a call in a condition": call("if build; then", "if compile; then"),
    "a call whose output is read": call('x="$(build)"', 'x="$(compile)"'),
    "a call of a case": call("  build) build ;;", "  build) compile ;;"),
    "a call of a trap": call("trap build EXIT", "trap compile EXIT"),
    "a function that is exported": call("export -f build", "export -f compile"),
    "an argument": call("rsync build host:build"),
    "a variable": call('build=1; ls "$build" ${build}'),
    "a longer name": call("build-all; build_all; build.sh; ./build"),
    "single quotes": call("echo 'x; build'"),
    "a comment": call("# build"),
    "the keyword": call("build", "compile", "function build {", "function compile {"),
    "the keyword and brackets": call("build", "compile", "function build() {", "function compile() {"),
    "the brace on the next line": call("build", "compile", "build ()", "compile ()"),
    "another definition": call("build() {"),
    "another body": call("build", new="compile() { # again"),
    "a command": call("build", old="build x", new="compile x"),
    "another language": case("build() {\n}\nbuild\n", "build() {", "compile() {", path="m.txt"),
    "a script that reads it": other('source "$(dirname "$0")/lib/m.sh"\nbuild\n', "@2\n-build\n+compile"),
    "a script that reads it by a dot": other(". lib/m.sh\nbuild\n", "@2\n-build\n+compile"),
    "a script that runs it": other("bash lib/m.sh\nbuild\n"),
    "a document": other("source lib/m.sh\nbuild\n", path="a.md"),
}


@pytest.mark.parametrize("name", ROWS)
def test_where_a_function_is_run_follows(name: str) -> None:
    assert run(ROWS[name], "shell-call") == ROWS[name].expected


def test_an_argument_of_that_name_is_no_repetition() -> None:
    harness = RuleHarness(m__sh="build() {\n  cp -r build out\n}\n")
    harness.edit("m.sh", "build() {", "compile() {")
    context = RuleContext(harness.situation("m.sh"))
    assert (
        drop_explained(context, [Line(context.current_text.snapshot, 1, 1, ("  cp -r compile out",))]) == []
    )
