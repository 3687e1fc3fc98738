"""A method becomes a property, or a property a method: its uses are read or called, and no others."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Case
from nes_symbolic.test_explained_tables import run as is_kept
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES

DEF = "    def area(self):"
PROPERTY = f"    @property\n{DEF}"
BED = f"class Bed:\n{DEF}\n        return self.width\n\n\n"
POND = f"class Pond:\n{DEF}\n        return self.radius\n\n\n"

CHILD = BED.replace("Bed:", "Bed(Plot):").replace("(self)", "(self, )")


def turned(uses: str, *expected: str, head: str = BED, old: str = DEF, new: str = PROPERTY) -> RuleCase:
    return case(head + uses, old, new, *expected)


def changed(line: int, old: str, new: str, path: str = "m.py") -> str:
    return f"{path}\n@{line}\n-{old}\n+{new}"


SCRIPT = "class Bed {\n  area() {\n    return this.width;\n  }\n}\n\n"
GETTER = SCRIPT.replace("  area()", "  get area()")


def script(uses: str, *expected: str, head: str = SCRIPT, path: str = "m.ts") -> RuleCase:
    old, new = ("  area() {", "  get area() {")
    return case(head + uses, *((old, new) if head is SCRIPT else (new, old)), *expected, path=path)


CASES: Mapping[str, RuleCase] = {
    "a call on a parameter": turned(
        "def f(bed: Bed):\n    return bed.area() * 2\n",
        changed(8, "    return bed.area() * 2", "    return bed.area * 2"),
    ),
    "a call in the class": turned(
        "",
        changed(7, "        return self.area() > 2", "        return self.area > 2"),
        head=f"{BED.rstrip()}\n\n    def big(self):\n        return self.area() > 2\n",
    ),
    "a call on an element": turned(
        "def f(beds: list[Bed]):\n    return sum(bed.area() for bed in beds)\n",
        changed(8, "    return sum(bed.area() for bed in beds)", "    return sum(bed.area for bed in beds)"),
    ),
    "a call of another class": turned("def f(pond: Pond):\n    return pond.area()\n", head=BED + POND),
    "a call on a value of an unknown type, if there are two classes": turned(
        "def f(it):\n    return it.area()\n", head=BED + POND
    ),
    "a call with an argument": turned("def f(bed: Bed):\n    return bed.area(1)\n"),
    "a method that is passed on": turned("def f(bed: Bed):\n    return map(bed.area)\n"),
    "a cached property": turned(
        "x = Bed().area()\n",
        changed(7, "x = Bed().area()", "x = Bed().area"),
        new=f"    @functools.cached_property\n{DEF}",
    ),
    "another decorator": turned("x = Bed().area()\n", new=f"    @override\n{DEF}"),
    "a setter": turned("x = Bed().area()\n", new=f"    @area.setter\n{DEF}"),
    "a method with a parameter": turned(
        "x = Bed().size()\n",
        head="class Bed:\n    def size(self, unit=1):\n        return 1\n\n\n",
        old="    def size(self, unit=1):",
        new="    @property\n    def size(self, unit=1):",
    ),
    "a function": turned(
        "x = area()\n",
        head="def area(self):\n    return 1\n\n\n",
        old="def area(self):",
        new="@property\ndef area(self):",
    ),
    "a method that overrides another one": turned(
        "def f(bed: Bed):\n    return bed.area()\n",
        head=f"class Plot:\n    def area(self):\n        return 0\n\n\n{CHILD}",
        old="    def area(self, ):",
        new="    @property\n    def area(self, ):",
    ),
    "a decorator below another one": turned(
        "x = Bed().area()\n",
        changed(8, "x = Bed().area()", "x = Bed().area"),
        head=BED.replace(DEF, f"    @cheap\n{DEF}"),
        old="    @cheap",
        new="    @property\n    @cheap",
    ),
    "a new property": turned(
        "x = Bed().area()\n",
        head="class Bed:\n    width = 1\n\n\n",
        old="    width = 1",
        new=f"    width = 1\n\n{PROPERTY}\n        return 1",
    ),
    "a property that becomes a method": turned(
        "def f(bed: Bed):\n    bed.area = 1\n    return bed.area * 2\n",
        changed(8, "    return bed.area * 2", "    return bed.area() * 2"),
        head=BED.replace(DEF, PROPERTY),
        old=PROPERTY,
        new=DEF,
    ),
    "the value of a property that is called": turned(
        "x = Bed().area()\n", head=BED.replace(DEF, PROPERTY), old=PROPERTY, new=DEF
    ),
    "a property of two that becomes a method": turned(
        "def f(bed: Bed, pond: Pond):\n    return pond.area\n",
        head=BED.replace(DEF, PROPERTY.replace("self", "bed")) + POND.replace(DEF, PROPERTY),
        old=PROPERTY.replace("self", "bed"),
        new=DEF.replace("self", "bed"),
    ),
    "a setter keeps a property": turned(
        "x = Bed().area\n",
        head=f"{BED.rstrip()}\n\n    @area.setter\n    def area(self, value):\n        pass\n\n\n".replace(
            DEF, PROPERTY, 1
        ),
        old=f"{PROPERTY}\n        return self.width",
        new=f"{DEF}\n        return self.width",
    ),
    "a getter": script(
        "export const f = (bed: Bed) => bed.area() * 2;\n",
        changed(
            7,
            "export const f = (bed: Bed) => bed.area() * 2;",
            "export const f = (bed: Bed) => bed.area * 2;",
            "m.ts",
        ),
    ),
    "a getter of JavaScript": script(
        "const bed = new Bed();\nshow(bed.area());\n",
        changed(8, "show(bed.area());", "show(bed.area);", "m.js"),
        path="m.js",
    ),
    "a getter that becomes a method": script(
        "const bed = new Bed();\nshow(bed.area);\n",
        changed(8, "show(bed.area);", "show(bed.area());", "m.ts"),
        head=GETTER,
    ),
    "a parameter that is called get": case(
        "function f(a) {\n  return a();\n}\nf(1);\n", "  return a();", "  return get a();", path="m.js"
    ),
    "not more than a few": turned(
        "Bed().area()\n" * (MAX_CALL_CANDIDATES + 1),
        *(changed(number + 7, "Bed().area()", "Bed().area") for number in range(MAX_CALL_CANDIDATES)),
    ),
    "a call in another file": RuleCase(
        {"bed.py": BED, "use.py": "from bed import Bed\n\nx = Bed().area()\n"},
        ((DEF, PROPERTY),),
        [changed(3, "x = Bed().area()", "x = Bed().area", "use.py")],
    ),
    "two methods in one edit": turned(
        "x = Bed().area()\n",
        head=f"{BED.rstrip()}\n\n    def size(self):\n        return 1\n\n\n",
        old=f"{DEF}\n        return self.width\n\n    def size(self):",
        new=f"{PROPERTY}\n        return self.width\n\n    @property\n    def size(self):",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_uses_of_a_method_follow(name: str) -> None:
    assert run(CASES[name], "accessor-use") == CASES[name].expected


def test_a_value_of_an_unknown_type_is_less_likely() -> None:
    harness = RuleHarness(m__py=f"{BED}def f(it, bed: Bed):\n    bed.area()\n    it.area()\n")
    harness.edit("m.py", DEF, PROPERTY)
    found = [one.probability for one in harness.ask("m.py") if one.family == "accessor-use"]
    assert len(found) == 2
    assert found[0] > found[1]


USES = """def f(bed: Bed, pond: Pond, it):
    bed.area() + 1
    pond.area() + 1
    it.area() + 1
    open() + 1
