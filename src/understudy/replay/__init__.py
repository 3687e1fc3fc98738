"""Measures next-edit suggestions: commits replayed against an agent over ACP, and how often it speaks unasked.

Knows agents from outside only, over the protocol. Reads no settings and prints nothing: that is the command's.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.replay.cases import CaseCriteria, extract_cases
    from understudy.replay.errors import ReplayError
    from understudy.replay.explanation import ExplainRequest, ExplainResult, explain
    from understudy.replay.false_alarms import AlarmPlan, FalseAlarm, count_false_alarms, format_alarm_table
    from understudy.replay.file_changes import (
        FileChange,
        changes_from_patch,
        changes_from_working_tree,
        read_text,
    )
    from understudy.replay.git import Repository
    from understudy.replay.html_report import render_html_report
    from understudy.replay.line_diffs import apply_edits, diff_regions, region_change, utf16_length
    from understudy.replay.replay_run import ReplayPlan, ReplayProgress, run_replay
    from understudy.replay.report import build_json_report, format_percent, format_tables
    from understudy.replay.simulated_user import ReplayEvent, parse_origin
    from understudy.replay.suggestion_client import SuggestionClient, launch_agent

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
    "Repository",
    "SuggestionClient",
    "apply_edits",
    "build_json_report",
    "changes_from_patch",
    "changes_from_working_tree",
    "count_false_alarms",
    "diff_regions",
    "explain",
    "extract_cases",
    "format_alarm_table",
    "format_percent",
    "format_tables",
    "launch_agent",
    "parse_origin",
    "read_text",
    "region_change",
    "render_html_report",
    "run_replay",
    "utf16_length",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "cases": ("CaseCriteria", "extract_cases"),
        "errors": ("ReplayError",),
        "explanation": ("ExplainRequest", "ExplainResult", "explain"),
        "false_alarms": ("AlarmPlan", "FalseAlarm", "count_false_alarms", "format_alarm_table"),
        "file_changes": ("FileChange", "changes_from_patch", "changes_from_working_tree", "read_text"),
        "git": ("Repository",),
        "html_report": ("render_html_report",),
        "line_diffs": ("apply_edits", "diff_regions", "region_change", "utf16_length"),
        "replay_run": ("ReplayPlan", "ReplayProgress", "run_replay"),
        "report": ("build_json_report", "format_percent", "format_tables"),
        "simulated_user": ("ReplayEvent", "parse_origin"),
        "suggestion_client": ("SuggestionClient", "launch_agent"),
    },
)
