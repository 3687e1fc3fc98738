"""A program got an option beside others: the lines that say how it is used get it, too.

The options are arms of a `case` or letters of `getopts` in a shell script, or arguments that a Python program
declares. They are listed in brackets, such as `[--fast] [--quiet]`, or in one string, such as the words of a
completion. Where each has a line of its own, only the place is known.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALL_LINES,
    MAX_CASE_LINES,
    MAX_REWRITTEN_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_usage_options"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """The line about the option is not known."""


PROBABILITY: Final = RuleProbability(
    0.84, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-1.0)
)

_OPTION: Final = r"--?[A-Za-z][\w-]*"
_ARM: Final = re.compile(rf"(?P<indent>\s*)\(?(?P<label>{_OPTION}(?:\s*\|\s*{_OPTION})*)\)")
_DECLARED: Final = re.compile(
    rf"(?P<indent>\s*)(?:\w+\.add_argument|@(?:\w+\.)?option)\((?P<label>\s*[\"']{_OPTION}[\"'](?:,\s*[\"']{_OPTION}[\"'])*)"
)
_FORMS: Final = {"shellscript": _ARM, "python": _DECLARED}
_LETTERS: Final = re.compile(r"\bgetopts\s+[\"']?:?(?P<letters>[A-Za-z:]+)")
_ARM_VALUE: Final = re.compile(r"\$\{?2|\bshift\s+2|\bOPTARG\b")
_IS_FLAG: Final = re.compile(r"action\s*=\s*[\"'](?:store_true|store_false|count)[\"']|is_flag\s*=\s*True")
_ITEM: Final = re.compile(rf"\[(?P<label>{_OPTION}(?:\s*\|\s*{_OPTION})*)\]")
_WORDS: Final = re.compile(rf"(?P<quote>[\"'])(?P<words>{_OPTION}(?:\s+{_OPTION})+)(?P=quote)")
_DESCRIBED: Final = re.compile(
    rf"[#\s*]*(?P<label>{_OPTION}(?:(?:\s*[,|]\s*|\s+){_OPTION})*)(?:\s{{2,}}|\t)\S"
)


class _Option(NamedTuple):
    names: tuple[str, ...]
    line: int
    is_flag: bool
    """Whether it has no value."""


class _NewOption(NamedTuple):
    text: SourceText
    change: Change
    names: tuple[str, ...]
    is_flag: bool
    above: tuple[tuple[str, ...], ...]
    """The other options above it, the nearest first."""
    below: tuple[tuple[str, ...], ...]


def propose_usage_options(context: RuleContext) -> list[Candidate]:
    """Propose a new option where the others of the program are listed."""
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if not 0 < len(edit.new) <= MAX_CALL_LINES or len(edit.old) > MAX_REWRITTEN_LINES:
            continue
        text = context.text_at(edit.uri) if any("-" in one or "getopts" in one for one in edit.new) else None
        if text is None or text.language.id not in _FORMS or not change.is_current(text):
            continue
        new = _find_new_option(text, change)
        if new is not None and not context.is_past_deadline:
            return list(_candidates(context, new))[:MAX_VALUE_CANDIDATES]
    return []


def _find_new_option(text: SourceText, change: Change) -> _NewOption | None:
    before = {name for one in _options(text, change.edit.old, 0) for name in one.names}
    lines = change.current_lines
    after = [*_options(text, text.raw[lines.start : lines.stop], lines.start)]
    added = [one for one in after if before.isdisjoint(one.names)]
    if len(added) != 1 or not before <= {name for one in after for name in one.names}:
        return None
    new = added[0]
    first = max(0, new.line - MAX_CASE_LINES)
    near = [*_options(text, text.raw[first : new.line + MAX_CASE_LINES], first)]
    at = near.index(new)
    others = near[:at] + near[at + 1 :]
    if any(not {*one.names}.isdisjoint(new.names) for one in others):
        return None
    above, below = (tuple(one.names for one in part) for part in (near[:at][::-1], near[at + 1 :]))
    return _NewOption(text, change, new.names, new.is_flag, above, below)


def _options(text: SourceText, lines: Sequence[str], first: int) -> Iterator[_Option]:
    """The options that lines of a program accept."""
    form = _FORMS[text.language.id]
    for at, line in enumerate(lines):
        is_open = line.rstrip().endswith("(")  # the name is in the next line
        match = form.match("".join(lines[at : at + 2]) if is_open else line)
        if match is not None:
            names = tuple(re.findall(_OPTION, match["label"]))
            yield _Option(names, first + at, _is_flag(text, first + at, form))
        letters = _LETTERS.search(line) if form is _ARM else None
        for letter in re.finditer(r"[A-Za-z]:?", letters["letters"]) if letters is not None else ():
            yield _Option((f"-{letter[0][0]}",), first + at, len(letter[0]) == 1)


def _is_flag(text: SourceText, line: int, form: re.Pattern[str]) -> bool:
    body: list[str] = []
    for one in text.raw[line : line + MAX_CALL_LINES]:
        if body and form.match(one):
            break
        body.append(one)
        if form is _ARM and ";;" in one:
            break
    written = "\n".join(body)
    return _ARM_VALUE.search(written) is None if form is _ARM else _IS_FLAG.search(written) is not None


def _candidates(context: RuleContext, new: _NewOption) -> Iterator[Candidate]:
    others = [*new.above[:1], *new.below[:1]]
    snapshots = context.situation.workspace_texts.find_containing(
        [name for names in others for name in names], new.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    file = new.text.snapshot.uri.rpartition("/")[2]
    for text in (new.text, *map(context.source_text, snapshots)):
        is_about = text is new.text or _has_word(text.joined, file.partition(".")[0])
        for line in _lines_with(text, [*new.above, *new.below]) if is_about else ():
            written = text.raw[line]
            if len(written) > MAX_VALUE_LINE_CHARS or not _names_in(written).isdisjoint(new.names):
                continue
            is_usage = text is new.text or _has_word(written, file)
            edit = (_new_item(new, written, line) if is_usage else None) or _new_word(new, written, line)
            if edit is not None:
                yield _candidate(context, new, text, edit)
    place = _described_place(new)
    if place is not None:
        yield _candidate(context, new, new.text, place)


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def _lines_with(text: SourceText, options: Sequence[tuple[str, ...]]) -> list[int]:
    names = {name for one in options for name in one}
    return sorted({line for name in names for line in text.raw_lookup.iterate_containing(name)})


def _names_in(line: str) -> set[str]:
    return {*re.findall(rf"(?<![\w-]){_OPTION}", line)}


def _new_item(new: _NewOption, line: str, number: int) -> Replacement | None:
    """The option in brackets, behind the nearest one above it that the line has, or before one below it."""
    items = (
        {tuple(re.findall(_OPTION, one["label"])): one for one in _ITEM.finditer(line)} if new.is_flag else {}
    )
    for is_behind, others in ((True, new.above), (False, new.below)):
        for names in others:
            item = next((one for listed, one in items.items() if {*listed} <= {*names}), None)
            label = _written_like(new.names, item["label"]) if item is not None else ""
            if item is not None and label:
                place = Point(number, item.end() if is_behind else item.start())
                return Replacement(Span(place, place), f" [{label}]" if is_behind else f"[{label}] ")
    return None


def _written_like(names: Sequence[str], label: str) -> str:
    """The names of an option, as many and of the same kind as another one has in its brackets; empty if unclear."""
    listed = re.findall(_OPTION, label)
    kinds = [one.startswith("--") for one in listed]
    wanted = [next((one for one in names if one.startswith("--") == kind), "") for kind in kinds]
    separator = label[len(listed[0]) : label.find(listed[1], len(listed[0]))] if len(listed) > 1 else ""
    return separator.join(wanted) if all(wanted) else ""


def _new_word(new: _NewOption, line: str, number: int) -> Replacement | None:
    """The option in a string that has nothing but options, two of this program among them."""
    known = {name for one in (*new.above, *new.below) for name in one}
    for match in _WORDS.finditer(line):
        words = match["words"].split()
        if len(known & {*words}) < len(("two", "options")):
            continue
        above = next((one for names in new.above for one in names if one in words), words[-1])
        name = _written_like(new.names, above)
        for word in re.finditer(_OPTION, line[: match.end()]):
            if word[0] == above and word.start() >= match.start("words") and name:
                place = Point(number, word.end())
                return Replacement(Span(place, place), f" {name}")
    return None


def _described_place(new: _NewOption) -> Point | None:
    """The end of the line of the script that describes the nearest option above the new one."""
    described: dict[str, int] = {}
    for line in _lines_with(new.text, [new.names, *new.above]):
        match = _DESCRIBED.match(new.text.raw[line])
        described |= dict.fromkeys(re.findall(_OPTION, match["label"]), line) if match is not None else {}
    line = next((described[one] for names in new.above[:1] for one in names if one in described), None)
    if line is None or not described.keys().isdisjoint(new.names):
        return None
    return Point(line, len(new.text.raw[line]))


def _candidate(
    context: RuleContext, new: _NewOption, text: SourceText, place: Replacement | Point
) -> Candidate:
    is_edit = isinstance(place, Replacement)
    return Candidate(
        kind="edit" if is_edit else "jump",
        uri=text.snapshot.uri,
        family="usage-option",
        pattern=f"option {new.names[-1]}",
        topic=new.names[-1],
        why=f"The program has the option {new.names[-1]}, and its other options are listed here.",
        edits=(place,) if isinstance(place, Replacement) else (),
        position=place if isinstance(place, Point) else None,
        probability=PROBABILITY.estimate(
            _Features(new.change.age, float(text is not context.current_text), float(not is_edit))
        ),
    )
