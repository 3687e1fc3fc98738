"""Explains what the next-edit service would suggest after given changes, in one session in this process.

The changes come from a git working tree or a patch. They have no times: they are applied in order of their distance
from the location of the request, the most distant first. Reads files, writes none.
"""

import asyncio
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from understudy.languages import language_id_for
from understudy.nes import Explanation, NesClientCapabilities, NesService, NesSetup
from understudy.nes.index import SessionWorkspaceTexts
from understudy.nes.text import Document, Hunk, TextSnapshot, parse_diff
from understudy.replay.errors import ReplayError
from understudy.replay.git import Repository
from understudy.replay.limits import (
    INDEX_TIMEOUT_S,
    MAX_CHANGED_FILES,
    MAX_DIFF_CHARS,
    MAX_PATCH_CHARS,
    MAX_SOURCE_FILE_BYTES,
    SUGGEST_TIMEOUT_S,
)
from understudy.replay.line_diffs import DiffRegion, apply_edits, diff_regions, region_change, utf16_length
from understudy.schema import acp
from understudy.uris import uri_to_path
from understudy.workspace.files import unified_diff

__all__ = [
    "ExplainRequest",
    "ExplainResult",
    "FileChange",
    "changes_from_patch",
    "changes_from_working_tree",
    "explain",
    "read_text",
]

_FILE_HEADER: Final = re.compile(
    r"^--- (?P<old>[^\t\n]+)[^\n]*\n\+\+\+ (?P<new>[^\t\n]+)[^\n]*\n", re.MULTILINE
)


class FileChange(msgspec.Struct, frozen=True):
    """A file before and after the user's changes."""

    path: Path
    old: str
    new: str


