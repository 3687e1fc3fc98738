"""What all sessions of one agent share: the store, the client, the workers, the models, the limits."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
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


@dataclass(slots=True, eq=False)
class _Lent:
    model: Model
    users: int = 0
    retired: bool = False

    async def close_if_done(self) -> None:
        if self.retired and not self.users:
            await self.model.close()


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
        self._check = check
        self._open_model = open_model
        self._workers = workers
        self._opened: dict[str, _Lent] = {}
        self._opening = asyncio.Lock()

    async def check(self, name: str) -> None:
        """Raises ModelError for a name that nobody knows, or whose provider's key is missing."""
        await self._workers.run(lambda: self._check(name), Stop())

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncGenerator[Model]:
        """The model for as long as it is needed, even if it is to be forgotten meanwhile."""
        async with self._opening:
            lent = self._opened.get(name)
            if lent is None:
                lent = self._opened[name] = _Lent(await self._opened_whole(name))
            lent.users += 1
        try:
            yield lent.model
        finally:
            lent.users -= 1
            await lent.close_if_done()

    async def _opened_whole(self, name: str) -> Model:
        """A model whose opening nobody waits for any more is closed again."""
        task = asyncio.ensure_future(self._workers.run(lambda: self._open_model(name), Stop()))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_close_again)
            raise

    async def forget(self) -> None:
        """Keys have changed: what is used from now on is opened anew. Turns keep what they have."""
        async with self._opening:
            opened, self._opened = self._opened, {}
        for lent in opened.values():
            lent.retired = True
            with contextlib.suppress(
                Exception
            ):  # one that cannot be closed keeps nobody from closing the others
                await lent.close_if_done()


def _close_again(opening: asyncio.Task[Model]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        closing = asyncio.ensure_future(opening.result().close())
        closing.add_done_callback(lambda done: done.cancelled() or done.exception())


@dataclass(frozen=True, slots=True)
class Engine:
    keeper: Keeper
    outbound: Outbound
    workers: Workers
    models: Models
    limits: TurnLimits = field(default_factory=TurnLimits)
    sandbox: SandboxMode = SandboxMode.AUTO
    inherit: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    """Folders that no session may work in."""
    config_file: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """What the children of MCP servers inherit."""
