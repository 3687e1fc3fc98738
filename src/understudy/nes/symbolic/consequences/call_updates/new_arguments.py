"""What a call passes for a new parameter, if the text around it tells."""

import itertools
import re
from typing import Final

from understudy.languages import Language
from understudy.nes.symbolic.consequences.call_updates.parameter_changes import ParameterChange
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    find_enclosing_function,
    find_own_field,
    find_read_member,
    find_value_in_scope,
    indent_width,
)
from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import IDENTIFIER, RuleContext, SourceText
from understudy.nes.symbolic.consequences.signatures import find_parameter_member
from understudy.nes.syntax import ListItem

__all__ = ["find_argument"]

_REQUEST: Final = re.compile(r"(\w+)\s+\*(?:http\.Request|cobra\.Command)\Z")
"""A parameter of Go that has a context."""


_COLON: Final = re.compile(r"(?:mut\s+)?(?P<name>\w+)\??\s*:\s*(?P<type>[^=]+?)\s*(?:=.*)?\Z", re.S)
_BEHIND: Final = re.compile(r"(?P<name>\w+)\s+(?P<type>[^=]+)\Z", re.S)
_BEFORE: Final = re.compile(r"(?:(?:const|final)\s+)?(?P<type>[^=]+?[\s*&])(?P<name>\w+)\Z", re.S)
_WRITTEN: Final = {
    "script": _COLON,
    "python": _COLON,
    "rust": _COLON,
    "go": _BEHIND,
    "java": _BEFORE,
    "c": _BEFORE,
}
"""How a parameter and its type are written."""
_TYPE_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*")


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
        or _find_replaced(context, parameter_change, text, call)
        or _find_value_of_type(parameter_change, text, call)
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


def _find_replaced(
    context: RuleContext, parameter_change: ParameterChange, text: SourceText, call: CallSite
) -> str | None:
    """Return a variable at the call that is called like one which the parameter has taken the place of."""
    name, uri = parameter_change.name, parameter_change.text.snapshot.uri
    word = re.compile(rf"(?<![\w.$]){re.escape(name)}(?![\w$])")
    for change in context.changes:
        edit = change.edit
        if edit.uri != uri or not any(name in line for line in edit.new):
            continue
        for line in edit.old:
            for old in dict.fromkeys(IDENTIFIER.findall(line)) if word.search(line) is None else ():
                made = re.sub(rf"(?<![\w.$]){re.escape(old)}(?![\w$])", name, line)
                if made in edit.new and find_value_in_scope(text, call, old) is not None:
                    return old
    return None


def _find_value_of_type(parameter_change: ParameterChange, text: SourceText, call: CallSite) -> str | None:
    """Return the only parameter at the call with the type of the new parameter, if that is a type of objects that
    have one purpose, and no other parameter of the function has it."""
    pattern = _WRITTEN.get(text.language.family)
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    if pattern is None or enclosing is None:
        return None
    after = parameter_change.after
    written = _type_of(pattern, after.items[parameter_change.at])
    if not _has_one_purpose(text.language, written):
        return None
    alike = [item for item in after.items if _type_of(pattern, item) == written]
    found = [
        match["name"]
        for item in enclosing.items
        if (match := pattern.match(item.text)) is not None and _type_of(pattern, item) == written
    ]
    if len(alike) != 1 or len(found) != 1 or any(item.text == found[0] for item in call.arguments):
        return None
    return found[0]


def _has_one_purpose(language: Language, written: str) -> bool:
    """Whether a type is one of the workspace or a library, as a logger or a client. Those of the language and its
    standard library, such as paths and dates, are those of many values; in Go, those without a pointer."""
    if language.family == "go" and "." in written:
        return written.startswith("*")
    known = frozenset(language.imports.known_names if language.imports is not None else ())
    paths = (re.split(r"\.|::", one) for one in _TYPE_NAME.findall(written))
    return any(
        one[-1][0].isupper()
        and not one[-1].isupper()
        and one[0] != "std"
        and one[-1] not in known
        and not is_builtin_name(language, one[-1])
        for one in paths
    )


def _type_of(pattern: re.Pattern[str], item: ListItem) -> str:
    """Return the type of a parameter as it is written; empty if it has none."""
    match = pattern.match(item.text)
    return " ".join(match["type"].split()) if match is not None else ""
