"""Fits a repeated change to its place: paths from another folder, and words that stand in front of it already.

`require('url')` became `require('../shared/url')` in `lib/fetch`; in `lib/shared` it becomes `require('./url')`.
Where `cli` became `bin/index`, `bin/cli` becomes `bin/index`, and not `bin/bin/index`.
"""

import posixpath
import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MIN_EDIT_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["adapt_to_places"]

_RELATIVE: Final = re.compile(r"([\"'])(\.{1,2}/[^\"'\n]+)\1")


def adapt_to_places(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Change the new text of likely candidates where their place asks for it."""
    folders = _folders_by_path(patterns)
    for one in unscored:
        if one.probability < MIN_EDIT_PROBABILITY or not one.is_line_change:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        if folders and "./" in new:
            new = _with_own_paths(old, new, one.snapshot.uri, folders)
        if "/" in new or "." in new:
            new = _without_repeated_words(old, new)
        if new != one.new[0] and new != old:
            one.new = (new,)


def _folders_by_path(patterns: EditPatterns) -> dict[str, str]:
    """The relative paths that the examples wrote, each with the folder of its text."""
    return {
        match[2]: posixpath.dirname(example.edit.uri)
        for example in patterns.line_examples
        if "./" in example.new
        for match in _RELATIVE.finditer(example.new)
        if match[0] not in example.old
    }


def _with_own_paths(old: str, new: str, uri: str, folders: dict[str, str]) -> str:
    """The line with paths that are relative to the folder of its text."""
    here = posixpath.dirname(uri)

    def rewritten(match: re.Match[str]) -> str:
        folder = folders.get(match[2])
        if folder is None or folder == here or match[0] in old:
            return match[0]
        path = posixpath.relpath(posixpath.join(folder, match[2]), here)
        return f"{match[1]}{path if path.startswith('.') else './' + path}{match[1]}"

    return _RELATIVE.sub(rewritten, new)


def _without_repeated_words(old: str, new: str) -> str:
    """The line without a word and its separator that a change wrote behind the same two."""
    tokens = tokenize(old)
    ops = diff_tokens(old, new)
    for op in ops:
        doubled = op.new[:2]
        if (
            len(op.new) > 2
            and doubled[1] in ("/", ".")
            and is_word(doubled[0])
            and tokens[max(op.start - 2, 0) : op.start] == doubled
        ):
            kept = [*tokens[: op.start], *op.new[2:], *tokens[op.end :]]
            return "".join(kept) if len(ops) == 1 else new
    return new
