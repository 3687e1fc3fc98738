"""A field of a struct or record holds its value in a wrapper now, or not any more: values written for it follow.

`Option<f64>` in Rust takes `Some(12.5)`, `Optional<String>` in a record of Java `Optional.of("a")`. Where nothing
may be meant by the value, as by 0 or an empty string, the place is a jump. Not the places that read the field.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import find_all_places, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import parse_call
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import MemberChange, find_member_changes
from understudy.nes.symbolic.consequences.signatures import enclosing_function, find_function_calls
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_wrapped_fields"]

_GENERIC: Final = re.compile(r"(?:\w+(?:::|\.))*(\w+)\s*<(.*)>\Z", re.S)
_RUST_WRAPPERS: Final = {"Option": "Some"} | {
    name: f"{name}::new" for name in ("Arc", "Box", "Cell", "Mutex", "Rc", "RefCell", "RwLock")
}
_JAVA_WRAPPERS: Final = {"Optional": "Optional.of"}
_BOXED: Final = {
    "boolean": "Boolean",
    "byte": "Byte",
    "char": "Character",
    "double": "Double",
    "float": "Float",
    "int": "Integer",
    "long": "Long",
    "short": "Short",
}
"""What stands for a primitive type of Java in `<>`."""
_MAY_BE_NOTHING: Final = re.compile(
    r"(?:-1|0)(?:\.0*)?(?:_?[a-z]\w*)?|\"\"|null|String::new\(\)|\w+::(?:NAN|MIN|MAX|INFINITY|NEG_INFINITY)"
    r"|.*\.\s*(?:unwrap(?:_or(?:_default|_else)?)?|expect|orElse|orElseThrow)\(.*\)",
    re.S,
)
"""Values that stand for no value, or that are taken out of a wrapper."""
_OF_ANY_TYPE: Final = re.compile(
    r"(?:None|Default::default\(\)|(?:todo|unimplemented|panic|unreachable)!\(.*\))\Z"
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*\Z")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.86, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.9)
)


class _Value(NamedTuple):
    """A value that is written for the field."""

    text: SourceText
    start: int
    end: int
    shorthand: str = ""
    """The name of the field, if it is written as that alone."""

    @property
    def written(self) -> str:
        return self.text.joined[self.start : self.end]


class _Wrapping(NamedTuple):
    makers: tuple[str, ...]
    """The functions that make the wrappers, the outermost first."""
    is_added: bool

    def apply(self, value: _Value) -> str | None:
        """Return the value in its wrapper or without it; empty if it is not known, None if it need not change."""
        written = value.written
        is_wrapped = written.startswith(f"{self.makers[0]}(")
        if _OF_ANY_TYPE.match(written) and (self.is_added or written != "None"):
            return None
        if self.is_added:
            if is_wrapped:
                return None
            if self.makers[0] in ("Some", "Optional.of") and _MAY_BE_NOTHING.fullmatch(written):
                return ""
            wrapped = "".join(f"{maker}(" for maker in self.makers) + written + ")" * len(self.makers)
            return f"{value.shorthand}: {wrapped}" if value.shorthand else wrapped
        for maker in self.makers:
            if not written.startswith(f"{maker}(") or not _is_one_call(written, len(maker)):
                return ""
            written = written[len(maker) + 1 : -1]
        return written


def propose_wrapped_fields(context: RuleContext) -> list[Candidate]:
    """Propose to wrap the values that are written for a field whose type is a wrapper of the old type now."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        grammar = change.text.tree.grammar if change.text.tree is not None else ""
        wrapping = _wrapping(change, grammar)
        if wrapping is None:
            continue
        values = _rust_values(context, change) if grammar == "rust" else _record_values(context, change)
        for value in values:
            new = wrapping.apply(value)
            if new is None or (new and _is_parameter(change, value)):
                continue  # the parameter gets the type of the field
            candidates.append(_candidate(context, change, value, new))
            if len(candidates) == MAX_SIBLING_CANDIDATES:
                return candidates
    return candidates


def _wrapping(change: MemberChange, grammar: str) -> _Wrapping | None:
    if change.before is None or change.declaration.kind != "record" or grammar not in ("rust", "java"):
        return None
    old, new = change.before.type_text, change.member.type_text
    added = _makers(old, new, grammar)
    if added:
        return _Wrapping(added, is_added=True)
    removed = _makers(new, old, grammar)
    return _Wrapping(removed, is_added=False) if removed else None


def _makers(inner: str, outer: str, grammar: str) -> tuple[str, ...]:
    """Return what makes a value of one type one of the other; empty if that does not wrap it."""
    wrappers = _RUST_WRAPPERS if grammar == "rust" else _JAVA_WRAPPERS
    found: list[str] = []
    while (match := _GENERIC.match(outer.strip())) is not None and match[1] in wrappers:
        found.append(wrappers[match[1]])
        outer = match[2].strip()
        if outer in (inner, _BOXED.get(inner)):
            return tuple(found)
    return ()


