"""Takes the file changes of a whole turn back, from the events that were stored before each change.

Built on hashes: a file is only put back if it has exactly the content that the turn left, so that no later edit of
the user is overwritten. What commands changed is not covered: only the tools' own changes are recorded. Only
`undo_turn` changes files, and runs in a worker thread therefore. Stores nothing itself.
"""

import itertools
import secrets
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from understudy.chat.events import ChangesUndone, Event, FileChanged, ToolCalled, ToolReturned, UserPrompted
from understudy.chat.limits import MAX_CHECKPOINT_FILE_BYTES, MAX_TITLE_CHARS
from understudy.chat.text import one_line
from understudy.schema.acp import Content, Diff, TextContent, ToolCallContent, ToolCallLocation
from understudy.tools import Call, FileChange, RestoreConflict, restore_file
from understudy.workspace import Workspace, WorkspaceError

__all__ = [
    "Checkpoint",
    "FileConflict",
    "UndoReport",
    "build_undo_events",
    "compress_content",
    "find_checkpoints",
    "undo_turn",
]

UNDO_NAME = "undo"
"""The name of the call that shows an undo."""


@dataclass(slots=True)
class Checkpoint:
    """A turn that changed files, and the changes that were not taken back yet."""

    prompt_id: str
    title: str
    """The beginning of its prompt."""
    changes: list[FileChanged] = field(default_factory=list[FileChanged])

    @property
    def paths(self) -> list[str]:
        """The files as the tools show them, each once."""
        return list(dict.fromkeys(change.display_path for change in self.changes))


@dataclass(frozen=True, slots=True)
class FileConflict:
    path: str
    reason: str
    """The end of a sentence that begins with the path."""


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What an undo did, or would do."""

    checkpoint: Checkpoint
    restored: Sequence[FileChange]
    conflicts: Sequence[FileConflict]
    paths: Sequence[str]
    """The files that are as before the turn now; empty if nothing was done."""

    @property
    def is_done(self) -> bool:
        return bool(self.paths)


def find_checkpoints(events: Iterable[Event]) -> list[Checkpoint]:
    """Return the turns whose changes can be taken back, the oldest first."""
    found: dict[str, Checkpoint] = {}
    current: Checkpoint | None = None
    for event in events:
        match event:
            case UserPrompted():
                texts = [block.text for block in event.blocks if isinstance(block, TextContent)]
                current = Checkpoint(event.message_id, one_line(" ".join(texts), 60) or "a prompt")
            case FileChanged() if current is not None:
                current.changes.append(event)
                found[current.prompt_id] = current
            case ChangesUndone() if event.prompt_id in found:
                undone = found[event.prompt_id]
                undone.changes = [
                    change for change in undone.changes if change.display_path not in event.paths
                ]
            case _:
                pass
    return [checkpoint for checkpoint in found.values() if checkpoint.changes]


def compress_content(data: bytes | None, room: int) -> bytes | None:
    """Return the content as it is stored; None if there is none, or if it does not fit into `room` bytes."""
    if data is None or len(data) > MAX_CHECKPOINT_FILE_BYTES:
        return None
    compressed = zlib.compress(data, 6)
    return compressed if len(compressed) <= room else None


def undo_turn(
    workspace: Workspace,
    checkpoint: Checkpoint,
    *,
    call: Call | None = None,
    partial: bool = False,
    dry_run: bool = False,
) -> UndoReport:
    """Put the files of a turn back. If one of them conflicts, nothing is changed unless `partial`.

    Example: `undo_turn(workspace, find_checkpoints(events)[-1])`.
    """
    call = call or Call()
    plan: list[tuple[FileChanged, FileChanged]] = []
    conflicts: list[FileConflict] = []
    for path in checkpoint.paths:
        changes = [change for change in checkpoint.changes if change.display_path == path]
        problem = _unrestorable(changes)
        if problem is None:
            try:
                _restore(workspace, changes[0], changes[-1], call, dry_run=True)
                plan.append((changes[0], changes[-1]))
                continue
            except (RestoreConflict, WorkspaceError) as error:
                problem = _reason(error)
        conflicts.append(FileConflict(path, problem))
    if dry_run or (conflicts and not partial):
        previews = [_restore(workspace, first, last, call, dry_run=True) for first, last in plan]
        return UndoReport(checkpoint, [change for change in previews if change], conflicts, ())
    restored: list[FileChange] = []
    paths: list[str] = []
    for first, last in plan:
        try:
            change = _restore(workspace, first, last, call, dry_run=False)
        except (RestoreConflict, WorkspaceError) as error:  # it changed between the two looks
            conflicts.append(FileConflict(first.display_path, _reason(error)))
            continue
        paths.append(first.display_path)
        restored += [change] if change is not None else []
    return UndoReport(checkpoint, restored, conflicts, paths)


def _restore(
    workspace: Workspace, first: FileChanged, last: FileChanged, call: Call, *, dry_run: bool
) -> FileChange | None:
    content = None if first.old_data is None else zlib.decompress(first.old_data)
    return restore_file(
        workspace,
        first.display_path,
        content,
        old_hash=first.old_hash,
        left_hash=last.new_hash,
        call=Call(stop=call.stop, buffers=call.buffers),
        dry_run=dry_run,
    )


def _unrestorable(changes: Sequence[FileChanged]) -> str | None:
    if changes[0].old_hash is not None and changes[0].old_data is None:
        return "was too large to be kept"
    for before, after in itertools.pairwise(changes):
        if after.old_hash != before.new_hash:
            return "was changed by someone else between two changes of the turn"
    return None


def _reason(error: RestoreConflict | WorkspaceError) -> str:
    return str(error) if isinstance(error, RestoreConflict) else f"cannot be put back: {error.user_message}"


def build_undo_events(report: UndoReport) -> list[Event]:
    """Return the events that show an undo to the client, tell the model of it, and mark the changes as undone."""
    call_id = f"call_{secrets.token_hex(8)}"
    locations = [ToolCallLocation(path=change.path) for change in report.restored]
    content: list[ToolCallContent] = [
        Diff(path=change.path, old_text=change.old, new_text=change.new)
        for change in report.restored
        if not change.too_large
    ]
    lines = [f"{path!r} is as it was before that prompt." for path in report.paths]
    lines += [f"{conflict.path!r} {conflict.reason}; it was not touched." for conflict in report.conflicts]
    if report.conflicts:
        content.append(Content(content=TextContent(text="\n".join(lines[len(report.paths) :]))))
    called = ToolCalled(
        id=call_id,
        name=UNDO_NAME,
        arguments={"turn": report.checkpoint.prompt_id},
        title=one_line(f"Take back the changes of “{report.checkpoint.title}”", MAX_TITLE_CHARS),
        tool_kind="edit",
        locations=locations,
        by="user",
    )
    events: list[Event] = [called]
    if report.is_done:
        events.append(ChangesUndone(prompt_id=report.checkpoint.prompt_id, paths=list(report.paths)))
    failed = not report.is_done
    text = "\n".join(["Nothing was taken back.", *lines] if failed else lines)
    events.append(ToolReturned(id=call_id, failed=failed, text=text, content=content, locations=locations))
    return events
