"""What the client is shown of tool calls: titles, kinds, locations, results, errors and permission requests. Pure.

Arguments come from a model, so their types and sizes are not trusted. Of an error the model gets everything, the
person the output so far and one sentence. A permission request shows a change, a command, or the arguments of an
MCP tool: without invisible characters, and whole up to MAX_QUESTION_CHARS. Of a longer text both ends are shown,
because a malicious part may hide at the end, with the number of characters left out between them.
"""

import os
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from understudy.chat.limits import (
    MAX_QUESTION_CHARS,
    MAX_RESULT_CHARS,
    MAX_SHOWN_CHARS,
    MAX_TITLE_CHARS,
    MAX_TITLE_SOURCE_CHARS,
)
from understudy.chat.text import (
    escape_sentence,
    fenced_block,
    final_terminal_text,
    strip_escapes,
    truncate_middle,
)
from understudy.chat.toolset.tool_api import CallOutcome, CallPresentation
from understudy.schema.acp import Content, Diff, TextContent, ToolCallContent, ToolCallLocation
from understudy.tools import (
    OPTIONAL_TOOLS,
    TOOLS,
    ChangeArgs,
    ChangeResult,
    CommandOutput,
    FileChange,
    ResultPart,
    TextBlock,
    TextLine,
    Tool,
    ToolResult,
    execute_command,
    modify_file,
    write_file,
)
from understudy.workspace import Workspace, WorkspaceError, escape_controls, escape_filename
from understudy.workspace.commands import is_encodable
from understudy.workspace.paths import PATH_MAX

__all__ = [
    "arguments_content",
    "change_content",
    "command_content",
    "failure_outcome",
    "is_fully_shown",
    "output_block",
    "present_call",
    "result_content",
    "result_text",
    "sanitize_title",
    "text_content",
    "truncate_strings",
]


def present_call(workspace: Workspace, tool: str, arguments: Any) -> CallPresentation:
    """The title, the kind and the locations of a call, from the definition of the tool with this name."""
    given: Mapping[str, Any] = (
        cast(Mapping[str, Any], arguments) if isinstance(arguments, Mapping) else dict[str, Any]()
    )
    definition = TOOLS.get(tool) or OPTIONAL_TOOLS[tool]
    return CallPresentation(
        title=sanitize_title(definition.call_title(given)),
        kind=definition.kind,
        locations=_locations(workspace, given),
        pending_title=definition.pending_title or definition.title,
    )


def sanitize_title(text: str) -> str:
    """Make a title of untrusted text: short, on one line, with control characters escaped.

    Line breaks are escaped before whitespace is collapsed; otherwise a comment would seem to continue after them.
    """
    title = " ".join(escape_controls(text[:MAX_TITLE_SOURCE_CHARS], one_line=True).split())
    whole = len(text) <= MAX_TITLE_SOURCE_CHARS and len(title) <= MAX_TITLE_CHARS
    return title if whole else title[: MAX_TITLE_CHARS - 1] + "…"


def _locations(workspace: Workspace, given: Mapping[str, Any]) -> list[ToolCallLocation]:
    """The location of the file by its path as written. Not resolved: a slow disk would block the event loop."""
    path, line = given.get("path"), given.get("startLine")
    if (
        not isinstance(path, str)
        or not path
        or len(path) >= PATH_MAX
        or "\0" in path
        or not is_encodable(path)
    ):
        return []
    spelled = "/" + os.path.normpath(os.path.join(workspace.primary.path, path)).lstrip("/")
    holding = [root for root in workspace.roots if root.contains(spelled)]
    if not holding or any(root.is_private(spelled) for root in holding):
        return []
    return [
        ToolCallLocation(
            path=escape_filename(spelled), line=line if isinstance(line, int) and 0 < line < 1 << 32 else None
        )
    ]


def text_content(text: str) -> Content:
    return Content(content=TextContent(text=text))


def result_content(tool: Tool[Any, Any], result: ToolResult) -> list[ToolCallContent]:
    """The result of a call, for a person to read."""
    return [text_content("\n\n".join(map(_result_part_text, tool.result_parts(result))))]


def _result_part_text(part: ResultPart) -> str:
    match part:
        case TextLine(text):
            return escape_controls(text, one_line=True)
        case TextBlock(text):
            return _text_block(text)
        case CommandOutput(streams):
            return output_block(*streams)


def output_block(*streams: str) -> str:
    """Render a command's output as a code block, as a terminal would show it; a long one without its middle."""
    output = ""
    for stream in streams:
        output += ("\n" if output and stream and not output.endswith("\n") else "") + stream
    return fenced_block(escape_controls(truncate_middle(final_terminal_text(output), MAX_SHOWN_CHARS)))


def result_text(result: Mapping[str, Any], max_chars: int) -> str:
    """Render a result for the model: a file's text unchanged with the rest as JSON below it, otherwise JSON."""
    match result:
        case {"content": str(text), **others}:
            content = (
                text
                if len(text) <= max_chars
                else text[:max_chars] + "\n[cut here: ask for a range of lines]"
            )
            return f"{content}\n\n{msgspec.json.encode(others).decode()}"
        case _:
            encoded = msgspec.json.encode(_without_escapes(result)).decode()
            return encoded if len(encoded) <= max_chars else encoded[:max_chars] + " [cut here: ask for less]"


