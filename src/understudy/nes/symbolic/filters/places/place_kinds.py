"""The kind of place that a word stands in: code, member, string, comment, prose, tag, attribute, key, value of a
key, or command of a shell script.

A word that was changed in one kind of place is not changed in another kind: `check` in a build command is no verb
of the sentence below it, and the value `Always` of one key says nothing about another key. A name that cannot be an
ordinary word, such as `max_rows`, is changed anywhere.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.languages import find_language
from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import (
    function_lines,
    is_builtin_name,
    is_command,
    is_local_definition,
)
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    OTHER_TYPE_PROBABILITY,
    SHELL_NAME_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.symbolic.tokens import DEFINITION_KEYWORDS, is_word, tokenize
from understudy.nes.syntax import is_keyword, language_of, mask_line
from understudy.nes.text import Point, TextSnapshot

__all__ = [
    "STYLE_SHEETS",
    "PlaceKindFilter",
    "changes_shell_script",
    "is_code_style",
    "is_distinctive",
    "is_in_comment",
    "place_kind",
]

_MARKUP: Final = frozenset({"html", "xml", "vue", "svelte"})
STYLE_SHEETS: Final = frozenset({"css", "scss", "less"})
_KEYED: Final = frozenset({"yaml", "toml", "json", "jsonc", "ini", "properties", "dotenv"})
_HYPHENATED: Final = _MARKUP | STYLE_SHEETS
"""Languages whose names have hyphens."""
_HYPHEN_BEHIND: Final = " before -"
_STYLE_KINDS: Final = frozenset({"class", "id", "selector", f"class{_HYPHEN_BEHIND}", f"id{_HYPHEN_BEHIND}"})
"""Names of a style sheet, which scripts have in strings."""
_PROSE: Final = frozenset({"markdown", "restructuredtext", "asciidoc", "latex", "plaintext", "text"})
_QUERY: Final = "query"
"""A word of a query: it is also changed in the strings of other languages."""
_CAUGHT: Final = re.compile(r"\s*\}?\s*(?:except|catch|rescue)\b")
_CAUGHT_ERROR: Final = "caught error"
_RAISED: Final = re.compile(r"\b(?:raise|throw(?:\s+new)?)\s+$")
_KEY: Final = re.compile(r"""\s*(?:-\s+)?["']?([\w.$/-]+)["']?\s*[:=]""")
_JOINING: Final = frozenset("-#@$/")
"""Characters that make a longer name with the word behind them."""
_TYPE_NODES: Final = frozenset(
    {"predefined_type", "primitive_type", "type_identifier", "integral_type", "floating_point_type"}
    | {"boolean_type", "sized_type_specifier"}
)
"""Nodes of the grammars that name a type."""
_TYPE_PARENTS: Final = frozenset({"type", "predefined_type", "except_clause"})
"""Nodes whose child names a type, or the errors that are caught."""
_NAME_PATH: Final = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->|-)\w+)*")
_MIN_DISTINCTIVE_CHARS: Final = 5
_SHELL_DEFINITION: Final = re.compile(
    r"\s*(?:(?:local|export|readonly|function|for|read|declare|typeset)\s+(?:-\w+\s+)*)?"
)
"""What comes before a variable that is assigned, or a function that is defined."""
_ESCAPED: Final = re.compile(r"\\.")
_MEMBER_ACCESS: Final = re.compile(r"\w(?:\.|::|->)$")
_WORD_BEFORE: Final = re.compile(r"[^\W\d_][,;]? $")
_WORD_BEHIND: Final = re.compile(r"[,;]? [^\W\d_]")
_TEXT_KINDS: Final = frozenset({"text", "sentence", "code in text"})
_MAY_BE_QUOTED: Final = _TEXT_KINDS | {"code", "member", "command", "key", "class", "custom property"}
"""What a document has as code in its prose."""
_COMMENT_START: Final = re.compile(r"(?:^|\s)(?:#[:!]?|//[/!]*|--)\s|/\*|^\s*\*")


