"""The member of a parameter that a call most likely passes for a new parameter: `order.currency` for `currency`.

The function around the call has a parameter whose declared type has a member of that name and of the same type, and
the line of the call uses that parameter. If two parameters have such a member, or an inner function takes another
value of the name of the parameter, nothing is known.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.bindings import origin_at
from understudy.nes.symbolic.consequences.functions import CallSite, find_enclosing_function
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings import find_declarations
from understudy.nes.text import Point

__all__ = ["find_parameter_member"]

_COLON: Final = re.compile(r"(?P<name>\w+)\s*:\s*(?P<type>[^=]+?)\s*(?:=.*)?\Z")
_SPACE: Final = re.compile(r"(?P<name>\w+)\s+(?P<type>\S.*)\Z")
_WRITTEN: Final = {"script": _COLON, "python": _COLON, "go": _SPACE}
"""How a parameter and its type are written, where a member is passed as it is written."""
_TYPE_NAME: Final = re.compile(r"\*?(?P<name>[A-Za-z_]\w*)\Z")


def find_parameter_member(context: RuleContext, text: SourceText, call: CallSite, written: str) -> str | None:
    """Return the value for a new parameter, given as it is written with its type; None if it is not known."""
    family = text.language.family
    pattern = _WRITTEN.get(family)
    added = pattern.match(written) if pattern is not None else None
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    if pattern is None or added is None or enclosing is None:
        return None
    line = text.raw[call.opening.line]
    names = (added["name"], added["name"].capitalize()) if family == "go" else (added["name"],)
    found: list[str] = []
    for item in enclosing.items:
        taken = pattern.match(item.text)
        type_name = _TYPE_NAME.match(taken["type"]) if taken is not None else None
        if taken is None or type_name is None or not _uses(line, taken["name"]):
            continue
        start = item.span.start
        at = Point(start.line, start.column + taken.start("type") + type_name.start("name"))
        members = set(_members(context, text, type_name["name"], at, added["type"]))
        found += [f"{taken['name']}.{name}" for name in names if name in members]
    return found[0] if len(found) == 1 else None


def _uses(line: str, name: str) -> bool:
    """Whether the line uses a parameter, and does not take another value of its name."""
    word = rf"(?<![\w.$]){re.escape(name)}(?!\w)"
    taken = rf"{word}[^()=]*\)?\s*=>|\blambda\b[^:]*{word}|\bfor\b[^=]*{word}[^=]*\b(?:in|of)\b"
    return re.search(word, line) is not None and re.search(taken, line) is None


def _members(
    context: RuleContext, text: SourceText, type_name: str, at: Point, type_text: str
) -> Iterator[str]:
    """Yield the members of a type that have another type and are never missing."""
    origin = origin_at(text.snapshot, type_name, at, context.situation.workspace_texts)
    source = context.source_text(origin.snapshot) if origin is not None else None
    if source is None or source.tree is None:
        return
    for declaration in find_declarations(source.tree, source.joined, 0, len(source.joined)):
        if declaration.kind == "record" and declaration.name == type_name and not declaration.has_error:
            for one in declaration.members:
                is_marked = re.match(rf"[\w\s]*\b{re.escape(one.name)}\?", one.text) is not None
                if one.type_text == type_text and not is_marked:
                    yield one.name
