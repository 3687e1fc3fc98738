"""A new constant is used where its value stands for the same thing, and not where the value is equal by chance."""

from typing import NamedTuple

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions import propose_extracted_constants
from understudy.nes.symbolic.consequences.definitions.extracted_constant import PROBABILITY, _Features
from understudy.nes.symbolic.consequences.limits import MAX_EXTRACTED_PLACES, MAX_TEXT_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.text import EditOrigin


class Extraction(NamedTuple):
    path: str
    constant: str
    text: str
    expected: list[str]
    """The changed lines, each on its own, without indentation."""


def _found(one: Extraction, *, before: str = "", origin: EditOrigin = EditOrigin.TYPED) -> list[str]:
    harness = RuleHarness()
    harness.put(one.path, f"{before}{one.text}\n")
    harness.splice(one.path, before.count("\n"), (), one.constant.split("\n"), origin)
    now = harness.workspace.texts[f"file:///project/{one.path}"]
    made = harness.checked(propose_extracted_constants(RuleContext(harness.situation(one.path))))
    return [
        line.strip()
        for candidate in made
        for line, other in zip(harness.after(candidate).split("\n"), now, strict=True)
        if line != other
    ]


def _python(line: str, *expected: str, constant: str = "MAX_RETRIES = 5") -> Extraction:
    return Extraction("m.py", constant, f"def f(retries, self, other):\n    {line}", list(expected))


ROWS = {
    "compared": _python("while retries < 5: g()", "while retries < MAX_RETRIES: g()"),
    "compared the other way round": _python("x = 5 > retries", "x = MAX_RETRIES > retries"),
    "of a field": _python("return self.retries - 5", "return self.retries - MAX_RETRIES"),
    "assigned": _python("retries = 5", "retries = MAX_RETRIES"),
    "in brackets": _python("x = (5) - retries", "x = (MAX_RETRIES) - retries"),
    "an argument by name": _python("g(retries=5)", "g(retries=MAX_RETRIES)"),
    "a default": Extraction(
        "m.py", "MAX_RETRIES = 5", "def f(retries=5): ...", ["def f(retries=MAX_RETRIES): ..."]
    ),
    "a default with a type": Extraction(
        "m.py", "MAX_RETRIES = 5", "def f(retries: int = 5): ...", ["def f(retries: int = MAX_RETRIES): ..."]
    ),
    "an entry": _python("x = {'retries': 5}", "x = {'retries': MAX_RETRIES}"),
    "the singular": _python("retry_step = 5", constant="MAX_RETRY_STEPS = 5")._replace(
        expected=["retry_step = MAX_RETRY_STEPS"]
    ),
    "two in a line": _python(
        "g(retries=5) if retries > 5 else 0", "g(retries=MAX_RETRIES) if retries > MAX_RETRIES else 0"
    ),
    "a text": _python(
        'x = self.role == "admin"', "x = self.role == ADMIN_ROLE", constant='ADMIN_ROLE = "admin"'
    ),
    "another thing": _python("other = 5"),
    "only an ordinary word in common": _python("max_users = 5"),
    "a call of another thing": _python("x = g(retries) < 5"),
    "an argument": _python("g(5)"),
    "three operands": _python("x = 1 < retries < 5"),
    "a part of a longer number": _python("x = retries < 55 or retries < 5.5 or retries < 0.5"),
    "another constant": Extraction("m.py", "MAX_RETRIES = 5", "OTHER_RETRIES = 5", []),
    "a common number": _python("x = retries < 2", constant="MAX_RETRIES = 2"),
    "in a text": _python('print("retries < 5")'),
    "no constant": _python("x = retries < 5", constant="max_retries = 5"),
    "an expression": _python("x = retries < 5", constant="MAX_RETRIES = 5 + g()"),
    "a member of a class of Python": Extraction(
        "m.py", "    MAX_RETRIES = 5", "    def f(self, retries): return retries < 5", []
    ),
    "JavaScript": Extraction(
        "m.js",
        "const MAX_RETRIES = 5;",
        "function f(retries) {\n  return retries < 5;\n}",
        ["return retries < MAX_RETRIES;"],
    ),
    "JavaScript, in lower case": Extraction(
        "m.js",
        "const retryLimit = 5;",
        "const f = (retryCount) => retryCount < 5;",
        ["const f = (retryCount) => retryCount < retryLimit;"],
    ),
    "JavaScript, a variable": Extraction(
        "m.js", "let MAXRETRY = 5;\nlet maxRetry = 5;", "const f = (maxRetry) => maxRetry < 6;", []
    ),
    "JavaScript, a property": Extraction(
        "m.js", "const MAX_RETRIES = 5;", "const o = { retries: 5 };", ["const o = { retries: MAX_RETRIES };"]
    ),
    "TypeScript, exported": Extraction(
        "m.ts",
        "export const MAX_RETRIES: number = 5; // of a call",
        "let retries: number = 5;",
        ["let retries: number = MAX_RETRIES;"],
    ),
    "Go": Extraction(
        "m.go",
        "const maxRetries = 5",
        "func f(retries int) bool {\n\treturn retries < 5\n}",
        ["return retries < maxRetries"],
    ),
    "Go, a literal": Extraction(
        "m.go",
        "const maxRetries = 5",
        "var o = Options{Retries: 5}",
        ["var o = Options{Retries: maxRetries}"],
    ),
    "Rust": Extraction(
        "m.rs",
        "const MAX_RETRIES: u8 = 5;",
        "fn f(o: &O) -> O {\n    O { retries: 5, x: o.retries > 5 }\n}",
        ["O { retries: MAX_RETRIES, x: o.retries > MAX_RETRIES }"],
    ),
    "Rust, a variable": Extraction(
        "m.rs",
        "pub const MAX_RETRIES: u8 = 5;",
        "fn f() {\n    let retries = 5;\n}",
        ["let retries = MAX_RETRIES;"],
    ),
    "Java": Extraction(
        "A.java",
        "    private static final int MAX_RETRIES = 5;",
        "    boolean f(int retries) {\n        return retries < 5;\n    }\n}",
        ["return retries < MAX_RETRIES;"],
    ),
    "C": Extraction(
        "m.c",
        "#define MAX_RETRIES 5",
        "int f(int retries) { return retries < 5; }",
        ["int f(int retries) { return retries < MAX_RETRIES; }"],
    ),
    "C, a call of a macro": Extraction(
        "m.c", "#define MAX_RETRIES = 5", "int f(int retries) { return retries < 5; }", []
    ),
}


