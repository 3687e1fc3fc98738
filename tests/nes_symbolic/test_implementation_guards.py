"""Guards of the rules for interfaces and definitions: what implementations and lists of names get, and when."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences import limits

HEAD = "class I(Protocol):\n    def aa(self): ...\n    def bb(self): ...\n\n"
OLD = "    def bb(self): ..."
IMPLEMENTED = "    def aa(self):\n        return 1\n\n    def bb(self):\n        return 2\n"


def python(text: str, *expected: str, new: str = f"{OLD}\n    def cc(self): ...") -> RuleCase:
    return case(HEAD + text, OLD, new, *expected)


GO = "package m\n\ntype I interface {\n\tAa(n int)\n\tBb()\n}\n\n"


def go(text: str, *expected: str) -> RuleCase:
    return case(GO + text, "\tBb()", "\tBb()\n\tCc()", *expected, path="m.go")


IMPLEMENTATIONS = {
    "a class that names the interface": python(f"class X(I):\n{IMPLEMENTED}", "m.py 10:16"),
    "a class that names none has its other methods": python(f"class X:\n{IMPLEMENTED}", "m.py 10:16"),
    "a class that names none has one of them": python("class X:\n    def aa(self):\n        return 1\n"),
    "a class that names none has another signature": python(
        f"class X:\n{IMPLEMENTED.replace('bb(self)', 'bb(self, n)')}"
    ),
    "a class that names none, and an abstract class": case(
        HEAD.replace("Protocol", "ABC").replace("    def", "    @abstractmethod\n    def")
        + f"class X:\n{IMPLEMENTED}",
        OLD,
        f"{OLD}\n    @abstractmethod\n    def cc(self): ...",
    ),
    "a class that names none, and a protocol of one method": case(
        "class I(Protocol):\n    def aa(self): ...\n\n\nclass X:\n    def aa(self):\n        return 1\n",
        "    def aa(self): ...",
        "    def aa(self): ...\n    def bb(self): ...",
    ),
    "a class of another file that names none": RuleCase(
        {"m.py": HEAD, "n.py": f"class X:\n{IMPLEMENTED}"},
        ((OLD, f"{OLD}\n    def cc(self): ..."),),
        ["n.py 5:16"],
    ),
    "a class that names another one": python(f"class X(J):\n{IMPLEMENTED}"),
    "a class whose name it is": python(f"class Ix(J):\n{IMPLEMENTED}"),
    "an abstract class": python(f"class X(I, ABC):\n{IMPLEMENTED}", "m.py 10:16"),
    "an abstract class, ABC first": python(f"class X(ABC, I):\n{IMPLEMENTED}"),
    "a class with the method": python(f"class X(I):\n{IMPLEMENTED}\n    def cc(self):\n        return 3\n"),
    "a class without the other methods": python("class X(I):\n    def zz(self):\n        return 1\n"),
    "a class without methods": python("class X(I):\n    pass\n"),
    "a method with a decorator": python(
        "class X(I):\n" + IMPLEMENTED.replace("    def bb", "    @cached\n    def bb"), "m.py 11:16"
    ),
    "a method with a decorator is there": python(
        f"class X(I):\n{IMPLEMENTED}\n    @cached\n    def cc(self):\n        return 3\n"
    ),
    "two methods that are alike": python(
        f"class X(I):\n{IMPLEMENTED.replace('1', 'self.aa_').replace('2', 'self.bb_')}",
        "m.py\n@12\n+    def cc(self):\n+        return self.cc_\n+",
    ),
    "two methods that are alike, and another signature": python(
        f"class X(I):\n{IMPLEMENTED.replace('1', 'self.aa_').replace('2', 'self.bb_')}",
        "m.py 10:23",
        new=f"{OLD}\n    def cc(self, n): ...",
    ),
    "a method behind the first one": case(
        HEAD + f"class X(I):\n{IMPLEMENTED}",
        "    def aa(self): ...",
        "    def aa(self): ...\n    def cc(self): ...",
        "m.py 7:16",
    ),
    "a method in front": case(
        HEAD + f"class X(I):\n{IMPLEMENTED}",
        "    def aa(self): ...",
        "    def cc(self): ...\n    def aa(self): ...",
        "m.py 10:16",
    ),
    "more behind the last method": case(
        "interface I {\n  aa(): void;\n  bb(): void;\n}\nclass X implements I {\n  aa() {}\n  bb() {} x = 1;\n}\n",
        "  bb(): void;",
        "  bb(): void;\n  cc(): void;",
        path="m.ts",
    ),
    "a default method of a trait is optional": case(
        "trait T {\n    fn aa(&self);\n    fn bb(&self);\n}\nimpl T for X {\n    fn aa(&self) {}\n"
        "    fn bb(&self) {}\n}\n",
        "    fn bb(&self);",
        "    fn bb(&self);\n    fn cc(&self) {}",
        path="m.rs",
    ),
    "an implementation of a trait": case(
        "trait T {\n    fn aa(&self);\n    fn bb(&self);\n}\nimpl T for X {\n    fn aa(&self) { 1 }\n"
        "    fn bb(&self) {}\n}\n",
        "    fn bb(&self);",
        "    fn bb(&self);\n    fn cc(&self);",
        "m.rs 7:19",
        path="m.rs",
    ),
    "another implementation": case(
        "trait T {\n    fn aa(&self);\n    fn bb(&self);\n}\nimpl X {\n    fn aa(&self) { 1 }\n"
        "    fn bb(&self) {}\n}\n",
        "    fn bb(&self);",
        "    fn bb(&self);\n    fn cc(&self);",
        path="m.rs",
    ),
    "a trait for a type that is called like it": case(
        "trait T {\n    fn aa(&self);\n    fn bb(&self);\n}\nimpl U for T {\n    fn aa(&self) { 1 }\n"
        "    fn bb(&self) {}\n}\n",
        "    fn bb(&self);",
        "    fn bb(&self);\n    fn cc(&self);",
        path="m.rs",
    ),
    "Go, all other methods": go("func (x *X) Aa(n int) {\n\tx()\n}\n\nfunc (x *X) Bb() {\n}\n", "m.go 13:1"),
    "Go, one method is missing": go("func (x *X) Aa(n int) {\n\tx()\n}\n"),
    "Go, one method has other parameters": go(
        "func (x *X) Aa(n uint) {\n\tx()\n}\n\nfunc (x *X) Bb() {\n}\n"
    ),
    "Go, methods of two types": go("func (x *X) Aa(n int) {\n\tx()\n}\n\nfunc (y *Y) Bb() {\n}\n"),
    "a removed method": case(HEAD + f"class X(I):\n{IMPLEMENTED}", OLD, ""),
    "another return type": case(
        HEAD + f"class X(I):\n{IMPLEMENTED.replace('bb(self)', 'bb(self) -> int')}",
        OLD,
        "    def bb(self) -> str: ...",
        "m.py 8:8",
    ),
    "a new return type": case(
        HEAD + f"class X(I):\n{IMPLEMENTED}", OLD, "    def bb(self) -> str: ...", "m.py 8:8"
    ),
    "a changed return type": case(
        HEAD.replace("bb(self)", "bb(self) -> int")
        + f"class X(I):\n{IMPLEMENTED.replace('bb(self)', 'bb(self) -> int')}",
        "    def bb(self) -> int: ...",
        "    def bb(self) -> str: ...",
        "m.py\n@9\n-    def bb(self) -> int:\n+    def bb(self) -> str:",
    ),
    "a changed parameter": case(
        HEAD + f"class X(I):\n{IMPLEMENTED}",
        OLD,
        "    def bb(self, n): ...",
        "m.py\n@9\n-    def bb(self):\n+    def bb(self, n):",
    ),
    "a changed parameter of a method with others": case(
        HEAD + f"class X(I):\n{IMPLEMENTED.replace('bb(self)', 'bb(self, m)')}",
        OLD,
        "    def bb(self, n): ...",
        "m.py 8:8",
    ),
    "a parameter that is changed already": case(
        HEAD + f"class X(I):\n{IMPLEMENTED.replace('bb(self)', 'bb(self, n,)')}",
        OLD,
        "    def bb(self, n): ...",
    ),
    "a changed method that is not there": case(
        HEAD + "class X(I):\n    def aa(self):\n        return 1\n", OLD, "    def bb(self, n): ..."
    ),
    "another text": RuleCase(
        {"m.py": HEAD, "n.py": f"from m import I\nclass X(I):\n{IMPLEMENTED}"},
        ((OLD, f"{OLD}\n    def cc(self): ..."),),
        ["n.py 6:16"],
    ),
}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
def test_implementations(name: str) -> None:
    assert run(IMPLEMENTATIONS[name], "implementation") == IMPLEMENTATIONS[name].expected


STUBS = {
    "Python": python(
        f"class X(I):\n{IMPLEMENTED}",
        "m.py\n@12\n+    def cc(self):\n+        raise NotImplementedError\n+",
    ),
    "TypeScript": case(
        "interface I {\n  aa(): void;\n  bb(): void;\n}\nclass X implements I {\n  aa() {\n    a();\n"
        "  }\n  bb() {}\n}\n",
        "  bb(): void;",
        "  bb(): void;\n  cc(): void;",
        'm.ts\n@10\n+  cc(): void {\n+    throw new Error("Not implemented");\n+  }',
        path="m.ts",
    ),
    "Java": case(
        "interface I {\n    void aa();\n    public void bb();\n}\nclass X implements I {\n"
        "    public void aa() {\n    }\n\n    public void bb() {}\n}\n",
        "    public void bb();",
        "    public void bb();\n    public int cc();",
        "M.java\n@10\n+\n+    @Override\n+    public int cc() {\n"
        "+        throw new UnsupportedOperationException();\n+    }",
        path="M.java",
    ),
    "Rust, with tabs": case(
        "trait T {\n\tfn aa(&self);\n}\nimpl T for X {\n\tfn aa(&self) {}\n}\n",
        "\tfn aa(&self);",
        "\tfn aa(&self);\n\tfn cc(&self);",
        "m.rs\n@6\n+\n+\tfn cc(&self) {\n+\t\ttodo!()\n+\t}",
        path="m.rs",
    ),
    "Go": go(
        "func (x *X) Aa(n int) {\n\tx()\n}\n\nfunc (x *X) Bb() {\n}\n",
        'm.go\n@15\n+func (x *X) Cc() {\n+\tpanic("not implemented")\n+}\n+',
    ),
}


@pytest.mark.parametrize("name", STUBS)
def test_a_client_without_jumps_gets_a_stub(name: str) -> None:
    assert run(STUBS[name], "implementation", kinds=("edit",)) == STUBS[name].expected


def test_at_most_six_implementations() -> None:
    text = "".join(f"class X{number}(I):\n{IMPLEMENTED}\n" for number in range(9))
    assert len(run(python(text), "implementation")) == limits.MAX_IMPLEMENTATION_CANDIDATES


FUNCTION = "def gone():\n    pass\n\n"


def left(text: str, *expected: str, path: str = "m.py", function: str = FUNCTION) -> RuleCase:
    return case(function + text, function[:-1], "", *expected, path=path)


SCRIPT = "function gone() {\n  a();\n}\n\n"
REMOVED_USES = {
    "a statement that only calls it": left("gone()\na()\n", "m.py\n@1\n-gone()"),
    "a call with a value": left("x = gone()\na()\n"),
    "the only statement of a block": left("def f():\n    gone()\na()\n"),
    "the only statement of a block beside a comment": left("def f():\n    # why\n    gone()\na()\n"),
    "one of two statements of a block": left("def f():\n    gone()\n    a()\n", "m.py\n@2\n-    gone()"),
    "two statements on a line": left("gone(); a()\n"),
    "the last line without a break": left("a()\ngone()"),
    "a method of another object": left("x.gone()\na()\n"),
    "a function is no member": left("self.gone()\na()\n"),
    "an imported name": left("from lib import gone\ngone()\na()\n"),
    "a name that is defined again": left("gone = 1\ngone()\na()\n"),
    "a short name": left("go()\na()\n", function="def go():\n    pass\n\n"),
    "a name of three characters": left(
        "goo()\na()\n", "m.py\n@1\n-goo()", function="def goo():\n    pass\n\n"
    ),
    "a definition that stays in part": case(
        "def gone():\n    pass\n    a()\n\ngone()\na()\n", "    pass\n    a()", ""
    ),
    "a definition that was replaced": case(FUNCTION + "gone()\na()\n", FUNCTION[:-1], "x = 1"),
    "a member": case(
        "class A:\n    def gone(self):\n        pass\n\n    def f(self):\n        self.gone()\n        a()\n",
        "    def gone(self):\n        pass\n",
        "",
        "m.py\n@3\n-        self.gone()",
    ),
    "a member called on another object": case(
        "class A:\n    def gone(self):\n        pass\n\n    def f(self):\n        b.gone()\n        a()\n",
        "    def gone(self):\n        pass\n",
        "",
    ),
    "an export": left(
        "export { gone, b };\n",
        "m.js\n@1\n-export { gone, b };\n+export { b };",
        path="m.js",
        function=SCRIPT,
    ),
    "the last export": left(
        "export { b, gone };\n",
        "m.js\n@1\n-export { b, gone };\n+export { b };",
        path="m.js",
        function=SCRIPT,
    ),
    "the only export": left(
        "a();\nexport { gone };\n", "m.js\n@2\n-export { gone };", path="m.js", function=SCRIPT
    ),
    "an export of another text": RuleCase(
        {"m.js": SCRIPT + "a();\n", "n.js": 'export { gone, b } from "./m.js";\n'},
        ((SCRIPT[:-1], ""),),
        ['n.js\n@1\n-export { gone, b } from "./m.js";\n+export { b } from "./m.js";'],
    ),
    "an export of another module": RuleCase(
        {"m.js": SCRIPT + "a();\n", "n.js": 'export { gone, b } from "./k.js";\n'}, ((SCRIPT[:-1], ""),), []
    ),
    "an export of another text's own name": RuleCase(
        {"m.js": SCRIPT + "a();\n", "n.js": "export { gone, b };\n"}, ((SCRIPT[:-1], ""),), []
    ),
    "a definition of another text": RuleCase(
        {"m.js": SCRIPT + "gone();\na();\n", "n.js": SCRIPT}, ((SCRIPT[:-1], ""),), []
    ),
    "a statement of another text": RuleCase(
        {"m.js": SCRIPT + "a();\n", "n.js": "gone();\nb();\n"}, ((SCRIPT[:-1], ""),), []
    ),
    "a prototype": RuleCase(
        {
            "m.c": "int gone(int a) {\n    return a;\n}\n\nint b;\n",
            "m.h": "int gone(int a);\nint *other(void);\n",
        },
        (("int gone(int a) {\n    return a;\n}\n", ""),),
        ["m.h\n@1\n-int gone(int a);"],
    ),
    "a prototype with a pointer": RuleCase(
        {"m.c": "int *gone(int a) {\n    return a;\n}\n\nint b;\n", "m.h": "int *gone(int a);\nint x;\n"},
        (("int *gone(int a) {\n    return a;\n}\n", ""),),
        ["m.h\n@1\n-int *gone(int a);"],
    ),
}


@pytest.mark.parametrize("name", REMOVED_USES)
def test_removed_uses(name: str) -> None:
    assert run(REMOVED_USES[name], "removed-use") == REMOVED_USES[name].expected


def test_at_most_six_uses_are_removed() -> None:
    assert len(run(left("gone()\na()\n" * 9), "removed-use")) == limits.MAX_REMOVED_USES


ALL = '__all__ = ["aa", "bb"]\n\n\ndef aa(): ...\n\n\ndef bb(): ...\n'
INDEX = {
    "a name of a list of all": case(
        ALL,
        "def bb(): ...",
        "def bb(): ...\n\n\ndef cc(): ...",
        'm.py\n@1\n-__all__ = ["aa", "bb"]\n+__all__ = ["aa", "bb", "cc"]',
    ),
    "another list": case(
        ALL.replace("__all__", "NAMES"), "def bb(): ...", "def bb(): ...\n\n\ndef cc(): ..."
    ),
    "a private name": case(ALL, "def bb(): ...", "def bb(): ...\n\n\ndef _cc(): ..."),
    "a list without one of the names": case(
        ALL.replace('"aa", ', '"x", '), "def bb(): ...", "def bb(): ...\n\n\ndef cc(): ..."
    ),
    "two new names": case(ALL, "def bb(): ...", "def bb(): ...\n\n\ndef cc(): ...\n\n\ndef dd(): ..."),
    "a renamed name": case(ALL, "def bb(): ...", "def cc(): ..."),
    "a nested name": case(ALL, "def bb(): ...", "def bb(): ...\n\n\nif a:\n    def cc(): ..."),
    "a name with a decorator": case(
        ALL,
        "def bb(): ...",
        "def bb(): ...\n\n\n@cached\ndef cc(): ...",
        'm.py\n@1\n-__all__ = ["aa", "bb"]\n+__all__ = ["aa", "bb", "cc"]',
    ),
    "an index file": RuleCase(
        {
            "p/m.py": ALL.partition("\n\n\n")[2],
            "p/__init__.py": "from .m import aa, bb\n",
            "q/__init__.py": "from p.m import aa, bb\n",
            "p/n.py": "from .m import aa, bb\n",
        },
        (("def bb(): ...", "def bb(): ...\n\n\ndef cc(): ..."),),
        ["p/__init__.py\n@1\n-from .m import aa, bb\n+from .m import aa, bb, cc"],
    ),
    "an index file with the name": RuleCase(
        {"p/m.py": ALL.partition("\n\n\n")[2], "p/__init__.py": "from .m import aa, bb, cc\n"},
        (("def bb(): ...", "def bb(): ...\n\n\ndef cc(): ..."),),
        [],
    ),
    "one other name is no list": RuleCase(
        {"p/m.py": "def bb(): ...\n", "p/__init__.py": "from .m import bb, x\n"},
        (("def bb(): ...", "def bb(): ...\n\n\ndef cc(): ..."),),
        [],
    ),
    "an index of JavaScript": RuleCase(
        {
            "p/m.js": "export function aa() {}\nexport function bb() {}\nfunction dd() {}\n",
            "p/index.js": 'export { aa, bb } from "./m.js";\n',
        },
        (("export function bb() {}", "export function bb() {}\nexport function cc() {}"),),
        ['p/index.js\n@1\n-export { aa, bb } from "./m.js";\n+export { aa, bb, cc } from "./m.js";'],
    ),
    "a function that is not exported": RuleCase(
        {
            "p/m.js": "export function aa() {}\nexport function bb() {}\n",
            "p/index.js": 'export { aa, bb } from "./m.js";\n',
        },
        (("export function bb() {}", "export function bb() {}\nfunction cc() {}"),),
        [],
    ),
    "a new module": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .aa import Aa\nfrom .dd import Dd\n"},
        (("", "class Cc: ..."),),
        ["p/__init__.py\n@1\n+from .cc import Cc"],
    ),
    "a new module in front": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .dd import Dd\nfrom .ee import Ee\n"},
        (("", "class Cc: ..."),),
        ["p/__init__.py\n@0\n+from .cc import Cc"],
    ),
    "a new module of a list that is not sorted": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .ee import Ee\nfrom .dd import Dd\n"},
        (("", "class Cc: ..."),),
        ["p/__init__.py\n@2\n+from .cc import Cc"],
    ),
    "a new module with another name": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .aa import Aa\nfrom .dd import Dd\n"},
        (("", "class Xx: ..."),),
        [],
    ),
    "a new module that is listed": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .aa import Aa\nfrom .cc import Cc\n"},
        (("", "class Cc: ..."),),
        [],
    ),
    "a new module beside one": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .aa import Aa\n"}, (("", "class Cc: ..."),), []
    ),
    "a new module beside others that are not listed alike": RuleCase(
        {"p/cc.py": "\n", "p/__init__.py": "from .aa import Aa\nfrom .dd import Xx\n"},
        (("", "class Cc: ..."),),
        [],
    ),
    "a new module without an index": RuleCase({"p/cc.py": "\n"}, (("", "class Cc: ..."),), []),
}


@pytest.mark.parametrize("name", INDEX)
def test_index_entries(name: str) -> None:
    assert run(INDEX[name], "index-entry") == INDEX[name].expected
