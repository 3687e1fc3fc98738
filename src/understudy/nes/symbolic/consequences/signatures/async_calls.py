"""A function became async: its calls are awaited, and the functions with these calls become async, too.

In its body, the calls of other async functions are awaited.

Python, JavaScript, TypeScript and Rust. A call that is passed on as a task or a promise stays as it is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import origin_at
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_ASYNC_BODY_NODES, MAX_ASYNC_CANDIDATES
from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import (
    FUNCTION_TYPES,
    Call,
    FunctionNode,
    enclosing_function,
    find_function_calls,
    functions_at,
)
from understudy.nes.text import EditOrigin, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "ASYNC_GRAMMARS",
    "async_keyword_offset",
    "find_new_async_functions",
    "has_work_of",
    "is_async",
    "is_made_async",
    "propose_awaits",
]

ASYNC_GRAMMARS: Final = frozenset({"python", "javascript", "typescript", "tsx", "rust"})
_ASYNC: Final = re.compile(r"\basync\s+")
_TASK_FUNCTION: Final = re.compile(
    r"(?:\bcreate_task|\bensure_future|\bgather|\bwait|\bwait_for|\brun|\brun_until_complete|\bspawn|\bblock_on"
    r"|\bPromise\.\w+|\bstart_soon|\bjoin|\bselect|\brun_coroutine_threadsafe)!?\Z"
)
_PROMISE_MEMBER: Final = re.compile(r"\.(?:then|catch|finally)\b")
_NEVER_ASYNC: Final = re.compile(r"constructor|main|__\w+__")
_CALL_TYPES: Final = frozenset({"call", "call_expression"})
_AWAIT_TYPES: Final = frozenset({"await", "await_expression"})
_MEMBER_TYPES: Final = frozenset({"attribute", "member_expression", "subscript", "subscript_expression"})
_WRAPPER_TYPES: Final = frozenset(
    {"array", "list", "tuple", "arguments", "argument_list", "list_comprehension", "generator_expression"}
    | {"spread_element", "list_splat", "parenthesized_expression"}
)


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_caller: float = 0
    """The function with the call is not async yet."""
    is_uncertain: float = 0
    """Only the name of the called method is known."""


PROBABILITY: Final = RuleProbability(
    0.9,
    _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, is_caller=-1.3, is_uncertain=-1.5),
)


def propose_awaits(context: RuleContext) -> list[Candidate]:
    """Propose `await` for the calls of a function that became async."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        lines = _lines_with_new_async(change)
        if text is None or context.is_past_deadline or not lines:
            continue
        if text.tree is None or text.tree.grammar not in ASYNC_GRAMMARS:
            continue
        for function in _new_async_functions(text, change, lines):
            candidates += _return_type_candidates(context, text, change, function)
            calls = find_function_calls(context, text, function.name, function.name_start)
            for name, call in (
                *_calls_of_async(context, text, function),
                *((function.name, one) for one in calls),
            ):
                candidate = _candidate(context, change, name, call)
                if candidate is not None and candidate not in candidates:
                    candidates.append(candidate)
                if len(candidates) >= MAX_ASYNC_CANDIDATES:
                    return candidates
    return candidates


def find_new_async_functions(context: RuleContext) -> list[tuple[SourceText, FunctionNode]]:
    """Return the functions that the user made async, newest first. Computed once per request by `context.once`."""
    found: list[tuple[SourceText, FunctionNode]] = []
    for change in context.cause_changes:
        lines = _lines_with_new_async(change) if change.edit.origin is not EditOrigin.ACCEPTED else []
        text = context.text_at(change.edit.uri) if lines else None
        if text is None or text.tree is None:
            continue
        if text.tree.grammar in ASYNC_GRAMMARS:
            found += [(text, one) for one in _new_async_functions(text, change, lines)]
    return found


def is_made_async(old: str, new: str) -> bool:
    """Whether a line says `async` where it did not before."""
    return _ASYNC.search(new) is not None and _ASYNC.search(old) is None


def has_work_of(
    text: SourceText, function: FunctionNode, others: Sequence[tuple[SourceText, FunctionNode]]
) -> bool:
    """Whether a function awaits something, calls what is awaited elsewhere, or uses an object of another one."""
    nodes = list(_nodes_of(function))
    if any(node.type in _AWAIT_TYPES for node in nodes):
        return True
    used = set(_used_objects(text, nodes))
    made = {one.name for _, one in others}
    if any(name in made or re.search(rf"\bawait\s+{re.escape(name)}\b", text.joined) for name in used):
        return True
    return any(not used.isdisjoint(_used_objects(source, _nodes_of(one))) for source, one in others)


