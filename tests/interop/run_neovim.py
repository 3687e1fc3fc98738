"""Drives real Neovim from Debian's unstable release in tmux, with our plugin, and reads the screen.

    python tests/interop/run_neovim.py

The journeys: a rename over two files by Tab alone, a rejected edit that stays rejected, silence after an undo, the
explanation, keys that mean something else, Neovim's own inline completion without our plugin. Skips, and says so,
where Neovim cannot be had. UNDERSTUDY_NEOVIM_PLUGINS may name a folder with checkouts of sidekick.nvim,
copilot-lsp, codecompanion.nvim and plenary.nvim, which then run too.
"""

import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from debian_editors import Unavailable, UnpackedEditor, report_skip, unpack_editor
from document_snippets import snippets
from tmux_screen import LIMIT_S, Screen

REPOSITORY = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).parent / "understudy"
USERS = "def get_user(name):\n    return name\n\n\ndef run():\n    print(get_user('a'))\n    print(get_user('b'))\n"
MAIN = "from users import get_user\n\nprint(get_user('c'))\n"
RENAMED_USERS, RENAMED_MAIN = (text.replace("get_user", "find_user") for text in (USERS, MAIN))
PREPARED = """
vim.o.swapfile = false
vim.api.nvim_create_autocmd("LspAttach", { callback = function() vim.g.is_attached = 1 end })
"""
OWN_PLUGIN, BUILT_IN, SIDEKICK, COPILOT_LSP = (
    PREPARED + snippet for snippet in snippets(REPOSITORY, "Neovim", "lua")
)
"""The settings as docs/editors.md has them."""
(CODE_COMPANION,) = snippets(REPOSITORY, "Neovim with CodeCompanion", "lua")
LUA_5_1 = """
local running = coroutine.running -- Debian's LuaJIT answers as Lua 5.2 does; the plugin expects 5.1
coroutine.running = function()
  local thread, is_main = running()
  return not is_main and thread or nil
end
vim.g.is_attached = 1
"""
PLUGINS = Path(os.environ.get("UNDERSTUDY_NEOVIM_PLUGINS", ""))


class Journey:
    def __init__(self, screen: Screen, project: Path, evaluate: Callable[[str], str]) -> None:
        self.screen = screen
        self.project = project
        self.evaluate = evaluate
        """The value of an expression in the running Neovim."""

    def ask_again(self) -> None:
        """Have the plugin ask, and wait for the answer."""
        suggestion = 'require("understudy.suggestion")'
        self.evaluate(f"luaeval('{suggestion}.request()')")
        self.wait_for_value(f"luaeval('{suggestion}.is_waiting()')", "false")

    def wait_for_value(self, expression: str, value: str) -> None:
        deadline = time.monotonic() + LIMIT_S
        while (found := self.evaluate(expression)) != value:
            if time.monotonic() > deadline:
                raise AssertionError(f"{expression} is {found}, not {value}\n{self.screen.read()}")
            time.sleep(0.05)

    def rename(self) -> None:
        """Change `get` into `find` in the definition, key by key."""
        self.screen.keys("0", "w", "c", "3", "l")
        self.screen.type("find")
        self.screen.keys("Escape")

    def save(self) -> None:
        self.screen.type(":wa")
        self.screen.keys("Enter")

    def expect_files(self, users: str, main: str) -> None:
        self.save()
        deadline = time.monotonic() + LIMIT_S
        while (found := self.read_files()) != (users, main):
            if time.monotonic() > deadline:
                raise AssertionError(f"expected {(users, main)}, found {found}\n{self.screen.read()}")
            time.sleep(0.05)

    def read_files(self) -> tuple[str, str]:
        return (self.project / "users.py").read_text(), (self.project / "main.py").read_text()


def rename_over_two_files(journey: Journey) -> None:
    screen = journey.screen
    journey.rename()
    for call in ("get_user('a')", "get_user('b')"):
        screen.wait_until(lambda shown, call=call: _marked(shown, call), f"the next edit at {call}")
        screen.keys("Tab", "Tab")  # there, and accepted
        screen.wait_for(call.replace("get", "find"))
    screen.wait_for("» main.py:1")
    screen.keys("Tab")
    for line in ("from users import get_user", "print(get_user('c'))"):
        screen.wait_until(lambda shown, line=line: _marked(shown, line), f"the next edit at {line}")
        screen.keys(*(["Tab"] if line.startswith("from") else ["Tab", "Tab"]))
        screen.wait_for(line.replace("get", "find"))
    journey.expect_files(RENAMED_USERS, RENAMED_MAIN)


