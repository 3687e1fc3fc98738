"""The place of a completion and the texts that are searched for it: the edited text first, then others like it.

While only the typed line changes, the edited text stays the same object, with everything that was derived from its
other lines.
"""

from collections import Counter
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
    MAX_FILTERED_MATCHES,
    MAX_KEPT_WORDS,
    MAX_LINE_TOKENS,
    MAX_OTHER_TEXTS,
    MAX_RECENT_EDITS,
    MAX_SCANNED_LINES,
    MAX_SCANNED_LINES_ELSEWHERE,
    MIN_LINE_LIMIT,
    NEARBY_LINES,
    OTHER_TEXTS_TTL_S,
    WINDOW_STEP_LINES,
)
from understudy.nes.completion.line_tokens import LineTokens, line_tokens, tokenize_lines
from understudy.nes.engine_api import Situation
from understudy.nes.syntax import language_of
from understudy.nes.text import TextSnapshot

__all__ = ["AboveComparison", "EditedText", "OtherTexts", "Place", "PlaceTexts", "SearchedText", "find_place"]

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
        self._shaped: tuple[str, list[int]] | None = None
        """The shape that was searched last, and its lines."""

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
        return "\n".join([one.text for one in self._searched_lines])

    @cached_property
    def _joined_shapes(self) -> str:
        return "\n" + "\n".join([one.shape for one in self._searched_lines])

    @property
    def _searched_lines(self) -> list[LineTokens]:
        return self.lines

    def _order(self, lines: list[int]) -> list[int]:
        return lines

    def lines_containing(self, text: str) -> list[int]:
        """Return the numbers of the lines that contain the text."""
        return self._find(self._joined_text, text, 0)

    def lines_shaped(self, shape: str) -> list[int]:
        """Return the numbers of the lines whose shape begins like this; in the edited text, the nearest first."""
        known = self._shaped
        if known is not None and len(known[1]) <= MAX_FILTERED_MATCHES and shape.startswith(known[0]):
            # The user types on: the lines are some of those of the last time.
            lines, first = self.lines, self.first
            found = [at for at in known[1] if lines[at - first].shape.startswith(shape)]
        else:
            found = self._order(self._find(self._joined_shapes, "\n" + shape, 1))
        self._shaped = shape, found
        return found

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


class AboveComparison(NamedTuple):
    """The lines directly above a line, compared with those above the typed one."""

    equal: int
    alike: int
    """Lines that are equal, and that have at least the same shape."""
    pairs: Sequence[tuple[str, str]]
    """The words of the alike lines, each with the one of this place."""


