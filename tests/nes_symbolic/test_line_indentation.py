"""Lines of a change that are indented against the line above them."""

import pytest

from understudy.languages import find_language
from understudy.nes.text import Splice
from understudy.nes.validation import is_misindented


def judged(new: str, old: str = "", language: str = "python") -> bool:
    lines = tuple(old.split("\n")) if old else ()
    return is_misindented(Splice(0, lines, tuple(new.split("\n"))), find_language(language, ""))


@pytest.mark.parametrize(
    ("language", "new"),
    [
        pytest.param("python", "    x = 1\n        y = 2", id="deeper after a statement"),
        pytest.param("python", "    if x:\n    y = 2", id="not deeper after a colon"),
        pytest.param("python", "    if x:\ny = 2", id="less deep after a colon"),
        pytest.param("python", "    f(1)\n\ty = 2", id="a tab below a space"),
        pytest.param("typescript", "  x = 1;\n    y = 2;", id="deeper after a semicolon"),
        pytest.param("typescript", "  if (x) {\n  y = 2;", id="not deeper in a block"),
        pytest.param("go", "\tx := f()\n    y := 2", id="a space below a tab"),
        pytest.param("java", "    f(\n    a", id="not deeper in brackets"),
    ],
)
def test_a_line_that_is_indented_wrong(language: str, new: str) -> None:
    assert judged(new, language=language)
    assert not judged(new, old=new, language=language), "the text is written like that"


@pytest.mark.parametrize(
    ("language", "new"),
    [
        pytest.param("python", "    x = 1\n    y = 2", id="the same"),
        pytest.param("python", "    if x:\n        y = 2\n    z = 3", id="a block and its end"),
        pytest.param("python", "    x = f(\n        1,\n            2)", id="inside brackets"),
        pytest.param("python", "    x = f(1,\n          2)", id="aligned with a bracket"),
        pytest.param("python", "    x = (1\n        + 2)", id="an operator first"),
        pytest.param("python", "    x = 1\n\n        y = 2", id="a blank line between"),
        pytest.param("python", '    """Doc\n        more', id="a docstring"),
        pytest.param("python", "    # a\n        x = 1", id="a comment"),
        pytest.param("typescript", "  return x\n    .then(y)", id="a chain"),
        pytest.param("typescript", "  if (x) {\n  }", id="an empty block"),
        pytest.param("c", "  switch (x) {\n  case 1:", id="a label"),
        pytest.param("typescript", "  const x =\n    1;", id="the rest of a statement"),
        pytest.param("yaml", "a: 1\n    b: 2", id="a language without a grammar"),
        pytest.param("python", "        y = 2", id="one line"),
    ],
)
def test_lines_that_are_right(language: str, new: str) -> None:
    assert not judged(new, language=language)
