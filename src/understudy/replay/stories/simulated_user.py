"""A simulated user who types a story and answers the suggestions.

A suggestion that makes expected edits, and nothing else, is accepted. Any other is rejected and counts as wrong. An
expected edit that is not suggested is missed, and the user types it. After the last one nothing more is expected.
"""

import asyncio
import difflib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from understudy.languages import language_id_for
from understudy.replay.errors import RequestFailed
from understudy.replay.line_diffs import DiffRegion, apply_edits, diff_regions, region_change
from understudy.replay.replay_run import parse_origin
from understudy.replay.stories.limits import (
    FIRST_REQUEST_S,
    KEY_INTERVAL_S,
    MAX_HOLD_S,
    MAX_REJECTIONS_IN_A_ROW,
    MAX_REQUESTS_PER_STORY,
    MAX_SHOWN_TEXT_CHARS,
    SECOND_REQUEST_S,
)
from understudy.replay.stories.pace import Pace
from understudy.replay.stories.results import PlaceOutcome, ShownSuggestion, StoryResult, Verdict, Way
from understudy.replay.stories.story import EditMark, Story
from understudy.replay.stories.story_text import Keystroke, Segment, StoryText, keystrokes
from understudy.replay.suggestion_client import SuggestionClient
from understudy.schema import acp
from understudy.workspace import Stop, WorkspaceError
from understudy.workspace.patterns import compute_replacements

__all__ = ["SimulatedUser"]

_REQUEST_TIMES: Final[dict[Way, tuple[float, ...]]] = {
    "once": (FIRST_REQUEST_S,),
    "again": (FIRST_REQUEST_S, SECOND_REQUEST_S),
}
_VISIBLE_LINES: Final = 40
_MAX_REPLACED_BYTES: Final = 1 << 20
_SEARCH_TIMEOUT_S: Final = 5.0


class _Response(msgspec.Struct):
    raw: dict[str, Any]
    wait_s: float
    real_ms: float


