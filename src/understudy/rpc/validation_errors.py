"""Validation errors as JSON-RPC errors, in words that need no knowledge of the validator."""

import re
from typing import Final

import msgspec

from understudy.msgspec_errors import parse_validation_error
from understudy.rpc.errors import INVALID_PARAMS, RpcError
from understudy.rpc.limits import MAX_QUOTED_CHARS

__all__ = ["describe_validation_error", "invalid_params"]


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
    """The response to params that could not be decoded."""
    if not isinstance(error, msgspec.ValidationError):
        # The message as a whole is valid JSON, so that only invalid Unicode and nesting remain.
        why = (
            "nested too deeply"
            if isinstance(error, RecursionError)
            else "a string in it is not valid Unicode"
        )
        return RpcError(INVALID_PARAMS, f"Invalid params: params: {why}.", {"field": "params"})
    field, description = describe_validation_error(error)
    return RpcError(INVALID_PARAMS, f"Invalid params: {description}.", {"field": field})


def describe_validation_error(error: Exception) -> tuple[str, str]:
    """Return the field, as a path such as `roots[1].uri`, and a sentence that begins with it."""
    problem = parse_validation_error(error)
    field = _truncate(problem.field or "params")
    match problem.kind:
        case "missing":
            return field, f"{field} is missing"
        case "unknown":
            return field, f"there is no {field}"
        case "invalid":
            message = _TYPE_NAMES.sub(lambda found: _describe_types(found[1]), problem.message)
            message = message.replace("`", "'")
            key = "a key: " if problem.is_key else ""
            return field, f"{field}: {key}{_truncate(message[:1].lower() + message[1:])}"


def _describe_types(kinds: str) -> str:
    return " or ".join(_TYPE_DESCRIPTIONS.get(kind, kind) for kind in kinds.split(" | "))


def _truncate(text: str) -> str:
    """Limit what is quoted of the peer's own message."""
    return text if len(text) <= MAX_QUOTED_CHARS else f"{text[:MAX_QUOTED_CHARS]}…"
