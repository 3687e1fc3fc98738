"""The value whose member was changed: another value may have no such member.

`blocked.includes(seat)` became `blocked.has(seat)` because `blocked` is the result of a function that returns a set
now. `names`, the result of another function, keeps its `includes`. Nor does `queue.request` change with
`client.request`, if `client` is imported, or get the argument that its calls get. And what a test expects of one
response says nothing about another one. A member of a variable that begins as one kind of collection is not changed
for a variable that begins as another kind.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_ENCLOSING_LINES,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, match_behind, tokenize

__all__ = ["COMPARED", "find_origin", "limit_members_of_other_values"]

_ACCESS: Final = frozenset({".", "?."})
COMPARED: Final = re.compile(r"(?<![\w.])(\w+)\s*(?:[!=]==?|is(?:\s+not)?)\s*\Z")
_EXPECTED: Final = re.compile(
    r"(?:(?<![\w.])(\w+)(?:\.\w+(?:\(\))?)*\s*[!=]==?\s*"
    r"|\bexpect\(\s*(?:await\s+)?(\w+)(?:\.\w+(?:\(\))?)*\)(?:\.\w+)*\.\w+\(\s*"
    r"|\bassert\w*\(\s*(?:\w+,\s*)?(\w+)(?:\.\w+(?:\(\))?)*,\s*)[\"'`]?\Z"
)
"""A variable, or a member of it, before the value that is expected of it."""
_CALLED: Final = re.compile(
    r"(?<![\w$.)\]])([\w$]+)\.([\w$]+)\((?:[^()\"'`]|\([^()]*\)|\"[^\"]*\"|'[^']*'|`[^`]*`)*\Z"
)
"""A call of a member of a variable, up to an argument of it."""
_COLLECTION: Final = re.compile(
    r"(?P<literal>\[|\{\})|new\s+(?P<constructed>\w+)(?:<[^()]*>)?\(|(?P<built>set|frozenset|list|dict|deque)\("
    r"|(?P<made>(?:Hash|BTree)(?:Map|Set)|Vec(?:Deque)?)::new\("
)
"""How a variable begins as a collection."""
_ASSIGNED_CALL: Final = re.compile(
    r"\s*(?::[^=]*)?:?=\s*(?:await\s+|new\s+|&)*([\w$]+(?:(?:\.|::)[\w$]+)*)\("
)
_SAME_COLLECTIONS: Final = {"list": "[", "Array": "[", "dict": "{}"}
_OWN: Final = frozenset({"self", "this", "cls"})
_IMPORT: Final = re.compile(r"\s*(?:import|from|(?:pub\s+)?use)\b|.*=\s*require\(")


class _MemberChange(NamedTuple):
    receiver: str
    old: str
    new: str
    is_expected: bool = False
    """The receiver has no other member: another value is expected of it."""
    is_argument: bool = False
    """The member is called with an argument more or less; `old` and `new` are the call and that argument."""


class _Origins(NamedTuple):
    """Where the values come from whose member was changed in the examples."""

    calls: set[str]
    """The functions whose results they are, or the whole calls if the results are expected to have a value; an
    empty name for an unknown one."""
    collections: set[str]
    """The kinds of collections that they begin as; an empty name for anything else, or after a paste."""
    imported: set[str]
    """The names that are imported; an empty name for one that is not, or whose member was changed by a paste or a
    program, which change many values alike."""


def limit_members_of_other_values(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make it improbable to change a member of a value that comes from elsewhere than those of all examples: from
    another function, or not from the same import."""
    origins: dict[tuple[str, str], _Origins] = {}
    for example in patterns.line_examples:
        changes = list(_member_changes(example.old, example.new))
        snapshot = situation.snapshot_at(example.edit.uri) if changes else None
        for change in changes:
            known = origins.setdefault((change.old, change.new), _Origins(set(), set(), set()))
            lines = snapshot.lines if snapshot is not None else ()
            if change.is_argument:
                known.calls.add("")  # values of one function may be called with different arguments
            elif example.edit.line >= 0 or not lines:  # otherwise another edit has replaced the line
                known.calls.add(_origin_of(change, lines, example.edit.line))
            if example.edit.line >= 0 and example.edit.is_typed:
                known.collections.add(_find_collection(lines, example.edit.line, change.receiver))
            else:
                known.collections.add("")
            may_be_imported = example.edit.is_typed and not change.is_expected
            is_imported = may_be_imported and _is_imported(lines, change.receiver)
            known.imported.add(change.receiver if is_imported else "")
    if not any(
        (one.calls and all(one.calls)) or all(one.imported) or all(one.collections)
        for one in origins.values()
    ):
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        for change in _member_changes(one.snapshot.lines[one.line], one.new[0]):
            known = origins.get((change.old, change.new))
            if known is not None and _is_other_value(one, change, known):
                one.probability = OTHER_VALUE_PROBABILITY


