"""Fit the probability of completions: a features file of `completion-rows` → `nes/completion/weights.json`.

Needs lightgbm. Prints, cross-validated by project, what `understudy nes replay --typing` would measure at several
thresholds: precision, lines finished and characters saved.
"""

import argparse
import importlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from training.completion_rows import TypedLine, TypedRequest
from understudy.nes.completion.features import FEATURE_NAMES
from understudy.nes.completion.limits import (
    LENGTH_PENALTY,
    MIN_EXTENSION_PROBABILITY,
    UNPENALIZED_LOG_CHARS,
)

__all__ = ["configure", "run"]

HELP = "features of completions → weights"
WEIGHTS: Final = Path("src/understudy/nes/completion/weights.json")
FOLDS: Final = 4
IN_WORD_WEIGHT: Final = 0.5
"""How much a request inside a word counts: editors ask there less often than after a token."""
TREES: Final = 140
RISING: Final = frozenset({"repeat_support", "rewrite_support"})
"""Features with which the probability may only rise: more lines that show a change never speak against it."""
PARAMETERS: Final[dict[str, Any]] = {
    "objective": "binary",
    "learning_rate": 0.07,
    "num_leaves": 18,
    "max_depth": 6,
    "min_data_in_leaf": 80,
    "max_bin": 127,
    "feature_fraction": 0.7,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "verbosity": -1,
    "num_threads": 1,
    "seed": 1,
    "monotone_constraints": [int(name in RISING) for name in FEATURE_NAMES],
}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("features", type=Path, metavar="FILE", help="the features file")
    parser.add_argument("--out", type=Path, default=WEIGHTS, metavar="FILE")
    parser.add_argument("--tables-only", action="store_true", help="write no weights")
    parser.add_argument("--trees", type=int, default=TREES)


def run(options: argparse.Namespace) -> int:
    import numpy

    decoder = msgspec.json.Decoder(TypedLine)
    with options.features.open("rb") as file:
        lines = [decoder.decode(row) for row in file]
    projects = sorted({line.project for line in lines})
    fold_of = {project: index % FOLDS for index, project in enumerate(projects)}
    rows: list[list[float]] = []
    right: list[int] = []
    weights: list[float] = []
    folds: list[int] = []
    for line in lines:
        fold = fold_of[line.project]
        for request in line.requests:
            for is_right, _, features in request.candidates:
                rows.append(features)
                right.append(is_right)
                weights.append(IN_WORD_WEIGHT if request.is_in_word else 1.0)
                folds.append(fold)
    matrix = numpy.array(rows, dtype=numpy.float32)
    labels, weight, fold_array = numpy.array(right), numpy.array(weights), numpy.array(folds)
    print(f"{len(lines)} lines, {len(projects)} projects, {len(rows)} candidates, {labels.mean():.1%} right")
    predicted = numpy.zeros(len(rows))
    for fold in range(FOLDS):
        inside = fold_array != fold
        model = _fit(matrix[inside], labels[inside], weight[inside], options.trees)
        predicted[~inside] = model.predict(matrix[~inside])
    print("\n| probability | candidates | right |\n|---|---|---|")
    for low in numpy.arange(0, 1, 0.1):
        chosen = (predicted >= low) & (predicted < low + 0.1)
        if chosen.any():
            print(f"| {low:.1f} | {chosen.sum()} | {labels[chosen].mean():.1%} |")
    print("\n| threshold | shown | precision | lines finished | characters saved |\n|---|---|---|---|---|")
    for threshold in numpy.arange(0.3, 0.8, 0.05):
        print(_policy_row(lines, predicted, float(threshold)))
    if not options.tables_only:
        model = _fit(matrix, labels, weight, options.trees)
        gains = sorted(zip(model.feature_importance("gain"), FEATURE_NAMES, strict=True), reverse=True)
        print("\n" + ", ".join(f"{name} {gain / gains[0][0]:.2f}" for gain, name in gains))
        _write(model, options.out)
    return 0


def _fit(matrix: Any, labels: Any, weight: Any, trees: int) -> Any:
    lightgbm: Any = importlib.import_module("lightgbm")
    return lightgbm.train(PARAMETERS, lightgbm.Dataset(matrix, labels, weight=weight), num_boost_round=trees)


def _policy_row(lines: Sequence[TypedLine], predicted: Any, threshold: float) -> str:
    """What the scorer counts if the likeliest completion above the threshold is shown."""
    at = shown = right = finished = total = 0
    saved = chars = 0.0
    for line in lines:
        last, is_done = None, False
        total += 1
        chars += line.length
        for request in line.requests:
            count = len(request.candidates)
            chances = predicted[at : at + count]
            at += count
            if is_done or request.is_in_word or not count:
                continue
            best = _select(request, chances)
            if chances[best] - _length_penalty(request, best) < threshold or request.texts[best] == last:
                continue
            last = request.texts[best]
            shown += 1
            if request.candidates[best][0]:
                right += 1
                finished += request.candidates[best][1]
                total += request.candidates[best][1] - 1
                rest = math.expm1(_log_chars(request, best))
                saved += rest - 1
                if request.candidates[best][1] > 1:
                    chars += rest  # of the further lines, and of what little there is of the first one
                is_done = True
    precision = right / max(1, shown)
    shares = f"{finished / max(1, total):.1%} | {saved / max(1.0, chars):.1%}"
    return f"| {threshold:.2f} | {shown} | {precision:.1%} | {shares} |"


def _select(request: TypedRequest, chances: Any) -> int:
    """The candidate that the engine displays: see `rank_continuations`."""
    order = sorted(range(len(chances)), key=lambda one: -chances[one])
    for one in order[1:]:
        is_extension = request.first_lines[one] == request.first_lines[order[0]]
        if is_extension and chances[one] >= MIN_EXTENSION_PROBABILITY:
            return one
    return order[0]


def _length_penalty(request: TypedRequest, one: int) -> float:
    """See `penalize_length` of the engine."""
    return LENGTH_PENALTY * (_log_chars(request, one) - UNPENALIZED_LOG_CHARS)


def _log_chars(request: TypedRequest, one: int) -> float:
    return request.candidates[one][2][FEATURE_NAMES.index("rest_chars")]


def _write(model: Any, out: Path) -> None:
    dumped = model.dump_model()
    trees = [_to_list(tree["tree_structure"]) for tree in dumped["tree_info"]]
    stored = {"features": FEATURE_NAMES, "bias": 0.0, "trees": trees}
    out.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
    print(f"\n{len(trees)} trees written to {out}")


def _to_list(node: dict[str, Any]) -> Any:
    if "leaf_value" in node:
        return round(node["leaf_value"], 5)
    threshold = round(float(node["threshold"]), 5)
    return [node["split_feature"], threshold, _to_list(node["left_child"]), _to_list(node["right_child"])]
