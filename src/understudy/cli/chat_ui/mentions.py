"""Files that a prompt mentions (`@path`, `@path:10-40`, `@"a path"`): their completion, and the blocks to send.

The text stays as it was typed; each mentioned file, folder or image follows it as a block of its own. A word with
an `@` that names no file below the roots is only text. Does not read the user's keys.
"""

import base64
import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from understudy.cli.limits import (
    MAX_COMPLETED_PATHS,
    MAX_MENTIONED_IMAGE_BYTES,
    MAX_WALKED_PATHS,
    PATH_CACHE_INTERVAL_S,
)
from understudy.schema import acp
from understudy.uris import path_to_uri
from understudy.workspace import Workspace, WorkspaceError
from understudy.workspace.paths import is_within

__all__ = ["PathIndex", "build_prompt_blocks", "mention_at"]

_MENTION: Final = re.compile(r"(?<![\w@])@(?:\"([^\"\n]+)\"|([^\s\"]+))(?::(\d{1,7})(?:-(\d{1,7}))?)?")
_RANGE: Final = re.compile(r":(\d{1,7})(?:-(\d{1,7}))?$")
_IMAGE_TYPES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}
_SKIPPED_FOLDERS: Final = frozenset(
    {".git", "node_modules", ".venv", "__pycache__", "target", "dist", "build", ".mypy_cache", ".ruff_cache"}
)


def build_prompt_blocks(
    text: str, roots: Sequence[str], capabilities: acp.PromptCapabilities
) -> list[acp.ContentBlock]:
    """Return the prompt as content blocks: the text, and a block for each file that it mentions."""
    blocks: list[acp.ContentBlock] = [acp.TextContent(text=text)]
    seen: set[str] = set()
    for found in _MENTION.finditer(text):
        path, lines = _resolve(found, roots)
        if path is None or (key := f"{path}{lines}") in seen:
            continue
        seen.add(key)
        image = _read_image(path, roots) if capabilities.image and lines is None else None
        if image is not None:
            blocks.append(image)
            continue
        uri = path_to_uri(path) + ("" if lines is None else f"#L{lines[0]}-L{lines[1]}")
        blocks.append(acp.ResourceLink(name=os.path.basename(path) or path, uri=uri))
    return blocks


def _resolve(found: "re.Match[str]", roots: Sequence[str]) -> tuple[str | None, tuple[int, int] | None]:
    """Return the path of a mention and its lines; None if there is no such file."""
    quoted, plain = found[1], found[2]
    lines = None if found[3] is None else (int(found[3]), int(found[4] or found[3]))
    if quoted is not None:
        return _existing(quoted, roots), lines
    if lines is None and (ranged := _RANGE.search(plain)) is not None and not _existing(plain, roots):
        lines = int(ranged[1]), int(ranged[2] or ranged[1])
        plain = plain[: ranged.start()]
    return _existing(plain, roots) or _existing(plain.rstrip(".,;:!?)]}'"), roots), lines


def _existing(name: str, roots: Sequence[str]) -> str | None:
    """Return the path of a file or folder that lies below a root, also after all links were followed."""
    for root in roots:
        path = os.path.normpath(os.path.join(root, os.path.expanduser(name)))
        if name and os.path.exists(path):
            target = os.path.realpath(path)
            if any(is_within(target, os.path.realpath(one)) for one in roots):
                return path
    return None


def _read_image(path: str, roots: Sequence[str]) -> acp.ImageContent | None:
    kind = _IMAGE_TYPES.get(os.path.splitext(path)[1].lower())
    if kind is None:
        return None
    try:
        # A name says nothing about the file: it may be a pipe, a device or a link to the user's keys.
        with Workspace(roots) as workspace, workspace.open_file(path) as file:
            if file.status.st_size > MAX_MENTIONED_IMAGE_BYTES:
                return None
            with os.fdopen(os.dup(file.fd), "rb") as stream:
                data = stream.read(MAX_MENTIONED_IMAGE_BYTES)
    except (OSError, WorkspaceError):
        return None
    return acp.ImageContent(data=base64.b64encode(data).decode(), mime_type=kind, uri=path_to_uri(path))


def mention_at(text: str) -> str | None:
    """Return the unfinished mention at the end of the text, without its `@`; None if there is none."""
    found = re.search(r"(?<![\w@])@(\"[^\"\n]*|[^\s\"]*)$", text)
    return None if found is None else found[1].removeprefix('"')


@dataclass(slots=True)
class PathIndex:
    """The files and folders below the roots, for completion. Listed again when it is old."""

    roots: Sequence[str]
    _paths: list[str] = field(default_factory=list[str])
    _listed_at: float = -1e9

    def complete(self, typed: str) -> list[str]:
        """Return paths for what was typed: those that begin with it, then those whose name has it."""
        if time.monotonic() - self._listed_at > PATH_CACHE_INTERVAL_S:
            self._paths = list(self._walk())
            self._listed_at = time.monotonic()
        wanted = typed.lower()
        begins = [path for path in self._paths if path.lower().startswith(wanted)]
        names = [
            path
            for path in self._paths
            if wanted and wanted in path.lower() and not path.lower().startswith(wanted)
        ]
        begins.sort(key=lambda path: (path.rstrip("/").count("/"), path))
        names.sort(
            key=lambda path: (wanted not in os.path.basename(path.rstrip("/")).lower(), len(path), path)
        )
        return [*begins, *names][:MAX_COMPLETED_PATHS]

    def _walk(self) -> Iterator[str]:
        """List the first root by relative paths and the others by absolute ones, the nearest folders first."""
        count = 0
        for number, root in enumerate(self.roots):
            queue = [root]
            while queue:
                folder = queue.pop(0)
                try:
                    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
                except OSError:
                    continue
                for entry in entries:
                    is_folder = entry.is_dir(follow_symlinks=False)
                    if (is_folder and entry.name in _SKIPPED_FOLDERS) or not entry.name.isprintable():
                        continue
                    count += 1
                    if count > MAX_WALKED_PATHS:
                        return
                    path = entry.path if number else os.path.relpath(entry.path, root)
                    yield f"{path}/" if is_folder else path
                    if is_folder:
                        queue.append(entry.path)
