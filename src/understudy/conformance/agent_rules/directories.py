"""Checks of additional directories: the whole list of roots in every request that opens a session."""

from typing import Any, Final

from understudy.conformance.agent_player import AgentPlayer, expect
from understudy.conformance.agent_rules.basics import prompt
from understudy.conformance.agent_rules.registry import AGENT_REGISTRY
from understudy.conformance.message_log import JsonObject, RpcError
from understudy.conformance.report import CheckFailed, NotAdvertised
from understudy.rpc import INVALID_PARAMS

__all__: list[str] = []

WRONG_LISTS: Final[tuple[Any, ...]] = (
    None,
    "/a/text",
    7,
    {},
    [None],
    [7],
    [""],
    ["relative/path"],
    ["./here"],
    ["/", 5],
)
MAX_PAGES: Final = 50


@AGENT_REGISTRY.check("DIR-01")
async def it_is_advertised(player: AgentPlayer) -> None:
    """The capability is an object."""
    player.session_capability("additionalDirectories")


@AGENT_REGISTRY.check("DIR-03")
async def a_wrong_list_is_refused(player: AgentPlayer) -> None:
    """session/new with a list of another shape gets -32602."""
    player.session_capability("additionalDirectories")
    await player.new_session()
    for wrong in WRONG_LISTS:
        try:
            await player.new_session(additionalDirectories=wrong)
        except RpcError as error:
            expect(error.code == INVALID_PARAMS, f"{wrong!r} gets {error.code}, not {INVALID_PARAMS}")
        else:
            raise CheckFailed(f"additionalDirectories {wrong!r} is accepted")


@AGENT_REGISTRY.check("DIR-04")
async def a_missing_folder_is_named(player: AgentPlayer) -> None:
    """A folder that does not exist fails the request, and its path is in the error."""
    player.session_capability("additionalDirectories")
    await player.new_session()
    missing = str(player.folder / "not-there")
    try:
        await player.new_session(additionalDirectories=[missing])
    except RpcError as error:
        expect("not-there" in f"{error.message} {error.data}", f"the error does not name the folder: {error}")
    else:
        raise CheckFailed("a folder that does not exist is accepted")


@AGENT_REGISTRY.check("DIR-14")
async def nothing_changes_without_the_field(player: AgentPlayer) -> None:
    """session/new without additionalDirectories works."""
    await player.new_session()


@AGENT_REGISTRY.check("DIR-05", "DIR-06")
async def the_list_shows_the_folders_in_order(player: AgentPlayer) -> None:
    """session/list shows the roots of a session: in order, nested ones kept, [] for none."""
    player.session_capability("additionalDirectories")
    player.session_capability("list")
    first, second = map(str, player.extra_folders)
    nested = str(player.extra_folders[0] / "nested")
    player.extra_folders[0].joinpath("nested").mkdir(exist_ok=True)
    with_folders = await player.new_session(additionalDirectories=[second, first, second, nested])
    without = await player.new_session()
    await _store(player, with_folders, without)
    shown = await _find(player, with_folders)
    expect(
        [path for path in shown if path in (first, second, nested)][:3]
        in ([second, first, nested], [second, first, second]),
        f"the folders are listed as {shown}",
    )
    expect(await _find(player, without) == [], "a session without additional directories does not list []")


@AGENT_REGISTRY.check("DIR-07")
async def the_list_can_be_filtered(player: AgentPlayer) -> None:
    """session/list with cwd and additionalDirectories shows the sessions with exactly these."""
    player.session_capability("additionalDirectories")
    player.session_capability("list")
    first = str(player.extra_folders[0])
    wanted, other = await player.new_session(additionalDirectories=[first]), await player.new_session()
    await _store(player, wanted, other)
    found = await _listed(player, {"cwd": str(player.folder), "additionalDirectories": [first]})
    expect(wanted in found and other not in found, "the filter by additionalDirectories shows other sessions")
    none = await _listed(player, {"cwd": str(player.folder), "additionalDirectories": []})
    expect(
        other in none and wanted not in none, "the filter by [] shows sessions with additional directories"
    )


@AGENT_REGISTRY.check("DIR-02")
async def a_load_without_folders_has_none(player: AgentPlayer) -> None:
    """A session with folders that is loaded without them has none afterwards."""
    player.session_capability("additionalDirectories")
    player.session_capability("list")
    if not player.capabilities.get("loadSession"):
        raise NotAdvertised("agentCapabilities.loadSession is not true")
    async with player.connect() as log:
        session = await player.new_session(log, additionalDirectories=[str(player.extra_folders[0])])
        await prompt(player, session, log=log)
    async with player.connect() as log:
        await player.load_session(log, session)
        found = {entry["sessionId"]: entry for entry in (await log.request("session/list", {}))["sessions"]}
        if session in found:
            roots = found[session].get("additionalDirectories", [])
            expect(roots == [], f"the stored folders are used again: {roots}")


async def _store(player: AgentPlayer, *sessions: str) -> None:
    """Some agents store a session at its first prompt."""
    listed = await _listed(player, {})
    for session in sessions:
        if session not in listed:
            await prompt(player, session)


async def _entries(player: AgentPlayer, filters: JsonObject) -> list[JsonObject]:
    entries: list[JsonObject] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await player.log.request("session/list", {**filters, **({"cursor": cursor} if cursor else {})})
        entries += page["sessions"]
        cursor = page.get("nextCursor")
        if not cursor:
            break
    return entries


async def _listed(player: AgentPlayer, filters: JsonObject) -> list[str]:
    return [str(entry["sessionId"]) for entry in await _entries(player, filters)]


async def _find(player: AgentPlayer, session: str) -> list[str]:
    for entry in await _entries(player, {}):
        if entry["sessionId"] == session:
            roots = entry.get("additionalDirectories")
            expect(isinstance(roots, list), f"the listed session has additionalDirectories {roots!r}")
            return list(roots or [])
    raise CheckFailed("session/list does not show a session that was just opened")
