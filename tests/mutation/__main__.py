"""`python -m tests.mutation`: how many small faults put into the source do the tests notice?

Each mutant is written into a copy of the source tree and the tests of its area are run against it, until the first
failure: first the near test files (those that killed mutants of the same module before, and those that use its
public names), then the others. Results are appended to a file, so that an interrupted run continues where it
stopped; mutants of a changed file, and survivors after a change of the tests, are run again. A mutant that no test
notices is a survivor: write a test, or list it in survivors.md with the reason.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from tests.mutation.mutants import Mutant, find_mutants, mutated_source

REPOSITORY: Final = Path(__file__).resolve().parents[2]
SURVIVORS: Final = Path(__file__).with_name("survivors.md")
WORK: Final = REPOSITORY / ".mutants"
COPIED: Final = ("src", "tests", "training", "bench", "codegen", "pyproject.toml", "README.md")
MIN_CPU_S: Final = 60
"""CPU time that a mutant has at least; three times what the unchanged tests need, if that is more."""
WALL_FACTOR: Final = 8
"""A run that waits instead of computing is stopped after this many times its CPU limit."""
TEST_TIMEOUT_S: Final = 60
"""Per test, less than in a normal run: a mutant that hangs costs this much."""
MAX_NEAR_FILES: Final = 6
NO_TESTS: Final = 5
"""Exit status of pytest if nothing was collected."""


class Area(NamedTuple):
    name: str
    sources: tuple[str, ...]
    """Globs below src/understudy."""
    tests: tuple[str, ...]


AREAS: Final = (
    Area(
        "symbolic",
        (
            "nes/symbolic/*.py",
            "nes/symbolic/diagnostics/*.py",
            "nes/symbolic/filters/**/*.py",
            "nes/symbolic/generators/*.py",
            "nes/symbolic/layout/*.py",
            "nes/symbolic/renames/*.py",
        ),
        ("tests/nes_symbolic", "tests/stories"),
    ),
    Area("consequences", ("nes/symbolic/consequences/**/*.py",), ("tests/nes_symbolic", "tests/stories")),
    Area("validation", ("nes/validation.py", "nes/session/rejections.py"), ("tests/nes",)),
    Area(
        "containment",
        ("workspace/paths/*.py", "workspace/workspace.py", "workspace/files/write_target.py"),
        ("tests/workspace", "tests/tools"),
    ),
    Area("turn", ("chat/turn/*.py",), ("tests/chat", "tests/acp")),
    Area("rpc", ("rpc/*.py",), ("tests/rpc",)),
)


class Job(NamedTuple):
    area: Area
    path: str
    """Relative to the repository."""
    source: str
    mutant: Mutant

    @property
    def key(self) -> str:
        digest = hashlib.sha256(self.source.encode()).hexdigest()[:12]
        return f"{self.path}:{digest}:{self.mutant.number}"


def main() -> int:
    options = _parse_options()
    jobs = [job for area in AREAS if area.name in options.areas for job in _jobs(area, options.only)]
    if options.sample is not None:
        jobs = random.Random(options.seed).sample(jobs, min(options.sample, len(jobs)))
    WORK.mkdir(exist_ok=True)
    (WORK / ".gitignore").write_text("*\n")
    results_file = WORK / "results.jsonl"
    known = _read_results(results_file)
    prefix = "near:" if options.near else ""
    tests = {area.name: prefix + _digest_of_tests(area) for area in AREAS}
    pending = [job for job in jobs if not _is_known(job, known.get(job.key), tests)]
    print(f"{len(jobs)} mutants, {len(jobs) - len(pending)} known from an earlier run", flush=True)
    if pending:
        with tempfile.TemporaryDirectory(dir=WORK) as folder:
            trees = [_copy_tree(Path(folder) / f"tree{number}") for number in range(options.workers)]
            _run_all(pending, known, tests, results_file, trees, only_near=options.near)
    return _report(jobs, known)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    names = [area.name for area in AREAS]
    parser.add_argument("areas", nargs="*", default=names, metavar="AREA", help=f"of {', '.join(names)}")
    parser.add_argument("--only", default="", metavar="TEXT", help="only files whose path contains this")
    parser.add_argument("--sample", type=int, metavar="N", help="run N mutants, chosen by --seed")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--near",
        action="store_true",
        help="run the near test files only: much faster, and the share of killed mutants is a lower bound",
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="tests run at the same time")
    options = parser.parse_args()
    if unknown := set(options.areas) - set(names):
        parser.error(f"unknown area {', '.join(sorted(unknown))}")
    return options


def _jobs(area: Area, only: str) -> Iterator[Job]:
    package = REPOSITORY / "src" / "understudy"
    for path in sorted({path for glob in area.sources for path in package.glob(glob)}):
        relative = path.relative_to(REPOSITORY).as_posix()
        if only in relative:
            source = path.read_text()
            yield from (Job(area, relative, source, mutant) for mutant in find_mutants(source))


def _digest_of_tests(area: Area) -> str:
    digest = hashlib.sha256()
    for folder in area.tests:
        for path in sorted((REPOSITORY / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _is_known(job: Job, entry: dict[str, Any] | None, tests: dict[str, str]) -> bool:
    """A survivor is run again after a change of the tests, and if only the near files were run before."""
    if entry is None or entry["outcome"] != "survived":
        return entry is not None
    digest = tests[job.area.name]
    return entry["tests"] in (digest, digest.removeprefix("near:"))


def _read_results(path: Path) -> dict[str, dict[str, Any]]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


# Running


def _run_all(
    jobs: Sequence[Job],
    results: dict[str, dict[str, Any]],
    tests: dict[str, str],
    results_file: Path,
    copies: Sequence[Path],
    *,
    only_near: bool,
) -> None:
    trees: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        trees.put(copy)
    limits: dict[str, int] = {}
    killers: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in results.values():
        if entry["killer"]:
            killers[entry["key"].partition(":")[0]][entry["killer"].partition("::")[0]] += 1
    users = {job.path: _test_files_using(job) for job in jobs}

    def near_files(job: Job) -> list[str]:
        frequent = [name for name, _ in killers[job.path].most_common(3) if (REPOSITORY / name).exists()]
        return list(dict.fromkeys((*frequent, *users[job.path])))[:MAX_NEAR_FILES]

    for area in dict.fromkeys(job.area for job in jobs):
        tree = trees.get()
        near = [file for job in jobs if job.area == area for file in near_files(job)]
        limits[area.name] = _cpu_limit(area, near if only_near else area.tests, tree)
        trees.put(tree)
    lock = threading.Lock()
    done = 0

    def run(job: Job) -> None:
        nonlocal done
        tree = trees.get()
        try:
            with lock:
                near = near_files(job)
            outcome, killer = _run_mutant(
                job, tree, near, () if only_near else job.area.tests, limits[job.area.name]
            )
        finally:
            trees.put(tree)
        with lock:
            if killer:
                killers[job.path][killer.partition("::")[0]] += 1
            done += 1
            entry = {
                "key": job.key,
                "outcome": outcome,
                "killer": killer,
                "tests": tests[job.area.name],
            }
            results[job.key] = entry
            with results_file.open("a") as file:
                file.write(json.dumps(entry) + "\n")
            print(
                f"{done}/{len(jobs)} {outcome:8} {job.path}:{job.mutant.line} {job.mutant.name}", flush=True
            )

    with ThreadPoolExecutor(len(copies)) as pool:
        list(pool.map(run, jobs))


def _test_files_using(job: Job) -> list[str]:
    """The test files of the area that name what the module defines, the most frequent users first.

    Those in a folder with the name of the module's package, or with the module's name in their own, are near even
    if they do not name it.
    """
    package, stem = Path(job.path).parent.name, Path(job.path).stem
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [node.name for node in ast.parse(job.source).body if isinstance(node, definitions)]
    module = ".".join(Path(job.path).with_suffix("").parts[1:])
    words = [module, *(name for name in names if not name.startswith("_"))]
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
    uses = Counter(
        {
            path.relative_to(REPOSITORY).as_posix(): len(pattern.findall(path.read_text()))
            + (path.parent.name == package)
            + 10 * (stem in path.stem)
            for folder in job.area.tests
            for path in (REPOSITORY / folder).rglob("test_*.py")
        }
    )
    return [name for name, count in uses.most_common(MAX_NEAR_FILES) if count]


def _copy_tree(tree: Path) -> Path:
    tree.mkdir()
    for name in COPIED:
        source = REPOSITORY / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"), symlinks=True)
        elif source.exists():
            shutil.copy2(source, tree / name)
    return tree


def _cpu_limit(area: Area, tests: Sequence[str], tree: Path) -> int:
    """Run the unchanged tests; they must pass, or every mutant would count as killed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status, output = _run_tests(tests, tree, 3600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status != 0:
        raise SystemExit(f"The unchanged tests of {area.name} fail:\n{output[-3000:]}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{area.name}: the unchanged tests need {used:.0f} s of CPU time", flush=True)
    return max(MIN_CPU_S, int(3 * used))


def _run_mutant(
    job: Job, tree: Path, near: Sequence[str], others: Sequence[str], cpu_limit_s: int
) -> tuple[str, str]:
    """Run the near files, and the others if these pass. Return the outcome and the test that failed."""
    target = tree / job.path
    target.write_text(mutated_source(job.source, job.mutant.number))
    try:
        status, output = _run_tests(near, tree, cpu_limit_s) if near else (0, "")
        if status == 0 and others:
            status, output = _run_tests(others, tree, cpu_limit_s, without=near)
            if status == NO_TESTS:  # every test file of the area was a near one
                status = 0
    finally:
        target.write_text(job.source)
    if status == 0:
        return "survived", ""
    if status < 0 or status == NO_TESTS:
        return "timeout" if status < 0 else "error", ""
    failed = [line.split()[1] for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return "killed", failed[0] if failed else ""


def _run_tests(
    tests: Sequence[str], tree: Path, cpu_limit_s: int, without: Sequence[str] = ()
) -> tuple[int, str]:
    """The exit status (negative after a timeout) and the output."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(
            tree / "src"
        ),  # before the installed package, also in programs that the tests start
        "PYTHONDONTWRITEBYTECODE": "1",
        "UNDERSTUDY_TEST_PROFILE": "mutants",  # few examples of property tests, the same for every mutant
    }
    command = [sys.executable, "-m", "pytest", *dict.fromkeys(tests)]
    command += ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no"]
    command += [f"--timeout={TEST_TIMEOUT_S}", *(f"--ignore={path}" for path in without)]
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'ulimit -t {cpu_limit_s}; exec "$@"', "sh", *command],
        cwd=tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=WALL_FACTOR * cpu_limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        return -9, output
    return process.returncode, output


# Report


def _report(jobs: Sequence[Job], results: dict[str, dict[str, Any]]) -> int:
    accepted = _accepted_survivors()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    survivors: list[Job] = []
    for job in jobs:
        outcome = results[job.key]["outcome"]
        if outcome == "survived" and (job.path, job.mutant.name) in accepted:
            outcome = "accepted"
        elif outcome == "survived":
            survivors.append(job)
        counts[job.path][outcome] += 1
    print("\n| module | mutants | killed | survived | accepted |\n|---|---|---|---|---|")
    total: Counter[str] = Counter()
    for path, found in sorted(counts.items()):
        total += found
        print(_row(path.removeprefix("src/understudy/"), found))
    print(_row("all", total))
    if survivors:
        print("\nSurvivors:")
    for job in survivors:
        print(f"- {job.path}:{job.mutant.line} {job.mutant.name}")
    return 0


def _row(name: str, counts: Counter[str]) -> str:
    killed = counts["killed"] + counts["timeout"] + counts["error"]
    share = killed / max(1, counts.total() - counts["accepted"])
    return f"| {name} | {counts.total()} | {killed} ({share:.0%}) | {counts['survived']} | {counts['accepted']} |"


def _accepted_survivors() -> set[tuple[str, str]]:
    """The entries of survivors.md: a heading with the path, then "- ``name``: reason" for each mutant."""
    accepted: set[tuple[str, str]] = set()
    path = ""
    for line in SURVIVORS.read_text().splitlines() if SURVIVORS.exists() else []:
        if line.startswith("## "):
            path = line.removeprefix("## ").strip()
        elif line.startswith("- ``") and "``: " in line:
            accepted.add((path, line[4:].partition("``: ")[0].strip()))
    return accepted


if __name__ == "__main__":
    begun = time.monotonic()
    status = main()
    print(f"{time.monotonic() - begun:.0f} s")
    sys.exit(status)
