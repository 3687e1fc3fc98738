"""From a suggestion to the texts that it makes. Changes nothing: whoever plans may still show it and drop it.

A rename without a language server is one of whole words, in texts of the same language. An editor that has
something better gives a handler.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.client.editor.document import Document, in_order
from understudy.client.editor.files import Files
from understudy.client.editor.names import key_of, language_of, short_name, uri_of
from understudy.client.editor.places import Place
from understudy.client.editor.suggestions import Suggestion
from understudy.client.editor.text import Splice, Text, difference, shifted, spliced
from understudy.client.errors import ClientError
from understudy.nes.positions import Encoding
from understudy.schema import acp
from understudy.workspace import InvalidArgument, Stop, WorkspaceError
from understudy.workspace.patterns import replacements

__all__ = ["Changed", "Handler", "Plan", "Planner", "bad", "edited"]

MOST_BYTES: Final = 16 << 20
SECONDS: Final = 10.0
"""For all the matching of one suggestion."""
_WORD: Final = re.compile(r"\w+")

Handler = Callable[[Suggestion], Awaitable[Mapping[str, str] | None]]
"""Does what a suggestion says: gives new texts by URI, which are then put in place, or None if all is done."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A text that a suggestion changes."""

    uri: str
    before: str
    after: str
    splices: tuple[Splice, ...]
    """The same as offsets into `before`."""
    document: Document | None
    """None for a file that is not open."""


@dataclass(frozen=True, slots=True)
class Plan:
    changes: tuple[Changed, ...] = ()
    uri: str | None = None
    """Where the cursor goes: as an edit says, or to its end, or where a jump leads. None: it stays."""
    place: Place | None = None
    unwritten: tuple[Changed, ...] = ()
    """Of files that are not open and that nobody has written: the caller may."""


def bad(why: str) -> ClientError:
    return ClientError(f"The suggestion cannot be applied: {why}", "bad_suggestion")


def edited(text: Text, offer: acp.NesEditSuggestion, encoding: Encoding) -> tuple[tuple[Splice, ...], str]:
    """What the edits make of the text. All of them mean the text as it is."""
    splices: list[Splice] = []
    for one in offer.edits:
        start, end = text.read(one.range.start, encoding), text.read(one.range.end, encoding)
        if start is None or end is None:
            raise bad("it edits a place that the text does not have.")
        splices.append(Splice(start, end, one.new_text))
    ordered = in_order(splices)
    if not ordered:
        raise bad("its edits overlap, or are turned around." if splices else "it has no edits.")
    return tuple(ordered), spliced(text.whole, ordered)


