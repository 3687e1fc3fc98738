"""Several parameters of a function became one, whose fields they are: the calls pass one value with these fields.

`New(cfg Config)` instead of `New(host string, port int)`. Go, Rust, Python, Java, C++, and objects of JavaScript
and TypeScript, with a type or without one. The fields and the old parameters are matched by their names, in any
spelling. A call is a jump where the type is inside of another one, or where the constructor may take other values.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    FunctionHeader,
    find_headers,
    find_owner_type,
    may_change_parameters,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES, MAX_DECLARATION_TEXTS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, texts_defining
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import TypeDeclaration, find_declarations, name_parts
from understudy.nes.symbolic.consequences.signatures import (
    find_function_calls,
    functions_at,
    owner_name_start,
)
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["became_options", "propose_options_arguments"]

_FAMILIES: Final = frozenset({"go", "script", "rust", "python", "java", "c"})
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_OBJECT_PATTERN: Final = re.compile(r"\{([^{}]*)\}")
_PATTERN_NAME: Final = re.compile(r"\s*(\w+)\s*(?:=.*)?\Z", re.S)
_GO_PRODUCT: Final = re.compile(r"([\w.]+)([*/])([\w.]+)\Z")
"""`gofmt` writes spaces in it where it stands alone."""
_TYPED_PARAMETERS: Final = {
    "go": re.compile(r"\w+\s+(?P<mark>\*?)(?P<type>\w+)"),
    "rust": re.compile(r"(?:mut\s+)?\w+\s*:\s*(?P<mark>&?)\s*(?:'\w+\s+)?(?P<mut>mut\s+)?(?P<type>\w+)"),
    "python": re.compile(r"\w+\s*:\s*(?P<mark>)(?P<quote>['\"]?)(?P<type>\w+)(?P=quote)\s*(?:=.*)?", re.S),
    "script": re.compile(r"(?:[a-z]+\s+)*\w+\??\s*:\s*(?P<mark>)(?P<type>\w+)\s*(?:=.*)?", re.S),
    "java": re.compile(r"(?P<mark>)(?:final\s+|@\w+\s+)*(?P<type>\w+)\s+\w+"),
    "c": re.compile(r"(?P<mark>)(?=const\s|[^&]*\Z|[^&]*&&)(?:const\s+)?(?P<type>\w+)\s*(?:&&?\s*|\s)\w+"),
}
"""A parameter that is a value of a type, or a reference to one that a call can make on the spot."""
MAX_FIELDS_IN_LINE: Final = 3
"""Fields of a struct of Go that are written in one line."""
_LINE_LIMITS: Final = {"go": 80, "script": 100, "rust": 60, "python": 88, "java": 120, "c": 100}
"""Characters of a line in which the fields stay. A text with a shorter limit is wrapped afterwards (`layout`)."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    is_uncertain: float = 0
    """Only the name of the called method is known, not its type."""


PROBABILITY: Final = RuleProbability(
    0.86, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.5, is_uncertain=-1.0)
)


class _Bundle(NamedTuple):
    """Parameters that became one."""

    change: Change
    text: SourceText
    before: FunctionHeader
    name_start: int
    call_name: str
    at: int
    """The index of the first of them, and of the new parameter."""
    size: int
    head: str | None
    """What stands before the fields, as `&Config`: empty for an object of JavaScript, None if it is not known."""
    fields: tuple[tuple[str, int], ...]
    """The name of each field, and the index of its old parameter, in the order of the fields."""


def propose_options_arguments(context: RuleContext) -> list[Candidate]:
    """Propose one argument with fields for the calls whose function took them one by one."""
    candidates: list[Candidate] = []
    for bundle in context.once(_find_bundles):
        candidates += _candidates(context, bundle)
    return candidates[:MAX_CALL_CANDIDATES]


def became_options(context: RuleContext, header: FunctionHeader) -> bool:
    """Whether parameters that a function had became the fields of one."""
    return any(one.before.name == header.name for one in context.once(_find_bundles))


