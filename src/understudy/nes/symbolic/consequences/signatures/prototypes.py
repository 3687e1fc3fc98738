"""The signature of a C or C++ function changed: its prototypes and its definition follow, with their comments."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_FUNCTION_DEPTH,
    MAX_PROTOTYPE_CANDIDATES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    SyntaxTree,
    text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.syntax import inner_children_touching
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_prototypes"]

_GRAMMARS: Final = frozenset({"c", "cpp"})
_SPECIFIERS: Final = frozenset(
    {"storage_class_specifier", "virtual", "explicit_function_specifier", "attribute_declaration", "friend"}
    | {"attribute_specifier", "ms_declspec_modifier", "comment"}
)
"""What a declaration has in front of the type, and its definition need not have."""

_WORD: Final = re.compile(r"\b(?!(?:public|private|protected|virtual)\b)[A-Za-z_]\w*")


_PARAMETER: Final = re.compile(r"(.*?)\b([A-Za-z_]\w*)\s*\Z", re.DOTALL)
"""The type of a parameter and its name."""
_COMMENT_LINE: Final = re.compile(r"\s*(?://|/\*|\*)")
_DOCUMENTED: Final = re.compile(r"[@\\]param(?:\[[^\]]*\])?\s+(\w+)")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.92, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


class _Part(NamedTuple):
    """A part of a signature: a text, and where it begins."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class _Signature(NamedTuple):
    name: str
    parameters: tuple[_Part, ...]
    bracket: int
    """Where the parameters begin, behind their bracket."""
    returned: _Part
    """The return type with its qualifiers, up to the name: `const char *`."""
    qualifiers: _Part
    """What stands behind the parameters in declaration and definition alike: `const`, `noexcept`."""
    owner: str = ""
    """The class of a method."""
    bases: frozenset[str] = frozenset()
    """What its class derives from."""

    @property
    def meaning(self) -> tuple[object, ...]:
        return (self.parameter_keys, _normal(self.returned.text), _normal(self.qualifiers.text))

    def may_be(self, other: "_Signature") -> bool:
        """Whether both are the same function, or one of them may override the other."""
        return self.owner == other.owner or not (self.bases | {self.owner}).isdisjoint(
            (other.bases | {other.owner}) - {""}
        )

    @property
    def parameter_keys(self) -> list[str]:
        return [_normal(_without_default(one.text)) for one in self.parameters]


