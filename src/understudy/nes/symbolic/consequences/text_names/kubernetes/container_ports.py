"""A named port of a container of Kubernetes was renamed: what refers to it by that name follows.

That is `port: http` in the probes of the same container, and `targetPort: http` of a Service whose selector has the
labels of the pod. The ports of a Service have names of their own, and so have those of other pods.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys import read_keys
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

__all__ = ["RenamedPort", "find_renamed_port", "propose_port_names"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = re.compile(r"\s*(?:- +)?name:\s*([\"']?)(?P<name>[a-z0-9-]+)\1\s*(?:#.*)?\Z")
_CONTAINERS: Final = frozenset({"containers", "initContainers"})
_PROBES: Final = frozenset({"httpGet", "tcpSocket"})


class RenamedPort(NamedTuple):
    change: Change
    text: SourceText
    old: str
    new: str
    path: tuple[str, ...]

    @property
    def mention(self) -> re.Pattern[str]:
        """The old name as a value, with what is before it as a group."""
        return re.compile(rf"(:\s*[\"']?){re.escape(self.old)}(?=[\"'\s,}}]|\Z)")


def propose_port_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a container's port where the old one refers to it."""
    return propose_for_newest(context, find_renamed_port, _candidates)


def find_renamed_port(context: RuleContext, change: Change) -> RenamedPort | None:
    """Return the port of a container that an edit renamed."""
    lines = match_renamed(_NAME, change) if is_manifest(change.edit.uri) else None
    text = text_of_change(context, change) if lines is not None else None
    if lines is None or text is None:
        return None
    path = next((one.path for one in read_keys(text.raw) if one.line == change.edit.line), ())
    if path[-2:] != ("ports", "name") or _CONTAINERS.isdisjoint(path[-3:-2]):
        return None
    return RenamedPort(change, text, lines[0]["name"], lines[1]["name"], path)


def _candidates(context: RuleContext, renamed: RenamedPort) -> list[Candidate]:
    others = context.situation.workspace_texts.find_containing(
        [f"targetPort: {quote}{renamed.old}" for quote in ("", '"', "'")],
        renamed.text.snapshot.uri,
        MAX_VALUE_TEXTS,
    )
    labels = _labels_of_pod(renamed)
    places: list[NamePlace] = []
    for text in (renamed.text, *map(context.source_text, others)):
        if not is_manifest(text.snapshot.uri):
            continue
        lines = list(_service_lines(text.raw, labels))
        lines += _probe_lines(renamed) if text is renamed.text else []
        keys = r"(?:targetPort|port)" if text is renamed.text else "targetPort"
        used = re.compile(rf"\b{keys}:\s*[\"']?({re.escape(renamed.old)})(?=[\"'\s,}}]|\Z)")
        for line in sorted(lines):
            edits = tuple(
                Replacement(Span(Point(line, one.start(1)), Point(line, one.end(1))), renamed.new)
                for one in used.finditer(text.raw[line])
            )
            if edits:
                places.append(NamePlace(text, line, edits))
    name = RenamedName("port", renamed.old, renamed.new, renamed.change)
    return list(rename_candidates(context, "port-name", name, places, PROBABILITY))


def _labels_of_pod(renamed: RenamedPort) -> Mapping[str, str]:
    """Return the labels of the pod with the container; none if they are not written out."""
    line = renamed.change.edit.line
    document = next((one for one in documents_in(renamed.text.raw) if line in one), range(0))
    pod = renamed.path[: -len(("spec", "containers", "ports", "name"))]
    path = (*pod, "metadata", "labels")
    return read_mapping([one for one in read_keys(renamed.text.raw) if one.line in document], path)


def _service_lines(lines: Sequence[str], labels: Mapping[str, str]) -> Iterator[int]:
    """Yield the lines of the ports of Services that select a pod with those labels."""
    keys = read_keys(lines)
    for document in documents_in(lines):
        own = [one for one in keys if one.line in document]
        if not any(one.path == ("kind",) and one.value == "Service" for one in own):
            continue
        selector = read_mapping(own, ("spec", "selector"))
        if not selector or not selector.items() <= labels.items():
            continue
        ports = next((one.line for one in own if one.path == ("spec", "ports")), document.stop)
        end = next((one.line for one in own if one.line > ports and len(one.path) <= 2), document.stop)
        yield from range(ports, end)


def _probe_lines(renamed: RenamedPort) -> Iterator[int]:
    """Yield the lines of the probes of the container with the port."""
    lines, line = renamed.text.raw, renamed.change.edit.line
    container = renamed.path[:-2]
    keys = read_keys(lines)
    head = max((one.line for one in keys if one.line < line and one.path == container), default=line)
    dash = next((_indent(one) for one in lines[head + 1 : line + 1] if one.lstrip().startswith("- ")), 0)
    starts = [at for at in range(head + 1, len(lines)) if lines[at].startswith(f"{' ' * dash}- ")]
    first = max((at for at in starts if at <= line), default=line)
    ends = (at for at in range(first + 1, len(lines)) if lines[at].strip() and _indent(lines[at]) <= dash)
    last = next(ends, len(lines))
    for one in keys:
        if first <= one.line < last and not _PROBES.isdisjoint(one.path[len(container) :][-2:]):
            yield one.line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
