"""quickjs as a function of JSON, limited in time and memory, and searching with it.

Requests and answers are JSON in ASCII, because the binding truncates strings at NUL and rejects lone
surrogates. quickjs is imported at the first use, because start-up must not wait for it.

Three things are here:

- `JsFunction` calls one JavaScript function under a memory limit and a TimeBudget.
- `is_uninterruptible` finds patterns that quickjs cannot be trusted to leave in time. quickjs checks its
  clock once in 10,000 steps. A step is short, except for a look-around with a loop in it, a back-reference
  and a required count of thousands: each can read a whole text in one step. So these run on short texts only.
- `BacktrackingSearch` searches line by line, with the u flag, for patterns that the linear engine cannot
  express. It backtracks, so every text has a time budget.
"""

import json
import re
import threading
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

from understudy.workspace.errors import InvalidArgument, TooLarge
from understudy.workspace.limits import (
    JS_MEMORY_BYTES,
    JS_STACK_BYTES,
    MAX_JS_ATTEMPTS,
    MAX_JS_LIMIT_FACTOR,
    MAX_UNINTERRUPTIBLE_CHARS,
)
from understudy.workspace.patterns.linear_search import Hit, Hits
from understudy.workspace.stop import Stop, TimeBudget

__all__ = [
    "BacktrackingSearch",
    "JsError",
    "JsFunction",
    "check_uninterruptible_length",
    "is_uninterruptible",
    "repeat_if_interrupted_early",
]

T = TypeVar("T")


class JsError(Exception):
    """An exception of JavaScript, reduced to its message."""


class JsInterruptedEarlyError(Exception):
    """quickjs ran out of the process's CPU time while this thread still had some of its own left.

    quickjs compares its limit with the CPU time of the whole process (`clock()`), so other threads use it up
    too.
    """

    def __init__(self, limit_factor: float) -> None:
        super().__init__()
        self.limit_factor = limit_factor
        """How much larger the limit must be for this thread to get its time."""


class JsFunction:
    """A JavaScript function of one string that returns a string; `source` is its code.

    It must be used on one thread only. `Stop.cancel()` cannot interrupt a call, only the time limit can, so
    the functions work in batches of about 50 ms and the flag is checked between them.
    """

    def __init__(self, source: str, extra_memory: int = 0) -> None:
        quickjs: Any = import_module("quickjs")
        self._js_errors: tuple[type[Exception], ...] = (quickjs.JSException, quickjs.StackOverflow)
        self._context: Any = quickjs.Context()
        self._context.set_memory_limit(JS_MEMORY_BYTES + extra_memory)
        self._context.set_max_stack_size(JS_STACK_BYTES)
        self._function: Any = self._context.eval(source)

    def call(self, request: Any, budget: TimeBudget, limit_factor: float = 1.0) -> Any:
        """Send `request`, return the answer. `limit_factor`: see `repeat_if_interrupted_early`."""
        text = json.dumps(request)
        self._context.set_time_limit(budget.check_remaining() * limit_factor)
        process_start, thread_start = time.process_time(), time.thread_time()
        try:
            return json.loads(self._function(text))
        except self._js_errors as thrown:
            message = str(thrown).partition("\n")[0].strip()
        # Raised outside of the handler, so that the new exception does not carry JavaScript's stack as its context.
        if "interrupted" in message:
            budget.check_remaining()
            if budget.is_nearly_spent():
                raise budget.timeout_error()
            share = (time.process_time() - process_start) / max(time.thread_time() - thread_start, 0.001)
            raise JsInterruptedEarlyError(min(2 * max(share, limit_factor), MAX_JS_LIMIT_FACTOR))
        if "out of memory" in message or "invalid string length" in message:
            raise TooLarge("The pattern needs too much memory for this text. Simplify it.", "too_large")
        if "stack overflow" in message.lower():
            raise InvalidArgument("The pattern is nested too deeply. Simplify it.", "bad_pattern")
        raise JsError(message.partition(": ")[2] or message)


def repeat_if_interrupted_early(work: Callable[[float], T], budget: TimeBudget) -> T:
    """Call `work(limit_factor)`; repeat it from the start, with a larger limit, if other threads used up its
    time.

    `work` passes the factor on to every `JsFunction.call`. It starts anew because a call that was interrupted
    has lost its results.
    """
    limit_factor = 1.0
    for _ in range(MAX_JS_ATTEMPTS):
        try:
            return work(limit_factor)
        except JsInterruptedEarlyError as early:
            limit_factor = early.limit_factor
            budget.restart()
    raise budget.timeout_error()


