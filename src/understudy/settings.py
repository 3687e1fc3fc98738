"""Every setting of Understudy, declared once.

A setting is a field of one of the structs below: the field's name is its key in config.toml (in the table [nes] for
those of `NesConfig`), its type and default are those of the value, and its `Setting` names the flag, the
environment variable, the help text and, where a running session can change it, the ACP config option.

Derived from the declarations: the flags of `understudy acp` (`add_flags`), the decoder of the config file and the
sentences about wrong values (`expected_values`), the lookup in command line, environment and file
(`understudy.cli.config.sources`), what the chat and the next-edit service are given (`ChatDependencies.settings`,
`NesSetup`), and the config options of a NES session (`understudy.nes.options`).

Not here: where the config file is and how it is read (`understudy.cli.config`). Imports nothing but msgspec,
because `understudy acp` loads this module at start.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

__all__ = [
    "ChatSettings",
    "CommandSettings",
    "DeclaredSetting",
    "Eagerness",
    "EngineName",
    "Hook",
    "HooksConfig",
    "ModeName",
    "NesConfig",
    "NesOptions",
    "NetworkName",
    "NetworkSetting",
    "PermissionRule",
    "PermissionsConfig",
    "ProviderConfig",
    "ReadableSetting",
    "SandboxName",
    "SessionOption",
    "Setting",
    "TrustName",
    "add_flags",
    "declared_settings",
    "expected_values",
]

ModeName = Literal["ask", "edit", "read-only", "full"]
EngineName = Literal["symbolic", "hybrid", "model"]
Eagerness = Literal["low", "medium", "high"]
TrustName = Literal["ask", "always", "never"]
SandboxName = Literal["auto", "bubblewrap", "landlock", "require", "off"]
NetworkName = Literal["deny", "ask", "allow"]

VariableName = Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]
TokenCount = Annotated[int, Meta(ge=1, le=100_000_000)]

_URL_EXAMPLE: Final = 'a text such as "http://localhost:8080/v1"'
_VARIABLE_EXAMPLE: Final = 'the name of an environment variable, such as "MY_SERVER_KEY"'


class SessionOption(Struct, frozen=True):
    """How a setting appears among the config options of an ACP session."""

    name: str
    description: str
    category: str | None = None
    labels: Mapping[str, tuple[str, str]] = {}
    """For a setting with several values: the name and the description of each."""


class Setting(Struct, frozen=True):
    """Everything about a setting that its type and default do not say."""

    help: str = ""
    flag: str | None = None
    metavar: str | None = None
    variable: str | None = None
    """The environment variable that gives it."""
    expected: str = ""
    """The end of the sentence "KEY must be …"; derived from the type where it is a choice or a boolean."""
    option: SessionOption | None = None
    in_config: bool = True
    """False for a setting that only a flag gives; the flag then has the default."""


class ChatSettings(Struct, frozen=True):
    """Settings of the chat, at the top level of config.toml."""

    model: Annotated[
        str | None,
        Setting(
            "the model that answers",
            flag="--model",
            metavar="PROVIDER:NAME",
            variable="UNDERSTUDY_MODEL",
            expected='a text such as "anthropic:NAME"',
        ),
    ] = None
    base_url: Annotated[
        str | None,
        Setting(
            "base URL of the provider",
            flag="--base-url",
            metavar="URL",
            variable="UNDERSTUDY_BASE_URL",
            expected=_URL_EXAMPLE,
        ),
    ] = None
    models: Annotated[
        tuple[str, ...], Setting(expected='a list of texts such as ["anthropic:NAME", "ollama:NAME"]')
    ] = ()
    """Models to offer besides `model`."""
    max_steps: Annotated[int, Meta(ge=1, le=10_000), Setting(expected="a whole number from 1 to 10000")] = 50
    """Requests to the model in one turn."""
    max_output_tokens: Annotated[TokenCount | None, Setting(expected="a whole number from 1 on")] = None
    """Tokens of one response of the model."""
    context_window: Annotated[
        Annotated[int, Meta(ge=1024, le=100_000_000)] | None, Setting(expected="a whole number from 1024 on")
    ] = None
    auto_compact: Annotated[bool, Setting()] = True
    """Whether the model summarises the conversation when its window is nearly full."""
    web_fetch: Annotated[
        bool, Setting("let the model fetch pages of the web, under the network policy (the tool fetchUrl)")
    ] = False
    web_fetch_private: Annotated[bool, Setting()] = False
    """Whether fetchUrl may ask hosts that are not on the public internet, such as this machine."""
    mode: Annotated[ModeName, Setting()] = "ask"
    """The permission mode that a session starts with."""
    trust_folders: Annotated[
        TrustName,
        Setting(
            "whether to read a folder's instructions (AGENTS.md, skills): ask once, always, never (default: ask)",
            flag="--trust-folders",
        ),
    ] = "ask"
    """Whether the instruction files of a folder are read that was never trusted."""
    sensitive_files: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^[^\x00]{1,200}$")], ...],
        Setting(expected='a list of patterns such as ["deploy/", "*.tf"]'),
    ] = ()
    """Files besides the well-known ones that are not written without consent."""


class NesOptions(Struct, frozen=True):
    """Settings of next edit suggestions that a running session can change."""

    enabled: Annotated[
        bool, Setting(option=SessionOption("Next edit suggestions", "Whether edits are suggested."))
    ] = True
    completion: Annotated[
        bool,
        Setting(
            option=SessionOption(
                "Completion", "Whether the line is completed while you type. Needs no model and no network."
            )
        ),
    ] = True
    """Whether the line at the cursor is completed. Without `enabled` nothing is."""
    engine: Annotated[
        EngineName,
        Setting(
            "symbolic learns from your edits; hybrid asks a model if that has no suggestion",
            flag="--nes-engine",
            option=SessionOption(
                "Engine",
                "What the suggestions come from.",
                "model",
                {
                    "symbolic": (
                        "Symbolic",
                        "Learns from your last edits, here and at once. No model, no network.",
                    ),
                    "hybrid": (
                        "Symbolic, then model",
                        "Asks the model where the symbolic engine has no answer.",
                    ),
                    "model": ("Model", "Asks the model each time."),
                },
            ),
        ),
    ] = "symbolic"
    """`hybrid` asks the model only where the symbolic engine has no suggestion."""
    eagerness: Annotated[
        Eagerness,
        Setting(
            "how certain a suggestion must be (default: medium)",
            flag="--nes-eagerness",
            option=SessionOption(
                "Eagerness",
                "How certain a suggestion must be to be shown.",
                None,
                {
                    "low": ("Low", "Only what is quite certain."),
                    "medium": ("Medium", "What is right about seven times in ten."),
                    "high": ("High", "More suggestions, more of them wrong."),
                },
            ),
        ),
    ] = "medium"
    remember: Annotated[
        bool,
        Setting(
            option=SessionOption(
                "Remember",
                "Whether accepted and rejected suggestions count in later sessions. No source text is kept.",
            )
        ),
    ] = True
    """Whether accepted and rejected suggestions count in later sessions."""


class NesConfig(NesOptions, frozen=True, forbid_unknown_fields=True):
    """The table [nes] of config.toml."""

    model: Annotated[
        str | None,
        Setting(
            "a model made for next edits, such as zeta2 or qwen:NAME",
            flag="--nes-model",
            metavar="FORMAT[:MODEL]",
            variable="UNDERSTUDY_NES_MODEL",
            expected='a text such as "zeta2" or "qwen:qwen2.5-coder:1.5b"',
        ),
    ] = None
    url: Annotated[
        str | None,
        Setting(
            "the server that runs it, OpenAI-compatible or Ollama",
            flag="--nes-url",
            metavar="URL",
            variable="UNDERSTUDY_NES_URL",
            expected=_URL_EXAMPLE,
        ),
    ] = None
    api_key_env: Annotated[
        VariableName | None,
        Setting(
            "the environment variable that holds its key",
            flag="--nes-key-env",
            metavar="NAME",
            expected=_VARIABLE_EXAMPLE,
        ),
    ] = None
    store_index: Annotated[bool, Setting()] = True
    """Whether the index of the workspace (file names and what they may contain, no text) is kept between starts."""


class ProviderConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A table [providers.NAME] of config.toml."""

    base_url: Annotated[str | None, Setting(expected=_URL_EXAMPLE)] = None
    api_key_env: Annotated[VariableName | None, Setting(expected=_VARIABLE_EXAMPLE)] = None


