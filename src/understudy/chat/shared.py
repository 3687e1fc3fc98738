"""State shared by all sessions of one agent: the store, the client, the workers, the models and the limits."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from understudy.abandoned_tasks import failure_logger
from understudy.bounded_dict import BoundedDict
from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.history import MessageHistory
from understudy.chat.limits import MAX_CACHED_HISTORIES, MODEL_CHECK_INTERVAL_S
from understudy.chat.outbound import Outbound
from understudy.chat.permission_rules import PermissionRules
from understudy.chat.session import NO_ACCOUNTING, Accounting
from understudy.chat.trusted_folders import TrustedFolders
from understudy.models import Model
from understudy.settings import ChatSettings, CommandSettings, HooksConfig
from understudy.tools import WorkerPool
from understudy.workspace import Stop

if TYPE_CHECKING:
    from understudy.chat.session import LeaseTerms
    from understudy.workspace.commands import ControlGroup

__all__ = ["AgentState", "ChatResources", "ModelPool"]

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _OpenModel:
    """A model with the number of turns that use it."""

    model: Model
    checked_at: float
    """When its settings were last found to be usable, on the loop's clock."""
    lease_count: int = 0
    retired: bool = False

    async def close_if_unused(self) -> None:
        if self.retired and not self.lease_count:
            await self.model.close()


class ModelPool:
    """Opens models by name when they are first used, and shares them between turns.

    Opening a model imports its library, which takes about a second, so it runs in a worker thread.
    """

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

    def use_default(self, name: str) -> None:
        """Make a model the default of new sessions, and offer it in all."""
        self.default = name
        self.choices = tuple(dict.fromkeys([name, *self.choices]))

    async def check(self, name: str) -> None:
        """Raise ModelError for an unknown model, or if the key of its provider is missing.

        The check may read a file, in a thread. An open model is checked again after MODEL_CHECK_INTERVAL_S: its key
        may have been deleted by another process.
        """
        opened = self._open_models.get(name)
        now = asyncio.get_running_loop().time()
        if opened is not None and now - opened.checked_at < MODEL_CHECK_INTERVAL_S:
            return
        await self._workers.run(lambda: self._check(name), Stop())
        if opened is not None:
            opened.checked_at = now

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncGenerator[Model]:
        """Keep the model open for the block, even if `reset` is called meanwhile."""
        async with self._open_lock:
            leased = self._open_models.get(name)
            if leased is None:
                now = asyncio.get_running_loop().time()
                leased = self._open_models[name] = _OpenModel(await self._open_shielded(name), now)
            leased.lease_count += 1
        try:
            yield leased.model
        finally:
            leased.lease_count -= 1
            await leased.close_if_unused()

    async def _open_shielded(self, name: str) -> Model:
        """Open a model; if the caller is cancelled, the model is closed as soon as it is open."""
        task = asyncio.ensure_future(self._workers.run(lambda: self._open_model(name), Stop()))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_close_when_opened)
            raise

    async def reset(self) -> None:
        """Close all models, because keys have changed; the next use opens them again.

        Turns that run keep their model: it is closed when the last of them ends.
        """
        async with self._open_lock:
            opened, self._open_models = self._open_models, {}
        for retired in opened.values():
            retired.retired = True
            try:
                await retired.close_if_unused()
            except Exception:  # it must not keep the other models open
                logger.exception("closing a model failed")


def _close_when_opened(opening: asyncio.Task[Model]) -> None:
    """Done callback: close a model that no caller waits for."""
    if not opening.cancelled() and opening.exception() is None:
        closing = asyncio.ensure_future(opening.result().close())
        closing.add_done_callback(failure_logger(logger, "closing a model"))


@dataclass(frozen=True, slots=True)
class ChatResources:
    """What several agents of one process may share: the store's thread, the worker threads and the open models."""

    store: AsyncSessionStore
    workers: WorkerPool
    models: ModelPool


@dataclass(frozen=True, slots=True)
class AgentState:
    store: AsyncSessionStore
    outbound: Outbound
    workers: WorkerPool
    models: ModelPool
    lease_terms: "LeaseTerms | None" = None
    """On which terms sessions are leased; None if this agent shares its sessions with others on its machine."""
    settings: ChatSettings = field(default_factory=ChatSettings)
    commands: CommandSettings = field(default_factory=CommandSettings)
    private_folders: tuple[str, ...] = ()
    """Folders that no session may work in."""
    trusted_folders: TrustedFolders = field(default_factory=TrustedFolders)
    """Folders whose instructions are read without a question."""
    permission_rules: PermissionRules = field(default_factory=PermissionRules)
    """What the user allowed for good."""
    hooks: HooksConfig = field(default_factory=HooksConfig)
    """Commands of the user that run by themselves."""
    config_file: str | None = None
    mcp_environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The environment that processes of MCP servers inherit."""
    allowed_roots: tuple[str, ...] | None = None
    """The folders in which all roots of a session must lie; None if any folder may be one."""
    allows_mcp: bool = True
    """Whether a client may name MCP servers."""
    accounting: Accounting = NO_ACCOUNTING
    make_command_group: "Callable[[], ControlGroup | None] | None" = None
    """Makes the control group of a session's commands; None limits each command by itself alone."""
    histories: BoundedDict[str, MessageHistory] = field(
        default_factory=lambda: BoundedDict[str, MessageHistory](MAX_CACHED_HISTORIES)
    )
    """The messages of the sessions with the latest turns, by session id."""
    owns_resources: bool = True
    """Whether the store, the workers and the models are closed with the agent."""
