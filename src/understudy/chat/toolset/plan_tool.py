"""updatePlan: the model says what it intends to do, and the client shows it. Changes nothing else."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from understudy.chat.toolset.tool_api import CallContext, CallOutcome, CallPresentation
from understudy.models import ToolSpec
from understudy.schema.acp import PlanEntry, PlanEntryPriority, PlanEntryStatus

__all__ = ["PLAN_TOOL_NAME", "PlanTool"]

PLAN_TOOL_NAME: Final = "updatePlan"


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    content: Annotated[str, Meta(min_length=1, max_length=1000)]
    status: PlanEntryStatus = "pending"
    priority: PlanEntryPriority = "medium"


class _Args(Struct, frozen=True, forbid_unknown_fields=True):
    entries: Annotated[list[_Entry], Meta(max_length=100)]


_SPEC: Final = ToolSpec(
    PLAN_TOOL_NAME,
    "Shows the user the plan for work of several steps, and how far it is. Send the whole plan each time, with "
    "one entry in_progress. Not needed for small tasks.",
    {
        "type": "object",
        "properties": {
            "entries": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "content": {"type": "string", "description": "One step, in a few words."},
                        "status": {"type": "string", "enum": ["pending", "in_progress", "completed"]},
                        "priority": {"type": "string", "enum": ["high", "medium", "low"]},
                    },
                    "required": ["content", "status"],
                },
            }
        },
        "required": ["entries"],
    },
)


@dataclass(frozen=True, slots=True)
class PlanTool:
    on_plan: Callable[[list[PlanEntry]], Awaitable[None]]

    @property
    def spec(self) -> ToolSpec:
        return _SPEC

    @property
    def read_only(self) -> bool:
        return False  # in its place among the other calls: a plan says how far they are

    def describe_call(self, arguments: Any) -> CallPresentation:
        del arguments
        return CallPresentation("Update the plan", "think")

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        del context
        try:
            args = msgspec.convert(arguments, _Args)
        except msgspec.ValidationError as error:
            return CallOutcome(f"The plan cannot be read: {error}.", failed=True)
        await self.on_plan(
            [
                PlanEntry(content=entry.content, status=entry.status, priority=entry.priority)
                for entry in args.entries
            ]
        )
        return CallOutcome("The plan is shown to the user.")
