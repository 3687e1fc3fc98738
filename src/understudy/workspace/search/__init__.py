"""Searching the content of files: in process for a few, with ripgrep for many, with one answer."""

from understudy.workspace.search.engine import SearchResult, SearchMatch, SearchQuery, search
from understudy.workspace.search.ripgrep import ripgrep_path

__all__ = ["SearchResult", "SearchMatch", "SearchQuery", "ripgrep_path", "search"]
