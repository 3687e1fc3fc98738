"""Sizes of requests: how much text around the cursor, how many edits and how long a reply fit into the available
time.

Pure: builds the prompt in several sizes, the largest first, and compares the expected time with the limit. What
the server has cached costs nothing, so the size of the last request is usually kept. Without a measurement the
request is a small one.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import structs

from understudy.nes.engine_api import Situation
from understudy.nes.model.context_window import build_model_context
from understudy.nes.model.limits import (
    LONG_LINE_TOKENS,
    MAX_FIM_REPLY_TOKENS,
    MAX_PREWARM_S,
    MIN_CACHE_SHARE,
    MIN_PREWARM_SAVING_S,
    MIN_REPLY_SHARE,
    ONE_LINE_TOKENS,
    PROBE_TOKENS,
    REGION_GROWTH,
    REGION_GROWTH_TOKENS,
    USABLE_TIME_SHARE,
)
from understudy.nes.model.prompt_types import (
    DEFAULT_BUDGET,
    ModelContext,
    Prompt,
    PromptBudget,
    PromptFormat,
    RegionShape,
    UnfitContextError,
)
from understudy.nes.model.speed import EndpointSpeed

__all__ = [
    "SIZES",
    "RequestSize",
    "SizedRequest",
    "build_small_prompt",
    "choose_prewarm",
    "choose_probe",
    "choose_request",
]


class RequestSize(NamedTuple):
    share: float
    """Of the tokens around the cursor and of the prompt."""
    events: int
    is_line: bool = False
    """Only the line of the cursor is rewritten."""

    def scale(self, shape: RegionShape) -> RegionShape:
        if self.share == 1.0:
            return shape
        window = shape.window
        if self.is_line:
            window = 0
        elif window is not None:
            window = int(window * self.share)
        return RegionShape(
            # The only line of the region has the room of a whole one.
            region=shape.region if self.is_line else int(shape.region * self.share),
            above=int(shape.above * self.share),
            # The text after an insertion comes last in most of these prompts, so it is evaluated every time.
            below=int(shape.below * self.share ** (2 if shape.region == 0 else 1)),
            window=window,
        )

    @property
    def budget(self) -> PromptBudget:
        return PromptBudget(int(DEFAULT_BUDGET.prompt * self.share), self.events)


SIZES: Final = (
    RequestSize(1.0, DEFAULT_BUDGET.events),
    RequestSize(0.5, 4),
    RequestSize(0.25, 3),
    RequestSize(0.125, 2),
    RequestSize(0.1, 1, is_line=True),
    RequestSize(0.05, 0, is_line=True),
)
"""Largest first."""
UNMEASURED_SIZE: Final = 2
"""The index of the size of the first request: a slow server would evaluate a larger one for many seconds, even if
it is abandoned."""


class SizedRequest(NamedTuple):
    context: ModelContext
    prompt: Prompt
    size: RequestSize
    is_one_line: bool = False
    """Whether only one line fits into the time."""
    expected_s: float = 0.0


def choose_request(
    situation: Situation, prompt_format: PromptFormat, speed: EndpointSpeed, limit_s: float
) -> SizedRequest | None:
    """Return the largest request that is expected to be answered in time; None if none is.

    Raises UnfitContextError.
    """
    usable_s = limit_s * USABLE_TIME_SHARE
    sizes = SIZES if speed.is_measured else SIZES[UNMEASURED_SIZE:]
    requests = _requests_by_size(situation, prompt_format, sizes)
    if not speed.is_measured and speed.late_count:
        # It has never answered: try the smallest request once, and leave the rest to measuring in the background.
        *_, smallest = requests
        return SizedRequest(*smallest) if speed.late_count == 1 else None
    fitting: list[SizedRequest] = []
    for context, prompt, size in requests:
        new_tokens = speed.cost(prompt).new
        expected_s = speed.expected_s(new_tokens, _needed_tokens(context, prompt_format, speed))
        if expected_s > usable_s:
            continue
        max_tokens = _tokens_in_time(speed, new_tokens, usable_s, prompt.max_tokens)
        is_one_line = size.is_line or (
            _is_insertion(prompt_format) and max_tokens < MAX_FIM_REPLY_TOKENS // 2
        )
        prompt = structs.replace(prompt, max_tokens=max_tokens)
        fitting.append(SizedRequest(context, prompt, size, is_one_line, expected_s))
        if not _is_insertion(prompt_format) or max_tokens >= LONG_LINE_TOKENS:
            return fitting[-1]
    # No prompt leaves the time for a long line: take the largest one whose reply is about as long as it can be.
    longest = max((one.prompt.max_tokens for one in fitting), default=0)
    return next((one for one in fitting if one.prompt.max_tokens >= longest * MIN_REPLY_SHARE), None)


def choose_prewarm(
    situation: Situation,
    prompt_format: PromptFormat,
    speed: EndpointSpeed,
    limit_s: float,
    max_s: float = MAX_PREWARM_S,
) -> Prompt | None:
    """Return the prompt to send ahead of a request; None if that would save no time.

    It is the largest one that is evaluated within `max_s` and with which the next request, one character later, is
    expected to be answered in time. Raises UnfitContextError.
    """
    if not speed.is_measured:
        return choose_probe(situation, prompt_format)
    max_tokens = 1 if speed.is_output_measured else PROBE_TOKENS
    if speed.cache_share < MIN_CACHE_SHARE:
        return None
    for context, prompt, size in _requests_by_size(situation, prompt_format):
        cost = speed.cost(prompt)
        if speed.expected_s(cost.new, 0) > max_s:
            continue
        later = prompt_format.build(_type_one_char(context), size.budget)
        changed = speed.estimate_tokens(later.text) - _common_tokens(prompt, later, speed)
        needed = _needed_tokens(context, prompt_format, speed)
        # Twice the reserve of a request: the user goes on typing, which makes the prompt longer.
        if speed.expected_s(changed, needed) > limit_s * USABLE_TIME_SHARE**2:
            continue
        saved_s = speed.expected_s(cost.new, 0) - speed.expected_s(changed, 0)
        return structs.replace(prompt, max_tokens=max_tokens) if saved_s >= MIN_PREWARM_SAVING_S else None
    return None


def choose_probe(situation: Situation, prompt_format: PromptFormat) -> Prompt:
    """Return the smallest prompt, which measures the speed of a server. Raises UnfitContextError."""
    *_, (_, prompt, _) = _requests_by_size(situation, prompt_format)
    return structs.replace(prompt, max_tokens=PROBE_TOKENS)


def build_small_prompt(situation: Situation, prompt_format: PromptFormat) -> Prompt:
    """Return the prompt of the first request to an endpoint. Raises UnfitContextError."""
    return next(_requests_by_size(situation, prompt_format, SIZES[UNMEASURED_SIZE:]))[1]


def _requests_by_size(
    situation: Situation, prompt_format: PromptFormat, sizes: Sequence[RequestSize] = SIZES
) -> Iterator[tuple[ModelContext, Prompt, RequestSize]]:
    """Yield the distinct prompts, largest first. Raises UnfitContextError if the text is unfit in every size."""
    last_text: str | None = None
    failure: UnfitContextError | None = None
    for size in sizes:
        try:
            context = build_model_context(situation, size.scale(prompt_format.shape))
            prompt = prompt_format.build(context, size.budget)
        except UnfitContextError as error:
            if error.reason not in ("long-line", "too-long"):
                raise
            failure = failure or error
            continue
        if prompt.text != last_text:
            last_text = prompt.text
            yield context, prompt, size
    if last_text is None and failure is not None:
        raise failure


def _is_insertion(prompt_format: PromptFormat) -> bool:
    return prompt_format.shape.region == 0


def _needed_tokens(context: ModelContext, prompt_format: PromptFormat, speed: EndpointSpeed) -> float:
    """Return how long a useful reply is: one line, or the region, which the model writes as a whole."""
    if _is_insertion(prompt_format):
        return ONE_LINE_TOKENS
    return speed.estimate_tokens(context.region_text) * REGION_GROWTH + REGION_GROWTH_TOKENS


def _tokens_in_time(speed: EndpointSpeed, new_tokens: float, usable_s: float, max_tokens: int) -> int:
    output_rate = speed.output_tokens_per_s
    if output_rate is None:
        return max_tokens
    left_s = usable_s - speed.expected_s(new_tokens, 0)
    return max(min(int(left_s * output_rate), max_tokens), 1)


def _type_one_char(context: ModelContext) -> ModelContext:
    line, column = context.cursor
    region = context.region_with_marker("x")
    return structs.replace(context, region=tuple(region), cursor=(line, column + 1))


def _common_tokens(prompt: Prompt, later: Prompt, speed: EndpointSpeed) -> float:
    length = next(
        (at for at, (one, other) in enumerate(zip(prompt.text, later.text, strict=False)) if one != other),
        min(len(prompt.text), len(later.text)),
    )
    return speed.estimate_tokens(prompt.text[:length])
