"""More guards of the rules for members and definitions, and how probable their candidates are."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, edit, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions import removed_uses
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.siblings import added_member, implementations, removed_member
from understudy.nes.symbolic.consequences.siblings.member_changes import find_member_changes
from understudy.nes.symbolic.consequences.values import (
    StaleFeatures,
    changed_value,
    counted_lines,
    sibling_keys,
)
from understudy.nes.text import EditOrigin


def enum(first: str, second: str, text: str, new: str, *expected: str) -> RuleCase:
    """A third member is added to a Python enum; it is the seventh line of the text that follows."""
    head = f"class K(Enum):\n    {first} = 1\n    {second} = 2\n\n\n"
    return case(head + text, f"    {second} = 2", f"    {second} = 2\n    {new} = 3", *expected)


FRONT = ("    AA = 1", "    CC = 3\n    AA = 1")
HEAD = "class K(Enum):\n    AA = 1\n    BB = 2\n\n\n"
RECORD = "class P:\n    aa: int\n    bb: str\n\n"
NEW_FIELD = ("    bb: str", "    bb: str\n    cc: str")
MEMBERS = {
    "a variable in snake case": enum(
        "AA",
        "BB",
        "X = {K.AA: aa, K.BB: bb}\ncc_dd = 1\n",
        "CC_DD",
        "m.py\n@7\n-X = {K.AA: aa, K.BB: bb}\n+X = {K.AA: aa, K.BB: bb, K.CC_DD: cc_dd}",
    ),
    "a variable in camel case": case(
        "enum K {\n  Aa,\n  Bb,\n}\nconst x = { [K.Aa]: aa, [K.Bb]: bb };\nccDd();\n",
        "  Bb,",
        "  Bb,\n  CcDd,",
        "m.ts\n@6\n-const x = { [K.Aa]: aa, [K.Bb]: bb };\n+const x = { [K.Aa]: aa, [K.Bb]: bb, [K.CcDd]: ccDd };",
        path="m.ts",
    ),
    "values in a column": enum(
        "AA",
        "BBBB",
        "X = {\n    K.AA:   aa(),\n    K.BBBB: bbbb(),\n}\ncc = 1\n",
        "CC",
        "m.py\n@9\n+    K.CC:   cc(),",
    ),
    "values in a column that moves": enum(
        "AA",
        "BBB",
        "X = {\n    K.AA:  aa(),\n    K.BBB: bbb(),\n}\ncccc = 1\n",
        "CCCC",
        "m.py\n@8\n-    K.AA:  aa(),\n-    K.BBB: bbb(),\n+    K.AA:   aa(),\n+    K.BBB:  bbb(),\n"
        "+    K.CCCC: cccc(),",
    ),
    "values in a column that is wide": enum(
        "AA",
        "BBB",
        "X = {\n    K.AA:   aa(),\n    K.BBB:  bbb(),\n}\ncc = 1\n",
        "CC",
        "m.py\n@9\n+    K.CC:  cc(),",
    ),
    "values in a column by chance": enum(
        "AA",
        "BB",
        "X = {\n    K.AA: aa(),\n    K.BB: bb(),\n}\ncccc = 1\n",
        "CCCC",
        "m.py\n@9\n+    K.CCCC: cccc(),",
    ),
    "the first member": case(
        HEAD + "X = [K.AA, K.BB]\n", *FRONT, "m.py\n@7\n-X = [K.AA, K.BB]\n+X = [K.CC, K.AA, K.BB]"
    ),
    "the first member, in another order": case(HEAD + "X = {K.BB: 1, K.AA: 1}\n", *FRONT, "m.py 6:14"),
    "the first member, a branch": case(
        HEAD + "if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\n", *FRONT, "m.py 6:0"
    ),
    "three operands": case(
        HEAD.replace("BB = 2", "BB = 2\n    DD = 4") + "X = y == K.AA or y == K.BB or y == K.DD\n",
        "    DD = 4",
        "    DD = 4\n    CC = 3",
        "m.py\n@8\n-X = y == K.AA or y == K.BB or y == K.DD\n"
        "+X = y == K.AA or y == K.BB or y == K.DD or y == K.CC",
    ),
    "two operators": case(
        HEAD + "X = z and (y == K.AA or y == K.BB)\n",
        "    BB = 2",
        "    BB = 2\n    CC = 3",
        "m.py\n@7\n-X = z and (y == K.AA or y == K.BB)\n+X = z and (y == K.AA or y == K.BB or y == K.CC)",
    ),
    "names in strings": case(HEAD + 'X = ["K.AA", "K.BB"]\n', "    BB = 2", "    BB = 2\n    CC = 3"),
    "some strings of a union": case(
        "type K = 'aa' | 'bb' | 'dd';\nfunction f(k: K) {\n  return ['aa', 'bb'];\n}\n",
        "type K = 'aa' | 'bb' | 'dd';",
        "type K = 'aa' | 'bb' | 'dd' | 'cc';",
        path="m.ts",
    ),
    "a list of fields that are not alike": case(
        RECORD + "def f(p: P):\n    return [g(p.aa), p.bb]\n", *NEW_FIELD
    ),
    "400 mentions": case(
        RECORD + "def f(p: P):\n    return [p.aa, p.bb]\n" + "x.aa\n" * 396,
        *NEW_FIELD,
        "m.py\n@7\n-    return [p.aa, p.bb]\n+    return [p.aa, p.bb, p.cc]",
    ),
    "more mentions": case(RECORD + "def f(p: P):\n    return [p.aa, p.bb]\n" + "x.aa\n" * 397, *NEW_FIELD),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_added_members(name: str) -> None:
    assert run(MEMBERS[name], "member-added") == MEMBERS[name].expected


PROTOCOL = "class I(Protocol):\n    def aa(self): ...\n    def bb(self): ...\n\n"
NEW_METHOD = ("    def bb(self): ...", "    def bb(self): ...\n    def cc(self): ...")
GO = "package m\n\ntype I interface {\n\tAa(n int)\n\tBb()\n}\n\n"
IMPLEMENTATIONS = {
    "another text that begins with the class": RuleCase(
        {"m.py": PROTOCOL, "n.py": "class X(I):\n    def aa(self):\n        return 1\n"},
        (NEW_METHOD,),
        ["n.py 2:16"],
    ),
    "another text with the second method only": RuleCase(
        {"m.py": PROTOCOL, "n.py": "class X(I):\n    def bb(self):\n        return 1\n"},
        (NEW_METHOD,),
        ["n.py 2:16"],
    ),
    "another text that does not name the interface": RuleCase(
        {"m.go": GO, "n.go": "package m\n\nfunc (x X) Aa(n int) {}\n\nfunc (x X) Bb() {}\n"},
        (("\tBb()", "\tBb()\n\tCc()"),),
        ["n.go 4:18"],
    ),
}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
def test_implementations(name: str) -> None:
    assert run(IMPLEMENTATIONS[name], "implementation") == IMPLEMENTATIONS[name].expected


ALL = '__all__ = ["aa", "bb"]\n\n\ndef aa(): ...\n\n\ndef bb(): ...\n'
INDEX = {
    "a name between the others": RuleCase(
        {"p/m.py": ALL.partition("\n\n\n")[2], "p/__init__.py": "from .m import aa, bb\n"},
        (("def aa(): ...", "def aa(): ...\n\n\ndef cc(): ..."),),
        ["p/__init__.py\n@1\n-from .m import aa, bb\n+from .m import aa, cc, bb"],
    ),
    "a module in snake case": RuleCase(
        {"p/on_hold.py": "\n", "p/__init__.py": "from .aa import Aa\nfrom .dd import Dd\n"},
        (("", "class OnHold: ..."),),
        ["p/__init__.py\n@2\n+from .on_hold import OnHold"],
    ),
}


@pytest.mark.parametrize("name", INDEX)
def test_index_entries(name: str) -> None:
    assert run(INDEX[name], "index-entry") == INDEX[name].expected


def test_a_definition_that_a_suggestion_removed_has_no_consequence() -> None:
    harness = RuleHarness(m__py="def gone():\n    pass\n\ngone()\na()\n")
    harness.edit("m.py", "def gone():\n    pass\n", "", EditOrigin.ACCEPTED)
    assert [one for one in harness.ask("m.py") if one.family == "removed-use"] == []


def probability(one: RuleCase, family: str, later: int = 0) -> float:
    """Return the probability of the only candidate of the family, after some more edits."""
    harness = RuleHarness()
    for path, text in one.files.items():
        harness.put(path, text + "# 0\n")
    first = next(iter(one.files))
    for old, new in one.edits:
        edit(harness, first, old, new)
    for number in range(later):
        edit(harness, first, f"# {number}", f"# {number + 1}")
    (found,) = [candidate for candidate in harness.ask(one.asked or first) if candidate.family == family]
    return found.probability


ADDED = added_member._Features


def wrote(entries: str) -> RuleCase:
    """A field of Go was declared, and an entry for it written in one literal; another literal has these entries."""
    text = "package m\n\ntype P struct {\n\tX int\n\tY int\n}\n\nvar p = P{\n\tX: 1,\n\tY: 2,\n}\n\n"
    declared = ("\tY int", "\tY int\n\tLong int")
    written = ("\tY: 2,", "\tY: 2,\n\tLong: 9,")
    return RuleCase({"m.go": f"{text}var q = P{{\n{entries}\n}}\n"}, (declared, written), [])


NEW_MEMBER = ("    BB = 2", "    BB = 2\n    CC = 3")
STRINGS = HEAD.replace("1", "'aa'").replace("2", "'bb'")
ADDED_FEATURES = {
    "a list": (case(HEAD + "X = [K.AA, K.BB]\n", *NEW_MEMBER), ADDED()),
    "a jump": (case(HEAD + "X = {K.AA: 1, K.BB: 2}\n", *NEW_MEMBER), ADDED(jump=1)),
    "a wildcard": (
        case(
            HEAD
            + "match k:\n    case K.AA:\n        go()\n    case K.BB:\n        go()\n    case _:\n        f()\n",
            *NEW_MEMBER,
        ),
        ADDED(has_wildcard=0.5),
    ),
    "no wildcard": (
        case(HEAD + "match k:\n    case K.AA:\n        go()\n    case K.BB:\n        go()\n", *NEW_MEMBER),
        ADDED(),
    ),
    "a default beside all that no member counts": (
        case(
            "enum k {\n    K_AA,\n    K_BB,\n    K_COUNT\n};\nint f(enum k k)\n{\n    switch (k) {\n"
            "    case K_AA: return 7;\n    case K_BB: return 5;\n    default: return 0;\n    }\n}\n",
            "    K_BB,",
            "    K_BB,\n    K_CC,",
            path="m.c",
        ),
        ADDED(has_wildcard=0.5, jump=1),
    ),
    "an else": (
        case(HEAD + "if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\nelse:\n    f()\n", *NEW_MEMBER),
        ADDED(has_wildcard=0.5),
    ),
    "no else": (case(HEAD + "if k == K.AA:\n    go()\nelif k == K.BB:\n    go()\n", *NEW_MEMBER), ADDED()),
    "strings": (
        case(STRINGS + "X = {'aa': 1, 'bb': 1}\n", "    BB = 'bb'", "    BB = 'bb'\n    CC = 'cc'"),
        ADDED(by_value=1),
    ),
    "a field": (case(RECORD + "def f(p: P):\n    return [p.aa, p.bb]\n", *NEW_FIELD), ADDED(is_field=1)),
    "another text": (
        RuleCase({"m.py": HEAD, "n.py": "import K\nX = [K.AA, K.BB]\n"}, (NEW_MEMBER,), []),
        ADDED(elsewhere=1),
    ),
    "an entry as it was written, beside lines that are aligned": (
        wrote("\tX: 3,\n\tY: 4,"),
        ADDED(stale=1, is_field=1, written=1),
    ),
    "an entry that follows from its siblings, not from what was written": (
        wrote("\tX: a.X,\n\tY: a.Y,"),
        ADDED(stale=1, is_field=1),
    ),
}


@pytest.mark.parametrize("name", ADDED_FEATURES)
def test_how_probable_an_added_member_is(name: str) -> None:
    one, features = ADDED_FEATURES[name]
    assert probability(one, "member-added") == pytest.approx(added_member.PROBABILITY.estimate(features))


REMOVED, RETYPED, USES = removed_member._Features, removed_member._TypeFeatures, removed_uses._Features
OTHERS = {
    "a removed entry": (
        case(HEAD + "X = {\n    K.AA: 1,\n    K.BB: 2,\n}\n", "    BB = 2", ""),
        "member-removed",
        removed_member.PROBABILITY.estimate(REMOVED()),
    ),
    "a use of a removed member": (
        case(HEAD + "f(K.BB)\n", "    BB = 2", ""),
        "member-removed",
        removed_member.PROBABILITY.estimate(REMOVED(jump=1)),
    ),
    "a removed field": (
        case(RECORD + "P(aa=1, bb=2)\n", "    bb: str", ""),
        "member-removed",
        removed_member.PROBABILITY.estimate(REMOVED(is_field=1)),
    ),
    "a removed member elsewhere": (
        RuleCase({"m.py": HEAD, "n.py": "X = {\n    K.AA: 1,\n    K.BB: 2,\n}\n"}, (("    BB = 2", ""),), []),
        "member-removed",
        removed_member.PROBABILITY.estimate(REMOVED(elsewhere=1)),
    ),
    "a retyped parameter inside": (
        case(RECORD + "    def f(self, aa: int):\n        pass\n", "    aa: int", "    aa: float"),
        "member-retyped",
        removed_member.TYPE_PROBABILITY.estimate(RETYPED()),
    ),
    "a retyped parameter outside": (
        case(RECORD + "def f(aa: int) -> P:\n    pass\n", "    aa: int", "    aa: float"),
        "member-retyped",
        removed_member.TYPE_PROBABILITY.estimate(RETYPED(is_free=1)),
    ),
    "an implementation": (
        case(PROTOCOL + "class X(I):\n    def aa(self):\n        return 1\n", *NEW_METHOD),
        "implementation",
        implementations.PROBABILITY.estimate(implementations._Features(jump=1)),
    ),
    "an implementation in Go": (
        RuleCase(
            IMPLEMENTATIONS["another text that does not name the interface"].files,
            (("\tBb()", "\tBb()\n\tCc()"),),
            [],
        ),
        "implementation",
        implementations.PROBABILITY.estimate(implementations._Features(jump=1, elsewhere=1, is_structural=1)),
    ),
    "a removed call": (
        case("def gone():\n    pass\n\ngone()\na()\n", "def gone():\n    pass\n", ""),
        "removed-use",
        removed_uses.PROBABILITY.estimate(USES(is_call=1)),
    ),
    "a removed export": (
        case("function gone() {\n}\n\nexport { gone, b };\n", "function gone() {\n}\n", "", path="m.js"),
        "removed-use",
        removed_uses.PROBABILITY.estimate(USES()),
    ),
    "an added key": (
        case("a:\n  x: 1\nb:\n  x: 3\n", "  x: 1", "  x: 1\n  z: 5", path="c.yml"),
        "sibling-key",
        sibling_keys.PROBABILITY.estimate(sibling_keys._Features(is_added=1, is_block=1)),
    ),
    "a renamed key": (
        case("- x: 1\n- x: 3\n", "- x: 1", "- w: 1", path="c.yml"),
        "sibling-key",
        sibling_keys.PROBABILITY.estimate(sibling_keys._Features()),
    ),
    "a number": (
        case("PORT = 8080\nport = 8080\n", "PORT = 8080", "PORT = 9090"),
        "value-changed",
        changed_value.PROBABILITY.estimate(changed_value._Features(is_number=1)),
    ),
    "a version in a document": (
        RuleCase(
            {"a.py": "ver = '1.4.0'\n", "b.md": "ver 1.4.0\n"}, (("ver = '1.4.0'", "ver = '1.5.0'"),), []
        ),
        "value-changed",
        changed_value.PROBABILITY.estimate(changed_value._Features(elsewhere=1, is_document=1)),
    ),
    "a counted line": (
        RuleCase({"a.yaml": "- 11\n- 12\nx\n", "b.ini": "p 11\np 12\nx\n"}, (("- 12", "- 12\n- 13"),), []),
        "counted-line",
        counted_lines.PROBABILITY.estimate(StaleFeatures(elsewhere=1)),
    ),
    "a version among others": (
        RuleCase({"a.py": "vv = '1.4.0'\nvv = '1.4.0', '1.3.0'\n"}, (("vv = '1.4.0'", "vv = '1.5.0'"),), []),
        "value-changed",
        changed_value.PROBABILITY.estimate(changed_value._Features(is_listed=1)),
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_how_probable_a_consequence_is(name: str) -> None:
    one, family, expected = OTHERS[name]
    assert probability(one, family) == pytest.approx(expected)


def test_no_text_is_compared_after_the_deadline() -> None:
    harness = RuleHarness(m__py=HEAD)
    edit(harness, "m.py", *NEW_MEMBER)
    assert len(find_member_changes(RuleContext(harness.situation("m.py")))) == 1
    assert find_member_changes(RuleContext(harness.situation("m.py", deadline=0.0))) == []


def test_a_consequence_is_less_probable_after_other_edits() -> None:
    one = case(HEAD + "X = [K.AA, K.BB]\n", *NEW_MEMBER)
    expected = added_member.PROBABILITY.estimate(ADDED(stale=2))
    assert probability(one, "member-added", later=2) == pytest.approx(expected)
