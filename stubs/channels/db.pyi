from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

def database_sync_to_async(
    func: Callable[P, T], thread_sensitive: bool = True
) -> Callable[P, Coroutine[Any, Any, T]]: ...
