"""What the service here would suggest after given changes, and why: one session, played in this process.

The changes have no times, so they count as made from the farthest of the place that is asked about to the nearest.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from understudy.languages import language_id_for
from understudy.nes import Explanation, NesClientCapabilities, NesService, NesSetup
from understudy.nes.index import SessionWorkspaceTexts
from understudy.nes.text import Document, TextSnapshot
from understudy.replay.errors import ReplayError
from understudy.replay.file_changes import FileChange, read_text
from understudy.replay.limits import INDEX_TIMEOUT_S, MAX_DIFF_CHARS, SUGGEST_TIMEOUT_S
from understudy.replay.line_diffs import DiffRegion, apply_edits, diff_regions, region_change, utf16_length
from understudy.schema import acp
from understudy.uris import uri_to_path
from understudy.workspace.files import unified_diff

__all__ = ["ExplainRequest", "ExplainResult", "explain"]


class ExplainRequest(msgspec.Struct, frozen=True, kw_only=True):
    path: Path
    line: int | None = None
    """From 0; without it the cursor is behind the last change."""
    column: int | None = None
    trigger: acp.NesTriggerKind = "automatic"


class ExplainResult(msgspec.Struct, kw_only=True):
    """What was suggested, if anything was, and how that came."""

    path: str
    line: int
    column: int
    edits: int
    """How many changes there were to learn from."""
    explanation: Explanation
    suggestion: acp.NesSuggestion | None = None
    diff: str = ""


def explain(
    setup: NesSetup, root: Path, changes: Sequence[FileChange], request: ExplainRequest
) -> ExplainResult:
    """Raises ReplayError."""
    return asyncio.run(_ExplainSession(setup, root).run(changes, request))


class _ExplainSession:
    def __init__(self, setup: NesSetup, root: Path) -> None:
        self._root = root
        self._workspace_texts: list[SessionWorkspaceTexts] = []
        private = setup.private_folders

        def open_library(
            folders: Sequence[str], documents: Mapping[str, Document], recent: Mapping[str, TextSnapshot]
        ) -> SessionWorkspaceTexts:
            library = SessionWorkspaceTexts(folders, documents, recent, private_folders=private)
            self._workspace_texts.append(library)
            return library

        setup = msgspec.structs.replace(setup, open_workspace_texts=open_library)
        client = NesClientCapabilities(encoding="utf-16", supported_kinds=frozenset({"edit", "jump"}))
        self._service = NesService(setup, client)
        self._session_id = ""
        self._texts: dict[str, list[str]] = {}
        self._versions: dict[str, int] = {}

    async def run(self, changes: Sequence[FileChange], explain_request: ExplainRequest) -> ExplainResult:
        folder = acp.WorkspaceFolder(uri=self._root.as_uri(), name=self._root.name)
        try:
            request = acp.StartNesRequest(workspace_uri=self._root.as_uri(), workspace_folders=[folder])
            self._session_id = self._service.start(request).session_id
            return await self._apply_and_request(changes, explain_request)
        finally:
            await self._service.shut_down(1.0)

    async def _apply_and_request(
        self, changes: Sequence[FileChange], request: ExplainRequest
    ) -> ExplainResult:
        target = request.path
        here = next((changed for changed in changes if changed.path == target), None)
        count, line = 0, request.line
        for changed in changes:
            if changed is not here:
                count += len(self._apply_change(changed, None))
        if here is None:
            self._open_document(target, read_text(target))
        else:
            made = self._apply_change(here, request.line)
            count += len(made)
            line = made[-1] if line is None and made else line
        lines = self._texts[target.as_uri()]
        line = line or 0
        if line >= len(lines):
            raise ReplayError(
                "bad_place", f"{target} has {len(lines)} lines, so there is no line {line + 1}."
            )
        end = len(lines[line].removesuffix("\r"))
        column = end if request.column is None else min(request.column, end)
        for library in self._workspace_texts:
            await asyncio.to_thread(library.wait_for_scan, INDEX_TIMEOUT_S)
        return await self._request_suggestion(target, line, column, count, request.trigger)

    async def _request_suggestion(
        self, target: Path, line: int, column: int, count: int, trigger: acp.NesTriggerKind
    ) -> ExplainResult:
        uri = target.as_uri()
        request = acp.SuggestNesRequest(
            session_id=self._session_id,
            uri=uri,
            version=self._versions[uri],
            position=acp.Position(line=line, character=utf16_length(self._texts[uri][line][:column])),
            trigger_kind=trigger,
        )
        async with asyncio.timeout(SUGGEST_TIMEOUT_S):
            answer = await self._service.suggest(request)
        explanation = self._service.explanation(self._session_id)
        if explanation is None:
            raise ReplayError("no_account", "The service gave no account of its answer.")
        suggestion = next(iter(answer.suggestions), None)
        return ExplainResult(
            path=str(target),
            line=line,
            column=column,
            edits=count,
            explanation=explanation,
            suggestion=suggestion,
            diff=self._suggestion_diff(suggestion),
        )

    def _apply_change(self, change: FileChange, last_line: int | None) -> list[int]:
        """Tell of each change by itself; the last lines of the changes as they are when all are made."""
        uri = change.path.as_uri()
        self._open_document(change.path, change.old)
        after = change.new.split("\n")
        found = diff_regions(self._texts[uri], after)
        if last_line is not None:
            found.sort(key=lambda region: -_lines_between(region, last_line))
        done: list[DiffRegion] = []
        for region in found:
            moved = sum(_line_delta(other) for other in done if other.start < region.start)
            now = DiffRegion(region.start + moved, region.stop + moved, region.new_start, region.new_stop)
            new = after[region.new_start : region.new_stop]
            place, text = region_change(self._texts[uri], now, new)
            self._versions[uri] += 1
            self._service.did_change(
                acp.DidChangeDocumentNotification(
                    session_id=self._session_id,
                    uri=uri,
                    version=self._versions[uri],
                    content_changes=[acp.TextDocumentContentChangeEvent(range=place, text=text)],
                )
            )
            self._texts[uri][now.start : now.stop] = new
            done.append(region)
        return [max(region.new_stop - 1, 0) for region in done]

    def _open_document(self, path: Path, text: str) -> None:
        uri = path.as_uri()
        self._texts[uri] = text.split("\n")
        self._versions[uri] = 1
        self._service.did_open(
            acp.DidOpenDocumentNotification(
                session_id=self._session_id,
                uri=uri,
                language_id=language_id_for(path.name),
                version=1,
                text=text,
            )
        )

    def _suggestion_diff(self, suggestion: acp.NesSuggestion | None) -> str:
        if not isinstance(suggestion, acp.NesEditSuggestion):
            return ""
        name = uri_to_path(suggestion.uri) or suggestion.uri
        path = Path(name)
        lines = self._texts.get(suggestion.uri)
        if lines is None:
            lines = read_text(path).split("\n")
        with suppress(ValueError):
            name = str(path.relative_to(self._root))
        return unified_diff(
            "\n".join(lines), "\n".join(apply_edits(lines, suggestion.edits)), name, MAX_DIFF_CHARS
        )


def _lines_between(region: DiffRegion, line: int) -> int:
    """Lines between a change, where it stands in the end, and that line."""
    return max(region.new_start - line, line - max(region.new_stop - 1, region.new_start), 0)


def _line_delta(region: DiffRegion) -> int:
    return region.new_stop - region.new_start - (region.stop - region.start)
