"""Compares our places of a rename with the references by jedi, over the packages of this environment.

Run as a program for the full comparison: `python -m tests.nes_bindings.python_oracles --renames 500`. Where we and
jedi disagree, basedpyright decides: a place is wrong if neither has it, and missing if both have it. Both are
development dependencies only.
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
from typing import Any, NamedTuple
from unittest.mock import patch

import jedi  # pyright: ignore[reportMissingTypeStubs]
import jedi.inference.references  # pyright: ignore[reportMissingTypeStubs]
from tests.nes_bindings.pyright_oracle import PyrightServer

from understudy.nes.bindings import definition_search, find_all_places, origin_at
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
_SKIPPED_NAMES = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "self", "cls", "_"})
jedi.inference.references.__dict__.update(_PARSED_FILE_LIMIT=100_000, _OPENED_FILE_LIMIT=100_000)


class Place(NamedTuple):
    path: str
    line: int
    column: int


class Rename(NamedTuple):
    """One name of a package, what we would rename and what the oracles would."""

    package: str
    name: str
    at: Place
    ours: frozenset[Place]
    by_jedi: frozenset[Place]
    by_pyright: frozenset[Place]
    """The same as `by_jedi` without a decision."""
    overriding: frozenset[Place]
    """Our places of a member of another class that it overrides or that overrides it. The oracles keep these
    apart, but they have to be renamed together: only the two of them as a whole are a program that works."""
    seconds: float
    texts: "FolderTexts"

    @property
    def wrong(self) -> frozenset[Place]:
        return self.ours - self.by_jedi - self.by_pyright - self.overriding

    @property
    def missing(self) -> frozenset[Place]:
        return (self.by_jedi & self.by_pyright) - self.ours


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


def our_places(texts: FolderTexts, name: str, at: Place) -> frozenset[Place]:
    """Return our certain places of the name at a place."""
    with patch.object(definition_search, "MAX_PROJECT_CHARS", 1 << 30):  # all texts in one search
        origin = origin_at(texts.by_uri[at.path], name, Point(at.line, at.column), texts)
        if origin is None:
            return frozenset()
        found = find_all_places(origin.snapshot, origin.binding, texts)
    return frozenset(
        Place(one.uri, one.occurrence.line, one.occurrence.column) for one in found if one.is_certain
    )


def without_strings(texts: FolderTexts, places: frozenset[Place]) -> frozenset[Place]:
    """Return the places that are not in a string, such as `__all__` or an annotation: jedi does not look there."""
    return frozenset(one for one in places if (one.line, one.column) in texts.names(one.path))


def jedi_places(folder: Path, jedi_project: jedi.Project, name: str, at: Place) -> frozenset[Place]:
    """Return the references by jedi; empty if the name is not defined in the folder, or jedi fails."""
    script: Any = jedi.Script(
        path=Path(at.path.removeprefix("file://")),
        project=jedi_project,
        environment=jedi.InterpreterEnvironment(),  # no other process
    )
    try:
        definitions = script.goto(at.line + 1, at.column, follow_imports=True)
        inside = [one for one in definitions if one.module_path and folder in one.module_path.parents]
        if not inside or any(one.name != name or one.type == "module" for one in definitions):
            return frozenset()
        references = script.get_references(at.line + 1, at.column, include_builtins=False)
    except (RecursionError, AttributeError, ValueError, KeyError, AssertionError) as error:
        print(f"jedi fails at {at}: {type(error).__name__}", file=sys.stderr)
        return frozenset()
    return frozenset(
        Place(one.module_path.as_uri(), one.line - 1, one.column)
        for one in references
        if one.module_path and folder in one.module_path.parents and one.name == name
    )


def compare_package(
    package: str, count: int, seed: str, folder: Path, *, with_pyright: bool
) -> Iterator[Rename]:
    """Yield renames of random names of a package."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    source = Path(spec.submodule_search_locations[0])
    shutil.copytree(
        source, folder / package, ignore=shutil.ignore_patterns("*.pyc", "*.pyi", "*.so", "tests")
    )
    texts = FolderTexts(folder)
    jedi.settings.cache_directory = str(folder.parent / "jedi-cache")
    jedi_project = jedi.Project(folder, sys_path=[str(folder), *sys.path], smart_sys_path=False)
    chosen = random.Random(seed)
    uris = sorted(texts.by_uri)
    server = PyrightServer(folder) if with_pyright else None
    done = 0
    try:
        for _ in range(count * 6):
            if done >= count:
                return
            uri = chosen.choice(uris)
            names = identifiers(texts.sources[uri])
            if not names:
                continue
            name, line, column = chosen.choice(names)
            at = Place(uri, line, column)
            by_jedi = jedi_places(folder, jedi_project, name, at)
            if at not in by_jedi:
                continue
            started = time.process_time()
            ours = our_places(texts, name, at)
            seconds = time.process_time() - started
            by_pyright = by_jedi
            if server is not None:
                by_pyright = pyright_places(server, texts, at, is_first=not done)
            named = ours
            ours = (ours & (by_jedi | by_pyright)) | without_strings(texts, ours)
            overriding: frozenset[Place] = frozenset()
            if server is not None:
                overriding = overriding_places(server, texts, named, ours - by_jedi - by_pyright)
            yield Rename(package, name, at, ours, by_jedi, by_pyright, overriding, seconds, texts)
            done += 1
    finally:
        if server is not None:
            server.close()


