"""A function of C or C++ was declared or defined: its other half is written beside those of its neighbours.

A declaration follows from the definition. A definition has the body of its twin, as `getMax` that of `getMin`, if
every name in it is known, or an empty one, which is worth something only where the user is. An override has no
empty body: its base says what it does. Not templates, inline functions, signals of Qt, or those that the class
deletes or defaults.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_SUGGESTION_LINES
from understudy.nes.symbolic.consequences.definitions.removed_methods import Method, methods_in
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_IMPORTING_TEXTS,
    MAX_INDEX_CANDIDATES,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, text_before
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import NameReplacement, name_parts
from understudy.nes.symbolic.tokens import are_opposite_names
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_other_halves"]

_GRAMMARS: Final = frozenset({"c", "cpp"})
_NO_HALF: Final = re.compile(
    r"\b(?:inline|constexpr|consteval|friend|template|extern|typedef)\b|\b\w*(?:INLINE|CONSTEXPR)\w*\b|=\s*(?:0|default|delete)\s*;?\s*\Z"
)
"""A function with one half only, or with a definition that is generated; macros often stand for the words."""
_HEADER_WORDS: Final = re.compile(r"\b(?:virtual|static|explicit)\s+|\s+(?:override|final)\b|\[\[\w+\]\]\s*")
"""What only a declaration says. A static function without a class has no declaration in a header."""
_OVERRIDE: Final = re.compile(r"\)[^()]*\b(?:override|final)\b")
_DEFAULT: Final = re.compile(r"\s*=\s*(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}|[^,(){}]|\([^()]*\))+(?=[,)])")
_COMPARED: Final = frozenset({"min", "max"})
_LIMIT: Final = re.compile(r"_(?:MIN|MAX)\b|\bnumeric_limits\b|\bINFINITY\b|\bHUGE_VAL")
"""The least or greatest value of a type, with which a search for the other one begins."""
_MEMBER_READ: Final = re.compile(r"\{\s*return\s+(?:this->)?\w+;\s*\}")
_FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_CLASSES: Final = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_SECTION: Final = re.compile(r"\s*(public|protected|private|signals|Q_SIGNALS)\b[\w\s]*:(?!:)")
_SIGNALS: Final = frozenset({"signals", "Q_SIGNALS"})
_OUTER_NODES: Final = frozenset(
    {"translation_unit", "namespace_definition", "declaration_list", "linkage_specification"}
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_definition: float = 0
    """The body is empty, or one that a twin has."""


PROBABILITY: Final = RuleProbability(
    0.88, _Features(stale=STALE_SHIFT / 2, elsewhere=ELSEWHERE_SHIFT, is_definition=-0.5)
)


class _Half(NamedTuple):
    text: SourceText
    method: Method

    @property
    def is_definition(self) -> bool:
        return self.method.is_definition

    @property
    def written(self) -> str:
        return self.text.joined[self.method.node.start_byte : self.method.node.end_byte]

    @property
    def header(self) -> str:
        """The function without its body and its initializers."""
        body = self.method.node.child_by_field_name("body")
        initializers = next(
            (one for one in self.method.node.children if one.type == "field_initializer_list"), body
        )
        end = initializers.start_byte if initializers is not None else self.method.node.end_byte
        return self.text.joined[self.method.node.start_byte : end].rstrip(" \t\n;")


def propose_other_halves(context: RuleContext) -> list[Candidate]:
    """Propose the declaration of a new function, or its definition."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if edit.origin is EditOrigin.ACCEPTED or not any("(" in line for line in edit.new):
            continue
        text = context.text_at(edit.uri)
        if text is None or text.language.family != "c" or not change.is_current(text):
            continue
        for half in _new_halves(text, change):
            candidate = _other_half(context, change, half)
            if candidate is not None:
                candidates.append(candidate)
    return candidates[:MAX_INDEX_CANDIDATES]


def _new_halves(text: SourceText, change: Change) -> Iterator[_Half]:
    edit = change.edit
    start, end = text.offset_at(edit.line), text.offset_at(edit.line + len(edit.new))
    new = [
        one
        for one in _halves(text, start, max(start, end - 1))
        if start <= one.method.node.start_byte and not _NO_HALF.search(one.header)
    ]
    before_text, tree = text_before(text, change) if new else ("", None)
    if tree is None:
        return
    before = list(methods_in(tree.root, before_text, 0, len(before_text), with_functions=True))
    replaced_end = start + sum(len(line) + 1 for line in edit.old)
    kept = {(one.method.owner, one.method.name) for one in _halves(text)}
    if any(
        start <= one.node.start_byte < replaced_end and (one.owner, one.name) not in kept for one in before
    ):
        return  # a function with another name
    known = {(one.owner, one.name) for one in before}
    yield from (one for one in new if (one.method.owner, one.method.name) not in known)


def _halves(text: SourceText, start: int = 0, end: int = -1) -> Iterator[_Half]:
    if text.tree is not None and text.tree.grammar in _GRAMMARS:
        last = end if end >= 0 else len(text.joined)
        for one in methods_in(text.tree.root, text.joined, start, last, with_functions=True):
            yield _Half(text, one)


def _other_half(context: RuleContext, change: Change, half: _Half) -> Candidate | None:
    method = half.method
    if not method.owner and (
        method.name == "main" or re.match(r"static\b", half.written) or not _is_outside(method.node)
    ):
        return None
    if not half.is_definition and (_is_generic(method.node) or _section(half) in _SIGNALS):
        return None
    own = [one for one in _halves(half.text) if one.method.owner == method.owner]
    # The texts with the other halves of its neighbours are those that mention them.
    neighbours = sorted(
        (one for one in own if one.is_definition == half.is_definition and one.method.name != method.name),
        key=lambda one: _distance(one, half),
    )
    if not neighbours:
        return None
    names = [method.owner] if method.owner else [neighbours[0].method.name]
    texts = (context.current_text, *context.other_texts(names, MAX_IMPORTING_TEXTS))
    others = [one for one in texts if one is not half.text]
    found = [
        one
        for one in chain(own, *(_halves(text) for text in others))
        if one.method.owner == method.owner and (method.owner or _is_header_pair(one.text, half.text))
    ]
    if any(one.method.is_same(method) and one.is_definition != half.is_definition for one in found):
        return None
    beside: list[tuple[_Half, _Half]] = []
    for neighbour in neighbours:
        matching = [
            one
            for one in found
            if one.is_definition != half.is_definition and one.method.is_same(neighbour.method)
        ]
        if len(matching) == 1:
            beside.append((neighbour, matching[0]))
    if half.is_definition and len(list(half.text.uses(method.name))) > 1:
        beside.sort(key=lambda pair: _section(pair[1]) != "private")  # a helper of what calls it
    return _beside(context, change, half, *beside[0]) if beside else None


def _is_outside(node: "Node") -> bool:
    """Whether other texts see a function: it is in no namespace without a name, and in no class that the parser has
    not recognized, as behind the name of a macro."""
    parent = node.parent
    while parent is not None:
        if parent.type not in _OUTER_NODES and not parent.type.startswith("preproc_"):
            return False
        if parent.type == "namespace_definition" and parent.child_by_field_name("name") is None:
            return False
        parent = parent.parent
    return True


def _is_generic(node: "Node") -> bool:
    """Whether a method is one of a class with template parameters."""
    parent = node.parent
    while parent is not None and parent.type != "template_declaration":
        parent = parent.parent
    return parent is not None


def _section(half: _Half) -> str:
    """Return the word above a method that says who sees it; empty without one."""
    around = _class_around(half.method.node)
    if around is None:
        return ""
    first, last = (half.text.point_at(one.start_byte).line for one in (around, half.method.node))
    found = (_SECTION.match(line) for line in reversed(half.text.raw[first:last]))
    return next((match[1] for match in found if match is not None), "")


def _class_around(node: "Node") -> "Node | None":
    parent = node.parent
    while parent is not None and parent.type not in _CLASSES:
        parent = parent.parent
    return parent


def _returns_own_type(half: _Half) -> bool:
    """Whether the class of a declared method declares a type that the method returns."""
    around = _class_around(half.method.node)
    if around is None:
        return False
    returned = half.header.partition(half.method.name)[0]
    written = half.text.joined[around.start_byte : around.end_byte].partition("{")[2]
    names = "|".join(map(re.escape, set(_WORD.findall(returned))))
    declared = rf"\b(?:enum(?:\s+class|\s+struct)?|struct|class|union|using)\s+(?:{names})\b"
    return bool(names) and re.search(rf"{declared}|\btypedef\b[^;]*\b(?:{names})\s*;", written) is not None


def _distance(one: _Half, half: _Half) -> tuple[bool, int]:
    """The neighbours above come first, the nearest first."""
    between = half.method.node.start_byte - one.method.node.start_byte
    return between < 0, abs(between)


def _is_header_pair(one: SourceText, other: SourceText) -> bool:
    first, second = one.snapshot.uri.rpartition("."), other.snapshot.uri.rpartition(".")
    return one is other or (first[0] == second[0] and first[2] != second[2])


def _beside(
    context: RuleContext, change: Change, half: _Half, neighbour: _Half, anchor: _Half
) -> Candidate | None:
    """Return the other half at the place that the one of the neighbour shows."""
    text = anchor.text
    start, end = text.point_at(anchor.method.node.start_byte), text.point_at(anchor.method.node.end_byte)
    line, rest = text.raw[start.line], text.raw[end.line][end.column :]
    if line[: start.column].strip() or (rest.strip() and not re.match(r"\s*(?:;|//|/\*)", rest)):
        return None
    indent = line[: start.column]
    if half.is_definition:
        new = [indent + _declaration(half)]
        gap = []
    elif _returns_own_type(half):
        return None
    else:
        body = _twin_body(half, anchor)
        if not body and (text is not context.current_text or _OVERRIDE.search(half.header)):
            return None
        new = [indent + one if one else one for one in _definition(half, anchor, body or ["{", "}"])]
        gap = [""]
    is_below = neighbour.method.node.start_byte < half.method.node.start_byte
    if len(new) + len(gap) > MAX_SUGGESTION_LINES:
        return None
    if is_below:
        at = Point(end.line, len(text.raw[end.line]))
        edit = Replacement(Span(at, at), "\n" + "\n".join([*gap, *new]))
    else:
        at = Point(start.line, 0)
        edit = Replacement(Span(at, at), "\n".join([*new, *gap]) + "\n")
    owner = f"{half.method.owner}::" if half.method.owner else ""
    label = f"{owner}{half.method.name}"
    is_definition = not half.is_definition
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="prototype",
        pattern=f"{label} has another half",
        topic=label,
        why=f"{label} is declared and not defined."
        if is_definition
        else f"{label} is defined and not declared.",
        edits=(edit,),
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age, elsewhere=text is not context.current_text, is_definition=is_definition
            )
        ),
    )


