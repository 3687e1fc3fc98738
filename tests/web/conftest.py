"""A built page, and servers that the tests of a module share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from web_server import WebServer, agent, built_page


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_page(tmp_path_factory.mktemp("page") / "static")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project").resolve()


@pytest.fixture(scope="module")
def server(static: Path, project: Path) -> Iterator[WebServer]:
    """On `project`, with an agent that gives back what it is sent."""
    with WebServer(static, str(project), *agent("echo")) as running:
        yield running
