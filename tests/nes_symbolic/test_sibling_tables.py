"""Where the members of a type are listed, what counts as a mention of one, and how an element is written."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from nes_symbolic.test_sibling_guards import ENUM, B, added, field, removed, script, struct
from understudy.nes.symbolic.consequences import limits


def three(text: str, *expected: str) -> RuleCase:
    """A member is added to an enum of three."""
    head = "enum K {\n  Aa,\n  Bb,\n  Dd,\n}\n"
    return case(head + text, "  Dd,", "  Dd,\n  Cc,", *expected, path="m.ts")


def rust(text: str, *expected: str) -> RuleCase:
    head = "enum K {\n    Aa,\n    Bb,\n}\n"
    return case(head + text, "    Bb,", "    Bb,\n    Cc,", *expected, path="m.rs")


def go(text: str, *expected: str, new: str = "CC") -> RuleCase:
    head = "package m\n\ntype K int\n\nconst (\n\tAA K = iota\n\tBB\n)\n\n"
    return case(head + text, "\tBB", f"\tBB\n\t{new}", *expected, path="m.go")


def second(text: str, *expected: str) -> RuleCase:
    """A field is added behind the second of three."""
    head = "class P:\n    aa: int\n    bb: int\n    dd: int\n\n"
    return case(head + text, "    bb: int", "    bb: int\n    cc: int", *expected)


def last(text: str, *expected: str) -> RuleCase:
    """A field is added behind the last of three."""
    head = "interface P {\n  aa: number;\n  bb: number;\n  dd: number;\n}\n"
    return case(head + text, "  dd: number;", "  dd: number;\n  cc: number;", *expected, path="m.ts")


def valued(text: str, *expected: str) -> RuleCase:
    head = "enum K {\n  Aa = 'aa',\n  Bb = 'bb',\n}\n"
    return case(head + text, "  Bb = 'bb',", "  Bb = 'bb',\n  Cc = 'cc',", *expected, path="m.ts")


def body(*members: str) -> str:
    return "".join(f"    f(K.{member});\n" for member in members) + "    break;\n"


MAX_ELEMENTS = limits.MAX_LIST_ELEMENTS
LISTS = {
    "cases whose bodies mention the other members": three(
        "switch (k) {\n"
        f"  case K.Aa:\n{body('Bb', 'Dd')}  case K.Bb:\n{body('Aa', 'Dd')}  case K.Dd:\n{body('Aa', 'Bb')}}}\n",
        "m.ts 18:10",
    ),
    "as many elements as a list may have": added(
        f"X = [K.AA, K.BB{', 0' * (MAX_ELEMENTS - 2)}]\n",
        f"m.py\n@7\n-X = [K.AA, K.BB{', 0' * (MAX_ELEMENTS - 2)}]\n"
        f"+X = [K.AA, K.BB, K.CC{', 0' * (MAX_ELEMENTS - 2)}]",
    ),
    "one element more": added(f"X = [K.AA, K.BB{', 0' * (MAX_ELEMENTS - 1)}]\n"),
    "one operand more": added(f"X = K.AA or K.BB{' or 0' * (MAX_ELEMENTS - 1)}\n"),
    "cases that are known by their bodies": script(
        "switch (n) {\n  case 1:\n    return K.Aa;\n  case 2:\n    return K.Bb;\n  default:\n    return K.Aa;\n}\n",
        "m.ts 9:16",
    ),
    "arms that are known by their bodies": rust(
        "fn f(n: u8) -> K {\n    match n {\n        1 => K::Aa,\n        2 => K::Bb,\n"
        "        _ => K::Aa,\n    }\n}\n",
        "m.rs 8:19",
    ),
    "a case whose body has the member": script(
        "switch (n) {\n  case 1:\n    return K.Aa;\n  case 2:\n    return K.Bb;\n  case 3:\n    return K.Cc;\n}\n"
    ),
    "values of a table": added("X = {1: K.AA, 2: K.BB}\n"),
    "arms without a last comma": rust(
        "fn f(k: K) {\n    match k {\n        K::Aa => go(),\n        K::Bb => go()\n    }\n}\n",
        "m.rs\n@9\n-        K::Bb => go()\n+        K::Bb => go(),\n+        K::Cc => go()",
    ),
    "arms with blocks": rust(
        "fn f(k: K) {\n    match k {\n        K::Aa => { go() }\n        K::Bb => { go() }\n    }\n}\n",
        "m.rs\n@9\n+        K::Cc => { go() }",
    ),
    "one field of four is used in another way": case(
        "class P:\n    aa: int\n    bb: int\n    dd: int\n    ee: int\n\n"
        "def f(p: P):\n    return [g(p.aa), p.bb, p.dd, p.ee]\n",
        "    ee: int",
        "    ee: int\n    cc: int",
        "m.py\n@9\n-    return [g(p.aa), p.bb, p.dd, p.ee]\n+    return [g(p.aa), p.bb, p.dd, p.ee, p.cc]",
    ),
    "one entry for a member, and one for two": added(
        "X = {K.AA: 1, (K.AA, K.BB): 2}\n",
        "m.py\n@7\n-X = {K.AA: 1, (K.AA, K.BB): 2}\n+X = {K.AA: 1, (K.AA, K.BB, K.CC): 2}",
    ),
    "three branches are one list": last(
        "function f(p: P) {\n  if (p.aa) {\n    go(p.aa);\n  } else if (p.bb) {\n    go(p.bb);\n"
        "  } else if (p.dd) {\n    go(p.dd);\n  }\n}\n",
        "m.ts\n@13\n+  } else if (p.cc) {\n+    go(p.cc);",
    ),
    "three branches of Go are one list": case(
        "package m\n\ntype P struct {\n\tAa int\n\tBb int\n\tDd int\n}\n\nfunc f(p P) {\n\tif p.Aa > 0 {\n"
        "\t\trun(p.Aa)\n\t} else if p.Bb > 0 {\n\t\trun(p.Bb)\n\t} else if p.Dd > 0 {\n\t\trun(p.Dd)\n\t}\n}\n",
        "\tDd int",
        "\tDd int\n\tCc int",
        "m.go\n@16\n+\t} else if p.Cc > 0 {\n+\t\trun(p.Cc)",
        path="m.go",
    ),
    "branches in the block of an else": last(
        "function f(p: P) {\n  if (p.aa) {\n    go(p.aa);\n  } else {\n    if (p.bb) {\n      go(p.bb);\n"
        "    } else if (p.dd) {\n      go(p.dd);\n    }\n  }\n}\n",
        "m.ts\n@14\n+    } else if (p.cc) {\n+      go(p.cc);",
    ),
    "branches that are the body of a branch": case(
        "struct P {\n    int aa;\n    int bb;\n    int dd;\n};\nvoid f(struct P *p) {\n    if (p->aa)\n"
        "        if (p->bb) {\n            go(p->bb);\n        } else if (p->dd) {\n            go(p->dd);\n"
        "        }\n}\n",
        "    int dd;",
        "    int dd;\n    int cc;",
        "m.c\n@12\n+        } else if (p->cc) {\n+            go(p->cc);",
        path="m.c",
    ),
    "branches without a space before else": script(
        "if (k === K.Aa) {\n  go();\n}else if (k === K.Bb) {\n  go();\n}\n",
        "m.ts\n@9\n+}else if (k === K.Cc) {\n+  go();",
    ),
    "three operands are one list": second(
        "def f(p: P):\n    return p.aa or p.bb or p.dd\n",
        "m.py\n@8\n-    return p.aa or p.bb or p.dd\n+    return p.aa or p.bb or p.cc or p.dd",
    ),
    "operands of two operators": second(
        "def f(p: P):\n    return p.aa and p.bb or p.dd\n",
        "m.py\n@8\n-    return p.aa and p.bb or p.dd\n+    return p.aa and p.bb and p.cc or p.dd",
    ),
}

MENTIONS = {
    "names of Rust that are imported": rust(
        "use K::*;\nfn f(k: K) {\n    match k {\n        Aa => go(),\n        Bb => go(),\n    }\n}\n",
        "m.rs\n@10\n+        Cc => go(),",
    ),
    "names of Rust that are variables": rust(
        "fn f(k: u8) {\n    match k {\n        Aa => go(),\n        Bb => go(),\n    }\n}\n"
    ),
    "names that are strings of a union": case(
        "type K = 'aa' | 'bb';\nfunction f(k: K) {\n  return [aa, bb];\n}\n",
        "type K = 'aa' | 'bb';",
        "type K = 'aa' | 'bb' | 'cc';",
        path="m.ts",
    ),
    "empty strings beside members without a value": script("const x = '';\n"),
    "variables as keys in Python": added("X = {aa: 1, bb: 1}\n"),
    "keys": valued(
        "const x = { aa: 1, bb: 1 };\n",
        "m.ts\n@6\n-const x = { aa: 1, bb: 1 };\n+const x = { aa: 1, bb: 1, cc: 1 };",
    ),
    "a name and a colon in a string": valued("const x = [` aa: ${1}`, ` bb: ${1}`];\n"),
    "a name at the beginning of a text": RuleCase(
        {"m.py": "class P:\n    aa: int\n    bb: str\n", "n.py": "aa, bb = P.load()\n"},
        (("    bb: str", "    bb: str\n    cc: str"),),
        ["n.py\n@1\n-aa, bb = P.load()\n+aa, bb, cc = P.load()"],
    ),
    "strings with more words": field('def f(p: P):\n    return ["x aa", "x bb"]\n'),
    "names between spaces in strings": field('def f(p: P):\n    return ["x aa y", "x bb y"]\n'),
    "strings that begin with a name": field('def f(p: P):\n    return ["aa-x", "bb-x"]\n'),
    "strings that end with a name": field('def f(p: P):\n    return ["x-aa", "x-bb"]\n'),
    "names with a word behind": last("function f(p: P) {\n  return [p.aaX, p.bbX, p.ddX];\n}\np.ccX = 1;\n"),
    "names with a word in front": last(
        "function f(p: P) {\n  return [p.xAa, p.xBb, p.xDd];\n}\np.xCc = 1;\n"
    ),
    "names with a sign behind": last("function f(p: P) {\n  return [p.aa$, p.bb$, p.dd$];\n}\np.cc$ = 1;\n"),
    "names with a sign in front": last(
        "function f(p: P) {\n  return [p.$aa, p.$bb, p.$dd];\n}\np.$cc = 1;\n"
    ),
    "names with an underscore behind": field("def f(p: P):\n    return [p.aa_, p.bb_]\np.cc_ = 1\n"),
    "names with another word of an accessor": field(
        "def f(p: P):\n    return [p.forget_aa, p.forget_bb]\np.forget_cc = 1\n"
    ),
    "names with the longest prefix of an accessor": field(
        "def f(p: P):\n    return [p.with_aa, p.with_bb]\np.with_cc = 1\n",
        "m.py\n@7\n-    return [p.with_aa, p.with_bb]\n+    return [p.with_aa, p.with_bb, p.with_cc]",
    ),
}


def aligned(text: str, *expected: str, new: str = "CCCC") -> RuleCase:
    head = "class K(Enum):\n    AA = 1\n    BBB = 1\n\n\n"
    return case(head + text, "    BBB = 1", f"    BBB = 1\n    {new} = 1", *expected)


def many(odd: set[int], *expected: str) -> RuleCase:
    """Eleven entries, of which some do not look like the others."""
    names = [f"M{number}" for number in range(11)]
    head = "".join(f"    {name} = 1\n" for name in names)
    entries = "".join(
        f"    K.{name}: {f'x{at}' if at in odd else f'f(K.{name})'},\n" for at, name in enumerate(names)
    )
    text = f"class K(Enum):\n{head}\n\nX = {{\n{entries}}}\n"
    return case(text, "    M10 = 1", "    M10 = 1\n    NEW = 1", *expected)


def written(
    literal: str, *expected: str, entry: str = "cc: make(),", fields: tuple[str, str] = ("aa", "bb")
) -> RuleCase:
    """A field is added, an entry for it is written in one literal, and there is another literal."""
    one, other = fields
    text = f"struct P {{\n    {one}: u8,\n    {other}: u8,\n}}\n"
    text += f"fn f() -> P {{\n    P {{\n        {one}: 1,\n        {other}: 2,\n    }}\n}}\n"
    text += f"fn g(p: P) -> P {{\n    {literal}\n}}\n"
    added_field = (f"    {other}: u8,", f"    {other}: u8,\n    cc: u8,")
    added_entry = (f"        {other}: 2,", f"        {other}: 2,\n        {entry}")
    return RuleCase({"m.rs": text}, (added_field, added_entry), list(expected))


def front(text: str, *expected: str) -> RuleCase:
    """A member is added in front of all."""
    return case(ENUM + text, '    AA = "aa"', '    CC = "cc"\n    AA = "aa"', *expected)


ELEMENTS = {
    "values in one column, a longer name": aligned(
        "X = {\n    K.AA:  1,\n    K.BBB: 1,\n}\n",
        "m.py\n@8\n-    K.AA:  1,\n-    K.BBB: 1,\n+    K.AA:   1,\n+    K.BBB:  1,\n+    K.CCCC: 1,",
    ),
    "values in one column, a shorter name": aligned(
        "X = {\n    K.AA:  1,\n    K.BBB: 1,\n}\n", "m.py\n@9\n+    K.C:   1,", new="C"
    ),
    "values in one column, far from the names": aligned(
        "X = {\n    K.AA:   1,\n    K.BBB:  1,\n}\n", "m.py\n@9\n+    K.CCCC:  1,"
    ),
    "values in no column": aligned("X = {\n    K.AA: 1,\n    K.BBB: 1,\n}\n", "m.py\n@9\n+    K.CCCC: 1,"),
    "values in one line": aligned(
        "X = {K.AA:  1, K.BBB: 1}\n",
        "m.py\n@7\n-X = {K.AA:  1, K.BBB: 1}\n+X = {K.AA:  1, K.BBB: 1, K.CCCC: 1}",
    ),
    "values of Go, a longer name": go(
        "var x = map[K]int{\n\tAA: 1,\n\tBB: 1,\n}\n",
        "m.go\n@12\n-\tAA: 1,\n-\tBB: 1,\n+\tAA:  1,\n+\tBB:  1,\n+\tCCC: 1,",
        new="CCC",
    ),
    "values of Go, one in its own line": case(
        "package m\n\ntype K int\n\nconst (\n\tDD K = iota\n\tAA\n\tBBB\n)\n\n"
        "var x = map[K]int{\n\tDD:\n\t\t1,\n\tAA:  1,\n\tBBB: 1,\n}\n",
        "\tBBB",
        "\tBBB\n\tCCCC",
        "m.go\n@16\n+\tCCCC: 1,",
        path="m.go",
    ),
    "the four nearest entries have no like": many({10, 0, 1, 2}, "m.py 26:15"),
    "three of the nearest entries have no like": many({10, 0, 1}, "m.py\n@27\n+    K.NEW: f(K.NEW),"),
    "an entry with a variable of another name": struct(
        "fn f(cc: u8) -> P {\n    P {\n        aa: xx,\n        bb: 2,\n    }\n}\n", "m.rs 8:14"
    ),
    "an entry with a variable whose name is longer": struct(
        "fn f(my_cc: u8) -> P {\n    P {\n        aa: my_aa,\n        bb: 2,\n    }\n}\n", "m.rs 8:14"
    ),
    "the second entry has a variable of its name": struct(
        "fn f(cc: u8) -> P {\n    P {\n        aa: 1,\n        bb: bb,\n    }\n}\n",
        "m.rs\n@9\n+        cc: cc,",
    ),
    "operands before a comment": added(
        "X = y == K.AA or y == K.BB  # c\n",
        "m.py\n@7\n-X = y == K.AA or y == K.BB  # c\n+X = y == K.AA or y == K.BB or y == K.CC  # c",
    ),
    "a case that ends with a comment": script(
        "switch (k) {\n  case K.Aa:\n    go();\n  case K.Bb:\n    go(); // c\n}\n",
        "m.ts\n@10\n+  case K.Cc:\n+    go();",
    ),
    "in front of all": front("X = [K.AA, K.BB]\n", "m.py\n@7\n-X = [K.AA, K.BB]\n+X = [K.CC, K.AA, K.BB]"),
    "in front of all lines": front("X = {\n    K.AA: 1,\n    K.BB: 1,\n}\n", "m.py\n@7\n+    K.CC: 1,"),
    "in front of the second element": front("X = {\n    K.BB: 1,\n    K.AA: 1,\n}\n", "m.py 8:4"),
    "in front of all branches": front("if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\n", "m.py 6:0"),
    "in front of the second branch": added(
        "if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\n",
        "m.py\n@8\n+elif k == K.CC:\n+    go()",
        new=f'    CC = "cc"\n{B}',
    ),
    "a written entry, and siblings that show another one": written(
        "P {\n        aa: p.aa,\n        bb: p.bb,\n    }", "m.rs\n@16\n+        cc: p.cc,"
    ),
    "a written entry": written(
        "P {\n        aa: 3,\n        bb: 4,\n    }", "m.rs\n@16\n+        cc: make(),"
    ),
    "a written entry for a line": written("P { aa: 3, bb: 4 }", "m.rs 13:20"),
    "a written entry for a list with something between": written(
        "P {\n        aa: 3, ..x, bb: 4,\n    }", "m.rs 14:26"
    ),
    "a written entry without a space, beside a column": written(
        "P {\n        aa:  3,\n        bbb: 4,\n    }",
        "m.rs\n@16\n+        cc:make(),",
        entry="cc:make(),",
        fields=("aa", "bbb"),
    ),
}


@pytest.mark.parametrize("name", {**LISTS, **MENTIONS, **ELEMENTS})
def test_added_members(name: str) -> None:
    one = {**LISTS, **MENTIONS, **ELEMENTS}[name]
    assert run(one, "member-added") == one.expected


REMOVED = {
    "the branch behind another condition": removed(
        "if z:\n    a()\nelif k == K.CC:\n    go()\nelif k == K.AA:\n    run()\n", "m.py 7:12"
    ),
    "the third branch": removed(
        "if k == K.AA:\n    go()\nelif k == K.BB:\n    a()\nelif k == K.CC:\n    run()\n",
        "m.py\n@10\n-elif k == K.CC:\n-    run()",
    ),
    "the first entry of a line": removed(
        "X = {\n    K.CC: 2, K.AA: 1,\n    K.BB: 1,\n}\n", "m.py\n@7\n-    K.CC: 2, K.AA: 1,\n+    K.AA: 1,"
    ),
    "the last case of a text": removed(
        "match k:\n    case K.AA:\n        go()\n    case K.CC:\n        run()\n",
        "m.py\n@9\n-    case K.CC:\n-        run()",
    ),
    "the last case of a text without a last line break": removed(
        "match k:\n    case K.AA:\n        go()\n    case K.CC:\n        run()", "m.py 8:11"
    ),
    "something else behind it": removed("X = [K.CC, x, K.AA]\n", "m.py 5:7"),
    "something else in front of it": removed("X = [K.AA, x, K.CC]\n", "m.py 5:16"),
}


@pytest.mark.parametrize("name", REMOVED)
def test_removed_members(name: str) -> None:
    assert run(REMOVED[name], "member-removed") == REMOVED[name].expected


def test_lines_that_stay_in_their_column_are_not_edited() -> None:
    harness = RuleHarness(
        m__py="class K(Enum):\n    AA = 1\n    BBB = 1\n\n\nX = {\n    K.AA:  1,\n    K.BBB: 1,\n}\n"
    )
    harness.insert("m.py", "    BBB = 1", "    C = 1")
    assert len(only(harness.ask("m.py"), "member-added").edits) == 1


SWITCH = "switch (k) {\n  case K.Aa:\n    go();\n    break;\n  case K.Bb:\n    go();\n    break;\n"
WILDCARDS = {
    "switch": (script(f"{SWITCH}}}\n"), script(f"{SWITCH}  default:\n    stop();\n}}\n")),
    "match": (
        added("match k:\n    case K.AA:\n        go()\n    case K.BB:\n        go()\n"),
        added(
            "match k:\n    case K.AA:\n        go()\n    case K.BB:\n        go()\n    case _:\n        stop()\n"
        ),
    ),
    "elif": (
        added("if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\n"),
        added("if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\nelse:\n    stop()\n"),
    ),
    "else with a clause": (
        script("if (k === K.Aa) {\n  go();\n} else if (k === K.Bb) {\n  go();\n}\n"),
        script("if (k === K.Aa) {\n  go();\n} else if (k === K.Bb) {\n  go();\n} else {\n  stop();\n}\n"),
    ),
    "else without a clause": (
        go("func f(k K) {\n\tif k == AA {\n\t\trun()\n\t} else if k == BB {\n\t\trun()\n\t}\n}\n"),
        go(
            "func f(k K) {\n\tif k == AA {\n\t\trun()\n\t} else if k == BB {\n\t\trun()\n"
            "\t} else {\n\t\tstop()\n\t}\n}\n"
        ),
    ),
}


def probability(one: RuleCase) -> float:
    harness = RuleHarness()
    (path,) = one.files
    harness.put(path, one.files[path])
    harness.edit(path, *one.edits[0])
    return only(harness.ask(path), "member-added").probability


@pytest.mark.parametrize("name", WILDCARDS)
def test_a_list_that_treats_all_others_is_less_certain(name: str) -> None:
    without, with_wildcard = WILDCARDS[name]
    assert probability(with_wildcard) < probability(without)


@pytest.mark.parametrize("other", ["X = [K.AA, K.BB, _]\n", "X = [K.AA, K.BB, x]\n"])
def test_an_element_that_is_no_case_does_not_treat_all_others(other: str) -> None:
    assert probability(added(other)) == probability(added("X = [K.AA, K.BB]\n"))
