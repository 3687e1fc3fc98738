"""Checks of next-edit sessions and of what nes/suggest answers: kinds, edits, encodings, feedback, cancelling."""

import asyncio
import re
from typing import Final

from understudy.conformance.agent_player import AUTH_REQUIRED_CODES, AgentPlayer, expect
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY
from understudy.conformance.limits import QUIET_TIMEOUT_S
from understudy.conformance.message_log import JsonObject, MessageLog, RpcError, as_list, as_object, object_at
from understudy.conformance.report import CheckFailed, NotTestable
from understudy.conformance.watched_document import WatchedDocument
from understudy.rpc import CANCELLED, INVALID_PARAMS

__all__ = ["AFTER", "BEFORE", "renamed_document"]

_USES: Final = "".join(f"print(total_price([{n}]))\n" for n in range(1, 6))
BEFORE: Final = f"def total_price(items):\n    return sum(items)\n\n\n{_USES}"
AFTER: Final = BEFORE.replace("def total_price", "def total_cost")
"""A function is renamed where it is defined: the uses are the next edits."""
ENCODINGS: Final = ("utf-16", "utf-32", "utf-8")
REASONS: Final = ("rejected", "ignored", "replaced", "cancelled")
EVENTS: Final = {"didOpen", "didChange", "didClose", "didSave", "didFocus"}
CONTEXTS: Final = {"recentFiles", "relatedSnippets", "editHistory", "userActions", "openFiles", "diagnostics"}


@AGENT_REGISTRY.check("NES-01")
async def capabilities_have_their_shape(player: AgentPlayer) -> None:
    """Events and context are those of the protocol, as objects."""
    events, context = object_at(player.nes, "events", "document"), object_at(player.nes, "context")
    for known, offered in ((EVENTS, events), (CONTEXTS, context)):
        expect(set(offered) <= {*known, "_meta"}, f"unknown: {sorted(set(offered) - known)}")
        expect(
            all(value is None or isinstance(value, dict) for value in offered.values()),
            "an entry is no object",
        )
    change = as_object(events.get("didChange"))
    if change is not None:
        expect(
            change.get("syncKind") in {"full", "incremental"},
            f"didChange.syncKind is {change.get('syncKind')!r}",
        )


@AGENT_REGISTRY.check("NES-02")
async def a_session_starts_with_and_without_parameters(player: AgentPlayer) -> None:
    """nes/start with {} and with everything it knows."""
    await player.start_nes()
    await player.start_nes(
        workspaceUri=player.uri(""),
        workspaceFolders=[{"uri": player.uri(""), "name": "folder"}],
        repository={
            "name": "project",
            "owner": "someone",
            "remoteUrl": "https://example.org/someone/project.git",
        },
    )


@AGENT_REGISTRY.check("NES-03")
async def sessions_are_separate(player: AgentPlayer) -> None:
    """Two next-edit sessions and a chat session have three ids."""
    ids = {await player.start_nes(), await player.start_nes(), await player.new_session()}
    expect(len(ids) == 3, "two of three sessions have the same id")


@AGENT_REGISTRY.check("NES-04")
async def a_closed_session_is_over(player: AgentPlayer) -> None:
    """After nes/close, a request gets an error and an event nothing."""
    session = await player.start_nes()
    uri = player.open_document(session, "closed.py", BEFORE)
    await player.log.request("nes/close", {"sessionId": session})
    player.replace_text(session, uri, 2, AFTER)
    try:
        await player.suggest(player.suggest_params(session, uri, 2, 0, 4))
    except RpcError:
        pass
    else:
        raise CheckFailed("nes/suggest for a closed session succeeds")
    expect(await player.log.is_alive(), "an event for a closed session ends the connection")


@AGENT_REGISTRY.check("NES-05")
async def an_encoding_is_negotiated(player: AgentPlayer) -> None:
    """The first known encoding of the client's list, or utf-16; edits behind an emoji use it."""
    _ = player.nes
    text_before = BEFORE.replace("print(", 'print("😀é", ')
    text_after = text_before.replace("def total_price", "def total_cost")
    for wanted in ENCODINGS:
        capabilities: JsonObject = {"nes": {}, "positionEncodings": [wanted, "utf-16"]}
        async with player.connect(capabilities=capabilities) as log:
            chosen = _encoding(log)
            expect(chosen in (wanted, "utf-16"), f"of {wanted!r} and utf-16 the agent chooses {chosen!r}")
            for suggestion in await renamed_document(player, log, text_before, text_after):
                _check_edits(suggestion, player.uri("renamed.py"), text_after, chosen)
    async with player.connect(capabilities={"nes": {}}) as log:
        expect(_encoding(log) == "utf-16", f"without a list the agent chooses {_encoding(log)!r}")


