"""Search the content of files: in process for few files, with ripgrep for many, with the same result."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.search.ripgrep import RipgrepFailed, find_files_with_words, ripgrep_path
    from understudy.workspace.search.workspace_search import SearchMatch, SearchQuery, SearchResult, search

__all__ = [
    "RipgrepFailed",
    "SearchMatch",
    "SearchQuery",
    "SearchResult",
    "find_files_with_words",
    "ripgrep_path",
    "search",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "ripgrep": ("RipgrepFailed", "find_files_with_words", "ripgrep_path"),
        "workspace_search": ("SearchMatch", "SearchQuery", "SearchResult", "search"),
    },
)
