"""Changes that fit one kind of statement and none of another kind.

`&& isTrusted(a)` that was added to a condition belongs to no argument, `import type` to no name that is called,
the version of a release to no note that says since when something exists, and the key `include` that was `exclude`
not to `extend-exclude`.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["limit_changes_of_other_statements"]

_CONDITION: Final = re.compile(
    r"[\s})]*(?:else\s+)?(?:if|elif|elsif|unless|while|until|assert|when)\b|&&|\|\||\s(?:and|or)\s|\?\s"
)
_JOINED: Final = frozenset({"&&", "||", "and", "or"})
_TYPE_IMPORT: Final = re.compile(r"\s*(?:import|export)\s+type\s+(?:\{([^}]*)\}|([A-Za-z_$][\w$]*))")
_SINCE: Final = re.compile(
    r"(?i)(?:@since|@version|@deprecated|@added|versionadded|versionchanged|\bsince|\b(?:added|introduced|new) in)"
    r"\b[^\d\n]{0,20}\Z"
)
_VERSION: Final = re.compile(r"\d+(?:\.\d+)+")

_LineCheck = Callable[[str, str], bool]


def limit_changes_of_other_statements(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make such changes improbable, unless the user has made one of that kind."""
    examples = [(one.old, one.new) for one in patterns.line_examples]
    checks: list[_LineCheck] = [
        check
        for check in (_joins_no_condition, _changes_since, _changes_part_of_key)
        if not any(check(old, new) for old, new in examples)
    ]
    for one in unscored:
        if one.probability <= OTHER_TYPE_PROBABILITY or not one.is_line_change:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        if any(check(old, new) for check in checks) or _imports_value_as_type(old, new, one.snapshot.lines):
            one.probability = OTHER_TYPE_PROBABILITY


@lru_cache(maxsize=1024)
def _joins_no_condition(old: str, new: str) -> bool:
    """Whether the change continues something that is no condition by `and` or the like."""
    if _CONDITION.search(new) is None or _CONDITION.search(old) is not None:
        return False
    return any(
        op.start == op.end and (words := [one for one in op.new if not one.isspace()]) and _is_joining(words)
        for op in diff_tokens(old, new)
    )


def _is_joining(words: Sequence[str]) -> bool:
    return words[0] in _JOINED or "".join(words[:2]) in _JOINED


@lru_cache(maxsize=1024)
def _changes_since(old: str, new: str) -> bool:
    """Whether the change gives another version to a note that says since when something exists."""
    before, after = _VERSION.search(old), _VERSION.search(new)
    if before is None or after is None or before[0] == after[0]:
        return False
    return _SINCE.search(old[: before.start()]) is not None


@lru_cache(maxsize=1024)
def _changes_part_of_key(old: str, new: str) -> bool:
    """Whether the change replaces one of the words that hyphens join to a key: `extend-exclude = `."""
    if "-" not in old:
        return False
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        if op.end - op.start != 1 or len(op.new) != 1 or not is_word(tokens[op.start]):
            continue
        before, after = "".join(tokens[: op.start]), "".join(tokens[op.end :])
        if re.search(r"\w-\Z", before) and re.match(r"\s*[=:]", after) and not before.strip().startswith("-"):
            return True
    return False


def _imports_value_as_type(old: str, new: str, lines: Sequence[str]) -> bool:
    """Whether the change imports as a type what the text calls or constructs."""
    found = _TYPE_IMPORT.match(new)
    if found is None or _TYPE_IMPORT.match(old) is not None:
        return False
    names = [name.split(" as ")[-1].strip() for name in (found[1] or found[2] or "").split(",")]
    value = re.compile(r"(?<![\w$.])(?:" + "|".join(re.escape(name) for name in names if name) + r")\s*[(.]")
    return any(names) and any(value.search(line) is not None for line in lines if "import" not in line)
