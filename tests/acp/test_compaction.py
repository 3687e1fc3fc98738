"""Compaction: the model summarises the conversation, which goes on from the summary; nothing stored is lost."""

from pathlib import Path
from typing import Any

import pytest

from acp_editor import playing, run
from provider_server import Call, Reply, calls, fails, says
from understudy.chat.history import to_markdown
from understudy.chat.sqlite import SqliteSessionStore
from understudy.schema import acp

TAKES_COMPACTIONS = {"session": {"compaction": {}}}
SMALL_WINDOW = 8_000
LONG = "A long answer. " * 1200  # about 4,500 tokens


def sent_texts(request: Any) -> list[tuple[str, Any]]:
    return [
        (message["role"], message.get("content"))
        for message in request.messages
        if message["role"] != "system"
    ]


def test_compact_begins_the_conversation_anew_with_the_models_summary(root: Path, tmp_path: Path) -> None:
    script = [says("The answer is 42."), says("## Task\n", "Find the answer: 42."), says("Yes.")]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script, capabilities=TAKES_COMPACTIONS) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "What is the answer?")
            await editor.prompt(session, "/compact the number")
            asked = sent_texts(provider.requests[1])
            assert asked[:2] == [("user", "What is the answer?"), ("assistant", "The answer is 42.")]
            assert "keep this in particular: the number" in str(asked[-1])
            assert not any("/compact" in str(text) for _, text in asked)
            updates = editor.of(session, acp.CompactionUpdate)
            assert [update.status for update in updates] == ["in_progress", "completed"]
            assert updates[1].summary[0].text == "## Task\nFind the answer: 42."
            chunks = editor.of(session, acp.CompactionSummaryChunk)
            assert "".join(chunk.content.text for chunk in chunks) == "## Task\nFind the answer: 42."
            assert {update.compaction_id for update in [*updates, *chunks]} == {updates[0].compaction_id}
            await editor.prompt(session, "Is it?")
            (_, first), second = sent_texts(provider.requests[2])
            assert "Find the answer: 42." in first
            assert "What is the answer?" not in first
            assert second == ("user", "Is it?")

    run(scene())
    with SqliteSessionStore(tmp_path / "state") as store:
        (stored,) = store.list(cwd=None, roots=None, cursor=None, limit=10).sessions
        exported = "".join(to_markdown(stored, store.events(stored.id)))
    assert "What is the answer?" in exported
    assert "The answer is 42." in exported
    assert "Find the answer: 42." in exported


def test_a_loaded_session_shows_the_compaction_and_goes_on_from_it(root: Path, tmp_path: Path) -> None:
    async def first() -> str:
        async with playing(tmp_path / "state", says("One."), says("The summary.")) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            await editor.prompt(session, "/compact")
            assert not editor.of(session, acp.CompactionUpdate)  # this client does not take them
            assert "The summary." in editor.thought(session)
            return session

    async def second(session: str) -> None:
        async with playing(tmp_path / "state", says("Two."), capabilities=TAKES_COMPACTIONS) as (
            editor,
            provider,
        ):
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            (shown,) = editor.of(session, acp.CompactionUpdate)
            assert (shown.status, shown.summary[0].text) == ("completed", "The summary.")
            assert "One." in editor.said(session)  # the whole history is shown
            await editor.prompt(session, "On.")
            texts = str(sent_texts(provider.requests[0]))
            assert "The summary." in texts
            assert "One." not in texts

    run(second(run(first())))


def test_a_nearly_full_window_is_summarised_by_itself(root: Path, tmp_path: Path) -> None:
    script = [says(LONG), says("Short summary."), says("Done.")]

    async def scene() -> None:
        async with playing(
            tmp_path / "state", *script, capabilities=TAKES_COMPACTIONS, context_window=SMALL_WINDOW
        ) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Tell a lot.")
            await editor.prompt(session, "And now?")
            statuses = [update.status for update in editor.of(session, acp.CompactionUpdate)]
            assert statuses == ["in_progress", "completed"]
            assert "nearly full" in editor.thought(session)
            (_, first), second = sent_texts(provider.requests[2])
            assert "Short summary." in first
            assert second == ("user", "And now?")
            assert editor.said(session).endswith("Done.")

    run(scene())


def test_a_turn_that_fills_the_window_goes_on_after_a_summary_of_its_steps(
    root: Path, tmp_path: Path
) -> None:
    (root / "long.txt").write_text(LONG)
    reads = [calls(Call("readFile", {"path": "long.txt"}, id=f"call{number}")) for number in range(4)]

    def reply(body: dict[str, Any]) -> Reply:
        last = str(body["messages"][-1]["content"])
        if "Summarise our conversation" in last:
            return says("Two files were read.")
        if "Two files were read." in str(body["messages"]):
            return says("Finished.")
        return reads.pop(0)

    async def scene() -> None:
        from acp_editor import editing, provided
        from provider_server import ProviderServer

        with ProviderServer(reply) as provider:
            dependencies = provided(tmp_path / "state", provider.url, context_window=SMALL_WINDOW)
            async with editing(dependencies, capabilities=TAKES_COMPACTIONS) as editor:
                session = await editor.new(root)
                answer = await editor.prompt(session, "Read them all.")
                assert answer["stopReason"] == "end_turn"
                assert editor.said(session) == "Finished."
                last = sent_texts(provider.requests[-1])
                assert last[1] == ("user", "Read them all.")
                assert len(last) == 2

    run(scene())


@pytest.mark.parametrize("reply", [says(""), fails(400, "no")])
def test_a_summary_that_fails_leaves_the_conversation_as_it_is(
    root: Path, tmp_path: Path, reply: Reply
) -> None:
    async def scene() -> None:
        script = [says("One."), reply, says("Two.")]
        async with playing(tmp_path / "state", *script, capabilities=TAKES_COMPACTIONS) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            await editor.prompt(session, "/compact")
            assert [one.status for one in editor.of(session, acp.CompactionUpdate)] == [
                "in_progress",
                "failed",
            ]
            await editor.prompt(session, "On.")
            assert ("assistant", "One.") in sent_texts(provider.requests[2])

    run(scene())


def test_automatic_summaries_can_be_switched_off(root: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        script = [says(LONG), says("Done.")]
        async with playing(tmp_path / "state", *script, context_window=SMALL_WINDOW, auto_compact=False) as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Tell a lot.")
            await editor.prompt(session, "And now?")
            assert editor.said(session).endswith("Done.")
            assert len(provider.requests) == 2

    run(scene())
