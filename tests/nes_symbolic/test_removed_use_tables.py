"""What is left of a removed definition, and which of it goes too."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

FUNCTION = "def foo():\n    pass\n"
METHOD = "    def foo(self):\n        pass\n\n    def g(self):"


def gone(
    text: str, *expected: str, definition: str = FUNCTION, path: str = "m.py", asked: str = ""
) -> RuleCase:
    """The definition is removed; another text imports it and calls it."""
    other = {"n.py": "from m import foo\n\nfoo()\nx()\n"} if asked else {}
    files = {path: f"{definition}\n{text}", **other}
    return RuleCase(files, ((definition.rstrip("\n"), ""),), list(expected), asked)


def script(text: str, *expected: str) -> RuleCase:
    return gone(text, *expected, definition="function foo() {\n}\n", path="m.js")


def exported(other: str, *expected: str) -> RuleCase:
    text = "export function foo() {\n}\nx();\n"
    files = {"m.js": text, "index.js": other}
    return RuleCase(files, (("export function foo() {\n}\nx();", "x();"),), list(expected))


def c(text: str, *expected: str) -> RuleCase:
    return gone(text, *expected, definition="int foo(int a) {\n    return a;\n}\n", path="m.c")


def go_method(other: str, removed_line: int = 0, path: str = "a/n.go") -> RuleCase:
    """A method of Go is removed, and another file may use it."""
    text = "package a\n\nfunc (s *Server) foo() {\n}\n\nvar x = 1\n"
    files = {"a/m.go": text, path: f"package a\n\n{other}"}
    expected = [f"{path}\n@{removed_line}\n-{other.splitlines()[removed_line - 3]}"] if removed_line else []
    return RuleCase(files, (("func (s *Server) foo() {\n}\n\nvar x = 1", "var x = 1"),), expected)


def nested(depth: int, *expected: str) -> RuleCase:
    """A function in so many conditions, and a call behind it."""
    space = "    " * depth
    head = "".join(f"{'    ' * level}if x:\n" for level in range(depth))
    removed = f"{space}def foo():\n{space}    pass\n"
    return case(
        f"{head}{removed}{space}y()\n{space}foo()\n", f"{removed}{space}y()", f"{space}y()", *expected
    )


ROWS = {
    "a call": gone("def g():\n    x()\n    foo()\n", "m.py\n@4\n-    foo()"),
    "a call in the text that is not asked about": gone(
        "def g():\n    x()\n    foo()\n", "m.py\n@4\n-    foo()", asked="n.py"
    ),
    "blank lines in place of it": case(
        "def foo(): pass\n\nx()\nfoo()\n", "def foo(): pass\n\nx()", "\n\nx()", "m.py\n@4\n-foo()"
    ),
    "another line in place of it": case(
        "def foo(): pass\n\nx()\nfoo()\n", "def foo(): pass\n\nx()", "z()\n\nx()"
    ),
    "only the head of a class": case(
        "class Foo:\n    def aaa(self):\n        pass\n\n    def bbb(self):\n        pass\n\n\nx()\nFoo()\n",
        "class Foo:\n    def aaa(self):\n        pass\n\n    def bbb(self):",
        "    def bbb(self):",
    ),
    "a function with an error": gone("x()\nfoo()\n", definition="def foo():\n    x = = 1\n"),
    "a function in many conditions": nested(8, f"m.py\n@10\n-{'    ' * 8}foo()"),
    "a function in too many conditions": nested(14),
    "a method, and a variable of its name": case(
        f"class A:\n{METHOD}\n        x()\n        self.foo()\n\n\nfoo = 1\n",
        METHOD,
        "    def g(self):",
        "m.py\n@4\n-        self.foo()",
    ),
    "a method of another object": case(
        f"class A:\n{METHOD}\n        x()\n        b.foo()\n", METHOD, "    def g(self):"
    ),
    "a method that is not called": case(
        f"class A:\n{METHOD}\n        x()\n        self.foo\n", METHOD, "    def g(self):"
    ),
    "a function, and a variable of its name": gone("foo = 1\nx()\nfoo()\n"),
    "a name that is assigned": gone("x()\ny = foo\n"),
    "a name that is registered": gone("x()\ny(foo)\n", "m.py\n@3\n-y(foo)"),
    "a name that is registered with literals": gone(
        "x()\napp.route('/foo', foo, 3, slow=True)\n", "m.py\n@3\n-app.route('/foo', foo, 3, slow=True)"
    ),
    "a name that is passed on with a variable": gone("x()\ny(foo, z)\n"),
    "a result that is passed on": gone("x()\ny(foo())\n"),
    "a registration whose result is used": gone("x()\nz = y('/foo', foo)\n"),
    "a method that is registered": case(
        f"class A:\n{METHOD}\n        x()\n        y('foo', self.foo)\n",
        METHOD,
        "    def g(self):",
        "m.py\n@4\n-        y('foo', self.foo)",
    ),
    "a method of another object that is registered": case(
        f"class A:\n{METHOD}\n        x()\n        y('foo', b.foo)\n", METHOD, "    def g(self):"
    ),
    "a registration in JavaScript": script(
        "x();\napp.get('/foo', foo);\n", "m.js\n@3\n-app.get('/foo', foo);"
    ),
    "a method of Go": go_method("func (s *Server) g() {\n\tx()\n\tmux.Handle(`/foo`, s.foo)\n}\n", 5),
    "a call of a method of Go": go_method("func (s *Server) g() {\n\tx()\n\ts.foo()\n}\n", 5),
    "a method of another value of Go": go_method("func (s *Server) g() {\n\tx()\n\tt.foo()\n}\n"),
    "a method of another type of Go": go_method("func (s *Other) g() {\n\tx()\n\ts.foo()\n}\n"),
    "a function that has no receiver": go_method("func g(s *Server) {\n\tx()\n\ts.foo()\n}\n"),
    "a method of Go that another type has": go_method(
        "func (s *Server) g() {\n\tx()\n\ts.foo()\n}\n\nfunc (o *Other) foo() {\n}\n", 5
    ),
    "a method of Go in another package": go_method(
        "func (s *Server) g() {\n\tx()\n\ts.foo()\n}\n", path="b/n.go"
    ),
    "a call that is returned": gone("def g():\n    x()\n    return foo()\n"),
    "the only statement": gone("def g():\n    foo()\n"),
    "the only statement beside a comment": gone("def g():\n    # x\n    foo()\n"),
    "a name of two letters": gone("x()\nab()\n", definition="def ab():\n    pass\n"),
    "a name of three letters": gone("x()\nabc()\n", "m.py\n@3\n-abc()", definition="def abc():\n    pass\n"),
    "a name that is imported": gone("from a import foo\nx()\nfoo()\n"),
    "two calls in a line": script("function g() {\n  a(); foo();\n  b();\n}\n"),
    "a call before a comment": script("function g() {\n  a();\n  foo(); // x\n}\n"),
    "an export": script("export { foo, bar };\n", "m.js\n@2\n-export { foo, bar };\n+export { bar };"),
    "the last export": script("export { bar, foo };\n", "m.js\n@2\n-export { bar, foo };\n+export { bar };"),
    "the only export": script("export { foo };\nx();\n", "m.js\n@2\n-export { foo };"),
    "an export from the module": exported(
        "export { foo, bar } from './m.js';\n",
        "index.js\n@1\n-export { foo, bar } from './m.js';\n+export { bar } from './m.js';",
    ),
    "an export from another module": exported("export { foo, bar } from './n.js';\n"),
    "an export from no module": exported("import { foo } from './m.js';\nexport { foo, bar };\n"),
    "a prototype of C": c("int g(void);\nint foo(int a);\n", "m.c\n@3\n-int foo(int a);"),
    "a prototype with a pointer": gone(
        "int g(void);\nint *foo(int a);\n",
        "m.c\n@3\n-int *foo(int a);",
        definition="int *foo(int a) {\n    return &a;\n}\n",
        path="m.c",
    ),
    "a variable of C": c("void g(void) {\n    x();\n    int foo;\n}\n"),
    "a call in C": c("void g(void) {\n    x();\n    foo(1);\n}\n", "m.c\n@4\n-    foo(1);"),
    "a method of another object in Java": case(
        "class A {\n    void foo() {\n    }\n    void g() {\n        x();\n        b.foo();\n    }\n}\n",
        "    void foo() {\n    }\n    void g() {",
        "    void g() {",
        path="A.java",
    ),
    "a method of Java": case(
        "class A {\n    void foo() {\n    }\n    void g() {\n        x();\n        foo();\n    }\n}\n",
        "    void foo() {\n    }\n    void g() {",
        "    void g() {",
        "A.java\n@4\n-        foo();",
        path="A.java",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_is_left_of_a_definition(name: str) -> None:
    assert run(ROWS[name], "removed-use") == ROWS[name].expected
