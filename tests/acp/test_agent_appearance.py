"""What a person sees of a session: errors of calls, output of commands, plans, titles; live and when loaded."""

import asyncio
import base64
import sys
from pathlib import Path
from typing import Any

import pytest

from acp_editor import Editor, kinds, plain, playing, run, tool_texts
from provider_server import Call, Reply, Text, Usage, calls, says
from understudy.chat.toolset.presentation import present_call
from understudy.schema import acp
from understudy.workspace import Workspace

PNG = b"\x89PNG\r\n\x1a\n\0pixels"


def command(line: str, **more: Any) -> Call:
    return Call("executeCommand", {"command": line, **more}, id="run")


async def load(editor: Editor, session: str, root: Path) -> None:
    editor.forget()
    await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})


def texts(update: acp.ToolCallProgress) -> list[str]:
    return [item["content"]["text"] for item in plain(update.content or []) if item["type"] == "content"]


@pytest.mark.parametrize(
    ("call", "mode", "line"),
    [
        (command("true"), "ask", "You rejected this."),
        (Call("writeFile", {"path": "a", "content": "x"}), "ask", "You rejected this."),
        (command("true"), "read-only", "Refused: the mode is read-only."),
        (Call("writeFile", {"path": "a", "content": "x"}), "read-only", "Refused: the mode is read-only."),
        (Call("noSuchTool", {}), "ask", "There is no tool 'noSuchTool'."),
        (Call("readFile", "{broken"), "ask", "The model wrote arguments that are no valid JSON."),
        (Call("readFile", {}), "ask", "The argument path is missing."),
        (Call("readFile", {"path": "my_file"}), "ask", r"'my\_file' does not exist."),
        (Call("exploreFiles", {"path": "file"}), "ask", "'file' is a file, not a folder."),
    ],
)
def test_a_failed_call_shows_a_message_for_people(
    root: Path, tmp_path: Path, call: Call, mode: str, line: str
) -> None:
    (root / "file").touch()

    async def scenario() -> None:
        async with playing(tmp_path / "state", calls(call), says("Ok."), mode=mode) as (editor, _):
            editor.answer = "reject"
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            (ended,) = editor.ended(session).values()
            assert ended.status == "failed"
            assert texts(ended)[-1] == line
            is_rejected = line.startswith(("You rejected", "Refused"))
            assert ended.meta == ({"understudy.dev/ending": "rejected"} if is_rejected else None)
            await load(editor, session, root)
            assert editor.ended(session) == {ended.tool_call_id: ended}

    run(scenario())


def test_a_command_that_the_user_typed_is_not_asked_again(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path / "state") as (editor, _):
            editor.answer = "reject"
            session = await editor.new(root)
            await editor.prompt(session, "  /run touch made")
            assert editor.said(session).startswith("Exit code 0")
            assert (root / "made").exists()

    run(scenario())