class PermissionRule(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of `allow` in the table [permissions] of config.toml: what a tool may do without asking.

    Example: `PermissionRule("/home/me/app", "executeCommand", command="git status")`.
    """

    folder: Annotated[str, Meta(min_length=1, max_length=4096)]
    """The action must be in this folder or below; `~/` is the home folder."""
    tool: Annotated[str, Meta(min_length=1, max_length=128)]
    """The name of a tool, such as writeFile, executeCommand or that of an MCP server's tool."""
    path: Annotated[str, Meta(min_length=1, max_length=1024)] | None = None
    """For a tool that changes files: a glob for paths below the folder, such as `docs/**`; None means all."""
    command: Annotated[str, Meta(min_length=1, max_length=4096)] | None = None
    """For executeCommand: the words that the command begins with."""


class PermissionsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The table [permissions] of config.toml."""

    allow: Annotated[
        tuple[PermissionRule, ...],
        Setting(
            expected='a list such as [{ folder = "~/app", tool = "executeCommand", command = "git status" }]'
        ),
    ] = ()


class Hook(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a list in the table [hooks] of config.toml: a command that runs by itself.

    Example: `Hook("ruff format .", tools=("writeFile", "modifyFile"))`.
    """

    command: Annotated[str, Meta(min_length=1, max_length=8192)]
    tools: tuple[Annotated[str, Meta(min_length=1, max_length=128)], ...] = ()
    """Only for calls of these tools; empty means all."""
    folder: Annotated[str, Meta(min_length=1, max_length=4096)] | None = None
    """Only in sessions whose first root is this folder or below it; None means everywhere."""
    timeout: Annotated[int, Meta(ge=1, le=600)] = 60
    """Seconds."""


_HOOK_EXAMPLE: Final = 'a list such as [{ command = "ruff format .", tools = ["writeFile"] }]'


class HooksConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The table [hooks] of config.toml."""

    before_tool: Annotated[tuple[Hook, ...], Setting(expected=_HOOK_EXAMPLE)] = ()
    """Run before a call; a command that fails rejects the call."""
    after_tool: Annotated[tuple[Hook, ...], Setting(expected=_HOOK_EXAMPLE)] = ()
    """Run after a call that did not fail; the model sees what a failing one prints."""
    turn_end: Annotated[tuple[Hook, ...], Setting(expected=_HOOK_EXAMPLE)] = ()
    """Run at the end of a turn that changed a file."""


NetworkSetting = Annotated[
    NetworkName | None,
    Setting(
        "whether a command that wants the network gets it (default: ask; where nobody can be asked, deny)",
        flag="--network",
        expected='one of "deny", "ask", "allow"',
    ),
]


ReadableSetting = Annotated[
    tuple[str, ...],
    Setting(
        "let commands read this folder or file too",
        flag="--readable",
        metavar="DIR",
        expected='a list of absolute paths such as ["/srv/data", "~/models"]',
    ),
]


class CommandSettings(Struct, frozen=True):
    """Settings of the commands that tools run. Flags give them, and config.toml those that are safe to keep."""

    sandbox: Annotated[
        SandboxName,
        Setting(
            "the sandbox of commands (default: auto, the strongest that works here; require: bubblewrap or none)",
            flag="--sandbox",
            in_config=False,
        ),
    ] = "auto"
    pass_env: Annotated[
        tuple[str, ...],
        Setting(
            "let commands inherit this environment variable too",
            flag="--pass-env",
            metavar="NAME",
            in_config=False,
        ),
    ] = ()
    network: NetworkSetting = None
    readable: ReadableSetting = ()


class DeclaredSetting(Struct, frozen=True):
    """A setting as it is declared: a field of one of the structs above."""

    name: str
    setting: Setting
    kind: Any
    """The type of its values, without `None`."""
    annotation: Any
    """The whole type, with its constraints, to convert a value with."""
    default: Any

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of a setting that is a choice; empty for any other."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def dest(self) -> str:
        """The attribute of the parsed command line that holds the flag's value."""
        return (self.setting.flag or "").lstrip("-").replace("-", "_")

    @property
    def expected(self) -> str:
        if self.setting.expected:
            return self.setting.expected
        if self.kind is bool:
            return "true or false"
        return "one of " + ", ".join(f'"{value}"' for value in self.choices)


def declared_settings(kind: type[Struct]) -> Iterator[DeclaredSetting]:
    """Return the settings of a struct, in the order of their declaration."""
    hints = get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        hint = hints[name]
        setting = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Setting)), None)
        if setting is not None:
            default = kind.__struct_defaults__[kind.__struct_fields__.index(name) - _required_count(kind)]
            yield DeclaredSetting(name, setting, _value_type(hint), hint, default)