def pyright_places(
    server: PyrightServer, texts: FolderTexts, at: Place, *, is_first: bool = False
) -> frozenset[Place]:
    """Return the references by basedpyright. It finds the files of the folder only after it has started."""
    found = server.references(at.path, texts.sources[at.path], at.line, at.column)
    for _ in range(20 if is_first else 0):
        time.sleep(0.5)
        before, found = found, server.references(at.path, texts.sources[at.path], at.line, at.column)
        if before == found and found:
            break
    return frozenset(Place(*one) for one in found)


def overriding_places(
    server: PyrightServer, texts: FolderTexts, ours: frozenset[Place], extra: frozenset[Place]
) -> frozenset[Place]:
    """Return those of the extra places that are, as a whole, a member that a class of its own defines: by
    basedpyright, their references are places of ours, and one of them is a definition in a class."""
    found: frozenset[Place] = frozenset()
    for place in sorted(extra):
        if place in found:
            continue
        others = pyright_places(server, texts, place)
        if others <= ours and any(_is_in_class(texts, one) for one in others):
            found |= others & extra
    return found


def _is_in_class(texts: FolderTexts, place: Place) -> bool:
    line = texts.by_uri[place.path].lines[place.line]
    before = line[: place.column].strip()
    return line[:1].isspace() and (before in ("", "def", "async def") or before == "self.")


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
            seed = f"{arguments.seed}-{package}"
            for one in compare_package(package, share, seed, folder, with_pyright=True):
                figures["renames"] += 1
                figures["ours"] += len(one.ours)
                figures["jedi"] += len(one.by_jedi)
                figures["both"] += len(one.ours & one.by_jedi)
                figures["pyright"] += len(one.by_pyright)
                figures["both_pyright"] += len(one.ours & one.by_pyright)
                figures["wrong"] += len(one.wrong)
                figures["overriding"] += len(one.overriding)
                figures["missing"] += len(one.missing)
                figures["exact"] += not one.wrong and not one.missing
                figures["us"] += int(one.seconds * 1e6)
                if (one.wrong or one.missing) and shown < arguments.show:
                    shown += 1
                    show(one)
            totals += figures
            print(package, dict(figures), flush=True)
    ours, theirs = totals["ours"], totals["jedi"]
    right = ours - totals["wrong"]
    print(
        f"{totals['renames']} renames, {ours} places of ours, {theirs} of jedi, "
        f"{totals['overriding']} of members that override or are overridden\n"
        f"jedi alone: precision {totals['both'] / ours:.2%}, recall {totals['both'] / theirs:.2%}\n"
        f"basedpyright alone: precision {totals['both_pyright'] / ours:.2%}, "
        f"recall {totals['both_pyright'] / totals['pyright']:.2%}\n"
        f"with the decision: precision {right / ours:.2%}, recall {right / (right + totals['missing']):.2%}, "
        f"exact {totals['exact'] / totals['renames']:.1%}\n"
        f"{totals['us'] / totals['renames'] / 1000:.1f} ms of CPU time for one rename"
    )


def show(one: Rename) -> None:
    print(
        f"== {one.package} {one.name} at {one.at.path.rpartition('/')[2]}:{one.at.line + 1}:{one.at.column}"
    )
    for sign, places in (("+", one.wrong), ("-", one.missing)):
        for place in sorted(places)[:6]:
            line = one.texts.by_uri[place.path].lines[place.line].strip()[:100]
            print(f"   {sign} {place.path.rpartition('/')[2]}:{place.line + 1}:{place.column} {line}")


if __name__ == "__main__":
    main()
