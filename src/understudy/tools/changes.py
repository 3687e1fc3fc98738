"""What the two tools that change files have in common."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from understudy.tools.tool import ToolArgs, ToolResult
from understudy.workspace import InvalidArgument, TooLarge

__all__ = ["ChangeArgs", "ChangeResult", "check_text"]


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
    diff: str | UnsetType = UNSET


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
