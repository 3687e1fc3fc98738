"""Cancelling a turn at any point: it ends as cancelled, its text is stored, and the session works afterwards."""

import asyncio
from pathlib import Path

import pytest

from acp_editor import LIMIT_S, Editor, chat_dependencies, editing, provided, run
from provider_server import Call, Hold, ProviderServer, Reply, Stall, Text, Thought, calls, fails, says
from understudy.rpc import RpcError
from understudy.schema import acp


async def assert_session_works(editor: Editor, session: str) -> None:
    """The session takes the next prompt as if nothing had been."""
    editor.forget()
    assert (await editor.prompt(session, "/roots"))["stopReason"] == "end_turn"
    assert "Root" in editor.said(session) or "/" in editor.said(session)


def test_a_stream_is_cancelled_and_its_text_is_stored(root: Path, tmp_path: Path) -> None:
    script = [Reply((Thought("Hm. "), Text("Half of "), Text("it"), Stall())), says("Whole.")]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: editor.said(session) == "Half of it")
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            assert provider.requests[0].left.wait(LIMIT_S)
            seen = len(editor.updates)
            await editor.request("session/list", {})
            assert len(editor.updates) == seen
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert editor.said(session) == "Half of it"
            assert editor.thought(session) == "Hm. "
            await editor.prompt(session, "Again.")
            messages = provider.requests[1].body["messages"]
            assert [message["content"] for message in messages if message["role"] == "assistant"] == [
                "Half of it"
            ]
            await assert_session_works(editor, session)

    with ProviderServer(script) as provider:
        run(scenario(provider))


def test_before_the_first_byte_of_an_answer(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: bool(provider.requests))
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            await assert_session_works(editor, session)

    with ProviderServer([Reply((Stall(),))]) as provider:
        run(scenario(provider))


def test_a_running_command_is_ended(root: Path, tmp_path: Path) -> None:
    command = "echo started; echo $$ > pid; sleep 1000; echo never > over"

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url, mode="full")) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Run."))
            await editor.until((root / "pid").exists)
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            ended = editor.of(session, acp.ToolCallProgress)[-1]
            assert ended.status == "failed"
            assert len(provider.requests) == 1
            await assert_session_works(editor, session)
        assert not (root / "over").exists()

    with ProviderServer([calls(Call("executeCommand", {"command": command}))]) as provider:
        run(scenario(provider))


def test_while_a_question_is_open(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Run."))
            question = await editor.question()
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            question.answer.cancel()
            assert not (root / "made").exists()
            assert editor.of(session, acp.ToolCallProgress)[-1].status == "failed"
            await assert_session_works(editor, session)

    with ProviderServer([calls(Call("executeCommand", {"command": "touch made"}))]) as provider:
        run(scenario(provider))


def test_a_question_that_the_client_cancels_ends_the_turn(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Run."))
            question = await editor.question()
            question.answer.set_result(None)
            assert (await turn)["stopReason"] == "cancelled"
            assert len(provider.requests) == 1
            await assert_session_works(editor, session)

    with ProviderServer([calls(Call("executeCommand", {"command": "touch made"}))]) as provider:
        run(scenario(provider))


def test_while_waiting_for_another_attempt(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: "attempt 2" in editor.thought(session))
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            assert len(provider.requests) == 1
            await assert_session_works(editor, session)

    with ProviderServer([fails(429, Retry_After="50")]) as provider:
        run(scenario(provider))


def test_a_cancel_right_after_its_prompt_finds_it(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await asyncio.sleep(0)  # the prompt is sent; nothing of it has been taken yet
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            await assert_session_works(editor, session)

    with ProviderServer([says("too late")]) as provider:
        run(scenario(provider))


@pytest.mark.parametrize("when", ["at once", "in the stream"])
def test_cancelling_the_request_itself_answers_32800_and_frees_the_session(
    root: Path, tmp_path: Path, when: str
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            name, answer = editor.peer._pending.add()  # the raw id is needed to cancel it by hand
            params = {"sessionId": session, "prompt": [{"type": "text", "text": "Go."}]}
            await editor.send({"jsonrpc": "2.0", "id": name, "method": "session/prompt", "params": params})
            if when == "in the stream":
                await editor.until(lambda: editor.said(session) == "Half")
            await editor.peer.notify("$/cancel_request", {"requestId": name})
            with pytest.raises(RpcError) as cancelled:
                async with asyncio.timeout(LIMIT_S):
                    await answer
            assert cancelled.value.code == -32800
            await assert_session_works(editor, session)

    with ProviderServer([Reply((Text("Half"), Stall()))]) as provider:
        run(scenario(provider))


@pytest.mark.attack("unknown cancel")
def test_cancelling_an_unknown_session_or_request_is_ignored(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            await editor.cancel(session)
            await editor.cancel("sess_unknown")
            await editor.peer.notify("$/cancel_request", {"requestId": 12345})
            await editor.prompt(session, "/roots")
            await editor.cancel(session)
            await editor.cancel(session)
            await assert_session_works(editor, session)

    run(scenario())


def test_closing_or_deleting_a_session_ends_its_turn(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            for method in ("session/close", "session/delete"):
                session = await editor.new(root)
                turn = asyncio.ensure_future(editor.prompt(session, "Go."))
                await editor.until(lambda session=session: editor.said(session) == "Half")
                await editor.request(method, {"sessionId": session})
                assert (await turn)["stopReason"] == "cancelled"

    with ProviderServer(lambda body: Reply((Text("Half"), Stall()))) as provider:
        run(scenario(provider))


def test_other_sessions_continue(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            one, other = await editor.new(root), await editor.new(root)
            first = asyncio.ensure_future(editor.prompt(one, "Go."))
            second = asyncio.ensure_future(editor.prompt(other, "Go."))
            await editor.until(lambda: editor.said(one) == "Half" and editor.said(other) == "Half")
            await editor.cancel(one)
            assert (await first)["stopReason"] == "cancelled"
            assert not second.done()
            provider.release("rest")
            assert (await second)["stopReason"] == "end_turn"
            assert editor.said(other) == "Half and half."

    reply = Reply((Text("Half"), Hold("rest"), Text(" and half.")))
    with ProviderServer(lambda body: reply) as provider:
        run(scenario(provider))
