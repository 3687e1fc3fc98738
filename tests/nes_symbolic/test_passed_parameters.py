"""A new parameter is passed on to the functions that take an optional one of its name."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

ONE, TWO = "def load(path):", "def load(path, retries):"
FETCH = "def fetch(url, retries=3):\n    pass\n\n\n"


def python(
    call: str, expected: str = "", others: str = FETCH, *, edit: tuple[str, str] = (ONE, TWO)
) -> RuleCase:
    at = others.count("\n") + 2
    found = [f"m.py\n@{at}\n-    {call}\n+    {expected}"] if expected else []
    return case(f"{others}{edit[0]}\n    {call}\n", *edit, *found)


def script(call: str, expected: str = "", taken: str = "retries = 3") -> RuleCase:
    found = [f"m.ts\n@4\n-  {call}\n+  {expected}"] if expected else []
    text = f"function fetch(url: string, {taken}) {{\n}}\nfunction load(path: string) {{\n  {call}\n}}\n"
    new = "function load(path: string, retries: number) {"
    return case(text, "function load(path: string) {", new, *found, path="m.ts")


CLASS = "class Client:\n    def fetch(self, url, retries=3):\n        pass\n\n\n"
TYPED = ("def load(client: Client):", "def load(client: Client, retries):")
CANVAS = "class Canvas {\npublic:\n    void blit(int x, float alpha = 1.0f);\n};\n"
ROWS = {
    "a call": python("fetch(path)", "fetch(path, retries=retries)"),
    "a call in a call": python("show(fetch(path))", "show(fetch(path, retries=retries))"),
    "a keyword": python("fetch(url=path)", "fetch(url=path, retries=retries)"),
    "a value that is passed": python("fetch(path, 5)"),
    "a value that is passed by name": python("fetch(path, retries=limit)"),
    "a parameter that must be given": python(
        "fetch(path)", others="def fetch(url, retries):\n    pass\n\n\n"
    ),
    "a function without it": python("fetch(path)", others="def fetch(url, times=3):\n    pass\n\n\n"),
    "a function that is not known": python("fetch(path)", others="x = 1\n"),
    "another function of the name": python(
        "fetch(path)", others=f"{FETCH}class A:\n    def fetch(self, url):\n        pass\n\n\n"
    ),
    "any arguments": python("fetch(path)", others="def fetch(*urls, retries=3):\n    pass\n\n\n"),
    "the function itself": python("load(path)"),
    "another type": python(
        "fetch(path)", others=FETCH.replace("=3", ": int = 3"), edit=(ONE, "def load(path, retries: str):")
    ),
    "the same type": python(
        "fetch(path)",
        "fetch(path, retries=retries)",
        others=FETCH.replace("=3", ": int = 3"),
        edit=(ONE, "def load(path, retries: int):"),
    ),
    "two new parameters": python("fetch(path)", edit=(ONE, "def load(path, retries, limit):")),
    "another name of a parameter": python("fetch(path)", edit=(ONE, "def load(retries):")),
    "a method of a parameter": python(
        "client.fetch(1)", "client.fetch(1, retries=retries)", others=CLASS, edit=TYPED
    ),
    "a method of something else": python("cache.fetch(client)", others=CLASS, edit=TYPED),
    "a method of a result": python("client().fetch(1)", others=CLASS, edit=TYPED),
    "a function beside a method": python("fetch(1)", others=CLASS, edit=TYPED),
    "an own method": case(
        "class A:\n    def fetch(self, url, retries=3):\n        pass\n\n"
        "    def load(self, a):\n        self.fetch(a)\n",
        "    def load(self, a):",
        "    def load(self, a, retries):",
        "m.py\n@6\n-        self.fetch(a)\n+        self.fetch(a, retries=retries)",
    ),
    "a function of another file": RuleCase(
        {"m.py": f"from b import fetch\n\n\n{ONE}\n    fetch(path)\n", "b.py": FETCH},
        ((ONE, TWO),),
        ["m.py\n@5\n-    fetch(path)\n+    fetch(path, retries=retries)"],
    ),
    "a position": script("fetch(path);", "fetch(path, retries);"),
    "an optional parameter": script("fetch(path);", "fetch(path, retries);", "retries?: number"),
    "an optional parameter of another type": script("fetch(path);", taken="retries?: string"),
    "a parameter before it": script("fetch(path);", taken="times = 2, retries = 3"),
    "C++": RuleCase(
        {
            "m.cpp": '#include "c.hpp"\nvoid draw(Canvas& canvas) {\n    canvas.blit(1);\n    hud->blit(2);\n}\n',
            "c.hpp": CANVAS,
        },
        (("void draw(Canvas& canvas) {", "void draw(Canvas& canvas, float alpha) {"),),
        ["m.cpp\n@3\n-    canvas.blit(1);\n+    canvas.blit(1, alpha);"],
    ),
    "another language": case(
        "function fetch($a, $retries = 3) {\n}\nfunction load($a) {\n    fetch($a);\n}\n",
        "function load($a) {",
        "function load($a, $retries) {",
        path="m.php",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_new_parameter_is_passed_on(name: str) -> None:
    assert run(ROWS[name], "own-parameter") == ROWS[name].expected
