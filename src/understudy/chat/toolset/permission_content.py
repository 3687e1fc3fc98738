"""What a person is shown before they agree: a change, a command, what a server's tool would be sent. Pure.

Nothing in it is invisible, and a text is whole up to `MOST_ASKED` characters. Of a longer one both ends are shown,
since the end is where a bad one hides, and how much is missing between them.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from understudy.chat.text.markdown import escape_sentence, fenced_block
from understudy.chat.toolset.limits import MAX_QUESTION_CHARS
from understudy.chat.toolset.presentation import text_content
from understudy.schema.acp import Diff, ToolCallContent
from understudy.tools import execute_command, modify_file, write_file
from understudy.tools.editor_api import FileChange
from understudy.tools.file_changes import ChangeArgs, ChangeResult
from understudy.workspace.escape_controls import escape_controls
from understudy.workspace.paths.filename_text import escape_filename

__all__ = ["arguments_content", "change_content", "command_content", "is_fully_shown"]


def change_content(change: FileChange, args: ChangeArgs, dry_run: ChangeResult) -> ToolCallContent:
    """The change as a diff; if that cannot be (too large, or no text), as much of it as can be shown."""
    if not change.too_large:
        return Diff(path=change.path, old_text=change.old, new_text=change.new)
    parts = [
        f"{escape_sentence(change.display_path)} is too large, or no text, to show the change as a diff."
    ]
    match args:
        case write_file.Args(mode="append"):
            parts += ["This would be appended:", _text_block(args.content)]
        case write_file.Args():
            parts += ["This would be written:", _text_block(args.content)]
        case modify_file.Args():
            operations = msgspec.json.format(msgspec.json.encode(args.operations)).decode()
            # Of very long lines the diff has nothing, so what is to be done is shown as well.
            parts += ["The operations:", _text_block(operations, "json")]
            parts += ["The lines that change:", _text_block(dry_run.diff or "", "diff")]
        case _:
            pass
    return text_content("\n\n".join(parts))


def command_content(args: execute_command.Args, folder: str) -> list[ToolCallContent]:
    """The line is always whole: it cannot be longer than 128 KiB."""
    parts = [
        fenced_block(escape_controls(args.command), "sh"),
        f"In {escape_controls(escape_filename(folder), one_line=True)}",
    ]
    if args.environment:
        parts.append(f"With these variables:\n\n{_text_block(_format_environment(args))}")
    if args.stdin:
        parts.append(f"With this input:\n\n{_text_block(args.stdin)}")
    return [text_content("\n\n".join(parts))]


def is_fully_shown(args: execute_command.Args) -> bool:
    """Whether `command_content` leaves nothing out. To what nobody has seen nobody can say "always"."""
    return (
        len(args.stdin or "") <= MAX_QUESTION_CHARS and len(_format_environment(args)) <= MAX_QUESTION_CHARS
    )


def arguments_content(arguments: Mapping[str, Any]) -> list[ToolCallContent]:
    """What a server's tool would be sent."""
    return [text_content(_text_block(msgspec.json.format(msgspec.json.encode(arguments)).decode(), "json"))]


def _format_environment(args: execute_command.Args) -> str:
    return "\n".join(f"{name}={value}" for name, value in (args.environment or {}).items())


def _text_block(text: str, language: str = "") -> str:
    left_out = len(text) - MAX_QUESTION_CHARS
    if left_out > 0:
        half = MAX_QUESTION_CHARS // 2
        text = f"{text[:half]}\n… {left_out:,} characters left out here …\n{text[-half:]}"
    return fenced_block(escape_controls(text), language)
