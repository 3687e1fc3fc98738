"""What writeFile and modifyFile share: arguments, results, checks, consent, announcing and saving a change.

A change is saved through the editor where that is possible, else on the disk in one step. This module owns
the last checks before the editor writes, and what a dry run must find out without writing. The new content is
computed by the tools.
"""

import errno
import os
from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.current_content import CurrentContent, require_unmoved
from understudy.tools.editor_api import EditorBuffers, ExpectedState, FileChange
from understudy.tools.limits import MAX_ANNOUNCED_BYTES, MAX_EDITOR_TEXT_BYTES
from understudy.tools.tool import Call, ConsentRequest, ToolArgs, ToolResult
from understudy.workspace import (
    Denied,
    InvalidArgument,
    Place,
    TooLarge,
    Workspace,
    escape_filename,
    sensitivity_reason,
)
from understudy.workspace.files import (
    WriteTarget,
    already_exists_error,
    decode,
    is_same_content,
    read_all,
    replace_undecodable,
    require_hash,
)
from understudy.workspace.paths import raise_for_os_error

__all__ = [
    "READ_FIRST_GUIDANCE",
    "ChangeArgs",
    "ChangeResult",
    "announce_change",
    "changed_error",
    "encode_text",
    "require_expected_state",
    "require_savable",
    "save_content",
    "start_change",
]


READ_FIRST_GUIDANCE: Final = "Read a file before you change it, and pass its hash as expectedHash."


class ChangeArgs(ToolArgs, frozen=True, kw_only=True):
    """The arguments that writeFile and modifyFile share.

    Example: `write_file.Args(path="a.txt", content="x", expected_hash=hash_, dry_run=True)`.
    """

    expected_hash: (
        Annotated[
            str,
            Meta(description="hash that readFile gave; if the file has another one now, nothing is changed."),
        ]
        | UnsetType
    ) = UNSET
    dry_run: Annotated[bool, Meta(description="Change nothing; only show the change as a unified diff.")] = (
        False
    )


class ChangeResult(ToolResult, frozen=True, kw_only=True):
    """What writeFile and modifyFile return.

    Example: `write_file.run(workspace, args, Call()).hash`.
    """

    success: bool
    path: Annotated[str, Meta(description="Can be passed straight back to any tool.")]
    hash: Annotated[str, Meta(description="SHA-256 of the file after the change.")]
    old_hash: (
        Annotated[
            str,
            Meta(
                description="SHA-256 of the file before the change; absent if it was not there. Also absent "
                "after a real overwrite of more than 64 MiB, for which the old file was not read."
            ),
        ]
        | UnsetType
    ) = UNSET
    diff: str | UnsetType = UNSET

    def to_expected_state(self) -> ExpectedState:
        """After a dry run: the state that the real call must find, so that it makes the change that was
        shown.
        """
        return ExpectedState(None if self.old_hash is UNSET else self.old_hash, self.path)


