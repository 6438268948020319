"""The manifests in deploy/kubernetes are valid, agree with each other and with compose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import kubernetes_validate
import pytest
import yaml

from config.web import health
from tests.config.compose import ROOT, services

VERSION = "1.30"
FOLDER = ROOT / "deploy" / "kubernetes"
OWN = ("live", "pages", "searcher", "setup", "worker")
STAYING = [name for name in OWN if name != "setup"]


def documents() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object with the name of its file."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text()):
            yield path.name, document


def objects(kind: str) -> dict[str, dict[str, Any]]:
    """Those of a kind, by name."""
    return {one["metadata"]["name"]: one for _, one in documents() if one["kind"] == kind}


def workloads() -> dict[str, dict[str, Any]]:
    return objects("Deployment") | objects("Job")


def pod(name: str) -> dict[str, Any]:
    return dict(workloads()[name]["spec"]["template"]["spec"])


def containers() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Workload, pod and container of all containers, those of the beginning included."""
    for name in workloads():
        for container in [*pod(name).get("initContainers", []), *pod(name)["containers"]]:
            yield name, pod(name), container


@pytest.mark.parametrize(
    ("file", "document"),
    [pytest.param(*one, id=f"{one[0]}-{one[1]['kind']}") for one in documents()],
)
def test_every_object_is_valid(file: str, document: dict[str, Any]) -> None:
    kubernetes_validate.validate(document, VERSION, strict=True)


def test_a_mistake_would_be_found() -> None:
    wrong = objects("Deployment")["live"]
    wrong["spec"]["replica"] = wrong["spec"].pop("replicas")
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSION, strict=True)


def test_the_processes_are_those_of_compose() -> None:
    assert set(workloads()) == {*OWN, "proxy"}
    for name in STAYING:
        (container,) = pod(name)["containers"]
        assert container["command"] == services()[name]["command"], name
    (setup,) = pod("setup")["containers"]
    assert setup["command"][2] in services()["setup"]["command"][2]
    grace = int(services()["live"]["stop_grace_period"].rstrip("s"))
    assert pod("live")["terminationGracePeriodSeconds"] == grace
    assert pod("worker")["terminationGracePeriodSeconds"] == grace


@pytest.mark.parametrize("name", workloads())
def test_containers_have_few_rights(name: str) -> None:
    around = pod(name)["securityContext"]
    assert around["runAsNonRoot"] is True
    assert f"--uid {around['runAsUser']} " in (ROOT / "Dockerfile").read_text()
    assert around["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod(name)["automountServiceAccountToken"] is False
    for of, _, container in containers():
        if of == name:
            rights = container["securityContext"]
            assert rights["allowPrivilegeEscalation"] is False
            assert rights["readOnlyRootFilesystem"] is True
            assert rights["capabilities"]["drop"] == ["ALL"]
            added = ["NET_BIND_SERVICE"] if container["name"] == "proxy" else None
            assert rights["capabilities"].get("add") == added
            assert {"requests", "limits"} <= set(container["resources"])


def test_labels_lead_to_what_is_meant() -> None:
    for name, workload in objects("Deployment").items():
        labels = workload["spec"]["template"]["metadata"]["labels"]
        assert workload["spec"]["selector"]["matchLabels"] == labels
        assert labels == {"app": "sobremesa", "part": name}
    for name, service in objects("Service").items():
        assert service["spec"]["selector"] == {"app": "sobremesa", "part": name}
        (first, *_) = pod(name)["containers"]
        ports = {port["name"]: port["containerPort"] for port in first["ports"]}
        for port in service["spec"]["ports"]:
            assert ports[port["targetPort"]] == port["port"]
    for name, budget in objects("PodDisruptionBudget").items():
        assert budget["spec"]["selector"]["matchLabels"] == {"app": "sobremesa", "part": name}
        assert workloads()[name]["spec"]["replicas"] > budget["spec"]["maxUnavailable"]


def test_whoever_serves_people_is_never_away_altogether() -> None:
    for name in ("live", "pages"):
        rolling = workloads()[name]["spec"]["strategy"]["rollingUpdate"]
        assert rolling == {"maxUnavailable": 0, "maxSurge": 1}
        assert name in objects("PodDisruptionBudget")


def test_the_proxy_finds_what_its_rules_name() -> None:
    """By the names of compose; `live` by the addresses of all its processes."""
    rules = (ROOT / "deploy" / "Caddyfile").read_text()
    named = dict(re.findall(r"(?:dynamic a|reverse_proxy) (live|pages)[ :](\d+)", rules))
    found = {name: one["spec"]["ports"][0]["port"] for name, one in objects("Service").items()}
    assert {name: int(port) for name, port in named.items()} == {
        name: found[name] for name in ("live", "pages")
    }
    assert objects("Service")["live"]["spec"]["clusterIP"] == "None"
    assert "configMap" in next(v for v in pod("proxy")["volumes"] if v["name"] == "caddyfile")


def test_what_is_mounted_is_there() -> None:
    claims = objects("PersistentVolumeClaim")
    for name, around, container in containers():
        volumes = {volume["name"]: volume for volume in around["volumes"]}
        for mount in container["volumeMounts"]:
            assert mount["name"] in volumes, name
        for volume in volumes.values():
            claimed = volume.get("persistentVolumeClaim", {}).get("claimName")
            assert claimed is None or claimed in claims


@pytest.mark.parametrize("name", STAYING)
def test_probes_ask_what_there_is(name: str) -> None:
    """For people's processes not the database: to start them again would not bring it back."""
    (container,) = pod(name)["containers"]
    if name in ("worker", "searcher"):
        asked = container["livenessProbe"]["exec"]["command"]
        assert asked == services()[name]["healthcheck"]["test"][1:]
        return
    assert container["readinessProbe"]["httpGet"]["path"] == health.READY
    assert container["livenessProbe"]["httpGet"]["path"] == health.ALIVE
    assert container["startupProbe"]["httpGet"]["path"] == health.ALIVE


def test_settings_come_from_where_they_are_said_to_be() -> None:
    for name, _, container in containers():
        if container["name"] == "proxy":
            continue
        sources = [next(iter(source.values()))["name"] for source in container["envFrom"]]
        assert sources == ["sobremesa", "sobremesa"], name
    assert set(objects("ConfigMap")["sobremesa"]["data"]) == {
        "SITE_URL", "SITE_ADDRESS", "STATIC_ROOT",
    }  # fmt: skip
