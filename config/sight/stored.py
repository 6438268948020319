"""What is counted in the database when somebody asks. Each app says what it wants counted.

Every process can answer, so the figures are there even if all but one are gone. They are read over
a connection of their own with short patience: they tell the most when the pool is exhausted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from config.database.connections import TimedConnection
from config.database.waits import at_most

PATIENCE = 3.0
"""Seconds for each of them."""


class StoredGauge(NamedTuple):
    """A gauge, and the SQL that reads it: first its labels, then its value; no row is left out."""

    name: str
    told: str
    labels: tuple[str, ...]
    sql: str


class StoredFigures(Collector):
    """All that the apps want counted, in one connection."""

    def __init__(self) -> None:
        self.figures: list[StoredGauge] = []
        REGISTRY.register(self)

    def describe(self) -> Iterator[Metric]:
        """Nothing yet: the database is not asked before somebody asks for the figures."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Their values now; while the database is away only that it is."""
        up = GaugeMetricFamily("sobremesa_database_up", "Whether the database answers.")
        found: list[Metric] = []
        try:
            with connected() as connection:
                found = [read(connection, figure) for figure in self.figures]
            up.add_metric([], 1)
        except psycopg.Error:
            up.add_metric([], 0)
        yield up
        yield from found


@contextlib.contextmanager
def connected() -> Iterator[TimedConnection]:
    """A connection to Django's database, for reading in little time. Raises psycopg.Error."""
    parameters = connections[DEFAULT_DB_ALIAS].get_connection_params()
    for name in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(name, None)
    parameters["application_name"] = "sobremesa figures"
    with at_most(PATIENCE), TimedConnection.connect(**parameters, autocommit=True) as connection:
        yield connection


def read(connection: TimedConnection, figure: StoredGauge) -> Metric:
    """One figure with its values."""
    family = GaugeMetricFamily(figure.name, figure.told, labels=figure.labels)
    for *labels, value in connection.execute(figure.sql.encode()):
        family.add_metric([str(label) for label in labels], float(value))
    return family


_stored = StoredFigures()


def count(*figures: StoredGauge) -> None:
    """Have these counted too."""
    _stored.figures += figures
