"""A local name that the user has removed in one function, or replaced by a constant.

`locale` became `DEFAULT_LOCALE` because the function does not take it any more. Another function that has a
parameter `locale` of its own keeps it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.bindings import Binding, resolver_for
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import Point, TextSnapshot

__all__ = ["limit_local_names_of_other_functions"]

_LOCAL: Final = frozenset({"local", "parameter"})


class _NameChange(NamedTuple):
    column: int
    name: str
    old: str
    """The name with what is removed beside it: a parameter and an operand are not the same change."""
    new: str


def limit_local_names_of_other_functions(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns
) -> None:
    """Make it improbable to replace a local name of a function that no example is in."""
    examples: dict[tuple[str, str], list[Example]] = {}
    for example in patterns.line_examples:
        for change in _name_changes(example.old, example.new):
            examples.setdefault((change.old, change.new), []).append(example)
    if not examples:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        for change in _name_changes(one.snapshot.lines[one.line], one.new[0]):
            seen = examples.get((change.old, change.new), [])
            if len({example.edit.line for example in seen}) == 1 and _is_local_elsewhere(
                one, change, seen[0]
            ):
                one.probability = OTHER_VALUE_PROBABILITY


def _name_changes(old: str, new: str) -> Iterator[_NameChange]:
    """The names that are replaced by a constant each, or removed."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens, kept = tokenize(old), set(tokenize(new))
    for op in diff_tokens(old, new):
        words = [at for at in range(op.start, op.end) if is_word(tokens[at])]
        is_constant = op.end - op.start == len(op.new) == 1 and op.new[0].isupper() and is_word(op.new[0])
        if len(words) != 1 or tokens[words[0] - 1 : words[0]] == (".",) or (op.new and not is_constant):
            continue
        if not op.new and tokens[words[0]] in kept:
            continue  # it stands elsewhere in the line now
        yield _NameChange(
            len("".join(tokens[: words[0]])),
            tokens[words[0]],
            "".join(tokens[op.start : op.end]).strip(),
            "".join(op.new),
        )


def _is_local_elsewhere(one: UnscoredCandidate, change: _NameChange, example: Example) -> bool:
    binding = _binding_at(one.snapshot, Point(one.line, change.column), change.name)
    if binding is None or binding.kind not in _LOCAL:
        return False
    lines = [occurrence.line for occurrence in binding.occurrences]
    is_inside = example.edit.uri == one.snapshot.uri and min(lines) <= example.edit.line <= max(lines)
    return not is_inside


def _binding_at(snapshot: TextSnapshot, point: Point, name: str) -> Binding | None:
    resolver = resolver_for(snapshot)
    return resolver.resolve(name).at(point) if resolver is not None else None
