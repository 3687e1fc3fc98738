"""A name that stylesheets define for themselves was renamed: containers, counters, fonts, transitions, variables.

A name that is defined in a second place, or whose new one exists, is another choice and no rename; a font has a
definition for each of its faces. A variable of SCSS or Less that is defined in a block is known in that block only.
Not classes and ids (see `style_names`), and not custom properties, which are names of their own.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_LINE_CHARS, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.markup.stylesheets import (
    PAGE_SUFFIXES,
    STYLE_SUFFIXES,
    is_style_line,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names import match_renamed, propose_for_newest, text_of_change
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["RenamedIdentifier", "find_renamed_identifier", "propose_style_identifiers"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = r"[A-Za-z_][\w-]*"


class _Kind(NamedTuple):
    label: str
    definition: re.Pattern[str]
    """A line with a definition; the group `name` is what it defines, maybe several names."""
    uses: str
    """The pattern of what stands around a use, with `NAME` for it."""
    suffixes: tuple[str, ...] = (*STYLE_SUFFIXES, *PAGE_SUFFIXES)


_KINDS: Final = (
    _Kind(
        "container",
        re.compile(
            rf"(?P<head>.*?\bcontainer(?:-name)?\s*:\s*)(?P<name>{_NAME}(?:\s+{_NAME})*)(?=\s*[;/}}]|\s*\Z)"
        ),
        r"@container\s+(NAME)(?=[\s({]|\Z)",
    ),
    _Kind(
        "counter",
        re.compile(rf"(?P<head>.*?\bcounter-(?:reset|set)\s*:\s*)(?P<name>{_NAME})(?=[\s;}}]|\Z)"),
        r"\bcounter-(?:increment|reset|set)\s*:(?:[^;{}]*\s)?(NAME)(?=[\s;}]|\Z)|\bcounters?\(\s*(NAME)(?=\s*[,)])",
    ),
    _Kind(
        "transition",
        re.compile(rf"(?P<head>.*?\bview-transition-name\s*:\s*)(?P<name>{_NAME})(?=\s*[;}}]|\s*\Z)"),
        r"::view-transition-(?:group|old|new|image-pair)\(\s*(NAME)\s*\)",
    ),
    _Kind(
        "font",
        re.compile(
            r"(?P<head>.*?\bfont-family\s*:\s*)(?P<quote>[\"']?)(?P<name>[\w -]+)(?P=quote)(?=\s*[;}]|\s*\Z)"
        ),
        r"(?:\bfont(?:-family)?|--[\w-]+|[$@][\w-]+)\s*:(?:[^;{}]*[\s,])?"
        r"(?:\"(NAME)\"|'(NAME)'|(?<![\w-])(NAME)(?=\s*(?:[,;}]|!|\Z)))",
    ),
    _Kind(
        "variable",
        re.compile(rf"(?P<head>\s*\$)(?P<name>{_NAME})(?=\s*:)"),
        r"\$(NAME)(?![\w-])",
        (".scss", ".sass"),
    ),
    _Kind(
        "variable",
        re.compile(rf"(?P<head>\s*@)(?P<name>{_NAME})(?=\s*:)"),
        r"@\{?(NAME)(?![\w-])",
        (".less",),
    ),
)
_BLOCK: Final = re.compile(r"\s*(?:@mixin|@function|@each|@for|[.#][\w-]+\()")
"""A line that may define a variable of the same name for its block."""
_IMPORT: Final = re.compile(r"\s*@(?:use|import|forward)\b")
_USE: Final = re.compile(
    rf"\s*@use\s+[\"'](?P<path>[^\"']+)[\"'](?:\s+as\s+(?P<name>{_NAME}|\*))?(?P<values>\s+with\s*\()?"
)
_NAMESPACE: Final = re.compile(rf"({_NAME})\.\$\Z")


class RenamedIdentifier(NamedTuple):
    change: Change
    text: SourceText
    kind: _Kind
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"()(?<!\w){re.escape(self.old)}(?!\w)")


def propose_style_identifiers(context: RuleContext) -> list[Candidate]:
    """Propose the new name of what a stylesheet defines where the old one is used."""
    return propose_for_newest(context, find_renamed_identifier, _candidates)


def find_renamed_identifier(context: RuleContext, change: Change) -> RenamedIdentifier | None:
    """Return the name that an edit of one line renamed where it is defined."""
    uri = change.edit.uri.lower()
    if len(change.edit.new) != 1 or ":" not in change.edit.new[0]:
        return None
    if not uri.endswith((*STYLE_SUFFIXES, *PAGE_SUFFIXES)):
        return None
    for kind in _KINDS:
        found = match_renamed(kind.definition, change) if uri.endswith(kind.suffixes) else None
        text = text_of_change(context, change) if found is not None else None
        if found is None or text is None or not is_style_line(text, change.edit.line):
            continue
        names = [found[0]["name"]], [found[1]["name"]]
        if kind.label != "font":
            names = found[0]["name"].split(), found[1]["name"].split()
        elif not _is_in_font_face(text, change.edit.line):
            return None
        changed = [pair for pair in zip(*names, strict=False) if pair[0] != pair[1]]
        if len(names[0]) == len(names[1]) and len(changed) == 1:
            return RenamedIdentifier(change, text, kind, *changed[0])
    return None


def _is_in_font_face(text: SourceText, number: int) -> bool:
    for at in range(number, -1, -1):
        head, brace, _ = text.raw[at].rpartition("{")
        if brace:
            return "@font-face" in head
        if "}" in text.raw[at]:
            return False
    return False


def _candidates(context: RuleContext, renamed: RenamedIdentifier) -> Iterator[Candidate]:
    texts = [renamed.text]
    own_line = renamed.change.edit.line
    is_local = renamed.kind.label == "variable" and renamed.text.raw[own_line][:1].isspace()
    if not is_local:
        texts += _other_texts(context, renamed)
    if _is_other_choice(renamed, texts):
        return iter(())
    uses = re.compile(renamed.kind.uses.replace("NAME", re.escape(renamed.old)))
    lines = _block_lines(renamed.text, own_line) if is_local else range(len(renamed.text.raw))
    places: list[NamePlace] = []
    modules = _Modules(renamed.text) if ".scss" in renamed.kind.suffixes[:1] else None
    for text in texts:
        for number in text.raw_lookup.lines_containing(renamed.old):
            line = text.raw[number]
            if len(line) > MAX_VALUE_LINE_CHARS or (text is renamed.text and number not in lines):
                continue
            starts = sorted(_starts(uses, line)) if is_style_line(text, number) else []
            if modules is not None:
                starts = [start for start in starts if modules.may_mean(text, line, start)]
            edits = tuple(
                Replacement(Span(Point(number, start), Point(number, start + len(renamed.old))), renamed.new)
                for start in starts
            )
            if edits:
                places.append(NamePlace(text, number, edits))
    name = RenamedName(renamed.kind.label, renamed.old, renamed.new, renamed.change)
    return rename_candidates(context, "style-name", name, places, PROBABILITY)


class _Modules:
    """Which stylesheets of Sass know the variables of one, and by which namespaces."""

    def __init__(self, own: SourceText) -> None:
        self._own = own
        self._stem = _module_stem(own.snapshot.uri)
        self._known: dict[str, tuple[frozenset[str], bool]] = {}
        """By URI: the namespaces that lead to the stylesheet, and whether it may be known without one."""

    def may_mean(self, text: SourceText, line: str, start: int) -> bool:
        """Whether a name of a variable in a text may be one of the stylesheet."""
        namespace, use = _NAMESPACE.search(line, 0, start), _USE.match(line)
        if text is self._own:
            return namespace is None and (use is None or use.end() > start)
        if use is not None and use["values"]:
            return _module_stem(use["path"]) == self._stem
        namespaces, is_open = self._read(text)
        return namespace[1] in namespaces if namespace is not None else is_open

    def _read(self, text: SourceText) -> tuple[frozenset[str], bool]:
        known = self._known.get(text.snapshot.uri)
        if known is None:
            lines = [text.raw[at] for at in text.raw_lookup.iterate_containing("@")]
            uses = [use for use in map(_USE.match, lines) if use is not None]
            namespaces = {
                use["name"] or self._stem for use in uses if _module_stem(use["path"]) == self._stem
            }
            is_open = any(use["name"] == "*" for use in uses) or any(
                _IMPORT.match(line) is not None and _USE.match(line) is None for line in lines
            )
            known = self._known[text.snapshot.uri] = frozenset(namespaces), is_open
        return known


def _module_stem(path: str) -> str:
    """Return the name of a module of Sass: that of its file, or of the folder whose index it is."""
    parts = [re.sub(r"\.s[ac]ss\Z", "", one).removeprefix("_") for one in path.split("/")]
    return parts[-2] if parts[-1] == "index" and len(parts) > 1 else parts[-1]


def _starts(uses: re.Pattern[str], line: str) -> set[int]:
    return {
        match.start(group)
        for match in uses.finditer(line)
        for group in range(1, uses.groups + 1)
        if match[group] is not None
    }


def _other_texts(context: RuleContext, renamed: RenamedIdentifier) -> list[SourceText]:
    found = context.situation.workspace_texts.find_containing(
        [renamed.old], renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    texts = [context.source_text(one) for one in found if one.uri.lower().endswith(renamed.kind.suffixes)]
    if renamed.kind.label != "variable":
        return texts
    return [one for one in texts if any(map(_IMPORT.match, one.raw))]


def _is_other_choice(renamed: RenamedIdentifier, texts: list[SourceText]) -> bool:
    """Whether the name is defined in another place, too, or the new one is."""
    own_line = renamed.change.edit.line
    for text in texts:
        for word in (renamed.old, renamed.new):
            for number in text.raw_lookup.lines_containing(word):
                is_own = text is renamed.text and number == own_line
                if (
                    not is_own
                    and is_style_line(text, number)
                    and _defines(renamed.kind, text.raw[number], word)
                ):
                    return True
    return False


def _defines(kind: _Kind, line: str, word: str) -> bool:
    definition = kind.definition.match(line)
    if kind.label == "font":
        return False
    if definition is not None and word in definition["name"].split():
        return True
    parameter = rf"[$@]{re.escape(word)}(?:\s*[:,)]| in\b)"
    return (
        kind.label == "variable" and _BLOCK.match(line) is not None and re.search(parameter, line) is not None
    )


def _block_lines(text: SourceText, number: int) -> range:
    """Return the lines of the block with a line, by the indentation."""
    indent = len(text.raw[number]) - len(text.raw[number].lstrip())
    end = next(
        (
            at
            for at in range(number + 1, len(text.raw))
            if text.raw[at].strip() and len(text.raw[at]) - len(text.raw[at].lstrip()) < indent
        ),
        len(text.raw),
    )
    return range(number, end)
