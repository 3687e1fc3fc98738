"""The other side of a breakpoint moves along with it."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

WIDE = "@media (min-width: 768px) {"


def other(
    line: str, expected: str = "", first: str = WIDE, number: str = "900", path: str = "m.css"
) -> RuleCase:
    """A breakpoint at 768 moves; the line below it becomes the expected one."""
    found = [f"{path}\n@2\n-{line}\n+{expected}"] if expected else []
    return case(f"{first}\n{line}\n", first, first.replace("768", number), *found, path=path)


NARROW = "@media (max-width: 768px) {"
ROWS = {
    "one pixel below": other("@media (max-width: 767px) {", "@media (max-width: 899px) {"),
    "less than a pixel below": other("@media (max-width: 767.98px) {", "@media (max-width: 899.98px) {"),
    "the same width": other("@media (max-width: 768px) {", "@media (max-width: 900px) {"),
    "one pixel above": other("@media (min-width: 769px) {", "@media (min-width: 901px) {", NARROW),
    "ems": other(
        "@media (max-width: 767.9375em) {", "@media (max-width: 899.9375em) {", WIDE.replace("px", "em")
    ),
    "a range": other(
        "@media (width < 768px) {", "@media (width < 900px) {", "@media screen and (width >= 768px) {"
    ),
    "two sides of one query": other(
        "@media (min-width: 480px) and (max-width: 767px) {",
        "@media (min-width: 480px) and (max-width: 899px) {",
    ),
    "a style sheet of another kind": other(
        "@media (max-width: 767px) {", "@media (max-width: 899px) {", path="m.scss"
    ),
    "two pixels below": other("@media (max-width: 766px) {"),
    "the wrong direction": other("@media (max-width: 769px) {"),
    "the same side": other("@media (min-width: 767px) {"),
    "the height": other("@media (max-height: 767px) {"),
    "another unit": other("@media (max-width: 767em) {"),
    "the width of an element": other("  max-width: 767px;"),
    "an element that changes": other("@media (max-width: 767px) {", first="  min-width: 768px;"),
    "another query with the old width": other("@media (max-width: 767px) {} @media (min-width: 768px) {}"),
    "no style sheet": other("@media (max-width: 767px) {", path="m.txt"),
    "two sides that changed": case(
        "@media (min-width: 1px) and (max-width: 9px) {\n@media (min-width: 10px) {\n",
        "@media (min-width: 1px) and (max-width: 9px) {",
        "@media (min-width: 2px) and (max-width: 8px) {",
        path="m.css",
    ),
    "another unit now": case(
        f"{WIDE}\n@media (max-width: 767px) {{\n", WIDE, "@media (min-width: 48em) {", path="m.css"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_other_side_of_a_breakpoint_follows(name: str) -> None:
    assert run(ROWS[name], "media-query") == ROWS[name].expected
