"""The seven workspace tools of WAP 1.0. Each module defines one tool completely.

    from understudy.tools import Call, read_file
    from understudy.workspace import Workspace

    with Workspace(["."]) as workspace:
        result = read_file.run(workspace, read_file.Args(path="README.md", end_line=3), Call())
        print(result.content)

`TOOLS` maps names to tools, for callers that receive names and plain data (`TOOLS["readFile"].call(…)`). A
new tool is a module like the seven and one line in `TOOLS`: schemas, the MCP server, `understudy tool` and
the chat agent are derived from its definition.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from understudy.lazy_exports import lazy_getattr
from understudy.tools import (
    execute_command,
    explore_files,
    fetch_url,
    get_workspace_info,
    modify_file,
    read_file,
    search_files,
    write_file,
)
from understudy.tools.tool import Call, ConsentRequest, Tool
from understudy.workspace import InvalidArgument

if TYPE_CHECKING:
    from understudy.tools.current_content import require_unmoved
    from understudy.tools.editor_api import (
        EditorBuffers,
        FileChange,
        terminal_cancelled_error,
        terminal_timeout_error,
    )
    from understudy.tools.file_changes import ChangeArgs, ChangeResult
    from understudy.tools.file_restore import RestoreConflict, hash_current, restore_file
    from understudy.tools.tool import (
        CommandOutput,
        Effects,
        Example,
        ResultPart,
        Stream,
        TextBlock,
        TextLine,
        TitleArguments,
        ToolArgs,
        ToolKind,
        ToolResult,
    )
    from understudy.tools.worker_pool import WorkerPool

__all__ = [
    "OPTIONAL_TOOLS",
    "TOOLS",
    "Call",
    "ChangeArgs",
    "ChangeResult",
    "CommandOutput",
    "ConsentRequest",
    "EditorBuffers",
    "Effects",
    "Example",
    "FileChange",
    "RestoreConflict",
    "ResultPart",
    "Stream",
    "TextBlock",
    "TextLine",
    "TitleArguments",
    "Tool",
    "ToolArgs",
    "ToolKind",
    "ToolResult",
    "WorkerPool",
    "execute_command",
    "explore_files",
    "fetch_url",
    "find_tool",
    "get_workspace_info",
    "hash_current",
    "modify_file",
    "read_file",
    "require_unmoved",
    "restore_file",
    "search_files",
    "terminal_cancelled_error",
    "terminal_timeout_error",
    "write_file",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "current_content": ("require_unmoved",),
        "editor_api": ("EditorBuffers", "FileChange", "terminal_cancelled_error", "terminal_timeout_error"),
        "file_changes": ("ChangeArgs", "ChangeResult"),
        "file_restore": ("RestoreConflict", "hash_current", "restore_file"),
        "tool": (
            "CommandOutput",
            "Effects",
            "Example",
            "ResultPart",
            "Stream",
            "TextBlock",
            "TextLine",
            "TitleArguments",
            "ToolArgs",
            "ToolKind",
            "ToolResult",
        ),
        "worker_pool": ("WorkerPool",),
    },
)


_tools: Final[dict[str, Tool[Any, Any]]] = {
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
TOOLS: Final[Mapping[str, Tool[Any, Any]]] = MappingProxyType(_tools)


OPTIONAL_TOOLS: Final[Mapping[str, Tool[Any, Any]]] = MappingProxyType({fetch_url.TOOL.name: fetch_url.TOOL})
"""Tools that an agent offers only if the user switches them on."""


def find_tool(name: str, tools: Mapping[str, Tool[Any, Any]] = TOOLS) -> Tool[Any, Any]:
    """The tool with this name; raise InvalidArgument, with the names as advice, if there is none.

    Example: `find_tool("readFile").description`.
    """
    tool = tools.get(name)
    if tool is None:
        raise InvalidArgument(
            f"There is no tool {name!r}.", "unknown_tool", advice=f"The tools are: {', '.join(tools)}."
        )
    return tool
