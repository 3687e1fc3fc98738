"""A new argument that a variable holds already: the variable is passed."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, run

MODEL = "@dataclass\nclass A:\n    name: str\n    ward: str\n"
ADDED = ("    ward: str", "    ward: str\n    born: date")
CALL = '    return A(row["name"], row["ward"])'


def python(body: str, *expected: str, call: str = CALL) -> RuleCase:
    """The new calls at the last line, or a position of a jump there."""
    text = f"from a import A\n\n\ndef f(row):\n{body}{call}\n"
    line = text.count("\n")
    found = [one if one.startswith("u.py") else f"u.py\n@{line}\n-{call}\n+    {one}" for one in expected]
    return RuleCase({"a.py": MODEL, "u.py": text}, (ADDED,), found)


WHOLE = 'return A(row["name"], row["ward"], {})'
CASES: Mapping[str, RuleCase] = {
    "no variable": python("", WHOLE.format('row["born"]')),
    "a variable of the value": python('    day = row["born"]\n', WHOLE.format("day")),
    "a variable with a type": python('    day: str = row["born"]\n', WHOLE.format("day")),
    "a variable of what is made of it": python(
        '    day = date.fromisoformat(row["born"])\n', WHOLE.format("day")
    ),
    "a variable of a method of it": python('    day = row["born"].strip()\n', WHOLE.format("day")),
    "a variable of two values": python('    day = row["born"] + row["time"]\n'),
    "a variable of two values, with keys": python(
        '    day = row["born"] + row["time"]\n',
        "u.py 5:47",
        call='    return A(name=row["name"], ward=row["ward"])',
    ),
    "two variables": python('    day = row["born"]\n    text = str(row["born"])\n'),
    "a variable that changes": python('    day = row["born"]\n    day = day + 1\n'),
    "a comparison": python('    if row["born"] == 1:\n        pass\n', WHOLE.format('row["born"]')),
    "a variable of a sibling, which is not used": python(
        '    name = row["name"]\n    day = row["born"]\n', WHOLE.format('row["born"]')
    ),
    "arguments with keys": python(
        '    day = row["born"]\n',
        'return A(name=row["name"], ward=row["ward"], born=day)',
        call='    return A(name=row["name"], ward=row["ward"])',
    ),
    "a call that has as many arguments": python(
        "    day = 1\n", call='    return A(row["name"], row["ward"], day)'
    ),
    "another function": python(
        '    pass\n\n\ndef g(row):\n    day = row["born"]\n\n\ndef h(row):\n', WHOLE.format('row["born"]')
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_variable_takes_the_place_of_its_value(name: str) -> None:
    assert run(CASES[name], "member-added") == CASES[name].expected
