"""Searching the content of files: in process for a few, with ripgrep for many, with one answer."""

from understudy.workspace.search.ripgrep import ripgrep_path
from understudy.workspace.search.workspace_search import SearchMatch, SearchQuery, SearchResult, search

__all__ = ["SearchMatch", "SearchQuery", "SearchResult", "ripgrep_path", "search"]
