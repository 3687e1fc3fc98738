"""What all sessions of one agent share: the store, the client, the workers, the models, the limits."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.outbound import Outbound
from understudy.models import Model
from understudy.settings import ChatSettings
from understudy.tools import WorkerPool
from understudy.workspace import SandboxMode, Stop

__all__ = ["AgentState", "ModelPool"]


@dataclass(slots=True, eq=False)
class _OpenModel:
    model: Model
    lease_count: int = 0
    retired: bool = False

    async def close_if_unused(self) -> None:
        if self.retired and not self.lease_count:
            await self.model.close()


class ModelPool:
    """The models that can be named, opened when first used. Opening imports for a second, so it has a thread."""

    def __init__(
        self,
        default: str | None,
        choices: tuple[str, ...],
        check: Callable[[str], None],
        open_model: Callable[[str], Model],
        workers: WorkerPool,
    ) -> None:
        self.default = default
        self.choices = choices
        self._check = check
        self._open_model = open_model
        self._workers = workers
        self._open_models: dict[str, _OpenModel] = {}
        self._open_lock = asyncio.Lock()

    async def check(self, name: str) -> None:
        """Raises ModelError for a name that nobody knows, or whose provider's key is missing."""
        await self._workers.run(lambda: self._check(name), Stop())

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncGenerator[Model]:
        """The model for as long as it is needed, even if it is to be forgotten meanwhile."""
        async with self._open_lock:
            lent = self._open_models.get(name)
            if lent is None:
                lent = self._open_models[name] = _OpenModel(await self._open_shielded(name))
            lent.lease_count += 1
        try:
            yield lent.model
        finally:
            lent.lease_count -= 1
            await lent.close_if_unused()

    async def _open_shielded(self, name: str) -> Model:
        """A model whose opening nobody waits for any more is closed again."""
        task = asyncio.ensure_future(self._workers.run(lambda: self._open_model(name), Stop()))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_close_when_opened)
            raise

    async def reset(self) -> None:
        """Keys have changed: what is used from now on is opened anew. Turns keep what they have."""
        async with self._open_lock:
            opened, self._open_models = self._open_models, {}
        for lent in opened.values():
            lent.retired = True
            with contextlib.suppress(
                Exception
            ):  # one that cannot be closed keeps nobody from closing the others
                await lent.close_if_unused()


def _close_when_opened(opening: asyncio.Task[Model]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        closing = asyncio.ensure_future(opening.result().close())
        closing.add_done_callback(lambda done: done.cancelled() or done.exception())


@dataclass(frozen=True, slots=True)
class AgentState:
    store: AsyncSessionStore
    outbound: Outbound
    workers: WorkerPool
    models: ModelPool
    settings: ChatSettings = field(default_factory=ChatSettings)
    sandbox: SandboxMode = SandboxMode.AUTO
    inherited_variables: tuple[str, ...] = ()
    private_folders: tuple[str, ...] = ()
    """Folders that no session may work in."""
    config_file: str | None = None
    mcp_environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """What the children of MCP servers inherit."""
