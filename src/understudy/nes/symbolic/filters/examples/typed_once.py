"""What the user typed once may be meant for its place alone.

The probabilities are fitted to commits, whose edits belong together. Somebody who types also makes changes that
nothing follows: a statement for debugging, another constant, a sentence of a document.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, TYPED_ONCE_PROBABILITY
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.syntax import language_of

__all__ = ["limit_typed_once"]

_DEBUG_STATEMENT: Final = re.compile(
    r"\s*(?:print|pprint|puts|p|dbg!|var_dump|breakpoint|console\.(?:log|debug|dir)|fmt\.Print(?:ln|f)?"
    r"|e?println!|System\.(?:out|err)\.print(?:ln|f)?)[(! ]|\s*debugger\b"
)
_RAISED: Final = re.compile(r"\s*(?:raise|throw\s+new|throw|\*?\s*@throws|:raises)\s+(\w+)")
_PROSE: Final = frozenset({"markdown", "restructuredtext", "asciidoc", "plaintext", "text"})
_CONSTANT: Final = re.compile(r"[A-Z]\w+")
_ACCESS: Final = frozenset({".", "::"})
_ENVIRONMENT: Final = frozenset({"env", "environ"})


def limit_typed_once(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if one.probability <= TYPED_ONCE_PROBABILITY or not _is_typed_once(one):
            continue
        if (
            (not one.line_count and _DEBUG_STATEMENT.match(one.new[0]))
            or (one.family == "analogy" and language_of(one.snapshot).id in _PROSE)
            or _replaces_constant(one)
            or _raises_in_other_function(one)
        ):
            one.probability = TYPED_ONCE_PROBABILITY


def _is_typed_once(one: UnscoredCandidate) -> bool:
    features = one.features
    return bool(features.get("typed")) and not features.get("examples")


def _raises_in_other_function(one: UnscoredCandidate) -> bool:
    """Whether it changes the error that another function raises, which has its own reasons, or documents."""
    if one.line_count != 1 or len(one.new) != 1 or one.features.get("same_function"):
        return False
    before, after = (_RAISED.match(line) for line in (one.snapshot.lines[one.line], one.new[0]))
    return before is not None and after is not None and before[1] != after[1]


def _replaces_constant(one: UnscoredCandidate) -> bool:
    """Whether all that changes is a constant of a package or an enum, such as `http.StatusOK`."""
    if one.line_count != 1 or len(one.new) != 1:
        return False
    line, new = one.snapshot.lines[one.line], one.new[0]
    if max(len(line), len(new)) > MAX_PATTERN_LINE_CHARS:
        return False
    tokens, ops = tokenize(line), diff_tokens(line, new)
    if len(ops) != 1 or len(ops[0].new) != 1 or ops[0].end - ops[0].start != 1:
        return False
    start, end, (written,) = ops[0]
    is_member = start > 1 and tokens[start - 1] in _ACCESS and tokens[end : end + 1] != ("(",)
    if start > 1 and tokens[start - 2] in _ENVIRONMENT:
        return False  # a variable that is called differently
    return is_member and all(_CONSTANT.fullmatch(name) for name in (tokens[start], written))
