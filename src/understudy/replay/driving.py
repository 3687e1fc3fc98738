"""The user of the replay: makes a commit's hunks, asks after every change, takes what is right.

The first hunk is made by hand. From then on the agent is asked after every change; a suggestion that is a part
of the commit is accepted and applied, any other is rejected and the next hunk is made by hand.
"""

import difflib
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from understudy.nes.index_uris import language_of
from understudy.replay.comparing import Region, edited, regions, replacing, units
from understudy.replay.connection import Suggester
from understudy.replay.records import Case, final_lines
from understudy.replay.scoring import Ask, Hand, Outcome, brings_nearer
from understudy.replay.shapes import Shape, shape_of
from understudy.rpc import RpcError
from understudy.schema import acp

__all__ = ["META", "MOST_ASKS", "Event", "Told", "replay_case", "told"]

META: Final = "understudy.dev/nes"
"""Where our agent tells in a suggestion's `_meta` how it came to it."""
MOST_ASKS: Final = 60
"""Questions in one case; a commit that needs more is left there."""
HISTORY: Final = 6
NEAR: Final = 2
"""Lines that a jump may be beside the mark."""


class Told(msgspec.Struct, frozen=True):
    """What an agent says of a suggestion's origin."""

    family: str = ""
    chance: float | None = None
    why: str = ""


class Event(msgspec.Struct, frozen=True):
    """A question with the suggestion as it came, for whoever follows the replay closely."""

    ask: Ask
    suggestion: dict[str, Any] | None


async def replay_case(
    suggester: Suggester, case: Case, file: str, follow: Callable[[Event], None] = lambda _: None
) -> tuple[list[Ask], list[Hand]]:
    with tempfile.TemporaryDirectory(prefix="understudy-replay-") as folder:
        root = Path(folder).resolve() / "repo"
        root.mkdir()
        for path, text in case.files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8", newline="")
        await suggester.start(root)
        try:
            user = _User(suggester, case, file, root, follow)
            await user.work()
        finally:
            await suggester.close()
        return user.asks, user.hands


def told(suggestion: dict[str, Any]) -> Told:
    """What stands in `_meta`; of other agents nothing does."""
    meta = suggestion.get("_meta")
    said: object = cast(dict[str, Any], meta).get(META) if isinstance(meta, dict) else None
    try:
        return msgspec.convert(said or {}, Told)
    except msgspec.ValidationError:
        return Told()


