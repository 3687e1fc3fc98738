"""Guards of the rules for members of a type: where their siblings are listed, and where nothing follows."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences import limits

ENUM = 'class K(Enum):\n    AA = "aa"\n    BB = "bb"\n\n\n'
NEW = '    BB = "bb"\n    CC = "cc"'
B = '    BB = "bb"'


def added(text: str, *expected: str, new: str = NEW) -> RuleCase:
    """A member is added to a Python enum."""
    return case(ENUM + text, B, new, *expected)


def script(text: str, *expected: str) -> RuleCase:
    head = "enum K {\n  Aa,\n  Bb,\n}\n"
    return case(head + text, "  Bb,", "  Bb,\n  Cc,", *expected, path="m.ts")


def struct(text: str, *expected: str, new: str = "    bb: u8,\n    cc: u8,") -> RuleCase:
    return case(
        "struct P {\n    aa: u8,\n    bb: u8,\n}\n" + text, "    bb: u8,", new, *expected, path="m.rs"
    )


RECORD = "class P:\n    aa: int\n    bb: str\n\n"


def field(text: str, *expected: str, new: str = "    bb: str\n    cc: str") -> RuleCase:
    return case(RECORD + text, "    bb: str", new, *expected)


ADDED = {
    "a list": added("X = [K.AA, K.BB]\n", "m.py\n@7\n-X = [K.AA, K.BB]\n+X = [K.AA, K.BB, K.CC]"),
    "a list with the member": added("X = [K.AA, K.BB, K.CC]\n"),
    "a list of one member": added("X = [K.AA]\n"),
    "a list with a member twice": added("X = [K.AA, K.BB, K.AA]\n"),
    "a list of another name": added("X = [J.AA, J.BB]\n"),
    "a list with a name that stands for anything": added(
        "X = [K.AA, K.BB, _]\n", "m.py\n@7\n-X = [K.AA, K.BB, _]\n+X = [K.AA, K.BB, K.CC, _]"
    ),
    "names that end with the names of the fields": field("X = [xaa, xbb]\n"),
    "names that begin with the names of the fields": field("X = [aax, bbx]\n"),
    "a list of bare names": added("X = [AA, BB]\n"),
    "a list in the type itself": added(
        "X = [self.AA, self.BB]\n", "m.py\n@7\n-X = [self.AA, self.BB]\n+X = [self.AA, self.BB, self.CC]"
    ),
    "a list in a comment": added("# [K.AA, K.BB]\n"),
    "a member in front": added(
        "X = [K.AA, K.BB]\n",
        "m.py\n@7\n-X = [K.AA, K.BB]\n+X = [K.AA, K.CC, K.BB]",
        new=f'    CC = "cc"\n{B}',
    ),
    "a list in another order": added(
        "X = [K.BB, K.AA]\n", "m.py\n@7\n-X = [K.BB, K.AA]\n+X = [K.BB, K.CC, K.AA]"
    ),
    "a set": added("X = {\n    K.AA,\n    K.BB,\n}\n", "m.py\n@9\n+    K.CC,"),
    "entries with a comment": added(
        "X = {\n    K.AA: 'aa',  # a\n    K.BB: 'bb',  # b\n}\n", "m.py\n@9\n+    K.CC: 'cc',"
    ),
    "the last entry has a comment and no comma": added(
        "X = {\n    K.AA: 'aa',  # a\n    K.BB: 'bb'  # b\n}\n", "m.py 8:14"
    ),
    "operands": added(
        "X = y == K.AA or y == K.BB\n",
        "m.py\n@7\n-X = y == K.AA or y == K.BB\n+X = y == K.AA or y == K.BB or y == K.CC",
    ),
    "values as strings": added(
        "X = {'aa': 1, 'bb': 1}\n", "m.py\n@7\n-X = {'aa': 1, 'bb': 1}\n+X = {'aa': 1, 'bb': 1, 'cc': 1}"
    ),
    "values as strings in a text with the names": added(
        "Y = [K.AA, K.BB]\nX = {'aa': 1, 'bb': 1}\n", "m.py\n@7\n-Y = [K.AA, K.BB]\n+Y = [K.AA, K.BB, K.CC]"
    ),
    "the string of the new member is there": added("X = {'aa': 1, 'bb': 1, \"cc\": 2}\n"),
    "different entries are a jump": added("X = {K.AA: 1, K.BB: 2}\n", "m.py 6:21"),
    "different elements of a list are nothing": added("X = [f(K.AA), g(K.BB)]\n"),
    "one of three entries is not alike": case(
        'class K(Enum):\n    AA = "aa"\n    BB = "bb"\n    DD = "dd"\n\n\n'
        "X = {K.AA: aa(), K.BB: bb(), K.DD: 1}\ncc = 1\n",
        '    DD = "dd"',
        '    DD = "dd"\n    CC = "cc"',
        "m.py 7:36",
    ),
    "a handler that does not exist": added(
        "X = {K.AA: run_aa, K.BB: run_bb}\nrun_aa = run_bb = 1\n", "m.py 6:31"
    ),
    "cases with a default": script(
        "function f(k: K) {\n  switch (k) {\n    case K.Aa:\n      return 1;\n    case K.Bb:\n      return 1;\n"
        "    default:\n      return 2;\n  }\n}\n",
        "m.ts\n@11\n+    case K.Cc:\n+      return 1;",
    ),
    "two members in one case": script(
        "function f(k: K) {\n  switch (k) {\n    case K.Aa || K.Bb:\n      return 1;\n  }\n}\n",
        "m.ts\n@8\n-    case K.Aa || K.Bb:\n+    case K.Aa || K.Bb || K.Cc:",
    ),
    "branches": script(
        "if (k === K.Aa) {\n  go();\n} else if (k === K.Bb) {\n  go();\n} else {\n  stop();\n}\n",
        "m.ts\n@9\n+} else if (k === K.Cc) {\n+  go();",
    ),
    "a branch that has nothing to do with it": script(
        "if (k === K.Aa) {\n  go();\n} else if (z) {\n  stop();\n} else if (k === K.Bb) {\n  go();\n}\n",
        "m.ts 11:1",
    ),
    "a branch with two members": script(
        "if (k === K.Aa || k === K.Bb) {\n  go();\n} else {\n  stop();\n}\n",
        "m.ts\n@6\n-if (k === K.Aa || k === K.Bb) {\n+if (k === K.Aa || k === K.Bb || k === K.Cc) {",
    ),
    "elif": added(
        "if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\nelse:\n    stop()\n",
        "m.py\n@10\n+elif k == K.CC:\n+    go()",
    ),
    "if and else": added(
        "if k == K.AA:\n    f(K.BB)\nelse:\n    stop()\n",
    ),
    "a match with a wildcard": added(
        "match k:\n    case K.AA:\n        go()\n    case K.BB:\n        go()\n    case _:\n        stop()\n",
        "m.py\n@11\n+    case K.CC:\n+        go()",
    ),
    "a union": case(
        "type K = 'aa' | 'bb';\nfunction f(k: K) {\n  return ['aa', 'bb'];\n}\n",
        "type K = 'aa' | 'bb';",
        "type K = 'aa' | 'bb' | 'cc';",
        "m.ts\n@3\n-  return ['aa', 'bb'];\n+  return ['aa', 'bb', 'cc'];",
        path="m.ts",
    ),
    "a union of two strings in a place that does not name it": case(
        "type K = 'aa' | 'bb';\nconst x = ['aa', 'bb'];\n",
        "type K = 'aa' | 'bb';",
        "type K = 'aa' | 'bb' | 'cc';",
        path="m.ts",
    ),
    "a union of three strings in a place that does not name it": case(
        "type K = 'aa' | 'bb' | 'dd';\nconst x = ['aa', 'bb', 'dd'];\n",
        "type K = 'aa' | 'bb' | 'dd';",
        "type K = 'aa' | 'bb' | 'dd' | 'cc';",
        "m.ts\n@2\n-const x = ['aa', 'bb', 'dd'];\n+const x = ['aa', 'bb', 'dd', 'cc'];",
        path="m.ts",
    ),
    "a union as keys": case(
        "type K = 'aa' | 'bb';\nconst x: Record<K, number> = {\n  aa: 1,\n  bb: 1,\n};\n",
        "type K = 'aa' | 'bb';",
        "type K = 'aa' | 'bb' | 'cc';",
        "m.ts\n@4\n+  cc: 1,",
        path="m.ts",
    ),
    "one sibling is too few": case(
        "class K(Enum):\n    AA = 1\n\n\nX = {K.AA: 1}\n", "    AA = 1", "    AA = 1\n    BB = 2"
    ),
    "four new members": case(
        ENUM + "X = {\n    K.AA,\n    K.BB,\n}\n",
        B,
        B + "".join(f"\n    C{one} = {one}" for one in range(4)),
        *[f"m.py\n@12\n+    K.C{one}," for one in range(4)],
    ),
    "five new members": case(
        ENUM + "X = {\n    K.AA,\n    K.BB,\n}\n", B, B + "".join(f"\n    C{one} = {one}" for one in range(5))
    ),
    "a replaced member was renamed": case(ENUM + "X = [K.AA, K.BB]\n", B, '    CC = "cc"'),
    "fields of a literal": struct(
        "fn f(p: P) -> P {\n    P {\n        aa: p.aa,\n        bb: p.bb,\n    }\n}\n",
        "m.rs\n@9\n+        cc: p.cc,",
    ),
    "a literal of another type": struct(
        "fn f(p: P) -> Q {\n    Q {\n        aa: p.aa,\n        bb: p.bb,\n    }\n}\n"
    ),
    "Self is the type": struct(
        "impl P {\n    fn f(p: P) -> Self {\n        Self {\n            aa: p.aa,\n"
        "            bb: p.bb,\n        }\n    }\n}\n",
        "m.rs\n@10\n+            cc: p.cc,",
    ),
    "a literal whose values say nothing is a jump": struct(
        "fn f() -> P {\n    P {\n        aa: 1,\n        bb: 2,\n    }\n}\n", "m.rs 8:14"
    ),
    "a literal with a variable of the name": struct(
        "fn f(cc: u8) -> P {\n    P {\n        aa: aa,\n        bb: 2,\n    }\n}\n",
        "m.rs\n@9\n+        cc: cc,",
    ),
    "a variable that is assigned": struct(
        "fn f() -> P {\n    let cc = 1;\n    P {\n        aa: aa,\n        bb: 2,\n    }\n}\n",
        "m.rs\n@10\n+        cc: cc,",
    ),
    "a variable that is compared": struct(
        "fn f() -> P {\n    x(cc == 1);\n    P {\n        aa: aa,\n        bb: 2,\n    }\n}\n", "m.rs 9:14"
    ),
    "a constructor": field(
        "    def __init__(self, aa, bb):\n        pass\n",
        "m.py\n@6\n-    def __init__(self, aa, bb):\n+    def __init__(self, aa, bb, cc):",
    ),
    "another function": field("    def show(self, aa, bb):\n        pass\n"),
    "a function that makes one": field(
        "def make_p(aa, bb):\n    return P()\n", "m.py\n@6\n-def make_p(aa, bb):\n+def make_p(aa, bb, cc):"
    ),
    "a function that makes another one": field("def make_q(aa, bb):\n    return Q()\n"),
    "strings with the names of the fields": field(
        'def f(p: P):\n    return ["aa", "bb"]\n',
        'm.py\n@7\n-    return ["aa", "bb"]\n+    return ["aa", "bb", "cc"]',
    ),
    "attributes": field(
        "def f(p: P):\n    return [p.aa, p.bb]\n",
        "m.py\n@7\n-    return [p.aa, p.bb]\n+    return [p.aa, p.bb, p.cc]",
    ),
    "attributes in a function that does not name the type": field("def f(p):\n    return [p.aa, p.bb]\n"),
    "half of the fields": case(
        "class P:\n    aa: int\n    bb: str\n    dd: str\n    ee: str\n\ndef f(p: P):\n    return [p.dd, p.ee]\n",
        "    ee: str",
        "    ee: str\n    cc: str",
    ),
    "three of four fields": case(
        "class P:\n    aa: int\n    bb: str\n    dd: str\n    ee: str\n\ndef f(p: P):\n"
        "    return [p.bb, p.dd, p.ee]\n",
        "    ee: str",
        "    ee: str\n    cc: str",
        "m.py\n@9\n-    return [p.bb, p.dd, p.ee]\n+    return [p.bb, p.dd, p.ee, p.cc]",
    ),
    "three of four fields, without the neighbour": case(
        "class P:\n    aa: int\n    bb: str\n    dd: str\n    ee: str\n\ndef f(p: P):\n"
        "    return [p.aa, p.bb, p.dd]\n",
        "    ee: str",
        "    ee: str\n    cc: str",
    ),
    "fields with an accessor": field(
        "def f(p: P):\n    return [p._aa, p._bb]\np._cc = 1\n",
        "m.py\n@7\n-    return [p._aa, p._bb]\n+    return [p._aa, p._bb, p._cc]",
    ),
    "three of four fields, without the one before": case(
        "class P:\n    aa: int\n    bb: str\n    dd: str\n    ee: str\n\ndef f(p: P):\n"
        "    return [p.aa, p.dd, p.ee]\n",
        "    bb: str",
        "    bb: str\n    cc: str",
        "m.py\n@9\n-    return [p.aa, p.dd, p.ee]\n+    return [p.aa, p.cc, p.dd, p.ee]",
    ),
    "three of five fields": case(
        "class P:\n    aa: int\n    bb: str\n    dd: str\n    ee: str\n    ff: str\n\ndef f(p: P):\n"
        "    return [p.dd, p.ee, p.ff]\n",
        "    ff: str",
        "    ff: str\n    cc: str",
        "m.py\n@10\n-    return [p.dd, p.ee, p.ff]\n+    return [p.dd, p.ee, p.ff, p.cc]",
    ),
    "a list of another text at a place that is in the type in its own": RuleCase(
        {"m.py": RECORD, "n.py": "def f(p):\n    [p.aa, p.bb]\n\n\nx = P\n"},
        (("    bb: str", "    bb: str\n    cc: str"),),
        [],
    ),
    "a variable of the name outside a function": struct(
        "const X: P = P {\n    aa: aa,\n    bb: 2,\n};\n", "m.rs 7:10"
    ),
    "fields as parts of other words": field("def f(p: P):\n    return [p.xaa, p.bbx, p.x_aa, p.bb_]\n"),
}


@pytest.mark.parametrize("name", ADDED)
def test_added_members(name: str) -> None:
    assert run(ADDED[name], "member-added") == ADDED[name].expected


def removed(text: str, *expected: str) -> RuleCase:
    return case(ENUM.replace(B, f'{B}\n    CC = "cc"') + text, NEW, B, *expected)


def removed_field(text: str, *expected: str) -> RuleCase:
    head = RECORD.replace("    bb: str", "    bb: str\n    cc: str")
    return case(head + text, "    bb: str\n    cc: str", "    bb: str", *expected)


REMOVED = {
    "an entry": removed("X = {\n    K.AA: 1,\n    K.CC: 2,\n}\n", "m.py\n@8\n-    K.CC: 2,"),
    "an entry in a line": removed(
        "X = {K.AA: 1, K.CC: 2, K.BB: 3}\n",
        "m.py\n@6\n-X = {K.AA: 1, K.CC: 2, K.BB: 3}\n+X = {K.AA: 1, K.BB: 3}",
    ),
    "the last entry in a line": removed(
        "X = {K.AA: 1, K.CC: 2}\n", "m.py\n@6\n-X = {K.AA: 1, K.CC: 2}\n+X = {K.AA: 1}"
    ),
    "the first entry in a line": removed(
        "X = {K.CC: 1, K.AA: 2}\n", "m.py\n@6\n-X = {K.CC: 1, K.AA: 2}\n+X = {K.AA: 2}"
    ),
    "the first entry behind the bracket": removed(
        "X = {K.CC: 1,\n     K.AA: 2}\n", "m.py\n@6\n-X = {K.CC: 1,\n-     K.AA: 2}\n+X = {K.AA: 2}"
    ),
    "elements that are alike": removed("X = [K.AA, K.CC]\n", "m.py\n@6\n-X = [K.AA, K.CC]\n+X = [K.AA]"),
    "elements that are not alike": removed("X = [f(K.AA), g(K.CC)]\n", "m.py 5:18"),
    "another use": removed("f(K.CC)\n", "m.py 5:4"),
    "two other uses": removed("f(K.CC)\ng(K.CC)\n", "m.py 5:4"),
    "a use and an entry": removed(
        "f(K.CC)\nX = {\n    K.AA: 1,\n    K.CC: 2,\n}\n", "m.py\n@9\n-    K.CC: 2,", "m.py 5:4"
    ),
    "no use": removed("f(K.AA)\n"),
    "a branch": removed(
        "if k == K.AA:\n    go()\nelif k == K.CC:\n    run()\nelse:\n    stop()\n",
        "m.py\n@8\n-elif k == K.CC:\n-    run()",
    ),
    "the first branch": removed("if k == K.CC:\n    go()\nelif k == K.AA:\n    run()\n", "m.py 5:10"),
    "an attribute": removed_field(
        "def f(p: P):\n    return [p.aa, p.bb, p.cc]\n",
        "m.py\n@6\n-    return [p.aa, p.bb, p.cc]\n+    return [p.aa, p.bb]",
    ),
    "an attribute in a function that does not name the type": removed_field(
        "def f(p):\n    return [p.aa, p.bb, p.cc]\n"
    ),
    "an attribute that is used in another way": removed_field(
        "def f(p: P):\n    return [p.aa, p.bb, g(p.cc)]\n", "m.py 5:28"
    ),
    "two arguments": removed_field("def f(p: P):\n    return g(p.bb, p.cc)\n", "m.py 5:21"),
    "three arguments": removed_field(
        "def f(p: P):\n    return g(p.aa, p.bb, p.cc)\n",
        "m.py\n@6\n-    return g(p.aa, p.bb, p.cc)\n+    return g(p.aa, p.bb)",
    ),
    "a list of two": removed_field(
        "def f(p: P):\n    return [p.bb, p.cc]\n", "m.py\n@6\n-    return [p.bb, p.cc]\n+    return [p.bb]"
    ),
    "another use of a field": removed_field("def f(p: P):\n    return p.cc\n", "m.py 5:13"),
    "two other uses of a field": removed_field("def f(p: P):\n    g(p.cc)\n    return p.cc\n", "m.py 5:8"),
    "a field of an optional value": removed_field("def f(p: 'P | None'):\n    return p.cc\n", "m.py 5:13"),
    "a field of a value of another type": removed_field("def f(p: Q):\n    return p.cc\n"),
    "a field of a value of an unknown type": removed_field("def f(p, q: P):\n    return p.cc\n"),
    "a field of a list": removed_field("def f(p: P[int]):\n    return p.cc\n"),
    "a field of a value that was read from one": removed_field("def f(p: P):\n    return p.dd.cc\n"),
    "its own field": removed_field("    def f(self):\n        return self.cc\n", "m.py 5:20"),
    "the own field of another type": removed_field("class Q:\n    def f(self):\n        return self.cc\n"),
    "a field in C": case(
        "struct p {\n    int aa;\n    int cc;\n};\n\nint f(const struct p *a)\n{\n    return a->aa + a->cc;\n}\n",
        "    int cc;",
        "",
        "m.c 6:22",
        path="m.c",
    ),
    "a field in Rust": case(
        "struct P {\n    aa: u8,\n    cc: u8,\n}\n\nimpl P {\n    fn f(&self) -> u8 {\n        self.cc\n    }\n}\n",
        "    cc: u8,",
        "",
        "m.rs 6:13",
        path="m.rs",
    ),
    "the field of another type in Rust": case(
        "struct P {\n    aa: u8,\n    cc: u8,\n}\n\nimpl Q {\n    fn f(&self) -> u8 {\n        self.cc\n    }\n}\n",
        "    cc: u8,",
        "",
        path="m.rs",
    ),
    "a field in Go": case(
        "package m\n\ntype P struct {\n\taa int\n\tcc int\n}\n\nfunc (p *P) f() int {\n\treturn p.cc\n}\n",
        "\tcc int",
        "",
        "m.go 7:10",
        path="m.go",
    ),
    "keyword arguments": removed_field(
        "P(aa=1, bb=2, cc=3)\n", "m.py\n@5\n-P(aa=1, bb=2, cc=3)\n+P(aa=1, bb=2)"
    ),
    "keyword arguments of another type": removed_field("Q(aa=1, bb=2, cc=3)\n"),
    "a parameter of the constructor": removed_field(
        "    def __init__(self, aa, bb, cc):\n        pass\n",
        "m.py\n@5\n-    def __init__(self, aa, bb, cc):\n+    def __init__(self, aa, bb):",
    ),
    "a parameter of the constructor that is not like the others": removed_field(
        "    def __init__(self, aa=1, bb=2, cc=None):\n        pass\n",
        "m.py\n@5\n-    def __init__(self, aa=1, bb=2, cc=None):\n+    def __init__(self, aa=1, bb=2):",
    ),
    "an argument of a call that is named like a constructor": case(
        "class P {\n    int aa;\n    int bb;\n    int cc;\n}\n\nclass Q {\n    void f(P p) {\n"
        "        create(f(p.aa), f(p.bb), g(p.cc));\n    }\n}\n",
        "    int cc;",
        "",
        "M.java 7:37",
        path="M.java",
    ),
    "a parameter with a type for a field without one": case(
        "class P {\n  x: number;\n  y: number;\n  z;\n}\n\n"
        "function show(x: number, y: number, z: number): P {\n}\n",
        "  z;",
        "",
        "m.ts\n@6\n-function show(x: number, y: number, z: number): P {\n+function show(x: number, y: number): P {",
        path="m.ts",
    ),
    "elements that have no one spelling": case(
        "class P:\n    aa: int\n    bb: int\n    cc_dd: int\n\ndef f(p: P):\n"
        "    return [('Aa', p.aa), ('Bb', p.bb), ('Cc Dd', p.cc_dd)]\n",
        "    cc_dd: int",
        "",
        "m.py 5:52",
    ),
    "another text": RuleCase(
        {
            "m.py": ENUM.replace(B, f'{B}\n    CC = "cc"'),
            "n.py": "from m import K\nX = {\n    K.AA: 1,\n    K.CC: 2,\n}\n",
        },
        ((NEW, B),),
        ["n.py\n@4\n-    K.CC: 2,"],
    ),
}


@pytest.mark.parametrize("name", REMOVED)
def test_removed_members(name: str) -> None:
    assert run(REMOVED[name], "member-removed") == REMOVED[name].expected


def retyped(text: str, *expected: str) -> RuleCase:
    return case(RECORD + text, "    aa: int", "    aa: float", *expected)


RETYPED = {
    "a parameter of the constructor": retyped(
        "    def __init__(self, aa: int):\n        pass\n",
        "m.py\n@5\n-    def __init__(self, aa: int):\n+    def __init__(self, aa: float):",
    ),
    "with a default": retyped(
        "    def __init__(self, aa: int = 1):\n        pass\n",
        "m.py\n@5\n-    def __init__(self, aa: int = 1):\n+    def __init__(self, aa: float = 1):",
    ),
    "of another type": retyped("    def __init__(self, aa: str):\n        pass\n"),
    "without a type": retyped("    def __init__(self, aa):\n        pass\n"),
    "a parameter of a function that names the type": retyped(
        "def f(aa: int) -> P:\n    pass\n", "m.py\n@5\n-def f(aa: int) -> P:\n+def f(aa: float) -> P:"
    ),
    "a parameter of a function that does not": retyped("def f(aa: int) -> Q:\n    pass\n"),
    "another parameter": retyped("def f(bb: int) -> P:\n    pass\n"),
    "two retyped fields": case(
        RECORD + "def f(aa: int) -> P:\n    pass\n",
        "    aa: int\n    bb: str",
        "    aa: float\n    bb: bytes",
    ),
    "no parameter": retyped("def f() -> P:\n    aa: int = 1\n"),
    "TypeScript": case(
        "interface P {\n  aa: number;\n}\nfunction f(aa: number): P {}\n",
        "  aa: number;",
        "  aa: string;",
        "m.ts\n@4\n-function f(aa: number): P {}\n+function f(aa: string): P {}",
        path="m.ts",
    ),
}


@pytest.mark.parametrize("name", RETYPED)
def test_retyped_members(name: str) -> None:
    assert run(RETYPED[name], "member-retyped") == RETYPED[name].expected


@pytest.mark.parametrize("family", ["member-added", "member-removed"])
def test_at_most_eight_lists(family: str) -> None:
    lists = "".join(f"X{number} = [K.AA, K.BB]\n" for number in range(limits.MAX_SIBLING_CANDIDATES + 2))
    one = added(lists) if family == "member-added" else removed(lists.replace("K.BB", "K.CC"))
    assert len(run(one, family)) == limits.MAX_SIBLING_CANDIDATES
