"""Builds the chat service from its dependencies. Importing this loads everything that the first session needs."""

from understudy.acp.dependencies import ChatDependencies
from understudy.acp.outbound import ClientOutbound
from understudy.chat import (
    AgentState,
    AsyncSessionStore,
    ChatService,
    Mode,
    ModelPool,
    PermissionRules,
    TrustedFolders,
)
from understudy.rpc import Peer
from understudy.schema.acp import ClientCapabilities
from understudy.tools import WorkerPool

__all__ = ["build_chat_service"]


def build_chat_service(dependencies: ChatDependencies, peer: Peer, client: ClientCapabilities) -> ChatService:
    workers = WorkerPool()
    state = AgentState(
        store=AsyncSessionStore(dependencies.open_store),
        outbound=ClientOutbound(peer, client),
        workers=workers,
        models=ModelPool(
            dependencies.settings.model,
            dependencies.settings.models,
            dependencies.check_model,
            dependencies.open_model,
            workers,
        ),
        settings=dependencies.settings,
        commands=dependencies.commands,
        private_folders=dependencies.private_folders,
        mcp_environment=dependencies.environment,
        config_file=dependencies.config_file,
        permission_rules=PermissionRules(dependencies.permission_rules, dependencies.change_permission_rule),
        hooks=dependencies.hooks,
        trusted_folders=TrustedFolders(dependencies.trusted_folders_file),
    )
    return ChatService(state, Mode(dependencies.settings.mode))
