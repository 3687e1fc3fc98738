"""Consequences of a changed error: who declares, catches, checks and wraps it."""

from understudy.nes.symbolic.consequences.errors.caught_errors import (
    drop_errors_of_other_messages,
    propose_caught_errors,
)
from understudy.nes.symbolic.consequences.errors.ignored_errors import (
    drop_errors_without_result,
    propose_ignored_errors,
)
from understudy.nes.symbolic.consequences.errors.thrown_errors import propose_thrown_errors
from understudy.nes.symbolic.consequences.errors.unchecked_errors import propose_unchecked_errors
from understudy.nes.symbolic.consequences.errors.wrapped_errors import (
    drops_repetition,
    find_wrapped_error,
    propose_wrapped_errors,
)

__all__ = [
    "drop_errors_of_other_messages",
    "drop_errors_without_result",
    "drops_repetition",
    "find_wrapped_error",
    "propose_caught_errors",
    "propose_ignored_errors",
    "propose_thrown_errors",
    "propose_unchecked_errors",
    "propose_wrapped_errors",
]
