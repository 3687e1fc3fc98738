"""Stories: everyday edits typed key by key against an agent, and what is expected after them.

`story_format` has the format of their files, `simulated_user` how they are played.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.replay.stories.results import WAYS, StoryGroup, StoryResult, StoryResults, Way
    from understudy.replay.stories.story import PlaceMark, Story
    from understudy.replay.stories.story_format import parse_stories, read_stories
    from understudy.replay.stories.story_report import (
        build_story_report,
        format_story_lines,
        format_story_tables,
        render_story_page,
    )
    from understudy.replay.stories.story_run import StoryPlan, play_stories

__all__ = [
    "WAYS",
    "PlaceMark",
    "Story",
    "StoryGroup",
    "StoryPlan",
    "StoryResult",
    "StoryResults",
    "Way",
    "build_story_report",
    "format_story_lines",
    "format_story_tables",
    "parse_stories",
    "play_stories",
    "read_stories",
    "render_story_page",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "results": ("WAYS", "StoryGroup", "StoryResult", "StoryResults", "Way"),
        "story": ("PlaceMark", "Story"),
        "story_format": ("parse_stories", "read_stories"),
        "story_report": (
            "build_story_report",
            "format_story_lines",
            "format_story_tables",
            "render_story_page",
        ),
        "story_run": ("StoryPlan", "play_stories"),
    },
)
