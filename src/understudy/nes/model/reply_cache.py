"""Reuse of model replies: for an equal prompt, and while the user types the suggested text."""

from hashlib import blake2b

from understudy.bounded_dict import BoundedDict
from understudy.nes.model.completions import Completion
from understudy.nes.model.limits import MAX_CACHED_REPLIES, MAX_CACHED_REPLY_CHARS
from understudy.nes.model.prompt_types import ModelContext, Prompt
from understudy.nes.text import Point, TextSnapshot

__all__ = ["LastSuggestion", "ReplyCache", "context_after_typing"]


class ReplyCache:
    """The last replies by prompt. Stores hashes of the prompts, not the prompts."""

    def __init__(self) -> None:
        self._replies: BoundedDict[bytes, Completion] = BoundedDict(MAX_CACHED_REPLIES)

    def get(self, prompt: Prompt) -> Completion | None:
        fingerprint = _fingerprint(prompt)
        found = self._replies.get(fingerprint)
        if found is not None:
            self._replies[fingerprint] = found
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
    content = "\0".join((prompt.style, prompt.system, str(prompt.max_tokens), *prompt.stops, prompt.text))
    return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class LastSuggestion:
    """A suggestion of the last reply: the region before, and its suggested text."""

    def __init__(
        self, snapshot: TextSnapshot, context: ModelContext, new_text: str, probability: float = 0.0
    ) -> None:
        self.probability = probability
        self.uri = snapshot.uri
        self.line_count = len(snapshot.lines)
        self.context = context
        self.new_text = new_text


def context_after_typing(last: LastSuggestion, snapshot: TextSnapshot, cursor: Point) -> ModelContext | None:
    """Return the current region if the user has typed only the beginning of the suggested insertion; else None.

    Works for a suggestion that inserts one text; lines far away are not compared.
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
    cursor_offset = sum(len(line) + 1 for line in region[: at[0]]) + at[1]
    start = cursor_offset - (len(now) - len(was))
    if not 0 <= start < cursor_offset:
        return None
    typed, rest = now[start:cursor_offset], was[start:]
    if now != was[:start] + typed + rest:
        return None
    if not last.new_text.startswith(was[:start] + typed) or not last.new_text.endswith(rest):
        return None
    if len(last.new_text) <= len(now):
        return None
    return ModelContext(
        path=old.path, before=old.before, region=region, after=old.after, first=first, cursor=at
    )
