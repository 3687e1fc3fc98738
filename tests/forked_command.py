"""Runs `understudy` commands to their end in processes that are forked from one that has imported the package.

A new interpreter that imports the commands takes 0.2 to 0.4 s of CPU time, a forked one a tenth. For tests of what
a command prints and returns. Not for tests of what a process imports, of its standard streams, or of signals:
those start a new interpreter.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path

__all__ = ["run_command"]

LIMIT_S = 240.0
IMPORTED = (
    "understudy.cli.commands.login",
    "understudy.cli.commands.logout",
    "understudy.cli.commands.mcp",
    "understudy.cli.commands.nes",
    "understudy.cli.commands.run",
    "understudy.cli.commands.sessions",
    "understudy.cli.commands.tool",
    "understudy.cli.commands.tour",
    "understudy.cli.main",
    "understudy.cli.nes_actions",
    "understudy.cli.nes_stories",
    "understudy.chat.sqlite",
    "understudy.client",
    "understudy.tools",
)


def run_command(
    *words: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdin: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `understudy` with these words, as `subprocess.run` does, and capture its output."""
    with tempfile.TemporaryDirectory() as folder:
        streams = tuple(os.path.join(folder, name) for name in ("stdin", "stdout", "stderr"))
        Path(streams[0]).write_text(stdin or "", encoding="utf-8")
        process = _context().Process(
            target=_run,
            args=(words, dict(os.environ if env is None else env), str(cwd or Path.cwd()), streams),
        )
        process.start()
        process.join(LIMIT_S)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise AssertionError(f"understudy {' '.join(words)} did not end in {LIMIT_S} s")
        status = process.exitcode
        process.close()
        output, errors = (Path(path).read_text(encoding="utf-8") for path in streams[1:])
    return subprocess.CompletedProcess(["understudy", *words], status, output, errors)


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(IMPORTED))
    return context


def _run(words: Sequence[str], env: dict[str, str], cwd: str, streams: Sequence[str]) -> None:
    """In the forked process: take over the streams, the folder and the environment, and end with the command."""
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for number, path in enumerate(streams):
        opened = os.open(path, os.O_RDWR | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = ["understudy", *words]
    from understudy.cli.main import main

    sys.exit(main())
