"""A JavaScript engine with one function in it, limited in time and memory (quickjs).

Everything goes in and comes out as JSON in ASCII: the binding cuts strings at NUL and refuses lone
surrogates. quickjs is imported at the first use, because start-up must not wait for it.

Patterns that JavaScript's engine can't be trusted to leave in time.

quickjs looks at its clock once in 10,000 steps. A step is short, except for a look-around with a loop in
it, a back-reference and a required number of thousands: each can read a whole text in one step. So these
run on short texts only.

Searching with JavaScript's own engine, for patterns that the linear one cannot express.

Each line is matched by itself, with the u flag. It backtracks, so a budget stands over every text.
"""

import json
import re
import threading
from importlib import import_module
from typing import Any, Final

from understudy.workspace.errors import InvalidArgument, TooLarge
from understudy.workspace.limits import JS_MEMORY_BYTES, JS_STACK_BYTES, MAX_UNINTERRUPTIBLE_CHARS
from understudy.workspace.patterns.hits import Hit, Hits
from understudy.workspace.patterns.time_budget import TimeBudget
from understudy.workspace.stop import Stop

__all__ = [
    "BacktrackingSearch",
    "JsError",
    "JsFunction",
    "check_uninterruptible_length",
    "is_uninterruptible",
]


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
        """Raise if JavaScript does not take the pattern."""
        self._thread_function(TimeBudget(Stop()))

    def search(self, text: str, budget: TimeBudget, max_hits: int) -> Hits:
        if self._is_uninterruptible and len(text) > MAX_UNINTERRUPTIBLE_CHARS:
            check_uninterruptible_length(max(map(len, text.split("\n"))))
        script = self._thread_function(budget)
        astral = not text.isascii() and max(text) > "\uffff"
        answer = script.call({"text": text, "astral": astral, "keep": max_hits}, budget)
        hits: list[Hit] = []
        while True:
            flat, total, more = answer
            hits.extend(map(Hit, flat[0::3], flat[1::3], flat[2::3]))
            if not more:
                return Hits(hits, total)
            answer = script.call({}, budget)

    def _thread_function(self, budget: TimeBudget) -> JsFunction:
        # An engine belongs to a thread; patterns are shared between threads.
        script: JsFunction | None = getattr(self._local, "script", None)
        if script is None:
            script = JsFunction(_JS_SOURCE)
            try:
                script.call({"pattern": self._pattern, "flags": self._flags}, budget)
            except JsError as error:
                raise InvalidArgument(
                    f"The regular expression is not valid: {error}.",
                    "bad_pattern",
                    advice='Use type "literal" for plain text.',
                ) from None
            self._local.script = script
        return script
