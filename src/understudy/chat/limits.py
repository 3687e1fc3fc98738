"""Limits and timeouts of `understudy.chat` that a person may want to tune.

The limits of links in a message are in `prompt.links.LinkLimits`; limits in token weights are in the modules
that use them.
"""

from typing import Final

__all__ = [
    "AUTO_COMPACTION_PERCENT",
    "BUSY_TIMEOUT_S",
    "CANCEL_TIMEOUT_S",
    "CHECKPOINT_BUSY_TIMEOUT_MS",
    "CLIENT_READ_TIMEOUT_S",
    "CLIENT_WRITE_TIMEOUT_S",
    "COMPACTION_TARGET_PERCENT",
    "CONNECT_TIMEOUT_S",
    "DEFAULT_ANSWER_TOKENS",
    "END_RECORD_TIMEOUT_S",
    "EXPLORE_DEPTH",
    "FILE_LOCK_POLL_INTERVAL_S",
    "IDLE_TRANSACTION_TIMEOUT_MS",
    "JOB_END_TIMEOUT_S",
    "JOB_FIRST_OUTPUT_TIMEOUT_S",
    "JOB_TIMEOUT_S",
    "LEASE_RENEWALS_PER_TTL",
    "LEASE_TTL_S",
    "MAX_ADDITIONAL_ROOTS",
    "MAX_ANSWER_CHARS",
    "MAX_BATCH_BYTES",
    "MAX_BATCH_EVENTS",
    "MAX_CACHED_ESTIMATES",
    "MAX_CACHED_HISTORIES",
    "MAX_CHECKPOINT_FILE_BYTES",
    "MAX_CHECKPOINT_TURN_BYTES",
    "MAX_CONTEXT_TITLE_CHARS",
    "MAX_DIFF_CHARS",
    "MAX_DISCOVERY_WARNINGS",
    "MAX_ENDED_JOBS",
    "MAX_EVENTS_LOADED_INLINE",
    "MAX_EVENT_BYTES",
    "MAX_EXPORT_TITLE_CHARS",
    "MAX_FOLDER_ENTRIES_SCANNED",
    "MAX_FRONT_MATTER_BYTES",
    "MAX_HOOK_OUTPUT_CHARS",
    "MAX_IMAGE_BYTES",
    "MAX_INSTRUCTIONS_BYTES",
    "MAX_INSTRUCTION_FILE_BYTES",
    "MAX_JOBS",
    "MAX_JOB_OUTPUT_CHARS",
    "MAX_JOB_WAIT_S",
    "MAX_MCP_SERVERS",
    "MAX_OPEN_SESSIONS",
    "MAX_PARALLEL_CALLS",
    "MAX_PROGRESS_CHARS",
    "MAX_QUESTION_CHARS",
    "MAX_QUEUED_STORE_CALLS",
    "MAX_RECONNECT_PAUSE_S",
    "MAX_RESULT_CHARS",
    "MAX_SENTENCE_CHARS",
    "MAX_SESSIONS_PER_PAGE",
    "MAX_SESSION_TITLE_CHARS",
    "MAX_SHOWN_CHARS",
    "MAX_SKILLS",
    "MAX_SKILL_DESCRIPTION_CHARS",
    "MAX_SKILL_FOLDER_ENTRIES",
    "MAX_SKILL_NAME_CHARS",
    "MAX_STORE_CONNECTIONS",
    "MAX_STREAMING_CALLS_SHOWN",
    "MAX_SUBAGENT_STEPS",
    "MAX_SUMMARY_CHARS",
    "MAX_SUMMARY_TOKENS",
    "MAX_TAIL_CHARS",
    "MAX_TITLE_CHARS",
    "MAX_TITLE_SEARCH_CHARS",
    "MAX_TITLE_SOURCE_CHARS",
    "MAX_UNPROMPTED_LEASES",
    "MAX_UNPROMPTED_SESSIONS",
    "MAX_URI_CHARS",
    "MAX_WAL_BYTES",
    "MAX_WINDOW_HALVINGS",
    "MCP_CALL_TIMEOUT_S",
    "MIN_INSTRUCTION_BYTES",
    "MIN_OMITTED_CHARS",
    "MIN_RECENT_RESULTS",
    "MIN_RECENT_TURNS",
    "MIN_RECONNECT_PAUSE_S",
    "MODEL_CHECK_INTERVAL_S",
    "POOL_WAIT_TIMEOUT_S",
    "PROGRESS_INTERVAL_S",
    "RECONNECT_TIMEOUT_S",
    "SESSIONS_PER_PAGE",
    "STREAM_FLUSH_INTERVAL_S",
    "TERMINAL_CLEANUP_TIMEOUT_S",
    "TERMINAL_OUTPUT_TIMEOUT_S",
    "UNPROMPTED_HANDOVER_S",
    "UNPROMPTED_MAX_AGE_S",
    "USAGE_REPORT_DELAY_S",
    "WORKSPACE_CLOSE_POLL_INTERVAL_S",
    "WORKSPACE_CLOSE_TIMEOUT_S",
    "WRITE_LOCK_POLL_INTERVAL_S",
]

