"""What a function returns: how its type changes, and what follows where it returns and where it is called."""

from understudy.nes.symbolic.consequences.signatures.returns.go_errors import drop_kept_messages
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    return_type_of,
    returns_of,
    split_types,
)
from understudy.nes.symbolic.consequences.signatures.returns.return_values import propose_return_uses

__all__ = ["drop_kept_messages", "propose_return_uses", "return_type_of", "returns_of", "split_types"]
