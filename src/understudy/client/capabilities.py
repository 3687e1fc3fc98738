"""Checks of the agent's capabilities, made before anything is sent, and the client's own capabilities.

| sent                                     | only if the agent advertises                   |
|------------------------------------------|------------------------------------------------|
| session/load                             | loadSession                                    |
| session/list, delete, fork, resume, close| sessionCapabilities of the same name           |
| session/archive, unarchive, list archived| sessionCapabilities.archive                    |
| session/status, session/set_title        | sessionCapabilities.status, .title             |
| additionalDirectories, runtimeContext    | sessionCapabilities of the same name           |
| image, audio, embedded resource          | promptCapabilities                             |
| MCP servers over http, sse, acp          | mcpCapabilities                                |
| session/set_mode, set_config_option      | modes, configOptions of the session            |
| logout, auth/status                      | auth.logout, auth.status                       |
| providers/*                              | providers                                      |
| nes/*, document/*                        | nes (the editor checks its parts)              |
"""

from collections.abc import Sequence
from typing import Final, Literal

from understudy.client.errors import NotSupported
from understudy.schema import acp

__all__ = ["CapabilityChecks", "NesKind", "build_client_capabilities"]

NesKind = Literal["jump", "rename", "searchAndReplace"]
_SessionMethod = Literal["list", "delete", "fork", "resume", "close", "archive", "status", "title"]
_SESSION_METHOD_LABELS: Final[dict[_SessionMethod, str]] = {
    "list": "listing sessions",
    "delete": "deleting a session",
    "fork": "forking a session",
    "resume": "resuming a session",
    "close": "closing a session",
    "archive": "archiving a session",
    "status": "the status of a session",
    "title": "changing the title of a session",
}


class CapabilityChecks:
    """Every `require_` method raises NotSupported if the agent does not advertise the capability."""

    def __init__(self, agent: acp.AgentCapabilities) -> None:
        self._capabilities = agent
        self._session_capabilities = agent.session_capabilities

    def require_load(self) -> None:
        _require(self._capabilities.load_session, "loading a session", "loadSession")

    def require_session_method(self, method: _SessionMethod) -> None:
        _require(
            getattr(self._session_capabilities, method) is not None,
            _SESSION_METHOD_LABELS[method],
            f"sessionCapabilities.{method}",
        )

    def require_additional_directories(self, additional: Sequence[object]) -> None:
        if additional:
            _require(
                self._session_capabilities.additional_directories is not None,
                "more than one root",
                "sessionCapabilities.additionalDirectories",
            )

    @property
    def accepts_runtime_context(self) -> bool:
        return self._session_capabilities.runtime_context is not None

    def require_runtime_context(self, items: Sequence[object]) -> None:
        if items:
            _require(self.accepts_runtime_context, "runtime context", "sessionCapabilities.runtimeContext")

    def require_content_types(self, blocks: Sequence[acp.ContentBlock]) -> None:
        capabilities = self._capabilities.prompt_capabilities
        for block in blocks:
            match block:
                case acp.ImageContent():
                    _require(capabilities.image, "images in a prompt", "promptCapabilities.image")
                case acp.AudioContent():
                    _require(capabilities.audio, "audio in a prompt", "promptCapabilities.audio")
                case acp.EmbeddedResource():
                    _require(
                        capabilities.embedded_context,
                        "embedded resources in a prompt",
                        "promptCapabilities.embeddedContext",
                    )
                case _:
                    pass  # every agent accepts text and links

    def require_mcp_transports(self, servers: Sequence[acp.McpServer]) -> None:
        capabilities = self._capabilities.mcp_capabilities
        for server in servers:
            match server.type:
                case "http" | "sse" | "acp" as kind:
                    _require(
                        getattr(capabilities, kind), f"MCP servers over {kind}", f"mcpCapabilities.{kind}"
                    )
                case _:
                    pass  # every agent supports stdio

    @property
    def accepts_mcp_over_acp(self) -> bool:
        """Whether the agent connects to MCP servers of the client."""
        return self._capabilities.mcp_capabilities.acp

    def require_modes(self, modes: object) -> None:
        _require(modes is not None, "modes in this session", "modes")

    def require_config_options(self, options: Sequence[object]) -> None:
        _require(bool(options), "options in this session", "configOptions")

    def require_logout(self) -> None:
        _require(self._capabilities.auth.logout is not None, "logging out", "auth.logout")

    def require_auth_status(self) -> None:
        _require(self._capabilities.auth.status is not None, "the status of the login", "auth.status")

    def require_providers(self) -> None:
        _require(self._capabilities.providers is not None, "the choice of providers", "providers")

    def require_nes(self) -> None:
        _require(self._capabilities.nes is not None, "next edit suggestions", "nes")


def build_client_capabilities(
    fs_and_terminal: tuple[acp.FileSystemCapabilities, bool],
    *,
    nes: Sequence[NesKind] | None,
    encodings: Sequence[acp.PositionEncodingKind],
    terminal_login: bool,
    elicitation: acp.ElicitationCapabilities | None = None,
) -> acp.ClientCapabilities:
    """The capabilities that the client advertises in `initialize`; those of NES in both dialects of the protocol.

    `fs_and_terminal`: the file system capabilities, and whether there are terminals. `nes` is None for a client
    that edits nothing.
    """
    files, terminals = fs_and_terminal
    position_encodings = [] if nes is None else list(encodings)
    return acp.ClientCapabilities(
        fs=files,
        terminal=terminals,
        session=acp.ClientSessionCapabilities(
            compaction=acp.CompactionCapabilities(),
            config_options=acp.SessionConfigOptionsCapabilities(
                boolean=acp.BooleanConfigOptionCapabilities()
            ),
            notices=acp.NoticeCapabilities(),
        ),
        auth=acp.AuthCapabilities(terminal=terminal_login),
        elicitation=elicitation,
        nes=None if nes is None else _build_nes_capabilities(nes),
        position_encodings=position_encodings,
        general=acp.GeneralClientCapabilities(position_encodings=position_encodings)
        if position_encodings
        else None,
    )


def _build_nes_capabilities(given: Sequence[NesKind]) -> acp.ClientNesCapabilities:
    kinds = set(given)
    actions: dict[str, object] = {kind: {} for kind in ("rename", "searchAndReplace") if kind in kinds}
    return acp.ClientNesCapabilities(
        jump=acp.NesJumpCapabilities() if "jump" in kinds else None,
        rename=acp.NesRenameCapabilities() if "rename" in kinds else None,
        search_and_replace=acp.NesSearchAndReplaceCapabilities() if "searchAndReplace" in kinds else None,
        ide_actions=actions or None,
    )


def _require(supported: bool, feature: str, capability: str) -> None:
    if not supported:
        raise NotSupported(feature, capability)
