"""Figures of the server for Prometheus, and the observer that counts turns, model requests and tool calls.

No figure has a label whose values a client chooses: not the user, not the session, not the name of an MCP tool.
Loads `prometheus_client`, which only the server needs.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from understudy.chat import WorkReport
from understudy.schema.acp import StopReason, Usage
from understudy.serve.accounts import Accounts, TurnObserver
from understudy.serve.connections import Connections
from understudy.tools import TOOLS

__all__ = ["Metrics"]

_LATENCY_BUCKETS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)


class Metrics:
    """Implements `accounts.Observer`."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._turns = Counter(
            "understudy_turns", "Turns by how they ended.", ["stop_reason"], registry=registry
        )
        self._turn_seconds = Histogram(
            "understudy_turn_seconds", "Duration of turns.", buckets=_LATENCY_BUCKETS, registry=registry
        )
        self._tool_calls = Counter(
            "understudy_tool_calls", "Tool calls by tool and result.", ["tool", "result"], registry=registry
        )
        self._model_seconds = Histogram(
            "understudy_model_request_seconds",
            "Duration of requests to models, until the end of the answer.",
            ["result"],
            buckets=_LATENCY_BUCKETS,
            registry=registry,
        )
        self._tokens = Counter("understudy_tokens", "Tokens by direction.", ["direction"], registry=registry)
        self._limits = Counter(
            "understudy_limit_rejections", "Requests that a limit rejected.", ["limit"], registry=registry
        )
        self._suggestions = Counter(
            "understudy_suggestions",
            "Next edit suggestions by what became of them.",
            ["event"],
            registry=registry,
        )
        self._refusals = Counter(
            "understudy_refused_connections", "Connections that were refused.", ["reason"], registry=registry
        )

    def watch(self, connections: Connections, accounts: Accounts) -> None:
        """Report what is open now, each time that the figures are read."""
        gauges: dict[str, tuple[str, Callable[[], float]]] = {
            "understudy_sessions_open": ("Open sessions.", lambda: accounts.sessions),
            "understudy_turns_running": ("Turns that run now.", lambda: accounts.turns),
            "understudy_commands_running": ("Commands that run now.", lambda: accounts.commands),
            "understudy_unsent_bytes": (
                "Bytes for clients over HTTP that are not sent yet.",
                lambda: connections.unsent_bytes,
            ),
        }
        for name, (text, read) in gauges.items():
            Gauge(name, text, registry=self._registry).set_function(read)
        kinds = Gauge("understudy_connections", "Open connections.", ["transport"], registry=self._registry)
        for kind in ("websocket", "http"):
            kinds.labels(kind).set_function(lambda kind=kind: connections.kinds[kind])

    def watch_queue(self, name: str, read: Callable[[], float]) -> None:
        """Report the length of a queue."""
        Gauge(
            f"understudy_{name}_queue", f"Length of the queue of the {name}.", registry=self._registry
        ).set_function(read)

    def render(self) -> tuple[str, str]:
        return generate_latest(self._registry).decode(), CONTENT_TYPE_LATEST

    def begin_turn(self, user: str, session_id: str, trace_parent: str | None) -> TurnObserver:
        del user, session_id, trace_parent
        return _CountedTurn(self)

    def limit_reached(self, limit: str) -> None:
        self._limits.labels(limit).inc()

    def connection_refused(self, reason: str) -> None:
        self._refusals.labels(reason).inc()

    def suggestion(self, event: str) -> None:
        """`event`: shown, accepted or rejected."""
        self._suggestions.labels(event).inc()

    def turn_ended(self, stop_reason: str, seconds: float) -> None:
        self._turns.labels(stop_reason).inc()
        self._turn_seconds.observe(seconds)

    def model_answered(self, report: WorkReport, seconds: float) -> None:
        self._model_seconds.labels("failed" if report.failed else "ok").observe(seconds)
        self._tokens.labels("input").inc(report.input_tokens)
        self._tokens.labels("output").inc(report.output_tokens)

    def tool_called(self, name: str, report: WorkReport) -> None:
        tool = name if name in TOOLS else "other"
        self._tool_calls.labels(tool, "failed" if report.failed else "ok").inc()


class _CountedTurn(TurnObserver):
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._began = time.monotonic()

    @contextmanager
    def model_request(self, model: str) -> Generator[WorkReport]:
        del model
        report, began = WorkReport(), time.monotonic()
        try:
            yield report
        finally:
            self._metrics.model_answered(report, time.monotonic() - began)

    @contextmanager
    def tool_call(self, name: str) -> Generator[WorkReport]:
        report = WorkReport()
        try:
            yield report
        finally:
            self._metrics.tool_called(name, report)

    def end(self, stop_reason: StopReason | str, usage: Usage | None) -> None:
        del usage
        self._metrics.turn_ended(stop_reason, time.monotonic() - self._began)