@AGENT_REGISTRY.check("NES-14", "NES-15", "NES-16", "NES-17")
async def suggestions_have_their_shape(player: AgentPlayer) -> None:
    """A client that takes every kind gets well-formed suggestions."""
    suggestions = await renamed_document(player, player.log)
    if not suggestions:
        raise NotTestable("the agent suggests nothing after a function was renamed")
    ids = [suggestion.get("id", suggestion.get("suggestionId")) for suggestion in suggestions]
    expect(all(isinstance(one, str) and one for one in ids), "a suggestion has no id")
    expect(len(set(ids)) == len(ids), "two suggestions have the same id")
    for suggestion in suggestions:
        kind = suggestion.get("kind")
        match kind:
            case "edit":
                _check_edits(suggestion, player.uri("renamed.py"), AFTER, _encoding(player.log))
            case "jump":
                expect(_is_position(suggestion.get("position")), "a jump has no position")
            case "rename":
                expect(isinstance(suggestion.get("newName"), str), "a rename has no newName")
                expect(_is_position(suggestion.get("position")), "a rename has no position")
            case "searchAndReplace":
                for name in ("search", "replace"):
                    expect(isinstance(suggestion.get(name), str), f"a searchAndReplace has no {name}")
            case _:
                raise CheckFailed(f"a suggestion of kind {kind!r}")
        expect(isinstance(suggestion.get("uri"), str), f"a suggestion of kind {kind} has no uri")


@AGENT_REGISTRY.check("NES-17", "NES-15", "NES-16")
async def a_client_without_kinds_gets_edits_only(player: AgentPlayer) -> None:
    """A client that advertises no kind gets nothing but edits."""
    _ = player.nes
    async with player.connect(nes={}) as log:
        kinds = {suggestion.get("kind") for suggestion in await renamed_document(player, log)}
        if not kinds:
            raise NotTestable("the agent suggests nothing after a function was renamed")
        expect(kinds <= {"edit"}, f"kinds that were not advertised: {sorted(map(str, kinds - {'edit'}))}")


@AGENT_REGISTRY.check("NES-18")
async def feedback_is_taken(player: AgentPlayer) -> None:
    """Every reason and an unknown id are harmless; a rejected edit is not suggested again."""
    async with player.connect(nes={}) as log:
        suggestions = await renamed_document(player, log)
        session = _nes_session(log)
        for reason in (*REASONS, None):
            params = {
                "sessionId": session,
                "id": f"unknown-{reason}",
                **({"reason": reason} if reason else {}),
            }
            log.notify("nes/reject", params)
        log.notify("nes/accept", {"sessionId": session, "id": "unknown"})
        expect(await log.is_alive(), "feedback on an unknown suggestion ends the connection")
        if not suggestions:
            raise NotTestable("the agent suggests nothing after a function was renamed")
        first = suggestions[0]
        log.notify("nes/reject", {"sessionId": session, "id": first["id"], "reason": "rejected"})
        again = await player.suggest(player.suggest_params(session, player.uri("renamed.py"), 2, 0, 14), log)
        repeated = [
            one
            for one in again
            if one.get("edits") == first.get("edits") and one.get("uri") == first.get("uri")
        ]
        expect(not repeated, "a rejected edit is suggested again at once")


@AGENT_REGISTRY.check("NES-19")
async def authentication_is_asked_for(player: AgentPlayer) -> None:
    """Where authentication is needed, nes/start says so."""
    _ = player.nes
    try:
        await player.log.request("nes/start", {})
    except RpcError as error:
        expect(error.code in AUTH_REQUIRED_CODES, f"nes/start is refused with {error.code}")
        return
    raise NotTestable("the agent starts next edits without authentication")


@AGENT_REGISTRY.check("NES-20")
async def settings_can_be_changed(player: AgentPlayer) -> None:
    """The options that nes/start answers are selectable, and one can be set."""
    _ = player.nes
    started = await player.log.request("nes/start", {})
    options = started.get("configOptions")
    if not options:
        raise NotTestable("nes/start answers no configOptions")
    option = options[0]
    value = option.get("currentValue")
    expect(isinstance(option.get("id"), str) and value is not None, "an option has no id or no currentValue")
    params = {"sessionId": started["sessionId"], "configId": option["id"], "value": value}
    answer = await player.log.request("session/set_config_option", params)
    expect(
        isinstance(answer.get("configOptions"), list), "session/set_config_option answers no configOptions"
    )


