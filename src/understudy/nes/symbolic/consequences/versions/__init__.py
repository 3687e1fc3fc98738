"""Consequences of a changed version of a tool, such as a language, and where a project states them."""

from understudy.nes.symbolic.consequences.versions.dropped_versions import propose_dropped_versions
from understudy.nes.symbolic.consequences.versions.histories import is_history
from understudy.nes.symbolic.consequences.versions.lock_files import (
    NPM_LOCKS,
    TABLE_LOCKS,
    find_npm_versions,
    find_table_versions,
    is_lock_file,
)
from understudy.nes.symbolic.consequences.versions.package_versions import is_of_other_package, is_other_entry
from understudy.nes.symbolic.consequences.versions.tool_names import (
    TOOLS,
    is_tool_version,
    states_lower_bound,
    tool_words,
)
from understudy.nes.symbolic.consequences.versions.version_lists import (
    Version,
    find_row,
    find_versions,
    is_in_lines,
    tools_at,
)

__all__ = [
    "NPM_LOCKS",
    "TABLE_LOCKS",
    "TOOLS",
    "Version",
    "find_npm_versions",
    "find_row",
    "find_table_versions",
    "find_versions",
    "is_history",
    "is_in_lines",
    "is_lock_file",
    "is_of_other_package",
    "is_other_entry",
    "is_tool_version",
    "propose_dropped_versions",
    "states_lower_bound",
    "tool_words",
    "tools_at",
]
