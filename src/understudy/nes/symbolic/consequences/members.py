"""A method or field got another name where it is defined: its uses behind a dot, in this text and in others.

Where another type has a member of that name, or where every program has one, a use may be somebody else's.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.port import Candidate
from understudy.nes.symbolic.alignment import token_changes
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.vocabulary import common
from understudy.nes.symbolic.consequences.work import Change, Text, Work
from understudy.nes.symbolic.tokens import tokens
from understudy.nes.syntax import Family, Item, closing, items
from understudy.nes.values import Point, Replacement, Span

__all__ = ["members"]

_MOST: Final = 12
_FAR: Final = 400
_OTHERS: Final = 4
_MODIFIERS: Final = (
    r"(?:(?:pub(?:\([^)]*\))?|public|private|protected|static|async|readonly|override|abstract|final|const|unsafe"
    r"|get|set|default|synchronized|declare)\s+)*"
)
_NAME: Final = r"(?P<name>[A-Za-z_$][\w$]*)"
_MEMBERS: Final[dict[Family, re.Pattern[str]]] = {
    "go": re.compile(
        rf"func \([^)]*\)\s+{_NAME}\s*[(\[]|\s+{_NAME.replace('name', 'field')}(?:\s+[\w*\[.]|\()"
    ),
    "rust": re.compile(rf"\s+{_MODIFIERS}(?:fn\s+{_NAME}\s*[(<]|{_NAME.replace('name', 'field')}\s*:(?!:))"),
    "script": re.compile(rf"\s+{_MODIFIERS}[*#]?{_NAME}[?!]?\s*(?:<[^(]*>)?(?:\(.*[{{;]\s*\Z|[:=;](?!=))"),
    "java": re.compile(rf"\s+{_MODIFIERS}(?:[\w.<>\[\]?]+\s+)+{_NAME}\s*[(;=]"),
}
_OWNERS: Final[dict[Family, re.Pattern[str]]] = {
    "go": re.compile(r"type\s+(\w+)(?:\[[^\]]*\])?\s+(?:struct|interface)\b"),
    "rust": re.compile(
        r".*?\b(?:struct|trait)\s+(\w+)|\s*(?:unsafe\s+)?impl(?:<[^>]*>)?\s+(?:.*\s+for\s+)?(\w+)"
    ),
    "script": re.compile(r".*\b(?:class|interface)\s+(\w+)|\s*(?:export\s+)?type\s+(\w+)[^=]*=\s*\{"),
    "java": re.compile(r".*\b(?:class|interface|record|enum)\s+(\w+)"),
}
_RECEIVER: Final = re.compile(r"func \(\w*\s*\*?(\w+)")
_FLOW: Final = frozenset({"if", "for", "while", "switch", "return", "catch", "match", "case", "else", "new"})


class _Renamed(NamedTuple):
    change: Change
    text: Text
    owner: str
    old: str
    new: str
    field: bool


def members(work: Work) -> list[Candidate]:
    made: list[Candidate] = []
    for change in work.causes:
        if work.late or len(made) >= _MOST:
            break
        for renamed in _renamed(work, change):
            others = [text for text in work.others([renamed.old], _OTHERS) if text.kind == renamed.text.kind]
            texts = [work.here, *others] if work.here.kind == renamed.text.kind else others
            rivals = _rivals(renamed, [renamed.text, *texts])
            for text in texts:
                made += _uses(work, text, renamed, rivalled=rivals)
    return made[:_MOST]


def _renamed(work: Work, change: Change) -> Iterator[_Renamed]:
    edit = change.edit
    here = edit.uri == work.here.page.uri
    page = work.here.page if here else work.situation.library.page(edit.uri)
    if page is None or edit.line < 0 or len(edit.old) != len(edit.new) or len(edit.new) > 4:
        return
    text = work.text(page)
    if text.kind not in _MEMBERS or tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new:
        return
    for at, (was, now) in enumerate(zip(edit.old, edit.new, strict=True)):
        old, new = _member(text.kind, was), _member(text.kind, now)
        if old is None or new is None or old[0] == new[0] or len(now) > _FAR or len(old[0]) < 2:
            continue
        ops = token_changes(was, now)
        piece = tokens(was)[ops[0].start : ops[0].end] if len(ops) == 1 else ()
        if piece != (old[0],) or ops[0].new != (new[0],) or not text.code:
            continue
        owner = _owner(text, edit.line + at)
        if owner:
            yield _Renamed(change, text, owner, old[0], new[0], new[1])


def _member(kind: Family, line: str) -> tuple[str, bool] | None:
    """The member that the line defines, and whether it is a field."""
    match = _MEMBERS[kind].match(line)
    if match is None:
        return None
    groups = match.groupdict()
    name = groups.get("name") or groups.get("field") or ""
    method = line[match.end() - 1] in "([<" or line.lstrip().startswith(("func ", "fn ")) or "(" in match[0]
    return (name, not method) if name not in _FLOW else None


def _owner(text: Text, line: int) -> str:
    """The type that a member is one of."""
    code = text.code[line]
    if text.kind == "go" and (match := _RECEIVER.match(code)):
        return match[1]
    depth = len(code) - len(code.lstrip())
    for number in range(line - 1, max(-1, line - _FAR), -1):
        above = text.code[number]
        if (
            above.strip()
            and len(above) - len(above.lstrip()) < depth
            and above.strip() not in (")", "}", "{")
        ):
            match = _OWNERS[text.kind].match(above)
            return next((name for name in match.groups() if name), "") if match else ""
    return ""


def _rivals(renamed: _Renamed, texts: Iterable[Text]) -> bool:
    """Whether the name may be another type's as well."""
    if common(renamed.text.kind, renamed.old):
        return True
    for text in dict.fromkeys(texts):
        for number, line in enumerate(text.code):
            if renamed.old not in line:
                continue
            member = _member(text.kind, line)
            if member is not None and member[0] == renamed.old and _owner(text, number):
                return True
    return False


