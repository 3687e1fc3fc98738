"""A turn with a model: real HTTP to a scripted provider, the real tools, the real store."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from acp_editor import editing, kinds, provided, run
from provider_server import Call, Hold, ProviderServer, Reply, Stall, Text, Thought, Usage, calls, fails, says
from understudy.rpc import RpcError
from understudy.schema import acp


def tool_texts(body: dict[str, Any]) -> list[str]:
    """What the provider was told of tool results in a request."""
    return [message["content"] for message in body["messages"] if message["role"] == "tool"]


def test_text_and_thoughts_are_streamed_and_the_usage_is_reported(root: Path, tmp_path: Path) -> None:
    reply = Reply(
        (Thought("Let me "), Thought("see. "), Text("Hel"), Text("lo.")),
        usage=Usage(input=100, output=20, cache_read=30),
    )

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url, context_window=5000)) as editor:
            session = await editor.new(root)
            answer = await editor.prompt(session, "Hello?")
            assert answer["stopReason"] == "end_turn"
            assert editor.thought(session) == "Let me see. "
            assert editor.said(session) == "Hello."
            assert len(editor.of(session, acp.AgentMessageChunk)) == 2
            (usage,) = editor.of(session, acp.UsageUpdate)
            assert (usage.used, usage.size) == (120, 5000)
            assert answer["usage"] == {
                "totalTokens": 120,
                "inputTokens": 100,
                "outputTokens": 20,
                "cachedReadTokens": 30,
            }
            (request,) = provider.requests
            assert request.body["messages"][-1] == {"role": "user", "content": "Hello?"}
            offered = {tool["function"]["name"] for tool in request.body["tools"]}
            assert {"readFile", "writeFile", "executeCommand", "updatePlan"} <= offered

    with ProviderServer([reply]) as provider:
        run(scenario(provider))


def test_tools_that_only_read_run_in_parallel_and_their_results_go_back_in_order(
    root: Path, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        (root / f"{name}.txt").write_text(f"text of {name}\n")
    wanted = [Call("readFile", {"path": f"{name}.txt"}, id=f"call-{name}") for name in ("a", "b", "c")]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            answer = await editor.prompt(session, "Read all three.")
            assert answer["stopReason"] == "end_turn"
            shown = editor.of(session, acp.ToolCall)
            assert [call.tool_call_id for call in shown] == ["call-a", "call-b", "call-c"]
            assert (shown[0].title, shown[0].kind, shown[0].status) == ("Read a file", "read", "pending")
            whole = next(
                update
                for update in editor.of(session, acp.ToolCallProgress)
                if update.tool_call_id == "call-a"
            )
            assert whole.title == "Read a.txt"
            assert whole.kind == "read"
            assert whole.locations[0].path == str(root / "a.txt")
            assert whole.raw_input == {"path": "a.txt"}
            ended = [
                update for update in editor.of(session, acp.ToolCallProgress) if update.status == "completed"
            ]
            assert {update.tool_call_id for update in ended} == {"call-a", "call-b", "call-c"}
            assert ended[0].raw_output["totalLines"] == 1
            results = tool_texts(provider.requests[1].body)
            assert [text.split("\n")[0] for text in results] == ["text of a", "text of b", "text of c"]
            assert editor.said(session) == "I will.Done."

    with ProviderServer([calls(*wanted, text="I will."), says("Done.")]) as provider:
        run(scenario(provider))


def test_the_user_is_asked_about_a_change_with_its_diff(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("one\ntwo\n")
    change = {
        "path": "a.txt",
        "operations": [{"type": "replaceText", "oldText": "two", "newText": "three"}],
    }

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Change it."))
            question = await editor.question()
            assert question.title == "Edit a.txt"
            (diff,) = question.params.tool_call.content or []
            assert isinstance(diff, acp.Diff)
            assert (diff.path, diff.old_text, diff.new_text) == (
                str(root / "a.txt"),
                "one\ntwo\n",
                "one\nthree\n",
            )
            assert (root / "a.txt").read_text() == "one\ntwo\n"
            question.answer.set_result("allow")
            assert (await turn)["stopReason"] == "end_turn"
            assert (root / "a.txt").read_text() == "one\nthree\n"
            final = [u for u in editor.of(session, acp.ToolCallProgress) if u.status == "completed"][-1]
            assert final.content == [diff]

    with ProviderServer([calls(Call("modifyFile", change)), says("Done.")]) as provider:
        run(scenario(provider))


def test_only_the_permitted_change_is_written(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("one\n")
    change = {"path": "a.txt", "content": "mine\n", "mode": "overwrite"}

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Write it."))
            question = await editor.question()
            (root / "a.txt").write_text("somebody else's\n")
            question.answer.set_result("allow")
            await turn
            assert (root / "a.txt").read_text() == "somebody else's\n"
            assert "changed_since_read" in tool_texts(provider.requests[1].body)[0]

    with ProviderServer([calls(Call("writeFile", change)), says("Oh.")]) as provider:
        run(scenario(provider))


def test_a_rejected_call_changes_nothing_and_the_model_gets_the_reason(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            editor.answer = "reject"
            session = await editor.new(root)
            answer = await editor.prompt(session, "Run it.")
            assert answer["stopReason"] == "end_turn"
            assert not (root / "made").exists()
            assert "declined" in tool_texts(provider.requests[1].body)[0]
            assert editor.of(session, acp.ToolCallProgress)[-1].status == "failed"

    with ProviderServer(
        [calls(Call("executeCommand", {"command": "touch made"})), says("Fine.")]
    ) as provider:
        run(scenario(provider))


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (says("cut", finish="length"), "max_tokens"),
        (Reply((Text("no"),), finish="content_filter"), "refusal"),
        (says("done"), "end_turn"),
    ],
)
def test_the_stop_reason_says_why_it_stopped(root: Path, tmp_path: Path, reply: Reply, reason: str) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == reason

    with ProviderServer([reply]) as provider:
        run(scenario(provider))


def test_too_many_requests_in_one_turn_end_it(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url, max_steps=3)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go on."))["stopReason"] == "max_turn_requests"
            assert len(provider.requests) == 3

    with ProviderServer(lambda body: calls(Call("getWorkspaceInfo", {}))) as provider:
        run(scenario(provider))


def test_invalid_calls_are_reported_to_the_model_and_the_turn_continues(root: Path, tmp_path: Path) -> None:
    wanted = [
        Call("noSuchTool", {}, id="1"),
        Call("readFile", '{"path": ', id="2"),
        Call("readFile", {"pfad": "x"}, id="3"),
        Call("readFile", {"path": "../../etc/passwd"}, id="4"),
        Call("updatePlan", {"entries": [{"content": ""}]}, id="5"),
    ]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            results = tool_texts(provider.requests[1].body)
            assert "There is no tool 'noSuchTool'" in results[0]
            assert "valid JSON" in results[1]
            assert "bad_arguments" in results[2]
            assert "out_of_scope" in results[3]
            assert "cannot be read" in results[4]
            assert all(
                update.status == "failed"
                for update in editor.of(session, acp.ToolCallProgress)
                if update.status not in ("in_progress", None)
            )

    with ProviderServer([calls(*wanted), says("Sorry.")]) as provider:
        run(scenario(provider))


def test_a_plan_is_shown(root: Path, tmp_path: Path) -> None:
    entries = [
        {"content": "look", "status": "completed", "priority": "high"},
        {"content": "leap", "status": "in_progress", "priority": "low"},
    ]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Plan.")
            (plan,) = editor.of(session, acp.Plan)
            assert [(entry.content, entry.status) for entry in plan.entries] == [
                ("look", "completed"),
                ("leap", "in_progress"),
            ]

    with ProviderServer([calls(Call("updatePlan", {"entries": entries})), says("ok")]) as provider:
        run(scenario(provider))


def test_the_history_goes_to_the_model_again_also_after_a_restart(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("the text\n")
    script = [
        calls(
            Call("readFile", {"path": "a.txt"}, id="c1"), Call("getWorkspaceInfo", {}, id="c2"), text="Look."
        ),
        says("It says: the text."),
        says("Again."),
    ]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "What is in it?")
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            await editor.request("session/resume", {"sessionId": session, "cwd": str(root)})
            await editor.prompt(session, "And again?")
            first, second, third = (request.body["messages"] for request in provider.requests)
            assert third[: len(second)] == second
            assert third[: len(first)] == first
            assert third[-2]["content"] == "It says: the text."
            assert third[-1] == {"role": "user", "content": "And again?"}

    with ProviderServer(script) as provider:
        run(scenario(provider))


@pytest.mark.requirement("DIA-05")
def test_a_missing_key_is_auth_required_and_nothing_is_stored(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        async with editing(provided(state, "https://api.example.com/v1", key=None)) as editor:
            session = await editor.new(root)
            with pytest.raises(RpcError) as refused:
                await editor.prompt(session, "Hello?")
            assert refused.value.code == -32000
            assert refused.value.data == {"reason": "auth_required"}
            assert editor.of(session, acp.SessionInfoUpdate) == []
            await editor.prompt(session, "/roots")  # what needs no model works all the same
            assert str(root) in editor.said(session)

    run(scenario())


@pytest.mark.attack("secrets in logs")
@pytest.mark.requirement("DIA-05")
def test_a_bad_key_is_auth_required_and_the_key_is_nowhere(root: Path, tmp_path: Path) -> None:
    key = "sk-very-secret-0123456789"

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url, key=key)) as editor:
            session = await editor.new(root)
            with pytest.raises(RpcError) as refused:
                await editor.prompt(session, "Hello?")
            assert refused.value.code == -32000
            assert refused.value.data == {"reason": "auth_required"}
            assert key not in refused.value.message
            assert (await editor.prompt(session, "Hello again?"))["stopReason"] == "end_turn"
            assert editor.said(session) == "Hi."
            users = [m["content"] for m in provider.requests[1].body["messages"] if m["role"] == "user"]
            assert users == ["Hello again?"]  # what never reached the model is not sent with the next one

    with ProviderServer([fails(401, f"Incorrect API key provided: {key}"), says("Hi.")]) as provider:
        run(scenario(provider))


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([fails(404, "no such model")], "model"),
        (
            [
                fails(
                    400,
                    "maximum context length is 8192 tokens",
                    error={"error": {"code": "context_length_exceeded", "message": "maximum context length"}},
                )
            ],
            "long",
        ),
        ([fails(503)] * 4, "overloaded"),
    ],
)
def test_an_error_of_the_provider_becomes_a_clear_message_and_the_session_continues(
    root: Path, tmp_path: Path, script: list[Reply], words: str
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Hello?"))["stopReason"] == "end_turn"
            assert words in editor.said(session).lower() or words in editor.thought(session).lower()
            assert editor.said(session)
            editor.forget()
            await editor.prompt(session, "Now?")
            assert editor.said(session) == "Yes."

    with ProviderServer([*script, says("Yes.")]) as provider:
        run(scenario(provider))


def test_retries_are_visible_and_then_it_works(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Hello?")
            assert "attempt 2 of 4" in editor.thought(session)
            assert editor.said(session) == "Hi."
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert "attempt 2 of 4" in editor.thought(session)
            await editor.prompt(session, "More?")
            assert "attempt" not in provider.requests[-1].raw.decode()

    with ProviderServer([fails(429), says("Hi."), says("More.")]) as provider:
        run(scenario(provider))


def test_an_unreachable_provider_is_reported_with_what_to_do(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(provided(tmp_path / "state", "http://127.0.0.1:9/v1")) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Hello?"))["stopReason"] == "end_turn"
            assert "127.0.0.1:9" in editor.said(session)

    run(scenario())


def test_a_second_prompt_while_one_runs_is_refused(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Hello?"))
            await editor.until(lambda: editor.said(session) == "Hel")
            with pytest.raises(RpcError) as refused:
                await editor.prompt(session, "And now?")
            assert refused.value.data == {"reason": "turn_running"}
            other = await editor.new(root)
            await editor.prompt(other, "/roots")
            provider.release("rest")
            assert (await turn)["stopReason"] == "end_turn"
            assert editor.said(session) == "Hello."

    with ProviderServer([Reply((Text("Hel"), Hold("rest"), Text("lo.")))]) as provider:
        run(scenario(provider))


def test_images_are_sent_to_a_model_that_supports_them_and_a_note_to_others(
    root: Path, tmp_path: Path
) -> None:
    image = {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="}

    async def scenario(provider: ProviderServer, takes: bool) -> None:
        state = tmp_path / f"state-{takes}"
        async with editing(provided(state, provider.url, takes_images=takes)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Look:", image)
            sent = provider.requests[-1].raw.decode()
            assert ("iVBORw0KGgo=" in sent) is takes

    with ProviderServer([says("ok"), says("ok")]) as provider:
        run(scenario(provider, True))
        run(scenario(provider, False))


def test_linked_files_are_read_if_they_are_in_scope(root: Path, outside: Path, tmp_path: Path) -> None:
    (root / "in.txt").write_text("text inside\n")
    links = [
        {"type": "resource_link", "name": "in", "uri": (root / "in.txt").as_uri()},
        {"type": "resource_link", "name": "out", "uri": (outside / "secret.txt").as_uri()},
        {"type": "resource", "resource": {"uri": "file:///x/embedded.md", "text": "embedded text"}},
    ]

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Read these.", *links)
            (root / "in.txt").write_text("changed since\n")
            await editor.prompt(session, "And?")
            for request in provider.requests:
                sent = request.raw.decode()
                assert "text inside" in sent
                assert "embedded text" in sent
                assert "outside secret" not in sent
                assert "changed since" not in sent

    with ProviderServer([says("ok"), says("ok")]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("DIR-10")
def test_instructions_and_skills_of_all_roots_reach_the_model_earlier_ones_first(
    root: Path, second: Path, tmp_path: Path
) -> None:
    for number, folder in enumerate((root, second)):
        (folder / "AGENTS.md").write_text(f"instruction number {number}\n")
        skill = folder / ".agents" / "skills" / "deploy" / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text(f"---\nname: deploy\ndescription: way number {number}\n---\nsecret body {number}\n")

    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            editor.answer = "once"
            session = await editor.new(root, second)
            await editor.prompt(session, "Hello?")
            system = provider.requests[0].body["messages"][0]
            assert system["role"] in ("system", "developer")
            text = system["content"]
            assert text.index("instruction number 0") < text.index("instruction number 1")
            assert "way number 0" in text
            assert "way number 1" not in text
            assert "secret body" not in text

    with ProviderServer([says("ok")]) as provider:
        run(scenario(provider))


def test_another_model_can_be_chosen_and_is_used_from_then_on(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Hello?")
            await editor.request(
                "session/set_config_option",
                {"sessionId": session, "configId": "model", "value": "openai-chat:other"},
            )
            (update,) = editor.of(session, acp.ConfigOptionUpdate)
            values = {option.id: option.current_value for option in update.config_options}
            assert values == {"mode": "ask", "model": "openai-chat:other"}
            await editor.prompt(session, "Hello?")
            assert [request.body["model"] for request in provider.requests] == ["scripted", "other"]
            with pytest.raises(RpcError) as refused:
                await editor.request(
                    "session/set_config_option", {"sessionId": session, "configId": "model", "value": "magic"}
                )
            assert refused.value.code == -32602

    with ProviderServer([says("one"), says("two")]) as provider:
        run(scenario(provider))


def test_all_updates_of_a_turn_come_before_its_answer(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url)) as editor:
            session = await editor.new(root)
            for _ in range(5):
                await editor.prompt(session, "Go.")
                seen = len(editor.updates)
                await editor.request("session/list", {})
                assert len(editor.updates) == seen
            assert kinds(editor.of(session))[-1] == "SessionInfoUpdate"

    with ProviderServer(lambda body: says(*"many small pieces of text")) as provider:
        run(scenario(provider))


def test_a_stalled_provider_does_not_block_a_turn_forever(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with editing(provided(tmp_path / "state", provider.url, idle_seconds=0.2)) as editor:
            session = await editor.new(root)
            assert (await editor.prompt(session, "Hello?"))["stopReason"] == "end_turn"
            assert editor.said(session).startswith("Hel")
            assert len(editor.said(session)) > len("Hel")

    with ProviderServer([Reply((Text("Hel"), Stall()))]) as provider:
        run(scenario(provider))
