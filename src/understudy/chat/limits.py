"""Limits and timeouts of `understudy.chat` that a person may want to tune.

Limits and timeouts of `understudy.chat.prompt` that a person may want to tune.

Limits and timeouts of `understudy.chat.toolset` that a person may want to tune.

Limits and timeouts of `understudy.chat.turn.turn` that a person may want to tune.

Limits and timeouts of `understudy.chat.sqlite` that a person may want to tune.
"""

from typing import Final

__all__ = [
    "CANCEL_TIMEOUT_S",
    "CHECKPOINT_BUSY_TIMEOUT_MS",
    "CLIENT_READ_TIMEOUT_S",
    "CLIENT_WRITE_TIMEOUT_S",
    "DEFAULT_ANSWER_TOKENS",
    "END_RECORD_TIMEOUT_S",
    "EXPLORE_DEPTH",
    "FILE_LOCK_POLL_INTERVAL_S",
    "MAX_ADDITIONAL_ROOTS",
    "MAX_ANSWER_CHARS",
    "MAX_BATCH_BYTES",
    "MAX_BATCH_EVENTS",
    "MAX_CONTEXT_TITLE_CHARS",
    "MAX_DIFF_CHARS",
    "MAX_DISCOVERY_WARNINGS",
    "MAX_EVENT_BYTES",
    "MAX_EXPORT_TITLE_CHARS",
    "MAX_FOLDER_ENTRIES_SCANNED",
    "MAX_FRONT_MATTER_BYTES",
    "MAX_IMAGE_BYTES",
    "MAX_INSTRUCTIONS_BYTES",
    "MAX_INSTRUCTION_FILE_BYTES",
    "MAX_MCP_SERVERS",
    "MAX_OPEN_SESSIONS",
    "MAX_PARALLEL_CALLS",
    "MAX_PROGRESS_CHARS",
    "MAX_QUESTION_CHARS",
    "MAX_QUEUED_STORE_CALLS",
    "MAX_RESULT_CHARS",
    "MAX_SENTENCE_CHARS",
    "MAX_SESSIONS_PER_PAGE",
    "MAX_SESSION_TITLE_CHARS",
    "MAX_SHOWN_CHARS",
    "MAX_SKILLS",
    "MAX_SKILL_DESCRIPTION_CHARS",
    "MAX_SKILL_FOLDER_ENTRIES",
    "MAX_SKILL_NAME_CHARS",
    "MAX_STREAMING_CALLS_SHOWN",
    "MAX_TAIL_CHARS",
    "MAX_TITLE_CHARS",
    "MAX_TITLE_SOURCE_CHARS",
    "MAX_URI_CHARS",
    "MAX_WAL_BYTES",
    "MAX_WINDOW_HALVINGS",
    "MCP_CALL_TIMEOUT_S",
    "MIN_INSTRUCTION_BYTES",
    "MIN_OMITTED_CHARS",
    "MIN_RECENT_RESULTS",
    "MIN_RECENT_TURNS",
    "PROGRESS_INTERVAL_S",
    "SESSIONS_PER_PAGE",
    "STREAM_FLUSH_INTERVAL_S",
    "TERMINAL_CLEANUP_TIMEOUT_S",
    "TERMINAL_OUTPUT_TIMEOUT_S",
    "WORKSPACE_CLOSE_TIMEOUT_S",
    "WRITE_LOCK_POLL_INTERVAL_S",
]

