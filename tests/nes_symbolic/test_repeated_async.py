"""A function becomes async: another one does only if it may have something to wait for."""

import pytest

from nes_symbolic.test_explained_tables import Case, run

FETCH = "def fetch(client, name):\n    with open(name) as file:\n        return client.get(name)\n\n\n"
MADE = ("def fetch(client, name):", "async def fetch(client, name):")
OTHER = "def other(client, name):"
SCRIPT = "function fetch(client) {\n  return client.get(1);\n}\n\n"
SCRIPT_MADE = ("function fetch(client) {", "async function fetch(client) {")


def python(body: str, *, kept: bool, edits: tuple[tuple[str, str], ...] = (MADE,)) -> Case:
    return Case("m.py", f"{FETCH}{OTHER}\n{body}\n", edits, (OTHER, f"async {OTHER}"), kept)


CASES = {
    "a calculation": python("    return max(name, key=lambda one: one.size)", kept=False),
    "a function of the language": python("    with open(name) as file:\n        pass", kept=False),
    "nothing": python("    pass", kept=False),
    "an object that the async function uses": python("    client.put(name)", kept=True),
    "another object": python("    name.strip()", kept=False),
    "a call of the async function": python("    return fetch(client, name)", kept=True),
    "a call of what is awaited elsewhere": Case(
        "m.py",
        f"{FETCH}{OTHER}\n    return load(name)\n\n\nasync def third():\n    await load(1)\n",
        (MADE,),
        (OTHER, f"async {OTHER}"),
        True,
    ),
    "something is awaited": python("    await name", kept=True),
    "two async functions before": Case(
        "m.py",
        f"{FETCH}def second():\n    pass\n\n\n{OTHER}\n    pass\n",
        (MADE, ("def second():", "async def second():")),
        (OTHER, f"async {OTHER}"),
        True,
    ),
    "no function": Case(
        "m.py",
        f"{FETCH}with name as file:\n    pass\n",
        (MADE,),
        ("with name as file:", "async with name as file:"),
        True,
    ),
    "a calculation in JavaScript": Case(
        "m.js",
        f"{SCRIPT}function add(a) {{\n  return a + 1;\n}}\n",
        (SCRIPT_MADE,),
        ("function add(a) {", "async function add(a) {"),
        False,
    ),
    "an object of JavaScript": Case(
        "m.js",
        f"{SCRIPT}function put(client) {{\n  return client.put(1);\n}}\n",
        (SCRIPT_MADE,),
        ("function put(client) {", "async function put(client) {"),
        True,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_another_function_becomes_async_if_it_may_wait(name: str) -> None:
    assert run(CASES[name]) == CASES[name].is_kept