class _User:
    def __init__(
        self, suggester: Suggester, case: Case, file: str, root: Path, follow: Callable[[Event], None]
    ) -> None:
        self.asks: list[Ask] = []
        self.hands: list[Hand] = []
        self._suggester = suggester
        self._case = case
        self._file = file
        self._follow = follow
        self._final = final_lines(case)
        self._now = {path: text.split("\n") for path, text in case.files.items()}
        self._order = list(dict.fromkeys(hunk.path for hunk in case.hunks))
        self._uris = {path: (root / path).as_uri() for path in self._order}
        self._left = {path: regions(self._now[path], self._final[path]) for path in self._order}
        self._open: set[str] = set()
        self._history: list[acp.NesEditHistoryEntry] = []
        self._path = self._order[0]
        self._line = 0

    async def work(self) -> None:
        by_hand = True
        while any(self._left.values()):
            if by_hand:
                await self._make_next()
                by_hand = False
            elif len(self.asks) < MOST_ASKS:
                by_hand = not await self._ask()
            else:
                return

    async def _make_next(self) -> None:
        """The next hunk below the cursor, else the first of the file, else of the next file."""
        if not self._left[self._path]:
            self._path = next(path for path in self._order if self._left[path])
            self._line = 0
        path, left = self._path, self._left[self._path]
        region = next((region for region in left if region.start >= self._line), left[0])
        old, new = self._texts(path, region)
        now = self._now[path]
        self._line = region.start + max(len(new) - 1, 0)
        await self._change(path, [*now[: region.start], *new, *now[region.stop :]])
        self.hands.append(
            Hand(
                case=self._case.id,
                file=self._file,
                language=language_of(path),
                shape=shape_of(old, new),
                first=not self.hands,
            )
        )

    async def _ask(self) -> bool:
        """Whether a suggestion was taken."""
        now = self._now[self._path]
        character = units(now[self._line]) if self._line < len(now) else 0
        place = acp.Position(line=self._line, character=character)
        begin = time.perf_counter()
        try:
            found = await self._suggester.suggest(self._uris[self._path], place, self._history[-HISTORY:])
        except (RpcError, TimeoutError):
            self._note(None, "error", time.perf_counter() - begin)
            return False
        seconds = time.perf_counter() - begin
        if not found:
            self._note(None, "silent", seconds)
            return False
        return await self._judge(found[0], seconds)

    async def _judge(self, raw: dict[str, Any], seconds: float) -> bool:
        suggestion = _understood(raw)
        path = next((path for path, uri in self._uris.items() if uri == raw.get("uri")), None)
        match suggestion:
            case acp.NesJumpSuggestion(position=place):
                left = self._left[path] if path is not None else []
                hit = any(region.start - NEAR <= place.line <= region.stop + NEAR for region in left)
                self._note(raw, "jump", seconds, path, hit=hit)
            case acp.NesEditSuggestion(edits=edits):
                if path is None:  # a file that the commit leaves as it is
                    self._note(raw, "rejected", seconds)
                else:
                    return await self._judge_edits(raw, path, edits, seconds)
            case _:
                self._note(raw, "bad", seconds, path)
        await self._suggester.reject(str(raw.get("id", "")))
        return False

    async def _judge_edits(
        self, raw: dict[str, Any], path: str, edits: Sequence[acp.NesTextEdit], seconds: float
    ) -> bool:
        name = str(raw.get("id", ""))
        now = self._now[path]
        try:
            then = edited(now, edits)
        except ValueError:
            self._note(raw, "bad", seconds, path)
            await self._suggester.reject(name)
            return False
        shape = _shape_between(now, then)
        if not brings_nearer(now, then, self._final[path]):
            self._note(raw, "rejected", seconds, path, shape=shape)
            await self._suggester.reject(name)
            return False
        before = len(self._left[path])
        await self._suggester.accept(name)
        await self._change(path, then)
        self._note(raw, "accepted", seconds, path, shape=shape, hunks=max(1, before - len(self._left[path])))
        self._path = path
        self._line = max(edit.range.start.line for edit in edits)
        return True

    async def _change(self, path: str, then: list[str]) -> None:
        """Tell the agent of the step to this text, region by region from the bottom."""
        uri, now = self._uris[path], self._now[path]
        if path not in self._open:
            await self._suggester.open(uri, language_of(path), "\n".join(now))
            self._open.add(path)
        for region in reversed(regions(now, then)):
            place, text = replacing(now, region, then[region.new_start : region.new_stop])
            await self._suggester.change(uri, place, text)
            now = [*now[: region.start], *then[region.new_start : region.new_stop], *now[region.stop :]]
        diff = difflib.unified_diff(self._now[path], then, path, path, lineterm="", n=3)
        self._history.append(acp.NesEditHistoryEntry(uri=uri, diff="\n".join(diff)))
        del self._history[:-HISTORY]
        self._now[path] = then
        self._left[path] = regions(then, self._final[path])

    def _texts(self, path: str, region: Region) -> tuple[list[str], list[str]]:
        old = self._now[path][region.start : region.stop]
        return old, self._final[path][region.new_start : region.new_stop]

    def _note(
        self,
        raw: dict[str, Any] | None,
        outcome: Outcome,
        seconds: float,
        path: str | None = None,
        *,
        hit: bool = False,
        hunks: int = 0,
        shape: Shape | None = None,
    ) -> None:
        origin = told(raw or {})
        ask = Ask(
            case=self._case.id,
            file=self._file,
            language=language_of(path or self._path),
            outcome=outcome,
            seconds=seconds,
            hit=hit,
            hunks=hunks,
            shape=shape,
            family=origin.family,
            chance=origin.chance,
        )
        self.asks.append(ask)
        self._follow(Event(ask, raw))


def _understood(raw: dict[str, Any]) -> acp.NesSuggestion | None:
    try:
        return msgspec.convert(raw, acp.NesSuggestion)
    except msgspec.ValidationError:
        return None


def _shape_between(now: Sequence[str], then: Sequence[str]) -> Shape | None:
    """Of the whole step; one of several shapes is a rewrite."""
    shapes: set[Shape] = {
        shape_of(now[r.start : r.stop], then[r.new_start : r.new_stop]) for r in regions(now, then)
    }
    if len(shapes) > 1:
        return "rewrite"
    return next(iter(shapes), None)
