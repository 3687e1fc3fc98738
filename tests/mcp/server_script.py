"""The MCP servers as a process, with additional tools that misbehave on purpose."""

import argparse
import os
import sys
import time

from understudy.mcp import serve_http, serve_stdio
from understudy.tools import TOOLS, Call, Tool
from understudy.tools.tool import Effects, ToolArgs, ToolResult
from understudy.workspace import Workspace, WorkspaceError


class Args(ToolArgs):
    path: str = ""


class Result(ToolResult):
    done: bool


def boom(workspace: Workspace, args: Args, call: Call) -> Result:
    raise RuntimeError("a secret at /very/secret/place")


def noise(workspace: Workspace, args: Args, call: Call) -> Result:
    print("printed by a library")
    os.write(1, b"written to descriptor 1\n")
    os.system("echo echoed by a child; cat")
    return Result(done=True)


def surrogate(workspace: Workspace, args: Args, call: Call) -> Result:
    raise WorkspaceErrorWithSurrogate("caf\udce9", "missing")


class WorkspaceErrorWithSurrogate(WorkspaceError):
    code = "FILE_NOT_FOUND"


def wait(workspace: Workspace, args: Args, call: Call) -> Result:
    """Wait until stopped, and leave a note that it happened."""
    with open(args.path + ".started", "w"):
        pass
    try:
        while True:
            call.stop.check()
            time.sleep(0.01)
    except WorkspaceError:
        with open(args.path + ".stopped", "w"):
            pass
        raise


def progress(workspace: Workspace, args: Args, call: Call) -> Result:
    """Far more reports than a client wants, one of them backwards."""
    until = time.monotonic() + 0.7
    done = 0
    while time.monotonic() < until:
        done += 1
        call.on_progress(done, None, f"{done} files")
        call.on_progress(done - 1, None, "backwards")
        time.sleep(0.001)
    return Result(done=True)


def stuck(workspace: Workspace, args: Args, call: Call) -> Result:
    """Deaf to being stopped, like a read from a dead network disk."""
    time.sleep(600)
    return Result(done=True)


EXTRA = {
    run.__name__: Tool(
        run.__name__, run.__name__, "For tests.", Args, Result, run, Effects(read_only=True), ()
    )
    for run in (boom, noise, surrogate, wait, progress, stuck)
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", action="append", required=True)
    parser.add_argument("--read-only", action="store_true")
    parser.add_argument("--http")
    parser.add_argument("--token")
    parser.add_argument("--extra", action="store_true")
    options = parser.parse_args()
    tools = {name: tool for name, tool in TOOLS.items() if tool.effects.read_only or not options.read_only}
    with Workspace(options.root, read_only=options.read_only) as workspace:
        registry = {**tools, **(EXTRA if options.extra else {})}
        if options.http is None:
            serve_stdio(workspace, registry)
        else:
            host, port = options.http.rsplit(":", 1)
            serve_http(
                workspace,
                registry,
                host.strip("[]"),
                int(port),
                options.token,
                on_ready=lambda url: print(url, file=sys.stderr, flush=True),
            )


if __name__ == "__main__":
    try:
        main()
    except WorkspaceError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