def propose_prototypes(context: RuleContext) -> list[Candidate]:
    """Propose the new parameters and return type of a function where it is declared or defined."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        tree = _tree_of(text) if text is not None else None
        if text is None or tree is None or not change.is_current(text) or context.is_past_deadline:
            continue
        for before, after in _changed_signatures(text, tree, change):
            texts = [text, context.current_text, *context.other_texts([after.name], MAX_CALLING_TEXTS)]
            for other in dict.fromkeys(texts):
                candidates += _candidates(context, change, other, before, after)
    return candidates[:MAX_PROTOTYPE_CANDIDATES]


def _tree_of(text: SourceText) -> SyntaxTree | None:
    return text.tree if text.tree is not None and text.tree.grammar in _GRAMMARS else None


def _changed_signatures(
    text: SourceText, new_tree: SyntaxTree, change: Change
) -> Iterator[tuple[_Signature, _Signature]]:
    edit = change.edit
    start = text.offset_at(edit.line)
    after = list(_signatures(new_tree, text.joined, start, text.offset_at(edit.line + len(edit.new))))
    if not after:
        return
    before_text, tree = text_before(text, change)
    if tree is None:
        return
    end = start + len("\n".join(edit.old))
    before = {one.name: one for one in _signatures(tree, before_text, start, end)}
    for one in after:
        old = before.get(one.name)
        if old is None or old.meaning == one.meaning:
            continue
        if ("auto" in old.returned.text.split()) is ("auto" in one.returned.text.split()):
            yield old, one  # else the return type may stand behind the parameters


def _signatures(tree: SyntaxTree, text: str, start: int, end: int) -> Iterator[_Signature]:
    """Yield the functions that are declared or defined in a range, without errors."""
    pending: list[tuple[Node, int]] = [(tree.root, 0)]
    while pending:
        node, depth = pending.pop()
        if node.type == "function_declarator" and not node.has_error:
            signature = _signature(node, text)
            if signature is not None:
                yield signature
        if depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def _signatures_named(name: str, tree: SyntaxTree, text: str) -> Iterator[_Signature]:
    """Yield the functions of that name, without errors, the last one first."""
    at = text.rfind(name)
    while at >= 0:
        node = _declarator_at(tree.root, at, at + len(name))
        signature = _signature(node, text) if node is not None and not node.has_error else None
        if signature is not None and signature.name == name and _depth(node) <= MAX_FUNCTION_DEPTH:
            yield signature
        at = text.rfind(name, 0, at)


def _declarator_at(root: "Node", start: int, end: int) -> "Node | None":
    """Return the declarator of the function whose name ends at an offset."""
    node = root.named_descendant_for_byte_range(start, end)
    while node is not None and node.end_byte == end:
        parent = node.parent
        if parent is not None and parent.type == "function_declarator":
            return parent if parent.child_by_field_name("declarator") == node else None
        node = parent
    return None


def _depth(node: "Node | None") -> int:
    """Return how many nodes are around a node."""
    depth = -1
    while node is not None:
        depth, node = depth + 1, node.parent
    return depth


def _signature(node: "Node", text: str) -> _Signature | None:
    name, parameters = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
    owner = node.parent
    while owner is not None and owner.type.endswith("_declarator"):
        owner = owner.parent
    if name is None or parameters is None or owner is None:
        return None
    if owner.type not in ("declaration", "function_definition", "field_declaration"):
        return None
    start = next((one.start_byte for one in owner.children if one.type not in _SPECIFIERS), node.start_byte)
    behind = [
        one
        for one in node.children
        if one.start_byte >= parameters.end_byte
        and one.type in ("type_qualifier", "noexcept", "ref_qualifier")
    ]
    end = behind[-1].end_byte if behind else parameters.end_byte
    written = text[name.start_byte : name.end_byte]
    qualifier = written.rpartition("::")[0].rpartition("::")[2]
    around = None if qualifier else _class_around(owner)
    class_name = around.child_by_field_name("name") if around is not None else None
    if class_name is None and not qualifier and not text[start : node.start_byte].strip():
        return None  # a macro such as `TEST(suite, name)`: only methods have no return type
    return _Signature(
        written.rpartition("::")[2],
        tuple(
            _Part(text[one.start_byte : one.end_byte], one.start_byte)
            for one in parameters.named_children
            if one.type != "comment"
        ),
        parameters.start_byte + 1,
        _Part(text[start : node.start_byte], start),
        _Part(text[parameters.end_byte : end], parameters.end_byte),
        text[class_name.start_byte : class_name.end_byte] if class_name is not None else qualifier,
        _base_names(around, text),
    )


def _class_around(node: "Node") -> "Node | None":
    parent = node.parent
    while parent is not None and parent.type not in ("class_specifier", "struct_specifier"):
        parent = parent.parent
    return parent


def _base_names(node: "Node | None", text: str) -> frozenset[str]:
    clause = (
        next((one for one in node.children if one.type == "base_class_clause"), None)
        if node is not None
        else None
    )
    return (
        frozenset(_WORD.findall(text, clause.start_byte, clause.end_byte))
        if clause is not None
        else frozenset()
    )


def _normal(text: str) -> str:
    """Return the text without spaces that have no meaning."""
    return " ".join(re.findall(r"\w+|[^\w\s]", text))


def _without_default(parameter: str) -> str:
    return parameter.partition("=")[0].rstrip()


def _candidates(
    context: RuleContext, change: Change, text: SourceText, before: _Signature, after: _Signature
) -> Iterator[Candidate]:
    tree = _tree_of(text)
    if tree is None:
        return
    for one in _signatures_named(after.name, tree, text.joined):
        if one.parameter_keys != before.parameter_keys or not one.may_be(after):
            continue
        edits: list[Replacement] = []
        if before.parameter_keys != after.parameter_keys:
            edits += (_replace(text, *edit) for edit in _parameter_edits(one, before, after, text.joined))
            edits += _comment_edits(text, one, before, after)
        for old, new, here in (
            (before.returned, after.returned, one.returned),
            (before.qualifiers, after.qualifiers, one.qualifiers),
        ):
            if _normal(old.text) != _normal(new.text) and _normal(old.text) == _normal(here.text):
                edits.append(_replace(text, here, _with_spaces_of(here.text, new.text, old.text)))
        if edits:
            parameters = ", ".join(part.text for part in after.parameters)
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="prototype",
                pattern=f"{after.name}({' '.join(parameters.split())})",
                why=f"{after.name} has another signature now.",
                edits=tuple(sorted(edits)),
                probability=PROBABILITY.estimate(
                    _Features(stale=change.age, elsewhere=text is not context.current_text)
                ),
            )


def _comment_edits(
    text: SourceText, here: _Signature, before: _Signature, after: _Signature
) -> Iterator[Replacement]:
    """Yield the new names of renamed parameters in the comment above a function: `@param name`."""
    if len(before.parameters) != len(after.parameters):
        return
    renamed: dict[str, str] = {}
    for old, new in zip(before.parameters, after.parameters, strict=True):
        old_name, new_name = (
            _PARAMETER.match(_without_default(old.text)),
            _PARAMETER.match(_without_default(new.text)),
        )
        if old_name and new_name and old_name[1] == new_name[1] and old_name[2] != new_name[2]:
            renamed[old_name[2]] = new_name[2]
    line = text.point_at(here.returned.start).line - 1
    while renamed and line >= 0 and _COMMENT_LINE.match(text.raw[line]):
        found = _DOCUMENTED.search(text.raw[line])
        if found is not None and found[1] in renamed:
            span = Span(Point(line, found.start(1)), Point(line, found.end(1)))
            yield Replacement(span, renamed[found[1]])
        line -= 1


def _replace(text: SourceText, part: _Part, new: str) -> Replacement:
    return Replacement(Span(text.point_at(part.start), text.point_at(part.end)), new)


def _with_spaces_of(here: str, new: str, old: str) -> str:
    """Return the new text with the spaces at its end that this place has, where those of the edit were others."""
    same, width = old[len(old.rstrip()) :], len(here.rstrip())
    return new if here[width:] == same else new.rstrip() + here[width:]


def _parameter_edits(
    here: _Signature, before: _Signature, after: _Signature, text: str
) -> Iterator[tuple[_Part, str]]:
    """Yield which parts of the parameters at a place get which text. What is unchanged stays as it is there.

    A definition repeats no default of the declaration, and a declaration keeps its own.
    """
    old, new = before.parameter_keys, after.parameter_keys
    known = dict(zip(old, here.parameters, strict=True))
    parts = here.parameters
    separator = _separator(parts, text)
    for tag, start, stop, new_start, new_stop in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        texts = [
            known[key].text if key in known else _without_default(part.text)
            for key, part in zip(new[new_start:new_stop], after.parameters[new_start:new_stop], strict=True)
        ]
        joined = separator.join(texts)
        if tag == "replace":
            yield _Part(text[parts[start].start : parts[stop - 1].end], parts[start].start), joined
        elif tag == "insert" and not parts:
            yield _Part("", here.bracket), joined
        elif tag == "insert":
            is_first = start == 0
            at = parts[0].start if is_first else parts[start - 1].end
            yield _Part("", at), joined + separator if is_first else separator + joined
        elif tag == "delete":
            first = parts[start - 1].end if start else parts[0].start
            last = parts[stop].start if not start and stop < len(parts) else parts[stop - 1].end
            yield _Part(text[first:last], first), ""


def _separator(parts: tuple[_Part, ...], text: str) -> str:
    """Return what stands between the parameters, if it is the same everywhere: a line break, too."""
    found = {text[left.end : right.start] for left, right in pairwise(parts)}
    return found.pop() if len(found) == 1 else ", "
