"""Limits and timeouts of `understudy.nes.model` and its formats."""

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
"""The context size for prompt and reply. Constant, because another size makes Ollama reload the model, and its
default would truncate prompts silently."""
CONNECT_TIMEOUT_S: Final = 2.0
MAX_RESPONSE_BYTES: Final = 256 * 1024
MODEL_LOAD_TIMEOUT_S: Final = 60.0
KEEPALIVE_TIMEOUT_S: Final = 30.0
"""How long an unused connection stays open."""
MODEL_CANDIDATE_PROBABILITY: Final = 0.65
"""The probability that the user accepts a model's edit after the checks. A guess, the same for all models, because
they return no number; the feedback store corrects it."""
CLOSE_TIMEOUT_S: Final = 1.0
MAX_RETRY_AFTER_S: Final = 300.0
"""The longest Retry-After that is honored."""
FIRST_BACKOFF_S: Final = 1.0
MAX_BACKOFF_S: Final = 60.0
MAX_EVENT_TOKENS: Final = 600
"""A larger event is left out of the prompt."""
MIN_RELATED_TOKENS: Final = 20
"""With less room in the budget, no other file is added."""
MAX_FIM_REPLY_TOKENS: Final = 96
MAX_FIM_INSERTED_LINES: Final = 10
INSTINCT_SPARE_TOKENS: Final = 200
MERCURY_SPARE_TOKENS: Final = 400
ZETA2_SPARE_TOKENS: Final = 200
SWEEP_SPARE_TOKENS: Final = 200
ZETA_SPARE_TOKENS: Final = 200
"""How much longer than the region a reply may be."""
MAX_PATH_PARTS: Final = 3
"""The last parts of a path that a prompt contains: enough to tell files apart, nothing of the user's home."""
MAX_EVENTS: Final = 12
MAX_RELATED_SNIPPETS: Final = 8
RELATED_CONTEXT_LINES: Final = 12
"""Lines before and after an edit in another file."""
MAX_SNIPPET_LINES: Final = 40
MAX_DROPPED_LINES: Final = 6
"""Lines that a reply may delete in one place without replacement."""
MAX_ADDED_LINES: Final = 40
MAX_LINE_REPETITIONS: Final = 4
"""Additional occurrences of one line from which on a reply counts as repeating itself."""
MIN_DISTINCTIVE_CHARS: Final = 6
"""The length from which on the repetition of a single line is no coincidence."""
REQUEST_TIMEOUT_S: Final = 2.5
"""From the request to the last byte. A later suggestion is for an outdated text."""
MAX_MODEL_SPEC_CHARS: Final = 200
MAX_REQUEST_TIMEOUT_S: Final = 60.0
MAX_CACHED_REPLIES: Final = 32
MAX_CACHED_REPLY_CHARS: Final = 16 * 1024
"""Longer replies are not cached."""
MIN_TOKEN_SIMILARITY: Final = 0.4
"""Less similar texts are replaced as a whole, not by tokens."""
MAX_MERGED_GAP_CHARS: Final = 1
"""Changes with at most so many characters between them become one, which is easier to read."""
MAX_DIFF_TOKENS: Final = 4000
