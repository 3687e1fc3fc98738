"""`understudy editors`: says where the plugins for editors are, and how to install them."""

import argparse

from understudy.cli.installation import EDITORS, find_editor_files
from understudy.cli.terminal import Terminal

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy editors                     # all of them, with instructions\n"
        '  code --install-extension "$(understudy editors vscode)"\n'
        "exit status: 0, or 1 if the files of that editor are not installed."
    )
    parser.add_argument(
        "editor", nargs="?", choices=EDITORS, help="print only the path of this editor's files"
    )


def run(options: argparse.Namespace) -> int:
    terminal, errors = Terminal(), _error_terminal()
    if options.editor is not None:
        files = find_editor_files(options.editor)
        if not files.is_present:
            errors.write_line(f"understudy: {files.path} is not there. In a checkout, run `make vsix`.")
            return 1
        terminal.write_line(str(files.path))
        return 0
    for editor in EDITORS:
        files = find_editor_files(editor)
        terminal.write_line(
            terminal.style(editor, "bold") + ("" if files.is_present else "  (not built: run `make vsix`)")
        )
        for line in files.instructions.format(path=files.path).splitlines():
            terminal.write_line(f"    {line}")
    return 0


def _error_terminal() -> Terminal:
    import sys

    return Terminal(sys.stderr)