def _uses(work: Work, text: Text, renamed: _Renamed, *, rivalled: bool) -> list[Candidate]:
    lines: dict[int, list[Replacement]] = {}
    for point in (*_dotted(text, renamed), *(_keys(text, renamed) if renamed.field else ())):
        end = Point(point.line, point.column + len(renamed.old))
        shorthand = text.kind == "rust" and _is_shorthand(text, renamed, point)
        put = f"{renamed.new}: {renamed.old}" if shorthand else renamed.new
        lines.setdefault(point.line, []).append(Replacement(Span(point, end), put))
    cursor = work.situation.cursor.line if text is work.here else 0
    ordered = sorted(lines, key=lambda line: (line < cursor, line))
    return [
        Candidate(
            kind="edit",
            uri=text.page.uri,
            family="member-renamed",
            lesson=f"{renamed.owner}.{renamed.old} → {renamed.new}",
            topic=renamed.old,
            why=f"{renamed.old} of {renamed.owner} is called {renamed.new} now.",
            edits=tuple(sorted(lines[line])),
            chance=chance(
                "member-renamed",
                stale=renamed.change.age,
                elsewhere=text is not work.here,
                rivalled=rivalled,
            ),
        )
        for line in ordered[:_MOST]
    ]


def _dotted(text: Text, renamed: _Renamed) -> Iterator[Point]:
    """Behind a dot that belongs to no module; in Rust also behind the type."""
    modules = {name for one in text.imports for name in one.names()} if text.kind == "go" else set[str]()
    for point in text.standing(renamed.old):
        before = text.code[point.line][: point.column]
        if before.endswith((".", "->")) and not before.endswith(".."):
            owner = re.search(r"(\w+)\??\.\Z", before)
            if owner is None or owner[1] not in modules:
                yield point
        elif re.search(rf"(?<!\w)(?:{re.escape(renamed.owner)}|Self)::\Z", before) and text.kind == "rust":
            yield point


@lru_cache(maxsize=64)
def _literal(owner: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(owner)}\s*\{{")


def _keys(text: Text, renamed: _Renamed) -> Iterator[Point]:
    """The field as a key of a literal of its type."""
    if text.kind not in ("go", "rust"):
        return
    for number, line in enumerate(text.code):
        for match in _literal(renamed.owner).finditer(line) if renamed.owner in line else ():
            opening = Point(number, match.end() - 1)
            end = closing(text.code, opening)
            before = line[: match.start()]
            if end is None or re.search(r"\b(?:struct|impl|for|type|trait)\b[^=]*\Z|->\s*\Z", before):
                continue
            yield from _entries(items(text.code, text.raw, opening, end), renamed, text.kind)


def _entries(listed: Sequence[Item], renamed: _Renamed, kind: Family) -> Iterator[Point]:
    for item in listed:
        key, colon, _ = item.text.partition(":")
        if key.strip() == renamed.old and (colon or kind == "rust"):
            yield item.span.start


def _is_shorthand(text: Text, renamed: _Renamed, point: Point) -> bool:
    """Whether a value of that name gives the field: `Config { root }`."""
    line = text.code[point.line]
    before, after = line[: point.column].rstrip(), line[point.column + len(renamed.old) :].lstrip()
    return (not before or before[-1] in "{,") and after[:1] in (",", "}", "")
