"""Markdown: references with numbers get their definitions, and definitions without a reference go."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

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
