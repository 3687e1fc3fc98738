"""Complete scenarios of our client with our agent, in memory and over the streams of a process."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import processes_with, run, until
from tests.client.test_our_agent import HOWS, ours

from acp_editor import provided
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, says
from understudy.acp import Agent, NesDependencies
from understudy.client import AgentGone, Connection, Editor, Permissions, connect
from understudy.client.editor import Edit
from understudy.nes.setup import NesSetup
from understudy.schema import acp


async def once(request: acp.RequestPermissionRequest) -> str | None:
    return next(option.option_id for option in request.options if option.kind == "allow_once")


def words(updates: list[acp.SessionUpdate], kind: type[Any]) -> str:
    return "".join(update.content.text for update in updates if isinstance(update, kind))


def test_a_conversation_goes_on_after_the_agent_was_killed_in_its_turn(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with ours("interpreter", tmp_path, provider, permissions=Permissions.ask(once)) as agent:
            session = await agent.new_session(root)
            assert await session.prompt("Write it down.").text() == "Written."
            turn = session.prompt("Think about it.")
            with pytest.raises(AgentGone, match="SIGKILL"):
                async for update in turn:
                    if isinstance(update, acp.AgentMessageChunk):
                        for pid in processes_with(provider.url):
                            os.kill(pid, signal.SIGKILL)
            with pytest.raises(AgentGone):
                await agent.new_session(root)
        await until(lambda: not processes_with(provider.url))
        async with ours("interpreter", tmp_path, provider, permissions=Permissions.ask(once)) as agent:
            (listed,) = [info async for info in agent.sessions(cwd=root)]
            assert listed.session_id == session.id
            loaded = await agent.load_session(listed.session_id, root)
            assert words(loaded.replayed, acp.UserMessageChunk) == "Write it down.Think about it."
            assert words(loaded.replayed, acp.AgentMessageChunk).startswith("Written.")
            calls_ended = [one.status for one in loaded.replayed if isinstance(one, acp.ToolCallProgress)]
            assert calls_ended[-1:] == ["completed"]
            assert await loaded.prompt("Where were we?").text() == "Here."
        asked = str(provider.requests[-1].body)
        assert "Write it down." in asked
        assert "Where were we?" in asked
        assert (root / "note.txt").read_text() == "noted\n"

    note = Call("writeFile", {"path": f"{root}/note.txt", "content": "noted\n"})
    replies = [calls(note), says("Written."), Reply((Text("Well, "), Hold("on"))), says("Here.")]
    with ProviderServer(replies) as provider:
        run(scenario(provider))


def test_a_conversation_goes_on_after_its_editor_disconnected_during_a_turn(
    root: Path, tmp_path: Path
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with ours("memory", tmp_path, provider) as agent:
            session = await agent.new_session(root)
            async for update in session.prompt("Think about it."):
                if isinstance(update, acp.AgentMessageChunk):
                    break
        async with ours("memory", tmp_path, provider) as agent:
            loaded = await agent.load_session(session.id, root)
            assert words(loaded.replayed, acp.UserMessageChunk) == "Think about it."
            assert await loaded.prompt("Where were we?").text() == "Here."

    with ProviderServer([Reply((Text("Well, "), Hold("on"))), says("Here.")]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("DIR-13")
@HOWS
def test_a_session_has_the_roots_that_it_was_last_given_and_no_others(
    how: str, root: Path, second: Path, tmp_path: Path
) -> None:
    (second / "b.txt").write_text("of the second\n")
    reading = calls(Call("readFile", {"path": f"{second}/b.txt"}))

    async def scenario(provider: ProviderServer) -> None:
        async def statuses(session: Any) -> list[str | None]:
            seen = [update async for update in session.prompt("Read it.")]
            return [one.status for one in seen if isinstance(one, acp.ToolCallProgress) and one.status][-1:]

        async with ours(how, tmp_path, provider) as agent:
            session = await agent.new_session(root, additional=[second, f"{second}/."])
            assert list(session.roots) == [str(root), str(second)]
            assert await statuses(session) == ["completed"]
            await agent.close_session(session.id)
            alone = await agent.load_session(session.id, root)
            assert list(alone.roots) == [str(root)]
            assert await statuses(alone) == ["failed"]
            again = await agent.resume_session(session.id, root, additional=[second])
            assert await statuses(again) == ["completed"]
            (listed,) = [info async for info in agent.sessions()]
            assert listed.additional_directories == [str(second)]
            assert list(again.roots) == [str(root), str(second)]

    with ProviderServer([reading, says("a"), reading, says("b"), reading, says("c")]) as provider:
        run(scenario(provider))


@HOWS
def test_what_the_user_denies_the_model_learns_and_what_is_allowed_then_is_done(
    how: str, root: Path, tmp_path: Path
) -> None:
    asked: list[str] = []

    async def second_time(request: acp.RequestPermissionRequest) -> str | None:
        asked.append(request.tool_call.tool_call_id)
        wanted = "reject_once" if len(asked) == 1 else "allow_once"
        return next(option.option_id for option in request.options if option.kind == wanted)

    async def scenario(provider: ProviderServer) -> None:
        async with ours(how, tmp_path, provider, permissions=Permissions.ask(second_time)) as agent:
            session = await agent.new_session(root)
            ended: list[str | None] = []
            async for update in session.prompt("Write."):
                if isinstance(update, acp.ToolCallProgress) and update.status in ("completed", "failed"):
                    ended.append(update.status)
                    assert (root / "a.txt").exists() is (len(ended) == 2)
            assert ended == ["failed", "completed"]
        assert asked == ["one", "two"]
        assert "refused" in str(provider.requests[1].body) or "denied" in str(provider.requests[1].body)

    def write(name: str) -> Reply:
        return calls(Call("writeFile", {"path": f"{root}/a.txt", "content": "x"}, id=name))

    with ProviderServer([write("one"), write("two"), says("Done.")]) as provider:
        run(scenario(provider))


@HOWS
@pytest.mark.parametrize("terminals", [True, False])
def test_a_command_that_runs_ends_with_its_turn_when_that_is_cancelled(
    how: str, terminals: bool, root: Path, tmp_path: Path
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with ours(
            how, tmp_path, provider, permissions=Permissions.ask(once), terminals=terminals
        ) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("Run it.")
            following = asyncio.ensure_future(turn.finish())
            await until(lambda: processes_with(mark))
            await session.cancel()
            assert await following == "cancelled"
            await until(lambda: not processes_with(mark))
            assert await session.prompt("Still there?").text() == "Yes."

    mark = f"600.{int.from_bytes(os.urandom(6))}"
    line = f"exec sleep {mark}"
    with ProviderServer([calls(Call("executeCommand", {"command": line})), says("Yes.")]) as provider:
        run(scenario(provider))


@asynccontextmanager
async def complete(
    how: str, tmp_path: Path, provider: ProviderServer, **more: Any
) -> AsyncGenerator[Connection]:
    """Our agent with a scripted model and its real engine of next edit suggestions."""
    if how == "process":
        async with ours(how, tmp_path, provider, **more) as agent:
            yield agent
        return
    chat, nes = provided(tmp_path / "state", provider.url), NesDependencies(setup=NesSetup())
    async with connect(partner=lambda channel: Agent(channel, lambda: chat, lambda: nes), **more) as agent:
        yield agent


SHOP = {
    "prices.py": 'def total(items):\n    """What they cost."""\n    return sum(item.price for item in items)\n',
    "cart.py": "from prices import total\n\n\ndef check_out(cart):\n    print(total(cart.items))\n",
    "report.py": "import prices\n\n\ndef report(days):\n    return [prices.total(day.items) for day in days]\n",
}


@pytest.mark.requirement("NES-22")
@HOWS
def test_a_rename_in_a_small_project_is_followed_through_its_files_and_kept(
    how: str, root: Path, tmp_path: Path
) -> None:
    for name, text in SHOP.items():
        (root / name).write_text(text)

    async def follow(editor: Editor, names: list[str]) -> None:
        for name in names:
            for _ in range(20):
                if "total" not in editor.text(root / name):
                    break
                await editor.focus(root / name, (0, 0))
                for one in (await editor.suggest(root / name, (0, 0), trigger="manual"))[:1]:
                    await editor.apply(one)

    async def scenario(provider: ProviderServer) -> None:
        async with complete(how, tmp_path, provider) as agent, agent.editor([root]) as editor:
            for name in reversed(SHOP):
                await editor.open(root / name)
            await editor.focus(root / "prices.py", (0, 4))
            await editor.change(root / "prices.py", edits=[Edit((0, 4), (0, 9), "sum_of")])
            await follow(editor, ["prices.py", "cart.py", "report.py"])
            for name, text in SHOP.items():
                assert editor.text(root / name) == text.replace("total", "sum_of")
                assert (root / name).read_text() == text, "an open text is the editor's to save"
                (root / name).write_text(editor.text(root / name))
                await editor.save(root / name)
                await editor.close(root / name)

    with ProviderServer([]) as provider:
        run(scenario(provider))
    (root / "try.py").write_text("import cart, report\n")
    assert os.system(f"cd '{root}' && '{sys.executable}' -B try.py") == 0


class Screen:
    """The buffers of an editor, for the files that an agent requests."""

    def __init__(self) -> None:
        self.editor: Editor | None = None

    def read(self, path: str) -> str | None:
        assert self.editor is not None
        return self.editor.documents.get(Path(path).as_uri())

    async def write(self, path: str, text: str) -> bool:
        assert self.editor is not None
        if Path(path).as_uri() not in self.editor.documents:
            return False
        await self.editor.change(path, text)
        return True


@HOWS
def test_the_chat_reads_and_writes_what_is_open_in_the_editor(how: str, root: Path, tmp_path: Path) -> None:
    (root / "a.py").write_text("x = 1\n")
    screen = Screen()

    async def scenario(provider: ProviderServer) -> None:
        async with (
            complete(how, tmp_path, provider, permissions=Permissions.ask(once), buffers=screen) as agent,
            agent.editor([root]) as editor,
        ):
            screen.editor = editor
            await editor.open(root / "a.py", "x = 'unsaved'\n")
            session = await agent.new_session(root)
            assert await session.prompt("Go.").finish() == "end_turn"
            assert editor.text(root / "a.py") == "x = 'from the chat'\n"
        assert (root / "a.py").read_text() == "x = 1\n"
        assert "unsaved" in str(provider.requests[1].body)

    text = "x = 'from the chat'\n"
    replies = [
        calls(Call("readFile", {"path": "a.py"})),
        calls(Call("writeFile", {"path": "a.py", "content": text, "mode": "overwrite"})),
        says("Done."),
    ]
    with ProviderServer(replies) as provider:
        run(scenario(provider))
