"""Drops repetitions of a renamed tag, key, alias, column or name in a text: the rules know what it refers to."""

import re
from collections.abc import Sequence
from typing import TypeVar

from understudy.nes.symbolic.consequences.keys import OtherKeys, RenamedKey, find_renamed_key
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.markup import find_renamed_style_name, find_renamed_tag
from understudy.nes.symbolic.consequences.queries import find_renamed_alias, find_renamed_column_name
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext
from understudy.nes.symbolic.consequences.text_names import (
    find_assigned_variable,
    find_renamed_text_name,
    is_assigned,
)

__all__ = ["drop_other_names", "makes_same_change"]

_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def drop_other_names(
    context: RuleContext, own: Sequence[Change], candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Return the candidates without those that repeat a new name where the old one means something else."""
    tag = find_renamed_tag(context.current_text, context.changes_here[0]) if context.changes_here else None
    if tag is not None:
        names = re.compile(rf"(</?){re.escape(tag[1])}(?![\w.:-])")
        candidates = [one for one in candidates if not _repeats_name(one, names, tag[2])]
    key = find_renamed_key(context, own[0]) if own else None
    if key is not None and key.kind == "anchor":
        word = re.compile(rf"([&*]){re.escape(key.old)}(?![\w-])")
        uri, new = own[0].edit.uri, key.new
        candidates = [
            one for one in candidates if one.snapshot.uri == uri or not _repeats_name(one, word, new)
        ]
    elif key is not None:
        word = re.compile(rf"()(?<![\w-]){re.escape(key.old)}(?![\w-])")
        part = re.compile(rf"()(?<!\w){re.escape(key.old)}(?!\w)")  # also of a name with hyphens
        is_pattern = len(own) > 1 and makes_same_change(own[0], own[1])
        keys = OtherKeys(key, is_pattern=is_pattern, previous=own[1].edit if len(own) > 1 else None)
        known_uri = own[0].edit.uri if key.are_references_known else None
        candidates = [
            one
            for one in candidates
            if keys.may_follow(one)
            or not (
                keys.renames_other(one)
                or keys.makes_same_change(one)
                or (one.snapshot.uri == known_uri and _repeats_name(one, part, key.new))
                or (
                    (keys.may_be_other_command(one) or keys.is_other_path(one))
                    and _repeats_name(one, word, key.new)
                )
            )
        ]
    elif (earlier := _earlier_key(context, own)) is not None:
        keys = OtherKeys(earlier, is_pattern=False)
        candidates = [
            one
            for one in candidates
            if keys.may_follow(one) or not (keys.renames_other(one) or keys.is_other_path(one))
        ]
    alias = find_renamed_alias(context, own[0]) if own else None
    if alias is not None and (len(own) < 2 or find_renamed_alias(context, own[1]) != alias):
        word = re.compile(rf"()(?<!\w){re.escape(alias[0])}(?!\w)")
        candidates = [one for one in candidates if not _repeats_name(one, word, alias[1])]
    named = (
        find_renamed_text_name(context, own[0]) or find_renamed_style_name(context, own[0]) if own else None
    )
    if named is not None and (len(own) == 1 or not makes_same_change(own[0], own[1])):
        candidates = [one for one in candidates if not _repeats_name(one, named.mention, named.new)]
    variable = find_assigned_variable(context, own[0]) if own else None
    if variable is not None:
        old, new = variable
        word, uri = re.compile(rf"()(?<!\w){re.escape(old)}(?!\w)"), own[0].edit.uri
        candidates = [  # another script that gives the name a value has a variable of its own
            one
            for one in candidates
            if one.snapshot.uri == uri
            or not _repeats_name(one, word, new)
            or not is_assigned(one.snapshot.lines, old)
        ]
    column = find_renamed_column_name(context, own[0]) if own else None
    if column is not None:
        word = re.compile(rf"()(?<!\w){re.escape(column[0])}(?!\w)")
        candidates = [
            one
            for one in candidates
            if not _repeats_name(one, word, column[1]) or not _is_in_code(context, one, word)
        ]
    return candidates


def _earlier_key(context: RuleContext, own: Sequence[Change]) -> RenamedKey | None:
    """The key that the user renamed before the same word in a text that reads it."""
    for change in own[1:]:
        key = find_renamed_key(context, change)
        if key is not None:
            old, new = ("\n".join(lines) for lines in (own[0].edit.old, own[0].edit.new))
            word = re.compile(rf"(?<!\w){re.escape(key.old)}(?!\w)")
            return key if key.kind != "anchor" and old != new and word.sub(key.new, old) == new else None
    return None


def _repeats_name(candidate: LineCandidate, names: re.Pattern[str], new: str) -> bool:
    """Whether the candidate repeats the new name of a tag, a stage or an alias: the rules know what follows."""
    old_lines = candidate.snapshot.lines[candidate.line : candidate.line + candidate.line_count]
    return len(candidate.new) == len(old_lines) and any(
        old != line and names.sub(rf"\g<1>{new}", old) == names.sub(rf"\g<1>{new}", line)
        for old, line in zip(old_lines, candidate.new, strict=True)
    )


def _is_in_code(context: RuleContext, candidate: LineCandidate, word: re.Pattern[str]) -> bool:
    """Whether the first line that a candidate replaces has the word, and not in a string or a comment."""
    code = context.source_text(candidate.snapshot).code
    return bool(code) and candidate.line < len(code) and word.search(code[candidate.line]) is not None


def makes_same_change(one: Change, other: Change) -> bool:
    """Whether the same words of two lines were replaced by the same other words."""
    pairs = [
        [pair for pair in zip(old.split(), new.split(), strict=False) if pair[0] != pair[1]]
        for edit in (one.edit, other.edit)
        for old, new in [("\n".join(edit.old), "\n".join(edit.new))]
    ]
    return bool(pairs[0]) and pairs[0] == pairs[1]
