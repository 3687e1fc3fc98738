"""The workbench server: one page, its agent over a WebSocket, and the workspace tools over MCP, for one user.

It adds nothing to the protocols: `/acp` is a pipe to an agent process, `/mcp` is the endpoint of
`understudy mcp --http`, and `/file` moves and deletes files for the tree. Only `understudy web` imports this
package.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.web.server import DEFAULT_PORT, serve
from understudy.web.workbench import BUILT_INDEX_FILE, AgentCommand, Workbench

if TYPE_CHECKING:
    from understudy.web.tools_endpoint import PAGE_LIMITS

__all__ = ["BUILT_INDEX_FILE", "DEFAULT_PORT", "PAGE_LIMITS", "AgentCommand", "Workbench", "serve"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "tools_endpoint": ("PAGE_LIMITS",),
    },
)
