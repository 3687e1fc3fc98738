"""The rest of the first line of a block, as the blocks above show it: `sel` below `fn depth(&self)` goes on with
`f.depth` where `fn code(&self)` has `self.code`."""

from collections.abc import Iterator

from understudy.nes.completion.limits import MAX_HEADER_DISTANCE_LINES
from understudy.nes.completion.sibling_lines.known_names import occurs_elsewhere
from understudy.nes.completion.texts import Place
from understudy.nes.syntax import find_sibling_body

__all__ = ["block_rest"]


def block_rest(place: Place) -> Iterator[str]:
    """Yield the rest of the line, and of the block below it with the bracket that closes it."""
    edited, header = place.texts[0], place.line - 1
    if header < edited.first or len(edited.at(header).indent) >= len(place.prefix.indent):
        return
    first = max(edited.first, header - 2 * MAX_HEADER_DISTANCE_LINES)
    lines = [edited.at(at).text for at in range(first, header + 1)]
    found = find_sibling_body(lines, place.language, lambda name: occurs_elsewhere(place, name, 1))
    if found is None or not found.lines[0].startswith(place.prefix.text):
        return
    rest = found.lines[0].removeprefix(place.prefix.text)
    below = next((edited.at(at) for at in range(place.line + 1, edited.end) if edited.at(at).stripped), None)
    is_open = bool(found.closing) and (below is None or not below.text.startswith(found.closing))
    written = [rest, *found.lines[1:], *([found.closing] if is_open else ())]
    yield "\n".join(written)
