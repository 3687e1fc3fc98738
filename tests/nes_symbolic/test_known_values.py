"""An element for a new field: its value must be known at the place, and a constructor must take it."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

PRIVATE = (
    "class Range:\n    {}low: int\n    {}high: int\n\n    def __init__(\n        self,\n"
    "        {}low: int,\n        {}high: int,\n    ):\n"
)
PAIR = "class Box:\n    def __init__(self, wide, high):\n        self.wide = wide\n        self.high = high\n"
ASSIGNED = "        self.high = high"


def pair(rest: str, new: str, *expected: str) -> RuleCase:
    return case(f"{PAIR}\n{rest}", ASSIGNED, f"{ASSIGNED}\n{new}", *expected)


def typed(kind: str, value: str, other: str, *expected: str) -> RuleCase:
    """A field of a type between others whose values are the same."""
    text = f"class Options(TypedDict):\n    aa: {kind}\n    bb: {kind}\n    cc: {kind}\n\n\n"
    table = "".join(f"    '{name}': {value},\n" for name in ("aa", "bb", "cc"))
    return case(
        f"{text}DEFAULTS: Options = {{\n{table}}}\n",
        f"    bb: {kind}",
        f"    bb: {kind}\n    dd: {other}",
        *expected,
    )


CASES: Mapping[str, RuleCase] = {
    "a parameter that no constructor takes yet": pair(
        "def f(wide, high, deep):\n    return Box(wide, high)\n",
        "        self.deep = deep",
        "m.py\n@2\n-    def __init__(self, wide, high):\n+    def __init__(self, wide, high, deep):",
        "m.py\n@8\n-    return Box(wide, high)\n+    return Box(wide, high, deep)",
    ),
    "a value that the constructor computes": pair(
        "def f(wide, high, area):\n    return Box(wide, high)\n", "        self.area = wide * high"
    ),
    "a value that the constructor computes, in another method": pair(
        "    @classmethod\n    def of(cls, wide, high, area):\n        return cls(wide, high)\n",
        "        self.area = wide * high",
    ),
    "a computed value in a call of another function": pair(
        "    def show(self):\n        print(self.wide, self.high)\n",
        "        self.area = wide * high",
        "m.py\n@8\n-        print(self.wide, self.high)\n+        print(self.wide, self.high, self.area)",
    ),
    "a name that is not defined there": pair(
        "def f(wide, high):\n    return Box(wide, high)\n",
        "        self.deep = deep",
        "m.py\n@2\n-    def __init__(self, wide, high):\n+    def __init__(self, wide, high, deep):",
    ),
    "a name that is not defined there, with its key": pair(
        "def f(wide, high):\n    return Box(wide=wide, high=high)\n",
        "        self.deep = deep",
        "m.py\n@2\n-    def __init__(self, wide, high):\n+    def __init__(self, wide, high, deep):",
    ),
    "a private field": case(PRIVATE.format("", "", "", ""), "    high: int", "    high: int\n    _step: int"),
    "a private field beside others": case(
        PRIVATE.format("_", "_", "_", "_"),
        "    _high: int",
        "    _high: int\n    _step: int",
        "m.py\n@9\n+        _step: int,",
    ),
    "a private field in a comparison": case(
        "class Range:\n    low: int\n    high: int\n\n"
        "    def is_equal(self, other):\n        return self.low == other.low and self.high == other.high\n",
        "    high: int",
        "    high: int\n    _step: int",
    ),
    "a private field in a list of names": case(
        "class Range:\n    low: int\n    high: int\n\n    __slots__ = ('low', 'high')\n",
        "    high: int",
        "    high: int\n    _step: int",
        "m.py\n@6\n-    __slots__ = ('low', 'high')\n+    __slots__ = ('low', 'high', '_step')",
    ),
    "a field in a list of names, whatever its type": case(
        "class Range:\n    low: int\n    high: int\n\n    __slots__ = ('low', 'high')\n",
        "    high: int",
        "    high: int\n    step: int",
        "m.py\n@6\n-    __slots__ = ('low', 'high')\n+    __slots__ = ('low', 'high', 'step')",
    ),
    "a parameter and what it is assigned to": case(
        "class Box {\n  wide: number;\n  high: number;\n  constructor(wide: number, high: number) {\n"
        "    this.wide = wide;\n    this.high = high;\n  }\n}\n",
        "  high: number;",
        "  high: number;\n  deep: number;",
        "m.ts\n@5\n-  constructor(wide: number, high: number) {\n"
        "+  constructor(wide: number, high: number, deep: number) {",
        "m.ts\n@7\n+    this.deep = deep;",
        path="m.ts",
    ),
    "a pattern defines its names": case(
        "interface Box {\n  wide: number;\n  high: number;\n  old: number;\n}\n"
        "function f({ wide, high, old }: Box) {}\n",
        "  old: number;",
        "  old: number;\n  deep: number;",
        "m.ts\n@7\n-function f({ wide, high, old }: Box) {}\n+function f({ wide, high, old, deep }: Box) {}",
        path="m.ts",
    ),
    "a literal of the type": typed("int", "5", "int", "m.py\n@10\n+    'dd': 5,"),
    "a literal of another type": typed("bool", "True", "int", "m.py 9:15"),
    "a string of another type": typed("str", "'x'", "bool", "m.py 9:14"),
    "a number of another type": typed("int", "5", "str", "m.py 9:12"),
    "a literal of a type that says nothing": typed("bool", "True", "Flag", "m.py\n@10\n+    'dd': True,"),
}


@pytest.mark.parametrize("name", CASES)
def test_an_element_has_a_known_value(name: str) -> None:
    assert run(CASES[name], "member-added") == CASES[name].expected
