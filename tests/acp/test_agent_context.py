"""Runtime context: in the requests of this turn, after the history, and nowhere else afterwards."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from acp_editor import editing, provided, run
from postgres_server import PostgresServer, needs_postgres
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, fails, says
from understudy.chat import LeaseTerms, migrate_store, open_store
from understudy.rpc import RpcError

SECRET = "zebra-crossing-4711"
CONTEXT = [{"title": "Open file", "text": f"cursor at {SECRET}"}]


def everything_below(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.mark.requirement("CTX-02")
@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        {"text": "x"},
        [None],
        ["text"],
        [{"title": "no text"}],
        [{"text": 5}],
        [{"text": "fine"}, {"text": "x", "title": 3}],
        [{"text": "x", "title": None}],
        [{"text": None}],
    ],
)
def test_malformed_context_is_refused_and_the_turn_does_not_start(
    root: Path, tmp_path: Path, value: Any
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.until(lambda: bool(editor.updates))
            editor.forget()
            with pytest.raises(RpcError) as refused:
                await editor.prompt(session, "Hello?", runtimeContext=value)
            assert refused.value.code == -32602
            assert "runtimeContext" in refused.value.message
            assert provider.requests == []
            assert editor.updates == []

    with ProviderServer([]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("CTX-03")
def test_context_reaches_the_model_behind_the_history_and_marked_as_the_host_s(
    root: Path, tmp_path: Path
) -> None:
    script = [says("one"), calls(Call("getWorkspaceInfo", {}, id="c")), says("two"), says("three")]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "First.")
            await editor.prompt(session, "Second.", runtimeContext=CONTEXT)
            await editor.prompt(session, "Third.")
            first, second, third, fourth = (request.body["messages"] for request in provider.requests)
            for messages in (
                second,
                third,
            ):  # both requests of that turn, the one behind the tool's result too
                assert SECRET in str(messages[-1])
                assert SECRET not in str(messages[:-1])
                assert messages[-1]["role"] == "user"
                text = str(messages[-1]["content"])
                assert "Open file" in text
                assert "not the user" in text
            # What comes before is, to the byte, what it is without context: a prompt cache hits.
            assert second[: len(first)] == first
            assert "Second." in str(second[len(first) + 1 :])
            assert fourth[: len(first)] == first
            assert SECRET not in str(fourth)
            with_context = provider.requests[1].raw
            assert with_context.startswith(
                provider.requests[0].raw[: provider.requests[0].raw.index(b"First.")]
            )

    with ProviderServer(script) as provider:
        run(scenario(provider))


@pytest.mark.requirement("CTX-04")
def test_context_is_not_stored_replayed_forked_logged_or_sent_again(
    root: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG, logger="understudy")
    script = [
        calls(Call("getWorkspaceInfo", {}, id="c")),
        says("one"),
        Reply((Text("two"), Hold("never"))),
        fails(401, "who are you?"),
        fails(400, "no"),
        says("last"),
        says("of the fork"),
    ]

    async def scenario(provider: ProviderServer) -> None:
        state = tmp_path / "state"
        async with editing(provided(state, provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Answered.", runtimeContext=CONTEXT)
            cancelled = asyncio.ensure_future(editor.prompt(session, "Cancelled.", runtimeContext=CONTEXT))
            await editor.until(lambda: "two" in editor.said(session))
            await editor.cancel(session)
            assert (await cancelled)["stopReason"] == "cancelled"
            with pytest.raises(RpcError):
                await editor.prompt(session, "Unauthorized.", runtimeContext=CONTEXT)
            await editor.prompt(session, "Refused.", runtimeContext=CONTEXT)
            await editor.prompt(session, "/info", runtimeContext=CONTEXT)
            assert sum(SECRET in request.raw.decode() for request in provider.requests) == 5
            await editor.prompt(session, "Without.")
            fork = await editor.request("session/fork", {"sessionId": session, "cwd": str(root)})
            await editor.prompt(fork["sessionId"], "In the fork.")
            for request in provider.requests[-2:]:
                assert SECRET not in request.raw.decode()
            assert SECRET not in str(editor.updates)
            for opened in (session, fork["sessionId"]):
                editor.forget()
                await editor.request(
                    "session/load", {"sessionId": opened, "cwd": str(root), "mcpServers": []}
                )
                assert editor.updates
                assert SECRET not in str(editor.updates)
            assert SECRET.encode() not in everything_below(state)
        assert SECRET.encode() not in everything_below(state)

    with ProviderServer(script) as provider:
        run(scenario(provider))
    said = capfd.readouterr()
    assert SECRET not in caplog.text + said.out + said.err


@pytest.mark.requirement("CTX-05")
def test_context_that_does_not_fit_is_cut_from_the_end_and_the_answer_says_what(
    root: Path, tmp_path: Path
) -> None:
    items = [
        {"title": "first", "text": "whole " * 20},
        {"title": "second", "text": "x" * 60_000},
        {"title": "third", "text": "never seen"},
    ]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url, context_window=16_000)) as editor:
            session = await editor.new(root)
            answer = await editor.prompt(session, "Hello?", runtimeContext=items)
            assert answer["_meta"]["understudy/runtimeContext"] == {
                "trimmed": [{"index": 1, "title": "second"}],
                "omitted": [{"index": 2, "title": "third"}],
            }
            sent = provider.requests[0].raw.decode()
            assert "whole whole" in sent
            assert "xxxx" in sent
            assert "never seen" not in sent
            assert len(sent) < 60_000
            answer = await editor.prompt(session, "Hello?", runtimeContext=items[:1])
            assert "_meta" not in answer

    with ProviderServer([says("ok"), says("ok")]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("CTX-04")
def test_context_is_not_in_the_representation_of_anything_that_is_logged(root: Path, tmp_path: Path) -> None:
    from understudy.chat.turn.turn import Turn
    from understudy.models.model_api import Request

    assert SECRET not in repr(Request("system", (), (), context=SECRET))
    fields = {field.name: field for field in __import__("dataclasses").fields(Turn)}
    assert fields["context"].repr is False


@needs_postgres
def test_context_is_in_no_table_of_a_database(root: Path, tmp_path: Path, postgres: PostgresServer) -> None:
    async def scenario(provider: ProviderServer, address: str) -> None:
        terms = LeaseTerms("replica-1")
        dependencies = provided(
            tmp_path / "state", provider.url, open_store=lambda: open_store(address), lease_terms=terms
        )
        async with editing(dependencies) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Hello?", runtimeContext=CONTEXT)
            await editor.prompt(session, "And without?")
            assert SECRET in str(provider.requests[0].messages)
        async with editing(dependencies) as editor:
            params = {"sessionId": session, "cwd": str(root), "mcpServers": []}
            await editor.request("session/load", params)
            assert editor.said(session) == "Hello.And that."

    with ProviderServer([says("Hello."), says("And that.")]) as provider, postgres.new_database() as address:
        migrate_store(address)
        run(scenario(provider, address))
        dump = postgres.dump(address.partition("@/")[2].partition("?")[0])
    # pg_dump writes bytes in hexadecimal.
    assert b"And without?".hex() in dump
    assert SECRET.encode().hex() not in dump
    assert SECRET not in dump
