"""The events of a session as they are stored: one append-only list from which everything else is derived.

The replay for the client (`history.session_updates`) and the messages for the model (`history.messages`) are both
built from events. The runtime context of a turn is not an event: it is never stored. Stored events outlive this
version of the program: a field may be added with a default, and must never be renamed.
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
    "ChangesUndone",
    "Event",
    "FileChanged",
    "HistoryCompacted",
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
    """The user's message as it was sent, with the texts and images that its links resolved to."""

    blocks: list[ContentBlock]
    attached: list[str] = []
    images: list[ImageContent] = []
    """Each image has the URI of its link."""
    message_id: str = ""
    instruction: str = ""
    """What a command such as /init tells the model in addition."""


class AgentText(_Event, frozen=True, kw_only=True, tag="text"):
    text: str
    seal: dict[str, Any] | None = None
    message_id: str = ""


class AgentThought(_Event, frozen=True, kw_only=True, tag="thought"):
    text: str
    seal: dict[str, Any] | None = None
    """Data that the provider of the model needs back unchanged."""
    message_id: str = ""


class MessageComposed(_Event, frozen=True, kw_only=True, tag="composed"):
    """A complete message of the model, stored if its provider needs parts of it back unchanged. In the messages for
    the model it replaces the streamed pieces; the calls follow as separate events."""

    parts: list["AgentThought | AgentText"]


class ToolCalled(_Event, frozen=True, kw_only=True, tag="call"):
    """A tool was called, by the model or by the user with a slash command."""

    id: str
    name: str
    arguments: Any = None
    title: str
    tool_kind: ToolKind = "other"
    locations: list[ToolCallLocation] = []
    by: Literal["model", "user"] = "model"
    seal: dict[str, Any] | None = None


class ToolReturned(_Event, frozen=True, kw_only=True, tag="result"):
    """The result of a call. `text` is for the model; the rest is for the client, at once and when the session is
    loaded again."""

    id: str
    failed: bool = False
    text: str
    content: list[ToolCallContent] = []
    output: Any = None
    locations: list[ToolCallLocation] = []
    in_terminal: bool = False
    """Whether the client showed the output in its own terminal, so that `content` was not sent at once."""
    ending: Literal["stopped", "rejected"] | None = None
    """Why a failed call is no failure: the user stopped it, or it was not permitted."""


class PlanUpdated(_Event, frozen=True, kw_only=True, tag="plan"):
    entries: list[PlanEntry]


class NoticeShown(_Event, frozen=True, kw_only=True, tag="notice"):
    """A message of the agent to the user that the model does not see: a retry, a server that did not start, the
    reply of a slash command."""

    text: str
    as_message: bool = False
    """Whether the client shows it as an agent message; otherwise as a thought."""
    message_id: str = ""


class HistoryCompacted(_Event, frozen=True, kw_only=True, tag="compaction"):
    """The model summarised the conversation so far, which begins anew with the summary for it. The events before
    this one stay in the store and in exports."""

    id: str
    summary: str
    automatic: bool = False
    keeps_prompt: bool = False
    """Whether the prompt of the current turn follows the summary: the turn goes on."""


class FileChanged(_Event, frozen=True, kw_only=True, tag="change"):
    """A tool changed a file. With these events a turn's changes are taken back (`history.checkpoints`)."""

    call_id: str
    path: str
    """Absolute and canonical."""
    display_path: str
    old_hash: str | None = None
    """None: the file did not exist."""
    new_hash: str
    old_data: bytes | None = None
    """The content before, compressed by zlib; None if there was none, or if it was too large to be kept."""


class ChangesUndone(_Event, frozen=True, kw_only=True, tag="undo"):
    """The user took the changes of a turn back."""

    prompt_id: str
    """The `message_id` of the turn's prompt."""
    paths: list[str]


class TurnEnded(_Event, frozen=True, kw_only=True, tag="end"):
    stop_reason: StopReason | Literal["error", "interrupted"]
    """`interrupted`: the process that ran the turn ended before the turn did; the next one found that."""
    usage: Usage | None = None
    """The tokens of all requests of the turn."""
    used: int | None = None
    """Tokens of the context window in use at the end of the turn."""
    size: int | None = None
    """The size of the context window."""


Event = (
    UserPrompted
    | AgentText
    | AgentThought
    | MessageComposed
    | ToolCalled
    | ToolReturned
    | PlanUpdated
    | NoticeShown
    | HistoryCompacted
    | FileChanged
    | ChangesUndone
    | TurnEnded
)

_decoder: Final = msgspec.json.Decoder(Event)
_encoder: Final = msgspec.json.Encoder()


def encode_event(event: Event) -> bytes:
    return _encoder.encode(event)


def decode_event(data: bytes) -> Event:
    """Decode a stored event. Raises msgspec.ValidationError for a kind that this version does not know."""
    return _decoder.decode(data)
