"""Consequences of a changed value or text: what repeats it follows."""

from understudy.nes.symbolic.consequences.rules import StaleFeatures
from understudy.nes.symbolic.consequences.values.changed_text import propose_changed_texts
from understudy.nes.symbolic.consequences.values.changed_value import propose_changed_values
from understudy.nes.symbolic.consequences.values.counted_lines import propose_counted_lines
from understudy.nes.symbolic.consequences.values.heading_links import propose_heading_links
from understudy.nes.symbolic.consequences.values.link_definitions import propose_link_definitions
from understudy.nes.symbolic.consequences.values.name_places import NamePlace, RenamedName, rename_candidates
from understudy.nes.symbolic.consequences.values.object_names import is_object_text
from understudy.nes.symbolic.consequences.values.other_commands import is_about_own_option, is_other_option
from understudy.nes.symbolic.consequences.values.own_words import (
    OwnWord,
    added_words,
    find_own_words,
    is_other_place,
)
from understudy.nes.symbolic.consequences.values.released_version import propose_released_versions
from understudy.nes.symbolic.consequences.values.sibling_keys import propose_sibling_keys
from understudy.nes.symbolic.consequences.values.varying_numbers import is_varying_number

__all__ = [
    "NamePlace",
    "OwnWord",
    "RenamedName",
    "StaleFeatures",
    "added_words",
    "find_own_words",
    "is_about_own_option",
    "is_object_text",
    "is_other_option",
    "is_other_place",
    "is_varying_number",
    "propose_changed_texts",
    "propose_changed_values",
    "propose_counted_lines",
    "propose_heading_links",
    "propose_link_definitions",
    "propose_released_versions",
    "propose_sibling_keys",
    "rename_candidates",
]
