"""ACP's messages, and how they are read. Knows nothing else of the house.

`acp` is generated (see codegen/); `decode` reads what a peer sent.
"""

from understudy.schema.decoder import decode

__all__ = ["decode"]
