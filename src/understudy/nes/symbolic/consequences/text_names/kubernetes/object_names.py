"""An object of Kubernetes was renamed, or a volume of a pod: what refers to it follows.

What a name refers to is decided by the keys around it: `configMapRef` names a config map, `secretName` a secret,
`claimName` a claim, and a mapping with `kind` and `name` an object of that kind. A volume is named by the mounts of
the same document only. The host of a URL may be a Service. Objects of one kind and name in another folder or
another namespace are others.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys import KeyLine, read_keys
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.text_names.kubernetes.manifests import documents_in, is_manifest
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    is_object_text,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["RenamedObject", "find_renamed_object", "propose_object_names"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = re.compile(r"\s*(?:- +)?name:\s*([\"']?)(?P<name>[a-z0-9.-]+)\1\s*(?:#.*)?\Z")
_INLINE: Final = re.compile(r"([\w]+):\s*[\"']?([\w.-]+)[\"']?(?=\s*[,}])")
_VOLUME: Final = "volume"
_GENERATORS: Final = {"configMapGenerator": "ConfigMap", "secretGenerator": "Secret"}
"""What Kustomize makes objects of."""
_NAMED_BY: Final = {
    ("configMap", "name"): "ConfigMap",
    ("configMapRef", "name"): "ConfigMap",
    ("configMapKeyRef", "name"): "ConfigMap",
    ("secret", "name"): "Secret",
    ("secretRef", "name"): "Secret",
    ("secretKeyRef", "name"): "Secret",
    ("imagePullSecrets", "name"): "Secret",
    ("service", "name"): "Service",
    ("volumeMounts", "name"): _VOLUME,
}
"""By the last two keys of a path: the kind of object that its value names."""
_NAMED_BY_KEY: Final = {
    "secretName": "Secret",
    "claimName": "PersistentVolumeClaim",
    "serviceAccountName": "ServiceAccount",
    "serviceName": "Service",
    "priorityClassName": "PriorityClass",
    "storageClassName": "StorageClass",
    "ingressClassName": "IngressClass",
    "runtimeClassName": "RuntimeClass",
}


class _Reference(NamedTuple):
    line: int
    start: int
    kind: str
    name: str


class _Document(NamedTuple):
    lines: range
    keys: Sequence[KeyLine]

    @property
    def kind(self) -> str:
        return self.value_of("kind")

    @property
    def name(self) -> str:
        return self.value_of("metadata", "name")

    @property
    def namespace(self) -> str:
        return self.value_of("metadata", "namespace")

    def value_of(self, *path: str) -> str:
        return next((one.value.strip("\"'") for one in self.keys if one.path == path), "")


class RenamedObject(NamedTuple):
    change: Change
    text: SourceText
    document: _Document
    kind: str
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        """The old name wherever it is written."""
        return re.compile(rf"(){re.escape(self.old)}(?![\w-])")


def propose_object_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of an object or a volume where the old one refers to it."""
    return propose_for_newest(context, find_renamed_object, _candidates)


def find_renamed_object(context: RuleContext, change: Change) -> RenamedObject | None:
    """Return the object of a manifest, or the volume of a pod, that an edit renamed."""
    names = match_renamed(_NAME, change) if is_manifest(change.edit.uri) else None
    text = text_of_change(context, change) if names is not None else None
    if names is None or text is None or not is_object_text(text):
        return None
    line = change.edit.line
    document = next(one for one in _documents(text) if line in one.lines)
    path = next((one.path for one in document.keys if one.line == line), ())
    kind = _defined_kind(path, document)
    return RenamedObject(change, text, document, kind, names[0]["name"], names[1]["name"]) if kind else None


def _defined_kind(path: tuple[str, ...], document: _Document) -> str:
    """Return the kind of what is named there; empty if it is only referred to, or nothing refers to it."""
    if path == ("metadata", "name"):
        return document.kind
    if path[-2:] == ("volumes", "name") or path[-3:] == ("volumeClaimTemplates", "metadata", "name"):
        return _VOLUME
    return _GENERATORS.get(path[0], "") if path[1:] == ("name",) else ""


def _documents(text: SourceText) -> Iterator[_Document]:
    keys = read_keys(text.raw)
    for lines in documents_in(text.raw):
        yield _Document(lines, [one for one in keys if one.line in lines])


