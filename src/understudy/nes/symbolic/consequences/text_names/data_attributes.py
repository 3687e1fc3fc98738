"""A data attribute of an element was renamed: scripts and stylesheets that read it follow.

`data-unit-price` is `dataset.unitPrice` in scripts, `getAttribute("data-unit-price")`, and `[data-unit-price]` in
selectors. While elements of another kind have the old attribute, what reads it by that name alone stays.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITTEN_LINES,
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import propose_for_newest, text_of_change
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_data_attributes"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_ATTRIBUTE: Final = re.compile(r"(?<=[\s\"'}])data-([a-z][\w-]*)(?=[\s=/>]|\Z)")
_OPEN_TAG: Final = re.compile(r"<([A-Za-z][\w.:-]*)[^<]*\Z")
_TEMPLATES: Final = (".hbs", ".jinja", ".j2", ".erb", ".ejs", ".php", ".twig")
_PAGES: Final = (".html", ".htm", ".xhtml", ".vue", ".svelte", ".jsx", ".tsx", *_TEMPLATES)
_SCRIPTS: Final = (".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx")
_STYLES: Final = (".css", ".scss", ".sass", ".less")


class _Renamed(NamedTuple):
    change: Change
    text: SourceText
    line: int
    old: str
    new: str
    tag: str
    """The kind of the element; empty if its tag begins in another line."""


def propose_data_attributes(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a data attribute where the old one is read."""
    return propose_for_newest(context, _find_renamed, _candidates)


def _find_renamed(context: RuleContext, change: Change) -> _Renamed | None:
    edit = change.edit
    if not edit.uri.lower().endswith(_PAGES):
        return None
    text = text_of_change(context, change)
    if text is None or len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES:
        return None
    found: list[_Renamed] = []
    for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)):
        if old == new or "data-" not in old or len(new) > MAX_VALUE_LINE_CHARS:
            continue
        before, after = list(_ATTRIBUTE.finditer(old)), list(_ATTRIBUTE.finditer(new))
        if len(before) != len(after):
            return None
        for one, other in zip(before, after, strict=True):
            if one[1] != other[1]:
                tag = _OPEN_TAG.search(new[: other.start()])
                name = tag[1] if tag is not None else ""
                found.append(_Renamed(change, text, edit.line + at, one[1], other[1], name))
    is_one = len({(one.old, one.new) for one in found}) == 1
    return found[0] if is_one else None


def _candidates(context: RuleContext, renamed: _Renamed) -> list[Candidate]:
    camel = _camel_case(renamed.old)
    quoted = [f'"{renamed.old}"', f"'{renamed.old}'"]
    spellings = list(dict.fromkeys([f"data-{renamed.old}", f".{camel}", f" {camel}", *quoted, f'"{camel}"']))
    others = context.situation.workspace_texts.find_containing(
        spellings, renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    texts = [renamed.text, *map(context.source_text, others)]
    if any(tag != renamed.tag for text in texts for tag in _tags_with(text, renamed.old)):
        return []
    if any(_has_attribute(context, text, renamed.new) for text in texts):
        return []  # the user gave the element another attribute that exists
    places: list[NamePlace] = []
    for text in texts:
        edits: dict[int, list[Replacement]] = {}
        for line, start, old, new in _places(text, renamed):
            span = Span(Point(line, start), Point(line, start + len(old)))
            edits.setdefault(line, []).append(Replacement(span, new))
        places += [NamePlace(text, line, tuple(sorted(one))) for line, one in sorted(edits.items())]
    name = RenamedName("attribute", f"data-{renamed.old}", f"data-{renamed.new}", renamed.change)
    return list(rename_candidates(context, "data-attribute", name, places, PROBABILITY))


def _tags_with(text: SourceText, name: str) -> Iterator[str]:
    """Yield the kinds of the elements of a page that have a data attribute."""
    if not text.snapshot.uri.lower().endswith(_PAGES):
        return
    for line in text.raw_lookup.iterate_containing(f"data-{name}"):
        for match in _ATTRIBUTE.finditer(text.raw[line][:MAX_VALUE_LINE_CHARS]):
            tag = _OPEN_TAG.search(text.raw[line][: match.start()]) if match[1] == name else None
            if tag is not None:
                yield tag[1]


def _has_attribute(context: RuleContext, text: SourceText, name: str) -> bool:
    """Whether a page has a data attribute in lines that the user has not changed."""
    uri = text.snapshot.uri
    if not uri.lower().endswith(_PAGES):
        return False
    own = {line for one in context.changes if one.edit.uri == uri for line in one.current_lines}
    return any(
        match[1] == name
        for line in text.raw_lookup.iterate_containing(f"data-{name}")
        if line not in own
        for match in _ATTRIBUTE.finditer(text.raw[line][:MAX_VALUE_LINE_CHARS])
    )


def _places(text: SourceText, renamed: _Renamed) -> Iterator[tuple[int, int, str, str]]:
    """Yield lines and columns with the old and the new spelling of the name.

    A selector of elements of another kind, such as `tr[data-price]`, takes part in the pattern without a group.
    """
    uri = text.snapshot.uri.lower()
    is_page, is_script = uri.endswith(_PAGES), uri.endswith((*_SCRIPTS, *_PAGES))
    is_style = uri.endswith((*_STYLES, *_PAGES))
    if not is_script and not is_style:
        return
    name = re.escape(renamed.old)
    other_tag = rf"(?<![\w.#:-])(?!{re.escape(renamed.tag)}\[)[A-Za-z][\w-]*" if renamed.tag else r"(?!)"
    hyphenated = [rf"{other_tag}\[\s*data-{name}|\[\s*data-({name})(?=\s*[\]=~^$*|])"]
    if is_style:
        hyphenated.append(rf"\battr\(\s*data-({name})(?![\w-])")
    if is_script:
        hyphenated.append(rf"\b\w+Attribute\(\s*[\"'`]data-({name})[\"'`]")
        hyphenated.append(rf"\$[^;]*\.data\(\s*[\"']({name})[\"']")
    if is_page:
        hyphenated.append(rf"(?<=[\s\"'}}])data-({name})(?=[\s=/>]|\Z)")
    for line, start in _matches(text, "|".join(hyphenated), renamed.old):
        yield line, start, renamed.old, renamed.new
    if not is_script:
        return
    old, new = _camel_case(renamed.old), _camel_case(renamed.new)
    for line, start in _matches(text, rf"\bdataset(?:!|\?)?\.({old})(?![\w$])", old):
        yield line, start, old, new
    for line, start in _matches(text, rf"\bdataset(?:\?\.)?\[\s*[\"']({old})[\"']", old):
        yield line, start, old, new
    unpacked = rf"\{{(?:[^{{}}]*,)?\s*({old})\s*(?:[,=][^{{}}]*)?\}}\s*=\s*[^=;]*\.dataset\s*;?\s*\Z"
    for line, start in _matches(text, unpacked, old):
        yield line, start, old, f"{new}: {old}"


def _matches(text: SourceText, pattern: str, word: str) -> Iterator[tuple[int, int]]:
    """Yield where the groups of a pattern match, in lines with a word."""
    compiled = re.compile(pattern)
    for line in text.raw_lookup.iterate_containing(word):
        if len(text.raw[line]) <= MAX_VALUE_LINE_CHARS:
            for match in compiled.finditer(text.raw[line]):
                if match.lastindex is not None:
                    yield line, match.start(match.lastindex)


def _camel_case(name: str) -> str:
    """The property of `dataset`: a hyphen before a letter makes a capital."""
    return re.sub(r"-([a-z])", lambda found: found[1].upper(), name)
