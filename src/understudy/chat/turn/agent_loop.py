"""The agent loop of a turn: request an answer, stream it, run its tool calls, and repeat until there are none.

A call is shown while the model still writes its arguments (`StreamingCalls`), so that the client sees activity
during a long one; it is stored when it is run, by `tool_runner`. Each call of a session gets a unique id that every
provider accepts, because some servers start counting anew in every answer.
"""

import contextlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from understudy.chat.events import AgentText, AgentThought, Event, MessageComposed, NoticeShown
from understudy.chat.history import MessageHistory, cap_results, compact, conversation_tokens, is_tool_shown
from understudy.chat.limits import (
    AUTO_COMPACTION_PERCENT,
    MAX_EVENTS_LOADED_INLINE,
    MAX_STREAMING_CALLS_SHOWN,
    MAX_TITLE_CHARS,
)
from understudy.chat.permissions import Mode
from understudy.chat.prompt import ContextWindow, build_system_prompt, discover, truncation_report
from understudy.chat.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.text import one_line
from understudy.chat.toolset import CallPresentation, visible_tool_specs
from understudy.chat.turn.folder_trust import choose_trusted_roots
from understudy.chat.turn.recorder import Recorder
from understudy.chat.turn.summarization import summarize
from understudy.chat.turn.tool_runner import ToolRunner
from understudy.chat.usage_accounts import TurnAccount
from understudy.models import (
    CallPart,
    CallStarted,
    Finished,
    Message,
    Model,
    ModelError,
    ModelMessage,
    Request,
    Retrying,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ThoughtPart,
    TokenUsage,
    ToolMessage,
    ToolSpec,
    UserMessage,
    is_portable_id,
)
from understudy.schema.acp import RuntimeContextItem, StopReason, ToolCall, Usage, UsageUpdate
from understudy.workspace import Stop

__all__ = ["AgentLoop", "StreamingCalls", "UsageTotals"]