# Sessions, text and history.
MAX_OPEN_SESSIONS: Final = 256
MAX_EVENTS_LOADED_INLINE: Final = 64
"""New events of a session that are made into messages in the event loop; more are, in a worker thread."""
MAX_CACHED_HISTORIES: Final = 32
"""Sessions of one client whose messages stay in memory between turns; those of the others are read again."""
MODEL_CHECK_INTERVAL_S: Final = 2.0
"""How long an open model counts as usable without a look at its key."""
MAX_CACHED_ESTIMATES: Final = 64
"""System prompts and tool lists whose token estimates are kept."""
SESSIONS_PER_PAGE: Final = 50
MAX_UNPROMPTED_SESSIONS: Final = 1000
"""Sessions without a prompt in memory; then the oldest is stored, or dropped if nobody has it open."""
MAX_UNPROMPTED_LEASES: Final = 16
"""A session without a prompt that was opened so often is stored."""
UNPROMPTED_MAX_AGE_S: Final = 86_400.0
"""In PostgreSQL a session is stored at once, for other replicas; one without a prompt is deleted at this age."""
UNPROMPTED_HANDOVER_S: Final = 60.0
"""A server that is stopped stores the sessions without a prompt that were leased so recently."""
MAX_SENTENCE_CHARS: Final = 2000
MIN_OMITTED_CHARS: Final = 100
"""A text that exceeds its limit by no more is shown whole: the note about so short a gap would save nothing, and a
text that was truncated before has its own note already."""
MAX_IMAGE_BYTES: Final = 10 << 20
MAX_ADDITIONAL_ROOTS: Final = 64
"""Each root holds a file descriptor open."""
MAX_MCP_SERVERS: Final = 32
"""Each server is a process or a connection."""
WORKSPACE_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that a closing session waits for threads of cancelled tools."""
WORKSPACE_CLOSE_POLL_INTERVAL_S: Final = 0.01
COMPACTION_TARGET_PERCENT: Final = 70
"""Percent of the budget that compaction shrinks a conversation to. Well below 100, so that it happens rarely: each
compaction changes the beginning of the requests and so misses the provider's prompt cache."""
AUTO_COMPACTION_PERCENT: Final = 85
"""Percent of the window at which the model is asked for a summary."""
MAX_SUMMARY_TOKENS: Final = 4_000
MAX_SUMMARY_CHARS: Final = 64 << 10
MIN_RECENT_TURNS: Final = 2
"""The latest turns, which compaction drops last."""
MIN_RECENT_RESULTS: Final = 4
"""The latest messages with tool results, which are kept whole even in a turn that alone exceeds the budget."""
MAX_DIFF_CHARS: Final = 100_000
"""Characters of a diff in a transcript."""
MAX_EXPORT_TITLE_CHARS: Final = 200
"""Characters of a title or a heading in an exported transcript."""
MAX_ANSWER_CHARS: Final = 16 << 10
"""Characters of one file or one output stream in the reply of a slash command: an editor renders all of it. A
`CommandContext` that truncates outputs must not truncate them below this."""
EXPLORE_DEPTH: Final = 2

# Prompt: titles, discovered instructions and skills, the context window.
MAX_SESSION_TITLE_CHARS: Final = 60
MAX_TITLE_SEARCH_CHARS: Final = 20_000
"""Characters of a message that are searched for a line to make the session title of."""
MAX_URI_CHARS: Final = 1000
MAX_CONTEXT_TITLE_CHARS: Final = 200
MAX_INSTRUCTION_FILE_BYTES: Final = 32 << 10
MAX_INSTRUCTIONS_BYTES: Final = 64 << 10
MIN_INSTRUCTION_BYTES: Final = 1 << 10
"""A file of which fewer bytes would fit is left out: so little is not worth its heading."""
MAX_FRONT_MATTER_BYTES: Final = 16 << 10
MAX_SKILLS: Final = 64
MAX_SKILL_FOLDER_ENTRIES: Final = 512
"""Entries of one skills folder that are scanned."""
MAX_DISCOVERY_WARNINGS: Final = 32
MAX_SKILL_NAME_CHARS: Final = 64
MAX_SKILL_DESCRIPTION_CHARS: Final = 1024
MAX_FOLDER_ENTRIES_SCANNED: Final = 10_000
DEFAULT_ANSWER_TOKENS: Final = 8_000
"""Tokens reserved for the answer if no limit is configured, but at most a quarter of the window."""
MAX_WINDOW_HALVINGS: Final = 8

