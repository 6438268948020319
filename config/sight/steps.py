"""The steps of a change – load, judge, store, show –, each a figure and a span of a trace."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from config.sight import figures, traces

_timed = {step: figures.steps.labels(step).observe for step in ("load", "judge", "store", "show")}


class Step:
    """A context that is timed. A class, as it is entered several times with every move."""

    __slots__ = ("began", "facts", "name", "span")

    def __init__(self, name: str, **facts: Any) -> None:
        self.name, self.facts = name, facts

    def __enter__(self) -> None:
        self.span = traces.span(self.name, **self.facts)
        self.span.__enter__()
        self.began = time.perf_counter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _timed[self.name](time.perf_counter() - self.began)
        self.span.__exit__(kind, problem, trace)
