"""A tool's arguments from the command line: `key=value` words, or one JSON object."""

import types
from collections.abc import Sequence
from typing import Any, get_args, get_origin

import msgspec

from understudy.tools import Tool
from understudy.workspace import InvalidArgument

__all__ = ["parse_json_arguments", "parse_key_value_arguments"]


def parse_json_arguments(data: bytes) -> object:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidArgument(f"The arguments are not valid JSON: {error}.", "bad_arguments") from None


def parse_key_value_arguments(tool: Tool[Any, Any], words: Sequence[str]) -> dict[str, Any]:
    """`path=src recursive=true paths=a paths=b`: text stays text, everything else is read as JSON."""
    kinds = {field.encode_name: _plain_type(field.type) for field in msgspec.structs.fields(tool.args)}
    found: dict[str, Any] = {}
    for word in words:
        key, mark, value = word.partition("=")
        if not mark:
            raise InvalidArgument(
                f"{word!r} is not key=value. {tool.name} takes: {', '.join(tool.parameter_names())}.",
                "bad_arguments",
            )
        kind = kinds.get(key)
        if key in found and kind is not list:
            raise InvalidArgument(f"{key} is given twice.", "bad_arguments")
        if kind is str:
            found[key] = value
        elif kind is list and not value.startswith(("[", "{")):
            found.setdefault(key, []).append(value)
        else:
            found[key] = _parse_json_or_text(value)
    return found


def _parse_json_or_text(value: str) -> object:
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return value  # the tool's own check says what was wanted


def _plain_type(annotation: Any) -> type:
    """The plain type under Annotated, Literal and `… | UnsetType`."""
    while hasattr(annotation, "__metadata__"):
        annotation = annotation.__origin__
    origin = get_origin(annotation)
    if origin is types.UnionType or str(origin) == "typing.Union":
        parts = [_plain_type(part) for part in get_args(annotation) if part is not msgspec.UnsetType]
        return parts[0] if len(parts) == 1 else object
    if str(origin) == "typing.Literal":
        return str
    return origin or annotation
