"""The way from changes to weights, on changes small enough to read. What it is worth is measured, not tested."""

import difflib
import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from training import collect
from training.__main__ import main
from training.collect import collect_cases
from training.commit_groups import group_files
from training.evaluation import best_of_each, calibration, right_at
from training.residual import export_trees
from training.rows import Row, is_held_out, project_of, read_rows, write_rows
from training.simulation import Policy, play

from needs import needs
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.probability import DecisionForest
from understudy.replay.cases import Case, Hunk, final_lines, read_cases
from understudy.replay.distribution import Workers

REPOSITORY = Path(__file__).resolve().parents[2]
BODY = [
    f"def part_{number}(box):\n    first = box.size\n    return count(box, first)\n" for number in range(12)
]
OLD = "\n".join(BODY)
NEW = OLD.replace("count(box, first)", "measure(box, first)")


def renamed(name: str) -> Case:
    before, after = OLD.split("\n"), NEW.split("\n")
    hunks = [
        Hunk("shop/parts.py", at, [one], [other])
        for at, (one, other) in enumerate(zip(before, after, strict=True))
        if one != other
    ]
    return Case(name, {"shop/parts.py": OLD}, hunks)


def written(path: Path, cases: Sequence[Case]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(case) + b"\n" for case in cases))
    return path


