"""Replies that are good for more than one question: the same prompt again, or typing what was suggested."""

from collections import OrderedDict
from hashlib import blake2b
from typing import Final

from understudy.nes.model.bodies import Completion
from understudy.nes.model.prompting import ModelContext, Prompt
from understudy.nes.values import Page, Point

__all__ = ["Cache", "Suggested", "typed_on"]

MOST: Final = 32
LONGEST: Final = 16 * 1024
"""Characters of a reply that is worth keeping."""


class Cache:
    """The last replies by their prompts. Holds fingerprints, not prompts."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Completion] = OrderedDict()

    def get(self, prompt: Prompt) -> Completion | None:
        mark = _mark(prompt)
        found = self._kept.get(mark)
        if found is not None:
            self._kept.move_to_end(mark)
        return found

    def put(self, prompt: Prompt, reply: Completion) -> None:
        if len(reply.text) > LONGEST:
            return
        self._kept[_mark(prompt)] = reply
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)


def _mark(prompt: Prompt) -> bytes:
    told = "\0".join((prompt.style, prompt.system, str(prompt.most_tokens), *prompt.stops, prompt.text))
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Suggested:
    """What was last suggested: a region as it was, and as it would be."""

    def __init__(self, page: Page, context: ModelContext, new: str) -> None:
        self.uri = page.uri
        self.total = len(page.lines)
        self.context = context
        self.new = new


def typed_on(last: Suggested, page: Page, cursor: Point) -> ModelContext | None:
    """The region as it is now, if the user has typed the beginning of what was to be inserted, and nothing else.

    Only for a suggestion that inserts one piece of text; lines far away are not compared.
    """
    old = last.context
    if page.uri != last.uri:
        return None
    first, count = old.first, len(old.region) + len(page.lines) - last.total
    end = first + count
    lines = page.lines
    if count < 1 or not first <= cursor.line < end:
        return None
    if tuple(lines[first - len(old.before) : first]) != old.before:
        return None
    if tuple(lines[end : end + len(old.after)]) != old.after:
        return None
    region = tuple(lines[first:end])
    at = (cursor.line - first, min(cursor.column, len(lines[cursor.line])))
    was, now = old.text, "\n".join(region)
    here = sum(len(line) + 1 for line in region[: at[0]]) + at[1]
    start = here - (len(now) - len(was))
    if not 0 <= start < here:
        return None
    typed, rest = now[start:here], was[start:]
    if now != was[:start] + typed + rest:
        return None
    if not last.new.startswith(was[:start] + typed) or not last.new.endswith(rest):
        return None
    if len(last.new) <= len(now):
        return None
    return ModelContext(
        path=old.path, before=old.before, region=region, after=old.after, first=first, cursor=at
    )
