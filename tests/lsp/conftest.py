"""A language server in a process of its own, and a workspace of two files."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from lsp_program import Program

MODULE = "def get_user(name):\n    return name\n\n\nprint(get_user('a'))\nprint(get_user('b'))\n"
CALLER = "from users import get_user\n\nget_user('c')\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "users.py").write_text(MODULE)
    (folder / "main.py").write_text(CALLER)
    return folder


@pytest.fixture
def program(home: Path) -> Iterator[Program]:
    with Program(home) as started:
        yield started
