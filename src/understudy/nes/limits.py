"""Limits and timeouts of `understudy.nes` and its packages text, index, session and syntax.

`symbolic` and `model` have their own `limits`.
"""

from typing import Final

__all__ = [
    "ACCEPTED_EDIT_TIMEOUT_S",
    "EXPECTED_ACCEPT_RATIO",
    "FEEDBACK_EVENTS_PER_SAVE",
    "FEEDBACK_HALVING_COUNT",
    "FIRST_SCAN_TIMEOUT_S",
    "HUNK_SEARCH_RADIUS_LINES",
    "INDEX_JOIN_TIMEOUT_S",
    "MANUAL_THRESHOLD_REDUCTION",
    "MAX_ANALYSED_CHARS",
    "MAX_BRACKET_LINES",
    "MAX_CACHED_DIFFS",
    "MAX_CACHED_JOINED_TEXTS",
    "MAX_CACHED_MASKS",
    "MAX_CACHED_QUERIES",
    "MAX_CACHED_SNAPSHOTS",
    "MAX_CACHED_SNAPSHOT_CHARS",
    "MAX_CACHED_TREES",
    "MAX_CANDIDATES_CHECKED",
    "MAX_CHECKED_NAMES",
    "MAX_CHECKED_NODES",
    "MAX_CLIENT_EDITS",
    "MAX_CLIENT_HISTORY_CHARS",
    "MAX_CLIENT_HISTORY_ENTRIES",
    "MAX_CONTEXT_DOCUMENTS",
    "MAX_CONTEXT_DOCUMENT_CHARS",
    "MAX_DEFINITION_LINE_CHARS",
    "MAX_DIAGNOSTICS",
    "MAX_DIAGNOSTIC_MESSAGE_CHARS",
    "MAX_DIFF_CHARS",
    "MAX_DIFF_HUNKS",
    "MAX_DOCUMENT_CHARS",
    "MAX_DOCUMENT_LINES",
    "MAX_EDIT_LINES",
    "MAX_EDIT_STATES",
    "MAX_ENTRIES_PER_FOLDER",
    "MAX_FAMILIES",
    "MAX_FEEDBACK_COUNTERS",
    "MAX_FEEDBACK_FILE_BYTES",
    "MAX_FILES_REREAD",
    "MAX_FOLDERS",
    "MAX_FOLDER_DISTANCE",
    "MAX_FOLDER_ENTRIES",
    "MAX_GENERATED_HEADER_CHARS",
    "MAX_GENERATED_HEADER_LINES",
    "MAX_HISTORY_CHARS",
    "MAX_HISTORY_EDITS",
    "MAX_HOLD_S",
    "MAX_HUNKS_PER_ENTRY",
    "MAX_IMPORT_LINES_TRIED",
    "MAX_IMPORT_LINE_CHARS",
    "MAX_IMPORT_SPAN_LINES",
    "MAX_IMPORT_STATEMENT_CHARS",
    "MAX_INDEXED_LINE_CHARS",
    "MAX_LINE_CHANGES_PER_EVENT",
    "MAX_LINE_CHARS",
    "MAX_LOGGED_TEXT_CHARS",
    "MAX_NEW_NAME_CHARS",
    "MAX_NEW_RECENT_FILE_CHARS",
    "MAX_OCCURRENCES_PER_LINE",
    "MAX_OCCURRENCES_PER_TEXT",
    "MAX_ODDS_FACTOR",
    "MAX_ON_DEMAND_FILE_BYTES",
    "MAX_OPEN_DOCUMENTS",
    "MAX_PARSED_CHARS",
    "MAX_PARSE_CPU_S",
    "MAX_PARSE_FAILURES",
    "MAX_PENDING_ACCEPTED_EDITS",
    "MAX_PREPARED_TEXTS",
    "MAX_PRE_SESSION_CHARS",
    "MAX_PRE_SESSION_DOCUMENTS",
    "MAX_PROCESSABLE_CHARS",
    "MAX_RECENT_FILES",
    "MAX_RECENT_FILE_CHARS",
    "MAX_RECENT_SUGGESTIONS",
    "MAX_REJECTIONS",
    "MAX_ROOTS",
    "MAX_RUNS_PER_FULL_TEXT",
    "MAX_SEARCH_CHARS",
    "MAX_SESSIONS",
    "MAX_SNIPPETS",
    "MAX_SNIPPET_CHARS",
    "MAX_SUGGESTION_CHARS",
    "MAX_SUGGESTION_LINES",
    "MAX_TEXTS_PER_NAME_QUERY",
    "MAX_TOTAL_DOCUMENT_CHARS",
    "MAX_TYPED_LINES",
    "MAX_UNCHECKED_COORDINATE",
    "MAX_USER_ACTIONS",
    "MAX_WORKING_FOLDERS",
    "MAX_WORKSPACE_ROOTS",
    "MIN_FEEDBACK_COUNT",
    "MIN_FILE_AGE_NS",
    "MIN_HOLD_S",
    "MIN_ODDS_FACTOR",
    "MIN_PROBABILITY_FLOOR",
    "MODEL_TIMEOUT_S",
    "OTHER_ROOT_DISTANCE",
    "PARSE_TIMEOUT_US",
    "PROTECTED_RECENT_EDITS",
    "QUERY_CACHE_TTL_S",
    "QUERY_TIMEOUT_US",
    "START_SCAN_TIMEOUT_S",
    "SYMBOLIC_ENGINE_CPU_S",
    "TYPING_PAUSE_S",
]

