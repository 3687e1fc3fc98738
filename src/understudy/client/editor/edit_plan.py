"""The plan of a suggestion: the texts that it results in; and writing the planned files that are not open.

`Planner` changes nothing: a plan can be shown as a preview and dropped. Without a language server, a rename
replaces whole words in texts of the same language; an editor that can do better provides a handler.
`write_files` writes all files of a plan or none.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from understudy.client.editor.document import Document, sort_splices
from understudy.client.editor.files import Files
from understudy.client.editor.suggestions import Suggestion
from understudy.client.editor.text import (
    LineColumn,
    Splice,
    Text,
    apply_splices,
    end_after_splices,
    minimal_splice,
)
from understudy.client.editor.uris import display_name, language_of, uri_key, uri_of
from understudy.client.errors import ClientError
from understudy.client.limits import MAX_TEXT_GROWTH_CHARS, SEARCH_TIMEOUT_S
from understudy.nes.text import PositionEncoding
from understudy.schema import acp
from understudy.workspace import InvalidArgument, Stop, WorkspaceError
from understudy.workspace.patterns import compute_replacements

__all__ = [
    "Plan",
    "Planner",
    "SuggestionHandler",
    "TextChange",
    "apply_edit_suggestion",
    "bad_suggestion_error",
    "restore_files",
    "write_files",
]

_WORD: Final = re.compile(r"\w+")

SuggestionHandler = Callable[[Suggestion], Awaitable[Mapping[str, str] | None]]
"""Executes a suggestion: returns new texts by URI, which the editor applies, or None if nothing is left to do."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A change of one text by a suggestion."""

    uri: str
    before: str
    after: str
    splices: tuple[Splice, ...]
    """The change as offsets into `before`."""
    document: Document | None
    """None for a file that is not open."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What applying a suggestion changes."""

    changes: tuple[TextChange, ...] = ()
    cursor_uri: str | None = None
    """Where the cursor goes: the position that an edit names, its end, or the target of a jump. None: it stays."""
    cursor: LineColumn | None = None
    unwritten: tuple[TextChange, ...] = ()
    """The changes of files that are not open and that `Files` did not write; the caller may write them."""


def bad_suggestion_error(why: str) -> ClientError:
    return ClientError(f"The suggestion cannot be applied: {why}", "bad_suggestion")


def apply_edit_suggestion(
    text: Text, offer: acp.NesEditSuggestion, encoding: PositionEncoding
) -> tuple[tuple[Splice, ...], str]:
    """Apply the edits of a suggestion, which all refer to the current text. Raises ClientError `bad_suggestion`."""
    splices: list[Splice] = []
    for edit in offer.edits:
        start, end = (
            text.position_offset(edit.range.start, encoding),
            text.position_offset(edit.range.end, encoding),
        )
        if start is None or end is None:
            raise bad_suggestion_error("it edits a place that the text does not have.")
        splices.append(Splice(start, end, edit.new_text))
    ordered = sort_splices(splices)
    if not ordered:
        raise bad_suggestion_error(
            "its edits overlap, or are turned around." if splices else "it has no edits."
        )
    return tuple(ordered), apply_splices(text.full_text, ordered)


