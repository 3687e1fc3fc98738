"""What one request has seen of the disk, so that it verifies a root and compares a file once, not in every search.

Valid while one request is answered synchronously, and for one session. Whoever looks later looks at the disk again.
"""

from collections.abc import Callable

from understudy.nes.index.files import FileVersion, IndexedFile
from understudy.workspace import Root

__all__ = ["SeenDisk"]


class SeenDisk:
    def __init__(self) -> None:
        self._roots: tuple[Root, ...] | None = None
        self._versions: dict[str, FileVersion] = {}
        """By canonical path; only files that were there."""

    def roots(self, verify: Callable[[], tuple[Root, ...]]) -> tuple[Root, ...]:
        """Return the roots that `verify` has found valid; it is called once."""
        if self._roots is None:
            self._roots = verify()
        return self._roots

    def version(self, file: IndexedFile) -> FileVersion | None:
        """Return the version that was current; None if the file was not seen, or the index has read it since."""
        version = self._versions.get(file.path)
        if version is None or version.file is not file:
            return None
        return version if file.text is None or file.text is version.text else None

    def add(self, version: FileVersion) -> None:
        self._versions[version.path] = version
