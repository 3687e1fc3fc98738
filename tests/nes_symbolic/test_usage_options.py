"""A program got an option: the lines that list its other options get it, too."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

FAMILY = "usage-option"
SCRIPT = """#!/bin/sh
{usage}
while [ $# -gt 0 ]; do
  case "$1" in
    -a|--all) all=1 ;;
    --fast) fast=1 ;;
    *) exit 2 ;;
  esac
done
"""
FAST = "    --fast) fast=1 ;;"
QUIET = "    -q|--quiet) quiet=1 ;;"


def script(
    usage: str, expected: str = "", new: str = QUIET, other: tuple[str, str] | None = None, below: str = FAST
) -> RuleCase:
    """An option is added to a script below another one; a line of it, or of another file, says its usage."""
    path, line = ("run.sh", usage) if other is None else other
    number = 2 if other is None else 1
    found = [f"{path}\n@{number}\n-{line}\n+{expected}"] if expected else []
    files = {"run.sh": SCRIPT.format(usage=usage)} | ({} if other is None else {path: f"{line}\n"})
    return RuleCase(files, ((below, f"{below}\n{new}"),), found)


CASES = {
    "a comment": script(
        "# usage: run.sh [--all] [--fast] DIR", "# usage: run.sh [--all] [--fast] [--quiet] DIR"
    ),
    "a message": script('echo "usage: $0 [--all] [--fast]"', 'echo "usage: $0 [--all] [--fast] [--quiet]"'),
    "the option above is not listed": script("# run.sh [--all] DIR", "# run.sh [--all] [--quiet] DIR"),
    "both names of each option": script("# run.sh [-a | --all]", "# run.sh [-a | --all] [-q | --quiet]"),
    "the first option": script(
        "# run.sh [--all] [--fast]", "# run.sh [--quiet] [--all] [--fast]", below='  case "$1" in'
    ),
    "a document": script(
        "",
        "    ./run.sh [--all] [--fast] [--quiet] DIR",
        other=("README.md", "    ./run.sh [--all] [--fast] DIR"),
    ),
    "the words of a completion": script(
        "", "complete -W '--all --fast --quiet' run", other=("run.bash", "complete -W '--all --fast' run")
    ),
    # What stays.
    "an option with a value": script("# run.sh [--all] [--fast]", new="    --out) out=$2; shift ;;"),
    "an option that is listed": script("# run.sh [--all] [--fast] [--quiet]"),
    "short names without one": script("# run.sh [-a]", new="    --quiet) quiet=1 ;;"),
    "the options of another program": script("", other=("README.md", "    ./walk.sh [--all] [--fast] DIR")),
    "a sentence": script("# Takes --all or --fast."),
    "an option that is there": script("# run.sh [--all] [--fast]", new="    --all) other=1 ;;"),
    "an option with another name": script("# run.sh [--all] [--fast]")._replace(
        edits=((FAST, "    --quick) fast=1 ;;"),)
    ),
    "no option": script("# run.sh [--all] [--fast]", new="    stop) exit ;;"),
    "one word of a completion": script("", other=("run.bash", "complete -W '--all --slow' run")),
}


@pytest.mark.parametrize("name", CASES)
def test_an_arm_of_a_script(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


HELP = "#   -a, --all   everything\n#   --fast      without checks\n"


@pytest.mark.parametrize(
    ("usage", "expected"),
    [(HELP, ["run.sh 2:30"]), (f"{HELP}#   --quiet     no output\n", []), ("#   --all   everything\n", [])],
    ids=["described options", "the new one is described", "the option above is not described"],
)
def test_the_place_of_a_description(usage: str, expected: list[str]) -> None:
    assert run(script(usage.rstrip("\n")), FAMILY) == expected


def test_letters_of_getopts() -> None:
    text = "# run.sh [-v] [-o FILE]\nwhile getopts vo: flag; do\n"
    old = "while getopts vo: flag; do"
    flag = RuleCase({"run.sh": text}, ((old, old.replace("vo:", "vo:n")),), [])
    value = RuleCase({"run.sh": text}, ((old, old.replace("vo:", "vo:n:")),), [])
    assert run(flag, FAMILY) == ["run.sh\n@1\n-# run.sh [-v] [-o FILE]\n+# run.sh [-v] [-n] [-o FILE]"]
    assert run(value, FAMILY) == []


PYTHON = '"""Usage: count.py [--all]"""\nparser.add_argument("-a", "--all", action="store_true")\n'
ALL = 'parser.add_argument("-a", "--all", action="store_true")'


@pytest.mark.parametrize(
    ("new", "is_followed"),
    [
        ('parser.add_argument("--json", action="store_true")', True),
        ('parser.add_argument(\n    "--json",\n    action="store_true",\n)', True),
        ('parser.add_argument("--json", type=int)', False),
        ('parser.add_argument("json", action="store_true")', False),
    ],
    ids=["a flag", "a flag in several lines", "an option with a value", "an argument"],
)
def test_an_argument_of_a_python_program(new: str, is_followed: bool) -> None:
    one = RuleCase({"count.py": PYTHON}, ((ALL, f"{ALL}\n{new}"),), [])
    expected = 'count.py\n@1\n-"""Usage: count.py [--all]"""\n+"""Usage: count.py [--all] [--json]"""'
    assert run(one, FAMILY) == ([expected] if is_followed else [])