# Tools: the client's files and terminals, what a call shows.
CLIENT_READ_TIMEOUT_S: Final = 10.0
"""Seconds that a client has to return the text of a file; after that the file on disk is read."""
CLIENT_WRITE_TIMEOUT_S: Final = 30.0
"""Seconds that a client has to write a file or to create a terminal."""
TERMINAL_CLEANUP_TIMEOUT_S: Final = 5.0
"""Seconds that a client has for each of: kill, read the output of, and release a terminal."""
MAX_TITLE_CHARS: Final = 120
MAX_TITLE_SOURCE_CHARS: Final = 1000
"""Characters of a call's arguments that its title is built from."""
MAX_SHOWN_CHARS: Final = 16 << 10
"""Characters of one text in a tool call's content for the client; the model gets more."""
MAX_QUESTION_CHARS: Final = 64 << 10
"""Characters of one text in a permission request."""
MAX_RESULT_CHARS: Final = 128 << 10
"""Characters of a tool result for the model."""
MCP_CALL_TIMEOUT_S: Final = 300.0
"""Seconds that a call of an MCP tool may take."""
PROGRESS_INTERVAL_S: Final = 0.25
"""Seconds between two progress updates of a running command."""
MAX_PROGRESS_CHARS: Final = 4 << 10
MAX_TAIL_CHARS: Final = 64 << 10
"""Characters of output kept for a command that is stopped."""
TERMINAL_OUTPUT_TIMEOUT_S: Final = 0.03
"""Seconds that a client has to return the output of a terminal when the turn is cancelled."""

# Turns.
END_RECORD_TIMEOUT_S: Final = 1.0
"""Seconds to store the end of a cancelled turn; after that the turn is answered anyway."""
CANCEL_TIMEOUT_S: Final = 0.05
"""Seconds that cancelled work has to clean up before the turn is answered without waiting for it."""
MAX_PARALLEL_CALLS: Final = 16
MAX_STREAMING_CALLS_SHOWN: Final = 100
"""Calls of one answer that are shown while the model still writes their arguments."""
STREAM_FLUSH_INTERVAL_S: Final = 0.2
"""Seconds that streamed text may be buffered before it is stored."""
MAX_CHECKPOINT_FILE_BYTES: Final = 1 << 20
"""Bytes of a file that are kept to take its change back."""
MAX_CHECKPOINT_TURN_BYTES: Final = 16 << 20
"""Bytes that one turn keeps for that, compressed."""
MAX_JOBS: Final = 8
"""Background commands of a session that may run at once."""
MAX_ENDED_JOBS: Final = 16
"""Background commands of a session that have ended and whose output can still be read."""
MAX_JOB_OUTPUT_CHARS: Final = 256 << 10
"""Characters of the end of a background command's output that are kept."""
JOB_TIMEOUT_S: Final = 12 * 3600
MAX_JOB_WAIT_S: Final = 60
"""Seconds that one call may wait for the output of a background command."""
JOB_FIRST_OUTPUT_TIMEOUT_S: Final = 1.0
"""Seconds that the call which starts a background command waits for its first output."""
JOB_END_TIMEOUT_S: Final = 5.0
"""Seconds that a background command has to end."""
MAX_HOOK_OUTPUT_CHARS: Final = 8 << 10
"""Characters of a failed hook's output that are shown."""

MAX_SUBAGENT_STEPS: Final = 20
"""Requests to the model for one question that is handed to a fresh context."""

# The session store.
BUSY_TIMEOUT_S: Final = 5.0
"""Seconds that a call waits for other threads and processes that use the store."""
WRITE_LOCK_POLL_INTERVAL_S: Final = 0.01
CHECKPOINT_BUSY_TIMEOUT_MS: Final = 100
MAX_QUEUED_STORE_CALLS: Final = 4096
"""Calls that may wait for the thread of the store."""
MAX_WAL_BYTES: Final = 8 * 1024 * 1024
FILE_LOCK_POLL_INTERVAL_S: Final = 0.01
MAX_BATCH_EVENTS: Final = 256
MAX_BATCH_BYTES: Final = 1024 * 1024
MAX_EVENT_BYTES: Final = 64 * 1024 * 1024
MAX_SESSIONS_PER_PAGE: Final = 1000
MAX_STORE_CONNECTIONS: Final = 8
"""Connections of one process to PostgreSQL."""
CONNECT_TIMEOUT_S: Final = 5.0
POOL_WAIT_TIMEOUT_S: Final = 2.0
"""Seconds that a call waits for a connection of the pool before it connects itself."""
RECONNECT_TIMEOUT_S: Final = 20.0
"""Seconds that a call waits for PostgreSQL to come back: it may restart meanwhile."""
MIN_RECONNECT_PAUSE_S: Final = 0.05
MAX_RECONNECT_PAUSE_S: Final = 1.0
IDLE_TRANSACTION_TIMEOUT_MS: Final = 5000
"""Milliseconds after which PostgreSQL ends the transaction of a process that has stopped."""
LEASE_TTL_S: Final = 10.0
"""Seconds after which the sessions of a process that died are free."""
USAGE_REPORT_DELAY_S: Final = 0.25
"""Seconds after which other replicas learn that a turn, a command or a session has ended."""
LEASE_RENEWALS_PER_TTL: Final = 3
"""How often a lease is renewed in the time that it lasts: two renewals may fail before it ends."""
