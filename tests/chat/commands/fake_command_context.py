"""A command context with the real tools over a real workspace, without permission requests."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from understudy.chat.commands import find_command
from understudy.chat.prompt.links import LinkTarget
from understudy.chat.toolset import CallOutcome
from understudy.chat.toolset.presentation import failure_outcome
from understudy.models.model_api import ModelError
from understudy.tools import TOOLS
from understudy.workspace import Workspace, WorkspaceError


class FakeCommandContext:
    """Records the replies and the tool calls."""

    def __init__(
        self, workspace: Workspace, models: Sequence[str] = (), *, errors_as_text: bool = False
    ) -> None:
        self.workspace = workspace
        self.model: str | None = None
        self.models = models
        self.linked_files: Sequence[LinkTarget] = ()
        self.said: list[str] = []
        self.used: list[tuple[str, Mapping[str, Any]]] = []
        self.errors_as_text = errors_as_text

    @property
    def roots(self) -> Sequence[str]:
        return [root.path for root in self.workspace.roots]

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        self.used.append((tool, arguments))
        try:
            result = await asyncio.to_thread(TOOLS[tool].call, self.workspace, dict(arguments))
        except WorkspaceError as error:
            outcome = failure_outcome(error)
            return replace(outcome, output=None) if self.errors_as_text else outcome
        plain = msgspec.to_builtins(result)
        return CallOutcome(failed=False, text=msgspec.json.encode(plain).decode(), output=plain)

    async def reply(self, text: str) -> None:
        self.said.append(text)

    async def choose_model(self, spec: str) -> None:
        if ":" not in spec and spec != "none":
            raise ModelError("bad_setting", f"{spec!r} is no PROVIDER:NAME.")
        self.model = None if spec == "none" else spec


def ask(context: FakeCommandContext, text: str) -> str:
    found = find_command(text)
    assert found is not None, text
    command, argument_text = found

    async def run() -> None:
        async with asyncio.timeout(240):
            await command.run(context, argument_text)

    context.said.clear()
    asyncio.run(run())
    assert len(context.said) == 1
    return context.said[0]
