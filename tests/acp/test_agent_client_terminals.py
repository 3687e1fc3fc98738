"""Commands in the client's terminals: real processes, checked by the agent first, and always released."""

import asyncio
import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from acp_editor import Editor, playing, reason_in, run, tool_texts
from acp_terminals import CAPABLE, Terminals
from provider_server import Call, ProviderServer, Reply, calls, says
from understudy.chat.text import markdown
from understudy.chat.toolset import client_io, workspace_tool
from understudy.chat.turn import turn
from understudy.schema import acp

WHOLE_LIFE = ["create", "wait_for_exit", "output", "release"]


def command(line: str, **more: Any) -> Call:
    return Call("executeCommand", {"command": line, **more}, id="run")


@asynccontextmanager
async def working(
    tmp_path: Path, terminals: Terminals, *replies: Reply, **more: Any
) -> AsyncGenerator[tuple[Editor, ProviderServer]]:
    settings = {"mode": "full", **more}
    async with playing(
        tmp_path / "state", *replies, capabilities=CAPABLE, routes=terminals.routes(), **settings
    ) as (editor, provider):
        yield editor, provider
        await editor.until(lambda: not terminals.open)


def result_of(body: dict[str, Any]) -> dict[str, Any]:
    return msgspec.json.decode(tool_texts(body)["run"])


def text(words: str) -> acp.Content:
    return acp.Content(content=acp.TextContent(text=words))


def contents(editor: Editor, session: str) -> list[Any]:
    return [update.content for update in editor.of(session, acp.ToolCallProgress) if update.content]


@pytest.mark.parametrize("network", [False, True])
def test_the_clients_terminal_is_told_whether_the_command_may_use_the_network(
    root: Path, tmp_path: Path, network: bool
) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        tool_call = command("true", **({"network": True} if network else {}))
        async with working(tmp_path, terminals, calls(tool_call), says("Done.")) as (editor, _):
            await editor.prompt(await editor.new(root), "Go.")
            assert terminals.created[0].meta == ({"understudy.dev/network": True} if network else None)

    run(scenario())


def test_a_command_runs_in_the_clients_terminal(root: Path, tmp_path: Path) -> None:
    (root / "sub").mkdir()
    tool_call = command(
        'pwd; echo "$GREETING"; echo oops >&2; exit 3',
        workingDirectory="sub",
        environment={"GREETING": "hello"},
    )

    async def scenario() -> None:
        terminals = Terminals()
        async with working(tmp_path, terminals, calls(tool_call), says("Done.")) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            (request,) = terminals.created
            assert request.session_id == session
            assert request.cwd == str(root / "sub")
            assert {item.name: item.value for item in request.env} == {"GREETING": "hello"}
            assert request.output_byte_limit
            assert terminals.steps == WHOLE_LIFE
            result = result_of(provider.requests[1].body)
            assert result["stdout"] == f"{root}/sub\nhello\noops\n"
            assert (result["exitCode"], result["isOutputTruncated"]) == (3, False)

    run(scenario())


def test_the_call_shows_its_terminal_while_it_runs_and_keeps_it(root: Path, tmp_path: Path) -> None:
    shown = [acp.Terminal(terminal_id="term_1")]

    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("echo hi; while ! test -e go; do sleep 0.01; done")), says("Done.")]
        async with working(tmp_path, terminals, *script) as (editor, _):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: bool(contents(editor, session)))
            assert contents(editor, session) == [shown]
            assert editor.ended(session) == {}
            (root / "go").touch()
            await turn
            assert editor.ended(session)["run"].content is None
            assert contents(editor, session) == [shown]
            assert editor.ended(session)["run"].raw_output["stdout"] == "hi\n"
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert contents(editor, session) == [[text("```\nhi\n```\n\nExit code 0")]]

    run(scenario())


def test_a_command_that_takes_too_long_is_killed_and_its_output_kept(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("echo so far; echo $$ > pid; sleep 1000", timeout=300)), says("Done.")]
        async with working(tmp_path, terminals, *script) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert terminals.steps == ["create", "wait_for_exit", "kill", "output", "release"]
            result = tool_texts(provider.requests[1].body)["run"]
            assert reason_in(result) == "time_limit"
            assert "so far" in result
            ended = editor.ended(session)["run"]
            assert (ended.status, ended.content) == ("failed", None)
            line = text("The command did not finish within 0.3 s and was ended.")
            terminal = acp.Terminal(terminal_id="term_1")
            assert contents(editor, session) == [[terminal], [terminal, line]]
            assert not is_alive(root / "pid")
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            assert contents(editor, session) == [[text("```\nso far\n```"), line]]

    run(scenario())


