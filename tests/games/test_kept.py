"""What is dear to make is made once, and forgotten when there is much else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from games.telling.cache import Cache


def test_what_was_made_last_is_kept() -> None:
    kept: Cache[str] = Cache(2)
    made: list[str] = []

    def wanted(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return kept.get_or_make(key, make)

    assert [wanted(key) for key in "abab"] == ["A", "B", "A", "B"]
    assert made == ["a", "b"]
    assert [wanted(key) for key in "acb"] == ["A", "C", "B"]
    assert made == ["a", "b", "c"], "b was made after a"
    assert wanted("a") == "A"
    assert made == ["a", "b", "c", "a"]
    assert (kept.kept, kept.missed) == (4, 4)


def test_threads_share_it() -> None:
    """Some read while others drop what is oldest: nobody gets what belongs to another key."""
    kept: Cache[str] = Cache(50)

    def read(start: int) -> bool:
        asked = [(start * number) % 211 for number in range(20_000)]
        return all(kept.get_or_make(key, lambda key=key: str(key)) == str(key) for key in asked)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(read, (1, 3, 7, 11)))
