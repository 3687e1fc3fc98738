"""Searching with JavaScript's own engine, for patterns that the linear one cannot express.

Each line is matched by itself, with the u flag. It backtracks, so a budget stands over every text.
"""

import threading
from typing import Final

from understudy.workspace.errors import InvalidArgument
from understudy.workspace.patterns.hits import Hit, Hits
from understudy.workspace.patterns.js_engine import (
    JsError,
    JsFunction,
    check_uninterruptible_length,
    is_uninterruptible,
)
from understudy.workspace.patterns.limits import MAX_UNINTERRUPTIBLE_CHARS
from understudy.workspace.patterns.time_budget import TimeBudget
from understudy.workspace.stop import Stop

__all__ = ["BacktrackingSearch"]

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
                    f'The regular expression is not valid: {error}. Use type "literal" for plain text.',
                    "bad_pattern",
                ) from None
            self._local.script = script
        return script
