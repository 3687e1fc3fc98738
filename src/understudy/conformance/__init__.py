"""`understudy check`: plays a client against any agent, an agent against any client, an MCP client against any
server of the workspace tools, and reports rule by rule what each does.

    report = await check_agent(["some-agent", "--acp"], environ=os.environ)
    print(report.counts)

Knows the protocols' messages only: nothing here imports our agent's own code.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.conformance.agent_check import AGENT_CHECKS, check_agent
    from understudy.conformance.client_check import CLIENT_PROFILES, ClientWatcher
    from understudy.conformance.mcp_check import MCP_CHECKS, check_mcp_server
    from understudy.conformance.report import Outcome, Report, RuleResult
    from understudy.conformance.report_files import to_html, to_json, to_junit, to_text
    from understudy.conformance.rules import RULES, Rule

__all__ = [
    "AGENT_CHECKS",
    "CLIENT_PROFILES",
    "MCP_CHECKS",
    "RULES",
    "ClientWatcher",
    "Outcome",
    "Report",
    "Rule",
    "RuleResult",
    "check_agent",
    "check_mcp_server",
    "to_html",
    "to_json",
    "to_junit",
    "to_text",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "agent_check": ("AGENT_CHECKS", "check_agent"),
        "client_check": ("CLIENT_PROFILES", "ClientWatcher"),
        "mcp_check": ("MCP_CHECKS", "check_mcp_server"),
        "report": ("Outcome", "Report", "RuleResult"),
        "report_files": ("to_html", "to_json", "to_junit", "to_text"),
        "rules": ("RULES", "Rule"),
    },
)
