"""A public function or class was added to a module: it is added where all other names of the module are listed.

Index files of JavaScript, `__init__` files and `__all__` of Python, `pub use` of Rust. The entry is written like
those of the other names.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_IMPORTING_TEXTS,
    MAX_INDEX_CANDIDATES,
    MAX_MEMBERS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, text_before
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import (
    Mention,
    NameReplacement,
    find_lists,
    insert_element,
    name_parts,
)
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_index_entries"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures(stale=STALE_SHIFT / 2, elsewhere=ELSEWHERE_SHIFT))

_INDEX_FILE: Final = re.compile(r"/(?:__init__\.pyi?|index\.[jt]sx?|mod\.rs|lib\.rs)\Z")
_MODULE_ENTRY: Final = re.compile(
    r"export \{ (\w+) \} from [\"']\./[\w.-]+[\"'];?\Z|from \.\w+ import (\w+)\Z|pub use \w+::(\w+);\Z"
)
_WRAPPER_TYPES: Final = frozenset({"export_statement", "decorated_definition"})
_DEFINITION_TYPES: Final = frozenset(
    {
        "function_definition",
        "class_definition",
        "function_declaration",
        "class_declaration",
        "function_item",
        "struct_item",
        "enum_item",
    }
)
_MAY_DEFINE: Final = re.compile(r"\b(?:class|def|enum|export|fn|function|pub|struct)\b")
"""A line with a public definition has one of these words. Rules out most edits before a text is parsed."""
_IMPORT: Final = re.compile(r"import\b")
_MIN_LISTED: Final = 2
"""One other module is no list."""


def propose_index_entries(context: RuleContext) -> list[Candidate]:
    """Propose an entry for a new public name of a module."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        text = context.text_at(change.edit.uri)
        if text is None or context.is_past_deadline:
            continue
        if not change.is_current(text) or len(change.edit.new) < len(change.edit.old):
            continue
        if not any(map(_MAY_DEFINE.search, change.edit.new)):
            continue
        for name in _added_names(text, change):
            candidates += _candidates(context, text, change, name)
    return candidates[:MAX_INDEX_CANDIDATES]


def _public_names(root: "Node", text: str) -> list[str]:
    """Return the public functions and types of a module, in order."""
    found: list[str] = []
    for node in root.named_children[: MAX_MEMBERS * 4]:
        inner = node
        if node.type in _WRAPPER_TYPES:
            inner = node.child_by_field_name("declaration") or node.child_by_field_name("definition") or node
        name = inner.child_by_field_name("name") if inner.type in _DEFINITION_TYPES else None
        if name is None or inner.has_error:
            continue
        word = text[name.start_byte : name.end_byte]
        is_exported = node.type == "export_statement" or text.startswith("pub", node.start_byte)
        is_python = inner.type in ("function_definition", "class_definition")
        if (is_python and not word.startswith("_")) or is_exported:
            found.append(word)
    return found


def _added_names(text: SourceText, change: Change) -> list[str]:
    before, tree = text_before(text, change)
    if text.tree is None or tree is None:
        return []
    old, new = set(_public_names(tree.root, before)), _public_names(text.tree.root, text.joined)
    if old - set(new):
        return []  # renamed
    added = [name for name in new if name not in old]
    return added if len(added) == 1 else []


def _candidates(context: RuleContext, text: SourceText, change: Change, name: str) -> Iterator[Candidate]:
    if text.tree is None:
        return
    names = _public_names(text.tree.root, text.joined)
    siblings = [one for one in names if one != name]
    if not siblings:
        yield from _module_candidates(context, text, change, name)
        return
    others = [
        one
        for one in (context.current_text, *context.other_texts(siblings[:1], MAX_IMPORTING_TEXTS))
        if one is not text and _INDEX_FILE.search(one.snapshot.uri) and _is_near(one, text)
    ]
    for other in (text, *others):
        for edits in _entries(other, siblings, name, names.index(name), is_own=other is text):
            yield _candidate(context, other, change, name, edits)


def _candidate(
    context: RuleContext, text: SourceText, change: Change, name: str, edits: tuple[Replacement, ...]
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="index-entry",
        pattern=f"{name} is listed",
        why=f"You added {name}; its siblings are listed here.",
        edits=edits,
        probability=PROBABILITY.estimate(StaleFeatures(change.age, float(text is not context.current_text))),
    )


def _module_candidates(
    context: RuleContext, text: SourceText, change: Change, name: str
) -> Iterator[Candidate]:
    """The only name of a new module: the index of the folder has a line for the name of each module."""
    folder, _, file = text.snapshot.uri.rpartition("/")
    stem, _, suffix = file.partition(".")
    index_name = {"py": "__init__.py", "rs": "mod.rs"}.get(suffix, f"index.{suffix}")
    index = context.text_at(f"{folder}/{index_name}")
    if index is None or name_parts(stem) != name_parts(name) or file == index_name:
        return
    entries = [
        (number, next(filter(None, match.groups())))
        for number, line in enumerate(index.raw)
        if (match := _MODULE_ENTRY.match(line))
    ]
    if len(entries) < _MIN_LISTED or any(entry == name for _, entry in entries):
        return
    is_snake_case = index.language.has_snake_case
    for (number, first), (other, second) in pairwise(entries):
        made = NameReplacement(first, second, (), is_snake_case).apply(index.raw[number])
        if made != index.raw[other]:
            return
    is_sorted = [entry for _, entry in entries] == sorted(entry for _, entry in entries)
    before = [number for number, entry in entries if not is_sorted or entry < name]
    number = before[-1] if before else entries[0][0]
    model = next(entry for line, entry in entries if line == number)
    new = NameReplacement(model, name, (), is_snake_case).apply(index.raw[number])
    if new is not None and stem in new:
        at = Point(number, len(index.raw[number])) if before else Point(number, 0)
        written = f"\n{new}" if before else f"{new}\n"
        yield _candidate(context, index, change, name, (Replacement(Span(at, at), written),))


def _is_near(index: SourceText, text: SourceText) -> bool:
    return text.snapshot.uri.startswith(index.snapshot.uri.rpartition("/")[0] + "/")


def _entries(
    text: SourceText, siblings: list[str], name: str, at: int, *, is_own: bool
) -> Iterator[tuple[Replacement, ...]]:
    """Yield the insertions of the name into lists of its siblings. `at`: how many of them are defined before it."""
    if text.tree is None:
        return
    words = "|".join(map(re.escape, siblings))
    quoted = rf"(?<=[\"'])(?:{words})(?=[\"'])"
    pattern = re.compile(quoted if is_own else rf"(?<![\w$./-])(?:{words})(?![\w$/-])")
    mentions = [Mention(*match.span(), siblings.index(match[0])) for match in pattern.finditer(text.joined)]

    def replace(old: int, new: int | None) -> NameReplacement:
        return NameReplacement(siblings[old], name if new is None else siblings[new])

    listed = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    for one in find_lists(text.tree.root, text.joined, mentions):
        container = text.joined[one.start : one.end]
        is_all = "__all__" in text.joined[max(0, one.start - 40) : one.start]
        if len(one.members) < len(siblings) or listed.search(container) or (is_own and not is_all):
            continue
        if _IMPORT.match(text.joined, text.joined.rfind("\n", 0, one.start) + 1):
            continue  # what the index uses itself
        insertion = insert_element(text, one, at, [""] * len(siblings), "", replace)
        if insertion.edits:
            yield insertion.edits