def _declaration(half: _Half) -> str:
    owner = half.method.owner
    header = _in_one_line(half.header)
    if owner:
        qualifier = rf"(?<![\w:])(?:\w+\s*::\s*)*{re.escape(owner)}\s*(?:<[^<>]*>)?\s*::\s*"
        header = re.sub(rf"{qualifier}(?=~?{re.escape(half.method.name.lstrip('~'))}\s*\()", "", header)
    return f"{header};"


def _in_one_line(header: str) -> str:
    return re.sub(r"(?<=\() | (?=\))", "", " ".join(header.split()))


def _definition(half: _Half, anchor: _Half, lines: list[str]) -> list[str]:
    """Return the lines of a definition that is laid out like another one of the same class."""
    method = half.method
    header = _DEFAULT.sub("", _HEADER_WORDS.sub("", _in_one_line(half.header))).strip()
    if method.owner:
        qualifier = _qualifier(anchor)
        name = re.escape(method.name)
        header = re.sub(
            rf"(?<![\w:~]){name}(?=\s*\()", lambda _: f"{qualifier}{method.name}", header, count=1
        )
    block = anchor.method.node.child_by_field_name("body")
    before = anchor.text.joined[
        anchor.method.node.start_byte : block.start_byte if block is not None else None
    ]
    return [header, *lines] if before.rstrip(" \t").endswith("\n") else [f"{header} {lines[0]}", *lines[1:]]


