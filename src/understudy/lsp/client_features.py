"""What the editor can do, as `initialize` says. A part of the capabilities that is malformed counts as absent."""

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from msgspec import Struct

__all__ = ["ClientFeatures", "PositionEncoding", "read_client_features"]

PositionEncoding = Literal["utf-16", "utf-32", "utf-8"]
_ENCODINGS: Final[tuple[PositionEncoding, ...]] = ("utf-8", "utf-16", "utf-32")


class ClientFeatures(Struct, frozen=True, kw_only=True):
    encoding: PositionEncoding = "utf-16"
    applies_edits: bool = False
    versioned_edits: bool = False
    """Whether a workspace edit may name the versions of its documents."""
    code_action_literals: bool = False
    """Whether a code action may have an edit; otherwise it is only a command."""
    shows_documents: bool = False
    has_configuration: bool = False
    """Whether the settings can be requested from the client."""
    registers_configuration: bool = False
    """Whether the client wants to be asked to send changes of its settings."""


def read_client_features(capabilities: Mapping[str, Any]) -> ClientFeatures:
    def has(*path: str) -> bool:
        return _find(capabilities, path) is True

    listed = _find(capabilities, ("general", "positionEncodings"))
    encodings = cast(list[object], listed) if isinstance(listed, list) else []
    known: list[PositionEncoding] = [one for name in encodings for one in _ENCODINGS if one == name]
    return ClientFeatures(
        encoding=known[0] if known else "utf-16",
        applies_edits=has("workspace", "applyEdit"),
        versioned_edits=has("workspace", "workspaceEdit", "documentChanges"),
        code_action_literals=_find(capabilities, ("textDocument", "codeAction", "codeActionLiteralSupport"))
        is not None,
        shows_documents=has("window", "showDocument", "support"),
        has_configuration=has("workspace", "configuration"),
        registers_configuration=has("workspace", "didChangeConfiguration", "dynamicRegistration"),
    )


def _find(value: object, path: tuple[str, ...]) -> object:
    for name in path:
        if not isinstance(value, dict):
            return None
        value = cast(dict[str, object], value).get(name)
    return value
