"""The fuzzer itself: repeatable, and it notices and keeps a finding."""

import contextlib
from pathlib import Path

import pytest
from tests.fuzz import __main__ as program
from tests.fuzz.mutator import Mutator
from tests.fuzz.targets import ACP_SEEDS, TARGETS, Target


def test_a_seed_gives_the_same_inputs_and_another_seed_others() -> None:
    for name, target in TARGETS.items():
        first, again, other = (
            [target.make_input(mutator) for _ in range(5)]
            for mutator in (Mutator("a"), Mutator("a"), Mutator("b"))
        )
        assert first == again, name
        assert first != other, name


def test_the_seeds_of_acp_cover_its_methods() -> None:
    methods = {seed["method"] for seed in ACP_SEEDS}
    assert {"initialize", "session/new", "session/prompt", "nes/suggest", "document/didChange"} <= methods


def test_a_finding_is_kept_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "CORPUS", tmp_path)
    ran: list[bytes] = []

    def run(data: bytes) -> None:
        ran.append(data)
        if data.startswith(b"7"):
            raise ValueError(data)

    numbers = iter(range(100))
    target = Target(lambda _: str(next(numbers)).encode(), lambda: contextlib.nullcontext(run))
    assert program.fuzz("numbers", target, "1", 9, None) == 1
    assert [file.read_bytes() for file in (tmp_path / "numbers").iterdir()] == [b"7"]
    assert "ValueError" in capsys.readouterr().err
    ran.clear()
    assert program.fuzz("numbers", target, "1", 3, None) == 1
    assert ran == [b"7", b"9", b"10", b"11"]


@pytest.mark.parametrize("name", ["diff", "zeta2-prompt", "position", "front-matter", "git-config"])
def test_the_parsers_stand_a_short_run(name: str) -> None:
    assert program.fuzz(name, TARGETS[name], "test", 300, None) == 0
