"""Limits and timeouts of `understudy.models` that a person may want to tune."""

from typing import Final

__all__ = [
    "CONNECT_TIMEOUT_S",
    "DEFAULT_CONTEXT_WINDOW_TOKENS",
    "IDLE_TIMEOUT_S",
    "LOCAL_IDLE_TIMEOUT_S",
    "LOCAL_SERVER_TIMEOUT_S",
    "MAX_ANSWER_CHARS",
    "MAX_BODY_BYTES",
    "MAX_CALL_ID_CHARS",
    "MAX_ERROR_BODY_BYTES",
    "MAX_ERROR_LAYERS",
    "MAX_EVENTS",
    "MAX_EVENT_BYTES",
    "MAX_JSON_DEPTH",
    "MAX_LINES_PER_EVENT",
    "MAX_LINES_UNSLICED",
    "MAX_LISTED_MODELS",
    "MAX_LOGGED_FRAMES",
    "MAX_MODEL_NAME_CHARS",
    "MAX_PROVIDER_RETRY_WAIT_S",
    "MAX_QUOTED_CHARS",
    "MAX_RETRY_WAIT_S",
    "MAX_SCANNED_MESSAGE_CHARS",
    "MAX_STREAM_BYTES",
    "MAX_TOKEN_COUNT",
    "MAX_TOOL_CALLS",
    "MAX_TOOL_NAME_CHARS",
    "MAX_TOOL_NAME_CHARS_READ",
    "MIN_REPEATED_CHARS",
    "MODEL_LIST_TIMEOUT_S",
    "NAME_CHAR_COST",
    "NO_EVENT_TIMEOUT_S",
    "PART_COST_CHARS",
    "SLICE_BYTES",
    "YIELD_INTERVAL_S",
]

MAX_RETRY_WAIT_S: Final = 20.0
"""Longest wait before a retry that we choose ourselves."""
MAX_PROVIDER_RETRY_WAIT_S: Final = 60.0
"""Longest wait that a provider may ask for. Beyond it the user is told instead of retrying."""
CONNECT_TIMEOUT_S: Final = 10.0
IDLE_TIMEOUT_S: Final = 90.0
"""Default of the seconds that a provider may send nothing."""
LOCAL_IDLE_TIMEOUT_S: Final = 300.0
"""The same for a server on this machine, where models load slowly."""
MAX_LOGGED_FRAMES: Final = 8
MAX_ANSWER_CHARS: Final = 8 * 1024 * 1024
"""Characters of one answer: text, thoughts, names and arguments together."""
PART_COST_CHARS: Final = 1024
"""Characters that each part counts as, besides its content."""
NAME_CHAR_COST: Final = 64
"""Characters that each character of a name counts as: every chunk of a name copies the whole name."""
MAX_TOOL_CALLS: Final = 128
MAX_TOOL_NAME_CHARS_READ: Final = 256
"""Characters kept of a tool name that a model wrote; the name of a tool has at most 64."""
MAX_TOKEN_COUNT: Final = 2**53
MAX_CALL_ID_CHARS: Final = 40
"""The smallest limit of the providers' APIs (OpenAI's chat API)."""
MAX_TOOL_NAME_CHARS: Final = 64
MAX_MODEL_NAME_CHARS: Final = 200
MAX_JSON_DEPTH: Final = 64
"""Levels. No tool needs a tenth of it, and every provider and library accepts that many."""
NO_EVENT_TIMEOUT_S: Final = 900.0
"""Seconds that a stream may send only keep-alive data; then it counts as stalled."""
MAX_ERROR_BODY_BYTES: Final = 1024 * 1024
MAX_BODY_BYTES: Final = 32 * 1024 * 1024
MAX_STREAM_BYTES: Final = 128 * 1024 * 1024
"""Each word of an answer is sent in an event of some hundred bytes."""
MAX_EVENT_BYTES: Final = 16 * 1024 * 1024
MAX_LINES_PER_EVENT: Final = 2000
"""Line endings in one event, which normally has two or three."""
MAX_EVENTS: Final = 500_000
"""Events of one stream. Empty ones need time too."""
SLICE_BYTES: Final = 8192
"""Size of the pieces in which a chunk of many lines is passed on, so that other tasks run in between."""
YIELD_INTERVAL_S: Final = 0.002
"""A stream that never has to wait for its server lets other tasks run this often."""
MAX_LINES_UNSLICED: Final = 64
"""Lines of a chunk up to which it is passed on whole."""
MIN_REPEATED_CHARS: Final = 12
"""Matching letters and digits that are not a coincidence: fewer match a common word, more miss a password."""
MAX_QUOTED_CHARS: Final = 300
"""Characters of the provider's message that are quoted."""
MAX_SCANNED_MESSAGE_CHARS: Final = 4000
"""Characters of the provider's message that are examined."""
MAX_ERROR_LAYERS: Final = 8
"""Nested objects around a message, or exceptions around a cause, that are examined."""
DEFAULT_CONTEXT_WINDOW_TOKENS: Final = 128_000
"""For a model of which nothing is known."""
MODEL_LIST_TIMEOUT_S: Final = 20.0
"""Seconds for the answer to a request for the list of models."""
LOCAL_SERVER_TIMEOUT_S: Final = 2.0
"""Seconds that a model server on this machine has to say which models it has."""
MAX_LISTED_MODELS: Final = 5000
