"""A field added in one of several parallel places, and what every answer has in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nes_symbolic.consequence_desk import Desk, only
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic import consequences, diagnostics
from understudy.nes.symbolic.consequences.rule_context import BASE_PROBABILITIES, estimate_probability
from understudy.nes.text import EditOrigin

RECORD = """class Box:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def save(self):
        return {
            "width": self.width,
            "height": self.height,
        }
"""


def test_a_new_parameter_gets_its_assignment() -> None:
    desk = Desk(m__py=RECORD)
    desk.edit(
        "m.py", "    def __init__(self, width, height):", "    def __init__(self, width, height, depth):"
    )
    made = [desk.after(one) for one in desk.ask("m.py") if one.family == "parallel-field"]
    assert any("        self.height = height\n        self.depth = depth\n" in after for after in made)


def test_a_new_field_gets_its_entry_where_its_siblings_are_listed() -> None:
    desk = Desk(m__py=RECORD)
    desk.insert("m.py", "        self.height = height", "        self.depth = depth")
    after = desk.after(only(desk.ask("m.py"), "parallel-field"))
    assert '            "height": self.height,\n            "depth": self.depth,\n' in after


def test_the_name_is_written_the_way_its_siblings_are() -> None:
    text = (
        "enum Kind {\n    RedFox,\n    GreyWolf,\n}\nconst A: &[K] = &[\n    RED_FOX,\n    GREY_WOLF,\n];\n"
    )
    desk = Desk(m__rs=text)
    desk.insert("m.rs", "    GreyWolf,", "    BlackBear,")
    assert "    GREY_WOLF,\n    BLACK_BEAR,\n" in desk.after(only(desk.ask("m.rs"), "parallel-field"))


@pytest.mark.parametrize(
    "other",
    [
        "f(\n    width=True,\n    height=True,\n)\n",  # a value that the name does not tell
        "    width = 1\n\n    height = 2\n",  # not beside each other
        "f(\n    height,\n    width,\n)\n",  # in another order
        "f(\n    width,\n    height,\n    depth,\n)\n",  # there already
        "import width\nimport height\n",
    ],
)
def test_other_places_are_left_alone(other: str) -> None:
    desk = Desk(m__py="def f(\n    width,\n    height,\n):\n    pass\n\n\n" + other)
    desk.insert("m.py", "    height,", "    depth,")
    assert [one for one in desk.ask("m.py") if one.family == "parallel-field"] == []


def test_nothing_follows_from_an_undo_or_from_another_program() -> None:
    for origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
        desk = Desk(m__py="import os\n\nos.x()\n")
        desk.edit("m.py", "os.x()", "y()", origin)
        assert desk.ask("m.py") == []


def test_what_the_user_refused_and_kinds_the_client_does_not_take_are_left_out() -> None:
    desk = Desk(m__py="import os\nimport six\n\nos.x()\nsix.y()\n")
    desk.edit("m.py", "os.x()", "y()")
    desk.edit("m.py", "import six", "")
    asked = desk.situation("m.py")
    assert {one.kind for one in consequences.propose(asked)} == {"edit", "jump"}
    plain = Situation(
        snapshot=asked.snapshot, cursor=asked.cursor, edits=asked.edits, workspace_texts=asked.workspace_texts
    )
    assert {one.kind for one in consequences.propose(plain)} == {"edit"}
    refusing = desk.situation("m.py", refused=lambda _: True)
    assert consequences.propose(refusing) == []


def test_a_deadline_in_the_past_gives_silence() -> None:
    desk = Desk(m__py="import os\n\nos.x()\n")
    desk.edit("m.py", "os.x()", "y()")
    assert consequences.propose(desk.situation("m.py", deadline=0.0)) == []


def test_a_text_that_is_too_long_is_not_looked_into() -> None:
    desk = Desk(m__py="import os\n\nos.x()\n" + "x = 1\n" * 60_000)
    desk.edit("m.py", "os.x()", "y()")
    assert desk.ask("m.py") == []


def test_every_family_has_a_chance_that_its_features_move() -> None:
    for family, base in BASE_PROBABILITIES.items():
        assert estimate_probability(family) == pytest.approx(base)
    assert (
        estimate_probability("import-unused", stale=3)
        < estimate_probability("import-unused", stale=1)
        < estimate_probability("import-unused")
    )


PIECES = st.sampled_from(
    [
        "import os",
        "from a import (",
        "    b,",
        ")",
        "def f(a, b):",
        "f(1, 2)",
        "f(",
        "'''",
        '"',
        "/*",
        "use a::{b};",
        "}",
        "{",
        "",
        "é = 𝒳",
        "\t",
        "os.x",
        "self.a = a",
        "self.b = b",
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=12)


@given(
    TEXTS,
    TEXTS,
    TEXTS,
    st.sampled_from(["m.py", "m.ts", "m.rs", "m.go", "M.java", "m.c", "m.rb", "m.txt"]),
    st.data(),
)
def test_no_text_makes_it_raise_or_answer_outside_of_it(
    text: list[str], new: list[str], other: list[str], path: str, data: st.DataObject
) -> None:
    desk = Desk()
    desk.put(path, "\n".join(text))
    desk.put("n" + path[1:], "\n".join(other))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, len(text)))
    lines = text[start:end]
    if lines:
        desk.edit(path, "\n".join(lines), "\n".join(new))
    message = data.draw(
        st.sampled_from(["undefined name 'os'", "expected ':'", "'(' was never closed", "unused import: `b`"])
    )
    desk.ask(path)
    desk.diagnose(path, (start, 0, message))
    assert diagnostics.propose(desk.situation(path)) == []
