"""Unions of TypeScript objects that a property tells apart: where the cases of a new part are missing."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

SWITCH = (
    'function area(shape: Shape) {\n  switch (shape.kind) {\n    case "circle":\n      return shape.radius;\n'
    '    case "square":\n      return shape.size ** 2;\n  }\n}\n'
)
SQUARE, TRIANGLE = '  | { kind: "square"; size: number }', '  | { kind: "triangle"; base: number }'


def union(
    first: str, *expected: str, square: str = SQUARE, new: str = TRIANGLE, rest: str = SWITCH
) -> RuleCase:
    text = f"type Shape =\n  | {first}\n{square};\n\n{rest}"
    return case(text, f"{square};", f"{square}\n{new};", *expected, path="m.ts")


NAMED = (
    'interface Circle {\n  kind: "circle";\n}\n\nexport type Square = { kind: "square" };\n\n'
    'interface Triangle {\n  kind: "triangle";\n}\n\n'
)
ROWS = {
    "parts that are written out": union('{ kind: "circle"; radius: number }', "m.ts 10:29"),
    "a property of one part only": union('{ name: "circle"; radius: number }'),
    "a property with the same string": union('{ kind: "square"; radius: number }'),
    "a property that is no string": union("{ kind: 1; radius: number }"),
    "a part that is no object": union("string"),
    "another property tells the parts apart": union(
        '{ unit: "cm"; kind: "circle" }',
        "m.ts 10:29",
        square='  | { unit: "cm"; kind: "square" }',
        new='  | { unit: "cm"; kind: "triangle" }',
    ),
    "named types": case(
        f"{NAMED}type Shape = Circle | Square;\n\n{SWITCH}",
        "type Shape = Circle | Square;",
        "type Shape = Circle | Square | Triangle;",
        "m.ts 17:29",
        path="m.ts",
    ),
    "a named type of another text": case(
        f"{NAMED}type Shape = Circle | Square;\n\n{SWITCH}",
        "type Shape = Circle | Square;",
        "type Shape = Circle | Square | Line;",
        path="m.ts",
    ),
    "a table": union(
        '{ kind: "circle"; radius: number }',
        'm.ts\n@8\n+  triangle: "Triangle",',
        rest='const names: Record<Shape["kind"], string> = {\n  circle: "Circle",\n  square: "Square",\n};\n',
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_part_is_added_to_a_union_of_objects(name: str) -> None:
    assert run(ROWS[name], "member-added") == ROWS[name].expected


CALLS = (
    "enum Command {\n    START,\n    STOP\n}\n\nclass Dispatcher {\n    Dispatcher() {\n"
    "        put(Command.START, new %sHandler());\n        put(Command.STOP, new %sHandler());\n    }\n%s}\n"
)
CLASSES = "".join(f"    class {name}Handler {{ }}\n" for name in ("Start", "Stop"))
REGISTERED = {
    "an element that names what is not there yet": (("Start", "Stop", CLASSES), ["m.java 9:45"]),
    "elements that do not follow from the name": (("Begin", "Other", ""), []),
}


@pytest.mark.parametrize("name", REGISTERED)
def test_a_place_is_certain_if_all_siblings_show_it(name: str) -> None:
    words, expected = REGISTERED[name]
    one = case(CALLS % words, "    STOP", "    STOP,\n    RELOAD", path="m.java")
    one = one._replace(edits=(("    START,\n    STOP", "    START,\n    STOP,\n    RELOAD"),))
    assert run(one, "member-added") == expected
