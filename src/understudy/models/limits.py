"""Limits and timeouts of `understudy.models` that a person may want to tune."""

from typing import Final

__all__ = [
    "CONNECT_TIMEOUT_S",
    "DEFAULT_CONTEXT_WINDOW_TOKENS",
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
    "NAME_CHAR_COST",
    "NO_EVENT_TIMEOUT_S",
    "PART_COST_CHARS",
    "SLICE_BYTES",
]

MAX_RETRY_WAIT_S: Final = 20.0
MAX_PROVIDER_RETRY_WAIT_S: Final = 60.0
"""A provider may ask for a longer wait than we would choose, up to here; beyond it, it is for the user to wait."""
CONNECT_TIMEOUT_S: Final = 10.0
MAX_LOGGED_FRAMES: Final = 8
MAX_ANSWER_CHARS: Final = 8 * 1024 * 1024
"""Characters of one answer: text, thoughts, names and arguments together."""
PART_COST_CHARS: Final = 1024
"""What each part costs, however little is in it."""
NAME_CHAR_COST: Final = 64
"""What a character of a name costs: with each piece of a name the whole of it is copied."""
MAX_TOOL_CALLS: Final = 128
MAX_TOOL_NAME_CHARS_READ: Final = 256
"""Characters of a tool's name that are kept; a tool has 64 at most."""
MAX_TOKEN_COUNT: Final = 2**53
MAX_CALL_ID_CHARS: Final = 40
"""The least of what the providers' APIs take (OpenAI's chat)."""
MAX_TOOL_NAME_CHARS: Final = 64
MAX_MODEL_NAME_CHARS: Final = 200
MAX_JSON_DEPTH: Final = 64
"""Levels. No tool asks for a tenth of it, and every provider and library takes that much."""
NO_EVENT_TIMEOUT_S: Final = 900.0
"""A stream may live on nothing but signs of life for so long; then it has stalled, too."""
MAX_ERROR_BODY_BYTES: Final = 1024 * 1024
MAX_BODY_BYTES: Final = 32 * 1024 * 1024
MAX_STREAM_BYTES: Final = 128 * 1024 * 1024
"""Each word of an answer comes in an event of some hundred bytes."""
MAX_EVENT_BYTES: Final = 16 * 1024 * 1024
MAX_LINES_PER_EVENT: Final = 2000
"""Line ends in one event; one has two or three."""
MAX_EVENTS: Final = 500_000
"""Empty ones cost work, too."""
SLICE_BYTES: Final = 8192
"""Bytes of many lines that are handed on at a time, so that everything else has its turn in between."""
MAX_LINES_UNSLICED: Final = 64
MIN_REPEATED_CHARS: Final = 12
"""Letters and digits in a row that are no coincidence: less finds a common word, more misses a password."""
MAX_QUOTED_CHARS: Final = 300
"""Characters of the provider's message that are told."""
MAX_SCANNED_MESSAGE_CHARS: Final = 4000
"""Characters of it that are looked at."""
MAX_ERROR_LAYERS: Final = 8
"""Objects around a message, or exceptions around a cause."""
DEFAULT_CONTEXT_WINDOW_TOKENS: Final = 128_000
