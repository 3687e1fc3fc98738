"""Errors of measuring suggestions.

ReplayError            code: bad_cases, bad_repository, no_git, git_failed, bad_revision, bad_agent, bad_file,
│                            bad_patch, bad_place, bad_story, no_account
├── AgentGone          the agent cannot be connected, or has ended: agent_gone
└── RequestFailed      the agent did not answer one request as it should: bad_agent
"""

__all__ = ["AgentGone", "ReplayError", "RequestFailed"]


class ReplayError(Exception):
    """The message says what to do about it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class AgentGone(ReplayError):
    def __init__(self, message: str) -> None:
        super().__init__("agent_gone", message)


class RequestFailed(ReplayError):
    pass