def _is_other_value(one: UnscoredCandidate, change: _MemberChange, known: _Origins) -> bool:
    receiver = change.receiver
    if all(known.imported) and receiver not in known.imported and receiver not in _OWN:
        return not change.is_argument or not _is_made_by(known.imported, one, receiver)
    if known.collections and all(known.collections) and not change.is_argument:
        collection = _find_collection(one.snapshot.lines, one.line, receiver)
        if collection and collection not in known.collections:
            return True
    if change.is_expected and len(known.calls) > 1:
        return False  # the user changes what several results are
    origin = _origin_of(change, one.snapshot.lines, one.line) if known.calls and all(known.calls) else ""
    return bool(origin) and origin not in known.calls


def _is_made_by(names: set[str], one: UnscoredCandidate, receiver: str) -> bool:
    """Whether the variable is what one of the names returns, as in `session = requests.Session()`."""
    origin = find_origin(one.snapshot.lines, one.line, receiver)
    return re.split(r"\.|::", origin)[0] in names


def _origin_of(change: _MemberChange, lines: Sequence[str], number: int) -> str:
    return find_origin(lines, number, change.receiver, is_whole=change.is_expected)


def _member_changes(old: str, new: str) -> Iterator[_MemberChange]:
    """The members of variables that are replaced by others, and the values that variables are compared with."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        removed = tokens[op.start : op.end]
        if op.start < 2:
            continue
        if not removed or not op.new:
            called = _CALLED.search("".join(tokens[: op.start]))
            if called is not None and "," in (*removed, *op.new):
                argument = "".join((*removed, "→", *op.new))
                yield _MemberChange(called[1], called[2], argument, is_argument=True)
            continue
        if not is_word(removed[0]) or not is_word(op.new[0]):
            expected = _EXPECTED.search("".join(tokens[: op.start])) if removed[0].isdigit() else None
            if expected is not None:
                receiver = expected[1] or expected[2] or expected[3]
                yield _MemberChange(receiver, removed[0], op.new[0], is_expected=True)
            continue
        access, receiver, *before = reversed(tokens[max(0, op.start - 3) : op.start])
        if access in _ACCESS and is_word(receiver) and before[:1] != ["."]:
            yield _MemberChange(receiver, removed[0], op.new[0])
        elif (compared := COMPARED.search("".join(tokens[: op.start]))) is not None:
            yield _MemberChange(compared[1], removed[0], op.new[0])


def _is_imported(lines: Sequence[str], name: str) -> bool:
    word = re.compile(rf"(?<![\w$.]){re.escape(name)}(?![\w$])")
    return any(name in line and _IMPORT.match(line) and word.search(line) for line in lines)


def _find_collection(lines: Sequence[str], number: int, name: str) -> str:
    """The kind of collection that the variable begins as, by the nearest line above that sets it."""
    assigned = re.compile(rf"(?<![\w$.]){re.escape(name)}\s*(?::[^=]*)?:?=\s*(?:{_COLLECTION.pattern})")
    for line in reversed(lines[max(0, number - MAX_ENCLOSING_LINES) : number]):
        if name in line and (match := assigned.search(line)) is not None:
            kind = match[match.lastgroup or 0]
            return _SAME_COLLECTIONS.get(kind, kind)
    return ""


def find_origin(lines: Sequence[str], number: int, name: str, *, is_whole: bool = False) -> str:
    """The function whose result the variable is, by the nearest line above that sets it; empty if it is unknown.

    With `is_whole`, the call with its arguments, as far as they are in that line.
    """
    for line in reversed(lines[max(0, number - MAX_ENCLOSING_LINES) : number]):
        if name in line and (match := match_behind(name, _ASSIGNED_CALL, line, "$.")) is not None:
            return line[match.start(1) :].strip() if is_whole else match[1]
    return ""
