"""The edits of JavaScript's `text.replace(new RegExp(pattern, flags), replacement)`, under limits.

JavaScript itself matches and expands `$1`, `$<name>`, `$&`, `` $` ``, `$'` and `$$`. This module enforces the
limits and converts UTF-16 offsets back to code points. It applies no edit: the caller does. `Stop.cancel()`
takes effect between batches of about 50 ms; within a single match only the time limit interrupts JavaScript,
so the answer comes after PATTERN_TIMEOUT_S of CPU time at the latest.

Without the u flag a match may begin or end inside a character beyond U+FFFF. That is accepted if the result
has only whole characters again (both halves replaced, or rejoined), and an error otherwise.
"""

from bisect import bisect_left
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from understudy.workspace.errors import InvalidArgument, TooLarge
from understudy.workspace.limits import MAX_REPLACED_MATCHES
from understudy.workspace.patterns.js_engine import (
    JsError,
    JsFunction,
    check_uninterruptible_length,
    is_uninterruptible,
    repeat_if_interrupted_early,
)
from understudy.workspace.stop import Stop, TimeBudget

__all__ = ["Replacement", "SplitCharacterError", "Utf16Edit", "compute_replacements", "to_code_points"]

Utf16Edit: TypeAlias = tuple[int, int, str]
"""Start, end, and the new text; offsets count UTF-16 units."""


class SplitCharacterError(Exception):
    """An edit would leave half of a surrogate pair."""


def to_code_points(text: str, pieces: list[Utf16Edit], *, by_units: bool) -> list[Utf16Edit]:
    """Convert the offsets to code points; `by_units`: JavaScript matched single UTF-16 units."""
    if text.isascii() or max(text) <= "\uffff":
        return pieces
    # The start of each surrogate pair in UTF-16 units: its index in code points plus one for each pair before.
    places = [index for index, char in enumerate(text) if char > "\uffff"]
    pairs = [place + before for before, place in enumerate(places)]
    if by_units:
        pieces = _widen_to_characters(text, pieces, set(pairs), places, pairs)
    return [
        (start - bisect_left(pairs, start), end - bisect_left(pairs, end), new) for start, end, new in pieces
    ]


def _widen_to_characters(
    text: str, pieces: list[Utf16Edit], starts: set[int], places: list[int], pairs: list[int]
) -> list[Utf16Edit]:
    """Widen edits to whole characters, merge edits that share one, and check that no half is left."""
    widened: list[Utf16Edit] = []
    open_half = -1
    for start, end, new in pieces:
        if start - 1 in starts:
            if start == open_half:
                # The previous edit ended inside this character: drop the second half that was added to it.
                start, _, before = widened.pop()
                new = before[:-1] + new
            else:
                start -= 1
                new = _surrogate_pair(text[places[bisect_left(pairs, start)]])[0] + new
        if end - 1 in starts:
            open_half = end
            new += _surrogate_pair(text[places[bisect_left(pairs, end - 1)]])[1]
            end += 1
        widened.append((start, end, new))
    halves = {_surrogate_pair(text[place])[1] for place in places}
    joined = [(start, end, _join_surrogates(new)) for start, end, new in widened]
    for _, _, new in joined:
        # A lone low surrogate may be an undecodable byte, but only if it cannot be half of a character of the text.
        if not new.isascii() and any("\ud800" <= char <= "\udbff" or char in halves for char in new):
            raise SplitCharacterError
    assert all(before[1] <= after[0] for before, after in pairwise(joined))  # noqa: S101 - an invariant
    return joined


def _surrogate_pair(char: str) -> tuple[str, str]:
    code = ord(char) - 0x10000
    return chr(0xD800 + (code >> 10)), chr(0xDC00 + (code & 0x3FF))


