"""Compares our places of a rename with those that TypeScript's language service finds.

Run as a program for the full comparison: `python -m tests.nes_bindings.typescript_oracle --renames 500`. It fetches
the packages with npm into a temporary folder. TypeScript is a development dependency of the page (`typescript-5`).
"""

import argparse
import json
import subprocess
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from understudy.nes.bindings import definition_search, find_all_places, origin_at
from understudy.nes.syntax import trees
from understudy.nes.text import Point, TextSnapshot

__all__ = ["PAGE", "TYPESCRIPT", "Rename", "compare_folder"]

PAGE = Path(__file__).parents[2] / "web"
TYPESCRIPT = PAGE / "node_modules" / "typescript-5"
ORACLE = Path(__file__).with_name("rename_oracle.cjs")
PACKAGES = (
    ("immer@11.2.10", "src"),
    ("redux@5.0.1", "src"),
    ("@tanstack/query-core@5.107.1", "src"),
    ("rxjs@7.8.2", "src"),
    ("mobx@7.1.3", "src"),
    ("msw@2.15.0", "src"),
    ("reselect@5.3.0", "src"),
    ("@preact/signals-core@1.14.5", "src"),
    ("axios@1.21.1", "lib"),
    ("execa@9.6.1", "lib"),
    ("express@5.3.0", "lib"),
    ("koa@3.2.1", "lib"),
    ("commander@14.0.3", "lib"),
    ("fastify@5.12.8", "lib"),
    ("ws@8.22.2", "lib"),
    ("undici@7.30.2", "lib"),
)
"""Packages that publish their sources, and the folders of these: eight in TypeScript, eight in JavaScript."""
_SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_MAX_FILE_CHARS = 150_000
_FOLDER = "file:///project/"


class Place(NamedTuple):
    path: str
    line: int
    column: int


class Rename(NamedTuple):
    """One name, what we would rename besides it, and what the language service would."""

    name: str
    kind: str
    at: Place
    certain: frozenset[Place]
    likely: frozenset[Place]
    theirs: frozenset[Place]
    milliseconds: float


class FolderTexts:
    """The texts of a folder."""

    def __init__(self, folder: Path) -> None:
        self.by_path: dict[str, TextSnapshot] = {}
        self._sources: dict[str, str] = {}
        for path in sorted(folder.rglob("*")):
            if not path.name.endswith(_SUFFIXES) or "node_modules" in path.parts:
                continue
            source = path.read_text("utf-8", errors="replace")
            if len(source) > _MAX_FILE_CHARS or "\r" in source or max(source, default="") > "\uffff":
                continue  # in the others, both count columns alike
            name = str(path.relative_to(folder))
            self._sources[name] = source
            self.by_path[name] = TextSnapshot(_FOLDER + name, "", source.split("\n"))

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self.by_path.get(uri.removeprefix(_FOLDER))

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found = [
            self.by_path[name]
            for name, source in self._sources.items()
            if _FOLDER + name != near and any(text in source for text in literals)
        ]
        return found[:max_texts]


