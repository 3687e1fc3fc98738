"""The build hook: writes the commit into what is built, adds the plugins for editors and the man page to the wheel.

`make dist` builds the VS Code extension, the page and the man page first; a wheel built without them lacks them.
"""

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EDITOR_FILES = ("neovim", "emacs/understudy.el", "vscode/understudy.vsix")
MAN_PAGE = "build/understudy.1"
COMMIT_FILE = "build/commit.txt"
"""Where an sdist has it."""


class InstallationFiles(BuildHookInterface[Any]):
    """Named in pyproject.toml as the custom hook of both targets."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        included = build_data["force_include"]
        root = Path(self.root)
        is_sdist = self.target_name == "sdist"
        commit = self._commit_file(root)
        if commit is not None:
            included[str(commit)] = COMMIT_FILE if is_sdist else "understudy/commit.txt"
        for name in EDITOR_FILES:
            if (root / "editors" / name).exists():
                included[str(root / "editors" / name)] = (
                    f"editors/{name}" if is_sdist else f"understudy/editors/{name}"
                )
        if (root / MAN_PAGE).exists():
            if is_sdist:
                included[str(root / MAN_PAGE)] = MAN_PAGE
            else:
                build_data["shared_data"][str(root / MAN_PAGE)] = "share/man/man1/understudy.1"

    def _commit_file(self, root: Path) -> Path | None:
        if not (root / ".git").exists():
            unpacked = root / COMMIT_FILE
            return unpacked if unpacked.exists() else None
        self._folder = tempfile.TemporaryDirectory()  # exists until the build has ended
        written = Path(self._folder.name) / "commit.txt"
        written.write_text(f"{_read_commit(root)}\n")
        return written


def _read_commit(root: Path) -> str:
    command = ["git", "-C", str(root), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"git does not name the commit of {root}: {error}") from error
