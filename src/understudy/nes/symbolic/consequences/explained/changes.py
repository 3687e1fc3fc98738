"""Drops repetitions of an edit that the syntax explains otherwise.

Who changes the parameters of one function, or the type of one field, does not ask for the same change of another
function or field; the calls and uses follow by the rules. After a second such edit it is a pattern, and nothing is
dropped.
"""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from understudy.nes.errors import run_guarded
from understudy.nes.symbolic.consequences.errors import (
    drop_errors_of_other_messages,
    drop_errors_without_result,
    drops_repetition,
    find_wrapped_error,
)
from understudy.nes.symbolic.consequences.explained.other_calls import (
    drop_impossible_arguments,
    requalified_method,
)
from understudy.nes.symbolic.consequences.explained.other_names import drop_other_names, makes_same_change
from understudy.nes.symbolic.consequences.explained.other_owners import drop_other_owners
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate, changes_line_with
from understudy.nes.symbolic.consequences.retyped import drop_other_results
from understudy.nes.symbolic.consequences.rewrites import drop_other_rewritings
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
)
from understudy.nes.symbolic.consequences.siblings import (
    adds_member_to_unrelated_type,
    find_member_changes,
    member_text,
)
from understudy.nes.symbolic.consequences.signatures import (
    FunctionNode,
    declared_functions_at,
    drop_kept_messages,
    find_function_calls,
    functions_at,
    keyword_parameters,
)
from understudy.nes.text import EditOrigin, minimal_replacement

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["drop_explained", "with_one_spelling"]


_PROTOTYPE: Final = re.compile(r"\s*(?:[\w*&:<>]+\s+)+[*&]*(\w+)\([^;]*\)\s*(?:const\s*)?;\s*\Z")


_DEFAULT: Final = re.compile(r"\s*=\s*[^,;]+\Z")
_DEFAULT_SIGN: Final = re.compile(r"(?<![=!<>])=(?![=>])")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_COMMON_BASES: Final = frozenset({"Object", "ABC", "Protocol", "Generic", "Enum", "Serializable"})
_TYPE_NODES: Final = frozenset(
    {
        "class_definition",
        "class_declaration",
        "abstract_class_declaration",
        "interface_declaration",
        "impl_item",
        "trait_item",
        "class_specifier",
        "struct_specifier",
        "enum_declaration",
        "record_declaration",
        "class",
        "module",
    }
)


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


_SPELLINGS: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(r"\binterface\s*\{\s*\}"), "any"),
    (re.compile(r"\b(?:typing|t|collections\.abc)\.(?=[A-Z])"), ""),
    (re.compile(r"\b(?:List|Dict|Set|Tuple|FrozenSet|Type)(?=\[)"), lambda found: found[0].lower()),
    (re.compile(r"\bOptional\[([^\[\]]*(?:\[[^\[\]]*\])?[^\[\]]*)\]"), r"\1|None"),
    (re.compile(r"\bUnion\[([^\[\]]*)\]"), lambda found: found[1].replace(",", "|")),
    (re.compile(r"\bArray<([\w.]+)>"), r"\1[]"),
)
"""Other spellings of a type, in Go, Python and TypeScript, and the one that they are compared in."""

_ANNOTATION: Final = re.compile(r":[^,()=]*")
"""The type of a parameter, as far as the next one."""


