"""Where a function that returned nothing ends, when it returns a value."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run


def c(body: str, *expected: str, old: str = "void", new: str = "bool", path: str = "m.c") -> RuleCase:
    text = f"{old} push(int a)\n{{\n{body}}}\n"
    return case(text, f"{old} push(int a)", f"{new} push(int a)", *expected, path=path)


EARLY = "    if (full)\n        return;\n"
WRITE = "    write(a);\n"
FALSE = "@4\n-        return;\n+        return false;"
CASES = {
    "an early end and the end": c(EARLY + WRITE, f"m.c\n{FALSE}", "m.c\n@5\n+    return true;"),
    "C++": c(EARLY + WRITE, f"m.cpp\n{FALSE}", "m.cpp\n@5\n+    return true;", path="m.cpp"),
    "only the end": c(WRITE, "m.c\n@3\n+    return true;"),
    "the end is a condition": c(f"{WRITE}    if (a)\n        stop();\n", "m.c\n@5\n+    return true;"),
    "a number": c(EARLY + WRITE, "m.c 3:14", new="int"),
    "a return at the end": c(f"{WRITE}    return;\n", "m.c 3:10"),
    "a value is returned already": c("    if (full)\n        return 0;\n    write(a);\n"),
    "a function that does nothing": c(""),
    "a function that returned a number": c(EARLY + WRITE, old="int"),
    "a function that returns nothing now": c(EARLY + WRITE, old="int", new="void"),
    "a comment beside it": c(
        "    if (full)\n        return /* x */;\n    stop(1);\n    return 1;\n",
        "m.c\n@4\n-        return /* x */;\n+        return false /* x */;",
    ),
    "Java": case(
        "class A {\n    void push(int a) {\n        if (full) {\n            return;\n        }\n"
        "        write(a);\n    }\n}\n",
        "    void push(int a) {",
        "    boolean push(int a) {",
        "m.java\n@4\n-            return;\n+            return false;",
        "m.java\n@6\n+        return true;",
        path="m.java",
    ),
    "TypeScript": case(
        "function push(a: number): void {\n  if (full) {\n    return;\n  }\n  write(a);\n}\n",
        "function push(a: number): void {",
        "function push(a: number): boolean {",
        "m.ts\n@3\n-    return;\n+    return false;",
        "m.ts\n@5\n+  return true;",
        path="m.ts",
    ),
    "TypeScript without a type before": case(
        "function push(a: number) {\n  if (full) return;\n  write(a);\n}\n",
        "function push(a: number) {",
        "function push(a: number): boolean {",
        path="m.ts",
    ),
    "Go": case(
        "package m\n\nfunc push(a int) {\n\tif full {\n\t\treturn\n\t}\n\twrite(a)\n}\n",
        "func push(a int) {",
        "func push(a int) bool {",
        "m.go\n@5\n-\t\treturn\n+\t\treturn false",
        "m.go\n@7\n+\treturn true",
        path="m.go",
    ),
    "Rust": case(
        "fn push(a: u8) {\n    if full {\n        return;\n    }\n    write(a);\n}\n",
        "fn push(a: u8) {",
        "fn push(a: u8) -> bool {",
        "m.rs\n@3\n-        return;\n+        return false;",
        "m.rs\n@5\n+    true",
        path="m.rs",
    ),
    "Python": case(
        "def push(a) -> None:\n    if full:\n        return\n    write(a)\n\n\nx = 1\n",
        "def push(a) -> None:",
        "def push(a) -> bool:",
        "m.py\n@3\n-        return\n+        return False",
        "m.py\n@4\n+    return True",
    ),
    "Python: something that may be missing": case(
        "def push(a) -> None:\n    if full:\n        return\n    write(a)\n",
        "def push(a) -> None:",
        "def push(a) -> int:",
        "m.py 2:14",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_value_is_returned_where_nothing_was(name: str) -> None:
    assert run(CASES[name], "return-value") == CASES[name].expected
