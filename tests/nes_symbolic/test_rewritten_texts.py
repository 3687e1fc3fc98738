"""Texts that are put together from pieces become interpolated strings, as two of them did."""

import pytest

from nes_symbolic.builders import line_candidate, text_of
from nes_symbolic.rule_cases import RuleCase, edit, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.symbolic.consequences.limits import MAX_REWRITE_CANDIDATES, MAX_TEXT_LINE_CHARS
from understudy.nes.symbolic.consequences.rewrites.text_compositions import convert_compositions

FAMILY = "text-rewritten"
Pair = tuple[str, str]


@pytest.mark.parametrize(
    ("family", "line", "expected"),
    [
        ("script", 'f("No " + n + "?");', "f(`No ${n}?`);"),
        ("script", "a = 'x ' + b.c(d, 'e') + f[0];", "a = `x ${b.c(d, 'e')}${f[0]}`;"),
        ("script", 'a = b + ": " + (c + 1);', "a = `${b}: ${c + 1}`;"),
        ("script", 'a = "say \\"x\\" " + b;', 'a = `say "x" ${b}`;'),
        ("script", 'f("a" + b, "c" + d);', "f(`a${b}`, `c${d}`);"),
        ("script", 'a = b + c + "x";', None),
        ("script", 'a = "b" + "c";', None),
        ("script", "a = b + c;", None),
        ("script", 'a = "`" + b;', None),
        ("script", 'a = "${x}" + b;', None),
        ("script", 'a = "x" + b * 2;', None),
        ("script", 'a = "x" + b +', None),
        ("script", 'a = "x" + await b;', None),
        ("script", 'a = new Date() + "x";', None),
        ("script", 'a = -b + "x";', None),
        ("script", 'a = "x" + "y".repeat(2);', None),
        ("python", 'f("No " + n + "?")', 'f(f"No {n}?")'),
        ("python", 'a = "x " + str(b) + ", " + str(c)', 'a = f"x {b}, {c}"'),
        ("python", 'a = "{} " + b', 'a = f"{{}} {b}"'),
        ("python", "a = \"x\" + b + 'y'", None),
        ("python", 'a = "x" + b["c"]', None),
        ("python", 'a = "%s: %d" % (b, c.d)', 'a = f"{b}: {c.d}"'),
        ("python", 'a = "%s" % b', 'a = f"{b}"'),
        ("python", 'a = "%.2f %r %03d%%" % (b, c, d)', 'a = f"{b:.2f} {c!r} {d:03d}%"'),
        ("python", 'a = "%s %s" % b', None),
        ("python", 'a = "%s" % (b, c)', None),
        ("python", 'a = "%-5s" % b', None),
        ("python", 'a = "%(x)s" % b', None),
        ("python", 'a = b % c + "%s"', None),
        ("python", 'a = "{} {}".format(b, c)', 'a = f"{b} {c}"'),
        ("python", 'a = "{1:.2f} {0}".format(b, c)', 'a = f"{c:.2f} {b}"'),
        ("python", 'a = "{} {}".format(b)', None),
        ("python", 'a = "{x}".format(x=b)', None),
        ("python", 'a = "{}".format(*b)', None),
        ("ruby", 'puts "No " + n.to_s + "?"', 'puts "No #{n}?"'),
        ("ruby", "puts 'No ' + n", None),
    ],
)
def test_an_interpolated_string_says_the_same(family: str, line: str, expected: str | None) -> None:
    assert convert_compositions(line, family) == expected


ONE: Pair = ('a = "No " + n + "?";', "a = `No ${n}?`;")
TWO: Pair = ('b = "Hello " + user.name;', "b = `Hello ${user.name}`;")


def texts(line: str, new: str = "", *, pairs: tuple[Pair, ...] = (ONE, TWO), path: str = "m.js") -> RuleCase:
    lines = [*(old for old, _ in pairs), "", line, ""]
    at = len(pairs) + 2 + line.count("\n")
    last = line.rpartition("\n")[2]
    return RuleCase({path: "\n".join(lines)}, pairs, [f"{path}\n@{at}\n-{last}\n+{new}"] if new else [])


FORMATTED: tuple[Pair, Pair] = (('a = "%s!" % n', 'a = f"{n}!"'), ('b = "%s?" % n', 'b = f"{n}?"'))
CASES = {
    "more pieces": texts('c = zip + " " + city + ", " + land;', "c = `${zip} ${city}, ${land}`;"),
    "one example": texts('c = "x" + y;', pairs=(ONE,)),
    "the same example twice": texts('c = "x" + y;', pairs=(ONE, ONE)),
    "examples that say something else": texts(
        'c = "x" + y;', pairs=(('a = "No " + n;', "a = `Nr. ${n}`;"), ('b = "Yes " + n;', "b = `Ja ${n}`;"))
    ),
    "a comment": texts('// c = "x" + y'),
    "a sum": texts("c = x + y;"),
    "the end of a longer text": texts('c = "x" +\n  "y" + z;'),
    "a text that is formatted": texts('c = "%s." % n', 'c = f"{n}."', pairs=FORMATTED, path="m.py"),
    "another way to put it together": texts('c = "x" + y', pairs=FORMATTED, path="m.py"),
    "another language": texts('c = "x" + y;', path="M.java"),
    "a long line": texts(f'c = "{"x" * MAX_TEXT_LINE_CHARS}" + y;'),
}


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_rewritten_as_two_were(name: str) -> None:
    assert run(CASES[name], FAMILY) == CASES[name].expected


def test_only_some_texts_are_proposed_at_once() -> None:
    one = texts("\n".join([f'c = "x" + y{number};' for number in range(MAX_REWRITE_CANDIDATES + 1)]))
    assert len(run(one, FAMILY)) == MAX_REWRITE_CANDIDATES


@pytest.mark.parametrize(
    ("old", "new", "is_kept"),
    [
        ('c = "x" + y + "z";', "c = `x${y}z`;", True),
        ('c = "x" + y + "z";', 'c = `x${y}` + "z";', False),
        ('c = "x" + y + "z";', 'd = "x" + y + "z";', True),
        ("c = y;", "c = `${y}`;", True),
    ],
)
def test_no_repetition_makes_half_a_template(old: str, new: str, is_kept: bool) -> None:
    harness = RuleHarness(m__js=f"{ONE[0]}\n{old}\n")
    edit(harness, "m.js", *ONE)
    lines = harness.workspace.texts["file:///project/m.js"]
    text = text_of("\n".join(lines), "file:///project/m.js", "javascript")
    candidate = line_candidate(text, 1, new)
    kept = drop_explained(RuleContext(harness.situation("m.js")), [candidate])
    assert kept == ([candidate] if is_kept else [])
