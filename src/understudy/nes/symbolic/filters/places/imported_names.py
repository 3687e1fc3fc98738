"""Names that stay in a module from which another one was moved, and imports that the user has deleted elsewhere.

`use crate::util::Span` became `use crate::source::Span`. `use crate::util::pad` stays, if `pad` is still defined in
`util`. Who deletes `const Promise = require("./promise")` imports nothing else from there in other files.
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

__all__ = ["limit_changes_of_deleted_imports", "limit_names_that_stay"]

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
_IMPORT_LINE: Final = re.compile(
    r"\s*(?:import\b|from\b|(?:pub\s+)?use\b|(?:const|let|var)\b.*\brequire\(|export\b.*\bfrom\b)"
)
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


def limit_changes_of_deleted_imports(unscored: Sequence[UnscoredCandidate], situation: Situation) -> None:
    """Make it improbable that an import gets another name whose import the user has deleted in another text."""
    deleted: dict[str, set[str]] | None = None
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        line = one.snapshot.lines[one.line]
        if not _IMPORT_LINE.match(line):
            continue
        if deleted is None:
            deleted = _deleted_imports(situation)
        removed = {*_NAME.findall(line)} - {*_NAME.findall(one.new[0])}
        if any(deleted.get(name, set()) - {one.snapshot.uri} for name in removed):
            one.probability = OTHER_VALUE_PROBABILITY


def _deleted_imports(situation: Situation) -> dict[str, set[str]]:
    """The names whose import an edit deleted as a whole, with the texts where."""
    found: dict[str, set[str]] = {}
    for edit in situation.edits:
        if edit.new:
            continue
        for line in edit.old:
            if _IMPORT_LINE.match(line):
                for name in _NAME.findall(line):
                    found.setdefault(name, set()).add(edit.uri)
    return found


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
