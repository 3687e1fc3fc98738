"""A function of a shell script was renamed: where it is run, its new name follows.

That is in the script itself and in scripts that read it with `source`. A folder or an argument with the name of the
function is something else.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.text_names.shell_names import hidden_columns, is_command
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["RenamedShellFunction", "find_renamed_shell_function", "propose_shell_calls"]

PROBABILITY: Final = RuleProbability(0.9, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_HEADER: Final = re.compile(
    r"\s*(?:function\s+(?=[\w:.-]+\s*(?:\(\s*\))?\s*(?:\{|\Z))|(?=[\w:.-]+\s*\(\s*\)))(?P<name>[\w:.-]+)"
)


class RenamedShellFunction(NamedTuple):
    change: Change
    text: SourceText
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"()(?<![\w-]){re.escape(self.old)}(?![\w-])")


def propose_shell_calls(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a function of a shell script where the old one is run."""
    return propose_for_newest(context, find_renamed_shell_function, _candidates)


def find_renamed_shell_function(context: RuleContext, change: Change) -> RenamedShellFunction | None:
    """Return the function that an edit renamed where it is defined."""
    headers = match_renamed(_HEADER, change)
    text = text_of_change(context, change) if headers is not None else None
    if headers is None or text is None or text.language.id != "shellscript":
        return None
    return RenamedShellFunction(change, text, headers[0]["name"], headers[1]["name"])


def _candidates(context: RuleContext, renamed: RenamedShellFunction) -> Iterator[Candidate]:
    places = [place for text in _texts(context, renamed) for place in _places(text, renamed)]
    name = RenamedName("function", renamed.old, renamed.new, renamed.change)
    return rename_candidates(context, "shell-call", name, places, PROBABILITY)


def _texts(context: RuleContext, renamed: RenamedShellFunction) -> Iterator[SourceText]:
    """Yield the script, and those that read it."""
    yield renamed.text
    file_name = renamed.text.snapshot.uri.rpartition("/")[2]
    reads = re.compile(rf"\s*(?:source|\.)\s[^#]*(?<![\w.-]){re.escape(file_name)}(?![\w.-])")
    found = context.situation.workspace_texts.find_containing(
        [renamed.old], renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    for text in map(context.source_text, found):
        lines = text.raw_lookup.iterate_containing(file_name) if text.language.id == "shellscript" else ()
        if any(reads.match(text.raw[line]) for line in lines):
            yield text


def _places(text: SourceText, renamed: RenamedShellFunction) -> Iterator[NamePlace]:
    name = re.compile(rf"(?<![\w$./{{:-]){re.escape(renamed.old)}(?![\w./:=(-])")
    exported = re.compile(r".*\b(?:export|declare|type|unset|command\s+-v)\s+(?:-f\s+)?\Z")
    for number in text.raw_lookup.iterate_containing(renamed.old):
        line = text.raw[number]
        if len(line) > MAX_CODE_LINE_CHARS:
            continue
        hidden = hidden_columns(line)
        edits = tuple(
            Replacement(Span(Point(number, one.start()), Point(number, one.end())), renamed.new)
            for one in name.finditer(line)
            if not any(first <= one.start() < last for first, last in hidden)
            and (is_command(line, *one.span()) or exported.match(line[: one.start()]))
        )
        if edits:
            yield NamePlace(text, number, edits)
