"""The answers that no single command owns: a tool that failed, no model, a result of unknown shape. Pure.

Text from files, commands and errors as Markdown that it cannot break out of. Pure.

Three ways to show such text, and no other is used: `code` for a name in a sentence, `fenced` for a block,
`plain` for a sentence that somebody else wrote. Each first writes out what steers a terminal or deceives a reader.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

import msgspec

from understudy.chat.limits import MAX_ANSWER_CHARS
from understudy.chat.text import code_span as unescaped_code_span
from understudy.chat.text import escape_sentence, fenced_block, first_sentence
from understudy.chat.toolset import CallOutcome
from understudy.workspace import escape_controls

__all__ = [
    "code_span",
    "count_phrase",
    "decode_result",
    "error_payload",
    "escape_controls",
    "escape_sentence",
    "escaped_block",
    "failure_message",
    "no_model_message",
    "render_raw_outcome",
]


def code_span(text: str) -> str:
    """A code span: a name, or a text to type, within a sentence."""
    return unescaped_code_span(escape_controls(text, one_line=True))


def escaped_block(text: str, language: str = "") -> str:
    """A code block, its fence longer than any run of backticks inside."""
    return fenced_block(escape_controls(text).removesuffix("\n") + "\n", language)


def count_phrase(number: int, singular: str, plural: str | None = None) -> str:
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


ResultT = TypeVar("ResultT")

_COMMAND_BY_TOOL: Final = {"exploreFiles": "/explore", "readFile": "/read", "searchFiles": "/search"}
_TOOL_ADVICE: Final = re.compile(rf"Use ({'|'.join(_COMMAND_BY_TOOL)})\b")


def failure_message(outcome: CallOutcome) -> str:
    """What went wrong, for the user. Advice to use a tool names the slash command; other advice is left out."""
    message = outcome.user_message or first_sentence(outcome.text)
    if tool := _TOOL_ADVICE.match(outcome.advice):
        message += f" Use {_COMMAND_BY_TOOL[tool[1]]}{outcome.advice[tool.end() :]}"
    return escape_sentence(message or "The tool failed and said nothing more.")


def error_payload(outcome: CallOutcome) -> dict[str, Any]:
    """The `{error, code, details}` of a failed call, as data or as JSON text; empty if it is neither."""
    found: object = outcome.output
    if found is None:
        try:
            found = msgspec.json.decode(outcome.text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return {}
    if not isinstance(found, Mapping):
        return {}
    error = dict(cast(Mapping[str, Any], found))
    return error if isinstance(error.get("error"), str) else {}


def decode_result(outcome: CallOutcome, shape: type[ResultT]) -> ResultT | None:
    """The output in the shape that its tool gives it; None if it has another."""
    try:
        return msgspec.convert(outcome.output, shape)
    except msgspec.ValidationError:
        return None


def render_raw_outcome(outcome: CallOutcome) -> str:
    """An outcome without the data that we know how to show: what a model would be told."""
    return escaped_block(outcome.text[:MAX_ANSWER_CHARS])


def no_model_message(config_file: str | None = None) -> str:
    """What to say to a message for a model when there is none."""
    place = escaped_block('model = "anthropic:NAME"', "toml")
    where = f"`{config_file}`" if config_file and "`" not in config_file else "`config.toml`"
    return (
        "There is no model to answer that yet. To have one:\n\n"
        "1. Store a provider's key: run `understudy login` in a terminal. "
        "A local model, such as one of Ollama's, needs no key.\n"
        "2. Name the model as `PROVIDER:NAME` (`anthropic:NAME`, `openai:NAME`, `google:NAME`, `ollama:NAME`): "
        f"start with `--model`, set `UNDERSTUDY_MODEL`, or write it into {where}:\n\n"
        f"{place}\n\n"
        "What works now, without a model: `/explore`, `/read`, `/search`, `/run`, `/info`, `/roots`. "
        "`/help` tells more."
    )
