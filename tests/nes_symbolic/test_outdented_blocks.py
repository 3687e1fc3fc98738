"""The next paragraph follows lines that lost indentation."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.blocks import outdented_block, propose_outdented_blocks
from understudy.nes.symbolic.consequences.limits import MAX_OUTDENTED_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin
from understudy.nes.text.line_changes import apply_replacements

OLD = "        one();\n        if (a) {\n            two();\n        }"
NEW = "    one();\n    if (a) {\n        two();\n    }"
NEXT = "        three();\n        four();"


def follow(old: str, new: str, below: str, *, origin: EditOrigin = EditOrigin.TYPED) -> str | None:
    """What becomes of the lines below the edit; None if nothing is proposed."""
    harness = RuleHarness(a__js=f"f() {{\n{old}\n{below}")
    harness.edit("a.js", old, new, origin)
    return proposed(harness)


def proposed(harness: RuleHarness, path: str = "a.js") -> str | None:
    found = propose_outdented_blocks(RuleContext(harness.situation(path)))
    if not found:
        return None
    (candidate,) = found
    assert candidate.probability == pytest.approx(outdented_block.PROBABILITY.estimate(StaleFeatures(0)))
    lines = apply_replacements(candidate.edits, harness.workspace.texts[candidate.uri])
    edit = harness.edits[-1]
    return "\n".join(lines[edit.line + len(edit.new) :])


@pytest.mark.parametrize(
    ("old", "new", "below", "after"),
    [
        pytest.param(
            OLD,
            NEW,
            f"\n{NEXT}\n\n        five();",
            "\n    three();\n    four();\n\n        five();",
            id="it",
        ),
        pytest.param(OLD, NEW, f"\n\n{NEXT}", "\n\n    three();\n    four();", id="two empty lines"),
        pytest.param(
            f"    x {{\n{OLD}", NEW, f"\n{NEXT}", "\n    three();\n    four();", id="a header was deleted"
        ),
        pytest.param(OLD, NEW, "\n            three();", "\n        three();", id="more indentation"),
        pytest.param(OLD, NEW, NEXT, None, id="no empty line between"),
        pytest.param("        }", "    }", f"\n{NEXT}", None, id="only the end of a block"),
        pytest.param(OLD, NEW, "\n        three();\n    }", None, id="less indentation than the lines had"),
        pytest.param(OLD, NEW, "\n}", None, id="the end of the block"),
        pytest.param(OLD, NEW, "\n", None, id="nothing below"),
        pytest.param(NEW, OLD, f"\n{NEXT}", None, id="more indentation now"),
        pytest.param("        one();", "    two();", f"\n{NEXT}", None, id="another line"),
        pytest.param("        one(a);", "        one();", f"\n{NEXT}", None, id="less text"),
        pytest.param("x one();", "one();", f"\n{NEXT}", None, id="less text at the beginning"),
        pytest.param("        one();\n        ", "    one();\n", f"\n{NEXT}", None, id="an empty line last"),
        pytest.param(
            "        one();\n          two();",
            "        one();\n    two();",
            "\n          three();",
            "\n    three();",
            id="only the last line",
        ),
        pytest.param(
            "          one();\n        two();",
            "    one();\n    two();",
            "\n        three();",
            "\n    three();",
            id="another amount before",
        ),
    ],
)
def test_what_follows_lines_with_less_indentation(old: str, new: str, below: str, after: str | None) -> None:
    assert follow(old, new, below) == after


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_a_paragraph_has_no_more_lines_than_a_suggestion(more: int, found: bool) -> None:
    below = "\n" + "\n".join(["        x();"] * (MAX_OUTDENTED_LINES + more))
    assert (follow(OLD, NEW, below) is not None) is found


def test_paragraph_after_paragraph() -> None:
    harness = RuleHarness(a__js=f"f() {{\n{OLD}\n\n{NEXT}\n\n        five();\n}}")
    harness.edit("a.js", OLD, NEW)
    (candidate,) = propose_outdented_blocks(RuleContext(harness.situation("a.js")))
    harness.accept(candidate)
    assert proposed(harness) is None  # the closing bracket is in the paragraph
    harness.edit("a.js", "}", "\n}")
    assert proposed(harness) is None  # no longer the newest edit


def test_another_text_does_not_follow() -> None:
    harness = RuleHarness(a__js=f"{OLD}\n\n{NEXT}", b__js=f"x\n\n{NEXT}")
    harness.edit("a.js", OLD, NEW)
    assert proposed(harness, "b.js") is None


def test_lines_that_were_overwritten_say_nothing() -> None:
    harness = RuleHarness(a__js=f"{OLD}\n\n{NEXT}")
    harness.edit("a.js", OLD, NEW)
    harness.workspace.texts["file:///project/a.js"][0] = "    other();"
    assert proposed(harness) is None
