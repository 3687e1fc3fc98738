"""Using tools in a turn: each call is announced, asked for, run, shown and kept. Several may run at once.

Calls that only read run beside each other; any other waits for those before it, and those behind it wait for it.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from understudy.chat.events import Called, Returned
from understudy.chat.markdown import plain
from understudy.chat.outbound import Outbound, OutboundError
from understudy.chat.permissions import Deed, Permissions, Verdict, Wish
from understudy.chat.recorder import Recorder
from understudy.chat.replay import is_shown
from understudy.chat.toolbox.appearance import bounded, text_content, title_of
from understudy.chat.toolbox.usable import Appearance, Outcome, Refusal, Usable
from understudy.models.port import CallPart, ResultPart
from understudy.schema.acp import Diff, ToolCallContent, ToolCallLocation, ToolCallProgress, ToolCallUpdate

__all__ = ["CalledOff", "ToolUser"]

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 16
_READ_ONLY: Final = "Refused: the mode is read-only."
_REFUSED: Final = {
    Deed.EDIT: Refusal(
        "The session is in read-only mode, so no file may be changed. Say what you would change instead.",
        _READ_ONLY,
    ),
    Deed.RUN: Refusal("The session is in read-only mode, so no command may be run.", _READ_ONLY),
    Deed.REMOTE: Refusal("The session is in read-only mode, so this tool may not be used.", _READ_ONLY),
}
_DECLINED: Final = Refusal(
    "The user declined this. Do not try to reach the same by other means; go on without it, or ask.",
    "You rejected this.",
)
_STOPPED: Final = Outcome(
    "The user stopped this before it was done.", failed=True, line="You stopped this before it was done."
)


class CalledOff(Exception):
    """The client called off a question: the turn is over."""


@dataclass(slots=True)
class _Context:
    """One call's line to its turn."""

    user: "ToolUser"
    call_id: str
    look: Appearance
    arguments: Any
    silent: bool = False
    """Whether the client is shown something else instead of the call."""
    ended: bool = False
    so_far: Callable[[], Outcome] = lambda: _STOPPED

    async def allow(
        self, wish: Wish, content: Sequence[ToolCallContent] = (), *, always: bool = True
    ) -> Refusal | None:
        match self.user.permissions.judge(wish):
            case Verdict.ALLOW:
                return None
            case Verdict.REFUSE:
                return _REFUSED[wish.deed]
            case Verdict.ASK:
                return await self._ask(wish, content, always)

    async def _ask(self, wish: Wish, content: Sequence[ToolCallContent], always: bool) -> Refusal | None:
        why = f" (protected: {wish.protected})" if wish.protected else ""
        question = ToolCallUpdate(
            tool_call_id=self.call_id,
            title=self.look.title + why,
            kind=self.look.kind,
            status="pending",
            content=list(content),
            # Where a change goes, if that is known: the path as it is spelled may lead through a link.
            locations=[ToolCallLocation(path=item.path) for item in content if isinstance(item, Diff)]
            or list(self.look.locations),
            raw_input=self.arguments,
        )
        options = [
            option
            for option in self.user.permissions.options(wish)
            if always or option.kind != "allow_always"
        ]
        try:
            chosen = await self.user.outbound.ask(self.user.recorder.session, question, options)
        except OutboundError as error:
            return Refusal(
                f"The user could not be asked, so this was not done: their editor failed to ask ({error}). "
                "Go on without it, or say what is needed.",
                f"Not done: your editor could not ask you for permission ({error}).",
            )
        if chosen is None:
            raise CalledOff
        if not self.user.permissions.learn(wish, chosen, options):
            return _DECLINED
        # The mode may have changed while the question was open, and read-only is stronger than an answer.
        return _REFUSED[wish.deed] if self.user.permissions.judge(wish) is Verdict.REFUSE else None

    async def begin(self) -> None:
        await self.user.recorder.show(ToolCallProgress(tool_call_id=self.call_id, status="in_progress"))

    async def progress(self, content: Sequence[ToolCallContent]) -> None:
        if not self.ended:
            update = ToolCallProgress(tool_call_id=self.call_id, content=list(content))
            await self.user.recorder.show(update)

    def if_stopped(self, so_far: Callable[[], Outcome]) -> None:
        self.so_far = so_far