OTHERS_ABOVE = {
    "Python, a statement": ("m.py", "retry_hops = 7\n", "MAX_HOPS = 7", []),
    "Python, a class": ("m.py", "class A:\n    hops = 7\n", "MAX_HOPS = 7", []),
    "Python, a default": ("m.py", "def f(hops=7):\n    pass\n", "MAX_HOPS = 7", []),
    "Python, a function": (
        "m.py",
        "def f(hops):\n    return hops > 7\n",
        "MAX_HOPS = 7",
        ["return hops > MAX_HOPS"],
    ),
    "JavaScript, a statement": ("m.js", "let hops = 7;\n", "const MAX_HOPS = 7;", []),
    "JavaScript, a function": (
        "m.js",
        "function f(hops) {\n  return hops > 7;\n}\n",
        "const MAX_HOPS = 7;",
        ["return hops > MAX_HOPS;"],
    ),
    "C": ("m.c", "int f(int hops) {\n    return hops > 7;\n}\n", "#define MAX_HOPS 7", []),
    "Go": (
        "m.go",
        "func f(hops int) int {\n\treturn hops - 7\n}\n",
        "const maxHops = 7",
        ["return hops - maxHops"],
    ),
    "Rust": (
        "m.rs",
        "fn f(hops: u8) -> bool {\n    hops > 7\n}\n",
        "const MAX_HOPS: u8 = 7;",
        ["hops > MAX_HOPS"],
    ),
}


@pytest.mark.parametrize("name", OTHERS_ABOVE)
def test_what_stands_above_may_not_know_the_constant(name: str) -> None:
    path, above, constant, expected = OTHERS_ABOVE[name]
    assert _found(Extraction(path, constant, "", []), before=above) == expected


