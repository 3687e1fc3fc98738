"""Writes the element for a new member into a list, by analogy with the elements of its siblings.

The new element follows from the elements of at least two siblings that differ in nothing but the member; otherwise
only the place is known. Also removes an element.
"""

import re
from collections.abc import Callable, Container, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.siblings.lists import Element, MemberList
from understudy.nes.symbolic.consequences.siblings.spellings import NameReplacement, name_parts
from understudy.nes.text import Point, Replacement, Span

__all__ = ["Insertion", "insert_element", "remove_element"]

_SEPARATOR: Final = re.compile(r"[\s,;|&+]*(?:\b(?:and|or)\b)?[\s,;|&+]*\Z")
_COMMENT: Final = re.compile(r"[ \t]*(?://|#)[^\n]*")
_TRAILING_COMMENT: Final = re.compile(r"\s*([,;]?)\s*(?://|#|/\*).*\Z")
_SELF_NAMED: Final = re.compile(r"\.?(\w+)\s*[:=]\s*(\w+)\Z")
_PAYLOAD: Final = re.compile(r"(?<=\w)(?:\((?:_|\.\.)(?:,\s*(?:_|\.\.))*\)|\s*\{\s*\.\.\s*\})")
"""The values of a member that an arm of Rust ignores."""
_ENTRY: Final = re.compile(r"\.?([\"']?)(\w+)\1\s*[:=]\s*(\S.*)\Z")
_LITERAL: Final = re.compile(r"-?\d[\w.]*|\"[^\"]*\"|'[^']*'|`[^`]*`|true|false|True|False")
_STRING: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_NUMBERED: Final = re.compile(
    r"(.*[\w\])\"']\s*(?:[:=]|=>|:\s*return)\s*)(-?(?:0|[1-9]\d*))(\W*)\Z", re.DOTALL
)
"""An entry or an arm with a number."""
_MADE_OF_LITERAL: Final = re.compile(rf"(?:new\s+)?[A-Za-z_][\w.:]*\((?:{_LITERAL.pattern})\)")
"""A call with one literal as its argument, such as `new Date("2024-01-01")`."""
_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_ALIGNED: Final = re.compile(r"([^\s:]+:)( +)(\S.*)\Z")
"""A key, a space and a value on one line."""

Replace = Callable[[int, int | None], NameReplacement]
"""From the indexes of two members to the replacement of the first by the second; None is the new one."""


class Insertion(NamedTuple):
    edits: tuple[Replacement, ...]
    """Empty if the text of the element is not known."""
    position: Point
    """The place of the element."""
    mismatches: int = 0
    """Siblings whose elements do not follow from the name alone."""


