"""Live sessions: their state, roots, MCP servers and options, and tasks that must not be left half done."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.session.archive import (
        ARCHIVED,
        NOT_ARCHIVED,
        is_archived,
        list_filtered,
        normalize_title,
    )
    from understudy.chat.session.jobs import Job, Jobs
    from understudy.chat.session.leases import LeaseTerms, SessionLeases
    from understudy.chat.session.options import NO_MODEL, choose_mode, choose_model, config_options
    from understudy.chat.session.session import (
        Session,
        WorkspaceUsage,
        check_additional_roots,
        check_allowed_roots,
        check_path,
        check_roots,
        connect_servers,
        is_same_folder,
        parse_server_specs,
    )
    from understudy.chat.session.tasks import SessionTasks, run_with_timeout
    from understudy.chat.session.usage_accounts import NO_ACCOUNTING, Accounting, TurnAccount, WorkReport
    from understudy.chat.session.usage_ledger import UsageLedger

__all__ = [
    "ARCHIVED",
    "NOT_ARCHIVED",
    "NO_ACCOUNTING",
    "NO_MODEL",
    "Accounting",
    "Job",
    "Jobs",
    "LeaseTerms",
    "Session",
    "SessionLeases",
    "SessionTasks",
    "TurnAccount",
    "UsageLedger",
    "WorkReport",
    "WorkspaceUsage",
    "check_additional_roots",
    "check_allowed_roots",
    "check_path",
    "check_roots",
    "choose_mode",
    "choose_model",
    "config_options",
    "connect_servers",
    "is_archived",
    "is_same_folder",
    "list_filtered",
    "normalize_title",
    "parse_server_specs",
    "run_with_timeout",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "archive": ("ARCHIVED", "NOT_ARCHIVED", "is_archived", "list_filtered", "normalize_title"),
        "leases": ("LeaseTerms", "SessionLeases"),
        "jobs": ("Job", "Jobs"),
        "options": ("NO_MODEL", "choose_mode", "choose_model", "config_options"),
        "session": (
            "Session",
            "WorkspaceUsage",
            "check_additional_roots",
            "check_allowed_roots",
            "check_path",
            "check_roots",
            "connect_servers",
            "is_same_folder",
            "parse_server_specs",
        ),
        "usage_accounts": ("NO_ACCOUNTING", "Accounting", "TurnAccount", "WorkReport"),
        "usage_ledger": ("UsageLedger",),
        "tasks": ("SessionTasks", "run_with_timeout"),
    },
)
