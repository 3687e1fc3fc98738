"""The limits of a workspace, the default exclusions, and the tunable constants of the sub-packages.

`Limits` is configured per workspace and reported to callers. The constants are grouped by sub-package: paths,
files, search, patterns, commands.
"""

from typing import Final

import msgspec

__all__ = [
    "DEFAULT_EXCLUSIONS",
    "DIFF_CONTEXT_LINES",
    "JS_MEMORY_BYTES",
    "JS_STACK_BYTES",
    "KILL_TIMEOUT_S",
    "LOW_PRIORITY",
    "MAX_COMPARED_LINE_PAIRS",
    "MAX_DENIAL_LINE_CHARS",
    "MAX_DRAINED_CHUNKS",
    "MAX_FOLDER_CREATION_ATTEMPTS",
    "MAX_GITIGNORE_BYTES",
    "MAX_GITIGNORE_LINES",
    "MAX_GITIGNORE_LINE_CHARS",
    "MAX_GLOB_CHARS",
    "MAX_GLOB_PATTERNS",
    "MAX_GLOB_TOTAL_CHARS",
    "MAX_GROUP_DEPTH",
    "MAX_JS_ATTEMPTS",
    "MAX_JS_LIMIT_FACTOR",
    "MAX_LINE_TEXT_CHARS",
    "MAX_MATCH_TEXT_CHARS",
    "MAX_OPENAT2_ATTEMPTS",
    "MAX_OPEN_PROTECTED_FOLDERS",
    "MAX_PATTERNS_PER_AUTOMATON",
    "MAX_PROTECTED_FILE_BYTES",
    "MAX_PROTECTED_REPOSITORIES",
    "MAX_PROTECTING_MOUNTS",
    "MAX_QUERY_CHARS",
    "MAX_RE2_WORK_PER_PIECE",
    "MAX_REPLACED_MATCHES",
    "MAX_REPORTED_REPOSITORIES",
    "MAX_RIPGREP_PATTERN_DEPTH",
    "MAX_SCANNED_FOLDERS",
    "MAX_SCANNED_LINKS",
    "MAX_SCAN_DEPTH",
    "MAX_SEARCHED_FOLDERS",
    "MAX_SNAPSHOT_DEPTH",
    "MAX_SNAPSHOT_FILE_BYTES",
    "MAX_SYMLINKS",
    "MAX_UNCOPIED_SCAN_ENTRIES",
    "MAX_UNINTERRUPTIBLE_CHARS",
    "MAX_WRITTEN_FILE_BYTES",
    "MIN_FILES_FOR_RIPGREP",
    "OOM_SCORE_ADJUSTMENT",
    "PATTERN_TIMEOUT_S",
    "PIPE_CHUNK_BYTES",
    "PROCESS_COUNT_INTERVAL_S",
    "PROGRESS_INTERVAL_FILES",
    "RE2_MEMORY_BYTES",
    "READ_CHUNK_BYTES",
    "RIPGREP_MEMORY_BYTES",
    "RIPGREP_POLL_INTERVAL_S",
    "RIPGREP_READ_BYTES",
    "RIPGREP_READ_DELAY_S",
    "SCRATCH_MIN_STALE_AGE_S",
    "SEARCH_BLOCK_BYTES",
    "TICKS_PER_LIMIT_CHECK",
    "Limits",
]

DEFAULT_EXCLUSIONS: Final = (
    "**/node_modules/**",
    "**/.git/**",
    "**/dist/**",
    "**/build/**",
    "**/.venv/**",
    "**/target/**",
    "**/__pycache__/**",
    "**/vendor/**",
)

MIB: Final = 1 << 20


