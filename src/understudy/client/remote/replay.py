"""What a client was shown of a running turn, compared with the replay of its session after a break.

Only pure functions of messages: which updates of the replay the client has not seen yet, or not as a whole. A text
that was shown in many pieces comes back in fewer; what is missing is its rest. Nothing is shown twice.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

__all__ = ["ShownTurn"]

Update = dict[str, Any]
_TextKey = tuple[str, str, int]


class ShownTurn:
    """The updates of one turn that reached the client."""

    def __init__(self, prompt: object) -> None:
        self._prompt = _prompt_text(prompt)
        self._texts: dict[_TextKey, str] = {}
        self._calls: dict[str, object] = {}
        """The last status of each tool call."""
        self._plan: object = None

    def add(self, update: Update) -> None:
        match update.get("sessionUpdate"):
            case "agent_message_chunk" | "agent_thought_chunk":
                key = self._key(update)
                self._texts[key] = self._texts.get(key, "") + _text(update)
            case "tool_call" | "tool_call_update":
                call = str(update.get("toolCallId"))
                self._calls[call] = update.get("status") or self._calls.get(call)
            case "plan":
                self._plan = update.get("entries")
            case _:
                pass

    def missing(self, replay: Iterable[Update]) -> list[Update] | None:
        """The updates that the client lacks, in order; None if the prompt of this turn is not in the replay."""
        turn = _last_turn(replay)
        if turn is None or turn[0] != self._prompt:
            return None
        found: list[Update] = []
        replayed = ShownTurn("")
        for update in turn[1]:
            match update.get("sessionUpdate"):
                case "agent_message_chunk" | "agent_thought_chunk":
                    if (rest := self._rest_of_text(update, replayed)) is not None:
                        found.append(rest)
                case "tool_call":
                    if str(update.get("toolCallId")) not in self._calls:
                        found.append(update)
                case "tool_call_update":
                    call = str(update.get("toolCallId"))
                    if call not in self._calls or self._calls[call] != update.get("status"):
                        found.append(update)
                case "plan" if update.get("entries") == self._plan:
                    pass
                case _:
                    found.append(update)
            replayed.add(update)
        return found

    def _rest_of_text(self, update: Update, replayed: "ShownTurn") -> Update | None:
        key = replayed._key(update)
        shown, before, text = self._texts.get(key, ""), replayed._texts.get(key, ""), _text(update)
        if not shown:
            return update
        known = len(shown) - len(before)
        """Characters at the beginning of this piece that were shown."""
        if known >= len(text):
            return None
        rest = text[max(known, 0) :]
        content = {**cast(dict[str, Any], update["content"]), "text": rest}
        return {**update, "content": content}

    def _key(self, update: Update) -> _TextKey:
        """A message is known by its id; without one, by the number of tool calls before it."""
        message = update.get("messageId")
        kind = str(update.get("sessionUpdate"))
        return (kind, message, 0) if isinstance(message, str) else (kind, "", len(self._calls))


def _last_turn(replay: Iterable[Update]) -> tuple[str, list[Update]] | None:
    """The text of the last prompt, and the updates after it."""
    prompt: list[str] | None = None
    updates: list[Update] = []
    for update in replay:
        if update.get("sessionUpdate") != "user_message_chunk":
            updates.append(update)
            continue
        if updates or prompt is None:
            prompt, updates = [], []
        prompt.append(_text(update))
    return None if prompt is None else ("".join(prompt), updates)


def _text(update: Mapping[str, Any]) -> str:
    content = update.get("content")
    text = cast(dict[str, Any], content).get("text") if isinstance(content, dict) else None
    return text if isinstance(text, str) else ""


def _prompt_text(prompt: object) -> str:
    if not isinstance(prompt, list):
        return ""
    blocks = cast(list[Any], prompt)
    return "".join(_text({"content": block}) for block in blocks)
