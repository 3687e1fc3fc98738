"""The default of an option or of a setting changed: the texts that state it follow.

`default=LIMIT` in the call that declares `--limit` ties the constant to the option; `DEFAULT_LIMIT` alone is that
of the setting `limit`, and of variables of the environment such as `APP_LIMIT`. What states the default is the help
of the same call, the line or the row of a document with that name, and a test that compares the attribute of that
name, of what was parsed or made without it. The default of another option with an equal value stays.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import find_enclosing_function
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALL_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import name_parts
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_option_defaults"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_ASSIGNED: Final = re.compile(
    r"(?P<before>.*?\b(?P<name>[A-Za-z_]\w*)(?:\s*:\s*[\w\[\], .|]+)?\s*[=:]\s*[\"']?)"
    r"(?P<value>-?\d[\d_.]*|(?<=[\"'])[\w./-]+)(?P<after>[\"']?\s*[;,)].*|[\"']?\s*)\Z"
)
"""A name or an argument with a number or a string."""
_DEFAULT_KEYS: Final = frozenset({"default", "default_value", "defaultValue"})
_OPTION: Final = re.compile(r"[\"'`](?:-\w[,/ ]+)?(--[a-z][\w-]*)(?:[\s=<][^\"'`]*)?[\"'`]")
_STATED: Final = r"(?i:\bdefault(?:s|ing)?\b)(?:\s+(?:is|to|value))*[\s:=`\"']{{1,3}}({})(?![\w.]*\w)"
"""A sentence that states the default."""
_DOCUMENTS: Final = (".md", ".rst", ".adoc", ".txt")
_COMPARED: Final = re.compile(r"\b(?:assert\w*|expect|should)\b")
_PARSED: Final = r"\w*(?i:pars|opts|options|args)\w*(?:\(\))?"
"""A function that reads options."""


class _ChangedDefault(NamedTuple):
    change: Change
    text: SourceText
    old: str
    new: str
    calls: list[range]
    options: frozenset[str]
    setting: tuple[str, ...] = ()
    """The words of the setting whose default a constant is, if no option has it."""

    def attributes(self) -> set[str]:
        """Return the names under which a program reads the option or the setting."""
        found = {form for one in self.options for form in _attributes(one.removeprefix("--").split("-"))}
        return found.union(_attributes(self.setting) if self.setting else ())

    def mentions(self) -> list[re.Pattern[str]]:
        """Return what names the option or the setting in a document."""
        found = [re.compile(rf"(?<![\w-]){re.escape(one)}(?![\w-])") for one in self.options]
        if self.setting:
            variable = "_".join(self.setting).upper()
            attributes = "|".join(_attributes(self.setting))
            found.append(re.compile(rf"(?<!\w)(?:[A-Z0-9]+_)?{variable}(?!\w)|`(?:{attributes})`"))
        return found


def propose_option_defaults(context: RuleContext) -> list[Candidate]:
    """Propose the new default of an option where the old one is stated."""
    for change in context.without_dormant(context.cause_changes):
        changed = _find_changed(context, change)
        if changed is not None and not context.is_past_deadline:
            name = RenamedName("default", changed.old, changed.new, change)
            places = _places(context, changed)
            found = rename_candidates(context, "option-default", name, list(places), PROBABILITY)
            return list(found)[:MAX_VALUE_CANDIDATES]
    return []


def _find_changed(context: RuleContext, change: Change) -> _ChangedDefault | None:
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or len(edit.new[0]) > MAX_VALUE_LINE_CHARS:
        return None
    before = _ASSIGNED.match(edit.old[0])
    after = _ASSIGNED.match(edit.new[0]) if before is not None else None
    if before is None or after is None or before["value"] == after["value"]:
        return None
    if (before["before"], before["after"]) != (after["before"], after["after"]):
        return None
    text = context.text_at(edit.uri)
    if text is None or not text.code or not change.is_current(text):
        return None
    calls = list(_calls_with(text, edit.line, before["name"]))
    options = {one for call in calls for one in _options(text, call)}
    setting = _setting_of(before["name"]) if not options else ()
    if not options and not setting:
        return None
    return _ChangedDefault(change, text, before["value"], after["value"], calls, frozenset(options), setting)


def _setting_of(constant: str) -> tuple[str, ...]:
    """Return the words of the setting whose default a constant such as `DEFAULT_LIMIT` is; none for others."""
    first, *words = name_parts(constant) or ("",)
    return tuple(words) if first == "default" else ()


def _calls_with(text: SourceText, line: int, name: str) -> Iterator[range]:
    """Yield the lines of the calls that get the default, which is written there or has that name."""
    if name in _DEFAULT_KEYS:
        yield _call_around(text, line)
        return
    if not name.isupper():
        return
    used = re.compile(rf"(?:\b(?:{'|'.join(_DEFAULT_KEYS)})\s*[=:]|\.option\(.*,)\s*{name}\b")
    for number in text.code_lookup.lines_containing(name):
        if used.search(text.code[number]):
            yield _call_around(text, number)


def _call_around(text: SourceText, line: int) -> range:
    """Return the lines of the innermost call that is open at the beginning of a line, or the line itself."""
    first, depth = line, 0
    for number in range(line - 1, max(line - MAX_CALL_LINES, -1), -1):
        depth += sum(map(text.code[number].count, "([{")) - sum(map(text.code[number].count, ")]}"))
        if depth > 0:
            first = number
            break
    depth, last = 0, first
    for last in range(first, min(first + MAX_CALL_LINES, len(text.code))):
        depth += sum(map(text.code[last].count, "([{")) - sum(map(text.code[last].count, ")]}"))
        if depth <= 0:
            break
    return range(first, last + 1) if line in range(first, last + 1) else range(line, line + 1)


def _options(text: SourceText, call: range) -> set[str]:
    return {match[1] for line in call for match in _OPTION.finditer(text.raw[line])}


def _places(context: RuleContext, changed: _ChangedDefault) -> Iterator[NamePlace]:
    stated = re.compile(_STATED.format(re.escape(changed.old)))
    for call in changed.calls:
        if len(_options(changed.text, call)) != 1:
            continue
        for line in call:
            yield from _place(changed, changed.text, line, stated)
    attributes = changed.attributes()
    mentions = changed.mentions()
    compared = re.compile(
        r"\b(?P<receiver>\w+)(?P<call>\([^()]*\))?"
        rf"\.(?:{'|'.join(map(re.escape, attributes))})\b[^\w]*(?:(?:toBe|toEqual|eq|equal)\W+)?"
        rf"(?P<value>{re.escape(changed.old)})(?![\w.])"
    )
    literals = [*changed.options, *(f".{one}" for one in attributes)]
    if changed.setting:
        literals += ["_".join(changed.setting).upper(), *(f"`{one}`" for one in attributes)]
    texts = context.situation.workspace_texts.find_containing(
        literals, changed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    for text in map(context.source_text, texts):
        if text.snapshot.uri.lower().endswith(_DOCUMENTS):
            for line in text.raw_lookup.iterate_containing(changed.old):
                if any(one.search(text.raw[line]) for one in mentions):
                    yield from _place(changed, text, line, stated, is_row=True)
        elif text.code:
            for line in text.raw_lookup.iterate_containing(changed.old):
                match = compared.search(text.raw[line]) if _COMPARED.search(text.raw[line]) else None
                if match is not None and _is_default_of(changed, text, line, match):
                    yield from _place(changed, text, line, compared)


def _is_default_of(changed: _ChangedDefault, text: SourceText, line: int, match: re.Match[str]) -> bool:
    """Whether a test compares an option of parsed ones, and has not set it itself."""
    header = find_enclosing_function(text.language, text.raw, text.code, line)
    first = header.line if header is not None else max(0, line - MAX_CALL_LINES)
    value = re.compile(rf"(?<![\w.]){re.escape(changed.old)}(?![\w.])")
    for at in range(first, line + 1):
        written = text.raw[at]
        if any(option in written for option in changed.options):
            return False
        if at < line and value.search(written) and not _COMPARED.search(written):
            return False
    if match["call"] is not None:
        return re.fullmatch(_PARSED, match["receiver"]) is not None
    made = rf"{_PARSED}\(" if changed.options else r"\w+\(\s*\)"
    assigned = re.compile(
        rf"(?<![\w.]){match['receiver']}\b[^=(]*=(?!=)\s*(?:(?:await|new)\s+)?[\w.]*?{made}"
    )
    return any(assigned.search(text.code[at]) for at in range(first, line))


def _attributes(words: Sequence[str]) -> tuple[str, str]:
    first, *rest = words
    return "_".join([first, *rest]), "".join([first, *map(str.capitalize, rest)])


def _place(
    changed: _ChangedDefault, text: SourceText, line: int, pattern: re.Pattern[str], *, is_row: bool = False
) -> Iterator[NamePlace]:
    written = text.raw[line]
    found = list(pattern.finditer(written))
    if not found and is_row:
        found = list(re.finditer(rf"(?<=\|)\s*[`\"]*({re.escape(changed.old)})[`\"]*\s*(?=\||\Z)", written))
    if len(found) == 1:
        start, end = found[0].span("value" if "value" in pattern.groupindex else 1)
        span = Span(Point(line, start), Point(line, end))
        yield NamePlace(text, line, (Replacement(span, changed.new),))