def test_no_terminal_is_referenced_after_its_release(root: Path, tmp_path: Path) -> None:
    tool_calls = [
        Call("executeCommand", {"command": line, "timeout": 300}, id=line) for line in ("true", "sleep 9")
    ]

    async def scenario() -> None:
        terminals = Terminals()
        released: dict[str, int] = {}
        routes = terminals.routes()
        release: Any = routes["terminal/release"].handler

        async def noted(params: acp.ReleaseTerminalRequest, inbound: Any) -> Any:
            released[params.terminal_id] = len(editor.updates)
            return await release(params, inbound)

        routes["terminal/release"] = type(routes["terminal/release"])(acp.ReleaseTerminalRequest, noted)
        state = tmp_path / "state"
        async with playing(
            state, calls(*tool_calls), says("Ok."), capabilities=CAPABLE, routes=routes, mode="full"
        ) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert sorted(released) == ["term_1", "term_2"]
            for number, (_, update) in enumerate(editor.updates):
                shown = (update.content or []) if isinstance(update, acp.ToolCallProgress) else []
                for item in shown:
                    assert not isinstance(item, acp.Terminal) or number < released[item.terminal_id]
            assert [ended.content for ended in editor.ended(session).values()] == [None, None]

    run(scenario())


def _terminal_shown(editor: Editor) -> bool:
    return any(
        isinstance(item, acp.Terminal)
        for _, update in editor.updates
        if isinstance(update, acp.ToolCallProgress)
        for item in update.content or []
    )


def test_the_output_of_a_terminal_of_a_cancelled_turn_is_stored(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn, "CANCEL_TIMEOUT_S", 10.0)  # so that a slow machine does not give up first
    monkeypatch.setattr(workspace_tool, "TERMINAL_OUTPUT_TIMEOUT_S", 9.0)

    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("echo so far; touch begun; sleep 1000")), says("Here.")]
        async with working(tmp_path, terminals, *script) as (editor, provider):
            session = await editor.new(root)
            working_on = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until((root / "begun").exists)
            await editor.until(lambda: all(b"so far" in one.output for one in terminals.open.values()))
            await editor.until(lambda: _terminal_shown(editor))  # before that the agent cannot know its name
            await editor.cancel(session)
            assert (await working_on)["stopReason"] == "cancelled"
            assert editor.ended(session)["run"].content is None
            await editor.prompt(session, "Still there?")
            assert "so far" in tool_texts(provider.requests[1].body)["run"]
            editor.forget()
            await editor.request("session/load", {"sessionId": session, "cwd": str(root), "mcpServers": []})
            said, line = contents(editor, session)[0]
            assert said == text("```\nso far\n```")
            assert line == text("You stopped this before it was done.")

    run(scenario())


def test_a_cancelled_turn_kills_and_releases_the_terminal(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("echo $$ > pid; sleep 1000")), says("Here.")]
        async with working(tmp_path, terminals, *script) as (editor, _):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: (root / "pid").exists() and (root / "pid").read_text() != "")
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            await editor.until(lambda: "release" in terminals.steps)
            assert "kill" in terminals.steps
            assert not is_alive(root / "pid")
            assert editor.ended(session)["run"].status == "failed"
            assert (await editor.prompt(session, "Still there?"))["stopReason"] == "end_turn"

    run(scenario())


@pytest.mark.parametrize("method", ["session/close", "session/delete"])
def test_closing_a_session_releases_its_terminal(root: Path, tmp_path: Path, method: str) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        async with working(tmp_path, terminals, calls(command("sleep 1000"))) as (editor, _):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: "wait_for_exit" in terminals.steps)
            await editor.request(method, {"sessionId": session})
            assert (await turn)["stopReason"] == "cancelled"
            await editor.until(lambda: "release" in terminals.steps)

    run(scenario())


