"""Bindings of odd, broken and long texts of TypeScript and JavaScript: none makes a search raise or take long."""

import random
import re
from pathlib import Path

import pytest

from nes_bindings.marked_texts import FOLDER, Texts, mutated
from understudy.nes.bindings import find_all_places, origin_at, resolver_for
from understudy.nes.text import Point, TextSnapshot

PAGE = Path(__file__).parents[2] / "web" / "src"
SOURCES = sorted(path for path in PAGE.rglob("*.ts*") if path.stat().st_size < 12_000)
_SNIPPETS = (
    *"(){}[]<>.:;,=`'\"\n#@?!|&",
    "=>",
    "${",
    "...",
    "const ",
    "export default ",
    "import { ",
    "class ",
    "interface ",
    "type T = ",
    "require(",
    "é",
    "<T>",
    "this.",
    "/** @param {",
)
_WORD = re.compile(r"[^\W\d]\w*")


def _check(snapshot: TextSnapshot, texts: Texts, names: list[str]) -> None:
    """Resolve names, and check that each occurrence is the name, and is in two bindings only as a shorthand."""
    resolver = resolver_for(snapshot)
    if resolver is None:
        return
    for name in names:
        found = resolver.resolve(name)
        places = [one for binding in found.bindings for one in binding.occurrences]
        places += [*found.free, *(use.occurrence for use in found.members)]
        plain = [one for one in places if one.role != "shorthand"]
        assert len(plain) == len({(one.line, one.column) for one in plain})
        for one in places:
            assert snapshot.lines[one.line][one.column : one.end_column] == name
        for one in places[:3]:
            origin = origin_at(snapshot, name, Point(one.line, one.column), texts)
            if origin is not None:
                find_all_places(origin.snapshot, origin.binding, texts)


@pytest.mark.parametrize("seed", range(60))
def test_mutated_texts(seed: int) -> None:
    chosen = random.Random(seed)
    suffix = chosen.choice((".ts", ".tsx", ".js"))
    snapshots = [
        TextSnapshot(
            f"{FOLDER}{path.stem}{suffix}",
            "",
            mutated(path.read_text(), chosen, _SNIPPETS).split("\n"),
            seed + 1,
        )
        for path in chosen.sample(SOURCES, 3)
    ]
    words = sorted({word for line in snapshots[0].lines for word in _WORD.findall(line)})
    _check(snapshots[0], Texts(snapshots), chosen.sample(words, min(12, len(words))))


ODD_TEXTS = {
    "empty": "",
    "only a name": "total",
    "members without a receiver": ".total\ntotal.\n?.total",
    "a class that extends itself": "class A extends A { total = 1 }\nnew A().total",
    "classes that extend each other": "class A extends B { total }\nclass B extends A { total }\nnew B().total",
    "a type of itself": "type A = A;\nlet a: A; a.total\ninterface B extends B { total: B['total'] }",
    "types of each other": "type A = B | C;\ntype B = A & C;\ntype C = A['total'];\nlet a: A; a.total.total",
    "a variable of its own": "let total = total.total;\ntotal = total ?? total.total;\nconst {total: x} = x;",
    "a function that returns itself": "function total() { return total().total; }\ntotal().total",
    "a literal of its own type": "const total: typeof total = { total: { total } };\ntotal.total",
    "a long chain": "total" + ".total" * 300,
    "a long call chain": "total" + ".total()" * 300,
    "deep brackets": "(" * 300 + "total" + ")" * 300,
    "deep literals": "let total = " + "{total: [" * 150 + "total" + "]}" * 150 + "; total.total",
    "deep functions": "".join(f"function f{n}(total) {{ " for n in range(150)) + "total" + "}" * 150,
    "deep patterns": "const " + "{total: [" * 120 + "total" + "]}" * 120 + " = total;",
    "a wide union": "type U = "
    + " | ".join(f"{{ kind: 'k{n}'; total: U }}" for n in range(300))
    + ";\nlet u: U; u.total",
    "a half-typed import": "import { total, } fro\nimport total\nexport { total as\nexport * from\ntotal",
    "half-typed members": "class A { total(; private #total = ; constructor(private total\n this.total",
    "half-typed types": "interface A extends { total: \ntype total<T extends = ;\nlet x: total<",
    "half-typed markup": "const a = <Total total={total total= />; <Total.total",
    "module members": "module.exports = { total, ...total }; exports.total = total; require('./main').total",
    "a decorator": "@total() class A { @total total() {} }",
    "comments": "/** @param {total} total @returns {total} */\nfunction total(total) { return total.total; }",
}


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
@pytest.mark.parametrize("source", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
def test_odd_texts(source: str, suffix: str) -> None:
    snapshot = TextSnapshot(f"{FOLDER}main{suffix}", "", source.split("\n"))
    _check(snapshot, Texts([snapshot]), ["total", "#total", "A", "x", "kind", "Total", ""])
