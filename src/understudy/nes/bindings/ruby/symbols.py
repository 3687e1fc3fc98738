"""Symbols of Ruby that name a method: of attributes, aliases, delegations, callbacks and calls by name.

Most are of the class around them. What a symbol of a delegation, a call by name or `&:name` belongs to is known as
little as the receiver is. A symbol of any other call is a value.
"""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.nodes import child_index, name_of
from understudy.nes.bindings.ruby.classes import class_around
from understudy.nes.bindings.rules import NameUse

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["METHOD_SPACE", "classify_symbol", "define_member"]

METHOD_SPACE: Final = "method"
_ATTRIBUTES: Final = frozenset({"attr_accessor", "attr_reader", "attr_writer"})
_OWN_NAME_TEXT: Final = """
    private public protected module_function private_class_method public_class_method alias_method instance_method
    remove_method undef_method helper_method memoize validate validates validates_presence_of before_action
    after_action around_action skip_before_action skip_after_action prepend_before_action append_before_action
    before_save after_save around_save before_create after_create before_update after_update before_destroy
    after_destroy before_validation after_validation after_commit after_rollback after_initialize after_find
    after_create_commit after_update_commit after_destroy_commit after_save_commit
"""
_OWN_NAMES: Final = frozenset(_OWN_NAME_TEXT.split())
"""Methods that take names of methods of the class."""
_CALLS_BY_NAME: Final = frozenset(
    {"method", "send", "public_send", "__send__", "respond_to?", "try", "try!", "public_method"}
)
"""Methods whose first argument names a method of their receiver."""
_FOREIGN_NAMES: Final = {"delegate": 0, "def_delegators": 1, "def_instance_delegators": 1, "receive": 0}
"""Methods that take names of methods of something else, with the number of the first one."""
_ALIASING: Final = frozenset({"def_delegator", "def_instance_delegator"})
"""Methods that take a receiver, the name of its method, and perhaps a name of their own for it."""
_CONDITIONS: Final = frozenset({"if", "unless", "only", "except", "with"})
"""Keywords of callbacks whose values name methods of the class."""


def define_member(around: "Node", namespace: str = METHOD_SPACE) -> NameUse:
    return NameUse("member", "method", around, owner=around, is_definition=True, namespace=namespace)


def classify_symbol(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a symbol names; None if it is a value."""
    if parent.type == "block_argument":
        return NameUse("member", namespace=METHOD_SPACE)  # `&:name`: a method of something
    around = class_around(node, resolver)
    if parent.type in ("pair", "array"):
        return _own_method(around) if _is_condition(parent) else None
    call = parent.parent
    if call is None or call.type != "call" or parent.type != "argument_list":
        return None
    method, index = name_of(call, "method"), child_index(parent, node)
    if method in _CALLS_BY_NAME:
        receiver = call.child_by_field_name("receiver")
        if index:
            return None
        if receiver is None or receiver.type == "self":
            return _own_method(around)
        return NameUse("member", owner=receiver, namespace=METHOD_SPACE)
    if method in _FOREIGN_NAMES:
        is_name = index >= _FOREIGN_NAMES[method]
        return NameUse("member", namespace=METHOD_SPACE) if is_name else None
    if around is None:
        return None
    if method in _ATTRIBUTES or (method == "alias_method" and not index):
        return define_member(around)
    if method in _ALIASING:
        return (
            NameUse("member", namespace=METHOD_SPACE)
            if index == 1
            else define_member(around)
            if index
            else None
        )
    return _own_method(around) if method in _OWN_NAMES else None


def _own_method(around: "Node | None") -> NameUse | None:
    """A method of the class: a variable of that name is not meant."""
    if around is None:
        return None
    return NameUse("reference", owner=around, namespace=METHOD_SPACE, start_scope=around)


def _is_condition(parent: "Node") -> bool:
    """Whether a symbol, or a list of them, is the value of a keyword of a callback: `if: :paid?`."""
    pair = parent.parent if parent.type == "array" else parent
    if pair is None or pair.type != "pair" or name_of(pair, "key") not in _CONDITIONS:
        return False
    arguments = pair.parent
    call = arguments.parent if arguments is not None else None
    if call is None or call.type != "call":
        return False
    method = name_of(call, "method")
    return call.child_by_field_name("receiver") is None and (method in _OWN_NAMES or method == "rescue_from")
