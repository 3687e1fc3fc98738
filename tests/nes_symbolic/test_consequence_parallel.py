"""A field added in one of several parallel places, and what every answer has in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic import consequences, diagnostics
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
    harness = RuleHarness(m__py=RECORD)
    harness.edit(
        "m.py", "    def __init__(self, width, height):", "    def __init__(self, width, height, depth):"
    )
    made = [harness.after(one) for one in harness.ask("m.py") if one.family == "parallel-field"]
    assert any("        self.height = height\n        self.depth = depth\n" in after for after in made)


def test_a_new_field_gets_its_entry_where_its_siblings_are_listed() -> None:
    harness = RuleHarness(m__py=RECORD)
    harness.insert("m.py", "        self.height = height", "        self.depth = depth")
    after = harness.after(only(harness.ask("m.py"), "parallel-field"))
    assert '            "height": self.height,\n            "depth": self.depth,\n' in after


def test_the_name_is_written_the_way_its_siblings_are() -> None:
    text = (
        "enum Kind {\n    RedFox,\n    GreyWolf,\n}\nconst A: &[K] = &[\n    RED_FOX,\n    GREY_WOLF,\n];\n"
    )
    harness = RuleHarness(m__rs=text)
    harness.insert("m.rs", "    GreyWolf,", "    BlackBear,")
    assert "    GREY_WOLF,\n    BLACK_BEAR,\n" in harness.after(only(harness.ask("m.rs"), "parallel-field"))


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
    harness = RuleHarness(m__py="def f(\n    width,\n    height,\n):\n    pass\n\n\n" + other)
    harness.insert("m.py", "    height,", "    depth,")
    assert [one for one in harness.ask("m.py") if one.family == "parallel-field"] == []


def test_nothing_follows_from_an_undo_or_from_another_program() -> None:
    for origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
        harness = RuleHarness(m__py="import os\n\nos.x()\n")
        harness.edit("m.py", "os.x()", "y()", origin)
        assert harness.ask("m.py") == []


def test_what_the_user_refused_and_kinds_the_client_does_not_take_are_left_out() -> None:
    harness = RuleHarness(m__py="import os\nimport six\n\nos.x()\nsix.y()\n")
    harness.edit("m.py", "os.x()", "y()")
    harness.edit("m.py", "import six", "")
    asked = harness.situation("m.py")
    assert {one.kind for one in consequences.propose(asked)} == {"edit", "jump"}
    plain = Situation(
        snapshot=asked.snapshot, cursor=asked.cursor, edits=asked.edits, workspace_texts=asked.workspace_texts
    )
    assert {one.kind for one in consequences.propose(plain)} == {"edit"}
    refusing = harness.situation("m.py", is_rejected=lambda _: True)
    assert consequences.propose(refusing) == []


def test_a_deadline_in_the_past_gives_silence() -> None:
    harness = RuleHarness(m__py="import os\n\nos.x()\n")
    harness.edit("m.py", "os.x()", "y()")
    assert consequences.propose(harness.situation("m.py", deadline=0.0)) == []


def test_a_text_that_is_too_long_is_not_looked_into() -> None:
    harness = RuleHarness(m__py="import os\n\nos.x()\n" + "x = 1\n" * 60_000)
    harness.edit("m.py", "os.x()", "y()")
    assert harness.ask("m.py") == []


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
    harness = RuleHarness()
    harness.put(path, "\n".join(text))
    harness.put("n" + path[1:], "\n".join(other))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, len(text)))
    lines = text[start:end]
    if lines:
        harness.edit(path, "\n".join(lines), "\n".join(new))
    message = data.draw(
        st.sampled_from(["undefined name 'os'", "expected ':'", "'(' was never closed", "unused import: `b`"])
    )
    harness.ask(path)
    harness.diagnose(path, (start, 0, message))
    assert diagnostics.propose(harness.situation(path)) == []
