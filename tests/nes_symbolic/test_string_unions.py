"""A string that was added to a name for several strings: where all the others are treated, it is missing."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

LIMITS = 'LIMITS = {\n    "warm": 12,\n    "wet": 1,\n    "windy": 40,\n}\n'
TITLES = 'TITLES = {\n    "warm": "Warm",\n    "wet": "Wet",\n    "windy": "Windy",\n}\n'
ADDED = 'b.py\n@4\n+    "dry": "Dry",'


def python(declaration: str, *expected: str, other: str = TITLES) -> RuleCase:
    """A declaration with the three strings gets a fourth one behind them."""
    new = declaration.replace('"windy"', '"windy", "dry"')
    return RuleCase({"a.py": f"{declaration}\n", "b.py": other}, ((declaration, new),), list(expected))


def script(declaration: str, *expected: str) -> RuleCase:
    new = declaration.replace("'windy'", "'windy', 'dry'")
    table = "export const titles = {\n  warm: 'Warm',\n  wet: 'Wet',\n  windy: 'Windy',\n};\n"
    return RuleCase({"a.ts": f"{declaration}\n", "b.ts": table}, ((declaration, new),), list(expected))


IN_SCRIPT = "b.ts\n@4\n+  dry: 'Dry',"

CASES: dict[str, RuleCase] = {
    "a literal type": python('Kind = Literal["warm", "wet", "windy"]', ADDED),
    "a literal type of a module": python('Kind = typing.Literal["warm", "wet", "windy"]', ADDED),
    "a type with other arguments": python('Kind = Choice["warm", "wet", "windy"]'),
    "a tuple": python('KINDS = ("warm", "wet", "windy")', ADDED),
    "a list": python('KINDS = ["warm", "wet", "windy"]', ADDED),
    "a set": python('KINDS = {"warm", "wet", "windy"}', ADDED),
    "a frozen set": python('KINDS = frozenset({"warm", "wet", "windy"})', ADDED),
    "the arguments of another call": python('KINDS = choose(["warm", "wet", "windy"])'),
    "a call with more arguments": python('KINDS = frozenset({"warm", "wet", "windy"}, 1)'),
    "a variable": python('kinds = ["warm", "wet", "windy"]'),
    "a number among the strings": python('KINDS = ["warm", "wet", 1, "windy"]'),
    "a table without one of them": python(
        'KINDS = ("warm", "wet", "windy")', other=TITLES.replace('    "wet": "Wet",\n', "")
    ),
    "a table that has it": python(
        'KINDS = ("warm", "wet", "windy")', other=TITLES.replace("}", '    "dry": "Arid",\n}')
    ),
    "a table of other values": python('KINDS = ("warm", "wet", "windy")', "b.py 3:16", other=LIMITS),
    "an array": script("export const KINDS = ['warm', 'wet', 'windy'];", IN_SCRIPT),
    "a constant array": script("const kinds = ['warm', 'wet', 'windy'] as const;", IN_SCRIPT),
    "a set of a script": script("const KINDS = new Set(['warm', 'wet', 'windy']);", IN_SCRIPT),
    "a frozen array": script("const KINDS = Object.freeze(['warm', 'wet', 'windy']);", IN_SCRIPT),
    "an array in a variable": script("const kinds = ['warm', 'wet', 'windy'];"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_string_is_missing_where_all_the_others_are(name: str) -> None:
    assert run(CASES[name], "member-added") == CASES[name].expected
