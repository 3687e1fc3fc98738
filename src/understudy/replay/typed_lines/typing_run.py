"""Types the new lines of commits against an agent, and counts what completions at the cursor would have saved.

Follows the rules of the shared scorer (`typed_lines.py`). Every hunk is made in order; its new lines are typed
character by character. A new line counts as typed if it was not there before in the hunk and has at least six
characters; a request follows each word, symbol and run of spaces with at least four characters to go. The user
types on after NEXT_KEY_S: a later answer counts as silence. A suggestion that begins at the cursor or behind it in
this line is a completion: it is accepted if all lines that it touches are then as the commit has them, and typed
over otherwise. Suggestions for other places are counted and left alone.
"""

import asyncio
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

import msgspec

from understudy.languages import language_id_for
from understudy.replay.cases import Case, Hunk, read_cases
from understudy.replay.errors import ReplayError, RequestFailed
from understudy.replay.limits import NEXT_KEY_S
from understudy.replay.line_diffs import apply_edits, utf16_length
from understudy.replay.replay_run import ReplayPlan, ReplayProgress, parse_origin
from understudy.replay.suggestion_client import SuggestionClient, launch_agent, loop_factory
from understudy.schema import acp

__all__ = [
    "TypingCounts",
    "TypingEvent",
    "TypingResults",
    "is_typed_line",
    "run_typing",
    "token_borders",
    "type_case",
]

MIN_SAVED_CHARS: Final = 4
MIN_TYPED_CHARS: Final = 6
_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")


class TypingCounts(msgspec.Struct):
    """What was counted in one file of cases, or in all of them."""

    name: str
    cases: int = 0
    lines: int = 0
    characters: int = 0
    asked: int = 0
    shown: int = 0
    right: int = 0
    finished: int = 0
    saved: int = 0
    elsewhere: int = 0

    def add(self, other: "TypingCounts") -> None:
        for field in self.__struct_fields__[1:]:
            setattr(self, field, getattr(self, field) + getattr(other, field))

    @property
    def precision(self) -> float | None:
        return self.right / self.shown if self.shown else None

    @property
    def finished_share(self) -> float | None:
        return self.finished / self.lines if self.lines else None

    @property
    def saved_share(self) -> float | None:
        return self.saved / self.characters if self.characters else None


class TypingEvent(msgspec.Struct, frozen=True):
    """A completion that was shown, for `--verbose`."""

    case: str
    typed: str
    result: str
    is_right: bool


class TypingResults(msgspec.Struct):
    agent: str
    files: list[TypingCounts]
    seconds: list[float]
    """Of every request; a request that got no answer before the next key counts with that time."""
    chances: list[tuple[float, bool]]
    """The probability that the agent gave for each completion, and whether it was right."""

    def total(self) -> TypingCounts:
        total = TypingCounts("all")
        for one in self.files:
            total.add(one)
        return total