def _find_bundles(context: RuleContext) -> list[_Bundle]:
    found: list[_Bundle] = []
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if not any("(" in line for line in edit.new) or not any("," in line for line in edit.old):
            continue
        text = context.text_at(edit.uri)
        if text is None or text.language.family not in _FAMILIES or not change.is_current(text):
            continue
        if not may_change_parameters(text, edit):
            continue
        found += _bundles(context, text, change)
    return found


def _bundles(context: RuleContext, text: SourceText, change: Change) -> Iterator[_Bundle]:
    edit = change.edit
    last = edit.line + len(edit.new)
    raw = [*text.raw[: edit.line], *edit.old, *text.raw[last:]]
    code = text.code_with_replaced_lines(edit.line, last, edit.old)
    old_last = edit.line + max(0, len(edit.old) - 1)
    before = {one.name: one for one in find_headers(text.language, raw, code, edit.line, old_last)}
    if not any(len(one.parameters) > 1 for one in before.values()):
        return
    start = text.offset_at(edit.line)
    for function in functions_at(text, start, start + len("\n".join(edit.new))):
        header = before.get(function.name)
        parameters = _parameters_of(function.node)
        if header is None or header.is_variadic or parameters is None or function.node.has_error:
            continue
        call_name, name_start = function.name, function.name_start
        if call_name in header.syntax.constructors and text.language.family != "rust":
            call_name = find_owner_type(raw, header)
            owner_start = owner_name_start(function.node, text, call_name) if call_name else None
            if owner_start is None:
                continue
            name_start = owner_start
        opening = text.point_at(parameters.start_byte)
        items = [
            one.text
            for one in split_list_items(
                text.code, text.raw, opening, find_closing_bracket(text.code, opening) or opening
            )
        ]
        if items and re.match(r"(?:&\s*(?:mut\s+)?)?(?:mut\s+)?(?:self|cls|this)\b", items[0]):
            items = items[1:]
        yield from _match(
            context,
            _Bundle(change, text, header, name_start, call_name, 0, 0, None, ()),
            items,
        )


def _parameters_of(function: "Node") -> "Node | None":
    """Return the parameters of a function, in C those of its declarator."""
    node: Node | None = function
    while node is not None and node.child_by_field_name("parameters") is None:
        node = node.child_by_field_name("declarator")
    return node.child_by_field_name("parameters") if node is not None else None


def _match(context: RuleContext, bundle: _Bundle, items: Sequence[str]) -> Iterator[_Bundle]:
    """Yield the bundle if all parameters but one are those of before, and that one has the others as its fields."""
    old = bundle.before.items
    count = len(old) - len(items) + 1
    if count < 2 or not items:
        return
    at = next((i for i, item in enumerate(items) if item != old[i].text), len(items) - 1)
    if [one.text for one in old[at + count :]] != list(items[at + 1 :]):
        return
    names = {name_parts(one.name): at + i for i, one in enumerate(bundle.before.parameters[at : at + count])}
    item = items[at]
    pattern = _OBJECT_PATTERN.match(item) if bundle.text.language.family == "script" else None
    if pattern is not None:
        listed = [_PATTERN_NAME.match(one) for one in pattern[1].rstrip(", \n").split(",")]
        fields = [(one[1], names.get(name_parts(one[1]))) for one in listed if one is not None]
        head, has_others = "", len(fields) > count
    else:
        found = _declared_type(context, bundle.text, item)
        if found is None:
            return
        declaring, declaration = found
        head = _head(declaring, declaration, item)
        members = declaration.members
        fields = [(one.name, names.get(name_parts(one.name))) for one in members]
        is_complete = bundle.text.language.family != "go"
        given = {name for name, index in fields if index is not None}
        has_others = any(is_complete and not one.is_optional and one.name not in given for one in members)
    known = tuple((name, index) for name, index in fields if index is not None)
    if len(known) != count or len(names) != count or has_others:
        return
    yield bundle._replace(at=at, size=count, head=head, fields=known)