MANUAL_THRESHOLD_REDUCTION: Final = 0.15
"""How much lower the threshold is for a manual request."""
MAX_LOGGED_TEXT_CHARS: Final = 80
"""Characters of a document that a log line may quote."""
MAX_DIAGNOSTICS: Final = 200
MAX_DIAGNOSTIC_MESSAGE_CHARS: Final = 1_000
MAX_SNIPPETS: Final = 50
MAX_SNIPPET_CHARS: Final = 20_000
MAX_USER_ACTIONS: Final = 100
MAX_RECENT_FILES: Final = 50
MAX_RECENT_FILE_CHARS: Final = 16 << 20
MAX_NEW_RECENT_FILE_CHARS: Final = 1 << 20
"""For texts that are new to the session: loading them takes time while the user waits."""
MAX_UNCHECKED_COORDINATE: Final = 10_000_000
"""Maximum line and character of a position in a text that is not in memory."""
SYMBOLIC_ENGINE_CPU_S: Final = 0.05
"""Processor time of the symbolic engine for one request. A late right answer is better than none."""
MAX_CANDIDATES_CHECKED: Final = 20
"""Candidates of an engine that selection checks."""
MAX_CHECKED_NAMES: Final = 16
"""Names of a suggestion that are looked up in the text."""
MAX_SUGGESTION_LINES: Final = 12
"""Changed lines that a user can read at a glance."""
MAX_SUGGESTION_CHARS: Final = 4_000
MAX_NEW_NAME_CHARS: Final = 200
PROTECTED_RECENT_EDITS: Final = 3
"""The newest edits that no suggestion may revert."""
MAX_HOLD_S: Final = 1.5
"""How long a request may be held for a pause of the user, however long the engine wants to wait."""
MIN_HOLD_S: Final = 0.001
MODEL_TIMEOUT_S: Final = 15.0
"""Time limit for a model engine, which has its own, shorter limit."""
MIN_PROBABILITY_FLOOR: Final = 0.05
"""The lowest threshold, also for manual requests."""
MAX_SESSIONS: Final = 64
START_SCAN_TIMEOUT_S: Final = 0.25
"""How long the response to `nes/start` may wait for the first scan of the workspace. Other messages do not wait."""
FIRST_SCAN_TIMEOUT_S: Final = 1.0
"""How long after the start of a session its requests wait for the first scan, so that a small workspace is complete
before the first answer, on a busy machine too."""
MAX_PREPARED_TEXTS: Final = 4
"""Texts that wait to be parsed in advance."""
MAX_WORKSPACE_ROOTS: Final = 64
MAX_TOTAL_DOCUMENT_CHARS: Final = 256 << 20
"""For the open documents of all sessions together."""


MAX_ON_DEMAND_FILE_BYTES: Final = 1 << 20
"""Size of a file that is read on demand, outside a scan."""
MAX_TEXTS_PER_NAME_QUERY: Final = 24
"""Texts that a query for a name searches."""
MAX_WORKING_FOLDERS: Final = 16
MAX_ROOTS: Final = 64
INDEX_JOIN_TIMEOUT_S: Final = 1.0
MAX_FILES_REREAD: Final = 16
"""Changed files that one search reads again; further ones are left out of its result."""
MAX_SEARCH_CHARS: Final = 4 << 20
"""Characters that one search reads; twice as many for a query for a name."""
QUERY_CACHE_TTL_S: Final = 1.0
MAX_CACHED_QUERIES: Final = 32
MAX_CACHED_SNAPSHOTS: Final = 48
MAX_CACHED_SNAPSHOT_CHARS: Final = 4 << 20
MAX_INDEXED_LINE_CHARS: Final = 5_000
"""A file with a longer line was not written by hand and is not indexed."""
MIN_FILE_AGE_NS: Final = 50_000_000
"""File systems have coarse clocks: a younger file may change again with the same timestamps."""
MAX_FOLDERS: Final = 20_000
MAX_FOLDER_ENTRIES: Final = 200_000
MAX_ENTRIES_PER_FOLDER: Final = 20_000
OTHER_ROOT_DISTANCE: Final = 8
"""The distance of the other roots, in folders."""
MAX_DEFINITION_LINE_CHARS: Final = 400
"""Longer lines are not searched for definitions."""
MAX_OCCURRENCES_PER_TEXT: Final = 500
"""Occurrences of a name that are checked in one text."""
MAX_OCCURRENCES_PER_LINE: Final = 4
MAX_IMPORT_LINE_CHARS: Final = 400
"""Longer lines are not searched for imports."""
MAX_IMPORT_STATEMENT_CHARS: Final = 4_000
MAX_IMPORT_SPAN_LINES: Final = 60
"""Lines from the beginning of an import statement to the name."""
MAX_IMPORT_LINES_TRIED: Final = 12
"""Lines of one text that are checked for an import."""
MAX_FOLDER_DISTANCE: Final = 64
MAX_GENERATED_HEADER_LINES: Final = 10
"""First lines of a text that may say that a program wrote it."""
MAX_GENERATED_HEADER_CHARS: Final = 200
"""For each of them."""


