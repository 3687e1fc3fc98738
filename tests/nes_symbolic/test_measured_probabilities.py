"""Probabilities of rules that were measured in the histories of other projects: see `training/README.md`."""

import pytest

from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.engine_api import Candidate
from understudy.nes.options import MIN_PROBABILITY_BY_EAGERNESS
from understudy.nes.text import EditOrigin

SHOWN = MIN_PROBABILITY_BY_EAGERNESS["medium"]
STEPS = "steps:\n  - name: a\n    run: x\n  - name: b\n    run: y\n"
CARGO = """[dependencies]
core = { path = "../core", version = "0.3.1" }
macros = { path = "../macros", version = "0.3.1" }

[dev-dependencies]
core = { path = "../core", version = "0.3.1" }
"""


def proposed(harness: RuleHarness, path: str, family: str) -> list[Candidate]:
    return [one for one in harness.ask(path) if one.family == family]


@pytest.mark.parametrize(
    ("new", "old", "by_key", "is_shown"),
    [
        pytest.param("", "os.x()\ny = 1", False, True, id="two lines were removed"),
        pytest.param("x()", "os.x()", False, False, id="a line was replaced"),
        pytest.param("x()", "os.x()", True, True, id="a line was changed at the keyboard"),
    ],
)
def test_an_import_goes_after_its_last_use(*, new: str, old: str, by_key: bool, is_shown: bool) -> None:
    harness = RuleHarness(m__py="import os\n\nos.x()\ny = 1\nz = 2\n\n\ndef x():\n    pass\n")
    harness.edit("m.py", old, new)
    harness.edits[-1].ends_in_keystroke = by_key
    [candidate] = proposed(harness, "m.py", "import-unused")
    assert (candidate.probability >= SHOWN) is is_shown


@pytest.mark.parametrize("by_key", [False, True])
def test_a_key_that_was_typed_is_added_to_the_other_entries(*, by_key: bool) -> None:
    harness = RuleHarness()
    harness.put("c.yml", STEPS)
    harness.insert("c.yml", "    run: x", "    shell: sh")
    harness.edits[-1].ends_in_keystroke = by_key
    [candidate] = proposed(harness, "c.yml", "sibling-key")
    assert (candidate.probability >= SHOWN) is by_key
    harness.edits[-1].origin = EditOrigin.ACCEPTED
    assert only(harness.ask("c.yml"), "sibling-key").probability >= SHOWN


def test_the_same_version_of_another_dependency_is_equal_by_chance() -> None:
    harness = RuleHarness()
    harness.put("Cargo.toml", CARGO)
    first = 'core = { path = "../core", version = "0.3.1" }'
    harness.edit("Cargo.toml", first, first.replace("0.3.1", "0.3.2"))
    found = {one.edits[0].span.start.line: one for one in proposed(harness, "Cargo.toml", "value-changed")}
    assert {line: one.probability >= SHOWN for line, one in found.items()} == {2: False, 5: True}


def test_the_version_of_another_file_has_another_name() -> None:
    harness = RuleHarness(setup__toml='version = "1.4.0"\n', package__json='  "app-version": "1.4.0"\n')
    harness.edit("setup.toml", 'version = "1.4.0"', 'version = "1.5.0"')
    assert only(harness.ask("setup.toml"), "value-changed").probability >= SHOWN


@pytest.mark.parametrize(("package", "count"), [("a.tree", 0), ("a.list", 1)])
def test_a_class_of_the_same_package_is_not_imported(package: str, count: int) -> None:
    harness = RuleHarness(
        Use__java="package b;\n\nimport a.tree.Node;\n\nclass Use {\n  Node one;\n}\n",
        Tree__java=f"package {package};\n\nimport java.util.List;\n\nclass Tree {{\n  List all;\n}}\n",
    )
    harness.edit("Tree.java", "  List all;", "  List all = new Node();")
    assert len(proposed(harness, "Tree.java", "import-missing")) == count
