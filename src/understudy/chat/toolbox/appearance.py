"""How calls of the workspace's tools look to the client: titles, kinds, places, and what they gave.

Pure but for looking up where a path leads. Arguments come from a model, so nothing is taken for granted.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec

from understudy.chat.markdown import fenced
from understudy.chat.printed import as_seen, both_ends, uncoloured
from understudy.chat.toolbox.usable import Appearance
from understudy.schema.acp import Content, Diff, TextContent, ToolCallContent, ToolCallLocation, ToolKind
from understudy.tools.editor import Change
from understudy.tools.execute_command import Args
from understudy.workspace import Workspace, WorkspaceError
from understudy.workspace.harmless import harmless
from understudy.workspace.names import shown

__all__ = [
    "appearance",
    "as_text",
    "bounded",
    "command_content",
    "diff_of",
    "given_content",
    "printed",
    "result_content",
    "text_content",
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
MOST_SHOWN: Final = 16 << 10
"""Characters of one text in what the client is shown; the model gets more."""


def appearance(workspace: Workspace, tool: str, arguments: Any) -> Appearance:
    given: Mapping[str, Any] = (
        cast(Mapping[str, Any], arguments) if isinstance(arguments, Mapping) else dict[str, Any]()
    )
    return Appearance(
        title=_short(_title(tool, given)), kind=KINDS.get(tool, "other"), locations=_places(workspace, given)
    )


def _title(tool: str, given: Mapping[str, Any]) -> str:
    path = str(given.get("path", ""))
    match tool:
        case "exploreFiles":
            return f"List {path}"
        case "readFile":
            first, last = given.get("startLine"), given.get("endLine")
            lines = "" if first is None and last is None else f" ({first or 1}–{last or 'end'})"
            return f"Read {path}{lines}"
        case "writeFile":
            return f"Append to {path}" if given.get("mode") == "append" else f"Write {path}"
        case "modifyFile":
            return f"Edit {path}"
        case "searchFiles":
            paths = given.get("paths")
            where = ", ".join(str(path) for path in cast(list[Any], paths)) if isinstance(paths, list) else ""
            return f"Search {given.get('query', '')!r} in {where}"
        case "executeCommand":
            return f"`{given.get('command', '')}`"
        case "getWorkspaceInfo":
            return "Look at the workspace"
        case _:
            return tool


def _short(title: str) -> str:
    title = harmless(" ".join(title.split()), one_line=True)
    return title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1] + "…"


def _places(workspace: Workspace, given: Mapping[str, Any]) -> list[ToolCallLocation]:
    path, line = given.get("path"), given.get("startLine")
    if not isinstance(path, str):
        return []
    try:
        place = workspace.locate(path)
    except WorkspaceError:
        return []
    return [
        ToolCallLocation(path=shown(place.path), line=line if isinstance(line, int) and line > 0 else None)
    ]


def text_content(text: str) -> Content:
    return Content(content=TextContent(text=text))


def diff_of(change: Change) -> ToolCallContent:
    if change.too_large:
        return text_content(f"{change.shown} is too large, or no text, to show the change.")
    return Diff(path=change.path, old_text=change.old, new_text=change.new)


def command_content(args: Args, folder: str) -> list[ToolCallContent]:
    """What a person is to know before a command runs.

    The line is whole, because its end is where a bad one hides, and nothing in it is invisible.
    """
    parts = [fenced(harmless(args.command), "sh"), f"In {harmless(shown(folder), one_line=True)}"]
    if args.environment:
        variables = "\n".join(f"{name}={value}" for name, value in args.environment.items())
        parts.append(f"With these variables:\n\n{fenced(harmless(_cut(variables)))}")
    if args.stdin:
        parts.append(f"With this input:\n\n{fenced(harmless(_cut(args.stdin)))}")
    return [text_content("\n\n".join(parts))]


def given_content(arguments: Mapping[str, Any]) -> list[ToolCallContent]:
    """What a server's tool would be sent."""
    written = msgspec.json.format(msgspec.json.encode(arguments)).decode()
    return [text_content(fenced(harmless(_cut(written)), "json"))]


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
