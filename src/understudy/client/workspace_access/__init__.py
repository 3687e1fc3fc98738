"""Files and terminals that the client provides to an agent, within the roots of a session.

    access = WorkspaceAccess(files=True, terminals=True, permissions=permissions)
    peer = Peer(channel, {**access.routes(), …}, decode=decode)

Knows a session only by its id and its roots.
"""

from understudy.client.workspace_access.access import WorkspaceAccess
from understudy.client.workspace_access.files import Buffers
from understudy.client.workspace_access.terminals import OutputListener

__all__ = ["Buffers", "OutputListener", "WorkspaceAccess"]
