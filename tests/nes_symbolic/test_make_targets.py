"""A renamed target of a Makefile: other targets and commands that name it follow, paths and options do not."""

import re

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.keys.make_targets import is_makefile
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import RuleContext

MAKEFILE = "all:\n\ttrue\n\ndocs: a.rst\n\tbuild\n\n"
RENAMED = ("docs: a.rst", "manual: a.rst")


def makefile(line: str, expected: str = "", edit: tuple[str, str] = RENAMED) -> RuleCase:
    found = [f"Makefile\n@7\n-{line}\n+{expected}"] if expected else []
    return case(f"{MAKEFILE}{line}\n", *edit, *found, path="Makefile")


def other(line: str, expected: str = "", path: str = "ci.yml") -> RuleCase:
    found = [f"{path}\n@1\n-{line}\n+{expected}"] if expected else []
    return RuleCase({"Makefile": MAKEFILE, path: f"{line}\n"}, (RENAMED,), found)


ROWS = {
    "a prerequisite": makefile("publish: all docs", "publish: all manual"),
    "a phony target": makefile(".PHONY: docs all", ".PHONY: manual all"),
    "an order-only prerequisite": makefile("x: y | docs", "x: y | manual"),
    "a rule with two colons": makefile("x:: docs", "x:: manual"),
    "a variable of the target": makefile("docs: FLAGS = docs", "manual: FLAGS = docs"),
    "a comment behind a rule": makefile("x: y # docs"),
    "a recipe behind a rule": makefile("x: y ; rm docs"),
    "a comment": makefile("# publish: docs"),
    "a longer name": makefile("publish: docs-all all.docs docs2"),
    "a path": makefile("publish: docs/a.rst out/docs"),
    "a variable of that name": makefile("publish: $(docs) ${docs}"),
    "an assignment": makefile("DOCS := docs"),
    "the default goal": makefile(".DEFAULT_GOAL := docs", ".DEFAULT_GOAL := manual"),
    "a condition on the goal": makefile("ifeq ($(MAKECMDGOALS),docs)", "ifeq ($(MAKECMDGOALS),manual)"),
    "another condition": makefile("ifeq ($(FOLDER),docs)"),
    "a recipe that makes it": makefile("\t$(MAKE) docs", "\t$(MAKE) manual"),
    "a recipe with options": makefile("\t@make -j 2 docs"),
    "a recipe with an option and a variable": makefile("\t@make -j2 V=1 docs", "\t@make -j2 V=1 manual"),
    "a recipe with another target": makefile("\t${MAKE} all docs", "\t${MAKE} all manual"),
    "a recipe in another folder": makefile("\t$(MAKE) -C docs docs"),
    "an argument": makefile("\trm -rf docs out/docs --ignore=docs"),
    "a text behind the target": makefile(
        '\t@echo "make docs for the docs"', '\t@echo "make manual for the docs"'
    ),
    "a continued line": case(
        f"{MAKEFILE}.PHONY: all \\\n  docs\n\nX = \\\n  docs\n",
        *RENAMED,
        "Makefile\n@8\n-  docs\n+  manual",
        path="Makefile",
    ),
    "one of two targets": makefile("publish: docs", "publish: manual", ("all:", "all:"))._replace(
        files={"Makefile": "docs pages:\n\nx: y\n\nw: v\n\npublish: docs\n"},
        edits=(("docs pages:", "manual pages:"),),
    ),
    "another prerequisite": makefile("publish: docs", edit=("docs: a.rst", "docs: b.rst")),
    "a prerequisite of the target, too": makefile("publish: docs", edit=("docs: a.rst", "manual: b.rst")),
    "the phony targets": case(".PHONY: docs\n\nx: docs\n", ".PHONY: docs", ".PHONY: manual", path="Makefile"),
    "a variable": case("docs = 1\n\nx: docs\n", "docs = 1", "manual = 1", path="Makefile"),
    "a recipe": makefile("publish: docs", edit=("\tbuild", "\tmake")),
    "a target with a variable": case(
        "$(docs): a\n\nx: docs\n", "$(docs): a", "$(manual): a", path="Makefile"
    ),
    "another format": case("docs: a\n\nx: docs\n", "docs: a", "manual: a", path="m.txt"),
    "a step of a workflow": other("  - run: make docs", "  - run: make manual"),
    "two commands of a step": other("  run: make all && make docs", "  run: make all && make manual"),
    "a folder of a step": other("  path: docs"),
    "a longer target": other("  - run: make docs-all"),
    "a path behind make": other("  - run: make docs/a.pdf"),
    "another folder's Makefile": other("  - run: make -C docs docs"),
    "a sentence of a comment": other("# they make docs"),
    "an option with a value of its own": other(
        "  - run: make --jobs=2 docs", "  - run: make --jobs=2 manual"
    ),
    "a script": other("make docs", "make manual", "build.sh"),
    "an image": other("RUN make docs", "RUN make manual", "Dockerfile"),
    "a list of arguments": other('run(["make", "docs"])', 'run(["make", "manual"])', "m.py"),
    "another tool": other("cmake docs", path="build.sh"),
    "code in a document": other("Run `make docs` for docs.", "Run `make manual` for docs.", "a.md"),
    "a line of a document": other("$ make docs", "$ make manual", "a.md"),
    "a sentence of a document": other("We make docs.", path="a.md"),
    "another Makefile": other("publish: docs", path="sub/Makefile"),
    "a file outside of the folder": RuleCase(
        {"sub/Makefile": MAKEFILE, "ci.yml": "run: make docs\n"}, (RENAMED,), []
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_names_a_target_follows(name: str) -> None:
    assert run(ROWS[name], "key-reference") == ROWS[name].expected


@pytest.mark.parametrize(
    ("size", "is_found"), [(MAX_CODE_LINE_CHARS, True), (MAX_CODE_LINE_CHARS + 1, False)]
)
def test_a_long_line_is_no_rule(size: int, is_found: bool) -> None:
    line = "x: docs".ljust(size)
    assert bool(run(case(f"{MAKEFILE}{line}\n", *RENAMED, path="Makefile"), "key-reference")) is is_found


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Makefile", True),
        ("GNUmakefile", True),
        ("Makefile.am", True),
        ("rules.mk", True),
        ("cmake.txt", False),
    ],
)
def test_the_names_of_makefiles(path: str, expected: bool) -> None:
    assert is_makefile(f"file:///project/{path}") is expected


