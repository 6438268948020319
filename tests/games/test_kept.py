"""What is dear to make is made once, and forgotten when other things are wanted more."""

from __future__ import annotations

from games.telling.cache import LRUCache


def test_what_was_wanted_last_is_kept() -> None:
    kept: LRUCache[str] = LRUCache(2)
    made: list[str] = []

    def wanted(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return kept.get_or_make(key, make)

    assert [wanted(key) for key in "abab"] == ["A", "B", "A", "B"]
    assert made == ["a", "b"]
    wanted("a")
    wanted("c")
    wanted("a")
    assert made == ["a", "b", "c"], "b was wanted longest ago"
    wanted("b")
    assert made == ["a", "b", "c", "b"]
