"""Recognizes texts that a program writes: lock files, compiled and minified code, recorded output.

They are changed by running that program, so a suggestion for one comes after those for the sources.
"""

import re
from typing import Final

from understudy.nes.limits import MAX_GENERATED_HEADER_CHARS, MAX_GENERATED_HEADER_LINES
from understudy.nes.text import TextSnapshot

__all__ = ["GENERATED_SUFFIXES", "is_generated_text"]

_GENERATED_NAME: Final = re.compile(
    r"""
    .*\.(?:lock|min\.\w+|map|snap|golden|approved\.\w+|expected|out|log|svg|csv|pb\.\w+|g\.\w+|designer\.\w+)
    | .*[._-](?:generated|gen)\.\w+ | zz_generated.* | .*_pb2(?:_grpc)?\.pyi?
    | (?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|go\.work\.sum)
    | (?!requirements|constraints|cmakelists).*\.txt
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GENERATED_FOLDER: Final = re.compile(
    r"/(?:dist|vendor|third_party|node_modules|generated|__generated__|__snapshots__|golden)/"
)
_GENERATED_HEADER: Final = re.compile(
    r"@generated\b|\bauto-?generated\b|\bgenerated (?:by|from|code|file|using|with)\b"
    r"|\bdo not (?:edit|modify)\b",
    re.IGNORECASE,
)


GENERATED_SUFFIXES: Final = (
    *(
        ".lock",
        "-lock.json",
        "-lock.yaml",
        "go.sum",
        ".min.js",
        ".min.css",
        ".map",
        ".snap",
        ".golden",
        ".svg",
    ),
    *("_pb2.py", "_pb2_grpc.py", ".pb.go", ".pb.h", ".pb.cc", ".csv", ".log", ".txt"),
)
"""The commonest, for a search that ranks many files."""


def is_generated_text(snapshot: TextSnapshot) -> bool:
    """Return whether a program writes the text, by its path or by what its first lines say."""
    name = snapshot.uri.rpartition("/")[2]
    if _GENERATED_NAME.fullmatch(name) or _GENERATED_FOLDER.search(snapshot.uri):
        return True
    return any(
        _GENERATED_HEADER.search(line[:MAX_GENERATED_HEADER_CHARS])
        for line in snapshot.lines[:MAX_GENERATED_HEADER_LINES]
    )
