"""A distinctive value changed: a port, version, URL, color, flag or variable. It follows where it is repeated.

Values in code are strings and numbers, never names. A number alone is no value: its place has to be about the same
thing. Histories of versions and generated files keep the old value.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALL_LINES,
    MAX_REWRITTEN_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_PLACES,
    MAX_VALUE_TEXTS,
    MIN_VALUE_CHARS,
    MIN_VARYING_NUMBERS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import name_parts
from understudy.nes.symbolic.consequences.values.file_paths import has_file, is_moved_file
from understudy.nes.symbolic.consequences.values.object_names import is_other_object
from understudy.nes.symbolic.consequences.values.option_reads import find_option_reads
from understudy.nes.symbolic.consequences.values.other_commands import (
    is_option_of_other_command,
    runs_command,
)
from understudy.nes.symbolic.consequences.values.own_words import is_in_class_list
from understudy.nes.symbolic.consequences.values.value_kinds import (
    NARROW,
    WIDE,
    ValueKind,
    changed_tokens,
    value_kind,
    value_pattern,
)
from understudy.nes.symbolic.consequences.values.varying_numbers import (
    counted_words,
    has_counted_word,
    is_varying_number,
)
from understudy.nes.symbolic.consequences.versions import (
    TOOLS,
    is_history,
    is_in_lines,
    is_lock_file,
    is_of_other_package,
    is_other_entry,
    is_tool_version,
    states_lower_bound,
    tool_words,
)
from understudy.nes.text import Point, Replacement, Span, common_affix_lengths

__all__ = ["propose_changed_values"]

_LISTED: Final[dict[ValueKind, re.Pattern[str]]] = {
    "version": re.compile(r"(?<![\w.\-])v?\d+(?:\.\d+){1,2}(?![\w.])"),
    "number": re.compile(r"(?<![\w.\-])\d+(?![\w.])"),
}
"""Values that stand in lists of several ones."""
_NO_ROW: Final = re.compile(r"[A-Za-z]{2}|\A/")
"""What separates two values that are no neighbours of a list: words, or the beginning of a path."""
_MODULE_LINE: Final = re.compile(
    r"^\s*(?:#\s*include|@?import|export|from|@use|@forward)\b|\b(?:require|import)\("
)
"""What names a module by its file."""
_RECORD: Final = re.compile(r"/(?:issues|pull|pulls|commit|compare|discussions|merge_requests)/")
"""What follows an address of something that happened there: it stays where it is."""
_CONSTANT: Final = re.compile(
    r"\b[A-Z][A-Z0-9_]{2,}\b|\b(?:const|static|final)\b|^\s*[\w\"']+\s*[:=][^=]*,?\s*$"
)
"""A constant, a field with a default, or an entry of a table."""
_PORT: Final = re.compile(r"(?i)\bport|:\d|_port|^\s*expose\s")
_OPTION_BEFORE: Final = re.compile(r"(?<![\w-])(-\w|--[\w-]+)[\"',=\s]*\Z")
_MARKUP_SUFFIXES: Final = (".css", ".scss", ".less", ".html", ".htm", ".vue", ".svg", ".sql")
"""Files whose names are followed by the rules for markup and queries."""
_PROSE_LINE: Final = frozenset({"markdown", "plaintext", "restructuredtext"})
_GENERIC_KEYS: Final = frozenset({"default", "default_value", "value", "initial", "fallback", "help"})
"""Arguments that say nothing about what their value is for."""
_KEY: Final = re.compile(
    r"[\s\"'-]*(?:(?:export|const|constexpr|let|var|static|final|pub|public|private|protected|readonly|inline"
    r"|unsigned|int|long|short|double|float|u?int\d+(?:_t)?|size_t|usize)\s+)*([\w.-]+)[\"']?\s*(?::|=)"
    r"|\s*#\s*define\s+(\w+)\s"
)
"""What a line assigns, with the words of a declaration before it; or the macro that it defines."""
_STRING: Final = re.compile(r"""["'`]([^"'`]*)["'`]""")
_IMAGE: Final = re.compile(r"\s*(?:-\s*)?(?:FROM(?:\s+--\S+)?\s|image:)\s*[\"']?([\w./-]+):\Z")
"""What is before the tag of an image, with its name."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_number: float = 0
    is_document: float = 0
    is_listed: float = 0
    """The place is one of several values in a row: it may be replaced, or another one added."""
    is_other_entry: float = 0
    """The place is the version of another entry of the same file, such as another dependency."""


PROBABILITY: Final = RuleProbability(
    0.85,
    _Features(
        stale=STALE_SHIFT / 3,
        elsewhere=ELSEWHERE_SHIFT,
        is_number=-0.5,
        is_document=-0.3,
        is_listed=-2.5,
        is_other_entry=-2.2,
    ),
)


class _ChangedValue(NamedTuple):
    change: Change
    text: SourceText
    kind: ValueKind
    old: str
    new: str
    line: int
    words: frozenset[str]
    """The words beside the value: its name, its key."""


def propose_changed_values(context: RuleContext) -> list[Candidate]:
    """Propose the new value where the old one is repeated, in this text first."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        if context.is_past_deadline:
            break
        if change.edit.is_consequence:
            continue  # its places are those of the user's own change; what is like them may be something else
        text = context.text_at(change.edit.uri)
        value = _find_value(text, change) if text is not None else None
        is_path = value is not None and value.kind == "path"
        if value is not None and (
            not is_path or is_moved_file(context, change.edit.uri, value.old, value.new)
        ):
            candidates += _candidates(context, value)
            if candidates:
                break
    return candidates[:MAX_VALUE_CANDIDATES]


def _find_value(text: SourceText, change: Change) -> _ChangedValue | None:
    edit = change.edit
    if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or not change.is_current(text):
        return None
    changed = [at for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)) if old != new]
    if len(changed) != 1:
        return None
    old, new, number = edit.old[changed[0]], edit.new[changed[0]], edit.line + changed[0]
    if max(len(old), len(new)) > MAX_VALUE_LINE_CHARS:
        return None
    head, tail = common_affix_lengths(old, new)
    for chars in (NARROW, WIDE):
        before, after, start = changed_tokens(old, new, head, tail, chars)
        if _IMAGE.match(old[:start]) is not None:
            variant = before[before.find("-") :] if "-" in before else ""
            if after.endswith(variant):  # such as `-alpine`
                before, after = before.removesuffix(variant), after.removesuffix(variant)
        may_be_short = chars is NARROW and len(before) < MIN_VALUE_CHARS
        kind = value_kind(before, is_short=may_be_short and _names_tool(old, text.snapshot.uri))
        if kind is None or value_kind(after, is_short=True) != kind or (kind == "path" and chars is NARROW):
            continue
        if kind == "path" and _MODULE_LINE.search(new):
            return None  # see `imports`
        if kind == "address" and text.snapshot.uri.endswith(_MARKUP_SUFFIXES) and "://" not in old[:start]:
            return None
        if kind == "address" and (new.startswith("(", start + len(after)) or is_in_class_list(old, start)):
            return None  # a call in a text that is no code, such as a document
        is_value = _is_value(text, number, start, len(after), kind)
        if not is_value or (kind == "number" and is_varying_number(text.raw, number, start)):
            return None
        rest = old[:start] + " " + old[start + len(before) :]
        if _key_of(new) in _GENERIC_KEYS:
            rest = _strings_of_call(text, number)
        parts = (word for word in name_parts(rest) if len(word) > 1 and word not in _GENERIC_KEYS)
        words = tool_words(parts, text.snapshot.uri)
        return _ChangedValue(change, text, kind, before, after, number, words)
    return None


def _names_tool(line: str, uri: str) -> bool:
    return not TOOLS.isdisjoint(tool_words(name_parts(line), uri))


def _is_value(text: SourceText, line: int, start: int, size: int, kind: ValueKind) -> bool:
    """Whether the token is a string, a number or a word of a text that is no code."""
    if not text.code:
        return True
    written = text.code[line][start : start + size]
    return not written.strip() or kind in ("number", "color")


def _candidates(context: RuleContext, value: _ChangedValue) -> Iterator[Candidate]:
    literals = [value.old] if _is_searched(value) else []
    literals += [] if literals else [f"{value.old} {word}" for word in _counted_words(value)]
    if not literals:
        return
    snapshots = context.situation.workspace_texts.find_containing(
        literals, context.current_text.snapshot.uri, MAX_VALUE_TEXTS
    )
    others = [context.source_text(one) for one in snapshots]
    others.sort(key=_is_document)
    found: list[tuple[SourceText, int, list[int]]] = []
    place_count = 0
    for text in (context.current_text, *others):
        uri = text.snapshot.uri
        if is_lock_file(uri) or (text is not context.current_text and is_history(uri)):
            continue
        if is_other_object(value.text, value.line, text) or _is_lowest_elsewhere(value, text):
            continue
        if value.kind == "path" and has_file(context, uri, value.old):
            continue
        for line, columns in _places(value, text):
            if _is_edited_since(context, value, text, line):
                continue
            found.append((text, line, columns))
            place_count += len(columns)
            if place_count > MAX_VALUE_PLACES:
                return
    if any(_is_of_like_file(value, text, line) for text, line, _ in found):
        folder = value.text.snapshot.uri.rpartition("/")[0]
        found = [one for one in found if one[0].snapshot.uri.startswith(f"{folder}/")]
    if _is_left_above(value, found):
        found = [one for one in found if one[0] is not value.text]
    cursor = context.situation.cursor.line
    found.sort(
        key=lambda one: (
            one[0] is not context.current_text,
            one[0] is context.current_text and one[1] < cursor,
        )
    )
    for text, line, columns in found:
        spans = (Span(Point(line, at), Point(line, at + len(value.old))) for at in columns)
        yield _candidate(context, value, text, tuple(Replacement(span, value.new) for span in spans))
    if value.kind == "flag" and not runs_command(value.text, value.line):
        for edits in find_option_reads(value.text, value.old, value.new):
            yield _candidate(context, value, value.text, edits)


def _is_left_above(value: _ChangedValue, places: Sequence[tuple[SourceText, int, list[int]]]) -> bool:
    """Whether an equal line above a number that the user typed is left: others of that text stay as well."""
    edit = value.change.edit
    if value.kind != "number" or not edit.is_typed:
        return False
    old = edit.old[value.line - edit.line].strip()
    return any(
        text is value.text and line < value.line and text.raw[line].strip() == old for text, line, _ in places
    )


def _is_lowest_elsewhere(value: _ChangedValue, text: SourceText) -> bool:
    """Whether another text has the old version as the lowest one, and the changed line as the one that is used."""
    tools = value.words & TOOLS
    if not tools or text is value.text or value.kind not in ("number", "version"):
        return False
    lines = [text.raw[line] for line in text.raw_lookup.iterate_containing(value.old)]
    changed = [value.text.raw[value.line]]
    return states_lower_bound(lines, value.old, tools, text.snapshot.uri) and not states_lower_bound(
        changed, value.new, tools, value.text.snapshot.uri
    )


def _is_of_like_file(value: _ChangedValue, text: SourceText, line: int) -> bool:
    """Whether it is the same constant in a file of the same name: each of two programs has its own."""
    uri, other = value.text.snapshot.uri, text.snapshot.uri
    if value.kind != "number" or uri == other or uri.rpartition("/")[2] != other.rpartition("/")[2]:
        return False
    key = _key_of(value.text.raw[value.line])
    return bool(text.code) and value.words.isdisjoint(TOOLS) and key != "" and key == _key_of(text.raw[line])


def _is_edited_since(context: RuleContext, value: _ChangedValue, text: SourceText, line: int) -> bool:
    """Whether the user has edited the line after the value: what was left in it was left on purpose."""
    return any(
        edit.serial > value.change.edit.serial
        and edit.uri == text.snapshot.uri
        and 0 <= edit.line <= line < edit.line + len(edit.new)
        for edit in context.situation.edits
    )


def _is_listed(value: _ChangedValue, text: SourceText, at: Point) -> bool:
    """Whether the line, or one beside it, has another value of that kind, which the changed line has not."""
    line, pattern = text.raw[at.line], _LISTED.get(value.kind)
    if pattern is None:
        return False
    if is_in_lines(text.raw, *at):
        return not is_in_lines(value.text.raw, value.line, value.text.raw[value.line].find(value.new))
    found = [*pattern.finditer(line)]
    others = [one for one in found if one[0] != value.old]
    is_in_row = any(
        value.old in (one[0], other[0])
        and one[0] != other[0]
        and not _NO_ROW.search(line[one.end() : other.start()])
        for one, other in pairwise(found)
    )
    return is_in_row and len(others) >= len(pattern.findall(value.text.raw[value.line]))


def _is_other_entry(value: _ChangedValue, text: SourceText, line: str) -> bool:
    """Whether the line of a manifest has the version of something else than the changed line of that file."""
    uri = text.snapshot.uri
    if value.kind != "version" or uri != value.change.edit.uri:
        return False
    if is_tool_version(line, line.find(value.old), value.words & TOOLS, uri):
        return False  # another setting of the same tool
    return is_other_entry(uri, line, value.text.raw[value.line])


def _counted_words(value: _ChangedValue) -> frozenset[str]:
    return counted_words(_written_key(value.text.raw[value.line])) if value.kind == "number" else frozenset()


def _is_same_count(value: _ChangedValue, text: SourceText, line: int, start: int, end: int) -> bool:
    """Whether a number in a sentence is followed by what the changed one counts, as in `up to 20 MB`."""
    if text.code and text.code[line][start:end].strip():
        return False
    found = has_counted_word(_counted_words(value), text.raw, line, end, text.snapshot.uri.rpartition("/")[2])
    if found is not None or text is not value.text:
        return bool(found)
    key = _key_of(value.text.raw[value.line])
    return any(key in one.lower() for one in text.raw[line + 1 : line + MAX_CALL_LINES])


def _is_searched(value: _ChangedValue) -> bool:
    """A short number needs a name, and in code one that is no local variable."""
    if value.kind != "number":
        return True
    line = value.text.raw[value.line]
    is_local = bool(value.text.code) and line[:1].isspace() and not _CONSTANT.search(line)
    return len(value.old) >= (MIN_VALUE_CHARS if is_local else 2) and bool(value.words)


def _places(value: _ChangedValue, text: SourceText) -> Iterator[tuple[int, list[int]]]:
    pattern = value_pattern(value.kind, value.old)
    is_searched, counted = _is_searched(value), _counted_words(value)
    is_url = value.kind == "address" and f"://{value.new}" in value.text.raw[value.line]
    for line in text.raw_lookup.iterate_containing(value.old):
        if text.snapshot.uri == value.change.edit.uri and line == value.line and value.kind != "number":
            continue
        written = text.raw[line]
        if value.kind == "path" and _MODULE_LINE.search(written):
            continue
        changed = value.text.raw, value.line, value.new
        if value.kind == "version" and is_of_other_package((text.raw, line, value.old), changed):
            continue
        if is_url and f"://{value.old}" not in written and _is_module_path(text, line):
            continue
        columns = [
            match.start()
            for match in pattern.finditer(written)
            if _is_value(text, line, match.start(), len(value.old), value.kind)
            and (
                (is_searched and _is_same_thing(value, text, written, match.start(), match.end()))
                or (counted and _is_same_count(value, text, line, match.start(), match.end()))
            )
            and not (value.kind == "number" and _is_of_other_entry(value, text, line, match.start()))
            and not _RECORD.match(written, match.end())
            and not (
                value.kind == "flag"
                and is_option_of_other_command(value.text, value.line, text, Point(line, match.start()))
            )
        ]
        if columns:
            tools = value.words & TOOLS if value.kind == "version" else frozenset[str]()
            uri = text.snapshot.uri
            yield line, [one for one in columns if is_tool_version(written, one, tools, uri)] or columns


def _is_module_path(text: SourceText, line: int) -> bool:
    """Whether a line imports something, or is one of Go's list of modules: not a page of the web."""
    return text.snapshot.uri.endswith("/go.mod") or (bool(text.code) and line in text.import_lines)


def _is_of_other_entry(value: _ChangedValue, text: SourceText, line: int, start: int) -> bool:
    """Whether entries of a table have different numbers there: one is enough in the text that was changed."""
    min_others = 1 if text is value.text else MIN_VARYING_NUMBERS
    return is_varying_number(text.raw, line, start, value.new, min_others)


def _is_same_thing(value: _ChangedValue, text: SourceText, line: str, start: int, end: int) -> bool:
    """Whether a number or version is of the same thing as the changed one, and an option of the same program."""
    if value.kind not in ("number", "version"):
        return True
    uri = text.snapshot.uri
    words = tool_words(name_parts(line[:start] + " " + line[end:]), uri)
    shared = value.words & words
    if value.kind == "number" and _is_tool_version_changed(value, value.words & TOOLS):
        return is_tool_version(line, start, value.words & TOOLS, uri)
    if value.kind == "version":
        image = _IMAGE.match(line[:start])
        if image is None:
            return bool(shared if value.words.isdisjoint(TOOLS) else shared & TOOLS)
        name = image[1].rpartition("/")[2]  # the rest is the registry
        changed = _IMAGE.match(value.text.raw[value.line].partition(value.new)[0])
        if changed is not None:
            return changed[1].rpartition("/")[2] == name
        return bool(value.words & tool_words(name_parts(name), uri))
    if "port" in value.words or _PORT.search(value.text.raw[value.line]):
        option = _OPTION_BEFORE.search(line[:start])
        near = words if option is None else {"port"} if option[1] == "-p" else {*name_parts(option[1])}
        is_port = len(value.old) >= MIN_VALUE_CHARS and (
            not near.isdisjoint({"port", "expose"})
            or line[:start].endswith(":")
            or line[end:].startswith(":")
        )
        if is_port:
            return True
    key = _key_of(value.text.raw[value.line])
    if key in _GENERIC_KEYS:
        return bool(shared)
    if len(key) >= MIN_VALUE_CHARS and re.search(
        rf"(?<!\w){re.escape(key)}(?!\w)", line.replace("-", "_").lower()
    ):
        return True
    if bool(shared) and key != "" and _key_of(line) == key:
        return True
    parts = _key_parts(value.text.raw[value.line])
    return len(parts) > 1 and _key_parts(line) == parts


def _strings_of_call(text: SourceText, line: int) -> str:
    """Return the strings of the call around a line, as far as that line: they name what its arguments are for."""
    depth, first = 0, line
    for first in range(line, max(line - MAX_CALL_LINES, -1), -1):
        code = text.code[first] if text.code else text.raw[first]
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
        if depth > 0:
            break
    return " ".join(found[1] for one in text.raw[first : line + 1] for found in _STRING.finditer(one))


def _is_tool_version_changed(value: _ChangedValue, tools: frozenset[str]) -> bool:
    """Whether the changed number is the version of one of the tools, and no other number beside its name."""
    line = value.text.raw[value.line]
    at = re.search(rf"(?<![\w.]){re.escape(value.new)}(?![\w.])", line)
    return at is not None and is_tool_version(line, at.start(), tools, value.text.snapshot.uri)


def _key_of(line: str) -> str:
    """Return the key or the name that a value is written behind; the line up to the first sign of assignment."""
    return _written_key(line).lower().replace("-", "_")


def _key_parts(line: str) -> list[str]:
    """Return the words of the key: `maxRetries` and `MAX_RETRIES` have the same ones."""
    return [*name_parts(_written_key(line))]


def _written_key(line: str) -> str:
    match = _KEY.match(line)
    return match[1] or match[2] if match else ""


def _is_document(text: SourceText) -> bool:
    return text.language.id in _PROSE_LINE


def _candidate(
    context: RuleContext, value: _ChangedValue, text: SourceText, edits: tuple[Replacement, ...]
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="value-changed",
        pattern=f"{value.old} → {value.new}",
        topic=value.old,
        why=f"You changed {value.old} to {value.new}, and the old value is repeated here.",
        edits=edits,
        probability=PROBABILITY.estimate(
            _Features(
                stale=value.change.age,
                elsewhere=text is not context.current_text,
                is_number=value.kind == "number",
                is_document=_is_document(text),
                is_listed=_is_listed(value, text, edits[0].span.start),
                is_other_entry=_is_other_entry(value, text, text.raw[edits[0].span.start.line]),
            )
        ),
    )
