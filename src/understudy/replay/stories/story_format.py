"""Parses stories. A file of stories is plain text:

    ==== rename a local variable               the name of a story, which begins it
    kind: rename-local                         headers, see below
    --- cart.py                                a file of the workspace, as many as needed
    def total(items):
        «value→amount» = 0                     typed: the old text, an arrow, the new text
        for item in items:
            ‹value→amount› += item.price       expected, with alternatives: ‹old→new¦other new¦re:pattern›
        return ‹value→amount›

Old or new may be empty or have several lines. These words may follow the alternatives of an expected place: `@` (a
jump to it is enough), `?` (it may be suggested, but is not expected), `#1` (expected is one of the places with this
number, not all).

Headers: `kind`; `language` (default: that of the first typed file); `keys` (select, backspace, paste); `open`
(further open files); `do` (the actions, such as `edit, undo` or `edit, pause 2, edit, save`; default: all edits in
reading order); `expect: silence` if nothing is to be suggested.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, cast, get_args

from understudy.languages import language_id_for
from understudy.replay.errors import ReplayError
from understudy.replay.stories.limits import MAX_STORIES, MAX_STORY_FILE_BYTES
from understudy.replay.stories.story import EditMark, Keys, Piece, PlaceMark, Story, StoryFile

__all__ = ["parse_stories", "read_stories"]

_HEADING: Final = "==== "
_FILE_LINE: Final = "--- "
_MARK: Final = re.compile(r"«(?P<edit>[^«»‹›]*)»|‹(?P<place>[^«»‹›]*)›")
_MARK_CHARACTERS: Final = frozenset("«»‹›")
_GROUP: Final = re.compile(r"#\d")
_STEP: Final = re.compile(r"edit|undo|save|pause \d+(?:\.\d+)?")
_HEADERS: Final = frozenset({"kind", "language", "keys", "open", "do", "expect"})


def read_stories(paths: Iterable[Path]) -> list[Story]:
    """Read every `*.story` file of the folders and files. Raises ReplayError."""
    stories: list[Story] = []
    for path in paths:
        if not path.exists():
            raise ReplayError("bad_story", f"There is no {path}.")
        for file in sorted(path.rglob("*.story")) if path.is_dir() else [path]:
            stories += parse_stories(_read_story_file(file), file.name)
    if not stories:
        raise ReplayError("bad_story", "There are no stories: files named *.story are wanted.")
    if len(stories) > MAX_STORIES:
        raise ReplayError("bad_story", f"There are {len(stories)} stories; {MAX_STORIES} may be played.")
    names = [story.name for story in stories]
    for story in stories:
        if names.count(story.name) > 1:
            raise ReplayError("bad_story", f"{story.source}: two stories are named {story.name!r}.")
    return stories


def _read_story_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_STORY_FILE_BYTES + 1)
        if len(data) > MAX_STORY_FILE_BYTES:
            raise ReplayError("bad_story", f"{path} has more than {MAX_STORY_FILE_BYTES >> 20} MiB.")
        return data.decode()
    except OSError as error:
        raise ReplayError("bad_story", f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ReplayError("bad_story", f"{path} is no text in UTF-8.") from None


def parse_stories(text: str, source: str) -> Iterator[Story]:
    """Return the stories of a file's text. Raises ReplayError."""
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith(_HEADING)]
    for start, stop in itertools.pairwise([*starts, len(lines)]):
        where = f"{source}:{start + 1}"
        name = lines[start].removeprefix(_HEADING).strip()
        try:
            yield _parse_story(name, lines[start + 1 : stop], where)
        except ValueError as error:
            raise ReplayError("bad_story", f"{where}, {name!r}: {error}.") from None


