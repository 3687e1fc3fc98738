"""Further trees on top of weights whose corpus is not at hand: features → weights.json.

The log-odds of the earlier weights are where the boosting starts, so that the new trees learn only what these get
wrong: what the engine of today does otherwise, and features that did not exist then. Needs lightgbm, which is not a
dependency: nothing that is shipped uses it.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from training.evaluation import print_tables
from training.rows import TrainingError
from training.sample import FOLDS, Sample, library, read_sample
from understudy.nes.symbolic import probability
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.probability import LEAF, Weights

__all__ = ["add_trees", "configure", "run"]

HELP = "features → further trees for weights.json"
WEIGHTS: Final = Path(probability.__file__).with_name("weights.json")
NOT_FITTED: Final = frozenset({"typed"})
"""A corpus of commits cannot tell: only the lower bounds depend on it."""
TREES: Final = 60
SETTINGS: Final = {
    "objective": "binary",
    "num_leaves": 12,
    "max_depth": 4,
    "learning_rate": 0.05,
    "lambda_l2": 5.0,
    "min_data_in_leaf": 60,
    "num_threads": 1,
    "deterministic": True,
    "seed": 0,
    "verbosity": -1,
}
"""Trees of the size that the engine evaluates fast; chosen by cross-validation on the corpus."""


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
    offsets, is_open = _earlier_log_odds(sample, earlier)
    after = offsets.copy()
    for fold in range(FOLDS):
        out = sample.folds == fold
        inside, outside = is_open & ~out, is_open & out
        if not inside.any() or not outside.any():
            raise TrainingError("There are too few projects to judge one by the others.")
        model = _fit(sample, inside, offsets)
        after[outside] += model.predict(_matrix(sample, outside), raw_score=True)
    np = library("numpy")
    models = {"earlier weights": offsets, "with further trees": after}
    rules = ~sample.scored
    tables = {name: 1 / (1 + np.exp(-odds)) for name, odds in models.items()}
    for one in tables.values():
        one[rules] = sample.probabilities[rules]
    print_tables(sample, tables)
    if not options.tables_only:
        _write(sample, _fit(sample, is_open, offsets), earlier, options.out or WEIGHTS)
    return 0


def _earlier_log_odds(sample: Sample, earlier: Weights) -> tuple[Any, Any]:
    """The log-odds of the earlier weights, and for which rows their forest, and so a further tree, is evaluated."""
    np = library("numpy")
    forest = probability.DecisionForest(earlier.features, earlier.base, earlier.roots, earlier.nodes)
    offsets = np.zeros(len(sample.rows))
    is_open = np.zeros(len(sample.rows), dtype=bool)
    for at, row in enumerate(sample.rows):
        if row.features is None:
            continue
        line = earlier.lines.get(row.family)
        if line is None:
            offsets[at] = probability.MIN_FOREST_LOG_ODDS
            continue
        score = line[""] + sum(line.get(name, 0.0) * value for name, value in row.features.items())
        is_open[at] = score >= probability.MIN_FOREST_LOG_ODDS
        if is_open[at]:
            features = cast("Features", defaultdict(float, row.features))
            share = earlier.line_share
            score = share * score + (1 - share) * forest.score(row.family, features)
        offsets[at] = score
    return offsets, is_open


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
    trees = [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    try:
        path.write_bytes(msgspec.json.encode(add_trees(earlier, names, trees)) + b"\n")
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"\n{path}: {path.stat().st_size} bytes")


def add_trees(earlier: Weights, names: Sequence[str], trees: Sequence[dict[str, Any]]) -> Weights:
    """The earlier weights with further trees, whose leaves are log-odds that are added to the earlier ones."""
    number = {name: at for at, name in enumerate(earlier.features)}
    nodes, roots = list(earlier.nodes), list(earlier.roots)
    factor = 1 / (1 - earlier.line_share)  # the forest has only this share of the sum

    def add(tree: dict[str, Any]) -> int:
        at = len(nodes)
        nodes.append((LEAF, 0.0, 0, 0))
        if "leaf_value" in tree:
            nodes[at] = (LEAF, round(tree["leaf_value"] * factor, 4), 0, 0)
        else:
            feature = number.setdefault(names[int(tree["split_feature"])], len(number))
            low, high = add(tree["left_child"]), add(tree["right_child"])
            nodes[at] = (feature, round(tree["threshold"], 4), low, high)
        return at

    roots += [add(tree) for tree in trees]
    return msgspec.structs.replace(earlier, features=list(number), nodes=nodes, roots=roots)
