"""Calls that the user replaced by another expression: the holes of what they become are whole arguments."""

import pytest

from nes_symbolic.builders import text_of
from nes_symbolic.rule_cases import RuleCase, describe, edit, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.symbolic.consequences.limits import MAX_REWRITE_CANDIDATES
from understudy.nes.text import EditOrigin

FAMILY = "call-rewritten"
Pair = tuple[str, str]

JOINED: tuple[Pair, Pair] = (
    ('a = os.path.join(ROOT, "tiles", zoom, row)', 'a = ROOT / "tiles" / zoom / row'),
    ('b = os.path.join(ROOT, "styles", name)', 'b = ROOT / "styles" / name'),
)
COPIED: tuple[Pair, Pair] = (
    ("\tstrcpy(dev->name, name);", '\tsnprintf(dev->name, sizeof(dev->name), "%s", name);'),
    ("\tstrcpy(dev->serial, serial);", '\tsnprintf(dev->serial, sizeof(dev->serial), "%s", serial);'),
)
ASSERTED: tuple[Pair, Pair] = (
    ("assertEquals(3, cart.itemCount());", "assertThat(cart.itemCount()).isEqualTo(3);"),
    ('assertEquals("EUR", cart.currency());', 'assertThat(cart.currency()).isEqualTo("EUR");'),
)
CAPTURED: tuple[Pair, Pair] = (
    ('track("a", user, { b });', 'capture({ event: "a", user, data: { b } });'),
    ('track("c", user, d);', 'capture({ event: "c", user, data: d });'),
)
ADDED: tuple[Pair, Pair] = (("a = add(x, y)", "a = x + y"), ("b = add(z, 1)", "b = z + 1"))


def calls(pairs: tuple[Pair, ...], line: str, new: str | None, path: str = "m.py") -> RuleCase:
    text = "\n".join([*(old for old, _ in pairs), "", line, ""])
    at = len(pairs) + 2
    expected = (
        []
        if new is None
        else [f"{path} {at - 1}:{new}" if new.isdigit() else f"{path}\n@{at}\n-{line}\n+{new}"]
    )
    return RuleCase({path: text}, pairs, expected)