class Planner:
    """Plans suggestions for the open documents and the files in the roots."""

    def __init__(
        self,
        documents: Mapping[str, Document],
        roots: Sequence[str],
        files: Files,
        encoding: PositionEncoding,
        handlers: Mapping[str, SuggestionHandler],
    ) -> None:
        self._documents = documents
        self._roots = roots
        self._files = files
        self._encoding: PositionEncoding = encoding
        self._handlers = handlers

    async def plan(self, suggestion: Suggestion) -> Plan:
        """Plan a suggestion. Raises ClientError: `bad_suggestion` if it does not match the texts."""
        offer = suggestion.payload
        name = offer.action_id if isinstance(offer, acp.NesActionSuggestion) else suggestion.kind
        if handler := self._handlers.get(name):
            return await self._plan_from_handler(await handler(suggestion))
        match offer:
            case acp.NesEditSuggestion():
                return await self._plan_edit(offer)
            case acp.NesJumpSuggestion():
                text = await self._load_text(offer.uri)
                return Plan(cursor_uri=offer.uri, cursor=text.line_column(self._offset(text, offer.position)))
            case acp.NesRenameSuggestion():
                return await self._plan_rename(offer)
            case acp.NesSearchAndReplaceSuggestion():
                return await self._plan_search_and_replace(offer)
            case acp.NesActionSuggestion():
                raise bad_suggestion_error(
                    f"nobody here knows the action {offer.action_id!r} with those arguments."
                )

    async def read_text(self, uri: str) -> str:
        return (await self._load_text(uri)).full_text

    async def _load_text(self, uri: str) -> Text:
        document = self._documents.get(uri_key(uri))
        if document is not None:
            return document.content
        try:
            return Text(await self._files.read(uri))
        except ClientError as error:
            raise bad_suggestion_error(str(error)) from None

    def _offset(self, text: Text, position: acp.Position) -> int:
        offset = text.position_offset(position, self._encoding)
        if offset is None:
            raise bad_suggestion_error("it names a place that the text does not have.")
        return offset

    def _build_change(self, uri: str, text: Text, splices: Iterable[Splice]) -> TextChange:
        document = self._documents.get(uri_key(uri))
        ordered = tuple(splices)
        return TextChange(uri, text.full_text, apply_splices(text.full_text, ordered), ordered, document)

    async def _plan_from_handler(self, texts: Mapping[str, str] | None) -> Plan:
        changes: list[TextChange] = []
        for name, new_text in (texts or {}).items():
            uri = uri_of(name)
            text = await self._load_text(uri)
            splice = minimal_splice(text.full_text, new_text)
            if splice is not None:
                changes.append(self._build_change(uri, text, [splice]))
        return Plan(tuple(changes))

    async def _plan_edit(self, offer: acp.NesEditSuggestion) -> Plan:
        text = await self._load_text(offer.uri)
        splices, after = apply_edit_suggestion(text, offer, self._encoding)
        changes = (self._build_change(offer.uri, text, splices),)
        new_text = Text(after)
        if offer.cursor_position is None:
            return Plan(changes, offer.uri, new_text.line_column(end_after_splices(splices)))
        # An invalid cursor position is no reason to reject the edit.
        cursor = new_text.line_column(new_text.nearest_offset(offer.cursor_position, self._encoding))
        return Plan(changes, offer.uri, cursor)

    async def _plan_rename(self, offer: acp.NesRenameSuggestion) -> Plan:
        text = await self._load_text(offer.uri)
        old_name = _word_at(text, self._offset(text, offer.position))
        if old_name is None:
            raise bad_suggestion_error("there is no name at the place that it wants to rename.")
        if not offer.new_name or offer.new_name.splitlines() != [offer.new_name]:
            raise bad_suggestion_error("the new name is none.")
        pattern = re.compile(rf"(?<!\w){re.escape(old_name)}(?!\w)")
        return await self._plan_replacements(
            await self._uris_of_language(offer.uri),
            lambda whole: [Splice(*match.span(), offer.new_name) for match in pattern.finditer(whole)],
        )

    async def _uris_of_language(self, uri: str) -> list[str]:
        """The texts in which a name may be used: open documents and files in the roots of the same language."""
        document = self._documents.get(uri_key(uri))
        language = language_of(uri) if document is None else document.language
        uris = [uri, *(one.uri for one in self._documents.values() if one.language == language)]
        for root in self._roots:
            try:
                files = await self._files.list_files(root)
            except ClientError as error:
                if error.code != "no_file":
                    raise bad_suggestion_error(str(error)) from None
                continue  # a root on another machine, or one that does not exist
            uris += (one for one in files or () if language_of(one) == language)
        return uris

    async def _plan_search_and_replace(self, offer: acp.NesSearchAndReplaceSuggestion) -> Plan:
        if not offer.search:
            raise bad_suggestion_error("it searches for nothing.")
        uris = [offer.uri]
        if uri_key(offer.uri) not in self._documents:
            try:
                files = await self._files.list_files(offer.uri)
            except ClientError as error:
                raise bad_suggestion_error(str(error)) from None
            folder_prefix = uri_key(offer.uri).rstrip("/") + "/"
            if files is not None:
                uris = [one.uri for key, one in self._documents.items() if key.startswith(folder_prefix)] + [
                    *files
                ]
        if offer.is_regex:
            stop = Stop(SEARCH_TIMEOUT_S)
            return await self._plan_replacements(uris, lambda whole: _regex_splices(whole, offer, stop))
        pattern = re.compile(re.escape(offer.search))
        return await self._plan_replacements(
            uris, lambda whole: [Splice(*match.span(), offer.replace) for match in pattern.finditer(whole)]
        )

    async def _plan_replacements(
        self, uris: Sequence[str], find_splices: Callable[[str], list[Splice]]
    ) -> Plan:
        """Plan replacements in several texts. Files that are no text are skipped, unless there is only one."""
        changes: list[TextChange] = []
        grown = 0
        several = len(uris) > 1
        for uri in {uri_key(uri): uri for uri in reversed(uris)}.values():
            try:
                text = await self._load_text(uri)
            except ClientError:
                if not several:
                    raise
                continue
            try:
                splices = await asyncio.to_thread(find_splices, text.full_text)
            except WorkspaceError as error:
                raise bad_suggestion_error(str(error)) from None
            grown += sum(len(one.new) - (one.end - one.start) for one in splices)
            if grown > MAX_TEXT_GROWTH_CHARS:  # checked first: a short name may occur very often
                raise bad_suggestion_error(
                    f"the texts would grow by more than {MAX_TEXT_GROWTH_CHARS} characters."
                )
            if splices:
                changes.append(self._build_change(uri, text, splices))
        if not changes:
            raise bad_suggestion_error(
                f"what it would replace is not in {display_name(uris[0], self._roots)}."
            )
        return Plan(tuple(changes))