def is_distinctive(name: str) -> bool:
    """Whether the name cannot be an ordinary word: it has a capital, a digit or an underscore inside.

    A word that has nothing but capitals, such as `LIMIT`, is an ordinary one, or a keyword of another language.
    """
    inner = name.strip("_")
    is_word = inner.isalpha() and inner.isupper()
    return len(inner) >= _MIN_DISTINCTIVE_CHARS and not is_word and bool(re.search(r"[A-Z_\d]", inner[1:]))


_CODE_TAGS: Final = ("{@code ", "{@link ", "{@link #", "<code>", "@c ")
"""What stands before a name in the comments of Java, JavaScript and C."""


def is_code_style(line: str, start: int, end: int) -> bool:
    """Whether the text is written as code in prose: in backticks, in a tag or inline tag for code, or called."""
    in_backticks = line.count("`", 0, start) % 2 == 1 and "`" in line[end:]
    return in_backticks or line[end : end + 1] == "(" or line.endswith(_CODE_TAGS, 0, start)


def place_kind(line: str, start: int, end: int, language: str, code: str | None = None) -> str:
    """Return the kind of place of a word. `code` is the line without strings and comments, if that is known."""
    joined = line[start - 1] if start and line[start - 1] in _JOINING else ""
    if language in _MARKUP:
        return _markup_kind(line, start) + joined.strip("#@$/") + _hyphen_behind(line, end)
    if language in _PROSE:
        is_code = is_code_style(line, start, end) or line.startswith(("    ", "\t"))
        return "code in prose" if is_code else "prose"
    if language in STYLE_SHEETS:
        return _style_kind(line, start, end, joined.strip("#@$/"))
    if language in _KEYED:
        return _keyed_kind(line, start, end)
    if language == "shellscript" and (joined == "$" or line[:start].endswith("${")):
        return "code"
    if (code is not None and not code[start:end].strip()) or _is_quoted_or_comment(line, start):
        return "text"
    if language == "shellscript" and is_command(line, start, end):
        return "command"
    if _CAUGHT.match(line[:start]):
        return _CAUGHT_ERROR
    is_member = line[start - 1 : start] == "." and line[start - 2 : start] != ".."
    return "member" if is_member else "code" + joined


def _exact_kind(kind: str, line: str, start: int, end: int) -> str:
    """Say of a word of a string or comment whether it is written as code, or stands in a sentence."""
    if kind != "text":
        return kind
    if is_code_style(line, start, end) or _MEMBER_ACCESS.search(line[:start]) is not None:
        return "code in text"
    is_beside = _WORD_BEFORE.search(line[:start]) or _WORD_BEHIND.match(line[end:])
    return "sentence" if is_beside is not None else "text"


def is_in_comment(line: str, start: int) -> bool:
    """Whether a comment begins before that column of the line; a string may look so, too."""
    return _COMMENT_START.search(_ESCAPED.sub("", line[:start])) is not None


def _is_quoted_or_comment(line: str, start: int) -> bool:
    before = _ESCAPED.sub("", line[:start])
    return bool(_COMMENT_START.search(before)) or any(before.count(quote) % 2 for quote in "\"'`")


def _markup_kind(line: str, start: int) -> str:
    before = line[:start]
    opened = before.rfind("<")
    if opened < before.rfind(">") or (opened < 0 and "<" in line[start : line.find(">", start)]):
        return "content"
    inside = before[opened:] if opened >= 0 else before
    if inside in ("<", "</"):
        return "tag"
    if not max(inside.count('"'), inside.count("'")) % 2:
        return "attribute" if opened >= 0 else "content"
    attribute = re.search(r"""([\w:-]+)\s*=\s*["'][^"']*$""", inside)
    name = attribute[1].lower() if attribute else ""
    return {"class": "class", "classname": "class", "id": "id", "for": "id"}.get(name, "value")


