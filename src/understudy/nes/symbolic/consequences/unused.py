"""An import that the user's edit left without a use, or that stands twice. Not what was unused before."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.beginning import unknown
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports import Bound, Statement
from understudy.nes.symbolic.consequences.imports.thinning import cut, thinned
from understudy.nes.symbolic.consequences.work import Change, Text, Work, whole_word, words
from understudy.nes.symbolic.tokens import kept_by_line

__all__ = ["doubled", "leftovers", "unused"]

_IMPORTING: Final = re.compile(r"\s*(?:pub )?(?:from|import|use|export)\b|.*\brequire\(")
_LISTED: Final = re.compile(
    r"""\s*(?:[\w*]+,?|[\w.*]+ "[^"]*"|"[^"]*"|[\w*]+ as \w+,?)\s*$|\s*[\w{},: ]+,\s*$|.*\bfrom\b"""
)
"""A line of an import that goes over several lines may look so."""
_QUOTING: Final = re.compile(r"[\"'`#]|//|/\*|^\s*\*|--")
"""Behind it, words may be a string's or a comment's."""
_BESIDE: Final = re.compile(r"\(|\[|::|\.\w|\s*=")
_HEAD: Final = 150
"""Lines in which the imports of a text are."""
_IMPLICIT: Final = frozenset({"React", "jsx", "h", "Fragment"})
"""Names that compiled text uses without writing them."""
_TRAITS: Final = """
    Write Read BufRead Seek FromStr Hash Hasher Borrow BorrowMut Deref DerefMut AsRef AsMut Iterator
    IntoIterator FromIterator Extend Error Display Debug Any TryFrom TryInto From Into ToOwned ToString
    Future Stream
