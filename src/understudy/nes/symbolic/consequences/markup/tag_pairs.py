"""One tag of a pair was renamed: the other one follows. HTML and XML by a stack of tags, JSX by the syntax tree."""

import re
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_TAGS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, SyntaxTree
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.text import Replacement, Span

__all__ = ["find_renamed_tag", "propose_paired_tags"]

PROBABILITY: Final = RuleProbability(0.95, StaleFeatures(stale=STALE_SHIFT))

_TAG: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b[^>]*>.*?</\1\s*>|<(/?)([A-Za-z][\w.:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.S,
)
_VOID_TAGS: Final = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_TAG_CHANGE: Final = re.compile(r"<(/?)([A-Za-z][\w.:-]*)")
_JSX_TAG_CHANGE: Final = re.compile(r"<(/?)([A-Za-z][\w.:-]*|(?=>))")
"""A tag of a fragment has no name."""
_MARKUP_SUFFIXES: Final = (
    ".html",
    ".htm",
    ".xml",
    ".vue",
    ".svelte",
    ".xhtml",
    ".svg",
    ".hbs",
    ".jinja",
    ".j2",
)
_JSX_GRAMMARS: Final = frozenset({"tsx", "javascript"})
_JSX_FIELDS: Final = {"jsx_opening_element": "close_tag", "jsx_closing_element": "open_tag"}
"""The field of an element that holds the partner of such a tag."""


def propose_paired_tags(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a tag for its partner."""
    for change in context.without_dormant(context.changes_here[:2]):
        text = context.current_text
        renamed = find_renamed_tag(text, change)
        if renamed is None:
            continue
        offset, old, new = renamed
        if text.snapshot.uri.lower().endswith(_MARKUP_SUFFIXES):
            partner = _find_partner(text.joined, offset, old, new)
        elif text.tree is not None and text.tree.grammar in _JSX_GRAMMARS:
            partner = _find_jsx_partner(text.tree, offset, old, new)
        else:
            partner = None
        if partner is None or text.joined[partner : partner + len(old)] != old:
            continue
        span = Span(text.point_at(partner), text.point_at(partner + len(old)))
        return [
            Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="tag-pair",
                pattern=f"<{old}> → <{new}>",
                why=f"The other tag of this pair is <{new}> now.",
                edits=(Replacement(span, new),),
                probability=PROBABILITY.estimate(StaleFeatures(change.age)),
            )
        ]
    return []


def find_renamed_tag(text: SourceText, change: Change) -> tuple[int, str, str] | None:
    """Return the offset of the name of a renamed tag now, its old and its new name.

    The arguments of a generic type, as in `Vec<Row>`, are no tags.
    """
    edit = change.edit
    is_jsx = text.tree is not None and text.tree.grammar in _JSX_GRAMMARS
    is_code = text.language.functions is not None
    if is_code and not is_jsx and not text.snapshot.uri.lower().endswith(_MARKUP_SUFFIXES):
        return None
    if not edit.old or not edit.new or not change.is_current(text):
        return None
    lines = list(zip(edit.old, edit.new, strict=False))
    if len(edit.old) != len(edit.new):  # such as a tag with attributes in lines of their own
        lines = [("\n".join(edit.old), "\n".join(edit.new))]
    found: list[tuple[int, str, str]] = []
    pattern = _JSX_TAG_CHANGE if is_jsx else _TAG_CHANGE
    for at, (old, new) in enumerate(lines):
        before, after = list(pattern.finditer(old)), list(pattern.finditer(new))
        if len(before) != len(after):
            continue
        for one, other in zip(before, after, strict=True):
            if one[2] != other[2] and one[1] == other[1]:
                offset = text.offset_at(edit.line + at) + other.start(2)
                found.append((offset, one[2], other[2]))
    if len(found) != 1 or (is_jsx and not _is_jsx_tag(text.tree, found[0])):
        return None
    return found[0]


def _is_jsx_tag(tree: SyntaxTree | None, renamed: tuple[int, str, str]) -> bool:
    """Whether the name is inside of a tag, or of something that does not parse until the partner has the name."""
    if tree is None:
        return False
    offset, _, new = renamed
    node = tree.root.named_descendant_for_byte_range(offset - 1, offset + len(new))
    return node is not None and (node.type.startswith("jsx_") or node.has_error)


def _find_partner(source: str, offset: int, old: str, new: str) -> int | None:
    """Return the offset of the partner's name, with the renamed tag counted under its old name.

    None if the partner has the new name already: a tag of that name inside the pair that has no other partner.
    """
    stack: list[tuple[str, int]] = []
    is_open = is_closed = False
    for count, match in enumerate(_TAG.finditer(source)):
        name = match[3]
        if count > MAX_TAGS:
            return None
        if name is None or match[4].rstrip().endswith("/"):
            continue
        start = match.start(3)
        if start == offset:
            name = old
        if name.lower() in _VOID_TAGS:
            continue
        if not match[2]:
            stack.append((name, start))
            is_open = is_open or start == offset
            continue
        at = next((at for at in reversed(range(len(stack))) if stack[at][0] == name), None)
        if at is None or (is_open and name == new and stack[at][1] < offset):
            is_closed = is_closed or (is_open and name == new)
            continue
        opening = stack[at][1]
        unclosed = [one for one, _ in stack[at + 1 :]]
        del stack[at:]  # with the tags in between, which are not closed
        if start == offset:
            return None if new in unclosed else opening
        if opening == offset:
            return None if is_closed else start
    return None


def _find_jsx_partner(tree: SyntaxTree, offset: int, old: str, new: str) -> int | None:
    """Return the offset of the partner's name. The tree pairs tags by their places, whatever their names are."""
    node = tree.root.named_descendant_for_byte_range(offset - 1, offset + len(new))
    element = node.parent if node is not None and node.type in _JSX_FIELDS else None
    if node is None or element is None or element.has_error:
        return None
    partner = element.child_by_field_name(_JSX_FIELDS[node.type])
    name = partner.child_by_field_name("name") if partner is not None else None
    if partner is None or (name is None) != (old == ""):
        return None
    return name.start_byte if name is not None else partner.end_byte - 1
