"""Language models behind one interface: requests, streamed events, model names and settings.

Importing this package loads no provider's SDK. `open_model` does, which takes 0.5 to 2 s, so that a turn
calls it in a worker thread. The package reads neither the environment nor the home folder: everything is in
`ModelSettings`.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.models.model_api import (
    RETRYABLE_ERROR_KINDS,
    CallPart,
    CallStarted,
    Finished,
    FinishReason,
    ImagePart,
    Message,
    Model,
    ModelError,
    ModelErrorKind,
    ModelEvent,
    ModelMessage,
    Request,
    ResultPart,
    Retrying,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ThoughtPart,
    TokenUsage,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from understudy.models.model_names import ModelName, parse_model_name
from understudy.models.providers import PROVIDERS, Provider, describe_missing_sdk
from understudy.models.settings import ModelSettings, Thinking, open_model, settings_from

if TYPE_CHECKING:
    from understudy.models.local_servers import LocalServer, find_local_servers
    from understudy.models.model_api import format_context_block
    from understudy.models.model_list import list_models
    from understudy.models.sanitization import is_portable_id, is_too_deep, to_json_text

__all__ = [
    "PROVIDERS",
    "RETRYABLE_ERROR_KINDS",
    "CallPart",
    "CallStarted",
    "FinishReason",
    "Finished",
    "ImagePart",
    "LocalServer",
    "Message",
    "Model",
    "ModelError",
    "ModelErrorKind",
    "ModelEvent",
    "ModelMessage",
    "ModelName",
    "ModelSettings",
    "Provider",
    "Request",
    "ResultPart",
    "Retrying",
    "TextDelta",
    "TextPart",
    "Thinking",
    "ThoughtDelta",
    "ThoughtPart",
    "TokenUsage",
    "ToolMessage",
    "ToolSpec",
    "UserMessage",
    "describe_missing_sdk",
    "find_local_servers",
    "format_context_block",
    "is_portable_id",
    "is_too_deep",
    "list_models",
    "open_model",
    "parse_model_name",
    "settings_from",
    "to_json_text",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "local_servers": ("LocalServer", "find_local_servers"),
        "model_api": ("format_context_block",),
        "model_list": ("list_models",),
        "sanitization": ("is_portable_id", "is_too_deep", "to_json_text"),
    },
)
