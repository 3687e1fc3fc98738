"""Markdown: references with numbers get their definitions, and definitions without a reference go."""

# pyright: reportPrivateUsage=false

from contextlib import closing

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.consequences.limits import MAX_LINK_DEFINITIONS
from understudy.nes.symbolic.consequences.values.link_definitions import PROBABILITY, _Features

VERSIONS = """
# Changes

## [1.1.0] - May

- Colors

## [1.0.1] - April

- Fixes

[1.1.0]: https://example.org/tool/compare/v1.0.1...v1.1.0
[1.0.1]: https://example.org/tool/compare/v1.0.0...v1.0.1
[1.0.0]: https://example.org/tool/releases/v1.0.0
"""
TAGS = """
# Changes

## [2.1]

- Colors

[2.1]: https://example.org/tool/tag/2.1
[2.0]: https://example.org/tool/tag/2.0
"""
NUMBERS = """
# Changes

- Colors ([#40])
- Names ([#52])

[#40]: https://example.org/pull/40
[#52]: https://example.org/pull/52
"""
SECTIONS = """
## Next

- Colors ([#61])

[#61]: https://example.org/pull/61

## 1.0

- Names ([#52])

[#52]: https://example.org/pull/52
"""

ADDED = {
    "a version is compared with the one before it": (
        VERSIONS,
        ("# Changes\n", "# Changes\n\n## [1.2.0] - June\n\n- Shapes\n"),
        "[1.2.0]: https://example.org/tool/compare/v1.1.0...v1.2.0",
        "[1.1.0]: https://example.org/tool/compare/v1.0.1...v1.1.0",
    ),
    "a version is a tag": (
        TAGS,
        ("# Changes\n", "# Changes\n\n## [2.2]\n\n- Shapes\n"),
        "[2.2]: https://example.org/tool/tag/2.2",
        "[2.1]: https://example.org/tool/tag/2.1",
    ),
    "a number is last": (
        NUMBERS,
        ("# Changes\n", "# Changes\n\n- Shapes ([#60])"),
        "[#60]: https://example.org/pull/60",
        "",
    ),
    "a number is sorted": (
        NUMBERS,
        ("# Changes\n", "# Changes\n\n- Shapes ([#47])"),
        "[#47]: https://example.org/pull/47",
        "[#52]: https://example.org/pull/52",
    ),
    "a number belongs to its section": (
        SECTIONS,
        ("- Colors ([#61])", "- Colors ([#61])\n- Shapes ([#70])"),
        "[#70]: https://example.org/pull/70",
        "",
    ),
}


@pytest.mark.parametrize("name", ADDED)
def test_a_reference_gets_its_definition(name: str) -> None:
    text, edit, line, below = ADDED[name]
    with closing(Scene("CHANGES.md", text)) as scene:
        scene.edit(*edit)
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        lines = scene.text.split("\n")
        assert lines[lines.index(line) + 1] == below, scene.account()


def test_two_numbers_are_defined_together_in_their_order() -> None:
    with closing(Scene("CHANGES.md", NUMBERS)) as scene:
        scene.edit("# Changes\n", "# Changes\n\n- Shapes ([#63])\n- Sizes ([#60])")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        expected = "[#52]: https://example.org/pull/52\n[#60]: https://example.org/pull/60\n[#63]: https://example.org/pull/63\n"
        assert expected in scene.text


def test_a_definition_without_a_reference_is_removed() -> None:
    with closing(Scene("CHANGES.md", NUMBERS)) as scene:
        scene.edit("- Names ([#52])\n", "")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert "#52" not in scene.text
        assert "[#40]: https://example.org/pull/40\n" in scene.text


