"""A function of Go returns an error now: it returns the error where it panicked with it."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run


def panics(line: str, expected: str = "", old: str = "int", new: str = "(int, error)") -> RuleCase:
    header, changed = f"func f() {old} {{", f"func f() {new} {{"
    found = [f"a.go\n@5\n-\t\t{line}\n+\t\t{expected}"] if expected else []
    text = f"package a\n\n{header}\n\tif x {{\n\t\t{line}\n\t}}\n}}\n\nfunc g() {{\n\tpanic(err)\n}}\n"
    return case(text, header, changed, *found, path="a.go")


ROWS = {
    "a panic": panics("panic(err)", "return 0, err"),
    "the end of the program": panics("log.Fatal(err)", "return 0, err"),
    "the end of the program with a line": panics("log.Fatalln(loadErr)", "return 0, loadErr"),
    "no other value": panics("panic(err)", "return err", "", "error")._replace(
        expected=["a.go\n@5\n-\t\tpanic(err)\n+\t\treturn err", "a.go\n@6\n+\treturn nil"]
    ),
    "two other values": panics("panic(err)", 'return 0, "", err', "(int, string)", "(int, string, error)"),
    "a value that is not known": panics("panic(err)", "", "Config", "(Config, error)")._replace(
        expected=["a.go 4:2"]
    ),
    "a message": panics('panic("x")'),
    "a function of another package": panics("my.panic(err)"),
    "a longer name": panics("dontpanic(err)"),
    "a comment": panics("// panic(err)"),
    "a string": panics('use("panic(err)")'),
    "no error": panics("panic(err)", "", "int", "(int, bool)"),
    "other values": panics("panic(err)", "", "int", "(string, error)"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_error_that_is_returned_in_place_of_a_panic(name: str) -> None:
    assert run(ROWS[name], "return-value") == ROWS[name].expected