@AGENT_REGISTRY.check("NES-21")
async def a_request_can_be_cancelled(player: AgentPlayer) -> None:
    """A cancelled request has one response: -32800, or its result if it was done."""
    session = await player.start_nes()
    uri = player.open_document(session, "cancelled.py", AFTER)
    request_id = player.log.begin("nes/suggest", player.suggest_params(session, uri, 1, 0, 9))
    player.log.notify("$/cancel_request", {"requestId": request_id})
    response = await player.log.response_to(request_id, "a cancelled nes/suggest")
    if "error" in response:
        expect(
            response["error"].get("code") == CANCELLED,
            f"the error is {response['error'].get('code')}",
        )
    await asyncio.sleep(QUIET_TIMEOUT_S)
    expect(len(player.log.responses(request_id)) == 1, "a cancelled request is answered twice")


@AGENT_REGISTRY.check("NES-11")
async def trigger_kinds_are_known(player: AgentPlayer) -> None:
    """automatic, diagnostic and manual are taken; another one gets -32602."""
    session = await player.start_nes()
    uri = player.open_document(session, "trigger.py", BEFORE)
    for kind in ("automatic", "diagnostic", "manual"):
        await player.suggest(player.suggest_params(session, uri, 1, 0, 4, triggerKind=kind))
    try:
        await player.suggest(player.suggest_params(session, uri, 1, 0, 4, triggerKind="by-moonlight"))
    except RpcError as error:
        expect(error.code == INVALID_PARAMS, f"an unknown triggerKind gets {error.code}")
    else:
        raise CheckFailed("an unknown triggerKind is accepted")


async def renamed_document(
    player: AgentPlayer, log: MessageLog, before: str = BEFORE, after: str = AFTER
) -> list[JsonObject]:
    """Start next edits, rename a function in a document, and return what is suggested then."""
    session = await player.start_nes(log)
    uri = player.open_document(session, "renamed.py", before, log)
    player.replace_text(session, uri, 2, after, log)
    return await player.suggest(player.suggest_params(session, uri, 2, 0, 14), log)


def _nes_session(log: MessageLog) -> str:
    """The id of the connection's last next-edit session."""
    found = [message["result"]["sessionId"] for message in log.received if _started_nes(message)]
    return str(found[-1])


def _started_nes(message: JsonObject) -> bool:
    result = object_at(message, "result")
    return isinstance(result.get("sessionId"), str) and "modes" not in result


def _encoding(log: MessageLog) -> str:
    answer = next(message for message in log.received if "agentCapabilities" in (message.get("result") or {}))
    return str(answer["result"]["agentCapabilities"].get("positionEncoding") or "utf-16")


def _is_position(value: object) -> bool:
    position = object_at(value)
    return isinstance(position.get("line"), int) and isinstance(position.get("character"), int)


def _check_edits(suggestion: JsonObject, uri: str, text: str, encoding: str) -> None:
    """Raise CheckFailed unless the edits lie inside the text and do not overlap. Other files are not read."""
    if suggestion.get("kind") != "edit":
        return
    edits: list[JsonObject] = as_list(suggestion.get("edits")) or []
    expect(edits, "an edit has no edits")
    if suggestion.get("uri") != uri:
        return
    document = WatchedDocument({"version": 2, "text": text}, encoding)
    lengths = [_length(line, encoding) for line in re.split(r"\r\n|\r|\n", text)]
    spans: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for edit in edits:
        expect(isinstance(edit.get("newText"), str), "an edit has no newText")
        start, end = (_line_and_character(edit["range"][side]) for side in ("start", "end"))
        for line, character in (start, end):
            expect(0 <= line < len(lengths), f"line {line} is outside the document")
            expect(
                0 <= character <= lengths[line],
                f"character {character} is behind the end of line {line} ({encoding})",
            )
        expect(start <= end, "a range ends before it begins")
        _check_words(document, edit)
        spans.append((start, end))
    for (_, end), (start, _) in zip(sorted(spans), sorted(spans)[1:], strict=False):
        expect(end <= start, "two edits overlap")


def _check_words(document: WatchedDocument, edit: JsonObject) -> None:
    """Raise CheckFailed if the new name sticks to a letter of the old one: then the range counts other units."""
    for word in re.findall(
        r"\w*(?:total_cos|otal_cost)\w*", document.with_edit(edit["range"], edit["newText"])
    ):
        expect(
            word == "total_cost", f"the edit makes {word!r}: its range does not count as the encoding says"
        )


def _line_and_character(position: JsonObject) -> tuple[int, int]:
    return position["line"], position["character"]


def _length(line: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(line.encode())
        case "utf-32":
            return len(line)
        case _:
            return len(line.encode("utf-16-le")) // 2
