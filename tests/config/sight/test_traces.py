"""Traces, as a collector receives them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from config.sight import traces
from games.tasks import bots_play
from tests.config.sight.conftest import Written
from tests.config.test_environment import PRODUCTION
from tests.games.sockets import heard, heard_of, watch
from tests.games.test_sockets import play
from tests.people import client_of
from tools.processes import manage
from tools.working import forget_jobs, work


class Collector(ThreadingHTTPServer):
    """Takes spans over HTTP, as OpenTelemetry's own does."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.spans: list[Any] = []
        self.resources: list[dict[str, str]] = []
        self.thread = threading.Thread(target=self.serve_forever)
        self.thread.start()

    def take(self, body: bytes) -> None:
        for told in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.resources.append(facts(told.resource))
            self.spans += [span for scope in told.scope_spans for span in scope.spans]

    def named(self, name: str) -> list[Any]:
        return [span for span in self.spans if span.name == name]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert self.path == "/v1/traces"
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.take(body)  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def facts(told: Any) -> dict[str, Any]:
    """Attributes as a dict."""
    return {
        pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in told.attributes
    }


@pytest.fixture
def collector(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    server = Collector()
    settings.TRACES_TO = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", settings.TRACES_TO)
    traces.begin("tests")
    yield server
    traces.end()
    server.shutdown()
    server.thread.join()
    server.server_close()


@pytest.mark.django_db(transaction=True)
def test_the_steps_of_a_move(live: str, begin: Any, collector: Collector) -> None:
    playing = begin()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        play(socket, heard(socket)["question"])
        assert heard_of(socket, "answer")["status"] == 200
        heard_of(socket, "update")
    traces.end()
    visits = {span.span_id: span for span in collector.named("visit")}
    (store,) = [span for span in collector.named("store") if span.parent_span_id in visits]
    visit = visits[store.parent_span_id]
    inside = [span.name for span in collector.spans if span.parent_span_id == visit.span_id]
    assert inside == ["judge", "store", "show"]
    assert [value.int_value for value in facts(store)["tables"].values] == [playing.id]
    assert collector.resources[0]["service.name"] == "sobremesa"
    assert collector.resources[0]["sobremesa.process"] == "tests"


@pytest.mark.django_db(transaction=True)
def test_a_request_and_what_it_logs_belong_together(
    begin: Any, collector: Collector, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("Zq3xV9_secretTokenOfALink")

    playing = begin()
    monkeypatch.setattr("games.changing.services.seat_resign", broken)
    client = client_of(playing.user_at(0), raise_request_exception=False)
    answer = client.post(f"/api/v1/tables/{playing.id}/resign")
    traces.end()
    (span,) = collector.named("request")
    told = facts(span)
    assert told["http.route"] == "/api/v1/tables/<int:table_id>/resign"
    assert told["http.response.status_code"] == 500
    assert (told["table"], told["user"]) == (playing.id, playing.user_at(0).pk)
    assert told["request"] == answer["X-Request-ID"]
    inside = [one.name for one in collector.spans if one.parent_span_id == span.span_id]
    assert inside == ["load"]
    assert written.of("django.request")["trace"] == span.trace_id.hex()
    assert b"secretToken" not in b"".join(one.SerializeToString() for one in collector.spans)


@pytest.mark.django_db(transaction=True)
def test_a_job(begin: Any, collector: Collector) -> None:
    forget_jobs()
    playing = begin(bots=1)
    number = bots_play.defer(table_id=playing.id)
    work()
    traces.end()
    (job,) = [span for span in collector.named("job") if facts(span)["job"] == number]
    assert facts(job)["table"] == playing.id
    assert any(span.parent_span_id == job.span_id for span in collector.named("judge"))


@pytest.mark.costly
@pytest.mark.django_db
def test_without_an_endpoint_nothing_is_imported(tmp_path: Path, client: Client) -> None:
    script = "import sys, config.asgi; print([name for name in sys.modules if 'telemetry' in name])"
    done = manage(tmp_path, "shell", "--no-imports", "-c", script, **PRODUCTION)
    assert done.stdout.strip() == "[]", done.stderr
