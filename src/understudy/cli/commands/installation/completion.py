"""`understudy completion`: prints a script that makes a shell complete commands and options."""

import argparse

from understudy.cli.installation import SHELLS, completion_script
from understudy.cli.terminal import Terminal

__all__ = ["configure", "run"]


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
    Terminal().write(completion_script(parser, options.shell).rstrip() + "\n")
    return 0