def insert_element(
    text: SourceText,
    member_list: MemberList,
    at: int,
    shapes: Sequence[str],
    shape: str,
    replace: Replace,
    is_in_scope: Callable[[str], bool] | None = None,
    written: str = "",
    of_same_type: Container[int] = (),
    *,
    may_count: bool = False,
) -> Insertion:
    """Return the element of a member that comes behind `at` siblings.

    `shapes` and `shape` are the forms of the siblings and of the new member: only elements of the same form serve
    as a model. `is_in_scope` says whether a variable can be used there: then one entry whose value is called like
    its key is model enough. `written` is the element that the user wrote for the new member in another list: it
    serves if the siblings do not. `of_same_type` are the siblings with the type of the new member: if they read
    their keys in one way, they are the model. With `may_count`, three siblings with numbers in
    a row are models for the next number.
    """
    elements = member_list.elements
    before = [one for one in elements if one.member < at]
    anchor = max(before, key=lambda one: one.member) if before else None
    if anchor is not None:
        place = _line_end(text, anchor)
    else:
        first = min(elements, key=lambda one: one.member)
        place = text.point_at(first.start)
        if not _is_first(elements, first) or first.node_type == "branch":
            return Insertion((), place)
    models = [one for one in elements if shapes[one.member] == shape]
    alike = [one for one in elements if one not in models and _PAYLOAD.search(_element_text(text, one))]
    model, mismatches = _choose_model(text, models, alike, anchor, replace, of_same_type)
    if model is None and member_list.has_keys and is_in_scope is not None:
        model = _find_self_named(text, models, replace, is_in_scope) or _find_confirmed(text, models, replace)
        mismatches = 0
    elif model is not None and member_list.has_keys and _is_spelling_open(replace(model.member, None)):
        model = _find_confirmed(text, models, replace) or model
    separator = _find_separator(text, elements)
    if written and _is_literal(written) and 2 * sum(_has_own_name(text, one) for one in models) > len(models):
        written = ""  # the others are read from something here
    if model is None and written and separator is not None and "\n" in separator:
        new, mismatches = written, 0
    elif model is None:
        is_counted = may_count and len(models) == len(elements)
        new = _next_number(text, elements, at, replace) if is_counted else None
        if new is None:
            return Insertion((), place, mismatches)
        mismatches = 0
    else:
        new = replace(model.member, None).apply(model.prefix + text.joined[model.start : model.end])
    if new is None or separator is None:
        return Insertion((), place, mismatches)
    if anchor is None:
        return Insertion((Replacement(Span(place, place), new + separator),), place, mismatches)
    new, moved = _align(text, elements, new) if "\n" in separator else (new, [])
    edit = _insert_after(text, anchor, new, separator)
    return Insertion(tuple(sorted([edit, *moved])) if edit is not None else (), place, mismatches)


def _align(text: SourceText, elements: Sequence[Element], new: str) -> tuple[str, list[Replacement]]:
    """Return the element with its value in the column of the others, and the edits that move these to its column.

    Only where values are aligned already, as `gofmt` does.
    """
    parts = [(one, _ALIGNED.match(text.joined[one.start : one.end])) for one in elements]
    matches = [(one, match) for one, match in parts if match is not None]
    own = _ALIGNED.match(new)
    widths = {match.end(2) for _, match in matches}
    if own is None or len(matches) != len(elements) or len(widths) != 1:
        return new, []
    width = widths.pop()
    is_aligned = len({len(match[1]) for _, match in matches}) > 1
    is_tight = min(len(match[2]) for _, match in matches) == 1
    if not (is_aligned and is_tight) and text.language.family != "go":
        return new, []
    wanted = max(width, len(own[1]) + 1)
    aligned = own[1].ljust(wanted) + own[3]
    if wanted == width:
        return aligned, []
    return aligned, [
        Replacement(
            Span(text.point_at(one.start + match.end(1)), text.point_at(one.start + match.end(2))),
            " " * (wanted - len(match[1])),
        )
        for one, match in matches
    ]


def _element_text(text: SourceText, element: Element) -> str:
    return element.prefix + text.joined[element.start : element.end]


def _choose_model(
    text: SourceText,
    models: Sequence[Element],
    alike: Sequence[Element],
    nearest: Element | None,
    replace: Replace,
    of_same_type: Container[int],
) -> tuple[Element | None, int]:
    """Return the element to copy, and how many others differ from it in more than their member.

    `alike` are elements of another form, which support it if they differ only in values that they ignore.
    """
    read = [one for one in models if one.member in of_same_type and _reads_own_key(text, one)]
    if read and len({_made_of(text, one, read[-1], replace) for one in read}) == 1:
        return read[-1], 0
    ordered = sorted(models, key=lambda one: (bool(one.prefix), one is not nearest))
    best: Element | None = None
    least = len(models)
    for model in ordered[:4]:
        wanted = _normal(_element_text(text, model))
        found = (_made_of(text, one, model, replace) for one in models if one is not model)
        made = [one for one in found if one is not None]  # others do not tell how several words are spelled
        matches = made.count(wanted)
        mismatches = len(made) - matches
        if len(models) == 1:
            matches += sum(1 for one in alike if _made_of(text, one, model, replace) == wanted)
        is_enough = matches > mismatches or (
            matches == mismatches > 0 and (_names_itself(text, model) or _differ_in_text(made, wanted))
        )
        if is_enough and mismatches < least:
            best, least = model, mismatches
    return best, least if best is not None else len(models)


