"""A validator's complaint in words that need no knowledge of the validator."""

import re
from typing import Final

import msgspec

from understudy.rpc.errors import INVALID_PARAMS, RpcError
from understudy.rpc.limits import MAX_QUOTED_CHARS

__all__ = ["describe_validation_error", "invalid_params"]


_ERROR_LOCATION: Final = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<path>.*)`$", re.DOTALL)
_MISSING_FIELD: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_TYPE_NAMES: Final = re.compile(r"`([a-z0-9| ]+)`")
_TYPE_DESCRIPTIONS: Final = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "an array",
}


def invalid_params(error: Exception) -> RpcError:
    """The answer to params that could not be decoded."""
    if not isinstance(error, msgspec.ValidationError):
        # The message as a whole was JSON, so what is left are texts that are none and depth.
        why = (
            "nested too deeply"
            if isinstance(error, RecursionError)
            else "a string in it is not valid Unicode"
        )
        return RpcError(INVALID_PARAMS, f"Invalid params: params: {why}.", {"field": "params"})
    field, words = describe_validation_error(str(error))
    return RpcError(INVALID_PARAMS, f"Invalid params: {words}.", {"field": field})


def describe_validation_error(message: str) -> tuple[str, str]:
    """The field, as a path such as `roots[1].uri`, and a sentence that begins with it."""
    place = _ERROR_LOCATION.search(message)
    path, what = "", message
    if place is not None:
        path, what = place["path"], message[: place.start()]
    if (missing := _MISSING_FIELD.fullmatch(what)) is not None:
        field = f"{path}.{missing[1]}" if path else missing[1]
        return _truncate(field), f"{_truncate(field)} is missing"
    if (unknown := _UNKNOWN_FIELD.fullmatch(what)) is not None:
        field = f"{path}.{unknown[1]}" if path else unknown[1]
        return _truncate(field), f"there is no {_truncate(field)}"
    what = _TYPE_NAMES.sub(lambda kinds: _describe_types(kinds[1]), what).replace("`", "'")
    key = "a key: " if place is not None and place["key"] else ""
    return _truncate(
        path or "params"
    ), f"{_truncate(path or 'params')}: {key}{_truncate(what[:1].lower() + what[1:])}"


def _describe_types(kinds: str) -> str:
    return " or ".join(_TYPE_DESCRIPTIONS.get(kind, kind) for kind in kinds.split(" | "))


def _truncate(text: str) -> str:
    """The other side's own text comes back in these; it need not come back whole."""
    return text if len(text) <= MAX_QUOTED_CHARS else f"{text[:MAX_QUOTED_CHARS]}…"
