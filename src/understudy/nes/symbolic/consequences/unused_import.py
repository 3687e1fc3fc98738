"""A recent edit removed the last use of an import, or doubled an import: remove it. Not older unused imports."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.languages import ImportStyle
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions import find_removed_variables
from understudy.nes.symbolic.consequences.imports import (
    ImportedName,
    ImportStatement,
    remove_lines,
    remove_names,
)
from understudy.nes.symbolic.consequences.limits import (
    IMPORT_BLOCK_LINES,
    LARGE_REMOVAL_LINES,
    MAX_CALLING_CHANGES,
    MAX_IMPORT_HEAD_LINES,
)
from understudy.nes.symbolic.consequences.names import find_unresolved_names
from understudy.nes.symbolic.consequences.rule_context import (
    IDENTIFIER,
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
    whole_word_columns,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.tokens import cache_by_line
from understudy.nes.text import Edit, EditOrigin

__all__ = [
    "find_unused_imports",
    "is_replaced_by_unresolved",
    "propose_duplicate_imports",
    "propose_unused_imports",
]

_IMPORT_WORDS: Final = ("from", "import", "use", "export", "pub ")
_IMPORT_START: Final = re.compile(r"(?:pub )?(?:from|import|use|export)\b")
_REQUIRE: Final = re.compile(r"\brequire\(")
_FROM: Final = re.compile(r"\bfrom\b")
_IMPORT_CONTINUATION: Final = re.compile(
    r"""(?:[\w*]+,?|[\w.*]+ "[^"]*"|"[^"]*"|[\w*]+ as \w+,?|[\w{},: ]+,)\Z"""
)
"""A line that may be inside an import of several lines, except its end with `from`."""
_QUOTE_OR_COMMENT: Final = re.compile(r"[\"'`#]|//|/\*|^\s*\*|--")
"""Words after it may be in a string or a comment."""
_USE_AFTER_NAME: Final = re.compile(r"\(|\[|::|\.\w|\s*=")
_QUOTED_TEXT: Final = re.compile(r"(['\"`])[^'\"`]*\1")
_LANGUAGES_WITHOUT_QUOTED_NAMES: Final = frozenset({"go", "java"})
_SENTENCE: Final = re.compile(r"\w +\w")
_TYPE_COMMENT: Final = re.compile(r"#\s*type:.*")


class _Features(NamedTuple):
    stale: float = 0
    is_large: float = 0
    """Many lines were removed at once: they may move to another place."""
    is_touched: float = 0
    """The user edited these imports recently, and left this one."""
    is_moving_down: float = 0
    """The user moves down the text, and has passed the imports."""
    is_replaced: float = 0
    """The same edit added unresolved names: the import will change rather than go."""
    is_part: float = 0
    """One name of several: the others may change soon, too."""
    is_duplicate: float = 0
    may_be_implicit: float = 0
    """A trait may be in use although its name is not written."""
    is_block: float = 0
    """Whole lines were replaced by others: in the histories, one import of eight was removed afterwards."""


PROBABILITY: Final = RuleProbability(
    0.80,
    _Features(
        stale=STALE_SHIFT,
        is_large=-1.5,
        is_touched=-2.0,
        is_moving_down=-2.0,
        is_replaced=-0.6,
        is_part=-1.4,
        is_duplicate=0.4,
        may_be_implicit=-1.5,
        is_block=-1.8,
    ),
)


class UnusedImport(NamedTuple):
    """Names of a statement that have no use any more, with the edits that removed the last uses."""

    statement: ImportStatement
    unused_names: list[ImportedName]
    cause_changes: list[Change]


def propose_unused_imports(context: RuleContext) -> list[Candidate]:
    """Propose to remove the imports whose last use was removed by a recent edit."""
    text = context.current_text
    style = text.language.imports
    if style is None:
        return []
    candidates: list[Candidate] = []
    for statement, names, causes in find_unused_imports(context):
        if any(
            is_replaced_by_unresolved(context, one.name, cause)
            for one, cause in zip(names, causes, strict=True)
        ):
            continue
        if any(one.change in causes for one in find_removed_variables(context)):
            continue  # what the variable stood for will be written again
        edit = remove_names(text.language, text.raw, statement, names)
        if edit is None:
            continue
        listed = ", ".join(name.name for name in names)
        candidates.append(
            Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="import-unused",
                pattern=f"unused import of {listed}",
                why=f"Your edit took out the last use of {listed}: the import is not needed any more.",
                edits=(edit,),
                probability=PROBABILITY.estimate(
                    _Features(
                        stale=min(cause.age for cause in causes)
                        - sum(
                            one.edit.origin is not EditOrigin.ACCEPTED for one in _following(context, causes)
                        ),
                        is_large=any(len(cause.edit.old) > LARGE_REMOVAL_LINES for cause in causes),
                        may_be_implicit=any(_may_be_implicit(style, name.name) for name in names),
                        is_touched=_is_touched(context, causes),
                        is_moving_down=_is_moving_down(context, causes),
                        is_part=len(names) < len(statement.imported_names),
                        is_replaced=any(one.change in causes for one in find_unresolved_names(context)),
                        is_block=all(_is_block(cause.edit) for cause in causes),
                    )
                ),
            )
        )
    return candidates


def _is_block(edit: Edit) -> bool:
    """Return whether whole lines were replaced by others, and not at the keyboard."""
    return bool(edit.new) and not edit.is_typed


def _is_touched(context: RuleContext, causes: Sequence[Change]) -> bool:
    """Return whether the user edited the imports of the text recently.

    Someone at the keyboard has left an import only by an edit after the one that removed its last use.
    """
    import_lines = context.current_text.import_lines
    touching = [one for one in context.changes_here if not import_lines.isdisjoint(one.current_lines)]
    if all(change.edit.is_typed for change in (*causes, *touching)):
        newest_cause = max(cause.edit.serial for cause in causes)
        touching = [change for change in touching if change.edit.serial > newest_cause]
    return bool(touching)


def _is_moving_down(context: RuleContext, causes: Sequence[Change]) -> bool:
    """Return whether the user moves down the text: then they have passed its imports and left them.

    Someone at the keyboard passes an import only by an edit after the one that removed its last use.
    """
    following = _following(context, causes)
    here = [
        one for one in context.changes_here if one.edit.line >= 0 and one not in following
    ]  # newest first
    own = [change.edit for change in here if change.edit.origin is not EditOrigin.ACCEPTED]
    if own and all(edit.is_typed for edit in own):
        newest_cause = max(cause.edit.serial for cause in causes)
        if own[0].serial <= newest_cause:
            return False
    return len(here) > 1 and all(one.edit.line > other.edit.line for one, other in pairwise(here))


def _following(context: RuleContext, causes: Sequence[Change]) -> list[Change]:
    """Return the later edits of the text that took out what the causing edits had taken out, such as the uses
    of a variable: they belong to the same work."""
    removed = frozenset[str]().union(*map(_removed_words, causes))
    newest_cause = max(cause.edit.serial for cause in causes)
    return [
        one
        for one in context.changes_here
        if one.edit.serial > newest_cause and not removed.isdisjoint(_removed_words(one))
    ]


def _removed_words(change: Change) -> frozenset[str]:
    return identifiers_in(change.edit.old) - identifiers_in(change.edit.new)


def find_unused_imports(context: RuleContext) -> list[UnusedImport]:
    """Return the imports whose last use was removed by a recent edit."""
    return context.once(_collect_unused_imports)


def _collect_unused_imports(context: RuleContext) -> list[UnusedImport]:
    text = context.current_text
    style = text.language.imports
    if style is None or text.snapshot.uri.rpartition("/")[2] in style.reexport_files:
        return []
    if not _may_have_unused_imports(context):
        return []
    removed = _removed_names(context)
    found: list[UnusedImport] = []
    for statement in text.imports if removed else ():
        if statement.is_reexport:
            continue
        unused = [
            name
            for name in statement.imported_names
            if name.name in removed
            and name.name not in style.implicit_names.split()
            and _is_unused(text, name.name)
        ]
        if unused and not _is_conditional(text, statement):
            found.append(UnusedImport(statement, unused, [removed[name.name] for name in unused]))
    return found


def is_replaced_by_unresolved(context: RuleContext, name: str, change: Change, by: str = "") -> bool:
    """Return whether the edit wrote an unresolved name in place of this one: the import is to be changed too.

    Given `by`, only that name counts.
    """
    new_names = {
        one.name for one in find_unresolved_names(context) if one.change == change and by in ("", one.name)
    }
    if len(change.edit.old) != len(change.edit.new):
        return False
    for old_line, new_line in zip(change.edit.old, change.edit.new, strict=True):
        old, new = IDENTIFIER.findall(old_line), IDENTIFIER.findall(new_line)
        if len(old) == len(new) and any(
            before == name and after in new_names for before, after in zip(old, new, strict=True)
        ):
            return True
    return False


def _may_have_unused_imports(context: RuleContext) -> bool:
    """Rule out most edits before the text is parsed: no removed word is imported, or each is clearly still used."""
    removed: set[str] = set()
    for change in context.without_dormant(context.changes_here):
        removed |= identifiers_in(change.edit.old)
    if not removed:
        return False
    raw = context.current_text.raw
    imported = removed & _names_of_head(tuple(raw[:MAX_IMPORT_HEAD_LINES]))
    return any(
        not any(
            _is_surely_used(name, raw[at]) for at in context.current_text.raw_lookup.iterate_containing(name)
        )
        for name in imported
    )


def _is_surely_used(name: str, line: str) -> bool:
    """Return whether the line certainly uses the name: it is next to an operator of code, and not quoted."""
    columns = whole_word_columns(name, line)
    if not columns or _may_be_import(line):
        return False
    for at in columns:
        before, after = line[:at], line[at + len(name) :]
        if not _QUOTE_OR_COMMENT.search(before) and (
            _USE_AFTER_NAME.match(after) or before.endswith(("[", "&"))
        ):
            return True
    return False


@cache_by_line
def _may_be_import(line: str) -> bool:
    """Return whether the line may belong to an import."""
    text = line.strip()
    # The regular expressions take ten times as long as what rules out most lines.
    if _starts_import(text) or ("from" in text and _FROM.search(text)):
        return True
    may_continue = text.endswith((",", '"')) or " as " in text or " " not in text
    return may_continue and _IMPORT_CONTINUATION.match(text) is not None


@lru_cache(maxsize=32)
def _names_of_head(lines: tuple[str, ...]) -> frozenset[str]:
    """Return the words of the lines at the top of a text that may belong to imports. Most edits leave these as
    they are."""
    names: set[str] = set()
    for at in range(0, len(lines), IMPORT_BLOCK_LINES):
        names |= _import_names(lines[at : at + IMPORT_BLOCK_LINES])
    return frozenset(names)


@lru_cache(maxsize=512)
def _import_names(lines: tuple[str, ...]) -> frozenset[str]:
    """Return the words of all lines that may belong to an import. An edit changes few blocks of lines."""
    return frozenset(IDENTIFIER.findall("\n".join(filter(_may_be_import, lines))))


def propose_duplicate_imports(context: RuleContext) -> list[Candidate]:
    """Propose to remove an import that a recent edit added a second time elsewhere in the text."""
    text = context.current_text
    changes = context.without_dormant(context.changes_here)
    import_edits = [change for change in changes if any(map(_is_import_start, change.edit.new))]
    candidates: list[Candidate] = []
    for change in import_edits[:MAX_CALLING_CHANGES]:
        added = [one for one in text.imports if one.first_line in change.current_lines and not one.indent]
        for statement in added:
            if statement.modifier == ",":
                continue
            sources = {(name.name, statement.source(name)) for name in statement.imported_names}
            for other in text.imports:
                if other.first_line in change.current_lines or other.indent:
                    continue
                other_sources = {(name.name, other.source(name)) for name in other.imported_names}
                if other_sources and other_sources <= sources:
                    candidates.append(_duplicate_candidate(text, other, change))
    return candidates


def _duplicate_candidate(text: SourceText, other: ImportStatement, change: Change) -> Candidate:
    listed = ", ".join(sorted(other.bound_names()))
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-unused",
        pattern=f"double import of {listed}",
        why=f"{listed} is imported twice now.",
        edits=(remove_lines(text.raw, other.first_line, other.last_line),),
        probability=PROBABILITY.estimate(_Features(stale=change.age, is_duplicate=1)),
    )


def _removed_names(context: RuleContext) -> dict[str, Change]:
    """Return the names that recent edits removed from lines other than imports, with the newest such edit."""
    removed: dict[str, Change] = {}
    for change in context.without_dormant(context.changes_here):
        lines = change.current_lines
        code = context.current_text.code[lines.start : lines.stop]
        for name in identifiers_in(_without_imports(change.edit.old)) - identifiers_in(
            _without_imports(code)
        ):
            removed.setdefault(name, change)
    return removed


def _without_imports(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple([line for line in lines if not _is_import_start(line)])


def _starts_import(line: str) -> bool:
    text = line.lstrip()
    if text.startswith(_IMPORT_WORDS) and _IMPORT_START.match(text):
        return True
    return "require(" in text and _REQUIRE.search(text) is not None


_is_import_start: Final = cache_by_line(_starts_import)


def _is_unused(text: SourceText, name: str) -> bool:
    if text.uses(name):
        return False
    if text.language.id in _LANGUAGES_WITHOUT_QUOTED_NAMES:
        return True
    lines = (
        text.raw[line] for line in text.raw_lookup.lines_containing(name) if line not in text.import_lines
    )
    return not any(whole_word_columns(name, quoted) for line in lines for quoted in _quoted_names(line))


def _quoted_names(line: str) -> Iterator[str]:
    """Yield quoted text that may be names, as in `__all__`, annotations and `mock.patch`; sentences are not."""
    for match in _QUOTED_TEXT.finditer(line):
        if not _SENTENCE.search(match[0]):
            yield match[0]
    if match := _TYPE_COMMENT.search(line):
        yield match[0]


def _is_conditional(text: SourceText, statement: ImportStatement) -> bool:
    """Return whether the statement is in a block, such as `try`, that would be left without a purpose."""
    for line in reversed(text.raw[: statement.first_line]):
        if line.strip() and len(line) - len(line.lstrip()) < len(statement.indent):
            return re.match(r"\s*(?:try|except|else|if|elif)\b", line) is not None
    return False


def _may_be_implicit(style: ImportStyle, name: str) -> bool:
    return name in style.implicit_traits.split() or name.endswith(style.implicit_trait_suffixes)
