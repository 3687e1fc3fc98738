"""Guards of the rules for entries of one shape, numbered lists and closing brackets, each with its opposite."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import limits

TWO = "a:\n  x: 1\n  y: 2\nb:\n  x: 3\n  y: 4\n"
THREE = f"{TWO}c:\n  x: 5\n  y: 6\n"
ITEMS = "all:\n  - x: 1\n    y: 2\n  - x: 3\n    y: 4\n"
OBJECTS = '{\n  "a": {\n    "x": 1,\n    "y": 2\n  },\n  "b": {\n    "x": 3,\n    "y": 4\n  }\n}\n'


def yaml(text: str, old: str, new: str, *expected: str) -> RuleCase:
    return case(text, old, new, *expected, path="c.yml")


def json(text: str, old: str, new: str, *expected: str) -> RuleCase:
    return case(text, old, new, *expected, path="c.json")


SIBLING_KEYS = {
    "a key behind the first one": yaml(TWO, "  x: 1", "  x: 1\n  z: 5", "c.yml\n@6\n+  z: 5"),
    "another suffix": case(TWO, "  x: 1", "  x: 1\n  z: 5", "c.YAML\n@6\n+  z: 5", path="c.YAML"),
    "another language": case(TWO, "  x: 1", "  x: 1\n  z: 5", path="c.toml"),
    "a key before the first one has no place": yaml(TWO, "  x: 1", "  z: 5\n  x: 1"),
    "the first key of an item": yaml(ITEMS, "    y: 2", "    y: 2\n    z: 5", "c.yml\n@6\n+    z: 5"),
    "two new lines": yaml(TWO, "  x: 1", "  x: 1\n  z: 5\n  w: 6"),
    "a line without a key": yaml(TWO, "  x: 1", "  x: 1\n  - z"),
    "a value that goes on": yaml(TWO, "  x: 1", "  x: 1\n  z: |"),
    "a key that is written twice": yaml(TWO, "  y: 2", "  y: 2\n  x: 5"),
    "the key before is missing": yaml(TWO.replace("  y: 4\n", "  w: 4\n"), "  y: 2", "  y: 2\n  z: 5"),
    "half of the keys are shared": yaml(
        TWO.replace("  y: 4\n", "  w: 4\n"), "  x: 1", "  x: 1\n  z: 5", "c.yml\n@6\n+  z: 5"
    ),
    "a third of the keys is shared": yaml(
        TWO.replace("  y: 2\n", "  y: 2\n  v: 2\n").replace("  y: 4\n", "  w: 4\n"),
        "  x: 1",
        "  x: 1\n  z: 5",
    ),
    "one other key": yaml("a:\n  x: 1\nb:\n  x: 3\n", "  x: 1", "  x: 1\n  z: 5", "c.yml\n@5\n+  z: 5"),
    "what belongs to the key before comes first": yaml(
        TWO.replace("x: 3\n", "x:\n    - 1\n\n    v: 2\n  - q\n"),
        "  x: 1",
        "  x: 1\n  z: 5",
        "c.yml\n@10\n+  z: 5",
    ),
    "an empty line and a comment between the keys": yaml(
        TWO.replace("  y: 4", "\n# why\n  y: 4"), "  y: 2", "  y: 2\n  z: 5", "c.yml\n@9\n+  z: 5"
    ),
    "deeper keys are others": yaml(
        "a:\n  x: 1\n  y: 2\nb:\n  c:\n    x: 3\n    y: 4\n", "  x: 1", "  x: 1\n  z: 5"
    ),
    "quoted keys": yaml(TWO.replace("x:", '"x":'), '  "x": 1', '  "x": 1\n  "z": 5', 'c.yml\n@6\n+  "z": 5'),
    "a renamed key": yaml(
        THREE, "  x: 1", "  w: 1", "c.yml\n@5\n-  x: 3\n+  w: 3", "c.yml\n@8\n-  x: 5\n+  w: 5"
    ),
    "a renamed key of two sections": yaml(TWO, "  x: 1", "  w: 1"),
    "a renamed key of three sections, one of another shape": yaml(
        THREE.replace("  x: 5\n", ""), "  x: 1", "  w: 1"
    ),
    "the second renamed key of three sections": RuleCase(
        {"c.yml": THREE}, (("  x: 1", "  w: 1"), ("  x: 3", "  w: 3")), ["c.yml\n@8\n-  x: 5\n+  w: 5"]
    ),
    "a renamed key with another value": yaml(THREE, "  x: 1", "  w: 2"),
    "a key that got quotes": yaml(THREE, "  x: 1", "  'x': 1"),
    "a key with another indentation": yaml(THREE, "  x: 1", "   w: 1"),
    "a renamed key that the entry has": yaml(
        THREE.replace("  y: 4", "  w: 4\n  y: 4"), "  x: 1", "  w: 1", "c.yml\n@9\n-  x: 5\n+  w: 5"
    ),
    "a comment became a key": yaml(THREE.replace("  y: 2", "  # c\n  y: 2"), "  # c", "  w: 1"),
    "a key became a comment": yaml(THREE, "  x: 1", "  # x: 1"),
    "an entry with an empty line and a comment": yaml(
        "a:\n  x: 1\n  y: 2\n  v: 3\nb:\n  x: 3\n\n# why\n  y: 4\n",
        "  x: 1",
        "  x: 1\n  z: 5",
        "c.yml\n@7\n+  z: 5",
    ),
    "an entry with a comment": yaml(
        "a:\n  x: 1\n  y: 2\n  v: 3\nb:\n  x: 3\n# why\n  y: 4\n",
        "  x: 1",
        "  x: 1\n  z: 5",
        "c.yml\n@7\n+  z: 5",
    ),
    "an entry with an empty line": yaml(
        "a:\n  x: 1\n  y: 2\n  v: 3\nb:\n  x: 3\n\n  y: 4\n",
        "  x: 1",
        "  x: 1\n  z: 5",
        "c.yml\n@7\n+  z: 5",
    ),
    "a key that is written twice, and not in the other entry": yaml(
        "a:\n  x: 1\n  y: 2\nb:\n  x: 3\n", "  y: 2", "  y: 2\n  y: 5"
    ),
    "an object whose two keys were renamed": json(
        '[\n  { "a": 1, "b": 2 },\n  { "a": 4, "b": 5 }\n]\n',
        '  { "a": 1, "b": 2 },',
        '  { "c": 1, "d": 2 },',
    ),
    "an object that lost keys": json(
        '[\n  { "a": 1, "b": 2, "e": 3 },\n  { "a": 4, "b": 5, "e": 6 }\n]\n',
        '  { "a": 1, "b": 2, "e": 3 },',
        '  { "a": 1, "c": 2 },',
    ),
    "objects on the first and the last line": json(
        '{ "a": 1 }\n{ "a": 2 }\n{ "a": 3 }',
        '{ "a": 2 }',
        '{ "a": 2, "b": 7 }',
        'c.json\n@3\n-{ "a": 3 }\n+{ "a": 3, "b": 7 }',
        'c.json\n@1\n-{ "a": 1 }\n+{ "a": 1, "b": 7 }',
    ),
    "a renamed key that the item has not": yaml(ITEMS.replace("x: 3", "v: 3"), "  - x: 1", "  - w: 1"),
    "a renamed key of an item with other keys": yaml(
        ITEMS.replace("  y: 4", "  v: 4"), "  - x: 1", "  - w: 1"
    ),
    "a renamed key of sections with one key": yaml(
        "a:\n  x: 1\nb:\n  x: 3\nc:\n  x: 5\n",
        "  x: 1",
        "  w: 1",
        "c.yml\n@4\n-  x: 3\n+  w: 3",
        "c.yml\n@6\n-  x: 5\n+  w: 5",
    ),
    "a renamed key of objects in a list": json(
        '[\n  {\n    "x": 1\n  },\n  {\n    "x": 2\n  }\n]\n',
        '    "x": 1',
        '    "w": 1',
        'c.json\n@6\n-    "x": 2\n+    "w": 2',
    ),
    "two renamed lines": yaml(THREE, "  x: 1\n  y: 2", "  w: 1\n  v: 2"),
    "a renamed key of an item": yaml(ITEMS, "  - x: 1", "  - w: 1", "c.yml\n@4\n-  - x: 3\n+  - w: 3"),
    "the last key of an object": json(OBJECTS, '    "y": 2', '    "y": 2,\n    "z": 5'),
    "a key between others": json(
        OBJECTS, '    "x": 1,', '    "x": 1,\n    "z": 5,', 'c.json\n@8\n+    "z": 5,'
    ),
    "a key behind one with a comma that is the last": json(
        OBJECTS.replace('"y": 4\n', '"y": 4,\n').replace('"y": 2\n', '"y": 2,\n'),
        '    "y": 2,',
        '    "y": 2,\n    "z": 5',
        'c.json\n@9\n+    "z": 5',
    ),
    "a key behind one without a comma": json(
        OBJECTS.replace('"y": 2\n', '"y": 2,\n'),
        '    "y": 2,',
        '    "y": 2,\n    "z": 5',
        'c.json\n@9\n-    "y": 4\n+    "y": 4,\n+    "z": 5',
    ),
    "the last line of the text": json('"a": {\n"x": 1,\n},\n"b": {\n"x": 2,', '"x": 1,', '"x": 1,\n"z": 5'),
    "an object on one line got two keys": json(
        '[\n  { "a": 1 },\n  { "a": 4 }\n]\n', '  { "a": 1 },', '  { "a": 1, "b": 2, "c": 3 },'
    ),
    "an object with one key got another one": json(
        '[\n  { "a": 1 },\n  { "a": 4 }\n]\n',
        '  { "a": 1 },',
        '  { "a": 1, "b": 2 },',
        'c.json\n@3\n-  { "a": 4 }\n+  { "a": 4, "b": 2 }',
    ),
    "the only key of an object was renamed": json(
        '[\n  { "a": 1 },\n  { "a": 4 }\n]\n', '  { "a": 1 },', '  { "b": 1 },'
    ),
    "a key in front of the others": json(
        '[\n  { "a": 1 },\n  { "a": 4 }\n]\n', '  { "a": 1 },', '  { "b": 2, "a": 1 },'
    ),
    "an object with other keys": json(
        '[\n  { "a": 1 },\n  { "b": 4 }\n]\n', '  { "a": 1 },', '  { "a": 1, "c": 2 },'
    ),
    "objects above, and not behind another line": json(
        '[\n  { "a": 0 },\n  null,\n  { "a": 2 },\n  { "a": 3 },\n  { "a": 4 },\n    { "a": 5 }\n]\n',
        '  { "a": 3 },',
        '  { "a": 3, "b": 7 },',
        'c.json\n@6\n-  { "a": 4 },\n+  { "a": 4, "b": 7 },',
        'c.json\n@4\n-  { "a": 2 },\n+  { "a": 2, "b": 7 },',
    ),
}


@pytest.mark.parametrize("name", SIBLING_KEYS)
def test_sibling_keys(name: str) -> None:
    assert run(SIBLING_KEYS[name], "sibling-key") == SIBLING_KEYS[name].expected


def test_at_most_eight_entries_get_a_key() -> None:
    text = "".join(f"e{number}:\n  x: {number}\n" for number in range(limits.MAX_VALUE_CANDIDATES + 2))
    assert len(run(yaml(text, "  x: 0", "  w: 0"), "sibling-key")) == limits.MAX_VALUE_CANDIDATES


@pytest.mark.parametrize(("distance", "count"), [(400, 1), (401, 0)])
@pytest.mark.parametrize("is_below", [True, False])
def test_entries_far_away_have_nothing_to_do_with_it(distance: int, count: int, is_below: bool) -> None:
    distance = distance - 1 if is_below else distance
    between = "# why\n" * (distance - 2)
    parts = ["-\n  x: 1\n", f"{between}-\n", "  x: 2\n"]
    old = "  x: 1" if is_below else "  x: 2"
    case_ = yaml("".join(parts), old, old.replace("x", "w"))
    assert len(run(case_, "sibling-key")) == count


def test_the_text_of_the_cursor_is_the_one_that_changed() -> None:
    one = yaml(THREE, "  x: 1", "  w: 1")._replace(files={"c.yml": THREE, "d.yml": THREE}, asked="d.yml")
    assert run(one, "sibling-key") == []


def test_a_key_that_was_changed_again_is_no_cause() -> None:
    one = RuleCase({"c.yml": THREE}, (("  x: 1", "  w: 1"), ("  w: 1", "  w: 2")), [])
    assert run(one, "sibling-key") == []


VERSIONS = "list:\n  - v 3.12\n  - v 3.13\nend:\n"


def numbered(old: str, new: str, other: str, *expected: str) -> RuleCase:
    return RuleCase({"a.yaml": VERSIONS, "b.ini": other}, ((old, new),), list(expected))


BELOW = ("  - v 3.13", "  - v 3.13\n  - v 3.14")
COUNTED = {
    "a line below": numbered(*BELOW, "p 3.12\np 3.13\n", "b.ini\n@2\n+p 3.14"),
    "the last line of the text": numbered(*BELOW, "p 3.12\np 3.13"),
    "the first line of the text": numbered(*BELOW, "p 3.13\nx\n"),
    "the last line is like the first one": numbered(*BELOW, "p 3.13\nx\np 3.12"),
    "a line on top, like the last one": RuleCase(
        {"a.yaml": "- v 31\n- v 30\n- v 29", "b.ini": "p 28\np 29\nx\n"}, (("- v 31", "- v 32\n- v 31"),), []
    ),
    "a line below the first one": RuleCase(
        {"a.yaml": "- v 31\nx\n", "b.ini": "p 30\np 31\nx\n"},
        (("- v 31", "- v 31\n- v 32"),),
        ["b.ini\n@2\n+p 32"],
    ),
    "a line below the last one": RuleCase(
        {"a.yaml": "- v 30\n- v 31", "b.ini": "p 30\np 31\nx\n"},
        (("- v 31", "- v 31\n- v 32"),),
        ["b.ini\n@2\n+p 32"],
    ),
    "two lines with one number": numbered(*BELOW, "p 3.13\np 3.13\nx\n"),
    "a line with another word": numbered(*BELOW, "q 3.12\np 3.13\nx\n"),
    "two numbers changed": numbered("  - v 3.13", "  - v 3.13\n  - v 3.14 5", "p 3.12\np 3.13\n"),
    "without the point": numbered(*BELOW, "p312\np313\n", "b.ini\n@2\n+p314"),
    "with an underscore": numbered(*BELOW, "p3_12\np3_13\n", "b.ini\n@2\n+p3_14"),
    "with a hyphen": numbered(*BELOW, "p3-12\np3-13\n", "b.ini\n@2\n+p3-14"),
    "four new lines": numbered(
        "  - v 3.13", "  - v 3.13\n  - v 3.14\n  # a\n  # b\n  # c", "p 3.12\np 3.13\n", "b.ini\n@2\n+p 3.14"
    ),
    "five new lines": numbered(
        "  - v 3.13", "  - v 3.13\n  - v 3.14\n  # a\n  # b\n  # c\n  # d", "p 3.12\np 3.13\n"
    ),
    "a removed line": numbered("  - v 3.13", "", "p 3.12\np 3.13\n"),
    "a number of two digits": RuleCase(
        {"a.yaml": "  - 11\n  - 12\nx\n", "b.ini": "p 11\np 12\nx\n"},
        (("  - 12", "  - 12\n  - 13"),),
        ["b.ini\n@2\n+p 13"],
    ),
    "a number in a line without a point": RuleCase(
        {"a.yaml": "x: 11, 12\n", "b.ini": "p 11\np 12\nx\n"}, (("x: 11, 12", "x: 11, 12, 13"),), []
    ),
    "a number in a line with a point": RuleCase(
        {"a.yaml": "x: 1.1, 1.2\n", "b.ini": "p 1.1\np 1.2\nx\n"},
        (("x: 1.1, 1.2", "x: 1.1, 1.2, 1.3"),),
        ["b.ini\n@2\n+p 1.3"],
    ),
    "a number in front of the others": RuleCase(
        {"a.yaml": "x: 1.1, 1.2\n", "b.ini": "p 1.1\np 1.2\nx\n"}, (("x: 1.1, 1.2", "x: 1.0, 1.1, 1.2"),), []
    ),
    "two numbers in a line": RuleCase(
        {"a.yaml": "x: 1.1, 1.2\n", "b.ini": "p 1.1\np 1.2\nx\n"},
        (("x: 1.1, 1.2", "x: 1.1, 1.2, 1.3, 1.4"),),
        [],
    ),
    "a changed number": numbered("  - v 3.13", "  - v 3.14", "p 3.12\np 3.13\n"),
}


@pytest.mark.parametrize("name", COUNTED)
def test_counted_lines(name: str) -> None:
    assert run(COUNTED[name], "counted-line") == COUNTED[name].expected


def test_at_most_eight_lists_get_a_line() -> None:
    lists = "".join(f"{name} 3.12\n{name} 3.13\n\n" for name in "abcdefghij")
    assert len(run(numbered(*BELOW, lists), "counted-line")) == limits.MAX_VALUE_CANDIDATES


def test_a_text_without_edits_has_no_consequence() -> None:
    harness = RuleHarness(a__yaml=VERSIONS)
    assert harness.ask("a.yaml") == []


def closed(text: str, old: str, new: str, *expected: str, path: str = "m.ts") -> RuleCase:
    return case(text, old, new, *expected, path=path)


FUNCTION = "a();\n\nfunction f() {\n  b();\n}\n"
LIST = "x = [\n    1,\n]\n"
HEAD = [f"  a{number}," for number in range(5)]
LONG_HEAD = "\n".join(["f(", *HEAD])
CLOSING = {
    "another bracket": closed(LIST, "x = [", "x = (", "m.py\n@3\n-]\n+)", path="m.py"),
    "a text that is no code": closed(LIST, "x = [", "x = (", path="m.txt"),
    "the line opens nothing at its end": closed("x = [1,\n    2,\n]\n", "x = [1,", "x = f([", path="m.py"),
    "nor after the edit": closed(LIST, "x = [", "x = f([1,", path="m.py"),
    "the old line closes another block": closed(
        "if (a) {\n  b();\n} else {\n  c();\n}\n", "} else {", "if (b) {"
    ),
    "the new line closes another block": closed("a();\nif (b) {\n  c();\n}\n", "if (b) {", "} else {"),
    "an old line with the wrong bracket": closed("x = (] {\n  1\n}\n", "x = (] {", "x = ({"),
    "an opened line was inserted": closed(LIST, "    1,", "    1,\n    f({", path="m.py"),
    "an opened line was removed": closed("x = {\n}\ny = [\n]\n", "y = [", "", path="m.py"),
    "other brackets in the block": closed(
        "x = {\n  a: [1, (2)],\n  b: {},\n}\n", "x = {", "x = f({", "m.ts\n@4\n-}\n+})"
    ),
    "a closing bracket that does not match": closed("x = {\n  a: 1)\n}\n(\n", "x = {", "x = f({"),
    "something is opened between the closing brackets": closed("f({\n  a: 1\n}, { b: 2 })\n", "f({", "x = {"),
    "the closing brackets are on two lines": closed("f({\n  a: 1\n}\n)\n", "f({", "x = {"),
    "there is space between the closing brackets": closed("f({\n  a: 1\n} )\n", "f({", "x = {"),
    "three closing brackets": closed("f([{\n  a: 1\n}])\n", "f([{", "x = [{", "m.ts\n@3\n-}])\n+}]"),
    "the new brackets are closed already": closed("x = {\n  a: 1\n})\n", "x = {", "x = f({"),
    "the end of the text is reached": closed("x = {\n  a: 1\n", "x = {", "x = f({"),
    "brackets in strings": closed(
        "x = f('(', {\n  a: 1\n})\n", "x = f('(', {", "x = g('[', [{", "m.ts\n@3\n-})\n+}])"
    ),
    "the edit is inside a string": closed("`\nx = {\n`\n}\n", "x = {", "x = ({"),
    "a function becomes a value": closed(
        FUNCTION, "function f() {", "const f = () => {", "m.ts\n@5\n-}\n+};"
    ),
    "of a file without semicolons": closed(FUNCTION.replace(";", ""), "function f() {", "const f = () => {"),
    "of a file with as many semicolons as other ends": closed(
        FUNCTION.replace("b();", "b()"), "function f() {", "const f = () => {"
    ),
    "of another language": closed(
        "a();\nfunction f() {\n  b();\n}\n", "function f() {", "const f = () => {", path="m.go"
    ),
    "a function becomes a closure of Rust": closed(
        "a();\nfn f() {\n  b();\n}\n", "fn f() {", "let f = || {", "m.rs\n@4\n-}\n+};", path="m.rs"
    ),
    "a let of Rust gets another value": closed(
        "let f = a {\n  b\n}\n", "let f = a {", "let f = c {", path="m.rs"
    ),
    "with a semicolon already": closed(FUNCTION.replace("}", "};"), "function f() {", "const f = () => {"),
    "and is wrapped in a call": closed(
        FUNCTION, "function f() {", "const f = g(() => {", "m.ts\n@5\n-}\n+});"
    ),
    "and is wrapped in a call, with a semicolon": closed(
        FUNCTION.replace("}", "};"), "function f() {", "const f = g(() => {", "m.ts\n@5\n-};\n+});"
    ),
    "a value becomes a function": closed(
        "const f = g(() => {\n  b();\n});\n", "const f = g(() => {", "function f() {", "m.ts\n@3\n-});\n+}"
    ),
    "a value becomes a function, without a semicolon": closed(
        "const f = g(() => {\n  b();\n})\n", "const f = g(() => {", "function f() {", "m.ts\n@3\n-})\n+}"
    ),
    "a value becomes a function, with more behind": closed(
        "const f = g(() => {\n  b();\n}), h;\n",
        "const f = g(() => {",
        "function f() {",
        "m.ts\n@3\n-}), h;\n+}, h;",
    ),
    "a value stays a value": closed(
        "const f = g(() => {\n  b();\n});\n", "const f = g(() => {", "const f = {", "m.ts\n@3\n-});\n+};"
    ),
    "an edit of six lines": closed(f"{LONG_HEAD}\n", LONG_HEAD, f"{LONG_HEAD[:-1]} [", path="m.py"),
    "six lines become one": closed(
        "f(\n a,\n b,\n c,\n d,\n g, {\n  k: 1\n})\n",
        "f(\n a,\n b,\n c,\n d,\n g, {",
        "x = {",
        "m.ts\n@3\n-})\n+}",
    ),
    "seven lines become one": closed(
        "f(\n a,\n b,\n c,\n d,\n e,\n g, {\n  k: 1\n})\n", "f(\n a,\n b,\n c,\n d,\n e,\n g, {", "x = {"
    ),
    "one line becomes six": closed(
        "x = {\n  k: 1\n}\n", "x = {", "f(\n a,\n b,\n c,\n d,\n g, {", "m.ts\n@8\n-}\n+})"
    ),
    "one line becomes seven": closed("x = {\n  k: 1\n}\n", "x = {", "f(\n a,\n b,\n c,\n d,\n e,\n g, {"),
}


@pytest.mark.parametrize("name", CLOSING)
def test_closing_brackets(name: str) -> None:
    assert run(CLOSING[name], "closing-bracket") == CLOSING[name].expected


@pytest.mark.parametrize(("lines", "count"), [(999, 1), (1000, 0)])
def test_the_end_of_a_block_is_not_far_away(lines: int, count: int) -> None:
    text = "x = {\n" + "  1,\n" * lines + "}\n"
    assert len(run(closed(text, "x = {", "x = f({"), "closing-bracket")) == count


def test_a_block_of_another_text_is_not_closed() -> None:
    text = "x = f({\n  a: 1\n}\n"
    files = {"n.ts": text.replace("f({", "{"), "m.ts": text}
    one = RuleCase(files, (("x = {", "x = f({"),), [], asked="m.ts")
    assert run(one, "closing-bracket") == []


def test_a_block_whose_beginning_was_changed_again_is_not_closed() -> None:
    edits = (("x = {", "x = f({"), ("x = f({", "y = f({"))
    assert run(RuleCase({"m.ts": "x = {\n  a: 1\n}\n"}, edits, []), "closing-bracket") == []
