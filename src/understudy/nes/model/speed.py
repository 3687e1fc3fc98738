"""The measured speed of one endpoint: tokens per second for prompt and output, and what its prompt cache saves.

Running estimates: newer requests count more. Taken from the timings of the server where it reports them,
otherwise from the time to the first token and the total time. Shared by the sessions that use the endpoint. Sends
nothing; the sizes of requests are chosen in `request_size`.
"""

from typing import NamedTuple

from understudy.nes.model.completions import Completion
from understudy.nes.model.limits import (
    LATE_TIME_FACTOR,
    MIN_CACHE_SAMPLE_TOKENS,
    MIN_OUTPUT_SAMPLE_TOKENS,
    MIN_PROMPT_SAMPLE_TOKENS,
    OLD_SAMPLE_WEIGHT,
    OUTPUT_TO_PROMPT_SPEED,
)
from understudy.nes.model.prompt_types import BYTES_PER_TOKEN, Prompt
from understudy.workspace.files import common_prefix_length

__all__ = ["EndpointSpeed", "PromptCost"]


class PromptCost(NamedTuple):
    """The expected work for a prompt, in tokens."""

    total: float
    cached: float
    """Tokens that the server has probably kept from an earlier request."""

    @property
    def new(self) -> float:
        return self.total - self.cached


class _Average:
    """A moving average: half of it is the newest value. A geometric one fits speeds, which differ by factors."""

    def __init__(self, *, is_geometric: bool = False) -> None:
        self._is_geometric = is_geometric
        self.value: float | None = None

    def add(self, value: float) -> None:
        old = self.value
        if old is None:
            self.value = value
        elif self._is_geometric:
            self.value = old**OLD_SAMPLE_WEIGHT * value ** (1 - OLD_SAMPLE_WEIGHT)
        else:
            self.value = old * OLD_SAMPLE_WEIGHT + value * (1 - OLD_SAMPLE_WEIGHT)


