"""The figures of this process, for Prometheus: named here and in docs/reference/metrics.md.

What can be read when somebody asks – the length of a queue, the hits of a cache – costs nothing in
between: `WhenAsked`. The others take a microsecond or two each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from prometheus_client import REGISTRY, Counter, Histogram, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Seconds: the bounds of what people wait for."""
LONG = (0.01, 0.05, 0.25, 1, 5, 15, 60, 240)
"""Seconds: the bounds of jobs."""

moves = Counter("sobremesa_moves", "Moves stored, by who has made them.", ["by"])
refused = Counter(
    "sobremesa_refused_moves", "Moves refused, by the code of docs/reference/api.md.", ["reason"]
)
steps = Histogram("sobremesa_step_seconds", "One step of a change.", ["step"], buckets=QUICK)
seen = Histogram(
    "sobremesa_seen_seconds",
    "From a move over a socket until all who watch in its process were sent it.",
    buckets=QUICK,
)
requests = Histogram(
    "sobremesa_request_seconds", "HTTP requests.", ["kind", "status"], buckets=QUICK
)
jobs = Histogram(
    "sobremesa_job_seconds", "Jobs, by how they ended.", ["task", "outcome"], buckets=LONG
)
deliveries = Counter(
    "sobremesa_deliveries", "Attempts to deliver mails and notices.", ["channel", "outcome"]
)
sign_ins = Counter("sobremesa_sign_ins", "Sign-ins, by how they ended.", ["outcome"])
turned_away = Counter("sobremesa_turned_away", "Requests beyond what one client may ask.", ["what"])
errors = Counter("sobremesa_errors", "Records of the log that tell of an error.")

for _by in ("user", "orders", "bot"):
    moves.labels(_by)
for _step in ("load", "judge", "store", "show"):
    steps.labels(_step)
for _outcome in ("let in", "refused"):
    sign_ins.labels(_outcome)
for _channel in ("mail", "push", "webhook", "letter"):
    for _outcome in ("sent", "delayed", "failed"):
        deliveries.labels(_channel, _outcome)

Rows = Iterable[tuple[Sequence[str], float]]
"""Values with those of their labels."""


class WhenAsked(Collector):
    """A figure that is read when somebody asks: a counter, or else a gauge."""

    def __init__(
        self, name: str, told: str, labels: Sequence[str], read: Callable[[], Rows],
        *, counts: bool = False,
    ) -> None:  # fmt: skip
        self.name, self.told, self.labels, self.read = name, told, labels, read
        self.family = CounterMetricFamily if counts else GaugeMetricFamily
        REGISTRY.register(self)

    def describe(self) -> Iterator[Metric]:
        """Its name, without reading anything."""
        yield self.family(self.name, self.told, labels=self.labels)

    def collect(self) -> Iterator[Metric]:
        """Its values now."""
        family = self.family(self.name, self.told, labels=self.labels)
        for labels, value in self.read():
            family.add_metric(labels, value)
        yield family
