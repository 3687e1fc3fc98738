"""How good chances are, as tables: how much could be shown at a precision, and whether a chance is what it says.

Judged is the best draft of each question, as only that one is shown.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from training.rows import Row
from training.sample import Sample

__all__ = ["best_of_each", "calibration", "print_tables", "right_at"]

PRECISIONS: Final = (0.6, 0.65, 0.7, 0.75, 0.8)
STEPS: Final = 10


def print_tables(sample: Sample, judged: Mapping[str, Any]) -> None:
    """The last of the judged is the one whose calibration is told."""
    shares = " | ".join(f"{precision:.0%}" for precision in PRECISIONS)
    print(f"| right at precision | {shares} |\n|---|{'---|' * len(PRECISIONS)}")
    best: list[tuple[float, bool]] = []
    for name, chances in judged.items():
        best = best_of_each(sample.rows, chances)
        print(f"| {name} | {' | '.join(str(right_at(best, precision)) for precision in PRECISIONS)} |")
    print(f"\nof {len(best)} questions with a draft\n\n| chance | was right | drafts |\n|---|---|---|")
    for chance, share, count in calibration(best):
        print(f"| {chance:.2f} | {share:.2f} | {count} |")


def best_of_each(rows: Iterable[Row], chances: Iterable[float]) -> list[tuple[float, bool]]:
    """The chance of each question's likeliest draft and whether it was right, the likeliest first."""
    best: dict[tuple[str, int], tuple[float, bool]] = {}
    for row, chance in zip(rows, chances, strict=True):
        key = (row.case, row.ask)
        if key not in best or best[key][0] < chance:
            best[key] = (float(chance), row.right)
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
    """Chances in classes: their mean, the share that was right, how many there are."""
    classes: dict[int, list[tuple[float, bool]]] = {}
    for chance, is_right in best:
        classes.setdefault(min(STEPS - 1, int(chance * STEPS)), []).append((chance, is_right))
    return [
        (sum(one[0] for one in found) / len(found), sum(one[1] for one in found) / len(found), len(found))
        for _, found in sorted(classes.items())
    ]
