"""What is agreed on next edits in `initialize`, in either dialect."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from acp_editor import chat_dependencies, editing, run
from nes_editor import SEED, TODAY, Scripted, offering
from understudy.acp.capabilities import select_position_encoding, select_suggestion_kinds
from understudy.rpc import RpcError
from understudy.schema.acp import ClientCapabilities

EVENTS = {
    "didOpen": {},
    "didChange": {"syncKind": "incremental"},
    "didClose": {},
    "didSave": {},
    "didFocus": {},
}
CONTEXTS = {"recentFiles", "relatedSnippets", "editHistory", "userActions", "openFiles", "diagnostics"}


@pytest.mark.requirement("NES-01")
@pytest.mark.parametrize("capabilities", [TODAY, SEED, {}, {"nes": {}}])
def test_initialize_tells_which_events_and_context_are_used(
    tmp_path: Path, capabilities: dict[str, Any]
) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted(), capabilities=capabilities) as editor:
            agent_capabilities = editor.initialized["agentCapabilities"]
            assert agent_capabilities["nes"]["events"] == {"document": EVENTS}
            assert set(agent_capabilities["nes"]["context"]) == CONTEXTS
            assert agent_capabilities["positionEncoding"] == "utf-16"
            assert agent_capabilities["sessionCapabilities"]["additionalDirectories"] == {}

    run(scene())


@pytest.mark.requirement("NES-01")
def test_an_agent_without_next_edits_offers_none_and_knows_no_method_of_theirs(tmp_path: Path) -> None:
    async def scene() -> None:
        async with editing(chat_dependencies(tmp_path), capabilities=TODAY) as editor:
            assert "nes" not in editor.initialized["agentCapabilities"]
            for method in ("nes/start", "nes/suggest", "nes/close"):
                with pytest.raises(RpcError) as refused:
                    await editor.request(method, {"sessionId": "x"})
                assert refused.value.code == -32601
            await editor.peer.notify("document/didOpen", {"uri": "file:///x"})
            assert await editor.request("session/list", {}) == {"sessions": []}

    run(scene())


@pytest.mark.requirement("NES-05", "DIA-02")
@pytest.mark.parametrize(
    ("capabilities", "agreed"),
    [
        ({}, "utf-16"),
        ({"positionEncodings": []}, "utf-16"),
        ({"positionEncodings": ["utf-32", "utf-16"]}, "utf-32"),
        ({"positionEncodings": ["utf-7", "utf-8", "utf-16"]}, "utf-8"),
        ({"positionEncodings": ["utf-7"]}, "utf-16"),
        ({"positionEncodings": "utf-8"}, "utf-16"),
        ({"general": {"positionEncodings": ["utf-8", "utf-16"]}}, "utf-8"),
        ({"general": {"positionEncodings": ["utf-7", 8, "utf-32"]}}, "utf-32"),
        ({"general": {"positionEncodings": None}}, "utf-16"),
        ({"general": 7}, "utf-16"),
        ({"general": {"positionEncodings": ["utf-8"]}, "positionEncodings": ["utf-32"]}, "utf-32"),
    ],
)
def test_the_first_encoding_that_is_spoken_is_agreed_on(
    tmp_path: Path, capabilities: dict[str, Any], agreed: str
) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted(), capabilities=capabilities) as editor:
            assert editor.initialized["agentCapabilities"]["positionEncoding"] == agreed

    run(scene())


@pytest.mark.requirement("DIA-01", "NES-15", "NES-16", "NES-17")
@pytest.mark.parametrize(
    ("nes", "kinds", "dialect"),
    [
        (None, {"edit"}, "today"),
        ({}, {"edit"}, "today"),
        ({"jump": {}}, {"edit", "jump"}, "today"),
        ({"jump": None, "rename": {}}, {"edit", "rename"}, "today"),
        ({"searchAndReplace": {}}, {"edit", "searchAndReplace"}, "today"),
        ({"ideActions": {}}, {"edit", "jump"}, "seed"),
        ({"ideActions": {"rename": {}}}, {"edit", "jump", "rename"}, "seed"),
        (
            {"ideActions": {"rename": None, "searchAndReplace": {}}},
            {"edit", "jump", "searchAndReplace"},
            "seed",
        ),
        ({"ideActions": {"explode": {}}}, {"edit", "jump"}, "seed"),
        ({"ideActions": ["rename", "explode"]}, {"edit", "jump", "rename"}, "seed"),
        ({"ideActions": [{"id": "searchAndReplace"}, 7]}, {"edit", "jump", "searchAndReplace"}, "seed"),
        ({"ideActions": 7}, {"edit", "jump"}, "seed"),
        ({"rename": {}, "ideActions": {"searchAndReplace": {}}}, {"edit", "rename"}, "today"),
        ({"jump": {}, "ideActions": {"rename": {}}}, {"edit", "jump", "rename"}, "seed"),
    ],
)
def test_a_client_gets_the_kinds_that_it_named_in_the_words_that_it_used(
    nes: object, kinds: set[str], dialect: str
) -> None:
    client = msgspec.convert({"nes": nes}, ClientCapabilities)
    assert select_suggestion_kinds(client) == (kinds, dialect)
    assert select_position_encoding(client) == "utf-16"
