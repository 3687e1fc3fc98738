"""ACP's messages and their decoder. Depends on nothing else of Understudy.

`acp` is generated (see codegen/); `decode` decodes the messages of a peer.
"""

from typing import TYPE_CHECKING

from understudy.schema.decoder import decode

if TYPE_CHECKING:
    from understudy.schema import acp

__all__ = ["acp", "decode"]
