"""Continuations that a language or a library has the same everywhere: the check of an error of Go, the setter of a
React state."""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.completion.limits import MAX_HEADER_DISTANCE_LINES
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.texts import Place
from understudy.nes.syntax import go_error_return

__all__ = ["idiom_continuations"]

_ERROR_VARIABLE: Final = re.compile(r"(?<![\w.])(\w*[eE]rr)\s*:?=(?!=)")
_ERROR_RETURN: Final = re.compile(r"\s*return ((?:[^,()]+, )*)(?:\w*[eE]rr|(fmt\.Errorf\(.*\)))\s*$")
"""What a function of Go returns with an error, with the values before the error, and the error with a message."""
_RESULTS: Final = re.compile(r"func\b.*\)\s*(\([^()]*\)|[^\s(){}]+)\s*\{\s*$")
"""The header of a function of Go, with the types of its results."""
_CLOSURE: Final = re.compile(r"\bfunc\s*\(.*\{\s*$")
_CHECKED_ERROR: Final = re.compile(r"\s*(?:\} else )?if\b.*(?<![\w.])(\w*[eE]rr) != nil \{\s*$")
_STATE_SETTER: Final = re.compile(r"\s*const \[(\w+), (\w+)$")
_STATE: Final = re.compile(r"\s*const \[\w+, set\w+(\] = useState(?:<[^>]*>)?\(.*\);?)\s*$")


def idiom_continuations(place: Place) -> Iterator[str]:
    yield from _error_check(place)
    yield from _error_body(place)
    yield from _state_setter(place)


def _error_check(place: Place) -> Iterator[str]:
    """The rest of `if err != nil {` below a line of Go that sets the error, and what it returns there.

    The other values are those that the function returns with an error above, or the zero values of its results. The
    error is not wrapped: only the user knows the message.
    """
    above = [line for line in place.above if line.stripped]
    assigned = _ERROR_VARIABLE.findall(above[0].text) if place.language.family == "go" and above else []
    typed = place.prefix.text.lstrip()
    for name in assigned[-1:]:
        check = f"if {name} != nil {{"
        if check.startswith(typed) and len(typed) > len("if "):
            returned = _returned_error(place, name)
            if returned:
                indent = place.prefix.indent
                yield f"{check[len(typed) :]}\n{indent}\t{returned}\n{indent}}}"


def _error_body(place: Place) -> Iterator[str]:
    """The rest of the `return` below `if err != nil {` of Go, unless the function adds a message to its errors."""
    checked = (
        _CHECKED_ERROR.match(place.above[0].text) if place.language.family == "go" and place.above else None
    )
    if checked is None or place.trailing_space:
        return
    typed, edited = place.prefix.text.lstrip(), place.edited
    returned = _returned_error(place, checked[1], is_wrapped=False)
    if returned.startswith(typed):
        header = place.above[0].indent
        below = edited.at(place.line + 1).text if place.line + 1 < edited.end else ""
        yield returned[len(typed) :] + ("" if below.startswith(f"{header}}}") else f"\n{header}}}")


def _returned_error(place: Place, error: str, *, is_wrapped: bool = True) -> str:
    """Return the statement that returns this error from the function of the place; empty if it is not known.

    `is_wrapped`: an error that is returned with a message shows the other values, too.
    """
    edited = place.texts[0]
    is_in_closure = False
    for number in range(place.line - 1, max(edited.first, place.line - MAX_HEADER_DISTANCE_LINES) - 1, -1):
        line = edited.at(number)
        if match := _ERROR_RETURN.match(line.text):
            return f"return {match[1] or ''}{error}" if is_wrapped or not match[2] else ""
        is_in_closure = is_in_closure or (_CLOSURE.search(line.text) is not None and _is_around(line, place))
        if line.stripped and not line.indent:
            results = _RESULTS.match(line.text)
            return go_error_return(results[1], error) if results is not None and not is_in_closure else ""
    return ""


def _is_around(line: LineTokens, place: Place) -> bool:
    return len(line.indent) < len(place.prefix.indent) and bool(line.indent)


def _state_setter(place: Place) -> Iterator[str]:
    """The rest of `const [open, setOpen] = useState(`; if the line above has a state, with its first value."""
    match = _STATE_SETTER.match(place.prefix.text)
    if match is None or place.trailing_space:
        return
    name, begun = match.groups()
    setter = f"set{name[0].upper()}{name[1:]}"
    if setter.startswith(begun):
        above = _STATE.match(place.above[0].text) if place.above else None
        yield setter[len(begun) :] + (above[1] if above is not None else "] = useState(")
