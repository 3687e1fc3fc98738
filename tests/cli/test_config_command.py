"""`understudy config`: values are read and changed, and the rest of the file stays as it was written."""

import json
import os
import sys
import tomllib
from pathlib import Path

import pytest

from cli.test_login import environ, understudy
from understudy.cli.config import SettingsError
from understudy.cli.config.config_edit import change_config, parse_key, parse_value

__all__ = ["environ"]  # a fixture

WRITTEN = """\
# my settings
model = "ollama:qwen3"  # the small one

models = [
  "ollama:qwen3",  # one
  "anthropic:NAME",
]

[nes]
# next edits
eagerness = "low"

[providers.openai-chat]
base_url = "http://localhost:8080/v1"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config" / "config.toml"
    path.parent.mkdir()
    path.write_text(WRITTEN)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("model", '"a:b"', '"ollama:qwen3"  # the small one\n\nmodels', '"a:b"  # the small one\n\nmodels'),
        ("mode", '"edit"', '"anthropic:NAME",\n]\n', '"anthropic:NAME",\n]\nmode = "edit"\n'),
        ("nes.eagerness", "high", 'eagerness = "low"\n', 'eagerness = "high"\n'),
        ("nes.enabled", "false", 'eagerness = "low"\n', 'eagerness = "low"\nenabled = false\n'),
        (
            "models",
            '["x:y"]',
            'models = [\n  "ollama:qwen3",  # one\n  "anthropic:NAME",\n]\n',
            'models = ["x:y"]\n',
        ),
    ],
)
def test_one_value_changes_and_comments_stay(file: Path, key: str, value: str, old: str, new: str) -> None:
    assert old in WRITTEN
    change_config(file, {parse_key(key): parse_value(value)})
    assert file.read_text() == WRITTEN.replace(old, new)


def test_a_new_table_is_added_at_the_end_and_a_removed_value_is_gone(file: Path) -> None:
    change_config(file, {("providers", "google", "base_url"): "https://example.org", ("model",): None})
    text = file.read_text()
    assert text.endswith('\n[providers.google]\nbase_url = "https://example.org"\n')
    assert "model" not in tomllib.loads(text)
    assert text.startswith("# my settings\n\nmodels")


def test_a_wrong_value_changes_nothing(file: Path) -> None:
    with pytest.raises(SettingsError, match=r"nes.eagerness must be one of"):
        change_config(file, {("nes", "eagerness"): "loud"})
    assert file.read_text() == WRITTEN
    assert list(file.parent.iterdir()) == [file]


def test_a_file_behind_a_link_is_changed_and_the_link_stays(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.toml"
    target.write_text('mode = "ask"\n')
    link = tmp_path / "config.toml"
    link.symlink_to(target)
    change_config(link, {("mode",): "edit"})
    assert link.is_symlink()
    assert target.read_text() == 'mode = "edit"\n'


def test_the_command_reads_sets_and_removes(environ: dict[str, str], file: Path) -> None:
    assert understudy(environ, "config", "path").stdout == f"{file}\n"
    assert understudy(environ, "config", "get", "model").stdout == "ollama:qwen3\n"
    assert understudy(environ, "config", "set", "max_steps", "7").returncode == 0
    assert json.loads(understudy(environ, "config", "get", "--json").stdout)["max_steps"] == 7
    assert understudy(environ, "config", "unset", "max_steps").returncode == 0
    missing = understudy(environ, "config", "get", "max_steps")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "max_steps is not set" in missing.stderr
    wrong = understudy(environ, "config", "set", "modell", "x")
    assert wrong.returncode == 2
    assert "There is no setting 'modell'" in wrong.stderr
    assert file.read_text() == WRITTEN


def test_edit_opens_the_users_editor_and_checks_the_file(environ: dict[str, str], file: Path) -> None:
    script = file.with_name("editor.py")
    script.write_text("import sys; open(sys.argv[1], 'a').write('nonsense = 1\\n')")
    done = understudy({**environ, "VISUAL": f"{sys.executable} {script}"}, "config", "edit")
    assert done.returncode == 2
    assert "nonsense" in done.stderr
    assert os.access(file, os.R_OK)
