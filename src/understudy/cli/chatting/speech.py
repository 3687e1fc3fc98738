"""An answer in a pipe: what the agent says goes to stdout as it comes, what it does to stderr, a line each."""

import msgspec

from understudy.cli.chatting.deeds import MARKS, Deed, Deeds
from understudy.cli.chatting.wording import block_text
from understudy.cli.json_output import ascii_json
from understudy.cli.terminal import Terminal, harmless
from understudy.schema import acp

__all__ = ["JsonLines", "Speech"]


class Speech:
    def __init__(self, out: Terminal, notes: Terminal) -> None:
        self._out = out
        self._notes = notes
        self._deeds = Deeds()
        self._end = ""
        """The last characters of what was said."""
        self._message: str | None = None
        self._paused = False

    def update(self, update: acp.SessionUpdate) -> None:
        match update:
            case acp.AgentMessageChunk(content=content, message_id=message):
                self._say(block_text(content), message)
            case acp.ToolCall() | acp.ToolCallProgress():
                self._paused = True
                self._note(self._deeds.note(update))
            case acp.Notice(title=title, description=more):
                self.warn(f"{title}: {more}" if more else title)
            case _:
                pass

    def warn(self, text: str) -> None:
        self._remark(f"{self._notes.style('!', 'yellow')} {harmless(text)}")

    def end(self) -> None:
        if self._end and not self._end.endswith("\n"):
            self._out.live("\n")
        self._end = ""

    def _say(self, text: str, message: str | None) -> None:
        if not text:
            return
        another = self._paused or (message is not None and self._message not in (None, message))
        if another and self._end:  # two messages are two paragraphs, not one word
            text = "\n" * (2 - (len(self._end) - len(self._end.rstrip("\n")))) + text
        self._paused, self._message = False, message or self._message
        self._end = (self._end + text)[-2:]
        self._out.live(harmless(text) if self._out.interactive else text)

    def _note(self, deed: Deed) -> None:
        if deed.ended:
            mark, colour = MARKS[deed.status]
            told = self._notes.style("  failed", colour) if deed.status == "failed" else ""
            title = harmless(deed.title, one_line=True)
            self._remark(f"{self._notes.style(mark, colour)} {title}{told}")

    def _remark(self, line: str) -> None:
        if self._end and not self._end.endswith("\n") and self._out.interactive and self._notes.interactive:
            self._out.live("\n")  # both are the same screen
            self._end = "\n"
        self._notes.live(f"{line}\n")


class JsonLines:
    """Each update as it is, on a line of its own; warnings go to stderr all the same."""

    def __init__(self, out: Terminal, notes: Terminal) -> None:
        self._out = out
        self._notes = notes

    def update(self, update: acp.SessionUpdate) -> None:
        self.line(update)

    def warn(self, text: str) -> None:
        self._notes.live(f"{self._notes.style('!', 'yellow')} {harmless(text)}\n")

    def line(self, value: object) -> None:
        data = msgspec.json.encode(value)
        self._out.live((ascii_json(data) if self._out.interactive else data.decode()) + "\n")

    def end(self) -> None:
        pass
