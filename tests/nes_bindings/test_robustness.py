"""Bindings of odd, broken and long texts: no text makes a search raise or take long."""

import random
import re
from pathlib import Path

import pytest

import understudy.nes.bindings
from nes_bindings.marked_texts import FOLDER, Texts, mutated
from understudy.nes.bindings import find_all_places, origin_at, resolver_for
from understudy.nes.bindings.limits import MAX_OCCURRENCES
from understudy.nes.text import Point, TextSnapshot

SOURCES = sorted(Path(understudy.nes.bindings.__file__).parent.rglob("*.py"))
_SNIPPETS = (
    "(",
    ")",
    ":",
    "\n",
    "    ",
    '"',
    "'''",
    "{",
    "}",
    ".",
    " = ",
    "def ",
    "class ",
    "\\",
    "é",
    "import ",
)
_WORD = re.compile(r"[^\W\d]\w*")


def _check(snapshot: TextSnapshot, texts: Texts, names: list[str]) -> None:
    """Resolve names, and check that each occurrence is the name and belongs to one binding only."""
    resolver = resolver_for(snapshot)
    if resolver is None:
        return
    for name in names:
        found = resolver.resolve(name)
        places = [one for binding in found.bindings for one in binding.occurrences]
        places += [*found.free, *(use.occurrence for use in found.members)]
        assert len(places) == len({(one.line, one.column) for one in places})
        for one in places:
            assert snapshot.lines[one.line][one.column : one.end_column] == name
        for one in places[:3]:
            origin = origin_at(snapshot, name, Point(one.line, one.column), texts)
            if origin is not None:
                find_all_places(origin.snapshot, origin.binding, texts)


@pytest.mark.parametrize("seed", range(40))
def test_mutated_texts(seed: int) -> None:
    chosen = random.Random(seed)
    paths = chosen.sample(SOURCES, 3)
    snapshots = [
        TextSnapshot(
            FOLDER + path.name, "python", mutated(path.read_text(), chosen, _SNIPPETS).split("\n"), seed + 1
        )
        for path in paths
    ]
    texts = Texts(snapshots)
    words = sorted({word for line in snapshots[0].lines for word in _WORD.findall(line)})
    _check(snapshots[0], texts, chosen.sample(words, min(12, len(words))))


ODD_TEXTS = {
    "empty": "",
    "only a name": "total",
    "an attribute without a receiver": ".total\ntotal.",
    "a class that inherits from itself": "class A(A):\n    total = 1\nA.total\n",
    "classes that inherit from each other": "class A(B):\n    total = 1\nclass B(A):\n    total = 2\nB.total\n",
    "a variable of its own type": "total = total.total\ntotal.total()\ntotal = total\n",
    "a function that returns itself": "def total():\n    return total()\ntotal().total\n",
    "a long chain": "total" + ".total" * 400,
    "deep brackets": "(" * 300 + "total" + ")" * 300,
    "deep functions": "\n".join(" " * depth + f"def f{depth}(total):" for depth in range(100)),
    "many assignments": "\n".join(f"total = total.a{n} or total" for n in range(300)) + "\ntotal.total",
    "an import of itself": "from main import total\nfrom .main import *\ntotal()\n",
    "a half-typed import": "from . import\nimport \nfrom x import total as\ntotal",
    "a half-typed call": "def total(total=\ntotal(total=",
    "a half-typed pattern": "match total:\n    case total(total=",
    "a form feed": "\ftotal = 1\n",
}


@pytest.mark.parametrize("source", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
def test_odd_texts(source: str) -> None:
    snapshot = TextSnapshot(FOLDER + "main.py", "python", source.split("\n"))
    _check(snapshot, Texts([snapshot]), ["total", "A", "x", "main", ""])


def test_names_beyond_ascii() -> None:
    snapshot = TextSnapshot(FOLDER + "names.py", "python", ["größe = 1  # größe", "print('é', größe)"])
    resolver = resolver_for(snapshot)
    assert resolver is not None
    (binding,) = resolver.resolve("größe").bindings
    assert [(one.line, one.column) for one in binding.occurrences] == [(0, 0), (1, 11)]


def test_a_name_with_too_many_occurrences_is_cut() -> None:
    lines = ["total = 1", *["total.x"] * (MAX_OCCURRENCES + 10)]
    resolver = resolver_for(TextSnapshot(FOLDER + "many.py", "python", lines))
    assert resolver is not None
    (binding,) = resolver.resolve("total").bindings
    assert len(binding.occurrences) == MAX_OCCURRENCES


def test_a_language_without_rules_has_no_bindings() -> None:
    assert resolver_for(TextSnapshot(FOLDER + "a.md", "markdown", ["total"])) is None


def test_a_changed_text_is_resolved_again() -> None:
    first = TextSnapshot(FOLDER + "same.py", "python", ["total = 1"], 1)
    second = TextSnapshot(FOLDER + "same.py", "python", ["total = 1", "total"], 2)
    for snapshot, count in ((first, 1), (second, 2), (first, 1)):
        resolver = resolver_for(snapshot)
        assert resolver is not None
        assert resolver_for(snapshot) is resolver
        assert len(resolver.resolve("total").bindings[0].occurrences) == count


def test_a_document_that_changed_in_place_is_read_again() -> None:
    lines = ["def f():", "    pass", "", "f()"]
    snapshot = TextSnapshot("file:///changed.py", "python", lines, 1)
    first = resolver_for(snapshot)
    assert first is not None
    lines[3] = "x = f()"
    second = resolver_for(snapshot._replace(version=2))
    assert second is not None
    assert [one.column for one in second.resolve("f").bindings[0].occurrences] == [4, 4]
