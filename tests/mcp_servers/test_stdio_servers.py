"""Servers that are child processes: their tools, calls, environment and failures."""

import asyncio
import json
import os
import re
from pathlib import Path

import pytest
import uvloop

from mcp_servers.session_harness import ENVIRONMENT, LoopFactory, connected, is_running, pids, program, run
from understudy.mcp_servers import Limits, StdioServerSpec


@pytest.mark.parametrize("loop_factory", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_a_servers_tools_are_offered_and_called(loop_factory: LoopFactory | None) -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            echo = harness.servers.tools["prog__echo"]
            assert (echo.server, echo.name, echo.title, echo.read_only) == ("prog", "echo", "Echo", True)
            assert not harness.servers.tools["prog__die"].read_only
            result = await harness.call("prog__echo", text="hällo\n")
            assert (result.text, result.failed) == ("hällo\n", False)
            assert harness.errors == []
        assert dict(harness.servers.tools) == {}

    run(work(), loop_factory)


def test_a_child_sees_the_given_environment_and_folder_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROVIDER_API_KEY", "sk-secret")

    async def work() -> None:
        async with connected(program(TOKEN="its own"), cwd=str(tmp_path)) as harness:
            seen = json.loads((await harness.call("prog__environment")).text)
            assert seen.pop("cwd") == os.path.realpath(tmp_path)
            assert seen.pop("session") is True
            seen.pop("LC_CTYPE", None)  # Python sets it for itself.
            assert seen == {**ENVIRONMENT, "TOKEN": "its own"}

    run(work())


def test_every_kind_of_content_is_read_or_named() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            result = await harness.call("prog__image")
            assert result.images == ((b"\x89PNG\r\n\x1a\n", "image/png"),)
            assert result.text.splitlines() == [
                "look",
                "inside",
                "[link to file:///b]",
                "[left out: an image that is no base64]",
                "[left out: a part of type audio]",
            ]
            structured = await harness.call("prog__structured")
            assert (structured.structured, structured.text) == ({"n": 1}, '{"n":1}')
            wrong = await harness.call("prog__wrong")
            assert (wrong.text, wrong.failed) == ("it went wrong", True)
            forgot = await harness.call("prog__forget")
            assert forgot.failed
            assert "I forgot" in forgot.text
            unknown = await harness.call("prog__nonesuch")
            assert (unknown.text, unknown.failed) == (
                "No MCP server offers the tool 'prog__nonesuch' now.",
                True,
            )
            unwritable = await harness.servers.call("prog__echo", {"text": object()}, timeout=5)
            assert (unwritable.text, unwritable.failed) == ("The arguments cannot be written as JSON.", True)

    run(work())


def test_a_large_result_is_cut_and_a_huge_one_is_dropped_wherever_its_id_stands() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            cut = await harness.call("prog__big", size=3 << 20)
            assert not cut.failed
            assert cut.text.startswith("bbb")
            assert cut.text.endswith("b\n[cut after 1048576 characters]")
            for id_last in (False, True):
                huge = await harness.call("prog__big", size=20 << 20, id_last=id_last)
                assert huge.failed
                assert "more than 8 MiB and was dropped" in huge.text
            assert (await harness.call("prog__echo", text="still here")).text == "still here"

    run(work())


def test_a_cancelled_call_returns_at_once_and_the_server_is_told() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            waiting = asyncio.create_task(harness.call("prog__wait", timeout=1000))
            assert (await harness.call("prog__cancelled")).text == "[]"
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                async with asyncio.timeout(240):
                    await waiting
            while (await harness.call("prog__cancelled")).text == "[]":
                await asyncio.sleep(0.01)
            late = await harness.call("prog__wait", timeout=0.05)
            assert late.failed
            assert "did not answer within 0.05 s" in late.text
            while len(json.loads((await harness.call("prog__cancelled")).text)) < 2:
                await asyncio.sleep(0.01)

    run(work())


@pytest.mark.parametrize("loop_factory", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_a_server_that_does_not_read_for_a_while_loses_nothing_and_holds_nobody_up(
    loop_factory: LoopFactory | None,
) -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            await harness.call("prog__nap")
            large = asyncio.create_task(harness.call("prog__echo", text="l" * (1 << 19)))
            others = [
                asyncio.create_task(harness.call("prog__echo", text=str(n), timeout=50)) for n in range(20)
            ]
            given_up = asyncio.create_task(harness.call("prog__echo", text="g" * (3 << 20)))
            await asyncio.sleep(0)
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                async with asyncio.timeout(240):
                    await given_up
            assert len((await large).text) == 1 << 19
            assert [(await other).text for other in others] == [str(n) for n in range(20)]
            too_large = await harness.call("prog__echo", text="t" * (5 << 20))
            assert too_large.text == "The arguments have more than 4 MiB. Send less at a time."

    run(work(), loop_factory)


def test_a_server_that_closes_its_output_is_ended_and_started_again() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            shut = await harness.call("prog__shut")
            assert shut.failed
            assert (await harness.call("prog__echo", text="back")).text == "back"
            ((_, message),) = harness.errors
            assert message == "The MCP server 'prog' ended with exit code 0."

    run(work())


def test_requests_of_a_server_are_declined_but_a_ping_is_answered() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            answers = json.loads((await harness.call("prog__ask")).text)
            assert answers == [["a", "error"], ["b", "error"], ["c", "error"], ["d", {}]]

    run(work())


def test_a_changed_list_of_tools_is_taken_over_and_names_stay() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            before = harness.servers.tools
            await harness.call("prog__grow", name="new one")
            await harness.until(lambda: "prog__new_one" in harness.servers.tools)
            await harness.call("prog__grow", name="new.one")
            await harness.until(lambda: len(harness.servers.tools) == len(before) + 2)
            assert harness.servers.tools["prog__new_one"].name == "new one"
            (other,) = (tool for tool in harness.servers.tools.values() if tool.name == "new.one")
            assert re.fullmatch(r"prog__new_one_[0-9a-f]{8}", other.offered_name)
            assert "prog__new_one" not in before
            assert harness.errors == []

    run(work())


def test_a_server_that_died_fails_the_call_and_is_started_again_at_the_next() -> None:
    async def work() -> None:
        async with connected(program()) as harness:
            first = (await harness.call("prog__pid")).text
            died = await harness.call("prog__die")
            assert died.failed
            assert died.text == (
                "The MCP server 'prog' ended before it answered. It is connected again at the next call."
            )
            both = await asyncio.gather(harness.call("prog__pid"), harness.call("prog__pid"))
            assert both[0].text == both[1].text != first
            assert not both[0].failed
            assert harness.errors == [("prog", "The MCP server 'prog' ended with exit code 3.")]

    run(work())


def test_a_server_that_cannot_come_back_gives_a_clear_failure(tmp_path: Path) -> None:
    script = tmp_path / "server"
    script.write_text(f"#!/bin/sh\nexec {program().command} {' '.join(program().args)}\n")
    script.chmod(0o755)

    async def work() -> None:
        async with connected(StdioServerSpec("prog", "./server"), cwd=str(tmp_path)) as harness:
            await harness.call("prog__die")
            script.unlink()
            gone = await harness.call("prog__echo", text="x")
            assert gone.failed
            assert gone.text == "The MCP server 'prog' could not be started: there is no file './server'."

    run(work())


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (
            StdioServerSpec("s", "nonesuch-command"),
            "could not be started: the command 'nonesuch-command' was not found",
        ),
        (StdioServerSpec("s", "/nonesuch"), "could not be started: there is no file '/nonesuch'"),
        (
            StdioServerSpec("s", "/etc/passwd"),
            "could not be started: '/etc/passwd' is not an executable file",
        ),
        (StdioServerSpec("s", "sh", ("a\0b",)), "could not be started: its command has a NUL byte"),
        (StdioServerSpec("s", "sh", (), {"A=B": "c"}), "could not be started: 'A=B' cannot be a variable"),
        (program("dies", "s"), "ended with exit code 3 before it was connected"),
        (program("refuses", "s"), "refused the connection: not today"),
        (program("old", "s"), "speaks a version of MCP that is not supported"),
        (program("garbage", "s"), "was ended because it keeps writing to its stdout what is not MCP"),
    ],
    ids=lambda value: value.args[-1] if isinstance(value, StdioServerSpec) and value.args else None,
)
def test_what_is_wrong_with_a_server_is_one_sentence(spec: StdioServerSpec, sentence: str) -> None:
    async def work() -> None:
        async with connected(spec, program()) as harness:
            ((name, message),) = harness.errors
            assert name == "s"
            assert message.startswith(f"The MCP server 's' {sentence}")
            assert message.endswith(".")
            assert "prog__echo" in harness.servers.tools

    run(work())


