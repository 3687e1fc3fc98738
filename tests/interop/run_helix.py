"""Drives real Helix from Debian's unstable release in tmux, with the settings of docs/editors.md.

    python tests/interop/run_helix.py

The journey: the code action "Rename everywhere" over two files. Skips, and says so, where Helix cannot be had.
"""

import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

from debian_editors import Unavailable, UnpackedEditor, report_skip, unpack_editor
from document_snippets import snippets
from tmux_screen import LIMIT_S, Screen

REPOSITORY = Path(__file__).resolve().parents[2]
USERS = "def get_user(name):\n    return name\n\n\ndef run():\n    print(get_user('a'))\n    print(get_user('b'))\n"
MAIN = "from users import get_user\n\nprint(get_user('c'))\n"
OPENED = '"method":"textDocument/didOpen"'


def rename_everywhere(editor: UnpackedEditor, folder: Path) -> None:
    project, log = folder / "project", folder / "helix.log"
    (project / ".git").mkdir(parents=True)
    files = {"users.py": USERS, "main.py": MAIN}
    for name, text in files.items():
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
        screen.type("/get")
        screen.keys("Enter")
        screen.type("gg/get")
        screen.keys("Enter")
        screen.type("cfind")
        screen.keys("Escape")
        screen.wait_for("def find_user")
        screen.type(" a")
        screen.wait_for("Next edit: get_user → find_user in line 6", "Rename everywhere")
        screen.keys("Down")
        screen.keys("Enter")
        screen.wait_until_gone("get_user")
        screen.type(":wa")
        screen.keys("Enter")
        deadline = time.monotonic() + LIMIT_S
        wanted = {name: text.replace("get_user", "find_user") for name, text in files.items()}
        while (found := {name: (project / name).read_text() for name in files}) != wanted:
            if time.monotonic() > deadline:
                raise AssertionError(f"found {found}\n{screen.read()}")
            time.sleep(0.05)


def main() -> int:
    try:
        editor = unpack_editor("helix", ["hx"])
    except Unavailable as error:
        return report_skip("Helix", error)
    started = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="understudy-helix-", ignore_cleanup_errors=True) as folder:
            rename_everywhere(editor, Path(folder))
    except Exception:
        print(f"FAILED Helix: rename everywhere\n{traceback.format_exc()}")
        return 1
    print(f"Helix: rename everywhere ({time.monotonic() - started:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
