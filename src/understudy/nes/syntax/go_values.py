"""What a function of Go returns beside an error: the zero values of its other results."""

import re
from typing import Final

__all__ = ["go_error_return", "go_zero_value"]

_NUMBERS: Final = frozenset(
    {"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"}
    | {"byte", "rune", "float32", "float64", "complex64", "complex128"}
)
_NIL_TYPE: Final = re.compile(r"\*|\[\]|map\[|func\(|chan\b|<-chan|interface\b|any\Z|error\Z")


def go_zero_value(type_name: str) -> str:
    """Return what a function of Go returns with an error; empty if the type does not show it."""
    if type_name in _NUMBERS:
        return "0"
    if type_name == "string":
        return '""'
    if type_name == "bool":
        return "false"
    return "nil" if _NIL_TYPE.match(type_name) else ""


def go_error_return(results: str, error: str) -> str:
    """Return the statement that returns the error and nothing else; empty if a value is not known.

    `results` are the types of the results as they are written, such as `([]byte, error)`.
    """
    inner = results[1:-1] if results.startswith("(") else results
    types = [one.strip() for one in inner.split(",")]
    if types[-1] != "error" or "(" in inner:
        return ""
    values = [go_zero_value(one) for one in types[:-1]]
    return f"return {', '.join([*values, error])}" if all(values) else ""
