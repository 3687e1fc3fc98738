"""Builds the chat service from its dependencies. Importing this loads everything that the first session needs."""

from understudy.acp.dependencies import ChatDependencies, Hosting
from understudy.acp.outbound import ClientOutbound
from understudy.chat import (
    Accounting,
    AgentState,
    AsyncSessionStore,
    ChatResources,
    ChatService,
    Mode,
    ModelPool,
    PermissionRules,
    TrustedFolders,
    UnpromptedSessions,
)
from understudy.rpc import Peer
from understudy.schema.acp import ClientCapabilities
from understudy.tools import WorkerPool

__all__ = ["build_chat_service", "open_resources"]


def open_resources(
    dependencies: ChatDependencies, workers: WorkerPool | None = None, models: ModelPool | None = None
) -> ChatResources:
    """Must be called inside the event loop. Nothing is started or opened before it is used."""
    workers = workers or WorkerPool()
    models = models or ModelPool(
        dependencies.settings.model,
        dependencies.settings.models,
        dependencies.check_model,
        dependencies.open_model,
        workers,
    )
    store = AsyncSessionStore(lambda: UnpromptedSessions(dependencies.open_store()), owner=dependencies.owner)
    return ChatResources(store, workers, models)


def build_chat_service(
    dependencies: ChatDependencies, peer: Peer, client: ClientCapabilities, hosting: Hosting | None = None
) -> ChatService:
    resources = dependencies.resources or open_resources(dependencies)
    state = AgentState(
        # A view: the leases of this client's sessions are its own, whoever else shares the store.
        store=resources.store if dependencies.resources is None else resources.store.view(),
        lease_terms=dependencies.lease_terms,
        outbound=ClientOutbound(peer, client),
        workers=resources.workers,
        models=resources.models,
        settings=dependencies.settings,
        commands=dependencies.commands,
        private_folders=dependencies.private_folders,
        mcp_environment=dependencies.environment,
        config_file=dependencies.config_file,
        # On a server the settings are its administrator's: what they allowed themselves is not for its users.
        permission_rules=PermissionRules()
        if hosting is not None
        else PermissionRules(dependencies.permission_rules, dependencies.change_permission_rule),
        hooks=dependencies.hooks,
        trusted_folders=TrustedFolders(dependencies.trusted_folders_file),
        allowed_roots=None if hosting is None else hosting.roots,
        allows_mcp=hosting is None or hosting.allows_mcp,
        accounting=dependencies.accounting or Accounting(),
        make_command_group=dependencies.make_command_group,
        owns_resources=dependencies.resources is None,
    )
    return ChatService(state, Mode(dependencies.settings.mode))
