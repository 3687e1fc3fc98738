"""The agent's plans, as they stand, and how they look."""

from typing import Final

from understudy.cli.chatting.painting import TextRenderer
from understudy.schema import acp

__all__ = ["PlanState"]

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
