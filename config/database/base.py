"""Django's backend for Postgres with a pool that notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base

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
