"""What the service here would suggest after given changes, and why: one session, played in this process.

The changes have no times, so they count as made from the farthest of the place that is asked about to the nearest.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from understudy.nes.documents import Document
from understudy.nes.index_uris import language_of, path_of
from understudy.nes.library import SessionLibrary
from understudy.nes.reasons import Explanation
from understudy.nes.service import NesService
from understudy.nes.setup import NesClient, NesSetup
from understudy.nes.values import Page
from understudy.replay.comparing import Region, edited, regions, replacing, units
from understudy.replay.errors import ReplayError
from understudy.replay.patches import Changed, read_text
from understudy.schema import acp
from understudy.workspace.diffing import unified_diff

__all__ = ["Account", "Question", "explain"]

READING: Final = 10.0
"""Seconds for the workspace's files to be read: an editor's session has had that time already."""
ANSWERING: Final = 30.0
LONGEST_DIFF: Final = 20_000


class Question(msgspec.Struct, frozen=True, kw_only=True):
    path: Path
    line: int | None = None
    """From 0; without it the cursor is behind the last change."""
    column: int | None = None
    trigger: acp.NesTriggerKind = "automatic"


class Account(msgspec.Struct, kw_only=True):
    """What was suggested, if anything was, and how that came."""

    path: str
    line: int
    column: int
    edits: int
    """How many changes there were to learn from."""
    explanation: Explanation
    suggestion: acp.NesSuggestion | None = None
    diff: str = ""


def explain(setup: NesSetup, root: Path, changes: Sequence[Changed], question: Question) -> Account:
    """Raises ReplayError."""
    return asyncio.run(_Session(setup, root).play(changes, question))


class _Session:
    def __init__(self, setup: NesSetup, root: Path) -> None:
        self._root = root
        self._libraries: list[SessionLibrary] = []
        private = setup.private

        def open_library(
            folders: Sequence[str], documents: Mapping[str, Document], recent: Mapping[str, Page]
        ) -> SessionLibrary:
            library = SessionLibrary(folders, documents, recent, private=private)
            self._libraries.append(library)
            return library

        setup = msgspec.structs.replace(setup, open_library=open_library)
        client = NesClient(encoding="utf-16", kinds=frozenset({"edit", "jump"}))
        self._service = NesService(setup, client)
        self._session = ""
        self._texts: dict[str, list[str]] = {}
        self._versions: dict[str, int] = {}

    async def play(self, changes: Sequence[Changed], question: Question) -> Account:
        folder = acp.WorkspaceFolder(uri=self._root.as_uri(), name=self._root.name)
        try:
            request = acp.StartNesRequest(workspace_uri=self._root.as_uri(), workspace_folders=[folder])
            self._session = self._service.start(request).session_id
            return await self._ask(changes, question)
        finally:
            await self._service.end(1.0)

    async def _ask(self, changes: Sequence[Changed], question: Question) -> Account:
        target = question.path
        here = next((changed for changed in changes if changed.path == target), None)
        count, line = 0, question.line
        for changed in changes:
            if changed is not here:
                count += len(self._make(changed, None))
        if here is None:
            self._open(target, read_text(target))
        else:
            made = self._make(here, question.line)
            count += len(made)
            line = made[-1] if line is None and made else line
        lines = self._texts[target.as_uri()]
        line = line or 0
        if line >= len(lines):
            raise ReplayError(
                "bad_place", f"{target} has {len(lines)} lines, so there is no line {line + 1}."
            )
        end = len(lines[line].removesuffix("\r"))
        column = end if question.column is None else min(question.column, end)
        for library in self._libraries:
            await asyncio.to_thread(library.settled, READING)
        return await self._answer(target, line, column, count, question.trigger)

    async def _answer(
        self, target: Path, line: int, column: int, count: int, trigger: acp.NesTriggerKind
    ) -> Account:
        uri = target.as_uri()
        request = acp.SuggestNesRequest(
            session_id=self._session,
            uri=uri,
            version=self._versions[uri],
            position=acp.Position(line=line, character=units(self._texts[uri][line][:column])),
            trigger_kind=trigger,
        )
        async with asyncio.timeout(ANSWERING):
            answer = await self._service.suggest(request)
        explanation = self._service.explanation(self._session)
        if explanation is None:
            raise ReplayError("no_account", "The service gave no account of its answer.")
        suggestion = next(iter(answer.suggestions), None)
        return Account(
            path=str(target),
            line=line,
            column=column,
            edits=count,
            explanation=explanation,
            suggestion=suggestion,
            diff=self._diff(suggestion),
        )

    def _make(self, changed: Changed, near: int | None) -> list[int]:
        """Tell of each change by itself; the last lines of the changes as they are when all are made."""
        uri = changed.path.as_uri()
        self._open(changed.path, changed.old)
        after = changed.new.split("\n")
        found = regions(self._texts[uri], after)
        if near is not None:
            found.sort(key=lambda region: -_distance(region, near))
        done: list[Region] = []
        for region in found:
            moved = sum(_growth(other) for other in done if other.start < region.start)
            now = Region(region.start + moved, region.stop + moved, region.new_start, region.new_stop)
            new = after[region.new_start : region.new_stop]
            place, text = replacing(self._texts[uri], now, new)
            self._versions[uri] += 1
            self._service.did_change(
                acp.DidChangeDocumentNotification(
                    session_id=self._session,
                    uri=uri,
                    version=self._versions[uri],
                    content_changes=[acp.TextDocumentContentChangeEvent(range=place, text=text)],
                )
            )
            self._texts[uri][now.start : now.stop] = new
            done.append(region)
        return [max(region.new_stop - 1, 0) for region in done]

    def _open(self, path: Path, text: str) -> None:
        uri = path.as_uri()
        self._texts[uri] = text.split("\n")
        self._versions[uri] = 1
        self._service.did_open(
            acp.DidOpenDocumentNotification(
                session_id=self._session, uri=uri, language_id=language_of(path.name), version=1, text=text
            )
        )

    def _diff(self, suggestion: acp.NesSuggestion | None) -> str:
        if not isinstance(suggestion, acp.NesEditSuggestion):
            return ""
        name = path_of(suggestion.uri) or suggestion.uri
        path = Path(name)
        lines = self._texts.get(suggestion.uri)
        if lines is None:
            lines = read_text(path).split("\n")
        with suppress(ValueError):
            name = str(path.relative_to(self._root))
        return unified_diff("\n".join(lines), "\n".join(edited(lines, suggestion.edits)), name, LONGEST_DIFF)


def _distance(region: Region, line: int) -> int:
    """Lines between a change, where it stands in the end, and that line."""
    return max(region.new_start - line, line - max(region.new_stop - 1, region.new_start), 0)


def _growth(region: Region) -> int:
    return region.new_stop - region.new_start - (region.stop - region.start)
