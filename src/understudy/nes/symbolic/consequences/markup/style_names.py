"""A class, an id or an animation was renamed in a stylesheet or a page: the other side follows.

The elements and modifiers of a class follow, too, and the whole block after the first of its elements in a
stylesheet. A name of a page that other elements still have, or a new name that a stylesheet has already, is another
choice of class and no rename.
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
from understudy.nes.symbolic.consequences.markup.class_names import (
    NESTED_NAME,
    NEXT_PART,
    ClassStem,
    mask_other_text,
    parent_class,
    shared_stem,
)
from understudy.nes.symbolic.consequences.markup.stylesheets import (
    PAGE_SUFFIXES,
    STYLE_SUFFIXES,
    is_style_line,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.symbolic.consequences.values import NamePlace, RenamedName, rename_candidates
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_style_names"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = r"-?[A-Za-z_][\w-]*"
_SCRIPT_SUFFIXES: Final = (".js", ".ts", ".mjs", ".jsx", ".tsx")
_TOKEN: Final = re.compile(_NAME)
_ID_ATTRIBUTE: Final = re.compile(
    r"\b(?:id|for|htmlFor|aria-(?:labelledby|describedby|controls)|href(?=\s*=\s*\{?\s*[\"']#))"
    r"\s*=\s*\{?\s*([\"'])(#?[^\"'\n]*)\1"
)
"""A link without `#` is to another page."""


_CLASS_CALL: Final = re.compile(r"\b(?:clsx|c[nx]|cva|tw(?:Merge|Join))\(")
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
    stem: ClassStem
    """Equals the names unless a whole block is renamed."""
    is_in_style: bool
    line: int

    @property
    def after(self) -> str:
        """The pattern of what follows the name."""
        return rf"(?={NEXT_PART}|(?![\w-]))" if self.kind == "class" else r"(?![\w-])"


def propose_style_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a class, an id or an animation where the old one is used."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        rename = _find_rename(text, change) if text is not None else None
        if rename is not None and not context.is_past_deadline:
            found = list(_candidates(context, rename))[:MAX_VALUE_CANDIDATES]
            if found:
                return found
    return []


def _find_rename(text: SourceText, change: Change) -> _Rename | None:
    edit, uri = change.edit, text.snapshot.uri.lower()
    if not uri.endswith((*STYLE_SUFFIXES, *PAGE_SUFFIXES)):
        return None
    if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or not change.is_current(text):
        return None
    lines = [at for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)) if old != new]
    if len(lines) != 1:
        return None
    number = edit.line + lines[0]
    is_in_style = is_style_line(text, number)
    before = _names(text, number, edit.old[lines[0]], is_in_style=is_in_style)
    after = _names(text, number, edit.new[lines[0]], is_in_style=is_in_style)
    if len(before) != len(after):
        return None
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    if not changed or any(one[0] != other[0] for one, other in changed):
        return None
    (kind, old), (_, new) = changed[0]
    stems = {shared_stem(one[1], other[1]) if kind == "class" else None for one, other in changed}
    if len({*changed}) > 1 and (len(stems) > 1 or kind != "class"):
        return None
    stem = stems.pop() or ClassStem(old, new)
    if not is_in_style and all((one[1], other[1]) != stem for one, other in changed):
        stem = ClassStem(old, new)  # an element of another block
    return _Rename(change, text, kind, old, new, stem, is_in_style, number)


def _names(text: SourceText, number: int, line: str, *, is_in_style: bool) -> list[tuple[_NameKind, str]]:
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
        for match in NESTED_NAME.finditer(selector):
            parent = parent_class(text.raw, number)
            if parent is not None:
                found.append((match.start(1), "class", f"{parent}{match[1]}"))
        return [(kind, name) for _, kind, name in sorted(found)]
    if "class" in line:
        found.extend((one.start(), "class", one[0]) for one in _TOKEN.finditer(mask_other_text(line)))
    found.extend((match.start(2), "id", match[2].lstrip("#")) for match in _ID_ATTRIBUTE.finditer(line))
    return [(kind, name) for _, kind, name in sorted(found)]


def _candidates(context: RuleContext, rename: _Rename) -> Iterator[Candidate]:
    words = [rename.stem.old]
    if rename.kind == "class" and (nested := _nested_part(rename.stem.old)):
        words.append(nested)
    texts = [
        context.source_text(one)
        for one in context.situation.workspace_texts.find_containing(
            words, rename.text.snapshot.uri, MAX_VALUE_TEXTS
        )
    ]
    texts = [rename.text, *texts]
    if _is_other_choice(context, rename, texts):
        if rename.stem.old == rename.old:
            return
        rename = rename._replace(stem=ClassStem(rename.old, rename.new))
        if _is_other_choice(context, rename, texts):
            return
    found: list[NamePlace] = []
    for text in texts:
        for line in sorted({line for word in words for line in text.raw_lookup.lines_containing(word)}):
            if text is rename.text and line == rename.line:
                continue
            edits = tuple(sorted(_replacements(rename, text, line)))
            if edits:
                found.append(NamePlace(text, line, edits))
    name = RenamedName(rename.kind, rename.stem.old, rename.stem.new, rename.change)
    yield from rename_candidates(context, "style-name", name, found, PROBABILITY)


def _nested_part(name: str) -> str:
    """Return how a nested stylesheet writes the last part of a class; empty for a class of one part."""
    at = max(name.rfind("__"), name.rfind("--"))
    return f"&{name[at:]}" if at > 0 else ""


def _is_other_choice(context: RuleContext, rename: _Rename, texts: list[SourceText]) -> bool:
    """Whether the user gave an element another class, or a rule another selector that exists."""
    sign = {"class": ".", "id": "#", "animation": "@keyframes "}[rename.kind]
    selector = re.compile(rf"{re.escape(sign + rename.stem.new)}{rename.after}")
    for text in texts:
        uri = text.snapshot.uri
        own = {line for one in context.changes if one.edit.uri == uri for line in one.current_lines}
        for number in text.raw_lookup.lines_containing(sign + rename.stem.new):
            if number not in own and selector.search(text.raw[number]) and is_style_line(text, number):
                return True
        if not rename.is_in_style and text is rename.text and rename.kind == "class":
            lines = [line for line in text.raw_lookup.lines_containing(rename.old) if line not in own]
            names = [name for line in lines for name in _names(text, line, text.raw[line], is_in_style=False)]
            if (rename.kind, rename.old) in names:
                return True
    return False


def _replacements(rename: _Rename, text: SourceText, number: int) -> Iterator[Replacement]:
    old, new = rename.stem
    for start in _columns(rename, text, number):
        yield Replacement(Span(Point(number, start), Point(number, start + len(old))), new)
    if rename.kind != "class" or "&" not in text.raw[number] or not is_style_line(text, number):
        return
    for match in NESTED_NAME.finditer(text.raw[number]):
        parent = parent_class(text.raw, number) or old
        part, start = old[len(parent) :], match.start(1)
        if (
            part
            and old.startswith(parent)
            and new.startswith(parent)
            and re.match(rf"{re.escape(part)}{rename.after}", match[1]) is not None
        ):
            yield Replacement(
                Span(Point(number, start), Point(number, start + len(part))), new[len(parent) :]
            )


def _columns(rename: _Rename, text: SourceText, number: int) -> list[int]:
    """Return where a line uses the name as a class or an id."""
    line, uri = text.raw[number], text.snapshot.uri.lower()
    name, after = re.escape(rename.stem.old), rename.after
    found: set[int] = set()
    is_style = is_style_line(text, number)
    if rename.kind == "animation":
        if not is_style or _ANIMATION.match(line) is None:
            return []
        return [match.start() for match in re.finditer(rf"(?<![\w-]){name}(?![\w(-])", line)]
    if is_style:
        sign = r"\." if rename.kind == "class" else "#"
        return [match.start(1) for match in re.finditer(rf"{sign}({name}){after}", line)]
    if uri.endswith((*PAGE_SUFFIXES, *_SCRIPT_SUFFIXES)) and rename.kind == "class" and _has_classes(line):
        names = mask_other_text(line)
        found.update(match.start() for match in re.finditer(rf"(?<![\w-]){name}{after}", names))
    if uri.endswith(PAGE_SUFFIXES) and rename.kind == "id":
        for match in _ID_ATTRIBUTE.finditer(line):
            for one in re.finditer(rf"(?<![\w-]){name}{after}", match[2]):
                found.add(match.start(2) + one.start())
    if uri.endswith((*_SCRIPT_SUFFIXES, *PAGE_SUFFIXES)):
        calls = (
            rf"(?:getElementById|getElementsByClassName)\(\s*[\"'`]({name})[\"'`]"
            if rename.kind == "id"
            else rf"(?:getElementsByClassName|classList\.\w+)\((?:[^()]*,)?\s*[\"'`]({name}){after}"
        )
        sign = r"\." if rename.kind == "class" else "#"
        selectors = rf"(?:querySelector(?:All)?|closest|matches|\$)\(\s*[\"'`][^\"'`]*{sign}({name}){after}"
        patterns = [calls, selectors]
        if (module := _module_variable(rename, text)) is not None:
            member = rf"\.({name})(?=__[A-Za-z0-9]|(?![\w$]))" if rename.stem.new.isidentifier() else r"(?!)"
            patterns += [
                rf"(?<![\w$.]){module}{member}",
                rf"(?<![\w$.]){module}\[[\"'`]({name}){after}",
            ]
        for pattern in patterns:
            found.update(match.start(1) for match in re.finditer(pattern, line))
    return sorted(found)


def _has_classes(line: str) -> bool:
    return "class" in line or _CLASS_CALL.search(line) is not None


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