"""
SOURCE = BED + POND.replace("self)", "self, )") + USES
ONE = ((DEF, PROPERTY),)
OTHER = "    def area(self, ):"
REPEATED = {
    "the property of another class": Case("m.py", SOURCE, ONE, (OTHER, f"    @property\n{OTHER}"), False),
    "a third property": Case(
        "m.py",
        f"{SOURCE}class Shed:\n    def area(self,):\n        return 1\n",
        (*ONE, (OTHER, f"    @property\n{OTHER}")),
        ("    def area(self,):", "    @property\n    def area(self,):"),
        True,
    ),
    "a value of this class": Case("m.py", SOURCE, ONE, ("    bed.area() + 1", "    bed.area + 1"), True),
    "a value of another class": Case(
        "m.py", SOURCE, ONE, ("    pond.area() + 1", "    pond.area + 1"), False
    ),
    "a value of an unknown type": Case("m.py", SOURCE, ONE, ("    it.area() + 1", "    it.area + 1"), True),
    "another call": Case("m.py", SOURCE, ONE, ("    open() + 1", "    open + 1"), True),
    "another decorator": Case("m.py", SOURCE, ONE, (OTHER, f"    @override\n{OTHER}"), True),
    "no property before": Case(
        "m.py",
        SOURCE,
        (("    bed.area() + 1", "    bed.area + 1"),),
        ("    pond.area() + 1", "    pond.area + 1"),
        True,
    ),
}


@pytest.mark.parametrize("name", REPEATED)
def test_a_property_is_not_repeated_at_another_class(name: str) -> None:
    assert is_kept(REPEATED[name]) == REPEATED[name].is_kept
