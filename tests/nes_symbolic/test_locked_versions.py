"""The version of a project is the same in its manifest and in its lock file; those of other packages stay."""

import json

import pytest

from nes_symbolic.builders import line_candidate, text_of
from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences.limits import MAX_LOCK_FOLDERS, MAX_OWN_ENTRY_LINES
from understudy.nes.symbolic.consequences.versions import find_npm_versions, is_lock_file
from understudy.nes.symbolic.filters.places import limit_locked_versions
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY

PACKAGE = '{\n  "name": "chart",\n  "version": "2.3.0",\n  "dependencies": {"skymap": "2.3.0"}\n}'
OLD, NEW = '  "version": "2.3.0",', '  "version": "2.4.0",'
LOCK = json.dumps(
    {
        "name": "chart",
        "version": "2.3.0",
        "packages": {
            "": {"name": "chart", "version": "2.3.0", "dependencies": {"skymap": "2.3.0"}},
            "node_modules/skymap": {"version": "2.3.0", "resolved": "skymap-2.3.0.tgz"},
        },
    },
    indent=2,
)
CRATE = '[package]\nname = "chart"\nversion = "2.3.0"\n\n[dependencies.skymap]\nversion = "2.3.0"\n'
CRATES = '[[package]]\nname = "chart"\nversion = "2.3.0"\n\n[[package]]\nname = "skymap"\nversion = "2.3.0"\n'
RAISED = ('version = "2.3.0"', 'version = "2.4.0"')
PROJECT = CRATE.replace("package", "project").replace("chart", "Star_Chart")
NPM = [
    '{}\n@3\n-  "version": "2.3.0",\n+  "version": "2.4.0",',
    '{}\n@7\n-      "version": "2.3.0",\n+      "version": "2.4.0",',
]
TABLE = '{}\n@3\n-version = "2.3.0"\n+version = "2.4.0"'

CASES: dict[str, RuleCase] = {
    "npm": case(
        {"package.json": PACKAGE, "package-lock.json": LOCK},
        OLD,
        NEW,
        *[one.format("package-lock.json") for one in NPM],
    ),
    "a package that is published with its lock file": case(
        {"package.json": PACKAGE, "npm-shrinkwrap.json": LOCK},
        OLD,
        NEW,
        *[one.format("npm-shrinkwrap.json") for one in NPM],
    ),
    "another version in the lock file": case(
        {"package.json": PACKAGE, "package-lock.json": LOCK.replace("2.3.0", "2.2.0")}, OLD, NEW
    ),
    "the lock file of another folder": case({"package.json": PACKAGE, "a/package-lock.json": LOCK}, OLD, NEW),
    "the version of something else": case(
        {
            "package.json": '{\n  "engine": {\n    "version": "2.3.0"\n  }\n}',
            "package-lock.json": LOCK,
        },
        '    "version": "2.3.0"',
        '    "version": "2.4.0"',
    ),
    "another manifest": case({"bower.json": PACKAGE, "package-lock.json": LOCK}, OLD, NEW),
    "another key": case(
        {"package.json": PACKAGE, "package-lock.json": LOCK}, '  "name": "chart",', '  "name": "map",'
    ),
    "Cargo": case({"Cargo.toml": CRATE, "Cargo.lock": CRATES}, *RAISED, TABLE.format("Cargo.lock")),
    "a workspace of Cargo": case(
        {"crates/chart/Cargo.toml": CRATE, "Cargo.lock": CRATES}, *RAISED, TABLE.format("Cargo.lock")
    ),
    "a lock file far above": case(
        {f"{'a/' * MAX_LOCK_FOLDERS}Cargo.toml": CRATE, "Cargo.lock": CRATES}, *RAISED
    ),
    "a lock file as far above as searched": case(
        {f"{'a/' * (MAX_LOCK_FOLDERS - 1)}Cargo.toml": CRATE, "Cargo.lock": CRATES},
        *RAISED,
        TABLE.format("Cargo.lock"),
    ),
    "the version of all members of a workspace": case(
        {"Cargo.toml": CRATE.replace("[package]", "[workspace.package]"), "Cargo.lock": CRATES}, *RAISED
    ),
    "uv, which writes names in one way": case(
        {"pyproject.toml": PROJECT, "uv.lock": CRATES.replace("chart", "star-chart")},
        *RAISED,
        TABLE.format("uv.lock"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_lock_file_states_the_version_of_the_project(name: str) -> None:
    one = CASES[name]
    assert run(one, "locked-version") == one.expected


@pytest.mark.parametrize(
    ("path", "line", "old", "new", "is_likely"),
    [
        pytest.param("package-lock.json", 2, "2.3.0", "2.4.0", True, id="the project"),
        pytest.param("package-lock.json", 6, "2.3.0", "2.4.0", True, id="the entry of the project"),
        pytest.param("package-lock.json", 12, "2.3.0", "2.4.0", False, id="another package"),
        pytest.param("package.json", 12, "2.3.0", "2.4.0", True, id="no lock file"),
        pytest.param("yarn.lock", 12, "2.3.0", "2.4.0", False, id="the lock file of another tool"),
        pytest.param("package-lock.json", 13, "skymap", "starmap", True, id="no number"),
    ],
)
def test_the_version_of_another_package_is_not_repeated_in_a_lock_file(
    path: str, line: int, old: str, new: str, is_likely: bool
) -> None:
    snapshot = text_of(LOCK, uri=f"file:///project/{path}", language="json")
    assert old in snapshot.lines[line]
    one = line_candidate(snapshot, line, snapshot.lines[line].replace(old, new))
    limit_locked_versions([one])
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


def test_the_changed_value_of_another_text_stays_in_a_lock_file() -> None:
    files = {"package.json": PACKAGE, "package-lock.json": LOCK}
    one = RuleCase(files, ((OLD, NEW),), [], asked="package-lock.json")
    assert run(one, "value-changed") == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("package-lock.json", True),
        ("npm-shrinkwrap.json", True),
        ("Cargo.lock", True),
        ("pnpm-lock.yaml", True),
        ("go.sum", True),
        ("package.json", False),
        ("lock.json", False),
        ("clock.py", False),
    ],
)
def test_what_a_lock_file_is(name: str, expected: bool) -> None:
    assert is_lock_file(f"file:///project/{name}") is expected


@pytest.mark.parametrize(("blank", "expected"), [(MAX_OWN_ENTRY_LINES - 2, 1), (MAX_OWN_ENTRY_LINES - 1, 0)])
def test_the_entry_of_the_project_is_at_the_beginning(blank: int, expected: int) -> None:
    lines = ["{", *[""] * blank, '  "version": "1.0.0"']
    assert len(list(find_npm_versions(lines))) == expected
