"""The functions of a text by their headers, and the calls that belong to a function that changed."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import LANGUAGES, RuleHarness, only
from understudy.nes.symbolic.consequences.limits import MAX_CALLS_PER_NAME, MAX_FUNCTION_DEPTH
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.signatures import functions_at
from understudy.nes.text import TextSnapshot


class Functions(NamedTuple):
    path: str
    text: str
    """`|` is before and after the range that is searched."""
    expected: list[str]


def nested(depth: int, first: str) -> str:
    """Functions inside of each other; the range is in the header of the innermost one."""
    headers = [f"{'    ' * at}def f{at}():" for at in range(depth)]
    return "\n".join([f"{first}{headers[0]}", *headers[1:-1], headers[-1] + "||", f"{'    ' * depth}pass"])


FUNCTIONS = {
    "a function by its name": Functions("m.py", "def |load|(path):\n    pass\n", ["load"]),
    "not by its body": Functions("m.py", "def load(path):\n    x = 1\n    |pass|\n", []),
    "where its body begins": Functions("m.js", "function load(path)\n|{|\n}\n", ["load"]),
    "a text without a grammar": Functions("notes.txt", "def |load|(path):\n", []),
    "a function of an object": Functions("m.js", "const api = {\n|  load: (path) => path,|\n};\n", ["load"]),
    "a function of a variable": Functions("m.js", "|const load = (path) => path;|\n", ["load"]),
    "a function expression with a name": Functions("m.js", "const |a = function load(path)| {};\n", ["load"]),
    "a keyword argument does not name its lambda": Functions(
        "m.py", "rows.sort(|key=lambda row|: row)\n", []
    ),
    "as deep as functions are searched": Functions(
        "m.py", nested(MAX_FUNCTION_DEPTH // 2, "@cached\n"), [f"f{MAX_FUNCTION_DEPTH // 2 - 1}"]
    ),
    "one deeper": Functions("m.py", nested(MAX_FUNCTION_DEPTH // 2 + 1, ""), []),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_functions_at_a_range(name: str) -> None:
    path, text, expected = FUNCTIONS[name]
    start, end = text.index("|"), text.rindex("|") - 1
    suffix = path[path.index(".") :]
    lines = text.replace("|", "").split("\n")
    source = SourceText(TextSnapshot(f"file:///project/{path}", LANGUAGES.get(suffix, "plaintext"), lines, 1))
    assert [one.name for one in functions_at(source, start, end)] == expected


LOAD = "def load(path):\n    return path\n\n\nasync def run():\n"
STORE = "".join(
    f"class {name}:\n    def load(self, path):\n        return path\n\n\n" for name in ("Store", "Disk")
)


def python(text: str, *expected: str, header: str = "def load(path):") -> RuleCase:
    return case(text, header, f"async {header}", *expected)


def method(rest: str, *expected: str) -> RuleCase:
    header = "    def load(self, path):"
    return case(STORE + rest, header, "    async def load(self, path):", *expected)


def script(text: str, old: str, new: str, *expected: str, path: str = "m.ts") -> RuleCase:
    return case(text, old, new, *expected, path=path)


CALLS = {
    "a call": python(f"{LOAD}    load(1)\n", "m.py\n@6\n-    load(1)\n+    await load(1)"),
    "a method of the function is no call of it": python(f"{LOAD}    load.cache_clear()\n"),
    "the function is passed on": python(f"{LOAD}    retry(load)\n    start(task=load)\n    return load\n"),
    "a receiver that is called like the class": method(
        "async def run(store):\n    store.load(1)\n",
        "m.py\n@12\n-    store.load(1)\n+    await store.load(1)",
    ),
    "the class itself": method(
        "async def run(store):\n    Store.load(store, 1)\n",
        "m.py\n@12\n-    Store.load(store, 1)\n+    await Store.load(store, 1)",
    ),
    "another receiver": method("async def run(cache):\n    cache.load(1)\n"),
    "a receiver of another class": method("async def run():\n    store = Disk()\n    store.load(1)\n"),
    "a receiver in a string": method("async def run(store):\n    show('store.load(1)')\n"),
    "a member of what is called like the class": method("async def run(app):\n    app.store.load(1)\n"),
    "a note that shows the call": RuleCase(
        {"m.py": STORE, "notes.txt": "store.load(1)\n"},
        (("    def load(self, path):", "    async def load(self, path):"),),
        [],
    ),
    "a receiver in another file": RuleCase(
        {"m.py": STORE, "n.py": "async def run(store):\n    store.load(1)\n"},
        (("    def load(self, path):", "    async def load(self, path):"),),
        ["n.py\n@2\n-    store.load(1)\n+    await store.load(1)"],
    ),
    "a method of one class only, in another file": RuleCase(
        {"m.py": STORE.partition("\n\n\n")[0], "n.py": "async def run(store):\n    store.load(1)\n"},
        (("    def load(self, path):", "    async def load(self, path):"),),
        ["n.py\n@2\n-    store.load(1)\n+    await store.load(1)"],
    ),
    "a function of that name in a library": script(
        "function map(list) {\n  return list;\n}\n\nasync function run(list) {\n  _.map(list);\n}\n",
        "function map(list) {",
        "async function map(list) {",
    ),
    "a function of an object": script(
        "const api = {\n  load: (path) => path,\n};\n\nasync function run() {\n  api.load(1);\n}\n",
        "  load: (path) => path,",
        "  load: async (path) => path,",
        "m.ts\n@6\n-  api.load(1);\n+  await api.load(1);",
    ),
    "type arguments": script(
        "function load<T>(path: T) {\n  return path;\n}\n\nasync function run() {\n  load<string>(a);\n}\n",
        "function load<T>(path: T) {",
        "async function load<T>(path: T) {",
        "m.ts\n@6\n-  load<string>(a);\n+  await load<string>(a);",
    ),
    "type arguments of Rust": script(
        "fn load<T>(path: T) -> T {\n    path\n}\n\nasync fn run() {\n    load::<u8>(1);\n}\n",
        "fn load<T>(path: T) -> T {",
        "async fn load<T>(path: T) -> T {",
        "m.rs\n@6\n-    load::<u8>(1);\n+    load::<u8>(1).await;",
        path="m.rs",
    ),
    "the last call that is searched": python(
        LOAD + "    await load(1)\n" * (MAX_CALLS_PER_NAME - 1) + "    load(2)\n",
        "m.py\n@65\n-    load(2)\n+    await load(2)",
    ),
    "one call more": python(LOAD + "    await load(1)\n" * MAX_CALLS_PER_NAME + "    load(2)\n"),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_of_a_function_that_became_async(name: str) -> None:
    assert run(CALLS[name], "async-call") == CALLS[name].expected


def test_a_static_method_of_a_record_is_no_constructor() -> None:
    track = "record Track(String title, int time) {\n    Track one() {\n        return NEW;\n    }\n}\n"
    old = "record Track(String title, int time) {"
    new = "record Track(String title, int time, String album) {"
    made = case(track.replace("NEW", 'new Track("a", 1)'), old, new, "M.java 2:31", path="M.java")
    assert run(made, "signature-argument") == made.expected
    parsed = case(track.replace("NEW", 'Track.parse("a", 1)'), old, new, path="M.java")
    assert run(parsed, "signature-argument") == []


def test_a_call_through_the_class_is_likelier_than_one_through_a_name_like_it() -> None:
    found: list[float] = []
    for receiver in ("Store", "store"):
        harness = RuleHarness(m__py=f"{STORE}async def run(store):\n    {receiver}.load(1)\n")
        harness.edit("m.py", "    def load(self, path):", "    async def load(self, path):")
        found.append(only(harness.ask("m.py"), "async-call").probability)
    assert found[0] > found[1]


CANVAS = "class Canvas {\npublic:\n    void line(int x, int y);\n};\n"
OTHER = "class Board {\npublic:\n    void line(int x, int y);\n};\n"
DEFINITION = '#include "canvas.hpp"\n\nvoid Canvas::line(int x, int y) {\n}\n'
MAIN = '#include "canvas.hpp"\n\nint main() {\n    Canvas a;\n    Board b;\n    a.line(1, 2);\n'
MAIN += "    b.line(1, 2);\n}\n"
CART = "class Cart\n  def add(item)\n    @items << item\n  end\nend\n\ncart = Cart.new\ncart.add(1)\n"
ARGUMENTS = {
    "a method in a class of C++": RuleCase(
        {"canvas.hpp": CANVAS + OTHER, "main.cpp": MAIN},
        (("    void line(int x, int y);", "    void line(int x, int y, int width);"),),
        ["main.cpp 5:15"],
    ),
    "a method that is defined outside of its class": RuleCase(
        {"canvas.cpp": DEFINITION, "canvas.hpp": CANVAS + OTHER, "main.cpp": MAIN},
        (("void Canvas::line(int x, int y) {", "void Canvas::line(int x) {"),),
        ["main.cpp\n@6\n-    a.line(1, 2);\n+    a.line(1);"],
    ),
    "an argument that a default replaces": RuleCase(
        {"canvas.hpp": CANVAS, "main.cpp": MAIN},
        (("    void line(int x, int y);", "    void line(int x, int y, int width = 1);"),),
        [],
    ),
    "a call without the arguments that have defaults": RuleCase(
        {"canvas.hpp": CANVAS.replace("int y", "int y = 1"), "main.cpp": MAIN.replace("(1, 2)", "(1)")},
        (("    void line(int x, int y = 1);", "    void line(int y = 1);"),),
        ["main.cpp\n@6\n-    a.line(1);\n+    a.line();"],
    ),
    "a statement is no header": case(
        "int run(int a, int b) {\n    return add(a, b);\n}\n",
        "    return add(a, b);",
        "    return add(a);",
        path="m.cpp",
    ),
    "a method of Ruby": case(
        CART, "  def add(item)", "  def add(item, count)", "cart.rb 7:10", path="cart.rb"
    ),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_the_arguments_of_calls_follow(name: str) -> None:
    assert run(ARGUMENTS[name], "signature-argument") == ARGUMENTS[name].expected
