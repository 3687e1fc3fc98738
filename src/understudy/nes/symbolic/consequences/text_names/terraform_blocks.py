"""A block of Terraform was renamed: expressions of its module that refer to it follow.

`variable "region"` is `var.region`, and a key of `.tfvars` files; `module "network"` is `module.network`; a
resource or a data source is named with its type. Attributes with the same name are something else.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CODE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["RenamedBlock", "find_renamed_block", "propose_block_names"]

PROBABILITY: Final = RuleProbability(0.9, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_HEADER: Final = re.compile(
    r"(?P<kind>variable|module|(?P<typed>resource|data)\s+\"(?P<type>[\w-]+)\")\s+\"(?P<name>[\w-]+)\"\s*\{"
)
_FILES: Final = (".tf", ".tfvars")


class RenamedBlock(NamedTuple):
    change: Change
    text: SourceText
    reference: str
    """What is before the name in an expression, such as `var.`."""
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"()(?<![\w-]){re.escape(self.old)}(?![\w-])")


def propose_block_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a block of Terraform where the old one is referred to."""
    return propose_for_newest(context, find_renamed_block, _candidates)


def find_renamed_block(context: RuleContext, change: Change) -> RenamedBlock | None:
    """Return the block that an edit renamed."""
    headers = match_renamed(_HEADER, change) if change.edit.uri.endswith(".tf") else None
    text = text_of_change(context, change) if headers is not None else None
    if headers is None or text is None:
        return None
    before, after = headers
    reference = "var." if after["kind"] == "variable" else "module."
    if after["type"]:
        reference = f"{'data.' if after['typed'] == 'data' else ''}{after['type']}."
    return RenamedBlock(change, text, reference, before["name"], after["name"])


def _candidates(context: RuleContext, renamed: RenamedBlock) -> Iterator[Candidate]:
    places = [place for text in _texts(context, renamed) for place in _places(text, renamed)]
    name = RenamedName("block", renamed.old, renamed.new, renamed.change)
    return rename_candidates(context, "terraform-block", name, places, PROBABILITY)


def _texts(context: RuleContext, renamed: RenamedBlock) -> Iterator[SourceText]:
    """Yield the files of the module, which are those of one folder."""
    uri = renamed.text.snapshot.uri
    yield renamed.text
    for snapshot in context.situation.workspace_texts.find_containing([renamed.old], uri, MAX_VALUE_TEXTS):
        if snapshot.uri.endswith(_FILES) and snapshot.uri.rpartition("/")[0] == uri.rpartition("/")[0]:
            yield context.source_text(snapshot)


def _places(text: SourceText, renamed: RenamedBlock) -> Iterator[NamePlace]:
    name = re.escape(renamed.old)
    used = rf"(?<![\w.-]){re.escape(renamed.reference)}({name})(?![\w-])"
    if text.snapshot.uri.endswith(".tfvars"):
        used = rf"^\s*({name})(?=\s*=)" if renamed.reference == "var." else r"(?!)()"
    pattern = re.compile(used)
    for line in text.raw_lookup.iterate_containing(renamed.old):
        written = text.raw[line] if len(text.raw[line]) <= MAX_CODE_LINE_CHARS else ""
        edits = tuple(
            Replacement(Span(Point(line, one.start(1)), Point(line, one.end(1))), renamed.new)
            for one in pattern.finditer(written)
        )
        if edits:
            yield NamePlace(text, line, edits)
