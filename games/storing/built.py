"""Statements that Django builds, built once for all requests: only the ids in them differ.

To build one takes longer than Postgres needs to answer it.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

from games.storing.rows import run

M = TypeVar("M", bound=Model)

FIRST_MARK = -(10**18)
"""Marks count from here: each stands for an id while a statement is built, and no id is like it."""


class Built(Generic[M]):
    """What `select` selects for some ids: it is called once, with marks, and only passes them on.

    So it may not look at them, nor at anything that differs between requests.
    """

    def __init__(self, select: Callable[..., QuerySet[M]], ids: int) -> None:
        self.select, self.marks = select, [FIRST_MARK + number for number in range(ids)]

    @functools.cached_property
    def _built(self) -> tuple[QuerySet[M], SQLCompiler, str, tuple[Any, ...]]:
        found = self.select(*self.marks)
        compiler = found.query.get_compiler(found.db)
        sql, parameters = compiler.as_sql()
        return found, compiler, sql, tuple(parameters)

    def statement(self, ids: Sequence[int]) -> tuple[str, list[Any]]:
        """Return the statement for these ids, with its parameters."""
        _found, _compiler, sql, parameters = self._built
        given = dict(zip(self.marks, ids, strict=True))
        return sql, [
            type(one)(given[one]) if isinstance(one, int) and one in given else one
            for one in parameters
        ]

    def __call__(self, *ids: int) -> list[M]:
        """The rows, with what is read along with them."""
        found, compiler, _sql, _parameters = self._built
        found, compiler = found.all(), copy.copy(compiler)
        rows = [run(*self.statement(ids))]
        vars(compiler)["execute_sql"] = lambda *_args, **_options: rows
        vars(found.query)["get_compiler"] = lambda *_args, **_options: compiler
        return list(found)
