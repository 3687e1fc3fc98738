"""Imports of files that do not exist.

`"../util/clock"` became `"../time/clock"` because that file was moved. `"../util/files"` stays, if there is no
`../time/files`.
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
_SCRIPTS: Final = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".vue", ".svelte")
_SUFFIXES: Final = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".d.ts", "/index.ts", "/index.tsx", "/index.js")


def limit_missing_import_targets(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make the import of a file that does not exist improbable, if the user has changed that of one which does."""
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