class SimulatedUser:
    """Plays one story in one session, which has been started in `root`, where the files of the story are."""

    def __init__(self, client: SuggestionClient, pace: Pace, story: Story, way: Way, root: Path) -> None:
        self._client = client
        self._pace = pace
        self._story = story
        self._way: Way = way
        self._texts = {file.path: StoryText(file) for file in story.files}
        self._uris = {path: (root / path).as_uri() for path in self._texts}
        self._opened: set[str] = set()
        self._path = story.opened[-1]
        self._cursor = 0
        self._last_key = pace.now()
        self._request_count = 0
        self._pending: list[asyncio.Task[Any]] = []
        self._last_edit: tuple[StoryText, Segment] | None = None
        self._jump_target: Segment | None = None
        self._places: list[PlaceOutcome] = []
        self._shown: list[ShownSuggestion] = []

    async def run(self) -> StoryResult:
        try:
            for path in self._story.opened:
                await self._open(path)
            for step in self._story.steps:
                await self._do(step)
            await self._finish_story()
        finally:
            for task in self._pending:
                task.cancel()
            # Requests that the user did not wait for: their answers do not count.
            await asyncio.gather(*self._pending, return_exceptions=True)
        return StoryResult(
            story=self._story.name,
            kind=self._story.kind,
            language=self._story.language,
            way=self._way,
            places=tuple(self._places),
            shown=tuple(self._shown),
        )

    async def _finish_story(self) -> None:
        while self._request_count < MAX_REQUESTS_PER_STORY:
            if await self._ask_until_right():
                continue
            missed = self._next_expected()
            if missed is None:
                return
            await self._type_missed(*missed)

    def _next_expected(self) -> tuple[StoryText, Segment] | None:
        """Return the expected edit that the user makes next: where a jump led, below the cursor, or the first."""
        current = self._texts[self._path]
        found = [
            (text, segment)
            for text in (current, *(text for text in self._texts.values() if text is not current))
            for segment in text.open_places
            if segment.place is not None and not segment.place.optional
        ]
        found.sort(
            key=lambda pair: (
                pair[1] is not self._jump_target,
                pair[0] is not current,
                pair[0] is current and pair[0].start_of(pair[1]) < self._cursor,
            )
        )
        return found[0] if found else None

    # The edits

    async def _do(self, step: str) -> None:
        match step.split():
            case ["edit"]:
                text, segment = next(
                    (text, segment)
                    for text in self._texts.values()
                    for segment in text.segments
                    if segment.is_open and isinstance(segment.mark, EditMark)
                )
                self._last_edit = text, segment
                assert isinstance(segment.mark, EditMark)  # noqa: S101 - selected above
                await self._type(text, segment, segment.mark.new)
            case ["undo"] if self._last_edit is not None:
                text, segment = self._last_edit
                mark = segment.mark
                assert isinstance(mark, EditMark)  # noqa: S101 - as above
                start = text.start_of(segment)
                await self._press(text, segment, Keystroke(start, start + len(segment.text), mark.old))
            case ["save"]:
                await self._client.save_document(self._uris[self._path])
            case ["pause", seconds]:
                await self._pace.pause(float(seconds))
            case _:
                raise AssertionError(step)

    async def _type(self, text: StoryText, segment: Segment, new: str) -> None:
        start, old = text.start_of(segment), segment.text
        await self._move(text, start + len(old))
        for key in keystrokes(start, old, new, self._story.keys):
            await self._press(text, segment, key)
        text.close(segment, new)

    async def _press(self, text: StoryText, segment: Segment, key: Keystroke) -> None:
        changed_range = text.range(key.start, key.end)
        await self._client.change_document(self._uris[text.path], changed_range, key.text)
        begin = text.start_of(segment)
        head, tail = segment.text[: key.start - begin], segment.text[key.end - begin :]
        segment.text = head + key.text + tail
        self._cursor = key.start + len(key.text)
        self._last_key = self._pace.now()
        await self._pace.pause(KEY_INTERVAL_S)

    async def _type_missed(self, text: StoryText, segment: Segment) -> None:
        place = segment.place
        assert place is not None  # noqa: S101 - only open places are missed
        reason = self._client.silence_reason
        self._jump_target = None
        await self._type(text, segment, place.texts[0])
        self._record_place(text, segment, right=False, reason=reason)

    async def _move(self, text: StoryText, offset: int) -> None:
        await self._open(text.path)
        self._path, self._cursor = text.path, offset
        position = text.position(offset)
        first = max(position.line - _VISIBLE_LINES // 2, 0)
        last = min(first + _VISIBLE_LINES, text.text.count("\n"))
        visible = acp.Range(
            start=acp.Position(line=first, character=0), end=acp.Position(line=last, character=0)
        )
        await self._client.focus_document(self._uris[text.path], position, visible)

    async def _open(self, path: str) -> None:
        if path not in self._opened:
            self._opened.add(path)
            await self._client.open_document(self._uris[path], language_id_for(path), self._texts[path].text)

    # The suggestions

    async def _ask_until_right(self) -> bool:
        """Ask, and reject what is wrong; return whether a suggestion was accepted.

        Where nothing more is expected, one wrong suggestion is enough to know.
        """
        for _ in range(1 if self._next_expected() is None else MAX_REJECTIONS_IN_A_ROW):
            response = await self._ask()
            if response is None:
                return False
            if await self._answer(response):
                return True
            await self._client.reject(str(response.raw.get("id", "")))
        return False

    async def _ask(self) -> _Response | None:
        times = _REQUEST_TIMES[self._way]
        late = [moment for moment in times if self._last_key + moment > self._pace.now()]
        for moment in late or times[-1:]:
            await self._pace.pause(max(self._last_key + moment - self._pace.now(), 0.0))
            response = await self._request(SECOND_REQUEST_S - moment if moment < times[-1] else MAX_HOLD_S)
            if response is not None:
                return response
        return None

    async def _request(self, seconds: float) -> _Response | None:
        """Send a request, and return the first suggestion if it comes within `seconds`."""
        self._request_count += 1
        position = self._texts[self._path].position(self._cursor)
        begin = time.perf_counter()
        task = asyncio.ensure_future(self._client.suggest(self._uris[self._path], position, None))
        self._pending = [one for one in self._pending if not one.done()] + [task]
        if not await self._pace.wait_for(task, seconds):
            return None
        real_ms = 1000 * (time.perf_counter() - begin)
        try:
            suggestions = task.result()
        except RequestFailed:
            return None
        return _Response(suggestions[0], self._pace.now() - self._last_key, real_ms) if suggestions else None

    async def _answer(self, response: _Response) -> bool:
        """Accept the suggestion if it is right; return whether it was."""
        raw = response.raw
        path = next((path for path, uri in self._uris.items() if uri == raw.get("uri")), None)
        description = _describe(raw, path, self._texts)
        right = None
        try:
            suggestion = msgspec.convert(raw, acp.NesSuggestion)
        except msgspec.ValidationError:
            suggestion = None
        if path is not None:
            text = self._texts[path]
            match suggestion:
                case acp.NesEditSuggestion():
                    right = await self._accept_edit(text, suggestion)
                case acp.NesSearchAndReplaceSuggestion():
                    right = await self._accept_replacement(text, suggestion)
                case acp.NesRenameSuggestion():
                    right = await self._accept_rename(text, suggestion)
                case acp.NesJumpSuggestion():
                    right = await self._accept_jump(text, suggestion)
                case _:
                    pass
        origin = parse_origin(raw)
        verdict: Verdict = right or "wrong"
        self._shown.append(
            ShownSuggestion(
                verdict=verdict,
                text=description,
                family=origin.family,
                chance=origin.chance,
                wait_s=round(response.wait_s, 3),
                real_ms=round(response.real_ms, 3),
            )
        )
        if right is not None:
            self._last_key = self._pace.now()
        return right is not None

    async def _accept_edit(self, text: StoryText, suggestion: acp.NesEditSuggestion) -> Verdict | None:
        before = text.text
        try:
            after = "\n".join(apply_edits(before.split("\n"), suggestion.edits))
        except ValueError:
            return None
        fulfilled = text.fulfil(after)
        if fulfilled is None:
            return None
        await self._client.accept(suggestion.id)
        await self._open_before(text, before)
        for edit in sorted(
            suggestion.edits,
            key=lambda edit: (edit.range.start.line, edit.range.start.character),
            reverse=True,
        ):
            await self._client.change_document(self._uris[text.path], edit.range, edit.new_text)
        await self._after_acceptance(text, fulfilled)
        return "right"

    async def _accept_replacement(
        self, text: StoryText, suggestion: acp.NesSearchAndReplaceSuggestion
    ) -> Verdict | None:
        before = text.text
        after = _replace_all(before, suggestion)
        fulfilled = None if after is None else text.fulfil(after)
        if after is None or fulfilled is None:
            return None
        await self._client.accept(suggestion.id)
        await self._send_text(text, before, after)
        await self._after_acceptance(text, fulfilled)
        return "right"

    async def _accept_rename(self, text: StoryText, suggestion: acp.NesRenameSuggestion) -> Verdict | None:
        """Rename as a language server does: at all expected places of the name, and nowhere else."""
        target = text.place_at(suggestion.position)
        if target is None:
            return None
        found = [
            (other, segment)
            for other in self._texts.values()
            for segment in other.open_places
            if segment.place and segment.text == target.text and suggestion.new_name in segment.place.texts
        ]
        if not found:
            return None
        await self._client.accept(suggestion.id)
        for other in dict.fromkeys(other for other, _ in found):
            before, fulfilled = other.text, [segment for one, segment in found if one is other]
            for segment in fulfilled:
                other.close(segment, suggestion.new_name)
            await self._send_text(other, before, other.text)
            await self._after_acceptance(other, fulfilled)
        return "right"

    async def _accept_jump(self, text: StoryText, suggestion: acp.NesJumpSuggestion) -> Verdict | None:
        segment = text.place_at_line(suggestion.position.line)
        place = segment.place if segment is not None else None
        if segment is None or place is None or segment is self._jump_target:
            return None
        await self._client.accept(suggestion.id)
        await self._move(text, text.start_of(segment))
        if not place.jump:
            self._jump_target = segment
            return "jump"
        await self._type(text, segment, place.texts[0])
        self._record_place(text, segment, right=True)
        return "right"

    async def _send_text(self, text: StoryText, before: str, after: str) -> None:
        """Send the change of a text line by line, from the bottom."""
        await self._open_before(text, before)
        old, new = before.split("\n"), after.split("\n")
        for region in reversed(diff_regions(old, new)):
            changed_range, inserted = region_change(old, region, new[region.new_start : region.new_stop])
            await self._client.change_document(self._uris[text.path], changed_range, inserted)
            old = [*old[: region.start], *new[region.new_start : region.new_stop], *old[region.stop :]]

    async def _open_before(self, text: StoryText, before: str) -> None:
        """Open a document in which a suggestion is accepted, as it was before."""
        if text.path not in self._opened:
            self._opened.add(text.path)
            await self._client.open_document(self._uris[text.path], language_id_for(text.path), before)

    async def _after_acceptance(self, text: StoryText, fulfilled: Sequence[Segment]) -> None:
        for segment in fulfilled:
            self._record_place(text, segment, right=True)
        last = fulfilled[-1]
        await self._move(text, text.start_of(last) + len(last.text))
        self._jump_target = None

    def _record_place(self, text: StoryText, segment: Segment, *, right: bool, reason: str = "") -> None:
        if isinstance(segment.mark, EditMark) or segment.mark is None or segment.mark.optional:
            return
        lines = text.text.split("\n")
        blank = len(segment.text) - len(segment.text.lstrip("\n"))
        line = text.line_of(segment) + blank  # an inserted line begins with line breaks
        after = lines[line].strip() if line < len(lines) else ""
        outcome = PlaceOutcome(right=right, path=text.path, line=line + 1, text=after, reason=reason)
        self._places.append(outcome)


def _replace_all(text: str, suggestion: acp.NesSearchAndReplaceSuggestion) -> str | None:
    if not suggestion.search:
        return None
    if not suggestion.is_regex:
        return text.replace(suggestion.search, suggestion.replace)
    try:
        found = compute_replacements(
            text,
            suggestion.search,
            suggestion.replace,
            "gm",
            max_bytes=_MAX_REPLACED_BYTES,
            stop=Stop(_SEARCH_TIMEOUT_S),
        )
    except WorkspaceError:
        return None
    for start, end, new in reversed([*found]):
        text = text[:start] + new + text[end:]
    return text


def _describe(raw: dict[str, Any], path: str | None, texts: dict[str, StoryText]) -> str:
    """Say in one line what a suggestion would do."""
    kind = raw.get("kind", "?")
    where = path or str(raw.get("uri", ""))
    try:
        suggestion = msgspec.convert(raw, acp.NesSuggestion)
    except msgspec.ValidationError:
        return f"{kind} that cannot be understood"
    match suggestion:
        case acp.NesEditSuggestion(edits=edits) if path is not None:
            lines = texts[path].text.split("\n")
            try:
                words = "; ".join(_describe_lines(lines, apply_edits(lines, edits)))
            except ValueError:
                words = "with an invalid range"
        case acp.NesEditSuggestion():
            words = "in a file that is not in the story"
        case acp.NesJumpSuggestion(position=place):
            words = f"line {place.line + 1}"
        case acp.NesRenameSuggestion(position=place, new_name=new):
            words = f"line {place.line + 1} to {new}"
        case acp.NesSearchAndReplaceSuggestion(search=search, replace=replace):
            words = f"{search} by {replace}"
        case _:
            words = ""
    return f"{kind} {where} {words}"[:MAX_SHOWN_TEXT_CHARS]


def _describe_lines(before: list[str], after: list[str]) -> Iterator[str]:
    for region in diff_regions(before, after):
        yield f"line {region.start + 1}: {_describe_region(before, after, region)}"


def _describe_region(before: list[str], after: list[str], region: DiffRegion) -> str:
    old, new = before[region.start : region.stop], after[region.new_start : region.new_stop]
    if not new:
        return "- " + " ⏎ ".join(line.strip() for line in old)
    if len(old) == len(new) == 1:
        blocks = difflib.SequenceMatcher(None, old[0], new[0], autojunk=False).get_matching_blocks()
        if len(blocks) > 1 and blocks[0].size + blocks[-2].size > len(old[0]) // 2:
            return new[0].strip()
    return ("" if old else "+ ") + " ⏎ ".join(line.strip() for line in new)
