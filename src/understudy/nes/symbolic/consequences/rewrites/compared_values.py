"""Comparisons that the user wrote as a call: the others of the same value follow.

`err == ErrMissing` becomes `errors.Is(err, ErrMissing)`: so does `err != io.EOF`, with a negation, but not
`err == nil`. A repetition that makes anything else of a comparison is dropped.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITE_CANDIDATES,
    MAX_REWRITE_EDITS,
    MAX_REWRITTEN_LINES,
    MAX_TEXT_LINE_CHARS,
)
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rewrites.rewritten_places import RewritePattern, rewrite_candidate
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.syntax import language_of
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["drop_other_comparisons", "propose_compared_values"]

_NAME: Final = r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*"
_OPERAND: Final = rf"(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|&?{_NAME}(?:\([^()]*\))?|-?\d[\w.]*)"
_COMPARISON: Final = re.compile(
    rf"(?<![\w$.\"'&*+/%-])(?<![*+/%-] )({_OPERAND})\s*(===|!==|==|!=)\s*({_OPERAND})"
    r"(?![\w$\"'(\[]|\.|->|::)(?!\s*[*+/%-])"
)
_NOTHING: Final = frozenset({"nil", "null", "None", "undefined", "nullptr", "NULL"})
_TRUTH: Final = frozenset({"true", "false", "True", "False"})
_ERROR: Final = re.compile(r"(?i)(?:\A|.*\.)(?:\w*err(?:or)?|cause|e)\Z")
_SENTINEL: Final = re.compile(
    r"(?:\w+\.)?(?:[eE]rr[A-Z]\w*|[A-Z]{3,}|Canceled|DeadlineExceeded|Skip(?:Dir|All))\Z"
)
_ERROR_TEST: Final = re.compile(r"(?:errors|xerrors)\.Is\Z")


class _Shape(NamedTuple):
    """What a comparison becomes."""

    callee: str
    """A function, or a method with its dot."""
    is_swapped: bool

    @property
    def name(self) -> str:
        return re.split(r"\.|::|->", self.callee)[-1].rstrip("!")

    def write(self, left: str, right: str, *, is_negated: bool, family: str) -> str:
        first, second = (right, left) if self.is_swapped else (left, right)
        call = (
            f"{first}{self.callee}({second})"
            if self.callee[0] == "."
            else f"{self.callee}({first}, {second})"
        )
        return ("not " if family == "python" else "!") * is_negated + call


class _Rewrite(NamedTuple):
    shape: _Shape
    family: str
    lefts: frozenset[str]
    kinds: frozenset[str]
    """Of what the values of the examples were compared with."""
    is_strict: bool
    pattern: RewritePattern

    def rewritten(self, line: str) -> tuple[tuple[int, int, str], ...]:
        """What takes the place of the comparisons of a line: from, to, and the text."""
        return tuple(
            (
                match.start(),
                match.end(),
                self.shape.write(match[1], match[3], is_negated=match[2][0] == "!", family=self.family),
            )
            for match in _COMPARISON.finditer(line)
            if (len(match[2]) == 3) == self.is_strict and self._fits(match[1], match[3])
        )

    def _fits(self, left: str, right: str) -> bool:
        if _ERROR_TEST.search(self.shape.callee):
            return _ERROR.match(left) is not None and _SENTINEL.match(right) is not None
        return left in self.lefts and _kind(right) in self.kinds


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def propose_compared_values(context: RuleContext) -> list[Candidate]:
    """Propose calls for the comparisons that are like those of the examples."""
    rewrite = context.once(_find_rewrite)
    text = context.current_text
    if rewrite is None or text.language.family != rewrite.family or not text.code:
        return []
    candidates: list[Candidate] = []
    cursor = context.situation.cursor.line
    lines = {line for sign in ("==", "!=") for line in text.raw_lookup.iterate_containing(sign)}
    for line in sorted(lines, key=lambda line: (line < cursor, line)):
        written = text.raw[line]
        if len(written) > MAX_TEXT_LINE_CHARS:
            continue
        edits = [
            Replacement(Span(Point(line, start), Point(line, end)), new)
            for start, end, new in rewrite.rewritten(written)
            if any(sign in text.code[line][start:end] for sign in ("==", "!="))
        ]
        if edits and not _is_in_function(text, start := edits[0].span.start, rewrite.shape.name):
            candidates.append(rewrite_candidate(context, text, rewrite.pattern, start, edits))
    return candidates[:MAX_REWRITE_CANDIDATES]


def _is_in_function(text: SourceText, at: Point, name: str) -> bool:
    """Whether a place belongs to the function that the comparisons became calls of: it must not call itself."""
    offset = text.offset_at(at.line, at.column)
    node = text.tree.root.descendant_for_byte_range(offset, offset) if text.tree is not None else None
    own = re.compile(rf"(?<!\w){re.escape(name)}\s*(?:\(|\Z)")
    while node is not None:
        named = node.child_by_field_name("name") or node.child_by_field_name("declarator")
        if named is not None and own.search(text.joined, named.start_byte, named.end_byte):
            return True
        node = node.parent
    return False


def _find_rewrite(context: RuleContext) -> _Rewrite | None:
    """The newest way in which comparisons became calls."""
    family = context.current_text.language.family
    found: list[tuple[_Shape, tuple[str, str, str], int, int]] = []
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_REWRITE_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            break
        if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES:
            continue
        if edit.origin is EditOrigin.ACCEPTED or edit.is_consequence:
            continue
        for old, new in zip(edit.old, edit.new, strict=True):
            if old != new and "=" in old and len(old) <= MAX_TEXT_LINE_CHARS:
                seen = _read_shape(old, new, family)
                text = context.text_at(edit.uri) if seen is not None else None
                if seen is not None and text is not None and text.language.family == family:
                    found.append((*seen, age, edit.serial))
    same = [one for one in found if one[0] == found[0][0]]
    if not same:
        return None
    shape, newest = same[0][0], same[0][1]
    pattern = RewritePattern(
        family="comparison-rewritten",
        pattern=f"{newest[1]} → {shape.callee}",
        topic=newest[1],
        why=f"You compared values by {shape.callee} in place of {newest[1]}.",
        agreeing=len({one[1] for one in same}),
        age=same[0][2],
        first_serial=min(one[3] for one in same),
    )
    lefts, kinds = {one[1][0] for one in same}, {_kind(one[1][2]) for one in same}
    return _Rewrite(shape, family, frozenset(lefts), frozenset(kinds), len(newest[1]) == 3, pattern)


@lru_cache(maxsize=512)
def _read_shape(old: str, new: str, family: str) -> tuple[_Shape, tuple[str, str, str]] | None:
    """Return what the comparisons of a line became, with one of them; None if something else changed."""
    for match in _COMPARISON.finditer(old):
        left, sign, right = match.groups()
        if not new.startswith(old[: match.start()]):
            break
        one, other = re.escape(left), re.escape(right)
        call = re.compile(
            rf"(?:!|not )?(?:(?P<plain>{_NAME}!?)\({one}, {other}\)|(?P<swapped>{_NAME}!?)\({other}, {one}\)"
            rf"|{one}(?P<method>\.\w+)\({other}\)|{other}(?P<reverse>\.\w+)\({one}\))"
        ).match(new, match.start())
        if call is None or _kind(right) == "nothing":
            continue
        name = call.lastgroup or ""
        shape = _Shape(call[name], name in ("swapped", "reverse"))
        written = shape.write(left, right, is_negated=sign[0] == "!", family=family)
        if new[match.start() :] == written + old[match.end() :]:
            return shape, (left, sign, right)
        if (rest := _read_shape(old[match.end() :], new[match.start() + len(written) :], family)) is not None:
            is_same = new.startswith(written, match.start()) and rest[0] == shape
            return (shape, (left, sign, right)) if is_same else None
    return None


def _kind(operand: str) -> str:
    if operand in _NOTHING:
        return "nothing"
    if operand in _TRUTH:
        return "truth"
    if operand[0] in "\"'":
        return "text"
    if operand[0].isdigit() or operand[0] == "-":
        return "number"
    last = re.split(r"\.|::|->", operand)[-1]
    return "constant" if last[0].isupper() else "name"


def drop_other_comparisons(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that make a call of another comparison."""
    rewrite = context.once(_find_rewrite)
    if rewrite is None:
        return candidates
    return [one for one in candidates if not _is_other_comparison(context, one, rewrite)]


def _is_other_comparison(context: RuleContext, candidate: LineCandidate, rewrite: _Rewrite) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    if language_of(candidate.snapshot).family != rewrite.family:
        return False
    old, new = candidate.snapshot.lines[candidate.line], candidate.new[0]
    call = f"{rewrite.shape.callee}("
    if new.count(call) <= old.count(call) or not _COMPARISON.search(old):
        return False
    changes = rewrite.rewritten(old)
    if new != "".join(_pieces(old, changes)):
        return True
    at = Point(candidate.line, changes[0][0])
    return _is_in_function(context.source_text(candidate.snapshot), at, rewrite.shape.name)


def _pieces(line: str, changes: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    at = 0
    for start, end, new in changes:
        yield line[at:start]
        yield new
        at = end
    yield line[at:]
