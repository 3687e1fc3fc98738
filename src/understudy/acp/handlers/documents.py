"""document/*: what happens to the texts in the editor. Told to the next edit suggestions, in the order it happened.

Before the first `nes/start` there is no session to follow anything. What names none is kept for the first one, of a
client that knows next edits; for others nothing is loaded.
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
"""Who does not hear one of these does not know the text any more."""


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
    """A message was not understood. If it told of a text, that text is not known any more.

    Half a surrogate pair makes a message none, and so does a wrong number. Nothing may be suggested then for
    what the document was before; if nobody can say which document it was, for none of them.
    """
    if not agent.has_nes or (method is not None and method not in TEXT_CHANGING_METHODS):
        return
    told = _parse_leniently(data)
    if method is None and told is not None:
        if told.get("method") not in (*TEXT_CHANGING_METHODS, None):
            return
        params: object = told.get("params")
        told = cast(dict[str, Any], params) if isinstance(params, dict) else None
    uri: object = told.get("uri") if told is not None else None
    agent.nes.mark_message_lost(uri if isinstance(uri, str) else None)


def _parse_leniently(data: bytes) -> dict[str, Any] | None:
    """What can be read of it: the standard library takes half a pair."""
    import json  # only such a message needs it

    if len(data) > MAX_UNDECODABLE_EXAMINED_BYTES:
        return None
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None
