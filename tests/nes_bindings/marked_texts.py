"""Source texts with marked names, and the bindings that are expected in them.

`[[a:total]]` marks an occurrence of the name `total` in the group `a`; `[[a?:total]]` one that is only likely. From
each occurrence of a group that is not likely only, all others of the group must be found, and nothing else.
`[[a+b:total]]` is a shorthand: the variable of group `a` and the member of group `b`. A line `--- models.py` begins
another text.
"""

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from understudy.nes.bindings import find_all_places, origin_at
from understudy.nes.text import Point, TextSnapshot

__all__ = ["Texts", "assert_groups", "parse_marked"]

_MARK = re.compile(r"\[\[([\w+]+)(\??):([^\]]+?)\]\]")
FOLDER = "file:///project/"


class Place(NamedTuple):
    uri: str
    line: int
    column: int


class Texts:
    """The texts of a workspace in memory."""

    def __init__(self, snapshots: Sequence[TextSnapshot]) -> None:
        self.by_uri = {one.uri: one for one in snapshots}

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self.by_uri.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        return [
            one
            for one in self.by_uri.values()
            if one.uri != near and any(text in line for text in literals for line in one.lines)
        ][:max_texts]


class Group(NamedTuple):
    name: str
    certain: list[Place]
    likely: list[Place]
    shorthands: set[Place]
    """Where the group is the member of a shorthand: the place itself stands for the variable."""


def parse_marked(marked: str, path: str, language: str) -> tuple[Texts, dict[str, Group]]:
    """Return the texts without the marks, and the groups by their label."""
    groups: dict[str, Group] = {}
    snapshots: list[TextSnapshot] = []
    parts = re.split(r"(?m)^--- (\S+)\n", marked)
    named = [(path, parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]
    for name, text in named:
        if not text.strip():
            continue
        uri, lines = FOLDER + name, list[str]()
        for number, line in enumerate(text.split("\n")):
            plain, at = "", 0
            for mark in _MARK.finditer(line):
                plain += line[at : mark.start()]
                for label in mark[1].split("+"):
                    group = groups.setdefault(label, Group(mark[3], [], [], set()))
                    assert group.name == mark[3], f"group {label} has two names"
                    place = Place(uri, number, len(plain))
                    (group.likely if mark[2] else group.certain).append(place)
                    if label != mark[1].split("+")[0]:
                        group.shorthands.add(place)
                plain += mark[3]
                at = mark.end()
            lines.append(plain + line[at:])
        snapshots.append(TextSnapshot(uri, language, lines))
    return Texts(snapshots), groups


def found_places(texts: Texts, name: str, place: Place) -> tuple[set[Place], set[Place]]:
    """Return the certain and the likely places of the name at a place."""
    snapshot = texts.by_uri[place.uri]
    origin = origin_at(snapshot, name, Point(place.line, place.column), texts)
    if origin is None:
        return set(), set()
    found = find_all_places(origin.snapshot, origin.binding, texts)
    result: tuple[set[Place], set[Place]] = (set(), set())
    for one in found:
        result[not one.is_certain].add(Place(one.uri, one.occurrence.line, one.occurrence.column))
    return result


def assert_groups(marked: str, path: str = "main.py", language: str = "python") -> None:
    """Check that each group of the marked texts is found from each of its certain occurrences."""
    texts, groups = parse_marked(marked, path, language)
    for label, group in groups.items():
        assert group.certain, f"group {label} has no certain place"
        for place in group.certain:
            if place in group.shorthands:
                continue
            certain, likely = found_places(texts, group.name, place)
            where = f"group {label} from {place}"
            missing, wrong = set(group.certain) - certain, certain - set(group.certain)
            assert not missing, f"{where}: missing {sorted(missing)}"
            assert not wrong, f"{where}: wrong {sorted(wrong)}"
            assert sorted(likely) == sorted(set(group.likely)), where


def mutated(source: str, chosen: random.Random, snippets: Sequence[str]) -> str:
    """Return the text after a few random cuts and insertions."""
    for _ in range(chosen.randrange(1, 8)):
        start = chosen.randrange(len(source) + 1)
        end = min(len(source), start + chosen.choice((0, 0, 1, 3, 20, 200)))
        source = source[:start] + chosen.choice(("", *snippets)) + source[end:]
    return source
