"""updatePlan: the model says what it intends to do, and the client shows it. Changes nothing else."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from understudy.chat.toolbox.usable import Appearance, Context, Outcome
from understudy.models.port import ToolSpec
from understudy.schema.acp import PlanEntry, PlanEntryPriority, PlanEntryStatus

__all__ = ["NAME", "PlanTool"]

NAME: Final = "updatePlan"


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    content: Annotated[str, Meta(min_length=1, max_length=1000)]
    status: PlanEntryStatus = "pending"
    priority: PlanEntryPriority = "medium"


class _Args(Struct, frozen=True, forbid_unknown_fields=True):
    entries: Annotated[list[_Entry], Meta(max_length=100)]


_SPEC: Final = ToolSpec(
    NAME,
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
    show: Callable[[list[PlanEntry]], Awaitable[None]]

    @property
    def spec(self) -> ToolSpec:
        return _SPEC

    @property
    def read_only(self) -> bool:
        return False  # in its place among the other calls: a plan says how far they are

    def appear(self, arguments: Any) -> Appearance:
        del arguments
        return Appearance("Update the plan", "think")

    async def run(self, arguments: Mapping[str, Any], context: Context) -> Outcome:
        del context
        try:
            args = msgspec.convert(arguments, _Args)
        except msgspec.ValidationError as error:
            return Outcome(f"The plan cannot be read: {error}.", failed=True)
        await self.show(
            [
                PlanEntry(content=entry.content, status=entry.status, priority=entry.priority)
                for entry in args.entries
            ]
        )
        return Outcome("The plan is shown to the user.")
