"""Replies that are good for more than one question: the same prompt again, or typing what was suggested."""

from hashlib import blake2b

from understudy.bounded_dict import BoundedDict
from understudy.nes.model.limits import MAX_CACHED_REPLIES, MAX_CACHED_REPLY_CHARS
from understudy.nes.model.prompt_types import ModelContext, Prompt
from understudy.nes.model.server_api import Completion
from understudy.nes.text import Point, TextSnapshot

__all__ = ["LastSuggestion", "ReplyCache", "context_after_typing"]


class ReplyCache:
    """The last replies by their prompts. Holds fingerprints, not prompts."""

    def __init__(self) -> None:
        self._replies: BoundedDict[bytes, Completion] = BoundedDict(MAX_CACHED_REPLIES)

    def get(self, prompt: Prompt) -> Completion | None:
        mark = _fingerprint(prompt)
        found = self._replies.get(mark)
        if found is not None:
            self._replies[mark] = found
        return found

    def put(self, prompt: Prompt, reply: Completion) -> None:
        if len(reply.text) > MAX_CACHED_REPLY_CHARS:
            return
        self._replies[_fingerprint(prompt)] = reply

    def clear(self) -> None:
        self._replies.clear()

    def __len__(self) -> int:
        return len(self._replies)


def _fingerprint(prompt: Prompt) -> bytes:
    told = "\0".join((prompt.style, prompt.system, str(prompt.max_tokens), *prompt.stops, prompt.text))
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class LastSuggestion:
    """What was last suggested: a region as it was, and as it would be."""

    def __init__(self, snapshot: TextSnapshot, context: ModelContext, new_text: str) -> None:
        self.uri = snapshot.uri
        self.line_count = len(snapshot.lines)
        self.context = context
        self.new_text = new_text


def context_after_typing(last: LastSuggestion, snapshot: TextSnapshot, cursor: Point) -> ModelContext | None:
    """The region as it is now, if the user has typed the beginning of what was to be inserted, and nothing else.

    Only for a suggestion that inserts one piece of text; lines far away are not compared.
    """
    old = last.context
    if snapshot.uri != last.uri:
        return None
    first, count = old.first, len(old.region) + len(snapshot.lines) - last.line_count
    end = first + count
    lines = snapshot.lines
    if count < 1 or not first <= cursor.line < end:
        return None
    if tuple(lines[first - len(old.before) : first]) != old.before:
        return None
    if tuple(lines[end : end + len(old.after)]) != old.after:
        return None
    region = tuple(lines[first:end])
    at = (cursor.line - first, min(cursor.column, len(lines[cursor.line])))
    was, now = old.region_text, "\n".join(region)
    here = sum(len(line) + 1 for line in region[: at[0]]) + at[1]
    start = here - (len(now) - len(was))
    if not 0 <= start < here:
        return None
    typed, rest = now[start:here], was[start:]
    if now != was[:start] + typed + rest:
        return None
    if not last.new_text.startswith(was[:start] + typed) or not last.new_text.endswith(rest):
        return None
    if len(last.new_text) <= len(now):
        return None
    return ModelContext(
        path=old.path, before=old.before, region=region, after=old.after, first=first, cursor=at
    )
