"""Repetitions of what is done already, of imports that nothing needs or that are still used, and of the package of
a test.

A line that an edit wrote is the result of the change: the change that made it, or an older one, is not made to it
again. An import belongs to the text that uses its name: seen once, it is repeated only in a text that has the name,
and never with other words in it, since such a module need not exist.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_LEFT_IMPORT_USES,
    MIN_RESULT_WORDS,
    NEAR_DECLARATION_LINES,
    UNUSED_IMPORT_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import join_snapshot

__all__ = ["RepeatedResultFilter"]

_IMPORT: Final = re.compile(
    r"\s*(?:from\s+\S+\s+import\s+(?P<python>.+)"
    r"|import\s+(?:type\s+)?(?P<script>[\w$*{][^'\"]*?)\s+from\s+['\"]"
    r"|(?:const|let|var)\s+(?P<required>[\w$]+|\{[^{}]*\})\s*=\s*require\("
    r"|(?:pub\s+)?use\s+(?P<path>[\w:]+(?:::\{[^{}]*\})?(?:\s+as\s+\w+)?);"
    r"|import\s+(?:static\s+)?(?P<module>[\w.*]+(?:\s+as\s+\w+)?);?\s*\Z"
    r"|(?P<alias>[\w.]+\s+)?\"(?P<package>[\w.~/-]+)\"\s*\Z)"
)
"""One import of a line, in the languages whose imports bind names; `package` is a line of Go's import block."""
_LIBRARY: Final = re.compile(
    r"\s*(?:(?:pub\s+)?use\s+(?!crate|super|self)(?P<path>[\w:]+)::|import\s[^'\"]*from\s+['\"](?P<package>[^.'\"][^'\"]*)['\"])"
)
"""An import from a library in Rust and JavaScript."""
_GO_METHOD: Final = re.compile(r"func \(\w+ \*?\w+\) \w+\(")
_DECLARATION: Final = re.compile(r"\s*(?:(?:const|let|var|val|auto)\s+\S|[\w, ]+:=)")
_NAME: Final = re.compile(r"[^\W\d][\w$]*")
_RENAMED: Final = re.compile(r"(?:[\w$.]+|\*)\s+as\s+")
_NAME_CHAR: Final = re.compile(r"[\w$]")
_VERSION: Final = re.compile(r"v\d+")


class RepeatedResultFilter:
    def __init__(self, patterns: EditPatterns) -> None:
        self._ages: dict[str, int] = {}
        """By a line that an edit wrote: how many edits were made since, of the newest."""
        self._imports: dict[str, int] = {}
        """By an import that an edit added: how many texts got it."""
        seen: set[int] = set()
        texts: dict[str, set[str]] = {}
        for block in patterns.blocks:
            if id(block.edit) in seen:
                continue
            seen.add(id(block.edit))
            for line, is_import in _written_lines(block.edit.old, block.edit.new):
                self._ages.setdefault(line, block.age)
                if is_import:
                    texts.setdefault(line, set()).add(block.edit.uri)
        self._imports = {line: len(uris) for line, uris in texts.items()}
        moved = (_moved_names(one.old, one.new, one.edit.uri) for one in patterns.line_examples)
        self._moved = {names for names in moved if names}
        """The names of each import whose module was changed."""

    def filter(self, unscored: Sequence[UnscoredCandidate]) -> list[UnscoredCandidate]:
        kept: list[UnscoredCandidate] = []
        for one in unscored:
            if one.line_count == 1 and one.new and (self._is_result(one) or _is_test_package(one)):
                continue
            if not one.line_count and _is_declared_beside(one):
                continue
            if one.line_count and not one.new and _is_used_package(one):
                continue
            if self._is_unused_import(one) if not one.line_count else self._adds_unused_names(one):
                one.probability = min(one.probability, UNUSED_IMPORT_PROBABILITY)
            if one.line_count == 1 and len(one.new) == 1 and self._is_move_of_other_name(one):
                one.probability = min(one.probability, UNUSED_IMPORT_PROBABILITY)
            kept.append(one)
        return kept

    def _is_result(self, one: UnscoredCandidate) -> bool:
        age = self._ages.get(one.snapshot.lines[one.line].strip())
        return age is not None and age <= one.features.get("age", 0.0)

    def _is_move_of_other_name(self, one: UnscoredCandidate) -> bool:
        """Whether it imports a name from another module, as another name was moved there: it need not be there."""
        if len(self._moved) != 1:
            return False  # none, or several: the whole module is called differently
        names = _moved_names(one.snapshot.lines[one.line], one.new[0], one.snapshot.uri)
        return names is not None and names.isdisjoint(*self._moved)

    def _is_unused_import(self, one: UnscoredCandidate) -> bool:
        lines = [line.strip() for line in one.new if line.strip()]
        names: list[str] = []
        for line in lines:
            if (found := _imported_names(line, one.snapshot.uri)) is None:
                return False
            names += found
        is_optional = not one.snapshot.uri.endswith(".go")  # whose code must use what it imports
        if not names or (is_optional and all(self._imports.get(line, 0) > 1 for line in lines)):
            return False
        if not all(line in self._imports for line in lines):
            return True  # a module whose name was made from another one
        text = join_snapshot(one.snapshot).text
        return not any(_contains_name(name, text) for name in names)

    def _adds_unused_names(self, one: UnscoredCandidate) -> bool:
        """Whether an import gets more names, of which the text has none."""
        if not one.is_line_change or one.family == "again" or len(one.new[0]) <= len(one.old[0]):
            return False
        if self._imports.get(one.new[0].strip(), 0) > 1:
            return False
        old = _imported_names(one.old[0].strip(), one.snapshot.uri)
        new = _imported_names(one.new[0].strip(), one.snapshot.uri) if old else None
        if old is None or new is None or not set(old) < set(new):
            return False
        text = join_snapshot(one.snapshot).text
        return not any(_contains_name(name, text) for name in set(new) - set(old))


