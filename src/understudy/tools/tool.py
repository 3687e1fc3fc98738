"""What a tool is: one definition from which schemas, MCP tools, the CLI and the agent's tools are made.

A tool never sees who called it. It gets a Workspace, its decoded arguments and a Call (the caller's stop
signal and listeners, and what the caller's editor lends), and returns its Result or raises a WorkspaceError.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, cast

import msgspec

from understudy.msgspec_errors import parse_validation_error
from understudy.tools.editor_api import EditorBuffers, EditorTerminals, ExpectedState, FileChange
from understudy.tools.limits import MAX_TITLE_ARGUMENT_CHARS, MAX_TITLE_LIST_ITEMS
from understudy.workspace import ExecutionFailed, InvalidArgument, Stop, Workspace

__all__ = [
    "ArgsT",
    "Call",
    "CommandOutput",
    "ConsentRequest",
    "Effects",
    "Example",
    "ResultPart",
    "ResultT",
    "TextBlock",
    "TextLine",
    "TitleArguments",
    "Tool",
    "ToolArgs",
    "ToolKind",
    "ToolResult",
]

Stream = Literal["stdout", "stderr"]
ToolKind = Literal["read", "edit", "search", "execute", "other"]
"""What the calls of a tool do, in the words of ACP's tool kinds."""


