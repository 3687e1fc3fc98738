"""The index on disk between starts: names and states of files, and which grams their texts have; no text.

A block of files is one object, named by the hash of its content; a manifest for each set of roots lists its
objects. Both are written completely or not at all, and nothing is changed in place, so several processes need no
lock: the last manifest counts, and an object that is missing or damaged costs a new scan of its files. What is read
is never trusted: an object must have its checksum, and a search compares every file with the disk anyway.
"""

import contextlib
import hashlib
import logging
import os
import shutil
import sys
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, Literal, cast

import msgspec

from understudy.nes.index.files import FileState, FileTable, IndexedFile
from understudy.nes.limits import (
    INDEX_SAVE_INTERVAL_S,
    MAX_INDEX_OBJECT_BYTES,
    MAX_INDEX_OBJECTS,
    MAX_INDEX_STORE_BYTES,
    MIN_STORED_FILES,
    UNUSED_OBJECT_AGE_S,
)
from understudy.workspace import Root

__all__ = ["DiskStore", "delete_stored_indexes"]

logger = logging.getLogger("understudy.nes")

_FORMAT: Final = "understudy-index-2"
_CHECKSUM_BYTES: Final = 4
_LENGTH_BYTES: Final = 4
_MANIFESTS, _OBJECTS = "roots", "objects"

_LineEnding = Literal["\n", "\r\n", "\r"]
_Entry = tuple[int, bytes, FileState, _LineEnding]
"""The number of the root, the path below it, the state and the line ending of a file."""


class _Manifest(msgspec.Struct):
    format: str
    objects: list[str]
    is_partial: bool = False


class DiskStore:
    """The stored index of one set of roots. No error of the disk raises: without a store, files are scanned."""

    def __init__(
        self, folder: str, min_files: int = MIN_STORED_FILES, max_bytes: int = MAX_INDEX_STORE_BYTES
    ) -> None:
        self._folder = folder
        self._min_files = min_files
        self._max_bytes = max_bytes
        self._objects: list[str] = []
        """The names of the objects by block."""
        self._saved_at: float | None = None
        self.is_partial = False

    def load(self, table: FileTable, roots: Sequence[Root]) -> bool:
        """Fill an empty table; return whether there was something."""
        path = os.path.join(self._folder, _MANIFESTS, _manifest_name(roots))
        try:
            manifest = _read_manifest(path)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            if not isinstance(error, FileNotFoundError):
                logger.warning("the stored index cannot be read and is built anew: %s", type(error).__name__)
                _delete(path)
            return False
        self.is_partial = manifest.is_partial
        for name in manifest.objects:
            try:
                entries, rows = _decode(self._read_object(name))
                table.append_block(_to_files(entries, roots), rows)
            except (OSError, msgspec.MsgspecError, ValueError) as error:
                logger.warning(
                    "a part of the stored index cannot be used and is built anew: %s", type(error).__name__
                )
                if not isinstance(error, FileNotFoundError):
                    _delete(os.path.join(self._folder, _OBJECTS, name))
                continue
            self._objects.append(name)
        with contextlib.suppress(OSError):
            os.utime(path)  # in use: not the first to be deleted
        return bool(self._objects)

    def save(
        self, table: FileTable, lock: threading.Lock, roots: Sequence[Root], *, is_partial: bool = False
    ) -> None:
        """Write the blocks that changed, and the manifest; at most once in INDEX_SAVE_INTERVAL_S, unless a first
        scan is running or has ended."""
        now = time.monotonic()
        was_partial, self.is_partial = self.is_partial, is_partial
        if (
            not is_partial
            and not was_partial
            and self._saved_at is not None
            and now - self._saved_at < INDEX_SAVE_INTERVAL_S
        ):
            return
        if len(table.files) < self._min_files and not self._objects:
            return
        try:
            with lock:
                changed, table.changed_blocks = table.changed_blocks, set()
                count = table.block_count
            if not changed and len(self._objects) == count and is_partial == was_partial:
                return
            self._saved_at = now
            self._write(table, lock, roots, changed, count)
            self._delete_unused()
        except OSError as error:
            logger.warning("the index could not be stored: %s", error.strerror)

    def _write(
        self, table: FileTable, lock: threading.Lock, roots: Sequence[Root], changed: set[int], count: int
    ) -> None:
        numbers = {root.path: number for number, root in enumerate(roots)}
        objects_folder = _private_folder(self._folder, _OBJECTS)
        known, self._objects = self._objects, []
        for number in range(count):
            if number < len(known) and number not in changed:
                name = known[number]
                if os.path.exists(os.path.join(objects_folder, name)):
                    self._objects.append(name)
                    continue
            with lock:
                files, rows = table.block(number)
                entries = [_to_entry(file, numbers) for file in files]
            self._objects.append(_write_object(objects_folder, entries, rows))
        manifest = msgspec.json.encode(_Manifest(_FORMAT, self._objects, self.is_partial))
        _write_file(_private_folder(self._folder, _MANIFESTS), _manifest_name(roots), manifest)

    def _read_object(self, name: str) -> memoryview:
        """Return the content of an object without its checksum, which takes a quarter of the time of the hash."""
        data = memoryview(_read_file(os.path.join(self._folder, _OBJECTS, name), MAX_INDEX_OBJECT_BYTES))
        content = data[_CHECKSUM_BYTES:]
        if bytes(data[:_CHECKSUM_BYTES]) != _checksum(content):
            raise ValueError("an object is damaged")
        return content

    def _delete_unused(self) -> None:
        """Delete objects that no manifest lists; above the size limit, the manifests unused for longest first."""
        sizes = _file_states(os.path.join(self._folder, _OBJECTS))
        manifests = _file_states(os.path.join(self._folder, _MANIFESTS))
        used: set[str] = set()
        used_bytes = 0
        for name in sorted(manifests, key=lambda one: manifests[one].st_mtime, reverse=True):
            manifest = os.path.join(self._folder, _MANIFESTS, name)
            try:
                names = set(_read_manifest(manifest).objects) & sizes.keys() - used
            except (OSError, msgspec.MsgspecError, ValueError):
                names = set[str]()
            size = sum(sizes[name].st_size for name in names)
            if used_bytes + size > self._max_bytes:
                _delete(manifest)
                continue
            used |= names
            used_bytes += size
        total, oldest_kept = sum(one.st_size for one in sizes.values()), time.time() - UNUSED_OBJECT_AGE_S
        for name in sizes.keys() - used:
            # Another process may have written it for a manifest that it has not written yet.
            if sizes[name].st_mtime < oldest_kept or total > self._max_bytes:
                _delete(os.path.join(self._folder, _OBJECTS, name))


