"""Whether a text gives a name its meaning itself: by a definition, a variable, a parameter. Not by an import.

Read off lines, and generous: where it may be a binding it counts as one, because the rules then keep silent.
"""

import re
from typing import Final

from understudy.nes.symbolic.consequences.work import Text, whole_word

__all__ = ["binds"]


_LONGEST: Final = 500
"""A longer line is not looked through: it may bind anything."""
_IT: Final = "\x01"
"""Stands for the name that is asked for, so that one pattern does for all names."""
_WORD: Final = rf"(?<![\w$.]){_IT}(?![\w$])"
_BINDING: Final = re.compile(
    # a keyword, then the name
    r"\b(?:def|class|fn|func|function\*?|struct|enum|trait|type|interface|mod|static|const|let|var|mut|ref|as|lambda"
    rf"|union|module|record|macro_rules!|global|nonlocal|catch\s*\(|package|namespace)\s+(?:mut\s+|ref\s+)?{_WORD}"
    # assigned, alone or with others
    rf"|(?:^|[;{{(])\s*(?:[\w$*.]+\s*,\s*)*\*?{_WORD}\s*(?:,\s*[\w$*.]+\s*)*(?::[^=]+)?(?::=|=(?![=>~]))"
    # declared by an annotation, a label of a field
    rf"|^\s*(?:pub(?:\([^)]*\))?\s+|readonly\s+|private\s+|public\s+|protected\s+|static\s+)*{_WORD}\??\s*:(?!:)"
    # a type before it, as in Java and C; a type behind it, as in Go
    rf"|[\w>\]]\s+[*&]?{_WORD}\s*[,)=;]|[(,]\s*{_WORD}\s+[\w*\[.]"
    # a method without a keyword, at the beginning of its line
    rf"|^\s*(?:async\s+|static\s+|get\s+|set\s+|\*\s*)*{_WORD}\s*\([^)]*\)\s*(?::[^{{]+)?\{{\s*$"
    # patterns: for, let, closures, arms
    rf"|\b(?:for|let|const|var|with)\b[^=:]*?{_WORD}[^=]*?(?:\bin\b|\bof\b|=(?!=))"
    rf"|\|[^|]*{_WORD}[^|]*\||{_WORD}\s*=>|\([^()]*{_WORD}[^()]*\)\s*(?::[^=]+)?=>"
    rf"|\b(?:def|fn|func|function)\b.*[(,]\s*(?:\*{{1,2}}|mut\s+|&|\.\.\.)?{_WORD}|lambda[^:]*{_WORD}[^:]*:"
    # a parameter on a line of its own
    rf"|^\s*\*{{0,2}}{_WORD}\s*(?:,|\)|=[^=]+,)\s*$"
)


def binds(text: Text, name: str) -> bool:
    """Whether some line of the text binds the name."""
    lines, code = text.import_lines, text.code
    return any(
        len(code[number]) > _LONGEST or _BINDING.search(_asked(name, code[number]))
        for number in text.code_lines.lines(name)
        if number not in lines
    )


def _asked(name: str, line: str) -> str:
    """The line with a sign where the name stands."""
    for column in reversed(whole_word(name, line)):
        line = f"{line[:column]}{_IT}{line[column + len(name) :]}"
    return line
