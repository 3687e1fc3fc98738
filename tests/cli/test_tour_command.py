"""The next-edit part of the tour: an editor, a real agent, and the messages between them."""

import io
import os
import re
from pathlib import Path

import pytest

from understudy.cli.terminal import Terminal
from understudy.cli.tour_scenes import DEMO_FILES, NEW_FUNCTION, OLD_FUNCTION, show_next_edits


def shown(tmp_path: Path, config: str = "") -> list[str]:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text(config)
    own = {"UNDERSTUDY_STATE_DIR": str(tmp_path / "state"), "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config")}
    stream = io.StringIO()
    show_next_edits(Terminal(stream), tmp_path, {**os.environ, **own})
    return stream.getvalue().splitlines()


def steps(lines: list[str], mark: str) -> list[str]:
    return [line.strip() for line in lines if line.strip().startswith(mark)]


def places() -> int:
    return sum(len(re.findall(rf"\b{OLD_FUNCTION}\b", text)) for text in DEMO_FILES.values())


@pytest.mark.requirement("NES-14")
def test_the_tour_accepts_the_suggested_edits_until_the_old_name_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "understudy.py").write_text("raise SystemExit('this is another one')")
    lines = shown(tmp_path)
    suggested, by_hand = steps(lines, "→"), steps(lines, "✎")
    assert len(suggested) >= len(by_hand), lines
    assert len(suggested) + len(by_hand) == places()
    assert {line.split()[1].partition(":")[0] for line in suggested} <= set(DEMO_FILES)
    assert all(re.search(r"suggested in [\d.]+ ms, accepted  \S.*\.$", line) for line in suggested)
    assert len(steps(lines, "- ")) == len(steps(lines, "+ ")) == places()
    assert "nothing more is suggested" in lines[-2]
    assert "understudy nes explain" in lines[-1]


def test_the_scene_goes_on_by_hand_where_nothing_is_suggested(tmp_path: Path) -> None:
    lines = shown(tmp_path, "[nes]\nenabled = false\n")
    assert steps(lines, "→") == []
    assert len(steps(lines, "✎")) == places()
    assert any(NEW_FUNCTION in line for line in steps(lines, "+ "))
    assert "nothing more is suggested" in "\n".join(lines)
