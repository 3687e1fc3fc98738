"""What goes with a request for suggestions: only what the agent asked for, within the limits that it named."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from understudy.client.editor.document import Document
from understudy.client.editor.history import MOST_ACTIONS, MOST_EDITS, Actions, EditHistory
from understudy.client.editor.names import key_of
from understudy.client.editor.places import Anywhere, Diagnostic
from understudy.schema import acp
from understudy.workspace.encoding import visible

__all__ = ["Recent", "assembled"]

MOST_FILES: Final = 10
"""Recent files that are sent when the agent names no number."""
MOST_KEPT: Final = 50
MOST_CHARACTERS: Final = 2_000_000
"""Of all recent files together; the document itself is always among them."""


class Recent:
    """The documents that the user was in, the last one at the end. A closed one is remembered as it was."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Document] = OrderedDict()

    def touch(self, document: Document) -> None:
        key = key_of(document.uri)
        self._kept[key] = document
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def files(self, current: Document, most: int) -> list[acp.NesRecentFile]:
        """The document itself first, then the others, the last one first."""
        left = MOST_CHARACTERS - len(current.text)
        chosen = [current]
        for document in reversed(self._kept.values()):
            if document is not current and len(document.text) <= left:
                left -= len(document.text)
                chosen.append(document)
        return [
            acp.NesRecentFile(uri=one.uri, language_id=one.language, text=visible(one.text))
            for one in chosen[: max(most, 0)]
        ]


def assembled(
    wanted: acp.NesContextCapabilities | None,
    document: Document,
    *,
    open_now: Mapping[str, Document],
    recent: Recent,
    history: EditHistory,
    actions: Actions,
    related: Sequence[acp.NesRelatedSnippet],
    diagnostics: Iterable[Diagnostic | acp.NesDiagnostic],
) -> acp.NesSuggestContext | None:
    """None for an agent that asked for nothing."""
    if wanted is None:
        return None
    context = acp.NesSuggestContext()
    if wanted.recent_files is not None:
        context.recent_files = recent.files(document, _limit(wanted.recent_files.max_count, MOST_FILES))
    if wanted.related_snippets is not None:
        context.related_snippets = list(related)
    if wanted.edit_history is not None:
        context.edit_history = history.entries(_limit(wanted.edit_history.max_count, MOST_EDITS))
    if wanted.user_actions is not None:
        context.user_actions = actions.last(_limit(wanted.user_actions.max_count, MOST_ACTIONS))
    if wanted.open_files is not None:
        context.open_files = [_open_file(one) for one in open_now.values()]
    if wanted.diagnostics is not None:
        context.diagnostics = [_diagnostic(one, open_now) for one in diagnostics]
    return None if context == acp.NesSuggestContext() else context


def _limit(told: int | None, ours: int) -> int:
    return ours if told is None else told


def _open_file(document: Document) -> acp.NesOpenFile:
    return acp.NesOpenFile(
        uri=document.uri,
        language_id=document.language,
        visible_range=document.visible,
        last_focused_ms=document.focused,
    )


def _diagnostic(told: Diagnostic | acp.NesDiagnostic, open_now: Mapping[str, Document]) -> acp.NesDiagnostic:
    if isinstance(told, acp.NesDiagnostic):
        return told
    document = open_now.get(key_of(told.uri))
    if document is not None:
        return document.diagnostic(told)
    place = acp.Range(start=_as_given(told.start), end=_as_given(told.end))
    return acp.NesDiagnostic(uri=told.uri, range=place, severity=told.severity, message=told.message)


def _as_given(where: Anywhere) -> acp.Position:
    if isinstance(where, acp.Position):
        return where
    return acp.Position(line=where[0], character=where[1])
