"""Whether what a person filled in is what a form asked for. Knows forms only: not who asked, nor who answers.

Checked are names, what is required, types, choices, and how long, large or many. Not checked: `pattern` and
`format`, which are the agent's to judge, and fields of a type that this protocol does not have.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

from understudy.schema import acp

__all__ = ["form_error"]


def form_error(form: acp.ElicitationSchema, content: Mapping[str, Any]) -> str | None:
    """What is wrong with this content, as a sentence; None if nothing is."""
    fields = form.properties or {}
    for name in form.required or ():
        if name not in content:
            return f"{name!r} is required."
    for name, value in content.items():
        if name not in fields:
            return f"the form has no field {name!r}."
        complaint = _field_error(fields[name], value)
        if complaint is not None:
            return f"{name!r} {complaint}."
    return None


def _field_error(field: acp.ElicitationPropertySchema, value: object) -> str | None:
    match field.type:
        case "string":
            return _text_error(field, value)
        case "boolean":
            return None if isinstance(value, bool) else "must be true or false"
        case "integer":
            whole = isinstance(value, int) and not isinstance(value, bool)
            return _range_error(field, value) if whole else "must be a whole number"
        case "number":
            number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
            return _range_error(field, value) if number else "must be a number"
        case "array":
            return _list_error(field, value)
        case _:
            return None  # A type of tomorrow: whoever could show it knows it.


def _text_error(field: acp.ElicitationPropertySchema, value: object) -> str | None:
    if not isinstance(value, str):
        return "must be a text"
    choices = [*(field.enum or ()), *(one.const for one in field.one_of or ())]
    if choices and value not in choices:
        return f"must be one of {_format_choices(choices)}"
    if field.min_length is not None and len(value) < field.min_length:
        return f"must have {field.min_length} characters at least"
    if field.max_length is not None and len(value) > field.max_length:
        return f"must have {field.max_length} characters at most"
    return None


def _range_error(field: acp.ElicitationPropertySchema, value: Any) -> str | None:
    if field.minimum is not None and value < field.minimum:
        return f"must be {field.minimum} at least"
    if field.maximum is not None and value > field.maximum:
        return f"must be {field.maximum} at most"
    return None


def _list_error(field: acp.ElicitationPropertySchema, value: object) -> str | None:
    chosen = cast(list[Any], value) if isinstance(value, list) else [None]
    if not all(isinstance(one, str) for one in chosen):
        return "must be a list of texts"
    items = field.items
    choices = [] if items is None else [*items.enum, *(one.const for one in items.any_of)]
    if choices and not set(chosen) <= set(choices):
        return f"must be some of {_format_choices(choices)}"
    if field.min_items is not None and len(chosen) < field.min_items:
        return f"must have {field.min_items} choices at least"
    if field.max_items is not None and len(chosen) > field.max_items:
        return f"must have {field.max_items} choices at most"
    return None


def _format_choices(choices: Sequence[str]) -> str:
    return ", ".join(map(repr, choices[:10])) + (", …" if len(choices) > 10 else "")
