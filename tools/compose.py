"""Reading docker-compose.yml and .env.example for the tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from dotenv import dotenv_values

ROOT = Path(__file__).resolve().parent.parent
COMPOSE = ROOT / "docker-compose.yml"
EXAMPLE = ROOT / ".env.example"

SERVICE_KEYS = {
    "build": str, "cap_drop": list, "command": list, "depends_on": dict, "deploy": dict,
    "env_file": str, "environment": dict, "healthcheck": dict, "image": str, "ports": list,
    "profiles": list, "read_only": bool, "restart": str, "secrets": list, "security_opt": list,
    "shm_size": str, "stop_grace_period": str, "tmpfs": list, "volumes": list,
}  # fmt: skip
"""The keys of the Compose specification that this project uses, with their types."""

HEALTH_KEYS = {"test", "interval", "timeout", "retries", "start_period"}
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}
RESTARTS = {"no", "always", "on-failure", "unless-stopped"}
DURATION = re.compile(r"(\d+(us|ms|s|m|h))+")
VARIABLE = re.compile(r"\$\{(\w+)(?::?[-?][^}]*)?\}")
VARIABLE_OR = re.compile(r"\$\{\w+:-([^}]*)\}")


def compose() -> dict[str, Any]:
    """The whole document, anchors and merges resolved."""
    return dict(yaml.safe_load(COMPOSE.read_text()))


def services() -> dict[str, dict[str, Any]]:
    """Service by name."""
    return dict(compose()["services"])


def documented() -> set[str]:
    """The variables that .env.example explains."""
    return set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))


def filled_in() -> dict[str, str]:
    """.env.example as an operator would begin with it."""
    return {name: value or "" for name, value in dotenv_values(EXAMPLE).items()}