def _parse_story(name: str, lines: list[str], source: str) -> Story:
    heads = [number for number, line in enumerate(lines) if line.startswith(_FILE_LINE)]
    if not name or not heads:
        raise ValueError("a story has a name and at least one file")
    headers = _parse_headers(lines[: heads[0]])
    files = tuple(
        _parse_file(lines[start].removeprefix(_FILE_LINE).strip(), lines[start + 1 : stop])
        for start, stop in itertools.pairwise([*heads, len(lines)])
    )
    edits = [(file.path, piece) for file in files for piece in file.pieces if isinstance(piece, EditMark)]
    if not edits:
        raise ValueError("nothing is typed")
    if len({file.path for file in files}) < len(files):
        raise ValueError("two files have the same path")
    silence = headers.get("expect") == "silence"
    places = [piece for file in files for piece in file.pieces if isinstance(piece, PlaceMark)]
    if silence != all(place.optional for place in places) or headers.get("expect", "silence") != "silence":
        raise ValueError("either places are expected, or the header is `expect: silence`")
    steps = tuple(step.strip() for step in headers.get("do", ", ".join(["edit"] * len(edits))).split(","))
    if any(_STEP.fullmatch(step) is None for step in steps) or steps.count("edit") != len(edits):
        raise ValueError("`do` lists edit (once for each mark), undo, save and pause SECONDS")
    keys = headers.get("keys", "select")
    if keys not in get_args(Keys):
        raise ValueError("`keys` is select, backspace or paste")
    opened = [path.strip() for path in headers.get("open", "").split(",") if path.strip()]
    if not {*opened} <= {file.path for file in files}:
        raise ValueError("`open` names a file that the story does not have")
    return Story(
        name=name,
        kind=headers["kind"],
        language=headers.get("language") or language_id_for(edits[0][0]),
        files=files,
        steps=steps,
        opened=tuple(dict.fromkeys([*opened, *(path for path, _ in edits)])),
        keys=cast(Keys, keys),
        silence=silence,
        source=source,
    )


def _parse_headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        if not line.strip():
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in _HEADERS or key in headers or not value.strip():
            raise ValueError(f"the header {line.strip()!r} is unknown, repeated or empty")
        headers[key] = value.strip()
    if "kind" not in headers:
        raise ValueError("the header `kind` is missing")
    return headers


def _parse_file(path: str, lines: list[str]) -> StoryFile:
    parts = PurePosixPath(path)
    if not path or parts.is_absolute() or ".." in parts.parts:
        raise ValueError(f"{path!r} is no path inside the workspace")
    text = "\n".join(lines).rstrip("\n") + "\n"
    pieces: list[Piece] = []
    end = 0
    for found in _MARK.finditer(text):
        pieces.append(_check_plain(text[end : found.start()]))
        pieces.append(
            _parse_place(found["place"]) if found["edit"] is None else EditMark(*_split_arrow(found["edit"]))
        )
        end = found.end()
    pieces.append(_check_plain(text[end:]))
    return StoryFile(path, tuple(piece for piece in pieces if piece != ""))


def _check_plain(text: str) -> str:
    if not _MARK_CHARACTERS.isdisjoint(text):
        raise ValueError(f"a mark is not closed, or is inside of another: {text.strip()[:80]!r}")
    return text


def _split_arrow(text: str) -> tuple[str, str]:
    old, arrow, new = text.partition("→")
    if not arrow or old == new:
        raise ValueError(f"the mark {text!r} needs an arrow between two different texts")
    return old, new


def _parse_place(text: str) -> PlaceMark:
    old, new = _split_arrow(text)
    first, *rest = new.split("¦")
    words = {word for word in rest if word in ("@", "?")}
    groups = [word for word in rest if _GROUP.fullmatch(word)]
    patterns = tuple(word.removeprefix("re:") for word in rest if word.startswith("re:"))
    for pattern in patterns:
        try:
            re.compile(f"x(?:{pattern})")  # as it is used: flags for the whole are invalid inside
        except re.error as error:
            raise ValueError(f"the pattern {pattern!r} is invalid: {error}") from None
    texts = [word for word in rest if word not in words and word not in groups and not word.startswith("re:")]
    return PlaceMark(
        old=old,
        texts=(first, *texts),
        patterns=patterns,
        jump="@" in words,
        optional="?" in words,
        group=groups[0] if groups else "",
    )