def _qualifier(anchor: _Half) -> str:
    """Return what stands before the name of a definition outside of its class."""
    found = re.search(rf"((?:\w+(?:<[^<>]*>)?\s*::\s*)+){re.escape(anchor.method.name)}\s*\(", anchor.written)
    return found[1] if found is not None else f"{anchor.method.owner}::"


def _twin_body(half: _Half, anchor: _Half) -> list[str]:
    """Return the lines of the body of a function whose name differs in one word; empty without one.

    The word is an opposite, or the body only reads a member.
    """
    old, new = name_parts(anchor.method.name), name_parts(half.method.name)
    differing = [(a, b) for a, b in zip(old, new, strict=False) if a != b]
    body = anchor.method.node.child_by_field_name("body")
    if len(old) != len(new) or len(differing) != 1 or body is None:
        return []
    if anchor.method.parameters != half.method.parameters:
        return []
    written = anchor.text.joined[body.start_byte : body.end_byte]
    if not _MEMBER_READ.fullmatch(written) and not are_opposite_names(anchor.method.name, half.method.name):
        return []
    flipped = written
    if _COMPARED.issuperset(differing[0]):
        flipped = _with_flipped_comparisons(anchor.text, body, differing[0][0])
    made = NameReplacement(*differing[0], is_snake_case=False).apply(flipped) if flipped else None
    if made is None or made == flipped or _renames_call(written, differing[0][0]):
        return []
    known = set(_WORD.findall(half.text.joined)) | set(_WORD.findall(anchor.text.joined))
    declared = set(re.findall(r"[\w>]\s+[*&]?(\w+)\s*=", made))
    words = set(_WORD.findall(made))
    is_known = all(word in known or word in declared for word in words)
    parameters = set(_WORD.findall(anchor.header.partition("(")[2])) & words
    has_parameters = parameters.issubset(_WORD.findall(half.header))
    lines = made.split("\n")
    return lines if is_known and has_parameters and len(lines) + 2 <= MAX_SUGGESTION_LINES else []