class EditedText(SearchedText):
    """The text with the cursor. Searches leave the typed line out: what they find stays true while it changes."""

    def __init__(self, texts: list[str], first: int, line: int, uri: str) -> None:
        """`texts` are the lines from `first` on, with an empty one for the typed one."""
        super().__init__(tokenize_lines(texts), first, is_edited=True, uri=uri)
        self._texts = texts
        self._typed = line - first
        self.above = [self.at(at) for at in range(line - 1, max(line - 1 - MAX_ABOVE_LINES, first - 1), -1)]
        """The lines above, the nearest first."""
        self.above_comparisons: dict[tuple[SearchedText, int], AboveComparison] = {}
        """Of the lines that were compared since this line is typed."""
        self.blocks_below: dict[tuple[SearchedText, int, str], list[str] | None] = {}
        """The blocks that lines begin, with the indentation of the typed one."""
        self.enclosing_brackets: list[str] | None = None
        """The brackets that the lines above leave open, the innermost first; None before they are searched."""
        self._is_word_elsewhere: dict[str, bool] = {}
        self._is_token_elsewhere: dict[str, bool] = {}

    def is_same(self, texts: list[str], first: int, line: int, uri: str) -> bool:
        return (
            self.first == first and self._typed == line - first and self.uri == uri and self._texts == texts
        )

    def set_typed(self, text: str) -> None:
        self.lines[self._typed] = line_tokens(text)

    @property
    def typed(self) -> LineTokens:
        return self.lines[self._typed]

    @property
    def _searched_lines(self) -> list[LineTokens]:
        lines = self.lines[:]
        lines[self._typed] = line_tokens("")
        return lines

    def nearest_first(self, lines: list[int]) -> list[int]:
        """Sort lines by their distance from the typed one; of two equally near ones, the upper one is first."""
        typed = self._typed + self.first
        return sorted(lines, key=lambda at: abs(at - typed))

    def _order(self, lines: list[int]) -> list[int]:
        return self.nearest_first(lines)

    def is_elsewhere(self, word: str) -> bool:
        """Whether a line other than the typed one contains the word."""
        known = self._is_word_elsewhere
        found = known.get(word)
        if found is None:
            if len(known) >= MAX_KEPT_WORDS:
                known.clear()
            found = known[word] = word in self._joined_text
        return found

    def has_token_elsewhere(self, word: str) -> bool:
        """Whether a line other than the typed one has the word as a whole one."""
        known = self._is_token_elsewhere
        found = known.get(word)
        if found is None:
            if len(known) >= MAX_KEPT_WORDS:
                known.clear()
            lines = self.lines_containing(word)
            found = known[word] = any(word in self.at(at).tokens for at in lines)
        return found

    def count_equal(self, stripped: str) -> int:
        """Return how many lines are equal to this one, but for the space around them."""
        return self._stripped_counts[stripped] + (self.typed.stripped == stripped)

    def is_too_long(self, line: str) -> bool:
        """Whether a line is longer than the lines of the text, which seem to have a limit."""
        return len(line) > max(self._longest, MIN_LINE_LIMIT)

    @cached_property
    def _longest(self) -> int:
        return max([len(one.text) for one in self._searched_lines])

    @cached_property
    def _stripped_counts(self) -> Counter[str]:
        return Counter([one.stripped for one in self._searched_lines])

    @cached_property
    def _other_texts(self) -> frozenset[str]:
        return frozenset(self._texts[: self._typed] + self._texts[self._typed + 1 :])

    def has_line(self, text: str) -> bool:
        return text in self._other_texts or text == self.typed.text

    @cached_property
    def near_words(self) -> frozenset[str]:
        """The words around the typed line."""
        first = max(0, self._typed - NEARBY_LINES)
        near = self.lines[first : self._typed] + self.lines[self._typed + 1 : self._typed + NEARBY_LINES // 2]
        return frozenset([token for one in near for token in one.tokens])

    @cached_property
    def near_stripped(self) -> list[str]:
        """The nearest lines."""
        near = self.lines[max(0, self._typed - 6) : self._typed]
        near += self.lines[self._typed + 1 : self._typed + 7]
        return [one.stripped for one in near]

    @cached_property
    def below(self) -> str:
        return self.lines[self._typed + 1].stripped if self._typed + 1 < len(self.lines) else ""


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
    edited: EditedText
    texts: Sequence[SearchedText]
    """The edited one first."""
    language: Language
    keywords: frozenset[str]


_keywords_by_language: dict[str, frozenset[str]] = {}


def find_place(situation: Situation, texts: "PlaceTexts | None" = None) -> Place | None:
    """Return the place of the cursor; None where nothing can be completed: at the beginning, or inside a line.

    Without `texts`, no other texts are searched.
    """
    snapshot, (line, column) = situation.snapshot, situation.cursor
    text = snapshot.lines[line]
    prefix_text, suffix = text[:column], text[column:]
    if len(text) > MAX_COMPLETED_LINE_CHARS or not _CLOSING_CHARS.issuperset(suffix):
        return None
    prefix = line_tokens(prefix_text)
    if not prefix.tokens or len(prefix.tokens) >= MAX_LINE_TOKENS:
        return None
    trailing = prefix_text[prefix.ends[-1] :]
    language = language_of(snapshot)
    keywords = _keywords_by_language.get(language.id)
    if keywords is None:
        keywords = _keywords_by_language[language.id] = (
            frozenset(language.definition_keywords.split()) | _FLOW
        )
    edited, searched = (texts or PlaceTexts()).find(situation, prefix)
    return Place(
        line,
        column,
        prefix,
        suffix,
        trailing,
        not trailing and prefix.shape[-1] in "wn",
        _literal(prefix_text, prefix),
        edited.above,
        edited,
        searched,
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


class PlaceTexts:
    """The texts of the last place, kept for the next one."""

    def __init__(self, others: "OtherTexts | None" = None) -> None:
        self._others = others
        self._edited: EditedText | None = None
        self._deleted: tuple[dict[str, int], SearchedText] | None = None

    def find(self, situation: Situation, prefix: LineTokens) -> tuple[EditedText, list[SearchedText]]:
        """Return the edited text, and all texts that are searched."""
        edited = self._find_edited(situation)
        searched: list[SearchedText] = [edited]
        if (deleted := self._find_deleted(situation, edited)) is not None:
            searched.append(deleted)
        if self._others is not None:
            searched += self._others.find(situation, prefix)
        return edited, searched

    def _find_edited(self, situation: Situation) -> EditedText:
        snapshot, line = situation.snapshot, situation.cursor.line
        first = max(0, line - MAX_SCANNED_LINES // 2) // WINDOW_STEP_LINES * WINDOW_STEP_LINES
        texts = snapshot.lines[first : first + MAX_SCANNED_LINES]
        typed, texts[line - first] = texts[line - first], ""
        edited = self._edited
        if edited is None or not edited.is_same(texts, first, line, snapshot.uri):
            edited = self._edited = EditedText(texts, first, line, snapshot.uri)
        edited.set_typed(typed)
        return edited

    def _find_deleted(self, situation: Situation, edited: EditedText) -> SearchedText | None:
        """Return the lines that the last edits removed: a new line is often an old one in another form."""
        found: dict[str, int] = {}
        for edit in reversed(situation.edits[-MAX_RECENT_EDITS:]):
            if edit.uri == situation.snapshot.uri:
                for at, line in enumerate(edit.old[:MAX_DELETED_LINES_PER_EDIT], edit.line):
                    if line not in found and line.strip():
                        found[line] = at
        kept = {line: at for line, at in found.items() if not edited.has_line(line)}
        if not kept:
            return None
        before = self._deleted
        if before is not None and before[0] == kept and [*before[0]] == [*kept]:
            return before[1]
        deleted = SearchedText(
            tokenize_lines([*kept]), 0, is_edited=False, is_deleted=True, origins=[*kept.values()]
        )
        self._deleted = kept, deleted
        return deleted


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
