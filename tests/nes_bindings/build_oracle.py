"""Renames at random in a package, and asks its compiler whether the package still builds.

A place that is left behind breaks the build, and so does a wrong one in most cases. Run as a program with a package
that builds, the files whose names are renamed, and the command, which runs in a copy:

    python -m tests.nes_bindings.build_oracle --language rust --renames 100 \\
        --files 'src/**/*.rs' --build 'rustc --crate-type lib --emit=metadata src/lib.rs' path/to/crate

Only certain places are renamed. Names that come from outside of the package are left alone.
"""

import argparse
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from understudy.nes.bindings import Binding, Occurrence, Origin, find_all_places, origin_at
from understudy.nes.text import Point, TextSnapshot

_WORD = re.compile(r"[A-Za-z_]\w+")


class Package:
    """The texts of a package, and a copy of it that is built."""

    def __init__(self, folder: Path, copy: Path, patterns: Sequence[str], language: str) -> None:
        self.copy = copy
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        self.by_uri: dict[str, TextSnapshot] = {}
        for path in sorted({path for pattern in patterns for path in copy.glob(pattern)}):
            lines = path.read_text(errors="replace").split("\n")
            self.by_uri[path.as_uri()] = TextSnapshot(path.as_uri(), language, lines)

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self.by_uri.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        return [
            one
            for one in self.by_uri.values()
            if one.uri != near and any(text in line for text in literals for line in one.lines)
        ][:max_texts]

    def words(self) -> Iterator[tuple[TextSnapshot, Point, str]]:
        for snapshot in self.by_uri.values():
            for number, line in enumerate(snapshot.lines):
                for word in _WORD.finditer(line):
                    yield snapshot, Point(number, word.start()), word[0]

    def write(self, uri: str, lines: Sequence[str]) -> None:
        Path(url2pathname(urlsplit(uri).path)).write_text("\n".join(lines))

    def rename(self, origin: Origin, new: str) -> list[str]:
        """Rename all certain places; return the URIs of the changed texts."""
        changed: dict[str, set[Occurrence]] = {}
        for place in find_all_places(origin.snapshot, origin.binding, self):
            if place.is_certain:
                changed.setdefault(place.uri, set()).add(place.occurrence)
        for uri, occurrences in changed.items():
            lines = list(self.by_uri[uri].lines)
            for one in sorted(occurrences, reverse=True):
                line = lines[one.line]
                lines[one.line] = (
                    line[: one.column] + _written(one, origin.binding, new) + line[one.end_column :]
                )
            self.write(uri, lines)
        return list(changed)


def _written(one: Occurrence, binding: Binding, new: str) -> str:
    """Return the new text of an occurrence: a shorthand is written out."""
    if one.role != "shorthand":
        return new
    return f"{new}: {binding.name}" if binding.kind == "field" else f"{binding.name}: {new}"


def _new_name(name: str) -> str:
    return name + ("_ZQ" if name.isupper() else "Zq" if name[:1].isupper() else "_zq")


def compare(package: Package, build: str, renames: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Return how many renames there were, and how many of them built, by the kind of the binding."""
    words = list(package.words())
    random.Random(seed).shuffle(words)
    tried: Counter[str] = Counter()
    built: Counter[str] = Counter()
    seen: set[tuple[str, str, str, Occurrence]] = set()
    for snapshot, point, name in words:
        origin = origin_at(snapshot, name, point, package)
        if origin is None or origin.binding.source is not None or not origin.binding.occurrences:
            continue
        binding = origin.binding
        key = (origin.snapshot.uri, name, binding.owner, binding.occurrences[0])
        if key in seen:
            continue
        seen.add(key)
        changed = package.rename(origin, _new_name(name))
        result = subprocess.run(build, shell=True, cwd=package.copy, capture_output=True, text=True)
        tried[binding.kind] += 1
        if result.returncode == 0:
            built[binding.kind] += 1
        else:
            print(f"{binding.kind} {name} at {snapshot.uri}:{point.line + 1}\n{result.stderr[:300]}")
        for uri in changed:
            package.write(uri, package.by_uri[uri].lines)
        if tried.total() >= renames:
            break
    return tried, built


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", required=True)
    parser.add_argument("--files", nargs="+", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--renames", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        package = Package(options.folder, Path(folder).resolve() / "package", options.files, options.language)
        tried, built = compare(package, options.build, options.renames, options.seed)
    for kind, count in sorted(tried.items()):
        print(f"{kind}: {built[kind]} of {count} built")
    print(f"all: {built.total()} of {tried.total()} built")


if __name__ == "__main__":
    main()
