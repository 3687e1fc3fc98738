"""What can go wrong between a client and an agent. Every error has a stable code and says what to do.

ClientError
├── AgentGone        ├── NotSupported     ├── AgentFailed
├── BadAgent         ├── AuthRequired     └── CannotSandbox

| code            | kind          | when                                                                   |
|-----------------|---------------|------------------------------------------------------------------------|
| agent_gone      | AgentGone     | the agent could not be started, or has ended                           |
| no_answer       | AgentGone     | it did not answer within the time                                      |
| bad_agent       | BadAgent      | it speaks another version, or is no agent, or answered nonsense        |
| not_supported   | NotSupported  | it did not advertise what was asked for; nothing was sent              |
| auth_required   | AuthRequired  | it wants authentication, and nobody saw to it                          |
| agent_failed    | AgentFailed   | it answered with an error (`rpc_code`, `data`)                         |
| cannot_sandbox  | CannotSandbox | a sandbox was asked for, and none works here                           |
| client_error    | ClientError   | one without a code of its own                                          |
| bad_command     | ClientError   | the command is no command line                                         |
| bad_roots       | ClientError   | a folder is not absolute, is not there, or was not given               |
| too_large       | ClientError   | a message, or a file to be written, is larger than may be              |
| turn_running    | ClientError   | the session has a turn that has not ended                              |
| turn_over       | ClientError   | the turn was followed before                                           |
| bad_answer      | ClientError   | what the `elicit` handler answered is not what was asked               |
| bad_text        | ClientError   | a text to be sent has half of a surrogate pair                         |
| bad_message     | ClientError   | what an MCP server of the caller delivered is no message               |
| busy            | ClientError   | an MCP server of the caller has too many questions open                |
| closed          | ClientError   | the editor, or the connection to an MCP server, is closed or not begun |
| already_started | ClientError   | the editor was started before                                          |
| not_open        | ClientError   | the document is not open in the editor                                 |
| bad_name        | ClientError   | a document's name is neither a URI nor an absolute path                |
| bad_place       | ClientError   | there is no such line and column in the text                           |
| bad_edits       | ClientError   | the edits overlap, or there are none                                   |
| bad_suggestion  | ClientError   | the suggestion does not fit the texts; the agent was told              |
| outdated        | ClientError   | the text has changed since                                             |
| answered        | ClientError   | the suggestion was accepted or rejected before                         |
| no_file         | ClientError   | a file that is not open cannot be read or written here                 |
"""

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

    def __init__(self, feature: str, capability: str) -> None:
        super().__init__(f"The agent does not support {feature} (it does not advertise {capability}).")
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
