"""`await` was written in a function that is not async: the function becomes async.

Python, JavaScript, TypeScript and Rust. It is the innermost function around the word. Who calls it follows by
`async_calls`.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CAUSING_CHANGES, MAX_CODE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.async_calls import (
    ASYNC_GRAMMARS,
    async_keyword_offset,
    is_async,
)
from understudy.nes.symbolic.consequences.signatures.calls import enclosing_function
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_async_functions"]

_AWAIT: Final = re.compile(r"(?<![\w$])await\b(?!\s*[=:,)])|(?<![\w$])async\s+(?:with|for)\b")
"""Also what Python allows in an async function only."""
_NEVER_ASYNC: Final = re.compile(r"constructor|__(?!a)\w+__")
_NEVER_ASYNC_TYPES: Final = frozenset({"lambda", "closure_expression", "func_literal"})


class _Features(NamedTuple):
    stale: float = 0


PROBABILITY: Final = RuleProbability(0.9, _Features(stale=STALE_SHIFT))


def propose_async_functions(context: RuleContext) -> list[Candidate]:
    """Propose `async` for the functions in which an edit wrote `await`."""
    text = context.current_text
    found: dict[int, Candidate] = {}
    for change in context.without_dormant(context.changes_here[:MAX_CAUSING_CHANGES]):
        if not _awaits_more(change) or text.tree is None or text.tree.grammar not in ASYNC_GRAMMARS:
            continue
        for function in _plain_functions(text, change):
            at = async_keyword_offset(function)
            if at is not None and at not in found:
                found[at] = _candidate(text, change, function, at)
    return list(found.values())


def _awaits_more(change: Change) -> bool:
    edit = change.edit
    new = sum("await" in line or "async" in line for line in edit.new)
    if not new or edit.line < 0:
        return False
    return _count(edit.new) > _count(edit.old)


def _count(lines: tuple[str, ...]) -> int:
    return sum(len(_AWAIT.findall(line)) for line in lines if len(line) <= MAX_CODE_LINE_CHARS)


def _plain_functions(text: SourceText, change: Change) -> Iterator["Node"]:
    """Yield the functions that are not async around the words that need it."""
    for number in change.current_lines:
        line = text.raw[number] if number < len(text.raw) else ""
        for match in _AWAIT.finditer(line) if len(line) <= MAX_CODE_LINE_CHARS else ():
            at = text.offset_at(number, match.start())
            if text.tree is None or not text.is_code(at, match[0]):
                continue
            node = text.tree.root.descendant_for_byte_range(at, at + 1)
            function = enclosing_function(node) if node is not None else None
            if function is not None and not is_async(text, function) and _may_be_async(text, function):
                yield function


def _may_be_async(text: SourceText, function: "Node") -> bool:
    if function.type in _NEVER_ASYNC_TYPES or any(one.type in ("get", "set") for one in function.children):
        return False
    name = _name(text, function)
    is_rust_main = text.language.id == "rust" and name == "main"
    return _NEVER_ASYNC.fullmatch(name) is None and not is_rust_main


def _name(text: SourceText, function: "Node") -> str:
    name = function.child_by_field_name("name")
    return text.joined[name.start_byte : name.end_byte] if name is not None else ""


def _candidate(text: SourceText, change: Change, function: "Node", at: int) -> Candidate:
    start, name = text.point_at(at), _name(text, function) or "the function"
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="async-call",
        pattern=f"{name} awaits",
        topic=name,
        why=f"You wrote await in {name}, which is not async.",
        edits=(Replacement(Span(start, start), "async "),),
        probability=PROBABILITY.estimate(_Features(stale=change.age)),
    )
