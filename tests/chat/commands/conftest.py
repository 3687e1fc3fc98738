"""A port over the test's workspace, and typing into it."""

from collections.abc import Callable

import pytest

from chat.commands.tool_port import ToolPort, ask
from understudy.workspace import Workspace


@pytest.fixture
def port(workspace: Workspace) -> ToolPort:
    return ToolPort(workspace)


@pytest.fixture
def answer(port: ToolPort) -> Callable[[str], str]:
    """What the user sees after typing this."""

    def type_in(text: str) -> str:
        return ask(port, text)

    return type_in
