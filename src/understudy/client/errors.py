"""What can go wrong between a client and an agent. Every error has a stable code and says what to do."""

__all__ = [
    "AgentFailed",
    "AgentGone",
    "AuthRequired",
    "BadAgent",
    "CannotSandbox",
    "ClientError",
    "NotSupported",
]


class ClientError(Exception):
    """The one to catch. `code` does not change between versions; `str()` is a sentence for people."""

    code = "client_error"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class AgentGone(ClientError):
    """The agent could not be started, has ended, or does not answer."""

    code = "agent_gone"


class BadAgent(ClientError):
    """What answers is no agent of this protocol: another version, or something that is not ACP at all."""

    code = "bad_agent"


class NotSupported(ClientError):
    """The agent has not said that it can do this, so nothing was sent."""

    code = "not_supported"

    def __init__(self, what: str, capability: str) -> None:
        super().__init__(f"The agent does not support {what} (it does not advertise {capability}).")
        self.capability = capability


class AuthRequired(ClientError):
    """The agent wants to know who is asking, and nobody answered for the caller."""

    code = "auth_required"


class AgentFailed(ClientError):
    """The agent answered with an error."""

    code = "agent_failed"

    def __init__(self, message: str, rpc_code: int, data: object = None) -> None:
        super().__init__(message)
        self.rpc_code = rpc_code
        self.data = data


class CannotSandbox(ClientError):
    """No sandbox works here, and one was asked for."""

    code = "cannot_sandbox"
