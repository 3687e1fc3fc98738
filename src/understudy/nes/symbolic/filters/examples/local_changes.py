"""Changes that are meant for one place by their nature, and say little about another place.

A log level, a comparison, a sort order, a default for one value, what one function returns early, a modifier of one
method, a call that is replaced by a fixed value while somebody tests by hand: these are decided for each place. How
something is written or called, such as another library, is decided for all places. What the user typed once is
improbable elsewhere if it is of the first kind; two examples make it a pattern.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import TokenChange, diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.examples.typed_once import is_typed_once
from understudy.nes.symbolic.filters.places import is_distinctive
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns, strip_lines
from understudy.nes.symbolic.tokens import is_word, split_name, tokenize
from understudy.nes.text import EditOrigin

__all__ = ["limit_local_changes", "limit_partial_deletions"]

_EMPTY: Final = r"\[\]|\{\}|\"\"|''|None|nil|null|nullptr|NULL|undefined|0"
_SWITCH: Final = r"true|false|True|False"
_FILLED: Final = r"\"[^\"]+\"|'[^']+'|`[^`$]+`|-?(?!0+\b)\d[\w.]*"
_LITERAL: Final = re.compile(rf"{_FILLED}|{_EMPTY}|{_SWITCH}")
_EMPTY_LITERAL: Final = re.compile(_EMPTY)
_JUMP: Final = re.compile(
    rf"\s*(?:(?:return|yield)\s+(?:{_EMPTY}|{_SWITCH}|\"[^\" ]*\"|'[^' ]*'|-?\d+)|return|break|continue|pass)"
    r"\s*;?\s*\Z"
)
"""A statement that leaves or skips something with a simple value."""
_LOOP_JUMP: Final = re.compile(r"\s*(?:break|continue)\s*;?\s*\Z")
_ARM: Final = re.compile(
    rf"(?:.*=>|.*->|\s*case\b.*:|\s*default\s*:)\s*(?:return\s+)?(?:{_EMPTY}|{_SWITCH})\s*[,;]?\s*\Z"
)
"""An arm of a match or switch with a simple value."""
_LEVELS: Final = frozenset(
    {"critical", "debug", "error", "fatal", "fine", "info", "notice", "severe", "trace", "verbose", "warn"}
    | {"warning"}
)
_WARNINGS: Final = frozenset({"warn", "warning"})
_LEVEL_FORM: Final = re.compile(r"(?:f|w|ln)\Z")
"""What Go and others write behind a level: `Errorf`, `Infow`."""
_COMPARISONS: Final = frozenset({"<", ">", "<=", ">=", "==", "!=", "===", "!=="})
_STRICTER: Final = frozenset({("==", "==="), ("!=", "!==")})
"""Not what is compared, but how it is written."""
_SIGNS_BEFORE: Final = re.compile(r"[=!<>]+\Z")
_SIGNS: Final = re.compile(r"[=!<>]+")
_MODIFIERS: Final = frozenset(
    {"abstract", "const", "constexpr", "export", "final", "inline", "internal", "mut", "noexcept", "private"}
    | {"protected", "pub", "public", "readonly", "sealed", "static", "synchronized", "transient", "virtual"}
    | {"volatile"}
)
_ORDERS: Final = frozenset({"asc", "ascending", "desc", "descending", "reverse", "reversed"})
_FALLBACK: Final = re.compile(
    rf"(?:or|\|\||\?\?|\?:)\s*(?:{_FILLED})"
    rf"|(?:\.\s*)?(?:unwrap_or|orElse|getOrElse|getOrDefault)\s*\(\s*(?:{_FILLED})\s*\)"
)
"""A value of its own that one expression has if there is none; an empty one may be meant for all."""
_CONDITION: Final = re.compile(r"(?:&&|\|\||and\b|or\b)\s*(\S.*)|(\S.*)\s(?:&&|\|\||and|or)")
_CALL: Final = re.compile(r"(?:new\s+)?[\w$]+(?:(?:\.|::)[\w$]+)*\(.*\)")
_NUMBER: Final = re.compile(r"\d[\d_]*(?:\.\d+)?")
_CONSTANT: Final = re.compile(r"[A-Z]\w+")
_COLLECTION: Final = re.compile(r"[A-Z]\w*(?:List|Set|Map|Queue|Deque)")
_EMPTY_COLLECTION: Final = re.compile(r"\[\]|\{\}|(?:new\s+)?\w+(?:<.*>)?\(\)")
_QUOTES: Final = ('"', "'", "`")
_KEY_STARTS: Final = tuple(before + quote for before in ("[", ".get(") for quote in _QUOTES)
_ACCESS: Final = (".", "::", "?.", "->")


class _Change(NamedTuple):
    removed: tuple[str, ...]
    added: tuple[str, ...]
    """Tokens without spaces."""
    removed_text: str
    added_text: str
    before: str
    behind: str


def limit_local_changes(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    likely = [
        one
        for one in unscored
        if one.probability > OTHER_VALUE_PROBABILITY and one.line_count and one.new and is_typed_once(one)
    ]
    if not likely:
        return
    own = [one for one in patterns.line_examples if one.edit.origin is not EditOrigin.ACCEPTED]
    counts = Counter(change for one in own for change in {*_token_pairs(one.old, one.new)})
    for one in likely:
        if one.is_line_change and any(
            counts[change] > 1 for change in _token_pairs(one.snapshot.lines[one.line], one.new[0])
        ):
            continue
        if _is_local(one):
            one.probability = OTHER_VALUE_PROBABILITY


def limit_partial_deletions(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make it improbable to delete lines in another function that the user deleted once, as a part of a change that
    wrote something in their place."""
    for one in unscored:
        if one.new or one.probability <= OTHER_VALUE_PROBABILITY or not is_typed_once(one):
            continue
        if one.features.get("same_function"):
            continue
        blocks = patterns.blocks_by_content.get((strip_lines(one.old), ()))  # none for similar lines
        deleted = blocks or [block for block in patterns.blocks if block.old and not block.new]
        if deleted and all(any(line.strip() for line in block.edit.new) for block in deleted):
            one.probability = OTHER_VALUE_PROBABILITY


