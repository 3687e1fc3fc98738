"""Replies that several slash commands share: failed tools, a missing model, and untrusted text in Markdown. Pure.

Text of files, commands and errors is shown in three ways and no other: `code_span` for a name in a sentence,
`escaped_block` for a block, `escape_sentence` for a sentence. Each escapes control and invisible characters
first, and none of them lets the text break out of its place.
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
    """The error message for the user. Advice to use a tool names the slash command; other advice is left out."""
    message = outcome.user_message or first_sentence(outcome.text)
    if tool := _TOOL_ADVICE.match(outcome.advice):
        message += f" Use {_COMMAND_BY_TOOL[tool[1]]}{outcome.advice[tool.end() :]}"
    return escape_sentence(message or "The tool failed and said nothing more.")


def error_payload(outcome: CallOutcome) -> dict[str, Any]:
    """The `{error, code, details}` of a failed call, from its output or its JSON text; empty if it has neither."""
    payload: object = outcome.output
    if payload is None:
        try:
            payload = msgspec.json.decode(outcome.text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return {}
    if not isinstance(payload, Mapping):
        return {}
    error = dict(cast(Mapping[str, Any], payload))
    return error if isinstance(error.get("error"), str) else {}


def decode_result(outcome: CallOutcome, shape: type[ResultT]) -> ResultT | None:
    """The output as the result type of its tool; None if it has another shape."""
    try:
        return msgspec.convert(outcome.output, shape)
    except msgspec.ValidationError:
        return None


def render_raw_outcome(outcome: CallOutcome) -> str:
    """Show an outcome of unknown shape: the text for the model."""
    return escaped_block(outcome.text[:MAX_ANSWER_CHARS])


def no_model_message(config_file: str | None = None) -> str:
    """The reply to a message for the model when no model is configured."""
    example = escaped_block('model = "anthropic:NAME"', "toml")
    where = f"`{config_file}`" if config_file and "`" not in config_file else "`config.toml`"
    return (
        "There is no model to answer that yet. To have one:\n\n"
        "1. Store a provider's key: run `understudy login` in a terminal. "
        "A local model, such as one of Ollama's, needs no key.\n"
        "2. Name the model as `PROVIDER:NAME` (`anthropic:NAME`, `openai:NAME`, `google:NAME`, `ollama:NAME`): "
        f"start with `--model`, set `UNDERSTUDY_MODEL`, or write it into {where}:\n\n"
        f"{example}\n\n"
        "What works now, without a model: `/explore`, `/read`, `/search`, `/run`, `/info`, `/roots`. "
        "See `/help` for details."
    )
