"""Checks of document events: order, versions, changes that cannot be applied, and requests by context alone."""

from understudy.conformance.agent_player import AgentPlayer, expect
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY
from understudy.conformance.agent_rules.suggestions import AFTER, BEFORE
from understudy.conformance.message_log import RpcError
from understudy.conformance.report import NotAdvertised

__all__: list[str] = []


@AGENT_REGISTRY.check("NES-06")
async def an_opened_document_can_be_asked_about(player: AgentPlayer) -> None:
    """didOpen, then nes/suggest for it."""
    session = await player.start_nes()
    uri = player.open_document(session, "opened.py", BEFORE)
    await player.suggest(player.suggest_params(session, uri, 1, 0, 4))


@AGENT_REGISTRY.check("NES-07")
async def an_inapplicable_change_makes_no_suggestion(player: AgentPlayer) -> None:
    """A range outside the document: nothing is suggested until the full text comes."""
    session = await player.start_nes()
    uri = player.open_document(session, "broken.py", BEFORE)
    player.replace_text(session, uri, 2, AFTER)
    far = {"start": {"line": 900, "character": 0}, "end": {"line": 900, "character": 5}}
    change = {"uri": uri, "version": 3, "contentChanges": [{"range": far, "text": "def total_cost"}]}
    player.log.notify("document/didChange", {"sessionId": session, **change})
    try:
        found = await player.suggest(player.suggest_params(session, uri, 3, 0, 14))
    except RpcError:
        found = []
    here = [one for one in found if one.get("uri") == uri and one.get("kind") == "edit"]
    expect(not here, "an edit is suggested in a document whose text the agent cannot know")
    player.replace_text(session, uri, 4, AFTER)
    await player.suggest(player.suggest_params(session, uri, 4, 0, 4))


@AGENT_REGISTRY.check("NES-08")
async def the_other_events_are_taken(player: AgentPlayer) -> None:
    """didSave, didFocus and didClose, as far as they are advertised."""
    session = await player.start_nes()
    uri = player.open_document(session, "saved.py", BEFORE)
    position = {"line": 0, "character": 0}
    visible = {"start": position, "end": {"line": 5, "character": 0}}
    events = {
        "didSave": {"uri": uri},
        "didFocus": {"uri": uri, "version": 1, "position": position, "visibleRange": visible},
        "didClose": {"uri": uri},
    }
    taken = [name for name in events if player.takes_event(name)]
    if not taken:
        raise NotAdvertised("none of didSave, didFocus and didClose is advertised")
    for name in taken:
        player.log.notify(f"document/{name}", {"sessionId": session, **events[name]})
    expect(await player.log.is_alive(), "the events end the connection")


@AGENT_REGISTRY.check("NES-09", "NES-10")
async def a_request_sees_what_was_sent_before(player: AgentPlayer) -> None:
    """Twenty changes and a request at once: it is answered for the last; an older version gets nothing."""
    session = await player.start_nes()
    uri = player.open_document(session, "order.py", BEFORE)
    for version in range(2, 22):
        player.replace_text(session, uri, version, AFTER if version % 2 else BEFORE)
    await player.suggest(player.suggest_params(session, uri, 21, 0, 9))
    old = await player.suggest(player.suggest_params(session, uri, 3, 0, 9))
    expect(old == [], "a request for an older version is answered with suggestions")


@AGENT_REGISTRY.check("NES-12")
async def context_alone_is_enough(player: AgentPlayer) -> None:
    """nes/suggest for a document that no event ever named."""
    if not player.takes_context("editHistory") and not player.takes_context("recentFiles"):
        raise NotAdvertised("the agent takes neither context.editHistory nor context.recentFiles")
    (player.folder / "unopened.py").write_text(AFTER)
    uri = player.uri("unopened.py")
    diff = "@@ -1,2 +1,2 @@\n-def total_price(items):\n+def total_cost(items):\n     return sum(items)\n"
    context = {
        "recentFiles": [{"uri": uri, "languageId": "python", "text": AFTER}],
        "editHistory": [{"uri": uri, "diff": diff}],
    }
    context = {name: value for name, value in context.items() if player.takes_context(name)}
    async with player.connect() as log:
        session = await player.start_nes(log, workspaceUri=player.uri(""))
        await player.suggest(player.suggest_params(session, uri, 1, 0, 14, context=context), log)


@AGENT_REGISTRY.check("NES-13")
async def a_selection_is_taken(player: AgentPlayer) -> None:
    """nes/suggest with a selected range."""
    session = await player.start_nes()
    uri = player.open_document(session, "selected.py", BEFORE)
    selection = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 15}}
    await player.suggest(player.suggest_params(session, uri, 1, 0, 15, selection=selection))
