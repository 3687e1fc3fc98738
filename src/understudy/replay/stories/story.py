"""The parts of a story: files with marks for what the user types and for what is expected after it.

A story is data. `story_format` parses it, `story_text` keeps the text while it is played.
"""

from typing import Literal

import msgspec

__all__ = ["EditMark", "Keys", "Piece", "PlaceMark", "Story", "StoryFile"]

Keys = Literal["select", "backspace", "paste"]
"""How an old text is replaced: selected and typed over, deleted from its end and retyped, or pasted over."""


class EditMark(msgspec.Struct, frozen=True):
    """An edit of the user: `old` becomes `new`."""

    old: str
    new: str


class PlaceMark(msgspec.Struct, frozen=True, kw_only=True):
    """An expected edit: `old` becomes one of `texts`, or a text that one of `patterns` matches."""

    old: str
    texts: tuple[str, ...]
    """The first is what the user types if the edit is not suggested."""
    patterns: tuple[str, ...] = ()
    jump: bool = False
    """Whether a jump to it is enough, because its text is not certain."""
    optional: bool = False
    """Whether it may be suggested but is not expected."""
    group: str = ""
    """One place may be at several positions: the edit is expected at one of the marks of a group."""


Piece = str | EditMark | PlaceMark


class StoryFile(msgspec.Struct, frozen=True):
    path: str
    pieces: tuple[Piece, ...]


class Story(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: str
    language: str
    files: tuple[StoryFile, ...]
    steps: tuple[str, ...]
    """The actions before the first request: `edit` (the next mark), `undo`, `save`, or `pause SECONDS`."""
    opened: tuple[str, ...]
    """The files that are open in the editor from the start."""
    keys: Keys = "select"
    silence: bool = False
    """Whether every suggestion is wrong."""
    source: str = ""
    """The file and line of the story."""