def _hyphen_behind(line: str, end: int) -> str:
    """Say whether the name goes on behind a hyphen: `title` in `card-title-small` is not that of `card-title`."""
    return _HYPHEN_BEHIND if line[end : end + 1] == "-" else ""


def _style_kind(line: str, start: int, end: int, joined: str) -> str:
    if (prefix := re.search(r"--[\w-]*$", line[:start])) is not None:
        is_whole = prefix[0] == "--" and line[end : end + 1] != "-"
        return "custom property" if is_whole else "part of a custom property"
    found = _KEY.match(line)
    if found is None or "{" in line[found.end() :]:
        prefix = re.search(r"[.#][\w-]*$", line[:start])
        kind = {".": "class", "#": "id"}[prefix[0][0]] if prefix else "selector"
        return kind + joined + _hyphen_behind(line, end)
    return "key" if start < found.end() else f"value of {found[1]}"


def _keyed_kind(line: str, start: int, end: int) -> str:
    found = _KEY.match(line)
    if found is not None and start < found.end():
        return "key"
    key = found[1] if found is not None else ""
    value = line[found.end() :] if found is not None else line
    is_whole = value.strip(" \t\"',-[]") == line[start:end]
    return f"whole value of {key}" if is_whole else f"value of {key}"


class _WordChange(NamedTuple):
    start: int
    end: int
    old: str
    new: str


def _word_changes(old_line: str, new_line: str) -> list[_WordChange]:
    """The words of a line that are replaced by one other word each, or by names such as `logger.info`
    or `space-md`."""
    tokens = tokenize(old_line)
    found: list[_WordChange] = []
    for op in diff_tokens(old_line, new_line):
        removed, new = tokens[op.start : op.end], "".join(op.new)
        if len(removed) == 1 and is_word(removed[0]) and _NAME_PATH.fullmatch(new):
            start = len("".join(tokens[: op.start]))
            found.append(_WordChange(start, start + len(removed[0]), removed[0], new))
    return found


def changes_shell_script(patterns: EditPatterns) -> bool:
    """Whether the user changed a line of a shell script, so that `PlaceKindFilter` may raise uses of its names."""
    return any(find_language("", one.edit.uri).id == "shellscript" for one in patterns.line_examples)