def _join_surrogates(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


_ALLOWED_FLAGS: Final = "gimsu"

_JS_SOURCE: Final = r"""
(function () {
  const replace = RegExp.prototype[Symbol.replace];
  let text, template, matches, plain, around, last = 0, size = 0, count = 0;
  function* single(match) { if (match !== null) yield match; }
  // A regular expression whose exec has already run makes JavaScript expand the template for us.
  // Only $` and $' look at the rest of the text; without them the match is text enough.
  function expand(match) {
    if (plain) return template;
    const done = { flags: "", global: false, unicode: false, exec: () => match };
    if (!around) { match.index = 0; return replace.call(done, match[0], template); }
    const start = match.index, rest = text.length - start - match[0].length;
    const whole = replace.call(done, text, template);
    return whole.slice(start, whole.length - rest);
  }
  return function (json) {
    const request = JSON.parse(json);
    if (request.pattern !== undefined) {
      const regexp = new RegExp(request.pattern, request.flags);
      text = request.text;
      template = request.template;
      plain = !template.includes("$");
      around = (template.match(/\$[$`']/g) || []).some((token) => token !== "$$");
      matches = regexp.global ? text.matchAll(regexp) : regexp;
      return "true";
    }
    if (matches instanceof RegExp) matches = single(matches.exec(text));
    const out = [], until = Date.now() + 50;
    let units = 0, done = false;
    do {
      const step = matches.next();
      if (step.done) { done = true; break; }
      const start = step.value.index, end = start + step.value[0].length;
      const fresh = expand(step.value);
      size += start - last + fresh.length;
      last = end;
      units += fresh.length;
      if (size > request.limit || ++count > request.most) return "null";
      out.push(start, end, fresh);
    } while (out.length < 15000 && units < 1 << 20 && Date.now() < until);
    return JSON.stringify([out, done]);
  };
})()
"""


class Replacement(NamedTuple):
    """`text[start:end]` becomes `new`; offsets count code points."""

    start: int
    end: int
    new: str


def compute_replacements(
    text: str, pattern: str, replacement: str, flags: str, *, max_bytes: int, stop: Stop
) -> list[Replacement]:
    """The edits, ascending and not overlapping; apply them in this order.

    `max_bytes` is the limit of the resulting text in bytes of UTF-8. Lone surrogates in `text` (undecodable
    bytes, by surrogateescape) are treated like other characters and preserved.
    """
    _validate_arguments(pattern, replacement, flags)
    if is_uninterruptible(pattern):
        check_uninterruptible_length(len(text))
    budget = TimeBudget(stop)
    pieces = repeat_if_interrupted_early(
        lambda limit_factor: _run_script(text, pattern, replacement, flags, max_bytes, budget, limit_factor),
        budget,
    )
    try:
        edits = to_code_points(text, pieces, by_units="u" not in flags)
    except SplitCharacterError:
        raise InvalidArgument(
            "The replacement would cut a character outside of the basic plane (such as an emoji) in two.",
            "bad_pattern",
            advice="Add the u flag, which makes the pattern see whole characters.",
        ) from None
    size = _utf8_size(text) + sum(_utf8_size(new) - _utf8_size(text[start:end]) for start, end, new in edits)
    if size > max_bytes:
        raise _too_large_error(max_bytes)
    return [Replacement(*edit) for edit in edits]


def _run_script(
    text: str,
    pattern: str,
    replacement: str,
    flags: str,
    max_bytes: int,
    budget: TimeBudget,
    limit_factor: float,
) -> list[Utf16Edit]:
    function = JsFunction(_JS_SOURCE, extra_memory=16 * len(text))
    try:
        function.call(
            {"pattern": pattern, "flags": flags, "text": text, "template": replacement}, budget, limit_factor
        )
    except JsError as error:
        raise InvalidArgument(f"The regular expression is not valid: {error}.", "bad_pattern") from None
    pieces: list[Utf16Edit] = []
    budget.restart()  # encoding the text and compiling the pattern are not counted
    while True:
        # A text never has more UTF-16 units than UTF-8 bytes, so this first check of the size is generous.
        answer = function.call({"limit": max_bytes, "most": MAX_REPLACED_MATCHES}, budget, limit_factor)
        if answer is None:
            raise _too_large_error(max_bytes)
        flat, done = answer
        pieces.extend(zip(flat[0::3], flat[1::3], flat[2::3], strict=True))
        if done:
            return pieces


def _validate_arguments(pattern: str, replacement: str, flags: str) -> None:
    if len(set(flags)) != len(flags) or not set(flags) <= set(_ALLOWED_FLAGS):
        raise InvalidArgument(
            f"The flags {flags!r} can't be used. Allowed are g, i, m, s and u, each at most once.",
            "bad_pattern",
        )
    for name, value in (("pattern", pattern), ("replacement", replacement)):
        # Otherwise a replacement could write bytes that are not text.
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise InvalidArgument(f"The {name} is not valid Unicode text.", "bad_pattern")


def _too_large_error(limit: int) -> TooLarge:
    return TooLarge(
        f"The replaced text would be larger than {limit} bytes, or has more than {MAX_REPLACED_MATCHES} matches. "
        "Make the pattern match less, or the replacement shorter.",
        "too_large",
        limit=limit,
        maxMatches=MAX_REPLACED_MATCHES,
    )


def _utf8_size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))
