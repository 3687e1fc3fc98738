"""An error got a message where it is passed on: what happens at the other places without one."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic import SymbolicEngine
from understudy.nes.symbolic.consequences.limits import (
    MAX_CODE_LINE_CHARS,
    MAX_ERROR_PLACES,
    MAX_WRAPPED_ERRORS,
)


def go(message: str, *expected: str, then: str = "", call: str = "readIndex") -> RuleCase:
    then = then or "\tif err := s.writeBlocks(a); err != nil {\n\t\treturn err\n\t}\n"
    first = f"\ta, err := s.{call}()\n\tif err != nil {{\n\t\treturn err \n\t}}\n"
    text = f"package m\n\nfunc Sync() error {{\n{first}{then}}}\n"
    return case(text, "\t\treturn err ", f"\t\treturn {message}", *expected, path="m.go")


READ = 'fmt.Errorf("read index: %w", err)'
MORE = "\tif err != nil {\n\t\treturn err\n\t}\n"
OTHER = "}\n\nfunc Load() error {\n\tif err := open(); err != nil {\n\t\treturn err\n\t}\n"


def rust(written: str, *expected: str, then: str = "parse(&text)?") -> RuleCase:
    text = f"fn load(path: &Path) -> R {{\n    let text = read(path)?;\n    let data = {then};\n    Ok(data)\n}}\n"
    new = f"    let text = read(path){written}?;"
    return case(text, "    let text = read(path)?;", new, *expected, path="m.rs")


def long(chars: int) -> str:
    """The message of a call, in a line of so many characters."""
    name = "x" * (chars - len('\t\treturn fmt.Errorf("read %s: %w", , err)'))
    return f'fmt.Errorf("read %s: %w", {name}, err)'


ROWS = {
    "the words of the call": go(
        READ, 'm.go\n@9\n-\t\treturn err\n+\t\treturn fmt.Errorf("write blocks: %w", err)'
    ),
    "a word of the call and an argument": go('fmt.Errorf("read %s: %w", path, err)', "m.go 8:9"),
    "other words and those of the call": go(
        'fmt.Errorf("cannot read index (x): %w", err)',
        'm.go\n@9\n-\t\treturn err\n+\t\treturn fmt.Errorf("cannot write blocks (x): %w", err)',
    ),
    "a line as long as is read": go(long(MAX_CODE_LINE_CHARS), "m.go 8:9"),
    "a longer line": go(long(MAX_CODE_LINE_CHARS + 1)),
    "a word of the function, in the function": go('fmt.Errorf("sync: %w", err)'),
    "a word of the function, in another one": go('fmt.Errorf("sync: %w", err)', "m.go 11:9", then=OTHER),
    "another word": go('fmt.Errorf("store: %w", err)', then=OTHER),
    "a call that is not above": go(READ, "m.go 10:9", then="\tx()\n\ty()\n" + MORE),
    "an error that is not tested": go(READ, then="\treturn err\n"),
    "another variable": go(READ, then=MORE.replace("return err", "return err2")),
    "another value": go("nil"),
    "no call": go("err2"),
    "as many places as are proposed": go(
        'fmt.Errorf("read %s: %w", path, err)',
        *(f"m.go {8 + 3 * at}:9" for at in range(MAX_WRAPPED_ERRORS)),
        then=MORE * (MAX_WRAPPED_ERRORS + 1),
    ),
    "further than is looked": go(READ, then="\treturn err\n" * MAX_ERROR_PLACES + MORE),
    "a question mark": rust('.context("read it")', "m.rs 2:27"),
    "no message": rust(".map_err(Error::Read)", "m.rs 2:27"),
    "a message about something else": rust('.context("config")'),
    "one that has a message": rust('.context("read it")', then='parse(&text).context("parse")?'),
    "a change of the expression": rust(".trim()[0]"),
    "no question mark": rust('.context("read it")', then="parse(&text)"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_next_error_without_a_message(name: str) -> None:
    assert run(ROWS[name], "wrapped-error") == ROWS[name].expected


@pytest.mark.parametrize(
    ("message", "is_repeated"), [("read", False), ("store", True), ("sync", True), ("other", True)]
)
def test_a_message_about_a_call_is_not_repeated_at_another_one(message: str, is_repeated: bool) -> None:
    written = f'\t\treturn fmt.Errorf("{message}: %w", err)'
    text = (
        "package m\n\nfunc Sync() error {\n\ta, err := readIndex()\n\tif err != nil {\n\t\treturn err\n\t}\n"
        "\tb, err := load(a)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn keep(b)\n}"
    )
    harness = RuleHarness(m__go=text)
    harness.edit("m.go", "\t\treturn err", written)
    found = SymbolicEngine().propose(harness.situation("m.go", 5)).candidates
    assert any(f'"{message}: %w"' in edit.text for one in found for edit in one.edits) is is_repeated
