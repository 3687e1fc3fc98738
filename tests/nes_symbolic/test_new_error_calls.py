"""A new call of Go gets the check of its error, with a message that names the value, and in main with a log."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS


def _ask(text: str, behind: str, new: str) -> list[str]:
    harness = RuleHarness(a__go=text)
    harness.insert("a.go", behind, new)
    found = [one for one in harness.ask("a.go") if one.family == "error-check"]
    return [one.edits[0].text if one.edits else "jump" for one in found]


def _check(statement: str) -> list[str]:
    return [f"\n\tif err != nil {{\n\t\t{statement}\n\t}}"]


RUN = "func run() error {"


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        pytest.param("\tcfg, err := load(path)", True, id="a call"),
        pytest.param("\terr = load(path)", True, id="an error alone"),
        pytest.param("\tcfg, err := path", False, id="no call"),
        pytest.param("\tcfg, ok := load(path)", False, id="no error"),
        pytest.param("\tcfg, err := load(path)\n\tuse(cfg)", False, id="two lines"),
        pytest.param(f"\tcfg, err := load({'a' * MAX_CODE_LINE_CHARS})", False, id="a long line"),
    ],
)
def test_a_new_line_with_an_error(line: str, is_found: bool) -> None:
    text = f"package a\n\n{RUN}\n\treturn nil\n}}\n"
    assert _ask(text, RUN, line) == (_check("return err") if is_found else [])


def _block(*checks: tuple[str, str]) -> str:
    lines = [
        f"\t{name}, err := read({name!r})\n\tif err != nil {{\n\t\t{body}\n\t}}\n" for name, body in checks
    ]
    return f"package a\n\n{RUN}\n{''.join(lines)}\t// more\n\treturn nil\n}}\n".replace("'", '"')


def _wrapped(name: str, word: str = "read") -> tuple[str, str]:
    return name, f'return fmt.Errorf("{word} {name}: %w", err)'


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        pytest.param(
            [_wrapped("host"), _wrapped("port")],
            _check('return fmt.Errorf("read user: %w", err)'),
            id="two checks",
        ),
        pytest.param(
            [_wrapped("host")],
            _check('return fmt.Errorf("read user: %w", err)'),
            id="one check of the same call",
        ),
        pytest.param([_wrapped("host"), _wrapped("port", "get")], ["jump"], id="other messages"),
        pytest.param([("host", "return err"), ("port", "return err")], _check("return err"), id="no message"),
        pytest.param([("host", 'fail("host")'), ("port", 'fail("port")')], ["jump"], id="no error"),
    ],
)
def test_messages_that_name_what_was_assigned(checks: list[tuple[str, str]], expected: list[str]) -> None:
    assert _ask(_block(*checks), "\t// more", '\tuser, err := read("user")') == expected


def test_a_call_without_another_value_has_no_name_for_the_message() -> None:
    text = _block(_wrapped("host"), _wrapped("port"))
    assert _ask(text, "\t// more", '\terr = read("user")') == ["jump"]


@pytest.mark.parametrize(
    ("name", "imported", "expected"),
    [
        ("main", "log", _check("log.Fatal(err)")),
        ("main", "fmt", ["jump"]),
        ("start", "log", ["jump"]),
    ],
)
def test_main_ends_with_the_error_if_it_has_a_log(name: str, imported: str, expected: list[str]) -> None:
    text = f'package main\n\nimport "{imported}"\n\nfunc {name}() {{\n\tuse()\n}}\n'
    assert _ask(text, f"func {name}() {{", "\tcfg, err := load(path)") == expected
