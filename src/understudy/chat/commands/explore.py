"""`/explore [PATH]`: the entries of a folder as a tree."""

from collections.abc import Iterator, Sequence

from understudy.chat.commands.command_api import (
    ArgumentError,
    CommandContext,
    SlashCommand,
    parse_path,
    quote_path,
)
from understudy.chat.commands.replies import (
    code_span,
    count_phrase,
    decode_result,
    escape_controls,
    escaped_block,
    failure_message,
    render_raw_outcome,
)
from understudy.chat.limits import EXPLORE_DEPTH
from understudy.tools.explore_files import TOOL, Entry, Result

__all__ = ["COMMAND", "render"]


_Children = dict[str, list[tuple[str, bool]]]


async def run(context: CommandContext, argument_text: str) -> None:
    try:
        path = parse_path(argument_text) or next((target.path for target in context.linked_files), ".")
    except ArgumentError as error:
        return await context.reply(str(error))
    outcome = await context.call_tool(TOOL.name, {"path": path, "recursive": True, "maxDepth": EXPLORE_DEPTH})
    if outcome.failed:
        return await context.reply(failure_message(outcome))
    result = decode_result(outcome, Result)
    if result is None:
        return await context.reply(render_raw_outcome(outcome))
    return await context.reply(render(path, result, other_roots=context.roots[1:] if path == "." else ()))


def render(path: str, result: Result, other_roots: Sequence[str] = ()) -> str:
    """The tree below `path`; `other_roots` are roots outside it."""
    parts = [_heading(path, result)]
    if result.files:
        parts.append(escaped_block("\n".join(_tree(result.files))))
    if result.is_truncated:
        parts.append(
            f"Shown: the first {len(result.files):,} of {result.total_found:,} entries. "
            "For more look into a single folder: `/explore FOLDER`."
        )
    if other_roots:
        parts.append(
            "Other roots: "
            + ", ".join(code_span(f"/explore {quote_path(root)}") for root in other_roots)
            + "."
        )
    return "\n\n".join(parts)


def _heading(path: str, result: Result) -> str:
    if not result.files:
        return f"{code_span(path)}: nothing to show. Dependencies and build output are left out."
    if result.is_truncated:
        count = count_phrase(result.total_found, "entry", "entries")
    else:
        folders = sum(entry.is_directory for entry in result.files)
        count = f"{count_phrase(folders, 'folder')} and {count_phrase(len(result.files) - folders, 'file')}"
    return f"{code_span(path)}: {count}, {EXPLORE_DEPTH} levels deep"


def _tree(entries: Sequence[Entry]) -> Iterator[str]:
    children: _Children = {}
    for entry in entries:
        parent, _, name = entry.path.rpartition("/")
        children.setdefault(parent, []).append((name, entry.is_directory))
    # The entries of a folder come before those of its subfolders, so the first one names the top folder.
    top = entries[0].path.rpartition("/")[0]
    yield from _branches(
        children, top, top + "/" if top or entries[0].path.startswith("/") else "", "", EXPLORE_DEPTH
    )


def _branches(children: _Children, parent: str, prefix: str, indent: str, depth: int) -> Iterator[str]:
    """The lines below `parent`; `prefix` is the part of a path before the name."""
    entries = children.get(parent, [])
    for number, (name, is_folder) in enumerate(entries, 1):
        last = number == len(entries)
        branch, end = "└── " if last else "├── ", "/" if is_folder else ""
        yield f"{indent}{branch}{escape_controls(name, one_line=True)}{end}"
        if is_folder and depth > 1:
            folder = prefix + name
            yield from _branches(
                children, folder, f"{folder}/", indent + ("    " if last else "│   "), depth - 1
            )


COMMAND = SlashCommand("explore", "Show what is in a folder, two levels deep", "[PATH]", run)