def _token_pairs(old: str, new: str) -> list[TokenChange]:
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return []
    return [(change.removed, change.added) for change in _read_changes(old, new)]


def _is_local(one: UnscoredCandidate) -> bool:
    is_elsewhere = not one.features.get("same_function")
    last, new = one.snapshot.lines[one.line + one.line_count - 1], one.new[-1]
    if max(len(last), len(new)) > MAX_PATTERN_LINE_CHARS:
        return False
    if last != new and _leaves_otherwise(last, is_elsewhere=is_elsewhere):
        return True
    if not one.is_line_change:
        return False
    changes = list(_read_changes(last, new))
    if len(changes) > 1 and all(map(_is_other_amount, changes)):
        return True
    if len(changes) == 1 and (_is_other_level(changes[0]) or _is_in_table_row(last, changes[0])):
        return True
    return any(
        _is_local_anywhere(change) or (is_elsewhere and _is_local_to_function(change)) for change in changes
    )


def _leaves_otherwise(old: str, *, is_elsewhere: bool) -> bool:
    """Whether a statement that ends a path of a function or loop, or the value of an arm, would be another one."""
    if _LOOP_JUMP.match(old) is not None or _ARM.match(old) is not None:
        return True
    return is_elsewhere and _JUMP.match(old) is not None


def _read_changes(old: str, new: str) -> Iterator[_Change]:
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        removed = tokens[op.start : op.end]
        yield _Change(
            tuple(token for token in removed if not token.isspace()),
            tuple(token for token in op.new if not token.isspace()),
            "".join(removed).strip(),
            "".join(op.new).strip(),
            "".join(tokens[: op.start]),
            "".join(tokens[op.end :]),
        )


def _is_other_amount(change: _Change) -> bool:
    """Whether a number or a constant of a package changes, as in `5*time.Second`."""
    if len(change.removed) != 1 or len(change.added) != 1:
        return False
    pair = (change.removed[0], change.added[0])
    return all(map(_NUMBER.fullmatch, pair)) or (
        change.before.endswith(_ACCESS)
        and not change.behind.startswith("(")
        and all(map(_CONSTANT.fullmatch, pair))
    )


def _is_local_anywhere(change: _Change) -> bool:
    return (
        _is_other_order(change)
        or change.removed == ("await",)
        or _is_other_collection(change)
        or (change.removed_text in ("", "?", "!") and _matches(_FALLBACK, change.added_text))
        or (_matches(_CALL, change.removed_text) and _matches(_LITERAL, change.added_text))
    )


