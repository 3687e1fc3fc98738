"""Consequences of a changed function: its calls, and the functions that call it."""

from understudy.nes.symbolic.consequences.signatures.annotations import propose_annotations
from understudy.nes.symbolic.consequences.signatures.async_calls import propose_awaits
from understudy.nes.symbolic.consequences.signatures.calls import (
    FunctionNode,
    find_function_calls,
    functions_at,
    owner_name_start,
)
from understudy.nes.symbolic.consequences.signatures.caught_errors import propose_caught_errors
from understudy.nes.symbolic.consequences.signatures.doc_parameters import propose_doc_parameters
from understudy.nes.symbolic.consequences.signatures.documented_parameters import (
    propose_documented_parameters,
)
from understudy.nes.symbolic.consequences.signatures.interface_calls import propose_interface_calls
from understudy.nes.symbolic.consequences.signatures.own_parameters import propose_own_parameters
from understudy.nes.symbolic.consequences.signatures.prototypes import propose_prototypes
from understudy.nes.symbolic.consequences.signatures.record_calls import propose_record_calls
from understudy.nes.symbolic.consequences.signatures.return_values import propose_return_uses
from understudy.nes.symbolic.consequences.signatures.thrown_errors import propose_thrown_errors
from understudy.nes.symbolic.consequences.signatures.unchecked_errors import propose_unchecked_errors
from understudy.nes.symbolic.consequences.signatures.wrapped_errors import (
    drops_repetition,
    find_wrapped_error,
    propose_wrapped_errors,
)

__all__ = [
    "FunctionNode",
    "drops_repetition",
    "find_function_calls",
    "find_wrapped_error",
    "functions_at",
    "owner_name_start",
    "propose_annotations",
    "propose_awaits",
    "propose_caught_errors",
    "propose_doc_parameters",
    "propose_documented_parameters",
    "propose_interface_calls",
    "propose_own_parameters",
    "propose_prototypes",
    "propose_record_calls",
    "propose_return_uses",
    "propose_thrown_errors",
    "propose_unchecked_errors",
    "propose_wrapped_errors",
]