MAX_OPEN_SESSIONS: Final = 256
SESSIONS_PER_PAGE: Final = 50
MAX_SENTENCE_CHARS: Final = 2000
MIN_OMITTED_CHARS: Final = 100
"""Characters that may be too many: the note would not be shorter, and whoever cut it before left a note as well."""
MAX_IMAGE_BYTES: Final = 10 << 20
MAX_ADDITIONAL_ROOTS: Final = 64
"""Each is a descriptor that is held open."""
MAX_MCP_SERVERS: Final = 32
"""Each is a process or a connection."""
WORKSPACE_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that cancelled tools have to end when their session is closed."""
MIN_RECENT_TURNS: Final = 2
"""The latest turns of the user, which are left out last."""
MIN_RECENT_RESULTS: Final = 4
"""The latest messages with results, which are spared even in a turn that is too long by itself."""
MAX_DIFF_CHARS: Final = 100_000
"""Characters of a diff that are shown."""
MAX_EXPORT_TITLE_CHARS: Final = 200
"""Characters of a title or a heading."""
MAX_ANSWER_CHARS: Final = 16 << 10
"""Characters of one file or one stream that an answer shows: an editor must draw all of it. A port that cuts its
outputs must not cut them shorter."""
EXPLORE_DEPTH: Final = 2


MAX_SESSION_TITLE_CHARS: Final = 60
MAX_URI_CHARS: Final = 1000
MAX_CONTEXT_TITLE_CHARS: Final = 200
MAX_INSTRUCTION_FILE_BYTES: Final = 32 << 10
MAX_INSTRUCTIONS_BYTES: Final = 64 << 10
MIN_INSTRUCTION_BYTES: Final = 1 << 10
"""A shorter beginning of a file is not worth its heading."""
MAX_FRONT_MATTER_BYTES: Final = 16 << 10
MAX_SKILLS: Final = 64
MAX_SKILL_FOLDER_ENTRIES: Final = 512
"""Entries of one skills folder that are looked at."""
MAX_DISCOVERY_WARNINGS: Final = 32
MAX_SKILL_NAME_CHARS: Final = 64
MAX_SKILL_DESCRIPTION_CHARS: Final = 1024
MAX_FOLDER_ENTRIES_SCANNED: Final = 10_000
DEFAULT_ANSWER_TOKENS: Final = 8_000
"""Tokens that are kept free for the answer where no limit is set, at most a quarter of the window."""
MAX_WINDOW_HALVINGS: Final = 8


CLIENT_READ_TIMEOUT_S: Final = 10.0
"""Seconds that a client has to say what is in a file; then the disk's text is taken."""
CLIENT_WRITE_TIMEOUT_S: Final = 30.0
"""Seconds that a client has to write a file, or to make a terminal."""
TERMINAL_CLEANUP_TIMEOUT_S: Final = 5.0
"""Seconds that a client has to end and release a terminal."""
MAX_TITLE_CHARS: Final = 120
MAX_TITLE_SOURCE_CHARS: Final = 1000
"""Characters that a title is made of."""
MAX_SHOWN_CHARS: Final = 16 << 10
"""Characters of one text in what the client is shown; the model gets more."""
MAX_QUESTION_CHARS: Final = 64 << 10
"""Characters of one text in a question."""
MAX_RESULT_CHARS: Final = 128 << 10
"""Characters of a result that the model is given."""
MCP_CALL_TIMEOUT_S: Final = 300.0
"""Seconds that a server's tool has."""
PROGRESS_INTERVAL_S: Final = 0.25
"""Seconds between two looks at a command's output."""
MAX_PROGRESS_CHARS: Final = 4 << 10
MAX_TAIL_CHARS: Final = 64 << 10
"""Characters of the output so far, if the command is stopped."""
TERMINAL_OUTPUT_TIMEOUT_S: Final = 0.03
"""Seconds that a client has, when a turn is cancelled, to say what stands in its terminal."""


END_RECORD_TIMEOUT_S: Final = 1.0
"""Seconds for keeping a cancelled turn's end before it is answered all the same."""
CANCEL_TIMEOUT_S: Final = 0.05
"""Seconds that cancelled work has to put its things away before the turn goes on without it."""
MAX_PARALLEL_CALLS: Final = 16
MAX_STREAMING_CALLS_SHOWN: Final = 100
"""Calls of one answer that are shown before they are made."""
STREAM_FLUSH_INTERVAL_S: Final = 0.2
"""Seconds that streamed text may wait before it is kept."""


WRITE_LOCK_POLL_INTERVAL_S: Final = 0.01
CHECKPOINT_BUSY_TIMEOUT_MS: Final = 100
MAX_QUEUED_STORE_CALLS: Final = 4096
"""Calls that may wait for the store's thread."""
MAX_WAL_BYTES: Final = 8 * 1024 * 1024
FILE_LOCK_POLL_INTERVAL_S: Final = 0.01
MAX_BATCH_EVENTS: Final = 256
MAX_BATCH_BYTES: Final = 1024 * 1024
MAX_EVENT_BYTES: Final = 64 * 1024 * 1024
MAX_SESSIONS_PER_PAGE: Final = 1000
