"""What the agent said it can do, asked before anything is sent. The client's own capabilities are here too.

| what                                     | is sent only with                              |
|------------------------------------------|------------------------------------------------|
| session/load                             | loadSession                                    |
| session/list, delete, fork, resume, close| sessionCapabilities of the same name           |
| additionalDirectories, runtimeContext    | sessionCapabilities of the same name           |
| image, audio, embedded resource          | promptCapabilities                             |
| MCP servers over http, sse, acp          | mcpCapabilities                                |
| session/set_mode, set_config_option      | modes, configOptions of the session            |
| logout                                   | auth.logout                                    |
| providers/*                              | providers                                      |
| nes/*, document/*                        | nes (its parts are the editor's to ask)        |
"""

from collections.abc import Sequence
from typing import Final, Literal

from understudy.client.errors import NotSupported
from understudy.schema import acp

__all__ = ["Gate", "NesKind", "announced"]

NesKind = Literal["jump", "rename", "searchAndReplace"]
_Session = Literal["list", "delete", "fork", "resume", "close"]
_SESSION: Final[dict[_Session, str]] = {
    "list": "listing sessions",
    "delete": "deleting a session",
    "fork": "forking a session",
    "resume": "resuming a session",
    "close": "closing a session",
}


class Gate:
    """Every method raises NotSupported, or nothing happens."""

    def __init__(self, agent: acp.AgentCapabilities) -> None:
        self._agent = agent
        self._session = agent.session_capabilities

    def load(self) -> None:
        _want(self._agent.load_session, "loading a session", "loadSession")

    def session(self, method: _Session) -> None:
        _want(getattr(self._session, method) is not None, _SESSION[method], f"sessionCapabilities.{method}")

    def directories(self, additional: Sequence[object]) -> None:
        if additional:
            _want(
                self._session.additional_directories is not None,
                "more than one root",
                "sessionCapabilities.additionalDirectories",
            )

    @property
    def takes_context(self) -> bool:
        return self._session.runtime_context is not None

    def context(self, items: Sequence[object]) -> None:
        if items:
            _want(self.takes_context, "runtime context", "sessionCapabilities.runtimeContext")

    def content(self, blocks: Sequence[acp.ContentBlock]) -> None:
        can = self._agent.prompt_capabilities
        for block in blocks:
            match block:
                case acp.ImageContent():
                    _want(can.image, "images in a prompt", "promptCapabilities.image")
                case acp.AudioContent():
                    _want(can.audio, "audio in a prompt", "promptCapabilities.audio")
                case acp.EmbeddedResource():
                    _want(
                        can.embedded_context,
                        "embedded resources in a prompt",
                        "promptCapabilities.embeddedContext",
                    )
                case _:
                    pass  # Text and links are everybody's.

    def servers(self, servers: Sequence[acp.McpServer]) -> None:
        can = self._agent.mcp_capabilities
        for server in servers:
            match server.type:
                case "http" | "sse" | "acp" as kind:
                    _want(getattr(can, kind), f"MCP servers over {kind}", f"mcpCapabilities.{kind}")
                case _:
                    pass  # A program: everybody's.

    @property
    def takes_mcp(self) -> bool:
        """Whether the agent connects to MCP servers of its client."""
        return self._agent.mcp_capabilities.acp

    def modes(self, modes: object) -> None:
        _want(modes is not None, "modes in this session", "modes")

    def options(self, options: Sequence[object]) -> None:
        _want(bool(options), "options in this session", "configOptions")

    def logout(self) -> None:
        _want(self._agent.auth.logout is not None, "logging out", "auth.logout")

    def providers(self) -> None:
        _want(self._agent.providers is not None, "the choice of providers", "providers")

    def nes(self) -> None:
        _want(self._agent.nes is not None, "next edit suggestions", "nes")


def announced(
    served: tuple[acp.FileSystemCapabilities, bool],
    *,
    nes: Sequence[NesKind] | None,
    encodings: Sequence[acp.PositionEncodingKind],
    terminal_login: bool,
    elicitation: acp.ElicitationCapabilities | None = None,
) -> acp.ClientCapabilities:
    """What the client says of itself in `initialize`; next edits in today's words and in the seed's.

    `served` are the files and whether there are terminals; `nes` is None for a client that edits nothing.
    """
    files, terminals = served
    counted = [] if nes is None else list(encodings)
    return acp.ClientCapabilities(
        fs=files,
        terminal=terminals,
        session=acp.ClientSessionCapabilities(
            config_options=acp.SessionConfigOptionsCapabilities(boolean=acp.BooleanConfigOptionCapabilities())
        ),
        auth=acp.AuthCapabilities(terminal=terminal_login),
        elicitation=elicitation,
        nes=None if nes is None else _nes(nes),
        position_encodings=counted,
        general=acp.GeneralClientCapabilities(position_encodings=counted) if counted else None,
    )


def _nes(given: Sequence[NesKind]) -> acp.ClientNesCapabilities:
    kinds = set(given)
    actions: dict[str, object] = {kind: {} for kind in ("rename", "searchAndReplace") if kind in kinds}
    return acp.ClientNesCapabilities(
        jump=acp.NesJumpCapabilities() if "jump" in kinds else None,
        rename=acp.NesRenameCapabilities() if "rename" in kinds else None,
        search_and_replace=acp.NesSearchAndReplaceCapabilities() if "searchAndReplace" in kinds else None,
        ide_actions=actions or None,
    )


def _want(there: bool, what: str, capability: str) -> None:
    if not there:
        raise NotSupported(what, capability)
