"""A definition that the user took out while it is still used: the imports of it go, the uses are jumped to."""

import re
from typing import Final

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.binding import binds
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports import Statement
from understudy.nes.symbolic.consequences.imports.thinning import cut, thinned
from understudy.nes.symbolic.consequences.vocabulary import known
from understudy.nes.symbolic.consequences.work import Change, Text, Work, words
from understudy.nes.values import Point, Replacement

__all__ = ["removed"]

_DEFINES: Final = re.compile(
    r"(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|async\s+|abstract\s+|static\s+|unsafe\s+)*"
    r"(?:def|class|fn|func|function\*?|struct|enum|trait|interface|type|const|let|var)\s+(?:mut\s+)?([A-Za-z_$][\w$]*)"
    r"|([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=(?!=)"
)
"""At the beginning of a line: only what a whole text can see."""


def removed(work: Work) -> list[Candidate]:
    made: list[Candidate] = []
    for change in work.changes[:3]:
        names = _taken_out(change)
        if not names:
            continue
        same = change.edit.uri == work.here.page.uri
        page = work.here.page if same else work.situation.library.page(change.edit.uri)
        if page is None or work.late:
            continue
        text = work.text(page)
        for name in names[:3]:
            if known(text.kind, name) or binds(text, name) or _imported(text, name):
                continue
            made.extend(_followed(work, text, change, name))
    return made


def _taken_out(change: Change) -> list[str]:
    old, new = change.edit.old, change.edit.new
    if any(_DEFINES.match(line) for line in new):
        return []  # written anew, or renamed
    left = words(new)
    names = [match[1] or match[2] for line in old if (match := _DEFINES.match(line))]
    return [name for name in dict.fromkeys(names) if name not in left and len(name) > 2]


def _imported(text: Text, name: str) -> bool:
    return any(name in statement.names() for statement in text.imports)


def _followed(work: Work, text: Text, change: Change, name: str) -> list[Candidate]:
    made: list[Candidate] = []
    listed = _listing(text, name)
    if listed is not None:
        made.append(_edit(work, text, change, name, listed))
    uses = sorted(text.free_uses(name), key=lambda point: (point.line < work.situation.cursor.line, point))
    if uses and listed is None:
        made.append(_jump(text, change, name, uses[0]))
    stem = _stem(text.page.uri)
    for other in work.others([name], 5):
        for statement in other.imports:
            going = [bound for bound in statement.bounds if bound.original == name and _from(statement, stem)]
            edit = thinned(other.kind, other.raw, statement, going) if going else None
            if edit is not None and not statement.indent:
                made.append(_edit(work, other, change, name, edit))
    return made


def _listing(text: Text, name: str) -> Replacement | None:
    """Its entry in `__all__`, on a line of its own."""
    if text.kind != "python":
        return None
    entry = re.compile(rf"\s+['\"]{re.escape(name)}['\"],\s*\Z")
    for number, line in enumerate(text.raw):
        if name in line and entry.match(line):
            above = next((one for one in reversed(text.raw[:number]) if one[:1] not in " \t"), "")
            return cut(text.raw, number, number) if above.startswith("__all__") else None
    return None


def _stem(uri: str) -> str:
    folder, _, file = uri.rpartition("/")
    stem = file.partition(".")[0]
    return folder.rpartition("/")[2] if stem in ("__init__", "index", "mod", "lib") else stem


def _from(statement: Statement, stem: str) -> bool:
    module = re.sub(r"\.[jt]sx?\Z", "", statement.module)
    return re.split(r"[./]|::", module)[-1] == stem


def _edit(work: Work, text: Text, change: Change, name: str, edit: Replacement) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.page.uri,
        family="definition-removed",
        lesson=f"{name} is gone",
        why=f"You took out {name}: it cannot be imported or listed any more.",
        edits=(edit,),
        chance=chance("definition-removed", stale=change.age, elsewhere=text is not work.here, listed=1),
    )


def _jump(text: Text, change: Change, name: str, place: Point) -> Candidate:
    return Candidate(
        kind="jump",
        uri=text.page.uri,
        family="definition-removed",
        lesson=f"{name} is gone",
        why=f"You took out {name}, and it is used here.",
        place=place,
        chance=chance("definition-removed", stale=change.age, jump=1),
    )
