"""The cluster that is made once and copied for tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader

from config.running import postgres
from tools import clusters


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="sobremesa-copy-") as name:
        Path(name).chmod(0o755)  # the server may run as another user
        yield Path(name)


def test_a_copy_has_had_every_migration(folder: Path) -> None:
    clusters.fill(folder)
    with postgres.hold(folder, durable=False) as server:
        where = f"host={server.host} user={postgres.NAME} dbname={postgres.NAME}"
        with psycopg.connect(where) as connection:
            rows = connection.execute("select app, name from django_migrations").fetchall()
    assert set(rows) == set(MigrationLoader(None).disk_migrations)


def test_another_migration_makes_another_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games" / "migrations").mkdir(parents=True)
    monkeypatch.setattr(clusters, "ROOT", tmp_path)
    before = clusters.state()
    (tmp_path / "games" / "migrations" / "0001_first.py").write_text("")
    assert len({before, clusters.state(), clusters.state()}) == 2
