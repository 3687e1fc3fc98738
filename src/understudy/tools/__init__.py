"""The seven workspace tools of WAP 1.0, each defined once.

    from understudy.tools import read_file
    from understudy.tools import (execute_command, explore_files, get_workspace_info, modify_file, read_file, search_files, write_file)
from understudy.tools.tool import Call
    from understudy.workspace import Workspace

    with Workspace(["."]) as workspace:
        result = read_file.run(workspace, read_file.Args(path="README.md", end_line=3), Call())
        print(result.content)

`TOOLS` holds them by name for faces that get names and plain data (`TOOLS["readFile"].call(…)`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from understudy.tools import (
    execute_command,
    explore_files,
    get_workspace_info,
    modify_file,
    read_file,
    search_files,
    write_file,
)
from understudy.tools.tool import Call, ConsentRequest, Tool
from understudy.workspace import InvalidArgument

__all__ = [
    "TOOLS",
    "Call",
    "ConsentRequest",
    "Tool",
    "execute_command",
    "explore_files",
    "find_tool",
    "get_workspace_info",
    "modify_file",
    "read_file",
    "search_files",
    "write_file",
]

TOOLS: Final[Mapping[str, Tool[Any, Any]]] = MappingProxyType(
    {
        tool.name: tool
        for tool in (
            explore_files.TOOL,
            read_file.TOOL,
            write_file.TOOL,
            modify_file.TOOL,
            search_files.TOOL,
            execute_command.TOOL,
            get_workspace_info.TOOL,
        )
    }
)


def find_tool(name: str, tools: Mapping[str, Tool[Any, Any]] = TOOLS) -> Tool[Any, Any]:
    """The tool with this name, or an error that lists the names."""
    tool = tools.get(name)
    if tool is None:
        raise InvalidArgument(
            f"There is no tool {name!r}. The tools are: {', '.join(tools)}.", "unknown_tool"
        )
    return tool