def encode_text(text: str, max_bytes: int, argument: str) -> bytes:
    """Encode the text as UTF-8; raise if it is too long or not valid Unicode."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            f"{argument} has half of a surrogate pair, which is no character.",
            "not_encodable",
            advice="Send valid Unicode.",
        ) from None
    if len(data) > max_bytes:
        raise TooLarge(
            f"{argument} has {len(data)} bytes; at most {max_bytes} can be written at once.",
            "too_large",
            advice="Write the first part, then append the rest.",
            limit=max_bytes,
        )
    return data


def start_change(workspace: Workspace, call: Call, tool: str, requested_path: str) -> Place:
    """Resolve the path of a file to change and obtain consent; the call's time limit starts after the
    answer.
    """
    place = workspace.resolve(requested_path)
    _require_expected_place(workspace, call, place, requested_path)
    _require_consent(workspace, call, tool, place)
    call.stop.shorten_deadline(workspace.limits.max_execution_time / 1000)
    return place


def require_expected_state(args: ChangeArgs, call: Call, now: str | None, requested_path: str) -> None:
    """Raise if the file is not as the caller, or the user who agreed, has seen it. `now` None: no file."""
    if args.expected_hash is not UNSET:
        require_hash(now, args.expected_hash, requested_path)
    if call.expected_state is None:
        return
    if call.expected_state.hash is not None:
        require_hash(now, call.expected_state.hash, requested_path)
    elif now is not None:
        raise changed_error(requested_path, "is there now and was not before")


def _require_expected_place(workspace: Workspace, call: Call, place: Place, requested_path: str) -> None:
    """Raise if the path leads elsewhere than when the user agreed, because a link was changed.

    After this check the place cannot change, since it is opened without following links.
    """
    if call.expected_state is not None and call.expected_state.path not in (
        None,
        workspace.display_path(place),
    ):
        raise changed_error(requested_path, "leads to another place than before")


def announce_change(
    workspace: Workspace,
    call: Call,
    place: Place,
    current: CurrentContent,
    new: bytes,
    *,
    appended: bool = False,
) -> None:
    """Report the upcoming change to the listener, as a person would read it."""
    if not call.has_change_listener:
        return
    old = b"" if current.fd is None else read_all(current.fd, MAX_ANNOUNCED_BYTES)
    if appended:
        new = b"" if old is None else old + new
    before, after = _display_text(old), _display_text(new)
    too_large = before is None or after is None
    if too_large:
        before = after = ""
    call.on_change(
        FileChange(
            escape_filename(place.path),
            workspace.display_path(place),
            None if current.fd is None else before,
            after or "",
            too_large,
            None if current.fd is None else old,
        )
    )


def _display_text(data: bytes | None) -> str | None:
    decoded = None if data is None or len(data) > MAX_ANNOUNCED_BYTES else decode(data)
    return None if decoded is None else replace_undecodable(decoded[0])


def changed_error(requested_path: str, description: str) -> InvalidArgument:
    """The error of a change to a file that is not in the state for which the change was made."""
    return InvalidArgument(
        f"{escape_filename(requested_path)!r} {description}.",
        "changed_since_read",
        advice="Read it again and redo the change.",
        path=escape_filename(requested_path),
    )


def _require_consent(workspace: Workspace, call: Call, tool: str, place: Place) -> None:
    """Raise Denied for a write to a sensitive file unless a person consents."""
    if workspace.trust_all:
        return
    reason = sensitivity_reason(place, workspace.roots, workspace.sensitive_patterns)
    if reason is None:
        return
    path = workspace.display_path(place)
    if not call.ask_consent(ConsentRequest(tool, path, reason)):
        raise Denied(
            f"{path!r} was not changed: it is sensitive ({reason}), so a person must agree to the change first.",
            "needs_approval",
            advice="Ask the user to make it, or to start Understudy with --trust-all.",
            path=path,
            why=reason,
        )


def require_savable(target: WriteTarget, current: CurrentContent, size: int) -> None:
    """For a dry run: raise if saving would fail because the folder is not writable."""
    if target.folder_fd is not None:
        if _editor_for(current, size) is None:
            _require_writable(target.folder_fd, target.requested_path)
        return
    max_name_bytes = os.fpathconf(target.place.root.fd, "PC_NAME_MAX")
    if any(len(os.fsencode(name)) > max_name_bytes > 0 for name in target.place.relative.split("/")):
        raise_for_os_error(
            OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG)), target.requested_path
        )
    fd = _open_nearest_folder(target)
    try:
        _require_writable(fd, target.requested_path)
    finally:
        os.close(fd)


def save_content(
    target: WriteTarget,
    current: CurrentContent,
    content: Iterable[bytes],
    size: int,
    *,
    exclusive: bool = False,
    depends_on_old: bool = False,
) -> None:
    """Save `content` of `size` bytes, through the editor where that is possible.

    `exclusive`: the file must not exist. `depends_on_old`: the change depends on the old content, which must
    be unchanged. Edits in the editor between our reading and writing its text are the editor's to detect.
    """
    editor = _editor_for(current, size)
    if editor is None:
        try:
            new = exclusive or (depends_on_old and target.old_fd is None)
            target.save(content, exclusive=new, require_unchanged=depends_on_old)
        except InvalidArgument as error:
            if error.reason != "already_exists" or exclusive:
                raise
            raise changed_error(target.requested_path, "is there now and was not before") from None
        return
    text = b"".join(content).decode()
    _require_unchanged(target, current, exclusive=exclusive, depends_on_old=depends_on_old)
    editor.write(target.place.path, text)
    target.created_folders.clear()


def _editor_for(current: CurrentContent, size: int) -> EditorBuffers | None:
    return current.editor if size <= MAX_EDITOR_TEXT_BYTES else None


def _require_unchanged(
    target: WriteTarget, current: CurrentContent, *, exclusive: bool, depends_on_old: bool
) -> None:
    """The last check before the editor writes: still the same folder, and the same file in it."""
    now = require_unmoved(target.place, target.requested_path)
    parent = target.place.parent()
    try:
        fd = parent.open(os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise_for_os_error(error, target.requested_path)
    try:
        if target.folder_fd is None or not os.path.sameopenfile(fd, target.folder_fd):
            raise_for_os_error(OSError(errno.EXDEV, os.strerror(errno.EXDEV)), target.requested_path)
    finally:
        os.close(fd)
    if now is not None and target.old_fd is None and (exclusive or depends_on_old):
        raise (
            already_exists_error(target.requested_path)
            if exclusive
            else changed_error(target.requested_path, "is there now")
        )
    if depends_on_old and not current.from_editor and not is_same_content(now, target.old_status):
        raise changed_error(target.requested_path, "was changed by someone else just now")


def _open_nearest_folder(target: WriteTarget) -> int:
    """Open the closest existing folder above the file, in which the missing ones would be created."""
    folder = target.place.parent()
    while True:
        try:
            return folder.open(os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError as error:
            if folder.relative == ".":
                raise_for_os_error(error, target.requested_path)
            folder = folder.parent()
        except OSError as error:
            raise_for_os_error(error, target.requested_path)


def _require_writable(folder: int, requested_path: str) -> None:
    effective = os.access in os.supports_effective_ids
    if not os.access(".", os.W_OK | os.X_OK, dir_fd=folder, effective_ids=effective):
        raise_for_os_error(PermissionError(errno.EACCES, os.strerror(errno.EACCES)), requested_path)