def _candidates(context: RuleContext, renamed: RenamedObject) -> list[Candidate]:
    own = renamed.text
    texts = [own]
    if renamed.kind != _VOLUME:
        found = context.situation.workspace_texts.find_containing(
            [renamed.old], own.snapshot.uri, MAX_VALUE_TEXTS
        )
        others = [context.source_text(one) for one in found if is_manifest(one.uri)]
        texts += [one for one in others if is_object_text(one)]
    documents = {one.snapshot.uri: list(_documents(one)) for one in texts}
    defining = {
        uri.rpartition("/")[0]
        for uri, found in documents.items()
        if any(_is_namesake(one, renamed) for one in found)
    }
    if own.snapshot.uri.rpartition("/")[0] in defining:
        return []  # another object has that name still
    places = [
        place
        for text in texts
        if text.snapshot.uri.rpartition("/")[0] not in defining
        for document in documents[text.snapshot.uri]
        for place in _places(text, document, renamed)
    ]
    name = RenamedName(renamed.kind, renamed.old, renamed.new, renamed.change)
    return list(rename_candidates(context, "object-name", name, places, PROBABILITY))


def _is_namesake(document: _Document, renamed: RenamedObject) -> bool:
    """Whether a document is another object of the old name that may be meant, or makes one."""
    if document.kind == renamed.kind and document.name == renamed.old:
        return _may_meet(document, renamed)
    return any(
        _defined_kind(one.path, document) == renamed.kind != _VOLUME and one.value.strip("\"'") == renamed.old
        for one in document.keys
    )


def _may_meet(document: _Document, renamed: RenamedObject) -> bool:
    """Whether what a document refers to may be in the namespace of the renamed object."""
    namespaces = {document.namespace, renamed.document.namespace} - {""}
    return len(namespaces) <= 1


def _places(text: SourceText, document: _Document, renamed: RenamedObject) -> Iterator[NamePlace]:
    if renamed.kind == _VOLUME and (text is not renamed.text or document.lines != renamed.document.lines):
        return
    if not _may_meet(document, renamed):
        return
    for one in _references(text, document):
        if (one.kind, one.name) == (renamed.kind, renamed.old) and one.line != renamed.change.edit.line:
            yield _place(text, one.line, one.start, renamed)
    if renamed.kind == "Service":
        host = re.compile(rf"://(?:[^\s/@\"']*@)?({re.escape(renamed.old)})(?={_domain(document, renamed)})")
        for line in document.lines:
            for match in host.finditer(text.raw[line]):
                yield _place(text, line, match.start(1), renamed)


def _domain(document: _Document, renamed: RenamedObject) -> str:
    """Return the pattern of what may stand behind the name of a Service: not the domain of a public host."""
    own = renamed.document.namespace
    known = "|".join(map(re.escape, {own or "default", document.namespace or "default"}))
    in_cluster = "" if own else r"|[a-z0-9-]+\.svc(?![\w-])"
    return rf"[:/\s\"']|\Z|\.(?:svc(?![\w-])|(?:{known})(?:\.svc(?![\w-])|(?![\w.-])){in_cluster})"


def _place(text: SourceText, line: int, start: int, renamed: RenamedObject) -> NamePlace:
    span = Span(Point(line, start), Point(line, start + len(renamed.old)))
    return NamePlace(text, line, (Replacement(span, renamed.new),))


def _references(text: SourceText, document: _Document) -> Iterator[_Reference]:
    """Yield the values that name an object or a volume, with its kind."""
    for at, one in enumerate(document.keys):
        if one.value.startswith("{"):
            pairs = list(_INLINE.finditer(one.value))
            kind = next((pair[2] for pair in pairs if pair[1] == "kind"), "")
            column = text.raw[one.line].find(one.value, one.start)
            for pair in pairs:
                found = _named_kind((*one.path, pair[1])) or (kind if pair[1] == "name" else "")
                if found:
                    yield _Reference(one.line, column + pair.start(2), found, pair[2])
            continue
        value = re.match(r"[\"']?([\w.-]+)", one.value)
        kind = _named_kind(one.path)
        if value is not None and not kind and one.key == "name" and len(one.path) > 1:
            kind = _sibling_kind(text, document.keys, at)
        if value is not None and kind:
            column = text.raw[one.line].find(one.value, one.start + len(one.key))
            yield _Reference(one.line, column + value.start(1), kind, value[1])


def _named_kind(path: tuple[str, ...]) -> str:
    outer, key = "".join(path[-2:-1]), "".join(path[-1:])
    return _NAMED_BY.get((outer, key), "") or _NAMED_BY_KEY.get(key, "")


def _sibling_kind(text: SourceText, keys: Sequence[KeyLine], at: int) -> str:
    """Return the value of `kind` beside a name in the same mapping."""
    own = keys[at]
    above = reversed(keys[: at + 1])
    for is_first, rest in ((True, above), (False, iter(keys[at + 1 :]))):
        for one in rest:
            is_item = "- " in text.raw[one.line][: one.start]
            if one.start < own.start or (not is_first and one.start == own.start and is_item):
                break
            if one.path == (*own.path[:-1], "kind") and one.start == own.start:
                return one.value.strip("\"'")
            if is_first and one.start == own.start and is_item:
                break
    return ""
