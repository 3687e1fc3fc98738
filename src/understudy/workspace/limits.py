"""The hard limits of a workspace and the names that recursive operations leave out."""

from typing import Final

import msgspec

__all__ = ["DEFAULT_EXCLUSIONS", "Limits"]

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
    """WAP's recommended limits, and the ones that it leaves to the implementor."""

    max_file_size: int = MIB
    """Bytes of text that one readFile returns."""
    max_directory_entries: int = 500
    """Entries that one exploreFiles returns."""
    max_search_results: int = 100
    """Matches that one searchFiles returns."""
    max_output_size: int = MIB
    """Bytes of output that one executeCommand returns."""
    max_execution_time: int = 30_000
    """Milliseconds that any operation may take when the call names no timeout."""
    max_timeout: int = 600_000
    """Milliseconds that a call's own timeout may ask for at most."""
    max_write_size: int = 16 * MIB
    """Bytes that one write may hand over, and the largest file that can be modified."""
    max_processes: int = 512
    """Processes that one command may have at a time."""
    max_memory: int = 4096 * MIB
    """Bytes of resident memory that one command's processes may have together."""
