"""Limits and timeouts of `understudy.workspace.commands` that a person may want to tune."""

from typing import Final

__all__ = [
    "KILL_TIMEOUT_S",
    "MAX_DENIAL_LINE_CHARS",
    "MAX_DRAINED_CHUNKS",
    "MAX_OPEN_PROTECTED_FOLDERS",
    "MAX_PROTECTED_FILE_BYTES",
    "MAX_PROTECTED_REPOSITORIES",
    "MAX_PROTECTING_MOUNTS",
    "MAX_SCANNED_FOLDERS",
    "MAX_SCAN_DEPTH",
    "MAX_SNAPSHOT_DEPTH",
    "MAX_SNAPSHOT_FILE_BYTES",
    "MAX_UNCOPIED_SCAN_ENTRIES",
    "MAX_WRITTEN_FILE_BYTES",
    "OOM_SCORE_ADJUSTMENT",
    "PIPE_CHUNK_BYTES",
    "PROCESS_COUNT_INTERVAL_S",
    "SCRATCH_MIN_STALE_AGE_S",
    "TICKS_PER_LIMIT_CHECK",
]

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
