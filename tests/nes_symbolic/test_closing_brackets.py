"""A line that begins a block opens other brackets: the line that closes the block follows."""

from contextlib import closing

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.consequences import limits

CASES = {
    "a call becomes a function": (
        "a.ts",
        'test("adds", async t => {\n  t.is(add(1, 2), 3);\n});\n\ntest("more", t => {\n  t.pass();\n});\n',
        ('test("adds", async t => {', "const check = async t => {"),
        ("});", "};"),
    ),
    "a value is wrapped in a call": (
        "a.ts",
        "export const table = {\n  a: [1, 2],\n  b: f({ c: 1 }),\n};\n",
        ("table = {", "table = Object.freeze({"),
        ("};", "});"),
    ),
    "a list in Python becomes an argument": (
        "a.py",
        "NAMES = [\n    'a)',  # (one\n    'b',\n]\n\n\ndef f():\n    return NAMES\n",
        ("NAMES = [", "NAMES = frozenset(["),
        ("]", "])"),
    ),
    "a list becomes a tuple": (
        "a.py",
        "NAMES = [\n    'a',\n    'b',\n]\nprint(NAMES)\n",
        ("NAMES = [", "NAMES = ("),
        ("]", ")"),
    ),
    "an assignment in Go becomes a call": (
        "a.go",
        "package a\n\nfunc set() {\n\tcurrent = &Resolver{\n\t\tName: `{`,\n\t}\n\tstart()\n}\n",
        ("current = &Resolver{", "resolver.Store(&Resolver{"),
        ("\t}", "\t})"),
    ),
    "an expression in Rust is wrapped": (
        "a.rs",
        "fn make() -> Option<Pair> {\n    Pair {\n        left: 1,\n        right: f(2),\n    }\n}\n",
        ("    Pair {", "    Some(Pair {"),
        ("    }", "    })"),
    ),
    "a block in Rust becomes the value of a let": (
        "a.rs",
        "fn go(out: &mut Text) {\n    if !out.has('?') {\n        out.push('?');\n    }\n    out.end();\n}\n",
        ("    if !out.has('?') {", "    let at = out.find('?').unwrap_or_else(|| {"),
        ("    }", "    });"),
    ),
    "a let in Rust that has its semicolon": (
        "a.rs",
        "fn go() -> Pair {\n    let pair = Pair {\n        left: 1,\n    };\n    pair\n}\n",
        ("    let pair = Pair {", "    let pair = Some(Pair {"),
        ("    };", "    });"),
    ),
    "the first lines of the block are rewritten as well": (
        "a.rs",
        "fn make(out: &mut Vec<Pair>) {\n    out.push((\n        1,\n        f(2)\n            .g(),\n    ));\n}\n",
        (
            "    out.push((\n        1,\n        f(2)\n",
            "    out.push(Pair {\n        left: 1,\n        right: f(2)\n",
        ),
        ("    ));", "    });"),
    ),
    "a function becomes a value, with the semicolons of the file": (
        "a.ts",
        "import { a } from './a';\nconst one = a();\n\nfunction load(name: string) {\n  return a(name);\n}\n",
        ("function load(name: string) {", "const load = (name: string) => {"),
        ("}", "};"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_closing_line_follows(name: str) -> None:
    path, text, edit, (old, new) = CASES[name]
    with closing(Scene(path, text)) as scene:
        scene.edit(*edit)
        before = scene.text.split("\n")
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        changed = [
            (one, other) for one, other in zip(before, scene.text.split("\n"), strict=True) if one != other
        ]
        assert changed == [(old, new)], scene.account()
        assert scene.ask() is None, scene.account()


SILENT = {
    "the first lines of the block are rewritten, with more brackets": (
        "a.ts",
        "run(() => {\n  one();\n  two();\n});\n",
        ("run(() => {\n  one();\n", "run(wrap({ a: () => {\n  three();\n"),
    ),
    "the parameters of a function type are closed": (
        "a.d.ts",
        "export type Hook = (options: {\n  retry: number;\n}) => void;\n",
        ("export type Hook = (options: {", "export type State = {"),
    ),
    "the closing brackets are apart": (
        "a.ts",
        "setTimeout(function () {\n  stop();\n}, 100);\n",
        ("setTimeout(function () {", "const f = function () {"),
    ),
    "the block is closed already": (
        "a.ts",
        "const a = {\n  b: 1,\n});\n",
        ("const a = {", "const a = freeze({"),
    ),
    "the bracket is in a string": (
        "a.py",
        'NAMES = ["{",\n    "b",\n]\nprint(NAMES)\n',
        ('NAMES = ["{",', 'NAMES = ["({",'),
    ),
    "a semicolon too many is left": (
        "a.ts",
        "const one = a();\n\nconst load = (name) => {\n  return a(name);\n};\n",
        ("const load = (name) => {", "function load(name) {"),
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_closed_that_is_not_certain(name: str) -> None:
    path, text, edit = SILENT[name]
    with closing(Scene(path, text)) as scene:
        scene.edit(*edit)
        assert scene.ask() is None, scene.account()


OBJECT = "const a = {\n  b: 1,\n};\n"
FROZEN = ("const a = {", "const a = freeze({")
FUNCTION = "function load() {\n  return 1;\n}\n"
VALUE = ("function load() {", "const load = () => {")


def script(text: str, old: str, new: str, *expected: str) -> RuleCase:
    return case(text, old, new, *expected, path="m.ts")


def calls(count: int, last: str, name: str) -> str:
    """So many lines, of which only the last one opens a bracket."""
    return "".join(f"{name}({number});\n" for number in range(count - 1)) + last


def many_lines(old: int, new: int, *expected: str) -> RuleCase:
    before, after = calls(old, FROZEN[0], "f"), calls(new, FROZEN[1], "g")
    return script(f"{before}\n  b: 1,\n}};\n", before, after, *expected)


def long_list(count: int, *expected: str) -> RuleCase:
    return script("const a = [\n" + "  b,\n" * count + "];\n", "const a = [", "const a = f([", *expected)


MAX_LINES = limits.MAX_BLOCK_OPENING_LINES
FARTHEST = limits.MAX_CLOSING_DISTANCE_LINES
ROWS = {
    "the same text in another file": RuleCase(
        {"m.ts": OBJECT, "n.ts": OBJECT.replace(*FROZEN)}, (FROZEN,), [], "n.ts"
    ),
    "the line is deleted": script(OBJECT, FROZEN[0], ""),
    "the line is new": script("x();\n  b: 1,\n};\n", "x();", f"x();\n{FROZEN[0]}"),
    "as many lines as the start of a block may have": many_lines(MAX_LINES, MAX_LINES, "m.ts\n@8\n-};\n+});"),
    "one old line more": many_lines(MAX_LINES + 1, MAX_LINES),
    "one new line more": many_lines(MAX_LINES, MAX_LINES + 1),
    "blanks behind the bracket": script(
        OBJECT.replace("{\n", "{ \n"), f"{FROZEN[0]} ", f"{FROZEN[1]} ", "m.ts\n@3\n-};\n+});"
    ),
    "the first entry was behind the bracket": script(
        "const a = { c: 2,\n  b: 1,\n};\n", "const a = { c: 2,", "const a = freeze({"
    ),
    "the first entry is behind the bracket": script(OBJECT, FROZEN[0], f"{FROZEN[1]} c: 2,"),
    "overwritten": RuleCase({"m.ts": OBJECT}, (FROZEN, (FROZEN[1], f"{FROZEN[1]} c: 2,")), []),
    "a bracket is missing elsewhere": script(f"f(;\n{OBJECT}", *FROZEN),
    "a bracket too many elsewhere": script(f"{OBJECT});\n", *FROZEN),
    "a bracket of another kind is missing": script(f"f([;\n{OBJECT}", *FROZEN),
    "the old line closes another block": script("x = 1;\n} else {\n  y();\n}\n", "} else {", "if (f({"),
    "the old line has other brackets": script("const a = (] {\n  b,\n}\n", "const a = (] {", "const a = {"),
    "a bracket in a string of the old line": script(
        'f("(", {\n  b: 1,\n});\n', 'f("(", {', 'g(f("(", {', "m.ts\n@3\n-});\n+}));"
    ),
    "a block with blocks": script(
        "const a = {\n  b: {\n    c: [1],\n  },\n};\n", *FROZEN, "m.ts\n@5\n-};\n+});"
    ),
    "closed in the line of the last entry": script(
        "const a = {\n  b: [2]};\n", *FROZEN, "m.ts\n@2\n-  b: [2]};\n+  b: [2]});"
    ),
    "closed at the end of the text": script("const a = {\n  b: 1,\n}", *FROZEN, "m.ts\n@3\n-}\n+})"),
    "closed by two lines": script("const a = f({\n  b: 1,\n}\n );\n", "const a = f({", "const a = {"),
    "a space between the closing brackets": script(
        "const a = f({\n  b: 1,\n} );\n", "const a = f({", "const a = {"
    ),
    "another bracket between the closing ones": script(
        "f(() => {\n  b();\n}, [c]);\n", "f(() => {", "const g = () => {"
    ),
    "three closing brackets": script(
        "const a = f([{\n  b: 1,\n}]);\n", "const a = f([{", "const a = f({", "m.ts\n@3\n-}]);\n+});"
    ),
    "the farthest line": long_list(FARTHEST - 1, f"m.ts\n@{FARTHEST + 1}\n-];\n+]);"),
    "too far": long_list(FARTHEST),
    "a function becomes a value": script(f"a();\n{FUNCTION}", *VALUE, "m.ts\n@4\n-}\n+};"),
    "it has a semicolon": script("a();\nfunction load() {\n  b();\n};\n", *VALUE),
    "as many lines without a semicolon": script("a();\nb()\nfunction load() {\n  c\n}\n", *VALUE),
    "a value stays a value": script(
        "a();\nconst load = () => {\n  b();\n}\n", "const load = () => {", "const save = () => {"
    ),
    "a function becomes a comparison": script(f"a();\n{FUNCTION}", VALUE[0], "load == function () {"),
    "a function becomes a wrapped value": script(
        f"a();\n{FUNCTION}", VALUE[0], "const load = memo(() => {", "m.ts\n@4\n-}\n+});"
    ),
    "a wrapped value becomes a function": script(
        "const load = memo(() => {\n  b();\n});\n",
        "const load = memo(() => {",
        VALUE[0],
        "m.ts\n@3\n-});\n+}",
    ),
    "an argument becomes a function": script(
        "test('x', () => {\n  b();\n});\n", "test('x', () => {", VALUE[0], "m.ts\n@3\n-});\n+}"
    ),
    "without a semicolon": script(
        "test('x', () => {\n  b()\n})\n", "test('x', () => {", VALUE[0], "m.ts\n@3\n-})\n+}"
    ),
    "another language": case(f"a();\n{FUNCTION}", *VALUE, path="m.go"),
}


@pytest.mark.parametrize("name", ROWS)
def test_which_brackets_are_closed(name: str) -> None:
    assert run(ROWS[name], "closing-bracket") == ROWS[name].expected