class EndpointSpeed:
    def __init__(self) -> None:
        self._prompt_rate = _Average(is_geometric=True)
        self._output_rate = _Average(is_geometric=True)
        self._bytes_per_token = _Average()
        self._cache_share = _Average()
        self._overhead = _Average()
        self._evaluated_text = ""
        """The last prompt that the server evaluated, and its reply: a server keeps at least these."""
        self.late_count = 0
        """Requests without any token in time since the last reply."""

    @property
    def is_measured(self) -> bool:
        return self.prompt_tokens_per_s is not None

    @property
    def is_output_measured(self) -> bool:
        return self._output_rate.value is not None

    @property
    def prompt_tokens_per_s(self) -> float | None:
        return self._prompt_rate.value

    @property
    def output_tokens_per_s(self) -> float | None:
        """Guessed from the speed of the prompt while no output was measured."""
        prompt_rate = self._prompt_rate.value
        guess = None if prompt_rate is None else prompt_rate * OUTPUT_TO_PROMPT_SPEED
        return self._output_rate.value or guess

    @property
    def bytes_per_token(self) -> float:
        return self._bytes_per_token.value or BYTES_PER_TOKEN

    @property
    def cache_share(self) -> float:
        """The share of an unchanged beginning that the server does not evaluate again. 1 until it is measured."""
        share = self._cache_share.value
        return 1.0 if share is None else share

    @property
    def overhead_s(self) -> float:
        return self._overhead.value or 0.0

    def estimate_tokens(self, text: str) -> float:
        return len(text.encode("utf-8", "replace")) / self.bytes_per_token

    def cost(self, prompt: Prompt) -> PromptCost:
        text = prompt.system + prompt.text
        same = common_prefix_length(text, self._evaluated_text, len(text))
        return PromptCost(self.estimate_tokens(text), self.estimate_tokens(text[:same]) * self.cache_share)

    def expected_s(self, new_prompt_tokens: float, output_tokens: float) -> float:
        """Return the seconds that a request probably takes; 0 if nothing was measured."""
        prompt_rate, output_rate = self.prompt_tokens_per_s, self.output_tokens_per_s
        if prompt_rate is None or output_rate is None:
            return 0.0
        return self.overhead_s + new_prompt_tokens / prompt_rate + output_tokens / output_rate

    def record(self, prompt: Prompt, completion: Completion) -> None:
        """Learn from a request that got at least its first token."""
        self.late_count = 0
        text, cost, timings = prompt.system + prompt.text, self.cost(prompt), completion.timings
        if timings.prompt_tokens:
            self._bytes_per_token.add(len(text.encode("utf-8", "replace")) / timings.prompt_tokens)
        total = timings.prompt_tokens or cost.total
        cached = self._record_cache(total, prompt, completion)
        self._record_output(completion)
        self._record_prompt(total - cached, completion)
        if timings.prompt_s is not None and timings.output_s is not None and completion.total_s is not None:
            self._overhead.add(max(completion.total_s - timings.prompt_s - timings.output_s, 0.0))
        self._evaluated_text = text + completion.text

    def record_late(self, prompt: Prompt, seconds: float) -> None:
        """Learn from a request without any token in time: the server is slower than this, by an unknown factor, or
        has not cached what was expected."""
        self.late_count += 1
        rate, cost = self._prompt_rate.value, self.cost(prompt)
        if rate is None:
            return
        if cost.cached >= MIN_CACHE_SAMPLE_TOKENS:
            self._cache_share.add(0.0)
            self._evaluated_text = ""
        elif max(cost.new, 1.0) / rate < seconds:
            self._prompt_rate.add(max(cost.new, 1.0) / (seconds * LATE_TIME_FACTOR))

    def forget_cache(self) -> None:
        """The server has restarted, or another model was loaded."""
        self._evaluated_text = ""

    def summary(self) -> str:
        """Return the speeds as part of a sentence; empty if nothing was measured."""
        prompt_rate, output_rate = self.prompt_tokens_per_s, self.output_tokens_per_s
        if prompt_rate is None or output_rate is None:
            return ""
        return f"it reads {prompt_rate:.0f} and writes {output_rate:.0f} tokens a second"

    def _record_cache(self, total: float, prompt: Prompt, completion: Completion) -> float:
        """Return how many tokens of the prompt the server had cached, and learn how much it keeps."""
        text = prompt.system + prompt.text
        same = self.estimate_tokens(text[: common_prefix_length(text, self._evaluated_text, len(text))])
        cached = completion.timings.cached_tokens
        if cached is None:
            cached = self._infer_cached(total, same, completion)
        if same >= MIN_CACHE_SAMPLE_TOKENS:
            self._cache_share.add(min(cached / same, 1.0))
        return min(cached, total)

    def _infer_cached(self, total: float, same: float, completion: Completion) -> float:
        """Compare the time to the first token with the measured speed, if the server does not count."""
        seconds, rate = _prompt_seconds(completion), self._prompt_rate.value
        if rate is None or seconds is None or same < MIN_PROMPT_SAMPLE_TOKENS:
            return 0.0
        return min(max(total - seconds * rate, 0.0), same)

    def _record_prompt(self, new_tokens: float, completion: Completion) -> None:
        prompt_s = _prompt_seconds(completion)
        if prompt_s is None and completion.total_s:
            self._record_total(new_tokens, completion, completion.total_s)
        elif prompt_s and new_tokens >= MIN_PROMPT_SAMPLE_TOKENS:
            self._prompt_rate.add(new_tokens / prompt_s)
        elif prompt_s and not self.is_measured:
            # Little was evaluated, because the rest was cached: no server reads slower than it writes.
            self._prompt_rate.add(max(new_tokens / prompt_s, self._output_rate.value or 0.0, 1.0))

    def _record_total(self, new_tokens: float, completion: Completion, total_s: float) -> None:
        """Split the time of a reply that came as a whole, by the usual ratio of both speeds."""
        tokens = completion.timings.output_tokens or self.estimate_tokens(completion.text)
        work = new_tokens + tokens / OUTPUT_TO_PROMPT_SPEED
        if new_tokens >= MIN_PROMPT_SAMPLE_TOKENS:
            self._prompt_rate.add(work / total_s)
        if tokens >= MIN_OUTPUT_SAMPLE_TOKENS:
            self._output_rate.add(work / total_s * OUTPUT_TO_PROMPT_SPEED)

    def _record_output(self, completion: Completion) -> None:
        timings = completion.timings
        tokens, seconds = timings.output_tokens, timings.output_s
        if seconds is None and completion.first_token_s is not None and completion.total_s is not None:
            # The first token ended the time of the prompt.
            seconds = completion.total_s - completion.first_token_s
            counted = tokens or len(completion.log_probabilities)
            tokens = int(counted or self.estimate_tokens(completion.text)) - 1
        if tokens is not None and seconds and tokens >= MIN_OUTPUT_SAMPLE_TOKENS:
            self._output_rate.add(tokens / seconds)


def _prompt_seconds(completion: Completion) -> float | None:
    reported = completion.timings.prompt_s
    return completion.first_token_s if reported is None else reported
