"""Imports of files and packages that do not exist.

`"../util/clock"` became `"../time/clock"` because that file was moved. `"../util/files"` stays, if there is no
`../time/files`. Nor does it become `"@app/files"` because the other one became `"@app/clock"`, if nothing names
that package.
"""

import posixpath
import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["limit_missing_import_targets"]

_RELATIVE: Final = re.compile(
    r"(?:\bfrom\s+|\bimport\s*\(?\s*|\brequire\s*\(\s*)([\"'])(\.{1,2}/[^\"'\n]+)\1"
)
_PACKAGE: Final = re.compile(
    r"(?:\bfrom\s+|\bimport\s*\(?\s*|\brequire\s*\(\s*)[\"'](?P<name>@[\w.-]+/[\w.-]+|[A-Za-z][\w.-]*)(?=[\"'/])"
)
"""The package that a line imports from; not a path such as `@/util`."""
_SCRIPTS: Final = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".vue", ".svelte")
_SUFFIXES: Final = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".d.ts", "/index.ts", "/index.tsx", "/index.js")


def limit_missing_import_targets(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make the import of a file that does not exist improbable, if the user has changed that of one which does."""
    _limit_unknown_packages(unscored, patterns, situation)
    changed = [
        (one.edit.uri, module)
        for one in patterns.line_examples
        if (module := _new_module(one.old, one.new, one.edit.uri))
    ]
    if not any(_exists(situation, *one) for one in changed):
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        module = _new_module(one.snapshot.lines[one.line], one.new[0], one.snapshot.uri)
        if module and not _exists(situation, one.snapshot.uri, module):
            one.probability = OTHER_VALUE_PROBABILITY


def _limit_unknown_packages(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """The same for an import from another package than the one that the user has written."""
    written = {_new_package(one.old, one.new, one.edit.uri) for one in patterns.line_examples} - {""}
    if len(written) != 1:
        return
    known: dict[str, bool] = {}
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        package = _new_package(one.snapshot.lines[one.line], one.new[0], one.snapshot.uri)
        if not package or package in written:
            continue
        if package not in known:
            known[package] = _is_named(situation, package)
        if not known[package]:
            one.probability = OTHER_VALUE_PROBABILITY


def _new_package(old: str, new: str, uri: str) -> str:
    """The package that a line imports from after the change and not before; empty for none."""
    if not uri.endswith(_SCRIPTS):
        return ""
    before, after = _PACKAGE.search(old), _PACKAGE.search(new)
    if after is None or (before is not None and before["name"] == after["name"]):
        return ""
    return after["name"]


def _is_named(situation: Situation, package: str) -> bool:
    """Whether a text imports from a package, or lists it, as `package.json` does."""
    named = [f"{quote}{package}{end}" for quote in "\"'" for end in (quote, "/")]
    return any(name in line for line in situation.snapshot.lines for name in named) or bool(
        situation.workspace_texts.find_containing(named, situation.snapshot.uri, 1)
    )


def _new_module(old: str, new: str, uri: str) -> str:
    """The relative path that a line imports after the change and not before; empty for none."""
    if not uri.endswith(_SCRIPTS):
        return ""
    before, after = _RELATIVE.search(old), _RELATIVE.search(new)
    return after[2] if before is not None and after is not None and before[2] != after[2] else ""


def _exists(situation: Situation, uri: str, module: str) -> bool:
    scheme, _, path = uri.partition("://")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), module))
    without_suffix = re.sub(r"\.[mc]?js\Z", "", target)
    paths = dict.fromkeys([target, *(f"{without_suffix}{suffix}" for suffix in _SUFFIXES)])
    return any(situation.snapshot_at(f"{scheme}://{one}") is not None for one in paths)
