"""Rows as arrays, and the folds of the cross-validation."""

import hashlib
import importlib
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from training.rows import Row, TrainingError, is_held_out, project_of, read_rows

__all__ = ["FOLDS", "Sample", "library", "read_sample"]

FOLDS: Final = 4


class Sample(NamedTuple):
    """One entry per row. `Any` is a numpy array: numpy is not a dependency, so its types are not available."""

    rows: list[Row]
    projects: list[str]
    names: list[str]
    """Feature names, by column."""
    families: list[str]
    features: Any
    family: Any
    """A number of `families`; -1 for a competitor that is not scored."""
    scored: Any
    right: Any
    weights: Any
    """A candidate counts once however often it was proposed; a case with many counts more, but not linearly."""
    probabilities: Any
    """At the time of collection."""
    folds: Any


def library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        package = "lightgbm" if name == "lightgbm" else "scikit-learn"
        raise TrainingError(f"Fitting needs {name}, which is not here: pip install {package}") from None


def read_sample(files: Sequence[Path]) -> Sample:
    np = library("numpy")
    rows = [row for path in files for row in read_rows(path)]
    projects = [project_of(row.case) for row in rows]
    if bad := next(filter(is_held_out, projects), None):
        raise TrainingError(f"{bad} is a project that suggestions are measured on. Leave it out.")
    scored = [row for row in rows if row.features is not None]
    if not any(row.right for row in scored):
        raise TrainingError("No row was right: there is nothing to learn. Collect from more cases.")
    families = sorted({row.family for row in scored})
    names = sorted({name for row in scored for name in row.features or ()})
    column = {name: at for at, name in enumerate(names)}
    features = np.zeros((len(rows), len(names)), dtype=np.float32)
    for at, row in enumerate(rows):
        for name, value in (row.features or {}).items():
            features[at, column[name]] = value
    offered = Counter((row.case, row.family, row.draft) for row in rows)
    drafts = Counter(case for case, _, _ in offered)
    weights = np.array(
        [1 / offered[row.case, row.family, row.draft] / math.sqrt(drafts[row.case]) for row in rows]
    )
    number = {family: at for at, family in enumerate(families)}
    family = np.array([-1 if row.features is None else number[row.family] for row in rows])
    return Sample(
        rows=rows,
        projects=projects,
        names=names,
        families=families,
        features=features,
        family=family,
        scored=family >= 0,
        right=np.array([row.right for row in rows], dtype=int),
        weights=weights / weights.mean(),
        probabilities=np.array([row.chance for row in rows]),
        folds=np.array([_fold(project) for project in projects]),
    )


def _fold(project: str) -> int:
    """By project, because changes of one project are similar; the same on every machine."""
    return hashlib.sha256(project.encode()).digest()[0] % FOLDS
