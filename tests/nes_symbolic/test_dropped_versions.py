"""The lowest version of a tool rose: lists lose the versions below it, and what names the lowest one follows."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness

FAMILY = "dropped-version"
BOUND = 'requires-python = ">=3.8"', 'requires-python = ">=3.9"'
LINES = '    "Python :: 3",\n    "Python :: 3.8",\n    "Python :: 3.9",\n    "Python :: 3.10",\n'
CLASSIFIERS = f"name = tool\n{LINES}]\n"


def raised(
    line: str, expected: str = "", bound: tuple[str, str] = BOUND, path: str = "other.toml"
) -> RuleCase:
    """A bound of a manifest is raised; another file has the lines."""
    found = [f"{path}\n{expected}"] if expected else []
    return RuleCase({"pyproject.toml": f"{bound[0]}\n", path: f"{line}\n"}, (bound,), found)


CASES = {
    "a row of strings": raised(
        'python-version: ["3.8", "3.9", "3.10"]',
        '@1\n-python-version: ["3.8", "3.9", "3.10"]\n+python-version: ["3.9", "3.10"]',
    ),
    "the newest first": raised(
        "python: [3.10, 3.9, 3.8]", "@1\n-python: [3.10, 3.9, 3.8]\n+python: [3.10, 3.9]"
    ),
    "short forms": raised("envlist = py38,py39,lint", "@1\n-envlist = py38,py39,lint\n+envlist = py39,lint"),
    "short forms in braces": raised(
        "envlist = py{38,39,310}", "@1\n-envlist = py{38,39,310}\n+envlist = py{39,310}"
    ),
    "lines that name the tool": raised(CLASSIFIERS, '@3\n-    "Python :: 3.8",'),
    "items below the name of the tool": raised("python-version:\n  - '3.8'\n  - '3.9'\n", "@2\n-  - '3.8'"),
    "items in the column of their key": raised("python:\n- 3.8\n- 3.9\nos:\n- linux", "@2\n-- 3.8"),
    "several versions are dropped": raised(
        "python: [3.8, 3.9, 3.10]",
        "@1\n-python: [3.8, 3.9, 3.10]\n+python: [3.10]",
        (BOUND[0], BOUND[1].replace("3.9", "3.10")),
    ),
    "the lowest one is in no list": raised(
        "python: [3.8, 3.12]", "@1\n-python: [3.8, 3.12]\n+python: [3.9, 3.12]"
    ),
    "older versions, which stay": raised(
        "python: [2.7, 3.8, 3.9]", "@1\n-python: [2.7, 3.8, 3.9]\n+python: [2.7, 3.9]"
    ),
    "a short form alone": raised(
        'target-version = "py38"', '@1\n-target-version = "py38"\n+target-version = "py39"'
    ),
    "a word with the name": raised("language: python3.8", "@1\n-language: python3.8\n+language: python3.9"),
    "a version of Node with all its releases": raised(
        "node-version: [18.x, 20.x]",
        "@1\n-node-version: [18.x, 20.x]\n+node-version: [20.x]",
        ('"node": ">=18.0.0"', '"node": ">=20.0.0"'),
    ),
    "the version of Go": raised(
        "go: ['1.20', '1.21']", "@1\n-go: ['1.20', '1.21']\n+go: ['1.21']", ("go 1.20", "go 1.21")
    ),
    "the version of Rust": raised(
        "rust: [1.70, 1.74, stable]",
        "@1\n-rust: [1.70, 1.74, stable]\n+rust: [1.74, stable]",
        ('rust-version = "1.70"', 'rust-version = "1.74"'),
    ),
    # What stays.
    "a word in another name": raised("[testenv:py38]"),
    "a combination that is left out": raised('exclude:\n  - version: "py38"\n    os: macos'),
    "versions of another tool": raised("ruby: [3.8, 3.9]"),
    "chapters": raised("chapters: [3.8, 3.9]"),
    "a version alone is a value that is repeated": raised("python: 3.8"),
    "a list without the old version": raised("python: [3.9, 3.10]"),
    "a history": raised("python: [3.8, 3.9]", path="CHANGELOG.md"),
    "releases of a tool": raised("python: [3.8.1, 3.8.2]"),
    "no order": raised("python: [3.9, 3.8, 3.10]"),
    "a bound that is lowered": raised("python: [3.8, 3.9]", bound=BOUND[::-1]),
    "the version that is used": raised("python: [3.8, 3.9]", bound=("python: 3.8", "python: 3.9")),
    "the bound of a package": raised("python: [3.8, 3.9]", bound=("click>=3.8", "click>=3.9")),
    "two versions without one in common": raised("python: [3.7, 3.8, 3.12]", bound=BOUND),
}
REMOVED_LINE = ('    "Python :: 3.8",\n    "Python :: 3.9",', '    "Python :: 3.9",')


def removed(edit: tuple[str, str], other: str, expected: str = "", first: str = CLASSIFIERS) -> RuleCase:
    """The lowest version of a list is removed; another file has a line."""
    found = [f"other.cfg\n@1\n-{other}\n+{expected}"] if expected else []
    return RuleCase({"setup.cfg": first, "other.cfg": f"{other}\n"}, (edit,), found)


ROW = "python: [3.8, 3.9, 3.10]\n"
REMOVED = {
    "a line, and a row": removed(REMOVED_LINE, "python: [3.8, 3.9]", "python: [3.9]"),
    "a line, and a bound": removed(REMOVED_LINE, "requires-python = '>=3.8'", "requires-python = '>=3.9'"),
    "a line, and a bound of setuptools": removed(
        REMOVED_LINE, "python_requires = >=3.8", "python_requires = >=3.9"
    ),
    "a line, and a word": removed(REMOVED_LINE, "target = py38", "target = py39"),
    "an item, and a bound": removed(
        ("python: [3.8, 3.9, 3.10]", "python: [3.9, 3.10]"), "python = ^3.8", "python = ^3.9", ROW
    ),
    "an item, and a sentence": removed(
        ("python: [3.8, 3.9, 3.10]", "python: [3.9, 3.10]"), "For Python 3.8.", "For Python 3.9.", ROW
    ),
    "a line, and the bound of a package": removed(REMOVED_LINE, "click = >=3.8"),
    "the newest line": removed(
        ('    "Python :: 3.9",\n    "Python :: 3.10",', '    "Python :: 3.9",'), "python = ^3.10"
    ),
    "the newest item": removed(("python: [3.8, 3.9, 3.10]", "python: [3.8, 3.9]"), "python = ^3.10", "", ROW),
    "one between": removed(("python: [3.8, 3.9, 3.10]", "python: [3.8, 3.10]"), "python = ^3.9", "", ROW),
    "a list of no tool": removed(
        ("rows: [3.8, 3.9, 3.10]", "rows: [3.9, 3.10]"), "python = ^3.8", "", ROW.replace("python", "rows")
    ),
    "the only line": removed(
        ("Python :: 3.8", ""), "python = ^3.8", "", "name = tool\nPython :: 3.8\nlicense = MIT\n"
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_raised_bound(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


@pytest.mark.parametrize("name", REMOVED)
def test_a_removed_version(name: str) -> None:
    assert run(REMOVED[name], FAMILY) == REMOVED[name].expected


def test_a_line_of_a_list_is_not_changed_to_one_that_is_there() -> None:
    harness = RuleHarness(other__toml=CLASSIFIERS)
    harness.put("pyproject.toml", f"{BOUND[0]}\n")
    harness.edit("pyproject.toml", *BOUND)
    probability = {one.family: one.probability for one in harness.ask("pyproject.toml")}
    assert probability["value-changed"] < 0.4 < probability[FAMILY]
