"""docker-compose.yml, Dockerfile and .env.example agree with each other and with the settings."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.urls import get_resolver

from config.asgi import addresses
from tools.compose import (
    COMPOSE,
    CONDITIONS,
    DURATION,
    HEALTH_KEYS,
    RESTARTS,
    ROOT,
    SERVICE_KEYS,
    VARIABLE,
    VARIABLE_OR,
    compose,
    documented,
    filled_in,
    services,
)
from tools.processes import manage

each_service = pytest.mark.parametrize("name", services())
PARTS = {"name", "services", "volumes", "secrets"}
SERVING = ("pages", "live", "worker", "sender", "searcher")
OWN = ("check", "setup", "pages", "live", "worker", "sender", "searcher", "backup")


def test_only_known_parts() -> None:
    document = compose()
    assert {key for key in document if not key.startswith("x-")} == PARTS
    assert set(services()) == {*OWN, "postgres", "proxy", "mail", "prometheus", "grafana"}


@each_service
def test_only_known_keys_of_the_right_type(name: str) -> None:
    for key, value in services()[name].items():
        assert key in SERVICE_KEYS, f"{name}.{key}"
        assert isinstance(value, SERVICE_KEYS[key]), f"{name}.{key}: {value!r}"


@each_service
def test_commands_and_variables_are_texts(name: str) -> None:
    """YAML would make 8000 a number, and `no` a False."""
    service = services()[name]
    assert all(isinstance(word, str) for word in service.get("command", []))
    assert all(isinstance(value, str) for value in service.get("environment", {}).values())
    assert service.get("restart", "no") in RESTARTS


@each_service
def test_every_service_that_stays_can_be_asked_for_its_health(name: str) -> None:
    service = services()[name]
    if service.get("restart") == "no":
        assert "healthcheck" not in service
        return
    check = service["healthcheck"]
    assert set(check) <= HEALTH_KEYS
    assert check["test"][0] == "CMD"
    assert all(isinstance(word, str) for word in check["test"])
    for key in {"interval", "timeout", "start_period"} & set(check):
        assert DURATION.fullmatch(check[key]), f"{name}: {key}"


@each_service
def test_what_a_service_waits_for_exists(name: str) -> None:
    for other, how in services()[name].get("depends_on", {}).items():
        assert how["condition"] in CONDITIONS
        if how["condition"] == "service_healthy":
            assert "healthcheck" in services()[other]


def test_rules_are_asked_about_every_table_before_anything_is_changed_or_served() -> None:
    """`check` fails, so whatever waits for it to complete successfully does not start."""
    check, done = services()["check"], "service_completed_successfully"
    assert check["command"][:3] == ["python", "manage.py", "check_positions"]
    assert set(check["depends_on"]) == {"postgres"}
    assert services()["setup"]["depends_on"]["check"]["condition"] == done
    for name in ("pages", "live", "worker", "sender", "searcher"):
        assert services()[name]["depends_on"]["setup"]["condition"] == done


@each_service
def test_volumes_are_declared_or_files_of_the_checkout(name: str) -> None:
    for volume in services()[name].get("volumes", []):
        source = VARIABLE_OR.sub(r"\1", volume).split(":")[0]
        if source.startswith("./"):
            assert (ROOT / source).exists(), source
        else:
            assert source in compose()["volumes"], source


@pytest.mark.parametrize("name", OWN)
def test_own_processes_have_few_rights(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "ports" not in service, "only the proxy is reached from outside"


def test_the_image_runs_as_an_ordinary_user() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    user = next(number for number, line in enumerate(lines) if line.startswith("USER "))
    assert lines[user] != "USER root"
    assert user < next(number for number, line in enumerate(lines) if line.startswith("CMD"))
    assert any("--require-hashes" in line for line in lines)


def test_the_image_stands_on_a_named_debian_and_one_python() -> None:
    """Else a build of tomorrow is of another system, and the paths in the file lead nowhere."""
    text = (ROOT / "Dockerfile").read_text()
    bases = re.findall(
        r"^FROM (\w+):([\d.]+)-(\S+?)(?:@sha256:[0-9a-f]{64})?(?: AS \w+)?$", text, re.MULTILINE
    )
    assert len(bases) == text.count("FROM ") == 3
    assert {debian for _, _, debian in bases} == {"slim-trixie", "trixie-slim"}
    pythons = {version for name, version, _ in bases if name == "python"}
    assert pythons == set(re.findall(r"/python([\d.]+)/", text))


def test_compose_itself_can_read_the_files(tmp_path: Path) -> None:
    """Without an engine; with all profiles, and with the log of Postgres kept too."""
    asked = ["docker", "compose", "version"]
    if not shutil.which("docker") or subprocess.run(asked, capture_output=True).returncode:
        pytest.skip("Docker's plugin compose is not installed")
    for path in (COMPOSE, ROOT / "deploy" / "archive" / "compose.yml"):
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    example = (ROOT / ".env.example").read_text()
    (tmp_path / ".env").write_text(example.replace("PASSWORD=\n", "PASSWORD=x\n"))
    archive = ["-f", "docker-compose.yml", "-f", "deploy/archive/compose.yml"]
    for files in ([], archive):
        command = ["docker", "compose", *files, "--profile", "*", "config", "--quiet"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_image_leaves_secrets_leftovers_and_tools_of_developers_out() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", ".git", ".venv", "tests", "tools"} <= set(ignored)


def test_optional_services_are_profiles() -> None:
    profiles = {name: service["profiles"] for name, service in services().items()
                if "profiles" in service}  # fmt: skip
    assert profiles == {
        "mail": ["mail"],
        "backup": ["backup"],
        "prometheus": ["metrics"],
        "grafana": ["metrics"],
    }


def test_there_are_two_processes_for_sockets() -> None:
    assert services()["live"]["deploy"]["replicas"] == 2


def test_the_proxy_names_services_and_ports_that_exist() -> None:
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert proxy.count("{") == proxy.count("}")
    assert "dynamic a live 8001" in proxy
    assert "reverse_proxy pages:8000" in proxy
    assert proxy.count("import live") == 2
    assert "8001" in services()["live"]["command"]
    assert "8000" in services()["pages"]["command"]
    assert set(re.findall(r"\{\$(\w+)", proxy)) <= set(services()["proxy"]["environment"])
    assert "static:/srv/static:ro" in services()["proxy"]["volumes"]


def test_the_proxy_shows_nobody_the_figures() -> None:
    """Blocks of `handle` exclude each other, and are looked at in this order."""
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "@figures path /metrics /metrics/*" in proxy
    hidden = re.search(r"handle @figures \{\s+respond 404\s+\}", proxy)
    assert hidden and hidden.end() < proxy.index("handle @table")


def test_the_proxy_names_each_request_itself() -> None:
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "request_header X-Request-ID {http.request.uuid}" in proxy
    assert "request>uri delete" in proxy, "a path may carry a key"


def test_prometheus_asks_every_process_at_its_port() -> None:
    told = yaml.safe_load((ROOT / "deploy" / "prometheus" / "prometheus.yml").read_text())
    ports = {}
    for job in told["scrape_configs"]:
        (found,) = job["dns_sd_configs"]
        assert found["names"] == [job["job_name"]]
        assert job["authorization"]["credentials_file"] == "/run/secrets/metrics_token"
        ports[job["job_name"]] = str(found["port"])
    for name in SERVING:
        service = services()[name]
        known = [*service["command"], *service["environment"].values()]
        assert ports.pop(name) in known, name
    assert not ports
    assert services()["prometheus"]["secrets"] == ["metrics_token"]
    assert compose()["secrets"]["metrics_token"] == {"environment": "METRICS_TOKEN"}


def table_in(path: str) -> str | None:
    """By which number the proxy chooses the process for a path; None if by none."""
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    pattern = re.search(r"@table path_regexp table (\S+)", proxy)
    assert pattern, "Go's syntax of regular expressions is Python's here"
    assert re.search(
        r"handle @table \{\s+request_header X-Table \{re\.table\.1\}\s+reverse_proxy \{"
        r"\s+import live\s+lb_policy header X-Table\s+\}",
        proxy,
    )
    found = re.search(pattern[1], path)
    return found[1] if found else None


def routes(patterns: Iterable[Any], before: str = "/") -> Iterator[str]:
    """Every route of the tree of addresses."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def test_all_of_a_table_goes_to_the_same_process() -> None:
    every = routes([*get_resolver().url_patterns, *addresses])
    paths = {re.sub("<int:(table_)?id>", "47", route) for route in every if "tables/<" in route}
    assert {"/tables/47/", "/tables/47/moves", "/ws/tables/47/", "/api/v1/tables/47"} <= paths
    for path in paths:
        expected = None if path.startswith(("/lobby/", "/moderation/")) else "47"
        assert table_in(path) == expected, path


