"""A session that outgrows the window continues; a call is shown from its start; no turn ends without text."""

import asyncio
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acp_editor import editing, kinds, playing, provided, run, tool_texts
from models.model_requests import SPECS
from provider_server import (
    Call,
    Disconnect,
    Hold,
    ProviderServer,
    Reply,
    Stall,
    Text,
    Usage,
    calls,
    fails,
    says,
)
from understudy.schema import acp

WINDOW = 16_384
TOO_LONG = fails(400, error={"message": "maximum context length is less", "code": "context_length_exceeded"})


def tokens(body: dict[str, Any]) -> int:
    return len(json.dumps(body)) // 4


def strict(
    answer: Callable[[dict[str, Any]], Reply], window: int = WINDOW
) -> Callable[[dict[str, Any]], Reply]:
    """A provider that counts, and refuses what is over its window."""
    return lambda body: TOO_LONG if tokens(body) > window else answer(body)


def prompts(body: dict[str, Any]) -> list[str]:
    return [str(message["content"]) for message in body["messages"] if message["role"] == "user"]


def test_a_session_continues_after_it_has_outgrown_the_window(root: Path, tmp_path: Path) -> None:
    (root / "mid.txt").write_text("".join(f"row {number} of the file, some text\n" for number in range(400)))

    def answer(body: dict[str, Any]) -> Reply:
        if "TOOL" in str(body["messages"][-1]["content"]) and body["messages"][-1]["role"] == "user":
            return calls(Call("readFile", {"path": "mid.txt"}))
        return says("answer " + "blah " * 300, usage=Usage(input=tokens(body), output=300))

    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(tmp_path / "state", provider.url, context_window=WINDOW, auto_compact=False)
        ) as editor:
            session = await editor.new(root)
            for number in range(25):
                tool = "TOOL" if number % 6 == 3 else ""
                await editor.prompt(session, f"question {number} " + "word " * 400 + tool)
            assert "too long" not in editor.said(session) + editor.thought(session)
            assert editor.said(session).count("answer") == 25
            last = provider.requests[-1].body
            assert "Earlier parts of this conversation were left out" in prompts(last)[0]
            assert "question 24" in prompts(last)[-1]
            assert "question 0 " not in str(last)
            for usage in editor.of(session, acp.UsageUpdate):
                assert usage.used <= usage.size == WINDOW
            # The beginning of a request is mostly that of the one before, so that a cache of it is of use.
            sent = [request.body["messages"] for request in provider.requests]
            broken = sum(later[: len(one)] != one for one, later in itertools.pairwise(sent))
            assert broken < len(sent) / 3

    with ProviderServer(strict(answer)) as provider:
        run(scenario(provider))


def test_a_large_result_is_truncated_for_the_model_and_stored_whole(root: Path, tmp_path: Path) -> None:
    (root / "big.txt").write_text("".join(f"row {number} of the file\n" for number in range(4500)))
    state = tmp_path / "state"
    read = calls(Call("readFile", {"path": "big.txt"}, id="big"))

    def answer(body: dict[str, Any]) -> Reply:
        return says("ok") if body["messages"][-1]["role"] == "tool" else read

    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(state, provider.url, context_window=WINDOW, auto_compact=False)
        ) as editor:
            session = await editor.new(root)
            for _ in range(4):
                assert (await editor.prompt(session, "Read it."))["stopReason"] == "end_turn"
            assert editor.said(session) == "ok" * 4
            result = tool_texts(provider.requests[1].body)["big"]
            assert result.startswith("row 0 of the file\n")
            assert "The middle was left out here" in result
            assert '"totalLines":4500' in result
            first, third = (provider.requests[number].body["messages"] for number in (1, 3))
            assert third[: len(first)] == first  # the next turn reads it from the store, and cuts it alike
        assert b"row 2250 of the file" in b"".join(
            path.read_bytes() for path in state.rglob("*") if path.is_file()
        )

    with ProviderServer(strict(answer)) as provider:
        run(scenario(provider))


def test_a_prompt_larger_than_the_window_is_truncated_and_answered(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(tmp_path / "state", provider.url, context_window=WINDOW, auto_compact=False)
        ) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Why? ", {"type": "text", "text": "line of a log\n" * 20_000})
            await editor.prompt(session, "And now?")
            assert editor.said(session) == "ok" * 2
            assert "Why?" in prompts(provider.requests[0].body)[-1]
            assert "it did not fit" in prompts(provider.requests[0].body)[-1]

    with ProviderServer(strict(lambda _: says("ok"))) as provider:
        run(scenario(provider))


