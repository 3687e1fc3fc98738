"""The files for editors that come with the program: the Neovim plugin, the Emacs package, the VS Code extension.

A wheel has them inside the package, a checkout in `editors/` at its top.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["EDITORS", "EditorFiles", "find_editor_files"]


@dataclass(frozen=True, slots=True)
class EditorFiles:
    """Where the files of one editor are, and what to do with them."""

    editor: str
    path: Path
    instructions: str
    """`{path}` stands for the path."""

    @property
    def is_present(self) -> bool:
        return self.path.exists()


_LOCATIONS: Final = {
    "neovim": ("neovim", 'vim.opt.rtp:prepend("{path}")\nrequire("understudy").setup()'),
    "emacs": (
        "emacs/understudy.el",
        "(load \"{path}\")\n(understudy-register)\n(add-hook 'prog-mode-hook #'understudy-mode)",
    ),
    "vscode": ("vscode/understudy.vsix", "code --install-extension {path}"),
}
EDITORS: Final = tuple(_LOCATIONS)

_PACKAGE_FOLDER: Final = Path(__file__).resolve().parents[2]


def find_editor_files(editor: str, package: Path = _PACKAGE_FOLDER) -> EditorFiles:
    """Return where the files of this editor are; KeyError for another editor than `EDITORS` names."""
    name, instructions = _LOCATIONS[editor]
    installed = package / "editors"
    folder = installed if installed.is_dir() else package.parents[1] / "editors"
    return EditorFiles(editor, folder / name, instructions)
