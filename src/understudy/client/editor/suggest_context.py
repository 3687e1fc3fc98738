"""The context of a request for suggestions: only what the agent requested, within its limits."""

from collections.abc import Iterable, Mapping, Sequence

from understudy.bounded_dict import BoundedDict
from understudy.client.editor.document import Document
from understudy.client.editor.history import EditHistory, UserActions
from understudy.client.editor.text import Diagnostic, PositionLike
from understudy.client.editor.uris import uri_key
from understudy.client.limits import (
    DEFAULT_RECENT_FILES,
    MAX_EDIT_ENTRIES,
    MAX_RECENT_DOCUMENTS,
    MAX_RECENT_FILES_CHARS,
    MAX_USER_ACTIONS,
)
from understudy.schema import acp
from understudy.workspace.files import replace_undecodable

__all__ = ["RecentDocuments", "build_suggest_context"]


class RecentDocuments:
    """The documents that the user visited, the last one at the end. Closed documents keep their last text."""

    def __init__(self) -> None:
        self._documents: BoundedDict[str, Document] = BoundedDict(MAX_RECENT_DOCUMENTS)

    def touch(self, document: Document) -> None:
        self._documents[uri_key(document.uri)] = document

    def to_wire_files(self, current: Document, max_files: int) -> list[acp.NesRecentFile]:
        """The current document first, then the others, the most recent first."""
        remaining_chars = MAX_RECENT_FILES_CHARS - len(current.text)
        chosen = [current]
        for document in reversed(self._documents.values()):
            if document is not current and len(document.text) <= remaining_chars:
                remaining_chars -= len(document.text)
                chosen.append(document)
        return [
            acp.NesRecentFile(uri=one.uri, language_id=one.language, text=replace_undecodable(one.text))
            for one in chosen[: max(max_files, 0)]
        ]


def build_suggest_context(
    requested: acp.NesContextCapabilities | None,
    document: Document,
    *,
    open_documents: Mapping[str, Document],
    recent: RecentDocuments,
    history: EditHistory,
    actions: UserActions,
    related: Sequence[acp.NesRelatedSnippet],
    diagnostics: Iterable[Diagnostic | acp.NesDiagnostic],
) -> acp.NesSuggestContext | None:
    """Build the context; None for an agent that requested none."""
    if requested is None:
        return None
    context = acp.NesSuggestContext()
    if requested.recent_files is not None:
        context.recent_files = recent.to_wire_files(
            document, _count_or_default(requested.recent_files.max_count, DEFAULT_RECENT_FILES)
        )
    if requested.related_snippets is not None:
        context.related_snippets = list(related)
    if requested.edit_history is not None:
        context.edit_history = history.entries(
            _count_or_default(requested.edit_history.max_count, MAX_EDIT_ENTRIES)
        )
    if requested.user_actions is not None:
        context.user_actions = actions.latest(
            _count_or_default(requested.user_actions.max_count, MAX_USER_ACTIONS)
        )
    if requested.open_files is not None:
        context.open_files = [_to_wire_open_file(one) for one in open_documents.values()]
    if requested.diagnostics is not None:
        context.diagnostics = [_to_wire_diagnostic(one, open_documents) for one in diagnostics]
    return None if context == acp.NesSuggestContext() else context


def _count_or_default(requested: int | None, default: int) -> int:
    return default if requested is None else requested


def _to_wire_open_file(document: Document) -> acp.NesOpenFile:
    return acp.NesOpenFile(
        uri=document.uri,
        language_id=document.language,
        visible_range=document.visible_range,
        last_focused_ms=document.focused_ms,
    )


def _to_wire_diagnostic(
    diagnostic: Diagnostic | acp.NesDiagnostic, open_documents: Mapping[str, Document]
) -> acp.NesDiagnostic:
    if isinstance(diagnostic, acp.NesDiagnostic):
        return diagnostic
    document = open_documents.get(uri_key(diagnostic.uri))
    if document is not None:
        return document.to_wire_diagnostic(diagnostic)
    wire_range = acp.Range(start=_to_wire_position(diagnostic.start), end=_to_wire_position(diagnostic.end))
    return acp.NesDiagnostic(
        uri=diagnostic.uri, range=wire_range, severity=diagnostic.severity, message=diagnostic.message
    )


def _to_wire_position(where: PositionLike) -> acp.Position:
    if isinstance(where, acp.Position):
        return where
    return acp.Position(line=where[0], character=where[1])
