"""Which occurrences of a name are uses of it by itself, and no keys, attributes, fields or members."""

import pytest

from nes_symbolic.builders import text_of
from understudy.nes.symbolic.consequences.rule_context import SourceText


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("javascript", {"o = { n: 1 };": 0, "n(1);": 1, "x.n();": 0, "f({ n });": 1, "f({ a: n });": 1}),
        ("javascript", {"const { n: t } = o;": 0, "[...n].map(f);": 1, "module.exports = { n };": 1}),
        ("typescriptreact", {'a = <A n="1" />;': 0, "b = <A n={n} />;": 1, "interface B { n: string }": 0}),
        ("typescript", {"class C { n = 1; }": 0, "type T = { n?: number };": 0, "let a: n;": 1}),
        ("typescript", {'import { n } from "./n";': 0, "n();": 1, "f({ n: 1 });": 0}),
        ("typescript", {"function f(n: number) { return n; }": 0, "n();": 1}),
        ("go", {"package a": 0, "type A struct { n int }": 0, "var a = A{n: 1}": 0, "var b = n(2)": 1}),
        ("python", {"f(n=1)": 0, "f(a=n)": 1, "class A:": 0, "    n = 1": 0, 'd = {"n": n}': 1, "x.n": 0}),
        ("rust", {"struct A { n: u8 }": 0, "fn f() { g(A { n: 1 }); n(1); }": 1}),
        ("rust", {'fn f() { println!("{}", n(1)); }': 1}),
        ("java", {"class A { int n; void f() { this.n = 1; n(2); } }": 1}),
        ("c", {"struct a { int n; };": 0, "struct a b = { .n = 1 };": 0, "int c = n(1);": 1}),
        ("ruby", {"f(n: 1)": 0, "n(2)": 1, "a = { n: 2 }": 0}),
        # with errors, only the characters before it count
        ("javascript", {"o = { n: 1 };": 1, "f(((;": 0}),
    ],
)
def test_the_uses_of_a_name_by_itself(language: str, lines: dict[str, int]) -> None:
    uses = SourceText(text_of("\n".join(lines), language=language)).unqualified_uses("n")
    assert {line: sum(use.line == at for use in uses) for at, line in enumerate(lines)} == lines