def _word_at(text: Text, offset: int) -> str | None:
    """The word at the offset, its end included; None if there is none."""
    line, column = text.line_column(offset)
    for match in _WORD.finditer(text.line(line)):
        if match.start() <= column <= match.end():
            return match[0]
    return None


def _regex_splices(whole: str, offer: acp.NesSearchAndReplaceSuggestion, stop: Stop) -> list[Splice]:
    """Replacements of a JavaScript pattern, as editors use them; without the `u` flag if it is invalid with it."""
    for flags in ("gmu", "gm"):
        try:
            replacements = compute_replacements(
                whole, offer.search, offer.replace, flags, max_bytes=MAX_TEXT_GROWTH_CHARS, stop=stop
            )
        except InvalidArgument:
            if flags == "gm":
                raise
        else:
            return [Splice(*one) for one in replacements]
    raise AssertionError


async def write_files(files: Files, plan: Plan) -> tuple[Plan, list[TextChange]]:
    """Write the planned files that are not open. Return the plan with `unwritten`, and the written changes."""
    written: list[TextChange] = []
    unwritten: list[TextChange] = []
    for change in plan.changes:
        if change.document is not None:
            continue
        try:
            was_written = await files.write(change.uri, change.before, change.after)
        except ClientError as error:
            await restore_files(files, written)
            raise (error if error.code == "outdated" else bad_suggestion_error(str(error))) from None
        except BaseException:
            await restore_files(files, written)
            raise
        (written if was_written else unwritten).append(change)
    return replace(plan, unwritten=tuple(unwritten)), written


async def restore_files(files: Files, written: list[TextChange]) -> None:
    """Undo written changes, except in files that were changed since."""
    for change in reversed(written):
        with suppress(ClientError):
            await files.write(change.uri, change.after, change.before)
