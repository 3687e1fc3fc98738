"""The place of a completion and the texts that are searched for it: the edited text first, then others like it."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.languages import Language, import_group
from understudy.nes.clock import Clock
from understudy.nes.completion.limits import (
    MAX_ABOVE_LINES,
    MAX_CACHED_TEXTS,
    MAX_COMPLETED_LINE_CHARS,
    MAX_DELETED_LINES_PER_EDIT,
    MAX_LINE_TOKENS,
    MAX_OTHER_TEXTS,
    MAX_RECENT_EDITS,
    MAX_SCANNED_LINES,
    MAX_SCANNED_LINES_ELSEWHERE,
    OTHER_TEXTS_TTL_S,
    WINDOW_STEP_LINES,
)
from understudy.nes.completion.line_tokens import LineTokens, line_tokens, tokenize_lines
from understudy.nes.engine_api import Situation
from understudy.nes.syntax import language_of
from understudy.nes.text import TextSnapshot

__all__ = ["OtherTexts", "Place", "SearchedText", "find_place"]

_CLOSING_CHARS = frozenset(")]}>\"'`;, ")


class SearchedText:
    """The lines of a text, or of a part of it."""

    def __init__(
        self,
        lines: list[LineTokens],
        first: int,
        *,
        is_edited: bool,
        is_deleted: bool = False,
        uri: str = "",
        origins: Sequence[int] = (),
    ) -> None:
        self.lines = lines
        self.first = first
        """The number of the first of the lines."""
        self.is_edited = is_edited
        """It is the text with the cursor."""
        self.is_deleted = is_deleted
        """Its lines were deleted or replaced by the last edits."""
        self.uri = uri
        self.origins = origins
        """Of deleted lines: where each of them would be now."""
        self._range = -1, 0, 0
        """A line, and where it begins and ends in the joined text."""

    def at(self, line: int) -> LineTokens:
        return self.lines[line - self.first]

    @property
    def end(self) -> int:
        return self.first + len(self.lines)

    @cached_property
    def stripped_lines(self) -> list[str]:
        return [one.stripped for one in self.lines]

    @cached_property
    def _joined_text(self) -> str:
        return "\n".join([one.text for one in self.lines])

    @cached_property
    def _joined_shapes(self) -> str:
        return "\n" + "\n".join([one.shape for one in self.lines])

    def lines_containing(self, text: str) -> list[int]:
        """Return the numbers of the lines that contain the text."""
        return self._find(self._joined_text, text, 0)

    def is_elsewhere(self, text: str, line: int) -> bool:
        """Whether a line other than this one contains the text."""
        joined, start, end = self._joined_text, *self._range_of(line)
        return joined.find(text, 0, start) >= 0 or joined.find(text, end) >= 0

    def _range_of(self, line: int) -> tuple[int, int]:
        if self._range[0] != line:
            before = self.lines[: line - self.first]
            start = sum([len(one.text) for one in before]) + len(before)
            self._range = line, start, start + len(self.at(line).text)
        return self._range[1:]

    def lines_shaped(self, shape: str) -> list[int]:
        """Return the numbers of the lines whose shape begins like this one."""
        return self._find(self._joined_shapes, "\n" + shape, 1)

    def _find(self, joined: str, wanted: str, offset: int) -> list[int]:
        """Search the joined lines, where one search is much faster than one for each line."""
        found: list[int] = []
        line, counted = self.first, 0
        at = joined.find(wanted)
        while at >= 0:
            line += joined.count("\n", counted, at)
            counted = at
            found.append(line)
            at = joined.find("\n", at + offset)
            if at >= 0:
                at = joined.find(wanted, at)
        return found


class Place(NamedTuple):
    """Where the user types."""

    line: int
    column: int
    prefix: LineTokens
    suffix: str
    trailing_space: str
    ends_in_word: bool
    literal: str
    """The last tokens of the prefix, with at least one word; empty if there are too few."""
    above: Sequence[LineTokens]
    """The lines above, the nearest first."""
    texts: Sequence[SearchedText]
    language: Language
    keywords: frozenset[str]


_keywords_by_language: dict[str, frozenset[str]] = {}


def find_place(situation: Situation, others: "OtherTexts | None") -> Place | None:
    """Return the place of the cursor; None where nothing can be completed: at the beginning, or inside a line."""
    snapshot, (line, column) = situation.snapshot, situation.cursor
    text = snapshot.lines[line]
    prefix_text, suffix = text[:column], text[column:]
    if len(text) > MAX_COMPLETED_LINE_CHARS or not _CLOSING_CHARS.issuperset(suffix):
        return None
    prefix = line_tokens(prefix_text)
    if not prefix.tokens or len(prefix.tokens) >= MAX_LINE_TOKENS:
        return None
    trailing = prefix_text[prefix.ends[-1] :]
    first = max(0, line - MAX_SCANNED_LINES // 2) // WINDOW_STEP_LINES * WINDOW_STEP_LINES
    edited = SearchedText(
        tokenize_lines(snapshot.lines[first : first + MAX_SCANNED_LINES]),
        first,
        is_edited=True,
        uri=snapshot.uri,
    )
    above = [edited.at(at) for at in range(line - 1, max(line - 1 - MAX_ABOVE_LINES, first - 1), -1)]
    language = language_of(snapshot)
    keywords = _keywords_by_language.get(language.id)
    if keywords is None:
        keywords = _keywords_by_language[language.id] = (
            frozenset(language.definition_keywords.split()) | _FLOW
        )
    deleted = _deleted_lines(situation, edited)
    texts = [
        edited,
        *([deleted] if deleted is not None else ()),
        *(others.find(situation, prefix) if others is not None else ()),
    ]
    return Place(
        line,
        column,
        prefix,
        suffix,
        trailing,
        not trailing and prefix.shape[-1] in "wn",
        _literal(prefix_text, prefix),
        above,
        texts,
        language,
        keywords,
    )


_FLOW = frozenset(
    [
        "if",
        "else",
        "for",
        "while",
        "return",
        "import",
        "from",
        "in",
        "is",
        "not",
        "and",
        "or",
        "with",
        "try",
        "except",
        "catch",
        "switch",
        "case",
        "match",
        "let",
        "const",
        "var",
        "async",
        "await",
        "new",
        "raise",
        "throw",
        "yield",
        "break",
        "continue",
        "pub",
        "mod",
        "use",
        "impl",
        "where",
        "static",
        "public",
        "private",
        "protected",
    ]
)


def _deleted_lines(situation: Situation, edited: SearchedText) -> SearchedText | None:
    """Return the lines that the last edits removed: a new line is often an old one in another form."""
    found: dict[str, int] = {}
    for edit in reversed(situation.edits[-MAX_RECENT_EDITS:]):
        if edit.uri == situation.snapshot.uri:
            for at, line in enumerate(edit.old[:MAX_DELETED_LINES_PER_EDIT], edit.line):
                if line not in found and line.strip():
                    found[line] = at
    if not found:
        return None
    present = {one.text for one in edited.lines}
    kept = [line for line in found if line not in present]
    if not kept:
        return None
    origins = [found[line] for line in kept]
    return SearchedText(tokenize_lines(kept), 0, is_edited=False, is_deleted=True, origins=origins)


def _literal(text: str, prefix: LineTokens) -> str:
    """Return the end of the prefix from its second to last token on, or further back until there is a word."""
    count = len(prefix.tokens)
    if count < 2:
        return ""
    at = count - 2
    while at > 0 and "w" not in prefix.shape[at:]:
        at -= 1
    return text[prefix.starts[at] :] if "w" in prefix.shape[at:] else ""


class OtherTexts:
    """The texts of the workspace that share a word with the line being typed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tokenized: BoundedDict[str, tuple[TextSnapshot, SearchedText]] = BoundedDict(MAX_CACHED_TEXTS)
        self._word = ("", "")
        self._found: list[TextSnapshot] = []
        self._found_at = float("-inf")

    def find(self, situation: Situation, prefix: LineTokens) -> list[SearchedText]:
        words = [token for token in prefix.tokens if len(token) > 2 and not token.isdigit()]
        if not words:
            return []
        word = max(words[-4:], key=len)
        key = situation.snapshot.uri, word
        now = self._clock.now()
        if key != self._word or now - self._found_at > OTHER_TEXTS_TTL_S:
            self._word, self._found_at = key, now
            group = import_group(situation.snapshot.language)
            found = situation.workspace_texts.find_containing([word], situation.snapshot.uri, MAX_OTHER_TEXTS)
            self._found = [one for one in found if import_group(one.language) == group]
        searched: list[SearchedText] = []
        left = MAX_SCANNED_LINES_ELSEWHERE
        for snapshot in self._found:
            left -= len(snapshot.lines)
            if left < 0:
                break
            searched.append(self._tokenize(snapshot))
        return searched

    def _tokenize(self, snapshot: TextSnapshot) -> SearchedText:
        known = self._tokenized.get(snapshot.uri)
        if known is not None:
            before, searched = known
            if (
                before.lines is snapshot.lines
                and before.version == snapshot.version
                and len(searched.lines) == len(snapshot.lines)
            ):
                return searched
        searched = SearchedText(tokenize_lines(snapshot.lines), 0, is_edited=False, uri=snapshot.uri)
        self._tokenized[snapshot.uri] = snapshot, searched
        return searched
