"""`/info`, `/roots` and `/model`: the workspace, the roots and the model of this session."""

from collections.abc import Sequence

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import (
    code_span,
    decode_result,
    escape_sentence,
    failure_message,
    render_raw_outcome,
)
from understudy.models import ModelError
from understudy.tools.get_workspace_info import TOOL, Result

__all__ = ["INFO", "MODEL", "ROOTS", "render_info", "render_models", "render_roots"]


async def run_info(context: CommandContext, argument_text: str) -> None:
    del argument_text
    outcome = await context.call_tool(TOOL.name, {})
    if outcome.failed:
        return await context.reply(failure_message(outcome))
    result = decode_result(outcome, Result)
    return await context.reply(
        render_raw_outcome(outcome) if result is None else render_info(result, context.model)
    )


async def run_roots(context: CommandContext, argument_text: str) -> None:
    del argument_text
    await context.reply(render_roots(context.roots))


async def run_model(context: CommandContext, argument_text: str) -> None:
    name = argument_text.strip()
    if not name:
        return await context.reply(render_models(context.model, context.models))
    matches = (
        [name] if name in context.models else [spec for spec in context.models if _model_name(spec) == name]
    )
    if len(matches) > 1:
        return await context.reply(
            f"Several models have this name: {', '.join(map(code_span, matches))}. Name one in full."
        )
    spec = matches[0] if matches else name
    try:
        await context.choose_model(spec)
    except ModelError as error:
        return await context.reply(escape_sentence(error.message))
    if context.model is None:
        return await context.reply("No model answers from now on. These commands go on working.")
    return await context.reply(f"From now on {code_span(spec)} answers.")


def render_info(result: Result, model: str | None) -> str:
    limits = result.limits
    rows = [
        f"- Root: {code_span(result.root)}",
        *(f"- Further root: {code_span(root)}" for root in result.additional_roots),
        f"- Model: {code_span(model) if model else 'none; `/model` tells how to have one'}",
        f"- Files: {'for reading only' if result.read_only else 'can be read and written'}",
        f"- Commands: {escape_sentence(result.sandbox.name)}. {escape_sentence(result.sandbox.description)}",
        f"- Left out of listings and searches: {' '.join(map(code_span, result.default_exclusions)) or 'nothing'}",
        f"- Limits: {_format_size(limits.max_file_size)} of a file, {limits.max_directory_entries:,} entries, "
        f"{limits.max_search_results:,} matches, {_format_size(limits.max_output_size)} of output, "
        f"{limits.max_execution_time / 1000:g} s",
    ]
    return "\n".join(rows)


def render_roots(paths: Sequence[str]) -> str:
    rows = [f"{number}. {code_span(path)}" for number, path in enumerate(paths, 1)]
    if len(rows) > 1:
        rows[0] += " (relative paths start here)"
    return "\n".join(rows) or "There are no roots."


def render_models(current: str | None, models: Sequence[str]) -> str:
    parts = [
        f"The model is {code_span(current)}."
        if current
        else "No model is chosen. The other commands work without one."
    ]
    lead = f"To choose {'another' if current else 'one'}"
    others = [spec for spec in models if spec != current]
    if others:
        parts.append(f"{lead}:\n\n" + "\n".join(f"- {code_span(f'/model {spec}')}" for spec in others))
    else:
        parts.append(f"{lead} write `/model PROVIDER:NAME`, for example `/model ollama:NAME`.")
    return "\n\n".join(parts)


def _model_name(spec: str) -> str:
    return spec.partition(":")[2]


def _format_size(size: int) -> str:
    mib, rest = divmod(size, 1 << 20)
    if mib and not rest:
        return f"{mib} MiB"
    return f"{size / 1024:,.0f} KiB" if size >= 1024 else f"{size} B"


INFO = SlashCommand("info", "Tell the workspace's roots, limits and sandbox", None, run_info)
ROOTS = SlashCommand("roots", "List the folders that this session works in", None, run_roots)
MODEL = SlashCommand("model", "Tell which model answers, or choose another", "[PROVIDER:NAME]", run_model)