def _next_number(text: SourceText, elements: Sequence[Element], at: int, replace: Replace) -> str | None:
    """Return the element of a last member whose siblings have numbers in a row: `Low = 1`, `High = 2`."""
    ordered = sorted(elements, key=lambda one: one.member)
    numbered = [_NUMBERED.match(_element_text(text, one)) for one in ordered]
    numbers = [int(one[2]) for one in numbered if one is not None]
    steps = {after - before for before, after in pairwise(numbers)}
    last = numbered[-1]
    is_row = len(numbers) == len(elements) > 2 and len(steps) == 1 and 0 not in steps
    if last is None or not is_row or at <= ordered[-1].member:
        return None
    replaced = replace(ordered[-1].member, None).apply(last[1])
    return f"{replaced}{numbers[-1] + steps.pop()}{last[3]}" if replaced not in (None, last[1]) else None


def _names_itself(text: SourceText, element: Element) -> bool:
    """Whether the value of an entry has the name of its key, as in `indent: self.indent`."""
    match = _ENTRY.match(_element_text(text, element))
    return (
        match is not None and re.match(rf"(?:self|this)\.{re.escape(match[2])}(?!\w)", match[3]) is not None
    )


def _differ_in_text(made: Sequence[str | None], wanted: str) -> bool:
    """Whether all elements differ at most in what a string says, as labels of which one is not the name itself."""
    form = _STRING.sub("", wanted)
    return form != wanted and all(one is not None and _STRING.sub("", one) == form for one in made)


def _made_of(text: SourceText, element: Element, model: Element, replace: Replace) -> str | None:
    """The element as it would be for the member of the model, without values that it ignores."""
    made = replace(element.member, model.member).apply(_PAYLOAD.sub("", _element_text(text, element)))
    return _normal(made) if made is not None else None


def _is_literal(entry: str) -> bool:
    """Whether the value of an entry is a number, a string or a switch, or is made of one."""
    match = _ENTRY.match(entry)
    return match is not None and (
        _LITERAL.fullmatch(match[3]) is not None or _MADE_OF_LITERAL.fullmatch(match[3]) is not None
    )


def _has_own_name(text: SourceText, element: Element) -> bool:
    """Whether the value of an entry has the name of its key, as in `price: Number(row.price)`."""
    match = _ENTRY.match(_element_text(text, element))
    return match is not None and re.search(rf"(?<!\w){re.escape(match[2])}(?!\w)", match[3]) is not None


def _reads_own_key(text: SourceText, element: Element) -> bool:
    """Whether the value of an entry reads a string with the name of its key, as in `price: row["price"]`."""
    match = _ENTRY.match(_element_text(text, element))
    return match is not None and re.search(rf"([\"'])\b{re.escape(match[2])}\b\1", match[3]) is not None


def _find_confirmed(text: SourceText, models: Sequence[Element], replace: Replace) -> Element | None:
    """Return an entry from which the new one follows in names that the text has already.

    `displayName: dto.display_name` is a model for `avatarUrl: dto.avatar_url` if there is an `avatar_url`, and if
    another entry has the same form in another spelling: `id: dto.id`.
    """
    for model in models:
        old = _element_text(text, model)
        new = replace(model.member, None).apply(old)
        names = set(_NAME.findall(new or "")) - set(_NAME.findall(old))
        derived = {name for name in names if not re.match(rf"\W*{re.escape(name)}\s*[:=]", new or "")}
        if not derived or not all(_has_name(text, name) for name in derived):
            continue
        wanted = _spelled_alike(old)
        for other in models:
            made = replace(other.member, model.member).apply(_element_text(text, other))
            if other is not model and made is not None and _spelled_alike(made) == wanted:
                return model
    return None


