"""A JavaScript engine with one function in it, limited in time and memory (quickjs).

Everything goes in and comes out as JSON in ASCII: the binding cuts strings at NUL and refuses lone
surrogates. quickjs is imported at the first use, because start-up must not wait for it.

Patterns that JavaScript's engine can't be trusted to leave in time.

quickjs looks at its clock once in 10,000 steps. A step is short, except for a look-around with a loop in
it, a back-reference and a required number of thousands: each can read a whole text in one step. So these
run on short texts only.
"""

import json
import re
from importlib import import_module
from typing import Any, Final

from understudy.workspace.errors import InvalidArgument, TooLarge
from understudy.workspace.patterns.limits import JS_MEMORY_BYTES, JS_STACK_BYTES, MAX_UNINTERRUPTIBLE_CHARS
from understudy.workspace.patterns.time_budget import TimeBudget

__all__ = ["JsError", "JsFunction", "check_uninterruptible_length", "is_uninterruptible"]


class JsError(Exception):
    """What JavaScript threw, as its message alone."""


class JsFunction:
    """`source` is a JavaScript function of one string that gives a string.

    A script must be used on one thread only. A call can't be interrupted by `Stop.cancel()`, only by
    its time limit, so scripts work in batches of about 50 ms and the flag is looked at in between.
    """

    def __init__(self, source: str, extra_memory: int = 0) -> None:
        quickjs: Any = import_module("quickjs")
        self._js_errors: tuple[type[Exception], ...] = (quickjs.JSException, quickjs.StackOverflow)
        self._context: Any = quickjs.Context()
        self._context.set_memory_limit(JS_MEMORY_BYTES + extra_memory)
        self._context.set_max_stack_size(JS_STACK_BYTES)
        self._function: Any = self._context.eval(source)

    def call(self, request: Any, budget: TimeBudget) -> Any:
        text = json.dumps(request)
        self._context.set_time_limit(budget.check_remaining())
        try:
            return json.loads(self._function(text))
        except self._js_errors as thrown:
            message = str(thrown).partition("\n")[0].strip()
        # A new exception outside of the handler: JavaScript's stack is nobody's business.
        if "interrupted" in message:
            budget.check_remaining()
            raise budget.timeout_error()
        if "out of memory" in message or "invalid string length" in message:
            raise TooLarge("The pattern needs too much memory for this text. Simplify it.", "too_large")
        if "stack overflow" in message.lower():
            raise InvalidArgument("The pattern is nested too deeply. Simplify it.", "bad_pattern")
        raise JsError(message.partition(": ")[2] or message)


_PATTERN_TOKEN: Final = re.compile(
    r"(?P<long>\\[1-9k]|\{0*[0-9]{4,},?[0-9]*\})|\\.|\[(?:\\.|[^\]\\])*\]?|(?P<look>\(\?<?[=!])|(?P<open>\()|(?P<close>\))"
    r"|(?P<loop>[*+]|\{[0-9]+,?[0-9]*\})",
    re.DOTALL,
)


def is_uninterruptible(source: str) -> bool:
    """Whether a step of this pattern may be long. `source` is any JavaScript pattern."""
    looks: list[bool] = []
    for token in _PATTERN_TOKEN.finditer(source):
        match token.lastgroup:
            case "long":
                return True
            case "look":
                looks.append(True)
            case "open":
                looks.append(bool(looks) and looks[-1])
            case "close" if looks:
                looks.pop()
            case "loop" if looks and looks[-1]:
                return True
            case _:
                pass
    return False


def check_uninterruptible_length(length: int) -> None:
    if length > MAX_UNINTERRUPTIBLE_CHARS:
        raise TooLarge(
            "A pattern with a back-reference, repetition inside a look-around or a count over 999 runs on "
            f"at most {MAX_UNINTERRUPTIBLE_CHARS} characters at a time, not {length}. Write the pattern without it.",
            "too_large",
            limit=MAX_UNINTERRUPTIBLE_CHARS,
        )
