"""Compares our places of a rename with the references that jedi finds, over the packages of this environment.

Run as a program for the full comparison: `python -m tests.nes_bindings.jedi_oracle --renames 500`. Jedi is a
development dependency only.
"""

import argparse
import builtins
import importlib.util
import io
import keyword
import random
import shutil
import sys
import tempfile
import time
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import jedi
import jedi.inference.references

from understudy.nes.bindings import find_all_places, origin_at
from understudy.nes.syntax import trees
from understudy.nes.text import Point, TextSnapshot

PACKAGES = (
    "click",
    "h11",
    "pluggy",
    "starlette",
    "jsonschema",
    "referencing",
    "requests",
    "uvicorn",
    "websockets",
    "packaging",
    "markdown_it",
    "tomlkit",
    "anyio",
    "httpcore2",
    "pathspec",
    "attr",
    "iniconfig",
    "importlinter",
    "jwt",
    "tenacity",
)
MAX_FILE_CHARS = 60_000
trees.PARSE_TIMEOUT_US = 10_000_000  # this is no test of speed
_SKIPPED_NAMES = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "self", "cls", "_"})
jedi.inference.references._PARSED_FILE_LIMIT = 100_000  # type: ignore[attr-defined]
jedi.inference.references._OPENED_FILE_LIMIT = 100_000  # type: ignore[attr-defined]


class Place(NamedTuple):
    path: str
    line: int
    column: int


class Rename(NamedTuple):
    """One name of a package, what we would rename and what jedi would."""

    package: str
    name: str
    at: Place
    ours: frozenset[Place]
    theirs: frozenset[Place]
    seconds: float


class FolderTexts:
    """The Python files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.by_uri: dict[str, TextSnapshot] = {}
        self.sources: dict[str, str] = {}
        self._names: dict[str, set[tuple[int, int]]] = {}
        for path in sorted(folder.rglob("*.py")):
            source = path.read_text("utf-8", errors="replace")
            if len(source) > MAX_FILE_CHARS or "\f" in source or "\r" in source:
                path.unlink()  # so that both see the same files
                continue
            uri = path.as_uri()
            self.sources[uri] = source
            self.by_uri[uri] = TextSnapshot(uri, "python", source.split("\n"))

    def names(self, uri: str) -> set[tuple[int, int]]:
        """Return where the names of a text are."""
        if uri not in self._names:
            self._names[uri] = {(line, column) for _, line, column in identifiers(self.sources[uri])}
        return self._names[uri]

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self.by_uri.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found = [
            self.by_uri[uri]
            for uri, source in self.sources.items()
            if uri != near and any(text in source for text in literals)
        ]
        return found[:max_texts]


def identifiers(source: str) -> list[tuple[str, int, int]]:
    """Return the names of a text with their lines and columns, from 0."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return []
    return [
        (one.string, one.start[0] - 1, one.start[1])
        for one in tokens
        if one.type == tokenize.NAME
        and one.string not in _SKIPPED_NAMES
        and not (one.string.startswith("__") and one.string.endswith("__"))
    ]


def our_places(texts: FolderTexts, name: str, uri: str, line: int, column: int) -> frozenset[Place]:
    snapshot = texts.by_uri[uri]
    origin = origin_at(snapshot, name, Point(line, column), texts)
    if origin is None:
        return frozenset()
    found = find_all_places(origin.snapshot, origin.binding, texts)
    return frozenset(
        Place(one.uri, one.occurrence.line, one.occurrence.column) for one in found if one.is_certain
    )


def without_strings(texts: FolderTexts, places: frozenset[Place]) -> frozenset[Place]:
    """Return the places that are not in a string, such as `__all__` or an annotation: jedi does not look there."""
    return frozenset(one for one in places if (one.line, one.column) in texts.names(one.path))


