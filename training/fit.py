"""Fit the weights that `understudy.nes.symbolic.probability` reads: a features file → weights.json, with tables.

The tables are cross-validated by project: a project is evaluated with a fit that has not seen it. Needs
scikit-learn, which is not a dependency: nothing that is shipped uses it.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Final

import msgspec

from training.evaluation import print_tables
from training.models import Forest, Lines, blend, mean
from training.rows import Row, TrainingError
from training.sample import FOLDS, Sample, library, read_sample
from understudy.nes.symbolic import probability

__all__ = ["configure", "run"]

HELP = "features → weights.json"
WEIGHTS: Final = Path(probability.__file__).with_name("weights.json")
MIN_CASES: Final = 300
"""Weights fitted on fewer cases are for experiments only."""
MAX_CHECKED_ROWS: Final = 2_000
"""Rows whose probability is compared between the fit and the engine."""
MAX_ROUNDING_ERROR: Final = 0.02
"""The difference that rounding of weights makes for most rows."""
MAX_LOWER_SHARE: Final = 0.01
"""The share of rows for which it may be larger."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FEATURES", help="as collect writes them")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (default: the engine's own)")
    parser.add_argument(
        "--earlier", type=Path, metavar="WEIGHTS", help="average with these, whose corpus is not at hand"
    )
    parser.add_argument("--tables-only", action="store_true", help="judge, and write nothing")


def run(options: argparse.Namespace) -> int:
    for name in ("numpy", "sklearn"):
        library(name)
    sample = read_sample(options.files)
    cases = len({row.case for row in sample.rows})
    print(f"{len(sample.rows)} rows of {cases} cases of {len(set(sample.projects))} projects")
    print(f"{int(sample.scored.sum())} are scored, by {len(sample.names)} features\n")
    _cross_validate(sample)
    if options.tables_only:
        return 0
    if options.out is None and cases < MIN_CASES:
        raise TrainingError(
            f"{cases} cases are too few for the engine's weights ({MIN_CASES} are wanted). "
            "For trying out: --out FILE."
        )
    _write(sample, options.out or WEIGHTS, options.earlier)
    return 0


def _cross_validate(sample: Sample) -> None:
    lines, forest = sample.probabilities.copy(), sample.probabilities.copy()
    for fold in range(FOLDS):
        out = sample.folds == fold
        inside, outside = sample.scored & ~out, sample.scored & out
        if not inside.any() or not outside.any():
            raise TrainingError(
                "There are too few projects to judge one by the others. Collect from more of them."
            )
        lines[outside] = Lines(sample, inside).probabilities(sample, outside)
        forest[outside] = Forest(sample, inside).probabilities(sample, outside)
    both = lines.copy()
    both[sample.scored] = mean(lines, forest)[sample.scored]
    print_tables(
        sample, {"as collected": sample.probabilities, "lines": lines, "forest": forest, "both": both}
    )


def _write(sample: Sample, path: Path, earlier: Path | None) -> None:
    lines, forest = Lines(sample, sample.scored), Forest(sample, sample.scored)
    weights = {"lines": lines.export(), **forest.export()}
    if earlier is not None:
        weights = blend(_read_weights(earlier), lines.export(), forest.export())
    try:
        path.write_bytes(msgspec.json.encode(weights) + b"\n")
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"\n{path}: {path.stat().st_size} bytes")
    if path == WEIGHTS and earlier is None:
        fitted = mean(lines.probabilities(sample, sample.scored), forest.probabilities(sample, sample.scored))
        _check([row for row in sample.rows if row.features is not None], fitted)


def _read_weights(path: Path) -> probability.Weights:
    try:
        return probability.decode_weights(path.read_bytes())
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise TrainingError(f"{path} cannot be used: {error}") from None


def _check(rows: list[Row], fitted: Any) -> None:
    """Check that the engine computes the same from the rounded weights, or more where it has a lower bound.

    A few rows may differ: rounding can move one across the threshold for hopeless candidates or of a tree's split.
    """
    step = max(1, len(rows) // MAX_CHECKED_ROWS)
    found = [
        (
            row.family,
            probability.estimate_probability(row.family, defaultdict(float, row.features or {}))
            - float(expected),
        )
        for row, expected in zip(rows[::step], fitted[::step], strict=True)
    ]
    lower = sum(difference < -MAX_ROUNDING_ERROR for _, difference in found)
    raised = Counter(family for family, difference in found if difference > MAX_ROUNDING_ERROR)
    print(
        f"of {len(found)} probabilities the engine has {lower} lower than the fit and {raised.total()} higher"
    )
    if raised:
        print(f"higher: {', '.join(f'{family} {count}' for family, count in raised.most_common())}")
    if lower > MAX_LOWER_SHARE * len(found):
        raise TrainingError("The engine reads these weights in another way than they were written.")
