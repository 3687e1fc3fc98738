"""Completion scripts for shells, written by shtab from the parsers of all commands."""

import argparse
from typing import Any, Final

__all__ = ["SHELLS", "completion_script"]

SHELLS: Final = ("bash", "zsh", "fish")

_FOLDER_METAVARS: Final = frozenset({"DIR", "FOLDER"})
_FILE_METAVARS: Final = frozenset({"FILE", "PATH", "CASES", "FILE[:LINE]"})


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script that makes the shell complete the commands and options of this parser."""
    import shtab

    _mark_paths(parser, shtab.DIRECTORY, shtab.FILE)
    return shtab.complete(parser, shell)


def _mark_paths(parser: argparse.ArgumentParser, folder: Any, file: Any) -> None:
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage] - argparse lists them nowhere else
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            for subparser in action.choices.values():  # pyright: ignore[reportUnknownVariableType,reportUnknownMemberType]
                _mark_paths(subparser, folder, file)  # pyright: ignore[reportUnknownArgumentType]
        elif action.metavar in _FOLDER_METAVARS:
            action.complete = folder  # type: ignore[attr-defined]
        elif action.metavar in _FILE_METAVARS:
            action.complete = file  # type: ignore[attr-defined]