"""


_QUOTED: Final = re.compile(r"(['\"`])[^'\"`]*\1")
_SENTENCE: Final = re.compile(r"\w +\w")
_TYPE_COMMENT: Final = re.compile(r"#\s*type:.*")


class Leftover(NamedTuple):
    """Names of a statement that nothing needs any more, with the edits that did that."""

    statement: Statement
    out: list[Bound]
    causes: list[Change]


def unused(work: Work) -> list[Candidate]:
    text = work.here
    found = leftovers(work)
    if not found:
        return []
    made: list[Candidate] = []
    touched = any(not text.import_lines.isdisjoint(change.lines) for change in work.own)
    for statement, out, causes in found:
        edit = thinned(text.kind, text.raw, statement, out)
        if edit is None:
            continue
        listed = ", ".join(bound.name for bound in out)
        made.append(
            Candidate(
                kind="edit",
                uri=text.page.uri,
                family="import-unused",
                lesson=f"unused import of {listed}",
                why=f"Your edit took out the last use of {listed}: the import is not needed any more.",
                edits=(edit,),
                chance=chance(
                    "import-unused",
                    stale=min(cause.age for cause in causes),
                    block=any(len(cause.edit.old) > 12 for cause in causes),
                    implicit=text.kind == "rust" and any(_like_a_trait(bound.name) for bound in out),
                    touched=touched,
                    sweeping=_sweeping(work),
                    part=len(out) < len(statement.bounds),
                    replaced=any(one.change in causes for one in unknown(work)),
                ),
            )
        )
    return made


def _sweeping(work: Work) -> bool:
    """Whether the user goes down the text: then they have been past its imports, and left them as they are."""
    lines = [change.edit.line for change in work.own if change.edit.line >= 0]  # the newest first
    return len(lines) > 1 and all(one > other for one, other in pairwise(lines))


def leftovers(work: Work) -> list[Leftover]:
    """Imports that the last edits left without a use."""
    if "leftovers" not in work.notes:
        work.notes["leftovers"] = _leftovers(work)
    return work.notes["leftovers"]


def _leftovers(work: Work) -> list[Leftover]:
    text = work.here
    if text.kind == "python" and text.page.uri.endswith(("/__init__.py", "/conftest.py")):
        return []
    if not _may_be_unused(work):
        return []
    gone = _gone(work)
    if not gone or not text.code:
        return []
    found: list[Leftover] = []
    for statement in text.imports:
        if statement.public or not statement.names() & gone.keys():
            continue
        out = [bound for bound in statement.bounds if bound.name in gone and _is_unused(text, bound)]
        if out and not _conditional(text, statement):
            found.append(Leftover(statement, out, [gone[bound.name] for bound in out]))
    return found


def _may_be_unused(work: Work) -> bool:
    """A quick no for most, before the text is parsed: no word that went is imported, or each is plainly used."""
    went: set[str] = set()
    for change in work.own:
        went |= words(change.edit.old)
    if not went:
        return False
    raw = work.here.raw
    named: set[str] = set()
    for line in raw[:_HEAD]:
        named |= went & _listed(line)
    return any(
        not any(_plainly_used(name, raw[at]) for at in work.here.raw_lines.lines(name)) for name in named
    )


def _plainly_used(name: str, line: str) -> bool:
    """Whether the name is used in that line for sure: a sign of code stands beside it, and nothing quotes it."""
    if _IMPORTING.match(line) or _LISTED.match(line):
        return False
    for at in whole_word(name, line):
        before, after = line[:at], line[at + len(name) :]
        if not _QUOTING.search(before) and (_BESIDE.match(after) or before.endswith(("[", "&"))):
            return True
    return False


@kept_by_line
def _listed(line: str) -> frozenset[str]:
    """The words of a line that may be of an import."""
    return frozenset(words([line])) if _IMPORTING.match(line) or _LISTED.match(line) else frozenset()


def doubled(work: Work) -> list[Candidate]:
    """The user wrote an import that already stands in the text: the other one goes."""
    text = work.here
    written = [
        change
        for change in work.own
        if change.lines and any(_IMPORTING.match(one) for one in change.edit.new)
    ]
    made: list[Candidate] = []
    for change in written[:2]:
        fresh = [one for one in text.imports if one.first in change.lines and not one.indent and one.bounds]
        for statement in fresh:
            if statement.kind == ",":
                continue
            sources = {(bound.name, statement.source(bound)) for bound in statement.bounds}
            for other in text.imports:
                if other is statement or other.first in change.lines or other.indent:
                    continue
                if {(bound.name, other.source(bound)) for bound in other.bounds} <= sources and other.bounds:
                    made.append(_double(text, other, change))
    return made


def _double(text: Text, other: Statement, change: Change) -> Candidate:
    listed = ", ".join(sorted(other.names()))
    return Candidate(
        kind="edit",
        uri=text.page.uri,
        family="import-unused",
        lesson=f"double import of {listed}",
        why=f"{listed} is imported twice now.",
        edits=(cut(text.raw, other.first, other.last),),
        chance=chance("import-unused", stale=change.age, double=1),
    )


def _gone(work: Work) -> dict[str, Change]:
    """Names that the last edits took out of lines that are no imports, with the newest edit that did."""
    gone: dict[str, Change] = {}
    for change in work.own:
        code = [work.here.code[line] for line in change.lines if line < len(work.here.code)]
        for name in words(_plain(change.edit.old)) - words(_plain(code or change.edit.new)):
            gone.setdefault(name, change)
    return gone


def _plain(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if not _IMPORTING.match(line)]


def _is_unused(text: Text, bound: Bound) -> bool:
    name = bound.name
    if name in _IMPLICIT or text.uses(name):
        return False
    lines = (text.raw[line] for line in text.raw_lines.lines(name) if line not in text.import_lines)
    return not any(whole_word(name, said) for line in lines for said in _names_said(line))


def _names_said(line: str) -> Iterator[str]:
    """Names are written in quotes too, in `__all__`, in annotations, in `mock.patch`; sentences are no names."""
    for match in _QUOTED.finditer(line):
        if not _SENTENCE.search(match[0]):
            yield match[0]
    if match := _TYPE_COMMENT.search(line):
        yield match[0]


def _conditional(text: Text, statement: Statement) -> bool:
    """Whether it stands in a block of its own, such as `try`, that would be left without sense."""
    if not statement.indent or text.kind == "go":
        return False
    for number in range(statement.first - 1, -1, -1):
        line = text.raw[number]
        if line.strip() and len(line) - len(line.lstrip()) < len(statement.indent):
            return re.match(r"\s*(?:try|except|else|if|elif)\b", line) is not None
    return False


def _like_a_trait(name: str) -> bool:
    return name in _TRAITS.split() or name.endswith(("Ext", "Trait", "able"))