@pytest.mark.parametrize(
    ("head", "is_known"),
    [("impl Way {", False), ("trait Way {", False), ("fn way() {", True), ("mod way {", True)],
)
def test_a_constant_of_a_type_of_rust(head: str, is_known: bool) -> None:
    rest = "    fn f(hops: u8) -> bool {\n        hops > 7\n    }\n}"
    made = _found(Extraction("m.rs", "    const MAX_HOPS: u8 = 7;", rest, []), before=f"{head}\n")
    assert made == (["hops > MAX_HOPS"] if is_known else [])


@pytest.mark.parametrize(
    ("name", "is_same"),
    [("login_timeout", True), ("timeout", True), ("user_login_timeout", True), ("cache_timeout", False)],
)
def test_the_words_of_one_name_are_among_those_of_the_other(name: str, is_same: bool) -> None:
    one = _python(f"{name} = 30", constant="LOGIN_TIMEOUT = 30")
    assert _found(one) == ([f"{name} = LOGIN_TIMEOUT"] if is_same else [])


@pytest.mark.parametrize("name", ROWS)
def test_where_a_new_constant_is_used(name: str) -> None:
    one = ROWS[name]
    before = (
        "class A {\n" if one.path == "A.java" else "class A:\n" if one.constant.startswith("    ") else ""
    )
    assert _found(one, before=before) == one.expected


def test_a_constant_of_a_function_is_used_in_it() -> None:
    text = "  if (retries > 5) g();\n}\nfunction h(retries) {\n  return retries > 5;\n}"
    one = Extraction("m.js", "  const MAX_RETRIES = 5;", text, ["if (retries > MAX_RETRIES) g();"])
    assert _found(one, before="function f(retries) {\n") == one.expected


def test_what_the_constant_stands_beside_is_known_by_its_name() -> None:
    harness = RuleHarness()
    harness.put("m.py", "def f(hops):\n    g(hops=7)\n    return hops > 7\n")
    harness.splice("m.py", 0, (), ["LONGEST_WAY = 7"], EditOrigin.TYPED)

    def ask() -> list[float]:
        found = propose_extracted_constants(RuleContext(harness.situation("m.py")))
        return [one.probability for one in found]

    assert ask() == []
    harness.edit("m.py", "    g(hops=7)", "    g(hops=LONGEST_WAY)")
    assert ask() == pytest.approx([PROBABILITY.estimate(_Features(stale=1))])


def test_a_constant_without_a_use_is_less_certain() -> None:
    harness = RuleHarness()
    harness.put("m.py", "def f(retries):\n    return retries > 7\n")
    harness.splice("m.py", 0, (), ["MAX_RETRIES = 7"], EditOrigin.TYPED)
    (found,) = propose_extracted_constants(RuleContext(harness.situation("m.py")))
    assert found.probability == pytest.approx(PROBABILITY.estimate(_Features(is_unused=1)))


def test_an_accepted_constant_and_a_renamed_one_start_nothing() -> None:
    assert _found(_python("x = retries < 5", "x"), origin=EditOrigin.ACCEPTED) == []
    harness = RuleHarness()
    harness.put("m.py", "MAX_RETRIES = 4\n\n\ndef f(retries):\n    return retries < 5\n")
    harness.edit("m.py", "MAX_RETRIES = 4", "MAX_RETRIES = 5")
    assert propose_extracted_constants(RuleContext(harness.situation("m.py"))) == []


def test_a_line_that_was_written_afterwards_stays() -> None:
    harness = RuleHarness()
    harness.put("m.py", "def f(retries):\n    return 1\n")
    harness.splice("m.py", 0, (), ["MAX_RETRIES = 5"], EditOrigin.TYPED)
    harness.edit("m.py", "    return 1", "    return retries < 5")
    assert propose_extracted_constants(RuleContext(harness.situation("m.py"))) == []


def test_the_number_of_places_and_the_length_of_lines_are_limited() -> None:
    lines = "\n    ".join(f"x{at} = retries < 5" for at in range(MAX_EXTRACTED_PLACES + 1))
    assert len(_found(_python(lines))) == MAX_EXTRACTED_PLACES
    for more, count in ((0, 1), (1, 0)):
        comment = "#" * (MAX_TEXT_LINE_CHARS - len("MAX_RETRIES = 5 ") + more)
        assert len(_found(_python("x = retries < 5", constant=f"MAX_RETRIES = 5 {comment}"))) == count
