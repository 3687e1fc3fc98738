"""Whether a text gives a name its meaning itself: by a definition, a variable, a parameter. Not by an import.

Read off lines, and generous: where it may be a binding it counts as one, because the rules then keep silent.
"""

import re
from functools import lru_cache

from understudy.nes.symbolic.consequences.work import Text

__all__ = ["binds"]


@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    word = rf"(?<![\w$.]){re.escape(name)}(?![\w$])"
    return re.compile(
        # a keyword, then the name
        r"\b(?:def|class|fn|func|function\*?|struct|enum|trait|type|interface|mod|static|const|let|var|mut|ref|as|lambda"
        rf"|union|module|record|macro_rules!|global|nonlocal|catch\s*\(|package|namespace)\s+(?:mut\s+|ref\s+)?{word}"
        # assigned, alone or with others
        rf"|(?:^|[;{{(])\s*(?:[\w$*.]+\s*,\s*)*\*?{word}\s*(?:,\s*[\w$*.]+\s*)*(?::[^=]+)?(?::=|=(?![=>~]))"
        # declared by an annotation, a label of a field
        rf"|^\s*(?:pub(?:\([^)]*\))?\s+|readonly\s+|private\s+|public\s+|protected\s+|static\s+)*{word}\??\s*:(?!:)"
        # a type before it, as in Java and C; a type behind it, as in Go
        rf"|[\w>\]]\s+[*&]?{word}\s*[,)=;]|[(,]\s*{word}\s+[\w*\[.]"
        # a method without a keyword, at the beginning of its line
        rf"|^\s*(?:async\s+|static\s+|get\s+|set\s+|\*\s*)*{word}\s*\([^)]*\)\s*(?::[^{{]+)?\{{\s*$"
        # patterns: for, let, closures, arms
        rf"|\b(?:for|let|const|var|with)\b[^=:]*?{word}[^=]*?(?:\bin\b|\bof\b|=(?!=))"
        rf"|\|[^|]*{word}[^|]*\||{word}\s*=>|\([^()]*{word}[^()]*\)\s*(?::[^=]+)?=>"
        rf"|\b(?:def|fn|func|function)\b.*[(,]\s*(?:\*{{1,2}}|mut\s+|&|\.\.\.)?{word}|lambda[^:]*{word}[^:]*:"
        # a parameter on a line of its own
        rf"|^\s*\*{{0,2}}{word}\s*(?:,|\)|=[^=]+,)\s*$"
    )


def binds(text: Text, name: str) -> bool:
    """Whether some line of the text binds the name."""
    pattern = _pattern(name)
    lines = text.import_lines
    return any(
        name in line and number not in lines and pattern.search(line) for number, line in enumerate(text.code)
    )