def run_typing(
    plan: ReplayPlan,
    on_progress: Callable[[ReplayProgress], None] = lambda _: None,
    on_event: Callable[[TypingEvent], None] = lambda _: None,
    *,
    next_key_s: float = NEXT_KEY_S,
) -> TypingResults:
    """Type the lines of every case. An answer later than `next_key_s` counts as silence. Raises ReplayError."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_run_async(plan, on_progress, on_event, next_key_s))


async def _run_async(
    plan: ReplayPlan,
    on_progress: Callable[[ReplayProgress], None],
    on_event: Callable[[TypingEvent], None],
    next_key_s: float,
) -> TypingResults:
    total = sum(1 for path in plan.files for _ in read_cases(path, plan.max_cases, plan.half))
    if total == 0:
        raise ReplayError("bad_cases", "There are no cases in what was given.")
    results = TypingResults(" ".join(plan.command), [], [], [])
    done = 0
    async with launch_agent(plan.command, plan.environ) as client:
        for path in plan.files:
            counts = TypingCounts(path.stem)
            results.files.append(counts)
            for case in read_cases(path, plan.max_cases, plan.half):
                await type_case(client, case, counts, results, on_event, next_key_s)
                done += 1
                on_progress(ReplayProgress(done, total, path.stem, counts.shown, counts.right))
    return results


async def type_case(
    client: SuggestionClient,
    case: Case,
    counts: TypingCounts,
    results: TypingResults,
    on_event: Callable[[TypingEvent], None] = lambda _: None,
    next_key_s: float = NEXT_KEY_S,
) -> None:
    """Type the lines of one case, and add to the counts and the results."""
    with tempfile.TemporaryDirectory(prefix="understudy-typing-") as folder:
        root = Path(folder).resolve() / "repo"
        for path, text in case.files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8", newline="")
        await client.start_session(root)
        try:
            typist = _Typist(client, case, root, counts, results, on_event, next_key_s)
            for hunk in case.hunks:
                await typist.type_hunk(hunk)
        finally:
            await client.close_session()
        counts.cases += 1


class _Typist:
    def __init__(
        self,
        client: SuggestionClient,
        case: Case,
        root: Path,
        counts: TypingCounts,
        results: TypingResults,
        on_event: Callable[[TypingEvent], None],
        next_key_s: float,
    ) -> None:
        self._next_key_s = next_key_s
        self._client = client
        self._case = case
        self._root = root
        self._counts = counts
        self._results = results
        self._on_event = on_event
        self._texts = {path: text.split("\n") for path, text in case.files.items()}
        self._opened: set[str] = set()
        self._offsets: Counter[str] = Counter()

    async def type_hunk(self, hunk: Hunk) -> None:
        path, at = hunk.path, hunk.start + self._offsets[hunk.path]
        uri, lines = (self._root / path).as_uri(), self._texts[path]
        if path not in self._opened:
            await self._client.open_document(uri, language_id_for(path), "\n".join(lines))
            self._opened.add(path)
        if hunk.old:  # the old lines go in one step
            await self._client.change_document(uri, _range(at, 0, at + len(hunk.old), 0), "")
            del lines[at : at + len(hunk.old)]
        old = {line.strip() for line in hunk.old}
        index = 0
        while index < len(hunk.new):
            want = hunk.new[index]
            indent = want[: len(want) - len(want.lstrip())]
            await self._client.change_document(uri, _range(at + index, 0, at + index, 0), indent + "\n")
            lines.insert(at + index, indent)
            if is_typed_line(want, old):
                index += await self._type_line(uri, lines, at, hunk, index)
            elif want != indent:
                column = utf16_length(indent)
                line = at + index
                await self._client.change_document(
                    uri, _range(line, column, line, column), want[len(indent) :]
                )
                lines[line] = want
            index += 1
        self._offsets[path] += len(hunk.new) - len(hunk.old)

    async def _type_line(self, uri: str, lines: list[str], at: int, hunk: Hunk, index: int) -> int:
        """Type one line; return how many further lines an accepted completion has written."""
        line = at + index
        indent = lines[line]
        body = hunk.new[index][len(indent) :]
        borders = set(token_borders(body))
        counts, last = self._counts, ""
        counts.lines += 1
        counts.characters += len(body)
        for typed, character in enumerate(body, 1):
            column = utf16_length(lines[line])
            await self._client.change_document(uri, _range(line, column, line, column), character)
            lines[line] += character
            if typed not in borders:
                continue
            suggestion = await self._request(
                uri, acp.Position(line=line, character=utf16_length(lines[line]))
            )
            if suggestion is None:
                continue
            edits = _completion_edits(suggestion, uri, line, utf16_length(lines[line]))
            if edits is None:
                counts.elsewhere += suggestion.get("id") != last
                last = str(suggestion.get("id"))
                continue
            new = apply_edits(lines, edits)
            grown = len(new) - len(lines)
            result = new[line : line + 1 + max(grown, 0)]
            is_right = (
                grown >= 0
                and result == hunk.new[index : index + 1 + grown]
                and new[line + 1 + grown :] == lines[line + 1 :]
            )
            key = "\n".join(result)
            if key != last:
                counts.shown += 1
                counts.right += is_right
                origin = parse_origin(suggestion)
                if origin.chance is not None:
                    self._results.chances.append((origin.chance, is_right))
                self._on_event(TypingEvent(self._case.id, lines[line].strip(), key.strip(), is_right))
            last = key
            if is_right:
                await self._client.accept(str(suggestion.get("id")))
                for edit in sorted(edits, key=lambda one: -one.range.start.line):
                    await self._client.change_document(uri, edit.range, edit.new_text)
                further = sum(len(one.strip()) for one in result[1:])
                counts.saved += len(body) - typed + further - 1
                counts.characters += further
                counts.lines += grown
                counts.finished += 1 + grown
                lines[:] = new
                return grown
        return 0

    async def _request(self, uri: str, position: acp.Position) -> dict[str, Any] | None:
        begin = time.perf_counter()
        try:
            found = await asyncio.wait_for(self._client.suggest(uri, position, None), self._next_key_s)
        except (TimeoutError, RequestFailed):
            found = []
        self._results.seconds.append(time.perf_counter() - begin)
        self._counts.asked += 1
        return found[0] if found else None


def _completion_edits(
    suggestion: dict[str, Any], uri: str, line: int, column: int
) -> list[acp.NesTextEdit] | None:
    """Return the edits of a completion; None if the suggestion is for another place."""
    try:
        parsed = msgspec.convert(suggestion, acp.NesEditSuggestion)
    except msgspec.ValidationError:
        return None
    if parsed.uri != uri or not parsed.edits or suggestion.get("kind") != "edit":
        return None
    start = min((edit.range.start.line, edit.range.start.character) for edit in parsed.edits)
    return parsed.edits if start[0] == line and start[1] >= column else None


def _range(line: int, character: int, end_line: int, end_character: int) -> acp.Range:
    return acp.Range(
        start=acp.Position(line=line, character=character),
        end=acp.Position(line=end_line, character=end_character),
    )


def is_typed_line(line: str, old: AbstractSet[str]) -> bool:
    """Whether the line is typed; `old` has the stripped lines that the hunk replaces."""
    return len(line.lstrip()) >= MIN_TYPED_CHARS and line.strip() not in old


def token_borders(text: str) -> list[int]:
    """Return where tokens end, except within the last characters: there is nothing worth completing."""
    ends = (match.end() for match in _TOKEN.finditer(text))
    return [end for end in ends if end <= len(text) - MIN_SAVED_CHARS]
