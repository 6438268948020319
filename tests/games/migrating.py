"""A database at a migration, and the way to the newest."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

PEOPLE = ("accounts", "0013_rights_lost")
"""The last migration of people that builds on none of tables' but the first."""


class AsWritten(MigrationLoader):
    """All migrations one by one, without those that squash them."""

    def load_disk(self) -> None:
        super().load_disk()
        squashing = [key for key, migration in self.disk_migrations.items() if migration.replaces]
        for key in squashing:
            del self.disk_migrations[key]


def migrate(targets: list[tuple[str, str]]) -> Any:
    """Bring the database to these migrations; the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.loader = AsWritten(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def migrate_to_newest() -> None:
    """Bring the database to where the code is."""
    migrate(AsWritten(connection).graph.leaf_nodes())
