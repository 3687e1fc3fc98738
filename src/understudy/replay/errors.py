"""What can go wrong when suggestions are measured.

ReplayError            code: bad_cases, bad_repository, no_git, git_failed, bad_revision, bad_agent, bad_file,
│                            bad_patch, bad_place, no_account
└── AgentGone          the agent ended, or never began: agent_gone
"""

__all__ = ["AgentGone", "ReplayError"]


class ReplayError(Exception):
    """The message says what to mend."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class AgentGone(ReplayError):
    def __init__(self, message: str) -> None:
        super().__init__("agent_gone", message)
