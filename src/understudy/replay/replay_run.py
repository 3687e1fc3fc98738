"""Replays commits against an agent: a simulated user makes their hunks and accepts correct suggestions.

The simulated user makes the first hunk of a commit by hand and requests a suggestion after every change. A
suggestion that is a part of the commit is accepted and applied; any other is rejected, and the next hunk is made by
hand.
"""

import asyncio
import difflib
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from understudy.languages import language_id_for
from understudy.replay.cases import Case, Half, final_lines, read_cases
from understudy.replay.errors import ReplayError, RequestFailed
from understudy.replay.limits import (
    MAX_CASES_PER_RUN,
    MAX_HISTORY_ENTRIES,
    MAX_JUMP_DISTANCE_LINES,
    MAX_REQUESTS_PER_CASE,
)
from understudy.replay.line_diffs import (
    DiffRegion,
    EditShape,
    apply_edits,
    classify_shape,
    diff_regions,
    region_change,
    utf16_length,
)
from understudy.replay.metrics import ManualHunk, Outcome, ReplayResults, RequestRecord, is_correct_step
from understudy.replay.suggestion_client import META_KEY, SuggestionClient, launch_agent, loop_factory
from understudy.schema import acp

__all__ = [
    "ReplayEvent",
    "ReplayPlan",
    "ReplayProgress",
    "SuggestionOrigin",
    "iterate_cases",
    "parse_origin",
    "replay_case",
    "run_replay",
]


class SuggestionOrigin(msgspec.Struct, frozen=True):
    """What our agent says in `_meta` about a suggestion."""

    family: str = ""
    chance: float | None = None
    why: str = ""


class ReplayEvent(msgspec.Struct, frozen=True):
    """A request with the raw suggestion, for `--verbose`."""

    request: RequestRecord
    suggestion: dict[str, Any] | None


class ReplayPlan(msgspec.Struct, frozen=True, kw_only=True):
    files: tuple[Path, ...]
    command: tuple[str, ...]
    environ: Mapping[str, str]
    max_cases: int | None = None
    """Per file."""
    half: Half | None = None


class ReplayProgress(msgspec.Struct, frozen=True):
    done: int
    total: int
    file: str
    shown: int
    accepted: int


