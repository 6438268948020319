"""Reading figures as Prometheus does."""

from __future__ import annotations

import urllib.request

from prometheus_client.parser import text_string_to_metric_families as families

from tools.patience import PATIENCE


class Figures:
    """One answer of `/metrics`."""

    def __init__(self, text: str) -> None:
        self.kinds = {family.name: family.type for family in families(text)}
        self.samples = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in families(text)
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        """A value; 0.0 for what has not been counted yet."""
        return self.samples.get((name, frozenset(labels.items())), 0.0)

    @property
    def names(self) -> set[str]:
        """All names that an expression may ask for."""
        found = {name for name, _ in self.samples}
        for name, kind in self.kinds.items():
            found |= {f"{name}_{part}" for part in ENDINGS.get(kind, ())} or {name}
        return found


ENDINGS = {"counter": ("total",), "histogram": ("bucket", "count", "sum")}


def asked(url: str) -> Figures:
    with urllib.request.urlopen(f"{url}/metrics", timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        return Figures(answer.read().decode())
