"""Searching the content of files: in process for a few, with ripgrep for many, with one answer."""

from understudy.workspace.search.engine import Found, Match, Query, search
from understudy.workspace.search.ripgrep import ripgrep_path

__all__ = ["Found", "Match", "Query", "ripgrep_path", "search"]
