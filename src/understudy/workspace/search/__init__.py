"""Search the content of files: in process for few files, with ripgrep for many, with the same result."""

from understudy.workspace.search.ripgrep import ripgrep_path
from understudy.workspace.search.workspace_search import SearchMatch, SearchQuery, SearchResult, search

__all__ = ["SearchMatch", "SearchQuery", "SearchResult", "ripgrep_path", "search"]
