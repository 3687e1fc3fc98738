"""Predicts the region of a zeta2 prompt with the next-edit service, which gets everything in one request.

Each prompt has a session of its own: two prompts show two excerpts of a file, whose difference is no edit of the
user. Only edits inside the region can be given. No file is read, and nothing of a prompt is kept or logged.
"""

import time
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from msgspec import Struct

from understudy.languages import language_id_for
from understudy.nes import NesClientCapabilities, NesService, NesSetup, PlacedSuggestion
from understudy.nes.model.formats import Zeta2Prompt
from understudy.nes.text import Replacement, apply_replacements, can_apply
from understudy.schema import acp
from understudy.zed.hunk_lines import place_in_excerpt

__all__ = ["Prediction", "RegionPredictor"]

_META_KEY = "understudy.dev/nes"
_VERSION = 1


class Prediction(Struct, frozen=True, kw_only=True):
    """The new lines of the region, or None; then a reason word and a sentence for the user."""

    region: tuple[str, ...] | None = None
    reason: str = ""
    sentence: str = ""


class RegionPredictor:
    def __init__(self, setup: NesSetup) -> None:
        client = NesClientCapabilities(encoding="utf-32", supported_kinds=frozenset({"edit"}))
        self._service = NesService(setup, client)

    async def predict(self, prompt: Zeta2Prompt) -> Prediction:
        """Raises NesError if the settings of the model cannot be used, or too many prompts are being answered."""
        service = self._service
        session_id = service.start(acp.StartNesRequest()).session_id
        try:
            response = await service.suggest(_to_request(session_id, prompt))
            if not response.suggestions:
                meta = (response.meta or {}).get(_META_KEY, {})
                return Prediction(reason=meta.get("reason", ""), sentence=meta.get("sentence", ""))
            suggestion_id = response.suggestions[0].id
            placed = [
                service.place(session_id, suggestion_id),
                *service.place_others(session_id, suggestion_id),
            ]
            return _rewrite_region(prompt, placed)
        finally:
            service.close(acp.CloseNesRequest(session_id=session_id))

    async def shut_down(self, timeout_s: float) -> None:
        await self._service.shut_down(timeout_s)


def _rewrite_region(prompt: Zeta2Prompt, placed: Sequence[PlacedSuggestion | None]) -> Prediction:
    """Apply those edits that are inside the region."""
    lines, uri = prompt.lines, _to_uri(prompt.path)
    first, last = len(prompt.before), len(prompt.before) + len(prompt.region) - 1
    edits: list[Replacement] = []
    for one in placed:
        if one is None or one.kind != "edit" or one.uri != uri or list(one.lines) != lines:
            continue
        is_inside = all(first <= span.start.line and span.end.line <= last for span, _ in one.edits)
        combined = sorted([*edits, *one.edits], key=lambda edit: edit.span)
        if is_inside and can_apply(combined, lines):
            edits = combined
    if not edits:
        return Prediction(
            reason="outside-region", sentence="The next edit is outside the part that Zed lets be rewritten."
        )
    changed = apply_replacements(edits, lines)
    return Prediction(region=tuple(changed[first : len(changed) - len(prompt.after)]))


def _to_request(session_id: str, prompt: Zeta2Prompt) -> acp.SuggestNesRequest:
    uri = _to_uri(prompt.path)
    line, column = prompt.cursor
    position = acp.Position(line=len(prompt.before) + line, character=column)
    document = acp.NesRecentFile(
        uri=uri, language_id=language_id_for(prompt.path), text="\n".join(prompt.lines)
    )
    history = [
        acp.NesEditHistoryEntry(uri=_to_uri(edit.path), diff=edit.diff)
        for edit in place_in_excerpt(prompt.edits, prompt.path, prompt.lines)
    ]
    return acp.SuggestNesRequest(
        session_id=session_id,
        uri=uri,
        version=_VERSION,
        position=position,
        trigger_kind="automatic",
        context=acp.NesSuggestContext(
            recent_files=[document],
            edit_history=history,
            related_snippets=list(_related_snippets(prompt)),
            user_actions=_last_key(prompt, uri, position),
        ),
    )


def _last_key(prompt: Zeta2Prompt, uri: str, position: acp.Position) -> list[acp.NesUserAction]:
    """Zed asks after each key. The service uses this only if the newest edit is at the cursor: then it waits until
    the word counts as finished, or until Zed disconnects because of the next key."""
    if not prompt.edits or prompt.edits[-1].accepted:
        return []
    now_ms = int(time.time() * 1000)
    return [acp.NesUserAction(action="insertChar", uri=uri, position=position, timestamp_ms=now_ms)]


def _related_snippets(prompt: Zeta2Prompt) -> Iterator[acp.NesRelatedSnippet]:
    for snippet in prompt.related:
        if snippet.path == prompt.path:
            continue
        excerpt = acp.NesExcerpt(start_line=0, end_line=len(snippet.lines) - 1, text="\n".join(snippet.lines))
        yield acp.NesRelatedSnippet(uri=_to_uri(snippet.path), excerpts=[excerpt])


def _to_uri(path: str) -> str:
    """A name for the service: it has no folders, so it never looks there."""
    return f"file:///{quote(path.replace(chr(92), '/').lstrip('/'))}"
