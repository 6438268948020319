"""What kustomize makes of deploy/ is valid, agrees with itself and with compose."""

from __future__ import annotations

import copy
import functools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from config.web import health
from tools.compose import ROOT, services

VERSION = "1.30"
BASE = ROOT / "deploy"
HASH = re.compile(r"-[0-9a-z]{10}$")
EXAMPLE = re.compile(r"```yaml\n(.*?kind: Kustomization.*?)```", re.DOTALL)
FIRST = ("config", "setup")
OWN = ("live", "pages", "searcher", "sender", "setup", "worker")
STAYING = [name for name in OWN if name != "setup"]


def rendered(folder: Path) -> list[dict[str, Any]]:
    """Every object of a kustomization."""
    own = shutil.which("kustomize")
    if not own and not shutil.which("kubectl"):
        pytest.skip(
            "kustomize is not installed, and kubectl neither: apt-get install kubernetes-client"
        )
    command = [own, "build"] if own else ["kubectl", "kustomize"]
    done = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return list(yaml.safe_load_all(done.stdout))


@functools.cache
def documents() -> list[dict[str, Any]]:
    """Every object of the base."""
    return rendered(BASE)


def objects(kind: str) -> dict[str, dict[str, Any]]:
    """Those of a kind, by name; without what stands for their content."""
    found = [one for one in documents() if one["kind"] == kind]
    return {HASH.sub("", one["metadata"]["name"]): one for one in found}


def workloads() -> dict[str, dict[str, Any]]:
    return objects("Deployment") | objects("Job")


def pod(name: str) -> dict[str, Any]:
    return dict(workloads()[name]["spec"]["template"]["spec"])


def containers() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Workload, pod and container of all containers, those of the beginning included."""
    for name in workloads():
        for container in [*pod(name).get("initContainers", []), *pod(name)["containers"]]:
            yield name, pod(name), container


def test_every_object_is_valid() -> None:
    assert len(documents()) > 10
    for document in documents():
        kubernetes_validate.validate(document, VERSION, strict=True)


def test_every_manifest_is_in_the_base() -> None:
    base = yaml.safe_load((BASE / "kustomization.yaml").read_text())
    files = {f"kubernetes/{path.name}" for path in (BASE / "kubernetes").glob("*.yaml")}
    assert set(base["resources"]) == files


def test_what_processes_are_told_is_named_after_its_content() -> None:
    """So a change starts them anew; the proxy's rules are those of compose, to the letter."""
    rules, told = objects("ConfigMap")["caddyfile"], objects("ConfigMap")["sobremesa"]
    assert rules["data"] == {"Caddyfile": (ROOT / "deploy" / "Caddyfile").read_text()}
    (mounted,) = [one["configMap"] for one in pod("proxy")["volumes"] if "configMap" in one]
    assert mounted["name"] == rules["metadata"]["name"] != "caddyfile"
    for name, _, container in containers():
        for source in container.get("envFrom", []):
            of_map = source.get("configMapRef")
            assert of_map is None or of_map["name"] == told["metadata"]["name"], name


def knows_replicas() -> bool:
    """Whether kubectl, of which Debian 12 has 1.20, is new enough to say what it builds with."""
    command = ["kubectl", "version", "--client", "--output", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return "kustomizeVersion" in json.loads(done.stdout)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of one's own beside the base, as docs/topics/scale.md shows it."""
    if not shutil.which("kustomize") and not knows_replicas():
        pytest.skip("kubectl has a kustomize of before 2021")
    (shown,) = EXAMPLE.findall((ROOT / "docs" / "topics" / "scale.md").read_text())
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "kustomization.yaml").write_text(shown)
    (folder / ".env").write_text("SECRET_KEY=of-nobody\nDATABASE_URL=postgres://nowhere\n")
    shutil.copytree(BASE, tmp_path / "deploy")
    return folder


def test_a_site_of_ones_own_is_made_from_the_base(site: Path) -> None:
    wish = yaml.safe_load((site / "kustomization.yaml").read_text())
    made = rendered(site)
    for one in made:
        kubernetes_validate.validate(one, VERSION, strict=True)
        assert one["metadata"]["namespace"] == wish["namespace"]
    named = {(one["kind"], HASH.sub("", one["metadata"]["name"])): one for one in made}
    assert set(named) == {
        *((one["kind"], HASH.sub("", one["metadata"]["name"])) for one in documents()),
        ("Secret", "sobremesa"),
    }
    told, secret = named["ConfigMap", "sobremesa"], named["Secret", "sobremesa"]
    assert told["data"] == {
        "SITE_URL": "https://tables.example.com", "SITE_ADDRESS": "tables.example.com",
        "STATIC_ROOT": "/static",
    }  # fmt: skip
    assert set(secret["data"]) == {"SECRET_KEY", "DATABASE_URL"}
    assert named["Deployment", "live"]["spec"]["replicas"] == 4
    for one in made:
        around = one["spec"]["template"]["spec"] if one["kind"] in ("Deployment", "Job") else {}
        for container in [*around.get("initContainers", []), *around.get("containers", [])]:
            own = container["name"] != "proxy"
            assert (container["image"] == "registry.example.org/sobremesa:12") is own
            sources = [next(iter(each.values()))["name"] for each in container.get("envFrom", [])]
            names = [told["metadata"]["name"], secret["metadata"]["name"]]
            assert sources == (names if own else []), (one["metadata"]["name"], container["name"])


def test_settings_come_before_what_needs_them(site: Path) -> None:
    """The first step of an update is chosen by label: it is complete, and nothing else is in it."""
    first = [one for one in rendered(site) if one["metadata"]["labels"]["part"] in FIRST]
    kinds = sorted(one["kind"] for one in first)
    assert kinds == ["ConfigMap", "ConfigMap", "Job", "Secret"]


def test_a_mistake_would_be_found() -> None:
    wrong = copy.deepcopy(objects("Deployment")["live"])
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
    if name in ("worker", "sender", "searcher"):
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
        assert [HASH.sub("", source) for source in sources] == ["sobremesa", "sobremesa"], name
    assert set(objects("ConfigMap")["sobremesa"]["data"]) == {
        "SITE_URL", "SITE_ADDRESS", "STATIC_ROOT",
    }  # fmt: skip
