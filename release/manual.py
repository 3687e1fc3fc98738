"""Writes the man page `build/understudy.1` from the parsers of all commands: `python -m release.manual`."""

import re
import sys
from pathlib import Path

from argparse_manpage.manpage import Manpage

from understudy import __version__
from understudy.cli.main import build_parser

__all__ = ["manual_text"]

REPOSITORY = Path(__file__).resolve().parents[1]
OUTPUT = REPOSITORY / "build" / "understudy.1"

USAGE = re.compile(r"^(usage: .*\n(?: +.*\n)*)", re.MULTILINE)
"""Its lines are not filled: they are indented below each other."""
MACRO = re.compile(r"\.[A-Z]{1,2}(?: |$)|\.\\\"")


def manual_text() -> str:
    parser, _ = build_parser()
    page = Manpage(
        parser,
        _data={
            "prog": "understudy",
            "project_name": "understudy-acp",
            "version": __version__,
            "description": "workspace agent: next edit suggestions, chat sessions and workspace tools",
            "manual_title": "Understudy manual",
            "manual_section": 1,
        },
        format="single-commands-section",
    )
    # The date of the build stands in the title line: without it, the same sources give the same page.
    lines = str(page).replace("POSITIONAL ARGUMENTS", "COMMANDS").splitlines()
    text = "\n".join(_as_text(_without_date(line)) for line in lines) + "\n"
    return USAGE.sub(r".nf\n\1.fi\n", text)


def _without_date(line: str) -> str:
    if not line.startswith(".TH "):
        return line
    return f'.TH UNDERSTUDY "1" "" "understudy {__version__}" "Understudy manual"'


def _as_text(line: str) -> str:
    """A line of a help text that begins like a macro (`.mcp.json`) would be left out."""
    return rf"\&{line}" if line.startswith((".", "'")) and not MACRO.match(line) else line


def main() -> int:
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(manual_text())
    print(OUTPUT.relative_to(REPOSITORY))
    return 0


if __name__ == "__main__":
    sys.exit(main())