CASES = {
    "as many arguments": calls(JOINED, 'os.path.join(ROOT, "fonts", name)', 'ROOT / "fonts" / name'),
    "another number of arguments": calls(
        JOINED, 'c = os.path.join(ROOT, "a", "b", "c", x, y)', 'c = ROOT / "a" / "b" / "c" / x / y'
    ),
    "two arguments": calls(JOINED, "c = os.path.join(ROOT, name)", "c = ROOT / name"),
    "an argument that is a call": calls(JOINED, "c = os.path.join(ROOT, key(x, y))", "c = ROOT / key(x, y)"),
    "a string with a comma": calls(JOINED, 'c = os.path.join(ROOT, "a, b")', 'c = ROOT / "a, b"'),
    "an argument that is an operation gets brackets": calls(
        JOINED, 'c = os.path.join(ROOT, name + ".png")', 'c = ROOT / (name + ".png")'
    ),
    "one argument is no row": calls(JOINED, "c = os.path.join(ROOT)", None),
    "arguments of unknown number": calls(JOINED, "c = os.path.join(ROOT, *names)", None),
    "a named argument": calls(JOINED, "c = os.path.join(ROOT, name=x)", None),
    "another first operand than that of all examples": calls(JOINED, "c = os.path.join(base, name)", "4"),
    "a member of the result": calls(JOINED, "c = os.path.join(ROOT, name).strip()", "4"),
    "an operand of the result": calls(JOINED, 'c = "/" + os.path.join(ROOT, name)', "10"),
    "an argument of a call": calls(JOINED, "open(os.path.join(ROOT, name), 1)", "open(ROOT / name, 1)"),
    "a method of the same name": calls(JOINED, 'c = ", ".join(names, name)', None),
    "a longer path": calls(JOINED, "c = my.os.path.join(ROOT, name)", None),
    "a string with the call": calls(JOINED, 'c = "os.path.join(ROOT, name)"', None),
    "a definition": calls(ADDED, "def add(a, b):\n    pass", None),
    "one example": calls(JOINED[:1], 'os.path.join(ROOT, "fonts", zoom, row)', None),
    "the same example twice": calls((JOINED[1], JOINED[1]), "c = os.path.join(ROOT, name, x)", None),
    "examples that do not agree": calls(
        (("a = add(x, y)", "a = x + y"), ("b = add(z, 1)", "b = 1 - z")), "c = add(q, r)", None
    ),
    "other operands than in different examples": calls(ADDED, "c = add(q, r)", "c = q + r"),
    "another kind of first operand": calls(ADDED, 'c = add("q", r)', "4"),
    "two arguments are no row of any length": calls(ADDED, "c = add(q, r, s)", None),
    "two calls of a line": calls(ADDED, "c = [add(q, r), add(s, t)]", "c = [q + r, s + t]"),
    "the outer one of two calls": calls(ADDED, "c = add(q, add(s, t))", "c = q + add(s, t)"),
    "a hole that occurs twice": calls(
        COPIED,
        "\tstrcpy(dev->room, new_room);",
        '\tsnprintf(dev->room, sizeof(dev->room), "%s", new_room);',
        "m.c",
    ),
    "a hole that is longer than in the examples": calls(
        COPIED,
        "\tstrcpy(old->serial, spare->serial);",
        '\tsnprintf(old->serial, sizeof(old->serial), "%s", spare->serial);',
        "m.c",
    ),
    "a prototype": calls(COPIED, "char *strcpy(char *to, const char *from);", None, "m.c"),
    "a call in a condition": calls(ADDED, "return add(q, r)", "return q + r"),
    "arguments in another order": calls(
        ASSERTED, "assertEquals(1700, cart.total());", "assertThat(cart.total()).isEqualTo(1700);", "M.java"
    ),
    "an operation between brackets": calls(
        ASSERTED, "assertEquals(a + b, cart.total());", "assertThat(cart.total()).isEqualTo(a + b);", "M.java"
    ),
    "one argument more": calls(ASSERTED, 'assertEquals(3, cart.total(), "total");', None, "M.java"),
    "only another function": calls(
        (("a = add(x, y)", "a = plus(x, y)"), ("b = add(z, 1)", "b = plus(z, 1)")), "c = add(q, r)", None
    ),
    "a string whose words are in the new text": calls(
        (('log("a %s", x)', 'info("a", x=x)'), ('log("b %s", y)', 'info("b", x=y)')), 'log("c %s", z)', None
    ),
    "a name that is its own key": calls(
        CAPTURED, 'track("e", user, f());', 'capture({ event: "e", user, data: f() });', "m.js"
    ),
    "another value for the key": calls(
        CAPTURED, 'track("e", it.id, f);', 'capture({ event: "e", user: it.id, data: f });', "m.js"
    ),
    "the values of a type": calls(
        (("a = at(x, y);", "a = Point{y, x};"), ("b = at(y, x);", "b = Point{x, y};")),
        "c = at(p, q);",
        "c = Point{q, p};",
        "m.cpp",
    ),
    "braces without a key": calls(
        (("at(x, y);", "go({ y, x });"), ("at(y, x);", "go({ x, y });")), "at(z, y);", None, "m.js"
    ),
    "a string whose words are in the new text in another spelling": calls(
        (('ask("GET", x, y)', "get(y, x)"), ('ask("GET", z, y)', "get(y, z)")), 'ask("GET", q, r)', None
    ),
    "an argument that the new text does not have": calls(
        (("get(x, None, a)", "a.fetch(x)"), ("get(y, None, b)", "b.fetch(y)")),
        "get(z, None, c)",
        "c.fetch(z)",
    ),
    "another value of it": calls(
        (("get(x, None, a)", "a.fetch(x)"), ("get(y, None, b)", "b.fetch(y)")), "get(z, 30, c)", None
    ),
    "an operation before a member": calls(
        (("get(x, None, a)", "a.fetch(x)"), ("get(y, None, b)", "b.fetch(y)")),
        "get(z, None, c or d)",
        "(c or d).fetch(z)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_call_becomes_what_two_calls_became(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


def test_a_call_of_several_lines_is_a_jump() -> None:
    text = "\n".join([*(old for old, _ in ADDED), "", "c = add(", "    q,", "    r,", ")", ""])
    assert run(RuleCase({"m.py": text}, ADDED, []), FAMILY) == ["m.py 3:4"]


def test_the_calls_of_other_texts_follow_too() -> None:
    files = {"m.py": "\n".join([*(old for old, _ in ADDED), ""]), "n.py": "c = add(q, r)\n"}
    assert run(RuleCase(files, ADDED, []), FAMILY) == ["n.py\n@1\n-c = add(q, r)\n+c = q + r"]


def test_an_accepted_suggestion_is_no_example() -> None:
    harness = RuleHarness(m__py="\n".join([*(old for old, _ in ADDED), "c = add(q, r)", ""]))
    for (old, new), origin in zip(ADDED, (EditOrigin.TYPED, EditOrigin.ACCEPTED), strict=True):
        harness.edit("m.py", old, new, origin)
    assert [one for one in harness.ask("m.py") if one.family == FAMILY] == []


def test_only_some_calls_are_proposed_at_once() -> None:
    lines = [f"c{number} = add(q, {number})" for number in range(MAX_REWRITE_CANDIDATES + 1)]
    text = "\n".join([*(old for old, _ in ADDED), *lines, ""])
    assert len(run(RuleCase({"m.py": text}, ADDED, []), FAMILY)) == MAX_REWRITE_CANDIDATES


def test_a_call_that_the_user_has_passed_is_less_probable() -> None:
    harness = RuleHarness(m__py="a = add(x, y)\nb = add(z, 1)\nc = add(q, r)\nd = add(s, t)\ne = add(u, v)\n")
    for old, new in (*ADDED, ("d = add(s, t)", "d = s + t")):
        edit(harness, "m.py", old, new)
    found = {
        describe(harness, one).rpartition("+")[0][-2:]: one.probability
        for one in harness.ask("m.py")
        if one.family == FAMILY
    }
    assert len(found) == 2
    assert found["q "] < found["u "]


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize(
    ("line", "new", "is_kept"),
    [
        ('c = os.path.join(ROOT, "a", b)', 'c = ROOT / "a" / b', True),
        ('c = os.path.join(ROOT, "a", b, c)', 'c = ROOT / "a", b, c', False),
        ('c = os.path.join(ROOT, "a", b)', 'c = os.path.join(ROOT, "a", c)', True),
        ('c = os.path.join(ROOT, "a", b)', 'd = ROOT / "a", b', True),
        ('c = my_join(ROOT, "a", b)', 'c = ROOT / "a", b', True),
    ],
)
def test_no_repetition_takes_a_part_of_the_arguments(count: int, line: str, new: str, is_kept: bool) -> None:
    harness = RuleHarness(m__py="\n".join([*(old for old, _ in JOINED), line, ""]))
    for old, other in JOINED[:count]:
        edit(harness, "m.py", old, other)
    text = text_of("\n".join(harness.workspace.texts["file:///project/m.py"]), uri="file:///project/m.py")
    candidate = CandidateLabel("analogy", "p", "t", "why").candidate(text, 2, 1, (new,), {})
    context = RuleContext(harness.situation("m.py"))
    assert drop_explained(context, [candidate]) == ([candidate] if is_kept else [])
