"""OpenTelemetry traces: turn → request to a model → tool call, in the trace of the client if it names one.

An observer (`accounts.Observer`) that passes everything on to another one. Loaded only with `--traces`; it needs
the packages of `understudy-acp[otel]`, and is configured by OpenTelemetry's own variables, such as
OTEL_EXPORTER_OTLP_ENDPOINT.
A span has no text of a prompt, an answer, an argument or a result.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from understudy.chat import WorkReport
from understudy.schema.acp import StopReason, Usage
from understudy.serve.accounts import Observer, TurnObserver

__all__ = ["Tracing"]


class Tracing:
    """Implements `accounts.Observer`."""

    def __init__(self, observer: Observer, replica: str, exporter: SpanExporter | None = None) -> None:
        """Without `exporter`, spans are sent over OTLP and HTTP, where OpenTelemetry's variables say."""
        if exporter is None:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

            exporter = OTLPSpanExporter()
        self._observer = observer
        resource = Resource.create({"service.name": "understudy", "service.instance.id": replica})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("understudy.serve")
        self._propagator = TraceContextTextMapPropagator()

    def begin_turn(self, user: str, session_id: str, trace_parent: str | None) -> TurnObserver:
        parent = None if trace_parent is None else self._propagator.extract({"traceparent": trace_parent})
        span = self._tracer.start_span(
            "turn",
            context=parent,
            kind=SpanKind.SERVER,
            attributes={"enduser.id": user, "gen_ai.conversation.id": session_id},
        )
        return _TracedTurn(self._tracer, span, self._observer.begin_turn(user, session_id, trace_parent))

    def limit_reached(self, limit: str) -> None:
        self._observer.limit_reached(limit)

    def close(self) -> None:
        """Send what is not sent yet."""
        self._provider.shutdown()


class _TracedTurn(TurnObserver):
    def __init__(self, tracer: Any, span: Span, observer: TurnObserver) -> None:
        self._tracer = tracer
        self._span = span
        self._context = set_span_in_context(span)
        self._observer = observer

    @contextmanager
    def model_request(self, model: str) -> Generator[WorkReport]:
        attributes = {"gen_ai.operation.name": "chat", "gen_ai.request.model": model}
        with (
            self._observer.model_request(model) as report,
            self._child("model request", SpanKind.CLIENT, attributes, report) as span,
        ):
            yield report
            span.set_attribute("gen_ai.usage.input_tokens", report.input_tokens)
            span.set_attribute("gen_ai.usage.output_tokens", report.output_tokens)

    @contextmanager
    def tool_call(self, name: str) -> Generator[WorkReport]:
        attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
        with (
            self._observer.tool_call(name) as report,
            self._child("tool call", SpanKind.INTERNAL, attributes, report),
        ):
            yield report

    def end(self, stop_reason: StopReason | str, usage: Usage | None) -> None:
        self._observer.end(stop_reason, usage)
        self._span.set_attribute("understudy.stop_reason", stop_reason)
        if stop_reason == "error":
            self._span.set_status(Status(StatusCode.ERROR))
        self._span.end()

    @contextmanager
    def _child(
        self, name: str, kind: SpanKind, attributes: dict[str, str], report: WorkReport
    ) -> Generator[Span]:
        span: Span = self._tracer.start_span(name, context=self._context, kind=kind, attributes=attributes)
        try:
            yield span
        finally:
            if report.failed:
                span.set_status(Status(StatusCode.ERROR))
            span.end()