def _moved_names(old: str, new: str, uri: str) -> frozenset[str] | None:
    """The names that an import takes from another library; None if the line is no such import, or changes in
    anything else. A module of the workspace may have been renamed."""
    before, after = _LIBRARY.match(old), _LIBRARY.match(new)
    if before is None or after is None or before.groups() == after.groups():
        return None
    names = _imported_names(old.strip(), uri)
    if not names or names != _imported_names(new.strip(), uri):
        return None
    return frozenset(names)


def _contains_name(name: str, text: str) -> bool:
    """Whether the text has the whole name. Several times as fast as an expression."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not _NAME_CHAR.match(text[at - 1 : at]) and not _NAME_CHAR.match(text, end):
            return True
        at = text.find(name, at + 1)
    return False


def _is_used_package(one: UnscoredCandidate) -> bool:
    """Whether Go code would lose the import of a package that it uses in many lines. Other languages have
    bindings."""
    uri = one.snapshot.uri
    if not uri.endswith(".go"):
        return False
    names = [name for line in one.old for name in _imported_names(line.strip(), uri) or ()]
    others = (*one.snapshot.lines[: one.line], *one.snapshot.lines[one.line + one.line_count :])
    uses = [re.compile(rf"(?<![\w.\"/]){re.escape(name)}\.[A-Z]") for name in names]
    lines = {
        line.strip()
        for name, use in zip(names, uses, strict=True)
        for line in others
        if f"{name}." in line and use.search(line.partition("//")[0]) is not None
    }
    return len(lines) > MAX_LEFT_IMPORT_USES


def _is_declared_beside(one: UnscoredCandidate) -> bool:
    """Whether the first inserted line declares what is declared already: a method of Go, or a variable that is a
    few lines away."""
    line = next((line for line in one.new if line.strip()), "")
    if _GO_METHOD.match(line):
        return True  # a type has one method of a name
    if not _DECLARATION.match(line):
        return False
    first = max(0, one.line - NEAR_DECLARATION_LINES)
    return line in one.snapshot.lines[first : one.line + NEAR_DECLARATION_LINES]


def _is_test_package(one: UnscoredCandidate) -> bool:
    """Whether Go code that is no test would get the package of the tests."""
    line, uri = one.new[0], one.snapshot.uri
    return line.startswith("package ") and line.endswith("_test") and not uri.endswith("_test.go")


@lru_cache(maxsize=256)
def _written_lines(old: tuple[str, ...], new: tuple[str, ...]) -> list[tuple[str, bool]]:
    """The lines that an edit wrote, stripped, without those that many texts have, and whether each is an import."""
    known = {line.strip() for line in old}
    found: list[tuple[str, bool]] = []
    for line in dict.fromkeys(text.strip() for text in new):
        is_import = line not in known and _IMPORT.match(line) is not None
        if is_import or (line not in known and sum(map(is_word, tokenize(line))) >= MIN_RESULT_WORDS):
            found.append((line, is_import))
    return found


def _imported_names(line: str, uri: str) -> list[str] | None:
    """The names that an import makes known; None if the line is no import."""
    found = _IMPORT.match(line)
    if found is None:
        return None
    package = found["package"]
    if package is not None:
        if not uri.endswith(".go"):
            return None
        parts = [part for part in package.split("/") if not _VERSION.fullmatch(part)]
        return [(found["alias"] or parts[-1].split(".")[0]).strip()] if parts else None
    written = found["python"] or found["script"] or found["required"] or found["path"] or found["module"]
    written = _RENAMED.sub("", written)
    if found["path"] or found["module"]:
        written = written[max(written.rfind("{"), written.rfind("::"), written.rfind(".")) + 1 :]
    return _NAME.findall(written)
