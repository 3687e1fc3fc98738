"""What a model should know about these tools as a whole, before its first call."""

from collections.abc import Sequence

from understudy.workspace import Workspace
from understudy.workspace.names import escape_filename

__all__ = ["build_instructions"]


def build_instructions(workspace: Workspace, tools: Sequence[str]) -> str:
    primary, *additional = (escape_filename(root.path) for root in workspace.roots)
    parts = [
        f"These tools work on files in one workspace. Its primary root is {primary}.",
        "Relative paths are relative to the primary root; nothing outside the roots can be reached.",
    ]
    if additional:
        parts.append(f"Additional roots, reached by absolute paths: {', '.join(additional)}.")
    parts.append(
        "Paths in results can be passed straight back. When a result says that it is truncated, ask for "
        "the next part (nextCursor, or startLine and endLine) or narrow the path or the pattern."
    )
    if "writeFile" in tools or "modifyFile" in tools:
        parts.append(
            "Read a file before you change it, prefer modifyFile to rewriting, and pass the hash that "
            "readFile returned as expectedHash, so that a file which changed meanwhile is not overwritten."
        )
    else:
        parts.append("The workspace is open for reading only.")
    parts.append("A failed call returns {error, code, details}; error says what to do next.")
    return "\n".join(parts)
