"""An import that the user's edit left without a use, or that stands twice. Not what was unused before."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import (
    ImportedName,
    ImportStatement,
    remove_lines,
    remove_names,
)
from understudy.nes.symbolic.consequences.name_resolution import find_unresolved_names
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
    identifiers_in,
    whole_word_columns,
)
from understudy.nes.symbolic.limits import MAX_IMPORT_HEAD_LINES
from understudy.nes.symbolic.tokens import cache_by_line

__all__ = ["find_unused_imports", "propose_duplicate_imports", "propose_unused_imports"]

_IMPORT_START: Final = re.compile(r"\s*(?:pub )?(?:from|import|use|export)\b|.*\brequire\(")
_IMPORT_CONTINUATION: Final = re.compile(
    r"""\s*(?:[\w*]+,?|[\w.*]+ "[^"]*"|"[^"]*"|[\w*]+ as \w+,?)\s*$|\s*[\w{},: ]+,\s*$|.*\bfrom\b"""
)
"""A line of an import that goes over several lines may look so."""
_QUOTE_OR_COMMENT: Final = re.compile(r"[\"'`#]|//|/\*|^\s*\*|--")
"""Behind it, words may be a string's or a comment's."""
_USE_AFTER_NAME: Final = re.compile(r"\(|\[|::|\.\w|\s*=")
_IMPLICITLY_USED: Final = frozenset({"React", "jsx", "h", "Fragment"})
"""Names that compiled text uses without writing them."""
_STD_TRAITS: Final = """
    Write Read BufRead Seek FromStr Hash Hasher Borrow BorrowMut Deref DerefMut AsRef AsMut Iterator
    IntoIterator FromIterator Extend Error Display Debug Any TryFrom TryInto From Into ToOwned ToString
    Future Stream
