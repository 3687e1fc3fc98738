"""`make fuzz`: mutated inputs for every interface and parser, and the corpus of past findings first.

    python -m tests.fuzz [TARGET ...] [--seconds N | --iterations N] [--seed TEXT]

With `--iterations` a run is the same on every machine; with `--seconds` the time is divided between the targets. A
finding is kept in `tests/fuzz/corpus`: mend what it found, and commit the file.
"""

import argparse
import hashlib
import itertools
import sys
import time
import traceback
from pathlib import Path
from typing import Final

from tests.fuzz.mutator import Mutator
from tests.fuzz.targets import TARGETS, Target

CORPUS: Final = Path(__file__).with_name("corpus")
COSTS: Final = {
    "acp": 8,
    "mcp": 8,
    "lsp": 8,
    "http": 10,
    "websocket": 20,
    "file": 8,
    "serve": 40,
    "serve-http": 20,
    "zed": 16,
}
"""How many iterations of a parser one iteration of a program counts for, about."""
MAX_FINDINGS: Final = 5
"""Findings of one target, after which it is left."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all of {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=float, help="how long, for all targets together")
    parser.add_argument(
        "--iterations", type=int, default=2000, help="how many of a parser, a part of it of a program"
    )
    parser.add_argument("--seed", default="1", help="another seed, other inputs")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(TARGETS):
        parser.error(f"there is no target {', '.join(sorted(unknown))}")
    names = options.targets or list(TARGETS)
    found = 0
    for name in names:
        seconds = None if options.seconds is None else options.seconds / len(names)
        iterations = max(1, options.iterations // COSTS.get(name, 1))
        found += fuzz(name, TARGETS[name], options.seed, iterations, seconds)
    return 1 if found else 0


def fuzz(name: str, target: Target, seed: str, iterations: int, seconds: float | None) -> int:
    """Return the number of findings."""
    mutator = Mutator(f"{name} {seed}")
    past = [file.read_bytes() for file in sorted((CORPUS / name).glob("*"))]
    made = (target.make_input(mutator) for _ in (itertools.count() if seconds else range(iterations)))
    inputs = itertools.chain(past, made)
    ends = None if seconds is None else time.monotonic() + seconds
    count = findings = 0
    is_over = False
    began = time.process_time()
    while not is_over and findings < MAX_FINDINGS:
        data = b""
        try:
            with target.open() as run:
                for data in inputs:
                    run(data)
                    count += 1
                    if ends is not None and time.monotonic() > ends:
                        break
                is_over = True
        except Exception:
            findings += 1
            kept = keep(name, data)
            print(f"{name}: a finding, kept as {kept}\n{traceback.format_exc()}", file=sys.stderr)
    cpu = time.process_time() - began
    print(
        f"{name}: {count * target.batch} inputs, {len(past)} of the corpus, {findings} findings, "
        f"{cpu:.1f} s of CPU time here"
    )
    return findings


def keep(name: str, data: bytes) -> Path:
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / hashlib.sha256(data).hexdigest()[:16]
    file.write_bytes(data)
    return file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file


if __name__ == "__main__":
    sys.exit(main())
