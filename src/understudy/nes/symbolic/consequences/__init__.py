"""Consequences: what follows from the user's last edits by the rules of the language. Not repetition of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from understudy.lazy_exports import lazy_getattr
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.consequences.changed_signature import propose_call_updates
from understudy.nes.symbolic.consequences.missing_import import propose_missing_imports
from understudy.nes.symbolic.consequences.missing_parameter import propose_missing_parameters
from understudy.nes.symbolic.consequences.moved_import import (
    propose_moved_imports,
    propose_uses_of_changed_imports,
)
from understudy.nes.symbolic.consequences.parallel_lines import propose_parallel_lines
from understudy.nes.symbolic.consequences.removed_definition import propose_removed_definition_uses
from understudy.nes.symbolic.consequences.renamed_member import propose_renamed_members
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.struct_literals import propose_struct_literal_fields
from understudy.nes.symbolic.consequences.unused_import import (
    propose_duplicate_imports,
    propose_unused_imports,
)
from understudy.nes.symbolic.limits import MAX_CONSEQUENCE_CANDIDATES
from understudy.nes.syntax import is_syntax_preserved

if TYPE_CHECKING:
    from understudy.nes.symbolic.consequences.missing_import import find_import_source
    from understudy.nes.symbolic.consequences.names import is_builtin_name
    from understudy.nes.symbolic.consequences.rule_context import IDENTIFIER, estimate_probability

__all__ = [
    "IDENTIFIER",
    "RuleContext",
    "estimate_probability",
    "find_import_source",
    "is_builtin_name",
    "propose",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "missing_import": ("find_import_source",),
        "names": ("is_builtin_name",),
        "rule_context": ("IDENTIFIER", "estimate_probability"),
    },
)


_RULES: Final[tuple[Callable[[RuleContext], list[Candidate]], ...]] = (
    propose_unused_imports,
    propose_duplicate_imports,
    propose_missing_imports,
    propose_uses_of_changed_imports,
    propose_moved_imports,
    propose_renamed_members,
    propose_call_updates,
    propose_struct_literal_fields,
    propose_missing_parameters,
    propose_removed_definition_uses,
    propose_parallel_lines,
)


def propose(situation: Situation) -> list[Candidate]:
    """The candidates, the likeliest first. Never raises: a rule that fails has nothing to say."""
    work = RuleContext(situation)
    if not work.changes:
        return []
    made: list[Candidate] = []
    for rule in _RULES:
        if work.is_past_deadline:
            break
        try:
            made.extend(rule(work))
        except Exception:  # noqa: BLE001, S112 (a text may hold anything; silence is the right answer to it)
            continue
    made = [one for one in made if one.kind in situation.supported_kinds and not situation.is_rejected(one)]
    made.sort(key=lambda one: -one.probability)
    return [one for one in made[:MAX_CONSEQUENCE_CANDIDATES] if _is_sound_after(work, one)]


def _is_sound_after(context: RuleContext, candidate: Candidate) -> bool:
    """Whether the text can still be read after it."""
    if candidate.kind != "edit":
        return True
    page = (
        context.current_text.snapshot
        if candidate.uri == context.current_text.snapshot.uri
        else context.situation.workspace_texts.snapshot(candidate.uri)
    )
    return page is not None and is_syntax_preserved(page, candidate.edits)