def _used_objects(text: SourceText, nodes: Iterable["Node"]) -> Iterator[str]:
    """Yield the objects whose methods are called, and the called functions, except those of the language."""
    for node in nodes:
        callee = node.child_by_field_name("function") if node.type in _CALL_TYPES else None
        if callee is None:
            continue
        owner = callee.named_children[0] if len(callee.named_children) > 1 else callee
        written = text.joined[owner.start_byte : owner.end_byte]
        if not is_builtin_name(text.language, written):
            yield written


def _nodes_of(function: FunctionNode) -> Iterator["Node"]:
    """Yield the nodes in the body of a function, those of functions in it too."""
    body = function.node.child_by_field_name("body")
    pending = [body] if body is not None else []
    count = 0
    while pending and count < MAX_ASYNC_BODY_NODES:
        node = pending.pop()
        count += 1
        yield node
        pending += node.named_children


def _lines_with_new_async(change: Change) -> list[int]:
    """The lines of an edit that says `async` where it did not before."""
    old, new = change.edit.old, change.edit.new
    if len(old) != len(new):
        return []
    return [at for at in range(len(new)) if is_made_async(old[at], new[at])]


def _new_async_functions(text: SourceText, change: Change, lines: list[int]) -> Iterator[FunctionNode]:
    for at in lines:
        line = _line_now(text, change, at)
        if line is None:
            continue
        start = text.offset_at(line)
        for function in functions_at(text, start, start + len(text.raw[line])):
            is_here = text.point_at(function.name_start).line == line and function.name in change.edit.old[at]
            if is_here and is_async(text, function.node):
                yield function


def _line_now(text: SourceText, change: Change, at: int) -> int | None:
    """Return where a line of the edit is now, also if its parameters or its return type have changed since."""
    if change.is_current(text):
        return change.edit.line + at
    head, bracket, _ = change.edit.new[at].partition("(")
    found = [
        line
        for line in text.raw_lookup.lines_containing(head + bracket)
        if bracket and text.raw[line].startswith(head + bracket)
    ]
    return found[0] if len(found) == 1 else None


def is_async(text: SourceText, node: "Node") -> bool:
    """Return whether a function, or a block of Rust, is async."""
    if node.type == "async_block":
        return True
    body = node.child_by_field_name("body")
    header = text.joined[node.start_byte : body.start_byte if body is not None else node.end_byte]
    name = node.child_by_field_name("name") or node.child_by_field_name("parameters")
    return "async" in header[: name.start_byte - node.start_byte if name is not None else None].split()


def _return_type_candidates(
    context: RuleContext, text: SourceText, change: Change, function: FunctionNode
) -> Iterator[Candidate]:
    edits = tuple(_promised_type(text, function.node))
    if edits:
        yield _make(context, change, text, edits, function.name, is_caller=False)


def _promised_type(text: SourceText, function: "Node") -> Iterator[Replacement]:
    """In TypeScript, an async function returns a promise."""
    returned = function.child_by_field_name("return_type")
    if returned is None or text.tree is None or text.tree.grammar not in ("typescript", "tsx"):
        return
    written = text.joined[returned.start_byte : returned.end_byte]
    type_text = written.lstrip(": ")
    if re.match(r"Promise\b|Async\w+|any\b|unknown\b|asserts\b", type_text) or " is " in type_text:
        return
    start = returned.end_byte - len(type_text)
    span = Span(text.point_at(start), text.point_at(returned.end_byte))
    yield Replacement(span, f"Promise<{type_text}>")


def _calls_of_async(
    context: RuleContext, text: SourceText, function: FunctionNode
) -> Iterator[tuple[str, Call]]:
    """Yield the calls of async functions in the body of one that became async, with their names."""
    body = function.node.child_by_field_name("body")
    pending = [body] if body is not None else []
    count = 0
    while pending and count < MAX_ASYNC_BODY_NODES:
        node = pending.pop()
        count += 1
        if node.type in FUNCTION_TYPES:
            continue
        pending += reversed(node.named_children)
        callee = node.child_by_field_name("function") if node.type in _CALL_TYPES else None
        if callee is None or (node.parent is not None and node.parent.type in _AWAIT_TYPES):
            continue
        name = callee.named_children[-1] if callee.named_children else callee
        written = text.joined[name.start_byte : name.end_byte]
        if written != function.name and _is_async_function(context, text, written, name.start_byte):
            yield written, Call(text, node, is_certain=True)


