"""`understudy login` and `logout` as people and editors use them: real processes, and a real terminal."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from forked_command import run_command
from understudy.cli.config.credentials import Credentials

SECRET = "sk-very-secret-0123456789"
UNDERSTUDY = [sys.executable, "-m", "understudy.cli.main"]
# The child makes the terminal its own, as a shell in an editor's terminal would have done.
AT_TERMINAL = (
    "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "from understudy.cli.main import main; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    nowhere = {"OLLAMA_HOST": "127.0.0.1:9", "LLAMA_ARG_PORT": "9"}  # no server of this machine is used
    config = {"HOME": str(tmp_path), "UNDERSTUDY_CONFIG_DIR": str(tmp_path / "config"), "TERM": "xterm"}
    return {**kept, **nowhere, **config}


@pytest.fixture
def stored(tmp_path: Path) -> Credentials:
    return Credentials(tmp_path / "config")


def understudy(
    environ: dict[str, str], *words: str, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    return run_command(*words, env=environ, stdin=stdin)


class Screen:
    """A process at a terminal, and everything that the terminal showed."""

    def __init__(self, environ: dict[str, str], *words: str) -> None:
        self.master, slave = pty.openpty()
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", AT_TERMINAL, *words],
            env=environ,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        self.slave = slave

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + 240
        while text not in self.shown:
            assert time.monotonic() < until, self.shown
            self._read(1)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for_no_echo(self) -> None:
        """The prompt and the switch are two steps; what is typed between them is not for this test."""
        until = time.monotonic() + 240
        while termios.tcgetattr(self.slave)[3] & termios.ECHO:
            assert time.monotonic() < until
            self._read(0.01)

    def ended_by(self, key: str) -> int:
        """Press the key until the process ends, as a person does: a signal that comes just before the process waits
        for input does not end the wait."""
        for _ in range(12):
            self.type(key)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
                break
        return self.ended()

    def ended(self) -> int:
        status = self.process.wait(240)
        while self._read(0):
            pass
        return status

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        self.shown += os.read(self.master, 65536).decode()
        return True

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(240)
        os.close(self.slave)
        os.close(self.master)


@pytest.fixture
def at_terminal(environ: dict[str, str]) -> Iterator[Callable[..., Screen]]:
    screens: list[Screen] = []

    def start(*words: str, **more: str) -> Screen:
        screens.append(Screen({**environ, **more}, *words))
        return screens[-1]

    yield start
    for screen in screens:
        screen.close()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["login", "--key-only"], "2"),
        (["login", "--key-only"], "anthropic"),
        (["login", "--key-only"], "Anthropic"),
    ],
)
def test_at_a_terminal_the_provider_is_chosen_and_the_key_is_not_shown(
    at_terminal: Callable[..., Screen], stored: Credentials, words: list[str], answer: str
) -> None:
    screen = at_terminal(*words)
    screen.wait_for("Number or name: ")
    assert "2  Anthropic (anthropic)" in screen.shown
    screen.type(f"{answer}\n")
    screen.wait_for("Key for Anthropic")
    screen.wait_for_no_echo()
    screen.type(f"{SECRET}\n")
    assert screen.ended() == 0
    assert SECRET not in screen.shown
    assert f"Stored the key for Anthropic in {stored.path}." in screen.shown
    assert "--model anthropic:NAME" in screen.shown
    assert stored.get("anthropic") == SECRET
    assert termios.tcgetattr(screen.slave)[3] & termios.ECHO


def test_a_named_provider_is_not_asked_for(at_terminal: Callable[..., Screen], stored: Credentials) -> None:
    screen = at_terminal("login", "openai-chat", "--key-only", OPENAI_API_KEY="other")
    screen.wait_for("Key for OpenAI")
    screen.wait_for_no_echo()
    screen.type(f"{SECRET}\n")
    assert screen.ended() == 0
    assert "OPENAI_API_KEY is set here" in screen.shown
    assert stored.providers() == ["openai"]


def test_a_wrong_choice_is_asked_again_and_then_given_up(
    at_terminal: Callable[..., Screen], stored: Credentials
) -> None:
    screen = at_terminal("login")
    screen.wait_for("Number or name: ")
    screen.type("9\nnobody\n\n")
    assert screen.ended() == 1
    assert screen.shown.count("Type a number from 1 to 3") == 3
    assert "Nothing was stored." in screen.shown
    assert stored.providers() == []


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1)])
@pytest.mark.parametrize("at_key", [False, True])
def test_control_c_and_control_d_end_it_cleanly(
    at_terminal: Callable[..., Screen], stored: Credentials, key: str, status: int, at_key: bool
) -> None:
    screen = at_terminal("login", *(["google"] if at_key else []))
    screen.wait_for("Key for Google" if at_key else "Number or name: ")
    if at_key:
        screen.wait_for_no_echo()
    assert screen.ended_by(key) == status
    assert "Nothing was stored." in screen.shown
    assert "Traceback" not in screen.shown
    assert termios.tcgetattr(screen.slave)[3] & termios.ECHO
    assert stored.providers() == []


def test_without_a_terminal_the_key_comes_from_stdin(environ: dict[str, str], stored: Credentials) -> None:
    done = understudy(environ, "login", "openai", "--stdin", stdin=f"{SECRET}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert SECRET not in done.stdout
    assert stored.get("openai") == SECRET


def test_a_key_can_be_for_a_server_of_ones_own(environ: dict[str, str], stored: Credentials) -> None:
    server = ("--base-url", "https://models.example.org/v1")
    done = understudy(environ, "login", "openai-chat", "--stdin", *server, stdin=SECRET)
    assert "--model openai-chat:NAME --base-url https://models.example.org/v1" in done.stdout
    assert stored.providers() == ["openai@models.example.org"]
    assert understudy(environ, "logout", *server).returncode == 2
    assert "openai@models.example.org" in understudy(environ, "logout", "openai", *server).stdout
    assert stored.providers() == []


@pytest.mark.parametrize(
    ("words", "stdin", "status", "hint"),
    [
        (["login"], None, 2, "--stdin"),
        (["login", "openai"], None, 2, "--stdin"),
        (["login", "--stdin"], SECRET, 2, "Name the provider"),
        (["login", "nobody", "--stdin"], SECRET, 2, "openai"),
        (["login", "ollama", "--stdin"], SECRET, 2, "needs no key"),
        (["login", "openai", "--stdin", "--base-url", "nowhere"], SECRET, 2, "URL"),
        (["login", "openai", "--stdin"], "", 1, "empty"),
        (["login", "openai", "--stdin"], f"{SECRET} {SECRET}", 1, "bad_key"),
        (["login", "openai", "--stdin"], SECRET + " " * 100_000 + "x", 1, "bad_key"),
        (["logout", "nobody"], None, 2, "openai"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_on_stderr(
    environ: dict[str, str], stored: Credentials, words: list[str], stdin: str | None, status: int, hint: str
) -> None:
    done = understudy(environ, *words, stdin=stdin)
    assert done.returncode == status
    assert hint in done.stderr
    assert done.stderr.count("\n") == 1
    assert SECRET not in done.stdout + done.stderr
    assert stored.providers() == []


def test_logout_says_what_it_removed(environ: dict[str, str], stored: Credentials) -> None:
    for name in ("openai", "anthropic", "google"):
        stored.set(name, SECRET)
    assert "No key was stored for ollama." in understudy(environ, "logout", "ollama").stdout
    one = understudy({**environ, "OPENAI_API_KEY": "x"}, "logout", "openai-chat").stdout
    assert (
        one == f"Removed from {stored.path}: openai.\nNote: still set in this environment: OPENAI_API_KEY.\n"
    )
    assert understudy(environ, "logout").stdout == f"Removed from {stored.path}: anthropic, google.\n"
    assert understudy(environ, "logout").stdout == "No key was stored.\n"


def test_an_unsafe_store_is_said_with_its_remedy(environ: dict[str, str], stored: Credentials) -> None:
    stored.set("openai", SECRET)
    stored.path.chmod(0o644)
    for words in (["login", "google", "--stdin"], ["logout"]):
        done = understudy(environ, *words, stdin="k")
        assert done.returncode == 1
        assert f"chmod 600 '{stored.path}'" in done.stderr
        assert SECRET not in done.stderr
