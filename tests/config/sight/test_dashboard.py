"""Dashboard and alerts ask for figures that exist; docs/reference/metrics.md explains both."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client import REGISTRY

import config.asgi  # noqa: F401 - with it comes all that is counted
from config.sight.figures import WhenAsked
from config.sight.stored import StoredFigures
from tests.config.sight.figures import Figures
from tools.compose import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

NAME = re.compile(r"\b(?:sobremesa|process|python)_[a-z_]+\b|\bup\b")
LABELS = re.compile(r"\{([^}]*)\}|(?:by|without) \(([^)]*)\)")
OF_PROMETHEUS = {"up"}
LABELS_OF_PROMETHEUS = {"job", "instance", "le"}


@pytest.fixture
def figures() -> Figures:
    answer = Client().get("/metrics", headers={"host": "localhost"})
    return Figures(answer.content.decode())


def dashboard() -> dict[str, Any]:
    text = (ROOT / "deploy" / "grafana" / "sobremesa.json").read_text()
    return dict(json.loads(text))


def alerts() -> list[dict[str, Any]]:
    document = yaml.safe_load((ROOT / "deploy" / "prometheus" / "alerts.yml").read_text())
    (group,) = document["groups"]
    return list(group["rules"])


def expressions() -> list[str]:
    targets = [target for panel in dashboard()["panels"] for target in panel.get("targets", [])]
    return [*(target["expr"] for target in targets), *(alert["expr"] for alert in alerts())]


def labels_in(expression: str) -> set[str]:
    """The labels that an expression tells apart."""
    found = set()
    for matched, grouped in LABELS.findall(expression):
        found |= set(re.findall(r"(\w+)\s*(?:=~|!=|!~|=)", matched))
        found |= set(re.findall(r"\w+", grouped))
    return found


def known_labels() -> set[str]:
    """The labels of all figures, as they are declared."""
    found: set[str] = set()
    for collector in list(REGISTRY._collector_to_names):
        if isinstance(collector, WhenAsked):
            found |= set(collector.labels)
        elif isinstance(collector, StoredFigures):
            found |= {label for figure in collector.figures for label in figure.labels}
        else:
            found |= set(getattr(collector, "_labelnames", ()))
    return found


def test_every_expression_asks_for_what_is_told(figures: Figures) -> None:
    assert len(expressions()) > 20
    for expression in expressions():
        asked = set(NAME.findall(expression))
        assert asked, expression
        assert asked - figures.names - OF_PROMETHEUS == set(), expression
        assert labels_in(expression) - known_labels() - LABELS_OF_PROMETHEUS == set(), expression
        assert expression.count("(") == expression.count(")"), expression


def test_the_dashboard_is_whole() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({panel["title"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        at = panel["gridPos"]
        for x in range(at["x"], at["x"] + at["w"]):
            for y in range(at["y"], at["y"] + at["h"]):
                assert x < 24 and (x, y) not in taken, panel["title"]
                taken.add((x, y))


def test_there_are_seven_alerts_and_each_is_explained() -> None:
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text()
    names = [alert["alert"] for alert in alerts()]
    assert len(names) == len(set(names)) == 7
    assert re.findall(r"^### (\w+)$", page, re.MULTILINE) == names
    for alert in alerts():
        anchor = alert["alert"].lower()
        assert alert["annotations"]["runbook"] == f"docs/reference/metrics.md#{anchor}"


def test_every_figure_is_explained_and_no_other(figures: Figures) -> None:
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text()
    explained = set(re.findall(r"^\| `(sobremesa_\w+)", page, re.MULTILINE))
    told = {
        f"{name}_total" if kind == "counter" else name
        for name, kind in figures.kinds.items()
        if name.startswith("sobremesa_")
    }
    assert explained == told
