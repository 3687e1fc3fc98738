"""What a call passes for a new parameter, if the text around it tells."""

import itertools
import re
from typing import Final

from understudy.nes.symbolic.consequences.call_updates.parameter_changes import ParameterChange
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    find_enclosing_function,
    find_own_field,
    find_read_member,
    find_value_in_scope,
    indent_width,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.signatures import find_parameter_member

__all__ = ["find_argument"]

_REQUEST: Final = re.compile(r"(\w+)\s+\*(?:http\.Request|cobra\.Command)\Z")
"""A parameter of Go that has a context."""


_DEPTH: Final = re.compile(r"(?:\w+_)?(?:depth|nesting|level)\Z")


def find_argument(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> str | None:
    """Return the value that a call most likely has for the new parameter; None if it is not known."""
    name = parameter_change.name
    if _DEPTH.match(name):
        value = _find_depth(text, call, parameter_change)
        if value is not None:
            return value
    return (
        find_read_member(
            text, call, parameter_change.before.parameter_names(), name, parameter_change.call_name
        )
        or find_value_in_scope(text, call, name)
        or find_own_field(text, call, name)
        or _find_context(text, call, parameter_change)
        or find_parameter_member(context, text, call, parameter_change.after.items[parameter_change.at].text)
    )


def _find_depth(text: SourceText, call: CallSite, parameter_change: ParameterChange) -> str | None:
    """Return what a function passes to itself for its depth: one more, or one less if it counts down to zero.

    Others pass 0 to a function that counts up.
    """
    name, after = parameter_change.name, parameter_change.after
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    if enclosing is None or text is not parameter_change.text or enclosing.line != after.line:
        below = itertools.takewhile(
            lambda line: not line.strip() or indent_width(line) > after.indent,
            parameter_change.text.code[after.closing.line + 1 :],
        )
        is_counted = any(re.search(rf"[(,]\s*{name}\s*\+\s*1\b", line) for line in below)
        return "0" if is_counted and find_value_in_scope(text, call, name) is None else None
    body = "\n".join(text.code[enclosing.closing.line : call.opening.line])
    if re.search(
        rf"\b{name}\s*(?:==|<=|>|===|!=)\s*0\b|\b{name}\s*<\s*1\b|\b{name}\s*-\s*1\b|!{name}\b", body
    ):
        return f"{name} - 1"
    return f"{name} + 1"


def _find_context(text: SourceText, call: CallSite, parameter_change: ParameterChange) -> str | None:
    """Return the context of the request that a handler of Go has as a parameter, if the parameter is a context."""
    if "context.Context" not in parameter_change.after.items[parameter_change.at].text:
        return None
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    items = (_REQUEST.match(item.text) for item in enclosing.items) if enclosing is not None else ()
    return next((f"{match[1]}.Context()" for match in items if match is not None), None)
