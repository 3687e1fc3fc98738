"""Feature names are declared once; a name that is not declared is an error, not a feature that counts as 0."""

from importlib.resources import files

import msgspec
import pytest

from nes_symbolic.scenes import situation
from understudy.nes.symbolic.feature_names import FEATURE_NAMES, Features
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.generators import generate_candidates
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.probability import _load_linear_models, decode_weights, estimate_probability
from understudy.nes.symbolic.snapshot_index import SnapshotIndex

NOT_FITTED = {"typed", "ahead", "visited", "due"}
"""No commit is typed: only the lower bounds depend on these."""
WEIGHTS = files("understudy.nes.symbolic").joinpath("weights.json").read_bytes()


def test_the_shipped_weights_and_the_declaration_have_the_same_features() -> None:
    weights = decode_weights(WEIGHTS)
    named = {name for line in weights.lines.values() for name in line if name}
    split_on = (*weights.features, *weights.correction.features)
    split = {name for name in split_on if not name.startswith("family:")}
    assert named | split | NOT_FITTED == FEATURE_NAMES
    assert NOT_FITTED.isdisjoint(named | split)


@pytest.mark.parametrize("place", ["lines", "features", "correction"])
def test_weights_with_an_unknown_feature_are_not_loaded(place: str) -> None:
    weights = msgspec.json.decode(WEIGHTS)
    if place == "lines":
        weights["lines"]["again"]["suport"] = 0.5
    elif place == "features":
        weights["features"][0] = "suport"
    else:
        weights["correction"]["features"][0] = "suport"
    with pytest.raises(ValueError, match="does not declare: suport"):
        decode_weights(msgspec.json.encode(weights))


def test_an_unknown_feature_of_a_candidate_raises() -> None:
    features: Features = {"edit_size": 1.0, "below": 1.0, "distance": 1.0}
    assert 0 < estimate_probability("again", features) < 1
    misspelt: dict[str, float] = {**features, "suport": 1.0}
    with pytest.raises(KeyError, match="suport"):
        estimate_probability("again", misspelt)  # type: ignore[arg-type]


def test_every_feature_of_a_generated_candidate_is_declared() -> None:
    asked = situation(
        "m.py",
        "user_id = 1\nprint(user_id, 'a')\nprint(user_id, 'b')\n\nload_user_id(user_id)\n",
        ("user_id = 1", "account_id = 1"),
        ("'a'", '"a"'),
    )
    patterns = extract_patterns(asked.edits, MAX_LEARNED_EDITS)
    found = list(generate_candidates(FeatureExtractor(SnapshotIndex(asked.snapshot), asked, patterns)))
    assert {one.family for one in found} >= {"replace", "manner", "partial"}
    assert all(one.features.keys() <= FEATURE_NAMES for one in found)


def test_a_feature_without_a_weight_in_a_family_counts_nothing() -> None:
    fitted = decode_weights(WEIGHTS).lines
    for family, model in _load_linear_models().items():
        assert {name: weight for name, weight in model.weights.items() if weight} == {
            name: weight for name, weight in fitted[family].items() if name and weight
        } | ({"": model.constant} if "" in model.weights else {})
        assert model.weights.keys() >= FEATURE_NAMES
