"""The correction of earlier weights, whose corpus is not at hand: features → weights.json.

The log-odds of the earlier weights are where the boosting starts, so that the trees learn only what these get
wrong: what the engine of today does otherwise, and features that did not exist then. Needs lightgbm, which is not a
dependency: nothing that is shipped uses it.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import msgspec

from training.evaluation import print_tables
from training.rows import TrainingError
from training.sample import FOLDS, Sample, library, read_sample
from understudy.nes.symbolic import probability
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.limits import MAX_CORRECTED_LOG_ODDS, MIN_CORRECTED_LOG_ODDS
from understudy.nes.symbolic.probability import LEAF, DecisionForest, TreeNode, Trees, Weights

__all__ = ["configure", "export_trees", "run"]

HELP = "features → the correction in weights.json"
WEIGHTS: Final = Path(probability.__file__).with_name("weights.json")
NOT_FITTED: Final = frozenset({"typed"})
"""A corpus of commits cannot tell: only the lower bounds depend on it."""
MAX_ROUNDING_ERROR: Final = 0.006
"""A probability that differs more from the fitted one was set by a filter or a bound: not learned from."""
TREES: Final = 120
SETTINGS: Final = {
    "objective": "binary",
    "num_leaves": 32,
    "max_depth": 8,
    "learning_rate": 0.05,
    "lambda_l2": 10.0,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.2,
    "bagging_fraction": 0.6,
    "bagging_freq": 1,
    "num_threads": 1,
    "deterministic": True,
    "seed": 0,
    "verbosity": -1,
}
"""Trees of the size that the engine evaluates fast; chosen by cross-validation on the corpus."""


class _Earlier(NamedTuple):
    """One entry per row."""

    log_odds: Any
    """Of the earlier weights, without their correction."""
    is_corrected: Any
    """Whether a correction is evaluated for it."""
    is_learned_from: Any


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FEATURES", help="as collect writes them")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (default: the engine's own)")
    parser.add_argument("--tables-only", action="store_true", help="judge, and write nothing")


def run(options: argparse.Namespace) -> int:
    library("lightgbm")
    sample = read_sample(options.files)
    for name in NOT_FITTED & set(sample.names):
        sample.features[:, sample.names.index(name)] = 0
    cases = len({row.case for row in sample.rows})
    print(f"{len(sample.rows)} rows of {cases} cases of {len(set(sample.projects))} projects\n")
    earlier = probability.decode_weights(WEIGHTS.read_bytes())
    known = _evaluate(sample, earlier)
    after = known.log_odds.copy()
    for fold in range(FOLDS):
        out = sample.folds == fold
        inside, outside = known.is_learned_from & ~out, known.is_corrected & out
        if not inside.any() or not outside.any():
            raise TrainingError("There are too few projects to judge one by the others.")
        model = _fit(sample, inside, known.log_odds)
        after[outside] += model.predict(_matrix(sample, outside), raw_score=True)
    np = library("numpy")
    models = {"without correction": known.log_odds, "with correction": after}
    rules = ~sample.scored
    tables = {name: 1 / (1 + np.exp(-odds)) for name, odds in models.items()}
    for one in tables.values():
        one[rules] = sample.probabilities[rules]
    print_tables(sample, tables)
    if not options.tables_only:
        model = _fit(sample, known.is_learned_from, known.log_odds)
        _write(sample, model, earlier, options.out or WEIGHTS)
    return 0


def _evaluate(sample: Sample, earlier: Weights) -> _Earlier:
    np = library("numpy")
    forest = DecisionForest(earlier.features, earlier.base, earlier.roots, earlier.nodes)
    trees = earlier.correction
    correction = DecisionForest(trees.features, 0.0, trees.roots, trees.nodes)
    log_odds = np.zeros(len(sample.rows))
    is_corrected = np.zeros(len(sample.rows), dtype=bool)
    is_learned_from = np.zeros(len(sample.rows), dtype=bool)
    for at, row in enumerate(sample.rows):
        if row.features is None:
            continue
        line = earlier.lines.get(row.family)
        if line is None:
            log_odds[at] = probability.MIN_FOREST_LOG_ODDS
            continue
        score = line[""] + sum(line.get(name, 0.0) * value for name, value in row.features.items())
        if score >= probability.MIN_FOREST_LOG_ODDS:
            features = cast("Features", defaultdict(float, row.features))
            share = earlier.line_share
            score = share * score + (1 - share) * forest.score(row.family, features)
            is_corrected[at] = MIN_CORRECTED_LOG_ODDS < score < MAX_CORRECTED_LOG_ODDS
            if is_corrected[at]:
                fitted = 1 / (1 + np.exp(-score - correction.score(row.family, features)))
                is_learned_from[at] = abs(fitted - row.chance) < MAX_ROUNDING_ERROR
        log_odds[at] = score
    return _Earlier(log_odds, is_corrected, is_learned_from)


def _fit(sample: Sample, chosen: Any, offsets: Any) -> Any:
    lightgbm = library("lightgbm")
    data = lightgbm.Dataset(
        _matrix(sample, chosen),
        sample.right[chosen],
        weight=sample.weights[chosen],
        init_score=offsets[chosen],
        feature_name=[f"f{number}" for number in range(len(sample.names) + len(sample.families))],
    )
    return lightgbm.train(SETTINGS, data, num_boost_round=TREES)


def _matrix(sample: Sample, chosen: Any) -> Any:
    np = library("numpy")
    return np.hstack([sample.features[chosen], np.eye(len(sample.families))[sample.family[chosen]]])


def _write(sample: Sample, model: Any, earlier: Weights, path: Path) -> None:
    names = [*sample.names, *(f"{probability.FAMILY_PREFIX}{family}" for family in sample.families)]
    trees = export_trees(names, [tree["tree_structure"] for tree in model.dump_model()["tree_info"]])
    try:
        path.write_bytes(msgspec.json.encode(msgspec.structs.replace(earlier, correction=trees)) + b"\n")
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"\n{path}: {path.stat().st_size} bytes")


def export_trees(names: Sequence[str], trees: Sequence[dict[str, Any]]) -> Trees:
    """The trees of lightgbm, as the engine reads them."""
    number: dict[str, int] = {}
    nodes: list[TreeNode] = []

    def add(tree: dict[str, Any]) -> int:
        at = len(nodes)
        nodes.append((LEAF, 0.0, 0, 0))
        if "leaf_value" in tree:
            nodes[at] = (LEAF, round(tree["leaf_value"], 4), 0, 0)
        else:
            feature = number.setdefault(names[int(tree["split_feature"])], len(number))
            low, high = add(tree["left_child"]), add(tree["right_child"])
            nodes[at] = (feature, round(tree["threshold"], 4), low, high)
        return at

    roots = [add(tree) for tree in trees]
    return Trees(tuple(number), tuple(roots), tuple(nodes))
