"""The proxies that we ship, in front of the processes of production, with other addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.config.production import HOST, Production
from tools.compose import ROOT
from tools.processes import Running, free_port

DEPLOY = ROOT / "deploy"


@contextmanager
def caddy(site: Production, folder: Path) -> Iterator[int]:
    """Caddy with our rules: its port."""
    port = free_port()
    rules = (DEPLOY / "Caddyfile").read_text()
    live = f"to 127.0.0.1:{site.ports['live1']}"
    rules = re.sub(r"dynamic a live 8001 \{[^}]*\}", live, rules)
    rules = rules.replace("pages:8000", f"127.0.0.1:{site.ports['pages']}")
    rules = rules.replace("/srv/static", site.environment["STATIC_ROOT"])
    rules = rules.replace("{$SITE_ADDRESS}", f"http://:{port}").replace(
        "{\n", "{\n\tadmin off\n", 1
    )
    https = "header_up X-Forwarded-Proto https\n\ttransport http {"
    (folder / "Caddyfile").write_text(rules.replace("transport http {", https))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with running(command, {**site.environment, "HOME": str(folder)}, "serving initial config"):
        yield port


@contextmanager
def nginx(site: Production, folder: Path) -> Iterator[int]:
    """The same of nginx, without TLS."""
    port = free_port()
    rules = (DEPLOY / "nginx.conf").read_text()
    rules = rules.replace("live:8001", f"127.0.0.1:{site.ports['live1']}")
    rules = rules.replace("pages:8000", f"127.0.0.1:{site.ports['pages']}")
    rules = rules.replace("/srv/static", site.environment["STATIC_ROOT"])
    rules = rules.replace("/run/nginx.pid", str(folder / "nginx.pid"))
    rules = rules.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    rules = rules.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    rules = re.sub(r"\s+ssl_certificate\w* .*", "", rules)
    rules = rules.replace("X-Forwarded-Proto $scheme", "X-Forwarded-Proto https")
    rules = rules.replace("error_log stderr crit", "error_log stderr notice")
    (folder / "nginx.conf").write_text(rules)
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with running(command, site.environment, "start worker process "):
        yield port


@contextmanager
def nginx_with_tls(site: Production, folder: Path, certificate: Path) -> Iterator[int]:
    """The same as it is, with only addresses, paths and ports exchanged: the port with TLS."""
    port = free_port()
    rules = (DEPLOY / "nginx.conf").read_text()
    line = "server live:8001 fail_timeout=1s;"
    ports = [str(site.ports[name]) for name in ("live1", "live2")]
    both = "\n".join(line.replace("live:8001", f"127.0.0.1:{port}") for port in ports)
    for old, new in {
        line: both,
        "pages:8000": f"127.0.0.1:{site.ports['pages']}",
        "/srv/static": site.environment["STATIC_ROOT"],
        "/run/nginx.pid": str(folder / "nginx.pid"),
        "/etc/nginx/certificates/fullchain.pem": str(certificate),
        "/etc/nginx/certificates/privkey.pem": str(certificate),
        "listen 443": f"listen 127.0.0.1:{port}",
        "listen 80": f"listen 127.0.0.1:{free_port()}",
        "error_log stderr crit": "error_log stderr notice",
    }.items():
        assert old in rules
        rules = rules.replace(old, new)
    (folder / "nginx.conf").write_text(rules)
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with running(command, site.environment, "start worker process "):
        yield port


@contextmanager
def caddy_with_tls(site: Production, folder: Path, certificate: Path) -> Iterator[int]:
    """Caddy, likewise; it is told of both processes by name, as no name server knows them."""
    port = free_port()
    rules = (DEPLOY / "Caddyfile").read_text()
    ports = [str(site.ports[name]) for name in ("live1", "live2")]
    named = re.compile(r"dynamic a live 8001 \{[^}]*\}")
    assert named.search(rules)
    rules = named.sub(" ".join(["to", *(f"127.0.0.1:{port}" for port in ports)]), rules)
    for old, new in {
        "pages:8000": f"127.0.0.1:{site.ports['pages']}",
        "/srv/static": site.environment["STATIC_ROOT"],
        "\n{\n": "\n{\n\tadmin off\n\tauto_https off\n",  # it would ask others for a certificate
        "{$SITE_ADDRESS} {": f"https://{HOST}:{port} {{\n\ttls {certificate} {certificate}",
    }.items():
        assert old in rules
        rules = rules.replace(old, new)
    (folder / "Caddyfile").write_text(rules)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with running(command, {**site.environment, "HOME": str(folder)}, "serving initial config"):
        yield port


@contextmanager
def running(command: list[str], environment: dict[str, str], sign: str) -> Iterator[None]:
    """A process, once its log has such a line."""
    process = Running(command, environment)
    try:
        process.wait_for(sign)
        yield
    finally:
        process.end()
