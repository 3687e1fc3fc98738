"""Consequences of a changed member of a type: its siblings show what the text does with each member."""

from understudy.nes.symbolic.consequences.siblings.added_member import propose_added_members, texts_of_type
from understudy.nes.symbolic.consequences.siblings.component_props import propose_component_props
from understudy.nes.symbolic.consequences.siblings.declarations import find_declarations
from understudy.nes.symbolic.consequences.siblings.implementations import propose_implementations
from understudy.nes.symbolic.consequences.siblings.insertion import insert_element
from understudy.nes.symbolic.consequences.siblings.lists import Mention, find_lists
from understudy.nes.symbolic.consequences.siblings.member_changes import (
    MemberChange,
    adds_member_to_unrelated_type,
    find_member_changes,
    member_text,
)
from understudy.nes.symbolic.consequences.siblings.members import Member, TypeDeclaration
from understudy.nes.symbolic.consequences.siblings.mentions import find_mentions, names_other_type
from understudy.nes.symbolic.consequences.siblings.read_values import shared_empty_value
from understudy.nes.symbolic.consequences.siblings.removed_member import (
    propose_removed_members,
    propose_retyped_members,
)
from understudy.nes.symbolic.consequences.siblings.spellings import NameReplacement, name_parts

__all__ = [
    "Member",
    "MemberChange",
    "Mention",
    "NameReplacement",
    "TypeDeclaration",
    "adds_member_to_unrelated_type",
    "find_declarations",
    "find_lists",
    "find_member_changes",
    "find_mentions",
    "insert_element",
    "member_text",
    "name_parts",
    "names_other_type",
    "propose_added_members",
    "propose_component_props",
    "propose_implementations",
    "propose_removed_members",
    "propose_retyped_members",
    "shared_empty_value",
    "texts_of_type",
]