def _is_silent(journey: Journey) -> bool:
    """Whether nothing is displayed after another request. The terminal may draw later than the plugin knows."""
    journey.ask_again()
    return "»" not in journey.screen.read()


def a_rejected_edit_stays_rejected(journey: Journey) -> None:
    screen = journey.screen
    journey.rename()
    screen.wait_for("→ find_user")
    for _ in range(10):
        screen.keys("Escape")
        screen.wait_until_gone("→", "»")
        screen.keys("j")
        if all(_is_silent(journey) for _ in range(3)):
            break
    assert _is_silent(journey), screen.read()
    journey.expect_files(USERS.replace("get", "find", 1), MAIN)


def an_undo_is_followed_by_silence(journey: Journey) -> None:
    screen = journey.screen
    journey.rename()
    screen.wait_for("→ find_user")
    screen.type("u")
    screen.wait_until_gone("find_user")
    screen.type(":Understudy explain")
    screen.keys("Enter")
    screen.wait_for("The last thing the user did was an undo")
    assert "»" not in screen.read()


def the_explanation_names_the_rename(journey: Journey) -> None:
    screen = journey.screen
    journey.rename()
    screen.wait_for("→ find_user")
    screen.type(":Understudy explain")
    screen.keys("Enter")
    screen.wait_for("You renamed the function get_user to find_user")


def keys_keep_their_other_meanings(journey: Journey) -> None:
    """Tab indents an empty line; the command asks where nothing is shown; no text moves for the sign."""
    screen = journey.screen
    journey.wait_for_value("&signcolumn", "yes")
    journey.rename()
    screen.wait_for("→ find_user")
    screen.type("jo")
    journey.wait_for_value("mode()", "i")
    screen.wait_until(lambda shown: _marked(shown, "get_user('a')"), "the next edit")
    screen.keys("Tab")
    journey.wait_for_value("getline(3) =~ '^\\s\\+$'", "1")
    screen.type("y = 1")
    journey.wait_for_value("getline(3)", "y = 1")
    screen.wait_until(lambda shown: _marked(shown, "get_user('a')"), "the next edit")
    screen.keys("Tab")
    journey.wait_for_value("line('.')", "7")
    screen.keys("Escape")
    journey.wait_for_value("mode()", "n")
    journey.ask_again()  # the end of insert mode hides the edit for a moment
    screen.wait_until(lambda shown: _marked(shown, "get_user('a')"), "the next edit")
    screen.keys("Escape")
    screen.wait_until_gone("→", "»")
    screen.type(":Understudy explain")
    screen.keys("Enter")
    screen.wait_for("You rejected the next edit.")
    screen.type(":Understudy next")
    screen.keys("Enter")
    journey.wait_for_value("line('.')", "8")
    screen.wait_until(lambda shown: _marked(shown, "get_user('b')"), "the next edit")


def inline_completion_is_built_in(journey: Journey) -> None:
    screen = journey.screen
    journey.rename()
    screen.type("5j")
    screen.type("0fgi")  # insert mode in front of get_user in the line below
    screen.wait_for("print(find_user")
    screen.keys("C-f")
    # Neovim inserts it a moment later, and not at all if insert mode has ended by then.
    journey.wait_for_value("getline(6)", "print(find_user('a'))")
    screen.keys("Escape")
    journey.expect_files(USERS.replace("get_user", "find_user", 2), MAIN)


def _another_plugin_renames_one_file(journey: Journey) -> None:
    screen = journey.screen
    journey.rename()
    for done, call in enumerate(("get_user('a')", "get_user('b')"), 1):
        # These plugins draw the new name in the line, or below it.
        screen.wait_until(
            lambda shown, done=done: shown.count("find_user") > done, f"the next edit at {call}"
        )
        screen.keys("Tab")
        journey.wait_for_value("line('.')", str(done + 5))
        screen.keys("Tab")
        journey.wait_for_value(f"stridx(join(getline(1, '$')), \"{call}\")", "-1")
    journey.expect_files(RENAMED_USERS, MAIN)


def sidekick_unmodified(journey: Journey) -> None:
    _another_plugin_renames_one_file(journey)


def copilot_lsp_unmodified(journey: Journey) -> None:
    _another_plugin_renames_one_file(journey)


def codecompanion_chats_with_the_agent(journey: Journey) -> None:
    """A slash command needs no model, so that the key of the example is not needed."""
    screen = journey.screen
    screen.type(":CodeCompanionChat adapter=understudy")
    screen.keys("Enter")
    screen.wait_for("Me")
    screen.keys("i")
    screen.type("/read users.py:1-2")
    screen.keys("Escape")
    screen.wait_for("/read users.py:1-2")
    screen.keys("C-s")
    screen.wait_until(lambda shown: shown.count("def get_user") > 1, "the answer of the agent")


