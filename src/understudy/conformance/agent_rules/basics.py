"""Checks of ACP itself: initialize, errors, junk, ids, turns and cancelling."""

import asyncio
from typing import Any, Final

from understudy.conformance.agent_player import AgentPlayer, expect
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY
from understudy.conformance.limits import QUIET_TIMEOUT_S
from understudy.conformance.message_log import JsonObject, MessageLog, RpcError, as_list, object_at
from understudy.conformance.report import NotAdvertised, NotTestable
from understudy.rpc import INVALID_PARAMS, METHOD_NOT_FOUND

__all__ = ["STOP_REASONS", "prompt"]

STOP_REASONS: Final = {"end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"}
HUGE_CHARS: Final = 200_000


@AGENT_REGISTRY.check("ACP-01")
async def initialize_has_its_shape(player: AgentPlayer) -> None:
    """initialize answers version, capabilities and authentication methods."""
    answer = player.initialized
    expect(answer.get("protocolVersion") == 1, f"protocolVersion is {answer.get('protocolVersion')!r}, not 1")
    capabilities = answer.get("agentCapabilities", {})
    expect(isinstance(capabilities, dict), "agentCapabilities is no object")
    methods = as_list(answer.get("authMethods") or [])
    expect(methods is not None, "authMethods is no list")
    for entry in methods or []:
        method = object_at(entry)
        expect(
            isinstance(method.get("id"), str) and isinstance(method.get("name"), str),
            "an authMethod lacks id or name",
        )


@AGENT_REGISTRY.check("ACP-01")
async def a_newer_version_is_negotiated(player: AgentPlayer) -> None:
    """A client of version 999 is answered with a version that the agent has."""
    async with player.connect(initialize=False) as log:
        answer = await log.request("initialize", {"protocolVersion": 999, "clientCapabilities": {}})
        version = answer.get("protocolVersion")
        expect(
            isinstance(version, int) and version < 999, f"the agent says that it speaks version {version!r}"
        )


@AGENT_REGISTRY.check("ACP-02")
async def an_unknown_method_is_refused(player: AgentPlayer) -> None:
    """An unknown method gets -32601; an unknown notification gets nothing."""
    code = await _error_code(player.log, "understudy.check/unknown", {})
    expect(code == METHOD_NOT_FOUND, f"an unknown method gets {code}, not {METHOD_NOT_FOUND}")
    before = len(player.log.received)
    player.log.notify("understudy.check/unknown", {})
    expect(await player.log.is_alive(), "an unknown notification ends the connection")
    answers = [message for message in player.log.received[before:] if message.get("id", 0) is None]
    expect(not answers, "an unknown notification is answered")


@AGENT_REGISTRY.check("ACP-03")
async def wrong_parameters_are_refused(player: AgentPlayer) -> None:
    """session/new with a number as cwd, and session/prompt without a session, get -32602."""
    wrong: tuple[tuple[str, JsonObject], ...] = (
        ("session/new", {"cwd": 7, "mcpServers": []}),
        ("session/prompt", {"prompt": [{"type": "text", "text": "hello"}]}),
        ("session/prompt", {"sessionId": 5, "prompt": "hello"}),
    )
    for method, params in wrong:
        code = await _error_code(player.log, method, params)
        expect(code == INVALID_PARAMS, f"{method} with {params} gets {code}, not {INVALID_PARAMS}")


@AGENT_REGISTRY.check("ACP-04")
async def junk_does_not_end_the_connection(player: AgentPlayer) -> None:
    """Lines that are no requests are survived."""
    async with player.connect() as log:
        for junk in (
            "this is no JSON",
            "[]",
            "{}",
            "null",
            '{"jsonrpc":"2.0"',
            '{"id":1}',
            '"' + "x" * HUGE_CHARS + '"',
        ):
            log.send_text(junk)
            expect(await log.is_alive(), f"after the line {junk[:40]!r} no request is answered any more")


@AGENT_REGISTRY.check("ACP-05")
async def every_request_is_answered_once_with_its_id(player: AgentPlayer) -> None:
    """Numbers and strings as ids come back as they were; nothing is answered twice."""
    log = player.log
    ids: tuple[int | str, ...] = (900_001, "a-string", "42", 2**31)
    for request_id in ids:
        log.begin("understudy.check/ids", {}, request_id)
    for request_id in ids:
        await log.response_to(request_id, "a request")
    await asyncio.sleep(QUIET_TIMEOUT_S)
    for request_id in ids:
        count = len(log.responses(request_id))
        expect(count == 1, f"the request with id {request_id!r} has {count} responses")


