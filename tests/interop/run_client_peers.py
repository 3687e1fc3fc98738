"""Runs our client against agents that others wrote: one on the official TypeScript SDK, and two that people use.

    python tests/interop/run_client_peers.py [--folder DIR]

Installs the pinned npm packages into DIR (default: a folder of the user's cache, kept for the next run) and fails
loudly. The two real agents have no account here: they are asked for what they do without one, also in a sandbox,
and the commands say what is missing. Needs npm, node ≥ 20 and a network for the installation.
"""

import asyncio
import os
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from npm_peers import installed

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from tests.client.agents import foreign  # noqa: E402
from tests.client.agents.harness import until  # noqa: E402

from agent_program import agent_environ  # noqa: E402
from understudy.client import AuthRequired, connect  # noqa: E402
from understudy.workspace import SandboxMode  # noqa: E402
from understudy.workspace.commands import choose_sandbox  # noqa: E402

PACKAGES = {
    "@agentclientprotocol/sdk": "2.4.0",
    "@agentclientprotocol/claude-agent-acp": "0.99.1",  # on the TypeScript SDK
    "@zed-industries/codex-acp": "0.16.0",  # on the Rust one
    "node": "22.23.3",  # The Claude agent needs a newer one than Debian has.
}
LIMIT_S = 240
COMMAND = [sys.executable, "-m", "understudy.cli.main", "run", "--timeout", "240"]
SANDBOXES = (False, True) if choose_sandbox(SandboxMode.AUTO).name != "none" else (False,)


def main() -> int:
    folder = installed("understudy-client-peers", __doc__, PACKAGES)
    if folder is None:
        return 2
    failures = [*drive_the_sdk(folder), *drive_claude(folder), *drive_codex(folder)]
    left = running(str(folder))
    failures += [f"still running: {line}" for line in left]
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    print(f"{len(failures)} failed" if failures else "all agents are served")
    return 1 if failures else 0


class ScenarioFolders:
    """Folders for one scenario, and the environment of an agent there."""

    def __init__(self, scratch: str, folder: Path) -> None:
        place = Path(scratch).resolve()
        self.home, self.root, self.second, self.outside = (
            place / name for name in ("home", "root", "second", "outside")
        )
        for made in (self.home, self.root, self.second, self.outside):
            made.mkdir()
        (self.outside / "secret.txt").write_text("outside secret\n")
        self.record = place / "record"
        path = f"{folder}/node_modules/node/bin:{os.environ['PATH']}"
        sources = os.environ.get("PYTHONPATH", "")
        self.environ = agent_environ(self.home, PATH=path, PYTHONPATH=sources)


Scene = Callable[[ScenarioFolders], Awaitable[None]]


def play(folder: Path, label: str, scene: Scene) -> list[str]:
    """Nothing, or what went wrong."""

    async def limited(folders: ScenarioFolders) -> None:
        async with asyncio.timeout(LIMIT_S):
            await scene(folders)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        try:
            asyncio.run(limited(ScenarioFolders(scratch, folder)))
        except Exception as error:
            return [f"{label}: {''.join(traceback.format_exception(error))[-3000:]}"]
    print(f"  {label}")
    return []


def drive_the_sdk(folder: Path) -> list[str]:
    """The script beside this one is the agent."""
    node = str(folder / "node_modules/node/bin/node")
    command = [node, str(Path(__file__).with_name("acp_agent.mjs")), str(folder)]
    scenes: dict[str, Scene] = {
        "auth_required and authenticate": lambda folders: foreign.asks_who_it_is(command, folders.root),
        "files, terminals, permissions": lambda folders: foreign.answers(
            command, folders.root, folders.outside
        ),
        "updates": lambda folders: foreign.tells_what_it_does(command, folders.root),
        "sessions": lambda folders: foreign.keeps_sessions(command, folders.root, folders.second),
        "cancel": lambda folders: foreign.is_cancelled(command, folders.root),
        "forms": lambda folders: foreign.asks_for_words(command, folders.root),
        "next edits": lambda folders: foreign.edits(command, folders.root, folders.record),
    }
    mcp_command = [node, str(Path(__file__).with_name("acp_mcp_agent.mjs")), str(folder)]
    scenes["MCP servers of the client"] = lambda folders: foreign.calls_servers(mcp_command, folders.root)
    print("TypeScript SDK")
    return [failure for label, scene in scenes.items() for failure in play(folder, label, scene)]


def drive_claude(folder: Path) -> list[str]:
    """It opens sessions without an account, and wants one for a turn."""
    command = [str(folder / "node_modules/.bin/claude-agent-acp")]

    def conversation(sandbox: bool) -> Scene:
        async def scene(folders: ScenarioFolders) -> None:
            async with connect(
                command,
                environ=folders.environ,
                cwd=folders.root,
                roots=[folders.root, folders.second],
                sandbox=sandbox,
                timeout=LIMIT_S,
            ) as agent:
                assert agent.info is not None
                assert agent.info.name == "@agentclientprotocol/claude-agent-acp"
                assert [info async for info in agent.sessions()] == []
                session = await agent.new_session(folders.root, additional=[folders.second])
                assert session.modes is not None
                assert session.modes.current_mode_id == "default"
                await session.set_mode("plan")
                assert {option.id for option in session.options} >= {"mode", "model"}
                with pytest.raises(AuthRequired):
                    await session.prompt("hello").finish()
                await until(lambda: session.commands)
                # It lists what it finds on the disk, where this one comes some time.
                assert {info.session_id async for info in agent.sessions()} <= {session.id}
                await agent.close_session(session.id)

        return scene

    print("claude-agent-acp")
    failures: list[str] = []
    for sandbox in SANDBOXES:
        failures += play(folder, f"sessions{' in a sandbox' * sandbox}", conversation(sandbox))
        failures += play(folder, f"understudy run{' --sandbox' * sandbox}", scripted_scene(command, sandbox))
    return failures


def drive_codex(folder: Path) -> list[str]:
    """It wants an account for everything but its introduction."""
    command = [str(folder / "node_modules/.bin/codex-acp")]

    async def introduction(folders: ScenarioFolders) -> None:
        async with connect(command, environ=folders.environ, cwd=folders.root) as agent:
            assert agent.info is not None
            assert agent.info.name == "codex-acp"
            assert {"chatgpt", "openai-api-key"} <= {method.id for method in agent.auth_methods}
            with pytest.raises(AuthRequired, match="chatgpt"):
                await agent.new_session(folders.root)

    print("codex-acp")
    failures = play(folder, "introduction", introduction)
    for sandbox in SANDBOXES:
        failures += play(folder, f"understudy run{' --sandbox' * sandbox}", scripted_scene(command, sandbox))
    return failures


def scripted_scene(command: Sequence[str], sandbox: bool) -> Scene:
    """What a user without an account sees: one sentence."""

    async def scene(folders: ScenarioFolders) -> None:
        done = await asyncio.to_thread(
            subprocess.run,
            [*COMMAND, *["--sandbox"] * sandbox, "--agent", shlex.join(command), "hello"],
            cwd=folders.root,
            env=folders.environ,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        assert (done.returncode, done.stdout) == (1, ""), done
        assert done.stderr.startswith("understudy run: The agent wants authentication"), done.stderr
        advice = "Choose one of these methods with --auth METHOD.\n"
        assert done.stderr.removesuffix(advice).count("\n") == 1, done.stderr

    return scene


def running(word: str) -> list[str]:
    """The command lines of processes that have the word in them."""
    found: list[str] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if word in line:
                found.append(line)
    return found


if __name__ == "__main__":
    sys.exit(main())
