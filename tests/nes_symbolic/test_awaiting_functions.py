"""`await` in a function that is not async: the innermost function around it becomes async."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.signatures.awaiting_functions import PROBABILITY, _Features

FAMILY = "async-call"


def awaited(path: str, text: str, old: str, new: str, line: int = 0, header: str = "") -> RuleCase:
    """A line of the text becomes another one, and a line, from 1, a header that is async."""
    expected = [f"{path}\n@{line}\n-{text.split(chr(10))[line - 1]}\n+{header}"] if line else []
    return case(text, old, new, *expected, path=path)


def script(header: str, new: str = "", body: str = "const a = await load();", path: str = "m.js") -> RuleCase:
    text = f"{header}\n  const a = load();\n}}\n"
    return awaited(path, text, "  const a = load();", f"  {body}", int(bool(new)), new)


def python(text: str, line: int = 0, header: str = "", new: str = "a = await load()") -> RuleCase:
    old = next(one for one in text.split("\n") if one.lstrip() == "a = load()")
    return awaited("m.py", text, old, old.replace("a = load()", new), line, header)


CASES = {
    "a function": script("function f() {", "async function f() {"),
    "an exported function": script("export function f() {", "export async function f() {"),
    "a function of TypeScript": script("function f(a: A): B {", "async function f(a: A): B {", path="m.ts"),
    "an arrow function": script("const f = (a) => {", "const f = async (a) => {"),
    "an arrow function without brackets": script("const f = a => {", "const f = async a => {"),
    "a function without a name": script("const f = function () {", "const f = async function () {"),
    "a generator": script("function* f() {", "async function* f() {"),
    "an async function": script("async function f() {"),
    "a loop that awaits": script("function f() {", body="for (const b of c) { load(b); }"),
    "no function": case("const a = load();\n", "const a = load();", "const a = await load();", path="m.js"),
    "a string": script("function f() {", body='const a = "await load()";'),
    "a comment": script("function f() {", body="const a = load(); // await it"),
    "a key": script("function f() {", body="const a = { await: load };"),
    "an inner function": awaited(
        "m.js",
        "function f() {\n  all.map((a) => {\n    use(a);\n  });\n}\n",
        "    use(a);",
        "    await use(a);",
        2,
        "  all.map(async (a) => {",
    ),
    "a method": awaited(
        "m.js",
        "class A {\n  f(a) {\n    use(a);\n  }\n}\n",
        "    use(a);",
        "    await use(a);",
        2,
        "  async f(a) {",
    ),
    "a static method": awaited(
        "m.js",
        "class A {\n  static f(a) {\n    use(a);\n  }\n}\n",
        "    use(a);",
        "    await use(a);",
        2,
        "  static async f(a) {",
    ),
    "a constructor": awaited(
        "m.js", "class A {\n  constructor(a) {\n    use(a);\n  }\n}\n", "    use(a);", "    await use(a);"
    ),
    "a getter": awaited(
        "m.js", "class A {\n  get f() {\n    use(a);\n  }\n}\n", "    use(a);", "    await use(a);"
    ),
    "a function of Python": python("def f():\n    a = load()\n    return a\n", 1, "async def f():"),
    "the inner function of Python": python(
        "def f():\n    def g():\n        a = load()\n    return g\n", 2, "    async def g():"
    ),
    "an async context": python(
        "def f():\n    a = load()\n", 1, "async def f():", "async with load() as a: pass"
    ),
    "an async loop": python("def f():\n    a = load()\n", 1, "async def f():", "async for a in load(): pass"),
    "an inner function that is async": python("def f():\n    a = load()\n", new="async def g(): pass"),
    "a method that is never async": python("class A:\n    def __init__(self):\n        a = load()\n"),
    "a method that may be async": python(
        "class A:\n    def __aenter__(self):\n        a = load()\n", 2, "    async def __aenter__(self):"
    ),
    "a lambda": awaited("m.py", "def f():\n    a = load\n", "    a = load", "    a = lambda: await load()"),
    "a function of Rust": awaited(
        "m.rs", "pub fn f() {\n    load();\n}\n", "    load();", "    load().await;", 1, "pub async fn f() {"
    ),
    "the entry of a program of Rust": awaited(
        "m.rs", "fn main() {\n    load();\n}\n", "    load();", "    load().await;"
    ),
    "an async block": awaited(
        "m.rs", "fn f() {\n    async { load() };\n}\n", "    async { load() };", "    async { load().await };"
    ),
    "a language without it": awaited("m.go", "func f() {\n\tload()\n}\n", "\tload()", "\tawait()"),
    "await was there": awaited("m.js", "function f() {\n  await a();\n}\n", "  await a();", "  await b();"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_function_that_awaits_is_async(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


def test_two_words_make_one_function_async_once() -> None:
    one = case(
        "function f() {\n  a();\n  b();\n}\n", "  a();\n  b();", "  await a();\n  await b();", path="m.js"
    )
    assert len(run(one, FAMILY)) == 1


def test_an_older_word_is_less_probable() -> None:
    harness = RuleHarness(m__js="function f() {\n  a();\n}\n\nb = 1;\n")
    harness.edit("m.js", "  a();", "  await a();")
    [now] = [one.probability for one in harness.ask("m.js") if one.family == FAMILY]
    harness.edit("m.js", "b = 1;", "b = 2;")
    [later] = [one.probability for one in harness.ask("m.js") if one.family == FAMILY]
    assert (now, later) == (PROBABILITY.estimate(_Features()), PROBABILITY.estimate(_Features(stale=1)))
