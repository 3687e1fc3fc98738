"""A line that begins a block opens other brackets: the line that closes the block follows."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

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
