"""`/init`: the model writes AGENTS.md with the ordinary tools and permissions; without a model there is a frame."""

from pathlib import Path

from acp_editor import chat_dependencies, editing, playing, run
from provider_server import Call, calls, says
from understudy.schema import acp

WRITE = calls(Call("writeFile", {"path": "AGENTS.md", "content": "# App\n"}, id="write"))


def test_the_model_is_told_to_write_it_and_the_user_sees_only_the_command(root: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with playing(tmp_path / "state", WRITE, says("Written.")) as (editor, provider):
            editor.answer = "allow"
            session = await editor.new(root)
            await editor.prompt(session, "/init")
            assert (root / "AGENTS.md").read_text() == "# App\n"
            assert len(editor.asked) == 1
            assert "Write AGENTS.md for this project" in str(provider.requests[0].messages)
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert [chunk.content.text for chunk in editor.of(session, acp.UserMessageChunk)] == ["/init"]

    run(scene())


def test_without_a_model_a_frame_is_written_once(root: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            editor.answer = "allow"
            session = await editor.new(root)
            await editor.prompt(session, "/init")
            assert (root / "AGENTS.md").read_text().startswith("# Project\n")
            (root / "AGENTS.md").write_text("mine")
            await editor.prompt(session, "/init")
            assert (root / "AGENTS.md").read_text() == "mine"

    run(scene())