def drop_explained(context: RuleContext, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates without those that repeat a changed signature, type or member of something else."""
    if not candidates or context.situation.selection is not None:
        return list(candidates)
    own = [one for one in context.cause_changes if one.edit.origin is not EditOrigin.ACCEPTED][:3]
    functions = _ChangedFunctions(context)
    found = run_guarded(drop_other_names, candidates, context, own, candidates)
    found = run_guarded(_drop_defaults_of_definitions, found, own, found)
    found = run_guarded(_drop_definitions_of_prototypes, found, context, own, found)
    found = run_guarded(_drop_wrapped_errors, found, context, own, found)
    found = drop_other_rewritings(context, found)
    found = run_guarded(drop_kept_messages, found, context, found)
    found = run_guarded(drop_errors_without_result, found, context, found)
    found = run_guarded(drop_errors_of_other_messages, found, context, found)
    found = run_guarded(drop_other_results, found, context, found)
    found = run_guarded(_drop_other_calls, found, context, own, found, functions)
    found = run_guarded(drop_impossible_arguments, found, context, found)
    found = run_guarded(_drop_other_members, found, context, found)
    found = run_guarded(_drop_other_qualifiers, found, context, own, found)
    found = run_guarded(drop_other_owners, found, context, found)
    found = run_guarded(_drop_other_headers, found, context, own, found, functions)
    return list(run_guarded(_drop_same_signatures, found, context, own, found, functions))


def _drop_defaults_of_definitions(
    own: Sequence[Change], candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Drop the new default of a parameter of a prototype at definitions."""
    if own and _DEFAULT.match(_added_text(own[0])) and _PROTOTYPE.match(own[0].edit.old[0]):
        return [one for one in candidates if not _adds_default(one)]
    return candidates


def _drop_definitions_of_prototypes(
    context: RuleContext, own: Sequence[Change], candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Drop the change of a prototype at definitions of other texts, which follow by a rule."""
    if not own or not own[0].edit.new or context.current_text.language.family != "c":
        return candidates
    if _PROTOTYPE.match(own[0].edit.new[0]) is None:
        return candidates
    return [
        one
        for one in candidates
        if one.snapshot.uri == own[0].edit.uri or not _defines_function(context, one)
    ]


def _drop_wrapped_errors(
    context: RuleContext, own: Sequence[Change], candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Drop the wrapping of an error with the message of another call."""
    wrapped = find_wrapped_error(own[0]) if own else None
    text = context.text_at(own[0].edit.uri) if wrapped is not None else None
    if wrapped is None or text is None or not own[0].is_current(text):
        return candidates
    return [
        one
        for one in candidates
        if not any(wrapped.written in line for line in one.new)
        or not drops_repetition(text, wrapped, one.line if one.snapshot.uri == text.snapshot.uri else None)
    ]


def _drop_same_signatures(
    context: RuleContext,
    own: Sequence[Change],
    candidates: Sequence[_Candidate],
    functions: "_ChangedFunctions",
) -> Sequence[_Candidate]:
    """Drop the new signature of one function, or the new type of one member, at others."""
    if not own or not _may_be_explained(own[0]):
        return candidates
    changed = functions.find(own[0])
    retyped = next((one for one in context.once(find_member_changes)[:1] if one.kind == "retyped"), None)
    if _is_respelled(own[0]):
        return candidates
    if len(own) > 1 and makes_same_change(own[0], own[1]):
        retyped = None  # who has retyped two members retypes more
    if changed is None and retyped is None:
        return candidates
    if len(own) > 1 and _is_same_kind(functions, own[1], changed):
        return candidates
    kept: list[_Candidate] = []
    for one in candidates:
        text = context.source_text(one.snapshot)
        old = "\n".join(text.raw[one.line : one.line + one.line_count])
        new = "\n".join(one.new)
        is_other_header = changed is not None and _is_other_header(text, one, changed)
        is_other_type = (
            retyped is not None
            and retyped.before is not None
            and old.replace(retyped.before.type_text, retyped.member.type_text) == new
        )
        if not is_other_header and not is_other_type:
            kept.append(one)
    return kept


def _drop_other_headers(
    context: RuleContext,
    own: Sequence[Change],
    candidates: Sequence[_Candidate],
    functions: "_ChangedFunctions",
) -> Sequence[_Candidate]:
    """After the header of one function and edits of something else, drop changes of other headers."""
    found = [functions.find(one) if _may_be_explained(one) else None for one in own]
    changed = [one for one in found if one is not None]
    if not changed or found[0] is not None or len({one.function.name_start for one in changed}) > 1:
        return candidates
    return [
        one for one in candidates if not _is_other_header(context.source_text(one.snapshot), one, changed[0])
    ]


def _drop_other_calls(
    context: RuleContext,
    own: Sequence[Change],
    candidates: Sequence[_Candidate],
    functions: "_ChangedFunctions",
) -> Sequence[_Candidate]:
    """Drop changes of calls of other functions that have the name of one whose signature changed."""
    found = (functions.find(one) for one in own if _may_be_explained(one))
    changed = next((one for one in found if one is not None), None)
    if changed is None:
        return candidates
    call = re.compile(rf"(?<![\w$]){re.escape(changed.function.name)}\s*\(")
    suspects = [one for one in candidates if changes_line_with(one, call)]
    if not suspects:
        return candidates
    function = changed.function
    calls = find_function_calls(context, changed.text, function.name, function.name_start)
    places = {
        (one.text.snapshot.uri, line)
        for one in calls
        for line in range(one.node.start_point.row, one.node.end_point.row + 1)
    }
    if not places:
        return candidates
    return [
        one
        for one in candidates
        if not changes_line_with(one, call)
        or (one.snapshot.uri, one.line) in places
        or _defines_function(context, one, is_declaration_enough=True)
    ]


def _drop_other_qualifiers(
    context: RuleContext, own: Sequence[Change], candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Drop the new qualifiers of one method at methods of its name in unrelated types."""
    name = requalified_method(own[0]) if own else ""
    text = context.text_at(own[0].edit.uri) if name and len(own) < 2 else None
    if text is None or not own[0].is_current(text):
        return candidates
    start = text.offset_at(own[0].edit.line)
    functions = _functions_at(text, start, start + len(own[0].edit.new[0]))
    changed = [_ChangedFunction(text, one) for one in functions if one.name == name]
    return [
        one
        for one in candidates
        if not changed
        or name not in "".join(one.new)
        or not _is_other_header(context.source_text(one.snapshot), one, changed[0])
    ]


def _defines_function(
    context: RuleContext, candidate: LineCandidate, *, is_declaration_enough: bool = False
) -> bool:
    text = context.source_text(candidate.snapshot)
    start = text.offset_at(candidate.line)
    end = start + len(text.raw[candidate.line])
    found = _functions_at(text, start, end) if is_declaration_enough else functions_at(text, start, end)
    return any(start <= one.name_start < end for one in found)


def _drop_other_members(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Drop the same new or removed member of another type, unless the user has changed two types so.

    A new member of a type with a related name, such as `UserUpdate` after `UserCreate`, stays.
    """
    changes = context.once(find_member_changes)
    removed = [one for one in changes if one.kind == "removed"]
    texts = {member_text(one.member.text) for one in removed}
    if len({one.declaration.name for one in removed}) <= 1:
        candidates = [
            one
            for one in candidates
            if one.new or one.line_count != 1 or member_text(one.snapshot.lines[one.line]) not in texts
        ]
    if all(one.kind != "added" for one in changes):
        return candidates
    return [
        one
        for one in candidates
        if one.line_count > 1
        or len(one.new) != 1
        or not adds_member_to_unrelated_type(
            context, context.source_text(one.snapshot), one.line, _written(one)
        )
    ]


def _written(candidate: LineCandidate) -> str:
    """What a candidate inserts: a line, or a part of one."""
    if not candidate.line_count:
        return candidate.new[0]
    return _inserted(candidate.snapshot.lines[candidate.line], candidate.new[0])


def _added_text(change: Change) -> str:
    """What an edit of one line added to it; empty if it did anything else."""
    old, new = change.edit.old, change.edit.new
    return _inserted(old[0], new[0]) if len(old) == len(new) == 1 else ""


def _inserted(old: str, new: str) -> str:
    (start, end), text = minimal_replacement(0, [old], [new])
    return text if start == end else ""


def _adds_default(candidate: LineCandidate) -> bool:
    """Whether a definition of C++ would repeat the default of a declaration."""
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old = candidate.snapshot.lines[candidate.line]
    return old.rstrip().endswith(("{", ")")) and _DEFAULT.match(_inserted(old, candidate.new[0])) is not None


def _is_respelled(change: Change) -> bool:
    """Whether nothing but another spelling of the same type was written, which others may get, too."""
    old, new = change.edit.old[0], change.edit.new[0]
    return with_one_spelling(old) == with_one_spelling(new)


def with_one_spelling(line: str) -> str:
    """Return a line, or a type, with the same spelling of types that have several."""
    for spelling, other in _SPELLINGS:
        line = spelling.sub(other, line)
    return "".join(line.split())


def _may_be_explained(change: Change) -> bool:
    """Rule out most edits before a text is parsed."""
    old, new = change.edit.old, change.edit.new
    return len(old) == len(new) == 1 and old[0][:1] == new[0][:1] and any(char in new[0] for char in "(:;")


class _ChangedFunction(NamedTuple):
    text: SourceText
    function: FunctionNode


class _ChangedFunctions:
    """The functions that edits changed, each found once."""

    def __init__(self, context: RuleContext) -> None:
        self._context = context
        self._found: dict[int, _ChangedFunction | None] = {}

    def find(self, change: Change) -> _ChangedFunction | None:
        serial = change.edit.serial
        if serial not in self._found:
            self._found[serial] = _changed_function(self._context, change)
        return self._found[serial]


def _changed_function(context: RuleContext, change: Change) -> _ChangedFunction | None:
    """Return the function whose parameters or return type the edit changed."""
    text = context.text_at(change.edit.uri)
    if text is None or not change.is_current(text):
        return None
    start = text.offset_at(change.edit.line)
    functions = _functions_at(text, start, start + len(change.edit.new[0]))
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return None
    old_functions = {one.name: one for one in _functions_at(old_text, start, start + len(change.edit.old[0]))}
    old = {name: _header(old_text, one.node) for name, one in old_functions.items()}
    for one in functions:
        header = _header(text, one.node)
        if text.language.family == "ruby" and one.name in old_functions:
            parameters = keyword_parameters(text, one.node)
            if parameters != keyword_parameters(old_text, old_functions[one.name].node):
                return _ChangedFunction(text, one)
        if one.name not in old or _without_annotations(header) == _without_annotations(old[one.name]):
            continue  # parameters of other functions may be annotated in the same way
        if header.endswith(";") and _parameter_count(header) == _parameter_count(old[one.name]):
            continue  # declarations of C get qualifiers in rows
        if len(_DEFAULT_SIGN.findall(header)) != len(_DEFAULT_SIGN.findall(old[one.name])):
            return _ChangedFunction(text, one)
        if len(header.split()) != len(old[one.name].split()):
            return _ChangedFunction(text, one)  # not only a word that was replaced by another one
    return None


def _parameter_count(header: str) -> int:
    listed = header[header.find("(") + 1 : header.rfind(")")].strip()
    return listed.count(",") + 1 if listed not in ("", "void") else 0


def _functions_at(text: SourceText, start: int, end: int) -> list[FunctionNode]:
    """Return the functions that are defined or declared in a range."""
    return [*functions_at(text, start, end), *declared_functions_at(text, start, end)]


def _without_annotations(header: str) -> str:
    return _ANNOTATION.sub("", header)


def _header(text: SourceText, node: "Node") -> str:
    body = node.child_by_field_name("body")
    return text.joined[node.start_byte : body.start_byte if body is not None else node.end_byte]


def _is_same_kind(functions: _ChangedFunctions, change: Change, changed: _ChangedFunction | None) -> bool:
    other = functions.find(change) if _may_be_explained(change) else None
    return other is not None and (changed is None or other.function.name_start != changed.function.name_start)


def _is_other_header(text: SourceText, candidate: LineCandidate, changed: _ChangedFunction) -> bool:
    """Whether the candidate changes the header of another function, which does not override it."""
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    line = text.raw[candidate.line]
    prototype = _PROTOTYPE.match(line) if text.language.family == "c" else None
    if prototype is not None and prototype[1] != changed.function.name:
        return True
    start = text.offset_at(candidate.line)
    end = start + len(line)
    return any(
        start <= one.name_start < end
        and (one.name != changed.function.name or not _are_related(text, one, changed))
        for one in _functions_at(text, start, end)
    )


def _are_related(text: SourceText, function: FunctionNode, changed: _ChangedFunction) -> bool:
    """Whether the types of two methods of the same name inherit from each other or from a common type."""
    one, other = _type_head(text, function.node), _type_head(changed.text, changed.function.node)
    if not one and not other:
        return True
    names, other_names = set(_WORD.findall(one)), set(_WORD.findall(other))
    return not (names & other_names).isdisjoint(
        word for word in names | other_names if word[0].isupper() and word not in _COMMON_BASES
    )


def _type_head(text: SourceText, node: "Node") -> str:
    """Return the head of the type around a method: its name and what it inherits from; the receiver in Go, what
    stands before the name of a method that is defined outside its class in C++."""
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        return text.joined[receiver.start_byte : receiver.end_byte]
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type.endswith("_declarator"):
        declarator = declarator.child_by_field_name("declarator")
    if declarator is not None and declarator.type == "qualified_identifier":
        return text.joined[declarator.start_byte : declarator.end_byte].rpartition("::")[0]
    parent = node.parent
    while parent is not None:
        body = parent.child_by_field_name("body")
        if parent.type in _TYPE_NODES and body is not None:
            return text.joined[parent.start_byte : body.start_byte]
        parent = parent.parent
    return ""
