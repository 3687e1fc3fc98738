"""A renamed variable of a shell script: its uses follow where it is visible, and nothing else."""

import re

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.rule_context import RuleContext

DECLARED = '  local dir="/a/$1"'
RENAMED = (DECLARED, '  local target="/a/$1"')


def use(line: str, expected: str = "", declared: str = DECLARED) -> RuleCase:
    found = [f"m.sh\n@3\n-{line}\n+{expected}"] if expected else []
    text = f"take() {{\n{declared}\n{line}\n}}\n\nrestore() {{\n  local dir=1\n  ls $dir\n}}\nls $dir\n"
    return case(text, declared, declared.replace("dir", "target"), *found, path="m.sh")


def script(text: str, *expected: int) -> RuleCase:
    """Its first line with `dir=` is renamed to `top`, and so are the uses in lines of these numbers."""
    lines = text.split("\n")
    first = next(one for one in lines if re.search(r"\bdir=", one))
    found = [f"m.sh\n@{at}\n-{lines[at - 1]}\n+{re.sub(SHELL_USE, 'top', lines[at - 1])}" for at in expected]
    return case(text, first, first.replace("dir=", "top=", 1), *found, path="m.sh")


SHELL_USE = r"(?<=\$)dir\b|(?<=\$\{)dir\b|\bdir(?=\+?=)"
SCRIPTS = {
    "a variable of the script": script('dir="/a/$1"\nls dir "$dir/x" ${dir%/}\nmake dir', 2),
    "an exported variable": script("export dir=/a\nls $dir", 2),
    "a function that uses it": script("dir=1\nf() {\n  ls $dir\n}", 3),
    "a function above it": script("f() {\n  ls $dir\n}\ndir=1\nls $dir", 2, 5),
    "a function with a variable of its own": script(
        'dir=1\nf() {\n  echo $dir\n  local dir=$1\n  ls "$dir"\n}\nls $dir', 3, 7
    ),
    "a function that changes it": script("dir=1\nf() {\n  dir+=x\n}\nls $dir", 3, 5),
    "a second value": script("dir=1\n[ -d x ] && dir=2\nls $dir", 2, 3),
    "an earlier value that is read": script("read -r dir\ndir=x\nls $dir"),
    "a value of its own": script("dir=${dir:-x}\nls $dir"),
    "a variable of one command": script("dir=1 make\nls $dir"),
    "a variable before a condition": script("dir=1 && ls x\nls $dir", 2),
    "a loop with a variable of that name": script("dir=1\nls $dir\nfor dir in a b; do ls $dir; done"),
    "functions that assign it": script("f() {\n  dir=1\n  ls $dir\n}\ng() {\n  dir=2\n  ls $dir\n}", 3),
    "the name of another variable": script("top=1\ndir=2\nls $top $dir"),
    "a document that is not expanded": script("dir=1\ncat <<'EOF'\n$dir\nEOF\nls $dir", 5),
    "a document that is expanded": script("dir=1\ncat <<EOF\n$dir\nEOF", 3),
    "single quotes in several lines": script("dir=1\nawk '\n  $dir\n' x\nls $dir", 5),
    "an apostrophe in double quotes": script('dir=1\necho "it\'s"\nls $dir', 3),
}

