"""Type aliases of C++ with `using` in place of `typedef`: the other ones of the text follow."""

import pytest

from nes_symbolic.builders import text_of
from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

SHOWN = ("typedef int Size;", "using Size = int;")


def follows(line: str, shown: tuple[str, str] = SHOWN, path: str = "a.hpp") -> str:
    found = run(RuleCase({path: f"{shown[0]}\nx();\n{line}\n"}, (shown,), []), "alias-rewritten")
    return found[0].split("\n+")[1] if found else ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("typedef unsigned long Big;", "using Big = unsigned long;"),
        (
            "    typedef std::map<Key, Value> Table;  // by key",
            "    using Table = std::map<Key, Value>;  // by key",
        ),
        ("typedef std::map<Key, std::pair<A, B>> Table;", "using Table = std::map<Key, std::pair<A, B>>;"),
        ("typedef char *Text;", "using Text = char *;"),
        ("typedef const Node& Ref;", "using Ref = const Node&;"),
        ("typedef void (*Handler)(int, char);", "using Handler = void (*)(int, char);"),
        ("typedef int (Grid::*Method)();", "using Method = int (Grid::*)();"),
        ("typedef void Callback(int);", "using Callback = void(int);"),
        ("typedef int Row[8][2];", "using Row = int[8][2];"),
        ("typedef int (&Rows)[8];", "using Rows = int (&)[8];"),
        ("typedef int A, *B;", ""),
        ("typedef struct node Node;", ""),
        ("typedef int;", ""),
        ("// typedef int A;", ""),
        ("int typedef_count;", ""),
    ],
)
def test_the_other_aliases(line: str, expected: str) -> None:
    assert follows(line) == expected


def test_what_shows_nothing() -> None:
    assert follows("typedef int A;", ("typedef int Size;", "using Size = long;")) == ""
    assert follows("typedef int A;", ("typedef int Size;", "x();")) == ""
    assert follows("typedef int A;", path="a.c") == ""


@pytest.mark.parametrize(
    ("new", "stays"),
    [
        ("using Table = std::map<Key, Value>;", True),
        ("using Key = std::map<Table, Value>;", False),
        ("typedef std::map<Key, Other> Table;", True),
        ("", True),
    ],
)
def test_repetitions_that_make_something_else_of_an_alias(new: str, *, stays: bool) -> None:
    text = f"{SHOWN[0]}\ntypedef std::map<Key, Value> Table;\n"
    harness = RuleHarness(a__hpp=text)
    context = RuleContext(harness.situation("a.hpp"))
    one = CandidateLabel("analogy", "p", "t", "why").candidate(
        text_of(text, uri="file:///project/a.hpp", language="cpp"), 1, 1, (new,) if new else (), {}
    )
    assert drop_explained(context, [one]) == [one]
    harness.edit("a.hpp", *SHOWN)
    context = RuleContext(harness.situation("a.hpp"))
    assert drop_explained(context, [one]) == ([one] if stays else [])
