"""Makes the agents of `understudy serve` from the server's settings: one per connection, for one user.

Owns what they share: worker threads, open models, and the session store of each user. The keys of providers are
the server's; no user can read or change them.
"""

import argparse
import functools
import hashlib
import os
import secrets
from pathlib import Path

from msgspec import structs

from understudy.acp import Agent, ChatDependencies, Hosting, NesDependencies, open_resources
from understudy.chat import ChatResources, LeaseTerms
from understudy.chat.sqlite import SqliteSessionStore
from understudy.cli.agent_setup import build_chat_dependencies
from understudy.cli.config import state_folder
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.serve import Accounts, User, Users
from understudy.tools import WorkerPool
from understudy.wire import Channel

__all__ = ["HostedAgents"]

SHUTDOWN_TIMEOUT_S = 5.0
MAX_THREADS = 32
MAX_CALLS = 1_000


class HostedAgents:
    """Must be made inside the event loop."""

    def __init__(self, options: argparse.Namespace, users: Users, accounts: Accounts, replica: str) -> None:
        """`replica`: the name of this process, which is shown to whoever finds a session busy. Raises NotReady."""
        self._replica = replica
        self._options = options
        self._users = users
        self._accounts = accounts
        self._state_dir = state_folder(os.environ, getattr(options, "state_dir", None))
        self._chat = build_chat_dependencies(options)
        self._workers = WorkerPool(MAX_THREADS, MAX_CALLS)
        self._resources: dict[str, ChatResources] = {}

    def make_agent(self, channel: Channel, user: User) -> Agent:
        chat = self._chat_dependencies(user)
        return Agent(
            channel,
            lambda: chat,
            None if self._options.no_nes else functools.partial(self._nes_dependencies, user),
            Hosting(user=user.name, roots=user.roots, allows_mcp=user.allows_mcp),
        )

    async def find_problem(self) -> str | None:
        """Return why no session could be opened now."""
        return None

    async def close(self) -> None:
        for resources in self._resources.values():
            await resources.models.reset()
            await resources.store.close(SHUTDOWN_TIMEOUT_S)
        await self._workers.close(SHUTDOWN_TIMEOUT_S)

    def _chat_dependencies(self, user: User) -> ChatDependencies:
        folder = self._user_folder(user)
        own = structs.replace(
            self._chat,
            open_store=lambda: _open_store(folder),
            private_folders=(*self._chat.private_folders, *self._users.foreign_roots(user)),
            trusted_folders_file=folder / "trusted-folders",
            accounting=self._accounts.of(user),
            owner=user.name,
            lease_terms=LeaseTerms(f"{self._replica}/{secrets.token_hex(3)}"),
        )
        resources = self._resources.get(user.name)
        if resources is None:
            resources = self._resources[user.name] = open_resources(own, self._workers)
        return structs.replace(own, resources=resources)

    def _nes_dependencies(self, user: User) -> NesDependencies:
        """Called when a client of this user first needs next edits."""
        shared = self._shared_nes_dependencies
        folder = self._user_folder(user)
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
        return self._state_dir / "users" / f"{user.name}-{hashlib.sha256(user.name.encode()).hexdigest()[:8]}"


def _open_store(folder: Path) -> SqliteSessionStore:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return SqliteSessionStore(folder)