SCRIPTS = '{\n  "scripts": {\n    "docs": "typedoc"\n  }\n}\n'
COMMANDS = {
    "the script of another tool": ("a.md", "Write with `npm run docs`.", False),
    "an argument in another command": ("a.md", "Copy `cp -r docs /srv`.", False),
    "a sentence": ("a.md", "We print the docs every year.", True),
    "code of one word": ("a.md", "The target `docs` prints.", True),
    "a longer word": ("a.md", "Copy `cp my-docs a` and docs.", True),
    "a value of another file": ("b.yml", "path: docs", False),
    "a command of another file": ("b.sh", "mkdir docs", False),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("is_script", [False, True])
def test_the_name_of_a_target_is_not_repeated_in_other_commands(name: str, is_script: bool) -> None:
    path, line, is_kept = COMMANDS[name]
    source = "package.json" if is_script else "Makefile"
    harness = RuleHarness()
    harness.put(source, SCRIPTS if is_script else MAKEFILE)
    snapshot = harness.workspace.snapshot(harness.put(path, line))
    assert snapshot is not None
    harness.edit(source, *(('    "docs": "typedoc"', '    "manual": "typedoc"') if is_script else RENAMED))
    candidate = Line(snapshot, 0, 1, (re.sub(r"(?<![\w-])docs", "manual", line),))
    assert bool(drop_explained(RuleContext(harness.situation(source)), [candidate])) is is_kept