JOURNEYS: tuple[tuple[Callable[[Journey], None], str], ...] = (
    (rename_over_two_files, OWN_PLUGIN),
    (a_rejected_edit_stays_rejected, OWN_PLUGIN),
    (an_undo_is_followed_by_silence, OWN_PLUGIN),
    (the_explanation_names_the_rename, OWN_PLUGIN),
    (keys_keep_their_other_meanings, OWN_PLUGIN),
    (inline_completion_is_built_in, BUILT_IN),
    (sidekick_unmodified, SIDEKICK),
    (copilot_lsp_unmodified, COPILOT_LSP),
    (codecompanion_chats_with_the_agent, PREPARED + LUA_5_1 + CODE_COMPANION),
)
NEEDED_PLUGINS: dict[Callable[[Journey], None], str] = {
    sidekick_unmodified: "sidekick.nvim",
    copilot_lsp_unmodified: "copilot-lsp",
    codecompanion_chats_with_the_agent: "codecompanion.nvim",
}


def _marked(shown: str, text: str) -> bool:
    """Whether the line with that text has the sign of a next edit, and the new name behind it."""
    return any(line.startswith("»") and text in line and "→ find_user" in line for line in shown.splitlines())


@contextmanager
def neovim(editor: UnpackedEditor, config: str) -> Generator[Journey]:
    """Neovim on a project of two files: a server without a terminal, and a terminal connected to it."""
    with tempfile.TemporaryDirectory(prefix="understudy-nvim-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        project = folder / "project"
        (project / ".git").mkdir(parents=True)
        (project / "users.py").write_text(USERS)
        (project / "main.py").write_text(MAIN)
        init = folder / "init.lua"
        found = sorted(PLUGINS.glob("*/lua")) if PLUGINS.name else []
        # An installed Neovim knows the folder of its own parsers.
        parsers = f"vim.opt.rtp:append('{editor.root / 'usr/lib/nvim'}')\n"
        init.write_text(
            parsers + "".join(f"vim.opt.rtp:prepend('{path.parent}')\n" for path in found) + config
        )
        (folder / "src").mkdir()
        (folder / "src/understudy").symlink_to(REPOSITORY)
        environ = {
            "HOME": str(folder),
            "PATH": f"{COMMAND.parent}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "VIMRUNTIME": str(editor.root / "usr/share/nvim/runtime"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        command, socket = editor.command("usr/bin/nvim"), folder / "nvim.sock"
        # Neovim would start itself for the terminal, which the loader cannot; so there are two processes.
        server = subprocess.Popen(
            [*command, "--headless", "--listen", str(socket), "-u", str(init), "users.py"],
            cwd=project,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + LIMIT_S
            while not socket.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            terminal = [*command, "--server", str(socket), "--remote-ui"]
            with Screen(folder, terminal, environ) as screen:
                screen.wait_for("def get_user")
                asked = [*command, "--headless", "--server", str(socket), "--remote-expr"]
                journey = Journey(screen, project, partial(_evaluate, asked, environ))
                journey.wait_for_value("get(g:, 'is_attached')", "1")  # the server has the text
                yield journey
        finally:
            server.terminate()
            server.wait(LIMIT_S)


def _evaluate(command: Sequence[str], environ: Mapping[str, str], expression: str) -> str:
    asked = [*command, expression]
    return subprocess.run(asked, env=environ, capture_output=True, text=True, check=False).stdout.strip()


def main() -> int:
    try:
        editor = unpack_editor("neovim", ["neovim"])
    except Unavailable as error:
        return report_skip("Neovim", error)
    failures = 0
    wanted = sys.argv[1:]
    for journey, config in JOURNEYS:
        if wanted and journey.__name__ not in wanted:
            continue
        needed = NEEDED_PLUGINS.get(journey)
        if needed is not None and not (PLUGINS / needed / "lua").is_dir():
            print(f"SKIPPED Neovim: {needed} is not in UNDERSTUDY_NEOVIM_PLUGINS")
            continue
        started = time.monotonic()
        try:
            with neovim(editor, config) as opened:
                journey(opened)
        except Exception:
            failures += 1
            print(f"FAILED Neovim: {journey.__name__.replace('_', ' ')}\n{traceback.format_exc()}")
        else:
            print(f"Neovim: {journey.__name__.replace('_', ' ')} ({time.monotonic() - started:.1f} s)")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