"""


_QUOTED_TEXT: Final = re.compile(r"(['\"`])[^'\"`]*\1")
_SENTENCE: Final = re.compile(r"\w +\w")
_TYPE_COMMENT: Final = re.compile(r"#\s*type:.*")


class UnusedImport(NamedTuple):
    """Names of a statement that nothing needs any more, with the edits that did that."""

    statement: ImportStatement
    unused_names: list[ImportedName]
    cause_changes: list[Change]


def propose_unused_imports(context: RuleContext) -> list[Candidate]:
    text = context.current_text
    found = find_unused_imports(context)
    if not found:
        return []
    made: list[Candidate] = []
    touched = any(not text.import_lines.isdisjoint(change.current_lines) for change in context.changes_here)
    for statement, out, causes in found:
        edit = remove_names(text.language_family, text.raw, statement, out)
        if edit is None:
            continue
        listed = ", ".join(bound.name for bound in out)
        made.append(
            Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="import-unused",
                pattern=f"unused import of {listed}",
                why=f"Your edit took out the last use of {listed}: the import is not needed any more.",
                edits=(edit,),
                probability=estimate_probability(
                    "import-unused",
                    stale=min(cause.age for cause in causes),
                    block=any(len(cause.edit.old) > 12 for cause in causes),
                    implicit=text.language_family == "rust"
                    and any(_looks_like_trait(bound.name) for bound in out),
                    touched=touched,
                    sweeping=_is_moving_down(context),
                    part=len(out) < len(statement.imported_names),
                    replaced=any(one.change in causes for one in find_unresolved_names(context)),
                ),
            )
        )
    return made


def _is_moving_down(context: RuleContext) -> bool:
    """Whether the user goes down the text: then they have been past its imports, and left them as they are."""
    lines = [change.edit.line for change in context.changes_here if change.edit.line >= 0]  # the newest first
    return len(lines) > 1 and all(one > other for one, other in pairwise(lines))


def find_unused_imports(context: RuleContext) -> list[UnusedImport]:
    """Imports that the last edits left without a use."""
    if "leftovers" not in context.shared_results:
        context.shared_results["leftovers"] = _collect_unused_imports(context)
    return context.shared_results["leftovers"]


def _collect_unused_imports(context: RuleContext) -> list[UnusedImport]:
    text = context.current_text
    if text.language_family == "python" and text.snapshot.uri.endswith(("/__init__.py", "/conftest.py")):
        return []
    if not _may_have_unused_imports(context):
        return []
    gone = _removed_names(context)
    if not gone or not text.code:
        return []
    found: list[UnusedImport] = []
    for statement in text.imports:
        if statement.is_reexport or not statement.bound_names() & gone.keys():
            continue
        out = [bound for bound in statement.imported_names if bound.name in gone and _is_unused(text, bound)]
        if out and not _is_conditional(text, statement):
            found.append(UnusedImport(statement, out, [gone[bound.name] for bound in out]))
    return found


def _may_have_unused_imports(context: RuleContext) -> bool:
    """A quick no for most, before the text is parsed: no word that went is imported, or each is plainly used."""
    went: set[str] = set()
    for change in context.changes_here:
        went |= identifiers_in(change.edit.old)
    if not went:
        return False
    raw = context.current_text.raw
    named: set[str] = set()
    for line in raw[:MAX_IMPORT_HEAD_LINES]:
        named |= went & _import_line_names(line)
    return any(
        not any(
            _is_surely_used(name, raw[at]) for at in context.current_text.raw_lookup.lines_containing(name)
        )
        for name in named
    )


def _is_surely_used(name: str, line: str) -> bool:
    """Whether the name is used in that line for sure: a sign of code stands beside it, and nothing quotes it."""
    if _IMPORT_START.match(line) or _IMPORT_CONTINUATION.match(line):
        return False
    for at in whole_word_columns(name, line):
        before, after = line[:at], line[at + len(name) :]
        if not _QUOTE_OR_COMMENT.search(before) and (
            _USE_AFTER_NAME.match(after) or before.endswith(("[", "&"))
        ):
            return True
    return False


@cache_by_line
def _import_line_names(line: str) -> frozenset[str]:
    """The words of a line that may be of an import."""
    return (
        frozenset(identifiers_in([line]))
        if _IMPORT_START.match(line) or _IMPORT_CONTINUATION.match(line)
        else frozenset()
    )


def propose_duplicate_imports(context: RuleContext) -> list[Candidate]:
    """The user wrote an import that already stands in the text: the other one goes."""
    text = context.current_text
    written = [
        change
        for change in context.changes_here
        if change.current_lines and any(_IMPORT_START.match(one) for one in change.edit.new)
    ]
    made: list[Candidate] = []
    for change in written[:2]:
        fresh = [
            one
            for one in text.imports
            if one.first_line in change.current_lines and not one.indent and one.imported_names
        ]
        for statement in fresh:
            if statement.modifier == ",":
                continue
            sources = {(bound.name, statement.source(bound)) for bound in statement.imported_names}
            for other in text.imports:
                if other is statement or other.first_line in change.current_lines or other.indent:
                    continue
                if {
                    (bound.name, other.source(bound)) for bound in other.imported_names
                } <= sources and other.imported_names:
                    made.append(_duplicate_candidate(text, other, change))
    return made


def _duplicate_candidate(text: SourceText, other: ImportStatement, change: Change) -> Candidate:
    listed = ", ".join(sorted(other.bound_names()))
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-unused",
        pattern=f"double import of {listed}",
        why=f"{listed} is imported twice now.",
        edits=(remove_lines(text.raw, other.first_line, other.last_line),),
        probability=estimate_probability("import-unused", stale=change.age, double=1),
    )


def _removed_names(context: RuleContext) -> dict[str, Change]:
    """Names that the last edits took out of lines that are no imports, with the newest edit that did."""
    gone: dict[str, Change] = {}
    for change in context.changes_here:
        code = [
            context.current_text.code[line]
            for line in change.current_lines
            if line < len(context.current_text.code)
        ]
        for name in identifiers_in(_without_imports(change.edit.old)) - identifiers_in(
            _without_imports(code or change.edit.new)
        ):
            gone.setdefault(name, change)
    return gone


def _without_imports(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if not _IMPORT_START.match(line)]


def _is_unused(text: SourceText, imported_name: ImportedName) -> bool:
    name = imported_name.name
    if name in _IMPLICITLY_USED or text.uses(name):
        return False
    lines = (
        text.raw[line] for line in text.raw_lookup.lines_containing(name) if line not in text.import_lines
    )
    return not any(whole_word_columns(name, said) for line in lines for said in _quoted_names(line))


def _quoted_names(line: str) -> Iterator[str]:
    """Names are written in quotes too, in `__all__`, in annotations, in `mock.patch`; sentences are no names."""
    for match in _QUOTED_TEXT.finditer(line):
        if not _SENTENCE.search(match[0]):
            yield match[0]
    if match := _TYPE_COMMENT.search(line):
        yield match[0]


def _is_conditional(text: SourceText, statement: ImportStatement) -> bool:
    """Whether it stands in a block of its own, such as `try`, that would be left without sense."""
    if not statement.indent or text.language_family == "go":
        return False
    for number in range(statement.first_line - 1, -1, -1):
        line = text.raw[number]
        if line.strip() and len(line) - len(line.lstrip()) < len(statement.indent):
            return re.match(r"\s*(?:try|except|else|if|elif)\b", line) is not None
    return False


def _looks_like_trait(name: str) -> bool:
    return name in _STD_TRAITS.split() or name.endswith(("Ext", "Trait", "able"))
