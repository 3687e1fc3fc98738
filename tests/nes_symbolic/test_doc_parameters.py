"""The documentation of a removed parameter goes, wherever the header has it."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness

ENTRY = "    :param width: how wide"
REMOVED = f"\n-{ENTRY}"


def documented(header: str, entry: str = f"{ENTRY}\n    ") -> str:
    return f'{header}\n    """Draw.\n\n    :param shape: what\n{entry}"""\n\n    pass\n'


ONE, LESS = "def draw(shape, width):", "def draw(shape):"
CASES = {
    "a header of one line": case(documented(ONE), ONE, LESS, f"m.py\n@5{REMOVED}"),
    "a line of the header": case(
        documented("def draw(\n    shape,\n    width,\n):"), "    width,", "", f"m.py\n@7{REMOVED}"
    ),
    "a part of a line of the header": case(
        documented("def draw(\n    shape, width\n):"), "    shape, width", "    shape", f"m.py\n@7{REMOVED}"
    ),
    "a header that is written over several lines": case(
        documented(ONE), ONE, "def draw(\n    shape,\n):", f"m.py\n@7{REMOVED}"
    ),
    "the end of the documentation is in the line": case(documented(ONE, ENTRY), ONE, LESS),
    "a parameter of a lambda": case(
        documented(LESS).replace("pass", "return lambda width: 1"),
        "    return lambda width: 1",
        "    return lambda: 1",
    ),
    "a parameter in code": case(
        "def draw(shape, width):\n    values = {\n        width: 1,\n    }\n", ONE, LESS
    ),
    "a text without a grammar": case(documented(ONE), ONE, LESS, path="m.txt"),
    "the parameter is back": RuleCase({"m.py": documented(ONE)}, ((ONE, LESS), (LESS, ONE)), []),
}


@pytest.mark.parametrize("name", CASES)
def test_the_documentation_of_a_removed_parameter(name: str) -> None:
    assert run(CASES[name], "doc-parameter") == CASES[name].expected


def test_a_parameter_that_is_removed_in_another_file_is_documented_in_a_copy_of_it() -> None:
    harness = RuleHarness(m__py=documented(ONE), n__py=documented(LESS))
    harness.edit("m.py", ONE, LESS)
    assert [one for one in harness.ask("n.py") if one.family == "doc-parameter"] == []