def _is_one_call(written: str, opening: int) -> bool:
    """Whether a bracket is closed by the last character of an expression."""
    depth = 0
    for at, char in enumerate(written[opening:], opening):
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            return at == len(written) - 1
    return False


def _rust_values(context: RuleContext, change: MemberChange) -> Iterator[_Value]:
    """Yield the values of the field in literals and in assignments."""
    text, name = change.text, change.member.name
    resolver = resolver_for(text.snapshot)
    start = text.joined.find(name, change.member.start, change.member.end)
    binding = resolver.resolve(name).at(text.point_at(start)) if resolver is not None and start >= 0 else None
    if binding is None:
        return
    for place in find_all_places(text.snapshot, binding, context.situation.workspace_texts):
        other, occurrence = context.text_at(place.uri), place.occurrence
        if other is None or other.tree is None or not place.is_certain or occurrence.role == "definition":
            continue
        offset = other.offset_at(occurrence.line, occurrence.column)
        node = other.tree.root.named_descendant_for_byte_range(offset, offset + len(name))
        found = _value_at(other, node, name) if node is not None else None
        if found is not None:
            yield found


def _value_at(text: SourceText, name: "Node", written: str) -> _Value | None:
    parent = name.parent
    if parent is None or parent.has_error:
        return None
    if parent.type == "shorthand_field_initializer":
        return _Value(text, name.start_byte, name.end_byte, written)
    if parent.type == "field_initializer" and parent.child_by_field_name("field") == name:
        value = parent.child_by_field_name("value")
        return _Value(text, value.start_byte, value.end_byte) if value is not None else None
    if parent.type == "field_expression" and parent.child_by_field_name("field") == name:
        assignment = parent.parent
        value = assignment.child_by_field_name("right") if assignment is not None else None
        is_target = (
            value is not None and assignment is not None and assignment.type == "assignment_expression"
        )
        if not is_target or value is None or value.start_byte < name.end_byte:
            return None
        return _Value(text, value.start_byte, value.end_byte)
    return _value_in_macro(text, name, parent, written) if parent.type == "token_tree" else None


def _value_in_macro(text: SourceText, name: "Node", brackets: "Node", written: str) -> _Value | None:
    """Return the value of a field in a literal in a macro, where the grammar has only tokens."""
    if text.joined[brackets.start_byte] != "{":
        return None
    opening, closing = text.point_at(brackets.start_byte), text.point_at(brackets.end_byte - 1)
    start = text.point_at(name.start_byte)
    for item in parse_call(text, opening, closing).arguments:
        match = re.match(rf"{re.escape(written)}\s*:\s*(?!:)", item.text)
        if item.span.start != start or match is None or _WORD.match(item.text, match.end()):
            continue  # a plain word may be the name of a pattern
        return _Value(text, name.start_byte + match.end(), text.offset_at(*item.span.end))
    return None


def _record_values(context: RuleContext, change: MemberChange) -> Iterator[_Value]:
    """Yield the arguments for the field in the constructor calls of a record of Java."""
    text, declaration = change.text, change.declaration
    if "record" not in text.joined[declaration.start : text.joined.find("(", declaration.start)].split():
        return
    at = declaration.members.index(change.member)
    start = text.joined.find(declaration.name, declaration.start)
    for call in find_function_calls(context, text, declaration.name, start):
        arguments = call.arguments
        if arguments is None or arguments.has_error or not call.is_certain:
            continue
        given = [one for one in arguments.named_children if not one.type.endswith("comment")]
        if call.node.type == "object_creation_expression" and len(given) == len(declaration.members):
            yield _Value(call.text, given[at].start_byte, given[at].end_byte)


def _is_parameter(change: MemberChange, value: _Value) -> bool:
    """Whether the value is a parameter of the old type: the same change of its type is proposed elsewhere."""
    tree = value.text.tree
    if tree is None or change.before is None or not _WORD.match(value.written):
        return False
    node = tree.root.named_descendant_for_byte_range(value.start, value.end)
    function = enclosing_function(node) if node is not None else None
    parameters = function.child_by_field_name("parameters") if function is not None else None
    if parameters is None:
        return False
    listed = value.text.joined[parameters.start_byte : parameters.end_byte]
    return re.search(rf"\b{value.written}\b", listed) is not None


def _candidate(context: RuleContext, change: MemberChange, value: _Value, new: str) -> Candidate:
    text = value.text
    start, end = text.point_at(value.start), text.point_at(value.end)
    name = f"{change.declaration.name}.{change.member.name}"
    return Candidate(
        kind="edit" if new else "jump",
        uri=text.snapshot.uri,
        family="field-wrapped",
        pattern=f"{name}: {change.member.type_text}",
        topic=name,
        why=f"{name} is {change.member.type_text} now.",
        edits=(Replacement(Span(start, end), new),) if new else (),
        position=None if new else start,
        probability=PROBABILITY.estimate(
            _Features(stale=change.change.age, elsewhere=text is not context.current_text, jump=not new)
        ),
    )
