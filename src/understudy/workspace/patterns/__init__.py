"""Regular expressions with JavaScript's semantics: replacing in a text, and searching line by line.

`compute_replacements` returns the edits of a `String.prototype.replace`; `compile_search` compiles search
patterns. Both take patterns, texts and replacements from untrusted callers, so every call is bounded in time,
memory and size. Nothing here reads a file or starts a process. The engines (RE2, quickjs) are imported at
their first use.
"""

from understudy.workspace.patterns.linear_search import Hit, Hits
from understudy.workspace.patterns.regex_replace import Replacement, compute_replacements
from understudy.workspace.patterns.search_pattern import SearchPattern, compile_search

__all__ = ["Hit", "Hits", "Replacement", "SearchPattern", "compile_search", "compute_replacements"]
