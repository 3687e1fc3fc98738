"""A call of Go assigns a new error, and nothing below reads it: the check is missing.

The check is written as the other checks of the function are, if these are all the same, or as the results of the
function say. A function without a result for the error is compared with the others of the text that have the same
parameter for failures, such as `t *testing.T`. Where the text is not certain, the place is a jump.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.errors.check_bodies import derive_check_body, first_name
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_NEWEST_CHANGES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import NameReplacement
from understudy.nes.symbolic.consequences.signatures import enclosing_function, return_type_of
from understudy.nes.symbolic.limits import MAX_FUNCTION_NODES
from understudy.nes.syntax import go_error_return
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_unchecked_errors"]

_ASSIGNED: Final = re.compile(r"\s*(?:[\w.\[\]*]+\s*,\s*)*(\w*[eE]rr)\s*:?=\s*([^=].*)\Z", re.S)
_CALLED: Final = re.compile(r"(\w+)\(")
_ASSIGNMENTS: Final = frozenset({"short_var_declaration", "assignment_statement"})
_MESSAGE: Final = re.compile(r"[\"`]")
_TEST: Final = re.compile(r"\b(\w+)\s+(?:\*testing\.[TBF]|testing\.TB)\b")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(0.8, _Features(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, jump=-0.5))


class _UncheckedError(NamedTuple):
    name: str
    statement: "Node"
    function: "Node"


def propose_unchecked_errors(context: RuleContext) -> list[Candidate]:
    """Propose the check of an error that an edit added to an assignment."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.changes[:MAX_NEWEST_CHANGES]):
        name = _new_error(change)
        text = context.text_at(change.edit.uri) if name else None
        if text is None or text.tree is None or not change.is_current(text):
            continue
        found = _find_unchecked(text, change, name)
        if found is not None:
            candidates += _candidate(context, text, change, found)
    return candidates


def _new_error(change: Change) -> str:
    """Return the error that an edit assigns the result of a call to, which is new or was there; empty for none."""
    edit = change.edit
    if len(edit.old) > 1 or len(edit.new) != 1 or not edit.uri.endswith(".go"):
        return ""
    if not edit.old:
        added = _ASSIGNED.match(edit.new[0]) if len(edit.new[0]) <= MAX_CODE_LINE_CHARS else None
        return added[1] if added is not None and added[2].rstrip().endswith(")") else ""
    if len(edit.new[0]) > MAX_CODE_LINE_CHARS or len(edit.old[0]) > MAX_CODE_LINE_CHARS:
        return ""
    new, old = _ASSIGNED.match(edit.new[0]), _ASSIGNED.match(edit.old[0])
    called = _CALLED.search(new[2]) if new is not None else None
    if new is None or called is None or (old is not None and old[1] == new[1]):
        return ""
    return new[1] if f"{called[1]}(" in edit.old[0] else ""


def _find_unchecked(text: SourceText, change: Change, name: str) -> _UncheckedError | None:
    if text.tree is None:
        return None
    line = text.raw[change.edit.line]
    start = text.offset_at(change.edit.line, len(line) - len(line.lstrip()))
    statement = text.tree.root.named_descendant_for_byte_range(start, start + 1)
    while statement is not None and statement.type not in _ASSIGNMENTS:
        statement = statement.parent
    if statement is None or statement.start_byte != start or statement.has_error:
        return None
    block, function = statement.parent, enclosing_function(statement)
    if block is None or block.type not in ("block", "statement_list") or function is None:
        return None
    # What `=` assigns may be checked behind the block.
    scope = block if statement.type == "short_var_declaration" else function
    rest = text.code_text[statement.end_byte : scope.end_byte]
    used = re.search(rf"(?<![\w.]){name}\b", rest)
    if used is not None and not re.match(rf"{name}\s*:?=(?!=)", rest[used.start() :]):
        return None
    return _UncheckedError(name, statement, function)


def _candidate(
    context: RuleContext, text: SourceText, change: Change, found: _UncheckedError
) -> Iterator[Candidate]:
    end = text.point_at(found.statement.end_byte)
    end = Point(end.line, len(text.raw[end.line]))
    if text.code[end.line][text.point_at(found.statement.end_byte).column :].strip():
        return
    body = _check_body(text, found)
    is_here = text is context.current_text
    if not body and is_here and abs(context.situation.cursor.line - end.line) <= 1:
        return  # the user is there
    indent = text.raw[change.edit.line][: -len(text.raw[change.edit.line].lstrip())]
    check = f"\n{indent}if {found.name} != nil {{\n{indent}\t{body}\n{indent}}}"
    yield Candidate(
        kind="edit" if body else "jump",
        uri=text.snapshot.uri,
        family="error-check",
        pattern=f"check of {found.name}",
        topic=found.name,
        why=f"Nothing checks {found.name}, which the call returns now.",
        edits=(Replacement(Span(end, end), check),) if body else (),
        position=None if body else end,
        probability=PROBABILITY.estimate(_Features(stale=change.age, elsewhere=not is_here, jump=not body)),
    )


