"""Consequences of a changed function: its calls, and the functions that call it."""

from understudy.nes.symbolic.consequences.signatures.accessors import (
    AccessorChange,
    find_accessor_changes,
    find_accessor_uses,
    is_accessor,
    propose_accessor_uses,
)
from understudy.nes.symbolic.consequences.signatures.annotations import propose_annotations
from understudy.nes.symbolic.consequences.signatures.async_calls import (
    find_new_async_functions,
    has_work_of,
    is_made_async,
    propose_awaits,
)
from understudy.nes.symbolic.consequences.signatures.awaiting_functions import propose_async_functions
from understudy.nes.symbolic.consequences.signatures.calls import (
    Call,
    FunctionNode,
    declared_functions_at,
    enclosing_function,
    find_function_calls,
    functions_at,
    owner_name_start,
    parameter_names,
)
from understudy.nes.symbolic.consequences.signatures.doc_parameters import propose_doc_parameters
from understudy.nes.symbolic.consequences.signatures.documented_parameters import (
    propose_documented_parameters,
)
from understudy.nes.symbolic.consequences.signatures.interface_calls import propose_interface_calls
from understudy.nes.symbolic.consequences.signatures.keyword_parameters import (
    keyword_parameters,
    propose_keyword_arguments,
)
from understudy.nes.symbolic.consequences.signatures.own_parameters import (
    documentation_lines,
    propose_own_parameters,
)
from understudy.nes.symbolic.consequences.signatures.parameter_members import find_parameter_member
from understudy.nes.symbolic.consequences.signatures.passed_parameters import propose_passed_parameters
from understudy.nes.symbolic.consequences.signatures.prototypes import propose_prototypes
from understudy.nes.symbolic.consequences.signatures.record_calls import propose_record_calls
from understudy.nes.symbolic.consequences.signatures.returns import (
    drop_kept_messages,
    propose_return_uses,
    return_type_of,
    returns_of,
)

__all__ = [
    "AccessorChange",
    "Call",
    "FunctionNode",
    "declared_functions_at",
    "documentation_lines",
    "drop_kept_messages",
    "enclosing_function",
    "find_accessor_changes",
    "find_accessor_uses",
    "find_function_calls",
    "find_new_async_functions",
    "find_parameter_member",
    "functions_at",
    "has_work_of",
    "is_accessor",
    "is_made_async",
    "keyword_parameters",
    "owner_name_start",
    "parameter_names",
    "propose_accessor_uses",
    "propose_annotations",
    "propose_async_functions",
    "propose_awaits",
    "propose_doc_parameters",
    "propose_documented_parameters",
    "propose_interface_calls",
    "propose_keyword_arguments",
    "propose_own_parameters",
    "propose_passed_parameters",
    "propose_prototypes",
    "propose_record_calls",
    "propose_return_uses",
    "return_type_of",
    "returns_of",
]
