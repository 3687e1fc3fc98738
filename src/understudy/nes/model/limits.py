"""Limits and timeouts of `understudy.nes.model` that a person may want to tune."""

from typing import Final

__all__ = [
    "CLOSE_TIMEOUT_S",
    "CONNECT_TIMEOUT_S",
    "FIRST_BACKOFF_S",
    "INSTINCT_SPARE_TOKENS",
    "KEEPALIVE_TIMEOUT_S",
    "MAX_ADDED_LINES",
    "MAX_BACKOFF_S",
    "MAX_CACHED_REPLIES",
    "MAX_CACHED_REPLY_CHARS",
    "MAX_DIFF_TOKENS",
    "MAX_DROPPED_LINES",
    "MAX_EVENTS",
    "MAX_EVENT_TOKENS",
    "MAX_FIM_INSERTED_LINES",
    "MAX_FIM_REPLY_TOKENS",
    "MAX_LINE_REPETITIONS",
    "MAX_MERGED_GAP_CHARS",
    "MAX_MODEL_SPEC_CHARS",
    "MAX_PATH_PARTS",
    "MAX_RELATED_SNIPPETS",
    "MAX_REQUEST_TIMEOUT_S",
    "MAX_RESPONSE_BYTES",
    "MAX_RETRY_AFTER_S",
    "MAX_SNIPPET_LINES",
    "MERCURY_SPARE_TOKENS",
    "MIN_DISTINCTIVE_CHARS",
    "MIN_RELATED_TOKENS",
    "MIN_TOKEN_SIMILARITY",
    "MODEL_CANDIDATE_PROBABILITY",
    "MODEL_LOAD_TIMEOUT_S",
    "OLLAMA_CONTEXT_TOKENS",
    "RELATED_CONTEXT_LINES",
    "REQUEST_TIMEOUT_S",
    "SWEEP_SPARE_TOKENS",
    "ZETA2_SPARE_TOKENS",
    "ZETA_SPARE_TOKENS",
]

OLLAMA_CONTEXT_TOKENS: Final = 6144
"""Tokens that Ollama keeps for prompt and reply. Always the same: another number makes it load the model anew,
and its own default would cut prompts without a word."""
CONNECT_TIMEOUT_S: Final = 2.0
MAX_RESPONSE_BYTES: Final = 256 * 1024
MODEL_LOAD_TIMEOUT_S: Final = 60.0
KEEPALIVE_TIMEOUT_S: Final = 30.0
"""How long an unused connection stays open."""
MODEL_CANDIDATE_PROBABILITY: Final = 0.65
"""How likely a model's edit is to be taken, after our checks. A guess, the same for all: models give no number.
What the user takes and refuses corrects it in the service."""
CLOSE_TIMEOUT_S: Final = 1.0
MAX_RETRY_AFTER_S: Final = 300.0
"""A server may ask for a longer rest than we would take, up to here."""
FIRST_BACKOFF_S: Final = 1.0
MAX_BACKOFF_S: Final = 60.0
MAX_EVENT_TOKENS: Final = 600
"""Tokens of one event. A larger one is no hint but a wall."""
MIN_RELATED_TOKENS: Final = 20
"""Tokens of another file that are worth showing."""
MAX_FIM_REPLY_TOKENS: Final = 96
MAX_FIM_INSERTED_LINES: Final = 10
INSTINCT_SPARE_TOKENS: Final = 200
MERCURY_SPARE_TOKENS: Final = 400
ZETA2_SPARE_TOKENS: Final = 200
SWEEP_SPARE_TOKENS: Final = 200
ZETA_SPARE_TOKENS: Final = 200
"""Tokens that a reply may be longer than the region."""
MAX_PATH_PARTS: Final = 3
"""Of a path, so many names from its end are told: enough to tell files apart, nothing of the user's home."""
MAX_EVENTS: Final = 12
MAX_RELATED_SNIPPETS: Final = 8
RELATED_CONTEXT_LINES: Final = 12
"""Lines before and after an edit in another file."""
MAX_SNIPPET_LINES: Final = 40
MAX_DROPPED_LINES: Final = 6
"""Lines that may go in one place without others instead."""
MAX_ADDED_LINES: Final = 40
MAX_LINE_REPETITIONS: Final = 4
"""Times that one line may be written again."""
MIN_DISTINCTIVE_CHARS: Final = 6
"""Characters that a single line must have for its repetition to be no accident."""
REQUEST_TIMEOUT_S: Final = 2.5
"""From asking to the last byte. A suggestion that comes later than this is for a text that is gone."""
MAX_MODEL_SPEC_CHARS: Final = 200
MAX_REQUEST_TIMEOUT_S: Final = 60.0
MAX_CACHED_REPLIES: Final = 32
MAX_CACHED_REPLY_CHARS: Final = 16 * 1024
"""Characters of a reply that is worth keeping."""
MIN_TOKEN_SIMILARITY: Final = 0.4
"""From here on two texts count as one that changed; below it, as one instead of another."""
MAX_MERGED_GAP_CHARS: Final = 1
"""Characters between two changes that are not worth keeping: one change is easier to read."""
MAX_DIFF_TOKENS: Final = 4000
