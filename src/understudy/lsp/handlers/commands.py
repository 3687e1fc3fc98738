"""Handler of `workspace/executeCommand`.

| command            | arguments                     | what it does                                             |
|--------------------|-------------------------------|----------------------------------------------------------|
| understudy.next    |                               | shows the place of the next edit, and asks for one before |
| understudy.accept  | id                            | the editor has applied the suggestion                    |
| understudy.accept  | id?, {"apply": true}          | has the editor apply it                                  |
| understudy.accept  | id?, {"apply": true, "everywhere": true} | the same at all its places                    |
| understudy.reject  | id?, reason?                  | rejects the suggestion                                   |
| understudy.explain | {"show": false}?              | says why there is a suggestion, or none                  |

Without an id the suggestion on the screen is meant, and `accept` applies it.
"""

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final, cast

from understudy.lsp.errors import request_failed
from understudy.lsp.limits import APPLY_EDIT_TIMEOUT_S
from understudy.lsp.messages import ApplyEditResult, ExecuteCommandParams, Range
from understudy.rpc import INVALID_PARAMS, RpcError

if TYPE_CHECKING:
    from understudy.lsp.next_edits import Answer
    from understudy.lsp.server import LanguageServer

__all__ = ["execute"]

_REJECT_REASONS: Final = ("rejected", "ignored", "replaced", "cancelled")


def execute(server: "LanguageServer", params: ExecuteCommandParams) -> Awaitable[object] | object:
    arguments = params.arguments or []
    match params.command:
        case "understudy.next":
            return _show_next(server)
        case "understudy.accept":
            return _accept(server, arguments)
        case "understudy.reject":
            return _reject(server, arguments)
        case "understudy.explain":
            return _explain(server, arguments)
        case other:
            raise RpcError(
                INVALID_PARAMS, f"There is no command {other[:100]!r}.", {"reason": "unknown_command"}
            )


async def _show_next(server: "LanguageServer") -> object:
    from understudy.lsp.edit_encoding import to_lsp_position

    answer = await _find_next(server)
    placed = answer.placed
    if placed is None:
        await server.show_message(answer.sentence or "There is no next edit.")
        return None
    point = placed.edits[0].span.start if placed.edits else placed.position
    assert point is not None  # noqa: S101 - a suggestion without edits has a position
    position = to_lsp_position(point, placed.lines, server.client.encoding)
    place = {"uri": placed.uri, "range": Range(position, position)}
    if server.client.shows_documents:
        shown = {"uri": placed.uri, "takeFocus": True, "selection": place["range"]}
        await server.call("window/showDocument", shown)
    return place


async def _find_next(server: "LanguageServer") -> "Answer":
    from understudy.lsp.next_edits import Answer, Question

    edits = server.next_edits
    displayed = edits.displayed()
    if displayed is not None:
        return displayed
    uri, position = edits.likely_cursor or ("", None)
    version = edits.version(uri)
    if position is None or version is None:
        return Answer(sentence="There is no next edit: nothing was edited yet.")
    return await edits.ask(Question(uri=uri, version=version, position=position, trigger="manual"))


def _accept(server: "LanguageServer", arguments: list[Any]) -> Awaitable[object] | object:
    from understudy.schema import acp

    edits = server.next_edits
    options = _options(arguments)
    named = _suggestion_id(arguments)
    suggestion_id = named or edits.service.displayed_id(edits.session_id)
    if suggestion_id is None:
        raise request_failed("no_suggestion", "There is no next edit to accept.")
    if options.get("apply") is True or named is None:
        return _apply(server, suggestion_id, everywhere=options.get("everywhere") is True)
    edits.service.accept(acp.AcceptNesNotification(session_id=edits.session_id, id=suggestion_id))
    return None


async def _apply(server: "LanguageServer", suggestion_id: str, *, everywhere: bool) -> object:
    """Have the editor apply the suggestion in one step, in all its documents."""
    from understudy.lsp.edit_encoding import to_workspace_edit
    from understudy.schema import acp

    edits, client = server.next_edits, server.client
    service, session_id = edits.service, edits.session_id
    placed = service.place(session_id, suggestion_id)
    if placed is None or not placed.edits:
        raise request_failed("no_suggestion", "This next edit no longer applies. Ask for a new one.")
    if not client.applies_edits:
        raise request_failed("cannot_apply", "The editor does not support workspace/applyEdit.")
    places = [placed, *(service.place_others(session_id, suggestion_id) if everywhere else ())]
    edit = to_workspace_edit(places, client.encoding, versioned=client.versioned_edits)
    # Announced before: the editor sends the changes before its answer.
    if everywhere:
        service.accept_everywhere(session_id, suggestion_id)
    else:
        service.accept(acp.AcceptNesNotification(session_id=session_id, id=suggestion_id))
    params = {"label": "Next edit", "edit": edit}
    result = await server.call("workspace/applyEdit", params, ApplyEditResult, APPLY_EDIT_TIMEOUT_S)
    if result is None or not result.applied:
        why = "" if result is None or not result.failure_reason else f": {result.failure_reason[:200]}"
        raise request_failed("not_applied", f"The editor did not apply the next edit{why}.")
    return {"applied": True, "places": len(places)}


def _reject(server: "LanguageServer", arguments: list[Any]) -> None:
    from understudy.schema import acp

    edits = server.next_edits
    suggestion_id = _suggestion_id(arguments) or edits.service.displayed_id(edits.session_id)
    reason: object = arguments[1] if len(arguments) > 1 else "rejected"
    if reason not in _REJECT_REASONS:
        raise RpcError(INVALID_PARAMS, f"The reason is one of: {', '.join(_REJECT_REASONS)}.")
    if suggestion_id is not None:
        if reason == "rejected":
            edits.last_rejected = suggestion_id
        edits.service.reject(
            acp.RejectNesNotification(session_id=edits.session_id, id=suggestion_id, reason=reason)
        )


async def _explain(server: "LanguageServer", arguments: list[Any]) -> object:
    from msgspec.structs import replace

    from understudy.nes import Reason

    edits = server.next_edits
    explanation = edits.service.explanation(edits.session_id)
    if explanation is not None and explanation.suggestion and explanation.suggestion == edits.last_rejected:
        # Nothing was asked since, so the last answer explains what is no longer on the screen.
        explanation = replace(explanation, word=Reason.REJECTED, sentence="You rejected the next edit.")
    if _options(arguments).get("show") is not False:
        await server.show_message(
            "No next edit was asked for yet." if explanation is None else explanation.sentence
        )
    return explanation


def _suggestion_id(arguments: list[Any]) -> str | None:
    if not arguments or arguments[0] is None or isinstance(arguments[0], dict):
        return None
    if not isinstance(arguments[0], str):
        raise RpcError(INVALID_PARAMS, "The first argument is the id of a suggestion.")
    return arguments[0]


def _options(arguments: list[Any]) -> dict[str, Any]:
    """The object among the arguments."""
    for one in arguments:
        if isinstance(one, dict):
            return cast(dict[str, Any], one)
    return {}
