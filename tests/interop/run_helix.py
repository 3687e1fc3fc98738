"""Drives real Helix from Debian's unstable release in tmux, with the settings of docs/editors.md.

    python tests/interop/run_helix.py

The journeys: the code action "Rename everywhere" over two files, and the commands that go to the next edit and
apply it. Skips, and says so, where Helix cannot be had.
"""

import os
import sys
import tempfile
import time
import traceback
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from debian_editors import Unavailable, UnpackedEditor, report_skip, unpack_editor
from document_snippets import snippets
from tmux_screen import LIMIT_S, Screen

REPOSITORY = Path(__file__).resolve().parents[2]
USERS = "def get_user(name):\n    return name\n\n\ndef run():\n    print(get_user('a'))\n    print(get_user('b'))\n"
MAIN = "from users import get_user\n\nprint(get_user('c'))\n"
OPENED = '"method":"textDocument/didOpen"'


FILES = {"users.py": USERS, "main.py": MAIN}


@contextmanager
def helix(editor: UnpackedEditor, folder: Path) -> Generator[Screen]:
    """Helix on a project of two files, once its server has the text."""
    project, log = folder / "project", folder / "helix.log"
    (project / ".git").mkdir(parents=True)
    for name, text in FILES.items():
        (project / name).write_text(text)
    (settings,) = snippets(REPOSITORY, "Helix", "toml")
    config = folder / ".config/helix"
    config.mkdir(parents=True)
    (config / "languages.toml").write_text(settings)
    environ = {
        "HOME": str(folder),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "HELIX_RUNTIME": str(editor.root / "usr/lib/hx/runtime"),
    }
    command = [*editor.command("usr/lib/hx/hx"), "-vv", "--log", str(log), str(project / "users.py")]
    with Screen(folder, command, environ, cwd=project) as screen:
        screen.wait_for("def get_user")
        screen.wait_until(lambda _: log.is_file() and OPENED in log.read_text(), "the server to start")
        yield screen


def _rename(screen: Screen) -> None:
    """Change `get` into `find` in the definition."""
    screen.type("/get")
    screen.keys("Enter")
    screen.type("gg/get")
    screen.keys("Enter")
    screen.type("cfind")
    screen.keys("Escape")
    screen.wait_for("def find_user")


def _expect_files(screen: Screen, project: Path, wanted: Mapping[str, str]) -> None:
    screen.type(":wa")
    screen.keys("Enter")
    deadline = time.monotonic() + LIMIT_S
    while (found := {name: (project / name).read_text() for name in FILES}) != wanted:
        if time.monotonic() > deadline:
            raise AssertionError(f"found {found}\n{screen.read()}")
        time.sleep(0.05)


def rename_everywhere(screen: Screen, project: Path) -> None:
    _rename(screen)
    screen.type(" a")
    screen.wait_for("Next edit: get_user → find_user in line 6", "Rename everywhere")
    screen.keys("Down")
    screen.keys("Enter")
    screen.wait_until_gone("get_user")
    renamed = {name: text.replace("get_user", "find_user") for name, text in FILES.items()}
    _expect_files(screen, project, renamed)


def commands_go_there_and_apply_it(screen: Screen, project: Path) -> None:
    _rename(screen)
    for command, shown in (("next", "6:11"), ("accept", "find_user('a')")):
        screen.type(f":lsp-workspace-command understudy.{command}")
        screen.keys("Enter")
        screen.wait_for(shown)
    _expect_files(screen, project, {**FILES, "users.py": USERS.replace("get_user", "find_user", 2)})


def main() -> int:
    try:
        editor = unpack_editor("helix", ["hx"])
    except Unavailable as error:
        return report_skip("Helix", error)
    failures = 0
    for journey in (rename_everywhere, commands_go_there_and_apply_it):
        started = time.monotonic()
        title = journey.__name__.replace("_", " ")
        try:
            with (
                tempfile.TemporaryDirectory(prefix="understudy-helix-", ignore_cleanup_errors=True) as folder,
                helix(editor, Path(folder)) as screen,
            ):
                journey(screen, Path(folder) / "project")
        except Exception:
            failures += 1
            print(f"FAILED Helix: {title}\n{traceback.format_exc()}")
        else:
            print(f"Helix: {title} ({time.monotonic() - started:.1f} s)")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
