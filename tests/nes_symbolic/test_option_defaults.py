"""The default of an option changed: what states it follows, equal values of other options stay."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

EDIT = ("WAIT = 30", "WAIT = 45")
ARGUMENT = 'WAIT = 30\nMOST = 30\np.add(\n    "--wait",\n    default=WAIT,\n    help="{}",\n)\n'
CALLS = """p.add("-w, --wait", default=WAIT, help="(default: 30)")
p.add("--most", default=MOST, help="(default: 30)")
"""
TESTED = "assert a.wait == 30\nassert a.most == 30\nassert a.wait == 305\nx = a.wait == 30\n"
OF_TEST = "def test_a():\n    a = parse({})\n    assert a.most == 30\n    assert a.wait == 30\n"


def told(text: str, *expected: str) -> RuleCase:
    found = [f'a.py\n@6\n-    help="{text}",\n+    help="{one}",' for one in expected]
    return RuleCase({"a.py": ARGUMENT.format(text)}, (EDIT,), found)


def elsewhere(
    path: str, text: str, *changes: str, own: str = ARGUMENT, edit: tuple[str, str] = EDIT
) -> RuleCase:
    lines = text.split("\n")
    found = [f"{path}\n@{lines.index(one) + 1}\n-{one}\n+{one.replace('30', '45')}" for one in changes]
    return RuleCase({"a.py": own, path: text}, (edit,), found)


CASES = {
    "in brackets": told("seconds (default: 30)", "seconds (default: 45)"),
    "in words": told("30 s by then, defaults to 30.", "30 s by then, defaults to 45."),
    "quoted": told("default is '30'", "default is '45'"),
    "a longer number": told("default: 30.5"),
    "no word of the default": told("up to 30 seconds"),
    "stated twice": told("default 30, default 30"),
    "calls of one line": RuleCase(
        {"a.py": f"WAIT = 30\nMOST = 30\n{CALLS}"},
        (EDIT,),
        [
            'a.py\n@3\n-p.add("-w, --wait", default=WAIT, help="(default: 30)")\n'
            '+p.add("-w, --wait", default=WAIT, help="(default: 45)")'
        ],
    ),
    "a default in the call": RuleCase(
        {"a.py": 'p.add(\n    "--wait",\n    default=30,\n    help="default 30",\n)\n'},
        (("    default=30,", "    default=45,"),),
        ['a.py\n@4\n-    help="default 30",\n+    help="default 45",'],
    ),
    "a string": RuleCase(
        {"a.py": 'p.add(\n    "--sort",\n    default="name",\n    help="default: name",\n)\n'},
        (('    default="name",', '    default="size",'),),
        ['a.py\n@4\n-    help="default: name",\n+    help="default: size",'],
    ),
    "another argument of the call": RuleCase(
        {"a.py": 'p.add(\n    "--wait",\n    nargs=30,\n    help="default 30",\n)\n'},
        (("    nargs=30,", "    nargs=45,"),),
        [],
    ),
    "a call of two options": RuleCase(
        {"a.py": 'WAIT = 30\np.add("--wait", "--rest", default=WAIT, help="default 30")\n'}, (EDIT,), []
    ),
    "a constant of something else": RuleCase(
        {"a.py": 'WAIT = 30\np.add("--wait", help="default 30")\n'}, (EDIT,), []
    ),
    "a variable": RuleCase(
        {"a.py": 'wait = 30\np.add("--wait", default=wait, help="default 30")\n'},
        (("wait = 30", "wait = 45"),),
        [],
    ),
    "an option of a script": RuleCase(
        {"a.js": 'const WAIT = 30;\np.option("--wait <s>", "seconds (default: 30)", WAIT);\n'},
        (("const WAIT = 30;", "const WAIT = 45;"),),
        [
            'a.js\n@2\n-p.option("--wait <s>", "seconds (default: 30)", WAIT);\n'
            '+p.option("--wait <s>", "seconds (default: 45)", WAIT);'
        ],
    ),
    "a row": elsewhere("r.md", "| `--wait` | s | `30` |\n| `--most` | m | 30 |\n", "| `--wait` | s | `30` |"),
    "a row with two equal cells": elsewhere("r.md", "| --wait | 30 | 30 |\n"),
    "a sentence": elsewhere("r.md", "Use `--wait` (default 30).\n", "Use `--wait` (default 30)."),
    "a sentence without the default": elsewhere("r.md", "Use `--wait` for 30 s.\n"),
    "a longer option": elsewhere("r.md", "| `--wait-long` | 30 |\n"),
    "a test": elsewhere("t.py", f"a = p.parse_args([])\n{TESTED}", "assert a.wait == 30"),
    "a test of a script": elsewhere(
        "t.ts", "const o = parse();\nexpect(o.wait).toBe(30);\n", "expect(o.wait).toBe(30);"
    ),
    "options of a program": elsewhere(
        "t.js", "expect(program.opts().wait).toBe(30);\n", "expect(program.opts().wait).toBe(30);"
    ),
    "another value": elsewhere("t.py", "a = parse()\nassert a.wait == 31\n"),
    "something that is not parsed": elsewhere("t.py", "a = Client()\nassert a.wait == 30\n"),
    "something that is made": elsewhere("t.py", "assert Client().wait == 30\n"),
    "an option that the test sets": elsewhere("t.py", OF_TEST.format('["--wait", "30"]')),
    "a short option that the test sets": elsewhere("t.py", OF_TEST.format('["-w", "30"]')),
    "an option that is set in the line": elsewhere("t.py", 'assert parse(["--wait", "30"]).wait == 30\n'),
    "an option of another test": elsewhere(
        "t.py",
        f"{OF_TEST.format('[]')}{OF_TEST.replace('test_a', 'test_b').format('[30]')}".replace(
            "a.wait == 30\n", "a.wait == 30 \n", 1
        ),
        "    assert a.wait == 30 ",
    ),
}

SETTINGS = "DEFAULT_WAIT = 30\nMOST = 30\n"
CONSTANT = ("DEFAULT_WAIT = 30", "DEFAULT_WAIT = 45")


def setting(path: str, text: str, *changes: str) -> RuleCase:
    return elsewhere(path, text, *changes, own=SETTINGS, edit=CONSTANT)


CASES |= {
    "a variable of the environment in a row": setting(
        "r.md", "| `APP_WAIT` | 30 | s |\n| `APP_MOST` | 30 | s |\n", "| `APP_WAIT` | 30 | s |"
    ),
    "a setting in a sentence": setting(
        "r.md", "`wait` is in seconds, default 30.\n", "`wait` is in seconds, default 30."
    ),
    "a setting that is no code": setting("r.md", "We wait by default 30 s.\n"),
    "a longer variable of the environment": setting("r.md", "| `APP_WAIT_LONG` | 30 |\n"),
    "a test of what is made without it": setting(
        "t.py", "s = Settings()\nassert s.wait == 30\nassert s.most == 30\n", "assert s.wait == 30"
    ),
    "a test of what is made with it": setting("t.py", "s = Settings(a)\nassert s.wait == 30\n"),
    "a test of what is made with an equal value": setting(
        "t.py", "a = 30\ns = Settings()\nassert s.wait == 30\n"
    ),
    "a constant in camel case": elsewhere(
        "t.ts",
        "const s = new Settings();\nexpect(s.wait).toBe(30);\n",
        "expect(s.wait).toBe(30);",
        own=f"const {SETTINGS}".replace("DEFAULT_WAIT", "defaultWait"),
        edit=("const defaultWait = 30", "const defaultWait = 45"),
    ),
    "a constant that is no default": elsewhere(
        "t.py",
        "s = Settings()\nassert s.wait == 30\n",
        own="MAX_WAIT = 30\n",
        edit=("MAX_WAIT = 30", "MAX_WAIT = 45"),
    ),
}


@pytest.mark.parametrize("one", CASES.values(), ids=CASES)
def test_what_states_the_default_follows(one: RuleCase) -> None:
    assert run(one, "option-default") == one.expected


def test_the_help_of_another_option_is_about_another_value() -> None:
    text = 'p.add(\n    "--wait",\n    help="(default: 30)",\n)\np.add("--most", help="(default: 30)")\n'
    edit = ('    help="(default: 30)",', '    help="(default: 45)",')
    assert run(RuleCase({"a.py": text}, (edit,), []), "value-changed") == []
