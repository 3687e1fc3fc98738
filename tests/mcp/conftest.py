"""A project, and a server process on it that speaks lines."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from line_client import LineClient


@pytest.fixture
def lines(root: Path) -> Iterator[LineClient]:
    with LineClient("--root", str(root), "--extra") as client:
        client.hello()
        yield client
