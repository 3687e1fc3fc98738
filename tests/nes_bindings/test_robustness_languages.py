"""Bindings of odd and broken texts in Go, Rust, Java, C, C++ and Ruby: no text makes a search raise."""

import random
import re

import pytest

from nes_bindings import test_c_family, test_go, test_java, test_ruby, test_rust
from nes_bindings.marked_texts import FOLDER, Texts, parse_marked
from understudy.nes.bindings import find_all_places, origin_at, resolver_for
from understudy.nes.text import Point, TextSnapshot

LANGUAGES = {
    "go": ("main.go", list(test_go.CASES.values())),
    "rust": ("src/main.rs", list(test_rust.CASES.values())),
    "java": ("A.java", list(test_java.CASES.values())),
    "c": ("main.c", list(test_c_family.C_CASES.values())),
    "cpp": ("main.cpp", list(test_c_family.CPP_CASES.values())),
    "ruby": ("main.rb", list(test_ruby.CASES.values())),
}
_SNIPPETS = (
    *(
        "",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ":",
        "::",
        ";",
        ",",
        ".",
        "->",
        " = ",
        " := ",
        "\n",
        '"',
        "'",
    ),
    *(
        "struct ",
        "class ",
        "fn ",
        "func ",
        "def ",
        "end\n",
        "impl ",
        "enum ",
        "import ",
        "use ",
        "@",
        "&",
        "*",
        "é",
    ),
)
_WORD = re.compile(r"[^\W\d]\w*")


def _mutated(source: str, chosen: random.Random) -> str:
    for _ in range(chosen.randrange(1, 8)):
        start = chosen.randrange(len(source) + 1)
        end = min(len(source), start + chosen.choice((0, 0, 1, 3, 20, 100)))
        source = source[:start] + chosen.choice(_SNIPPETS) + source[end:]
    return source


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(15))
def test_mutated_texts(language: str, seed: int) -> None:
    path, cases = LANGUAGES[language]
    chosen = random.Random(seed)
    parts = [parse_marked(case, path, language)[0] for case in chosen.sample(cases, 2)]
    lines = [line for texts in parts for one in texts.by_uri.values() for line in one.lines]
    mutated = _mutated("\n".join(lines), chosen)
    snapshot = TextSnapshot(FOLDER + path, language, mutated.split("\n"), seed + 1)
    texts = Texts([snapshot])
    resolver = resolver_for(snapshot)
    assert resolver is not None
    for name in sorted(set(_WORD.findall(mutated))):
        found = resolver.resolve(name)
        places = [one for binding in found.bindings for one in binding.occurrences]
        places += [*found.free, *(use.occurrence for use in found.members)]
        for one in places:
            assert snapshot.lines[one.line][one.column : one.end_column] == name
        for one in places[:2]:
            origin = origin_at(snapshot, name, Point(one.line, one.column), texts)
            if origin is not None:
                find_all_places(origin.snapshot, origin.binding, texts)


ODD_TEXTS = {
    "go": (
        "package p\nvar a = b\nvar b = a\nfunc f() { a.x.y = b.x }\ntype T T\n"
        "type U struct { U }\nfunc (u U) U() { u.U.U() }",
        "package p\nx := x.x\nfunc (",
    ),
    "rust": (
        "type A = B;\ntype B = A;\nfn f(a: A) { a.x; }\ntrait T: T {}\n"
        "impl T for T { fn f() {} }\nuse self::self as x;",
        "fn f() { let x = x.x; x.x() ; } impl",
    ),
    "java": (
        "class A extends B { int x; } class B extends A { int y() { return x + this.y().x; } }",
        "class A { var x = x.x(); A( }",
    ),
    "c": (
        "typedef a b; typedef b a; struct s { struct s s; }; int f(a x) { return x.s.s; }\n"
        "struct t t = { .t = { .t = t",
        "int f(int (*f)(int f",
    ),
    "cpp": (
        "class A : B {}; class B : A { int x; A::B::A b; }; void A::B::f() { auto x = x; x.x(); }\n"
        "namespace n { namespace n {",
        "template <typename T class",
    ),
    "ruby": (
        "class A < B\nend\nclass B < A\n  def x\n    x = x.x\n    @x.x\n  end\nend\nA::B::A.x",
        "def x(x: x\n  x { |x| x",
    ),
}


@pytest.mark.parametrize(
    ("language", "source"), [(key, one) for key, both in ODD_TEXTS.items() for one in both]
)
def test_odd_texts(language: str, source: str) -> None:
    path, _ = LANGUAGES[language]
    texts, _ = parse_marked(source, path, language)
    (snapshot,) = texts.by_uri.values()
    resolver = resolver_for(snapshot)
    assert resolver is not None
    for name in sorted(set(_WORD.findall(source))):
        for binding in resolver.resolve(name).bindings:
            find_all_places(snapshot, binding, texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_names_have_bindings_is_known_before_they_are_resolved(language: str) -> None:
    name, cases = LANGUAGES[language]
    seen: set[bool] = set()
    for marked in cases:
        for snapshot in parse_marked(marked, name, language)[0].by_uri.values():
            words = sorted(set(re.findall(r"[^\W\d]\w*", "\n".join(snapshot.lines))))
            for word in words:
                asked, other = (resolver_for(snapshot._replace(variant=f"#{n}-{word}")) for n in range(2))
                assert asked is not None
                assert other is not None
                has_bindings = asked.has_bindings(word)
                assert has_bindings == bool(other.resolve(word).bindings), word
                assert asked.resolve(word).free == other.resolve(word).free
                seen.add(has_bindings)
    assert seen == {False, True}
