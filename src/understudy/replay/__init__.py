"""Measures next edit suggestions: replays commits against an agent over ACP, and counts its false alarms.

Knows agents only through `understudy.client`; only `explain` and `stories` run our own in this process. Reads no
settings and prints nothing; `understudy.cli` does.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.replay.cases import CaseCriteria, extract_cases
    from understudy.replay.errors import ReplayError
    from understudy.replay.explanation import (
        ExplainRequest,
        ExplainResult,
        FileChange,
        changes_from_patch,
        changes_from_working_tree,
        explain,
        read_text,
    )
    from understudy.replay.false_alarms import AlarmPlan, FalseAlarm, count_false_alarms, format_alarm_table
    from understudy.replay.git import Repository
    from understudy.replay.metrics import ReplayResults
    from understudy.replay.replay_run import ReplayEvent, ReplayPlan, ReplayProgress, parse_origin, run_replay
    from understudy.replay.report import build_json_report, format_percent, format_tables, render_html_report

__all__ = [
    "AlarmPlan",
    "CaseCriteria",
    "ExplainRequest",
    "ExplainResult",
    "FalseAlarm",
    "FileChange",
    "ReplayError",
    "ReplayEvent",
    "ReplayPlan",
    "ReplayProgress",
    "ReplayResults",
    "Repository",
    "build_json_report",
    "changes_from_patch",
    "changes_from_working_tree",
    "count_false_alarms",
    "explain",
    "extract_cases",
    "format_alarm_table",
    "format_percent",
    "format_tables",
    "parse_origin",
    "read_text",
    "render_html_report",
    "run_replay",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "cases": (
            "CaseCriteria",
            "extract_cases",
        ),
        "errors": ("ReplayError",),
        "explanation": (
            "ExplainRequest",
            "ExplainResult",
            "FileChange",
            "changes_from_patch",
            "changes_from_working_tree",
            "explain",
            "read_text",
        ),
        "false_alarms": (
            "AlarmPlan",
            "FalseAlarm",
            "count_false_alarms",
            "format_alarm_table",
        ),
        "git": ("Repository",),
        "metrics": ("ReplayResults",),
        "replay_run": (
            "ReplayEvent",
            "ReplayPlan",
            "ReplayProgress",
            "parse_origin",
            "run_replay",
        ),
        "report": (
            "build_json_report",
            "format_percent",
            "format_tables",
            "render_html_report",
        ),
    },
)
