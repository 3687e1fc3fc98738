"""Shared by the replay's tests: the command of a scripted agent, small cases, and git repositories."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from understudy.replay.metrics import ReplayResults
from understudy.replay.replay_run import ReplayPlan, run_replay

AGENT = Path(__file__).with_name("scripted_agent.py")


def command(manner: str) -> tuple[str, ...]:
    return (sys.executable, str(AGENT), manner)


def case(
    name: str, files: Mapping[str, str], *hunks: tuple[str, int, list[str], list[str]]
) -> dict[str, Any]:
    keys = ("path", "start", "old", "new")
    return {"id": name, "files": dict(files), "hunks": [dict(zip(keys, hunk, strict=True)) for hunk in hunks]}


def write(path: Path, *cases: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(case) + "\n" for case in cases))
    return path


RENAMES = case(
    "renames",
    {"a.py": "count = 1\nprint(count)\nother = 2\nuse(count)\nkeep = count\n"},
    ("a.py", 0, ["count = 1"], ["total = 1"]),
    ("a.py", 1, ["print(count)"], ["print(total)"]),
    ("a.py", 3, ["use(count)"], ["use(total)"]),
)
"""Adjacent hunks become one region. The last line keeps the old name: there the repeating agent is wrong."""


def replay(manner: str, *files: Path, **environ: str) -> ReplayResults:
    plan = ReplayPlan(files=files, command=command(manner), environ={**os.environ, **environ})
    return run_replay(plan)


class Repo:
    """A temporary git repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> str:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environ |= {
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            **{
                f"GIT_{who}_{what}": "someone@example.org"
                for who in ("AUTHOR", "COMMITTER")
                for what in ("NAME", "EMAIL")
            },
        }
        return subprocess.run(
            ["git", "-C", str(self.folder), *words],
            env=environ, check=True, capture_output=True, text=True, timeout=240,
        ).stdout.strip()  # fmt: skip

    def write(self, **files: str | bytes) -> None:
        for name, content in files.items():
            path = self.folder / name.replace("__", "/").replace("_py", ".py").replace("_md", ".md")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(self, words: str = "a change", **files: str | bytes) -> str:
        self.write(**files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", words)
        return self.git("rev-parse", "HEAD")


def numbered(changed: Mapping[int, str], count: int = 12) -> str:
    """Return lines `line 0` and so on, with some of them changed."""
    return "".join(changed.get(number, f"line {number}") + "\n" for number in range(count))
