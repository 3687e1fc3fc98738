"""The workbench of the sample project: started once by the page, with a URL of its own, ended with the server."""

import asyncio
import json
import sys

from starlette.requests import Request
from web_server import gone

from understudy.web.sample_server import SampleServer

SERVES = (
    "import os, time; print('The workbench is at http://127.0.0.1:9/?pid=%d' % os.getpid(), flush=True)\n"
    "time.sleep(600)"
)
REQUEST = Request({"type": "http", "method": "POST", "path": "/sample", "headers": []})


async def ask(server: SampleServer) -> tuple[int, dict[str, str]]:
    response = await server.start(REQUEST)
    return response.status_code, json.loads(bytes(response.body))


def test_it_is_started_once_and_ends_with_the_server() -> None:
    async def scene() -> int:
        server = SampleServer([sys.executable, "-c", SERVES])
        (status, first), (_, second) = await asyncio.gather(ask(server), ask(server))
        assert status == 200
        assert first == second
        pid = int(first["url"].rpartition("=")[2])
        assert not gone(pid)
        server.stop()
        await server.wait_ended()
        return pid

    assert gone(asyncio.run(scene()))


def test_a_sample_that_ended_is_started_again() -> None:
    async def scene() -> None:
        server = SampleServer([sys.executable, "-c", SERVES])
        _, first = await ask(server)
        server.stop()
        await server.wait_ended()
        _, second = await ask(server)
        assert first != second
        server.stop()
        await server.wait_ended()

    asyncio.run(scene())


def test_what_prints_no_url_is_an_error_and_leaves_no_process() -> None:
    async def scene(code: str, timeout_s: float) -> None:
        server = SampleServer([sys.executable, "-c", code], timeout_s)
        status, answer = await ask(server)
        assert status == 500
        assert "does not start" in answer["error"]
        assert server.process is not None
        assert server.process.returncode is not None

    asyncio.run(scene("print('no address')", 240))
    asyncio.run(scene("import time; time.sleep(600)", 0.01))


def test_without_a_command_there_is_no_sample() -> None:
    assert asyncio.run(ask(SampleServer(())))[0] == 500