def _is_async_function(context: RuleContext, text: SourceText, name: str, start: int) -> bool:
    """Whether the name at an offset is that of an async function of the workspace."""
    found = origin_at(text.snapshot, name, text.point_at(start), context.situation.workspace_texts)
    if found is None or not found.binding.occurrences or found.binding.kind not in ("function", "method"):
        return False
    other = context.text_at(found.snapshot.uri)
    defined = (found.binding.definitions or found.binding.occurrences)[0]
    if other is None or defined.line >= len(other.raw):
        return False
    at = other.offset_at(defined.line, defined.column)
    return any(one.name_start == at and is_async(other, one.node) for one in functions_at(other, at, at + 1))


def _candidate(context: RuleContext, change: Change, name: str, call: Call) -> Candidate | None:
    text, node = call.text, call.node
    parent = node.parent
    if text.tree is None or parent is None or parent.type in _AWAIT_TYPES or node.has_error:
        return None
    if _is_passed_on(text, node):
        return None
    around = enclosing_function(node)
    if around is None:
        return None  # the top level of a module
    if not is_async(text, around):
        return _caller_candidate(context, change, name, call, around)
    is_returned = parent.type == "return_statement" or parent == around
    if is_returned and text.tree.grammar not in ("python", "rust"):
        return None  # the promise is returned as it is
    start, end = text.point_at(node.start_byte), text.point_at(node.end_byte)
    if text.tree.grammar == "rust":
        edits = (Replacement(Span(end, end), ".await"),)
    elif parent.type in _MEMBER_TYPES and parent.named_child(0) == node:
        edits = (Replacement(Span(start, start), "(await "), Replacement(Span(end, end), ")"))
    else:
        edits = (Replacement(Span(start, start), "await "),)
    return _make(context, change, text, edits, name, is_caller=False, is_uncertain=not call.is_certain)


def _is_passed_on(text: SourceText, node: "Node") -> bool:
    """Whether the call makes a task or a promise that something else waits for."""
    if _PROMISE_MEMBER.match(text.joined, node.end_byte):
        return True
    parent = node.parent
    while parent is not None and parent.type in _WRAPPER_TYPES:
        callee = parent.parent.child_by_field_name("function") if parent.parent is not None else None
        is_arguments = parent.type in ("arguments", "argument_list")
        if is_arguments:
            written = text.joined[callee.start_byte : callee.end_byte] if callee is not None else ""
            return _TASK_FUNCTION.search(written) is not None
        parent = parent.parent
    return False


def _caller_candidate(
    context: RuleContext, change: Change, name: str, call: Call, around: "Node"
) -> Candidate | None:
    text = call.text
    own_name = around.child_by_field_name("name")
    if own_name is not None and _NEVER_ASYNC.fullmatch(text.joined[own_name.start_byte : own_name.end_byte]):
        return None
    at = async_keyword_offset(around)
    if at is None:
        return None
    start = text.point_at(at)
    return _make(
        context,
        change,
        text,
        (Replacement(Span(start, start), "async "), *_promised_type(text, around)),
        name,
        is_caller=True,
        is_uncertain=not call.is_certain,
    )


def async_keyword_offset(function: "Node") -> int | None:
    """Return where `async` stands in the header of a function; None if it has no place for it."""
    keyword = next((one for one in function.children if one.type in ("fn", "def", "function")), None)
    if function.type == "arrow_function":
        return function.start_byte
    first = keyword or function.child_by_field_name("name")
    return first.start_byte if first is not None else None


def _make(
    context: RuleContext,
    change: Change,
    text: SourceText,
    edits: tuple[Replacement, ...],
    name: str,
    *,
    is_caller: bool,
    is_uncertain: bool = False,
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="async-call",
        pattern=f"{name} is async",
        topic=name,
        why=f"{name} is async.",
        edits=edits,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age,
                elsewhere=text is not context.current_text,
                is_caller=is_caller,
                is_uncertain=is_uncertain,
            )
        ),
    )
