"""A function that became async: its calls are awaited, callers become async, tasks and promises stay."""

import pytest

from nes_symbolic.rule_harness import RuleHarness

FAMILY = "async-call"


def after_edits(path: str, text: str, old: str, new: str, **files: str) -> list[str]:
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.edit(path, old, new)
    return [harness.after(one) for one in harness.ask(path) if one.family == FAMILY]


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "expected"),
    [
        pytest.param(
            "m.py",
            "def load(x):\n    return x\n\n\nasync def run():\n    a = load(1)\n    b = load(2).name\n"
            "    return a, b\n",
            "def load(x):",
            "async def load(x):",
            ["    a = await load(1)\n", "    b = (await load(2)).name\n"],
            id="python",
        ),
        pytest.param(
            "m.py",
            "def load(x):\n    return x\n\n\ndef run():\n    return load(1)\n",
            "def load(x):",
            "async def load(x):",
            ["async def run():\n    return load(1)\n"],
            id="python-caller",
        ),
        pytest.param(
            "m.py",
            "class A:\n    def load(self):\n        return 1\n\n    async def run(self):\n"
            "        return self.load()\n",
            "    def load(self):",
            "    async def load(self):",
            ["        return await self.load()\n"],
            id="python-method",
        ),
        pytest.param(
            "m.ts",
            "function load(x: number): string {\n  return get(x);\n}\n\nconst run = async () => {\n"
            "  const a = load(1);\n  return a;\n};\n",
            "function load(x: number): string {",
            "async function load(x: number): string {",
            ["async function load(x: number): Promise<string> {\n", "  const a = await load(1);\n"],
            id="typescript",
        ),
        pytest.param(
            "m.js",
            "const load = (x) => get(x);\n\nfunction run() {\n  const a = load(1);\n}\n",
            "const load = (x) => get(x);",
            "const load = async (x) => get(x);",
            ["async function run() {\n"],
            id="javascript-caller",
        ),
        pytest.param(
            "m.rs",
            "fn load(x: u8) -> Result<u8, E> {\n    get(x)\n}\n\npub async fn run() -> Result<u8, E> {\n"
            "    let a = load(1)?;\n    Ok(a)\n}\n\npub fn outer() {\n    load(2);\n}\n",
            "fn load(x: u8) -> Result<u8, E> {",
            "async fn load(x: u8) -> Result<u8, E> {",
            ["    let a = load(1).await?;\n", "pub async fn outer() {\n"],
            id="rust",
        ),
    ],
)
def test_calls_are_awaited(path: str, text: str, old: str, new: str, expected: list[str]) -> None:
    made = after_edits(path, text, old, new)
    assert [part in after for part, after in zip(expected, made, strict=False)] == [True] * len(expected), (
        made
    )
    assert len(made) == len(expected)


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param("async def run():\n    return await load(1)\n", id="awaited"),
        pytest.param("def run():\n    return asyncio.run(load(1))\n", id="run"),
        pytest.param("async def run():\n    await asyncio.gather(load(1), load(2))\n", id="gather"),
        pytest.param("async def run():\n    return [asyncio.create_task(load(1))]\n", id="task"),
        pytest.param("async def run(load):\n    return load(1)\n", id="a-parameter-of-that-name"),
        pytest.param("async def run(other):\n    return other.load(1)\n", id="a-method-of-that-name"),
        pytest.param("class A:\n    def __init__(self):\n        load(1)\n", id="a-constructor"),
        pytest.param("load(1)\n", id="the-top-level"),
    ],
)
def test_python_calls_that_stay(rest: str) -> None:
    text = f"def load(x):\n    return x\n\n\n{rest}"
    assert after_edits("m.py", text, "def load(x):", "async def load(x):") == []


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param("async function run() {\n  await Promise.all([load(1), load(2)]);\n}\n", id="all"),
        pytest.param("async function run() {\n  load(1).then(show);\n}\n", id="then"),
        pytest.param("async function run() {\n  return load(1);\n}\n", id="returned"),
        pytest.param("class A {\n  constructor() {\n    load(1);\n  }\n}\n", id="constructor"),
    ],
)
def test_javascript_calls_that_stay(rest: str) -> None:
    text = f"function load(x) {{\n  return x;\n}}\n\n{rest}"
    assert after_edits("m.js", text, "function load(x) {", "async function load(x) {") == []


def test_calls_in_other_texts_follow() -> None:
    made = after_edits(
        "m.py",
        "def load(x):\n    return x\n",
        "def load(x):",
        "async def load(x):",
        other__py="from m import load\n\n\nasync def run():\n    a = load(1)\n    return a\n",
    )
    assert made == ["from m import load\n\n\nasync def run():\n    a = await load(1)\n    return a\n"]


def test_the_cause_is_known_after_its_line_changed_again() -> None:
    """The return type was accepted on the same line as `async`: the calls follow."""
    harness = RuleHarness(
        m__ts="function load(x: number): string {\n  return get(x);\n}\n\nasync function run() {\n"
        "  const a = load(1);\n}\n"
    )
    harness.edit("m.ts", "function load(x: number): string {", "async function load(x: number): string {")
    (first, *_) = [one for one in harness.ask("m.ts") if one.family == FAMILY]
    harness.accept(first)
    made = [harness.after(one) for one in harness.ask("m.ts") if one.family == FAMILY]
    assert [("  const a = await load(1);\n" in one) for one in made] == [True]


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "expected"),
    [
        pytest.param(
            "m.py",
            "async def load(x):\n    return x\n\n\ndef show(x):\n    row = load(x)\n    return str(row)\n",
            "def show(x):",
            "async def show(x):",
            ["    row = await load(x)"],
            id="a function of the text",
        ),
        pytest.param(
            "m.py",
            "from n import load\n\n\ndef show(x):\n    row = load(x)\n    return row\n",
            "def show(x):",
            "async def show(x):",
            ["    row = await load(x)"],
            id="an imported function",
        ),
        pytest.param(
            "m.ts",
            "class A {\n  async load() {}\n  show() {\n    const row = this.load();\n    this.draw();\n  }\n"
            "  draw() {}\n}\n",
            "  show() {",
            "  async show() {",
            ["    const row = await this.load();"],
            id="a method",
        ),
        pytest.param(
            "m.py",
            "async def load(x):\n    return x\n\n\ndef show(x):\n    return await load(x)\n",
            "def show(x):",
            "async def show(x):",
            [],
            id="awaited already",
        ),
        pytest.param(
            "m.py",
            "async def load(x):\n    return x\n\n\ndef show(x):\n    return lambda: load(x)\n",
            "def show(x):",
            "async def show(x):",
            [],
            id="in a function inside",
        ),
    ],
)
def test_calls_of_async_functions_in_the_body(
    path: str, text: str, old: str, new: str, expected: list[str]
) -> None:
    harness = RuleHarness(n__py="async def load(x):\n    return x\n")
    harness.put(path, text)
    harness.edit(path, old, new)
    before = harness.workspace.texts[f"file:///project/{path}"]
    found = [one for one in harness.ask(path) if one.family == "async-call"]
    assert [
        line for one in found for line in harness.after(one).split("\n") if line not in before
    ] == expected
