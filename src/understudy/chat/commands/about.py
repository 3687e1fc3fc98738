"""`/info`, `/roots` and `/model`: what this session works on, and with."""

from collections.abc import Sequence

from understudy.chat.commands.answers import failure, result_of, unshaped
from understudy.chat.commands.markdown import code, plain
from understudy.chat.commands.port import Port, SlashCommand
from understudy.models.port import ModelError
from understudy.tools.get_workspace_info import TOOL, Result

__all__ = ["INFO", "MODEL", "ROOTS", "render_info", "render_models", "render_roots"]


async def info(port: Port, words: str) -> None:
    del words
    outcome = await port.use(TOOL.name, {})
    if outcome.failed:
        return await port.say(failure(outcome))
    result = result_of(outcome, Result)
    return await port.say(unshaped(outcome) if result is None else render_info(result, port.model))


async def roots(port: Port, words: str) -> None:
    del words
    await port.say(render_roots(port.roots))


async def model(port: Port, words: str) -> None:
    wanted = words.strip()
    if not wanted:
        return await port.say(render_models(port.model, port.models))
    same = [wanted] if wanted in port.models else [spec for spec in port.models if _name(spec) == wanted]
    if len(same) > 1:
        return await port.say(
            f"Several models have this name: {', '.join(map(code, same))}. Name one in full."
        )
    spec = same[0] if same else wanted
    try:
        await port.choose_model(spec)
    except ModelError as error:
        return await port.say(plain(error.message))
    if port.model is None:
        return await port.say("No model answers from now on. These commands go on working.")
    return await port.say(f"From now on {code(spec)} answers.")


def render_info(result: Result, model: str | None) -> str:
    limits = result.limits
    rows = [
        f"- Root: {code(result.root)}",
        *(f"- Further root: {code(root)}" for root in result.additional_roots),
        f"- Model: {code(model) if model else 'none; `/model` tells how to have one'}",
        f"- Files: {'for reading only' if result.read_only else 'can be read and written'}",
        f"- Commands: {plain(result.sandbox.name)}. {plain(result.sandbox.description)}",
        f"- Left out of listings and searches: {' '.join(map(code, result.default_exclusions)) or 'nothing'}",
        f"- Limits: {_size(limits.max_file_size)} of a file, {limits.max_directory_entries:,} entries, "
        f"{limits.max_search_results:,} matches, {_size(limits.max_output_size)} of output, "
        f"{limits.max_execution_time / 1000:g} s",
    ]
    return "\n".join(rows)


def render_roots(paths: Sequence[str]) -> str:
    rows = [f"{number}. {code(path)}" for number, path in enumerate(paths, 1)]
    if len(rows) > 1:
        rows[0] += " (relative paths start here)"
    return "\n".join(rows) or "There are no roots."


def render_models(current: str | None, models: Sequence[str]) -> str:
    parts = [
        f"The model is {code(current)}."
        if current
        else "No model is chosen. The other commands work without one."
    ]
    wish = f"To choose {'another' if current else 'one'}"
    others = [spec for spec in models if spec != current]
    if others:
        parts.append(f"{wish}:\n\n" + "\n".join(f"- {code(f'/model {spec}')}" for spec in others))
    else:
        parts.append(f"{wish} write `/model PROVIDER:NAME`, for example `/model ollama:NAME`.")
    return "\n\n".join(parts)


def _name(spec: str) -> str:
    return spec.partition(":")[2]


def _size(size: int) -> str:
    mib, rest = divmod(size, 1 << 20)
    if mib and not rest:
        return f"{mib} MiB"
    return f"{size / 1024:,.0f} KiB" if size >= 1024 else f"{size} B"


INFO = SlashCommand("info", "Tell the workspace's roots, limits and sandbox", None, info)
ROOTS = SlashCommand("roots", "List the folders that this session works in", None, roots)
MODEL = SlashCommand("model", "Tell which model answers, or choose another", "[PROVIDER:NAME]", model)