@AGENT_REGISTRY.check("ACP-06")
async def sessions_have_their_own_ids(player: AgentPlayer) -> None:
    """Two sessions have two ids; an invented one gets an error."""
    first, second = await player.new_session(), await player.new_session()
    expect(first != second, "two sessions have the same id")
    params = {"sessionId": "no-such-session", "prompt": [{"type": "text", "text": "hello"}]}
    expect(
        await _error_code(player.log, "session/prompt", params) is not None,
        "a prompt for no session succeeds",
    )


@AGENT_REGISTRY.check("ACP-07")
async def a_turn_has_an_end(player: AgentPlayer) -> None:
    """A prompt is answered with a known stop reason, after its updates."""
    session = await player.new_session()
    reason = (await prompt(player, session)).get("stopReason")
    expect(reason in STOP_REASONS, f"the stop reason is {reason!r}")
    seen = len(player.log.received)
    await asyncio.sleep(QUIET_TIMEOUT_S)
    late = [update for update in player.log.updates(session, seen) if _belongs_to_turn(update)]
    expect(not late, "an update of the turn comes after its response")


@AGENT_REGISTRY.check("ACP-08")
async def a_turn_can_be_cancelled(player: AgentPlayer) -> None:
    """A cancel during a turn ends it; one without a turn changes nothing."""
    session = await player.new_session()
    player.log.notify("session/cancel", {"sessionId": session})
    expect(await player.log.is_alive(), "a cancel without a turn ends the connection")
    params = {
        "sessionId": session,
        "prompt": [{"type": "text", "text": "Count to a thousand, one number a line."}],
    }
    request_id = player.log.begin("session/prompt", params)
    player.log.notify("session/cancel", {"sessionId": session})
    response = await player.log.response_to(request_id, "session/prompt after session/cancel")
    if "error" in response:
        raise NotTestable(f"the prompt is refused: {response['error'].get('message')}")
    reason = response.get("result", {}).get("stopReason")
    if reason == "end_turn":
        raise NotTestable("the turn was over before the cancel arrived")
    expect(reason == "cancelled", f"a cancelled turn has the stop reason {reason!r}")


@AGENT_REGISTRY.check("ACP-09")
async def unknown_fields_are_ignored(player: AgentPlayer) -> None:
    """Requests with _meta and with fields of a later version work."""
    await player.new_session(_meta={"example.dev/trace": {"deep": [1, {"a": None}]}}, someLaterField=True)


@AGENT_REGISTRY.check("ACP-10")
async def a_loaded_session_is_replayed(player: AgentPlayer) -> None:
    """After a turn, another connection loads the session and gets its prompt."""
    if not player.capabilities.get("loadSession"):
        raise NotAdvertised("agentCapabilities.loadSession is not true")
    marker = "understudy-check-replayed-text"
    async with player.connect() as log:
        session = await player.new_session(log)
        await prompt(player, session, marker, log)
    async with player.connect() as log:
        response = await player.load_session(log, session)
        at = next(at for at, message in enumerate(log.received) if message is response)
        replayed = [message for message in log.received[:at] if message.get("method") == "session/update"]
        expect(
            marker in str(replayed), "the prompt is not among the updates before the response to session/load"
        )


async def prompt(
    player: AgentPlayer, session: str, text: str = "Say hello.", log: MessageLog | None = None, **fields: Any
) -> JsonObject:
    """Run a turn and return its response. Raises NotTestable if the agent refuses to run any."""
    params = {"sessionId": session, "prompt": [{"type": "text", "text": text}], **fields}
    try:
        return await (log or player.log).request("session/prompt", params)
    except RpcError as error:
        if error.code == INVALID_PARAMS:
            raise
        raise NotTestable(f"the agent runs no turn here: {error}") from None


async def _error_code(log: MessageLog, method: str, params: JsonObject) -> int | None:
    """Return the code that the request is refused with; None if it succeeds."""
    try:
        await log.request(method, params)
    except RpcError as error:
        return error.code
    return None


def _belongs_to_turn(update: JsonObject) -> bool:
    return update.get("sessionUpdate") in {
        "agent_message_chunk",
        "agent_thought_chunk",
        "tool_call",
        "tool_call_update",
    }
