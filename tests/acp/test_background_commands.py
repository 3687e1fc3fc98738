"""Background commands: they go on after their turn, are read later, and end with the session."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from acp_editor import playing, run, tool_texts
from provider_server import Call, calls, says
from understudy.chat import Accounting
from understudy.chat.limits import MAX_ENDED_JOBS
from understudy.chat.session import Jobs
from understudy.tools import Call as ToolCall
from understudy.tools import execute_command
from understudy.workspace import TooLarge, Workspace

SERVE = "echo started; while [ ! -e stop-it ]; do sleep 0.02; done; echo ended; exit 3"
WAIT = {"jobId": "job1", "waitMs": 60_000}


def background(line: str) -> Any:
    return calls(Call("executeCommand", {"command": line, "background": True}, id="start"))


def test_a_command_goes_on_and_its_output_is_read_later(root: Path, tmp_path: Path) -> None:
    script = [
        background(SERVE),
        says("It runs."),
        calls(Call("readJob", WAIT, id="read")),
        says("It ended."),
    ]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root)
            editor.answer = "allow"
            await editor.prompt(session, "Start it.")
            assert len(editor.asked) == 1
            started = json.loads(tool_texts(provider.requests[1].body)["start"])
            assert (started["jobId"], started["running"], started["exitCode"]) == ("job1", True, None)
            await editor.prompt(session, "/jobs")
            assert "`job1`" in editor.said(session)
            assert "runs for" in editor.said(session)
            (root / "stop-it").touch()
            await editor.prompt(session, "And now?")
            assert len(editor.asked) == 1  # reading is not asked for
            output = started["output"] + json.loads(tool_texts(provider.requests[3].body)["read"])["output"]
            assert output.startswith("started")
            editor.forget()

            async def shown() -> str:
                editor.forget()
                await editor.prompt(session, "/jobs job1")
                return editor.said(session)

            while "exit code 3" not in (text := await shown()):
                pass
            assert "ended" in text

    run(scene())


def test_a_background_command_ends_with_the_session(root: Path, tmp_path: Path) -> None:
    line = "trap 'echo gone > ended; exit' TERM; echo $$ > pid; while :; do sleep 0.05; done"

    async def scene() -> None:
        async with playing(tmp_path / "state", background(line), says("ok")) as (editor, _):
            session = await editor.new(root)
            editor.answer = "allow"
            await editor.prompt(session, "Start it.")
            await editor.until((root / "pid").exists)
            running = _processes_with("echo gone > ended")
            assert running
            await editor.request("session/close", {"sessionId": session})
            assert not _processes_with("echo gone > ended")

    run(scene())


def test_jobs_stop_ends_one_and_the_model_is_told(root: Path, tmp_path: Path) -> None:
    script = [
        background("echo on; sleep 600"),
        says("ok"),
        calls(Call("readJob", WAIT, id="read")),
        says("ok"),
    ]

    async def scene() -> None:
        async with playing(tmp_path / "state", *script) as (editor, provider):
            session = await editor.new(root)
            editor.answer = "allow"
            await editor.prompt(session, "Start it.")
            await editor.prompt(session, "/jobs stop job1")
            assert "was ended" in editor.said(session) or "cancelled" in editor.said(session)
            await editor.prompt(session, "Look.")
            read = json.loads(tool_texts(provider.requests[-1].body)["read"])
            assert read["running"] is False
            await editor.prompt(session, "/jobs stop nothing")
            assert "There are: `job1`" in editor.said(session)

    run(scene())


def test_only_the_last_commands_that_ended_are_kept_and_each_is_counted(root: Path) -> None:
    class Counts(Accounting):
        started = ended = 0

        def background_command_started(self) -> None:
            self.started += 1

        def background_command_ended(self) -> None:
            self.ended += 1

    async def scene() -> None:
        counts = Counts()
        jobs = Jobs(lambda job: None, counts)
        with Workspace([str(root)], sandbox="off") as workspace:
            for number in range(1, MAX_ENDED_JOBS + 3):
                job = jobs.start(
                    workspace, execute_command.Args(command="true"), ToolCall(), lambda work: work
                )
                await asyncio.to_thread(job.ended.wait)
                while counts.ended < number:
                    await asyncio.sleep(0.001)
        assert next(iter(jobs)).id == "job2"
        assert counts.started == counts.ended

    asyncio.run(scene())


def test_only_so_many_run_at_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("understudy.chat.session.jobs.MAX_JOBS", 1)

    async def scene() -> None:
        jobs = Jobs(lambda job: None)
        with Workspace([str(root)], sandbox="off") as workspace:
            args = execute_command.Args(command="sleep 600")
            for _ in range(2):
                job = jobs.start(workspace, args, ToolCall(), lambda work: work)
                with pytest.raises(TooLarge, match="run already"):
                    jobs.start(workspace, args, ToolCall(), lambda work: work)
                await jobs.stop(job)
                await asyncio.to_thread(job.ended.wait)

    asyncio.run(scene())


def test_a_rejected_background_command_does_not_start(root: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with playing(tmp_path / "state", background("touch made"), says("ok")) as (editor, _):
            session = await editor.new(root)
            editor.answer = "reject"
            await editor.prompt(session, "Start it.")
            await editor.prompt(session, "/jobs")
            assert "No command runs in the background." in editor.said(session)
            assert not (root / "made").exists()

    run(scene())


def _processes_with(text: str) -> list[str]:
    found: list[str] = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if text.encode() in Path(f"/proc/{name}/cmdline").read_bytes() and int(name) != os.getpid():
                found.append(name)
        except OSError:
            continue
    return found
