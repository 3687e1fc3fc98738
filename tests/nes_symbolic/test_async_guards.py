"""Guards of the rule that awaits the calls of a function that became async."""

# pyright: reportPrivateUsage=false

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_ASYNC_CANDIDATES
from understudy.nes.symbolic.consequences.signatures import async_calls


class Case(NamedTuple):
    path: str
    text: str
    old: str
    new: str
    expected: list[str]
    """The line that each candidate writes, without indentation."""


def proposed(harness: RuleHarness, path: str) -> list[str]:
    found: list[str] = []
    for one in harness.ask(path):
        if one.family == "async-call":
            before = harness.workspace.texts[one.uri]
            found += [line.strip() for line in harness.after(one).split("\n") if line not in before]
    return found


def python(rest: str, *expected: str) -> Case:
    return Case(
        "m.py",
        f"def load(x):\n    return x\n\n\n{rest}",
        "def load(x):",
        "async def load(x):",
        list(expected),
    )


def javascript(rest: str, *expected: str) -> Case:
    text = f"function load(x) {{\n  return x;\n}}\n\n{rest}"
    return Case("m.js", text, "function load(x) {", "async function load(x) {", list(expected))


def typescript(returned: str, *expected: str) -> Case:
    return Case(
        "m.ts",
        f"function load(x: A){returned} {{\n  return x;\n}}\n",
        f"function load(x: A){returned} {{",
        f"async function load(x: A){returned} {{",
        list(expected),
    )


def rust(rest: str, *expected: str) -> Case:
    text = f"fn load(x: u8) -> u8 {{\n    x\n}}\n\n{rest}"
    return Case("m.rs", text, "fn load(x: u8) -> u8 {", "async fn load(x: u8) -> u8 {", list(expected))


