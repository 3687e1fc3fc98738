"""The answers that no single command owns: a tool that failed, no model, a result of unknown shape. Pure."""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

import msgspec

from understudy.chat.commands.markdown import MOST_SHOWN, fenced, plain
from understudy.chat.commands.port import Outcome
from understudy.chat.telling import first_sentence, for_person

__all__ = ["error_in", "failure", "no_model_answer", "result_of", "unshaped"]

ResultT = TypeVar("ResultT")

_COMMANDS: Final = {"exploreFiles": "/explore", "readFile": "/read", "searchFiles": "/search"}
_ADVICE: Final = re.compile(rf" Use ({'|'.join(_COMMANDS)})\b")


def failure(outcome: Outcome) -> str:
    """What went wrong, for the user: a tool's advice names commands, not tools, or is left out."""
    if error := error_in(outcome).get("error"):
        return plain(for_person(_ADVICE.sub(lambda found: f" Use {_COMMANDS[found[1]]}", error)))
    told = outcome.line or first_sentence(outcome.text)
    return plain(told or "The tool failed and said nothing more.")


def error_in(outcome: Outcome) -> dict[str, Any]:
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


def result_of(outcome: Outcome, shape: type[ResultT]) -> ResultT | None:
    """The output in the shape that its tool gives it; None if it has another."""
    try:
        return msgspec.convert(outcome.output, shape)
    except msgspec.ValidationError:
        return None


def unshaped(outcome: Outcome) -> str:
    """An outcome without the data that we know how to show: what a model would be told."""
    return fenced(outcome.text[:MOST_SHOWN])


def no_model_answer(config_file: str | None = None) -> str:
    """What to say to a message for a model when there is none."""
    place = fenced('model = "anthropic:NAME"', "toml")
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
