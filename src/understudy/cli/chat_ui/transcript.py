"""The conversation on the screen: messages, tool calls, plans and the output of terminals.

Decides what is final and what may still change. Its caller decides when to draw, `live_region` where.
"""

from typing import Final

from understudy.chat.text import final_terminal_text
from understudy.cli.chat_ui.live_region import LiveRegion
from understudy.cli.chat_ui.render import TextRenderer, split_finished_blocks, tail_of_block
from understudy.cli.chat_ui.tool_calls import ToolCallState, ToolCallTracker, block_text
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
    """The last output of the programs in the client's terminals, by terminal id."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def add(self, terminal: str, text: str) -> None:
        self._texts[terminal] = (self._texts.get(terminal, "") + text)[-MAX_TERMINAL_OUTPUT_CHARS:]

    def get(self, terminal: str) -> str:
        """Return the text that a terminal would show, without control sequences."""
        return final_terminal_text(self._texts.get(terminal, ""))

    def clear(self) -> None:
        self._texts.clear()


_PLAN_MARKS: Final = {"pending": ("☐", ""), "in_progress": ("▸", "bold"), "completed": ("✓", "dim")}


class PlanState:
    """The agent's plans by id. The plan of the older update has the empty id."""

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
    """Draws the updates of a session. A text stays open until its block is finished or another update follows."""

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
        """Take over the current width of the terminal."""
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
        """Add a line of the chat itself, without an empty line above it if `compact`."""
        self._flush_text()
        self._last_was_compact |= compact
        self._add_final(self._renderer.text(text, style), compact=compact)

    def draw(self, status: str = "", question: str = "") -> None:
        """Draw what may still change: the open block, the running calls, the plans and a status line.

        An open permission question takes the place of the status line, in full length, so that it is seen before it
        is answered.
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
        running = [
            call
            for call in self._tool_calls.open_calls
            if call.id not in self._permission_bodies or call.status != "pending"
        ]
        parts += [self._render_call(call, MAX_CALL_OUTPUT_LINES // 2) for call in running]
        parts += [self._plans.render(self._renderer)]
        if question:
            parts += [self._renderer.text(question, "bold")]
        elif status:
            parts += [self._renderer.text(status, "dim")[:1]]
        self._live_region.draw([line for part in parts if part for line in ("", *part)])

    def ensure_blank_line(self) -> None:
        """Write an empty line unless the last line is empty."""
        self._live_region.ensure_blank_line()

    def mark_user_line(self) -> None:
        """Note that the user has typed a line."""
        self._live_region.mark_foreign_line()
        self._last_was_compact = False

    def clear_live(self) -> None:
        """Erase everything that is not final."""
        self._live_region.clear()

    def add_markdown(self, text: str) -> None:
        """Add Markdown of the chat itself."""
        self._flush_text()
        self._add_final(self._renderer.markdown(text))

    def end_turn(self) -> None:
        """End a turn: everything open becomes final, and open calls count as interrupted."""
        self._flush_text()
        for call in self._tool_calls.open_calls:
            self._add_final(self._render_call(call, MAX_CALL_OUTPUT_LINES, interrupted=True))
        self._add_final(self._plans.render(self._renderer))
        self._plans.clear()
        self._tool_calls.clear()
        self._shown_call_ids.clear()
        self._permission_bodies.clear()
        self.terminal_outputs.clear()
        self._live_region.clear()

    def show_permission_request(self, request: acp.RequestPermissionRequest) -> None:
        """Add the requested action as final lines, untruncated: nobody can agree to what is cut off."""
        self._flush_text()
        call = self._tool_calls.update(request.tool_call)
        lines = self._renderer.styled_parts(("? ", "yellow bold"), (call.title, "bold"))
        self._permission_bodies[call.id] = body = self._render_call_body(call, MAX_PERMISSION_LINES)
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
        """Make the finished part of the open text final."""
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
        call = self._tool_calls.update(update)
        if call.is_ended and call.id not in self._shown_call_ids:
            self._shown_call_ids.add(call.id)
            lines = self._render_call(call, MAX_CALL_OUTPUT_LINES)
            self._add_final(lines, compact=len(lines) == 1)

    def _render_call(self, call: ToolCallState, max_lines: int, *, interrupted: bool = False) -> list[str]:
        mark, colour = ("·", "yellow") if interrupted else call.mark
        suffix = f" {call.failure_word}" if call.failure_word else " interrupted" if interrupted else ""
        lines = self._renderer.styled_parts((f"{mark} ", colour), (call.title, "bold"), (suffix, colour))
        body = self._permission_bodies.get(call.id)
        if body is not None and body == self._render_call_body(call, MAX_PERMISSION_LINES):
            return lines  # the permission request above shows the same
        if call.status == "completed" and call.kind in _READ_KINDS and not list(call.diffs):
            return lines  # the agent reports what it has read
        return lines + self._render_call_body(call, max_lines)

    def _render_call_body(self, call: ToolCallState, max_lines: int) -> list[str]:
        renderer = self._renderer
        lines: list[str] = []
        for diff in call.diffs:
            lines += _truncate_lines(renderer, renderer.diff(diff, "    "), max(max_lines, MAX_DIFF_LINES))
        printed = [
            text for name in call.terminal_ids if (text := self.terminal_outputs.get(name).strip("\n"))
        ]
        for text in (call.output, *printed):
            if text:
                lines += _truncate_lines(
                    renderer,
                    renderer.text(text, "dim", "    "),
                    max_lines,
                    keep_tail=not call.is_ended or call.kind == "execute",
                )
        return lines

    def _add_final(self, lines: list[str], *, compact: bool = False) -> None:
        """Add final lines. Consecutive calls of one line each have no empty line between them."""
        if lines:
            self._live_region.add_final(lines, separated=not (compact and self._last_was_compact))
            self._last_was_compact = compact


def _truncate_lines(
    renderer: TextRenderer, lines: list[str], max_lines: int, *, keep_tail: bool = False
) -> list[str]:
    omitted = len(lines) - max_lines
    if omitted <= 1:
        return lines
    note = renderer.text(f"… {omitted} more lines", "dim", "    ")
    return [*note, *lines[-max_lines:]] if keep_tail else [*lines[:max_lines], *note]
