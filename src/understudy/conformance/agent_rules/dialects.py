"""Checks of the two dialects: capabilities and events as today's schema has them, and as the proposals had them."""

from understudy.conformance.agent_player import AUTH_REQUIRED_CODES, AgentPlayer, expect
from understudy.conformance.agent_rules.basics import prompt
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY
from understudy.conformance.agent_rules.suggestions import AFTER, BEFORE, renamed_document
from understudy.conformance.message_log import JsonObject, RpcError
from understudy.conformance.report import NotAdvertised, NotTestable

__all__: list[str] = []


@AGENT_REGISTRY.check("DIA-01")
async def actions_go_to_a_client_of_the_proposal(player: AgentPlayer) -> None:
    """With nes.ideActions, suggestions are edits, jumps and actions."""
    _ = player.nes
    actions: JsonObject = {"nes": {"ideActions": {"rename": {}, "searchAndReplace": {}}}}
    async with player.connect(capabilities=actions) as log:
        for suggestion in await renamed_document(player, log):
            kind = suggestion.get("kind")
            expect(kind in {"edit", "jump", "action"}, f"a suggestion of kind {kind!r}")
            if kind == "action":
                action = suggestion.get("actionId")
                expect(action in {"rename", "searchAndReplace"}, f"the action {action!r} was not advertised")
                expect(isinstance(suggestion.get("arguments"), dict), "an action has no arguments")


@AGENT_REGISTRY.check("DIA-02")
async def encodings_of_the_proposal_are_read(player: AgentPlayer) -> None:
    """general.positionEncodings is answered with one of its entries."""
    _ = player.nes
    for wanted in ("utf-8", "utf-32"):
        offered = {"nes": {}, "general": {"positionEncodings": [wanted, "utf-16"]}}
        async with player.connect(initialize=False) as log:
            answer = await log.request("initialize", {"protocolVersion": 1, "clientCapabilities": offered})
            chosen = answer.get("agentCapabilities", {}).get("positionEncoding", "utf-16")
            expect(chosen in (wanted, "utf-16"), f"positionEncoding is {chosen!r}")


@AGENT_REGISTRY.check("DIA-03")
async def events_without_a_session_are_taken(player: AgentPlayer) -> None:
    """A document that is opened and changed without a sessionId can be asked about."""
    async with player.connect() as log:
        session = await player.start_nes(log)
        uri = player.open_document(None, "dialect.py", BEFORE, log)
        player.replace_text(None, uri, 2, AFTER, log)
        await player.suggest(player.suggest_params(session, uri, 2, 0, 9), log)


@AGENT_REGISTRY.check("DIA-04")
async def both_shapes_of_user_actions_are_taken(player: AgentPlayer) -> None:
    """userActions with a position, and with line and offset."""
    if not player.takes_context("userActions"):
        raise NotAdvertised("the agent takes no context.userActions")
    session = await player.start_nes()
    uri = player.open_document(session, "actions.py", BEFORE)
    action = {"action": "insertChar", "uri": uri, "timestampMs": 1}
    for place in ({"position": {"line": 0, "character": 1}}, {"line": 0, "offset": 1}):
        context = {"userActions": [{**action, **place}]}
        await player.suggest(player.suggest_params(session, uri, 1, 0, 4, context=context))


@AGENT_REGISTRY.check("DIA-05")
async def needed_authentication_has_its_code(player: AgentPlayer) -> None:
    """A prompt that needs authentication is refused with -32000."""
    try:
        session = (await player.log.request("session/new", {"cwd": str(player.folder), "mcpServers": []}))[
            "sessionId"
        ]
        await player.log.request(
            "session/prompt", {"sessionId": session, "prompt": [{"type": "text", "text": "Say hello."}]}
        )
    except RpcError as error:
        if error.code in AUTH_REQUIRED_CODES:
            expect(error.code == -32000, f"authentication is asked for with {error.code}")
            return
    raise NotTestable("the agent asks for no authentication here")


@AGENT_REGISTRY.check("DIA-06")
async def an_ordinary_client_is_served(player: AgentPlayer) -> None:
    """A client with no capabilities gets a session and a turn."""
    async with player.connect(capabilities={}) as log:
        session = await player.new_session(log)
        await prompt(player, session, log=log)
