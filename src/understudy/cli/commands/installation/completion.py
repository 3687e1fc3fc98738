"""`understudy completion`: prints a script that makes a shell complete commands and options.

shtab writes it from the parsers of all commands.
"""

import argparse
from typing import Any, Final

from understudy.cli.terminal import Terminal

__all__ = ["SHELLS", "configure", "run"]

SHELLS: Final = ("bash", "zsh", "fish")

_FOLDER_METAVARS: Final = frozenset({"DIR", "FOLDER"})
_FILE_METAVARS: Final = frozenset({"FILE", "PATH", "CASES", "FILE[:LINE]"})


def _completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script that makes the shell complete the commands and options of this parser."""
    import shtab

    _mark_paths(parser, shtab.DIRECTORY, shtab.FILE)
    return _for_both_names(shtab.complete(parser, shell), parser.prog, shell)


def _for_both_names(script: str, name: str, shell: str) -> str:
    """The program has two names, and shtab knows one."""
    match shell:
        case "bash":
            line = f"complete -o bashdefault -F _shtab_{name} {name}"
            return script.replace(line, f"{line} {name}-acp")
        case "zsh":
            script = script.replace(f"#compdef {name}\n", f"#compdef {name} {name}-acp\n", 1)
            return script.replace(f"-N {name}\n", f"-N {name} {name}-acp\n")
        case _:
            return f"{script.rstrip()}\ncomplete -c {name}-acp -w {name}\n"


def _mark_paths(parser: argparse.ArgumentParser, folder: Any, file: Any) -> None:
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage] - argparse lists them nowhere else
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            for subparser in action.choices.values():  # pyright: ignore[reportUnknownVariableType,reportUnknownMemberType]
                _mark_paths(subparser, folder, file)  # pyright: ignore[reportUnknownArgumentType]
        elif action.metavar in _FOLDER_METAVARS:
            action.complete = folder  # type: ignore[attr-defined]
        elif action.metavar in _FILE_METAVARS:
            action.complete = file  # type: ignore[attr-defined]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy completion bash > ~/.local/share/bash-completion/completions/understudy\n"
        "  understudy completion zsh > ~/.zfunc/_understudy      # with ~/.zfunc in fpath, before compinit\n"
        "  understudy completion fish > ~/.config/fish/completions/understudy.fish"
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads the script")


def run(options: argparse.Namespace) -> int:
    from understudy.cli.main import build_parser

    parser, _ = build_parser()
    Terminal().write(_completion_script(parser, options.shell).rstrip() + "\n")
    return 0
