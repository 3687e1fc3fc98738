"""What all sessions of one agent share: the store, the client, the workers, the models, the limits."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from understudy.chat.keeper import Keeper
from understudy.chat.outbound import Outbound
from understudy.models.port import Model
from understudy.tools.workers import Workers
from understudy.workspace import SandboxMode, Stop

__all__ = ["Engine", "Models", "TurnLimits"]


@dataclass(frozen=True, slots=True)
class TurnLimits:
    steps: int = 50
    """Requests to the model in one turn."""
    output_tokens: int | None = None
    """Tokens of one answer of the model."""


class Models:
    """The models that can be named, opened when first used. Opening imports for a second, so it has a thread."""

    def __init__(
        self,
        default: str | None,
        choices: tuple[str, ...],
        check: Callable[[str], None],
        open_model: Callable[[str], Model],
        workers: Workers,
    ) -> None:
        self.default = default
        self.choices = choices
        self.check = check
        """Raises ModelError for a name that nobody knows, or whose provider's key is missing."""
        self._open_model = open_model
        self._workers = workers
        self._opened: dict[str, Model] = {}
        self._opening = asyncio.Lock()

    async def open(self, name: str) -> Model:
        self.check(name)
        async with self._opening:
            model = self._opened.get(name)
            if model is None:
                model = self._opened[name] = await self._workers.run(lambda: self._open_model(name), Stop())
            return model

    async def forget(self) -> None:
        """Keys have changed: what is used from now on is opened anew."""
        opened, self._opened = self._opened, {}
        for model in opened.values():
            await model.close()


@dataclass(frozen=True, slots=True)
class Engine:
    keeper: Keeper
    outbound: Outbound
    workers: Workers
    models: Models
    limits: TurnLimits = field(default_factory=TurnLimits)
    sandbox: SandboxMode = SandboxMode.AUTO
    inherit: tuple[str, ...] = ()
    config_file: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """What the children of MCP servers inherit."""
