"""What the client does for an agent: its files and its terminals, within the session's roots.

    serving = Serving(files=True, terminals=True, permissions=permissions)
    peer = Peer(channel, {**serving.routes(), …}, decode=decode)

Knows no session but by its id and its roots.
"""

from understudy.client.workspace_access.access import WorkspaceAccess
from understudy.client.workspace_access.files import Buffers
from understudy.client.workspace_access.terminals import OutputListener

__all__ = ["Buffers", "OutputListener", "WorkspaceAccess"]
