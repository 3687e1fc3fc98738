"""Limits and timeouts of `understudy.chat.prompt` that a person may want to tune."""

from typing import Final

__all__ = [
    "DEFAULT_ANSWER_TOKENS",
    "MAX_CONTEXT_TITLE_CHARS",
    "MAX_DISCOVERY_WARNINGS",
    "MAX_FOLDER_ENTRIES_SCANNED",
    "MAX_FRONT_MATTER_BYTES",
    "MAX_INSTRUCTIONS_BYTES",
    "MAX_INSTRUCTION_FILE_BYTES",
    "MAX_SESSION_TITLE_CHARS",
    "MAX_SKILLS",
    "MAX_SKILL_DESCRIPTION_CHARS",
    "MAX_SKILL_FOLDER_ENTRIES",
    "MAX_SKILL_NAME_CHARS",
    "MAX_URI_CHARS",
    "MAX_WINDOW_HALVINGS",
    "MIN_INSTRUCTION_BYTES",
]

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
