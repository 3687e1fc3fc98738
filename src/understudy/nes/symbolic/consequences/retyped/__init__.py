"""Consequences of another type of a field or of a result: what is written for it, and what takes it."""

from understudy.nes.symbolic.consequences.retyped.c_formats import with_one_conversion
from understudy.nes.symbolic.consequences.retyped.c_types import RetypedName, find_retyped_names
from understudy.nes.symbolic.consequences.retyped.c_uses import places_of_type, propose_uses_of_type
from understudy.nes.symbolic.consequences.retyped.composed_base import propose_composed_members
from understudy.nes.symbolic.consequences.retyped.durations import propose_durations
from understudy.nes.symbolic.consequences.retyped.java_results import drop_other_results, propose_java_results
from understudy.nes.symbolic.consequences.retyped.keyed_maps import propose_keyed_maps
from understudy.nes.symbolic.consequences.retyped.options_parameter import (
    became_options,
    propose_options_arguments,
)
from understudy.nes.symbolic.consequences.retyped.python_collections import propose_collected_values
from understudy.nes.symbolic.consequences.retyped.tuple_records import propose_record_uses
from understudy.nes.symbolic.consequences.retyped.variant_payloads import propose_variant_patterns
from understudy.nes.symbolic.consequences.retyped.wrapped_fields import propose_wrapped_fields

__all__ = [
    "RetypedName",
    "became_options",
    "drop_other_results",
    "find_retyped_names",
    "places_of_type",
    "propose_collected_values",
    "propose_composed_members",
    "propose_durations",
    "propose_java_results",
    "propose_keyed_maps",
    "propose_options_arguments",
    "propose_record_uses",
    "propose_uses_of_type",
    "propose_variant_patterns",
    "propose_wrapped_fields",
    "with_one_conversion",
]