ROWS = {
    "a use": use('  mkdir -p "$dir"', '  mkdir -p "$target"'),
    "a use in braces": use("  ls ${dir}/x ${dir%/} ${#dir}", "  ls ${target}/x ${target%/} ${#target}"),
    "a use in a path": use('  tar "$dir/dir.tar" dir.lock', '  tar "$target/dir.tar" dir.lock'),
    "a longer name": use("  ls $dirs ${dir_a} $my_dir"),
    "another word": use("  ls --dir dir/x"),
    "a message": use('  echo "no dir: $dir"', '  echo "no dir: $target"'),
    "single quotes": use("  awk '{ print $dir }'"),
    "an apostrophe in double quotes": use('  echo "it\'s $dir" $dir', '  echo "it\'s $target" $target'),
    "what a trap runs": use("  trap 'rm -r \"$dir\"' EXIT", "  trap 'rm -r \"$target\"' EXIT"),
    "an escaped dollar": use('  echo "\\$dir"'),
    "a comment": use("  ls x # in $dir"),
    "a comment after a use": use("  ls $dir # $dir", "  ls $target # $dir"),
    "another value": use("  dir=$(pwd)", "  target=$(pwd)"),
    "a value that is appended": use("  [ -d x ] && dir+=/x", "  [ -d x ] && target+=/x"),
    "an argument with a value": use("  make dir=x"),
    "a variable that is read": use("  read -r dir < x", "  read -r target < x"),
    "a loop that reads": use(
        "  while IFS= read -r dir; do :; done", "  while IFS= read -r target; do :; done"
    ),
    "a variable of a loop": use("  for dir in a b; do :; done", "  for target in a b; do :; done"),
    "a variable that is unset": use("  unset dir", "  unset target"),
    "a variable that is counted": use("  (( dir++ ))", "  (( target++ ))"),
    "an expression": use("  x=$((dir + 1))", "  x=$((target + 1))"),
    "one of two variables": use("  ls $dir", "  ls $target", "  local a=1 dir"),
    "a variable with an option": use("  ls $dir", "  ls $target", "  local -r dir=1"),
    "a declared variable": use("  ls $dir", "  ls $target", "  declare dir=1"),
    "an argument of another command": use("  ls $dir", declared="  mkdir dir"),
    "a variable of a function that is not local": use(
        "  ls $dir", "  ls $target", declared="  dir=1"
    )._replace(expected=["m.sh\n@3\n-  ls $dir\n+  ls $target", "m.sh\n@10\n-ls $dir\n+ls $target"]),
    "no function": case("local dir=1\nls $dir\n", "local dir=1", "local target=1", path="m.sh"),
    "another value of the variable": case(
        f"f() {{\n{DECLARED}\n  ls $dir\n}}\n", DECLARED, '  local dir="/b/$1"', path="m.sh"
    ),
    "a variable and its value": case(
        f"f() {{\n{DECLARED}\n  ls $dir\n}}\n", DECLARED, '  local target="/b/$1"', path="m.sh"
    ),
    "what is above the declaration": case(f"f() {{\n  ls $dir\n{DECLARED}\n}}\n", *RENAMED, path="m.sh"),
    "a brace on the next line": case(
        f"f()\n{{\n{DECLARED}\n  ls $dir\n}}\n",
        *RENAMED,
        "m.sh\n@4\n-  ls $dir\n+  ls $target",
        path="m.sh",
    ),
    **SCRIPTS,
    "another language": case(f"f() {{\n{DECLARED}\n  ls $dir\n}}\n", *RENAMED, path="m.txt"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_uses_of_a_local_variable_follow(name: str) -> None:
    assert run(ROWS[name], "shell-variable") == ROWS[name].expected


@pytest.mark.parametrize(("declared", "is_kept"), [(DECLARED, False), ("dir=1", False), ("mkdir dir", True)])
def test_the_word_elsewhere_is_no_repetition(declared: str, is_kept: bool) -> None:
    harness = RuleHarness(m__sh=f"f() {{\n{declared}\n  ls --exclude=dir.lock\n}}\n")
    harness.edit("m.sh", declared, declared.replace("dir", "target"))
    context = RuleContext(harness.situation("m.sh"))
    candidate = Line(context.current_text.snapshot, 2, 1, ("  ls --exclude=target.lock",))
    assert bool(drop_explained(context, [candidate])) is is_kept


@pytest.mark.parametrize(
    ("new", "count"), [('  ls "$target/home.tar.gz"', 0), ('  ls "$dir/home.tar.xz"', 1)]
)
def test_another_variable_in_a_string_is_no_other_text(new: str, count: int) -> None:
    line = '  ls "$dir/home.tar.gz"'
    assert (
        len(run(case(f"{line}\nx\n{line}\n", f"{line}\nx", f"{new}\nx", path="m.sh"), "text-changed"))
        == count
    )


@pytest.mark.parametrize(
    ("other", "line", "is_kept"),
    [
        ("dir=x\nls $dir", 1, False),  # a variable of its own
        ("export dir=x\nls $dir", 0, False),
        (". ./m.sh\nls $dir", 1, True),  # that of the first script
        ("dir=x\nls dirs", 1, True),  # another word
    ],
)
def test_another_script_that_assigns_the_variable_has_its_own(other: str, line: int, is_kept: bool) -> None:
    harness = RuleHarness(m__sh="dir=1\n", n__sh=other)
    harness.edit("m.sh", "dir=1", "top=1")
    situation = harness.situation("m.sh")
    snapshot = situation.snapshot_at("file:///project/n.sh")
    assert snapshot is not None
    candidate = Line(snapshot, line, 1, (snapshot.lines[line].replace("dir", "top"),))
    assert bool(drop_explained(RuleContext(situation), [candidate])) is is_kept
