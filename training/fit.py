"""Fit the weights that `understudy.nes.symbolic.probability` reads: a features file → weights.json, with tables.

The tables are cross-validated: what they say of a project was fitted without it. Needs scikit-learn, which is not
among the project's own dependencies: nothing that is shipped uses it.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Final

import msgspec

from training.judging import print_tables
from training.models import Forest, Lines, mean
from training.rows import Row, TrainingError
from training.sample import FOLDS, Sample, library, read_sample
from understudy.nes.symbolic import probability

__all__ = ["configure", "run"]

HELP = "features → weights.json"
WEIGHTS: Final = Path(probability.__file__).with_name("weights.json")
FEWEST: Final = 300
"""Cases; weights of fewer are for trying out."""
CHECKED: Final = 2_000
"""Rows whose chance is compared between the fit and the engine."""
CLOSE: Final = 0.02
"""What rounding makes of most chances."""
FEW: Final = 0.01
"""The share that it may make more of."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FEATURES", help="as collect writes them")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (default: the engine's own)")
    parser.add_argument("--tables-only", action="store_true", help="judge, and write nothing")


def run(options: argparse.Namespace) -> int:
    for name in ("numpy", "sklearn"):
        library(name)
    sample = read_sample(options.files)
    cases = len({row.case for row in sample.rows})
    print(f"{len(sample.rows)} rows of {cases} cases of {len(set(sample.projects))} projects")
    print(f"{int(sample.weighed.sum())} are weighed, by {len(sample.names)} features\n")
    _cross_validate(sample)
    if options.tables_only:
        return 0
    if options.out is None and cases < FEWEST:
        raise TrainingError(
            f"{cases} cases are too few for the engine's weights ({FEWEST} are wanted). For trying out: --out FILE."
        )
    _write(sample, options.out or WEIGHTS)
    return 0


def _cross_validate(sample: Sample) -> None:
    lines, forest = sample.chances.copy(), sample.chances.copy()
    for fold in range(FOLDS):
        out = sample.folds == fold
        inside, outside = sample.weighed & ~out, sample.weighed & out
        if not inside.any() or not outside.any():
            raise TrainingError(
                "There are too few projects to judge one by the others. Collect from more of them."
            )
        lines[outside] = Lines(sample, inside).chances(sample, outside)
        forest[outside] = Forest(sample, inside).chances(sample, outside)
    both = lines.copy()
    both[sample.weighed] = mean(lines, forest)[sample.weighed]
    print_tables(sample, {"as collected": sample.chances, "lines": lines, "forest": forest, "both": both})


def _write(sample: Sample, path: Path) -> None:
    lines, forest = Lines(sample, sample.weighed), Forest(sample, sample.weighed)
    weights = {"lines": lines.exported(), **forest.exported()}
    try:
        path.write_bytes(msgspec.json.encode(weights) + b"\n")
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"\n{path}: {path.stat().st_size} bytes")
    if path == WEIGHTS:
        wanted = mean(lines.chances(sample, sample.weighed), forest.chances(sample, sample.weighed))
        _check([row for row in sample.rows if row.features is not None], wanted)


def _check(rows: list[Row], wanted: Any) -> None:
    """That the engine, which reads rounded figures in its own way, says the same, or more where it has a floor.

    A few may be apart: by rounding, one can come to the other side of what is hopeless, or of a tree's question.
    """
    step = max(1, len(rows) // CHECKED)
    found = [
        (
            row.family,
            probability.estimate_probability(row.family, defaultdict(float, row.features or {}))
            - float(expected),
        )
        for row, expected in zip(rows[::step], wanted[::step], strict=True)
    ]
    lower = sum(difference < -CLOSE for _, difference in found)
    raised = Counter(family for family, difference in found if difference > CLOSE)
    print(f"of {len(found)} chances the engine has {lower} lower than the fit and {raised.total()} higher")
    if raised:
        print(f"higher: {', '.join(f'{family} {count}' for family, count in raised.most_common())}")
    if lower > FEW * len(found):
        raise TrainingError("The engine reads these weights in another way than they were written.")
