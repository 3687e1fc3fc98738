"""Ends of blocks of code get no language, rules for one direction of the text no logical sides."""

from contextlib import closing

import pytest

from nes_symbolic.builders import HERE, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.places import limit_languages_of_code_ends, limit_logical_sides
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY

LABEL = CandidateLabel("again", "p", "t", "why")


@pytest.mark.parametrize(
    ("text", "line", "new", "is_likely", "language"),
    [
        pytest.param("```\na\n```\n", 2, "```sh", False, "markdown", id="an end"),
        pytest.param("```\na\n```\n", 0, "```sh", True, "markdown", id="a beginning"),
        pytest.param("```sh\na\n```\n\n```\nb\n```\n", 4, "```sh", True, "markdown", id="a second beginning"),
        pytest.param("```sh\na\n```\n\n```\nb\n```\n", 6, "```sh", False, "markdown", id="a second end"),
        pytest.param("~~~\na\n~~~\n", 2, "~~~sh", False, "markdown", id="an end with tildes"),
        pytest.param("~~~\na\n```\n", 2, "```sh", True, "markdown", id="another sign"),
        pytest.param("- a\n  ```\n  b\n  ```\n", 3, "  ```sh", False, "markdown", id="an indented end"),
        pytest.param("```\na\n```\n", 2, "    ```", True, "markdown", id="another indentation"),
        pytest.param("x\n```\na\n", 2, "b", True, "markdown", id="another line"),
        pytest.param("```\na\n```\n", 2, "```sh", True, "python", id="no document"),
    ],
)
def test_the_end_of_a_block_of_code_has_no_language(
    text: str, line: int, new: str, is_likely: bool, language: str
) -> None:
    uri = "file:///r.md" if language == "markdown" else "file:///r.py"
    candidate = LABEL.candidate(text_of(text, uri, language), line, 1, (new,), {})
    candidate.probability = 0.9
    limit_languages_of_code_ends([candidate])
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


LEFT, START = "  margin-left: 1px;", "  margin-inline-start: 1px;"


@pytest.mark.parametrize(
    ("text", "new", "is_likely"),
    [
        pytest.param(f'[dir="ltr"] .a {{\n{LEFT}\n}}', START, False, id="an attribute"),
        pytest.param(f".a:dir(rtl) {{\n  top: 0;\n{LEFT}\n}}", START, False, id="a pseudo class"),
        pytest.param(f".rtl .a,\n.b {{\n{LEFT}\n}}", START, False, id="a list of selectors"),
        pytest.param(
            f".is-rtl {{\n  a {{\n    b {{\n    }}\n{LEFT}\n  }}\n}}", START, False, id="an outer rule"
        ),
        pytest.param(f".a {{\n{LEFT}\n}}", START, True, id="any direction"),
        pytest.param(f"[dir=rtl] {{\n  top: 0;\n}}\n.a {{\n{LEFT}\n}}", START, True, id="behind such a rule"),
        pytest.param(f"[dir=rtl] {{\n{LEFT}\n}}", "  margin-left: 2px;", True, id="another change"),
        pytest.param("[dir=rtl] {\n  text-align: left;\n}", "  text-align: start;", False, id="a value"),
        pytest.param(
            "[dir=rtl] {\n  inset-inline-start: left;\n}", "  inset-inline-end: a;", True, id="logical"
        ),
    ],
)
def test_a_rule_for_one_direction_keeps_its_sides(text: str, new: str, is_likely: bool) -> None:
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if "left" in line)
    candidate = LABEL.candidate(text_of(text, HERE.replace(".py", ".css"), "css"), at, 1, (new,), {})
    candidate.probability = 0.9
    limit_logical_sides([candidate])
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


def test_a_sentence_is_not_said_like_another_one() -> None:
    text = "Please do not use lamps. They blind.\n\n- Wait.\n- Please do not use lamps with green glass either.\n"
    with closing(Scene("g.md", text)) as scene:
        scene.edit("Please do not use lamps", "Use green lamps only")
        scene.silent()
