"""What the engine reached in each story: no change may make one of them worse.

`python tests/stories/baseline.py` plays all stories and writes what is better; `--accept-worse` writes everything.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import msgspec

from understudy.nes import NesSetup
from understudy.replay.stories import Story, StoryPlan, StoryResult, play_stories, read_stories

FOLDER = Path(__file__).parent
FILE = FOLDER / "baseline.json"
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


def load_stories() -> list[Story]:
    return read_stories([FOLDER])


def play(*stories: Story) -> list[StoryResult]:
    return play_stories(StoryPlan(stories=stories, setup=NesSetup(engine_cpu_s=ENGINE_CPU_S))).results


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
    results = play(*stories)
    reached: dict[str, Figures] = {}
    for number, story in enumerate(stories):
        now = figures(results[2 * number : 2 * number + 2])
        old = before.get(story.name)
        if old is not None and now.is_worse_than(old):
            print(f"worse: {story.name}: {list(old)} → {list(now)}")
            now = now if accept_worse else old
        reached[story.name] = now
    write_baseline(reached)


if __name__ == "__main__":
    main()