def test_the_output_of_a_cancelled_command_is_stored(root: Path, tmp_path: Path) -> None:
    script = [calls(command("echo started; echo and >&2; touch begun; sleep 1000")), says("Here.")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(
                lambda: any("and" in "".join(texts(one)) for one in editor.of(session, acp.ToolCallProgress))
            )
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            ended = editor.ended(session)["run"]
            said, line = texts(ended)
            assert sorted(said.strip("`\n").split("\n")) == ["and", "started"]
            assert line == "You stopped this before it was done."
            assert ended.meta == {"understudy.dev/ending": "stopped"}
            await editor.prompt(session, "And?")
            result = tool_texts(provider.requests[1].body)["run"]
            assert "The user stopped this" in result
            assert "started" in result
            await load(editor, session, root)
            assert editor.ended(session) == {"run": ended}

    run(scenario())


def test_the_output_of_a_command_that_timed_out_is_shown_with_the_reason(root: Path, tmp_path: Path) -> None:
    script = [calls(command("echo so far; sleep 1000", timeout=700)), says("Ok.")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script, mode="full") as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            said, line = texts(editor.ended(session)["run"])
            assert said == "```\nso far\n```"
            assert "0.7 s" in line
            assert "timeout" not in line

    run(scenario())


def test_colours_and_progress_bars_are_shown_as_a_terminal_would_show_them(
    root: Path, tmp_path: Path
) -> None:
    line = r"printf '\033[31mred\033[0m\n10%%\r100%%\n\007\342\200\256evil\n'"
    script = [calls(command(line)), says("Ok.")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script, mode="full") as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            (said,) = texts(editor.ended(session)["run"])
            assert said == "```\nred\n100%\n\\x07\\u202eevil\n```\n\nExit code 0"
            result = tool_texts(provider.requests[1].body)["run"]
            assert r'"stdout":"red\n10%\r100%\n\u0007' in result
            for update in editor.of(session, acp.ToolCallProgress):
                assert "\x1b" not in "".join(texts(update))

    run(scenario())


def test_a_deceptive_file_is_escaped_for_the_client_and_unchanged_for_the_model(
    root: Path, tmp_path: Path
) -> None:
    (root / "a.txt").write_text("x\u202ey\x1b[31m\n")
    script = [calls(Call("readFile", {"path": "a.txt"}, id="read")), says("Ok.")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert texts(editor.ended(session)["read"]) == ["```\nx\\u202ey\\x1b[31m\n```"]
            assert tool_texts(provider.requests[1].body)["read"].startswith("x\u202ey\x1b[31m\n")

    run(scenario())


def test_a_plan_is_shown_once_live_and_in_the_replay_and_stays_in_the_history(
    root: Path, tmp_path: Path
) -> None:
    plan = Call("updatePlan", {"entries": [{"content": "look", "status": "pending"}]}, id="p")
    broken = Call("updatePlan", {"entries": 7}, id="q")

    async def scenario() -> None:
        script = [calls(plan, broken), says("Ok."), says("Yes.")]
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            live = kinds(editor.of(session))
            await load(editor, session, root)
            for shown in (live, kinds(editor.of(session))):
                assert shown.count("Plan") == 1
                assert not {"ToolCall", "ToolCallProgress"} & set(shown)
            await editor.prompt(session, "And?")
            assert set(tool_texts(provider.requests[2].body)) == {"p", "q"}

    run(scenario())


def test_the_title_comes_from_the_first_prompt_that_is_not_a_command(root: Path, tmp_path: Path) -> None:
    sound = {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}

    async def scenario() -> None:
        async with playing(tmp_path / "state", says("Hm."), says("Ok."), says("Ok.")) as (editor, _):

            async def title() -> str | None:
                (stored,) = (await editor.request("session/list", {}))["sessions"]
                return stored.get("title")

            session = await editor.new(root)
            for words in ("/roots", " /model", "/rots", sound):
                await editor.prompt(session, words)
                assert await title() is None
            await editor.prompt(session, "Fix the bug")
            assert await title() == "Fix the bug"
            await editor.prompt(session, "And the other")
            assert await title() == "Fix the bug"

    run(scenario())


def test_a_session_that_begins_with_a_command_can_get_its_title_after_reopening(
    root: Path, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with playing(tmp_path / "state", says("Ok.")) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "/roots")
            await load(editor, session, root)
            await editor.prompt(session, "Real words")
            titles = [update.title for update in editor.of(session, acp.SessionInfoUpdate) if update.title]
            assert titles == ["Real words"]

    run(scenario())


def test_a_loaded_session_reports_the_use_of_its_window(root: Path, tmp_path: Path) -> None:
    script = [Reply((Text("Ok."),), usage=Usage(input=100, output=20))]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script, context_window=5000) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            await editor.prompt(session, "/roots")
            (live,) = editor.of(session, acp.UsageUpdate)
            await load(editor, session, root)
            assert editor.of(session, acp.UsageUpdate) == [live]
            assert (live.used, live.size) == (120, 5000)

    run(scenario())


def test_a_refused_prompt_is_replayed_and_never_sent_again(root: Path, tmp_path: Path) -> None:
    script = [Reply((Text("I will not."),), finish="content_filter"), says("Ok.")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root)
            assert (await editor.prompt(session, "Something bad"))["stopReason"] == "refusal"
            await load(editor, session, root)
            (asked,) = editor.of(session, acp.UserMessageChunk)
            assert asked.content.text == "Something bad"
            await editor.prompt(session, "Something good")
            sent = str(provider.requests[1].body["messages"])
            assert "Something good" in sent
            assert "Something bad" not in sent
            assert "I will not" not in sent

    run(scenario())


@pytest.mark.parametrize("takes", [True, False])
def test_images_reach_the_model_however_they_are_attached(root: Path, tmp_path: Path, takes: bool) -> None:
    (root / "shot.png").write_bytes(PNG)
    blob = base64.b64encode(PNG).decode()
    blocks = [
        "Look.",
        {"type": "resource_link", "name": "shot.png", "uri": f"file://{root}/shot.png"},
        {"type": "resource", "resource": {"uri": "mem:/b", "mimeType": "image/png", "blob": blob}},
    ]

    async def scenario() -> None:
        state = tmp_path / "state"
        async with playing(state, says("Ok."), says("Ok."), takes_images=takes) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, *blocks)
            (root / "shot.png").unlink()
            await editor.prompt(session, "Again.")
            for request in provider.requests:
                sent = str(request.body["messages"])
                assert sent.count(blob) == (2 if takes else 0)
                assert sent.count("this model takes no images") == (0 if takes else 2)
            await load(editor, session, root)
            assert kinds(editor.of(session))[:3] == ["UserMessageChunk"] * 3

    run(scenario())