MIN_FEEDBACK_COUNT: Final = 10
"""Accepts and rejects of a family before they change its probability."""
MIN_ODDS_FACTOR: Final = 0.5
MAX_ODDS_FACTOR: Final = 2.0
EXPECTED_ACCEPT_RATIO: Final = 2.8
"""Accepts per reject of a family whose probabilities are right."""
MAX_FAMILIES: Final = 64
MAX_FEEDBACK_FILE_BYTES: Final = 16_384
FEEDBACK_HALVING_COUNT: Final = 500.0
"""Above this number of accepts and rejects, the counts of a family are halved."""
FEEDBACK_EVENTS_PER_SAVE: Final = 10
"""Accepts and rejects between two writes of the file."""
MAX_REJECTIONS: Final = 20
MAX_FEEDBACK_COUNTERS: Final = 500
MAX_RECENT_SUGGESTIONS: Final = 8
"""Recent suggestions that the client may still accept or reject."""
MAX_CLIENT_HISTORY_ENTRIES: Final = 30
MAX_CLIENT_EDITS: Final = 50
MAX_HUNKS_PER_ENTRY: Final = 20
"""For one diff. More places at once were not changed by hand, so nothing is learned from them."""
MAX_CLIENT_HISTORY_CHARS: Final = 100_000
MAX_CACHED_DIFFS: Final = 128
HUNK_SEARCH_RADIUS_LINES: Final = 200
"""Lines around the position in a diff that are searched for its new text."""
MAX_OPEN_DOCUMENTS: Final = 500
MAX_CONTEXT_DOCUMENTS: Final = 50
MAX_CONTEXT_DOCUMENT_CHARS: Final = 24 << 20
"""For all texts from requests together; larger than the limit of one request."""
MAX_LINE_CHANGES_PER_EVENT: Final = 200
"""For one event. More changes at once, such as "replace all", are no examples to learn from."""
MAX_PRE_SESSION_DOCUMENTS: Final = 200
MAX_PRE_SESSION_CHARS: Final = 32 << 20


MAX_LINE_CHARS: Final = 20_000
"""A document with a longer line was not written by hand and gets no suggestions."""
MAX_DOCUMENT_LINES: Final = 200_000
MAX_DOCUMENT_CHARS: Final = 8_000_000
"""A larger text is not stored."""
MAX_PROCESSABLE_CHARS: Final = 2_000_000
"""A larger text gets no suggestions; its changes are still applied."""
MAX_TYPED_LINES: Final = 30
"""A full text that changes more lines was not typed."""
MAX_RUNS_PER_FULL_TEXT: Final = 16
"""Separate changes of one full text; more are recorded as one change."""
MAX_DIFF_CHARS: Final = 400_000
MAX_DIFF_HUNKS: Final = 200
MAX_PENDING_ACCEPTED_EDITS: Final = 32
ACCEPTED_EDIT_TIMEOUT_S: Final = 30.0
"""How long an accepted suggestion waits for its change."""
MAX_HISTORY_EDITS: Final = 50
MAX_HISTORY_CHARS: Final = 200_000
"""For all edits together."""
MAX_EDIT_LINES: Final = 400
"""Old or new lines of one edit."""
MAX_EDIT_STATES: Final = 64
TYPING_PAUSE_S: Final = 1.0
"""A pause after which a change starts a new edit, unless it is on the same line."""


MAX_CACHED_JOINED_TEXTS: Final = 48
MAX_CACHED_MASKS: Final = 24
QUERY_TIMEOUT_US: Final = 250_000
"""Of the clock on the wall. A query on an ordinary tree takes a few thousand. It is run again if other programs
used the processor."""
MAX_BRACKET_LINES: Final = 80
"""Lines after which an open bracket is not waited for."""
MAX_CHECKED_NODES = 4_000
MAX_ANALYSED_CHARS: Final = 300_000
"""A longer text is not looked into at all."""
MAX_PARSED_CHARS: Final = 150_000
"""A longer text has no tree: to make the first one would take too long."""
PARSE_TIMEOUT_US: Final = 250_000
"""Of the clock on the wall: MAX_PARSED_CHARS take a tenth of it. Garbage may take a thousand times as long as a
text of its language. Parsing goes on if other programs used the processor."""
MAX_PARSE_CPU_S: Final = 0.1
"""A text that runs out of time and takes so much processor time is garbage, and is not parsed again."""
MAX_PARSE_FAILURES: Final = 3
"""How often another text may run out of time before it is given up."""
MAX_CACHED_TREES: Final = 16
