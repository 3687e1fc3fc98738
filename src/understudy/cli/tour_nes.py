"""The tour's first part: next edits as an editor gets them. A real `understudy acp`, real messages, no model.

Plays an editor whose user renames a function at its definition and takes what is suggested next. Which suggestion
comes, and when none does, is the engine's affair: where it is silent too early, the user goes on by hand.
"""

import asyncio
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from understudy.cli.terminal import Terminal, harmless
from understudy.nes.setup import NesSetup
from understudy.replay.comparing import edited, regions, replacing, units
from understudy.replay.connection import Suggester, connected
from understudy.replay.driving import told
from understudy.replay.explaining import Question, explain
from understudy.replay.patches import Changed
from understudy.schema import acp

__all__ = ["show_next_edits"]

LIMIT: Final = 30.0
MOST: Final = 12
"""Questions; the scene has fewer places."""
PAUSE: Final = 0.25
"""Seconds in which a person looks up, and an editor asks."""

OLD: Final = "get_user"
NEW: Final = "find_user"
FILES: Final = {
    "users.py": """\
def get_user(name):
    return USERS[name]


def rename_user(name, new):
    user = get_user(name)
    user.name = new


def delete_user(name):
    USERS.pop(get_user(name).name)
""",
    "api.py": """\
import users


def show(name):
    return users.get_user(name).as_json()


def rename(name, new):
    users.rename_user(name, new)
    return users.get_user(new).as_json()
""",
}
FIRST: Final = "users.py"
_OLD_NAME: Final = re.compile(rf"\b{OLD}\b")


def show_next_edits(terminal: Terminal, home: Path, environ: Mapping[str, str]) -> None:
    """The files of the scene are below `home`, and so is all that the agent keeps. Raises ReplayError."""
    folder = home / "scene"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    scene = asyncio.run(_play(terminal, folder, environ))
    scene.tell_why()


async def _play(terminal: Terminal, folder: Path, environ: Mapping[str, str]) -> "_Scene":
    begin = time.perf_counter()
    command = (sys.executable, "-P", "-m", "understudy.cli.main", "acp")
    async with asyncio.timeout(LIMIT), connected(command, environ) as suggester:
        scene = _Scene(terminal, suggester, folder)
        await scene.open(begin)
        await scene.rename()
        return scene


class _Scene:
    def __init__(self, terminal: Terminal, suggester: Suggester, folder: Path) -> None:
        self._terminal = terminal
        self._suggester = suggester
        self._folder = folder
        self._now = {name: text.split("\n") for name, text in FILES.items()}
        self._name = FIRST
        self._line = 0

    async def open(self, begin: float) -> None:
        await self._suggester.start(self._folder)
        for name, text in FILES.items():
            await self._suggester.open(self._uri(name), "python", text)
        words = f"an editor starts `understudy acp` and opens {' and '.join(FILES)}"
        self._mark("✓", "green", words, begin)

    async def rename(self) -> None:
        """The definition by hand; then whatever is suggested, until the old name is gone."""
        await self._by_hand(f"you rename {OLD} where it is defined")
        for _ in range(MOST):
            await asyncio.sleep(PAUSE)
            place = acp.Position(line=self._line, character=units(self._now[self._name][self._line]))
            begin = time.perf_counter()
            found = await self._suggester.suggest(self._uri(self._name), place, ())
            took = _milliseconds(begin)
            if found and await self._take(found[0], took):
                continue
            if not self._left():
                self._mark("·", "yellow", f"asked again: nothing more is suggested, after {took}")
                return
            await self._by_hand("nothing certain enough: you go on by hand")

    def tell_why(self) -> None:
        """Why nothing came: asked in this process, after the same changes, as `understudy nes explain` does it."""
        changes = [
            Changed(self._folder / name, FILES[name], "\n".join(lines)) for name, lines in self._now.items()
        ]
        question = Question(path=self._folder / self._name, line=self._line)
        account = explain(NesSetup(), self._folder, changes, question)
        if account.suggestion is None:
            why = f"why? `understudy nes explain` tells: {account.explanation.sentence}"
            self._terminal.line(f"      {self._dim(harmless(why, one_line=True))}")

    async def _take(self, raw: dict[str, Any], took: str) -> bool:
        """Accept it if it is a part of the renaming, as this user would; else reject it."""
        name = next((name for name in FILES if self._uri(name) == raw.get("uri")), None)
        suggestion = msgspec.convert(raw, acp.NesSuggestion)
        if name is None or not isinstance(suggestion, acp.NesEditSuggestion):
            await self._suggester.reject(suggestion.id)
            return False
        now = self._now[name]
        then = edited(now, suggestion.edits)
        if then == now or [_renamed(line) for line in then] != [_renamed(line) for line in now]:
            await self._suggester.reject(suggestion.id)
            return False
        line = suggestion.edits[0].range.start.line
        style = self._terminal.style
        where = style(f"{name}:{line + 1}", "magenta")
        why = self._dim(harmless(told(raw).why, one_line=True))
        self._mark("→", "cyan", f"{where}  suggested in {took}, taken  {why}")
        await self._suggester.accept(suggestion.id)
        await self._change(name, then)
        return True

    async def _by_hand(self, words: str) -> None:
        name, line = self._left()[0]
        self._mark("✎", "blue", f"{self._terminal.style(f'{name}:{line + 1}', 'magenta')}  {words}")
        now = self._now[name]
        await self._change(name, [*now[:line], _renamed(now[line]), *now[line + 1 :]])

    def _left(self) -> list[tuple[str, int]]:
        return [
            (name, number)
            for name, lines in self._now.items()
            for number, line in enumerate(lines)
            if _OLD_NAME.search(line)
        ]

    async def _change(self, name: str, then: list[str]) -> None:
        """Show and tell a change; none here changes the number of lines."""
        now = self._now[name]
        for region in regions(now, then):
            new = then[region.new_start : region.new_stop]
            self._show(now[region.start : region.stop], new)
            await self._suggester.change(self._uri(name), *replacing(now, region, new))
            self._name, self._line = name, region.start
        self._now[name] = then

    def _show(self, old: list[str], new: list[str]) -> None:
        for sign, colour, lines in (("-", "red", old), ("+", "green", new)):
            for line in lines:
                self._terminal.line(f"      {self._terminal.style(f'{sign} {line.strip()}', colour)}")

    def _uri(self, name: str) -> str:
        return (self._folder / name).as_uri()

    def _mark(self, mark: str, colour: str, words: str, begin: float | None = None) -> None:
        took = "" if begin is None else f"  {self._dim(_milliseconds(begin))}"
        self._terminal.line(f"  {self._terminal.style(mark, colour)} {words}{took}")

    def _dim(self, text: str) -> str:
        return self._terminal.style(text, "dim")


def _renamed(line: str) -> str:
    return _OLD_NAME.sub(NEW, line)


def _milliseconds(begin: float) -> str:
    return f"{(time.perf_counter() - begin) * 1000:.1f} ms"
