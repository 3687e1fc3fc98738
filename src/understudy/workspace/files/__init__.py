"""Read, decode, edit, diff and atomically replace text files.

Nothing here decides whether a path may be reached (see `paths`) or whether a change is allowed (see the
tools).
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.files.atomic_replace import replace_file
    from understudy.workspace.files.diff import common_prefix_length, common_suffix_length, unified_diff
    from understudy.workspace.files.editable_text import EditableText, SpanEdit
    from understudy.workspace.files.encoding import (
        UTF8,
        Encoding,
        decode,
        detect_encoding,
        encode,
        replace_undecodable,
    )
    from understudy.workspace.files.text_reader import (
        LineWindow,
        binary_file_error,
        read_all,
        read_chunks,
        read_window,
    )
    from understudy.workspace.files.write_target import (
        WriteTarget,
        already_exists_error,
        hash_file,
        is_same_content,
        open_target,
        require_hash,
    )

__all__ = [
    "UTF8",
    "EditableText",
    "Encoding",
    "LineWindow",
    "SpanEdit",
    "WriteTarget",
    "already_exists_error",
    "binary_file_error",
    "common_prefix_length",
    "common_suffix_length",
    "decode",
    "detect_encoding",
    "encode",
    "hash_file",
    "is_same_content",
    "open_target",
    "read_all",
    "read_chunks",
    "read_window",
    "replace_file",
    "replace_undecodable",
    "require_hash",
    "unified_diff",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "atomic_replace": ("replace_file",),
        "diff": ("common_prefix_length", "common_suffix_length", "unified_diff"),
        "editable_text": ("EditableText", "SpanEdit"),
        "encoding": ("Encoding", "UTF8", "decode", "detect_encoding", "encode", "replace_undecodable"),
        "text_reader": ("LineWindow", "binary_file_error", "read_all", "read_chunks", "read_window"),
        "write_target": (
            "WriteTarget",
            "already_exists_error",
            "hash_file",
            "is_same_content",
            "open_target",
            "require_hash",
        ),
    },
)
