"""Makes the agents of `understudy serve` from the server's settings: one per connection, for one user.

Owns what they share: worker threads, open models, and the session store. The keys of providers are the server's; no
user can read or change them.
"""

import argparse
import asyncio
import contextlib
import functools
import hashlib
import logging
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from understudy.acp import Agent, ChatDependencies, Hosting, NesDependencies, open_resources
from understudy.chat import (
    AsyncSessionStore,
    ChatResources,
    LeaseTerms,
    SessionStore,
    StoreError,
    UnpromptedSessions,
    UsageLedger,
    is_shared_store,
    open_store,
)
from understudy.cli.agent_setup import build_chat_dependencies
from understudy.cli.config import state_folder
from understudy.cli.limits import (
    MAX_SERVE_CALLS,
    MAX_SERVE_THREADS,
    SERVE_SHUTDOWN_TIMEOUT_S,
    STORE_CHECK_TIMEOUT_S,
    STORE_THREADS,
)
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.serve import Accounts, User, Users
from understudy.tools import WorkerPool
from understudy.wire import Channel
from understudy.workspace.commands import (
    ControlGroup,
    ControlGroups,
    GroupLimits,
    NoControlGroups,
    open_control_groups,
)

if TYPE_CHECKING:
    from understudy.serve import Metrics

__all__ = ["HostedAgents", "store_address"]

logger = logging.getLogger(__name__)


def store_address(options: argparse.Namespace) -> str:
    """The address of the session store, by default a folder of the server's state."""
    return options.store or f"sqlite:{state_folder(os.environ) / 'serve'}"


def _open_session_store(address: str) -> SessionStore:
    """A store of several replicas has a session at once: if this one dies, its client goes on elsewhere."""
    store = open_store(address)
    return store if is_shared_store(address) else UnpromptedSessions(store)


def _open_control_groups() -> ControlGroups | None:
    """Say in the log whether the kernel limits what the commands of a session use together."""
    try:
        groups = open_control_groups()
    except NoControlGroups as error:
        logger.info("commands are limited one by one, without control groups: %s", error)
        return None
    logger.info("commands are limited by control groups: %s", ", ".join(groups.controllers))
    return groups


def _make_group(groups: ControlGroups, user: User) -> ControlGroup | None:
    limits = user.limits
    try:
        return groups.make(
            GroupLimits(limits.command_memory_mib << 20, limits.command_processes, limits.command_cpus)
        )
    except OSError:
        logger.exception("a session has no control group: its commands are limited one by one")
        return None


class HostedAgents:
    """Must be made inside the event loop."""

    def __init__(
        self,
        options: argparse.Namespace,
        users: Users,
        accounts: Accounts,
        metrics: "Metrics",
        replica: str,
        lease_s: float,
    ) -> None:
        """`replica`: the name of this process, which is shown to whoever finds a session busy. Raises NotReady."""
        self._options = options
        self._users = users
        self._accounts = accounts
        self._metrics = metrics
        self._replica = replica
        self._lease_s = lease_s
        self._state_dir = state_folder(os.environ)
        address = store_address(options)
        self._chat = build_chat_dependencies(options)
        self._workers = WorkerPool(MAX_SERVE_THREADS, MAX_SERVE_CALLS)
        self._store = AsyncSessionStore(lambda: _open_session_store(address), threads=STORE_THREADS)
        # A name of its own for each process: another one with the same replica's name counts by itself.
        holder = f"{replica}/{secrets.token_hex(6)}"
        accounts.ledger = self._ledger = UsageLedger(self._store.view(""), holder, lease_s)
        self._groups = _open_control_groups()
        self._models = open_resources(self._chat, self._workers).models
        metrics.watch_queue("store", lambda: self._store.waiting)
        metrics.watch_queue("workers", lambda: self._workers.waiting)

    def make_agent(self, channel: Channel, user: User) -> Agent:
        chat = self._chat_dependencies(user)
        return Agent(
            channel,
            lambda: chat,
            None if self._options.no_nes else functools.partial(self._nes_dependencies, user),
            Hosting(user=user.name, roots=user.roots, allows_mcp=user.allows_mcp),
            self._metrics.suggestion,
        )

    async def find_problem(self) -> str | None:
        """Return why no session could be opened now."""
        try:
            async with asyncio.timeout(STORE_CHECK_TIMEOUT_S):
                await self._store.list_page(cwd=None, roots=None, cursor=None, limit=1)
        except TimeoutError:
            return "the session store does not answer"
        except StoreError as error:
            return f"the session store cannot be used: {error.code}"
        return None

    async def close(self) -> None:
        await self._models.reset()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SERVE_SHUTDOWN_TIMEOUT_S):
                await self._ledger.close()
        with contextlib.suppress(TimeoutError):  # a call that hangs in the system must not keep the process
            await self._store.close(SERVE_SHUTDOWN_TIMEOUT_S)
        await self._workers.close(SERVE_SHUTDOWN_TIMEOUT_S)
        if self._groups is not None:
            self._groups.close()

    def _chat_dependencies(self, user: User) -> ChatDependencies:
        return structs.replace(
            self._chat,
            owner=user.name,
            lease_terms=LeaseTerms(f"{self._replica}/{secrets.token_hex(3)}", self._lease_s),
            private_folders=(*self._chat.private_folders, *self._users.foreign_roots(user)),
            trusted_folders_file=self._user_folder(user) / "trusted-folders",
            accounting=self._accounts.of(user),
            make_command_group=None
            if self._groups is None
            else functools.partial(_make_group, self._groups, user),
            resources=ChatResources(self._store.view(user.name), self._workers, self._models),
        )

    def _nes_dependencies(self, user: User) -> NesDependencies:
        """Called when a client of this user first needs next edits."""
        shared = self._shared_nes_dependencies
        folder = self._user_folder(user)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        setup = structs.replace(
            shared.setup,
            feedback_file=str(folder / "nes-feedback.json"),
            index_folder=None if shared.setup.index_folder is None else str(folder / "nes-index"),
            private_folders=(*shared.setup.private_folders, *self._users.foreign_roots(user)),
        )
        return NesDependencies(setup=setup)

    @functools.cached_property
    def _shared_nes_dependencies(self) -> NesDependencies:
        return build_nes_dependencies(self._options)

    def _user_folder(self, user: User) -> Path:
        """Names of users are safe as names of files, but may differ in case alone."""
        digest = hashlib.sha256(user.name.encode()).hexdigest()[:8]
        return self._state_dir / "users" / f"{user.name}-{digest}"
