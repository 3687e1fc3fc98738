"""How calls of the workspace's tools look to the client: titles, kinds, places, and what they gave. Pure.

Arguments come from a model, so nothing is taken for granted. What a question shows is not here (see asking).
"""

import os
from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec

from understudy.chat.markdown import fenced
from understudy.chat.printed import as_seen, both_ends, uncoloured
from understudy.chat.toolbox.usable import Appearance
from understudy.schema.acp import Content, TextContent, ToolCallContent, ToolCallLocation, ToolKind
from understudy.workspace import Workspace
from understudy.workspace.commands.environment import encodable
from understudy.workspace.harmless import harmless
from understudy.workspace.names import shown
from understudy.workspace.scope import PATH_MAX

__all__ = [
    "appearance",
    "as_text",
    "bounded",
    "printed",
    "result_content",
    "text_content",
    "title_of",
]

KINDS: Final[Mapping[str, ToolKind]] = {
    "exploreFiles": "read",
    "readFile": "read",
    "writeFile": "edit",
    "modifyFile": "edit",
    "searchFiles": "search",
    "executeCommand": "execute",
    "getWorkspaceInfo": "read",
}
MOST_TITLE: Final = 120
_MOST_READ: Final = 1000
"""Characters that a title is made of."""
MOST_SHOWN: Final = 16 << 10
"""Characters of one text in what the client is shown; the model gets more."""


def appearance(workspace: Workspace, tool: str, arguments: Any) -> Appearance:
    given: Mapping[str, Any] = (
        cast(Mapping[str, Any], arguments) if isinstance(arguments, Mapping) else dict[str, Any]()
    )
    return Appearance(
        title=title_of(_title(tool, given)),
        kind=KINDS.get(tool, "other"),
        locations=_places(workspace, given),
    )


def _title(tool: str, given: Mapping[str, Any]) -> str:
    path = _word(given.get("path", ""))
    match tool:
        case "exploreFiles":
            return f"List {path}"
        case "readFile":
            first, last = given.get("startLine"), given.get("endLine")
            spoken = f" ({_word(first or 1)}–{_word(last or 'end')})"
            return f"Read {path}{'' if first is None and last is None else spoken}"
        case "writeFile":
            return f"Append to {path}" if given.get("mode") == "append" else f"Write {path}"
        case "modifyFile":
            return f"Edit {path}"
        case "searchFiles":
            paths = given.get("paths")
            several = cast(list[Any], paths)[:MOST_TITLE] if isinstance(paths, list) else []
            return f"Search {_word(given.get('query', ''))!r} in {', '.join(map(_word, several))}"
        case "executeCommand":
            return f"`{_word(given.get('command', '')).strip()}`"
        case "getWorkspaceInfo":
            return "Look at the workspace"
        case _:
            return tool


def _word(value: object) -> str:
    """An argument in a title. It is cut before anything else is done with it: a model may write megabytes."""
    match value:
        case str():
            return value if len(value) <= _MOST_READ else f"{value[:_MOST_READ]}…"
        case int() if abs(value) < 1 << 32:
            return str(value)
        case _:
            return "…"


def title_of(text: str) -> str:
    """A title of somebody's words: short, on one line, and nothing in it that deceives.

    Line breaks are written out before spaces are drawn together, or a comment would seem to go on behind them.
    """
    title = " ".join(harmless(text[:_MOST_READ], one_line=True).split())
    whole = len(text) <= _MOST_READ and len(title) <= MOST_TITLE
    return title if whole else title[: MOST_TITLE - 1] + "…"


def _places(workspace: Workspace, given: Mapping[str, Any]) -> list[ToolCallLocation]:
    """The file as it is spelled. Nothing is looked up, since a slow disk would hold up everything else."""
    path, line = given.get("path"), given.get("startLine")
    if not isinstance(path, str) or not path or len(path) >= PATH_MAX or "\0" in path or not encodable(path):
        return []
    spelled = "/" + os.path.normpath(os.path.join(workspace.primary.path, path)).lstrip("/")
    holding = [root for root in workspace.roots if root.holds(spelled)]
    if not holding or any(root.closes(spelled) for root in holding):
        return []
    return [
        ToolCallLocation(
            path=shown(spelled), line=line if isinstance(line, int) and 0 < line < 1 << 32 else None
        )
    ]


def text_content(text: str) -> Content:
    return Content(content=TextContent(text=text))


def result_content(tool: str, result: Mapping[str, Any]) -> list[ToolCallContent]:
    """What a call gave, for a person to read."""
    match tool, result:
        case "readFile", {"content": str(text)}:
            return [text_content(_block(text))]
        case "executeCommand", {"stdout": str(out), "stderr": str(err), "exitCode": code}:
            return [text_content(f"{printed(out, err)}\n\nExit code {code}")]
        case "searchFiles", {"totalMatches": total}:
            matches: list[dict[str, Any]] = result["matches"]
            lines = [f"{match['path']}:{match['line']}: {match['lineText']}" for match in matches]
            return [text_content(f"{total} matches\n\n{_block(chr(10).join(lines))}")]
        case "exploreFiles", {"totalFound": total}:
            files: list[dict[str, Any]] = result["files"]
            names = [f"{file['path']}{'/' if file['isDirectory'] else ''}" for file in files]
            return [text_content(f"{total} entries\n\n{_block(chr(10).join(names))}")]
        case _:
            return [text_content(_block(msgspec.json.encode(result).decode()))]


def printed(*streams: str) -> str:
    """What a command printed, as a block: as it would stand in a terminal, both ends of it if it is long."""
    said = ""
    for stream in streams:
        said += ("\n" if said and stream and not said.endswith("\n") else "") + stream
    return fenced(harmless(both_ends(as_seen(said), MOST_SHOWN)))


def as_text(result: Mapping[str, Any], most: int) -> str:
    """What the model is told: a file's own text as it is with the rest as JSON below, else JSON."""
    match result:
        case {"content": str(text), **others}:
            kept = text if len(text) <= most else text[:most] + "\n[cut here: ask for a range of lines]"
            return f"{kept}\n\n{msgspec.json.encode(others).decode()}"
        case _:
            encoded = msgspec.json.encode(_without_colours(result)).decode()
            return encoded if len(encoded) <= most else encoded[:most] + " [cut here: ask for less]"


def _without_colours(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """A command's result or error with what it printed as plain text: to a model colours are noise."""
    match result:
        case {"stdout": str(out), "stderr": str(err)}:
            return {**result, "stdout": uncoloured(out), "stderr": uncoloured(err)}
        case {"details": {"stdout": str(), "stderr": str()}}:
            return {**result, "details": _without_colours(result["details"])}
        case _:
            return result


def bounded(value: Any) -> Any:
    """The same data with long texts cut: raw output is for looking at, the texts are kept elsewhere."""
    match value:
        case str():
            return _cut(value)
        case dict():
            return {key: bounded(item) for key, item in cast(dict[str, Any], value).items()}
        case list():
            return [bounded(item) for item in cast(list[Any], value)]
        case _:
            return value


def _block(text: str) -> str:
    return fenced(harmless(_cut(text)))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}\n… ({len(text)} characters in all)"
