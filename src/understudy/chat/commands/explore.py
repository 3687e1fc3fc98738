"""`/explore [PATH]`: what is in a folder, as a tree."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.chat.commands.answers import failure, result_of, unshaped
from understudy.chat.commands.markdown import code, count, fenced, harmless
from understudy.chat.commands.port import Port, SlashCommand
from understudy.chat.commands.words import MisreadWords, one_path, quoted
from understudy.tools.explore_files import TOOL, Entry, Result

__all__ = ["COMMAND", "render"]

DEPTH: Final = 2

_Children = dict[str, list[tuple[str, bool]]]


async def run(port: Port, words: str) -> None:
    try:
        path = one_path(words) or next((target.path for target in port.linked), ".")
    except MisreadWords as error:
        return await port.say(str(error))
    outcome = await port.use(TOOL.name, {"path": path, "recursive": True, "maxDepth": DEPTH})
    if outcome.failed:
        return await port.say(failure(outcome))
    result = result_of(outcome, Result)
    if result is None:
        return await port.say(unshaped(outcome))
    return await port.say(render(path, result, others=port.roots[1:] if path == "." else ()))


def render(path: str, result: Result, others: Sequence[str] = ()) -> str:
    """The tree below `path`; `others` are roots that it does not show."""
    parts = [_heading(path, result)]
    if result.files:
        parts.append(fenced("\n".join(_tree(result.files))))
    if result.is_truncated:
        parts.append(
            f"Shown: the first {len(result.files):,} of {result.total_found:,} entries. "
            "For more look into a single folder: `/explore FOLDER`."
        )
    if others:
        parts.append("Other roots: " + ", ".join(code(f"/explore {quoted(root)}") for root in others) + ".")
    return "\n\n".join(parts)


def _heading(path: str, result: Result) -> str:
    if not result.files:
        return f"{code(path)}: nothing to show. Dependencies and build output are left out."
    if result.is_truncated:
        return f"{code(path)}: {count(result.total_found, 'entry', 'entries')}, {DEPTH} levels deep"
    folders = sum(entry.is_directory for entry in result.files)
    files = len(result.files) - folders
    return f"{code(path)}: {count(folders, 'folder')} and {count(files, 'file')}, {DEPTH} levels deep"


def _tree(entries: Sequence[Entry]) -> Iterator[str]:
    children: _Children = {}
    for entry in entries:
        parent, _, name = entry.path.rpartition("/")
        children.setdefault(parent, []).append((name, entry.is_directory))
    # A folder's own entries come before those of its subfolders, so the first names the top.
    top = entries[0].path.rpartition("/")[0]
    yield from _branches(
        children, top, top + "/" if top or entries[0].path.startswith("/") else "", "", DEPTH
    )


def _branches(children: _Children, parent: str, prefix: str, indent: str, depth: int) -> Iterator[str]:
    """The lines below `parent`; `prefix` is what stands before a name there in its path."""
    here = children.get(parent, [])
    for number, (name, is_folder) in enumerate(here, 1):
        last = number == len(here)
        yield f"{indent}{'└── ' if last else '├── '}{harmless(name, one_line=True)}{'/' if is_folder else ''}"
        if is_folder and depth > 1:
            below = prefix + name
            yield from _branches(
                children, below, f"{below}/", indent + ("    " if last else "│   "), depth - 1
            )


COMMAND = SlashCommand("explore", "Show what is in a folder, two levels deep", "[PATH]", run)
