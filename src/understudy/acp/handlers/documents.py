"""Handlers of document/*: changes of the editor's documents, passed to the next edit suggestions in order.

Before the first `nes/start` there is no session to follow a document. A notification without a session id is
then kept for the first session, if the client supports next edit suggestions; for other clients nothing is
loaded.
"""

from typing import TYPE_CHECKING, Any, Final, cast

from understudy.acp.limits import MAX_UNDECODABLE_EXAMINED_BYTES
from understudy.schema.acp import (
    DidChangeDocumentNotification,
    DidCloseDocumentNotification,
    DidFocusDocumentNotification,
    DidOpenDocumentNotification,
    DidSaveDocumentNotification,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["did_change", "did_close", "did_focus", "did_open", "did_save", "report_undecodable"]

TEXT_CHANGING_METHODS: Final = ("document/didOpen", "document/didChange")
"""If one of these is lost, the text of the document is no longer known."""


def did_open(agent: "Agent", params: DidOpenDocumentNotification) -> None:
    if _is_tracked(agent, params.session_id):
        agent.nes.did_open(params)


def did_change(agent: "Agent", params: DidChangeDocumentNotification) -> None:
    if _is_tracked(agent, params.session_id):
        agent.nes.did_change(params)


def did_close(agent: "Agent", params: DidCloseDocumentNotification) -> None:
    if _is_tracked(agent, params.session_id):
        agent.nes.did_close(params)


def did_save(agent: "Agent", params: DidSaveDocumentNotification) -> None:
    if _is_tracked(agent, params.session_id):
        agent.nes.did_save(params)


def did_focus(agent: "Agent", params: DidFocusDocumentNotification) -> None:
    if _is_tracked(agent, params.session_id):
        agent.nes.did_focus(params)


def _is_tracked(agent: "Agent", session_id: str | None) -> bool:
    return agent.has_nes or (session_id is None and agent.expects_nes)


def report_undecodable(agent: "Agent", method: str | None, data: bytes) -> None:
    """A message could not be decoded. If it changed a document, the text of that document is no longer known.

    A lone surrogate makes a message invalid, and so does a wrong number. Nothing may be suggested for the old
    text then; if the message does not say which document it was, for no document.
    """
    if not agent.has_nes or (method is not None and method not in TEXT_CHANGING_METHODS):
        return
    message = _parse_leniently(data)
    if method is None and message is not None:
        if message.get("method") not in (*TEXT_CHANGING_METHODS, None):
            return
        params: object = message.get("params")
        message = cast(dict[str, Any], params) if isinstance(params, dict) else None
    uri: object = message.get("uri") if message is not None else None
    agent.nes.mark_message_lost(uri if isinstance(uri, str) else None)


def _parse_leniently(data: bytes) -> dict[str, Any] | None:
    """Decode with the standard library, which accepts a lone surrogate; None if that fails."""
    import json  # needed for such a message only

    if len(data) > MAX_UNDECODABLE_EXAMINED_BYTES:
        return None
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None