def _matches(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.fullmatch(text) is not None


def _is_local_to_function(change: _Change) -> bool:
    return (
        _is_other_comparison(change)
        or _is_other_modifier(change)
        or _is_other_condition(change)
        or _is_other_variant(change)
        or _is_fixed_argument(change)
        or _is_other_literal(change)
    )


def _is_other_level(change: _Change) -> bool:
    """Whether a message gets another level. `warn` is the old name of `warning`."""
    if len(change.removed) != 1 or len(change.added) != 1:
        return False
    if not change.before.endswith(_ACCESS) and not change.behind.startswith("!"):
        return False
    levels = {_LEVEL_FORM.sub("", name.lower()) for name in (change.removed[0], change.added[0])}
    return len(levels) == 2 and levels <= _LEVELS and not levels <= _WARNINGS


def _is_other_order(change: _Change) -> bool:
    words = {token.lower() for token in (*change.removed, *change.added) if is_word(token)}
    return bool(words & _ORDERS) and words <= _ORDERS | {"true", "false"}


def _is_other_collection(change: _Change) -> bool:
    """Whether a variable gets another kind of collection."""
    empty = (change.removed_text, change.added_text)
    if any(text in ("[]", "{}") for text in empty) and all(map(_EMPTY_COLLECTION.fullmatch, empty)):
        return True
    return (
        re.search(r"\bnew\s+\Z", change.before) is not None
        and len(change.removed) == len(change.added) == 1
        and all(map(_COLLECTION.fullmatch, (change.removed[0], change.added[0])))
    )


def _is_other_comparison(change: _Change) -> bool:
    left, right = _SIGNS_BEFORE.search(change.before), _SIGNS.match(change.behind)
    signs = (left[0] if left else "", right[0] if right else "")
    pair = (signs[0] + change.removed_text + signs[1], signs[0] + change.added_text + signs[1])
    return _COMPARISONS.issuperset(pair) and pair not in _STRICTER


def _is_other_modifier(change: _Change) -> bool:
    return _MODIFIERS.issuperset((*change.removed, *change.added))


def _is_in_table_row(line: str, change: _Change) -> bool:
    """Whether a value in the row of a table changes: each row has its own ones."""
    if not line.lstrip().startswith(("(", "[", "{")) or not change.removed or not change.added:
        return False
    in_string = any(change.before.count(quote) % 2 for quote in "\"'`")
    return in_string or all(map(_LITERAL.fullmatch, (change.removed_text, change.added_text)))


def _is_other_condition(change: _Change) -> bool:
    found = _CONDITION.fullmatch(change.added_text) if not change.removed else None
    return found is not None and not _matches(_EMPTY_LITERAL, found[1] or found[2])


def _is_other_variant(change: _Change) -> bool:
    """Whether the method that is called becomes a variant of it, such as `parallelStream`. What ends a program in
    Rust may be avoided everywhere."""
    if len(change.removed) != 1 or len(change.added) != 1 or change.removed[0] == "unwrap":
        return False
    if not change.before.endswith(_ACCESS) or not change.behind.startswith("("):
        return False
    fewer, more = sorted(
        ([part.lower() for part in split_name(name)] for name in (change.removed[0], change.added[0])),
        key=len,
    )
    count = len(fewer)
    return 0 < count < len(more) and (more[:count] == fewer or more[-count:] == fewer)


def _is_fixed_argument(change: _Change) -> bool:
    """Whether a call without arguments gets a fixed value."""
    return (
        not change.removed
        and change.before.endswith("(")
        and change.behind.startswith(")")
        and _matches(_LITERAL, change.added_text)
    )


def _is_other_literal(change: _Change) -> bool:
    """Whether an empty value becomes something else, or a number is no longer given."""
    if _is_word_of_string(change):
        return True
    is_empty = _matches(_EMPTY_LITERAL, change.added_text)
    if _matches(_EMPTY_LITERAL, change.removed_text):
        return not is_empty
    return is_empty and _matches(_NUMBER, change.removed_text)


def _is_word_of_string(change: _Change) -> bool:
    """Whether a string that is one ordinary word, such as a mode, becomes another one. Keys are shared."""
    if change.before.endswith(_KEY_STARTS) or re.match(r".\s*:", change.behind) is not None:
        return False
    return (
        len(change.removed) == len(change.added) == 1
        and is_word(change.removed[0])
        and not is_distinctive(change.removed[0])
        and change.before[-1:] in _QUOTES
        and change.behind.startswith(change.before[-1])
    )
