"""Fixtures of the tests of MCP servers."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def earlier_objects_excluded() -> None:
    """Exclude what earlier tests imported from garbage collection: `session_harness.run` collects twice."""
    gc.collect()
    gc.freeze()