def _check_body(text: SourceText, found: _UncheckedError) -> str:
    """Return the statement for a failure in the function of an error; empty if it is not certain."""
    if body := _derived_body(text, found):
        return body
    others = set(_checks_of(text, found.function, found.name))
    returned = return_type_of(text, found.function)
    if others:
        body = others.pop() if len(others) == 1 else ""
        is_lost = returned.rstrip(")").endswith("error") and not re.search(rf"\b{found.name}\b", body)
        return body if not is_lost else ""
    if returned:
        return go_error_return(returned, found.name)
    if _function_name(text, found.function) == "main" and _imports_log(text):
        return f"log.Fatal({found.name})"
    parameter = _TEST.search(_parameters(text, found.function))
    if parameter is None or text.tree is None:
        return ""
    others = {
        body
        for one in text.tree.root.named_children
        if one.type in ("function_declaration", "method_declaration")
        and _TEST.search(_parameters(text, one)) is not None
        for body in _checks_of(text, one, found.name)
    }
    if not others:
        return f"{parameter[1]}.Fatal({found.name})"
    return others.pop() if len(others) == 1 else ""


def _derived_body(text: SourceText, found: _UncheckedError) -> str:
    """Return the statement that follows from two checks of the block, whose messages name what was assigned.

    One check is enough for a call of the same function.
    """
    block = found.statement.parent
    statements = block.named_children if block is not None else []
    checked: list[tuple[str, str]] = []
    derived: set[str] = set()
    own_statement = _written(text, found.statement)
    for one, other in pairwise(statements):
        statement, body = _written(text, one), _only_statement(text, other)
        if one.type in _ASSIGNMENTS and other.type == "if_statement" and first_name(statement) and body:
            checked.append((first_name(statement), body))
            derived.add(
                derive_check_body(statement, body, own_statement, _function_name(text, found.function))
            )
    own = first_name(own_statement)
    if not checked or not own:
        return ""
    if len(derived) == 1 and (body := derived.pop()) and _MESSAGE.search(body):
        return body
    if len(checked) < 2:
        return ""
    (first, body), *rest = checked
    if any(NameReplacement(first, name).apply(body) != other for name, other in rest):
        return ""
    made = NameReplacement(first, own).apply(body)
    return made if made is not None and made != body else ""


def _written(text: SourceText, statement: "Node") -> str:
    return text.joined[statement.start_byte : statement.end_byte]


def _function_name(text: SourceText, function: "Node") -> str:
    name = function.child_by_field_name("name")
    return _written(text, name) if name is not None else ""


def _only_statement(text: SourceText, condition: "Node") -> str:
    """Return the statement of a branch that checks an error, if it has one line."""
    branch = condition.child_by_field_name("consequence")
    body = text.joined[branch.start_byte + 1 : branch.end_byte - 1].strip() if branch is not None else ""
    return body if "\n" not in body and "err" in body.lower() else ""


def _imports_log(text: SourceText) -> bool:
    return any(one.module == "log" for one in text.imports)


def _parameters(text: SourceText, function: "Node") -> str:
    node = function.child_by_field_name("parameters")
    return text.joined[node.start_byte : node.end_byte] if node is not None else ""


def _checks_of(text: SourceText, function: "Node", name: str) -> Iterator[str]:
    """Yield the statements of the branches in which a function has an error, with the name of this one.

    Empty for several statements, and for one with a message, which is about another call.
    """
    pending, count = [function], 0
    while pending and count < MAX_FUNCTION_NODES:
        node = pending.pop()
        count += 1
        if node is not function and node.type == "func_literal":
            continue
        pending += reversed(node.named_children)
        condition = node.child_by_field_name("condition") if node.type == "if_statement" else None
        branch = node.child_by_field_name("consequence") if node.type == "if_statement" else None
        if condition is None or branch is None:
            continue
        checked = re.fullmatch(
            r"(\w*[eE]rr)\s*!=\s*nil", text.joined[condition.start_byte : condition.end_byte]
        )
        if checked is not None:
            body = text.joined[branch.start_byte + 1 : branch.end_byte - 1].strip()
            is_simple = "\n" not in body and '"' not in body and "`" not in body
            yield re.sub(rf"(?<![\w.]){checked[1]}\b", name, body) if is_simple else ""
