"""A call that got one more argument: the parameter that the function lacks, or where to type it."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences import missing_parameter

SEND = "def send(path):\n    pass\n\n\n"


def send(new: str, *expected: str) -> RuleCase:
    return case(f"{SEND}send(a)\n", "send(a)", new, *expected)


CASES = {
    "behind the others": send("send(a, b)", "m.py\n@1\n-def send(path):\n+def send(path, b):"),
    "before the others": send("send(b, a)", "m.py\n@1\n-def send(path):\n+def send(b, path):"),
    "the same argument again": send("send(a, a)", "m.py\n@1\n-def send(path):\n+def send(path, a):"),
    "a value has no name": send("send(a, 1)", "m.py 0:13"),
    "a name that the function has": send("send(a, path)", "m.py 0:13"),
    "the first parameter": case("def send():\n    pass\n\n\nsend()\n", "send()", "send(b)", "m.py 0:9"),
    "the call is written over several lines": send("send(\n    a,\n    b,\n)"),
    "some parameters have types": case(
        "def send(path, mode: str):\n    pass\n\n\nsend(a, b)\n", "send(a, b)", "send(a, b, c)", "m.py 0:24"
    ),
    "a header over several lines": case(
        "def send(\n    path,\n):\n    pass\n\n\nsend(a)\n", "send(a)", "send(a, b)", "m.py 2:0"
    ),
    "a parameter of Go without a name": case(
        "package m\n\nfunc send(string) {\n}\n\nfunc f() {\n\tsend(a)\n}\n",
        "\tsend(a)",
        "\tsend(a, b)",
        "m.go 2:16",
        path="m.go",
    ),
    "a function in a variable": case(
        "const send = (path) => path;\n\nsend(a);\n",
        "send(a);",
        "send(a, b);",
        "m.js\n@1\n-const send = (path) => path;\n+const send = (path, b) => path;",
        path="m.js",
    ),
    "a method of that name": case(
        "class A {\n  send(path) {\n  }\n}\n\nsend(a);\n", "send(a);", "send(a, b);", path="m.js"
    ),
    "a method of an object whose type is unknown": case(
        "class Store:\n    def send(self, path):\n        pass\n\n\ndef run(store):\n    store.send(a)\n",
        "    store.send(a)",
        "    store.send(a, b)",
        "m.py\n@2\n-    def send(self, path):\n+    def send(self, path, b):",
    ),
    "a parameter of that name": case(f"{SEND}def run(send):\n    send(a)\n", "    send(a)", "    send(a, b)"),
    "a function of another language": RuleCase(
        {"m.py": "send(a)\n", "n.js": "function send(path) {\n}\n"}, (("send(a)", "send(a, b)"),), []
    ),
    "a function of another file": RuleCase(
        {"m.py": "from n import send\n\nsend(a)\n", "n.py": SEND},
        (("send(a)", "send(a, b)"),),
        ["n.py\n@1\n-def send(path):\n+def send(path, b):"],
    ),
    "a function of another file than another one of that name": RuleCase(
        {
            "m.py": "from n import Store\n\n\nclass Page:\n    def send(path):\n        pass\n\n\n"
            "def run(store: Store):\n    store.send(a)\n",
            "n.py": "class Store:\n    def send(self, path, mode):\n        pass\n",
        },
        (("    store.send(a)", "    store.send(a, b)"),),
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_parameter_that_a_function_lacks(name: str) -> None:
    assert run(CASES[name], "signature-argument") == CASES[name].expected


@pytest.mark.parametrize(("elsewhere", "files"), [(0, ("m.py", "m.py")), (1, ("m.py", "n.py"))])
def test_a_function_in_the_same_file_is_likelier(elsewhere: float, files: tuple[str, str]) -> None:
    calling, defining = files
    harness = RuleHarness()
    harness.put(defining, f"{SEND}send(a)\n")
    if calling != defining:
        harness.put(calling, "from n import send\n\nsend(a)\n")
    harness.edit(calling, "send(a)", "send(a, b)")
    features = missing_parameter._Features(elsewhere=elsewhere, is_guessed=1)
    found = only(harness.ask(calling), "signature-argument")
    assert found.probability == missing_parameter.PROBABILITY.estimate(features)
