"""Which constructor calls of a record follow its fields."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES
from understudy.nes.symbolic.consequences.signatures import record_calls

POINT = "@dataclass\nclass Point:\n    x: int\n    y: int\n\n\n"
FIELD = ("    y: int", "    y: int\n    z: int")


def point(calls: str, *expected: str) -> RuleCase:
    return case(POINT + calls, *FIELD, *expected)


CASES = {
    "a call": point("a = Point(1, 2)\n", "m.py 7:14"),
    "the fields of another record": point(
        "a = Point(point.x, point.y)\n",
        "m.py\n@8\n-a = Point(point.x, point.y)\n+a = Point(point.x, point.y, point.z)",
    ),
    "a variable of the name": point(
        "z = 1\na = Point(1, 2)\n", "m.py\n@9\n-a = Point(1, 2)\n+a = Point(1, 2, z)"
    ),
    "a long file": point("a = Point(1, 2)\n" + "b = 1  # a line\n" * 40, "m.py 7:14"),
    "another number of arguments": point("a = Point(1)\n"),
    "a named argument": point("a = Point(1, y=2)\n"),
    "an unpacked list": point("a = Point(1, *b)\n"),
    "an unfinished call": point("a = Point(1, 2 3)\n"),
    "not more than a few": point(
        "Point(1, 2)\n" * (MAX_CALL_CANDIDATES + 1),
        *(f"m.py {number + 7}:10" for number in range(MAX_CALL_CANDIDATES)),
    ),
    "another type of a field": case(POINT + "a = Point(1, 2)\n", "    y: int", "    y: str"),
    "the first field": case(
        "@dataclass\nclass Point:\n    pass\n\n\na = Point()\n", "    pass", "    x: int"
    ),
    "the decorator of another class": case(
        f"{POINT}class Line:\n    a: Point\n    b: Point\n\n\nLine(1, 2)\n",
        "    b: Point",
        "    b: Point\n    c: Point",
    ),
    "a class of Java": case(
        "class Track {\n    String title;\n    int time;\n\n    Track one() {\n"
        '        return new Track("a", 1);\n    }\n}\n',
        "    int time;",
        "    int time;\n    int size;",
        path="M.java",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls_of_a_record(name: str) -> None:
    assert run(CASES[name], "signature-argument") == CASES[name].expected


@pytest.mark.parametrize(("asked", "elsewhere"), [("n.py", 0), ("m.py", 1)])
def test_a_call_in_the_text_that_is_asked_about_is_likelier(asked: str, elsewhere: float) -> None:
    harness = RuleHarness(m__py=POINT, n__py="from m import Point\n\na = Point(1, 2)\n")
    harness.edit("m.py", *FIELD)
    found = only(harness.ask(asked), "signature-argument")
    features = record_calls._Features(elsewhere=elsewhere, jump=1)
    assert found.probability == record_calls.PROBABILITY.estimate(features)
