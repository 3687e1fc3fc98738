"""The errors of the client. Each has a stable code and a sentence that says what to do.

ClientError
├── AgentGone        ├── NotSupported     ├── AgentFailed
│   └── RemoteRefused
├── BadAgent         ├── AuthRequired     └── CannotSandbox

| code                  | class         | when                                                                   |
|-----------------------|---------------|------------------------------------------------------------------------|
| agent_gone            | AgentGone     | the agent could not be started, or has ended                           |
| no_answer             | AgentGone     | it did not answer in time                                              |
| bad_agent             | BadAgent      | another protocol version, not an agent, or an invalid response         |
| not_supported         | NotSupported  | it does not advertise the capability; nothing was sent                 |
| auth_required         | AuthRequired  | it requires authentication, which was not done                         |
| agent_failed          | AgentFailed   | it answered with an error (`rpc_code`, `data`)                         |
| cannot_sandbox        | CannotSandbox | a sandbox was requested, and none works here                           |
| client_error          | ClientError   | an error without a code of its own                                     |
| bad_command           | ClientError   | the command cannot be parsed                                           |
| bad_address           | ClientError   | the address of a remote agent cannot be used                           |
| remote_refused        | RemoteRefused | the server of a remote agent refuses the connection for good           |
| unauthorized          | RemoteRefused | it does not accept the token, or needs one                             |
| untrusted_certificate | RemoteRefused | its certificate is not trusted, or has another name                    |
| no_tls                | RemoteRefused | the address asks for TLS, and the server has none                      |
| bad_roots             | ClientError   | a folder is not absolute, does not exist, or is missing                |
| too_large             | ClientError   | a message, or a file to write, exceeds its limit                       |
| turn_running          | ClientError   | the session has a turn that has not ended                              |
| turn_over             | ClientError   | the turn was iterated before                                           |
| bad_answer            | ClientError   | the answer of the `elicit` handler does not match the form             |
| bad_text              | ClientError   | a text to send contains a lone surrogate                               |
| bad_message           | ClientError   | an MCP server of the caller delivered an invalid message               |
| busy                  | ClientError   | an MCP server of the caller has too many open requests                 |
| closed                | ClientError   | the editor or MCP connection is closed, or was not started             |
| already_started       | ClientError   | the editor was started before                                          |
| not_open              | ClientError   | the document is not open in the editor                                 |
| bad_name              | ClientError   | the name of a document is neither a URI nor an absolute path           |
| bad_place             | ClientError   | the text has no such line and column                                   |
| bad_edits             | ClientError   | the edits overlap, or there are none                                   |
| bad_suggestion        | ClientError   | the suggestion does not match the texts; it was rejected               |
| outdated              | ClientError   | the text has changed since the suggestion                              |
| answered              | ClientError   | the suggestion was already accepted or rejected                        |
| no_file               | ClientError   | a file that is not open cannot be read or written                      |
"""

__all__ = [
    "AgentFailed",
    "AgentGone",
    "AuthRequired",
    "BadAgent",
    "CannotSandbox",
    "ClientError",
    "NotSupported",
    "RemoteRefused",
]


class ClientError(Exception):
    """The base class. `code` does not change between versions; `str()` is a sentence for people.

    Example: `except ClientError as error: print(error.code, error)`.
    """

    code = "client_error"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class AgentGone(ClientError):
    """The agent could not be started, has ended, or does not answer.

    Example: `except AgentGone: …` around a turn, to connect again.
    """

    code = "agent_gone"


class RemoteRefused(AgentGone):
    """The server of a remote agent refuses the connection, and will refuse the next one as well.

    Example: `except RemoteRefused as error: print(error)`, to ask for another token or address.
    """

    code = "remote_refused"


class BadAgent(ClientError):
    """The program is no agent of this protocol version, or does not speak ACP at all.

    Example: `except BadAgent as error: print(error)` around `connect(…)`.
    """

    code = "bad_agent"


class NotSupported(ClientError):
    """The agent does not advertise this capability, so nothing was sent.

    Example: `except NotSupported: …` around `agent.load_session(…)`.
    """

    code = "not_supported"

    def __init__(self, feature: str, capability: str) -> None:
        super().__init__(f"The agent does not support {feature} (it does not advertise {capability}).")
        self.capability = capability


class AuthRequired(ClientError):
    """The agent requires authentication, and it was not done.

    Example: `except AuthRequired: …` around `agent.new_session(…)`, or `connect(authenticate=…)`.
    """

    code = "auth_required"


class AgentFailed(ClientError):
    """The agent responded with an error.

    Example: `except AgentFailed as error: print(error.code)` around `session.prompt(…)`.
    """

    code = "agent_failed"

    def __init__(self, message: str, rpc_code: int, data: object = None) -> None:
        super().__init__(message)
        self.rpc_code = rpc_code
        self.data = data


class CannotSandbox(ClientError):
    """A sandbox was requested, and none works here.

    Example: `except CannotSandbox: …` around `connect(command, sandbox=True)`.
    """

    code = "cannot_sandbox"