@pytest.mark.parametrize(
    "path",
    ["/", "/lobby/", "/api/v1/tables", "/ws/lobby/", "/tables/x/", "/tables/4x/", "/a/tables/4/"],
)
def test_what_is_of_no_table_goes_anywhere(path: str) -> None:
    assert table_in(path) is None


# --- Variables ----------------------------------------------------------------------------------


def read_by_settings() -> set[str]:
    """Every variable that settings.py or the database's module asks for."""
    found = set()
    for path in ("config/settings.py", "config/running/postgres.py"):
        for node in ast.walk(ast.parse((ROOT / path).read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            asked = ast.unparse(node.func)
            if asked == "os.environ.get" or re.fullmatch(
                r"environment\.(text|flag|number|words|paragraphs|choice|secret)", asked
            ):
                assert isinstance(node.args[0], ast.Constant)
                found.add(str(node.args[0].value))
    return found - {"XDG_DATA_HOME"}


def test_the_example_explains_every_variable_and_no_other() -> None:
    asked = read_by_settings() | set(VARIABLE.findall(COMPOSE.read_text()))
    assert asked - documented() == set()
    assert documented() - asked == {"GRANIAN_WORKERS", "COMPOSE_FILE"}, "read by others"


def test_the_example_starts_once_its_secrets_are_filled_in() -> None:
    values = filled_in()
    empty = {name for name, value in values.items() if not value}
    assert empty == {"SECRET_KEY", "POSTGRES_PASSWORD"}


def test_check_deploy_is_content(tmp_path) -> None:  # type: ignore[no-untyped-def]
    values = filled_in()
    values["SECRET_KEY"] = "".join(chr(65 + number * 7 % 57) for number in range(60))
    values["DATABASE_URL"] = "postgres://sobremesa:x@localhost/sobremesa"
    values |= {"CONTACT": "host@example.org", "IMPRINT": r"Ana\nHarbour 1", "PRIVACY": "Ana."}
    arguments = ("check", "--deploy", "--fail-level", "WARNING")
    done = manage(tmp_path, *arguments, **values)
    assert done.returncode == 0, done.stderr
    said = re.findall(r"\((\w+\.\w+)\)", done.stderr)
    assert said == ["settings.I001"], "which file was read, and nothing else"
