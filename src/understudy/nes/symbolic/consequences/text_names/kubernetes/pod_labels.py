"""A label of a pod of Kubernetes changed: what selects the pod by it follows.

That is `matchLabels` of the workload with the template of the pod, and the Services, disruption budgets and network
policies whose selector the pod had, unless another pod has it still. By a label of the workload itself nothing is
selected here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys import KeyLine, read_keys
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.text_names.kubernetes.manifests import (
    documents_in,
    is_manifest,
    read_mapping,
)
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_pod_labels"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_ENTRY: Final = re.compile(
    r"\s*[\"']?(?P<key>[\w./-]+)[\"']?:\s+(?P<quote>[\"']?)(?P<value>[\w.-]+)(?P=quote)\s*(?:#.*)?\Z"
)
_TEMPLATE: Final = ("template", "metadata", "labels")
_MATCHED: Final = ("selector", "matchLabels")
_POD: Final = ("metadata", "labels")
_SELECTORS: Final = {
    "Service": ("spec", "selector"),
    "PodDisruptionBudget": ("spec", "selector", "matchLabels"),
    "NetworkPolicy": ("spec", "podSelector", "matchLabels"),
}
"""By the kind of object: the path of the labels by which it selects pods."""

_Labels = Mapping[str, str]


class _Document(NamedTuple):
    text: SourceText
    lines: range
    keys: Sequence[KeyLine]

    @property
    def kind(self) -> str:
        return next((one.value for one in self.keys if one.path == ("kind",)), "")

    @property
    def pod_path(self) -> tuple[str, ...]:
        """The path of the labels of the pod that it is, or has a template for; empty if there is none."""
        if self.kind == "Pod":
            return _POD
        paths = (one.path[: at + 3] for one in self.keys for at in range(len(one.path)))
        return next((path for path in paths if path[-3:] == _TEMPLATE), ())


class _ChangedLabel(NamedTuple):
    change: Change
    document: _Document
    is_matched: bool
    """Whether it was changed in `matchLabels`, and not in the template."""
    key: str
    old: str
    new: str


def propose_pod_labels(context: RuleContext) -> list[Candidate]:
    """Propose the new value of a label where the pod is selected by it."""
    return propose_for_newest(context, _find_changed_label, _candidates)


def _find_changed_label(context: RuleContext, change: Change) -> _ChangedLabel | None:
    entries = match_renamed(_ENTRY, change, "value") if is_manifest(change.edit.uri) else None
    text = text_of_change(context, change) if entries is not None else None
    if entries is None or text is None:
        return None
    before, after = entries
    line = change.edit.line
    document = next(one for one in _documents(text) if line in one.lines)
    path = next((one.path[:-1] for one in document.keys if one.line == line), ())
    is_matched = path == ("spec", *_MATCHED) and document.pod_path != ()
    if not is_matched and (not path or path != document.pod_path):
        return None
    return _ChangedLabel(change, document, is_matched, after["key"], before["value"], after["value"])


def _documents(text: SourceText) -> Iterator[_Document]:
    keys = read_keys(text.raw)
    for lines in documents_in(text.raw):
        yield _Document(text, lines, [one for one in keys if one.line in lines])


def _candidates(context: RuleContext, label: _ChangedLabel) -> list[Candidate]:
    own = label.document
    others = context.situation.workspace_texts.find_containing(
        [f"{label.key}: {quote}{label.old}" for quote in ("", '"', "'")],
        own.text.snapshot.uri,
        MAX_VALUE_TEXTS,
    )
    texts = [own.text, *(context.source_text(one) for one in others if is_manifest(one.uri))]
    documents = [one for text in texts for one in _documents(text)]
    pods = [
        read_mapping(one.keys, one.pod_path)
        for one in documents
        if one.pod_path and not (one.text is own.text and one.lines == own.lines)
    ]
    places: list[NamePlace] = []
    for one in documents:
        path: tuple[str, ...] = ()
        if one.text is own.text and one.lines == own.lines:
            path = one.pod_path if label.is_matched else ("spec", *_MATCHED)
        elif one.kind in _SELECTORS and _selects(one, label, pods):
            path = _SELECTORS[one.kind]
        if path:
            places += _places(one, path, label)
    name = RenamedName("label", f"{label.key}: {label.old}", f"{label.key}: {label.new}", label.change)
    return list(rename_candidates(context, "pod-label", name, places, PROBABILITY))


def _selects(document: _Document, label: _ChangedLabel, others: Sequence[_Labels]) -> bool:
    """Whether a selector was that of the changed pod, and is of no other pod."""
    selector = read_mapping(document.keys, _SELECTORS[document.kind])
    own = label.document
    before = {**read_mapping(own.keys, own.pod_path), label.key: label.old}
    if label.key not in selector or not selector.items() <= before.items():
        return False
    return not any(selector.items() <= pod.items() for pod in others)


def _places(document: _Document, path: tuple[str, ...], label: _ChangedLabel) -> Iterator[NamePlace]:
    written = re.compile(
        rf"(?<![\w./-]){re.escape(label.key)}[\"']?:\s*[\"']?({re.escape(label.old)})(?=[\"'\s,}}]|\Z)"
    )
    for one in document.keys:
        if one.path != (*path, label.key) and one.path != path:
            continue
        found = written.search(document.text.raw[one.line])
        if found is not None:
            span = Span(Point(one.line, found.start(1)), Point(one.line, found.end(1)))
            yield NamePlace(document.text, one.line, (Replacement(span, label.new),))
