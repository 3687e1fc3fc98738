"""A tool: one definition from which schemas, MCP tools, the CLI and the agent's tools are derived.

A tool does not know its caller. It gets a Workspace, its decoded arguments and a Call (the caller's Stop, its
listeners and its editor's services), and returns its Result or raises a WorkspaceError.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

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
ToolKind = Literal["read", "edit", "search", "execute", "fetch", "other"]
"""What the calls of a tool do, in the words of ACP's tool kinds."""


class ToolArgs(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Arguments with WAP's names; an unknown argument is an error, so that a typo does not select a default.

    Example: `class Args(ToolArgs, frozen=True): path: str`.
    """

    def __post_init__(self) -> None:
        """Raise TypeError for a value of another type, which only a caller in Python can pass: `Tool.call` decodes
        plain data."""
        for name, kinds, item_kinds in _field_kinds(type(self)):
            value = getattr(self, name)
            if kinds and not isinstance(value, kinds):
                raise TypeError(f"{name} must be {_kind_names(kinds)}, not {type(value).__name__}")
            if item_kinds and isinstance(value, list):
                for number, item in enumerate(cast(list[object], value)):
                    if not isinstance(item, item_kinds):
                        raise TypeError(
                            f"{name}[{number}] must be {_kind_names(item_kinds)}, not {type(item).__name__}; "
                            "plain data is for Tool.call, as in TOOLS[name].call(workspace, data)"
                        )


_Kinds = tuple[type, ...]


@cache
def _field_kinds(kind: type[msgspec.Struct]) -> tuple[tuple[str, _Kinds, _Kinds], ...]:
    """Return each field with the classes that its value may have, and those of the items of a list."""
    found: list[tuple[str, _Kinds, _Kinds]] = []
    for name, hint in get_type_hints(kind).items():
        if name in kind.__struct_fields__:
            kinds, item_kinds = _classes(hint)
            found.append((name, kinds, item_kinds))
    return tuple(found)


def _classes(hint: Any) -> tuple[_Kinds, _Kinds]:
    """Return the classes of a type hint and of its list items; empty where they are not known."""
    origin = get_origin(hint)
    if origin is Literal:
        values: tuple[object, ...] = get_args(hint)
        return tuple({type(value) for value in values}), ()
    if origin in (Union, UnionType):
        parts = [_classes(part) for part in get_args(hint)]
        if any(not kinds for kinds, _ in parts):
            return (), ()
        return tuple(k for kinds, _ in parts for k in kinds), tuple(k for _, items in parts for k in items)
    if origin is list:
        return (list,), _classes(get_args(hint)[0])[0]
    if isinstance(origin, type):
        return (origin,), ()
    return ((hint,), ()) if isinstance(hint, type) else ((), ())


def _kind_names(kinds: _Kinds) -> str:
    names = [kind.__name__ for kind in kinds if kind not in (msgspec.UnsetType, type(None))]
    return f"a {' or '.join(names)}"


class ToolResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A response with WAP's names; optional fields that were not requested are absent.

    Example: `class Result(ToolResult, frozen=True): lines: int`.
    """


ArgsT = TypeVar("ArgsT", bound=ToolArgs)
ResultT = TypeVar("ResultT", bound=ToolResult)


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of a call, in the terms of MCP's annotations.

    Example: `Effects(read_only=True, idempotent=True)`.
    """

    read_only: bool
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """An example call for a model, with its purpose.

    Example: `Example("Read a file", {"path": "README.md"})`.
    """

    purpose: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TitleArguments:
    """The arguments that a call's title quotes. A model wrote them, so they have any type and any size.

    Example: `TitleArguments({"path": "a.txt"}).text("path")` returns `"a.txt"`.
    """

    given: Mapping[str, Any]

    def get(self, name: str) -> object:
        """The argument as it was sent; None if it was not sent."""
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
        """Any value as text, truncated first: a model may write megabytes."""
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
    """One line about a result.

    Example: `TextLine("3 lines")`.
    """

    text: str


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text that is shown verbatim in a block.

    Example: `TextBlock("verbatim")`.
    """

    text: str


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """The output streams of a command; the caller may have shown them already while it ran.

    Example: `CommandOutput(("on stdout", "on stderr"))`.
    """

    streams: tuple[str, ...]


ResultPart = TextLine | TextBlock | CommandOutput


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """A question to a person: may `tool` write the sensitive file at `path`, or run `command` with the network?

    Example: `Call(ask_consent=lambda question: input(question.path) == "y")`.
    """

    tool: str
    path: str = ""
    reason: str = ""
    command: str = ""
    """A command that wants to use the network; empty for a file."""


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
    """One call in progress: its Stop, its listeners and the editor's services. Listeners run in worker
    threads.

    Example: `Call(stop=Stop(5.0), on_output=lambda stream, text: print(text))`.
    """

    stop: Stop = field(default_factory=Stop)
    on_progress: Callable[[float, float | None, str], None] = _ignore_progress
    on_output: Callable[[Stream, str], None] = _ignore_output
    ask_consent: Callable[[ConsentRequest], bool] = _deny_consent
    """Called from the worker thread before a sensitive file is written; the default denies."""
    on_change: Callable[[FileChange], None] = _ignore_change
    """Called just before a file is changed, and in a dry run; not if nothing would change. An exception that
    it raises prevents the change."""
    expected_state: ExpectedState | None = None
    """The state that writeFile or modifyFile must find; checked like expectedHash."""
    expected_folder: str | None = None
    """The canonical folder that executeCommand must run in; None: any."""
    allow_private_addresses: bool = False
    """Whether fetchUrl may ask hosts that are not on the public internet."""
    buffers: EditorBuffers | None = None
    """The editor's unsaved texts; if set, files are read from and written to the editor."""
    terminals: EditorTerminals | None = None
    """The editor's terminals; if set, commands run there, outside the sandbox."""

    @property
    def has_change_listener(self) -> bool:
        """Whether `on_change` is set; otherwise its texts need not be built."""
        return self.on_change is not _ignore_change


@dataclass(frozen=True, slots=True, eq=False)
class Tool(Generic[ArgsT, ResultT]):
    """The definition of a tool. The fields with a default declare how it is shown.

    Example: `TOOLS["readFile"].call(workspace, {"path": "README.md"})`.
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
        """Convert plain data to this tool's Args; raise InvalidArgument for anything unexpected."""
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
        """Decode the arguments and run the tool. Raises only WorkspaceErrors."""
        args = self.decode(arguments)
        try:
            return self.run(workspace, args, call or Call())
        except OSError as error:  # the disk failed during a permitted operation
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
        """The allowed values, if the error is about a value that is not one of them; else empty."""
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
        """The names of the arguments, optional ones last and marked with a question mark."""
        fields = sorted(msgspec.structs.fields(self.args), key=lambda field: not field.required)
        return [field.encode_name if field.required else f"{field.encode_name}?" for field in fields]

    def input_schema(self) -> dict[str, Any]:
        return _json_schema(self.args)

    def output_schema(self) -> dict[str, Any]:
        return _json_schema(self.result)


def _floats_to_integers(value: object) -> object:
    """JSON has one type of number: 10.0 is the integer 10, as in JSON Schema."""
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