def test_a_turn_that_is_cancelled_before_its_terminal_is_there_releases_it_when_it_comes(
    root: Path, tmp_path: Path
) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        opened = asyncio.Event()
        routes = terminals.routes()
        create: Any = routes["terminal/create"].handler

        async def late(params: acp.CreateTerminalRequest, inbound: Any) -> Any:
            terminals.steps.append("wanted")
            await opened.wait()
            return await create(params, inbound)

        routes["terminal/create"] = type(routes["terminal/create"])(acp.CreateTerminalRequest, late)
        script = [calls(command("sleep 1000"))]
        async with playing(tmp_path / "state", *script, capabilities=CAPABLE, routes=routes, mode="full") as (
            editor,
            _,
        ):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: "wanted" in terminals.steps)
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            opened.set()
            await editor.until(lambda: "release" in terminals.steps and not terminals.open)

    run(scenario())


@pytest.mark.parametrize(
    ("step", "steps"),
    [
        ("create", ["create"]),
        ("wait_for_exit", ["create", "wait_for_exit", "kill", "release"]),
        ("output", ["create", "wait_for_exit", "output", "release"]),
    ],
)
def test_a_client_that_fails_makes_the_call_fail_and_the_terminal_is_released(
    root: Path, tmp_path: Path, step: str, steps: list[str]
) -> None:
    async def scenario() -> None:
        terminals = Terminals(fails={step})
        async with working(tmp_path, terminals, calls(command("true")), says("Oh.")) as (editor, provider):
            session = await editor.new(root)
            assert (await editor.prompt(session, "Go."))["stopReason"] == "end_turn"
            result = tool_texts(provider.requests[1].body)["run"]
            assert f"The editor's terminal failed: no {step} today." in result
            assert reason_in(result) == "os_error"
            ended = editor.ended(session)["run"]
            assert ended.status == "failed"
            line = text(markdown.escape_sentence(f"The editor's terminal failed: no {step} today."))
            terminal = acp.Terminal(terminal_id="term_1")
            assert contents(editor, session) == (
                [[line]] if step == "create" else [[terminal], [terminal, line]]
            )
            assert terminals.steps == steps

    run(scenario())


def test_a_failed_release_does_not_change_the_result(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        terminals = Terminals(fails={"release"})
        async with working(tmp_path, terminals, calls(command("echo hi")), says("Ok.")) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert result_of(provider.requests[1].body)["stdout"] == "hi\n"
            assert terminals.steps == WHOLE_LIFE

    run(scenario())


@pytest.mark.parametrize("failure", ["fails", "hangs"])
@pytest.mark.parametrize("step", ["kill", "output", "release"])
def test_a_timeout_stays_a_timeout_whatever_the_client_does_afterwards(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, failure: str
) -> None:
    if failure == "hangs":  # long enough for the steps that answer, also on a busy machine
        monkeypatch.setattr(client_io, "TERMINAL_CLEANUP_TIMEOUT_S", 1.0)

    async def scenario() -> None:
        terminals = Terminals(fails={step}) if failure == "fails" else Terminals(hangs={step})
        script = [calls(command("sleep 1000", timeout=50)), says("Ok.")]
        async with working(tmp_path, terminals, *script) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert reason_in(tool_texts(provider.requests[1].body)["run"]) == "time_limit"
            assert terminals.steps == ["create", "wait_for_exit", "kill", "output", "release"]

    run(scenario())


@pytest.mark.parametrize("step", ["create", "output"])
def test_a_client_that_does_not_answer_is_a_clear_failure(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    # Only the limit of the step that hangs is short: the others get all the time that they need.
    limit = "CLIENT_WRITE_TIMEOUT_S" if step == "create" else "TERMINAL_CLEANUP_TIMEOUT_S"
    monkeypatch.setattr(client_io, limit, 0.05)

    async def scenario() -> None:
        terminals = Terminals(hangs={step})
        async with working(tmp_path, terminals, calls(command("true")), says("Ok.")) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            result = tool_texts(provider.requests[1].body)["run"]
            assert "The editor's terminal did not answer in time." in result
            assert (terminals.steps[-1] == "release") is (step != "create")

    run(scenario())


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"workingDirectory": "../outside"}, "out_of_scope"),
        ({"workingDirectory": "link"}, "out_of_scope"),
        ({"workingDirectory": "nowhere"}, "missing"),
        ({"environment": {"LD_PRELOAD": "./evil.so"}}, "dangerous_variable"),
        ({"environment": {"GIT_SSH_COMMAND": "evil"}}, "dangerous_variable"),
        ({"environment": {"a=b": "c"}}, "bad_arguments"),
        ({"timeout": 10**9}, "bad_arguments"),
    ],
)
def test_a_command_that_would_be_rejected_never_reaches_the_client(
    root: Path, outside: Path, tmp_path: Path, more: dict[str, Any], reason: str
) -> None:
    (root / "link").symlink_to(outside)

    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("touch made", **more)), says("Ok.")]
        async with working(tmp_path, terminals, *script) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert terminals.steps == []
            assert reason_in(tool_texts(provider.requests[1].body)["run"]) == reason

    run(scenario())


