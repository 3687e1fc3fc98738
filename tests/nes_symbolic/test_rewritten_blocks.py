"""What one edit wrote in place of several lines says nothing about each of them alone."""

import pytest

from nes_symbolic.builders import asked, changed_lines, made
from understudy.nes.symbolic.patterns import TokenReplacement, extract_patterns

BELOW = "\n\nif other:\n    text = text[: found.start()]"


@pytest.mark.parametrize(
    ("old", "new", "is_repeated"),
    [
        pytest.param(
            "if found:\n    text = text[: found.start()]",
            "for one in marks:\n    if one in text:\n        text = text[len(one) :].strip()",
            False,
            id="a line of another block",
        ),
        pytest.param(
            "if found:\n    text = text[: found.start()]",
            "if found:\n    # cut\n    text = text[: found.start() + 1]",
            True,
            id="lines that are alike",
        ),
        pytest.param(
            "if found:\n    text = text[: found.start()]",
            "if mark:\n    text = text[len(mark) :].strip()",
            True,
            id="as many lines",
        ),
        pytest.param(
            "    text = text[: found.start()]", "    text = ''\n    go()", True, id="the whole edit"
        ),
        pytest.param(
            "if found:\n    text = text[: found.start()]",
            "if mark:\n    text = text[: found.start() + 1]\nelse:\n    text = text[: found.start()]",
            False,
            id="a line that moved",
        ),
    ],
)
def test_a_line_of_a_rewritten_block_is_repeated_only_if_it_was_changed(
    old: str, new: str, is_repeated: bool
) -> None:
    situation = asked(new + BELOW, made(old, new))
    last = len((new + BELOW).split("\n")) - 1
    found = [line for line, _ in changed_lines(situation, "again")]
    assert (last in found) is is_repeated


def contexts(old: str, new: str) -> list[TokenReplacement]:
    return [one for one in extract_patterns([made(old, new)], 9).replacements if one.family == "context"]


def test_the_indentation_of_a_line_without_its_comment_sign_stays() -> None:
    (found,) = contexts("\t// \texpect(a)", "\t\texpect(a)")
    assert "".join(found.old) == "\t// \texpect"
    assert "".join(found.new) == "\t\texpect"
