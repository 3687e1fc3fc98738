"""A project folder, and server processes on it that the tests of a module share."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from http_server import HttpServer
from line_client import LineClient


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project").resolve()


@pytest.fixture
def root(project: Path) -> Path:
    """The folder of the shared servers, without the files of earlier tests."""
    for entry in project.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    return project


@pytest.fixture(scope="module")
def shared_lines(project: Path) -> Iterator[LineClient]:
    with LineClient("--root", str(project), "--extra") as client:
        client.hello()
        yield client


@pytest.fixture
def lines(shared_lines: LineClient, root: Path) -> LineClient:
    """A server that speaks lines and must be usable after the test as before."""
    assert shared_lines.ask("ping")["result"] == {}
    shared_lines.others.clear()
    return shared_lines


@pytest.fixture
def own_lines(root: Path) -> Iterator[LineClient]:
    """For a test that ends its server or fills it with calls."""
    with LineClient("--root", str(root), "--extra") as client:
        client.hello()
        yield client


@pytest.fixture(scope="module")
def shared_server(project: Path) -> Iterator[HttpServer]:
    with HttpServer(project) as running:
        yield running


@pytest.fixture
def server(shared_server: HttpServer, root: Path) -> HttpServer:
    """A server on HTTP that must be usable after the test as before."""
    return shared_server