@dataclass(slots=True)
class StreamingCalls:
    """The calls of one request whose arguments the model is still writing."""

    runner: ToolRunner
    _used_ids: set[str]
    """The ids of all calls of the conversation so far."""
    _shown_ids: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The ids that were shown, by the id that the provider assigned."""

    @classmethod
    def for_conversation(cls, conversation: Iterable[Message], runner: ToolRunner) -> "StreamingCalls":
        return cls(
            runner,
            {
                part.id
                for message in conversation
                if isinstance(message, ModelMessage)
                for part in message.parts
                if isinstance(part, CallPart)
            },
        )

    async def start(self, provider_id: str, name: str) -> None:
        """Show a call that the model has started to write."""
        if not is_tool_shown(name) or len(self.runner.pending_call_ids) >= MAX_STREAMING_CALLS_SHOWN:
            return
        shown_id = self._unique_id(provider_id)
        self._shown_ids.setdefault(provider_id, []).append(shown_id)
        self.runner.pending_call_ids.add(shown_id)
        shown = self._presentation(name)
        await self.runner.recorder.send_update(
            ToolCall(tool_call_id=shown_id, title=shown.title, name=name, kind=shown.kind, status="pending")
        )

    async def fail_all(self, reason: str) -> None:
        """Mark the shown calls as failed: the request failed, or is sent again."""
        self._shown_ids.clear()
        await self.runner.fail_pending_calls(reason)

    def with_shown_ids(self, message: ModelMessage) -> ModelMessage:
        """Return the message with each call under the id that it was shown with."""
        parts: list[TextPart | ThoughtPart | CallPart] = []
        for part in message.parts:
            if isinstance(part, CallPart):
                shown_ids = self._shown_ids.get(part.id)
                part = replace(part, id=shown_ids.pop(0) if shown_ids else self._unique_id(part.id))
            parts.append(part)
        return replace(message, parts=parts)

    def _unique_id(self, call_id: str) -> str:
        if not is_portable_id(call_id) or call_id in self._used_ids:
            call_id = f"call_{secrets.token_hex(8)}"
        self._used_ids.add(call_id)
        return call_id

    def _presentation(self, name: str) -> CallPresentation:
        tool = self.runner.tools.get(name)
        if tool is None:
            return CallPresentation(one_line(name, MAX_TITLE_CHARS), "other")
        presentation = tool.describe_call({})
        return replace(presentation, title=presentation.pending_title or presentation.title)


@dataclass(slots=True)
class UsageTotals:
    """The token usage of all requests of a turn, and the use of the context window after the last one."""

    requests: int = 0
    window_used: int | None = None
    """Tokens of the window that the last request and its answer used."""
    window_size: int | None = None
    """The size of the window."""
    _sum: TokenUsage = field(default_factory=TokenUsage)

    def add(self, usage: TokenUsage) -> None:
        self.requests += 1
        total = self._sum
        self._sum = TokenUsage(
            total.input + usage.input,
            total.output + usage.output,
            total.thought + usage.thought,
            total.cache_read + usage.cache_read,
            total.cache_write + usage.cache_write,
        )

    def usage(self) -> Usage | None:
        if not self.requests:
            return None
        total = self._sum
        return Usage(
            total_tokens=total.input + total.output,
            input_tokens=total.input,
            output_tokens=total.output,
            thought_tokens=total.thought or None,
            cached_read_tokens=total.cache_read or None,
            cached_write_tokens=total.cache_write or None,
        )


_CUT_OFF_NOTICE: Final = (
    "The answer was cut off: it reached the most that one answer may have. Say “go on” for the rest."
)
_EMPTY_ANSWER_NOTICE: Final = "The model's answer was empty. Ask again, perhaps in other words."


@dataclass(slots=True)
class AgentLoop:
    session: Session
    state: AgentState
    recorder: Recorder
    runner: ToolRunner
    totals: UsageTotals
    meta: dict[str, Any] = field(default_factory=dict[str, Any])
    """Entries for the `_meta` of the turn's response."""
    account: TurnAccount = field(default_factory=TurnAccount)
    _system_prompt: str = ""
    _messages: list[Message] = field(default_factory=list[Message])
    _context_items: Sequence[RuntimeContextItem] = field(default=(), repr=False)
    _context_text: str | None = field(default=None, repr=False)
    _history_budget_tokens: int = 0
    _max_result_tokens: int = 0
    """Tokens of one tool result."""
    _can_compact: bool = True
    """False once a summary failed or did not help in this turn."""
    _offered_tools: tuple[Mode, list[ToolSpec]] | None = None
    """The specs of the offered tools, with the mode that they were built for."""

    async def prepare(self, model: Model, context: Sequence[RuntimeContextItem]) -> dict[str, Any]:
        """Build the system prompt and the messages, and divide the window; return entries for `_meta`."""
        session, state = self.session, self.state
        if session.discovery is None:
            stop = Stop()
            roots = await choose_trusted_roots(session, state, self.recorder)
            scan = session.workspace_usage.track(lambda: discover(session.workspace, roots))
            session.discovery = await state.workers.run(scan, stop)
            session.pending_notices += session.discovery.warnings
        history = state.histories.pop(session.id, None)
        if history is None or history.supports_images != model.takes_images:
            history = MessageHistory(supports_images=model.takes_images)
        events, event_count = await state.store.new_events(session.id, history.event_count)
        names = [spec.name for spec in self._tool_specs()]
        self._system_prompt = build_system_prompt(
            session.workspace, session.permissions.mode, session.discovery, tool_names=names
        )
        self._context_items = context
        window = self._context_window(model)
        self._max_result_tokens = window.max_result_tokens
        if len(events) <= MAX_EVENTS_LOADED_INLINE:
            self._messages = self._load_messages(history, events, event_count)
        else:
            self._messages = await state.workers.run(
                lambda: self._load_messages(history, events, event_count), Stop()
            )
        state.histories[session.id] = history
        self._allocate_window(window)
        return self.meta

    def _load_messages(
        self, history: MessageHistory, events: Sequence[Event], event_count: int
    ) -> list[Message]:
        return [
            cap_results(message, self._max_result_tokens) if isinstance(message, ToolMessage) else message
            for message in history.extend(events, event_count)
        ]

    def _context_window(self, model: Model) -> ContextWindow:
        answer, halvings = (
            self.state.settings.max_output_tokens,
            self.session.window_halvings.get(model.name, 0),
        )
        return ContextWindow.for_request(
            model.context_window, self._system_prompt, self._tool_specs(), answer, halvings
        )

    def _allocate_window(self, window: ContextWindow) -> None:
        allocation = window.allocate(conversation_tokens(self._messages), self._context_items)
        self._history_budget_tokens, self._context_text = allocation.history_tokens, allocation.context.text
        report = truncation_report(allocation.context, self._context_items)
        if report is not None:
            self.meta["understudy/runtimeContext"] = report

    async def compact_history(self, model: Model, focus: str = "", *, automatic: bool = False) -> int:
        """Have the conversation go on from its summary; return the tokens that it had. Raises ModelError."""
        before = conversation_tokens(self._messages)
        # The prompt of a turn that has just begun is not history: it follows the summary, or is `/compact` itself.
        messages = self._messages[:-1] if self._is_turn_start() else self._messages
        if not messages:
            raise ModelError("bad_setting", "There is nothing to summarise yet.")
        with self.account.model_request(model.name) as report:
            report.failed = True
            _, usage = await summarize(
                model,
                system=self._system_prompt,
                messages=await self.state.workers.run(
                    lambda: compact(messages, self._history_budget_tokens), Stop()
                ),
                tools=self._tool_specs(),
                recorder=self.recorder,
                outbound=self.state.outbound,
                focus=focus,
                automatic=automatic,
            )
            report.failed = False
            report.input_tokens, report.output_tokens = usage.input, usage.output
        self.totals.add(usage)
        history = self.state.histories.pop(self.session.id, None)
        if history is None:
            history = MessageHistory(supports_images=model.takes_images)
        events, event_count = await self.state.store.new_events(self.session.id, history.event_count)
        self._messages = self._load_messages(history, events, event_count)
        self.state.histories[self.session.id] = history
        self._allocate_window(self._context_window(model))
        fixed = model.context_window - self._history_budget_tokens
        used = min(model.context_window, fixed + conversation_tokens(self._messages))
        self.totals.window_used, self.totals.window_size = used, model.context_window
        await self.recorder.send_update(UsageUpdate(used=used, size=model.context_window))
        return before

    async def _compact_if_full(self, model: Model) -> None:
        """Have the conversation summarised when the window is nearly full. A failure leaves it to truncation."""
        if not (self._can_compact and self.state.settings.auto_compact and len(self._messages) > 2):
            return
        estimated = conversation_tokens(self._messages) * 100
        reported = (self.totals.window_used or 0) * 100
        if (
            estimated < self._history_budget_tokens * AUTO_COMPACTION_PERCENT
            and reported < model.context_window * AUTO_COMPACTION_PERCENT
        ):
            return
        await self._report("The context window is nearly full: the conversation is being summarised.\n")
        try:
            before = await self.compact_history(model, automatic=True)
        except ModelError as error:
            self._can_compact = False
            await self._report(f"{error.message} Its oldest parts are left out instead.\n")
            return
        self._can_compact = conversation_tokens(self._messages) * 2 < before

    def _is_turn_start(self) -> bool:
        return bool(self._messages) and isinstance(self._messages[-1], UserMessage)

    async def run(self, model: Model) -> StopReason:
        """Request answers until one has no tool calls, or a limit is reached."""
        is_silent = True
        for _ in range(self.state.settings.max_steps):
            await self._compact_if_full(model)
            self.recorder.start_message()
            finished = await self._request_answer(model)
            texts = (part.text for part in finished.message.parts if isinstance(part, TextPart))
            is_silent = is_silent and not any(map(str.strip, texts))
            calls = [part for part in finished.message.parts if isinstance(part, CallPart)]
            if finished.finish_reason == "refusal":
                return "refusal"
            if finished.finish_reason == "length":
                await self._report(_CUT_OFF_NOTICE, as_message=True)
                return "max_tokens"
            if not calls:
                if is_silent:
                    await self._report(_EMPTY_ANSWER_NOTICE, as_message=True)
                return "end_turn"
            self._messages.append(finished.message)
            results = await self.runner.run_all(calls)
            if not model.takes_images:
                results = [replace(result, images=()) for result in results]
            self._messages.append(cap_results(ToolMessage(results), self._max_result_tokens))
        steps = self.state.settings.max_steps
        count = "1 request" if steps == 1 else f"{steps} requests"
        notice = f"Stopped after {count} to the model in one turn. Say “go on” for more."
        await self._report(notice, as_message=True)
        return "max_turn_requests"

    async def _request_answer(self, model: Model) -> Finished:
        """Return the model's answer. A request that is too long for the model is retried once, shortened."""
        request = await self._build_request()
        try:
            return await self._stream_answer(model, request)
        except ModelError as error:
            await self._discard_partial_answer()
            if error.kind != "context_too_long":
                raise
            shorter = await self._shrink_request(model, request)
            if shorter is None:
                raise
        await self._report(
            f"The conversation is too long for {model.name}. Trying again without its older parts.\n"
        )
        try:
            return await self._stream_answer(model, shorter)
        except ModelError as error:
            await self._discard_partial_answer()
            if error.kind == "context_too_long":
                await self._shrink_request(model, shorter)  # for the next turn
            raise

    async def _discard_partial_answer(self) -> None:
        """End the message of a failed answer, so that a notice about it becomes a message of its own."""
        await self.runner.fail_pending_calls("The model's answer broke off.")
        await self._start_message()

    async def _build_request(self) -> Request:
        messages = list(self._messages)
        if conversation_tokens(messages) > self._history_budget_tokens:
            messages = await self.state.workers.run(
                lambda: compact(self._messages, self._history_budget_tokens), Stop()
            )
        return Request(
            system=self._system_prompt,
            messages=messages,
            tools=self._tool_specs(),
            context=self._context_text,
            max_tokens=self.state.settings.max_output_tokens,
        )

    async def _shrink_request(self, model: Model, request: Request) -> Request | None:
        """Halve the window for this model in this session, and build the request again.

        Return None, and take the halving back, if that does not make the request shorter.
        """
        halvings = self.session.window_halvings
        before = halvings.get(model.name, 0)
        halvings[model.name] = before + 1
        self._allocate_window(self._context_window(model))
        shorter = await self._build_request()
        if shorter.messages != request.messages or shorter.context != request.context:
            return shorter
        halvings[model.name] = before
        return None

    async def _stream_answer(self, model: Model, request: Request) -> Finished:
        with self.account.model_request(model.name) as report:
            report.failed = True
            finished = await self._receive_answer(model, request)
            report.failed = False
            report.input_tokens, report.output_tokens = finished.usage.input, finished.usage.output
            return finished

    async def _receive_answer(self, model: Model, request: Request) -> Finished:
        streaming = StreamingCalls.for_conversation(self._messages, self.runner)
        async with contextlib.aclosing(model.stream(request)) as stream:
            async for event in stream:
                match event:
                    case TextDelta(text=text):
                        await self.recorder.stream_text(text)
                    case ThoughtDelta(text=text):
                        await self.recorder.stream_thought(text)
                    case CallStarted(id=call, name=name):
                        await streaming.start(call, name)
                    case Retrying():
                        await streaming.fail_all("The model's answer broke off; it is asked again.")
                        await self._report_retry(event)
                    case Finished():
                        await self._record_answer(model, event)
                        return replace(event, message=streaming.with_shown_ids(event.message))
        raise ModelError("unreachable", "The model's answer broke off. Try again.")

    async def _record_answer(self, model: Model, finished: Finished) -> None:
        if any(part.provider_data for part in finished.message.parts if not isinstance(part, CallPart)):
            await self.recorder.record(_composed_event(finished.message), show=False)
        elif any(isinstance(part, CallPart) for part in finished.message.parts):
            await (
                self.recorder.flush()
            )  # else the end of the turn follows, and is stored together with the text
        self.totals.add(finished.usage)
        used = finished.usage.input + finished.usage.output
        if used:
            self.totals.window_used, self.totals.window_size = used, model.context_window
            await self.recorder.send_update(UsageUpdate(used=used, size=model.context_window))

    async def _report_retry(self, retry: Retrying) -> None:
        sentence = retry.message if retry.message.endswith((".", "!", "?", "…")) else f"{retry.message}."
        await self._report(
            f"{sentence} Trying again in {retry.seconds:.1f} s (attempt {retry.attempt} of {retry.attempts}).\n"
        )

    async def _report(self, text: str, *, as_message: bool = False) -> None:
        """Show a notice to the user as a separate message between those of the model."""
        await self._start_message()
        await self.recorder.record(
            NoticeShown(text=text, as_message=as_message, message_id=self.recorder.message_id)
        )
        self.recorder.start_message()

    async def _start_message(self) -> None:
        await self.recorder.flush()  # buffered text belongs to the previous message
        self.recorder.start_message()

    def _tool_specs(self) -> list[ToolSpec]:
        """The specs of the tools offered to the model: built once per turn, and again if the mode changes."""
        mode = self.session.permissions.mode
        if self._offered_tools is None or self._offered_tools[0] is not mode:
            self._offered_tools = mode, visible_tool_specs(self.runner.tools, mode)
        return self._offered_tools[1]


def _composed_event(message: ModelMessage) -> MessageComposed:
    parts: list[AgentThought | AgentText] = []
    for part in message.parts:
        match part:
            case ThoughtPart(text=text, provider_data=seal):
                parts.append(AgentThought(text=text, seal=None if seal is None else dict(seal)))
            case TextPart(text=text, provider_data=seal):
                parts.append(AgentText(text=text, seal=None if seal is None else dict(seal)))
            case CallPart():
                pass
    return MessageComposed(parts=parts)
