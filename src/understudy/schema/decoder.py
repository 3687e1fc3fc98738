"""Decodes the messages of a peer into Structs: strictly, but leniently where the schema asks for it.

It knows types only; whether a request is allowed is decided elsewhere.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from understudy.msgspec_errors import parse_validation_error
from understudy.schema.acp import NULLABLE, SKIPPED, TOLERATED

if TYPE_CHECKING:
    from msgspec import inspect

__all__ = ["decode"]

T = TypeVar("T")
MAX_REPAIRS = 64
_PATH_STEP = re.compile(r"\[(\d+)\]|\[\.\.\.\]|([A-Za-z0-9_]+)")


def decode(data: bytes | msgspec.Raw, kind: type[T]) -> T:
    """Return the message or raise msgspec.ValidationError. Invalid parts that are tolerated count as absent."""
    try:
        return _decoder(kind).decode(data)
    except msgspec.ValidationError as first:
        return _decode_repaired(data, kind, first)


@cache
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)


def _decode_repaired(data: bytes | msgspec.Raw, kind: type[T], first: msgspec.ValidationError) -> T:
    """Remove one tolerated part after the other; raise the first error about anything else."""
    value, error = msgspec.json.decode(data), first
    for _ in range(MAX_REPAIRS):
        if not _remove_tolerated(value, kind, error):
            break
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as again:
            error = again
    raise error


def _remove_tolerated(value: Any, kind: type, error: msgspec.ValidationError) -> bool:
    """Remove the innermost tolerated part that contains the invalid value; return whether there was one."""
    from msgspec import inspect  # rarely needed, and slow to load

    problem = parse_validation_error(error)
    if problem.is_key:
        return False
    found: tuple[Any, str | int] | None = None
    inside: inspect.Type | None = _type_info(kind)
    items_tolerated = False
    for number, name in _PATH_STEP.findall(problem.path):
        step: str | int = int(number) if number else name
        shape = _matching_type(inside, value)
        if isinstance(shape, inspect.StructType):
            owners = [f"{base.__name__}.{name}" for base in shape.cls.__mro__]
            is_null = cast(dict[str, Any], value).get(name) is None
            if not TOLERATED.isdisjoint(owners) or (is_null and not NULLABLE.isdisjoint(owners)):
                found = (value, step)
            items_tolerated = not SKIPPED.isdisjoint(owners)
            inside = next((field.type for field in shape.fields if field.encode_name == name), None)
        else:
            if items_tolerated:
                found = (value, step)
            items_tolerated = False
            inside = shape.item_type if isinstance(shape, inspect.ListType) else None
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            break
    if found is None:
        return False
    container, key = found
    del container[key]
    return True


@cache
def _type_info(kind: type) -> "inspect.Type":
    """Return the description of a type, which takes 20 ms to make: there are up to MAX_REPAIRS of one message."""
    from msgspec import inspect

    return inspect.type_info(kind)


def _matching_type(kind: Any, value: Any) -> Any:
    """The member of `kind` that this value is decoded as: a list, or one of the structs of a union."""
    from msgspec import inspect

    choices: tuple[Any, ...] = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    if isinstance(value, list):
        return next((choice for choice in choices if isinstance(choice, inspect.ListType)), None)
    structs = [choice for choice in choices if isinstance(choice, inspect.StructType)]
    for struct in structs:
        if struct.tag_field is None or (
            isinstance(value, dict) and cast(dict[str, Any], value).get(struct.tag_field) == struct.tag
        ):
            return struct
    return None
