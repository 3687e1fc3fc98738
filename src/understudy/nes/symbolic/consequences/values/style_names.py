"""A class, an id or an animation was renamed in a stylesheet or a page: the other side follows.

A name of a page that other elements still have, or a new name that a stylesheet has already, is another choice of
class and no rename.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITTEN_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.symbolic.consequences.values.name_places import NamePlace, RenamedName, rename_candidates
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_style_names"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = r"-?[A-Za-z_][\w-]*"
_STYLE_SUFFIXES: Final = (".css", ".scss", ".sass", ".less")
_PAGE_SUFFIXES: Final = (".html", ".htm", ".vue", ".svelte", ".jsx", ".tsx", ".hbs", ".jinja", ".j2", ".erb")
_SCRIPT_SUFFIXES: Final = (".js", ".ts", ".mjs", ".jsx", ".tsx")
_TOKEN: Final = re.compile(_NAME)
_CLASS_ATTRIBUTE: Final = re.compile(r"\bclass(?:Name)?\s*=\s*\{?\s*([\"'`])([^\"'`\n]*)\1")
_ID_ATTRIBUTE: Final = re.compile(
    r"\b(?:id|for|htmlFor|aria-(?:labelledby|describedby|controls)|href(?=\s*=\s*\{?\s*[\"']#))"
    r"\s*=\s*\{?\s*([\"'])(#?[^\"'\n]*)\1"
)
"""A link without `#` is to another page."""


_MODULE_NAME: Final = re.compile(r"\.module\.\w+\Z")
_KEYFRAMES: Final = re.compile(rf"\s*@(?:-\w+-)?keyframes\s+({_NAME})")
_ANIMATION: Final = re.compile(r"\s*(?:-\w+-)?animation(?:-name)?\s*:")
_NameKind = Literal["class", "id", "animation"]


class _Rename(NamedTuple):
    change: Change
    text: SourceText
    kind: _NameKind
    old: str
    new: str
    is_in_style: bool
    line: int


def propose_style_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a class, an id or an animation where the old one is used."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        rename = _find_rename(text, change) if text is not None else None
        if rename is not None and not context.is_past_deadline:
            return list(_candidates(context, rename))[:MAX_VALUE_CANDIDATES]
    return []


def _find_rename(text: SourceText, change: Change) -> _Rename | None:
    edit, uri = change.edit, text.snapshot.uri.lower()
    if not uri.endswith((*_STYLE_SUFFIXES, *_PAGE_SUFFIXES)):
        return None
    if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or not change.is_current(text):
        return None
    lines = [at for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)) if old != new]
    if len(lines) != 1:
        return None
    is_in_style = _is_style(text, edit.line + lines[0])
    before = _names(edit.old[lines[0]], is_in_style=is_in_style)
    after = _names(edit.new[lines[0]], is_in_style=is_in_style)
    if len(before) != len(after):
        return None
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    if len(changed) != 1 or changed[0][0][0] != changed[0][1][0]:
        return None
    (kind, old), (_, new) = changed[0]
    return _Rename(change, text, kind, old, new, is_in_style, edit.line + lines[0])


def _is_style(text: SourceText, line: int) -> bool:
    """Whether a line is one of a stylesheet, which may be a part of a page."""
    uri = text.snapshot.uri.lower()
    if uri.endswith(_STYLE_SUFFIXES):
        return True
    if not uri.endswith(_PAGE_SUFFIXES):
        return False
    begin = max((one for one in text.raw_lookup.lines_containing("<style") if one < line), default=-1)
    return begin >= 0 and not any(begin <= one < line for one in text.raw_lookup.lines_containing("</style"))


def _names(line: str, *, is_in_style: bool) -> list[tuple[_NameKind, str]]:
    """Return the classes, ids and animations that a line names, in order."""
    found: list[tuple[int, _NameKind, str]] = []
    if is_in_style and (frames := _KEYFRAMES.match(line)) is not None:
        return [("animation", frames[1])]
    if is_in_style:
        selector = line.partition("{")[0] if ":" not in line.partition("{")[0] or "{" in line else ""
        selector = selector if "{" in line or line.rstrip().endswith((",", "{")) else ""
        for match in re.finditer(rf"([.#])({_NAME})", selector):
            kind: _NameKind = "class" if match[1] == "." else "id"
            found.append((match.start(2), kind, match[2]))
        return [(kind, name) for _, kind, name in found]
    for match in _CLASS_ATTRIBUTE.finditer(line):
        found.extend((match.start(2) + one.start(), "class", one[0]) for one in _TOKEN.finditer(match[2]))
    found.extend((match.start(2), "id", match[2].lstrip("#")) for match in _ID_ATTRIBUTE.finditer(line))
    return [(kind, name) for _, kind, name in sorted(found)]


def _candidates(context: RuleContext, rename: _Rename) -> Iterator[Candidate]:
    texts = [
        context.source_text(one)
        for one in context.situation.workspace_texts.find_containing(
            [rename.old], rename.text.snapshot.uri, MAX_VALUE_TEXTS
        )
    ]
    texts = [rename.text, *texts]
    if _is_other_choice(context, rename, texts):
        return
    found: list[NamePlace] = []
    for text in texts:
        for line in text.raw_lookup.lines_containing(rename.old):
            if text is rename.text and line == rename.line:
                continue
            edits = tuple(
                Replacement(Span(Point(line, at), Point(line, at + len(rename.old))), rename.new)
                for at in _columns(rename, text, line)
            )
            if edits:
                found.append(NamePlace(text, line, edits))
    name = RenamedName(rename.kind, rename.old, rename.new, rename.change)
    yield from rename_candidates(context, "style-name", name, found, PROBABILITY)


def _is_other_choice(context: RuleContext, rename: _Rename, texts: list[SourceText]) -> bool:
    """Whether the user gave an element another class, or a rule another selector that exists."""
    sign = {"class": ".", "id": "#", "animation": "@keyframes "}[rename.kind]
    selector = re.compile(rf"{re.escape(sign + rename.new)}(?![\w-])")
    for text in texts:
        uri = text.snapshot.uri
        own = {line for one in context.changes if one.edit.uri == uri for line in one.current_lines}
        for number in text.raw_lookup.lines_containing(sign + rename.new):
            if number not in own and selector.search(text.raw[number]) and _is_style(text, number):
                return True
        if not rename.is_in_style and text is rename.text and rename.kind == "class":
            lines = [line for line in text.raw_lookup.lines_containing(rename.old) if line not in own]
            names = [name for line in lines for name in _names(text.raw[line], is_in_style=False)]
            if (rename.kind, rename.old) in names:
                return True
    return False


def _columns(rename: _Rename, text: SourceText, number: int) -> list[int]:
    """Return where a line uses the name as a class or an id."""
    line, uri = text.raw[number], text.snapshot.uri.lower()
    name = re.escape(rename.old)
    found: set[int] = set()
    is_style = _is_style(text, number)
    if rename.kind == "animation":
        if not is_style or _ANIMATION.match(line) is None:
            return []
        return [match.start() for match in re.finditer(rf"(?<![\w-]){name}(?![\w(-])", line)]
    if is_style:
        sign = r"\." if rename.kind == "class" else "#"
        return [match.start(1) for match in re.finditer(rf"{sign}({name})(?![\w-])", line)]
    if uri.endswith(_PAGE_SUFFIXES):
        attribute = _CLASS_ATTRIBUTE if rename.kind == "class" else _ID_ATTRIBUTE
        for match in attribute.finditer(line):
            for one in re.finditer(rf"(?<![\w-]){name}(?![\w-])", match[2]):
                found.add(match.start(2) + one.start())
    if uri.endswith((*_SCRIPT_SUFFIXES, *_PAGE_SUFFIXES)):
        calls = (
            rf"(?:getElementById|getElementsByClassName)\(\s*[\"'`]({name})[\"'`]"
            if rename.kind == "id"
            else rf"(?:getElementsByClassName|classList\.\w+)\(\s*[\"'`]({name})[\"'`]"
        )
        sign = r"\." if rename.kind == "class" else "#"
        selectors = rf"(?:querySelector(?:All)?|closest|matches|\$)\(\s*[\"'`][^\"'`]*{sign}({name})(?![\w-])"
        patterns = [calls, selectors]
        if (module := _module_variable(rename, text)) is not None:
            member = rf"\.({name})(?![\w$])" if rename.new.isidentifier() else r"(?!)"
            patterns += [rf"(?<![\w$.]){module}{member}", rf"(?<![\w$.]){module}\[[\"']({name})[\"']\]"]
        for pattern in patterns:
            found.update(match.start(1) for match in re.finditer(pattern, line))
    return sorted(found)


def _module_variable(rename: _Rename, text: SourceText) -> str | None:
    """The variable by which a script uses the classes of the stylesheet, if that is a CSS module."""
    file_name = rename.text.snapshot.uri.rpartition("/")[2]
    if rename.kind != "class" or _MODULE_NAME.search(file_name) is None:
        return None
    imported = re.compile(
        rf"\s*import\s+(?:\*\s+as\s+)?([\w$]+)\s+from\s+[\"'][^\"']*/{re.escape(file_name)}[\"']"
    )
    lines = (text.raw[line] for line in text.raw_lookup.lines_containing(file_name))
    return next((re.escape(match[1]) for line in lines if (match := imported.match(line))), None)