class Planner:
    def __init__(
        self,
        documents: Mapping[str, Document],
        roots: Sequence[str],
        files: Files,
        encoding: Encoding,
        handlers: Mapping[str, Handler],
    ) -> None:
        self._documents = documents
        self._roots = roots
        self._files = files
        self._encoding: Encoding = encoding
        self._handlers = handlers

    async def plan(self, suggestion: Suggestion) -> Plan:
        """Raises ClientError, `bad_suggestion` for what does not fit the texts."""
        offer = suggestion.offer
        name = offer.action_id if isinstance(offer, acp.NesActionSuggestion) else suggestion.kind
        if handler := self._handlers.get(name):
            return await self._handled(await handler(suggestion))
        match offer:
            case acp.NesEditSuggestion():
                return await self._edit(offer)
            case acp.NesJumpSuggestion():
                text = await self._text(offer.uri)
                return Plan(uri=offer.uri, place=text.place(self._offset(text, offer.position)))
            case acp.NesRenameSuggestion():
                return await self._rename(offer)
            case acp.NesSearchAndReplaceSuggestion():
                return await self._search(offer)
            case acp.NesActionSuggestion():
                raise bad(f"nobody here knows the action {offer.action_id!r} with those arguments.")

    async def text(self, uri: str) -> str:
        return (await self._text(uri)).whole

    async def _text(self, uri: str) -> Text:
        document = self._documents.get(key_of(uri))
        if document is not None:
            return document.content
        try:
            return Text(await self._files.read(uri))
        except ClientError as error:
            raise bad(str(error)) from None

    def _offset(self, text: Text, position: acp.Position) -> int:
        offset = text.read(position, self._encoding)
        if offset is None:
            raise bad("it names a place that the text does not have.")
        return offset

    def _changed(self, uri: str, text: Text, splices: Iterable[Splice]) -> Changed:
        document = self._documents.get(key_of(uri))
        made = tuple(splices)
        return Changed(uri, text.whole, spliced(text.whole, made), made, document)

    async def _handled(self, texts: Mapping[str, str] | None) -> Plan:
        changes: list[Changed] = []
        for name, new in (texts or {}).items():
            uri = uri_of(name)
            text = await self._text(uri)
            splice = difference(text.whole, new)
            if splice is not None:
                changes.append(self._changed(uri, text, [splice]))
        return Plan(tuple(changes))

    async def _edit(self, offer: acp.NesEditSuggestion) -> Plan:
        text = await self._text(offer.uri)
        splices, after = edited(text, offer, self._encoding)
        changes = (self._changed(offer.uri, text, splices),)
        made = Text(after)
        if offer.cursor_position is None:
            return Plan(changes, offer.uri, made.place(shifted(splices)))
        # A cursor that is a little off is no reason to refuse the edit.
        place = made.place(made.nearest(offer.cursor_position, self._encoding))
        return Plan(changes, offer.uri, place)

    async def _rename(self, offer: acp.NesRenameSuggestion) -> Plan:
        text = await self._text(offer.uri)
        old = _word_at(text, self._offset(text, offer.position))
        if old is None:
            raise bad("there is no name at the place that it wants to rename.")
        if not offer.new_name or offer.new_name.splitlines() != [offer.new_name]:
            raise bad("the new name is none.")
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
        return await self._everywhere(
            await self._of_language(offer.uri),
            lambda whole: [Splice(*found.span(), offer.new_name) for found in word.finditer(whole)],
        )

    async def _of_language(self, uri: str) -> list[str]:
        """The texts that a name may be used in: the open ones of its language, and those in the roots."""
        own = self._documents.get(key_of(uri))
        language = language_of(uri) if own is None else own.language
        found = [uri, *(one.uri for one in self._documents.values() if one.language == language)]
        for root in self._roots:
            try:
                files = await self._files.below(root)
            except ClientError as error:
                if error.code != "no_file":
                    raise bad(str(error)) from None
                continue  # a root of another machine, or one that has gone
            found += (one for one in files or () if language_of(one) == language)
        return found

    async def _search(self, offer: acp.NesSearchAndReplaceSuggestion) -> Plan:
        if not offer.search:
            raise bad("it searches for nothing.")
        uris = [offer.uri]
        if key_of(offer.uri) not in self._documents:
            try:
                files = await self._files.below(offer.uri)
            except ClientError as error:
                raise bad(str(error)) from None
            inside = key_of(offer.uri).rstrip("/") + "/"
            if files is not None:
                uris = [one.uri for key, one in self._documents.items() if key.startswith(inside)] + [*files]
        if offer.is_regex:
            stop = Stop(SECONDS)
            return await self._everywhere(uris, lambda whole: _matches(whole, offer, stop))
        literal = re.compile(re.escape(offer.search))
        return await self._everywhere(
            uris, lambda whole: [Splice(*found.span(), offer.replace) for found in literal.finditer(whole)]
        )

    async def _everywhere(self, uris: Sequence[str], find: Callable[[str], list[Splice]]) -> Plan:
        """Of several files the ones that are no text are passed over; the only one must be."""
        changes: list[Changed] = []
        grown = 0
        several = len(uris) > 1
        for uri in {key_of(uri): uri for uri in reversed(uris)}.values():
            try:
                text = await self._text(uri)
            except ClientError:
                if not several:
                    raise
                continue
            try:
                splices = await asyncio.to_thread(find, text.whole)
            except WorkspaceError as error:
                raise bad(str(error)) from None
            grown += sum(len(one.new) - (one.end - one.start) for one in splices)
            if grown > MOST_BYTES:  # before it is made: a short name may stand in many places
                raise bad(f"the texts would grow by more than {MOST_BYTES} characters.")
            if splices:
                changes.append(self._changed(uri, text, splices))
        if not changes:
            raise bad(f"what it would replace is not in {short_name(uris[0], self._roots)}.")
        return Plan(tuple(changes))


def _word_at(text: Text, offset: int) -> str | None:
    """The name that the place is in, or at the beginning or the end of."""
    line, column = text.place(offset)
    for found in _WORD.finditer(text.line(line)):
        if found.start() <= column <= found.end():
            return found[0]
    return None


def _matches(whole: str, offer: acp.NesSearchAndReplaceSuggestion, stop: Stop) -> list[Splice]:
    """JavaScript's meaning, as editors have it; characters are whole ones unless the pattern cannot be read so."""
    for flags in ("gmu", "gm"):
        try:
            found = replacements(whole, offer.search, offer.replace, flags, limit=MOST_BYTES, stop=stop)
        except InvalidArgument:
            if flags == "gm":
                raise
        else:
            return [Splice(*one) for one in found]
    raise AssertionError