@pytest.mark.parametrize("mode", ["hangs", "endless", "flood"])
def test_a_server_that_never_answers_is_given_up_in_time(mode: str) -> None:
    async def work() -> None:
        async with connected(program(mode), limits=Limits(connect_timeout_s=1.0)) as harness:
            assert harness.errors == [
                ("prog", "The MCP server 'prog' did not answer the greeting within 1 s.")
            ]

    run(work())


def test_a_program_that_is_no_program_is_one_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/nonesuch/interpreter\n")
    broken.chmod(0o755)

    async def work() -> None:
        async with connected(StdioServerSpec("s", str(broken))) as harness:
            assert harness.errors == [
                ("s", "The MCP server 's' could not be started: No such file or directory.")
            ]
        async with connected(program(), cwd=str(tmp_path / "nowhere")) as harness:
            assert harness.errors == [
                ("prog", "The MCP server 'prog' could not be started: No such file or directory.")
            ]

    run(work())


@pytest.mark.parametrize("mode", ["banner", "huge"])
def test_noise_before_the_first_message_is_passed_over(mode: str) -> None:
    async def work() -> None:
        async with connected(program(mode)) as harness:
            assert (await harness.call("prog__echo", text="heard")).text == "heard"
            assert harness.errors == []

    run(work())


