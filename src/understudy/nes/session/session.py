"""One next-edit session: its documents, the edits in them, and what the user accepted and rejected.

Requests are answered in `nes.suggest`. Sessions share nothing with each other except the feedback store of the
service.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence

from understudy.bounded_dict import BoundedDict
from understudy.languages import language_id_for
from understudy.nes.clock import Clock
from understudy.nes.engine_api import Engine, EngineResult
from understudy.nes.limits import (
    MAX_CONTEXT_DOCUMENT_CHARS,
    MAX_CONTEXT_DOCUMENTS,
    MAX_LINE_CHANGES_PER_EVENT,
    MAX_OPEN_DOCUMENTS,
)
from understudy.nes.options import Settings
from understudy.nes.reasons import Explanation, Reason
from understudy.nes.session.client_history import ClientHistory
from understudy.nes.session.displayed import DisplayedSuggestion, DisplayState
from understudy.nes.session.feedback_store import FeedbackStore, feedback_name
from understudy.nes.session.held_request import HeldRequest
from understudy.nes.session.placed_suggestion import Alternatives, place_others
from understudy.nes.session.rejections import (
    NEUTRAL_REASONS,
    REJECTION_WEIGHTS,
    EditRevision,
    FeedbackCounts,
    Rejections,
    RejectReason,
)
from understudy.nes.setup import ModelEngine, RefreshableWorkspaceTexts
from understudy.nes.text import (
    AppliedChange,
    ContentChange,
    Document,
    Edit,
    EditOrigin,
    History,
    PositionEncoding,
    TextSnapshot,
    group_into_line_changes,
)

__all__ = ["NesSession"]

logger = logging.getLogger("understudy.nes")


_OpenWorkspaceTexts = Callable[
    [Mapping[str, Document], Mapping[str, TextSnapshot]], RefreshableWorkspaceTexts
]


class NesSession:
    def __init__(
        self,
        session_id: str,
        settings: Settings,
        encoding: PositionEncoding,
        feedback_store: FeedbackStore,
        engine: Engine,
        open_workspace_texts: _OpenWorkspaceTexts,
        clock: Clock,
        completion_engine: Engine | None = None,
    ) -> None:
        self.id = session_id
        self.settings = settings
        self.encoding: PositionEncoding = encoding
        self.feedback_store = feedback_store
        self.engine = engine
        self.completion_engine = completion_engine
        """None if this service completes no lines."""
        self.model_engine: ModelEngine | None = None
        """Opened by the first request that needs it."""
        self.documents: BoundedDict[str, Document] = BoundedDict(
            MAX_OPEN_DOCUMENTS, on_evict=self._release_document
        )
        """The open documents by URI, the one changed or focused last at the end."""
        self.recent_snapshots: dict[str, TextSnapshot] = {}
        """Texts that are only known from the context of a request."""
        self.clock = clock
        self.started_at = time.monotonic()
        self.history = History(clock.now)
        self.client_history = ClientHistory()
        self.display = DisplayState()
        self.rejections = Rejections()
        self.feedback_counts = FeedbackCounts()
        self.visible_lines: dict[str, tuple[int, int]] = {}
        self.logged_failures: set[str] = set()
        """Failures that are in the log already."""
        self.last_explanation: Explanation | None = None
        self.alternatives: Alternatives | None = None
        """The other candidates of the newest answer with a suggestion."""
        self.request_count = 0
        """The number of requests so far; identifies the newest one."""
        self.model_task: asyncio.Future[EngineResult] | None = None
        """The running request to the model."""
        self.held_request: HeldRequest | None = None
        """The request that waits for a pause of the user."""
        self.is_first_scan_over = False
        """Whether the files of a small workspace are complete, or were waited for long enough."""
        self.is_closed = False
        self.open_chars = 0
        """An upper estimate of the characters of the open documents."""
        self._open_chars_by_uri: dict[str, int] = {}
        self._tracked_uris: set[str] = set()
        self._context_documents: BoundedDict[str, tuple[str, Document]] = BoundedDict(
            MAX_CONTEXT_DOCUMENTS, on_evict=self._release_context_document
        )
        self.workspace_texts = open_workspace_texts(self.documents, self.recent_snapshots)

    @property
    def revision(self) -> EditRevision:
        edits = self.history.edits
        return (edits[-1].serial, edits[-1].revision) if edits else (self.client_history.next_serial, 0)

    @property
    def is_answering(self) -> bool:
        """Whether a request waits for its answer."""
        return self.held_request is not None or self.model_task is not None

    def is_tracked(self, uri: str) -> bool:
        """Whether the session has observed changes of that document since it was opened."""
        return uri in self._tracked_uris

    def lines_in_memory(self, uri: str) -> Sequence[str] | None:
        """Return the lines of an open document in sync, or of a text from a request; None if there is neither."""
        document = self.documents.get(uri)
        if document is not None:
            return document.lines if document.is_in_sync else None
        reported = self._context_documents.get(uri)
        return reported[1].lines if reported is not None else None

    def find_document(self, uri: str) -> Document | None:
        """Return the open document, or the one that came with a request."""
        reported = self._context_documents.get(uri)
        return self.documents.get(uri) or (reported[1] if reported is not None else None)

    # Held request

    def hold_request(self, uri: str) -> HeldRequest:
        """Hold a request for that document, until a pause has passed or one of the events below ends it."""
        self.end_held_request(Reason.SUPERSEDED)
        self.held_request = HeldRequest(uri, self.clock)
        return self.held_request

    def end_held_request(self, reason: Reason) -> None:
        held, self.held_request = self.held_request, None
        if held is not None:
            held.end(reason)

    def release(self, held: HeldRequest) -> None:
        """Forget a held request that is answered now."""
        if self.held_request is held:
            self.held_request = None

    def _end_held_request_for(self, uri: str) -> None:
        if self.held_request is not None and self.held_request.uri == uri:
            self.end_held_request(Reason.STALE)

    # Document events

    def open_document(self, document: Document) -> None:
        uri = document.uri
        self._end_held_request_for(uri)
        before = self.lines_in_memory(uri)
        self._context_documents.pop(uri, None)
        self.recent_snapshots.pop(uri, None)
        if before is not None and (list(before) != document.lines or not document.is_in_sync):
            self._invalidate_positions(uri)
        if before is None and document.is_processable:
            self.history.drop_discarded(uri, document.lines)
        self._tracked_uris.discard(uri)
        self.documents[uri] = document
        self._recount_chars(uri)
        self.workspace_texts.refresh(uri)

    def change_document(self, uri: str, version: int, changes: Sequence[ContentChange]) -> None:
        self.end_held_request(Reason.IN_PROGRESS)
        document = self.documents.get(uri)
        if document is None:
            self.open_document(_build_unopened_document(uri, version, changes))
            return
        self.documents[uri] = document  # the newest again
        self._tracked_uris.add(uri)
        self._record_changes(uri, document.apply_changes(version, changes, self.encoding))
        if not document.is_in_sync:
            self._invalidate_positions(uri)
        if any(change.range is None for change in changes):
            self._recount_chars(uri)
        else:
            self._add_chars(uri, sum(len(change.text) for change in changes))

    def mark_out_of_sync(self, uri: str) -> None:
        """Distrust the document until its full text arrives: a message about it was lost."""
        self._end_held_request_for(uri)
        document = self.documents.get(uri)
        if document is not None and document.is_in_sync:
            document.is_in_sync, document.sync_error = False, "message-lost"
            self._invalidate_positions(uri)

    def close_document(self, uri: str) -> None:
        self._end_held_request_for(uri)
        if self.documents.pop(uri, None) is not None:
            self._release_document(uri)

    def mark_saved(self, uri: str) -> None:
        self.history.mark_saved(uri)
        self.workspace_texts.refresh(uri)

    def focus_document(self, uri: str, visible: tuple[int, int] | None) -> None:
        """`visible` are the first and the last line on the screen; None if the client does not say."""
        document = self.documents.get(uri)
        if document is not None:
            self.documents[uri] = document
            if visible is not None:
                self.visible_lines[uri] = visible
        self.workspace_texts.refresh(uri)

    def load_context_text(
        self, uri: str, language: str, text: str, *, is_recent: bool, record_edits: bool
    ) -> Document:
        """Store a text from a request or from disk. Its changes since the last time become edits if
        `record_edits`."""
        known = self._context_documents.pop(uri, None)
        if known is None:
            document = Document(uri, language, 1, text)
            applied_changes: list[AppliedChange] = []
        else:
            same, document = known[0] == text, known[1]
            applied_changes = (
                []
                if same
                else document.apply_changes(document.version + 1, [ContentChange(None, text)], self.encoding)
            )
        self._context_documents[uri] = (text, document)
        if is_recent and document.is_in_sync:
            self.recent_snapshots[uri] = document.snapshot()
        self._record_changes(uri, applied_changes, record_edits=record_edits)
        while len(self._context_documents) > 1 and self._context_chars() > MAX_CONTEXT_DOCUMENT_CHARS:
            self._context_documents.evict_oldest()
        return document

    def is_known_text(self, uri: str, text: str) -> bool:
        """Whether the document is open, or exactly that text came with an earlier request."""
        reported = self._context_documents.get(uri)
        return uri in self.documents or (reported is not None and reported[0] == text)

    def drop_recent_snapshots(self, uris: set[str]) -> None:
        """Drop texts that the client did not send again, because they may have changed."""
        for uri in uris:
            self.recent_snapshots.pop(uri, None)

    # Feedback of the user

    def accept(self, suggestion_id: str) -> None:
        displayed = self.display.pop(suggestion_id)
        if displayed is None:
            return
        candidate = displayed.candidate
        self.feedback_counts.record_accept(candidate)
        self._record_feedback(displayed, accepted=1.0)
        if not displayed.is_valid:
            return
        # The displayed suggestion has followed the text, so it tells whether the client made the change already.
        # The history cannot: deleting one of several equal lines looks the same each time.
        note = self.history.mark_accepted if displayed.is_fulfilled else self.history.expect_accepted_edit
        for line, old, new in displayed.line_replacements():
            if old != new:
                note(candidate.uri, old, new, line, is_consequence=candidate.is_consequence)
        self.display.record_accept(displayed)

    def accept_everywhere(self, suggestion_id: str) -> None:
        """Accept the suggestion at all its places, before the client changes them."""
        displayed = self.display.find(suggestion_id)
        if displayed is None:
            return
        is_consequence = displayed.candidate.is_consequence
        for place in place_others(self, displayed.current_candidate()):
            for change in group_into_line_changes(place.edits, place.lines):
                self.history.expect_accepted_edit(
                    place.uri, change.base, change.target, change.line, is_consequence=is_consequence
                )
        self.accept(suggestion_id)

    def reject(self, suggestion_id: str, reason: RejectReason) -> None:
        displayed = self.display.pop(suggestion_id)
        if displayed is None or reason in NEUTRAL_REASONS:
            return
        self.feedback_counts.record_reject(displayed.candidate, reason)
        self._record_feedback(displayed, rejected=REJECTION_WEIGHTS[reason])
        if displayed.is_valid:
            candidate = displayed.current_candidate()
            self.rejections.add(candidate, reason, self.find_lines(candidate.uri), self.revision)

    def find_lines(self, uri: str) -> Sequence[str] | None:
        """Like `lines_in_memory`, but also searches the workspace."""
        if (lines := self.lines_in_memory(uri)) is not None or uri in self.documents:
            return lines
        snapshot = self.workspace_texts.snapshot(uri)
        return None if snapshot is None else snapshot.lines

    # ---

    def _context_chars(self) -> int:
        return sum(len(text) for text, _ in self._context_documents.values())

    def _release_document(self, uri: str) -> None:
        """Drop what belongs to a document that was closed or evicted."""
        self._invalidate_positions(uri)
        self._tracked_uris.discard(uri)
        self.visible_lines.pop(uri, None)
        self.open_chars -= self._open_chars_by_uri.pop(uri, 0)

    def _release_context_document(self, uri: str) -> None:
        self.recent_snapshots.pop(uri, None)
        self._invalidate_positions(uri)

    def _record_changes(
        self, uri: str, applied_changes: Sequence[AppliedChange], *, record_edits: bool = True
    ) -> None:
        if len(applied_changes) > MAX_LINE_CHANGES_PER_EVENT:
            self._invalidate_positions(uri)
            for change in applied_changes:
                self.rejections.apply_splice(uri, change.splice)
            return
        for change in applied_changes:
            if change.is_untracked:
                self._invalidate_positions(uri)
                continue
            if record_edits:
                self.history.record_splice(
                    uri,
                    change.splice,
                    change.above,
                    change.below,
                    is_full_rewrite=change.is_full_rewrite,
                    is_keystroke=change.is_keystroke,
                    is_inside_line=change.is_inside_line,
                )
            self.rejections.apply_splice(uri, change.splice)
            self.display.apply_splice(uri, change.splice, self.revision)
        newest_edits = self.history.edits[-1:] if applied_changes else ()
        if newest_edits and newest_edits[0].origin is EditOrigin.UNDONE:
            self._reject_undone(newest_edits[0])

    def _reject_undone(self, edit: Edit) -> None:
        """Count the undo of an accepted suggestion as a rejection."""
        displayed = self.display.pop_undone(edit)
        if displayed is not None:
            self.rejections.add_undone(displayed.candidate, edit.line, edit.old)
            self.feedback_counts.record_reject(displayed.candidate, "rejected")
            self._record_feedback(displayed, rejected=REJECTION_WEIGHTS["rejected"])

    def _record_feedback(
        self, displayed: DisplayedSuggestion, *, accepted: float = 0.0, rejected: float = 0.0
    ) -> None:
        if self.settings.remember:
            self.feedback_store.record(feedback_name(displayed.candidate), accepted, rejected)

    def _invalidate_positions(self, uri: str) -> None:
        """Forget the positions of edits and suggestions in that text."""
        self.history.invalidate_positions(uri)
        self.display.invalidate(uri)

    def _recount_chars(self, uri: str) -> None:
        document = self.documents.get(uri)
        if document is not None:
            self._add_chars(uri, sum(map(len, document.lines)) - self._open_chars_by_uri.get(uri, 0))

    def _add_chars(self, uri: str, characters: int) -> None:
        """Add to the estimate. Deleted characters are not subtracted: typing alone never reaches the limit."""
        self._open_chars_by_uri[uri] = self._open_chars_by_uri.get(uri, 0) + characters
        self.open_chars += characters


def _build_unopened_document(uri: str, version: int, changes: Sequence[ContentChange]) -> Document:
    """Build a document for a change without an open event; it is in sync only if the change is the full text."""
    language = language_id_for(uri)
    if len(changes) == 1 and changes[0].range is None:
        return Document(uri, language, version, changes[0].text)
    document = Document(uri, language, version, "")
    document.is_in_sync, document.sync_error = False, "not-open"
    return document
