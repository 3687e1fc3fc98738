"""Checks of runtimeContext: information for one turn that is stored nowhere."""

from typing import Any, Final

from understudy.conformance.agent_player import AgentPlayer, expect
from understudy.conformance.agent_rules.basics import prompt
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY
from understudy.conformance.message_log import RpcError
from understudy.conformance.report import CheckFailed, NotAdvertised
from understudy.rpc import INVALID_PARAMS

__all__: list[str] = []

WRONG_CONTEXTS: Final[tuple[Any, ...]] = (
    None,
    "text",
    {"text": "not in a list"},
    ["text"],
    [{}],
    [{"title": "no text"}],
    [{"text": 7}],
    [{"title": 7, "text": "a title that is no string"}],
)
SECRET_TEXT: Final = "understudy-check-runtime-context-7f3a"  # noqa: S105 - looked for where it must not be
LARGE_CHARS: Final = 1_000_000


@AGENT_REGISTRY.check("CTX-01")
async def it_is_advertised(player: AgentPlayer) -> None:
    """The capability is an object."""
    player.session_capability("runtimeContext")


@AGENT_REGISTRY.check("CTX-02")
async def a_wrong_context_is_refused(player: AgentPlayer) -> None:
    """session/prompt with a context of another shape gets -32602, and no update comes."""
    player.session_capability("runtimeContext")
    session = await player.new_session()
    for wrong in WRONG_CONTEXTS:
        try:
            await prompt(player, session, runtimeContext=wrong)
        except RpcError as error:
            expect(error.code == INVALID_PARAMS, f"{wrong!r} gets {error.code}, not {INVALID_PARAMS}")
        else:
            raise CheckFailed(f"runtimeContext {wrong!r} is accepted")


@AGENT_REGISTRY.check("CTX-04")
async def it_is_not_replayed(player: AgentPlayer) -> None:
    """Neither the replay nor the list of sessions has the text of a turn's context."""
    player.session_capability("runtimeContext")
    if not player.capabilities.get("loadSession"):
        raise NotAdvertised("agentCapabilities.loadSession is not true")
    async with player.connect() as log:
        session = await player.new_session(log)
        await prompt(player, session, log=log, runtimeContext=[{"title": "editor", "text": SECRET_TEXT}])
    async with player.connect() as log:
        await player.load_session(log, session)
        expect(SECRET_TEXT not in str(log.received), "the runtime context is in the replay")
    if "list" in (player.capabilities.get("sessionCapabilities") or {}):
        listed = await player.log.request("session/list", {})
        expect(SECRET_TEXT not in str(listed), "the runtime context is in the list of sessions")


@AGENT_REGISTRY.check("CTX-05")
async def a_large_context_is_survived(player: AgentPlayer) -> None:
    """A context of a million characters is trimmed or refused, and the session goes on."""
    player.session_capability("runtimeContext")
    session = await player.new_session()
    await prompt(player, session, runtimeContext=[{"title": "large", "text": "word " * (LARGE_CHARS // 5)}])
    await prompt(player, session)