class PlaceKindFilter:
    """Drops candidates that change a word in another kind of place than the user did."""

    def __init__(self, patterns: EditPatterns) -> None:
        self._kinds: dict[tuple[str, str], set[str]] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._hyphenated: dict[tuple[str, str], set[str]] = {}
        """The whole names, such as `card-title`, of which a word was changed."""
        self._raised: set[tuple[str, str]] = set()
        """Errors that were changed where they are raised."""
        self._shell_names: set[tuple[str, str]] = set()
        self._shell_locals: dict[tuple[str, str], tuple[str, int]] = {}
        """For a variable that was renamed where it is declared local: that text and line."""
        for example in patterns.line_examples:
            self._add_example(example)

    def _add_example(self, example: Example) -> None:
        language = find_language("", example.edit.uri).id
        for change in _word_changes(example.old, example.new):
            kinds = self._kinds.setdefault((change.old, change.new), set())
            self._counts[change.old, change.new] += 1
            kind = place_kind(example.old, change.start, change.end, language)
            kinds.add(_exact_kind(kind, example.old, change.start, change.end))
            if language in _HYPHENATED:
                names = self._hyphenated.setdefault((change.old, change.new), set())
                names.add(_hyphenated_name(example.old, change))
            if _RAISED.search(example.old[: change.start]):
                self._raised.add((change.old, change.new))
            if language == "shellscript" and _SHELL_DEFINITION.fullmatch(example.old[: change.start]):
                self._shell_names.add((change.old, change.new))
                if is_local_definition(example.old[: change.start]) and example.edit.line >= 0:
                    line = example.edit.line + example.edit.new.index(example.new)
                    self._shell_locals[change.old, change.new] = example.edit.uri, line
            if language == "sql":
                kinds.add(_QUERY)

    def filter(self, unscored: Sequence[UnscoredCandidate]) -> list[UnscoredCandidate]:
        if not self._kinds:
            return list(unscored)
        kept = [one for one in unscored if not self._is_other_kind(one)]
        for one in kept:
            if one.probability <= OTHER_TYPE_PROBABILITY and not self._shell_names:
                continue  # the other text may have to be parsed for it
            if self._is_other_type(one):
                one.probability = min(one.probability, OTHER_TYPE_PROBABILITY)
            elif self._shell_names and self._is_shell_use(one):
                one.probability = max(one.probability, SHELL_NAME_PROBABILITY)
        return kept

    def _is_shell_use(self, one: UnscoredCandidate) -> bool:
        """Whether it changes only uses of variables and functions that the user renamed where they are defined."""
        if not one.is_line_change or language_of(one.snapshot).id != "shellscript":
            return False
        line = one.snapshot.lines[one.line]
        changes = _word_changes(line, one.new[0])
        return len(changes) == len(diff_tokens(line, one.new[0])) and all(
            (change.old, change.new) in self._shell_names for change in changes
        )

    def _is_other_type(self, one: UnscoredCandidate) -> bool:
        """Whether it changes the type of something else. Who has changed the type of one thing, and not the type's
        definition, has not shown that others change, too. An equal line is about the same thing. A type with a name
        of its own, such as `RequestInit`, is mostly replaced wherever it is used."""
        if not one.is_line_change or one.family == "again":
            return False
        return any(
            self._counts[change.old, change.new] == 1
            and not is_distinctive(change.old)
            and _is_type_reference(one.snapshot, one.line, change)
            for change in _word_changes(one.snapshot.lines[one.line], one.new[0])
        )

    def _is_outside_function(self, snapshot: TextSnapshot, number: int, change: _WordChange) -> bool:
        """Whether it changes a variable of a shell script outside of the function where it is local."""
        declared = self._shell_locals.get((change.old, change.new))
        if declared is None:
            return False
        uri, line = declared
        if uri != snapshot.uri:
            return True
        lines = function_lines(snapshot.lines, line) if line < len(snapshot.lines) else None
        return lines is not None and number not in lines

    def _is_other_kind(self, one: UnscoredCandidate) -> bool:
        if not one.is_line_change:
            return False
        snapshot = one.snapshot
        line = snapshot.lines[one.line]
        if max(len(line), len(one.new[0])) > MAX_PATTERN_LINE_CHARS:
            return False
        for change in _word_changes(line, one.new[0]):
            kinds = self._kinds.get((change.old, change.new))
            if not kinds:
                continue
            if change.new.isidentifier() and _is_keyword_lost(snapshot, one.line, change):
                return True
            if self._is_outside_function(snapshot, one.line, change):
                return True
            whole = self._hyphenated.get((change.old, change.new), set())
            if len(whole) == 1 and self._is_part_of_other_name(one, change, *whole):
                return True
            is_style_name = kinds <= _STYLE_KINDS and language_of(snapshot).family == "script"
            if is_distinctive(change.old) and not is_style_name and not self._is_only_raised(one, change):
                if _is_longer_style_name(snapshot, line, change, kinds):
                    return True
                continue
            kind = _kind_in_text(snapshot, one.line, change)
            is_query = kind in _TEXT_KINDS and _QUERY in kinds and language_of(snapshot).id != "sql"
            if not is_query and not _may_follow(kinds, kind):
                return True
        return False

    def _is_part_of_other_name(self, one: UnscoredCandidate, change: _WordChange, name: str) -> bool:
        """Whether it changes a word of `wildcard-title`, and the user a word of `card-title`."""
        if "-" not in name or language_of(one.snapshot).id not in _HYPHENATED:
            return False
        other = _hyphenated_name(one.snapshot.lines[one.line], change)
        return other != name

    def _is_only_raised(self, one: UnscoredCandidate, change: _WordChange) -> bool:
        """Whether it changes an error where it is caught, which the user has only changed where it is raised."""
        if _CAUGHT.match(one.snapshot.lines[one.line][: change.start]) is None:
            return False
        return (change.old, change.new) in self._raised and (
            _CAUGHT_ERROR not in self._kinds[change.old, change.new]
        )