def delete_stored_indexes(folder: str) -> bool:
    """Delete the store of all indexes; return whether there was one."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return False
    return True


def _manifest_name(roots: Sequence[Root]) -> str:
    identity = [(root.path, root.device, root.inode, root.private) for root in roots]
    return _hash(repr((_FORMAT, sys.byteorder, identity)).encode("utf-8", "surrogateescape"))


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def _checksum(content: bytes | memoryview) -> bytes:
    return zlib.crc32(content).to_bytes(_CHECKSUM_BYTES, "big")


def _to_entry(file: IndexedFile | None, numbers: dict[str, int]) -> _Entry | None:
    if file is None or file.file_state is None or file.root.path not in numbers:
        return None
    return (
        numbers[file.root.path],
        os.fsencode(file.place.relative),
        file.file_state,
        cast("_LineEnding", file.line_ending),
    )


def _to_files(
    entries: list[_Entry | None], roots: Sequence[Root]
) -> Iterator[tuple[Root, str, FileState, str] | None]:
    prefixes = [f"{root.path.rstrip('/')}/" for root in roots]
    # One look at all paths together: it is much faster than one at each.
    joined = b"/%s/" % b"/".join([entry[1] for entry in entries if entry is not None])
    is_suspicious = b"/../" in joined or b"//" in joined or b"\0" in joined
    for entry in entries:
        if (
            entry is None
            or not 0 <= entry[0] < len(roots)
            or (is_suspicious and not _is_path_below(entry[1]))
        ):
            yield None
        else:
            number, relative, state, line_ending = entry
            yield (
                roots[number],
                prefixes[number] + relative.decode("utf-8", "surrogateescape"),
                state,
                line_ending,
            )


def _is_path_below(path: bytes) -> bool:
    return bool(path) and b"\0" not in path and not {b"..", b""} & set(path.split(b"/"))


_entry_decoder: Final = msgspec.msgpack.Decoder(list[_Entry | None])


def _decode(content: memoryview) -> tuple[list[_Entry | None], memoryview]:
    """Return the files and the rows of an object; the rows are not copied."""
    end = _LENGTH_BYTES + int.from_bytes(content[:_LENGTH_BYTES], "big")
    return _entry_decoder.decode(content[_LENGTH_BYTES:end]), content[end:]


def _write_object(folder: str, entries: list[_Entry | None], rows: bytes) -> str:
    header = msgspec.msgpack.encode(entries)
    content = len(header).to_bytes(_LENGTH_BYTES, "big") + header + rows
    data = _checksum(content) + content
    name = _hash(data)
    path = os.path.join(folder, name)
    try:
        os.utime(path)  # of another process, or of an earlier start: it is used again
    except FileNotFoundError:
        _write_file(folder, name, data)
    return name


def _read_manifest(path: str) -> _Manifest:
    manifest = msgspec.json.decode(_read_file(path, MAX_INDEX_OBJECT_BYTES), type=_Manifest)
    if manifest.format != _FORMAT or len(manifest.objects) > MAX_INDEX_OBJECTS:
        raise ValueError("a manifest of another format")
    if not all(len(name) == 40 and name.isalnum() for name in manifest.objects):
        raise ValueError("a manifest with names that are no hashes")
    return manifest


def _read_file(path: str, max_bytes: int) -> bytes:
    with open(path, "rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise ValueError("a file of the stored index is too large")
    return data


def _write_file(folder: str, name: str, data: bytes) -> None:
    from understudy.workspace.files import replace_file

    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        replace_file(directory, name, [data], metadata_fd=None, exclusive=False)
        os.chmod(name, 0o600, dir_fd=directory)
    finally:
        os.close(directory)


def _private_folder(folder: str, name: str) -> str:
    """Return the subfolder, which only this user can enter."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    os.chmod(folder, 0o700)
    path = os.path.join(folder, name)
    os.makedirs(path, mode=0o700, exist_ok=True)
    return path


def _file_states(folder: str) -> dict[str, os.stat_result]:
    """The files of a folder by name, without those that another process removes meanwhile."""
    states: dict[str, os.stat_result] = {}
    try:
        with os.scandir(folder) as scan:
            for one in scan:
                with contextlib.suppress(FileNotFoundError):
                    if one.is_file(follow_symlinks=False):
                        states[one.name] = one.stat(follow_symlinks=False)
    except OSError:
        return {}
    return states


def _delete(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
