"""A malicious or faulty model or provider: the turn ends properly, and so do all later ones."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acp_editor import Editor, editing, playing, provided, run, tool_texts
from models.model_requests import SPECS
from provider_server import Call, ProviderServer, Reply, Stall, Text, calls, fails, says
from understudy.acp import ChatDependencies
from understudy.chat.events import ToolCalled, ToolReturned, UserPrompted
from understudy.chat.history.messages import build_messages, conversation_tokens
from understudy.models.model_api import CallPart, ModelMessage
from understudy.rpc import RpcError
from understudy.schema import acp

FINE = re.compile(r"[A-Za-z0-9_-]{1,64}")
SECRET = "zebra-crossing-4711"
CONTEXT = [{"title": "Open file", "text": f"the cursor is at {SECRET}\nin line 12"}]


def dependencies_with(state: Path, provider: ProviderServer, spec: str) -> ChatDependencies:
    address = provider.origin if spec.startswith(("anthropic", "google")) else provider.url
    return provided(state, address, model=spec, models=(spec,))


def nested(levels: int) -> dict[str, Any]:
    data: Any = "bottom"
    for _ in range(levels - 1):
        data = [data]
    return {"path": data}


def labels(body: Any) -> list[str]:
    """All names and ids of calls in a request, in any of the four APIs."""
    if isinstance(body, list):
        return [label for item in body for label in labels(item)]
    if not isinstance(body, dict):
        return []
    found = [label for value in body.values() for label in labels(value)]
    match body:
        case {"id": call, "function": {"name": name}} | {"call_id": call, "name": name}:
            return [*found, call, name]
        case {"type": "tool_use", "id": call, "name": name} | {"functionCall": {"id": call, "name": name}}:
            return [*found, call, name]
        case {"tool_call_id": call} | {"type": "function_call_output", "call_id": call}:
            return [*found, call]
        case {"tool_use_id": call} | {"functionResponse": {"id": call}}:
            return [*found, call]
        case _:
            return found


def strict(first: Reply) -> Callable[[dict[str, Any]], Reply]:
    """A provider that takes back only names and ids that are right."""
    replies = iter([first])

    def answer(body: dict[str, Any]) -> Reply:
        if not all(map(FINE.fullmatch, labels(body))):
            return fails(400, "string does not match pattern")
        return next(replies, says("fine "))

    return answer


async def assert_session_works(editor: Editor, session: str) -> None:
    """Two more turns, which must be like any others."""
    for word in ("And now?", "And then?"):
        editor.forget()
        assert (await editor.prompt(session, word))["stopReason"] == "end_turn"
        assert editor.said(session) == "fine "


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("levels", [150, 260, 700])
def test_arguments_of_any_depth_do_not_break_the_session(
    root: Path, tmp_path: Path, spec: str, levels: int
) -> None:
    wanted = nested(levels)
    first = calls(Call("readFile", wanted if spec.startswith("google") else json.dumps(wanted), id="c1"))

    async def scenario(provider: ProviderServer) -> None:
        async with editing(dependencies_with(tmp_path / "state", provider, spec)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            assert editor.said(session) == "fine "
            assert editor.ended(session)["c1"].status == "failed"
            assert b"not a JSON object" in provider.requests[1].raw
            await assert_session_works(editor, session)
        async with editing(dependencies_with(tmp_path / "state", provider, spec)) as editor:
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            await assert_session_works(editor, session)

    with ProviderServer(strict(first)) as provider:
        run(scenario(provider))


def test_arguments_that_an_earlier_version_kept_too_deep_become_text() -> None:
    events = [
        UserPrompted(blocks=[acp.TextContent(text="hi")]),
        ToolCalled(id="c1", name="readFile", title="Read", arguments=nested(900)),
        ToolReturned(id="c1", text="no", failed=True),
    ]
    story = build_messages(events, supports_images=False)
    (call,) = [part for one in story if isinstance(one, ModelMessage) for part in one.parts]
    assert isinstance(call, CallPart)
    assert isinstance(call.arguments, str)
    assert conversation_tokens(story) > 0


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("functions.readFile", "c1"),
        ("readFile", "c" * 100),
        ("readFile", "functions.readFile:0"),
        ("r\u00e9ad it\n" * 20, "c|\u00e9"),
        ("re\ud800ad", "c\ud800"),
    ],
)
def test_odd_names_and_ids_do_not_break_the_session(
    root: Path, tmp_path: Path, spec: str, name: str, call: str
) -> None:
    first = calls(Call(name, {"path": "x"}, id=call), Call(name, {"path": "y"}, id=call))

    async def scenario(provider: ProviderServer) -> None:
        async with editing(dependencies_with(tmp_path / "state", provider, spec)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.said(session) == "fine "
            shown = [update.tool_call_id for update in editor.of(session, acp.ToolCall)]
            assert len(set(shown)) == 2
            assert all(map(FINE.fullmatch, shown))
            assert set(editor.ended(session)) == set(shown)
            await assert_session_works(editor, session)
        async with editing(dependencies_with(tmp_path / "state", provider, spec)) as editor:
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            await assert_session_works(editor, session)
        assert len(labels(provider.requests[-1].body)) >= 6  # two calls and their results are still there

    with ProviderServer(strict(first)) as provider:
        run(scenario(provider))


def test_the_model_gets_the_unknown_name_it_used(root: Path, tmp_path: Path) -> None:
    wanted = calls(Call("functions.readFile", {"path": "x"}, id="c1"))

    async def scenario() -> None:
        async with playing(tmp_path / "state", wanted, says("Sorry.")) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert "'functions.readFile'" in tool_texts(provider.requests[1].body)["c1"]
            (made,) = provider.requests[1].body["messages"][-2]["tool_calls"]
            assert made["function"]["name"] == "functions_readFile"

    run(scenario())


@pytest.mark.parametrize("spec", SPECS)
def test_lone_surrogates_do_not_end_a_turn(root: Path, tmp_path: Path, spec: str) -> None:
    first = Reply((Text("one\ud800two "), Call("re\ud800ad", {}, id="c\udfff")))

    async def scenario(provider: ProviderServer) -> None:
        async with editing(dependencies_with(tmp_path / "state", provider, spec)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            assert editor.said(session) == "one\ufffdtwo fine "
            await assert_session_works(editor, session)

    with ProviderServer(strict(first)) as provider:
        run(scenario(provider))


def test_too_many_calls_are_rejected_and_leave_nothing(root: Path, tmp_path: Path) -> None:
    flood = calls(*(Call("updatePlan", "", id=f"c{number}") for number in range(2000)))

    async def scenario() -> None:
        async with playing(tmp_path / "state", flood, says("fine "), says("fine ")) as (editor, provider):
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            assert "more than 128 tools at once" in editor.said(session)
            await assert_session_works(editor, session)
            assert labels(provider.requests[-1].body) == []

    run(scenario())


def test_a_turn_with_the_maximum_of_calls_is_cancelled_at_once(root: Path, tmp_path: Path) -> None:
    most = tuple(Call("readFile", {"path": "x"}, id=f"c{number}") for number in range(128))

    async def scenario() -> None:
        async with playing(tmp_path / "state", Reply((*most, Stall())), says("fine "), says("fine ")) as (
            editor,
            _,
        ):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: len(editor.of(session, acp.ToolCall)) == 100)
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            assert len(editor.ended(session)) == 100
            await assert_session_works(editor, session)

    run(scenario())


@pytest.mark.requirement("CTX-04")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("status", [400, 401, 429, 503])
def test_context_that_a_provider_quotes_in_an_error_appears_nowhere(
    root: Path,
    tmp_path: Path,
    spec: str,
    status: int,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG, logger="understudy")
    state = tmp_path / "state"
    shown: list[str] = []

    def echo(body: dict[str, Any]) -> Reply:
        sent = json.dumps(body)
        at = sent.index(SECRET)
        return fails(status, f"cannot read: {sent[at - 60 : at + 60]}")

    async def scenario(provider: ProviderServer) -> None:
        async with editing(dependencies_with(state, provider, spec)) as editor:
            session = await editor.new(root)
            try:
                await editor.prompt(session, "Hello?", runtimeContext=CONTEXT)
            except RpcError as error:
                shown.append(str(error))
            assert SECRET in provider.requests[0].raw.decode()
            shown.extend([editor.said(session), editor.thought(session), str(editor.updates)])
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            shown.append(str(editor.updates))

    with ProviderServer(echo) as provider:
        run(scenario(provider))
    said = capfd.readouterr()
    shown.extend([caplog.text, said.out, said.err])
    kept = b"".join(path.read_bytes() for path in state.rglob("*") if path.is_file())
    for word in (SECRET, "the cursor is at"):
        assert word not in "".join(shown)
        assert word.encode() not in kept