CASES = {
    "a language without async": Case(
        "m.go",
        "package m\n\nfunc load() int {\n\treturn 1\n}\n\nfunc run() {\n\tload()\n}\n",
        "func load() int {",
        "func load() int { // async",
        [],
    ),
    "a comment says async": Case(
        "m.py",
        "def load(x):\n    return x\n\n\nasync def run():\n    a = load(1)\n",
        "def load(x):",
        "def load(x):  # async",
        [],
    ),
    "a lambda in the header has a parameter async": Case(
        "m.js",
        "function load(x) {\n  return x;\n}\n\nasync function run() {\n  const a = load(1);\n}\n",
        "function load(x) {",
        "function load(x, y = async () => 1) {",
        [],
    ),
    "it was async already": Case(
        "m.py",
        "async def load(x):\n    return x\n\n\nasync def run():\n    a = load(1)\n",
        "async def load(x):",
        "async def load(x):  # async",
        [],
    ),
    "the function is renamed with it": Case(
        "m.py",
        "def load(x):\n    return x\n\n\nasync def run():\n    a = fetch(1)\n",
        "def load(x):",
        "async def fetch(x):",
        [],
    ),
    "the whole call is returned": python("async def run():\n    return load(1)\n", "return await load(1)"),
    "a member of the result": python("async def run():\n    load(1).go()\n", "(await load(1)).go()"),
    "an element of the result": python(
        "async def run():\n    return load(1)[0]\n", "return (await load(1))[0]"
    ),
    "an index": python("async def run(a):\n    return a[load(1)]\n", "return a[await load(1)]"),
    "an argument of another function": python("async def run():\n    show(load(1))\n", "show(await load(1))"),
    "a task in brackets": python("async def run():\n    a = gather((load(1)))\n"),
    "a task from a list": python("async def run():\n    a = gather(*[load(1), load(2)])\n"),
    "a caller that is a lambda": python("a = lambda: load(1)\n"),
    "a method with underscores": python("class A:\n    def __len__(self):\n        return load(1)\n"),
    "a method": python("class A:\n    def run(self):\n        return load(1)\n", "async def run(self):"),
    "a caller that calls it twice": python(
        "def run():\n    load(1)\n    return load(2)\n", "async def run():"
    ),
    "a broken call": python("async def run():\n    a = load(1 2)\n"),
    "an arrow function returns it": javascript("const run = async () => load(1);\n"),
    "an arrow function": javascript("const run = () => load(1);\n", "const run = async () => load(1);"),
    "an arrow function with a body": javascript(
        "const run = async () => {\n  const a = load(1);\n};\n", "const a = await load(1);"
    ),
    "an argument of an arrow function": javascript(
        "const run = async () => show(load(1));\n", "const run = async () => show(await load(1));"
    ),
    "a method of a class": javascript("class A {\n  run() {\n    load(1);\n  }\n}\n", "async run() {"),
    "a getter": javascript("class A {\n  get run() {\n    return load(1);\n  }\n}\n"),
    "a promise that is caught": javascript("async function run() {\n  load(1).catch(show);\n}\n"),
    "another member": javascript("async function run() {\n  load(1).name;\n}\n", "(await load(1)).name;"),
    "a return type": typescript(": A", "async function load(x: A): Promise<A> {"),
    "a promise": typescript(": Promise<A>"),
    "an iterator": typescript(": AsyncIterable<A>"),
    "a type that begins like a promise": typescript(
        ": Promised", "async function load(x: A): Promise<Promised> {"
    ),
    "any": typescript(": any"),
    "a guard": typescript(": x is B"),
    "no return type": typescript(""),
    "an async block of Rust": rust(
        "fn run() {\n    let a = async {\n        load(1);\n    };\n}\n", "load(1).await;"
    ),
    "a closure of Rust": rust("fn run() {\n    let a = || load(1);\n}\n"),
    "a macro of Rust": rust("async fn run() {\n    join!(load(1));\n}\n"),
    "a task of Rust": rust("async fn run() {\n    tokio::spawn(load(1));\n}\n"),
    "the value of a function of Rust": rust("async fn run() -> u8 {\n    load(1)\n}\n", "load(1).await"),
    "a return of Rust": rust("async fn run() -> u8 {\n    return load(1);\n}\n", "return load(1).await;"),
    "a name that begins with main": python("def maintain():\n    load(1)\n", "async def maintain():"),
    "main of Rust": rust("fn main() {\n    load(1);\n}\n"),
    "an async block of Rust without a space": rust(
        "fn run() {\n    let a = async{\n        load(1);\n    };\n}\n", "load(1).await;"
    ),
    "C": Case(
        "m.c",
        "int load(void) {\n    return 1;\n}\n\nasync run(void) {\n    load();\n}\n",
        "int load(void) {",
        "async load(void) {",
        [],
    ),
    "a line is added": Case(
        "m.py",
        "def load(x):\n    return x\n\n\nasync def run():\n    load(1)\n",
        "def load(x):",
        "@one\nasync def load(x):",
        [],
    ),
    "the line before async is changed": Case(
        "m.js",
        "const load =\n  async (x) => x;\n\nasync function run() {\n  const a = load(1);\n}\n",
        "const load =",
        "const load  =",
        [],
    ),
    "the name is on the line before async": Case(
        "m.js",
        "const load =\n  (x) => load(x);\n\nasync function run() {\n  const a = load(1);\n}\n",
        "  (x) => load(x);",
        "  async (x) => load(x);",
        [],
    ),
    "an arrow function without brackets that holds an async one": javascript(
        "const run = x => {\n  const f = async () => 1;\n  load(x);\n};\n", "const run = async x => {"
    ),
    "an async default of an arrow function": javascript(
        "const run = (x = async () => 1) => {\n  load(1);\n};\n",
        "const run = async (x = async () => 1) => {",
    ),
    "a caller that is called async": javascript(
        "function async() {\n  load(1);\n}\n", "async function async() {"
    ),
    "an async function in the arguments of a task": javascript(
        "Promise.all(xs.map(async (x) => {\n  const a = load(x);\n}));\n", "const a = await load(x);"
    ),
    "not more than a few": python(
        "async def run():\n" + "".join(f"    load({number})\n" for number in range(MAX_ASYNC_CANDIDATES + 1)),
        *(f"await load({number})" for number in range(MAX_ASYNC_CANDIDATES)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_async_calls(name: str) -> None:
    case = CASES[name]
    harness = RuleHarness()
    harness.put(case.path, case.text)
    harness.edit(case.path, case.old, case.new)
    assert proposed(harness, case.path) == case.expected


@pytest.mark.parametrize(
    ("header", "is_known"),
    [
        ("async def load(x, y):", True),
        ("async def load(x) -> int:", True),
        ("def load(x):", False),
        ("async def read(x):", False),
    ],
)
def test_a_header_that_has_changed_again_is_found_by_its_name(header: str, is_known: bool) -> None:
    harness = RuleHarness(m__py="def load(x):\n    return x\n\n\nasync def run():\n    a = load(1)\n")
    harness.edit("m.py", "def load(x):", "async def load(x):")
    harness.workspace.texts["file:///project/m.py"][0] = header
    assert proposed(harness, "m.py") == ["a = await load(1)"] * is_known


def test_a_header_that_has_changed_again_and_is_there_twice_causes_nothing() -> None:
    harness = RuleHarness(m__py="def load(x):\n    return x\n\n\nasync def run():\n    a = load(1)\n")
    harness.edit("m.py", "def load(x):", "async def load(x):")
    text = harness.workspace.texts["file:///project/m.py"]
    text[0] = "async def load(x, y):"
    text += ["async def load(x, y):", "    pass"]
    assert proposed(harness, "m.py") == []


def test_the_text_of_the_edit_is_gone() -> None:
    harness = RuleHarness(m__py="def load(x):\n    return x\n", n__py="async def run():\n    a = load(1)\n")
    harness.edit("m.py", "def load(x):", "async def load(x):")
    del harness.workspace.texts["file:///project/m.py"]
    assert proposed(harness, "n.py") == []


def test_the_probability_tells_callers_and_other_files_apart() -> None:
    harness = RuleHarness(
        m__py="def load(x):\n    return x\n\n\nasync def run():\n    load(1)\n\n\ndef go():\n    load(2)\n",
        n__py="from m import load\n\n\nasync def run():\n    load(3)\n",
    )
    harness.edit("m.py", "def load(x):", "async def load(x):")
    found = [one.probability for one in harness.ask("m.py") if one.family == "async-call"]
    features = async_calls._Features
    expected = [features(), features(elsewhere=1), features(is_caller=1)]
    assert found == [async_calls.PROBABILITY.estimate(one) for one in expected]
