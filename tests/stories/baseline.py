"""What the engine reached in each story: no change may make one of them worse.

`python tests/stories/baseline.py` plays all stories and writes what is better, and the candidates of every request;
`--accept-worse` writes what is worse too.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from understudy.nes import NesSetup
from understudy.nes.completion import CompletionEngine
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.symbolic import SymbolicEngine
from understudy.replay.stories import Story, StoryPlan, StoryResult, play_stories, read_stories

FOLDER = Path(__file__).parent
FILE = FOLDER / "baseline.json"
CANDIDATES_FILE = FOLDER / "candidates.json"
"""What the symbolic engine proposed for every request, with the probabilities: a change that nobody meant is seen
even if no suggestion becomes worse."""
MAX_TEXT_CHARS = 60
"""Of the text of an edit that is recorded."""
ENGINE_CPU_S = 5.0
"""Processor time for a request: a slow machine must not change the result."""


class Figures(NamedTuple):
    """Right places and wrong suggestions, asked once and asked again."""

    once_right: int
    once_wrong: int
    again_right: int
    again_wrong: int

    def is_worse_than(self, other: "Figures") -> bool:
        return (
            self.once_right < other.once_right
            or self.again_right < other.again_right
            or self.once_wrong > other.once_wrong
            or self.again_wrong > other.again_wrong
        )


class RecordingEngine:
    """The symbolic engine; describes what it proposes in a list that the tests read, and keeps its exceptions."""

    def __init__(self, requests: list[str], failures: list[Exception]) -> None:
        self._engine = SymbolicEngine()
        self._requests = requests
        self._failures = failures

    def propose(self, situation: Situation) -> EngineResult:
        try:
            result = self._engine.propose(situation)
        except Exception as error:
            self._failures.append(error)
            raise
        lines = [describe_candidate(one) for one in result.candidates] or [result.reason]
        if result.retry_at is not None:
            lines.append(f"again in {result.retry_at - situation.now:.2f} s")
        request = "\n".join(lines)
        if self._requests[-1:] != [request]:  # most keys change nothing
            self._requests.append(request)
        return result


def describe_candidate(one: Candidate) -> str:
    places = "; ".join(
        f"{start.line}:{start.column}-{end.line}:{end.column} {_shorten(text)!r}"
        for (start, end), text in one.edits
    )
    other = f" {one.search!r} → {one.replace!r}" if one.search else f" {one.new_name}" if one.new_name else ""
    at = f" at {one.position.line}:{one.position.column}" if one.position is not None else ""
    return f"{one.family} {one.probability:.4f} {one.uri.rpartition('/')[2]} {one.kind} {places}{other}{at}"


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_TEXT_CHARS else f"{text[:MAX_TEXT_CHARS]}… ({len(text)})"


def read_recorded() -> dict[str, list[str]]:
    return msgspec.json.decode(CANDIDATES_FILE.read_bytes(), type=dict[str, list[str]])


def write_recorded(requests: Mapping[str, Sequence[str]]) -> None:
    # One story a line, so that branches that change different stories can be merged.
    lines = [
        f"  {msgspec.json.encode(name).decode()}: {msgspec.json.encode(requests[name]).decode()}"
        for name in sorted(requests)
    ]
    CANDIDATES_FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


class TimedCompletion:
    """The completion engine, on the clock of the situations."""

    def __init__(self) -> None:
        self._engine = CompletionEngine(self)
        self._now = 0.0

    def propose(self, situation: Situation) -> EngineResult:
        self._now = situation.now
        return self._engine.propose(situation)

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError  # nothing of the engine waits


def load_stories() -> list[Story]:
    return read_stories([FOLDER])


def play(story: Story) -> tuple[list[StoryResult], list[str]]:
    """The results of a story in both ways of asking, and what the engine proposed for each request.

    An exception of the engine is raised: the simulated user takes a request that fails for silence.
    """
    requests: list[str] = []
    failures: list[Exception] = []
    setup = NesSetup(
        engine_cpu_s=ENGINE_CPU_S,
        open_engine=lambda: RecordingEngine(requests, failures),
        open_completion=TimedCompletion,
    )
    results = play_stories(StoryPlan(stories=(story,), setup=setup)).results
    if failures:
        raise failures[0]
    return results, requests


def figures(results: list[StoryResult]) -> Figures:
    """The figures of one story, from its results in both ways of asking."""
    once, again = sorted(results, key=lambda result: result.way != "once")
    return Figures(once.right, once.wrong, again.right, again.wrong)


def read_baseline() -> dict[str, Figures]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Figures])


def write_baseline(reached: dict[str, Figures]) -> None:
    # One story a line, so that branches that improve different stories can be merged.
    lines = [f"  {msgspec.json.encode(name).decode()}: {list(reached[name])}" for name in sorted(reached)]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept-worse", action="store_true")
    accept_worse = parser.parse_args().accept_worse
    before = read_baseline() if FILE.exists() else {}
    stories = load_stories()
    reached: dict[str, Figures] = {}
    recorded: dict[str, list[str]] = {}
    for story in stories:
        results, recorded[story.name] = play(story)
        now = figures(results)
        old = before.get(story.name)
        if old is not None and now.is_worse_than(old):
            print(f"worse: {story.name}: {list(old)} → {list(now)}")
            now = now if accept_worse else old
        reached[story.name] = now
    write_baseline(reached)
    write_recorded(recorded)


if __name__ == "__main__":
    main()
