"""Feedback on completions: accepted ones do not lower the threshold for others."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from acp_editor import run
from nes.service_harness import ServiceHarness
from understudy.nes.completion import COMPLETION_FAMILY
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.setup import NesSetup
from understudy.nes.text import Replacement, Span
from understudy.schema.acp import Position, SuggestNesResponse


async def _awaited(answer: Coroutine[Any, Any, SuggestNesResponse]) -> SuggestNesResponse:
    return await answer


class OneCompletion:
    def __init__(self) -> None:
        self.probability = 0.9

    def propose(self, situation: Situation) -> EngineResult:
        span = Span(situation.cursor, situation.cursor)
        candidate = Candidate(
            kind="edit",
            uri=situation.snapshot.uri,
            probability=self.probability,
            family=COMPLETION_FAMILY,
            edits=(Replacement(span, "first_value"),),
        )
        return EngineResult(candidates=(candidate,))


def test_accepted_completions_do_not_lower_the_threshold_for_others(tmp_path: Path) -> None:
    """One that is typed over is mostly not reported, so that only accepted ones would count."""
    engine = OneCompletion()
    setup = NesSetup(feedback_file=str(tmp_path / "feedback.json"), open_completion=lambda: engine)
    harness = ServiceHarness(setup=setup)

    def complete(number: int) -> bool:
        uri = f"file:///project/{number}.py"
        harness.open("value =\n", uri)
        harness.change(7, 7, " ", uri)
        request = harness.request(0, uri)
        request.position = Position(line=0, character=8)
        found = run(_awaited(harness.service.suggest(request))).suggestions
        for one in found:
            harness.accept(one)
        return bool(found)

    assert all(complete(number) for number in range(20))
    engine.probability = 0.4
    assert not complete(20)
