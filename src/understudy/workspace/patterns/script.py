"""A JavaScript engine with one function in it, limited in time and memory (quickjs).

Everything goes in and comes out as JSON in ASCII: the binding cuts strings at NUL and refuses lone
surrogates. quickjs is imported at the first use, because start-up must not wait for it.
"""

import json
from importlib import import_module
from typing import Any, Final

from understudy.workspace.errors import InvalidArgument, TooLarge
from understudy.workspace.patterns.budget import TimeBudget

__all__ = ["JsFunction", "JsError"]

JS_MEMORY_BYTES: Final = 256 << 20
JS_STACK_BYTES: Final = 256 << 10
"""Well below the smallest thread stack that Python gives us."""


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
