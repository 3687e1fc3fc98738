"""A model as an engine: from a situation to a candidate, one question at a time, or a reason for none.

Owns the newest question, the rest after failures and the replies worth keeping. What is put to the model and how
its reply is read is the format's; whether a candidate is shown is the service's.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from understudy.nes.model.bodies import Completion
from understudy.nes.model.failures import EndpointFailure
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.framing import frame
from understudy.nes.model.judging import trouble_with
from understudy.nes.model.naming import ModelSettings, check_key, missing_key
from understudy.nes.model.prompting import BUDGET, ModelContext, Prompt, Unfit
from understudy.nes.model.recalling import Cache, Suggested, typed_on
from understudy.nes.model.replacing import replacements
from understudy.nes.model.resting import Rest
from understudy.nes.port import Candidate, Situation, Verdict

if TYPE_CHECKING:
    from understudy.nes.model.endpoint import Endpoint

__all__ = ["CHANCE", "ModelEngine"]

logger = logging.getLogger(__name__)

CHANCE: Final = 0.65
"""How likely a model's edit is to be taken, after our checks. A guess, the same for all: models give no number.
What the user takes and refuses corrects it in the service."""
CLOSING_SECONDS: Final = 1.0


class ModelEngine:
    """One for each NES session: a new question gives up the one before it."""

    def __init__(
        self,
        settings: ModelSettings,
        key: str | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises ModelSettingsError for a key that no header can carry. Loads and opens nothing."""
        self._settings = settings
        self._key = None if key is None else check_key(key)
        self._clock = clock
        self._format = FORMATS[settings.format]
        self._endpoint: asyncio.Task[Endpoint] | None = None
        self._running: asyncio.Task[Completion] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._rest = Rest()
        self._trouble = ""
        self._key_refused = ""
        self._cache = Cache()
        self._last: Suggested | None = None
        self._closed = False

    @property
    def auth_required(self) -> bool:
        """Whether nothing will come before the key changes."""
        return bool(self._key_refused or missing_key(self._settings, self._key))

    async def propose(self, situation: Situation) -> Verdict:
        """Never raises but for being cancelled. The situation's deadline is for engines that answer at once; here
        the settings' time limit counts."""
        self._give_up()
        if self._closed:
            return _none("closed", "The session is over.")
        needed = self._key_refused or missing_key(self._settings, self._key)
        if needed:
            return _none("auth_required", needed)
        if self._last is not None:
            now = typed_on(self._last, situation.page, situation.cursor)
            if now is not None:
                return self._suggest(situation, now, self._last.new)
        try:
            context = frame(situation, self._format.shape)
            prompt = self._format.build(context, BUDGET)
            prompt.text.encode()
        except Unfit as unfit:
            return _none(f"model-unfit-{unfit.word}", str(unfit))
        except UnicodeEncodeError:
            return _none("model-unfit-characters", "The text holds half a character, which cannot be sent.")
        reply = self._cache.get(prompt)
        if reply is not None:
            return self._read(situation, context, reply)
        if self._loading is not None and not self._loading.done():
            return _none("model-resting", f"{self._settings.label} is loading the model.")
        left = self._rest.left(self._clock())
        if left > 0:
            return _none("model-resting", f"It is asked again in {math.ceil(left)} s. {self._trouble}")
        return await self._ask(situation, context, prompt)

    def keys_changed(self, key: str | None) -> None:
        """The user logged in or out; what failed for want of a key may work now."""
        self._key = None if key is None else check_key(key)
        self._key_refused = ""
        self._rest.over()

    async def close(self) -> None:
        """Ends what is running and closes the connection. May be called again."""
        self._closed = True
        self._give_up()
        if self._loading is not None:
            self._loading.cancel()
        self._cache.clear()
        self._last = None
        opening, self._endpoint = self._endpoint, None
        if opening is None:
            return
        with suppress(Exception):  # it never opened, or the other end hangs: there is nothing more to close
            async with asyncio.timeout(CLOSING_SECONDS):
                await (await opening).close()

    def _give_up(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.cancel()

    async def _ask(self, situation: Situation, context: ModelContext, prompt: Prompt) -> Verdict:
        running = self._running = asyncio.create_task(self._exchange(prompt))
        running.add_done_callback(_look_away)
        try:
            # Waits without being cancelled along with it: a newer question cancels only the task.
            await asyncio.wait((running,))
        finally:
            running.cancel()
            if self._running is running:
                self._running = None
        if running.cancelled():
            return _none("superseded", "A newer question took its place.")
        failure = running.exception()
        if isinstance(failure, EndpointFailure):
            return self._failed(failure)
        if failure is not None:
            logger.warning("asking %s failed: %s", self._settings.label, type(failure).__name__)
            return self._failed(EndpointFailure("failed", f"Asking {self._settings.label} failed."))
        reply = running.result()
        self._rest.over()
        self._loading = None
        self._cache.put(prompt, reply)
        return self._read(situation, context, reply)

    async def _exchange(self, prompt: Prompt) -> Completion:
        return await (await self._opened()).ask(prompt, self._key)

    async def _load(self) -> None:
        await (await self._opened()).load(self._key)
        self._rest.over()

    async def _opened(self) -> "Endpoint":
        opening = self._endpoint
        if opening is None or (opening.done() and (opening.cancelled() or opening.exception() is not None)):
            opening = self._endpoint = asyncio.create_task(asyncio.to_thread(_open, self._settings))
        return await asyncio.shield(opening)

    def _failed(self, failure: EndpointFailure) -> Verdict:
        if failure.word == "auth":
            self._key_refused = str(failure)
            return _none("auth_required", str(failure))
        seconds = self._rest.failed(self._clock(), failure.after)
        self._trouble = str(failure)
        if failure.word == "late" and self._settings.kind == "ollama" and self._loading is None:
            # Once, until an answer came: a model that is there and still too slow rests like any other.
            self._loading = asyncio.create_task(self._load())
        logger.debug("%s rests for %.0f s: %s", self._settings.label, seconds, failure.word)
        return _none("late" if failure.word == "late" else f"model-{failure.word}", str(failure))

    def _read(self, situation: Situation, context: ModelContext, reply: Completion) -> Verdict:
        text = self._format.cut_short(reply.text) if reply.cut else reply.text
        if text is None:
            return _none("model-cut", "The reply hit its limit of tokens.")
        new = self._format.parse(text, context)
        if new is None:
            return _none("model-silent", "The model sees no edit.")
        trouble = trouble_with(new, context)
        if trouble is not None:
            return _none("model-astray", f"The reply is refused: {trouble}.")
        self._last = Suggested(situation.page, context, new)
        return self._suggest(situation, context, new)

    def _suggest(self, situation: Situation, context: ModelContext, new: str) -> Verdict:
        candidate = Candidate(
            kind="edit",
            uri=situation.page.uri,
            chance=CHANCE,
            family="model",
            lesson=self._settings.format,
            why=f"{self._settings.model or self._settings.format} expects this edit.",
            edits=replacements(context, new),
        )
        if situation.refused(candidate):
            return _none("refused", "The user refused this before.")
        return Verdict(candidates=(candidate,))


def _look_away(task: asyncio.Task[Completion]) -> None:
    """A failure that comes when nobody waits any more is no news."""
    if not task.cancelled():
        task.exception()


def _open(settings: ModelSettings) -> "Endpoint":
    # Loads the HTTP client, in a thread: the editor's events go on meanwhile.
    from understudy.nes.model.endpoint import Endpoint

    return Endpoint(settings)


def _none(word: str, sentence: str) -> Verdict:
    return Verdict(reason=f"{word}: {sentence}")
