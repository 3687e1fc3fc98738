"""A conversation as it is seen: what the agent said and did so far, and what it is at.

Owns what is final and what may still change. When to draw is its caller's affair, where to draw is `live`'s.
"""

from typing import Final

from understudy.cli.chatting.blocks import end_of, split_finished
from understudy.cli.chatting.deeds import MARKS, Deed, Deeds
from understudy.cli.chatting.live import Live
from understudy.cli.chatting.painting import Painter
from understudy.cli.chatting.planning import Plans
from understudy.cli.chatting.printouts import Printouts
from understudy.cli.chatting.wording import block_text
from understudy.schema import acp

__all__ = ["Picture"]

MOST_LINES: Final = 12
"""Lines of a call's output that stay; of one under way, half as many are shown."""
MOST_DIFF_LINES: Final = 60
MOST_ASKED: Final = 2_000
OPEN_TEXT: Final = 6_000
"""Characters of an unfinished block that are drawn again and again; its end is what is looked at."""
SETTLE_AFTER: Final = 1_000
"""Characters after which an unfinished text is looked at again, if it is not drawn before."""
_READING: Final = ("read", "search", "fetch")
_NOTICES: Final = {"error": "red", "warning": "yellow"}


class Picture:
    def __init__(self, live: Live, painter: Painter) -> None:
        self._live = live
        self._painter = painter
        self._speaker = ""
        self._message: str | None = None
        self._text = ""
        self._settled = 0
        self._asked: dict[str, list[str]] = {}
        self._deeds = Deeds()
        self._shown: set[str] = set()
        self._plans = Plans()
        self._close_by = False
        self.printouts = Printouts()
        self.usage: acp.UsageUpdate | None = None
        self.fit()

    def fit(self) -> None:
        """To the terminal's width, which may have changed."""
        self._painter.width = self._live.size()[0]

    def update(self, update: acp.SessionUpdate) -> None:
        match update:
            case acp.AgentMessageChunk():
                self._say("agent", update)
            case acp.AgentThoughtChunk():
                self._say("thought", update)
            case acp.UserMessageChunk():
                self._say("user", update)
            case acp.ToolCall() | acp.ToolCallProgress():
                self._note(update)
            case acp.Plan() | acp.PlanUpdate() | acp.PlanRemoved():
                self._plans.note(update)
            case acp.UsageUpdate():
                self.usage = update
            case acp.Notice(severity=severity, title=title, description=more):
                self.remark(f"{title}: {more}" if more else title, _NOTICES.get(severity, "dim"))
            case acp.CompactionUpdate(status=status, error=error):
                self.remark(
                    f"Compaction of the conversation: {status}{f', {error}' if error else ''}.", "dim"
                )
            case acp.CurrentModeUpdate(current_mode_id=mode):
                self.remark(f"Mode: {mode}", "dim")
            case _:
                pass

    def remark(self, text: str, style: str = "dim", *, close: bool = False) -> None:
        """A line that neither of the two said; `close` to what stands above it."""
        self._close_text()
        self._close_by |= close
        self._add(self._painter.text(text, style), call=close)

    def draw(self, status: str = "", question: str = "") -> None:
        """What may still change: the open block, the calls under way, the plan, and a line about it all.

        In its place stands the question that is open, as long as it may be: nobody can give an answer unseen.
        """
        self.fit()
        self._settle()
        if not self._live.moving:
            return
        parts = [self._painted(end_of(self._text, OPEN_TEXT))] if self._text.strip() else []
        under_way = [
            deed for deed in self._deeds.open if deed.id not in self._asked or deed.status != "pending"
        ]
        parts += [self._call(deed, MOST_LINES // 2) for deed in under_way]
        parts += [self._plans.painted(self._painter)]
        if question:
            parts += [self._painter.text(question, "bold")]
        elif status:
            parts += [self._painter.text(status, "dim")[:1]]
        self._live.draw([line for part in parts if part for line in ("", *part)])

    def gap(self) -> None:
        """An empty line, if there is none."""
        self._live.gap()

    def typed(self) -> None:
        """The user has written a line above."""
        self._live.typed()
        self._close_by = False

    def clear(self) -> None:
        """Nothing is drawn that is not final."""
        self._live.clear()

    def markdown(self, text: str) -> None:
        """Words of ours."""
        self._close_text()
        self._add(self._painter.markdown(text))

    def end(self) -> None:
        """The turn is over: what was open stays as it is."""
        self._close_text()
        for deed in self._deeds.open:
            self._add(self._call(deed, MOST_LINES, interrupted=True))
        self._add(self._plans.painted(self._painter))
        self._plans.forget()
        self._deeds.forget()
        self._shown.clear()
        self._asked.clear()
        self.printouts.forget()
        self._live.clear()

    def ask(self, request: acp.RequestPermissionRequest) -> None:
        """Show what permission is asked for: all of it, and for good, for nobody can agree to what was cut off."""
        self._close_text()
        deed = self._deeds.note(request.tool_call)
        lines = self._painter.phrase(("? ", "yellow bold"), (deed.title, "bold"))
        self._asked[deed.id] = body = self._body(deed, MOST_ASKED)
        self._add([*lines, *body])

    def _say(self, speaker: str, chunk: acp.ContentChunk) -> None:
        if speaker != self._speaker or (chunk.message_id and self._message not in (None, chunk.message_id)):
            self._close_text()
        self._speaker, self._message = speaker, chunk.message_id or self._message
        self._text += block_text(chunk.content)
        if len(self._text) > self._settled + SETTLE_AFTER:
            self._settle()

    def _settle(self) -> None:
        """What of the text can be shown for good."""
        match self._speaker:
            case "agent":
                done, self._text = split_finished(self._text)
            case "thought":
                done, _, self._text = self._text.rpartition("\n\n")
            case _:
                done = ""
        self._settled = len(self._text)
        if done.strip():
            self._add(self._painted(done))

    def _close_text(self) -> None:
        self._settle()
        if self._text.strip():
            self._add(self._painted(self._text))
        self._speaker, self._message, self._text, self._settled = "", None, "", 0

    def _painted(self, text: str) -> list[str]:
        match self._speaker:
            case "thought":
                return self._painter.text(text.strip(), "dim", "┊ ")
            case "user":
                return self._painter.text(text.strip(), "bold", "› ")
            case _:
                return self._painter.markdown(text)

    def _note(self, update: acp.ToolCall | acp.ToolCallProgress) -> None:
        self._close_text()
        deed = self._deeds.note(update)
        if deed.ended and deed.id not in self._shown:
            self._shown.add(deed.id)
            lines = self._call(deed, MOST_LINES)
            self._add(lines, call=len(lines) == 1)

    def _call(self, deed: Deed, most: int, *, interrupted: bool = False) -> list[str]:
        painter = self._painter
        mark, colour = ("·", "yellow") if interrupted else MARKS[deed.status]
        told = " failed" if deed.status == "failed" else " interrupted" if interrupted else ""
        lines = painter.phrase((f"{mark} ", colour), (deed.title, "bold"), (told, colour))
        asked = self._asked.get(deed.id)
        if asked is not None and asked == self._body(deed, MOST_ASKED):  # it stands a few lines above
            return lines
        if deed.status == "completed" and deed.kind in _READING and not list(deed.diffs):
            return lines  # what was read is the agent's to tell
        return lines + self._body(deed, most)

    def _body(self, deed: Deed, most: int) -> list[str]:
        painter = self._painter
        lines: list[str] = []
        for diff in deed.diffs:
            lines += _few(painter, painter.diff(diff, "    "), max(most, MOST_DIFF_LINES))
        printed = [text for name in deed.terminals if (text := self.printouts.get(name).strip("\n"))]
        for text in (deed.output, *printed):
            if text:
                lines += _few(
                    painter,
                    painter.text(text, "dim", "    "),
                    most,
                    tail=not deed.ended or deed.kind == "execute",
                )
        return lines

    def _add(self, lines: list[str], *, call: bool = False) -> None:
        """For good. Calls of which there is only a line to be said stand close together."""
        if lines:
            self._live.add(lines, apart=not (call and self._close_by))
            self._close_by = call


def _few(painter: Painter, lines: list[str], most: int, *, tail: bool = False) -> list[str]:
    left_out = len(lines) - most
    if left_out <= 1:
        return lines
    note = painter.text(f"… {left_out} more lines", "dim", "    ")
    return [*note, *lines[-most:]] if tail else [*lines[:most], *note]