def _is_spelling_open(replacement: NameReplacement) -> bool:
    """Whether a name of one word is the model for one of several words, which `id: dto.id` says nothing about."""
    return len(name_parts(replacement.old)) == 1 < len(name_parts(replacement.new))


def _has_name(text: SourceText, name: str) -> bool:
    return "_" in name[1:] and re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text.joined) is not None


def _spelled_alike(written: str) -> str:
    """The text in lower case and without underscores, as different spellings of a name have it in common."""
    return _normal(written).lower().replace("_", "")


def _find_self_named(
    text: SourceText, models: Sequence[Element], replace: Replace, is_in_scope: Callable[[str], bool]
) -> Element | None:
    """Return an entry whose value is a variable with the name of its key, if the new member has one, too."""
    for one in models:
        match = _SELF_NAMED.match(_element_text(text, one))
        if match is None:
            continue
        key, value = match.groups()
        new = replace(one.member, None).apply(value)
        if name_parts(value) == name_parts(key) and new and is_in_scope(new):
            return one
    return None


def _normal(text: str) -> str:
    return " ".join(text.split())


def _is_first(elements: Sequence[Element], element: Element) -> bool:
    return all(one.start >= element.start for one in elements)


def _find_separator(text: SourceText, elements: Sequence[Element]) -> str | None:
    """Return what stands between two elements; None if that is more than a separator."""
    for first, second in pairwise(elements):
        between = _COMMENT.sub("", text.joined[first.end : second.start])
        if _SEPARATOR.match(between):
            return between
    return None


def _line_end(text: SourceText, element: Element) -> Point:
    """Return the end of the last line of an element that has its lines for itself, else the end of the element."""
    point = text.point_at(element.end)
    rest = text.raw[point.line][point.column :]
    return Point(point.line, len(text.raw[point.line])) if not rest.strip(" \t,;") else point


def _insert_after(text: SourceText, anchor: Element, new: str, separator: str) -> Replacement | None:
    end = text.point_at(anchor.end)
    rest = text.raw[end.line][end.column :]
    comment = _TRAILING_COMMENT.match(rest)
    if comment is None or "\n" not in separator:
        return Replacement(Span(end, end), separator + new)
    # The comment stays with its element: the new one is written below.
    if "," in separator and not comment[1]:
        return None
    line_end = Point(end.line, len(text.raw[end.line]))
    return Replacement(Span(line_end, line_end), "\n" + separator.rpartition("\n")[2] + new + comment[1])


def remove_element(text: SourceText, member_list: MemberList, element: Element) -> Replacement | None:
    """Return the edit that removes an element with its separator; None if it is the first branch."""
    start, end = text.point_at(element.start), text.point_at(element.end)
    rest = text.raw[end.line][end.column :]
    before = text.raw[start.line][: start.column]
    if element.node_type == "branch":
        previous = max(
            (one for one in member_list.elements if one.start < element.start),
            key=lambda one: one.start,
            default=None,
        )
        if previous is None:
            return None
        return Replacement(Span(text.point_at(previous.end), end), "")
    if not before.strip() and not rest.strip(" \t,;"):
        if end.line + 1 >= len(text.raw):
            return None
        below = end.line + 1
        if start.line and not text.raw[start.line - 1].strip() and not text.raw[below].strip():
            below += 1  # two blank lines would be left
        if below >= len(text.raw):
            return None
        return Replacement(Span(Point(start.line, 0), Point(below, 0)), "")
    elements = member_list.elements
    index = elements.index(element)
    if index + 1 < len(elements):
        following = elements[index + 1].start
        if not _SEPARATOR.match(text.joined[element.end : following]):
            return None
        return Replacement(Span(start, text.point_at(following)), "")
    previous_end = elements[index - 1].end
    if not _SEPARATOR.match(text.joined[previous_end : element.start]):
        return None
    return Replacement(Span(text.point_at(previous_end), end), "")