def _hyphenated_name(line: str, change: _WordChange) -> str:
    """The name with hyphens that the word is a part of."""
    before, after = re.search(r"[\w-]*\Z", line[: change.start]), re.match(r"[\w-]*", line[change.end :])
    return (before[0] if before else "") + change.old + (after[0] if after else "")


def _is_longer_style_name(snapshot: TextSnapshot, line: str, change: _WordChange, kinds: set[str]) -> bool:
    """Whether it changes a word of `card__head-icon`, which is another class or id than `card__head`.

    A modifier, as in `card__head--open`, belongs to the same element.
    """
    if line[change.end : change.end + 1] != "-" or line[change.end + 1 : change.end + 2] == "-":
        return False
    language = language_of(snapshot).id
    if language not in _HYPHENATED:
        return False
    kind = place_kind(line, change.start, change.end, language)
    return kind in _STYLE_KINDS and kind not in kinds and kind.removesuffix(_HYPHEN_BEHIND) in kinds


def _kind_in_text(snapshot: TextSnapshot, number: int, change: _WordChange) -> str:
    language = language_of(snapshot)
    code = mask_line(snapshot, number)
    line = snapshot.lines[number]
    kind = place_kind(line, change.start, change.end, language.id, code)
    if kind == "code" and _is_defined(line, change):
        return "definition"
    return _exact_kind(kind, line, change.start, change.end)


def _is_defined(line: str, change: _WordChange) -> bool:
    """Whether the word is the name of a function or method that begins there."""
    before = line[: change.start].split()
    is_called = line[change.end : change.end + 1] == "("
    return before[-1] in DEFINITION_KEYWORDS if before else is_called


def _may_follow(kinds: set[str], kind: str) -> bool:
    """Whether a change in places of the one kinds may be repeated in a place of the other kind."""
    if kind in kinds or ("code in text" in kinds and kind in ("code", "member", "definition")):
        return True
    if kind == "sentence":
        return "text" in kinds  # such as the whole of a string
    if kind in ("text", "code in text"):
        return not kinds.isdisjoint(_TEXT_KINDS)
    if kind in ("command", "member"):
        return "code" in kinds
    if kind == "definition":
        return not kinds.isdisjoint({"code", "member"})
    if kind == "code in prose":
        return not kinds.isdisjoint(_MAY_BE_QUOTED)
    return kind.startswith("whole value") and "key" in kinds


def _is_type_reference(snapshot: TextSnapshot, number: int, change: _WordChange) -> bool:
    resolver = resolver_for(snapshot)
    if resolver is None:
        return False
    start = resolver.offset(Point(number, change.start))
    node = resolver.root.descendant_for_byte_range(start, start + len(change.old))
    if node is None:
        return False
    around = node.parent
    return node.type in _TYPE_NODES or (around is not None and around.type in _TYPE_PARENTS)


def _is_keyword_lost(snapshot: TextSnapshot, number: int, change: _WordChange) -> bool:
    """Whether a keyword of the language would become a word that is none: a slip of the user, not a change."""
    if not is_keyword(snapshot, change.old) or is_builtin_name(language_of(snapshot), change.new):
        return False
    resolver = resolver_for(snapshot)
    if resolver is None:
        return False
    start = resolver.offset(Point(number, change.start))
    node = resolver.root.descendant_for_byte_range(start, start + len(change.old))
    if node is None or node.is_named or resolver.text(node) != change.old:
        return False
    return node.parent is None or node.parent.type not in _TYPE_NODES
