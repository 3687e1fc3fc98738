"""A function in Rust or Java wraps its result now, or wraps it in another type: its values and its calls follow."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.signatures.calls import (
    Call,
    enclosing_function,
    find_function_calls,
)
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    ReturnChange,
    ReturnUse,
    return_type_of,
    returns_of,
    split_types,
)
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["rewrapped_values", "wrapped_calls", "wrapped_returns"]

_WRAPPED: Final = re.compile(r"(?:\w+::)*(Result|Option|Optional)<(.*)>\Z", re.S)
_VARIANTS: Final = {"Option": ("Some", "None"), "Result": ("Ok", "Err")}
"""What the values of a wrapper begin with: those with the wrapped value, and the others."""
_EMPTY_VALUE: Final = re.compile(r"-1|0|0\.0|\"\"|String::new\(\)")
"""What a function of Rust without an `Option` returns for nothing."""
_UNWRAPPING: Final = re.compile(r"\s*\.\s*(?:unwrap\(\)|expect\((?:[^()\"]|\"(?:[^\"\\]|\\.)*\")*\))\Z")
_OR_NULL: Final = re.compile(r"\s*\.\s*orElse\(\s*null\s*\)\Z")
_MAP_READ: Final = re.compile(r"(?:this\.)?(\w+)\.(?:get|remove)\((?:[^()]|\([^()]*\))+\)")
_LAST_METHOD: Final = re.compile(r"\.\s*(\w+)(?:::<[^()]*>)?\Z")
_KEEPING_METHODS: Final = frozenset({"as_mut", "as_ref", "as_deref", "cloned", "copied", "map"})
"""Methods of an `Option` or `Result` whose value is one as well."""
_METHODS_WITH: Final = {
    "Option": frozenset(
        {
            *(
                "and_then",
                "checked_add",
                "checked_div",
                "checked_mul",
                "checked_sub",
                "err",
                "find",
                "find_map",
            ),
            *("first", "first_mut", "get", "get_mut", "last", "last_mut", "max_by", "max_by_key"),
            *(
                "min_by",
                "min_by_key",
                "next",
                "next_back",
                "nth",
                "ok",
                "peek",
                "pop",
                "pop_front",
                "pop_back",
            ),
            *("position", "rfind", "rposition", "rsplit_once", "split_once", "strip_prefix", "strip_suffix"),
        }
    ),
    "Result": frozenset(
        {
            *("context", "map_err", "ok_or", "ok_or_else", "parse", "read_to_string", "recv", "send"),
            *("try_into", "try_from", "with_context", "write_all"),
        }
    ),
}
"""Methods of the standard library that return the wrapper, whatever they are called on."""
_HANDLED: Final = re.compile(
    r"\s*\.\s*(?:unwrap|expect|is_|ok\b|ok_or|err\b|map|and|or\b|or_else|iter|into_iter|as_|copied|cloned|filter"
    r"|flatten|context|with_context|inspect|zip|xor|take|transpose|get_or_insert|insert\b|await)\w*"
)
"""What follows a call whose wrapped value is handled, or which is a future."""
_VALUE_IGNORED_OR_CHECKED: Final = frozenset(
    {"expression_statement", "try_expression", "match_expression", "let_condition"}
)
"""What a call stands in where its value is not used, or unwrapped already."""


def wrapped_returns(text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """A result that is wrapped now: the values that the function returns are wrapped."""
    kind = _wrapper(returned)
    body = returned.function.node.child_by_field_name("body")
    if kind is None or body is None:
        return
    wrapper = {"Result": "Ok", "Option": "Some", "Optional": "Optional.of"}[kind]
    values = [one for node in returns_of(body) if (one := next(iter(node.named_children), None)) is not None]
    if kind != "Optional":
        values += _tail_values(body)
    for value in values:
        written = text.joined[value.start_byte : value.end_byte]
        start, end = text.point_at(value.start_byte), text.point_at(value.end_byte)
        if re.match(r"(?:Ok|Err|Some|None|Optional)\b", written):
            continue
        if kind == "Option" and _EMPTY_VALUE.fullmatch(written):
            yield ReturnUse(text, (Replacement(Span(start, end), "None"),), start)
        elif kind == "Optional" and written == "null":
            yield ReturnUse(text, (Replacement(Span(start, end), "Optional.empty()"),), start)
        elif (call := _UNWRAPPING.search(written)) is not None and kind != "Optional":
            first = text.point_at(value.start_byte + call.start())
            is_same = not _gives(written[: call.start()], _VARIANTS.keys() - {kind})
            yield ReturnUse(text, (Replacement(Span(first, end), ""),) if is_same else (), first)
        elif _gives(written, {kind}):
            continue
        elif kind == "Optional" and (unwrapped := _OR_NULL.search(written)) is not None:
            first = text.point_at(value.start_byte + unwrapped.start())
            yield ReturnUse(text, (Replacement(Span(first, end), ""),), first)
        elif kind == "Optional" and _reads_map(text, written):
            made = (
                Replacement(Span(start, start), "Optional.ofNullable("),
                Replacement(Span(end, end), ")"),
            )
            yield ReturnUse(text, made, start)
        elif kind == "Optional" and not re.fullmatch(r"\w+|new\b[^;]*", written):
            yield ReturnUse(text, (), start)
        else:
            yield ReturnUse(
                text,
                (Replacement(Span(start, start), f"{wrapper}("), Replacement(Span(end, end), ")")),
                start,
            )


def _reads_map(text: SourceText, written: str) -> bool:
    """Whether a value of Java is read from a map, which gives null for an unknown key."""
    read = _MAP_READ.fullmatch(written)
    return read is not None and re.search(rf"\b\w*Map<[^;=(]*>\s+{read[1]}\b", text.code_text) is not None


def _gives(written: str, kinds: AbstractSet[str]) -> bool:
    """Whether an expression of Rust ends with a call of a method that returns one of the wrappers."""
    while written.endswith(")"):
        depth, at = 0, len(written)
        while at and (depth or at == len(written)):
            at -= 1
            depth += (written[at] == ")") - (written[at] == "(")
        found = _LAST_METHOD.search(written, 0, at)
        if found is None or found[1] not in _KEEPING_METHODS:
            return found is not None and any(found[1] in _METHODS_WITH.get(kind, ()) for kind in kinds)
        written = written[: found.start()].rstrip()
    return False


def _wrapper(returned: ReturnChange) -> str | None:
    """Return the type that wraps the old type now."""
    match = _WRAPPED.match(returned.new)
    if match is None or not re.match(rf"{re.escape(returned.old)}\s*(?:,|\Z)", match[2].strip()):
        return None
    return match[1]


def wrapped_calls(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """The value of a call has to be unwrapped: by `?` where the function around it returns the same wrapper."""
    kind = _wrapper(returned)
    if kind is None:
        return
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        parent, end = call.node.parent, call.node.end_byte
        if not call.is_certain or parent is None or parent.type in _VALUE_IGNORED_OR_CHECKED:
            continue
        if call.text.joined[end : end + 1] == "?" or _HANDLED.match(call.text.joined, end):
            continue
        around = enclosing_function(call.node)
        wrapped = _WRAPPED.match(return_type_of(call.text, around)) if around is not None else None
        point = call.text.point_at(end)
        is_passed_on = kind != "Optional" and wrapped is not None and wrapped[1] == kind
        if is_passed_on and parent.type in ("block", "return_expression"):
            continue  # it is returned as it is
        if not is_passed_on and re.match(r"\s*\.", call.text.joined[end : end + 80]):
            continue
        yield ReturnUse(call.text, (Replacement(Span(point, point), "?"),) if is_passed_on else (), point)


def rewrapped_values(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """`Option` became `Result` or the reverse: the values, and the patterns that calls are matched with."""
    old, new = _WRAPPED.match(returned.old), _WRAPPED.match(returned.new)
    body = returned.function.node.child_by_field_name("body")
    if old is None or new is None or body is None or {old[1], new[1]} != _VARIANTS.keys():
        return
    if split_types(old[2])[:1] != split_types(new[2])[:1]:
        return
    values = [one for node in returns_of(body) if (one := next(iter(node.named_children), None)) is not None]
    for value in (*values, *_tail_values(body)):
        yield from _rewrap(text, value, old[1], new[1])
    for call in find_function_calls(context, text, returned.function.name, returned.function.name_start):
        for pattern in _matched_patterns(call):
            yield from _rewrap(call.text, pattern, old[1], new[1], is_pattern=True)


def _matched_patterns(call: Call) -> Iterator["Node"]:
    """Yield the patterns that the value of a call is compared with."""
    parent = call.node.parent
    if parent is None:
        return
    if parent.type in ("let_condition", "let_declaration"):
        pattern = parent.child_by_field_name("pattern")
        if pattern is not None:
            yield pattern
    elif parent.type == "match_expression" and (arms := parent.child_by_field_name("body")) is not None:
        for arm in arms.named_children:
            pattern = arm.child_by_field_name("pattern") if arm.type == "match_arm" else None
            if pattern is not None and pattern.named_children:
                yield pattern.named_children[0]


def _rewrap(
    text: SourceText, value: "Node", old: str, new: str, *, is_pattern: bool = False
) -> Iterator[ReturnUse]:
    (some, nothing), (new_some, new_nothing) = _VARIANTS[old], _VARIANTS[new]
    written = text.joined[value.start_byte : value.end_byte]
    name = next(iter(re.findall(r"\A(\w+)(?=\(|\Z)", written)), "")
    start = text.point_at(value.start_byte)
    if name == some:
        end = start._replace(column=start.column + len(some))
        yield ReturnUse(text, (Replacement(Span(start, end), new_some),), start)
    elif name == nothing and nothing == "None" and is_pattern:
        end = text.point_at(value.end_byte)
        yield ReturnUse(text, (Replacement(Span(start, end), f"{new_nothing}(_)"),), start)
    elif name == nothing and new_nothing == "None" and not is_pattern:
        end = text.point_at(value.end_byte)
        yield ReturnUse(text, (Replacement(Span(start, end), new_nothing),), start)
    elif name == nothing:
        yield ReturnUse(text, (), start)


def _tail_values(body: "Node") -> list["Node"]:
    """Return the expressions that a Rust block ends with, through `match` and `if`."""
    found: list[Node] = []
    pending = [body]
    while pending:
        node = pending.pop(0)
        children = [one for one in node.named_children if not one.type.endswith("comment")]
        last = children[-1] if children else None
        if node.type == "block":
            if last is not None and last.type == "expression_statement":
                decisions = ("match_expression", "if_expression")
                last = next((one for one in last.named_children if one.type in decisions), None)
            if last is not None and not last.type.endswith(("_declaration", "_statement", "_item")):
                pending.append(last)
        elif node.type == "match_expression":
            arms = node.child_by_field_name("body")
            for arm in arms.named_children if arms is not None else ():
                value = arm.child_by_field_name("value")
                if value is not None:
                    pending.append(value)
        elif node.type == "if_expression":
            pending += [
                one
                for field in ("consequence", "alternative")
                if (one := node.child_by_field_name(field)) is not None
            ]
        elif node.type == "else_clause":
            pending += node.named_children
        elif node.type not in ("return_expression", "macro_invocation", "break_expression"):
            found.append(node)
    return found
