"""What the two tools that change files have in common: their arguments, results, checks and announcements.

It changes nothing; `placing` does.

Asking for consent before a file is written that other programs run or trust.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.current_content import CurrentContent
from understudy.tools.editor_api import ExpectedState, FileChange
from understudy.tools.limits import MAX_ANNOUNCED_BYTES
from understudy.tools.tool import Call, ConsentRequest, ToolArgs, ToolResult
from understudy.workspace import Denied, InvalidArgument, Place, TooLarge, Workspace
from understudy.workspace.files.encoding import decode, replace_undecodable
from understudy.workspace.files.text_reader import read_all
from understudy.workspace.files.write_target import require_hash
from understudy.workspace.paths.filename_text import escape_filename
from understudy.workspace.sensitive_files import sensitivity_reason

__all__ = [
    "ChangeArgs",
    "ChangeResult",
    "announce_change",
    "changed_error",
    "encode_text",
    "require_consent",
    "require_expected_state",
    "require_same_place",
]


class ChangeArgs(ToolArgs, frozen=True, kw_only=True):
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
        """After a dry run: what the real call must find, so that it makes the change that was shown."""
        return ExpectedState(None if self.old_hash is UNSET else self.old_hash, self.path)


def encode_text(text: str, max_bytes: int, argument: str) -> bytes:
    """The text as UTF-8; refuses what is too long or no valid text."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            f"{argument} has half of a surrogate pair, which is no character. Send valid Unicode.",
            "not_encodable",
        ) from None
    if len(data) > max_bytes:
        raise TooLarge(
            f"{argument} has {len(data)} bytes; at most {max_bytes} can be written at once. "
            "Write the first part, then append the rest.",
            "too_large",
            limit=max_bytes,
        )
    return data


def require_expected_state(args: ChangeArgs, call: Call, now: str | None, requested_path: str) -> None:
    """Refuse if the file is not as its caller, or the person who agreed, has seen it. None: not there."""
    if args.expected_hash is not UNSET:
        require_hash(now, args.expected_hash, requested_path)
    if call.expected_state is None:
        return
    if call.expected_state.hash is not None:
        require_hash(now, call.expected_state.hash, requested_path)
    elif now is not None:
        raise changed_error(requested_path, "is there now and was not before")


def require_same_place(workspace: Workspace, call: Call, place: Place, requested_path: str) -> None:
    """Refuse if the path leads elsewhere than when the person agreed: a link on the way was moved.

    From here on the place stays what it is, since it is opened without following anything.
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
    """Tell whoever listens what is about to change, as a person would see it."""
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
        )
    )


def _display_text(data: bytes | None) -> str | None:
    decoded = None if data is None or len(data) > MAX_ANNOUNCED_BYTES else decode(data)
    return None if decoded is None else replace_undecodable(decoded[0])


def changed_error(requested_path: str, description: str) -> InvalidArgument:
    """The refusal of a change to a file that is not as it was when the change was thought of."""
    return InvalidArgument(
        f"{escape_filename(requested_path)!r} {description}. Read it again and redo the change.",
        "changed_since_read",
        path=escape_filename(requested_path),
    )


def require_consent(workspace: Workspace, call: Call, tool: str, place: Place) -> None:
    """Refuse a sensitive write unless somebody agrees to it."""
    if workspace.trust_all:
        return
    why = sensitivity_reason(place, workspace.roots)
    if why is None:
        return
    path = workspace.display_path(place)
    if not call.ask_consent(ConsentRequest(tool, path, why)):
        raise Denied(
            f"{path!r} was not changed: it is sensitive ({why}), so a person must agree to the change first. "
            "Ask the user to make it, or to start Understudy with --trust-all.",
            "needs_approval",
            path=path,
            why=why,
        )
