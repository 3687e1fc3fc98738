"""A conversation as it is seen: what the agent said and did so far, and what it is at.

Owns what is final and what may still change. When to draw is its caller's affair, where to draw is `live`'s.

The agent's plans, as they stand, and how they look.

What programs print in the client's terminals, as much of it as a picture has room for.
"""

from typing import Final

from understudy.chat.text import final_terminal_text
from understudy.cli.chat_ui.live_region import LiveRegion
from understudy.cli.chat_ui.render import TextRenderer, split_finished_blocks, tail_of_block
from understudy.cli.chat_ui.tool_calls import STATUS_MARKS, ToolCallState, ToolCallTracker, block_text
from understudy.cli.limits import (
    FLUSH_CHECK_CHARS,
    MAX_CALL_OUTPUT_LINES,
    MAX_DIFF_LINES,
    MAX_OPEN_TEXT_CHARS,
    MAX_PERMISSION_LINES,
    MAX_TERMINAL_OUTPUT_CHARS,
)
from understudy.schema import acp

__all__ = ["PlanState", "TerminalOutputs", "TranscriptView"]


class TerminalOutputs:
    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def add(self, terminal: str, text: str) -> None:
        self._texts[terminal] = (self._texts.get(terminal, "") + text)[-MAX_TERMINAL_OUTPUT_CHARS:]

    def get(self, terminal: str) -> str:
        """As it stands in a terminal, without what steers one."""
        return final_terminal_text(self._texts.get(terminal, ""))

    def clear(self) -> None:
        self._texts.clear()


_PLAN_MARKS: Final = {"pending": ("☐", ""), "in_progress": ("▸", "bold"), "completed": ("✓", "dim")}


class PlanState:
    """Plans by their ids; the one of the older message has none."""

    def __init__(self) -> None:
        self._plans: dict[str, acp.PlanUpdateContent] = {}

    def update(self, update: acp.Plan | acp.PlanUpdate | acp.PlanRemoved) -> None:
        match update:
            case acp.Plan(entries=entries):
                self._plans[""] = acp.PlanItems(plan_id="", entries=entries)
            case acp.PlanUpdate(plan=plan):
                self._plans[plan.plan_id] = plan
            case acp.PlanRemoved(plan_id=name):
                self._plans.pop(name, None)

    def clear(self) -> None:
        self._plans.clear()

    def render(self, renderer: TextRenderer) -> list[str]:
        lines: list[str] = []
        for plan in self._plans.values():
            match plan:
                case acp.PlanItems(entries=[]):
                    continue
                case acp.PlanItems(entries=entries):
                    body = [line for entry in entries for line in _render_plan_entry(renderer, entry)]
                case acp.PlanMarkdown(content=text):
                    body = renderer.markdown(text)
                case acp.PlanFile(uri=uri):
                    body = renderer.text(uri, indent="  ")
            lines += [renderer.styled("Plan", "blue"), *body]
        return lines


def _render_plan_entry(renderer: TextRenderer, entry: acp.PlanEntry) -> list[str]:
    mark, style = _PLAN_MARKS[entry.status]
    return renderer.text(f"{mark} {entry.content}", style, "  ")


_READ_KINDS: Final = ("read", "search", "fetch")
_NOTICE_COLOURS: Final = {"error": "red", "warning": "yellow"}