def _without_escapes(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Remove escape sequences from the output in a command's result or error: a model has no use for colours."""
    match result:
        case {"stdout": str(out), "stderr": str(err)}:
            return {**result, "stdout": strip_escapes(out), "stderr": strip_escapes(err)}
        case {"details": {"stdout": str(), "stderr": str()}}:
            return {**result, "details": _without_escapes(result["details"])}
        case _:
            return result


def truncate_strings(value: Any) -> Any:
    """Truncate long texts in the raw output; the complete text is stored in the result itself."""
    match value:
        case str():
            return _truncate(value)
        case dict():
            return {key: truncate_strings(item) for key, item in cast(dict[str, Any], value).items()}
        case list():
            return [truncate_strings(item) for item in cast(list[Any], value)]
        case _:
            return value


def _text_block(text: str) -> str:
    return fenced_block(escape_controls(_truncate(text)))


def _truncate(text: str) -> str:
    return (
        text
        if len(text) <= MAX_SHOWN_CHARS
        else f"{text[:MAX_SHOWN_CHARS]}\n… ({len(text)} characters in all)"
    )


def failure_outcome(error: WorkspaceError, user_message: str | None = None) -> CallOutcome:
    """The outcome of a failed call; `user_message` replaces the error's."""
    payload = error.payload()
    match error.details:
        case {"stdout": str(out), "stderr": str(err)} if out or err:
            content = [text_content(output_block(out, err))]
        case _:
            content = []
    return CallOutcome(
        result_text(payload, MAX_RESULT_CHARS),
        failed=True,
        user_message=user_message or error.user_message,
        advice=error.advice,
        content=content,
        output=payload,
    )


def change_content(change: FileChange, args: ChangeArgs, dry_run: ChangeResult) -> ToolCallContent:
    """Render a change as a diff; if it is too large or not text, render as much of it as possible."""
    if not change.too_large:
        return Diff(path=change.path, old_text=change.old, new_text=change.new)
    parts = [
        f"{escape_sentence(change.display_path)} is too large, or no text, to show the change as a diff."
    ]
    match args:
        case write_file.Args(mode="append"):
            parts += ["This would be appended:", _question_text_block(args.content)]
        case write_file.Args():
            parts += ["This would be written:", _question_text_block(args.content)]
        case modify_file.Args():
            operations = msgspec.json.format(msgspec.json.encode(args.operations)).decode()
            # The diff omits very long lines, so the operations are shown as well.
            parts += ["The operations:", _question_text_block(operations, "json")]
            parts += ["The lines that change:", _question_text_block(dry_run.diff or "", "diff")]
        case _:
            pass
    return text_content("\n\n".join(parts))


def command_content(args: execute_command.Args, folder: str, sandbox: str | None) -> list[ToolCallContent]:
    """Render a command with its folder, sandbox, variables and input. The line is never truncated: it is 128 KiB at
    most.

    `sandbox`: the name of our sandbox; None if the command runs in a terminal of the client.
    """
    parts = [
        fenced_block(escape_controls(args.command), "sh"),
        f"In {escape_controls(escape_filename(folder), one_line=True)}",
        _reach_sentence(sandbox, network=args.network is True),
    ]
    if args.environment:
        parts.append(f"With these variables:\n\n{_question_text_block(_format_environment(args))}")
    if args.stdin:
        parts.append(f"With this input:\n\n{_question_text_block(args.stdin)}")
    return [text_content("\n\n".join(parts))]


def _reach_sentence(sandbox: str | None, *, network: bool) -> str:
    """What holds the command, and whether it can use the network."""
    match sandbox:
        case None:
            held = "In a terminal of the client."
        case "off":
            return "Without a sandbox: it can do whatever you can do."
        case "none":
            return "No sandbox works here, so it will be refused."
        case name:
            held = f"Sandbox: {name}."
    if network:
        return f"{held} It can use the network: the internet, and services on this machine."
    return held if sandbox is None else f"{held} It has no network."


def is_fully_shown(args: execute_command.Args) -> bool:
    """Whether `command_content` leaves nothing out: "always" is offered only for a command that was shown whole."""
    return (
        len(args.stdin or "") <= MAX_QUESTION_CHARS and len(_format_environment(args)) <= MAX_QUESTION_CHARS
    )


def arguments_content(arguments: Mapping[str, Any]) -> list[ToolCallContent]:
    """Render the arguments of an MCP call."""
    return [
        text_content(
            _question_text_block(msgspec.json.format(msgspec.json.encode(arguments)).decode(), "json")
        )
    ]


def _format_environment(args: execute_command.Args) -> str:
    return "\n".join(f"{name}={value}" for name, value in (args.environment or {}).items())


def _question_text_block(text: str, language: str = "") -> str:
    omitted = len(text) - MAX_QUESTION_CHARS
    if omitted > 0:
        half = MAX_QUESTION_CHARS // 2
        text = f"{text[:half]}\n… {omitted:,} characters left out here …\n{text[-half:]}"
    return fenced_block(escape_controls(text), language)
