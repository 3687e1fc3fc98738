"""The attributes that a program reads its options from: `--dry-run` is `args.dry_run`, or `options.dryRun`."""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.siblings import name_parts
from understudy.nes.symbolic.tokens import join_name_parts
from understudy.nes.text import Point, Replacement, Span

__all__ = ["find_option_reads"]

_OPTIONS: Final = r"(?:args|arguments|options|opts|parsed|namespace|flags|params|cli|argv|matches)"


def find_option_reads(text: SourceText, old: str, new: str) -> Iterator[tuple[Replacement, ...]]:
    """Yield the edits of each line that reads an option which has another name."""
    written = {
        join_name_parts(name_parts(old), style): join_name_parts(name_parts(new), style)
        # What is written alike in both is spelled as the language spells its variables.
        for style in (("camel", "snake") if text.language.has_snake_case else ("snake", "camel"))
    }
    for before, after in written.items():
        pattern = re.compile(rf"\b{_OPTIONS}\.({re.escape(before)})(?!\w)")
        for line in text.code_lookup.lines_containing(before) if text.code else ():
            edits = tuple(
                Replacement(Span(Point(line, match.start(1)), Point(line, match.end())), after)
                for match in pattern.finditer(text.code[line])
            )
            if edits:
                yield edits
