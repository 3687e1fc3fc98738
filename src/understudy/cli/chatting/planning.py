"""The agent's plans, as they stand, and how they look."""

from typing import Final

from understudy.cli.chatting.painting import Painter
from understudy.schema import acp

__all__ = ["Plans"]

_MARKS: Final = {"pending": ("☐", ""), "in_progress": ("▸", "bold"), "completed": ("✓", "dim")}


class Plans:
    """Plans by their ids; the one of the older message has none."""

    def __init__(self) -> None:
        self._plans: dict[str, acp.PlanUpdateContent] = {}

    def note(self, update: acp.Plan | acp.PlanUpdate | acp.PlanRemoved) -> None:
        match update:
            case acp.Plan(entries=entries):
                self._plans[""] = acp.PlanItems(plan_id="", entries=entries)
            case acp.PlanUpdate(plan=plan):
                self._plans[plan.plan_id] = plan
            case acp.PlanRemoved(plan_id=name):
                self._plans.pop(name, None)

    def forget(self) -> None:
        self._plans.clear()

    def painted(self, painter: Painter) -> list[str]:
        lines: list[str] = []
        for plan in self._plans.values():
            match plan:
                case acp.PlanItems(entries=[]):
                    continue
                case acp.PlanItems(entries=entries):
                    body = [line for entry in entries for line in _entry(painter, entry)]
                case acp.PlanMarkdown(content=text):
                    body = painter.markdown(text)
                case acp.PlanFile(uri=uri):
                    body = painter.text(uri, indent="  ")
            lines += [painter.styled("Plan", "blue"), *body]
        return lines


def _entry(painter: Painter, entry: acp.PlanEntry) -> list[str]:
    mark, style = _MARKS[entry.status]
    return painter.text(f"{mark} {entry.content}", style, "  ")