def test_collecting_notes_what_was_right_and_goes_on_from_what_was_taken(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases.jsonl", [renamed("debian/shop/1.0/rename.patch")])
    out = tmp_path / "features.jsonl"
    assert main(["collect", str(cases), "--out", str(out), "--threshold", "0"]) == 0
    rows = list(read_rows(out))
    assert {row.case for row in rows} == {"debian/shop/1.0/rename.patch"}
    assert any(row.right and (row.features or {}).get("taken") for row in rows)
    assert all(value for row in rows for value in (row.features or {}).values())


def test_a_threshold_above_one_shows_nothing(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases.jsonl", [renamed("shop@1")])
    (played,) = collect_cases([cases], Policy(threshold=1.1))
    assert {ask.outcome for ask in played.requests} == {"silent"}
    assert len(played.manual_hunks) == 12
    assert any(row.right for row in played.rows)


def test_a_features_file_holds_no_source_text(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases.jsonl", [renamed("shop@1")])
    out = tmp_path / "features.jsonl"
    main(["collect", str(cases), "--out", str(out)])
    text = out.read_text()
    assert not any(word in text for word in ("measure", "part_", "parts.py", "box"))


def test_several_processes_find_the_same_as_one(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases.jsonl", [renamed(f"shop@{number}") for number in range(3)])
    alone = [played.rows for played in collect_cases([cases], Policy())]
    assert [played.rows for played in collect_cases([cases], Policy(), workers=Workers(2))] == alone


def test_no_case_is_played_by_an_engine_that_has_played_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine keeps what it found in a text for the next text at the same path."""
    engines: list[SymbolicEngine] = []

    def recorded(engine: SymbolicEngine, *more: Any) -> Any:
        engines.append(engine)
        return play(engine, *more)

    monkeypatch.setattr(collect, "play", recorded)
    cases = written(tmp_path / "cases.jsonl", [renamed(f"shop@{number}") for number in range(3)])
    assert len(list(collect_cases([cases], Policy()))) == 3
    assert len({id(engine) for engine in engines}) == 3


if importlib.util.find_spec("ray") is not None:  # 240 MB, so it is no dependency of the tests: `make ray`

    def test_a_collection_on_ray_finds_the_same_as_one_process(tmp_path: Path) -> None:
        cases = written(tmp_path / "cases.jsonl", [renamed(f"shop@{number}") for number in range(3)])
        alone = [played.rows for played in collect_cases([cases], Policy())]
        on_ray = collect_cases([cases], Policy(), workers=Workers(2, ray="local"))
        assert [played.rows for played in on_ray] == alone


def test_nothing_is_learned_from_what_suggestions_are_measured_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = written(tmp_path / "cases.jsonl", [renamed("pallets/flask@0123456789")])
    out = tmp_path / "features.jsonl"
    assert main(["collect", str(cases), "--out", str(out)]) == 1
    assert "measured on" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("case", "project", "held_out"),
    [
        ("debian/gradle/4.4.1-18/java11.patch#0", "debian/gradle", False),
        ("npm/@supabase/auth-js/2.1.0..2.1.1#1", "npm/@supabase/auth-js", False),
        ("understudy@179c237fae", "understudy", False),
        ("pallets/flask@7126a22334", "pallets/flask", True),
        ("debian/golang-github-gin-gonic-gin/1.8..1.9#2", "debian/golang-github-gin-gonic-gin", True),
        ("debian/rust-globset/0.4..0.5#2", "debian/rust-globset", True),
        ("debian/origin/1/gotten.patch", "debian/origin", False),
    ],
)
def test_a_case_tells_which_project_it_is_of(case: str, project: str, held_out: bool) -> None:
    assert project_of(case) == project
    assert is_held_out(project) == held_out


@needs("patch")
def test_every_patch_of_a_series_is_a_case_upon_the_one_before(tmp_path: Path) -> None:
    package = tmp_path / "shop-1.0"
    patches = package / "debian" / "patches"
    (package / "shop").mkdir(parents=True)
    patches.mkdir(parents=True)
    (package / "shop" / "parts.py").write_text(OLD)
    last = NEW.replace("first", "size")
    for name, before, after in (("one.patch", OLD, NEW), ("two.patch", NEW, last)):
        lines = difflib.unified_diff(
            before.split("\n"), after.split("\n"), "a/shop/parts.py", "b/shop/parts.py"
        )
        (patches / name).write_text("\n".join(line.rstrip("\n") for line in lines) + "\n")
    (patches / "series").write_text("one.patch\n# a remark\nmissing.patch\ntwo.patch -p1\n")
    out = tmp_path / "cases.jsonl"
    assert main(["corpus", "patches", str(package), "--out", str(out)]) == 0
    first, second = read_cases(out)
    assert first.id == "debian/shop-1.0/one.patch"
    assert "\n".join(final_lines(first)["shop/parts.py"]) == NEW
    assert second.files == {"shop/parts.py": NEW}
    assert (package / "shop" / "parts.py").read_text() == OLD


def test_two_releases_are_parted_into_cases(tmp_path: Path) -> None:
    for release, text in (("1.0", OLD), ("1.1", NEW)):
        (tmp_path / release / "vendor").mkdir(parents=True)
        for path in ("parts.py", "vendor/parts.py", "parts.txt"):
            (tmp_path / release / path).write_text(text)
    out = tmp_path / "cases.jsonl"
    assert (
        main(["corpus", "releases", "shop", str(tmp_path / "1.0"), str(tmp_path / "1.1"), "--out", str(out)])
        == 0
    )
    (case,) = read_cases(out)
    assert case.id == "release/shop/1.0..1.1#0"
    assert list(case.files) == ["parts.py"]
    assert len(case.hunks) == 12


def test_files_that_change_the_same_words_are_grouped() -> None:
    def hunk(path: str, old: str, new: str) -> list[Hunk]:
        return [Hunk(path, 1, [old], [new])]

    changed = {
        "a/lamp.py": hunk("a/lamp.py", "brightness_of(lamp)", "luminance_of(lamp)"),
        "b/tests/test_lamp.py": hunk("b/tests/test_lamp.py", "brightness_of(x)", "luminance_of(x)"),
        "c/door.py": hunk("c/door.py", "handle.turn()", "handle.push()"),
    }
    assert group_files(changed) == [["a/lamp.py", "b/tests/test_lamp.py"], ["c/door.py"]]


def test_judged_is_the_best_draft_of_each_question() -> None:
    rows = [
        Row("a", 1, "x", 0, right=True),
        Row("a", 1, "y", 0, right=False),
        Row("a", 2, "x", 0, right=True),
    ]
    best = best_of_each(rows, [0.6, 0.9, 0.7])
    assert best == [(0.9, False), (0.7, True)]
    assert right_at(best, 0.5) == 1
    assert right_at(best, 0.6) == 0
    assert calibration(best) == [(0.7, 1.0, 1), (0.9, 0.0, 1)]


@pytest.mark.parametrize(
    ("step", "module", "package"), [("fit", "sklearn", "scikit-learn"), ("residual", "lightgbm", "lightgbm")]
)
def test_fitting_says_what_it_needs(step: str, module: str, package: str, tmp_path: Path) -> None:
    rows = tmp_path / "features.jsonl"
    write_rows(rows, [Row("a", 1, "x", 0.5, right=True, features={"age": 1.0})])
    code = (
        "import sys; sys.modules[sys.argv[3]] = None\n"
        "from training.__main__ import main; sys.exit(main([sys.argv[2], sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(rows), step, module],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 1
    assert f"pip install {package}" in done.stderr


def test_the_engine_reads_the_trees_of_a_correction_as_they_were_fitted() -> None:
    tree = {
        "split_feature": 1,
        "threshold": 0.5,
        "left_child": {"leaf_value": 0.125},
        "right_child": {
            "split_feature": 0,
            "threshold": 2.0,
            "left_child": {"leaf_value": -1.0},
            "right_child": {"leaf_value": -2.0},
        },
    }
    trees = export_trees(["age", "skipped", "taken"], [tree, {"leaf_value": 0.5}])
    forest = DecisionForest(trees.features, 0.0, trees.roots, trees.nodes)
    for age, skipped, added in ((1.0, 0.0, 0.125), (1.0, 1.0, -1.0), (3.0, 1.0, -2.0)):
        assert forest.score("again", {"age": age, "skipped": skipped}) == pytest.approx(added + 0.5)


def test_an_interrupted_collection_continues_where_it_was(tmp_path: Path) -> None:
    cases = written(tmp_path / "cases.jsonl", [renamed(f"shop@{number}") for number in range(3)])
    journal = tmp_path / "journal"
    alone = [played.rows for played in collect_cases([cases], Policy())]
    interrupted = collect_cases([cases], Policy(), resume=journal)
    assert next(interrupted).rows == alone[0]
    interrupted.close()
    assert journal.read_bytes().count(b"\n") == 1
    assert [played.rows for played in collect_cases([cases], Policy(), resume=journal)] == alone
    assert not journal.exists()
