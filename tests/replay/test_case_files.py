"""Files of cases: what is read, what is rejected, and the half of a case."""

import json
from pathlib import Path

import pytest

from replay.replay_fixtures import RENAMES, case, write
from understudy.replay.cases import final_lines, half_of, read_cases
from understudy.replay.errors import ReplayError


def test_cases_are_read_in_order_and_blank_lines_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f"{json.dumps({**RENAMES, 'id': 'a'})}\n\n{json.dumps({**RENAMES, 'id': 'b'})}\n")
    assert [case.id for case in read_cases(path)] == ["a", "b"]
    assert [case.id for case in read_cases(path, max_cases=1)] == ["a"]


def test_the_final_text_has_every_hunk(tmp_path: Path) -> None:
    [found] = read_cases(write(tmp_path / "c.jsonl", RENAMES))
    assert final_lines(found)["a.py"] == [
        "total = 1",
        "print(total)",
        "other = 2",
        "use(total)",
        "keep = count",
        "",
    ]


def test_a_case_never_changes_its_half_and_the_halves_are_about_equal(tmp_path: Path) -> None:
    names = [f"someone/something@{number:010x}" for number in range(400)]
    path = write(tmp_path / "c.jsonl", *({**RENAMES, "id": name} for name in names))
    dev = [case.id for case in read_cases(path, half="dev")]
    unseen = [case.id for case in read_cases(path, half="unseen")]
    assert sorted(dev + unseen) == sorted(names)
    assert 150 < len(dev) < 250
    assert half_of("expressjs/express@42fd29efe8") == half_of("expressjs/express@42fd29efe8")
    assert [case.id for case in read_cases(path, max_cases=3, half="unseen")] == unseen[:3]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("not json", "no case"),
        ('{"id": "x"}', "no case"),
        (json.dumps(case("x", {"a": ""})), "no hunks"),
        (json.dumps(case("x", {"a": "1\n"}, ("b", 0, ["1"], ["2"]))), "not among its files"),
        (json.dumps(case("x", {"a": "1\n"}, ("a", 0, ["7"], ["2"]))), "does not fit"),
        (json.dumps(case("x", {"a": "1\n"}, ("a", -1, [], ["2"]))), "does not fit"),
        (json.dumps(case("x", {"../a": "1\n"}, ("../a", 0, ["1"], ["2"]))), "outside"),
        (json.dumps(case("x", {"/etc/a": "1\n"}, ("/etc/a", 0, ["1"], ["2"]))), "outside"),
    ],
)
def test_an_invalid_line_is_rejected_with_its_number(tmp_path: Path, bad: str, why: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps(RENAMES) + "\n" + bad + "\n")
    with pytest.raises(ReplayError, match=f"line 2: .*{why}") as caught:
        list(read_cases(path))
    assert caught.value.code == "bad_cases"


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="cannot be read"):
        list(read_cases(tmp_path / "none.jsonl"))