class Limits(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """WAP's recommended limits, and the ones that it leaves to the implementor.

    Example: `Workspace(["."], limits=Limits(max_file_size=1 << 16))`.
    """

    max_file_size: int = MIB
    """Bytes of text that one readFile returns."""
    max_directory_entries: int = 500
    """Entries that one exploreFiles returns."""
    max_search_results: int = 100
    """Matches that one searchFiles returns."""
    max_output_size: int = MIB
    """Bytes of output that one executeCommand returns."""
    max_execution_time: int = 30_000
    """Milliseconds that any operation may take if the call sets no timeout."""
    max_timeout: int = 600_000
    """The largest timeout, in milliseconds, that a call may set."""
    max_write_size: int = 16 * MIB
    """Bytes of one write, and the size of the largest file that can be modified."""
    max_processes: int = 512
    """Processes that one command may have at a time."""
    max_memory: int = 4096 * MIB
    """Bytes of resident memory that one command's processes may have together."""


MAX_SYMLINKS: Final = 40
MAX_OPENAT2_ATTEMPTS: Final = 8
MAX_GITIGNORE_BYTES: Final = 1 << 20
MAX_GITIGNORE_LINES: Final = 5000
MAX_GITIGNORE_LINE_CHARS: Final = 1000
MAX_PATTERNS_PER_AUTOMATON: Final = 500
"""Patterns in one automaton; RE2 rejects much larger ones."""
MAX_GLOB_PATTERNS: Final = 256
MAX_GLOB_CHARS: Final = 1024
MAX_GLOB_TOTAL_CHARS: Final = 32 << 10


READ_CHUNK_BYTES: Final = 4 << 20
MAX_FOLDER_CREATION_ATTEMPTS: Final = 8
DIFF_CONTEXT_LINES: Final = 3
MAX_COMPARED_LINE_PAIRS: Final = 1_000_000
"""Equal pairs of lines beyond which the changed middle is shown as one block instead of being compared."""


MIN_FILES_FOR_RIPGREP: Final = 500
PROGRESS_INTERVAL_FILES: Final = 256
SEARCH_BLOCK_BYTES: Final = 32 << 20
MAX_LINE_TEXT_CHARS: Final = 400
MAX_MATCH_TEXT_CHARS: Final = 2000
RIPGREP_READ_BYTES: Final = 1 << 16
RIPGREP_READ_DELAY_S: Final = 0.003
RIPGREP_POLL_INTERVAL_S: Final = 0.5
LOW_PRIORITY: Final = 5
"""The nice value of a search that nobody waits for."""
RIPGREP_MEMORY_BYTES: Final = 2 << 30
"""Address space for ripgrep: it keeps a whole line in memory, however long."""


PATTERN_TIMEOUT_S: Final = 2.0
"""CPU seconds of one thread for one replacement, or for one text that is searched."""
MAX_JS_ATTEMPTS: Final = 3
"""Attempts at a JavaScript call that is interrupted because other threads used up its CPU time."""
MAX_JS_LIMIT_FACTOR: Final = 16.0
"""By how much quickjs's limit, which counts the whole process, may exceed PATTERN_TIMEOUT_S."""
MAX_GROUP_DEPTH: Final = 40
"""Nesting of groups: far above what people write, far below Python's recursion limit."""
MAX_UNINTERRUPTIBLE_CHARS: Final = 50_000
"""Characters. With this length the time limit is exceeded by two seconds at most."""
RE2_MEMORY_BYTES: Final = 16 << 20
MAX_RE2_WORK_PER_PIECE: Final = 300_000_000
"""Instructions times bytes in one piece: about one second if RE2 has to simulate all of them."""
MAX_QUERY_CHARS: Final = 10_000
MAX_RIPGREP_PATTERN_DEPTH: Final = 200
"""ripgrep accepts patterns up to 250 levels deep."""
MAX_REPLACED_MATCHES: Final = 500_000
JS_MEMORY_BYTES: Final = 256 << 20
JS_STACK_BYTES: Final = 256 << 10
"""Well below the smallest stack of a Python thread."""


MAX_WRITTEN_FILE_BYTES: Final = 4 << 30
"""The largest single file that a command may write."""
OOM_SCORE_ADJUSTMENT: Final = 500
"""When memory runs out, the kernel takes the command before the editor and us."""
KILL_TIMEOUT_S: Final = 8.0
PIPE_CHUNK_BYTES: Final = 1 << 16
MAX_DRAINED_CHUNKS: Final = 32
"""Pipes hold at most 1 MiB; more after the end comes from someone who got hold of a pipe."""
PROCESS_COUNT_INTERVAL_S: Final = 0.01
TICKS_PER_LIMIT_CHECK: Final = 5
MAX_SNAPSHOT_DEPTH: Final = 8
MAX_SNAPSHOT_FILE_BYTES: Final = 1 << 20
MAX_PROTECTED_FILE_BYTES: Final = 8 << 20
"""For the guarded name itself, such as `config`, of which git reads every byte."""
SCRATCH_MIN_STALE_AGE_S: Final = 60
MAX_SCAN_DEPTH: Final = 6
MAX_SCANNED_FOLDERS: Final = 3000
MAX_PROTECTED_REPOSITORIES: Final = 200
MAX_OPEN_PROTECTED_FOLDERS: Final = 64
MAX_UNCOPIED_SCAN_ENTRIES: Final = 20_000
MAX_PROTECTING_MOUNTS: Final = 64
"""Guarded places that have mounts."""
MAX_DENIAL_LINE_CHARS: Final = 1000
MAX_SEARCHED_FOLDERS: Final = 20_000
"""Folders that are searched for planted repositories after a command, `node_modules` included."""
MAX_REPORTED_REPOSITORIES: Final = 5
MAX_SCANNED_LINKS: Final = 20_000
"""Entries of the folders of PATH that are looked at for links into toolchains."""