def test_an_attached_file_is_what_a_command_is_about(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("the text\n")
    link = {"type": "resource_link", "name": "a.txt", "uri": f"file://{root}/a.txt"}

    async def scenario() -> None:
        async with playing(tmp_path / "state") as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "/read ", link)
            assert "```\nthe text\n```" in editor.said(session)

    run(scenario())


def test_the_title_of_an_unknown_tool_is_escaped(root: Path, tmp_path: Path) -> None:
    script = [calls(Call("no\x1b[31m\u202etool\n" + "x" * 500, id="call")), says("Ok.")]

    async def scenario() -> None:
        async with playing(tmp_path / "state", *script) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            titles = [update.title for update in editor.of(session) if getattr(update, "title", None)]
            assert any(title.startswith("no\\x1b[31m\\u202etool\\nxxx") for title in titles)
            for title in titles:
                assert title.isprintable()
                assert len(title) <= 120

    run(scenario())


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("readFile", {"path": "\u200b" * 7_900_000}),
        ("writeFile", {"path": ["\u200b" * 1_000_000], "content": "x"}),
        ("readFile", {"path": "a", "startLine": 10**6000, "endLine": {"deep": ["x"] * 100_000}}),
        ("searchFiles", {"query": "\u202e" * 1_000_000, "paths": ["\u200b" * 1_000_000] * 1000}),
        ("executeCommand", {"command": "\n" * 1_000_000 + "x" * 1_000_000}),
    ],
)
def test_arguments_of_any_size_make_a_short_title(
    workspace: Workspace, tool: str, arguments: dict[str, Any]
) -> None:
    look = present_call(workspace, tool, arguments)
    assert len(look.title) <= 120
    assert look.title.isprintable()
    assert look.title.rstrip("`").rstrip("')").endswith("…")


def test_the_location_of_a_call_is_reported_without_resolving_it(root: Path, second: Path) -> None:
    (root / "own").mkdir()
    with Workspace([root, second], private=[root / "own"]) as workspace:
        pass  # it is closed: whatever looked anything up in it would be refused

    def places(path: Any, **more: Any) -> list[tuple[str, int | None]]:
        look = present_call(workspace, "readFile", {"path": path, **more})
        return [(place.path, place.line) for place in look.locations]

    assert places("a/./b//../c.py", startLine=3) == [(f"{root}/a/c.py", 3)]
    assert places(f"//{second}/a", startLine=10**30) == [(f"{second}/a", None)]
    assert places(".") == [(str(root), None)]
    assert places("n\\xff") == [(f"{root}/n\\xff", None)]
    for path in ("../a", "/etc/passwd", "own/keys", f"{root}x", "", "a\0", "\udc80", "x" * 5000, 7, None):
        assert places(path) == []


SHAM = """
import base64, json, sys
def block(data, kind):
    return {"type": "image", "data": base64.b64encode(data).decode(), "mimeType": kind}
for line in sys.stdin:
    asked = json.loads(line)
    match asked.get("method"):
        case "initialize":
            result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                      "serverInfo": {"name": "sham", "version": "1"}}
        case "tools/list":
            result = {"tools": [{"name": "draw", "title": "Draw", "inputSchema": {"type": "object"}}]}
        case "tools/call":
            result = {"content": [block(b"no pixels", "image/png"), block(b"GIF89a pixels", "image/png"),
                                  block(b"<svg/>", "image/svg+xml")]}
        case _:
            result = {}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def test_an_invalid_image_of_a_server_is_sent_to_no_model(root: Path, tmp_path: Path) -> None:
    """A provider would refuse it, and with it every later request of the session."""
    server = {"name": "sham", "command": sys.executable, "args": ["-I", "-S", "-c", SHAM], "env": []}
    script = [calls(Call("sham__draw", id="call")), says("I see."), says("Still.")]
    true, sham = (base64.b64encode(data).decode() for data in (b"GIF89a pixels", b"no pixels"))

    async def scenario() -> None:
        state = tmp_path / "state"
        async with playing(state, *script, mode="full", takes_images=True) as (editor, provider):
            session = await editor.new(root, mcpServers=[server])
            await editor.prompt(session, "Look.")
            ended = editor.ended(session)["call"]
            seen = [item["content"] for item in plain(ended.content or [])]
            assert [one["mimeType"] for one in seen if one["type"] == "image"] == [
                "image/gif",
                "image/svg+xml",
            ]
            await load(editor, session, root)
            await editor.prompt(session, "And now?")
            assert len(provider.requests) == 3
            for request in provider.requests[1:]:
                raw = request.raw.decode()
                assert f"data:image/gif;base64,{true}" in raw
                assert sham not in raw
                assert raw.count("[An image was left out: it is no PNG, JPEG, GIF or WebP.]") == 2

    run(scenario())
