"""ACP's messages, generated from the schemas in codegen/ by `python -m codegen.structs`.

Unknown fields are ignored and `_meta` stays one opaque value. What the schema wants read kindly (a broken
optional part counts as absent) is in TOLERATED, NULLABLE and SKIPPED, which `understudy.schema.decode` obeys.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Natural = Annotated[int, Meta(ge=0)]


def none_yet() -> list[Any]:
    """An empty list that is sent all the same: peers may leave it out, and others insist on it."""
    return []


class Message(Struct, kw_only=True, rename="camel", omit_defaults=True):
    """What all shapes have in common."""


class Annotated_(Message, kw_only=True):
    """A shape with room for what its sender wants to add."""

    meta: dict[str, Any] | None = field(default=None, name="_meta")


RequestId = int | str | None

SessionId = str


class WriteTextFileRequest(Annotated_, kw_only=True):
    session_id: SessionId
    path: str
    content: str


class ReadTextFileRequest(Annotated_, kw_only=True):
    session_id: SessionId
    path: str
    line: Natural | None = None
    limit: Natural | None = None

ToolCallId = str

ToolKind = Literal["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]

ToolCallStatus = Literal["pending", "in_progress", "completed", "failed"]

Role = Literal["assistant", "user"]


class Annotations(Annotated_, kw_only=True):
    audience: list[Role] | None = None
    last_modified: str | None = None
    priority: float | None = None


class TextContent(Annotated_, kw_only=True, tag_field="type", tag="text"):
    annotations: Annotations | None = None
    text: str


class ImageContent(Annotated_, kw_only=True, tag_field="type", tag="image"):
    annotations: Annotations | None = None
    data: str
    mime_type: str
    uri: str | None = None


class AudioContent(Annotated_, kw_only=True, tag_field="type", tag="audio"):
    annotations: Annotations | None = None
    data: str
    mime_type: str


class ResourceLink(Annotated_, kw_only=True, tag_field="type", tag="resource_link"):
    annotations: Annotations | None = None
    description: str | None = None
    mime_type: str | None = None
    name: str
    size: int | None = None
    title: str | None = None
    uri: str


class TextResourceContents(Annotated_, kw_only=True):
    mime_type: str | None = None
    text: str
    uri: str


class BlobResourceContents(Annotated_, kw_only=True):
    blob: str
    mime_type: str | None = None
    uri: str


class EmbeddedResourceResource(Annotated_, kw_only=True):
    mime_type: str | None = None
    text: str | None = None
    uri: str
    blob: str | None = None


class EmbeddedResource(Annotated_, kw_only=True, tag_field="type", tag="resource"):
    annotations: Annotations | None = None
    resource: EmbeddedResourceResource


ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource


class Content(Annotated_, kw_only=True, tag_field="type", tag="content"):
    content: ContentBlock


class Diff(Annotated_, kw_only=True, tag_field="type", tag="diff"):
    path: str
    old_text: str | None = None
    new_text: str

TerminalId = str


class Terminal(Annotated_, kw_only=True, tag_field="type", tag="terminal"):
    terminal_id: TerminalId


ToolCallContent = Content | Diff | Terminal


class ToolCallLocation(Annotated_, kw_only=True):
    path: str
    line: Natural | None = None


class ToolCallUpdate(Annotated_, kw_only=True):
    tool_call_id: ToolCallId
    kind: ToolKind | None = None
    status: ToolCallStatus | None = None
    title: str | None = None
    name: str | None = None
    content: list[ToolCallContent] | None = None
    locations: list[ToolCallLocation] | None = None
    raw_input: Any = None
    raw_output: Any = None

PermissionOptionId = str

PermissionOptionKind = Literal["allow_once", "allow_always", "reject_once", "reject_always"]


class PermissionOption(Annotated_, kw_only=True):
    option_id: PermissionOptionId
    name: str
    kind: PermissionOptionKind


class RequestPermissionRequest(Annotated_, kw_only=True):
    session_id: SessionId
    tool_call: ToolCallUpdate
    options: list[PermissionOption]


class EnvVariable(Annotated_, kw_only=True):
    name: str
    value: str


class CreateTerminalRequest(Annotated_, kw_only=True):
    session_id: SessionId
    command: str
    args: list[str] = []
    env: list[EnvVariable] = []
    cwd: str | None = None
    output_byte_limit: Natural | None = None


class TerminalOutputRequest(Annotated_, kw_only=True):
    session_id: SessionId
    terminal_id: TerminalId


class ReleaseTerminalRequest(Annotated_, kw_only=True):
    session_id: SessionId
    terminal_id: TerminalId


class WaitForTerminalExitRequest(Annotated_, kw_only=True):
    session_id: SessionId
    terminal_id: TerminalId


class KillTerminalRequest(Annotated_, kw_only=True):
    session_id: SessionId
    terminal_id: TerminalId

ElicitationSchemaType = Literal["object"]

StringFormat = Literal["email", "uri", "date", "date-time"]


class EnumOption(Annotated_, kw_only=True):
    const: str
    title: str
    description: str | None = None


class StringPropertySchema(Annotated_, kw_only=True):
    title: str | None = None
    description: str | None = None
    min_length: Natural | None = None
    max_length: Natural | None = None
    pattern: str | None = None
    format: StringFormat | None = None
    default: str | None = None
    enum: list[str] | None = None
    one_of: list[EnumOption] | None = None


class NumberPropertySchema(Annotated_, kw_only=True):
    title: str | None = None
    description: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class IntegerPropertySchema(Annotated_, kw_only=True):
    title: str | None = None
    description: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    default: int | None = None


class BooleanPropertySchema(Annotated_, kw_only=True):
    title: str | None = None
    description: str | None = None
    default: bool | None = None


class StringMultiSelectItems(Annotated_, kw_only=True):
    enum: list[str]


class TitledMultiSelectItems(Annotated_, kw_only=True):
    any_of: list[EnumOption]


class MultiSelectItems(Annotated_, kw_only=True):
    type: str | None = None
    enum: list[str] = field(default_factory=none_yet)
    any_of: list[EnumOption] = field(default_factory=none_yet)


class MultiSelectPropertySchema(Annotated_, kw_only=True):
    title: str | None = None
    description: str | None = None
    min_items: Natural | None = None
    max_items: Natural | None = None
    items: MultiSelectItems
    default: list[str] | None = None


class ElicitationPropertySchema(Annotated_, kw_only=True):
    type: str
    title: str | None = None
    description: str | None = None
    min_length: Natural | None = None
    max_length: Natural | None = None
    pattern: str | None = None
    format: StringFormat | None = None
    default: str | None | float | None | int | None | bool | None | list[str] | None = None
    enum: list[str] | None = None
    one_of: list[EnumOption] | None = None
    minimum: float | None | int | None = None
    maximum: float | None | int | None = None
    min_items: Natural | None = None
    max_items: Natural | None = None
    items: MultiSelectItems | None = None


class ElicitationSchema(Annotated_, kw_only=True):
    type: ElicitationSchemaType = 'object'
    title: str | None = None
    properties: dict[str, ElicitationPropertySchema] | None = None
    required: list[str] | None = None
    description: str | None = None


class ElicitationSessionScope(Message, kw_only=True):
    session_id: SessionId
    tool_call_id: ToolCallId | None = None


class ElicitationRequestScope(Message, kw_only=True):
    request_id: RequestId


class ElicitationFormMode(Message, kw_only=True):
    requested_schema: ElicitationSchema
    session_id: SessionId | None = None
    tool_call_id: ToolCallId | None = None
    request_id: RequestId | None = None

ElicitationId = str


class ElicitationUrlMode(Message, kw_only=True):
    elicitation_id: ElicitationId
    url: str
    session_id: SessionId | None = None
    tool_call_id: ToolCallId | None = None
    request_id: RequestId | None = None


class CreateElicitationRequest(Annotated_, kw_only=True):
    message: str
    mode: str
    requested_schema: ElicitationSchema | None = None
    session_id: SessionId | None = None
    tool_call_id: ToolCallId | None = None
    request_id: RequestId | None = None
    elicitation_id: ElicitationId | None = None
    url: str | None = None

McpServerAcpId = str

McpRequestId = str


class MessageMcpRequest(Annotated_, kw_only=True):
    server_id: McpServerAcpId | None = None
    request_id: McpRequestId | None = None
    method: str
    params: dict[str, Any] | None = None
    connection_id: str | None = None

ProtocolVersion = Annotated[int, Meta(ge=0, le=65535)]


class PromptCapabilities(Annotated_, kw_only=True):
    image: bool = False
    audio: bool = False
    embedded_context: bool = False


class McpCapabilities(Annotated_, kw_only=True):
    http: bool = False
    sse: bool = False
    acp: bool = False


class SessionListCapabilities(Annotated_, kw_only=True): ...


class SessionDeleteCapabilities(Annotated_, kw_only=True): ...


class SessionAdditionalDirectoriesCapabilities(Annotated_, kw_only=True): ...


class SessionSystemPromptOverrideCapabilities(Annotated_, kw_only=True): ...


class SessionSystemPromptModeCapabilities(Annotated_, kw_only=True):
    override: SessionSystemPromptOverrideCapabilities | None = None


class SessionSystemPromptCapabilities(Annotated_, kw_only=True):
    mode: SessionSystemPromptModeCapabilities | None = None


class SessionForkCapabilities(Annotated_, kw_only=True): ...


class SessionArchiveCapabilities(Annotated_, kw_only=True): ...


class SessionStatusCapabilities(Annotated_, kw_only=True): ...


class SessionTitleCapabilities(Annotated_, kw_only=True): ...


class SessionResumeCapabilities(Annotated_, kw_only=True): ...


class SessionCloseCapabilities(Annotated_, kw_only=True): ...


class SessionRuntimeContextCapabilities(Annotated_, kw_only=True): ...


class SessionCapabilities(Annotated_, kw_only=True):
    list: SessionListCapabilities | None = None
    delete: SessionDeleteCapabilities | None = None
    additional_directories: SessionAdditionalDirectoriesCapabilities | None = None
    system_prompt: SessionSystemPromptCapabilities | None = None
    fork: SessionForkCapabilities | None = None
    archive: SessionArchiveCapabilities | None = None
    status: SessionStatusCapabilities | None = None
    title: SessionTitleCapabilities | None = None
    resume: SessionResumeCapabilities | None = None
    close: SessionCloseCapabilities | None = None
    runtime_context: SessionRuntimeContextCapabilities | None = None


class AuthStatusCapabilities(Annotated_, kw_only=True): ...


class LogoutCapabilities(Annotated_, kw_only=True): ...


class AgentAuthCapabilities(Annotated_, kw_only=True):
    status: AuthStatusCapabilities | None = None
    logout: LogoutCapabilities | None = None


class ProvidersCapabilities(Annotated_, kw_only=True): ...


class NesDocumentDidOpenCapabilities(Annotated_, kw_only=True): ...

TextDocumentSyncKind = Literal["full", "incremental"]


class NesDocumentDidChangeCapabilities(Annotated_, kw_only=True):
    sync_kind: TextDocumentSyncKind


class NesDocumentDidCloseCapabilities(Annotated_, kw_only=True): ...


class NesDocumentDidSaveCapabilities(Annotated_, kw_only=True): ...


class NesDocumentDidFocusCapabilities(Annotated_, kw_only=True): ...


class NesDocumentEventCapabilities(Annotated_, kw_only=True):
    did_open: NesDocumentDidOpenCapabilities | None = None
    did_change: NesDocumentDidChangeCapabilities | None = None
    did_close: NesDocumentDidCloseCapabilities | None = None
    did_save: NesDocumentDidSaveCapabilities | None = None
    did_focus: NesDocumentDidFocusCapabilities | None = None


class NesEventCapabilities(Annotated_, kw_only=True):
    document: NesDocumentEventCapabilities | None = None


class NesRecentFilesCapabilities(Annotated_, kw_only=True):
    max_count: Natural | None = None


class NesRelatedSnippetsCapabilities(Annotated_, kw_only=True): ...


class NesEditHistoryCapabilities(Annotated_, kw_only=True):
    max_count: Natural | None = None


class NesUserActionsCapabilities(Annotated_, kw_only=True):
    max_count: Natural | None = None


class NesOpenFilesCapabilities(Annotated_, kw_only=True): ...


class NesDiagnosticsCapabilities(Annotated_, kw_only=True): ...


class NesContextCapabilities(Annotated_, kw_only=True):
    recent_files: NesRecentFilesCapabilities | None = None
    related_snippets: NesRelatedSnippetsCapabilities | None = None
    edit_history: NesEditHistoryCapabilities | None = None
    user_actions: NesUserActionsCapabilities | None = None
    open_files: NesOpenFilesCapabilities | None = None
    diagnostics: NesDiagnosticsCapabilities | None = None


class NesCapabilities(Annotated_, kw_only=True):
    events: NesEventCapabilities | None = None
    context: NesContextCapabilities | None = None

PositionEncodingKind = Literal["utf-16", "utf-32", "utf-8"]


class AgentCapabilities(Annotated_, kw_only=True):
    load_session: bool = False
    prompt_capabilities: PromptCapabilities = field(default_factory=PromptCapabilities)
    mcp_capabilities: McpCapabilities = field(default_factory=McpCapabilities)
    session_capabilities: SessionCapabilities = field(default_factory=SessionCapabilities)
    auth: AgentAuthCapabilities = field(default_factory=AgentAuthCapabilities)
    providers: ProvidersCapabilities | None = None
    nes: NesCapabilities | None = None
    position_encoding: PositionEncodingKind | None = None

AuthMethodId = str


class AuthMethodTerminal(Annotated_, kw_only=True):
    id: AuthMethodId
    name: str
    description: str | None = None
    args: list[str] = []
    env: dict[str, str] | None = None


class AuthMethodAgent(Annotated_, kw_only=True):
    id: AuthMethodId
    name: str
    description: str | None = None


class AuthMethod(Annotated_, kw_only=True):
    type: str | None = None
    id: AuthMethodId
    name: str
    description: str | None = None
    args: list[str] = []
    env: dict[str, str] | None = None


class Implementation(Annotated_, kw_only=True):
    name: str
    title: str | None = None
    version: str


class InitializeResponse(Annotated_, kw_only=True):
    protocol_version: ProtocolVersion
    agent_capabilities: AgentCapabilities = field(default_factory=AgentCapabilities)
    auth_methods: list[AuthMethod] = []
    agent_info: Implementation | None = None


class AuthenticateResponse(Annotated_, kw_only=True): ...

ProviderId = str

LlmProtocol = str


class ProviderCurrentConfig(Annotated_, kw_only=True):
    api_type: LlmProtocol
    base_url: str


class ProviderInfo(Annotated_, kw_only=True):
    provider_id: ProviderId
    supported: list[LlmProtocol]
    required: bool
    current: ProviderCurrentConfig | None = None


class ListProvidersResponse(Annotated_, kw_only=True):
    providers: list[ProviderInfo]


class SetProviderResponse(Annotated_, kw_only=True): ...


class DisableProviderResponse(Annotated_, kw_only=True): ...


class LogoutResponse(Annotated_, kw_only=True): ...

AuthState = str


class AuthAccount(Annotated_, kw_only=True):
    label: str
    active: bool | None = None
    name: str | None = None
    email: str | None = None
    organization: str | None = None


class AuthStatusResponse(Annotated_, kw_only=True):
    state: AuthState
    accounts: list[AuthAccount] = []

SessionModeId = str


class SessionMode(Annotated_, kw_only=True):
    id: SessionModeId
    name: str
    description: str | None = None


class SessionModeState(Annotated_, kw_only=True):
    current_mode_id: SessionModeId
    available_modes: list[SessionMode]

SessionConfigId = str

SessionConfigOptionCategory = str

SessionConfigValueId = str


class SessionConfigSelectOption(Annotated_, kw_only=True):
    value: SessionConfigValueId
    name: str
    description: str | None = None

SessionConfigGroupId = str


class SessionConfigSelectGroup(Annotated_, kw_only=True):
    group: SessionConfigGroupId
    name: str
    options: list[SessionConfigSelectOption]

SessionConfigSelectOptions = list[Any]


class SessionConfigSelect(Message, kw_only=True):
    current_value: SessionConfigValueId
    options: SessionConfigSelectOptions


class SessionConfigBoolean(Message, kw_only=True):
    current_value: bool


class SessionConfigOption(Annotated_, kw_only=True):
    id: SessionConfigId
    name: str
    description: str | None = None
    category: SessionConfigOptionCategory | None = None
    type: str
    current_value: SessionConfigValueId | bool
    options: SessionConfigSelectOptions | None = None


class NewSessionResponse(Annotated_, kw_only=True):
    session_id: SessionId
    modes: SessionModeState | None = None
    config_options: list[SessionConfigOption] | None = None


class LoadSessionResponse(Annotated_, kw_only=True):
    modes: SessionModeState | None = None
    config_options: list[SessionConfigOption] | None = None


class SessionInfo(Annotated_, kw_only=True):
    session_id: SessionId
    cwd: str
    additional_directories: list[str]
    title: str | None = None
    updated_at: str | None = None
    archived: bool | None = None


class ListSessionsResponse(Annotated_, kw_only=True):
    sessions: list[SessionInfo]
    next_cursor: str | None = None


class DeleteSessionResponse(Annotated_, kw_only=True): ...


class ForkSessionResponse(Annotated_, kw_only=True):
    session_id: SessionId
    modes: SessionModeState | None = None
    config_options: list[SessionConfigOption] | None = None


class ArchiveSessionResponse(Annotated_, kw_only=True): ...


class UnarchiveSessionResponse(Annotated_, kw_only=True): ...

SessionStatus = str


class SessionStatusResponse(Annotated_, kw_only=True):
    status: SessionStatus


class SetSessionTitleResponse(Annotated_, kw_only=True):
    title: str


class ResumeSessionResponse(Annotated_, kw_only=True):
    modes: SessionModeState | None = None
    config_options: list[SessionConfigOption] | None = None


class CloseSessionResponse(Annotated_, kw_only=True): ...


class SetSessionModeResponse(Annotated_, kw_only=True): ...


class SetSessionConfigOptionResponse(Annotated_, kw_only=True):
    config_options: list[SessionConfigOption]

StopReason = Literal["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"]


class Usage(Annotated_, kw_only=True):
    total_tokens: Natural
    input_tokens: Natural
    output_tokens: Natural
    thought_tokens: Natural | None = None
    cached_read_tokens: Natural | None = None
    cached_write_tokens: Natural | None = None


class PromptResponse(Annotated_, kw_only=True):
    stop_reason: StopReason
    usage: Usage | None = None

ErrorCode = Literal[-32700] | Literal[-32600] | Literal[-32601] | Literal[-32602] | Literal[-32603] | Literal[-32800] | Literal[-32000] | Literal[-32002] | int


class Error(Message, kw_only=True):
    code: ErrorCode
    message: str
    data: Any = None

MessageId = str


class ContentChunk(Annotated_, kw_only=True):
    content: ContentBlock
    message_id: MessageId | None = None


class ToolCall(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="tool_call"):
    tool_call_id: ToolCallId
    title: str
    name: str | None = None
    kind: ToolKind | None = None
    status: ToolCallStatus | None = None
    content: list[ToolCallContent] = []
    locations: list[ToolCallLocation] = []
    raw_input: Any = None
    raw_output: Any = None

PlanEntryPriority = Literal["high", "medium", "low"]

PlanEntryStatus = Literal["pending", "in_progress", "completed"]


class PlanEntry(Annotated_, kw_only=True):
    content: str
    priority: PlanEntryPriority
    status: PlanEntryStatus


class Plan(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="plan"):
    entries: list[PlanEntry]

PlanId = str


class PlanItems(Annotated_, kw_only=True, tag_field="type", tag="items"):
    plan_id: PlanId
    entries: list[PlanEntry]


class PlanFile(Annotated_, kw_only=True, tag_field="type", tag="file"):
    plan_id: PlanId
    uri: str


class PlanMarkdown(Annotated_, kw_only=True, tag_field="type", tag="markdown"):
    plan_id: PlanId
    content: str


PlanUpdateContent = PlanItems | PlanFile | PlanMarkdown


class PlanUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="plan_update"):
    plan: PlanUpdateContent


class PlanRemoved(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="plan_removed"):
    plan_id: PlanId


class UnstructuredCommandInput(Annotated_, kw_only=True):
    hint: str


class AvailableCommandInput(Annotated_, kw_only=True):
    hint: str


class AvailableCommand(Annotated_, kw_only=True):
    name: str
    description: str
    input: AvailableCommandInput | None = None


class AvailableCommandsUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="available_commands_update"):
    available_commands: list[AvailableCommand]


class CurrentModeUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="current_mode_update"):
    current_mode_id: SessionModeId


class ConfigOptionUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="config_option_update"):
    config_options: list[SessionConfigOption]


class SessionInfoUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="session_info_update"):
    title: str | None = None
    updated_at: str | None = None


class Cost(Annotated_, kw_only=True):
    amount: float
    currency: str


class UsageUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="usage_update"):
    used: Natural
    size: Natural
    cost: Cost | None = None

NoticeSeverity = str


class Notice(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="notice"):
    severity: NoticeSeverity
    title: str
    description: str | None = None

CompactionId = str

CompactionStatus = str


class CompactionUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="compaction_update"):
    compaction_id: CompactionId
    status: CompactionStatus
    summary: list[ContentBlock] | None = None
    error: str | None = None


class CompactionSummaryChunk(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="compaction_summary_chunk"):
    compaction_id: CompactionId
    content: ContentBlock


class SessionCancelCapabilities(Annotated_, kw_only=True): ...


class SubagentSessionCapabilities(Annotated_, kw_only=True):
    cancel: SessionCancelCapabilities | None = None


class RunningStateUpdate(Annotated_, kw_only=True): ...


class ErrorStopReason(Message, kw_only=True):
    error: Error | None = None


class IdleStateUpdate(Annotated_, kw_only=True):
    usage: Usage | None = None
    stop_reason: str | None = None
    error: Error | None = None


class RequiresActionStateUpdate(Annotated_, kw_only=True): ...


class UnknownStateUpdate(Annotated_, kw_only=True): ...


class StateUpdate(Annotated_, kw_only=True):
    state: str
    usage: Usage | None = None
    stop_reason: str | None = None
    error: Error | None = None


class SubagentUpdate(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="subagent_update"):
    session_id: SessionId
    title: str | None = None
    description: str | None = None
    capabilities: SubagentSessionCapabilities | None = None
    state: StateUpdate | None = None
    cwd: str | None = None
    additional_directories: list[str] | None = None


class SessionMessage(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="session_message"):
    message_id: MessageId
    sender_session_id: SessionId | None = None
    recipient_session_id: SessionId | None = None
    sender_message_id: MessageId | None = None
    recipient_message_id: MessageId | None = None
    content: list[ContentBlock] | None = None


class SessionMessageChunk(Annotated_, kw_only=True, tag_field="sessionUpdate", tag="session_message_chunk"):
    message_id: MessageId
    content: ContentBlock


class UserMessageChunk(ContentChunk, kw_only=True, tag_field="sessionUpdate", tag="user_message_chunk"):
    pass


class AgentMessageChunk(ContentChunk, kw_only=True, tag_field="sessionUpdate", tag="agent_message_chunk"):
    pass


class AgentThoughtChunk(ContentChunk, kw_only=True, tag_field="sessionUpdate", tag="agent_thought_chunk"):
    pass


class ToolCallProgress(ToolCallUpdate, kw_only=True, tag_field="sessionUpdate", tag="tool_call_update"):
    pass


SessionUpdate = UserMessageChunk | AgentMessageChunk | AgentThoughtChunk | ToolCall | ToolCallProgress | Plan | PlanUpdate | PlanRemoved | AvailableCommandsUpdate | CurrentModeUpdate | ConfigOptionUpdate | SessionInfoUpdate | UsageUpdate | Notice | CompactionUpdate | CompactionSummaryChunk | SubagentUpdate | SessionMessage | SessionMessageChunk


class SessionNotification(Annotated_, kw_only=True):
    session_id: SessionId
    update: SessionUpdate


class CompleteElicitationNotification(Annotated_, kw_only=True):
    elicitation_id: ElicitationId


class AuthStatusUpdateNotification(Annotated_, kw_only=True):
    state: AuthState
    accounts: list[AuthAccount] = []


class FileSystemCapabilities(Annotated_, kw_only=True):
    read_text_file: bool = False
    write_text_file: bool = False


class CompactionCapabilities(Message, kw_only=True): ...


class BooleanConfigOptionCapabilities(Annotated_, kw_only=True): ...


class SessionConfigOptionsCapabilities(Annotated_, kw_only=True):
    boolean: BooleanConfigOptionCapabilities | None = None


class NoticeCapabilities(Message, kw_only=True): ...


class ClientSessionCapabilities(Annotated_, kw_only=True):
    compaction: CompactionCapabilities | None = None
    config_options: SessionConfigOptionsCapabilities | None = None
    notices: NoticeCapabilities | None = None


class SubagentCapabilities(Annotated_, kw_only=True): ...


class PlanCapabilities(Annotated_, kw_only=True): ...


class AuthCapabilities(Annotated_, kw_only=True):
    terminal: bool = False


class ElicitationFormCapabilities(Annotated_, kw_only=True): ...


class ElicitationUrlCapabilities(Annotated_, kw_only=True): ...


class ElicitationCapabilities(Annotated_, kw_only=True):
    form: ElicitationFormCapabilities | None = None
    url: ElicitationUrlCapabilities | None = None


class NesJumpCapabilities(Annotated_, kw_only=True): ...


class NesRenameCapabilities(Annotated_, kw_only=True): ...


class NesSearchAndReplaceCapabilities(Annotated_, kw_only=True): ...


class ClientNesCapabilities(Annotated_, kw_only=True):
    jump: NesJumpCapabilities | None = None
    rename: NesRenameCapabilities | None = None
    search_and_replace: NesSearchAndReplaceCapabilities | None = None
    ide_actions: Any = None


class GeneralClientCapabilities(Message, kw_only=True):
    position_encodings: list[PositionEncodingKind] = []


class ClientCapabilities(Annotated_, kw_only=True):
    fs: FileSystemCapabilities = field(default_factory=FileSystemCapabilities)
    terminal: bool = False
    session: ClientSessionCapabilities | None = None
    subagents: SubagentCapabilities | None = None
    plan: PlanCapabilities | None = None
    auth: AuthCapabilities = field(default_factory=AuthCapabilities)
    elicitation: ElicitationCapabilities | None = None
    nes: ClientNesCapabilities | None = None
    position_encodings: list[PositionEncodingKind] = []
    general: GeneralClientCapabilities | None = None


class InitializeRequest(Annotated_, kw_only=True):
    protocol_version: ProtocolVersion
    client_capabilities: ClientCapabilities = field(default_factory=ClientCapabilities)
    client_info: Implementation | None = None


class AuthenticateRequest(Annotated_, kw_only=True):
    method_id: AuthMethodId


class ListProvidersRequest(Annotated_, kw_only=True): ...


class SetProviderRequest(Annotated_, kw_only=True):
    provider_id: ProviderId
    api_type: LlmProtocol
    base_url: str
    headers: dict[str, str] | None = None


class DisableProviderRequest(Annotated_, kw_only=True):
    provider_id: ProviderId


class LogoutRequest(Annotated_, kw_only=True): ...


class AuthStatusRequest(Annotated_, kw_only=True): ...


class HttpHeader(Annotated_, kw_only=True):
    name: str
    value: str


class McpServerHttp(Annotated_, kw_only=True):
    name: str
    url: str
    headers: list[HttpHeader]


class McpServerSse(Annotated_, kw_only=True):
    name: str
    url: str
    headers: list[HttpHeader]


class McpServerAcp(Annotated_, kw_only=True):
    name: str
    server_id: McpServerAcpId


class McpServerStdio(Annotated_, kw_only=True):
    name: str
    command: str
    args: list[str]
    env: list[EnvVariable]


class McpServer(Annotated_, kw_only=True):
    type: str | None = None
    name: str
    url: str | None = None
    headers: list[HttpHeader] = field(default_factory=none_yet)
    server_id: McpServerAcpId | None = None
    command: str | None = None
    args: list[str] = field(default_factory=none_yet)
    env: list[EnvVariable] = field(default_factory=none_yet)

SystemPromptMode = str


class SystemPrompt(Annotated_, kw_only=True):
    mode: SystemPromptMode
    content: list[ContentBlock]


class NewSessionRequest(Annotated_, kw_only=True):
    cwd: str
    additional_directories: list[str] = []
    mcp_servers: list[McpServer] = field(default_factory=none_yet)
    system_prompt: SystemPrompt | None = None


class LoadSessionRequest(Annotated_, kw_only=True):
    mcp_servers: list[McpServer] = field(default_factory=none_yet)
    cwd: str
    additional_directories: list[str] = []
    session_id: SessionId
    system_prompt: SystemPrompt | None = None

SessionArchiveFilter = str


class ListSessionsRequest(Annotated_, kw_only=True):
    cwd: str | None = None
    cursor: str | None = None
    archived: SessionArchiveFilter | None = None
    additional_directories: list[str] | UnsetType = UNSET


class DeleteSessionRequest(Annotated_, kw_only=True):
    session_id: SessionId


class ForkSessionRequest(Annotated_, kw_only=True):
    session_id: SessionId
    cwd: str
    additional_directories: list[str] = []
    mcp_servers: list[McpServer] = []
    system_prompt: SystemPrompt | None = None


class ArchiveSessionRequest(Annotated_, kw_only=True):
    session_id: SessionId


class UnarchiveSessionRequest(Annotated_, kw_only=True):
    session_id: SessionId


class SessionStatusRequest(Annotated_, kw_only=True):
    session_id: SessionId


class SetSessionTitleRequest(Annotated_, kw_only=True):
    session_id: SessionId
    title: str


class ResumeSessionRequest(Annotated_, kw_only=True):
    session_id: SessionId
    cwd: str
    additional_directories: list[str] = []
    mcp_servers: list[McpServer] = []
    system_prompt: SystemPrompt | None = None


class CloseSessionRequest(Annotated_, kw_only=True):
    session_id: SessionId


class SetSessionModeRequest(Annotated_, kw_only=True):
    session_id: SessionId
    mode_id: SessionModeId


class SetSessionConfigOptionRequest(Annotated_, kw_only=True):
    session_id: SessionId
    config_id: SessionConfigId
    type: str | None = None
    value: bool | SessionConfigValueId


class RuntimeContextItem(Message, kw_only=True):
    title: str | UnsetType = UNSET
    text: str


class PromptRequest(Annotated_, kw_only=True):
    session_id: SessionId
    prompt: list[ContentBlock]
    runtime_context: list[RuntimeContextItem] = []


class WriteTextFileResponse(Annotated_, kw_only=True): ...


class ReadTextFileResponse(Annotated_, kw_only=True):
    content: str


class SelectedPermissionOutcome(Annotated_, kw_only=True, tag_field="outcome", tag="selected"):
    option_id: PermissionOptionId


class CancelledPermissionOutcome(Message, kw_only=True, tag_field="outcome", tag="cancelled"):
    pass


RequestPermissionOutcome = CancelledPermissionOutcome | SelectedPermissionOutcome


class RequestPermissionResponse(Annotated_, kw_only=True):
    outcome: RequestPermissionOutcome


class CreateTerminalResponse(Annotated_, kw_only=True):
    terminal_id: TerminalId


class TerminalExitStatus(Annotated_, kw_only=True):
    exit_code: Natural | None = None
    signal: str | None = None


class TerminalOutputResponse(Annotated_, kw_only=True):
    output: str
    truncated: bool
    exit_status: TerminalExitStatus | None = None


class ReleaseTerminalResponse(Annotated_, kw_only=True): ...


class WaitForTerminalExitResponse(Annotated_, kw_only=True):
    exit_code: Natural | None = None
    signal: str | None = None


class KillTerminalResponse(Annotated_, kw_only=True): ...

ElicitationContentValue = str | int | float | bool | list[str]


class ElicitationAcceptAction(Message, kw_only=True):
    content: dict[str, ElicitationContentValue] | None = None


class CreateElicitationResponse(Annotated_, kw_only=True):
    action: str
    content: dict[str, ElicitationContentValue] | None = None


class McpError(Message, kw_only=True):
    code: int
    message: str
    data: Any = None


class MessageMcpResponse(Annotated_, kw_only=True):
    result: Any = None
    error: McpError | None = None


class CancelNotification(Annotated_, kw_only=True):
    session_id: SessionId


class MessageMcpNotification(Annotated_, kw_only=True):
    server_id: McpServerAcpId | None = None
    request_id: McpRequestId | None = None
    method: str
    params: dict[str, Any] | None = None
    connection_id: str | None = None


class CancelRequestNotification(Annotated_, kw_only=True):
    request_id: RequestId


class ConnectMcpRequest(Annotated_, kw_only=True):
    server_id: McpServerAcpId

McpConnectionId = str


class DisconnectMcpRequest(Annotated_, kw_only=True):
    connection_id: McpConnectionId


class StartNesResponse(Annotated_, kw_only=True):
    session_id: SessionId
    config_options: list[SessionConfigOption] = []

NesSuggestionId = str


class Position(Annotated_, kw_only=True):
    line: Natural
    character: Natural


class Range(Annotated_, kw_only=True):
    start: Position
    end: Position


class NesTextEdit(Annotated_, kw_only=True):
    range: Range
    new_text: str


class NesEditSuggestion(Annotated_, kw_only=True, tag_field="kind", tag="edit"):
    id: NesSuggestionId
    uri: str
    edits: list[NesTextEdit]
    cursor_position: Position | None = None


class NesJumpSuggestion(Annotated_, kw_only=True, tag_field="kind", tag="jump"):
    id: NesSuggestionId
    uri: str
    position: Position


class NesRenameSuggestion(Annotated_, kw_only=True, tag_field="kind", tag="rename"):
    id: NesSuggestionId
    uri: str
    position: Position
    new_name: str


class NesSearchAndReplaceSuggestion(Annotated_, kw_only=True, tag_field="kind", tag="searchAndReplace"):
    id: NesSuggestionId
    uri: str
    search: str
    replace: str
    is_regex: bool | None = None


class NesActionSuggestion(Annotated_, kw_only=True, tag_field="kind", tag="action"):
    id: NesSuggestionId
    action_id: str
    arguments: dict[str, Any]


NesSuggestion = NesEditSuggestion | NesJumpSuggestion | NesRenameSuggestion | NesSearchAndReplaceSuggestion | NesActionSuggestion


class SuggestNesResponse(Annotated_, kw_only=True):
    suggestions: list[NesSuggestion]


class CloseNesResponse(Annotated_, kw_only=True): ...


class WorkspaceFolder(Annotated_, kw_only=True):
    uri: str
    name: str


class NesRepository(Annotated_, kw_only=True):
    name: str
    owner: str
    remote_url: str


class StartNesRequest(Annotated_, kw_only=True):
    workspace_uri: str | None = None
    workspace_folders: list[WorkspaceFolder] | None = None
    repository: NesRepository | None = None

NesTriggerKind = Literal["automatic", "diagnostic", "manual"]


class NesRecentFile(Annotated_, kw_only=True):
    uri: str
    language_id: str
    text: str


class NesExcerpt(Annotated_, kw_only=True):
    start_line: Natural
    end_line: Natural
    text: str


class NesRelatedSnippet(Annotated_, kw_only=True):
    uri: str
    excerpts: list[NesExcerpt]


class NesEditHistoryEntry(Annotated_, kw_only=True):
    uri: str
    diff: str


class NesUserAction(Annotated_, kw_only=True):
    action: str
    uri: str
    position: Position | None = None
    timestamp_ms: Natural
    line: Natural | None = None
    offset: Natural | None = None


class NesOpenFile(Annotated_, kw_only=True):
    uri: str
    language_id: str
    visible_range: Range | None = None
    last_focused_ms: Natural | None = None

NesDiagnosticSeverity = Literal["error", "warning", "information", "hint"]


class NesDiagnostic(Annotated_, kw_only=True):
    uri: str
    range: Range
    severity: NesDiagnosticSeverity
    message: str


class NesSuggestContext(Annotated_, kw_only=True):
    recent_files: list[NesRecentFile] | None = None
    related_snippets: list[NesRelatedSnippet] | None = None
    edit_history: list[NesEditHistoryEntry] | None = None
    user_actions: list[NesUserAction] | None = None
    open_files: list[NesOpenFile] | None = None
    diagnostics: list[NesDiagnostic] | None = None


class SuggestNesRequest(Annotated_, kw_only=True):
    session_id: SessionId
    uri: str
    version: int
    position: Position
    selection: Range | None = None
    trigger_kind: NesTriggerKind
    context: NesSuggestContext | None = None


class CloseNesRequest(Annotated_, kw_only=True):
    session_id: SessionId


class ConnectMcpResponse(Annotated_, kw_only=True):
    connection_id: McpConnectionId


class DisconnectMcpResponse(Annotated_, kw_only=True): ...


class DidOpenDocumentNotification(Annotated_, kw_only=True):
    session_id: SessionId | None = None
    uri: str
    language_id: str
    version: int
    text: str


class TextDocumentContentChangeEvent(Annotated_, kw_only=True):
    range: Range | None = None
    text: str


class DidChangeDocumentNotification(Annotated_, kw_only=True):
    session_id: SessionId | None = None
    uri: str
    version: int
    content_changes: list[TextDocumentContentChangeEvent]


class DidCloseDocumentNotification(Annotated_, kw_only=True):
    session_id: SessionId | None = None
    uri: str


class DidSaveDocumentNotification(Annotated_, kw_only=True):
    session_id: SessionId | None = None
    uri: str


class DidFocusDocumentNotification(Annotated_, kw_only=True):
    session_id: SessionId | None = None
    uri: str
    version: int
    position: Position
    visible_range: Range


class AcceptNesNotification(Annotated_, kw_only=True):
    session_id: SessionId
    id: NesSuggestionId

NesRejectReason = Literal["rejected", "ignored", "replaced", "cancelled"]


class RejectNesNotification(Annotated_, kw_only=True):
    session_id: SessionId
    id: NesSuggestionId
    reason: NesRejectReason | None = None


TOLERATED: frozenset[str] = frozenset(
    """
    AcceptNesNotification._meta
    AgentAuthCapabilities._meta
    AgentAuthCapabilities.logout
    AgentAuthCapabilities.status
    AgentCapabilities._meta
    AgentCapabilities.auth
    AgentCapabilities.loadSession
    AgentCapabilities.mcpCapabilities
    AgentCapabilities.nes
    AgentCapabilities.positionEncoding
    AgentCapabilities.promptCapabilities
    AgentCapabilities.providers
    AgentCapabilities.sessionCapabilities
    Annotations._meta
    Annotations.audience
    Annotations.lastModified
    Annotations.priority
    ArchiveSessionRequest._meta
    ArchiveSessionResponse._meta
    AudioContent._meta
    AudioContent.annotations
    AuthAccount._meta
    AuthAccount.active
    AuthAccount.email
    AuthAccount.name
    AuthAccount.organization
    AuthCapabilities._meta
    AuthCapabilities.terminal
    AuthMethod._meta
    AuthMethod.description
    AuthMethodAgent._meta
    AuthMethodAgent.description
    AuthMethodTerminal._meta
    AuthMethodTerminal.description
    AuthStatusCapabilities._meta
    AuthStatusRequest._meta
    AuthStatusResponse._meta
    AuthStatusResponse.accounts
    AuthStatusUpdateNotification._meta
    AuthStatusUpdateNotification.accounts
    AuthenticateRequest._meta
    AuthenticateResponse._meta
    AvailableCommand._meta
    AvailableCommand.input
    AvailableCommandInput._meta
    AvailableCommandsUpdate._meta
    AvailableCommandsUpdate.availableCommands
    BlobResourceContents._meta
    BlobResourceContents.mimeType
    BooleanConfigOptionCapabilities._meta
    BooleanPropertySchema._meta
    BooleanPropertySchema.default
    BooleanPropertySchema.description
    BooleanPropertySchema.title
    CancelNotification._meta
    CancelRequestNotification._meta
    ClientCapabilities._meta
    ClientCapabilities.auth
    ClientCapabilities.elicitation
    ClientCapabilities.fs
    ClientCapabilities.general
    ClientCapabilities.nes
    ClientCapabilities.plan
    ClientCapabilities.positionEncodings
    ClientCapabilities.session
    ClientCapabilities.subagents
    ClientCapabilities.terminal
    ClientNesCapabilities._meta
    ClientNesCapabilities.jump
    ClientNesCapabilities.rename
    ClientNesCapabilities.searchAndReplace
    ClientSessionCapabilities._meta
    ClientSessionCapabilities.compaction
    ClientSessionCapabilities.configOptions
    ClientSessionCapabilities.notices
    CloseNesRequest._meta
    CloseNesResponse._meta
    CloseSessionRequest._meta
    CloseSessionResponse._meta
    CompactionSummaryChunk._meta
    CompactionUpdate._meta
    CompactionUpdate.error
    CompactionUpdate.summary
    CompleteElicitationNotification._meta
    ConfigOptionUpdate._meta
    ConfigOptionUpdate.configOptions
    ConnectMcpRequest._meta
    ConnectMcpResponse._meta
    Content._meta
    ContentChunk._meta
    ContentChunk.messageId
    Cost._meta
    CreateElicitationRequest._meta
    CreateElicitationRequest.toolCallId
    CreateElicitationResponse._meta
    CreateTerminalRequest._meta
    CreateTerminalResponse._meta
    CurrentModeUpdate._meta
    DeleteSessionRequest._meta
    DeleteSessionResponse._meta
    DidChangeDocumentNotification._meta
    DidCloseDocumentNotification._meta
    DidFocusDocumentNotification._meta
    DidOpenDocumentNotification._meta
    DidSaveDocumentNotification._meta
    Diff._meta
    Diff.oldText
    DisableProviderRequest._meta
    DisableProviderResponse._meta
    DisconnectMcpRequest._meta
    DisconnectMcpResponse._meta
    ElicitationCapabilities._meta
    ElicitationCapabilities.form
    ElicitationCapabilities.url
    ElicitationFormCapabilities._meta
    ElicitationFormMode.toolCallId
    ElicitationPropertySchema._meta
    ElicitationPropertySchema.description
    ElicitationPropertySchema.title
    ElicitationSchema._meta
    ElicitationSchema.description
    ElicitationSchema.title
    ElicitationSchema.type
    ElicitationSessionScope.toolCallId
    ElicitationUrlCapabilities._meta
    ElicitationUrlMode.toolCallId
    EmbeddedResource._meta
    EmbeddedResource.annotations
    EmbeddedResourceResource._meta
    EmbeddedResourceResource.mimeType
    EnumOption._meta
    EnumOption.description
    EnvVariable._meta
    Error.data
    ErrorStopReason.error
    FileSystemCapabilities._meta
    FileSystemCapabilities.readTextFile
    FileSystemCapabilities.writeTextFile
    ForkSessionRequest._meta
    ForkSessionResponse._meta
    ForkSessionResponse.configOptions
    ForkSessionResponse.modes
    GeneralClientCapabilities.positionEncodings
    HttpHeader._meta
    IdleStateUpdate._meta
    IdleStateUpdate.error
    IdleStateUpdate.usage
    ImageContent._meta
    ImageContent.annotations
    ImageContent.uri
    Implementation._meta
    Implementation.title
    InitializeRequest._meta
    InitializeRequest.clientCapabilities
    InitializeRequest.clientInfo
    InitializeResponse._meta
    InitializeResponse.agentCapabilities
    InitializeResponse.agentInfo
    InitializeResponse.authMethods
    IntegerPropertySchema._meta
    IntegerPropertySchema.default
    IntegerPropertySchema.description
    IntegerPropertySchema.title
    KillTerminalRequest._meta
    KillTerminalResponse._meta
    ListProvidersRequest._meta
    ListProvidersResponse._meta
    ListSessionsRequest._meta
    ListSessionsResponse._meta
    ListSessionsResponse.nextCursor
    ListSessionsResponse.sessions
    LoadSessionRequest._meta
    LoadSessionResponse._meta
    LoadSessionResponse.configOptions
    LoadSessionResponse.modes
    LogoutCapabilities._meta
    LogoutRequest._meta
    LogoutResponse._meta
    McpCapabilities._meta
    McpCapabilities.acp
    McpCapabilities.http
    McpCapabilities.sse
    McpServer._meta
    McpServerAcp._meta
    McpServerHttp._meta
    McpServerSse._meta
    McpServerStdio._meta
    MessageMcpNotification._meta
    MessageMcpRequest._meta
    MessageMcpResponse._meta
    MultiSelectItems._meta
    MultiSelectPropertySchema._meta
    MultiSelectPropertySchema.default
    MultiSelectPropertySchema.description
    MultiSelectPropertySchema.title
    NesActionSuggestion._meta
    NesCapabilities._meta
    NesCapabilities.context
    NesCapabilities.events
    NesContextCapabilities._meta
    NesContextCapabilities.diagnostics
    NesContextCapabilities.editHistory
    NesContextCapabilities.openFiles
    NesContextCapabilities.recentFiles
    NesContextCapabilities.relatedSnippets
    NesContextCapabilities.userActions
    NesDiagnostic._meta
    NesDiagnosticsCapabilities._meta
    NesDocumentDidChangeCapabilities._meta
    NesDocumentDidCloseCapabilities._meta
    NesDocumentDidFocusCapabilities._meta
    NesDocumentDidOpenCapabilities._meta
    NesDocumentDidSaveCapabilities._meta
    NesDocumentEventCapabilities._meta
    NesDocumentEventCapabilities.didChange
    NesDocumentEventCapabilities.didClose
    NesDocumentEventCapabilities.didFocus
    NesDocumentEventCapabilities.didOpen
    NesDocumentEventCapabilities.didSave
    NesEditHistoryCapabilities._meta
    NesEditHistoryCapabilities.maxCount
    NesEditHistoryEntry._meta
    NesEditSuggestion._meta
    NesEditSuggestion.cursorPosition
    NesEventCapabilities._meta
    NesEventCapabilities.document
    NesExcerpt._meta
    NesJumpCapabilities._meta
    NesJumpSuggestion._meta
    NesOpenFile._meta
    NesOpenFile.lastFocusedMs
    NesOpenFile.visibleRange
    NesOpenFilesCapabilities._meta
    NesRecentFile._meta
    NesRecentFilesCapabilities._meta
    NesRecentFilesCapabilities.maxCount
    NesRelatedSnippet._meta
    NesRelatedSnippetsCapabilities._meta
    NesRenameCapabilities._meta
    NesRenameSuggestion._meta
    NesRepository._meta
    NesSearchAndReplaceCapabilities._meta
    NesSearchAndReplaceSuggestion._meta
    NesSuggestContext._meta
    NesTextEdit._meta
    NesUserAction._meta
    NesUserActionsCapabilities._meta
    NesUserActionsCapabilities.maxCount
    NewSessionRequest._meta
    NewSessionResponse._meta
    NewSessionResponse.configOptions
    NewSessionResponse.modes
    Notice._meta
    Notice.description
    NumberPropertySchema._meta
    NumberPropertySchema.default
    NumberPropertySchema.description
    NumberPropertySchema.title
    PermissionOption._meta
    Plan._meta
    Plan.entries
    PlanCapabilities._meta
    PlanEntry._meta
    PlanFile._meta
    PlanItems._meta
    PlanItems.entries
    PlanMarkdown._meta
    PlanRemoved._meta
    PlanUpdate._meta
    Position._meta
    PromptCapabilities._meta
    PromptCapabilities.audio
    PromptCapabilities.embeddedContext
    PromptCapabilities.image
    PromptRequest._meta
    PromptResponse._meta
    PromptResponse.usage
    ProviderCurrentConfig._meta
    ProviderInfo._meta
    ProviderInfo.supported
    ProvidersCapabilities._meta
    Range._meta
    ReadTextFileRequest._meta
    ReadTextFileResponse._meta
    RejectNesNotification._meta
    RejectNesNotification.reason
    ReleaseTerminalRequest._meta
    ReleaseTerminalResponse._meta
    RequestPermissionRequest._meta
    RequestPermissionResponse._meta
    RequiresActionStateUpdate._meta
    ResourceLink._meta
    ResourceLink.annotations
    ResourceLink.description
    ResourceLink.mimeType
    ResourceLink.size
    ResourceLink.title
    ResumeSessionRequest._meta
    ResumeSessionResponse._meta
    ResumeSessionResponse.configOptions
    ResumeSessionResponse.modes
    RunningStateUpdate._meta
    SelectedPermissionOutcome._meta
    SessionAdditionalDirectoriesCapabilities._meta
    SessionArchiveCapabilities._meta
    SessionCancelCapabilities._meta
    SessionCapabilities._meta
    SessionCapabilities.archive
    SessionCapabilities.close
    SessionCapabilities.delete
    SessionCapabilities.fork
    SessionCapabilities.list
    SessionCapabilities.resume
    SessionCapabilities.status
    SessionCapabilities.systemPrompt
    SessionCapabilities.title
    SessionCloseCapabilities._meta
    SessionConfigOption._meta
    SessionConfigOption.category
    SessionConfigOption.description
    SessionConfigOptionsCapabilities._meta
    SessionConfigOptionsCapabilities.boolean
    SessionConfigSelectGroup._meta
    SessionConfigSelectGroup.options
    SessionConfigSelectOption._meta
    SessionConfigSelectOption.description
    SessionDeleteCapabilities._meta
    SessionForkCapabilities._meta
    SessionInfo._meta
    SessionInfo.archived
    SessionInfo.title
    SessionInfo.updatedAt
    SessionInfoUpdate._meta
    SessionInfoUpdate.title
    SessionInfoUpdate.updatedAt
    SessionListCapabilities._meta
    SessionMessage._meta
    SessionMessage.content
    SessionMessage.recipientMessageId
    SessionMessage.recipientSessionId
    SessionMessage.senderMessageId
    SessionMessage.senderSessionId
    SessionMessageChunk._meta
    SessionMode._meta
    SessionMode.description
    SessionModeState._meta
    SessionModeState.availableModes
    SessionNotification._meta
    SessionResumeCapabilities._meta
    SessionRuntimeContextCapabilities._meta
    SessionStatusCapabilities._meta
    SessionStatusRequest._meta
    SessionStatusResponse._meta
    SessionSystemPromptCapabilities._meta
    SessionSystemPromptCapabilities.mode
    SessionSystemPromptModeCapabilities._meta
    SessionSystemPromptModeCapabilities.override
    SessionSystemPromptOverrideCapabilities._meta
    SessionTitleCapabilities._meta
    SetProviderRequest._meta
    SetProviderResponse._meta
    SetSessionConfigOptionRequest._meta
    SetSessionConfigOptionResponse._meta
    SetSessionConfigOptionResponse.configOptions
    SetSessionModeRequest._meta
    SetSessionModeResponse._meta
    SetSessionTitleRequest._meta
    SetSessionTitleResponse._meta
    StartNesRequest._meta
    StartNesRequest.repository
    StartNesRequest.workspaceUri
    StartNesResponse._meta
    StartNesResponse.configOptions
    StateUpdate._meta
    StateUpdate.error
    StateUpdate.usage
    StringMultiSelectItems._meta
    StringPropertySchema._meta
    StringPropertySchema.default
    StringPropertySchema.description
    StringPropertySchema.title
    SubagentCapabilities._meta
    SubagentSessionCapabilities._meta
    SubagentSessionCapabilities.cancel
    SubagentUpdate._meta
    SubagentUpdate.capabilities
    SubagentUpdate.description
    SubagentUpdate.state
    SubagentUpdate.title
    SuggestNesRequest._meta
    SuggestNesResponse._meta
    SystemPrompt._meta
    Terminal._meta
    TerminalExitStatus._meta
    TerminalExitStatus.exitCode
    TerminalExitStatus.signal
    TerminalOutputRequest._meta
    TerminalOutputResponse._meta
    TerminalOutputResponse.exitStatus
    TextContent._meta
    TextContent.annotations
    TextDocumentContentChangeEvent._meta
    TextResourceContents._meta
    TextResourceContents.mimeType
    TitledMultiSelectItems._meta
    ToolCall._meta
    ToolCall.content
    ToolCall.kind
    ToolCall.locations
    ToolCall.name
    ToolCall.rawInput
    ToolCall.rawOutput
    ToolCall.status
    ToolCallLocation._meta
    ToolCallLocation.line
    ToolCallUpdate._meta
    ToolCallUpdate.content
    ToolCallUpdate.kind
    ToolCallUpdate.locations
    ToolCallUpdate.name
    ToolCallUpdate.rawInput
    ToolCallUpdate.rawOutput
    ToolCallUpdate.status
    ToolCallUpdate.title
    UnarchiveSessionRequest._meta
    UnarchiveSessionResponse._meta
    UnknownStateUpdate._meta
    UnstructuredCommandInput._meta
    Usage._meta
    Usage.cachedReadTokens
    Usage.cachedWriteTokens
    Usage.thoughtTokens
    UsageUpdate._meta
    UsageUpdate.cost
    WaitForTerminalExitRequest._meta
    WaitForTerminalExitResponse._meta
    WaitForTerminalExitResponse.exitCode
    WaitForTerminalExitResponse.signal
    WorkspaceFolder._meta
    WriteTextFileRequest._meta
    WriteTextFileResponse._meta
    """.split()
)

NULLABLE: frozenset[str] = frozenset(
    """
    AuthMethod.args
    AuthMethod.env
    AuthMethodTerminal.args
    AuthMethodTerminal.env
    CreateTerminalRequest.args
    CreateTerminalRequest.env
    McpServer.args
    McpServer.env
    McpServer.headers
    McpServerHttp.headers
    McpServerSse.headers
    McpServerStdio.args
    McpServerStdio.env
    """.split()
)

SKIPPED: frozenset[str] = frozenset(
    """
    Annotations.audience
    AuthStatusResponse.accounts
    AuthStatusUpdateNotification.accounts
    AvailableCommandsUpdate.availableCommands
    ClientCapabilities.positionEncodings
    CompactionUpdate.summary
    ConfigOptionUpdate.configOptions
    ForkSessionResponse.configOptions
    GeneralClientCapabilities.positionEncodings
    InitializeResponse.authMethods
    ListSessionsResponse.sessions
    LoadSessionResponse.configOptions
    MultiSelectPropertySchema.default
    NewSessionResponse.configOptions
    Plan.entries
    PlanItems.entries
    ProviderInfo.supported
    ResumeSessionResponse.configOptions
    SessionConfigSelectGroup.options
    SessionMessage.content
    SessionModeState.availableModes
    SetSessionConfigOptionResponse.configOptions
    StartNesResponse.configOptions
    ToolCall.content
    ToolCall.locations
    ToolCallUpdate.content
    ToolCallUpdate.locations
    """.split()
)

__all__ = [
    "AcceptNesNotification",
    "AgentAuthCapabilities",
    "AgentCapabilities",
    "AgentMessageChunk",
    "AgentThoughtChunk",
    "Annotated_",
    "Annotations",
    "ArchiveSessionRequest",
    "ArchiveSessionResponse",
    "AudioContent",
    "AuthAccount",
    "AuthCapabilities",
    "AuthMethod",
    "AuthMethodAgent",
    "AuthMethodId",
    "AuthMethodTerminal",
    "AuthState",
    "AuthStatusCapabilities",
    "AuthStatusRequest",
    "AuthStatusResponse",
    "AuthStatusUpdateNotification",
    "AuthenticateRequest",
    "AuthenticateResponse",
    "AvailableCommand",
    "AvailableCommandInput",
    "AvailableCommandsUpdate",
    "BlobResourceContents",
    "BooleanConfigOptionCapabilities",
    "BooleanPropertySchema",
    "CancelNotification",
    "CancelRequestNotification",
    "CancelledPermissionOutcome",
    "ClientCapabilities",
    "ClientNesCapabilities",
    "ClientSessionCapabilities",
    "CloseNesRequest",
    "CloseNesResponse",
    "CloseSessionRequest",
    "CloseSessionResponse",
    "CompactionCapabilities",
    "CompactionId",
    "CompactionStatus",
    "CompactionSummaryChunk",
    "CompactionUpdate",
    "CompleteElicitationNotification",
    "ConfigOptionUpdate",
    "ConnectMcpRequest",
    "ConnectMcpResponse",
    "Content",
    "ContentBlock",
    "ContentChunk",
    "Cost",
    "CreateElicitationRequest",
    "CreateElicitationResponse",
    "CreateTerminalRequest",
    "CreateTerminalResponse",
    "CurrentModeUpdate",
    "DeleteSessionRequest",
    "DeleteSessionResponse",
    "DidChangeDocumentNotification",
    "DidCloseDocumentNotification",
    "DidFocusDocumentNotification",
    "DidOpenDocumentNotification",
    "DidSaveDocumentNotification",
    "Diff",
    "DisableProviderRequest",
    "DisableProviderResponse",
    "DisconnectMcpRequest",
    "DisconnectMcpResponse",
    "ElicitationAcceptAction",
    "ElicitationCapabilities",
    "ElicitationContentValue",
    "ElicitationFormCapabilities",
    "ElicitationFormMode",
    "ElicitationId",
    "ElicitationPropertySchema",
    "ElicitationRequestScope",
    "ElicitationSchema",
    "ElicitationSchemaType",
    "ElicitationSessionScope",
    "ElicitationUrlCapabilities",
    "ElicitationUrlMode",
    "EmbeddedResource",
    "EmbeddedResourceResource",
    "EnumOption",
    "EnvVariable",
    "Error",
    "ErrorCode",
    "ErrorStopReason",
    "FileSystemCapabilities",
    "ForkSessionRequest",
    "ForkSessionResponse",
    "GeneralClientCapabilities",
    "HttpHeader",
    "IdleStateUpdate",
    "ImageContent",
    "Implementation",
    "InitializeRequest",
    "InitializeResponse",
    "IntegerPropertySchema",
    "KillTerminalRequest",
    "KillTerminalResponse",
    "ListProvidersRequest",
    "ListProvidersResponse",
    "ListSessionsRequest",
    "ListSessionsResponse",
    "LlmProtocol",
    "LoadSessionRequest",
    "LoadSessionResponse",
    "LogoutCapabilities",
    "LogoutRequest",
    "LogoutResponse",
    "McpCapabilities",
    "McpConnectionId",
    "McpError",
    "McpRequestId",
    "McpServer",
    "McpServerAcp",
    "McpServerAcpId",
    "McpServerHttp",
    "McpServerSse",
    "McpServerStdio",
    "Message",
    "MessageId",
    "MessageMcpNotification",
    "MessageMcpRequest",
    "MessageMcpResponse",
    "MultiSelectItems",
    "MultiSelectPropertySchema",
    "NULLABLE",
    "NesActionSuggestion",
    "NesCapabilities",
    "NesContextCapabilities",
    "NesDiagnostic",
    "NesDiagnosticSeverity",
    "NesDiagnosticsCapabilities",
    "NesDocumentDidChangeCapabilities",
    "NesDocumentDidCloseCapabilities",
    "NesDocumentDidFocusCapabilities",
    "NesDocumentDidOpenCapabilities",
    "NesDocumentDidSaveCapabilities",
    "NesDocumentEventCapabilities",
    "NesEditHistoryCapabilities",
    "NesEditHistoryEntry",
    "NesEditSuggestion",
    "NesEventCapabilities",
    "NesExcerpt",
    "NesJumpCapabilities",
    "NesJumpSuggestion",
    "NesOpenFile",
    "NesOpenFilesCapabilities",
    "NesRecentFile",
    "NesRecentFilesCapabilities",
    "NesRejectReason",
    "NesRelatedSnippet",
    "NesRelatedSnippetsCapabilities",
    "NesRenameCapabilities",
    "NesRenameSuggestion",
    "NesRepository",
    "NesSearchAndReplaceCapabilities",
    "NesSearchAndReplaceSuggestion",
    "NesSuggestContext",
    "NesSuggestion",
    "NesSuggestionId",
    "NesTextEdit",
    "NesTriggerKind",
    "NesUserAction",
    "NesUserActionsCapabilities",
    "NewSessionRequest",
    "NewSessionResponse",
    "Notice",
    "NoticeCapabilities",
    "NoticeSeverity",
    "NumberPropertySchema",
    "PermissionOption",
    "PermissionOptionId",
    "PermissionOptionKind",
    "Plan",
    "PlanCapabilities",
    "PlanEntry",
    "PlanEntryPriority",
    "PlanEntryStatus",
    "PlanFile",
    "PlanId",
    "PlanItems",
    "PlanMarkdown",
    "PlanRemoved",
    "PlanUpdate",
    "PlanUpdateContent",
    "Position",
    "PositionEncodingKind",
    "PromptCapabilities",
    "PromptRequest",
    "PromptResponse",
    "ProtocolVersion",
    "ProviderCurrentConfig",
    "ProviderId",
    "ProviderInfo",
    "ProvidersCapabilities",
    "Range",
    "ReadTextFileRequest",
    "ReadTextFileResponse",
    "RejectNesNotification",
    "ReleaseTerminalRequest",
    "ReleaseTerminalResponse",
    "RequestId",
    "RequestPermissionOutcome",
    "RequestPermissionRequest",
    "RequestPermissionResponse",
    "RequiresActionStateUpdate",
    "ResourceLink",
    "ResumeSessionRequest",
    "ResumeSessionResponse",
    "Role",
    "RunningStateUpdate",
    "RuntimeContextItem",
    "SKIPPED",
    "SelectedPermissionOutcome",
    "SessionAdditionalDirectoriesCapabilities",
    "SessionArchiveCapabilities",
    "SessionArchiveFilter",
    "SessionCancelCapabilities",
    "SessionCapabilities",
    "SessionCloseCapabilities",
    "SessionConfigBoolean",
    "SessionConfigGroupId",
    "SessionConfigId",
    "SessionConfigOption",
    "SessionConfigOptionCategory",
    "SessionConfigOptionsCapabilities",
    "SessionConfigSelect",
    "SessionConfigSelectGroup",
    "SessionConfigSelectOption",
    "SessionConfigSelectOptions",
    "SessionConfigValueId",
    "SessionDeleteCapabilities",
    "SessionForkCapabilities",
    "SessionId",
    "SessionInfo",
    "SessionInfoUpdate",
    "SessionListCapabilities",
    "SessionMessage",
    "SessionMessageChunk",
    "SessionMode",
    "SessionModeId",
    "SessionModeState",
    "SessionNotification",
    "SessionResumeCapabilities",
    "SessionRuntimeContextCapabilities",
    "SessionStatus",
    "SessionStatusCapabilities",
    "SessionStatusRequest",
    "SessionStatusResponse",
    "SessionSystemPromptCapabilities",
    "SessionSystemPromptModeCapabilities",
    "SessionSystemPromptOverrideCapabilities",
    "SessionTitleCapabilities",
    "SessionUpdate",
    "SetProviderRequest",
    "SetProviderResponse",
    "SetSessionConfigOptionRequest",
    "SetSessionConfigOptionResponse",
    "SetSessionModeRequest",
    "SetSessionModeResponse",
    "SetSessionTitleRequest",
    "SetSessionTitleResponse",
    "StartNesRequest",
    "StartNesResponse",
    "StateUpdate",
    "StopReason",
    "StringFormat",
    "StringMultiSelectItems",
    "StringPropertySchema",
    "SubagentCapabilities",
    "SubagentSessionCapabilities",
    "SubagentUpdate",
    "SuggestNesRequest",
    "SuggestNesResponse",
    "SystemPrompt",
    "SystemPromptMode",
    "TOLERATED",
    "Terminal",
    "TerminalExitStatus",
    "TerminalId",
    "TerminalOutputRequest",
    "TerminalOutputResponse",
    "TextContent",
    "TextDocumentContentChangeEvent",
    "TextDocumentSyncKind",
    "TextResourceContents",
    "TitledMultiSelectItems",
    "ToolCall",
    "ToolCallContent",
    "ToolCallId",
    "ToolCallLocation",
    "ToolCallProgress",
    "ToolCallStatus",
    "ToolCallUpdate",
    "ToolKind",
    "UnarchiveSessionRequest",
    "UnarchiveSessionResponse",
    "UnknownStateUpdate",
    "UnstructuredCommandInput",
    "Usage",
    "UsageUpdate",
    "UserMessageChunk",
    "WaitForTerminalExitRequest",
    "WaitForTerminalExitResponse",
    "WorkspaceFolder",
    "WriteTextFileRequest",
    "WriteTextFileResponse",
]
