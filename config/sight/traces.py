"""Spans for OpenTelemetry, sent to `OTEL_EXPORTER_OTLP_ENDPOINT`; without it nothing is imported.

The SDK reads its other variables itself, such as OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and
OTEL_EXPORTER_OTLP_HEADERS.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

_tracer: Tracer | None = None
_provider: TracerProvider | None = None
_nothing = contextlib.nullcontext()

Attribute: TypeAlias = str | int | list[int] | None


def begin(process: str) -> None:
    """Trace from now on, if there is somebody to be told; `process` is what this one does."""
    global _tracer, _provider
    if not settings.TRACES_TO or _tracer is not None:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    os.environ.setdefault("OTEL_SERVICE_NAME", "sobremesa")
    _provider = TracerProvider(resource=Resource.create({"sobremesa.process": process}))
    _provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracer = _provider.get_tracer("sobremesa")


def end() -> None:
    """Send what is left, and trace no more."""
    global _tracer, _provider
    if _provider is not None:
        _provider.shutdown()
    _tracer = _provider = None


def span(name: str, **facts: Attribute) -> contextlib.AbstractContextManager[Span | None]:
    """A context that is a span with these attributes, of the one that is open; else nothing."""
    if _tracer is None:
        return _nothing
    return _span(_tracer, name, facts)


@contextlib.contextmanager
def _span(tracer: Tracer, name: str, facts: dict[str, Attribute]) -> Iterator[Span]:
    told = {fact: value for fact, value in facts.items() if value is not None}
    from opentelemetry.trace import StatusCode

    opening = tracer.start_as_current_span(
        name, attributes=told, record_exception=False, set_status_on_exception=False
    )  # as messages of exceptions may tell what is secret
    with opening as opened:
        try:
            yield opened
        except BaseException as problem:
            opened.set_attribute("error.type", type(problem).__name__)
            opened.set_status(StatusCode.ERROR)
            raise


def current() -> dict[str, str]:
    """The trace that the work at hand belongs to, for the log."""
    if _tracer is None:
        return {}
    from opentelemetry.trace import get_current_span

    context = get_current_span().get_span_context()
    return {"trace": f"{context.trace_id:032x}"} if context.is_valid else {}