class ToolArgs(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Arguments as WAP names them; an unknown one is an error, so that a typo is not a default."""


class ToolResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A response as WAP names it; optional fields that were not asked for are absent."""


ArgsT = TypeVar("ArgsT", bound=ToolArgs)
ResultT = TypeVar("ResultT", bound=ToolResult)


@dataclass(frozen=True, slots=True)
class Effects:
    """What a call may do to the world, in the words of MCP's annotations."""

    read_only: bool
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A call worth showing to a model, with what it is for."""

    purpose: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TitleArguments:
    """A call's arguments as its title quotes them: bounded in size and of any type, because a model wrote
    them.
    """

    given: Mapping[str, Any]

    def get(self, name: str) -> object:
        """The argument as it was sent; None if it was not."""
        return self.given.get(name)

    def text(self, name: str, default: str = "") -> str:
        """The argument as text; `default` if it was not sent."""
        return self.quote(self.given.get(name, default))

    def join(self, name: str) -> str:
        """The items of a list argument, separated by commas."""
        value = self.given.get(name)
        items = cast(list[object], value)[:MAX_TITLE_LIST_ITEMS] if isinstance(value, list) else []
        return ", ".join(map(self.quote, items))

    @staticmethod
    def quote(value: object) -> str:
        """Any value as text, cut before anything else is done with it."""
        match value:
            case str() if len(value) > MAX_TITLE_ARGUMENT_CHARS:
                return f"{value[:MAX_TITLE_ARGUMENT_CHARS]}…"
            case str():
                return value
            case int() if abs(value) < 1 << 32:
                return str(value)
            case _:
                return "…"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line about a result, in our own words."""

    text: str


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text that is shown unchanged, in a block of its own."""

    text: str


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """The output streams of a command, which a caller may have shown already while it ran."""

    streams: tuple[str, ...]


ResultPart = TextLine | TextBlock | CommandOutput


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """A question to a person: may `tool` write the sensitive file at `path`?"""

    tool: str
    path: str
    reason: str


def _ignore_progress(done: float, total: float | None, message: str) -> None:
    del done, total, message


def _ignore_output(stream: Stream, text: str) -> None:
    del stream, text


def _ignore_change(change: FileChange) -> None:
    del change


def _deny_consent(question: ConsentRequest) -> bool:
    del question
    return False


@dataclass(slots=True)
class Call:
    """One call in progress: how to stop it and who listens. Listeners are called from worker threads."""

    stop: Stop = field(default_factory=Stop)
    on_progress: Callable[[float, float | None, str], None] = _ignore_progress
    on_output: Callable[[Stream, str], None] = _ignore_output
    ask_consent: Callable[[ConsentRequest], bool] = _deny_consent
    """Asked, from the worker thread, before a sensitive file is written; nobody there means no."""
    on_change: Callable[[FileChange], None] = _ignore_change
    """Told of a change of a file just before it is made, and in a dry run; not if nothing would change. What
    it raises stops the change."""
    expected_state: ExpectedState | None = None
    """How the file must be when writeFile or modifyFile changes it: checked like expectedHash."""
    expected_folder: str | None = None
    """The canonical folder that executeCommand must run in; None: wherever workingDirectory leads."""
    buffers: EditorBuffers | None = None
    """The editor's unsaved texts, which files are then read from and written to."""
    terminals: EditorTerminals | None = None
    """The editor's terminals, in which commands are then run, outside our sandbox."""

    @property
    def has_change_listener(self) -> bool:
        """Whether anybody listens to `on_change`; else its texts need not be put together."""
        return self.on_change is not _ignore_change


@dataclass(frozen=True, slots=True, eq=False)
class Tool(Generic[ArgsT, ResultT]):
    """The definition of a tool. The fields with a default say how it is shown; none of them is needed to use
    it.
    """

    name: str
    title: str
    description: str
    args: type[ArgsT]
    result: type[ResultT]
    run: Callable[[Workspace, ArgsT, Call], ResultT]
    effects: Effects
    examples: tuple[Example, ...]
    kind: ToolKind = "other"
    pending_title: str = ""
    """The title of a call whose arguments are still being written; `title` if empty."""
    format_title: Callable[[TitleArguments], str] | None = None
    """The title of a call with its arguments; `title` if there is none."""
    format_result: Callable[[ResultT], Sequence[ResultPart]] | None = None
    """What a person is shown of a result; its JSON if there is none."""
    guidance: tuple[str, ...] = ()
    """Sentences for the system prompt of an agent that has the tool. Tools may share one."""

    def call_title(self, arguments: object) -> str:
        """The title of a call. `arguments` are as a model wrote them, which may be anything."""
        if self.format_title is None:
            return self.title
        given = cast(Mapping[str, Any], arguments) if isinstance(arguments, Mapping) else dict[str, Any]()
        return self.format_title(TitleArguments(given))

    def result_parts(self, result: ResultT) -> Sequence[ResultPart]:
        """What a person is shown of a result."""
        if self.format_result is None:
            return (TextBlock(msgspec.json.encode(result).decode()),)
        return self.format_result(result)

    def decode(self, arguments: object) -> ArgsT:
        """Turn plain data into this tool's Args, strictly."""
        try:
            return msgspec.convert(_floats_to_integers(arguments), self.args)
        except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
            known = ", ".join(self.parameter_names()) or "none"
            problem = f"{_explain_validation_error(error)}{self._allowed_values(str(error))}"
            raise InvalidArgument(
                f"{problem}.",
                "bad_arguments",
                prefix=f"{self.name}: ",
                advice=f"Its arguments: {known}.",
                tool=self.name,
            ) from None

    def call(self, workspace: Workspace, arguments: object, call: Call | None = None) -> ResultT:
        """Decode, then run. Raises nothing but WorkspaceErrors."""
        args = self.decode(arguments)
        try:
            return self.run(workspace, args, call or Call())
        except OSError as error:  # the disk failed in the middle of something that was allowed
            raise ExecutionFailed(
                f"the operating system says {error.strerror}.",
                "os_error",
                prefix=f"{self.name}: ",
                errno=error.errno,
            ) from error
        except (RecursionError, MemoryError, UnicodeError) as error:
            raise ExecutionFailed(
                f"{self.name} could not cope with this input ({type(error).__name__}).",
                "internal",
                advice="Ask for less at a time.",
            ) from error

    def _allowed_values(self, message: str) -> str:
        """If a value is not one of the few that there are: which there are."""
        named = re.search(r"^Invalid (?:enum )?value .* - at `\$.*?\.?(\w+)`$", message)
        if named is None:
            return ""
        schema = self.input_schema()
        shapes: list[dict[str, Any]] = [schema, *schema.get("$defs", {}).values()]
        allowed = [
            choice
            for shape in shapes
            for choice in shape.get("properties", {}).get(named[1], {}).get("enum", ())
        ]
        return f"; use one of {', '.join(allowed)}" if allowed else ""

    def parameter_names(self) -> list[str]:
        """The arguments by name, optional ones last and marked with a question mark."""
        fields = sorted(msgspec.structs.fields(self.args), key=lambda field: not field.required)
        return [field.encode_name if field.required else f"{field.encode_name}?" for field in fields]

    def input_schema(self) -> dict[str, Any]:
        return _json_schema(self.args)

    def output_schema(self) -> dict[str, Any]:
        return _json_schema(self.result)


def _floats_to_integers(value: object) -> object:
    """JSON has one kind of number: 10.0 is the integer 10, as the schemas say."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _floats_to_integers(item) for key, item in cast(dict[object, object], value).items()}
        case list():
            return [_floats_to_integers(item) for item in cast(list[object], value)]
        case _:
            return value


def _explain_validation_error(error: Exception) -> str:
    """A validator's message in words that need no knowledge of the validator."""
    problem = parse_validation_error(error)
    match problem.kind:
        case "missing":
            explanation = f"the argument {problem.name} is missing"
        case "unknown":
            explanation = f"there is no argument {problem.name}"
        case "invalid":
            explanation = problem.message.replace("`", "'")
    return f"{explanation} (at {problem.path})" if problem.path else explanation


def _json_schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A self-contained JSON Schema: an object at the top, its parts under $defs."""
    (top,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = top["$ref"].rsplit("/", 1)[-1]
    schema: dict[str, Any] = {**parts.pop(name)}
    required = schema.get("required", [])
    properties: dict[str, Any] = schema["properties"]
    schema["properties"] = dict(sorted(properties.items(), key=lambda item: item[0] not in required))
    if parts:
        schema["$defs"] = parts
    return schema
