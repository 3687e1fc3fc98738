"""The runner of `make bench`: one measurement that fails does not end the others, and every row is stored."""

import json
import signal
import sys
from pathlib import Path

import pytest
from bench.__main__ import MEASUREMENTS, main
from bench.measure import NotInstalled, Row
from bench.results import Measurement, run_measurements


def works(_: Path) -> list[Row]:
    return [Row("work", "1 ms", "peer 2 ms", "0.50", "≤ 1.0")]


def fails(_: Path) -> list[Row]:
    raise RuntimeError("the peer ended")


def leaves(_: Path) -> list[Row]:
    raise SystemExit("The workbench did not start.")


def has_no_peer(_: Path) -> list[Row]:
    raise NotInstalled("haproxy is not installed")


def hangs(_: Path) -> list[Row]:
    while True:
        pass


def results(file: Path) -> dict[str, dict[str, object]]:
    return json.loads(file.read_text())["results"]


def test_a_measurement_that_fails_does_not_end_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measurements: dict[str, Measurement] = {
        "fails": fails,
        "leaves": leaves,
        "has_no_peer": has_no_peer,
        "works": works,
    }
    file = tmp_path / "results.json"
    found = run_measurements(list(measurements), measurements, tmp_path, file)
    assert [result.error for result in found] == [
        "RuntimeError: the peer ended",
        "SystemExit: The workbench did not start.",
        "",
        "",
    ]
    shown = capsys.readouterr()
    assert "| work | 1 ms | peer 2 ms | 0.50 | ≤ 1.0 |" in shown.out
    assert "| has_no_peer | - | haproxy is not installed | - | - |" in shown.out
    assert "fails failed: RuntimeError: the peer ended" in shown.err
    assert list(results(file)) == list(measurements)


def test_a_measurement_that_hangs_is_ended(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)
    file = tmp_path / "results.json"
    (found,) = run_measurements(["hangs"], {"hangs": hangs}, tmp_path, file, timeout_s=0.05)
    assert found.error == "TimeoutError: it took longer than 0.05 s"
    assert signal.getsignal(signal.SIGALRM) is before


def test_the_file_is_written_after_each_measurement_and_keeps_those_of_other_runs(tmp_path: Path) -> None:
    file = tmp_path / "results.json"

    def interrupted(_: Path) -> list[Row]:
        assert list(results(file)) == ["works"]
        raise KeyboardInterrupt

    measurements: dict[str, Measurement] = {"first": works, "works": works, "interrupted": interrupted}
    with pytest.raises(KeyboardInterrupt):
        run_measurements(["works", "interrupted"], measurements, tmp_path, file)
    run_measurements(["first"], measurements, tmp_path, file)
    assert list(results(file)) == ["first", "works"]  # in the order of the table, not of the runs


def test_a_bench_is_run_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    monkeypatch.setattr(sys, "argv", ["bench", "small", "--json", str(file)])
    assert main() == 0
    assert "search literal in 20 files" in capsys.readouterr().out
    assert list(results(file)) == ["small"]
    monkeypatch.setattr(sys, "argv", ["bench", "nothing"])
    with pytest.raises(SystemExit):
        main()
    assert f"They are: {', '.join(MEASUREMENTS)}" in capsys.readouterr().err
