"""Django's backend for Postgres with a pool that notices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

from config.database.connections import TimedConnection
from config.database.pool import Pool


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, but for the pool; `pool` in the options are options of that."""

    _connection_pools: ClassVar[dict[str, Pool]] = {}
    _configure_connection: Callable[[TimedConnection], bool]

    @property
    def pool(self) -> Pool | None:
        """The pool of this database, made when it is first asked for; None without `pool`."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        pools = self._connection_pools
        if self.alias not in pools:
            made = Pool(
                kwargs={**self.get_connection_params(), "autocommit": True},
                open=False,
                configure=self._configure_connection,
                **options,
            )
            pools.setdefault(self.alias, made)
        return pools[self.alias]

    def get_new_connection(self, conn_params: dict[str, Any]) -> TimedConnection:
        """Return a connection. Raises PoolTimeout, with the reason if nobody has started Postgres.

        `manage.py` starts the embedded one; `python -m django` and other programs do not.
        """
        try:
            connection: TimedConnection = super().get_new_connection(conn_params)
        except PoolTimeout as away:
            folder = Path(self.settings_dict["HOST"])
            if not folder.is_absolute() or any(folder.glob(".s.PGSQL.*")):
                raise
            raise PoolTimeout(
                f"No Postgres runs in {folder}: python3 manage.py … starts it for its commands."
            ) from away
        return connection