def ask_oracle(folder: Path, files: Sequence[str], count: int, seed: int) -> list[dict[str, Any]]:
    request = {
        "typescript": str(TYPESCRIPT),
        "root": str(folder),
        "files": list(files),
        "count": count,
        "seed": seed,
    }
    command = ["node", "--max-old-space-size=3000", str(ORACLE)]
    answer = subprocess.run(command, input=json.dumps(request), stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(answer.stdout)


def our_places(texts: FolderTexts, name: str, at: Place) -> tuple[set[Place], set[Place]]:
    """Return the certain and the likely places of a name."""
    result: tuple[set[Place], set[Place]] = (set(), set())
    origin = origin_at(texts.by_path[at.path], name, Point(at.line, at.column), texts)
    if origin is not None:
        for one in find_all_places(origin.snapshot, origin.binding, texts):
            path = one.uri.removeprefix(_FOLDER)
            result[not one.is_certain].add(Place(path, one.occurrence.line, one.occurrence.column))
    return result


def compare_folder(folder: Path, count: int, seed: int) -> Iterator[Rename]:
    """Yield renames of random names of the texts in a folder."""
    texts = FolderTexts(folder)
    for one in ask_oracle(folder, list(texts.by_path), count, seed):
        at = Place(one["file"], one["line"], one["column"])
        started = time.process_time()
        certain, likely = our_places(texts, one["name"], at)
        spent = (time.process_time() - started) * 1000
        theirs = {Place(*place) for place in one["places"]}
        yield Rename(
            one["name"],
            one["kind"],
            at,
            frozenset(certain - {at}),
            frozenset(likely - {at}),
            frozenset(theirs - {at}),
            spent,
        )


def count_places(renames: Sequence[Rename]) -> Counter[str]:
    return Counter(
        renames=len(renames),
        offered=sum(len(one.certain) for one in renames),
        right=sum(len(one.certain & one.theirs) for one in renames),
        theirs=sum(len(one.theirs) for one in renames),
        likely=sum(len(one.likely - one.certain) for one in renames),
        likely_right=sum(len((one.likely - one.certain) & one.theirs) for one in renames),
    )


def _describe(label: str, figures: Counter[str]) -> str:
    return (
        f"{label:32} {figures['renames']:4} renames, {figures['offered']:5} places offered, "
        f"{100 * figures['right'] / max(1, figures['offered']):6.2f} % right, "
        f"{100 * figures['right'] / max(1, figures['theirs']):6.2f} % of {figures['theirs']:5} found, "
        f"{figures['likely_right']} of {figures['likely']} likely ones right"
    )


def _fetch(package: str, folder: Path) -> Path:
    """Return the folder of a package that npm fetches."""
    command = ["npm", "pack", package, "--silent"]
    packed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split()[
        -1
    ]
    with tarfile.open(folder / packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def _show(package: str, one: Rename) -> None:
    print(f"== {package} {one.name} ({one.kind}) at {one.at.path}:{one.at.line + 1}:{one.at.column + 1}")
    for sign, places in (("+", one.certain - one.theirs), ("-", one.theirs - one.certain)):
        for place in sorted(places)[:6]:
            print(f"   {sign} {place.path}:{place.line + 1}:{place.column + 1}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renames", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packages", default=",".join(name for name, _ in PACKAGES))
    parser.add_argument("--show", action="store_true", help="print the disagreements")
    arguments = parser.parse_args()
    trees.PARSE_TIMEOUT_US = 10_000_000  # this is no test of speed
    definition_search.MAX_PROJECT_TEXTS = 10_000  # nor of the limits of a search
    definition_search.MAX_PROJECT_CHARS = 1_000_000_000
    chosen = [one for one in PACKAGES if one[0] in arguments.packages.split(",")]
    everything: list[Rename] = []
    for index, (package, sources) in enumerate(chosen):
        share = arguments.renames * (index + 1) // len(chosen) - arguments.renames * index // len(chosen)
        with tempfile.TemporaryDirectory() as temporary:
            folder = _fetch(package, Path(temporary).resolve()) / sources
            renames = list(compare_folder(folder, share, arguments.seed))
        everything += renames
        print(_describe(package, count_places(renames)), flush=True)
        for one in renames if arguments.show else ():
            if one.certain != one.theirs:
                _show(package, one)
    for kind, _ in Counter(one.kind for one in everything).most_common():
        print(_describe(kind, count_places([one for one in everything if one.kind == kind])))
    print(_describe("all", count_places(everything)))
    slow = sorted(one.milliseconds for one in everything)
    print(f"median {slow[len(slow) // 2]:.1f} ms, 95 % within {slow[len(slow) * 95 // 100]:.1f} ms")


if __name__ == "__main__":
    main()