@pytest.mark.requirement("CTX-05")
def test_history_is_shortened_for_the_context_of_the_turn(root: Path, tmp_path: Path) -> None:
    context = [{"title": "Open file", "text": "cursor here\n" * 300}]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(tmp_path / "state", provider.url, context_window=WINDOW, auto_compact=False)
        ) as editor:
            session = await editor.new(root)
            for number in range(12):
                answer = await editor.prompt(
                    session, f"question {number} " + "word " * 600, runtimeContext=context
                )
                assert "_meta" not in answer
                assert str(provider.requests[-1].body["messages"][-1]).count("cursor here") == 300
            assert editor.said(session).count("answer") == 12

    with ProviderServer(strict(lambda _: says("answer " + "blah " * 300))) as provider:
        run(scenario(provider))


def test_a_window_that_is_smaller_than_configured_is_detected_and_remembered(
    root: Path, tmp_path: Path
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(tmp_path / "state", provider.url, context_window=WINDOW, auto_compact=False)
        ) as editor:
            session = await editor.new(root)
            for number in range(14):
                await editor.prompt(session, f"question {number} " + "word " * 500)
            assert editor.said(session).count("answer") == 14
            assert editor.thought(session).count("Trying again without its older parts") == 1
            assert len(provider.requests) == 15

    with ProviderServer(strict(lambda _: says("answer " + "blah " * 300), 10_000)) as provider:
        run(scenario(provider))


def test_a_conversation_that_cannot_be_made_shorter_says_what_to_do(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(tmp_path / "state", provider.url, context_window=WINDOW, auto_compact=False)
        ) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Hi.")
            assert len(provider.requests) == 1  # the same again would not help
            assert "Start a new session" in editor.said(session)
            editor.forget()
            await editor.prompt(session, "word " * 8000)
            assert len(provider.requests) == 3
            assert "Trying again" in editor.thought(session)
            assert "Start a new session" in editor.said(session)

    with ProviderServer([TOO_LONG], repeat=True) as provider:
        run(scenario(provider))


@pytest.mark.parametrize("spec", SPECS)
def test_a_call_is_shown_while_the_model_still_writes_it(root: Path, tmp_path: Path, spec: str) -> None:
    (root / "a.txt").write_text("text\n")
    wanted = Call("readFile", {"path": "a.txt"}, id="one")
    script = [Reply((Text("Look. "), wanted, Hold("rest"), Text("Behind."))), says("Done.")]

    async def scenario(provider: ProviderServer) -> None:
        address = provider.origin if spec.startswith(("anthropic", "google")) else provider.url
        dependencies = provided(tmp_path / "state", address, model=spec, models=(spec,))
        async with editing(dependencies) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: bool(editor.of(session, acp.ToolCall)))
            (begun,) = editor.of(session, acp.ToolCall)
            assert (begun.tool_call_id, begun.title, begun.name) == ("one", "Read a file", "readFile")
            assert (begun.kind, begun.status, begun.raw_input) == ("read", "pending", None)
            assert editor.said(session) == "Look. "
            provider.release("rest")
            assert (await turn)["stopReason"] == "end_turn"
            assert len(editor.of(session, acp.ToolCall)) == 1
            seen = [
                update
                for update in editor.of(session)
                if isinstance(update, acp.AgentMessageChunk | acp.ToolCall | acp.ToolCallProgress)
            ]
            assert kinds(seen)[:4] == [
                "AgentMessageChunk",
                "ToolCall",
                "AgentMessageChunk",
                "ToolCallProgress",
            ]
            assert (seen[3].title, seen[3].raw_input) == ("Read a.txt", {"path": "a.txt"})
            assert seen[3].locations[0].path == str(root / "a.txt")
            assert editor.ended(session)["one"].status == "completed"
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            (again,) = editor.of(session, acp.ToolCall)
            assert (again.title, again.raw_input) == ("Read a.txt", {"path": "a.txt"})

    with ProviderServer(script) as provider:
        run(scenario(provider))


