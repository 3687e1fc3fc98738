"""A method or field got another name where it is defined: its uses behind a dot, in this text and in others.

Where another type has a member of that name, or where every program has one, a use may be somebody else's.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.consequences.names import is_common_member
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
)
from understudy.nes.symbolic.limits import (
    MAX_RENAMED_MEMBER_CANDIDATES,
    MAX_RENAMED_MEMBER_TEXTS,
    MEMBER_SEARCH_RANGE,
)
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.syntax import LanguageFamily, ListItem, find_closing_bracket, split_list_items
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_renamed_members"]

_MODIFIERS: Final = (
    r"(?:(?:pub(?:\([^)]*\))?|public|private|protected|static|async|readonly|override|abstract|final|const|unsafe"
    r"|get|set|default|synchronized|declare)\s+)*"
)
_NAME_GROUP: Final = r"(?P<name>[A-Za-z_$][\w$]*)"
_MEMBER_DEFINITION: Final[dict[LanguageFamily, re.Pattern[str]]] = {
    "go": re.compile(
        rf"func \([^)]*\)\s+{_NAME_GROUP}\s*[(\[]|\s+{_NAME_GROUP.replace('name', 'field')}(?:\s+[\w*\[.]|\()"
    ),
    "rust": re.compile(
        rf"\s+{_MODIFIERS}(?:fn\s+{_NAME_GROUP}\s*[(<]|{_NAME_GROUP.replace('name', 'field')}\s*:(?!:))"
    ),
    "script": re.compile(
        rf"\s+{_MODIFIERS}[*#]?{_NAME_GROUP}[?!]?\s*(?:<[^(]*>)?(?:\(.*[{{;]\s*\Z|[:=;](?!=))"
    ),
    "java": re.compile(rf"\s+{_MODIFIERS}(?:[\w.<>\[\]?]+\s+)+{_NAME_GROUP}\s*[(;=]"),
}
_OWNER_DEFINITION: Final[dict[LanguageFamily, re.Pattern[str]]] = {
    "go": re.compile(r"type\s+(\w+)(?:\[[^\]]*\])?\s+(?:struct|interface)\b"),
    "rust": re.compile(
        r".*?\b(?:struct|trait)\s+(\w+)|\s*(?:unsafe\s+)?impl(?:<[^>]*>)?\s+(?:.*\s+for\s+)?(\w+)"
    ),
    "script": re.compile(r".*\b(?:class|interface)\s+(\w+)|\s*(?:export\s+)?type\s+(\w+)[^=]*=\s*\{"),
    "java": re.compile(r".*\b(?:class|interface|record|enum)\s+(\w+)"),
}
_GO_RECEIVER: Final = re.compile(r"func \(\w*\s*\*?(\w+)")
_CONTROL_KEYWORDS: Final = frozenset(
    {"if", "for", "while", "switch", "return", "catch", "match", "case", "else", "new"}
)


class _MemberRename(NamedTuple):
    change: Change
    text: SourceText
    owner: str
    old: str
    new: str
    is_field: bool


def propose_renamed_members(context: RuleContext) -> list[Candidate]:
    made: list[Candidate] = []
    for change in context.cause_changes:
        if context.is_past_deadline or len(made) >= MAX_RENAMED_MEMBER_CANDIDATES:
            break
        for renamed in _find_renames(context, change):
            others = [
                text
                for text in context.other_texts([renamed.old], MAX_RENAMED_MEMBER_TEXTS)
                if text.language_family == renamed.text.language_family
            ]
            texts = (
                [context.current_text, *others]
                if context.current_text.language_family == renamed.text.language_family
                else others
            )
            rivals = _has_rivals(renamed, [renamed.text, *texts])
            for text in texts:
                made += _use_candidates(context, text, renamed, rivalled=rivals)
    return made[:MAX_RENAMED_MEMBER_CANDIDATES]


def _find_renames(context: RuleContext, change: Change) -> Iterator[_MemberRename]:
    edit = change.edit
    here = edit.uri == context.current_text.snapshot.uri
    page = context.current_text.snapshot if here else context.situation.workspace_texts.snapshot(edit.uri)
    if page is None or edit.line < 0 or len(edit.old) != len(edit.new) or len(edit.new) > 4:
        return
    text = context.source_text(page)
    if (
        text.language_family not in _MEMBER_DEFINITION
        or tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new
    ):
        return
    for at, (was, now) in enumerate(zip(edit.old, edit.new, strict=True)):
        old, new = _parse_member(text.language_family, was), _parse_member(text.language_family, now)
        if (
            old is None
            or new is None
            or old[0] == new[0]
            or len(now) > MEMBER_SEARCH_RANGE
            or len(old[0]) < 2
        ):
            continue
        ops = diff_tokens(was, now)
        piece = tokenize(was)[ops[0].start : ops[0].end] if len(ops) == 1 else ()
        if piece != (old[0],) or ops[0].new != (new[0],) or not text.code:
            continue
        owner = _find_owner(text, edit.line + at)
        if owner:
            yield _MemberRename(change, text, owner, old[0], new[0], new[1])


def _parse_member(language_family: LanguageFamily, line: str) -> tuple[str, bool] | None:
    """The member that the line defines, and whether it is a field."""
    match = _MEMBER_DEFINITION[language_family].match(line)
    if match is None:
        return None
    groups = match.groupdict()
    name = groups.get("name") or groups.get("field") or ""
    method = line[match.end() - 1] in "([<" or line.lstrip().startswith(("func ", "fn ")) or "(" in match[0]
    return (name, not method) if name not in _CONTROL_KEYWORDS else None


def _find_owner(text: SourceText, line: int) -> str:
    """The type that a member is one of."""
    code = text.code[line]
    if text.language_family == "go" and (match := _GO_RECEIVER.match(code)):
        return match[1]
    depth = len(code) - len(code.lstrip())
    for number in range(line - 1, max(-1, line - MEMBER_SEARCH_RANGE), -1):
        above = text.code[number]
        if (
            above.strip()
            and len(above) - len(above.lstrip()) < depth
            and above.strip() not in (")", "}", "{")
        ):
            match = _OWNER_DEFINITION[text.language_family].match(above)
            return next((name for name in match.groups() if name), "") if match else ""
    return ""


def _has_rivals(rename: _MemberRename, texts: Iterable[SourceText]) -> bool:
    """Whether the name may be another type's as well."""
    if is_common_member(rename.text.language_family, rename.old):
        return True
    for text in dict.fromkeys(texts):
        for number, line in enumerate(text.code):
            if rename.old not in line:
                continue
            member = _parse_member(text.language_family, line)
            if member is not None and member[0] == rename.old and _find_owner(text, number):
                return True
    return False