def _head(text: SourceText, declaration: TypeDeclaration, parameter: str) -> str | None:
    """Return what stands before the fields of a value for a parameter; None if it is not known."""
    family = text.language.family
    match = _TYPED_PARAMETERS[family].fullmatch(parameter)
    if match is None or match["type"] != declaration.name or not _takes_fields(text, declaration):
        return None
    if family == "script":
        return ""
    mark = "&" if match["mark"] else ""
    return f"{mark}{'mut ' if family == 'rust' and match['mut'] else ''}{declaration.name}"


def _takes_fields(text: SourceText, declaration: TypeDeclaration) -> bool:
    """Whether a value of a type is made from its fields, in Java and C++ in their order."""
    if text.tree is None or text.language.family not in ("java", "c", "python"):
        return True
    node = text.tree.root.named_descendant_for_byte_range(declaration.start, declaration.end)
    body = node.child_by_field_name("body") if node is not None else None
    if node is None or body is None:
        return False
    names = tuple(one.name for one in declaration.members)
    if text.language.family == "python":
        taken = _constructor_parameters(text, body, "function_definition", "__init__")
        return all(set(names) <= set(one) for one in taken)
    if text.language.family == "java":
        taken = _constructor_parameters(text, body, "constructor_declaration", declaration.name)
        return node.type == "record_declaration" or names in taken
    fields = [one for one in body.named_children if one.type != "comment"]
    has_base = any(one.type == "base_class_clause" for one in node.named_children)
    is_plain = text.tree.grammar == "cpp" and node.type == "struct_specifier" and not has_base
    return is_plain and len(fields) == len(names)


def _constructor_parameters(text: SourceText, body: "Node", kind: str, name: str) -> list[tuple[str, ...]]:
    """Return the names of the parameters of each constructor in the body of a class."""
    found: list[tuple[str, ...]] = []
    for one in body.named_children:
        named, parameters = one.child_by_field_name("name"), one.child_by_field_name("parameters")
        if one.type != kind or named is None or parameters is None:
            continue
        if text.joined[named.start_byte : named.end_byte] == name:
            names = (
                re.search(r"(\w+)(?=\s*(?:[:=]|\Z))", _written(text, x)) for x in parameters.named_children
            )
            found.append(tuple(match[1] for match in names if match is not None))
    return found


def _written(text: SourceText, node: "Node") -> str:
    return text.joined[node.start_byte : node.end_byte]


def _declared_type(
    context: RuleContext, text: SourceText, parameter: str
) -> tuple[SourceText, TypeDeclaration] | None:
    """Return the record that the type of a parameter names, and its text, which may be another one."""
    for name in dict.fromkeys(reversed(_WORD.findall(parameter))):
        if not name[0].isupper() and text.language.family != "c":
            continue
        found = _record_named(text, name)
        if found is not None:
            return text, found
        for snapshot in texts_defining(
            context.situation.workspace_texts, name, text.snapshot.uri, MAX_DECLARATION_TEXTS
        ):
            other = context.source_text(snapshot)
            found = _record_named(other, name)
            if found is not None:
                return other, found
    return None


def _record_named(text: SourceText, name: str) -> TypeDeclaration | None:
    if text.tree is None or name not in text.joined:
        return None
    for found in re.finditer(rf"(?<![\w.]){re.escape(name)}\b", text.joined):
        start, end = found.span()
        for one in find_declarations(text.tree, text.joined, start, end):
            if one.name == name and one.kind == "record" and not one.has_error:
                return one
    return None