@dataclass(slots=True)
class ToolUser:
    tools: Mapping[str, Usable]
    recorder: Recorder
    permissions: Permissions
    outbound: Outbound
    begun: set[str] = field(default_factory=set[str])
    """Calls that the client was shown while the model still writes their arguments; nothing of them is kept."""
    _open: dict[str, _Context] = field(default_factory=dict[str, _Context])

    async def use_all(self, calls: Sequence[CallPart]) -> list[ResultPart]:
        """Run the calls of one message; the results in the same order.

        All are announced first: they belong together, for whoever watches and for the next turn's history.
        """
        for call in calls:
            await self._announce(call.id, call.name, call.arguments, seal=call.seal)
        results: list[ResultPart] = []
        beside: list[CallPart] = []
        for call in calls:
            usable = self.tools.get(call.name)
            if usable is not None and usable.read_only and len(beside) < MOST_AT_ONCE:
                beside.append(call)
                continue
            results += await self._beside(beside)
            beside = [call] if usable is not None and usable.read_only else []
            if not beside:
                results.append(await self._result(call))
        return results + await self._beside(beside)

    async def _beside(self, calls: Sequence[CallPart]) -> list[ResultPart]:
        if len(calls) < 2:
            return [await self._result(call) for call in calls]
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._result(call)) for call in calls]
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _result(self, call: CallPart) -> ResultPart:
        outcome = await self._finish(call.id, call.name, call.arguments)
        return ResultPart(call.id, call.name, outcome.text, outcome.failed, tuple(outcome.images))

    async def use(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        """One call of the user's, from its announcement to its end. Raises only if the turn ends."""
        call_id = f"call_{secrets.token_hex(8)}"
        await self._announce(call_id, name, arguments, by="user")
        return await self._finish(call_id, name, arguments)

    async def _announce(
        self,
        call_id: str,
        name: str,
        arguments: Mapping[str, Any] | str,
        *,
        by: Literal["model", "user"] = "model",
        seal: Mapping[str, Any] | None = None,
    ) -> None:
        usable = self.tools.get(name)
        look = Appearance(title_of(name), "other") if usable is None else usable.appear(arguments)
        event = Called(
            id=call_id,
            name=name,
            arguments=arguments,
            title=look.title,
            tool_kind=look.kind,
            locations=list(look.locations),
            by=by,
            seal=None if seal is None else dict(seal),
        )
        self._open[call_id] = _Context(self, call_id, look, arguments, silent=not is_shown(name))
        shown = call_id in self.begun
        self.begun.discard(call_id)
        await self.recorder.add(event, show=not shown)
        if shown:
            await self.recorder.show(
                ToolCallProgress(
                    tool_call_id=call_id,
                    title=event.title,
                    kind=event.tool_kind,
                    locations=event.locations,
                    raw_input=arguments,
                )
            )

    async def _finish(self, call_id: str, name: str, arguments: Mapping[str, Any] | str) -> Outcome:
        outcome = await self._run(self.tools.get(name), name, arguments, self._open[call_id])
        await self._end(call_id, outcome)
        return outcome

    async def _run(
        self, usable: Usable | None, name: str, arguments: Mapping[str, Any] | str, context: _Context
    ) -> Outcome:
        if self.recorder.closed:  # the turn has ended without this: nothing may happen that nobody sees
            raise CalledOff
        if usable is None:
            known = ", ".join(self.tools)
            missing = f"There is no tool {name[:100]!r}."
            return Outcome(f"{missing} The tools are: {known}.", failed=True, line=missing)
        if isinstance(arguments, str):
            return Outcome(
                "The arguments are not a JSON object. Send the call again with valid JSON.",
                failed=True,
                line="The model wrote arguments that are no valid JSON.",
            )
        try:
            return await usable.run(arguments, context)
        except CalledOff:
            raise
        except Exception:
            logger.exception("%s raised", name)
            broken = f"{name} failed for a reason of its own; the agent's log says more."
            return Outcome(broken, failed=True, line=broken)

    async def _end(self, call_id: str, outcome: Outcome) -> None:
        context = self._open.pop(call_id)
        context.ended = True
        content = list(outcome.content)
        if outcome.failed and (outcome.line or not content):
            content.append(text_content(plain(outcome.line or "This failed, and nothing was said about it.")))
        await self.recorder.add(
            Returned(
                id=call_id,
                failed=outcome.failed,
                text=outcome.text,
                content=content,
                output=bounded(outcome.output),
                locations=list(outcome.locations),
                in_terminal=outcome.in_terminal,
            ),
            show=not context.silent,
        )

    async def give_up_begun(self, why: str) -> None:
        """Calls that began and will never be made: to the client they have failed."""
        given_up, self.begun = self.begun, set()
        for call_id in sorted(given_up):
            await self.recorder.show(
                ToolCallProgress(tool_call_id=call_id, status="failed", content=[text_content(why)])
            )

    async def abandon(self) -> None:
        """The turn is over: calls that were running are shown and kept as ended."""
        await self.give_up_begun("The model did not finish this call.")
        for call_id, context in list(self._open.items()):
            await self._end(call_id, context.so_far())
