"""Names that stay in a module from which another one was moved.

`use crate::util::Span` became `use crate::source::Span`. `use crate::util::pad` stays, if `pad` is still defined in
`util`.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import NameIndex, Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["limit_names_that_stay"]

_IMPORTS: Final = (
    re.compile(r"\s*from\s+(?P<module>\S+)\s+import\s+\(?(?P<names>[^#]*)"),
    re.compile(
        r"\s*(?:import|export)\s+(?:type\s+)?(?P<names>[^\"']+?)\s+from\s*(?P<module>[\"'][^\"']+[\"'])"
    ),
    re.compile(
        r"\s*(?:pub\s+)?(?:use|import(?:\s+static)?)\s+(?P<module>[\w:.]*?\w)(?:::|\.)(?P<names>\{[^}]*\}|\w+)\s*;"
    ),
)
"""An import in one line: Python, JavaScript, Rust and Java."""
_NAME: Final = re.compile(r"(?<![\w$])(?!as\b|type\b|self\b)[A-Za-z_$][\w$]*")


class _Import(NamedTuple):
    module: str
    """The last changed part of its module before the change."""
    names: frozenset[str]


def limit_names_that_stay(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make it improbable that a name is imported from another module that is still defined in the old one, after
    the user has changed the module of other names."""
    moved: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        changed = _changed_import(example.old, example.new)
        if changed is not None:
            moved.setdefault(changed.module, set()).update(changed.names)
    texts = situation.workspace_texts
    if not moved or not isinstance(texts, NameIndex):
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        changed = _changed_import(one.snapshot.lines[one.line], one.new[0])
        if changed is None or changed.module not in moved:
            continue
        others = sorted(changed.names - moved[changed.module])
        if any(_is_defined_in(changed.module, name, one.snapshot.uri, texts) for name in others):
            one.probability = OTHER_VALUE_PROBABILITY


def _changed_import(old: str, new: str) -> _Import | None:
    """The import of a line whose module changes in one word, and nothing else."""
    for pattern in _IMPORTS:
        before, after = pattern.match(old), pattern.match(new)
        if before is None or after is None or before["names"] != after["names"]:
            continue
        ops = diff_tokens(before["module"], after["module"])
        replaced = tokenize(before["module"])[ops[0].start : ops[0].end] if len(ops) == 1 else ()
        if len(replaced) == 1 and is_word(replaced[0]):
            return _Import(replaced[0], frozenset(_NAME.findall(before["names"])))
    return None


def _is_defined_in(module: str, name: str, near: str, texts: NameIndex) -> bool:
    """Whether a file with the name of the module, or in a folder of that name, defines the name."""
    for snapshot, _ in texts.find_definitions(name, near):
        path = snapshot.uri.rpartition("/")
        folder = path[0].rpartition("/")[2]
        if module in (path[2].partition(".")[0], folder):
            return True
    return False
