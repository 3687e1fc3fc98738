"""The action `understudy nes stories`: plays stories against the agent, and prints or writes the figures."""

import argparse
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from msgspec import structs

from understudy.acp import NotReady
from understudy.cli.nes_actions import agent_command, check_writable, write_reports
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.cli.terminal import ProgressLine, Terminal, escape_controls
from understudy.nes import NesSetup
from understudy.replay import ReplayError
from understudy.replay.stories import (
    WAYS,
    Story,
    StoryPlan,
    StoryResult,
    build_story_report,
    format_story_lines,
    format_story_tables,
    play_stories,
    read_stories,
    render_story_page,
)

__all__ = ["run_stories"]

_DEFAULT_FOLDER: Final = "tests/stories"


def run_stories(options: argparse.Namespace) -> int:
    terminal, stderr = Terminal(), Terminal(sys.stderr)
    for target in (options.html, options.json):
        check_writable(target)
    stories = _select_stories(options)
    if options.explain:
        logging.basicConfig(stream=sys.stderr, level=logging.DEBUG, format="  %(message)s")
    ways = WAYS if options.asked is None else (options.asked,)
    bar, done = ProgressLine(stderr, quiet=options.verbose), 0

    def show(result: StoryResult) -> None:
        nonlocal done
        done += 1
        bar.update(done, len(stories) * len(ways), escape_controls(result.story, one_line=True))
        if options.verbose:
            for line in format_story_lines(result, terminal.style):
                terminal.write_line(line)

    with tempfile.TemporaryDirectory(prefix="understudy-nes-") as state, bar:
        plan = StoryPlan(
            stories=stories,
            setup=None if options.agent else _own_setup(options),
            command=agent_command(options.agent) if options.agent else (),
            environ={**os.environ, "UNDERSTUDY_STATE_DIR": state},
            ways=ways,
        )
        results = play_stories(plan, show)
    if write_reports(
        options,
        terminal,
        stderr,
        html=lambda: render_story_page(results),
        report=lambda: build_story_report(results),
    ):
        return 0
    if options.verbose:
        terminal.write_line()
    for line in format_story_tables(results, terminal.style):
        terminal.write_line(line)
    return 0


def _select_stories(options: argparse.Namespace) -> tuple[Story, ...]:
    folders = options.stories or [_DEFAULT_FOLDER]
    if not options.stories and not Path(_DEFAULT_FOLDER).is_dir():
        raise ReplayError("bad_usage", "Name a folder with stories: files named *.story.")
    found = [
        story
        for story in read_stories(Path(folder) for folder in folders)
        if (options.kind is None or story.kind == options.kind)
        and (options.language is None or story.language == options.language)
        and (options.story is None or options.story.lower() in story.name.lower())
    ]
    if not found:
        raise ReplayError("bad_usage", "No story is of that kind, language and name.")
    return tuple(found)


def _own_setup(options: argparse.Namespace) -> NesSetup:
    try:
        setup = build_nes_dependencies(options).setup
    except NotReady as error:
        raise ReplayError("bad_setting", str(error)) from None
    return structs.replace(setup, feedback_file=None, index_folder=None)
