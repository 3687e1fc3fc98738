"""The tour of the workbench, played with a real agent: on its sample, every step gets what its card promises.

The sample and the steps are the page's own files. Keys are typed one by one and suggestions are asked for as the
page asks, again and again while none is there: the engine waits until a word seems finished.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from tests.client.agents.harness import run

from agent_program import LIMIT_S, agent_environ
from understudy.client import ClientError, connect
from understudy.client.editor import Editor

TOUR: Final = Path(__file__).parents[2] / "web" / "src" / "tour"
WRITTEN: Final = json.loads((TOUR / "steps.json").read_text())
STEPS: Final[list[dict[str, Any]]] = WRITTEN["steps"]
AGENT: Final = [sys.executable, "-m", "understudy.cli.main", "acp"]
MAX_ACCEPTED: Final = 20


class Player:
    """A person who does what the cards say."""

    def __init__(self, editor: Editor, project: Path) -> None:
        self.editor = editor
        self.project = project
        self.active = str(WRITTEN["open"][0])
        self.cursor = (0, 0)
        self.taken: list[str] = []

    def text(self, path: str) -> str:
        """As it is open, or as it is on the disk."""
        try:
            return self.editor.text(self.project / path)
        except ClientError:
            return (self.project / path).read_text()

    async def show(self, path: str) -> None:
        await self.editor.open(self.project / path)
        self.active = path

    async def play(self, step: dict[str, Any]) -> list[str]:
        """The kinds of what was taken."""
        self.taken = []
        for task in step["tasks"]:
            assert not self.is_done(task), task["id"]
            await (self.type(task) if task["do"] == "edit" else self.take(task))
            assert self.is_done(task), task["id"]
        return self.taken

    def is_done(self, task: dict[str, Any]) -> bool:
        return all(self._holds(condition) for condition in task["done"])

    def _holds(self, condition: dict[str, str]) -> bool:
        if "active" in condition:
            return self.active == condition["active"]
        text = self.text(condition["path"])
        if "has" in condition and not re.search(condition["has"], text):
            return False
        return "lacks" not in condition or not re.search(condition["lacks"], text)

    async def type(self, task: dict[str, str]) -> None:
        await self.show(task["path"])
        text = self.text(task["path"])
        found = text.index(task["find"])
        selected = task["select"]
        start = found + (task["find"].index(selected) if selected else len(task["find"]))
        end = start + len(selected)
        for key in task["type"]:
            text = text[:start] + key + text[end:]
            start = end = start + 1
            await self.editor.change(self.project / task["path"], text)
        before = text[:start]
        self.cursor = (before.count("\n"), len(before) - before.rfind("\n") - 1)

    async def take(self, task: dict[str, Any]) -> None:
        for _ in range(MAX_ACCEPTED):
            if self.is_done(task):
                return
            suggestion = (await self._suggested())[0]
            done = await self.editor.apply(suggestion)
            self.taken.append(suggestion.kind)
            assert done.cursor_uri is not None
            await self.show(str(Path(done.cursor_uri.removeprefix("file://")).relative_to(self.project)))
            self.cursor = done.cursor or self.cursor

    async def _suggested(self) -> Any:
        while not (found := await self.editor.suggest(self.project / self.active, self.cursor)):
            await asyncio.sleep(0.1)
        return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return shutil.copytree(TOUR / "sample", tmp_path / "sample").resolve()


async def _played(project: Path, state: Path, steps: list[dict[str, Any]]) -> list[list[str]]:
    environ = agent_environ(state, PYTHONPATH=os.pathsep.join(sys.path))
    async with (
        connect(AGENT, environ=environ, cwd=project, encodings=("utf-16",)) as agent,
        agent.editor([project]) as editor,
    ):
        player = Player(editor, project)
        for path in reversed(WRITTEN["open"]):
            await player.show(path)
        played = [await player.play(step) for step in steps]
        for path in project.rglob("*.*"):
            path.write_text(player.text(str(path.relative_to(project))))
        return played


def test_the_whole_tour_gets_what_its_cards_promise(project: Path, tmp_path: Path) -> None:
    renamed, repeated, jumped = run(_played(project, tmp_path, STEPS))
    assert renamed == ["edit"] * 5, "two uses in the same file, three in the other"
    assert repeated == ["edit"] * 4
    assert jumped == ["jump", "edit"]
    assert _receipt(project) == 0, "the program runs as it did before"


@pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step["id"]))
def test_a_step_works_though_the_others_were_left_out(
    project: Path, tmp_path: Path, step: dict[str, Any]
) -> None:
    assert run(_played(project, tmp_path, [step])) != [[]]


def test_the_sample_is_a_program_that_runs(project: Path) -> None:
    assert _receipt(project) == 0


def _receipt(project: Path) -> int:
    command = [sys.executable, "-W", "error", "-m", "shop.counter"]
    return subprocess.run(command, cwd=project, capture_output=True, timeout=LIMIT_S).returncode