def _candidates(context: RuleContext, bundle: _Bundle) -> Iterator[Candidate]:
    for call in find_function_calls(
        context, bundle.text, bundle.call_name, bundle.name_start, with_macros=True
    ):
        arguments = call.arguments
        if (
            arguments is None
            or arguments.has_error
            or call.text.language.family != bundle.text.language.family
        ):
            continue
        opening = call.text.point_at(arguments.start_byte)
        site = parse_call(call.text, opening, call.text.point_at(arguments.end_byte - 1))
        if len(site.arguments) != len(bundle.before.items):
            continue
        if any(
            re.match(r"\.\.\.|\*\w", one.text) for one in site.arguments
        ) and call.text.language.family in (
            "python",
            "script",
        ):
            continue
        new = _with_options(bundle, call.text, site)
        inside = Span(Point(opening.line, opening.column + 1), site.closing)
        yield Candidate(
            kind="edit" if new else "jump",
            uri=call.text.snapshot.uri,
            family="signature-argument",
            pattern=f"options of {bundle.call_name}",
            topic=bundle.call_name,
            why=f"{bundle.call_name} takes its parameters as the fields of one now.",
            edits=(Replacement(inside, new),) if new else (),
            position=None if new else site.arguments[bundle.at].span.start,
            probability=PROBABILITY.estimate(
                _Features(
                    stale=bundle.change.age,
                    elsewhere=call.text is not context.current_text,
                    jump=not new,
                    is_uncertain=not call.is_certain,
                )
            ),
        )


def _with_options(bundle: _Bundle, text: SourceText, site: CallSite) -> str:
    """Return the new arguments; empty if their layout is not known."""
    family, given = text.language.family, list(site.arguments)
    is_elsewhere = posixpath.dirname(text.snapshot.uri) != posixpath.dirname(bundle.text.snapshot.uri)
    if bundle.head is None or (family == "go" and is_elsewhere):
        return ""  # another package of Go has to write its name
    if any(one.span.start.line != one.span.end.line for one in given):
        return ""
    by_keyword = {at: name for name, at in site.keyword_indexes.items()}
    by_name = {name: given[at].text.partition("=")[2].strip() for at, name in by_keyword.items()}
    positions = {name: one.text for name, one in zip(bundle.before.parameter_names(), given, strict=True)}
    parameters = bundle.before.parameter_names()
    values: list[tuple[str, str]] = []
    for field, index in bundle.fields:
        value = by_name.get(parameters[index], "") if by_keyword else positions[parameters[index]]
        if not value:
            return ""
        values.append((field, value))
    line, closing = text.raw[site.opening.line], text.raw[site.closing.line]
    rest = [one.text for one in given]
    for options in _options(bundle.head, family, values, _indentation(line), _unit(text)):
        new = ", ".join([*rest[: bundle.at], options, *rest[bundle.at + bundle.size :]])
        whole = line[: site.opening.column + 1] + new + closing[site.closing.column :]
        if "\n" in options or len(whole.expandtabs(4)) <= _LINE_LIMITS[family]:
            return new
    return ""


def _options(
    name: str, family: str, values: Sequence[tuple[str, str]], indent: str, unit: str
) -> Iterator[str]:
    """Yield the value with its fields in one line, and in one line for each of them."""
    inner = indent + unit
    match family:
        case "go":
            spaced = [(key, _GO_PRODUCT.sub(r"\1 \2 \3", value)) for key, value in values]
            if len(values) <= MAX_FIELDS_IN_LINE:
                yield f"{name}{{{', '.join(f'{key}: {value}' for key, value in spaced)}}}"
            width = max(len(key) for key, _ in spaced) + 2
            lines = "".join(f"{inner}{f'{key}:'.ljust(width)}{value},\n" for key, value in spaced)
            yield f"{name}{{\n{lines}{indent}}}"
        case "rust" | "script":
            pairs = [key if key == value else f"{key}: {value}" for key, value in values]
            head = f"{name} " if name else ""
            yield f"{head}{{ {', '.join(pairs)} }}"
            lines = "".join(f"{inner}{one},\n" for one in pairs)
            yield f"{head}{{\n{lines}{indent}}}"
        case "python":
            pairs = [f"{key}={value}" for key, value in values]
            yield f"{name}({', '.join(pairs)})"
            lines = "".join(f"{inner}{unit}{one},\n" for one in pairs)
            yield f"\n{inner}{name}(\n{lines}{inner})\n{indent}"
        case _:
            given = ", ".join(value for _, value in values)
            yield f"new {name}({given})" if family == "java" else f"{name}{{{given}}}"


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _unit(text: SourceText) -> str:
    """Return the indentation of the first indented line: that of one level, in most texts."""
    return next((one for line in text.code if (one := _indentation(line)) and line.strip()), "    ")