@pytest.mark.parametrize(("mode", "answer"), [("read-only", "allow"), ("ask", "reject"), ("edit", "reject")])
def test_what_the_user_or_the_mode_rejects_reaches_no_terminal(
    root: Path, tmp_path: Path, mode: str, answer: str
) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("touch made")), says("Ok.")]
        async with working(tmp_path, terminals, *script, mode=mode) as (editor, _):
            editor.answer = answer
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert terminals.steps == []
            assert len(editor.asked) == (0 if mode == "read-only" else 1)
            assert not (root / "made").exists()

    run(scenario())


def test_a_folder_that_is_replaced_while_the_question_is_open_never_reaches_the_client(
    root: Path, outside: Path, tmp_path: Path
) -> None:
    (root / "sub").mkdir()

    async def scenario() -> None:
        terminals = Terminals()
        script = [calls(command("touch made", workingDirectory="sub")), says("Ok.")]
        async with working(tmp_path, terminals, *script, mode="ask") as (editor, provider):
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            question = await editor.question()
            (root / "sub").rmdir()
            (root / "sub").symlink_to(outside)
            question.answer.set_result("allow")
            await turn
            assert terminals.steps == []
            assert reason_in(tool_texts(provider.requests[1].body)["run"]) == "out_of_scope"

    run(scenario())


def test_a_signal_becomes_an_exit_code_as_in_shells(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        async with working(tmp_path, terminals, calls(command("kill -9 $$")), says("Ok.")) as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert result_of(provider.requests[1].body)["exitCode"] == 137

    run(scenario())


@pytest.mark.parametrize("line", ["true", "sleep 1000"])
def test_output_over_the_requested_limit_is_truncated_by_the_agent(
    root: Path, tmp_path: Path, line: str
) -> None:
    async def scenario() -> None:
        terminals = Terminals(says="x" * (4 << 20))
        script = [calls(command(line, timeout=100)), says("Ok.")]
        async with working(tmp_path, terminals, *script) as (editor, provider):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert len(tool_texts(provider.requests[1].body)["run"]) < 1 << 18
            assert editor.ended(session)["run"].raw_output is not None

    run(scenario())


def test_a_command_with_input_runs_here_since_a_terminal_takes_none(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        async with working(tmp_path, terminals, calls(command("cat", stdin="typed")), says("Ok.")) as (
            editor,
            provider,
        ):
            session = await editor.new(root)
            await editor.prompt(session, "Go.")
            assert terminals.steps == []
            assert result_of(provider.requests[1].body)["stdout"] == "typed"

    run(scenario())


def test_a_slash_command_runs_in_the_clients_terminal_too(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        terminals = Terminals()
        async with working(tmp_path, terminals) as (editor, _):
            session = await editor.new(root)
            await editor.prompt(session, "/run echo from the terminal")
            assert terminals.steps == WHOLE_LIFE
            (ended,) = editor.ended(session).values()
            assert ended.raw_output["stdout"] == "from the terminal\n"
            # The terminal shows the output, so the reply does not repeat it.
            assert re.fullmatch(r"Exit code 0 after .*\.", editor.said(session))

    run(scenario())


def is_alive(file: Path) -> bool:
    try:
        os.kill(int(file.read_text()), 0)
    except ProcessLookupError:
        return False
    return True
