"""Limits and timeouts of `understudy.nes` and its packages text, index, session and syntax.

`symbolic` and `model` have their own `limits`.
"""

from typing import Final

__all__ = [
    "ACCEPTED_EDIT_TIMEOUT_S",
    "BUSY_SCAN_CPU_SHARE",
    "CHANGE_SETTLE_S",
    "FEEDBACK_EVENTS_PER_SAVE",
    "FEEDBACK_HALVING_COUNT",
    "FILES_BETWEEN_SAVES",
    "FIRST_SCAN_TIMEOUT_S",
    "HUNK_SEARCH_RADIUS_LINES",
    "INDEX_JOIN_TIMEOUT_S",
    "INDEX_SAVE_INTERVAL_S",
    "MANUAL_THRESHOLD_REDUCTION",
    "MASKED_BLOCKS_PER_SIZE",
    "MASKED_BLOCK_LINES",
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
    "MAX_CHANGE_DELAY_S",
    "MAX_CHECKED_NAMES",
    "MAX_CHECKED_NODES",
    "MAX_CLIENT_EDITS",
    "MAX_CLIENT_HISTORY_CHARS",
    "MAX_CLIENT_HISTORY_ENTRIES",
    "MAX_CONTEXT_DOCUMENTS",
    "MAX_CONTEXT_DOCUMENT_CHARS",
    "MAX_DEFERRED_FILES",
    "MAX_DEFINITION_LINE_CHARS",
    "MAX_DIAGNOSTICS",
    "MAX_DIAGNOSTIC_MESSAGE_CHARS",
    "MAX_DIFF_CHARS",
    "MAX_DIFF_HUNKS",
    "MAX_DOCUMENT_CHARS",
    "MAX_DOCUMENT_LINES",
    "MAX_EARLY_FILES",
    "MAX_EDIT_LINES",
    "MAX_EDIT_STATES",
    "MAX_ENTRIES_PER_FOLDER",
    "MAX_FAMILIES",
    "MAX_FEEDBACK_COUNTERS",
    "MAX_FEEDBACK_FILE_BYTES",
    "MAX_FILES_LOADED",
    "MAX_FILES_REREAD",
    "MAX_FOLDERS",
    "MAX_FOLDER_DISTANCE",
    "MAX_FOLDER_ENTRIES",
    "MAX_FOUND_FILES",
    "MAX_FOUND_FILES_PER_SEARCH",
    "MAX_FULLY_RANKED_FILES",
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
    "MAX_INDEXED_FILE_BYTES",
    "MAX_INDEXED_LINE_CHARS",
    "MAX_INDEX_OBJECTS",
    "MAX_INDEX_OBJECT_BYTES",
    "MAX_INDEX_STORE_BYTES",
    "MAX_LINE_CHANGES_PER_EVENT",
    "MAX_LINE_CHARS",
    "MAX_LOGGED_TEXT_CHARS",
    "MAX_NAMES_PER_SEARCH",
    "MAX_NAME_HOLDERS",
    "MAX_NEW_NAME_CHARS",
    "MAX_NEW_RECENT_FILE_CHARS",
    "MAX_OCCURRENCES_PER_LINE",
    "MAX_OCCURRENCES_PER_TEXT",
    "MAX_ON_DEMAND_FILE_BYTES",
    "MAX_OPEN_DOCUMENTS",
    "MAX_PACE_SLEEP_S",
    "MAX_PARSED_CHARS",
    "MAX_PARSE_CPU_S",
    "MAX_PARSE_FAILURES",
    "MAX_PENDING_ACCEPTED_EDITS",
    "MAX_PRELOADED_TEXTS",
    "MAX_PREPARED_TEXTS",
    "MAX_PRE_SESSION_CHARS",
    "MAX_PRE_SESSION_DOCUMENTS",
    "MAX_PROCESSABLE_CHARS",
    "MAX_RANKED_FILES",
    "MAX_RECENT_FILES",
    "MAX_RECENT_FILE_CHARS",
    "MAX_RECENT_SUGGESTIONS",
    "MAX_REJECTIONS",
    "MAX_ROOTS",
    "MAX_RUNS_PER_FULL_TEXT",
    "MAX_SCAN_READ_BYTES",
    "MAX_SEARCHED_NAMES",
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
    "MAX_WATCHED_FOLDERS",
    "MAX_WORKING_FOLDERS",
    "MAX_WORKSPACE_ROOTS",
    "MIN_FEEDBACK_COUNT",
    "MIN_FILE_AGE_NS",
    "MIN_HOLD_S",
    "MIN_ODDS_FACTOR",
    "MIN_PACED_CPU_S",
    "MIN_PROBABILITY_FLOOR",
    "MIN_SEARCHED_NAME_CHARS",
    "MIN_STORED_FILES",
    "MODEL_TIMEOUT_S",
    "NAME_SEARCH_INTERVAL_S",
    "NAME_SEARCH_TIMEOUT_S",
    "OTHER_ROOT_DISTANCE",
    "PARSE_TIMEOUT_US",
    "PROTECTED_RECENT_EDITS",
    "QUERY_CACHE_TTL_S",
    "QUERY_TIMEOUT_US",
    "RECENT_SEARCH_S",
    "RESCAN_CPU_SHARE",
    "SCAN_COST_FACTOR",
    "SCAN_CPU_SHARE",
    "START_SCAN_TIMEOUT_S",
    "SYMBOLIC_ENGINE_CPU_S",
    "TYPING_PAUSE_S",
    "UNPACED_RESCAN_CPU_S",
    "UNPACED_SCAN_CPU_S",
    "UNUSED_OBJECT_AGE_S",
    "WATCHED_SCAN_INTERVAL_S",
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
MAX_FULLY_RANKED_FILES: Final = 5_000
"""In a larger index, a search for what is in very many files ranks only those of the nearest folders."""
MAX_RANKED_FILES: Final = 2_000
MAX_FILES_LOADED: Final = 48
"""Files that one search reads because their texts are not in memory; the nearest ones."""
MAX_PRELOADED_TEXTS: Final = 500
"""Texts of an index from disk that are read in advance, so that a small workspace is in memory at once."""
MAX_DEFERRED_FILES: Final = 50_000
"""Files in other languages, and generated ones, that a scan remembers to read last."""
MAX_SCAN_READ_BYTES: Final = 1 << 30
"""Bytes of files that one scan reads."""
UNPACED_SCAN_CPU_S: Final = 0.5
"""Processor time that a scan takes at full speed, which is enough for a small workspace."""
SCAN_CPU_SHARE: Final = 0.5
"""Share of a processor that a first scan takes then."""
RESCAN_CPU_SHARE: Final = 0.1
"""The same for a scan that only compares an index from disk, or an earlier one, with the files."""
UNPACED_RESCAN_CPU_S: Final = 0.1
"""Processor time that it takes at full speed, with the loading of the index from disk."""
BUSY_SCAN_CPU_SHARE: Final = 0.25
"""The same for every scan while requests search the index."""
RECENT_SEARCH_S: Final = 0.25
"""How long after a search requests count as being answered."""
MIN_PACED_CPU_S: Final = 0.002
"""Processor time between two pauses of a scan."""
MAX_PACE_SLEEP_S: Final = 0.25
SCAN_COST_FACTOR: Final = 20
"""Without notices of changes, the next scan waits for this multiple of the processor time of the last one."""
MAX_FOUND_FILES: Final = 2_000
"""Files from searches for names that the index keeps above its limit of files."""
MAX_FOUND_FILES_PER_SEARCH: Final = 200
MAX_EARLY_FILES: Final = 24
"""Files of a search that are added as soon as they are found; of further ones the nearest are, at its end."""
MAX_INDEXED_FILE_BYTES: Final = 256 << 10
MAX_NAME_HOLDERS: Final = 20_000
"""Files with a name after which a search for it ends."""
MAX_NAMES_PER_SEARCH: Final = 8
MAX_SEARCHED_NAMES: Final = 256
"""Names whose last search is remembered."""
MIN_SEARCHED_NAME_CHARS: Final = 3
NAME_SEARCH_INTERVAL_S: Final = 60.0
"""Between two searches of the whole workspace for the same name."""
NAME_SEARCH_TIMEOUT_S: Final = 60.0
CHANGE_SETTLE_S: Final = 0.1
"""A pause in the changes on disk after which they are compared."""
MAX_CHANGE_DELAY_S: Final = 2.0
MAX_WATCHED_FOLDERS: Final = 30_000
WATCHED_SCAN_INTERVAL_S: Final = 600.0
"""Between two scans where changes on disk are noticed: a network file system may not report all."""
INDEX_SAVE_INTERVAL_S: Final = 30.0
FILES_BETWEEN_SAVES: Final = 5_000
"""Files that a first scan reads before it stores them: a process that ends early has not read them in vain."""
MIN_STORED_FILES: Final = 500
"""The index of a smaller workspace is not stored: its scan takes a fraction of a second."""
MAX_INDEX_STORE_BYTES: Final = 256 << 20
"""For the stored indexes of all workspaces together; 1 KiB for each file of one."""
MAX_INDEX_OBJECT_BYTES: Final = 4 << 20
MAX_INDEX_OBJECTS: Final = 1_000
UNUSED_OBJECT_AGE_S: Final = 3600.0
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
MAX_FOLDERS: Final = 60_000
MAX_FOLDER_ENTRIES: Final = 600_000
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
"""The least factor for the odds of a family that was rejected more often than accepted."""
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
MAX_PROCESSABLE_CHARS: Final = 8_000_000
"""A larger text gets no suggestions; its changes are still applied. A request takes about 15 ms in a third of
this."""
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
MASKED_BLOCK_LINES: Final = 8
"""Lines that are masked at once when one of them is read."""
MASKED_BLOCKS_PER_SIZE: Final = 6
"""Blocks after which the blocks of the same text are larger by `MASKED_BLOCK_LINES`."""
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
