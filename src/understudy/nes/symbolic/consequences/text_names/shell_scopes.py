"""Which lines of a shell script mean the same variable as one that is assigned without `local`.

Such a variable belongs to the whole script. A function that declares a local one of the same name has its own from
there on. Lines that the shell does not expand name no variable: the rest of single quotes that span lines, and
documents whose end is quoted (`<<'EOF'`).
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.text_names.shell_names import function_lines

__all__ = ["is_assigned", "script_variable_lines"]

_ASSIGNED: Final = (
    r"(?:^|[;&|({{]|\b(?:then|do|else|export|declare|readonly|typeset|read)\s)\s*(?:-\w+\s+)*"
    r"{name}(?=\+?=|\[|\s|;|$)"
)
_LOCAL: Final = r"^\s*(?:local|declare|typeset)\s(?!\s*-\w*g)(?:[^;&|]*\s)?{name}(?=[=\s;]|$)"
_LOOP: Final = r"\bfor\s+{name}\s"
_QUOTED: Final = re.compile(
    r"<<-?\s*(?:'(?P<single>[^']+)'|\"(?P<double>[^\"]+)\"|\\(?P<escaped>\w+))"
    r"|\"(?:[^\"\\]|\\.)*(?:\"|\Z)|\\.|(?<!\S)\#.*|'[^']*(?P<closed>'?)",
    re.S,
)


def is_assigned(lines: Sequence[str], name: str) -> bool:
    """Whether one of these lines gives a variable of that name a value."""
    assigned = re.compile(_ASSIGNED.format(name=re.escape(name)))
    return any(name in line and assigned.search(line) for line in lines)


def script_variable_lines(lines: Sequence[str], number: int, name: str) -> list[int]:
    """Return the lines in which `name` means the variable that line `number` assigns first; empty if unclear.

    It is unclear if something before that line assigns it, or if a loop has a variable of that name.
    """
    mentions = [at for at, line in enumerate(lines) if name in line and at != number]
    if not mentions:
        return []
    word = re.escape(name)
    assigned, local, loop = (re.compile(one.format(name=word)) for one in (_ASSIGNED, _LOCAL, _LOOP))
    functions = {at: function_lines(lines, at) for at in mentions}
    hidden: set[int] = set()
    for at, own in functions.items():
        if own is not None and local.search(lines[at]):
            hidden.update(range(at, own.stop))
    if number in hidden or any(loop.search(lines[at]) for at in mentions if at not in hidden):
        return []
    hidden |= _unexpanded_lines(lines)
    found = [at for at in mentions if at not in hidden]
    around = function_lines(lines, number)
    others = [at for at in found if assigned.search(lines[at]) and (around is None or at not in around)]
    if around is None:
        return [] if any(at < number and functions[at] is None for at in others) else found
    if any(functions[at] is None for at in others):
        return []
    # Functions that each assign it mean values of their own.
    return [at for at in found if at > number and at in around] if others else found


def _unexpanded_lines(lines: Sequence[str]) -> set[int]:
    hidden: set[int] = set()
    end, is_in_quotes = "", False
    for number, line in enumerate(lines):
        rest = line
        if end:
            hidden.add(number)
            end = "" if line.strip() == end else end
            continue
        if is_in_quotes:
            hidden.add(number)
            if "'" not in line:
                continue
            rest = line[line.index("'") + 1 :]
            is_in_quotes = False
        if "'" not in rest and "<<" not in rest:
            continue
        for one in _QUOTED.finditer(rest):
            end = end or one["single"] or one["double"] or one["escaped"] or ""
            is_in_quotes = is_in_quotes or one["closed"] == ""
    return hidden
