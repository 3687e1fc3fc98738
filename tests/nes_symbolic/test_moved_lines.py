"""The original of a line that was written anew stays where it is needed; no field is made of unknown names."""

import pytest

from nes_symbolic.builders import asked as asked_in
from nes_symbolic.builders import generated, made
from nes_symbolic.rule_harness import RuleHarness


def is_moved(written: str, *around: str, language: str = "rust") -> bool:
    """Whether the original of the line in `around` that equals the written one is deleted."""
    text = "\n".join([written, *around, ""])
    now = asked_in(text, made(None, written), language=language)
    return bool(generated(now, "moved"))


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        pytest.param(["} else {", "    Cow::Borrowed(path)", "}"], False, id="all of a block"),
        pytest.param(["} else {", "    Cow::Borrowed(path)", "    more()", "}"], True, id="the first of two"),
        pytest.param(["} else {", "    more()", "    Cow::Borrowed(path)", "}"], True, id="the last of two"),
        pytest.param(["more();", "    Cow::Borrowed(path)", "}"], True, id="no header"),
        pytest.param(["else", "    Cow::Borrowed(path)", "more()"], False, id="a branch without brackets"),
        pytest.param(["{", "Cow::Borrowed(path)", "}"], True, id="beside a bracket"),
    ],
)
def test_a_block_is_not_left_empty(around: list[str], expected: bool) -> None:
    assert is_moved("Cow::Borrowed(path)", *around) is expected


@pytest.mark.parametrize(
    ("guard", "next_line", "expected"),
    [
        pytest.param("if (it == end) fail(text);", "x = it;", False, id="what it checks is used"),
        pytest.param("if (it == end) fail(text);", "x = at;", True, id="it is not used"),
        pytest.param("if (it == end) {", "x = it;", True, id="more lines"),
        pytest.param("fail(it == end);", "x = it;", True, id="no check"),
        pytest.param("if it == end { return fail(text); }", "x = it;", False, id="without round brackets"),
    ],
)
def test_a_check_is_left_above_what_it_checks(guard: str, next_line: str, expected: bool) -> None:
    assert is_moved(guard, "more()", guard, next_line) is expected


TYPE = "package a\n\ntype Route struct {{\n\tMethod string\n\tPath string\n\tHandler string\n{more}}}\n"
FUNCTION = (
    "package a\n\n{top}func Add(method, path, handler{more} string) {{\n\tUse(Route{{\n"
    "\t\tMethod: method,\n\t\tPath: path,\n\t\tHandler: handler,\n\t}})\n}}\n"
)


@pytest.mark.parametrize(
    ("top", "more", "expected"),
    [
        pytest.param("", "", "jump", id="no variable"),
        pytest.param("", ", owner", "edit", id="a parameter"),
        pytest.param('var owner = "a"\n\n', "", "edit", id="a variable of the text"),
    ],
)
def test_a_new_field_is_not_made_of_a_variable_that_does_not_exist(
    top: str, more: str, expected: str
) -> None:
    harness = RuleHarness(a__go=TYPE.format(more=""), b__go=FUNCTION.format(top=top, more=more))
    harness.insert("a.go", "\tHandler string", "\towner string")
    found = [one for one in harness.ask("a.go") if one.family == "member-added" and one.uri.endswith("b.go")]
    reads = [
        one for one in found if one.kind == "edit" and "owner: owner" in " ".join(one.edits[0].text.split())
    ]
    assert bool(reads) is (expected == "edit")
