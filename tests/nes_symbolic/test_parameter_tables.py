"""Which edits change the parameters of a function, and which of its calls follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.limits import MAX_PARSED_CHARS

HEADER = "def f(a, b):\n    pass\n"
FEWER = ("def f(a, b):", "def f(a):")
CALL = "f(1, 2)\n"


def lines(head: str, old: str, new: str, call: str, *expected: str) -> RuleCase:
    """A header over many lines, then `b` and a call."""
    return case(f"{head}\n    pass\nb = 1\n{call}\n", old, new, *expected)


def long_call(old: str, new: str, arguments: str, *expected: str) -> RuleCase:
    """A call over many lines that begins in line 6, in a function that has an `x`."""
    text = f"def f({old}):\n    pass\n\ndef g(x):\n    f(\n{arguments}    )\n"
    return case(text, f"def f({old}):", f"def f({new}):", *expected)


EDITS = {
    "a parameter of three lines goes": lines(
        "def f(\n    a,\n    b:\n    int\n    ,\n    c,\n):",
        "    b:\n    int\n    ,\n    c,",
        "    c,",
        "f(1, 2, 3)",
        "m.py\n@7\n-f(1, 2, 3)\n+f(1, 3)",
    ),
    "a parameter of four lines goes": lines(
        "def f(\n    a,\n    b:\n    int\n    = 1\n    ,\n    c,\n):",
        "    b:\n    int\n    = 1\n    ,\n    c,",
        "    c,",
        "f(1, 2, 3)",
    ),
    "a parameter of three lines comes": lines(
        "def f(\n    a,\n    c,\n):",
        "    a,\n    c,",
        "    a,\n    b:\n    int\n    ,\n    c,",
        "f(1, 3)",
        "m.py\n@10\n-f(1, 3)\n+f(1, b, 3)",
    ),
    "a parameter of four lines comes": lines(
        "def f(\n    a,\n    c,\n):",
        "    a,\n    c,",
        "    a,\n    b:\n    int\n    |\n    str,\n    c,",
        "f(1, 3)",
    ),
    "a header of five lines is written in one": lines(
        "def f(\n    a,\n    b,\n    c,\n):",
        "def f(\n    a,\n    b,\n    c,\n):",
        "def f(a, c):",
        "f(1, 2, 3)",
        "m.py\n@4\n-f(1, 2, 3)\n+f(1, 3)",
    ),
    "lines above the header change too": case(
        f"x = 1\n{HEADER}{CALL}",
        "x = 1\ndef f(a, b):",
        "y = 1\ndef f(a):",
        "m.py\n@4\n-f(1, 2)\n+f(1)",
    ),
    "two headers": case(
        "def f(a, b):\n    pass\ndef h(a, b):\n    pass\nf(1, 2)\nh(3, 4)\n",
        "def f(a, b):\n    pass\ndef h(a, b):",
        "def f(a):\n    pass\ndef h(b):",
        "m.py\n@5\n-f(1, 2)\n+f(1)",
        "m.py\n@6\n-h(3, 4)\n+h(4)",
    ),
    "the header was changed again": RuleCase(
        {"m.py": f"{HEADER}f(1, b=2)\n"}, (FEWER, ("def f(a):", "def f(a, c):")), []
    ),
    "the function has another name now": case(HEADER + CALL, FEWER[0], "def h(a):"),
    "a function goes, and one of its name is below": case(
        f"def f(a): ...\n{HEADER}f(1)\n", "def f(a): ...", "x = 1"
    ),
    "a function comes, and one of its name is below": case(
        f"x = 1\ndef f(a, b): ...\n{CALL}", "x = 1", "def f(a): ..."
    ),
    "only a default comes": case(HEADER + CALL, FEWER[0], "def f(a, b=1):"),
    "a header that is no function": case(f"def f(a, b)\n    pass\n{CALL}", "def f(a, b)", "def f(a)"),
    "a function in another one of its name": case(
        "def f(a, b):\n    def f(c, d):\n        pass\n    f(1, 2)\nf(3, 4)\n",
        "    def f(c, d):",
        "    def f(c):",
        "m.py\n@4\n-    f(1, 2)\n+    f(1)",
    ),
    "a call that is not complete": case(f"{HEADER}f(1, 2 3)\n", *FEWER),
    "the line of the cursor is the first": case(
        f"{CALL}{HEADER}f(3, 4)\n", *FEWER, "m.py\n@1\n-f(1, 2)\n+f(1)", "m.py\n@4\n-f(3, 4)\n+f(3)"
    ),
    "a new one for a call with too few arguments": case(f"{HEADER}f(1)\n", FEWER[0], "def f(a, b, c):"),
    "a new one before any number of arguments": case(
        "package m\n\nfunc f(a int, b ...int) {\n}\n\nfunc g() {\n\tf(1)\n}\n",
        "func f(a int, b ...int) {",
        "func f(a int, c int, b ...int) {",
        path="m.go",
    ),
    "a new name of an argument that is not the first in the header": case(
        "def f(a=1, b=2):\n    pass\nb = 3\nf(b=b)\n", "def f(a=1, b=2):", "def f(a=1, c=2):", "m.py 3:2"
    ),
    "a new first line of a call": long_call(
        "a, b", "x, a, b", "        1,\n        2,\n", "m.py\n@5\n+        x,"
    ),
    "a new middle line of a call": long_call(
        "a, b", "a, x, b", "        1,\n        2,\n", "m.py\n@6\n+        x,"
    ),
    "a new last line of a call": long_call(
        "a, b", "a, b, x", "        1,\n        2,\n", "m.py\n@7\n+        x,"
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_edits_of_parameters(name: str) -> None:
    assert run(EDITS[name], "signature-argument") == EDITS[name].expected


COMMENTS = "".join(f"// {'x' * 900}\n" for _ in range(MAX_PARSED_CHARS // 900))
JS = "function f(a, b) {}\n"


def unparsed(
    text: str, other: str, *expected: str, old: str = "f(a, b) {}", new: str = "f(a) {}"
) -> RuleCase:
    """A text that is too long for a syntax tree; `f(1, 2)` in its second line."""
    files = {"m.js": f"function f(a, b) {{}}\nf(1, 2);\n{text}{COMMENTS}", "n.js": other}
    return RuleCase(files, ((f"function {old}", f"function {new}"),), list(expected))


UNPARSED = {
    "calls in both texts": unparsed(
        "", "f(3, 4);\n", "m.js\n@2\n-f(1, 2);\n+f(1);", "n.js\n@1\n-f(3, 4);\n+f(3);"
    ),
    "another function of that name": unparsed(JS, ""),
    "another function of that name in another text": unparsed("", JS),
}


@pytest.mark.parametrize("name", UNPARSED)
def test_calls_in_a_text_without_a_tree(name: str) -> None:
    assert run(UNPARSED[name], "signature-argument") == UNPARSED[name].expected
