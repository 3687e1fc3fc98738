"""Fixtures of the tests that run a whole agent."""

import importlib

import pytest


@pytest.fixture(scope="session")
def mcp_sdk_loaded() -> None:
    """Import the MCP SDK before a test starts.

    The first session with an MCP server imports it, which takes a second and ten on a busy machine, while a request
    of the test waits for the server's tools.
    """
    importlib.import_module("understudy.mcp_servers.managed_server")
