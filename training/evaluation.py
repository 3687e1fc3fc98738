"""Tables about the quality of probabilities: right suggestions at a given precision, and calibration.

Evaluates the likeliest candidate of each request, because only that one is displayed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from training.rows import Row
from training.sample import Sample

__all__ = ["best_of_each", "calibration", "print_tables", "right_at"]

PRECISIONS: Final = (0.6, 0.65, 0.7, 0.75, 0.8)
CALIBRATION_BINS: Final = 10


def print_tables(sample: Sample, models: Mapping[str, Any]) -> None:
    """Compares the models; calibration is printed for the last one."""
    shares = " | ".join(f"{precision:.0%}" for precision in PRECISIONS)
    print(f"| right at precision | {shares} |\n|---|{'---|' * len(PRECISIONS)}")
    best: list[tuple[float, bool]] = []
    for name, probabilities in models.items():
        best = best_of_each(sample.rows, probabilities)
        print(f"| {name} | {' | '.join(str(right_at(best, precision)) for precision in PRECISIONS)} |")
    print(
        f"\nof {len(best)} requests with a candidate\n\n| probability | was right | candidates |\n|---|---|---|"
    )
    for probability, share, count in calibration(best):
        print(f"| {probability:.2f} | {share:.2f} | {count} |")


def best_of_each(rows: Iterable[Row], probabilities: Iterable[float]) -> list[tuple[float, bool]]:
    """The probability of each request's likeliest candidate and whether it was right, the likeliest first."""
    best: dict[tuple[str, int], tuple[float, bool]] = {}
    for row, probability in zip(rows, probabilities, strict=True):
        key = (row.case, row.ask)
        if key not in best or best[key][0] < probability:
            best[key] = (float(probability), row.right)
    return sorted(best.values(), key=lambda one: -one[0])


def right_at(best: list[tuple[float, bool]], precision: float) -> int:
    """How many are right among those above the lowest threshold that still has this precision."""
    right = found = 0
    for count, (_, is_right) in enumerate(best, 1):
        right += is_right
        if right >= precision * count:
            found = right
    return found


def calibration(best: list[tuple[float, bool]]) -> list[tuple[float, float, int]]:
    """For each bin of probabilities: the mean, the share that was right, and the count."""
    classes: dict[int, list[tuple[float, bool]]] = {}
    for probability, is_right in best:
        classes.setdefault(min(CALIBRATION_BINS - 1, int(probability * CALIBRATION_BINS)), []).append(
            (probability, is_right)
        )
    return [
        (sum(one[0] for one in found) / len(found), sum(one[1] for one in found) / len(found), len(found))
        for _, found in sorted(classes.items())
    ]
