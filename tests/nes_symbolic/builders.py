"""Short constructors for the values that the parts of the symbolic engine take, for tests of single functions."""

from collections.abc import Mapping, Sequence

from understudy.nes.engine_api import Candidate, Situation, SuggestionKind
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.filters.checks.name_checks import check_names
from understudy.nes.symbolic.generators import generate_candidates
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span, TextSnapshot

HERE = "file:///project/a.py"
OTHER = "file:///project/b.py"
ALL_KINDS: frozenset[SuggestionKind] = frozenset({"edit", "jump", "rename", "searchAndReplace"})


class Texts:
    """Workspace texts in memory, by URI."""

    def __init__(self, *snapshots: TextSnapshot) -> None:
        self._snapshots = {snapshot.uri: snapshot for snapshot in snapshots}

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self._snapshots.get(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found = [one for one in self._snapshots.values() if one.uri != near]
        return [one for one in found if any(text in "\n".join(one.lines) for text in literals)][:max_texts]


def text_of(text: str, uri: str = HERE, language: str = "python") -> TextSnapshot:
    return TextSnapshot(uri, language, text.split("\n"), 1)


def made(
    old: str | None,
    new: str | None,
    line: int = 0,
    *,
    serial: int = 1,
    uri: str = HERE,
    origin: EditOrigin = EditOrigin.TYPED,
    above: str | None = None,
    below: str | None = None,
    revision: int = 0,
    time: float = 0.0,
    by_key: bool = False,
    ends_in_deletion: bool = False,
    is_consequence: bool = False,
) -> Edit:
    """An edit of whole lines; None for no line, as opposed to an empty one."""
    return Edit(
        serial=serial,
        uri=uri,
        line=line,
        old=() if old is None else tuple(old.split("\n")),
        new=() if new is None else tuple(new.split("\n")),
        above=above,
        below=below,
        origin=origin,
        time=time,
        revision=revision,
        ends_in_keystroke=by_key,
        ends_in_deletion=ends_in_deletion,
        is_consequence=is_consequence,
    )


def asked(
    text: str,
    *edits: Edit,
    cursor: tuple[int, int] = (0, 0),
    kinds: frozenset[SuggestionKind] = ALL_KINDS,
    others: Sequence[TextSnapshot] = (),
    language: str = "python",
    **more: object,
) -> Situation:
    return Situation(
        snapshot=text_of(text, language=language),
        cursor=Point(*cursor),
        edits=edits,
        workspace_texts=Texts(*others),
        supported_kinds=kinds,
        **more,  # type: ignore[arg-type]
    )


def generated(situation: Situation, *families: str) -> list[UnscoredCandidate]:
    """All unscored candidates for the current text, of these families."""
    patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
    extractor = FeatureExtractor(SnapshotIndex(situation.snapshot), situation, patterns)
    found = generate_candidates(extractor)
    return [one for one in found if not families or one.family in families]


def changed_lines(situation: Situation, *families: str) -> list[tuple[int, tuple[str, ...]]]:
    """First line and new lines of the candidates of these families, by line."""
    return sorted({(one.line, one.new) for one in generated(situation, *families)})


def unscored(
    line: int,
    probability: float = 0.0,
    *,
    uri: str = HERE,
    old: str = "x",
    new: tuple[str, ...] = ("y",),
    family: str = "analogy",
    topic: str = "topic",
    pattern: str = "pattern",
    size: int = 200,
    line_count: int = 1,
    token_replacement: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
) -> UnscoredCandidate:
    return UnscoredCandidate(
        snapshot=TextSnapshot(uri, "python", [old] * size),
        line=line,
        line_count=line_count,
        new=new,
        family=family,
        pattern=pattern,
        topic=topic,
        why="why",
        features={},
        probability=probability,
        token_replacement=token_replacement,
    )


def line_candidate(
    snapshot: TextSnapshot,
    line: int,
    *new: str,
    line_count: int = 1,
    probability: float = 0.9,
    family: str = "replace",
    features: Mapping[str, float] | None = None,
) -> UnscoredCandidate:
    """A scored candidate that writes lines in place of those of a text."""
    label = CandidateLabel(family, "pattern", "topic", "why")
    one = label.candidate(snapshot, line, line_count, new, dict(features or {}))
    one.probability = probability
    return one


def candidate(
    line: int,
    probability: float,
    *,
    uri: str = HERE,
    kind: SuggestionKind = "edit",
    column: int = 0,
    end: int = 0,
    text: str = "x",
) -> Candidate:
    edits = (Replacement(Span(Point(line, column), Point(line, end)), text),) if kind == "edit" else ()
    return Candidate(
        kind=kind, uri=uri, probability=probability, family="any", edits=edits, position=Point(line, 0)
    )


def check_replacement(text: str, language: str, old: str, new: str) -> str | None:
    """Return why a candidate must not replace the first `old` of a text by `new`, or None."""
    at = text.index(old)
    line = text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1)
    span = Span(Point(line, column), Point(line, column + len(old)))
    snapshot = text_of(text, uri=f"{HERE}.x", language=language)
    situation = Situation(
        snapshot=snapshot, cursor=Point(0, 0), edits=[made("", new, uri=OTHER)], workspace_texts=Texts()
    )
    candidate = Candidate(
        kind="edit", uri=snapshot.uri, probability=0.9, family="replace", edits=(Replacement(span, new),)
    )
    return check_names(candidate, snapshot, situation)
