"""Where a script of package.json is run: `npm run build`, `run-s clean build`, `"npm:build"`, its hook `prebuild`.

A folder or a file with the name of the script is something else, and so is the script of another package.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.consequences.keys.key_paths import read_keys
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText

__all__ = ["PACKAGE", "find_script_hooks", "find_script_runs", "runs_scripts_of"]

PACKAGE: Final = "/package.json"
_OPTION: Final = r"(?:\s+(?:-s|--silent|--if-present|--quiet))*"
_RUNNER: Final = rf"\b(?:npm|pnpm|yarn|bun)(?:{_OPTION}\s+run(?:-script)?)?{_OPTION}\s+"
_SEQUENCE: Final = r"\b(?:npm-run-all2?|run-s|run-p)\s(?:[^&|;\"']*\s)?"
_ENTERED_FOLDER: Final = re.compile(r"\bcd\s+(?:[^\s;&|]*/)?([^\s;&|/]+)/?")
_OTHER_PACKAGE: Final = r"(?![^&|;\"'`]*\s(?:-w|-ws|-r|-C|--workspaces?|--prefix|--filter|--recursive)\b)"


def runs_scripts_of(context: RuleContext, package: SourceText, other: SourceText) -> bool:
    """Whether the commands of another text run the scripts of that package, and not of one that is nearer."""
    if other.snapshot.uri.endswith(PACKAGE):
        return other is package
    top, folder = package.snapshot.uri.removesuffix(PACKAGE), other.snapshot.uri.rpartition("/")[0]
    while folder and folder != top:
        if context.situation.snapshot_at(f"{folder}{PACKAGE}") is not None:
            return False
        if top.startswith(f"{folder}/"):
            break
        folder = folder.rpartition("/")[0]
    return True


def find_script_runs(text: SourceText, script: str, package: SourceText) -> Iterator[tuple[int, int]]:
    """Yield the lines and columns where a text runs a script of a package, but not in another folder."""
    folder = package.snapshot.uri.split("/")[-2]
    name = rf"({re.escape(script)})(?![\w:/.-])"
    runs = re.compile(rf"(?:{_RUNNER}|{_SEQUENCE}|(?<=[\"'\s])npm:){name}{_OTHER_PACKAGE}")
    for line in text.raw_lookup.iterate_containing(script):
        if len(text.raw[line]) <= MAX_VALUE_LINE_CHARS:
            for match in runs.finditer(text.raw[line]):
                entered = _ENTERED_FOLDER.findall(text.raw[line], 0, match.start())
                if not entered or entered[-1] == folder:
                    yield line, match.start(1)


def find_script_hooks(package: SourceText, script: str) -> Iterator[tuple[int, int]]:
    """Yield the lines and columns where a package names a script in one that runs before or after it."""
    for one in read_keys(package.raw):
        for prefix in ("pre", "post"):
            if one.path == ("scripts", f"{prefix}{script}"):
                yield one.line, one.start + len(prefix)
