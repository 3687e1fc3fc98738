"""The official Python SDK as the editor, and our agent as a real process behind it.

Every frame that the agent sends is held against the SDK's models: nothing in it may be dropped or mended there.
What that SDK lacks (session/delete, the filter by roots, runtimeContext) is sent through its connection by hand.
"""

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from pathlib import Path

import pytest
from acp import RequestError, text_block

from agent_program import SCRIPTED
from peers.sdk_editor import LIMIT_S, sdk_editor
from provider_server import Call, Hold, ProviderServer, Reply, Text, Thought, calls, says


def run(scene: Awaitable[None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(240):
            await scene

    asyncio.run(limited())


@pytest.fixture(autouse=True)
def _quiet_sdk(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The SDK logs what it cannot understand and goes on; here that fails the test."""
    caplog.set_level(logging.WARNING)
    yield
    lines = [record.getMessage() for record in caplog.get_records("call")]
    assert [line for line in lines if not line.endswith("method=$/cancel_request")] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "agent"


@pytest.mark.requirement("DIR-01", "DIR-02", "DIR-06", "DIA-06")
def test_a_session_with_roots_streams_an_answer(folder: Path, root: Path, second: Path) -> None:
    reply = Reply((Thought("Let me "), Thought("think."), Text("Hel"), Text("lo.")))

    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider) as editor:
            opened = await editor.agent.new_session(cwd=str(root), additional_directories=[str(second)])
            assert opened.modes is not None
            assert opened.modes.current_mode_id == "ask"
            assert [option.id for option in opened.config_options or []] == ["mode", "model"]
            session = opened.session_id
            await editor.until(lambda: bool(editor.watcher.of(session, "available_commands_update")))
            answer = await editor.agent.prompt(session_id=session, prompt=[text_block("Hello?")])
            assert answer.stop_reason == "end_turn"
            assert answer.usage is not None
            assert answer.usage.output_tokens == 5
            assert editor.watcher.words(session) == "Hello."
            assert editor.watcher.of(session, "agent_thought_chunk")
            (listed,) = (await editor.agent.list_sessions(cwd=str(root))).sessions
            assert listed.session_id == session
            assert listed.additional_directories == [str(second)]
            assert listed.title == "Hello?"

    with ProviderServer([reply]) as provider:
        run(scene(provider))


@pytest.mark.requirement("DIR-03")
def test_roots_that_are_wrong_are_an_error_that_the_sdk_shows(folder: Path, root: Path, second: Path) -> None:
    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider) as editor:
            for roots in (["relative"], [""], [str(second), str(second / "missing")]):
                with pytest.raises(RequestError) as refused:
                    await editor.agent.new_session(cwd=str(root), additional_directories=roots)
                assert refused.value.code == -32602
                assert isinstance(refused.value.data, dict)
            assert (await editor.agent.list_sessions()).sessions == []

    with ProviderServer() as provider:
        run(scene(provider))


def test_a_tool_call_asks_and_its_life_is_told(folder: Path, root: Path) -> None:
    script = [
        calls(Call("writeFile", {"path": "new.txt", "content": "written\n", "mode": "create"})),
        says("Done."),
        calls(Call("executeCommand", {"command": "cat new.txt"})),
        says("Seen."),
        calls(Call("updatePlan", {"entries": [{"content": "rest", "status": "pending", "priority": "low"}]})),
        says("Planned."),
    ]

    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider) as editor:
            session = (await editor.agent.new_session(cwd=str(root))).session_id
            await editor.agent.prompt(session_id=session, prompt=[text_block("Write.")])
            assert (root / "new.txt").read_text() == "written\n"
            (call, options) = editor.watcher.questions[0]
            assert call.kind == "edit"
            assert options == ["allow", "always", "always_folder", "reject"]
            (start,) = editor.watcher.of(session, "tool_call")
            assert start.status == "pending"
            last = editor.watcher.of(session, "tool_call_update")[-1]
            assert (last.tool_call_id, last.status) == (start.tool_call_id, "completed")

            editor.watcher.answer = "reject"
            editor.watcher.forget()
            await editor.agent.prompt(session_id=session, prompt=[text_block("Run.")])
            assert editor.watcher.questions[1][0].kind == "execute"
            assert editor.watcher.of(session, "tool_call_update")[-1].status == "failed"

            await editor.agent.prompt(session_id=session, prompt=[text_block("Plan.")])
            (plan,) = editor.watcher.of(session, "plan")
            assert [entry.content for entry in plan.entries] == ["rest"]

    with ProviderServer(script) as provider:
        run(scene(provider))


def test_a_cancel_ends_a_stream_and_an_open_question_and_the_session_goes_on(
    folder: Path, root: Path
) -> None:
    script = [
        Reply((Text("Hel"), Hold("never"))),
        calls(Call("executeCommand", {"command": "true"})),
        says("Again."),
    ]

    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider, answer=None) as editor:
            session = (await editor.agent.new_session(cwd=str(root))).session_id
            turn = asyncio.ensure_future(
                editor.agent.prompt(session_id=session, prompt=[text_block("Hello?")])
            )
            async with asyncio.timeout(LIMIT_S):
                await editor.watcher.said.wait()
            await editor.agent.cancel(session_id=session)
            assert (await turn).stop_reason == "cancelled"

            turn = asyncio.ensure_future(editor.agent.prompt(session_id=session, prompt=[text_block("Run.")]))
            async with asyncio.timeout(LIMIT_S):
                await editor.watcher.asked.wait()
            await editor.agent.cancel(session_id=session)
            assert (await turn).stop_reason == "cancelled"

            await editor.agent.cancel(session_id=session)
            await editor.agent.cancel(session_id="nobody")
            editor.watcher.forget()
            answer = await editor.agent.prompt(session_id=session, prompt=[text_block("And now?")])
            assert answer.stop_reason == "end_turn"
            assert editor.watcher.words(session) == "Again."

    with ProviderServer(script) as provider:
        run(scene(provider))


@pytest.mark.requirement("DIR-02", "DIR-07")
def test_sessions_are_loaded_resumed_forked_closed_and_deleted(
    folder: Path, root: Path, second: Path
) -> None:
    (root / "a.txt").write_text("text of a\n")
    script = [calls(Call("readFile", {"path": "a.txt"}), text="Look."), says("It says: text of a.")]

    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider) as editor:
            session = (
                await editor.agent.new_session(cwd=str(root), additional_directories=[str(second)])
            ).session_id
            await editor.agent.prompt(session_id=session, prompt=[text_block("What is in a.txt?")])
        async with sdk_editor(folder, provider) as editor:
            watcher = editor.watcher
            await editor.agent.load_session(cwd=str(root), session_id=session)
            await editor.until(lambda: bool(watcher.of(session, "available_commands_update")))
            (asked,) = watcher.of(session, "user_message_chunk")
            assert asked.content.text == "What is in a.txt?"
            assert watcher.words(session) == "Look.It says: text of a."
            (call,) = watcher.of(session, "tool_call")
            assert call.kind == "read"
            (listed,) = (await editor.agent.list_sessions()).sessions
            assert listed.additional_directories == []

            watcher.forget()
            resumed = await editor.agent.resume_session(
                session_id=session, cwd=str(root), additional_directories=[str(second)]
            )
            assert resumed.modes is not None
            assert watcher.words(session) == ""

            forked = await editor.agent.fork_session(session_id=session, cwd=str(root))
            assert forked.session_id != session
            await editor.agent.prompt(session_id=forked.session_id, prompt=[text_block("/roots")])
            assert str(second) not in watcher.words(forked.session_id)

            for roots, expected in (([], [forked.session_id]), ([str(second)], [session])):
                found = await editor.raw("session/list", additionalDirectories=roots)
                assert [entry["sessionId"] for entry in found["sessions"]] == expected

            await editor.agent.close_session(session_id=session)
            with pytest.raises(RequestError) as closed:
                await editor.agent.prompt(session_id=session, prompt=[text_block("Hello?")])
            assert closed.value.code == -32002
            assert await editor.raw("session/delete", sessionId=session) == {}
            with pytest.raises(RequestError) as gone:
                await editor.agent.load_session(cwd=str(root), session_id=session)
            assert gone.value.code == -32002
            (left,) = (await editor.agent.list_sessions()).sessions
            assert left.session_id == forked.session_id

    with ProviderServer(script) as provider:
        run(scene(provider))


def test_mode_and_model_are_changed_and_the_change_is_told(folder: Path, root: Path) -> None:
    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider) as editor:
            session = (await editor.agent.new_session(cwd=str(root))).session_id
            await editor.agent.set_session_mode(session_id=session, mode_id="read-only")
            await editor.until(lambda: bool(editor.watcher.of(session, "config_option_update")))
            (mode,) = editor.watcher.of(session, "current_mode_update")
            assert mode.current_mode_id == "read-only"
            response = await editor.agent.set_config_option(
                session_id=session, config_id="mode", value="edit"
            )
            assert {option.id: option.current_value for option in response.config_options} == {
                "mode": "edit",
                "model": SCRIPTED,
            }
            for option, value in (("mode", "no such"), ("colour", "red"), ("mode", True)):
                with pytest.raises(RequestError) as refused:
                    await editor.agent.set_config_option(session_id=session, config_id=option, value=value)
                assert refused.value.code == -32602

    with ProviderServer() as provider:
        run(scene(provider))


def test_the_editors_files_and_terminals_are_used(folder: Path, root: Path) -> None:
    (root / "a.txt").write_text("on disk\n")
    script = [
        calls(Call("readFile", {"path": "a.txt"})),
        calls(Call("writeFile", {"path": "a.txt", "content": "new\n", "mode": "overwrite"})),
        calls(Call("executeCommand", {"command": "cat a.txt; echo bye; exit 3"})),
        says("Done."),
    ]

    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider, serves_client_io=True) as editor:
            watcher = editor.watcher
            watcher.buffers[str(root / "a.txt")] = "unsaved text\n"
            session = (await editor.agent.new_session(cwd=str(root))).session_id
            answer = await editor.agent.prompt(session_id=session, prompt=[text_block("Go.")])
            assert answer.stop_reason == "end_turn"
            sent = [request.raw.decode() for request in provider.requests]
            assert "unsaved text" in sent[1]
            assert watcher.written == {str(root / "a.txt"): "new\n"}
            assert "bye" in sent[3]
            shown = [
                part
                for update in watcher.of(session, "tool_call_update")
                for part in update.content or []
                if part.type == "terminal"
            ]
            assert {part.terminal_id for part in shown} == {"terminal-0"}
            diffs = [
                part
                for update in watcher.of(session, "tool_call_update")
                for part in update.content or []
                if part.type == "diff"
            ]
            assert diffs[-1].old_text == "unsaved text\n"
            assert {"terminal/create", "terminal/wait_for_exit", "terminal/release"} <= set(
                editor.checker.methods
            )

    with ProviderServer(script) as provider:
        run(scene(provider))


@pytest.mark.requirement("CTX-02", "CTX-04")
def test_runtime_context_reaches_the_model_and_is_not_replayed(folder: Path, root: Path) -> None:
    async def scene(provider: ProviderServer) -> None:
        async with sdk_editor(folder, provider) as editor:
            session = (await editor.agent.new_session(cwd=str(root))).session_id
            await editor.raw(
                "session/prompt",
                sessionId=session,
                prompt=[{"type": "text", "text": "Hello?"}],
                runtimeContext=[{"title": "Open file", "text": "the open file"}],
            )
            await editor.agent.prompt(session_id=session, prompt=[text_block("Again?")])
            first, second = (request.raw.decode() for request in provider.requests)
            assert "the open file" in first
            assert "the open file" not in second
            editor.watcher.forget()
            await editor.agent.load_session(cwd=str(root), session_id=session)
            assert "the open file" not in str(editor.watcher.updates)

    with ProviderServer([says("Hi."), says("Hi.")]) as provider:
        run(scene(provider))
