"""A new argument is the member of a parameter that has its name and its type, if there is one such member."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

ADDED = ("export function show(cents: number) {", "export function show(cents: number, unit: string) {")
ORDER = "interface Order {\n  unit: string;\n  total: number;\n}\n"


def script(header: str, call: str, expected: str = "", types: str = ORDER) -> RuleCase:
    """A call in a function with that header. Without an expectation, only the place is known."""
    text = f"{ADDED[0]}\n  return cents;\n}}\n{types}{header} {{\n  {call}\n}}\n"
    at = text.split("\n").index(f"  {call}")
    found = f"m.ts\n@{at + 1}\n-  {call}\n+  {expected}" if expected else f"m.ts {at}"
    return case(text, *ADDED, found, path="m.ts")


HEADER = "function f(order: Order)"
ROWS = {
    "a member": script(HEADER, "return show(order.total);", "return show(order.total, order.unit);"),
    "an inner function": script(
        HEADER,
        "return order.all.map((a) => show(a.total));",
        "return order.all.map((a) => show(a.total, order.unit));",
    ),
    "a member of another type": script(HEADER, "show(order.total);", types=ORDER.replace("string", "Unit")),
    "a member that may be missing": script(
        HEADER, "show(order.total);", types=ORDER.replace("unit", "unit?")
    ),
    "no such member": script(HEADER, "show(order.total);", types=ORDER.replace("unit", "units")),
    "a type that is not known": script("function f(order: Other)", "show(order.total);"),
    "a parameter that may be missing": script("function f(order?: Order)", "show(order.total);"),
    "a parameter without a type": script("function f(order)", "show(order.total);"),
    "a list": script("function f(order: Order[])", "show(order.total);"),
    "a parameter that the line does not use": script(HEADER, "show(12);"),
    "another value of that name": script(HEADER, "xs.map((order) => show(order.total));"),
    "two parameters": script("function f(a: Order, b: Order)", "show(a.total + b.total);"),
    "one of two parameters": script(
        "function f(a: Order, b: Order)", "show(a.total);", "show(a.total, a.unit);"
    ),
    "a type of another file": RuleCase(
        {
            "m.ts": f'import {{ Order }} from "./order";\n{ADDED[0]}\n}}\n{HEADER} {{\n  show(order.total);\n}}\n',
            "order.ts": f"export {ORDER}",
        },
        (ADDED,),
        ["m.ts\n@5\n-  show(order.total);\n+  show(order.total, order.unit);"],
    ),
    "Python": case(
        "@dataclass\nclass Order:\n    unit: str\n    total: int\n\ndef show(cents: int):\n    pass\n\n"
        "def f(order: Order):\n    show(order.total)\n",
        "def show(cents: int):",
        "def show(cents: int, unit: str):",
        "m.py\n@10\n-    show(order.total)\n+    show(order.total, order.unit)",
    ),
    "Go": case(
        "package m\n\ntype Order struct {\n\tUnit string\n\tTotal int\n}\n\nfunc show(cents int) {\n}\n\n"
        "func f(order *Order) {\n\tshow(order.Total)\n}\n",
        "func show(cents int) {",
        "func show(cents int, unit string) {",
        "m.go\n@12\n-\tshow(order.Total)\n+\tshow(order.Total, order.Unit)",
        path="m.go",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_new_argument_is_a_member_of_a_parameter(name: str) -> None:
    found = run(ROWS[name], "signature-argument")
    assert [one if "\n" in one else one.partition(":")[0] for one in found] == ROWS[name].expected