def _renames_call(body: str, word: str) -> bool:
    """Whether a function that a body calls has a word in its name: whether there is an opposite, is not known."""
    return any(word in name_parts(one) for one in re.findall(r"(\w+)\s*(?:<[^<>;]*>)?\(", body))


def _with_flipped_comparisons(text: SourceText, body: "Node", word: str) -> str:
    """Return the body with the comparisons of what a word names the other way round.

    Those in the header of a loop with `for` stay. Empty if another one may have to change, too.
    """
    start, written = body.start_byte, text.joined[body.start_byte : body.end_byte]
    if _LIMIT.search(written):
        return ""
    signs: list[tuple[int, int, str]] = []
    pending = [body]
    while pending:
        node = pending.pop()
        header = node.child_by_field_name("condition") if node.type == "for_statement" else None
        pending += [one for one in node.named_children if one != header]
        sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
        if sign is None or sign.type not in _FLIPPED:
            continue
        names = _WORD.findall(text.joined[node.start_byte : node.end_byte])
        if not any(word in name_parts(one) for one in names):
            return ""
        signs.append((sign.start_byte - start, sign.end_byte - start, _FLIPPED[sign.type]))
    for first, last, flipped in sorted(signs, reverse=True):
        written = f"{written[:first]}{flipped}{written[last:]}"
    return written