SILENT = {
    "a link has its target": (NUMBERS, ("# Changes\n", "# Changes\n\n- Shapes ([#60](https://a.org))")),
    "a word has no number": (NUMBERS, ("# Changes\n", "# Changes\n\n- Shapes ([sizes])")),
    "the label is defined": (NUMBERS, ("# Changes\n", "# Changes\n\n- Shapes ([#40])")),
    "the targets have other numbers": (
        NUMBERS.replace("pull/", "pull/1"),
        ("# Changes\n", "# Changes\n\n- Shapes ([#60])"),
    ),
    "the targets differ": (
        NUMBERS.replace("pull/40", "issues/40"),
        ("# Changes\n", "# Changes\n\n- Shapes ([#60])"),
    ),
    "the other sections have their own definitions": (
        SECTIONS,
        ("## Next\n", "## Later\n\n- Shapes ([#70])\n\n## Next\n"),
    ),
    "versions of a pre-release are kept": (VERSIONS, ("## [1.1.0] - May", "## 1.1.0 - May")),
    "the comparison is with an unknown version": (
        VERSIONS.replace("v1.0.1...v1.1.0", "start...v1.1.0"),
        ("# Changes\n", "# Changes\n\n## [1.2.0] - June\n\n- Shapes\n"),
    ),
    "the label is still mentioned": (
        NUMBERS.replace("- Colors ([#40])", "- Colors ([#40])\n- Shapes ([#40])"),
        ("- Colors ([#40])\n", ""),
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_no_definition_is_guessed(name: str) -> None:
    text, edit = SILENT[name]
    with closing(Scene("CHANGES.md", text)) as scene:
        scene.edit(*edit)
        scene.ask()
        families = [one.family for one in scene.engine.result.candidates if one.probability >= 0.45]
        assert "link-definition" not in families, scene.account()


def test_definitions_are_for_markdown_only() -> None:
    with closing(Scene("changes.yaml", NUMBERS)) as scene:
        scene.edit("# Changes\n", "# Changes\n\n- Shapes ([#60])")
        scene.ask()
        assert all(one.family != "link-definition" for one in scene.engine.result.candidates)


def changed(text: str, old: str, new: str, *expected: str) -> RuleCase:
    return case(text, old, new, *expected, path="CHANGES.md")


def numbered(*numbers: int, kind: str = "pull", sign: str = "#") -> str:
    return "\n".join(f"[{sign}{number}]: https://a.org/{kind}/{number}" for number in numbers) + "\n"


def pulls(numbers: str, added: str, *expected: str) -> RuleCase:
    """A new line refers to another number; the definitions are at the end, the first one in the fifth line."""
    return changed(f"# Changes\n\n- Colors\n\n{numbers}", "- Colors", f"- Colors\n- {added}", *expected)


def definition(line: int, number: int, kind: str = "pull", sign: str = "#") -> str:
    return f"CHANGES.md\n@{line}\n+[{sign}{number}]: https://a.org/{kind}/{number}"


TWO_GROUPS = f"{numbered(10, 40)}\n{numbered(5, 52)}"
RELEASES = "# Changes\n\n## 1.1\n\n- Colors\n\n## 1.0\n\n- Names ([#52])\n\n"
OWN = "## 1.1\n\n- Colors\n\n{}## 1.0\n\n- Names ([#52])\n\n{}## 0.9\n\n- Sizes ([#40])\n\n{}"

PLACES = {
    "behind the last one": pulls(numbered(40, 52), "Shapes ([#60])", definition(7, 60)),
    "before the first larger one": pulls(numbered(40, 52), "Shapes ([#47])", definition(6, 47)),
    "before the first smaller one": pulls(numbered(52, 40), "Shapes ([#47])", definition(6, 47)),
    "a single one is larger": pulls(numbered(40), "Shapes ([#7])", definition(5, 7)),
    "they have no order": pulls(numbered(52, 40, 60), "Shapes ([#50])", definition(8, 50)),
    "one is defined twice": pulls(numbered(40, 40, 52), "Shapes ([#47])", definition(7, 47)),
    "as the last one is written": pulls(
        numbered(40, kind="issues") + numbered(52), "Shapes ([#60])", definition(7, 60)
    ),
    "numbers without a sign": pulls(numbered(40, sign=""), "Shapes ([60])", definition(6, 60, sign="")),
    "two numbers with other digits": pulls(
        numbered(40),
        "Shapes ([#60]) and sizes ([#71])",
        "CHANGES.md\n@6\n+[#60]: https://a.org/pull/60\n+[#71]: https://a.org/pull/71",
    ),
    "a sentence that looks like a definition": pulls(
        f"Note [1]: see below\n{numbered(40)}", "Shapes ([#60])", definition(7, 60)
    ),
    "a word among the numbers": pulls(
        f"{numbered(40, sign='')}[docs]: https://a.org/docs\n", "Shapes ([60])", definition(6, 60, sign="")
    ),
    "versions among the numbers": pulls(
        f"{numbered(40, sign='')}[1.2]: https://a.org/v1.2\n", "Shapes ([60])", definition(6, 60, sign="")
    ),
    "the group with the largest number": changed(
        RELEASES + TWO_GROUPS, "- Colors", "- Colors ([#3])", definition(13, 3)
    ),
    "the last group of the section": changed(
        f"## 1.1\n\n- Colors\n\n{numbered(60)}\n{numbered(51)}\n## 1.0\n\n{numbered(40)}",
        "- Colors",
        "- Colors ([#70])",
        definition(7, 70),
    ),
    "all definitions are behind the last section": changed(
        RELEASES + numbered(40, 52), "- Colors", "- Colors ([#60])", definition(12, 60)
    ),
    "the heading refers to it": changed(
        OWN.format(numbered(61) + "\n", numbered(52) + "\n", numbered(40)),
        "## 1.1",
        "## 1.1 ([#70])",
        definition(5, 70),
    ),
    "its section has no definitions, others have": changed(
        OWN.format("", numbered(52) + "\n", numbered(40)), "- Colors", "- Colors ([#70])"
    ),
    "one of the other sections has two groups": changed(
        OWN.format("", f"{numbered(52)}\n{numbered(51)}\n", numbered(40)), "- Colors", "- Colors ([#70])"
    ),
    "a section that begins in the next line": changed(
        f"## 1.1\n- Colors\n## 1.0\n- Names ([#52])\n{numbered(52)}## 0.9\n- Sizes ([#40])\n{numbered(40)}",
        "- Colors",
        "- Colors ([#70])",
    ),
    "versions that are defined in their sections": changed(
        "# Changes\n\n## [1.1]\n\n[1.1]: https://a.org/1.1\n\n## [1.0]\n\n[1.0]: https://a.org/1.0\n",
        "# Changes\n",
        "# Changes\n\n## [1.2]\n",
    ),
    "the only version": changed(
        "# Changes\n\n[1.0]: https://a.org/1.0\n",
        "# Changes",
        "# Changes\n\n## [1.1]",
        "CHANGES.md\n@4\n+[1.1]: https://a.org/1.1",
    ),
    "a release after its preview": changed(
        "# Changes\n\n[1.0.0-beta]: https://a.org/v0.9...v1.0.0-beta\n[0.9]: https://a.org/v0.9\n",
        "# Changes",
        "# Changes\n\n## [1.0.0]",
        "CHANGES.md\n@4\n+[1.0.0]: https://a.org/v1.0.0-beta...v1.0.0",
    ),
    "two versions at once": changed(
        "# Changes\n\n[1.0]: https://a.org/1.0\n", "# Changes", "# Changes\n\n## [1.2]\n\n## [1.1]"
    ),
    "versions that rise": changed(
        "# Changes\n\n[1.0]: https://a.org/1.0\n[1.1]: https://a.org/1.1\n",
        "# Changes",
        "# Changes\n\n## [1.2]",
    ),
    "the target of a version ends with something else": changed(
        "# Changes\n\n[1.0]: https://a.org/1.0/\n", "# Changes", "# Changes\n\n## [1.1]"
    ),
    "the target of a number ends with something else": pulls(
        "[#40]: https://a.org/colors\n", "Shapes ([#60])"
    ),
    "the version before it is unknown": changed(
        "# Changes\n\n[1.1]: https://a.org/v1.0...v1.1\n", "# Changes", "# Changes\n\n## [1.2]"
    ),
    "a reference that was there before": changed(
        f"# Changes\n\n- Colors ([#60])\n\n{numbered(40)}", "- Colors ([#60])", "- Colors ([#60], [#40])"
    ),
    "a number and a version": pulls(numbered(12, sign=""), "Shapes ([13], as in [1.3.0])"),
    "a number with a sign and one without": pulls(numbered(40), "Shapes ([#60], [61])"),
    "numbers have no sign elsewhere": pulls(numbered(40, sign=""), "Shapes ([#60])"),
    "no definitions": pulls("", "Shapes ([#60])"),
    "as many definitions as are read": pulls(
        numbered(*range(1, MAX_LINK_DEFINITIONS + 1)),
        "Shapes ([#9000])",
        definition(MAX_LINK_DEFINITIONS + 5, 9000),
    ),
    "one definition more": pulls(numbered(*range(1, MAX_LINK_DEFINITIONS + 2)), "Shapes ([#9000])"),
    "the reference is gone again": RuleCase(
        {"CHANGES.md": f"# Changes\n\n- Colors\n\n{numbered(40)}"},
        (("- Colors", "- Colors ([#60])"), ("- Colors ([#60])", "- Colors")),
        [],
    ),
    "an unused definition at the end": changed(
        f"# Changes\n\n- Colors ([#40])\n\n{numbered(40).rstrip()}",
        "- Colors ([#40])",
        "- Colors",
        "CHANGES.md\n@5\n-[#40]: https://a.org/pull/40\n+",
    ),
    "an unused definition before the end": changed(
        f"# Changes\n\n- Colors ([#40])\n\n{numbered(40)}",
        "- Colors ([#40])",
        "- Colors",
        "CHANGES.md\n@5\n-[#40]: https://a.org/pull/40",
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_where_definitions_come_and_go(name: str) -> None:
    assert run(PLACES[name], "link-definition") == PLACES[name].expected


@pytest.mark.parametrize(
    ("text", "added", "features"),
    [
        (numbered(40, 52), "- Shapes ([#60])", {}),
        (numbered(40) + numbered(52, kind="issues"), "- Shapes ([#60])", {"is_mixed": 1}),
        (VERSIONS.lstrip(), "## [1.2.0]", {"is_version": 1}),
    ],
    ids=["numbers", "numbers with several targets", "versions"],
)
def test_the_probability_of_a_definition(text: str, added: str, features: dict[str, float]) -> None:
    harness = RuleHarness()
    harness.put("CHANGES.md", f"# Changes\n\n{text}")
    harness.insert("CHANGES.md", "# Changes", added)
    found = only(harness.ask("CHANGES.md"), "link-definition")
    assert found.probability == PROBABILITY.estimate(_Features(**features))
