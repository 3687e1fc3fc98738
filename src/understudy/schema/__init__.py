"""ACP's messages, and how they are read. Knows nothing else of the house.

`acp` is generated (see codegen/); `decode` reads what a peer sent.
"""

from typing import TYPE_CHECKING

from understudy.schema.decoder import decode

if TYPE_CHECKING:
    from understudy.schema import acp

__all__ = ["acp", "decode"]
