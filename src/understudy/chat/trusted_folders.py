"""The folders whose instructions (AGENTS.md, skills) the user trusts, in a file of the state folder.

A line is the path of one folder as a JSON text. Lines are only appended, so that two agents lose nothing of each
other; to take the trust back, delete the line. Every method blocks on the disk.
"""

import json
import logging
import os
import stat
from pathlib import Path

__all__ = ["TrustedFolders"]

logger = logging.getLogger(__name__)


class TrustedFolders:
    def __init__(self, file: Path | None = None) -> None:
        """Without a file nothing is remembered."""
        self._file = file

    def contains(self, folder: str) -> bool:
        """Whether the user trusts exactly this folder. A file that others can write does not count."""
        if self._file is None:
            return False
        try:
            with open(self._file, encoding="utf-8") as file:
                status = os.fstat(file.fileno())
                if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o022:
                    logger.warning("%s can be changed by other users, so it is ignored", self._file)
                    return False
                return json.dumps(folder) in file.read().splitlines()
        except FileNotFoundError:
            return False
        except (OSError, UnicodeDecodeError):
            logger.warning("%s cannot be read", self._file, exc_info=True)
            return False

    def add(self, folder: str) -> None:
        """Remember a folder. A failure is logged: the user is asked again then."""
        if self._file is None or self.contains(folder):
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            fd = os.open(self._file, flags, 0o600)
            try:
                os.write(fd, f"{json.dumps(folder)}\n".encode())
            finally:
                os.close(fd)
        except OSError:
            logger.warning("%s cannot be written", self._file, exc_info=True)