@pytest.mark.parametrize(("mode", "count"), [("many", 256), ("pages", 64)])
def test_too_many_tools_or_pages_are_capped_with_a_word(mode: str, count: int) -> None:
    async def work() -> None:
        async with connected(program(mode), program(name="late")) as harness:
            mine = [tool for tool in harness.servers.tools.values() if tool.server == "prog"]
            assert len(mine) == count
            assert len(harness.servers.tools) <= 256
            messages = [message for name, message in harness.errors if name == "prog"]
            assert messages == [
                f"The MCP server 'prog' lists too many tools; only the first {count} are offered."
            ]
            if mode == "many":
                assert [name for name, _ in harness.errors if name == "late"] == ["late"]

    run(work())


def test_odd_tools_get_usable_names_or_are_left_out_with_a_word() -> None:
    async def work() -> None:
        async with connected(program("odd"), program("odd"), reserved_names={"prog__readFile"}) as harness:
            tools = harness.servers.tools
            assert len(tools) == 12
            assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in tools)
            assert all(tool.offered_name == name for name, tool in tools.items())
            assert "prog__readFile" not in tools
            assert sum(tool.name == "readFile" for tool in tools.values()) == 2
            assert all(
                tool.description == "does readFile" for tool in tools.values() if tool.name == "readFile"
            )
            bare = next(tool for tool in tools.values() if tool.name == "bare")
            assert bare.input_schema == {"type": "object", "properties": {}}
            assert bare.title == "two lines"
            assert len(bare.description) < 4100
            bell = next(tool for tool in tools.values() if tool.name.startswith("bell\x07"))
            assert bell.title == "bell [31m name"
            message = harness.errors[0][1]
            assert message.startswith(
                "The MCP server 'prog' lists tools that cannot be offered: 'listed' has an"
            )
            assert message.endswith("; and 2 more.")
            called = await harness.call(bell.offered_name)
            assert called.failed is False

    run(work())


def test_what_a_server_writes_to_stderr_neither_blocks_it_nor_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with connected(program(PIDS=str(tmp_path / "pids"))) as harness:
            assert (await harness.call("prog__echo", text="ok")).text == "ok"
            (pid,) = pids(tmp_path / "pids")
            assert is_running(pid)

    run(work())


def test_secrets_are_not_part_of_a_specs_words() -> None:
    assert "hush" not in repr(StdioServerSpec("s", "c", ("--key=hush",), {"K": "hush"}))
