"""What the two tools that change files have in common: their arguments, results, checks and announcements.

It changes nothing; `placing` does.
"""

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.current import Current
from understudy.tools.editor import Change, Expectation
from understudy.tools.tool import Call, ToolArgs, ToolResult
from understudy.workspace import InvalidArgument, Place, TooLarge, Workspace
from understudy.workspace.encoding import decode, visible
from understudy.workspace.names import shown
from understudy.workspace.reading import read_all
from understudy.workspace.saving import require_hash

__all__ = [
    "MOST_SHOWN",
    "ChangeArgs",
    "ChangeResult",
    "announce",
    "changed",
    "check_text",
    "require_expected",
    "require_place",
]

MOST_SHOWN: Final = 1 << 20
"""Bytes of a file beyond which a change is announced without its texts."""


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

    def pin(self) -> Expectation:
        """After a dry run: what the real call must find, so that it makes the change that was shown."""
        return Expectation(None if self.old_hash is UNSET else self.old_hash, self.path)


def check_text(text: str, limit: int, argument: str) -> bytes:
    """The text as UTF-8; refuses what is too long or no valid text."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            f"{argument} has half of a surrogate pair, which is no character. Send valid Unicode.",
            "not_encodable",
        ) from None
    if len(data) > limit:
        raise TooLarge(
            f"{argument} has {len(data)} bytes; at most {limit} can be written at once. "
            "Write the first part, then append the rest.",
            "too_large",
            limit=limit,
        )
    return data


def require_expected(args: ChangeArgs, call: Call, now: str | None, sent: str) -> None:
    """Refuse if the file is not as its caller, or the person who agreed, has seen it. None: not there."""
    if args.expected_hash is not UNSET:
        require_hash(now, args.expected_hash, sent)
    if call.expect is None:
        return
    if call.expect.hash is not None:
        require_hash(now, call.expect.hash, sent)
    elif now is not None:
        raise changed(sent, "is there now and was not before")


def require_place(workspace: Workspace, call: Call, place: Place, sent: str) -> None:
    """Refuse if the path leads elsewhere than when the person agreed: a link on the way was moved.

    From here on the place stays what it is, since it is opened without following anything.
    """
    if call.expect is not None and call.expect.path not in (None, workspace.show(place)):
        raise changed(sent, "leads to another place than before")


def announce(
    workspace: Workspace, call: Call, place: Place, current: Current, new: bytes, *, appended: bool = False
) -> None:
    """Tell whoever listens what is about to change, as a person would see it."""
    if not call.hears_changes:
        return
    old = b"" if current.fd is None else read_all(current.fd, MOST_SHOWN)
    if appended:
        new = b"" if old is None else old + new
    before, after = _seen(old), _seen(new)
    too_large = before is None or after is None
    if too_large:
        before = after = ""
    call.on_change(
        Change(
            shown(place.path),
            workspace.show(place),
            None if current.fd is None else before,
            after or "",
            too_large,
        )
    )


def _seen(data: bytes | None) -> str | None:
    decoded = None if data is None or len(data) > MOST_SHOWN else decode(data)
    return None if decoded is None else visible(decoded[0])


def changed(sent: str, what: str) -> InvalidArgument:
    """The refusal of a change to a file that is not as it was when the change was thought of."""
    return InvalidArgument(
        f"{shown(sent)!r} {what}. Read it again and redo the change.", "changed_since_read", path=shown(sent)
    )
