"""Limits and timeouts of `understudy.nes.model` and its formats."""

from typing import Final

__all__ = [
    "BENCH_OUTPUT_TOKENS",
    "BENCH_PAUSE_S",
    "BENCH_TIMEOUT_S",
    "BENCH_TYPING_PAUSE_S",
    "CLOSE_TIMEOUT_S",
    "CONNECT_TIMEOUT_S",
    "FIRST_BACKOFF_S",
    "INSTINCT_SPARE_TOKENS",
    "KEEPALIVE_TIMEOUT_S",
    "LATE_TIME_FACTOR",
    "LONG_LINE_TOKENS",
    "MAX_ADDED_LINES",
    "MAX_BACKGROUND_S",
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
    "MAX_PREWARM_S",
    "MAX_PREWARM_WAIT_SHARE",
    "MAX_PROBE_INTERVAL_S",
    "MAX_RELATED_SNIPPETS",
    "MAX_REQUEST_TIMEOUT_S",
    "MAX_RESPONSE_BYTES",
    "MAX_RETRY_AFTER_S",
    "MAX_SNIPPET_LINES",
    "MAX_STREAM_BYTES",
    "MERCURY_SPARE_TOKENS",
    "MIN_CACHE_SAMPLE_TOKENS",
    "MIN_CACHE_SHARE",
    "MIN_DISTINCTIVE_CHARS",
    "MIN_OUTPUT_SAMPLE_TOKENS",
    "MIN_PREWARM_SAVING_S",
    "MIN_PROMPT_SAMPLE_TOKENS",
    "MIN_RELATED_TOKENS",
    "MIN_REPLY_SHARE",
    "MIN_TOKEN_SIMILARITY",
    "MODEL_CANDIDATE_PROBABILITY",
    "MODEL_LIST_TIMEOUT_S",
    "MODEL_LOAD_TIMEOUT_S",
    "OLD_SAMPLE_WEIGHT",
    "OLLAMA_CONTEXT_TOKENS",
    "ONE_LINE_TOKENS",
    "OUTPUT_TO_PROMPT_SPEED",
    "PREWARM_TIMEOUT_S",
    "PROBE_INTERVAL_S",
    "PROBE_TOKENS",
    "REGION_GROWTH",
    "REGION_GROWTH_TOKENS",
    "RELATED_CONTEXT_LINES",
    "REQUEST_TIMEOUT_S",
    "SWEEP_SPARE_TOKENS",
    "TOKENS_PER_LINE",
    "USABLE_TIME_SHARE",
    "ZETA2_SPARE_TOKENS",
    "ZETA_SPARE_TOKENS",
]

OLLAMA_CONTEXT_TOKENS: Final = 6144
"""The context size for prompt and reply. Constant, because another size makes Ollama reload the model, and its
default would truncate prompts silently."""
CONNECT_TIMEOUT_S: Final = 2.0
MAX_RESPONSE_BYTES: Final = 256 * 1024
MAX_STREAM_BYTES: Final = 2 * 1024 * 1024
"""Of a streamed reply, whose events take some 600 bytes a token."""
MODEL_LIST_TIMEOUT_S: Final = 10.0
MODEL_LOAD_TIMEOUT_S: Final = 60.0
KEEPALIVE_TIMEOUT_S: Final = 30.0
"""How long an unused connection stays open."""
MODEL_CANDIDATE_PROBABILITY: Final = 0.65
"""The probability that the user accepts a model's edit after the checks. A guess, the same for all models, because
they return no number; the feedback store lowers it for a user who rejects them."""
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
OLD_SAMPLE_WEIGHT: Final = 0.5
"""How much all older measurements of a speed count beside the newest."""
LATE_TIME_FACTOR: Final = 3.0
"""How much longer than its limit a late request would have taken, as a guess."""
MIN_PROMPT_SAMPLE_TOKENS: Final = 16
"""Fewer tokens measure the fixed costs of a request, not the speed."""
MIN_OUTPUT_SAMPLE_TOKENS: Final = 3
MIN_CACHE_SAMPLE_TOKENS: Final = 48
"""A shorter equal beginning says nothing about the cache of a server."""
OUTPUT_TO_PROMPT_SPEED: Final = 0.2
"""How fast a server writes compared with reading, until it is measured."""
USABLE_TIME_SHARE: Final = 0.85
"""The share of the time limit that a request is planned for; the rest is for what varies."""
ONE_LINE_TOKENS: Final = 12
"""The usual rest of a line of code: a request without time for it is not sent."""
LONG_LINE_TOKENS: Final = 32
"""The longest usual line. A smaller prompt is preferred to a reply that has no time for it."""
MIN_REPLY_SHARE: Final = 0.8
"""Of the longest reply in time: what a larger prompt may cost if none has time for a long line."""
REGION_GROWTH: Final = 1.15
"""How much longer than the region its new text is expected to be."""
REGION_GROWTH_TOKENS: Final = 8
PREWARM_TIMEOUT_S: Final = 30.0
MAX_PREWARM_S: Final = 2.0
"""A prompt that takes longer to evaluate is made smaller: most servers answer nothing meanwhile."""
MAX_BACKGROUND_S: Final = 10.0
"""The same for a server that is too slow for any request without it."""
MIN_PREWARM_SAVING_S: Final = 0.15
"""A faster server is not prewarmed: the user would not notice."""
MIN_CACHE_SHARE: Final = 0.5
"""A server that keeps less of a prompt is not prewarmed."""
PROBE_TOKENS: Final = 8
"""The output of a prewarm request while the speed of the output is unknown."""
PROBE_INTERVAL_S: Final = 5.0
"""When a server that is too slow for everything is measured again. Doubles each time."""
MAX_PROBE_INTERVAL_S: Final = 60.0
MAX_PREWARM_WAIT_SHARE: Final = 0.5
"""The share of the time limit that a request waits for a prewarm request under way."""
TOKENS_PER_LINE: Final = 12
"""Of code, to convert tokens into lines."""
BENCH_OUTPUT_TOKENS: Final = 16
"""The reply of a measured request: a line."""
BENCH_TIMEOUT_S: Final = 60.0
BENCH_PAUSE_S: Final = 1.0
"""Between moving the cursor and typing."""
BENCH_TYPING_PAUSE_S: Final = 0.3
"""Before each request, as an editor waits for a pause."""