def read_text(path: Path) -> str:
    """Read a file as an editor would open it. Raises ReplayError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SOURCE_FILE_BYTES + 1)
    except OSError as error:
        raise ReplayError("bad_file", f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_SOURCE_FILE_BYTES:
        raise ReplayError("bad_file", f"{path} has more than {MAX_SOURCE_FILE_BYTES >> 20} MiB.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ReplayError("bad_file", f"{path} is no text in UTF-8.") from None


def changes_from_working_tree(repository: Repository) -> list[FileChange]:
    """Return the text files that differ from HEAD, the last modified one last."""
    found: list[tuple[float, FileChange]] = []
    with repository.open_blobs() as blobs:
        for change in repository.changed_files()[:MAX_CHANGED_FILES]:
            path = repository.root / change.path
            old = blobs.read_text(change.old_blob, MAX_SOURCE_FILE_BYTES)
            try:
                new = read_text(path)
                time = os.stat(path).st_mtime
            except (ReplayError, OSError):
                continue
            if old is not None and old != new:
                found.append((time, FileChange(path, old, new)))
    return [changed for _, changed in sorted(found, key=lambda pair: pair[0])]


def changes_from_patch(patch: str, root: Path) -> list[FileChange]:
    """Return what a patch, applied already or not, changes in files below `root`. Raises ReplayError."""
    if len(patch) > MAX_PATCH_CHARS:
        raise ReplayError("bad_patch", f"The patch has more than {MAX_PATCH_CHARS >> 20} MiB.")
    changes = [_resolve_change(name, parse_diff(diff), root) for name, diff in _split_patch(patch)]
    if not changes:
        raise ReplayError(
            "bad_patch", "The patch changes no file. A unified diff is wanted, as git diff prints it."
        )
    return changes


def _split_patch(patch: str) -> Iterator[tuple[str, str]]:
    """Return the name of each file and its part of the patch."""
    heads = list(_FILE_HEADER.finditer(patch.replace("\r\n", "\n")))
    for number, head in enumerate(heads):
        if head["new"] == "/dev/null" or head["old"] == "/dev/null":
            continue  # an added or deleted file has no changed lines to learn from
        stop = heads[number + 1].start() if number + 1 < len(heads) else len(head.string)
        name = head["new"]
        if name.startswith("b/") and head["old"].startswith("a/"):
            name = name[2:]
        yield name, head.string[head.start() : stop]


def _resolve_change(name: str, hunks: Sequence[Hunk], root: Path) -> FileChange:
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts:
        raise ReplayError("bad_patch", f"The patch names {name}, which is not below {root}.")
    path = root / name
    now = read_text(path)
    lines = now.split("\n")
    if (before := _apply_hunks(lines, hunks, reverse=True)) is not None:
        return FileChange(path, "\n".join(before), now)
    if (after := _apply_hunks(lines, hunks, reverse=False)) is not None:
        return FileChange(path, now, "\n".join(after))
    raise ReplayError("bad_patch", f"The patch fits {path} neither before nor after it is applied.")


def _apply_hunks(lines: Sequence[str], hunks: Sequence[Hunk], *, reverse: bool) -> list[str] | None:
    """Return the lines with the patch applied or reverted; None if it does not match."""
    result, moved = list(lines), 0
    ends = "\r" if lines and lines[0].endswith("\r") else ""
    for hunk in hunks:
        old, new = ([line + ends for line in side] for side in (hunk.splice.old, hunk.splice.new))
        removed, added = (new, old) if reverse else (old, new)
        # Line numbers refer to the text after the whole patch: reverting a hunk moves the lines below it.
        at = hunk.splice.line + (moved if reverse else 0)
        if hunk.splice.line < 0 or result[at : at + len(removed)] != removed:
            return None
        result[at : at + len(removed)] = added
        moved += len(added) - len(removed)
    return result


class ExplainRequest(msgspec.Struct, frozen=True, kw_only=True):
    path: Path
    line: int | None = None
    """From 0; by default the cursor is after the last change."""
    column: int | None = None
    trigger: acp.NesTriggerKind = "automatic"


class ExplainResult(msgspec.Struct, kw_only=True):
    """The suggestion, if there is one, and how it came about."""

    path: str
    line: int
    column: int
    edits: int
    """The number of changes made before the request."""
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
        private_folders = setup.private_folders

        def open_workspace_texts(
            folders: Sequence[str], documents: Mapping[str, Document], recent: Mapping[str, TextSnapshot]
        ) -> SessionWorkspaceTexts:
            texts = SessionWorkspaceTexts(folders, documents, recent, private_folders=private_folders)
            self._workspace_texts.append(texts)
            return texts

        setup = msgspec.structs.replace(setup, open_workspace_texts=open_workspace_texts)
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
        target_change = next((change for change in changes if change.path == target), None)
        count, line = 0, request.line
        for change in changes:
            if change is not target_change:
                count += len(self._apply_change(change, None))
        if target_change is None:
            self._open_document(target, read_text(target))
        else:
            changed_lines = self._apply_change(target_change, request.line)
            count += len(changed_lines)
            line = changed_lines[-1] if line is None and changed_lines else line
        lines = self._texts[target.as_uri()]
        line = line or 0
        if line >= len(lines):
            raise ReplayError(
                "bad_place", f"{target} has {len(lines)} lines, so there is no line {line + 1}."
            )
        end = len(lines[line].removesuffix("\r"))
        column = end if request.column is None else min(request.column, end)
        for texts in self._workspace_texts:
            await asyncio.to_thread(texts.wait_for_scan, INDEX_TIMEOUT_S)
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
            response = await self._service.suggest(request)
        explanation = self._service.explanation(self._session_id)
        if explanation is None:
            raise ReplayError("no_account", "The service gave no account of its answer.")
        suggestion = next(iter(response.suggestions), None)
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
        """Send each changed region as one change; return their last lines after all of them."""
        uri = change.path.as_uri()
        self._open_document(change.path, change.old)
        after = change.new.split("\n")
        regions = diff_regions(self._texts[uri], after)
        if last_line is not None:
            regions.sort(key=lambda region: -_lines_between(region, last_line))
        done: list[DiffRegion] = []
        for region in regions:
            moved = sum(_line_delta(other) for other in done if other.start < region.start)
            current = DiffRegion(region.start + moved, region.stop + moved, region.new_start, region.new_stop)
            new = after[region.new_start : region.new_stop]
            place, text = region_change(self._texts[uri], current, new)
            self._versions[uri] += 1
            self._service.did_change(
                acp.DidChangeDocumentNotification(
                    session_id=self._session_id,
                    uri=uri,
                    version=self._versions[uri],
                    content_changes=[acp.TextDocumentContentChangeEvent(range=place, text=text)],
                )
            )
            self._texts[uri][current.start : current.stop] = new
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
    """Return the number of lines between a region, after all changes, and a line."""
    return max(region.new_start - line, line - max(region.new_stop - 1, region.new_start), 0)


def _line_delta(region: DiffRegion) -> int:
    return region.new_stop - region.new_start - (region.stop - region.start)
