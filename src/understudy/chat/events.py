"""What happened in a session, as it is kept: one append-only list from which everything else is derived.

A replay for the client and the history for the model are both made from these (see replay and history). The
runtime context of a turn is no event: it is never kept. Stored events outlive this version of the program, so a
field may be added with a default, and never be renamed.
"""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from understudy.schema.acp import (
    ContentBlock,
    ImageContent,
    PlanEntry,
    StopReason,
    ToolCallContent,
    ToolCallLocation,
    ToolKind,
    Usage,
)

__all__ = [
    "AgentText",
    "AgentThought",
    "Event",
    "MessageComposed",
    "NoticeShown",
    "PlanUpdated",
    "ToolCalled",
    "ToolReturned",
    "TurnEnded",
    "UserPrompted",
    "decode_event",
    "encode_event",
]


class _Event(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True, tag_field="kind"):
    pass


class UserPrompted(_Event, frozen=True, kw_only=True, tag="prompt"):
    """The user's message as it was sent, and the texts and images that its links led to."""

    blocks: list[ContentBlock]
    attached: list[str] = []
    images: list[ImageContent] = []
    """Each has the URI of its link."""
    message_id: str = ""


class AgentText(_Event, frozen=True, kw_only=True, tag="text"):
    text: str
    seal: dict[str, Any] | None = None
    message_id: str = ""


class AgentThought(_Event, frozen=True, kw_only=True, tag="thought"):
    text: str
    seal: dict[str, Any] | None = None
    """What the model's provider wants back unchanged."""
    message_id: str = ""


class MessageComposed(_Event, frozen=True, kw_only=True, tag="composed"):
    """A whole message of the model, where its provider wants parts of it back unchanged. It takes the place of
    the streamed pieces in the model's history; the calls follow as events of their own."""

    parts: list["AgentThought | AgentText"]


class ToolCalled(_Event, frozen=True, kw_only=True, tag="call"):
    """A tool was asked for, by the model or by the user with a slash command."""

    id: str
    name: str
    arguments: Any = None
    title: str
    tool_kind: ToolKind = "other"
    locations: list[ToolCallLocation] = []
    by: Literal["model", "user"] = "model"
    seal: dict[str, Any] | None = None


class ToolReturned(_Event, frozen=True, kw_only=True, tag="result"):
    """How a call ended. `text` is what the model is told; the rest is what the client is shown, at once or when
    the session is loaded again."""

    id: str
    failed: bool = False
    text: str
    content: list[ToolCallContent] = []
    output: Any = None
    locations: list[ToolCallLocation] = []
    in_terminal: bool = False
    """Whether the client showed it in a terminal of its own, so that `content` was not sent at once."""


class PlanUpdated(_Event, frozen=True, kw_only=True, tag="plan"):
    entries: list[PlanEntry]


class NoticeShown(_Event, frozen=True, kw_only=True, tag="notice"):
    """Something that the user was told and the model is not: a retry, a server that did not start, an answer of
    ours without a model."""

    text: str
    as_message: bool = False
    """Whether it was shown as an answer rather than as a thought."""
    message_id: str = ""


class TurnEnded(_Event, frozen=True, kw_only=True, tag="end"):
    stop_reason: StopReason | Literal["error"]
    usage: Usage | None = None
    """What the turn's requests cost together."""
    used: int | None = None
    """Tokens of the model's window that were taken at the end."""
    size: int | None = None
    """The window's own size."""


Event = (
    UserPrompted
    | AgentText
    | AgentThought
    | MessageComposed
    | ToolCalled
    | ToolReturned
    | PlanUpdated
    | NoticeShown
    | TurnEnded
)

_decoder: Final = msgspec.json.Decoder(Event)
_encoder: Final = msgspec.json.Encoder()


def encode_event(event: Event) -> bytes:
    return _encoder.encode(event)


def decode_event(data: bytes) -> Event:
    """A stored event. Raises msgspec.ValidationError for a kind that this version does not know."""
    return _decoder.decode(data)
