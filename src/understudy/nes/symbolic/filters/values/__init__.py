"""Values, messages and words that belong to one place, and names that stand for a value."""

from understudy.nes.symbolic.filters.values.command_options import limit_options_of_other_commands
from understudy.nes.symbolic.filters.values.literal_changes import LiteralFilter, changes_pinned_version
from understudy.nes.symbolic.filters.values.messages import limit_repeated_messages
from understudy.nes.symbolic.filters.values.named_values import prefer_named_values, writes_named_value
from understudy.nes.symbolic.filters.values.own_words import (
    limit_words_of_other_files,
    limit_words_of_other_places,
)
from understudy.nes.symbolic.filters.values.repeated_arguments import limit_repeated_arguments

__all__ = [
    "LiteralFilter",
    "changes_pinned_version",
    "limit_options_of_other_commands",
    "limit_repeated_arguments",
    "limit_repeated_messages",
    "limit_words_of_other_files",
    "limit_words_of_other_places",
    "prefer_named_values",
    "writes_named_value",
]