def jedi_places(folder: Path, project: jedi.Project, name: str, uri: str, at: Place) -> frozenset[Place]:
    """Return the references by jedi; empty if the name is not defined in the folder."""
    path = Path(uri.removeprefix("file://"))
    script = jedi.Script(path=path, project=project)
    definitions = script.goto(at.line + 1, at.column, follow_imports=True)
    inside = [one for one in definitions if one.module_path and folder in Path(one.module_path).parents]
    if not inside or any(one.name != name or one.type == "module" for one in definitions):
        return frozenset()
    references = script.get_references(at.line + 1, at.column, include_builtins=False)
    return frozenset(
        Place(Path(one.module_path).as_uri(), one.line - 1, one.column)
        for one in references
        if one.module_path and folder in Path(one.module_path).parents and one.name == name
    )


def compare_package(package: str, count: int, seed: str, folder: Path) -> Iterator[Rename]:
    """Yield renames of random names of a package."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    source = Path(spec.submodule_search_locations[0])
    shutil.copytree(
        source, folder / package, ignore=shutil.ignore_patterns("*.pyc", "*.pyi", "*.so", "tests")
    )
    texts = FolderTexts(folder)
    project = jedi.Project(folder, sys_path=[str(folder), *sys.path], smart_sys_path=False)
    chosen = random.Random(seed)
    uris = sorted(texts.by_uri)
    done = 0
    for _ in range(count * 6):
        if done >= count:
            return
        uri = chosen.choice(uris)
        names = identifiers(texts.sources[uri])
        if not names:
            continue
        name, line, column = chosen.choice(names)
        at = Place(uri, line, column)
        try:
            theirs = jedi_places(folder, project, name, uri, at)
        except (RecursionError, AttributeError, ValueError, KeyError, AssertionError) as error:
            print(f"jedi fails at {at}: {type(error).__name__}", file=sys.stderr)
            continue
        if at not in theirs:
            continue
        started = time.process_time()
        ours = our_places(texts, name, uri, line, column)
        seconds = time.process_time() - started
        ours = (ours & theirs) | without_strings(texts, ours)
        yield Rename(package, name, at, ours, theirs, seconds)
        done += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renames", type=int, default=500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", type=int, default=0, help="how many disagreements are printed")
    parser.add_argument("--packages", default=",".join(PACKAGES))
    arguments = parser.parse_args()
    packages = arguments.packages.split(",")
    totals: Counter[str] = Counter()
    shown = 0
    for index, package in enumerate(packages):
        share = arguments.renames * (index + 1) // len(packages) - arguments.renames * index // len(packages)
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary).resolve()
            figures: Counter[str] = Counter()
            for one in compare_package(package, share, f"{arguments.seed}-{package}", folder):
                figures["renames"] += 1
                figures["right"] += len(one.ours & one.theirs)
                figures["ours"] += len(one.ours)
                figures["theirs"] += len(one.theirs)
                figures["exact"] += one.ours == one.theirs
                figures["us"] += int(one.seconds * 1e6)
                if one.ours != one.theirs and shown < arguments.show:
                    shown += 1
                    show(one)
            totals += figures
            print(package, dict(figures), flush=True)
    print(
        f"{totals['renames']} renames: precision {totals['right'] / max(1, totals['ours']):.4f}, "
        f"recall {totals['right'] / max(1, totals['theirs']):.4f}, exact {totals['exact'] / totals['renames']:.3f}"
    )


def show(one: Rename) -> None:
    print(f"== {one.package} {one.name} at {one.at.path.rpartition('/')[2]}:{one.at.line + 1}")
    for sign, places in (("+", one.ours - one.theirs), ("-", one.theirs - one.ours)):
        for place in sorted(places)[:6]:
            lines = Path(place.path.removeprefix("file://")).read_text().split("\n")
            file = place.path.rpartition("/")[2]
            print(f"   {sign} {file}:{place.line + 1}:{place.column} {lines[place.line].strip()[:100]}")


if __name__ == "__main__":
    main()
