"""Reads manifests of Kubernetes: the documents of a text, and the labels in them.

Not a parser of YAML: see `read_keys`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from understudy.nes.symbolic.consequences.keys import KeyLine

__all__ = ["documents_in", "is_manifest", "read_mapping"]

_LABEL: Final = re.compile(r"[\"']?([\w./-]+)[\"']?\s*:\s*[\"']?([\w.-]+)[\"']?")
_SEPARATOR: Final = "---"


def is_manifest(uri: str) -> bool:
    """Whether the text may be a manifest."""
    return uri.lower().endswith((".yml", ".yaml"))


def documents_in(lines: Sequence[str]) -> Iterator[range]:
    """Yield the lines of each document of a text."""
    first = 0
    for number, line in enumerate(lines):
        if line.startswith(_SEPARATOR):
            yield range(first, number)
            first = number + 1
    yield range(first, len(lines))


def read_mapping(keys: Sequence[KeyLine], path: tuple[str, ...]) -> Mapping[str, str]:
    """Return the entries of a mapping, which may be written in one line."""
    found: dict[str, str] = {}
    for one in keys:
        if one.path == path and one.value.startswith("{"):
            found.update(_LABEL.findall(one.value))
        elif one.path[:-1] == path:
            found[one.key] = one.value.strip("\"'")
    return found