_PATTERN_TOKEN: Final = re.compile(
    r"(?P<long>\\[1-9k]|\{0*[0-9]{4,},?[0-9]*\})|\\.|\[(?:\\.|[^\]\\])*\]?|(?P<look>\(\?<?[=!])|(?P<open>\()|(?P<close>\))"
    r"|(?P<loop>[*+]|\{[0-9]+,?[0-9]*\})",
    re.DOTALL,
)


def is_uninterruptible(source: str) -> bool:
    """Whether one step of this JavaScript pattern may take long."""
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
            f"at most {MAX_UNINTERRUPTIBLE_CHARS} characters at a time, not {length}. "
            "Write the pattern without it.",
            "too_large",
            limit=MAX_UNINTERRUPTIBLE_CHARS,
        )


_JS_SOURCE: Final = r"""
(function () {
  let regexp, lines, row, astral, keep, found;
  // Empty matches right behind a match don't count, as in ripgrep.
  function search(line, out) {
    let last = -1, match, point = 0, unit = 0;
    const column = (to) => {
      if (!astral) return to;
      while (unit < to) { unit += line.codePointAt(unit) > 0xffff ? 2 : 1; point++; }
      return point;
    };
    regexp.lastIndex = 0;
    while ((match = regexp.exec(line)) !== null) {
      const start = match.index, end = regexp.lastIndex;
      if (start === end) {
        regexp.lastIndex += line.codePointAt(end) > 0xffff ? 2 : 1;
        if (end === last) continue;
      }
      last = end;
      if (found++ < keep) out.push(row + 1, column(start), column(end));
    }
  }
  return function (json) {
    const request = JSON.parse(json);
    if (request.pattern !== undefined) {
      regexp = new RegExp(request.pattern, request.flags);
      return "true";
    }
    if (request.text !== undefined) {
      lines = request.text.split("\n");
      if (lines[lines.length - 1] === "") lines.pop();
      row = 0; found = 0; astral = request.astral; keep = request.keep;
    }
    const out = [], until = Date.now() + 50;
    for (; row < lines.length && Date.now() < until && out.length < 30000; row++) {
      const line = lines[row];
      search(line.endsWith("\r") ? line.slice(0, -1) : line, out);
    }
    return JSON.stringify([out, found, row < lines.length]);
  };
})()
"""


class BacktrackingSearch:
    def __init__(self, pattern: str, *, ignore_case: bool) -> None:
        self._pattern = pattern
        self._flags = "giu" if ignore_case else "gu"
        self._is_uninterruptible = is_uninterruptible(pattern)
        self._local = threading.local()

    def validate(self) -> None:
        """Raise InvalidArgument if JavaScript rejects the pattern."""
        budget = TimeBudget(Stop())
        repeat_if_interrupted_early(lambda limit_factor: self._thread_function(budget, limit_factor), budget)

    def search(self, text: str, budget: TimeBudget, max_hits: int) -> Hits:
        if self._is_uninterruptible and len(text) > MAX_UNINTERRUPTIBLE_CHARS:
            check_uninterruptible_length(max(map(len, text.split("\n"))))
        return repeat_if_interrupted_early(
            lambda limit_factor: self._search(text, budget, max_hits, limit_factor), budget
        )

    def _search(self, text: str, budget: TimeBudget, max_hits: int, limit_factor: float) -> Hits:
        function = self._thread_function(budget, limit_factor)
        astral = not text.isascii() and max(text) > "\uffff"
        answer = function.call({"text": text, "astral": astral, "keep": max_hits}, budget, limit_factor)
        hits: list[Hit] = []
        while True:
            flat, total, more = answer
            hits.extend(map(Hit, flat[0::3], flat[1::3], flat[2::3]))
            if not more:
                return Hits(hits, total)
            answer = function.call({}, budget, limit_factor)

    def _thread_function(self, budget: TimeBudget, limit_factor: float) -> JsFunction:
        # A quickjs context belongs to one thread; patterns are shared between threads.
        function: JsFunction | None = getattr(self._local, "function", None)
        if function is None:
            function = JsFunction(_JS_SOURCE)
            try:
                function.call({"pattern": self._pattern, "flags": self._flags}, budget, limit_factor)
            except JsError as error:
                raise InvalidArgument(
                    f"The regular expression is not valid: {error}.",
                    "bad_pattern",
                    advice='Use type "literal" for plain text.',
                ) from None
            self._local.function = function
        return function
