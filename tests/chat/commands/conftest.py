"""A command context over the test's workspace, and a function that types into it."""

from collections.abc import Callable

import pytest

from chat.commands.fake_command_context import FakeCommandContext, ask
from understudy.workspace import Workspace


@pytest.fixture
def context(workspace: Workspace) -> FakeCommandContext:
    return FakeCommandContext(workspace)


@pytest.fixture
def answer(context: FakeCommandContext) -> Callable[[str], str]:
    """What the user sees after typing this."""

    def type_in(text: str) -> str:
        return ask(context, text)

    return type_in
