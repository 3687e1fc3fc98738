"""Terminals of an editor for tests: real processes behind terminal/*, which fail or hang at a step if told to."""

import asyncio
import contextlib
import os
import signal
from dataclasses import dataclass, field
from typing import Any

from understudy.rpc import INTERNAL_ERROR, Route, RpcError
from understudy.schema import acp

CAPABLE = {"terminal": True}


@dataclass
class Terminal:
    process: asyncio.subprocess.Process
    limit: int
    output: bytearray = field(default_factory=bytearray)
    truncated: bool = False
    reading: "asyncio.Task[None] | None" = None

    async def read(self) -> None:
        assert self.process.stdout is not None
        while data := await self.process.stdout.read(65536):
            self.output += data
            if len(self.output) > self.limit:
                self.truncated = True
                del self.output[: len(self.output) - self.limit]

    async def wait(self) -> int:
        assert self.reading is not None
        code = await self.process.wait()
        await asyncio.wait({self.reading})
        return code

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.wait()

    def status(self) -> dict[str, Any] | None:
        return None if self.process.returncode is None else _status(self.process.returncode)


@dataclass
class Terminals:
    """Hand `routes()` to `editing`, with CAPABLE as capabilities; in the end `open` must be empty."""

    fails: set[str] = field(default_factory=set)
    """Steps (create, output, wait_for_exit, kill, release) that answer with an error."""
    hangs: set[str] = field(default_factory=set)
    """Steps that never answer."""
    created: list[acp.CreateTerminalRequest] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    open: dict[str, Terminal] = field(default_factory=dict)
    says: str | None = None
    """What to claim as output instead of what there was."""

    def routes(self) -> dict[str, Route[Any]]:
        return {
            "terminal/create": Route(acp.CreateTerminalRequest, self._create),
            "terminal/output": Route(acp.TerminalOutputRequest, self._output),
            "terminal/wait_for_exit": Route(acp.WaitForTerminalExitRequest, self._wait),
            "terminal/kill": Route(acp.KillTerminalRequest, self._kill),
            "terminal/release": Route(acp.ReleaseTerminalRequest, self._release),
        }

    async def _step(self, name: str) -> None:
        self.steps.append(name)
        if name in self.fails:
            raise RpcError(INTERNAL_ERROR, f"no {name}\ntoday")
        if name in self.hangs:
            await asyncio.Event().wait()

    async def _create(self, params: acp.CreateTerminalRequest, inbound: Any) -> Any:
        self.created.append(params)
        await self._step("create")
        process = await asyncio.create_subprocess_exec(
            params.command,
            *params.args,
            cwd=params.cwd,
            env={"PATH": os.environ["PATH"], **{item.name: item.value for item in params.env}},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        terminal = Terminal(process, params.output_byte_limit or 1 << 20)
        terminal.reading = asyncio.ensure_future(terminal.read())
        name = f"term_{len(self.created)}"
        self.open[name] = terminal
        return {"terminalId": name}

    async def _output(self, params: acp.TerminalOutputRequest, inbound: Any) -> Any:
        await self._step("output")
        terminal = self.open[params.terminal_id]
        text = terminal.output.decode(errors="replace") if self.says is None else self.says
        return {"output": text, "truncated": terminal.truncated, "exitStatus": terminal.status()}

    async def _wait(self, params: acp.WaitForTerminalExitRequest, inbound: Any) -> Any:
        await self._step("wait_for_exit")
        return _status(await self.open[params.terminal_id].wait())

    async def _kill(self, params: acp.KillTerminalRequest, inbound: Any) -> Any:
        await self._step("kill")
        await self.open[params.terminal_id].kill()
        return {}

    async def _release(self, params: acp.ReleaseTerminalRequest, inbound: Any) -> Any:
        """Ends the command if it runs, and forgets it, also where it then answers with an error."""
        await self.open.pop(params.terminal_id).kill()
        await self._step("release")
        return None


def _status(code: int) -> dict[str, Any]:
    return {"signal": signal.Signals(-code).name} if code < 0 else {"exitCode": code}