class _FlagContainer(Protocol):
    """An argparse parser, or a group of one. argparse itself is not imported here."""

    @property
    def add_argument(self) -> Callable[..., object]: ...


def expected_values(kind: type[Struct]) -> dict[str, str]:
    """Return, for each key that the config file may hold, what its value must be."""
    return {one.name: one.expected for one in declared_settings(kind) if one.setting.in_config}


def add_flags(parser: "_FlagContainer", kind: type[Struct], *, only: Collection[str] | None = None) -> None:
    """Add the flags of a struct's settings, or of those named. The value of an absent flag is None if the config
    file may give one."""
    for one in declared_settings(kind):
        setting = one.setting
        if setting.flag is None or (only is not None and one.name not in only):
            continue
        more: dict[str, Any] = {"help": setting.help}
        if setting.metavar is not None:
            more["metavar"] = setting.metavar
        if one.choices:
            more["choices"] = one.choices
        if get_origin(one.kind) is tuple:
            more["action"] = "append"
        if not setting.in_config:
            more["default"] = list(one.default) if get_origin(one.kind) is tuple else one.default
        parser.add_argument(setting.flag, **more)


def _required_count(kind: type[Struct]) -> int:
    return len(kind.__struct_fields__) - len(kind.__struct_defaults__)


def _value_type(hint: Any) -> Any:
    """Return the type under Annotated and `… | None`."""
    while hasattr(hint, "__metadata__"):
        hint = hint.__origin__
    if get_origin(hint) is Union or isinstance(hint, type(int | None)):
        (hint,) = (_value_type(part) for part in get_args(hint) if part is not type(None))
    return hint
