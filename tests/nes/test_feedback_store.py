"""The feedback store: two numbers for each family in a small file, and no text of the user."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_FAMILIES, MAX_FEEDBACK_FILE_BYTES, MIN_FEEDBACK_COUNT
from understudy.nes.session.feedback_store import FeedbackStore, delete_feedback, feedback_name


def taught(path: Path, accepted: int, rejected: int, family: str = "swap") -> FeedbackStore:
    memory = FeedbackStore(str(path))
    for _ in range(accepted):
        memory.record(family, 1.0, 0.0)
    for _ in range(rejected):
        memory.record(family, 0.0, 1.0)
    memory.flush(5.0)
    return memory


def test_feedback_counts_in_the_next_session(tmp_path: Path) -> None:
    path = tmp_path / "nes" / "memory.json"
    taught(path, 0, 30)
    assert FeedbackStore(str(path)).odds_factor("swap") == 0.5
    assert json.loads(path.read_bytes()) == {"version": 1, "families": {"swap": [0.0, 30.0]}}
    assert [file.name for file in path.parent.iterdir()] == ["memory.json"]


def test_little_feedback_does_not_count_and_much_is_limited(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    assert taught(path, 0, MIN_FEEDBACK_COUNT - 1).odds_factor("swap") == 1.0
    assert taught(path, 0, 1).odds_factor("swap") == 0.5
    assert taught(path, 0, 300).odds_factor("swap") == 0.5
    assert FeedbackStore(str(path)).odds_factor("other") == 1.0


@pytest.mark.parametrize(
    ("accepted", "rejected", "factor"), [(60, 2, 1.0), (20, 20, 1.0), (15, 19, 0.8), (11, 15, 0.75)]
)
def test_only_a_family_that_is_rejected_more_often_than_accepted_becomes_less_likely(
    tmp_path: Path, accepted: int, rejected: int, factor: float
) -> None:
    assert taught(tmp_path / "memory.json", accepted, rejected).odds_factor("swap") == pytest.approx(factor)


def test_a_jump_and_an_edit_of_one_rule_are_counted_apart() -> None:
    edit = Candidate(kind="edit", uri="file:///a", probability=0.9, family="member-added")
    jump = structs.replace(edit, kind="jump")
    assert (feedback_name(edit), feedback_name(jump)) == ("member-added", "jump.member-added")


def test_two_agents_add_to_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    one, other = FeedbackStore(str(path)), FeedbackStore(str(path))
    for memory in (one, other):
        for _ in range(6):
            memory.record("swap", 1.0, 0.0)
    one.flush(5.0)
    other.flush(5.0)
    assert json.loads(path.read_bytes())["families"] == {"swap": [12.0, 0.0]}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"families": {"swap": "x"}}', b'{"families": {"swap": [-5, 1e300]}}', b"\xff\xfe"],
)
def test_a_damaged_file_counts_as_empty_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "memory.json"
    path.write_bytes(content)
    assert FeedbackStore(str(path)).odds_factor("swap") == 1.0
    taught(path, 1, 0)
    assert json.loads(path.read_bytes())["families"] == {"swap": [1.0, 0.0]}


def test_the_file_stays_small_and_holds_only_names_of_families(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    memory = FeedbackStore(str(path))
    memory.record("password = 'hunter2'", 1.0, 0.0)
    for number in range(MAX_FAMILIES * 2):
        memory.record(f"family-{number}", 1.0, 0.0)
    memory.flush(5.0)
    families = json.loads(path.read_bytes())["families"]
    assert len(families) == MAX_FAMILIES
    assert all(name.startswith("family-") for name in families)
    assert path.stat().st_size < MAX_FEEDBACK_FILE_BYTES


def test_old_feedback_counts_less(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    taught(path, 0, 450)
    assert taught(path, 900, 0).odds_factor("swap") > 0.7
    families = json.loads(path.read_bytes())["families"]
    assert sum(families["swap"]) <= 500


def test_forgetting_removes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    taught(path, 1, 0)
    assert delete_feedback(str(path))
    assert not delete_feedback(str(path))
    assert FeedbackStore(str(path)).odds_factor("swap") == 1.0


def test_without_a_file_nothing_is_remembered() -> None:
    memory = FeedbackStore(None)
    memory.record("swap", 1.0, 0.0)
    memory.flush(5.0)
    assert memory.odds_factor("swap") == 1.0


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    memory = taught(tmp_path / "file" / "memory.json", 0, 12)
    assert memory.odds_factor("swap") == 0.5  # in this process it counts all the same
