"""A folder in which the shell commands of the documents work, and the ways in which they are run.

The folder has what the commands name: a git repository with an uncommitted rename, an agent `some-agent`, an MCP
server `some-server`, stories, a second root. The addresses of the documents are replaced by those of servers of
the test. Which command is run in which way: test_shell_examples.py.

`understudy` there is the installed program at a terminal and with `--jobs`, which starts processes of its own, and
otherwise a forked one (forked_command.py).
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from agent_program import LIMIT_S, agent_environ
from forked_command import forked_understudy
from repository.document_blocks import REPOSITORY, read_blocks
from terminal_window import Window

__all__ = ["ShellFolder", "Way", "answers", "ends", "prints_address", "typed_at"]

SCRIPTED_AGENT = REPOSITORY / "tests" / "client" / "agents" / "scripted.py"
SOURCE = 'def get_user(name):\n    return name\n\n\ndef run():\n    return get_user("a")\n\n\n'
CALLERS = "".join(f'def use_{n}():\n    return get_user("{n}")\n\n\n' for n in range(10))


class ShellFolder:
    """One folder for one block: commands of a block see the files of those before."""

    def __init__(self, folder: Path, model: str) -> None:
        self.project = folder / "project"
        self.addresses: dict[str, str] = {}
        """What stands in a document, and what the test runs instead."""
        programs = folder / "bin"
        self.environ = agent_environ(
            folder,
            PATH=f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}:/usr/sbin",
            OLLAMA_HOST=model,
            LLAMA_ARG_PORT="9",
            BROWSER="true",
            TERM="xterm",
            GIT_CONFIG_COUNT="2",
            GIT_CONFIG_KEY_0="user.name",
            GIT_CONFIG_VALUE_0="A",
            GIT_CONFIG_KEY_1="user.email",
            GIT_CONFIG_VALUE_1="a@example.org",
        )
        self._fill(folder, programs)

    def _fill(self, folder: Path, programs: Path) -> None:
        for path in (self.project / "src", self.project / "app", self.project / "lib", folder / "library"):
            path.mkdir(parents=True)
        programs.mkdir()
        self._install(programs)
        (self.project / "README.md").write_text("# A project\n\nIt is an example.\n")
        (self.project / ".gitignore").write_text("/*\n!/src\n!/README.md\n")
        (self.project / "src" / "app.py").write_text(SOURCE + CALLERS)
        self._program(programs / "some-agent", f"exec {sys.executable} {programs}/agent.py {_script(folder)}")
        shutil.copy(SCRIPTED_AGENT, programs / "agent.py")
        self._program(programs / "some-server", 'exec understudy mcp --trust-all --root "$1"')
        self._program(programs / "other-agent", "exec understudy acp")
        (self.project / "node_modules" / ".bin").mkdir(parents=True)
        self._program(self.project / "node_modules" / ".bin" / "some-acp-agent", "exec understudy acp")
        stories = self.project / "tests" / "stories"
        stories.mkdir(parents=True)
        text = (REPOSITORY / "tests" / "stories" / "rename_local.story").read_text()
        (stories / "rename_local.story").write_text(text.partition("\n==== ")[0] + "\n")
        (self.project / "my-stories").mkdir()
        (example,) = (one for one in read_blocks() if one.body.startswith("==== "))
        for place in (self.project / "my-stories", stories):
            (place / "example.story").write_text(example.body)
        self._git(self.project, SOURCE.replace("get_user(name)", "fetch_user(name)") + CALLERS, commit=False)
        other = folder / "src" / "project"  # ~/src/project
        shutil.copytree(self.project / "src", other / "src")
        (other / "src" / "app.py").write_text(SOURCE + CALLERS)
        self._git(other, (SOURCE + CALLERS).replace("get_user", "fetch_user"), commit=True)

    def _install(self, programs: Path) -> None:
        installed, own = Path(sys.prefix), self.project / ".venv"
        (own / "bin").mkdir(parents=True)
        for path in (*installed.iterdir(), *(installed / "bin").iterdir()):
            link = own / path.relative_to(installed)
            if path.name != "understudy" and not link.exists():
                link.symlink_to(path)
        forked = shlex.join(forked_understudy())
        lines = (
            f'real() {{ exec {installed}/bin/understudy "$@"; }}',
            '[ -t 0 ] && real "$@"',
            'case " $* " in *" --jobs "*) real "$@" ;; esac',
            f'exec {forked} "$@"',
        )
        body = "\n".join(lines)
        self._program(programs / "understudy", body)
        self._program(own / "bin" / "understudy", body)

    def _git(self, folder: Path, changed: str, *, commit: bool) -> None:
        lines = ["git init --quiet .", "git add .", "git commit --quiet -m first"]
        self.run("; ".join(lines), cwd=folder)
        (folder / "src" / "app.py").write_text(changed)
        if commit:
            self.run("git commit --quiet -am 'rename get_user'", cwd=folder)

    @staticmethod
    def _program(path: Path, body: str) -> None:
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def concrete(self, command: str) -> str:
        """The command with the addresses of this test."""
        for documented, own in self.addresses.items():
            command = command.replace(documented, own)
        return command

    def run(self, command: str, *, stdin: str = "", cwd: Path | None = None) -> str:
        """Run the command in bash to its end, which must be a success; return its output."""
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", self.concrete(command)],
            cwd=cwd or self.project,
            env=self.environ,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
        assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def started(self, command: str, *, sees: str, **environ: str) -> Generator[str]:
        """Start a server; hand out what it printed up to the line with `sees`; end it with all its processes."""
        server = subprocess.Popen(
            ["bash", "-c", self.concrete(command)],
            cwd=self.project,
            env={**self.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert server.stdout is not None
        printed = ""
        try:
            while sees not in printed:
                line = server.stdout.readline()
                assert line, f"{command}: {printed}"
                printed += line
            yield printed
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait(LIMIT_S)
            server.stdout.close()


Way = Callable[[ShellFolder, str], None]
"""How a command is run, and what is then looked at."""


def ends(*, sees: str = "", writes: str = "", more: str = "") -> Way:
    """To its end. `sees` is in its output, `writes` is a file it makes, `more` are words that shorten it."""

    def run(folder: ShellFolder, command: str) -> None:
        output = folder.run(f"{command} {more}" if more else command)
        assert sees in output, f"{command}:\n{output}"
        assert not writes or (folder.project / writes).stat().st_size

    return run


def answers(*, sees: str) -> Way:
    """A program that answers `initialize` on its standard streams, and ends with its input."""
    ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    client = {"name": "documents", "version": "1"}
    params = {"protocolVersion": 1, "capabilities": {}, "clientInfo": client}

    def run(folder: ShellFolder, command: str) -> None:
        version = params if " mcp " not in command else {**params, "protocolVersion": "2025-06-18"}
        answer, _, _ = folder.run(command, stdin=json.dumps({**ask, "params": version}) + "\n").partition(
            "\n"
        )
        assert sees in json.dumps(json.loads(answer)["result"]), answer

    return run


def prints_address(page: str, *, more: str = "") -> Way:
    """A server that prints its address; there is a page with this text."""

    def run(folder: ShellFolder, command: str) -> None:
        with folder.started(f"{command} {more}", sees="http://") as printed:
            address = next(word for word in printed.split() if word.startswith("http://"))
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with opener.open(address, timeout=LIMIT_S) as response:
                assert page in response.read().decode()

    return run


def typed_at(*talk: tuple[str, str]) -> Way:
    """A program at a terminal: when the first text is there, the second is typed."""

    def run(folder: ShellFolder, command: str) -> None:
        words = ["bash", "-c", folder.concrete(command)]
        with Window(words, folder.environ, folder.project, columns=300) as window:
            for shown, keys in talk:
                window.see(shown)
                window.type(keys)
            assert window.left() == 0, window.text

    return run


def _script(folder: Path) -> str:
    """The script of `some-agent`: it has one session, with one answer in it."""
    session = {
        "sessionId": "s1",
        "cwd": str(folder / "project"),
        "title": "About tests",
        "updatedAt": "2026-01-02T03:04:05Z",
    }
    script = {"pages": [{"sessions": [session]}], "history": ["They pass."], "turn": [{"say": "They pass."}]}
    return shlex.quote(json.dumps(script))