class TranscriptView:
    def __init__(self, live_region: LiveRegion, renderer: TextRenderer) -> None:
        self._live_region = live_region
        self._renderer = renderer
        self._speaker = ""
        self._message_id: str | None = None
        self._open_text = ""
        self._checked_chars = 0
        self._permission_bodies: dict[str, list[str]] = {}
        self._tool_calls = ToolCallTracker()
        self._shown_call_ids: set[str] = set()
        self._plans = PlanState()
        self._last_was_compact = False
        self.terminal_outputs = TerminalOutputs()
        self.usage: acp.UsageUpdate | None = None
        self.update_width()

    def update_width(self) -> None:
        """To the terminal's width, which may have changed."""
        self._renderer.width = self._live_region.size()[0]

    def update(self, update: acp.SessionUpdate) -> None:
        match update:
            case acp.AgentMessageChunk():
                self._append_chunk("agent", update)
            case acp.AgentThoughtChunk():
                self._append_chunk("thought", update)
            case acp.UserMessageChunk():
                self._append_chunk("user", update)
            case acp.ToolCall() | acp.ToolCallProgress():
                self._update_tool_call(update)
            case acp.Plan() | acp.PlanUpdate() | acp.PlanRemoved():
                self._plans.update(update)
            case acp.UsageUpdate():
                self.usage = update
            case acp.Notice(severity=severity, title=title, description=more):
                self.add_notice(f"{title}: {more}" if more else title, _NOTICE_COLOURS.get(severity, "dim"))
            case acp.CompactionUpdate(status=status, error=error):
                self.add_notice(
                    f"Compaction of the conversation: {status}{f', {error}' if error else ''}.", "dim"
                )
            case acp.CurrentModeUpdate(current_mode_id=mode):
                self.add_notice(f"Mode: {mode}", "dim")
            case _:
                pass

    def add_notice(self, text: str, style: str = "dim", *, compact: bool = False) -> None:
        """A line that neither of the two said; `close` to what stands above it."""
        self._flush_text()
        self._last_was_compact |= compact
        self._add_final(self._renderer.text(text, style), compact=compact)

    def draw(self, status: str = "", question: str = "") -> None:
        """What may still change: the open block, the calls under way, the plan, and a line about it all.

        In its place stands the question that is open, as long as it may be: nobody can give an answer unseen.
        """
        self.update_width()
        self._flush_finished()
        if not self._live_region.can_move_cursor:
            return
        parts = (
            [self._render_text(tail_of_block(self._open_text, MAX_OPEN_TEXT_CHARS))]
            if self._open_text.strip()
            else []
        )
        under_way = [
            deed
            for deed in self._tool_calls.open_calls
            if deed.id not in self._permission_bodies or deed.status != "pending"
        ]
        parts += [self._render_call(deed, MAX_CALL_OUTPUT_LINES // 2) for deed in under_way]
        parts += [self._plans.render(self._renderer)]
        if question:
            parts += [self._renderer.text(question, "bold")]
        elif status:
            parts += [self._renderer.text(status, "dim")[:1]]
        self._live_region.draw([line for part in parts if part for line in ("", *part)])

    def ensure_blank_line(self) -> None:
        """An empty line, if there is none."""
        self._live_region.ensure_blank_line()

    def mark_user_line(self) -> None:
        """The user has written a line above."""
        self._live_region.mark_foreign_line()
        self._last_was_compact = False

    def clear_live(self) -> None:
        """Nothing is drawn that is not final."""
        self._live_region.clear()

    def add_markdown(self, text: str) -> None:
        """Words of ours."""
        self._flush_text()
        self._add_final(self._renderer.markdown(text))

    def end_turn(self) -> None:
        """The turn is over: what was open stays as it is."""
        self._flush_text()
        for deed in self._tool_calls.open_calls:
            self._add_final(self._render_call(deed, MAX_CALL_OUTPUT_LINES, interrupted=True))
        self._add_final(self._plans.render(self._renderer))
        self._plans.clear()
        self._tool_calls.clear()
        self._shown_call_ids.clear()
        self._permission_bodies.clear()
        self.terminal_outputs.clear()
        self._live_region.clear()

    def show_permission_request(self, request: acp.RequestPermissionRequest) -> None:
        """Show what permission is asked for: all of it, and for good, for nobody can agree to what was cut off."""
        self._flush_text()
        deed = self._tool_calls.update(request.tool_call)
        lines = self._renderer.styled_parts(("? ", "yellow bold"), (deed.title, "bold"))
        self._permission_bodies[deed.id] = body = self._render_call_body(deed, MAX_PERMISSION_LINES)
        self._add_final([*lines, *body])

    def _append_chunk(self, speaker: str, chunk: acp.ContentChunk) -> None:
        if speaker != self._speaker or (
            chunk.message_id and self._message_id not in (None, chunk.message_id)
        ):
            self._flush_text()
        self._speaker, self._message_id = speaker, chunk.message_id or self._message_id
        self._open_text += block_text(chunk.content)
        if len(self._open_text) > self._checked_chars + FLUSH_CHECK_CHARS:
            self._flush_finished()

    def _flush_finished(self) -> None:
        """What of the text can be shown for good."""
        match self._speaker:
            case "agent":
                done, self._open_text = split_finished_blocks(self._open_text)
            case "thought":
                done, _, self._open_text = self._open_text.rpartition("\n\n")
            case _:
                done = ""
        self._checked_chars = len(self._open_text)
        if done.strip():
            self._add_final(self._render_text(done))

    def _flush_text(self) -> None:
        self._flush_finished()
        if self._open_text.strip():
            self._add_final(self._render_text(self._open_text))
        self._speaker, self._message_id, self._open_text, self._checked_chars = "", None, "", 0

    def _render_text(self, text: str) -> list[str]:
        match self._speaker:
            case "thought":
                return self._renderer.text(text.strip(), "dim", "┊ ")
            case "user":
                return self._renderer.text(text.strip(), "bold", "› ")
            case _:
                return self._renderer.markdown(text)

    def _update_tool_call(self, update: acp.ToolCall | acp.ToolCallProgress) -> None:
        self._flush_text()
        deed = self._tool_calls.update(update)
        if deed.is_ended and deed.id not in self._shown_call_ids:
            self._shown_call_ids.add(deed.id)
            lines = self._render_call(deed, MAX_CALL_OUTPUT_LINES)
            self._add_final(lines, compact=len(lines) == 1)

    def _render_call(self, call: ToolCallState, max_lines: int, *, interrupted: bool = False) -> list[str]:
        painter = self._renderer
        mark, colour = ("·", "yellow") if interrupted else STATUS_MARKS[call.status]
        told = " failed" if call.status == "failed" else " interrupted" if interrupted else ""
        lines = painter.styled_parts((f"{mark} ", colour), (call.title, "bold"), (told, colour))
        asked = self._permission_bodies.get(call.id)
        if asked is not None and asked == self._render_call_body(
            call, MAX_PERMISSION_LINES
        ):  # it stands a few lines above
            return lines
        if call.status == "completed" and call.kind in _READ_KINDS and not list(call.diffs):
            return lines  # what was read is the agent's to tell
        return lines + self._render_call_body(call, max_lines)

    def _render_call_body(self, call: ToolCallState, max_lines: int) -> list[str]:
        painter = self._renderer
        lines: list[str] = []
        for diff in call.diffs:
            lines += _truncate_lines(painter, painter.diff(diff, "    "), max(max_lines, MAX_DIFF_LINES))
        printed = [
            text for name in call.terminal_ids if (text := self.terminal_outputs.get(name).strip("\n"))
        ]
        for text in (call.output, *printed):
            if text:
                lines += _truncate_lines(
                    painter,
                    painter.text(text, "dim", "    "),
                    max_lines,
                    keep_tail=not call.is_ended or call.kind == "execute",
                )
        return lines

    def _add_final(self, lines: list[str], *, compact: bool = False) -> None:
        """For good. Calls of which there is only a line to be said stand close together."""
        if lines:
            self._live_region.add_final(lines, separated=not (compact and self._last_was_compact))
            self._last_was_compact = compact


def _truncate_lines(
    renderer: TextRenderer, lines: list[str], max_lines: int, *, keep_tail: bool = False
) -> list[str]:
    left_out = len(lines) - max_lines
    if left_out <= 1:
        return lines
    note = renderer.text(f"… {left_out} more lines", "dim", "    ")
    return [*note, *lines[-max_lines:]] if keep_tail else [*lines[:max_lines], *note]