def _use_candidates(
    context: RuleContext, text: SourceText, rename: _MemberRename, *, rivalled: bool
) -> list[Candidate]:
    lines: dict[int, list[Replacement]] = {}
    for point in (*_member_accesses(text, rename), *(_literal_keys(text, rename) if rename.is_field else ())):
        end = Point(point.line, point.column + len(rename.old))
        shorthand = text.language_family == "rust" and _is_shorthand(text, rename, point)
        put = f"{rename.new}: {rename.old}" if shorthand else rename.new
        lines.setdefault(point.line, []).append(Replacement(Span(point, end), put))
    cursor = context.situation.cursor.line if text is context.current_text else 0
    ordered = sorted(lines, key=lambda line: (line < cursor, line))
    return [
        Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="member-renamed",
            pattern=f"{rename.owner}.{rename.old} → {rename.new}",
            topic=rename.old,
            why=f"{rename.old} of {rename.owner} is called {rename.new} now.",
            edits=tuple(sorted(lines[line])),
            probability=estimate_probability(
                "member-renamed",
                stale=rename.change.age,
                elsewhere=text is not context.current_text,
                rivalled=rivalled,
            ),
        )
        for line in ordered[:MAX_RENAMED_MEMBER_CANDIDATES]
    ]


def _member_accesses(text: SourceText, rename: _MemberRename) -> Iterator[Point]:
    """Behind a dot that belongs to no module; in Rust also behind the type."""
    modules = (
        {name for one in text.imports for name in one.bound_names()}
        if text.language_family == "go"
        else set[str]()
    )
    for point in text.occurrences(rename.old):
        before = text.code[point.line][: point.column]
        if before.endswith((".", "->")) and not before.endswith(".."):
            owner = re.search(r"(\w+)\??\.\Z", before)
            if owner is None or owner[1] not in modules:
                yield point
        elif (
            re.search(rf"(?<!\w)(?:{re.escape(rename.owner)}|Self)::\Z", before)
            and text.language_family == "rust"
        ):
            yield point


@lru_cache(maxsize=64)
def _literal_pattern(owner: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(owner)}\s*\{{")


def _literal_keys(text: SourceText, rename: _MemberRename) -> Iterator[Point]:
    """The field as a key of a literal of its type."""
    if text.language_family not in ("go", "rust"):
        return
    for number, line in enumerate(text.code):
        for match in _literal_pattern(rename.owner).finditer(line) if rename.owner in line else ():
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            before = line[: match.start()]
            if end is None or re.search(r"\b(?:struct|impl|for|type|trait)\b[^=]*\Z|->\s*\Z", before):
                continue
            yield from _matching_items(
                split_list_items(text.code, text.raw, opening, end), rename, text.language_family
            )


def _matching_items(
    literal_items: Sequence[ListItem], rename: _MemberRename, language_family: LanguageFamily
) -> Iterator[Point]:
    for item in literal_items:
        key, colon, _ = item.text.partition(":")
        if key.strip() == rename.old and (colon or language_family == "rust"):
            yield item.span.start


def _is_shorthand(text: SourceText, rename: _MemberRename, point: Point) -> bool:
    """Whether a value of that name gives the field: `Config { root }`."""
    line = text.code[point.line]
    before, after = line[: point.column].rstrip(), line[point.column + len(rename.old) :].lstrip()
    return (not before or before[-1] in "{,") and after[:1] in (",", "}", "")
