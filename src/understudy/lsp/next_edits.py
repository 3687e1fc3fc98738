"""The next-edit session of one editor: asks the service, so that several requests about one moment share an answer.

An editor asks for inline completions, inline edits and code actions at the same time, and the service answers only
its newest request. So a request for the same document, version and position joins the one in progress, which is
cancelled when nobody waits for it any more.
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any, Final

from msgspec import Struct

from understudy.lsp.messages import Diagnostic, Position, Range
from understudy.nes import NesClientCapabilities, NesService, NesSetup, PlacedSuggestion
from understudy.schema import acp

__all__ = ["Answer", "NextEdits", "PendingAnswer", "Question"]

_SEVERITIES: Final[dict[int | None, acp.NesDiagnosticSeverity]] = {
    1: "error",
    2: "warning",
    3: "information",
    4: "hint",
}
_META_KEY: Final = "understudy.dev/nes"


class Question(Struct, frozen=True, kw_only=True):
    uri: str
    version: int
    position: Position
    trigger: acp.NesTriggerKind = "automatic"
    selection: Range | None = None
    diagnostics: Sequence[Diagnostic] = ()

    def is_same_place(self, other: "Question") -> bool:
        return (self.uri, self.version, self.position) == (other.uri, other.version, other.position)


class Answer(Struct, frozen=True, kw_only=True):
    """A suggestion and its place, or the reason for none."""

    id: str = ""
    placed: PlacedSuggestion | None = None
    reason: str = ""
    sentence: str = ""


class _Prediction:
    """A request to the service, for all who wait for it."""

    def __init__(self, question: Question, response: Coroutine[Any, Any, acp.SuggestNesResponse]) -> None:
        self.question = question
        self.task = asyncio.ensure_future(response)
        self._waiting = 0

    async def wait(self) -> acp.SuggestNesResponse:
        self._waiting += 1
        try:
            return await asyncio.shield(self.task)
        finally:
            self._waiting -= 1
            if not self._waiting and not self.task.done():
                self.task.cancel()


class PendingAnswer:
    """The answer to a question that was asked. It may be left alone: a request that is cancelled before its first
    step never awaits it."""

    def __init__(
        self, answer: Callable[[_Prediction], Coroutine[Any, Any, Answer]], prediction: _Prediction
    ) -> None:
        self._answer = answer
        self._prediction = prediction

    def __await__(self) -> Generator[Any, Any, Answer]:
        return self._answer(self._prediction).__await__()


class NextEdits:
    def __init__(self, setup: NesSetup, encoding: acp.PositionEncodingKind, roots: Sequence[str]) -> None:
        client = NesClientCapabilities(
            encoding=encoding, supported_kinds=frozenset({"edit", "jump"}), applies_everywhere=True
        )
        self.service = NesService(setup, client)
        self.encoding: acp.PositionEncodingKind = encoding
        folders = [acp.WorkspaceFolder(uri=uri, name="") for uri in roots]
        self.session_id = self.service.start(acp.StartNesRequest(workspace_folders=folders)).session_id
        self.likely_cursor: tuple[str, Position] | None = None
        """The document and the position of the last question or change."""
        self.last_rejected: str | None = None
        """The id of the suggestion that the user rejected last."""
        self._newest: _Prediction | None = None

    def version(self, uri: str) -> int | None:
        return self.service.document_version(self.session_id, uri)

    def ask(self, question: Question) -> PendingAnswer:
        """The question is asked now, on the current documents; awaiting gives the answer."""
        self.likely_cursor = (question.uri, question.position)
        newest = self._newest
        if newest is None or newest.task.done() or newest.question != question:
            newest = self._start(question)
        return PendingAnswer(self._answer, newest)

    def _start(self, question: Question) -> _Prediction:
        self._newest = _Prediction(question, self.service.suggest(self._to_request(question)))
        return self._newest

    def join(self, uri: str, version: int) -> PendingAnswer | None:
        """Return the answer to the question in progress about that document, wherever it was asked."""
        newest = self._newest
        if newest is None or newest.task.done():
            return None
        asked = newest.question
        is_same = (asked.uri, asked.version) == (uri, version)
        return PendingAnswer(self._answer, newest) if is_same else None

    def displayed(self) -> Answer | None:
        """The suggestion on the screen, if it still applies."""
        suggestion_id = self.service.displayed_id(self.session_id)
        if suggestion_id is None:
            return None
        placed = self.service.place(self.session_id, suggestion_id)
        return None if placed is None else Answer(id=suggestion_id, placed=placed)

    async def _answer(self, prediction: _Prediction) -> Answer:
        while True:
            try:
                response = await prediction.wait()
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if not prediction.task.cancelled() or (task is not None and task.cancelling()):
                    raise
                # This request joined after the last waiting request had left, so the prediction was cancelled.
                newest = self._newest
                is_free = newest is not None and newest is not prediction and not newest.task.done()
                prediction = newest if is_free and newest else self._start(prediction.question)
                continue
            newest = self._newest
            if (
                response.suggestions
                or newest is None
                or newest is prediction
                or not newest.question.is_same_place(prediction.question)
            ):
                return self._to_answer(prediction.question, response)
            prediction = newest  # it took the place of this one, and is about the same

    def _to_answer(self, question: Question, response: acp.SuggestNesResponse) -> Answer:
        if response.suggestions and self.version(question.uri) != question.version:
            return Answer(reason="stale", sentence="The document has changed since the request was made.")
        if response.suggestions:
            suggestion_id = response.suggestions[0].id
            placed = self.service.place(self.session_id, suggestion_id)
            return Answer(id=suggestion_id, placed=placed) if placed is not None else Answer()
        meta = (response.meta or {}).get(_META_KEY, {})
        return Answer(reason=meta.get("reason", ""), sentence=meta.get("sentence", ""))

    def _to_request(self, question: Question) -> acp.SuggestNesRequest:
        diagnostics = [
            acp.NesDiagnostic(
                uri=question.uri,
                range=_to_acp_range(one.range),
                severity=_SEVERITIES.get(one.severity, "error"),
                message=one.message,
            )
            for one in question.diagnostics
        ]
        return acp.SuggestNesRequest(
            session_id=self.session_id,
            uri=question.uri,
            version=question.version,
            position=_to_acp_position(question.position),
            selection=None if question.selection is None else _to_acp_range(question.selection),
            trigger_kind=question.trigger,
            context=acp.NesSuggestContext(diagnostics=diagnostics) if diagnostics else None,
        )


def _to_acp_position(position: Position) -> acp.Position:
    return acp.Position(line=position.line, character=position.character)


def _to_acp_range(lsp_range: Range) -> acp.Range:
    return acp.Range(start=_to_acp_position(lsp_range.start), end=_to_acp_position(lsp_range.end))
