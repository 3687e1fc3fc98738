"""The typed line as the line above it shows, with the names that belong to the typed one."""

import pytest

from nes_completion.completion_place import continuations, situation_of
from understudy.nes.completion.sibling_lines import block_rest, counterpart_rest, row_rest
from understudy.nes.completion.texts import find_place

SCALE = "f(canvas.height);\nconst scaleX = canvas.width / level.columns;\n"
UNITS = """match unit {
    Unit::Gram => "g",
    Unit::Kilogram => "kg",
    Unit::Ounce => "oz",
    Unit::Pound => "lb",
}
match text {
    "kg" => Some(Unit::Kilogram),
    "oz" => Some(Unit::Ounce),
"""


def counterparts(text: str, name: str = "a.js") -> list[str]:
    place = find_place(situation_of(text, uri=f"file:///project/{name}"))
    assert place is not None
    return list(counterpart_rest(place))


def paired(text: str, name: str = "a.rs") -> list[str]:
    place = find_place(situation_of(text, uri=f"file:///project/{name}"))
    assert place is not None
    return list(row_rest(place))


GETTERS = """type Pump struct {
\tsize int
\tflow float64
}

func (p *Pump) Size() int {
\treturn p.size
}

func (p *Pump) Flow() float64 {
"""


def blocks(text: str, name: str = "a.go") -> list[str]:
    place = find_place(situation_of(text, uri=f"file:///project/{name}"))
    assert place is not None
    return list(block_rest(place))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"{GETTERS}\tret|", ["urn p.flow\n}"], id="an open block"),
        pytest.param(f"{GETTERS}\tret|\n}}\n", ["urn p.flow"], id="a closed block"),
        pytest.param(f"{GETTERS}\tret|\n\n}}\n", ["urn p.flow"], id="a closed block below a blank line"),
        pytest.param(f"{GETTERS}\treturn |\n}}\n", ["p.flow"], id="a space"),
        pytest.param(f"{GETTERS}\treturn  |\n}}\n", [], id="two spaces"),
        pytest.param(f"{GETTERS}\tx|\n}}\n", [], id="something else"),
        pytest.param(f"{GETTERS}ret|", [], id="no deeper line"),
        pytest.param(GETTERS.replace("flow", "rate") + "\tret|", [], id="no known name"),
        pytest.param(GETTERS.replace("flow", "rate") + "\treturn p.flow|", [], id="a name of its own line"),
        pytest.param("\tret|", [], id="the first line"),
    ],
)
def test_the_body_that_the_blocks_above_show(text: str, expected: list[str]) -> None:
    assert blocks(text) == expected


def test_the_body_of_a_block_is_a_continuation() -> None:
    assert "urn p.flow\n}" in continuations(f"{GETTERS}\tret|", uri="file:///project/a.go")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"{SCALE}const scaleY|", " = canvas.height / level.rows;", id="the other axis"),
        pytest.param(f"{SCALE}const scaleY = can|", "vas.height / level.rows;", id="more is typed"),
        pytest.param(f"{SCALE}const scaleZ|", "", id="no word of a pair"),
        pytest.param(f"{SCALE}const scale|", "", id="half a name"),
        pytest.param(f"{SCALE}const scaleY = row|", "", id="something else is typed"),
        pytest.param(f"{SCALE}let scaleY|", "", id="another beginning"),
        pytest.param(f"{SCALE}  const scaleY|", "", id="another depth"),
        pytest.param(f"{SCALE}\nconst scaleY|", "", id="another paragraph"),
        pytest.param(SCALE.replace("height", "size") + "const scaleY|", "", id="no known name"),
        pytest.param("const x = 1;\nconst y|", "", id="nothing of a pair behind it"),
        pytest.param("let y = 2;\np.x = x;\np.y|", " = y;", id="a name that is typed whole"),
        pytest.param("let y = 2;\np.x = x - y;\np.y|", "", id="words of both sides"),
        pytest.param(
            "use(a.max);\nconst minSize = Math.min(a, b);\nconst maxSize|", " = Math.max(a, b);", id="bounds"
        ),
        pytest.param("f(END_AT);\nSTART = read(START_AT);\nEND|", " = read(END_AT);", id="capitals"),
        pytest.param("f(end_at);\nstart = read(start_at);\nend|", " = read(end_at);", id="small letters"),
        pytest.param(
            "f(a.top);\nconst left = a.left;\nconst top|", " = a.top;", id="the other axis of a side"
        ),
        pytest.param("f(a.right);\nconst left = a.left;\nconst right|", " = a.right;", id="the other side"),
        pytest.param(
            "f(a.cols);\nconst y = a.rows;\nconst x|", " = a.cols;", id="the known one of two words"
        ),
        pytest.param("f(a.width);\nconst y = a.height / a.rows;\nconst x|", "", id="two words, none known"),
        pytest.param("const minX = 1;|", "", id="the first line"),
        pytest.param("f(a.yOf);\nconst xOf = a.xOf(xToY);\nconst yOf|", "", id="a name with both sides"),
    ],
)
def test_the_line_of_the_other_side(text: str, expected: str) -> None:
    assert counterparts(text) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f'{UNITS}    "lb" =>|', " Some(Unit::Pound),", id="the name of the other row"),
        pytest.param(f'{UNITS}    "lb" => So|', "me(Unit::Pound),", id="more is typed"),
        pytest.param(f'{UNITS}    "lb|', '" => Some(Unit::Pound),', id="the key alone, which is known"),
        pytest.param(f'{UNITS}    "l|', 'b" => Some(Unit::Pound),', id="the next key of the other row"),
        pytest.param(f'{UNITS}    "st" =>|', "", id="a key without a pair"),
        pytest.param(f'{UNITS}    "oz" =>|', "", id="the key of the line above"),
        pytest.param(f'{UNITS}    "lb" => None|', "", id="something else is typed"),
        pytest.param(f'{UNITS}  "lb" =>|', "", id="another depth"),
        pytest.param(
            UNITS.replace('Unit::Kilogram => "kg"', 'Unit::Kilogram => "kilo"') + '    "lb" =>|',
            "",
            id="a row that does not pair the names of both lines",
        ),
        pytest.param(
            UNITS.replace("match text", 'Unit::Stone => "lb",\nmatch text').replace(
                "\nUnit::S", "\n    Unit::S"
            )
            + '    "lb" =>|',
            "",
            id="two names for the key",
        ),
        pytest.param(
            'A = {1: "a", 2: "b"}\nx = {\n    "b": 2,\n    "c": 3,\n    "d": |', "4,", id="numbers that go on"
        ),
        pytest.param(
            "set(kg, K)\nset(oz, O)\nset(lb, P)\nput(kg, K.a)\nput(oz, O.a)\nput(lb,|", " P.a)", id="calls"
        ),
    ],
)
def test_the_name_that_belongs_to_the_typed_one(text: str, expected: str) -> None:
    assert paired(text) == ([expected] if expected else [])
