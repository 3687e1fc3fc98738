"""fs/read_text_file and fs/write_text_file."""

from collections.abc import Awaitable
from typing import Protocol

__all__ = ["Buffers"]


class Buffers(Protocol):
    """An editor's open texts, unsaved edits included. Called in the loop's thread with canonical paths in scope."""

    def read(self, path: str) -> str | None | Awaitable[str | None]:
        """The whole text; None: it is not open here, the disk's is taken."""
        ...

    def write(self, path: str, text: str) -> bool | Awaitable[bool]:
        """Make it the file's text; False: it is not open here, the disk is written."""
        ...
