"""A harness for the next-edit service: a simulated editor and a scripted engine."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.reasons import Explanation
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.text.documents import Document
from understudy.nes.text.positions import to_character
from understudy.nes.text.text_types import Point, Replacement, Span, TextSnapshot
from understudy.schema.acp import (
    AcceptNesNotification,
    CloseNesRequest,
    DidChangeDocumentNotification,
    DidCloseDocumentNotification,
    DidOpenDocumentNotification,
    NesEditSuggestion,
    NesSuggestContext,
    NesSuggestion,
    NesTriggerKind,
    Position,
    Range,
    RejectNesNotification,
    StartNesRequest,
    SuggestNesRequest,
    SuggestNesResponse,
    TextDocumentContentChangeEvent,
)

A, B = "file:///project/a.py", "file:///project/b.py"
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(240):
            return await work

    return asyncio.run(limited())


class FakeWorkspaceTexts:
    """Workspace texts without a disk."""

    def __init__(self, documents: Mapping[str, Document], recent: Mapping[str, TextSnapshot]) -> None:
        self.documents = documents
        self.recent = recent
        self.files: dict[str, TextSnapshot] = {}
        self.refreshed: list[str | None] = []
        self.waited: list[float] = []
        self.closed = False

    def snapshot(self, uri: str) -> TextSnapshot | None:
        document = self.documents.get(uri)
        if document is not None:
            return document.snapshot() if document.is_in_sync else None
        return self.recent.get(uri) or self.files.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        return []

    def refresh(self, near: str | None = None) -> None:
        self.refreshed.append(near)

    def wait_until_usable(self, seconds: float) -> bool:
        self.waited.append(seconds)
        return True

    def one_request(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None:
        self.closed = True


class ScriptedEngine:
    """An engine that returns the candidates of `says` and records the situations."""

    def __init__(self) -> None:
        self.says: Callable[[Situation], Sequence[Candidate]] = lambda situation: ()
        self.reason = ""
        self.is_continued = False
        """Whether the next candidates are left over from the last result."""
        self.asked: list[Situation] = []

    def propose(self, situation: Situation) -> EngineResult:
        self.asked.append(situation)
        is_continued, self.is_continued = self.is_continued, False
        return EngineResult(
            candidates=tuple(self.says(situation)), reason=self.reason, is_continued=is_continued
        )


def swap(
    page: TextSnapshot,
    line: int,
    old: str,
    new: str,
    probability: float = 0.9,
    family: str = "swap",
    pattern: str = "",
) -> Candidate:
    """Return a candidate that replaces the first `old` in the line by `new`."""
    column = page.lines[line].index(old)
    span = Span(Point(line, column), Point(line, column + len(old)))
    return Candidate(
        kind="edit",
        uri=page.uri,
        probability=probability,
        family=family,
        pattern=pattern or f"{old} → {new}",
        why=f"You changed {old} to {new}.",
        edits=(Replacement(span, new),),
    )


def everywhere(old: str, new: str, probability: float = 0.9) -> Callable[[Situation], list[Candidate]]:
    """Return candidates that replace `old` in every line that has it, the nearest below the cursor first."""

    def say(situation: Situation) -> list[Candidate]:
        lines = situation.snapshot.lines
        found = [at for at, line in enumerate(lines) if old in line]
        found.sort(key=lambda at: (at < situation.cursor.line, at))
        return [swap(situation.snapshot, at, old, new, probability) for at in found]

    return say


class ServiceHarness:
    def __init__(
        self,
        text: str = "",
        *,
        setup: NesSetup | None = None,
        client: NesClientCapabilities | None = None,
        start: StartNesRequest | None = None,
    ) -> None:
        self.engine = ScriptedEngine()
        self.workspace_texts: list[FakeWorkspaceTexts] = []
        self.client = client or NesClientCapabilities()
        given = setup or NesSetup()
        fields = {name: getattr(given, name) for name in given.__struct_fields__}
        fields.update(
            open_engine=lambda: self.engine,
            open_workspace_texts=given.open_workspace_texts or self._open_workspace_texts,
        )
        self.service = NesService(NesSetup(**fields), self.client)
        self.session = self.service.start(start or StartNesRequest()).session_id
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        if text:
            self.open(text)

    def _open_workspace_texts(
        self, roots: Sequence[str], documents: Mapping[str, Document], recent: Mapping[str, TextSnapshot]
    ) -> FakeWorkspaceTexts:
        self.workspace_texts.append(FakeWorkspaceTexts(documents, recent))
        return self.workspace_texts[-1]

    # The editor

    def open(self, text: str, uri: str = A, language: str = "python") -> None:
        self.texts[uri], self.versions[uri] = text, 1
        self.service.did_open(
            DidOpenDocumentNotification(
                session_id=self.session, uri=uri, language_id=language, version=1, text=text
            )
        )

    def change(self, start: int, end: int, text: str, uri: str = A) -> None:
        """Replace the characters from `start` to `end` by `text`."""
        before = self.texts[uri]
        range_ = Range(start=self.position(start, uri), end=self.position(end, uri))
        self.texts[uri] = before[:start] + text + before[end:]
        self.versions[uri] += 1
        self.service.did_change(
            DidChangeDocumentNotification(
                session_id=self.session,
                uri=uri,
                version=self.versions[uri],
                content_changes=[TextDocumentContentChangeEvent(range=range_, text=text)],
            )
        )

    def replace(self, old: str, new: str, uri: str = A) -> None:
        """Replace the first occurrence of `old`."""
        at = self.texts[uri].index(old)
        self.change(at, at + len(old), new, uri)

    def close_document(self, uri: str = A) -> None:
        self.service.did_close(DidCloseDocumentNotification(session_id=self.session, uri=uri))

    def position(self, offset: int, uri: str = A) -> Position:
        head = self.texts[uri][:offset]
        line = head.rpartition("\n")[2]
        return Position(line=head.count("\n"), character=to_character(line, len(line), self.client.encoding))

    # The suggestions

    def request(
        self,
        line: int = 0,
        uri: str = A,
        *,
        version: int | None = None,
        trigger: NesTriggerKind = "automatic",
        selection: Range | None = None,
        context: NesSuggestContext | None = None,
    ) -> SuggestNesRequest:
        return SuggestNesRequest(
            session_id=self.session,
            uri=uri,
            version=self.versions.get(uri, 1) if version is None else version,
            position=Position(line=line, character=0),
            trigger_kind=trigger,
            selection=selection,
            context=context,
        )

    def ask(self, line: int = 0, uri: str = A, **more: Any) -> NesSuggestion | None:
        response = run(_awaited(self.service.suggest(self.request(line, uri, **more))))
        assert len(response.suggestions) <= 1
        return response.suggestions[0] if response.suggestions else None

    def edit(self, line: int = 0, uri: str = A, **more: Any) -> NesEditSuggestion:
        suggestion = self.ask(line, uri, **more)
        assert isinstance(suggestion, NesEditSuggestion), self.explanation
        return suggestion

    def no_suggestion_reason(self, line: int = 0, uri: str = A, **more: Any) -> str:
        """Request a suggestion, expect none and return the reason word."""
        assert self.ask(line, uri, **more) is None
        return self.explanation.word

    @property
    def explanation(self) -> Explanation:
        explanation = self.service.explanation(self.session)
        assert explanation is not None
        return explanation

    def accept(self, suggestion: NesSuggestion) -> None:
        self.service.accept(AcceptNesNotification(session_id=self.session, id=suggestion.id))

    def reject(self, suggestion: NesSuggestion, reason: Any = "rejected") -> None:
        self.service.reject(RejectNesNotification(session_id=self.session, id=suggestion.id, reason=reason))

    def apply(self, suggestion: NesEditSuggestion) -> None:
        """Apply the edits as an editor does: from the bottom, one change event for each."""
        for edit in reversed(suggestion.edits):
            start, end = (self.offset(place, suggestion.uri) for place in (edit.range.start, edit.range.end))
            self.change(start, end, edit.new_text, suggestion.uri)

    def offset(self, place: Position, uri: str) -> int:
        """Return the offset of a position; all characters must count as one."""
        lines = self.texts[uri].split("\n")
        return sum(len(line) + 1 for line in lines[: place.line]) + place.character

    def close(self) -> None:
        self.service.close(CloseNesRequest(session_id=self.session))


async def _awaited(answer: Coroutine[Any, Any, SuggestNesResponse]) -> SuggestNesResponse:
    return await answer


def where(suggestion: NesEditSuggestion) -> tuple[int, int, int, int, str]:
    """Return the range and text of the only edit."""
    (edit,) = suggestion.edits
    start, end = edit.range.start, edit.range.end
    return start.line, start.character, end.line, end.character, edit.new_text