def run_replay(
    plan: ReplayPlan,
    on_progress: Callable[[ReplayProgress], None] = lambda _: None,
    on_event: Callable[[ReplayEvent], None] = lambda _: None,
) -> ReplayResults:
    """Replay every case. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_run_async(plan, on_progress, on_event))


async def _run_async(
    plan: ReplayPlan, on_progress: Callable[[ReplayProgress], None], on_event: Callable[[ReplayEvent], None]
) -> ReplayResults:
    # The files are read twice and never held: an invalid line is reported before an agent starts.
    total = sum(1 for _ in iterate_cases(plan))
    if total == 0:
        raise ReplayError("bad_cases", "There are no cases in what was given.")
    if total > MAX_CASES_PER_RUN:
        raise ReplayError("bad_cases", f"There are {total} cases; --cases N takes the first N of each file.")
    results = ReplayResults(agent=" ".join(plan.command), half=plan.half, requests=[], manual_hunks=[])
    shown = accepted = 0
    async with launch_agent(plan.command, plan.environ) as client:
        for done, (file, case) in enumerate(iterate_cases(plan), 1):
            requests, manual_hunks = await replay_case(client, case, file, on_event)
            results.requests += requests
            results.manual_hunks += manual_hunks
            accepted += sum(request.outcome == "accepted" for request in requests)
            shown += sum(request.outcome in ("accepted", "rejected", "bad") for request in requests)
            on_progress(ReplayProgress(done, total, file, shown, accepted))
    return results


def iterate_cases(plan: ReplayPlan) -> Iterator[tuple[str, Case]]:
    """Return the cases of all files with the names of their files; equal names are replaced by paths."""
    stems = [path.stem for path in plan.files]
    for path, stem in zip(plan.files, stems, strict=True):
        name = stem if stems.count(stem) == 1 else str(path)
        for case in read_cases(path, plan.max_cases, plan.half):
            yield name, case


async def replay_case(
    client: SuggestionClient, case: Case, file: str, on_event: Callable[[ReplayEvent], None] = lambda _: None
) -> tuple[list[RequestRecord], list[ManualHunk]]:
    with tempfile.TemporaryDirectory(prefix="understudy-replay-") as folder:
        root = Path(folder).resolve() / "repo"
        root.mkdir()
        for path, text in case.files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8", newline="")
        await client.start_session(root)
        try:
            user = _SimulatedUser(client, case, file, root, on_event)
            await user.run()
        finally:
            await client.close_session()
        return user.requests, user.manual_hunks


def parse_origin(suggestion: dict[str, Any]) -> SuggestionOrigin:
    """Parse `_meta`; empty for other agents."""
    meta = suggestion.get("_meta")
    origin: object = cast(dict[str, Any], meta).get(META_KEY) if isinstance(meta, dict) else None
    try:
        return msgspec.convert(origin or {}, SuggestionOrigin)
    except msgspec.ValidationError:
        return SuggestionOrigin()


class _SimulatedUser:
    def __init__(
        self,
        client: SuggestionClient,
        case: Case,
        file: str,
        root: Path,
        on_event: Callable[[ReplayEvent], None],
    ) -> None:
        self.requests: list[RequestRecord] = []
        self.manual_hunks: list[ManualHunk] = []
        self._client = client
        self._case = case
        self._file = file
        self._on_event = on_event
        self._target = final_lines(case)
        self._current = {path: text.split("\n") for path, text in case.files.items()}
        self._paths = list(dict.fromkeys(hunk.path for hunk in case.hunks))
        self._uris = {path: (root / path).as_uri() for path in self._paths}
        self._remaining = {
            path: diff_regions(self._current[path], self._target[path]) for path in self._paths
        }
        self._opened_paths: set[str] = set()
        self._history: list[acp.NesEditHistoryEntry] = []
        self._cursor_path = self._paths[0]
        self._cursor_line = 0

    async def run(self) -> None:
        is_manual = True
        while any(self._remaining.values()):
            if is_manual:
                await self._apply_next_hunk()
                is_manual = False
            elif len(self.requests) < MAX_REQUESTS_PER_CASE:
                is_manual = not await self._request_suggestion()
            else:
                return

    async def _apply_next_hunk(self) -> None:
        """Make the next hunk below the cursor, otherwise the first of this file, otherwise of the next file."""
        if not self._remaining[self._cursor_path]:
            self._cursor_path = next(path for path in self._paths if self._remaining[path])
            self._cursor_line = 0
        path, left = self._cursor_path, self._remaining[self._cursor_path]
        region = next((region for region in left if region.start >= self._cursor_line), left[0])
        old, new = self._old_and_new_lines(path, region)
        now = self._current[path]
        self._cursor_line = region.start + max(len(new) - 1, 0)
        await self._send_change(path, [*now[: region.start], *new, *now[region.stop :]])
        self.manual_hunks.append(
            ManualHunk(
                case=self._case.id,
                file=self._file,
                language=language_id_for(path),
                shape=classify_shape(old, new),
                first=not self.manual_hunks,
            )
        )

    async def _request_suggestion(self) -> bool:
        """Request a suggestion; return whether one was accepted."""
        now = self._current[self._cursor_path]
        character = utf16_length(now[self._cursor_line]) if self._cursor_line < len(now) else 0
        place = acp.Position(line=self._cursor_line, character=character)
        begin = time.perf_counter()
        try:
            suggestions = await self._client.suggest(
                self._uris[self._cursor_path], place, self._history[-MAX_HISTORY_ENTRIES:]
            )
        except RequestFailed:
            self._record(None, "error", time.perf_counter() - begin)
            return False
        seconds = time.perf_counter() - begin
        if not suggestions:
            self._record(None, "silent", seconds)
            return False
        return await self._handle_suggestion(suggestions[0], seconds)

    async def _handle_suggestion(self, raw: dict[str, Any], seconds: float) -> bool:
        suggestion = _parse_suggestion(raw)
        path = next((path for path, uri in self._uris.items() if uri == raw.get("uri")), None)
        match suggestion:
            case acp.NesJumpSuggestion(position=place):
                left = self._remaining[path] if path is not None else []
                hit = any(
                    region.start - MAX_JUMP_DISTANCE_LINES
                    <= place.line
                    <= region.stop + MAX_JUMP_DISTANCE_LINES
                    for region in left
                )
                self._record(raw, "jump", seconds, path, hit=hit)
            case acp.NesEditSuggestion(edits=edits):
                if path is None:  # a file that the commit does not change
                    self._record(raw, "rejected", seconds)
                else:
                    return await self._handle_edits(raw, path, edits, seconds)
            case _:
                self._record(raw, "bad", seconds, path)
        await self._client.reject(str(raw.get("id", "")))
        return False

    async def _handle_edits(
        self, raw: dict[str, Any], path: str, edits: Sequence[acp.NesTextEdit], seconds: float
    ) -> bool:
        name = str(raw.get("id", ""))
        now = self._current[path]
        try:
            then = apply_edits(now, edits)
        except ValueError:
            self._record(raw, "bad", seconds, path)
            await self._client.reject(name)
            return False
        shape = _shape_of_change(now, then)
        if not is_correct_step(now, then, self._target[path]):
            self._record(raw, "rejected", seconds, path, shape=shape)
            await self._client.reject(name)
            return False
        before = len(self._remaining[path])
        await self._client.accept(name)
        await self._send_change(path, then)
        self._record(
            raw, "accepted", seconds, path, shape=shape, hunks=max(1, before - len(self._remaining[path]))
        )
        self._cursor_path = path
        self._cursor_line = max(edit.range.start.line for edit in edits)
        return True

    async def _send_change(self, path: str, new_lines: list[str]) -> None:
        """Send the change to these lines, region by region from the bottom."""
        uri, now = self._uris[path], self._current[path]
        if path not in self._opened_paths:
            await self._client.open_document(uri, language_id_for(path), "\n".join(now))
            self._opened_paths.add(path)
        for region in reversed(diff_regions(now, new_lines)):
            place, text = region_change(now, region, new_lines[region.new_start : region.new_stop])
            await self._client.change_document(uri, place, text)
            now = [*now[: region.start], *new_lines[region.new_start : region.new_stop], *now[region.stop :]]
        diff = difflib.unified_diff(self._current[path], new_lines, path, path, lineterm="", n=3)
        self._history.append(acp.NesEditHistoryEntry(uri=uri, diff="\n".join(diff)))
        del self._history[:-MAX_HISTORY_ENTRIES]
        self._current[path] = new_lines
        self._remaining[path] = diff_regions(new_lines, self._target[path])

    def _old_and_new_lines(self, path: str, region: DiffRegion) -> tuple[list[str], list[str]]:
        old = self._current[path][region.start : region.stop]
        return old, self._target[path][region.new_start : region.new_stop]

    def _record(
        self,
        raw: dict[str, Any] | None,
        outcome: Outcome,
        seconds: float,
        path: str | None = None,
        *,
        hit: bool = False,
        hunks: int = 0,
        shape: EditShape | None = None,
    ) -> None:
        origin = parse_origin(raw or {})
        request = RequestRecord(
            case=self._case.id,
            file=self._file,
            language=language_id_for(path or self._cursor_path),
            outcome=outcome,
            seconds=seconds,
            hit=hit,
            hunks=hunks,
            shape=shape,
            family=origin.family,
            chance=origin.chance,
        )
        self.requests.append(request)
        self._on_event(ReplayEvent(request, raw))


def _parse_suggestion(raw: dict[str, Any]) -> acp.NesSuggestion | None:
    try:
        return msgspec.convert(raw, acp.NesSuggestion)
    except msgspec.ValidationError:
        return None


def _shape_of_change(now: Sequence[str], then: Sequence[str]) -> EditShape | None:
    """Return the shape of a whole step; several shapes together are a rewrite."""
    shapes: set[EditShape] = {
        classify_shape(now[r.start : r.stop], then[r.new_start : r.new_stop]) for r in diff_regions(now, then)
    }
    if len(shapes) > 1:
        return "rewrite"
    return next(iter(shapes), None)
