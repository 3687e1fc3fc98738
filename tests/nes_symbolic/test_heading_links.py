"""A heading of a document is renamed: the links to it follow, with their text if that is the heading."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES, MAX_VALUE_LINE_CHARS
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.symbolic.consequences.values.heading_links import PROBABILITY

OLD, NEW = "## Quick start", "## First steps"


def link(line: str, expected: str = "", old: str = OLD, new: str = NEW) -> RuleCase:
    """A line above the heading."""
    found = [f"a.md\n@1\n-{line}\n+{expected}"] if expected else []
    return case(f"{line}\n\n{old}\n\ntext\n", old, new, *found, path="a.md")


def elsewhere(path: str, line: str, expected: str = "") -> RuleCase:
    found = [f"{path}\n@1\n-{line}\n+{expected}"] if expected else []
    return RuleCase({"docs/a.md": f"{OLD}\n\ntext\n", path: f"{line}\n"}, ((OLD, NEW),), found)


ROWS = {
    "the anchor and the text": link("[Quick start](#quick-start)", "[First steps](#first-steps)"),
    "another text": link("[Begin here](#quick-start)", "[Begin here](#first-steps)"),
    "two links in a line": link(
        "[a](#quick-start), [Quick start](#quick-start)", "[a](#first-steps), [First steps](#first-steps)"
    ),
    "a link to another heading": link("[Quick start](#quick-start-2)"),
    "a link to another document": link("[Quick start](b.md#quick-start)"),
    "the address of a page": link("[Quick start](https://example.org/#quick-start-x)"),
    "text that is no link": link("See #quick-start"),
    "signs that an anchor leaves out": link(
        "[x](#whats-new)", "[x](#whats-gone)", "# What's new?", "# What's gone?"
    ),
    "signs that an anchor keeps": link("[x](#dry-run_a)", "[x](#wet-run_a)", "# Dry-run_a", "# Wet-run_a"),
    "a heading that ends with signs": link("[x](#quick-start)", "[x](#more)", f"{OLD} ##", "## More ##"),
    "a heading of another level": link("[x](#quick-start)", "", OLD, "### Quick start"),
    "a heading without an anchor": link("[x](#-)", "", "## ?", "## More"),
    "a line that was no heading": link("[x](#quick-start)", "", "Quick start", NEW),
    "a line that is no heading any more": link("[x](#quick-start)", "", OLD, "First steps"),
    "a heading without a space": link("[x](#quick-start)", "", "##Quick start", "##First steps"),
    "seven signs": link("[x](#quick-start)", "", f"#####{OLD}", f"#####{NEW}"),
    "a heading and the line below it": case(
        f"[x](#quick-start)\n\n{OLD}\ntext\n", f"{OLD}\ntext", f"{NEW}\nmore", path="a.md"
    ),
    "another heading with the anchor": case(
        f"[x](#quick-start)\n\n{OLD}\n\n# Quick Start\n", OLD, NEW, path="a.md"
    ),
    "the old text in a line that is no heading": case(
        f"[x](#quick-start)\n\n{OLD}\n\nQuick start\n",
        OLD,
        NEW,
        "a.md\n@1\n-[x](#quick-start)\n+[x](#first-steps)",
        path="a.md",
    ),
    "a comment of a language": case(
        "# Quick start\nx = '[a](#quick-start)'\n", "# Quick start", "# First steps"
    ),
    "a link of another document": elsewhere(
        "b.md", "[Quick start](docs/a.md#quick-start)", "[First steps](docs/a.md#first-steps)"
    ),
    "a link beside the document": elsewhere("docs/b.md", "[x](a.md#quick-start)", "[x](a.md#first-steps)"),
    "a link in another document to itself": elsewhere("b.md", "[x](#quick-start)"),
    "a link in another document to a third one": elsewhere("b.md", "[x](docs/aa.md#quick-start)"),
    "the heading is back": RuleCase({"a.md": f"[x](#quick-start)\n\n{OLD}\n"}, ((OLD, NEW), (NEW, OLD)), []),
    "a link to the document in itself": case(f"[x](a.md#quick-start)\n\n{OLD}\n", OLD, NEW, path="a.md"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_links_to_a_renamed_heading(name: str) -> None:
    assert run(ROWS[name], "heading-link") == ROWS[name].expected


@pytest.mark.parametrize(
    ("size", "is_found"), [(MAX_VALUE_LINE_CHARS, True), (MAX_VALUE_LINE_CHARS + 1, False)]
)
def test_a_long_line_is_left_alone(size: int, is_found: bool) -> None:
    assert bool(run(link("[x](#quick-start)".ljust(size, "x")), "heading-link")) == is_found


def test_there_are_not_more_candidates_than_the_limit() -> None:
    lines = "[x](#quick-start)\n" * MAX_VALUE_CANDIDATES + "[x](#quick-start)"
    assert len(run(link(lines), "heading-link")) == MAX_VALUE_CANDIDATES


def test_a_link_elsewhere_is_less_probable() -> None:
    harness = RuleHarness(a__md=f"[x](#quick-start)\n{OLD}\n", b__md="[x](a.md#quick-start)\n")
    harness.edit("a.md", OLD, NEW)
    found = [one.probability for one in harness.ask("a.md") if one.family == "heading-link"]
    features = StaleFeatures(), StaleFeatures(elsewhere=1)
    assert found == pytest.approx([PROBABILITY.estimate(one) for one in features])