def test_call_ids_that_repeat_in_every_answer_are_made_unique(root: Path, tmp_path: Path) -> None:
    twice = calls(Call("getWorkspaceInfo", {}, id="call_0"), Call("getWorkspaceInfo", {}, id="call_0"))

    async def scenario() -> None:
        async with playing(tmp_path / "state", twice, twice, says("Done.")) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            shown = [call.tool_call_id for call in editor.of(session, acp.ToolCall)]
            assert len(shown) == len(set(shown)) == 4
            assert shown[0] == "call_0"
            assert {call: update.status for call, update in editor.ended(session).items()} == dict.fromkeys(
                shown, "completed"
            )

    run(scenario())


def test_a_call_that_breaks_off_has_failed_and_the_request_goes_out_again(root: Path, tmp_path: Path) -> None:
    write = Call("writeFile", {"path": "a.txt", "content": "x" * 500}, id="one")
    whole = calls(Call("getWorkspaceInfo", {}, id="two"))

    async def scenario() -> None:
        replies = (Reply((write, Disconnect())), whole, says("Done."))
        async with playing(tmp_path / "state", *replies) as (editor, _):
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            assert editor.said(session) == "Done."
            assert "attempt 2 of 4" in editor.thought(session)
            ended = editor.ended(session)
            assert (ended["one"].status, ended["two"].status) == ("failed", "completed")
            assert "broke off" in ended["one"].content[0].content.text
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert [call.tool_call_id for call in editor.of(session, acp.ToolCall)] == ["two"]

    run(scenario())


@pytest.mark.parametrize("ending", ["cancelled", "broken", "cut"])
def test_no_call_that_began_is_left_pending(root: Path, tmp_path: Path, ending: str) -> None:
    write = Call("writeFile", {"path": "a.txt", "content": "x" * 500}, id="one")
    replies = {
        "cancelled": Reply((Text("Now. "), write, Stall())),
        "broken": Reply((Text("Now. "), write, Disconnect())),
        "cut": calls(write, text="Now. ", finish="length"),
    }

    async def scenario() -> None:
        async with playing(tmp_path / "state", replies[ending]) as (editor, _):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: bool(editor.of(session, acp.ToolCall)))
            if ending == "cancelled":
                await editor.cancel(session)
            await turn
            assert editor.ended(session)["one"].status == "failed"
            assert not (root / "a.txt").exists()

    run(scenario())


def test_notices_have_another_message_id_than_the_models_text(root: Path, tmp_path: Path) -> None:
    replies = (fails(503), Reply((Text("half "), Text("sentence"), Disconnect())))

    async def scenario() -> None:
        async with playing(tmp_path / "state", *replies) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            half, sentence, notice = editor.of(session, acp.AgentMessageChunk)
            assert half.message_id == sentence.message_id != notice.message_id
            assert "broke" in notice.content.text
            (retry,) = editor.of(session, acp.AgentThoughtChunk)
            assert retry.message_id not in (half.message_id, notice.message_id)
            assert "It says: the script says so. Trying again in" in retry.content.text
            live = [(half.message_id, "half sentence"), (notice.message_id, notice.content.text)]
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            again = editor.of(session, acp.AgentMessageChunk)
            assert [(chunk.message_id, chunk.content.text) for chunk in again] == live

    run(scenario())


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (says(), "answer was empty"),
        (says("Once upon", finish="length"), "cut off"),
        (calls(Call("getWorkspaceInfo", {})), "Stopped after 1 request to the model"),
    ],
)
def test_a_turn_that_ends_early_or_silently_says_so(
    root: Path, tmp_path: Path, reply: Reply, words: str
) -> None:
    async def scenario() -> None:
        async with playing(tmp_path / "state", reply, says("Fine."), max_steps=1) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            notice = editor.of(session, acp.AgentMessageChunk)[-1]
            assert words in notice.content.text
            await editor.prompt(session, "And?")
            assert words not in provider.requests[1].raw.decode()

    run(scenario())


def test_an_empty_last_answer_after_text_is_not_reported(root: Path, tmp_path: Path) -> None:
    replies = (calls(Call("getWorkspaceInfo", {}), text="All is done."), says())

    async def scenario() -> None:
        async with playing(tmp_path / "state", *replies) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert editor.said(session) == "All is done."

    run(scenario())
